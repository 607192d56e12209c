/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Snippets of files in the source pane, and which lines are side by side.
 */
#include "cyan-snippet.h"
#include "tests.h"

#include <string.h>

static CyanFunctionText *
text_new (const char *file_text, guint first_line, guint last_line)
{
  CyanFunctionText *text = g_new0 (CyanFunctionText, 1);

  cyan_ref_count_init (&text->refs);
  text->path = g_strdup ("lib/a.c");
  text->file_text = g_ref_string_new (file_text);
  text->first_line = first_line;
  text->last_line = last_line;
  return text;
}

TEST ("/snippet/function-and-file")
{
  g_autoptr (CyanFunctionText) text = text_new ("one\ntwo\nthree\nfour\n", 2, 3);
  g_autoptr (CyanSnippet) function = cyan_snippet_new (text, FALSE);
  g_autoptr (CyanSnippet) file = cyan_snippet_new (text, TRUE);

  g_assert_cmpstr (function->text, ==, "two\nthree");
  g_assert_cmpuint (function->first_line, ==, 2);
  g_assert_cmpuint (function->function_line, ==, 0);
  g_assert_false (function->is_partial);
  g_assert_cmpstr (file->text, ==, "one\ntwo\nthree\nfour");
  g_assert_cmpuint (file->first_line, ==, 1);
  g_assert_cmpuint (file->function_line, ==, 1);
  g_assert_cmpuint (file->n_lines, ==, 4);
}

/* A file that has changed since the recording. */
TEST ("/snippet/lines-beyond-the-end")
{
  g_autoptr (CyanFunctionText) text = text_new ("one\ntwo", 7, 9);
  g_autoptr (CyanSnippet) snippet = cyan_snippet_new (text, FALSE);
  g_autoptr (CyanFunctionText) nothing = text_new ("", 1, 1);
  g_autoptr (CyanSnippet) empty = cyan_snippet_new (nothing, TRUE);

  g_assert_cmpstr (snippet->text, ==, "two");
  g_assert_cmpstr (empty->text, ==, "");
  g_assert_cmpuint (empty->n_lines, ==, 1);
}

TEST ("/snippet/huge-file")
{
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (CyanFunctionText) text = NULL;
  g_autoptr (CyanSnippet) snippet = NULL;
  guint n_breaks = 0;

  for (guint i = 1; i <= 100000; i++)
    g_string_append_printf (lines, "line %u\n", i);
  text = text_new (lines->str, 60000, 60010);
  snippet = cyan_snippet_new (text, TRUE);
  g_assert_true (snippet->is_partial);
  g_assert_cmpuint (snippet->n_lines, <=, CYAN_SNIPPET_MAX_LINES);
  g_assert_cmpuint (snippet->first_line, <, 60000);
  g_assert_cmpuint (snippet->first_line + snippet->n_lines, >, 60010);
  g_assert_cmpuint (snippet->first_line + snippet->function_line, ==, 60000);
  g_assert_cmpuint (snippet->file_lines, ==, 100000);
  for (const char *p = snippet->text; *p != '\0'; p++)
    n_breaks += *p == '\n';
  g_assert_cmpuint (n_breaks + 1, ==, snippet->n_lines);
}

TEST ("/snippet/endless-line")
{
  g_autofree char *xs = g_strnfill (300000, 'x');
  g_autofree char *file = g_strconcat ("int\n", "\xc3\xa4", xs, "\nend\n", NULL);
  g_autoptr (CyanFunctionText) text = text_new (file, 1, 3);
  g_autoptr (CyanSnippet) snippet = cyan_snippet_new (text, FALSE);
  g_auto (GStrv) lines = g_strsplit (snippet->text, "\n", -1);

  g_assert_true (snippet->is_cut);
  g_assert_false (snippet->is_dense);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpint (g_utf8_strlen (lines[1], -1), ==, CYAN_SNIPPET_MAX_LINE_CHARS + 2);
  g_assert_true (g_str_has_suffix (lines[1], "x \xe2\x80\xa6"));
  g_assert_cmpstr (lines[2], ==, "end");
}

/* A page of long lines is cut shorter than a single long line among short ones, always between
 * characters. */
TEST ("/snippet/long-lines")
{
  g_autofree char *xs = g_strnfill (CYAN_SNIPPET_DENSE_LINE_BYTES - 1, 'x');
  g_autoptr (GString) file = g_string_new ("int\n");
  g_autoptr (CyanFunctionText) text = NULL;
  g_autoptr (CyanSnippet) snippet = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *cut = g_strconcat (xs, " \xe2\x80\xa6", NULL);

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (file, "%s\xc3\xa4%s\n", xs, xs);
  text = text_new (file->str, 1, 101);
  snippet = cyan_snippet_new (text, FALSE);
  lines = g_strsplit (snippet->text, "\n", -1);
  g_assert_true (snippet->is_dense);
  g_assert_true (snippet->is_cut);
  g_assert_cmpuint (g_strv_length (lines), ==, 101);
  g_assert_cmpstr (lines[0], ==, "int");
  for (guint i = 1; i <= 100; i++)
    g_assert_cmpstr (lines[i], ==, cut);
}

/* Equal lines are side by side, in both directions, whatever changed above them. */
TEST ("/snippet/equal-lines-stay-aligned")
{
  static const char *const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
  static const char *const after = "a\nnew\nnewer\nb\nC\nd\ng\nh\n";
  g_auto (GStrv) left = g_strsplit (before, "\n", -1);
  g_auto (GStrv) right = g_strsplit (after, "\n", -1);
  g_autoptr (GArray) changes = cyan_line_diff (before, after, NULL);
  guint n_aligned = 0;

  g_assert_nonnull (changes);
  for (guint i = 0; left[i] != NULL; i++)
    for (guint k = 0; right[k] != NULL; k++)
      if (*left[i] != '\0' && strcmp (left[i], right[k]) == 0)
        {
          g_assert_cmpfloat (cyan_snippet_map_line (changes, TRUE, i), ==, k);
          g_assert_cmpfloat (cyan_snippet_map_line (changes, FALSE, k), ==, i);
          g_assert_cmpfloat (cyan_snippet_map_line (changes, TRUE, i + 0.5), ==, k + 0.5);
          n_aligned++;
        }
  g_assert_cmpuint (n_aligned, ==, 5);
}

/* Scrolling down never moves the other side up. */
TEST ("/snippet/order-is-kept")
{
  static const char *const before = "a\nb\nc\nd\ne\nf\ng\nh\n";
  static const char *const after = "x\ny\nb\nd\nq\nr\ns\nt\ng\nz\nh\nend\n";
  g_autoptr (GArray) changes = cyan_line_diff (before, after, NULL);

  for (int side = 0; side < 2; side++)
    for (double line = 0, last = -1; line < 12; line += 0.25)
      {
        double mapped = cyan_snippet_map_line (changes, side == 0, line);

        g_assert_cmpfloat (mapped, >=, last);
        last = mapped;
      }
}
