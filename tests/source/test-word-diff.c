/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences within changed lines. */
#include "cyan-line-diff.h"
#include "cyan-word-diff.h"
#include "tests.h"

#include <string.h>

/* @text with the marked parts in square brackets. */
static char *
marked (const char *text, const GArray *marks)
{
  GString *out = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint at = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint byte = 0;

      if (i > 0)
        g_string_append_c (out, '\n');
      for (; at < marks->len && g_array_index (marks, CyanWordMark, at).line == i; at++)
        {
          const CyanWordMark *mark = &g_array_index (marks, CyanWordMark, at);

          g_assert_cmpuint (mark->start, >=, byte);
          g_assert_cmpuint (mark->end, >, mark->start);
          g_assert_cmpuint (mark->end, <=, strlen (lines[i]));
          g_string_append_len (out, lines[i] + byte, mark->start - byte);
          g_string_append_printf (out, "[%.*s]", (int) (mark->end - mark->start),
                                  lines[i] + mark->start);
          byte = mark->end;
        }
      g_string_append (out, lines[i] + byte);
    }
  g_assert_cmpuint (at, ==, marks->len);
  g_assert_true (g_utf8_validate (out->str, -1, NULL));
  return g_string_free (out, FALSE);
}

static void
assert_diff (const char *before,
             const char *after,
             const char *wanted_before,
             const char *wanted_after)
{
  g_autoptr (GArray) changes = cyan_line_diff (before, after, NULL);
  GArray *marks[2];
  g_autofree char *got_before = NULL, *got_after = NULL;

  cyan_word_diff (before, after, changes, marks);
  got_before = marked (before, marks[0]);
  got_after = marked (after, marks[1]);
  g_assert_cmpstr (got_before, ==, wanted_before);
  g_assert_cmpstr (got_after, ==, wanted_after);
  g_array_unref (marks[0]);
  g_array_unref (marks[1]);
}

TEST ("/word-diff/words")
{
  assert_diff ("a\nint count = old_value + 1;\nb\n", "a\nint count = new_value + 1;\nb\n",
               "a\nint count = [old_value] + 1;\nb\n", "a\nint count = [new_value] + 1;\nb\n");
  assert_diff ("f (a, b);\n", "f (a, b, c);\n", "f (a, b);\n", "f (a, b[, c]);\n");
  assert_diff ("if (x)\n", "  if (x)\n", "if (x)\n", "[  ]if (x)\n");
  assert_diff ("if (x)\n", "  if (y)\n", "if ([x])\n", "  if ([y])\n");
  assert_diff ("same\n", "same\n", "same\n", "same\n");
  /* A number is one word, and so is a name in any script. */
  assert_diff ("size = 1000 * gr\xc3\xb6\xc3\x9f"
               "e;\n",
               "size = 1001 * gr\xc3\xb6\xc3\x9f"
               "e;\n",
               "size = [1000] * gr\xc3\xb6\xc3\x9f"
               "e;\n",
               "size = [1001] * gr\xc3\xb6\xc3\x9f"
               "e;\n");
  assert_diff ("print gr\xc3\xbc"
               "n;\n",
               "print gr\xc3\xbcner;\n",
               "print [gr\xc3\xbc"
               "n];\n",
               "print [gr\xc3\xbcner];\n");
}

/* Names take precedence over the punctuation around them. */
TEST ("/word-diff/names-before-signs")
{
  assert_diff ("alpha; x\n", "; alpha x\n", "alpha[;] x\n", "[; ]alpha x\n");
}

/* An inserted line is marked as a whole, and the others are paired with similar lines. */
TEST ("/word-diff/lines-find-each-other")
{
  assert_diff ("first (one, two);\nlast (three, four);\n",
               "first (one, 2);\nquite_another = thing;\nlast (three, 4);\n",
               "first (one, [two]);\nlast (three, [four]);\n",
               "first (one, [2]);\n[quite_another = thing;]\nlast (three, [4]);\n");
}

/* If nothing is similar, everything differs and nothing is marked. */
TEST ("/word-diff/nothing-alike")
{
  assert_diff ("alpha beta\n", "while (1) run ();\n", "alpha beta\n", "while (1) run ();\n");
}

TEST ("/word-diff/added-and-removed-have-none")
{
  assert_diff ("a\nb\nc\n", "a\nc\n", "a\nb\nc\n", "a\nc\n");
  assert_diff ("a\nc\n", "a\nb\nc\n", "a\nc\n", "a\nb\nc\n");
}

/* Marks consist of whole characters in changed lines, for any texts. */
TEST ("/word-diff/any-texts")
{
  static const char *const words[] = { "if", " ", "(", "alpha", "beta", ")", "1", "\n", "  " };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 500; round++)
    {
      GString *texts[2] = { g_string_new (NULL), g_string_new (NULL) };
      GArray *marks[2];
      g_autoptr (GArray) changes = NULL;

      for (guint i = 0; i < 40; i++)
        {
          const char *word = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))];
          int fate = g_rand_int_range (random, 0, 10);

          if (fate != 0)
            g_string_append (texts[0], word);
          if (fate != 1)
            g_string_append (texts[1], word);
        }
      changes = cyan_line_diff (texts[0]->str, texts[1]->str, NULL);
      cyan_word_diff (texts[0]->str, texts[1]->str, changes, marks);
      for (guint side = 0; side < 2; side++)
        {
          g_autofree char *ignored = marked (texts[side]->str, marks[side]);

          /* Marks are in changed lines only. */
          for (guint i = 0; i < marks[side]->len; i++)
            {
              guint line = g_array_index (marks[side], CyanWordMark, i).line;
              gboolean inside = FALSE;

              for (guint j = 0; j < changes->len; j++)
                {
                  const CyanLineChange *change = &g_array_index (changes, CyanLineChange, j);
                  guint start = side == 0 ? change->before_start : change->after_start;
                  guint count = side == 0 ? change->before_count : change->after_count;

                  inside = inside
                           || (line >= start && line < start + count && change->before_count > 0
                               && change->after_count > 0);
                }
              g_assert_true (inside);
            }
        }
      g_string_free (texts[0], TRUE);
      g_string_free (texts[1], TRUE);
      g_array_unref (marks[0]);
      g_array_unref (marks[1]);
    }
}

/* Very long lines and very many changes take little time. */
TEST ("/word-diff/huge")
{
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  g_autoptr (GArray) changes = NULL;
  GArray *marks[2];
  gint64 start;

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (before, "a%u+", i);
      g_string_append_printf (after, "b%u-", i);
    }
  g_string_append_c (before, '\n');
  g_string_append_c (after, '\n');
  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (before, "  call (one_%u, two, %u);\n", i, i % 7);
      g_string_append_printf (after, "  call (one_%u, three, %u);\n", i, i % 11);
    }
  changes = cyan_line_diff (before->str, after->str, NULL);
  start = test_cpu_time ();
  cyan_word_diff (before->str, after->str, changes, marks);
  g_test_message ("%.1f ms", (double) (test_cpu_time () - start) / 1000.0);
  /* Much more than needed, for slow machines and sanitizers. */
  g_assert_cmpint (test_cpu_time () - start, <, 3 * G_USEC_PER_SEC);
  g_array_unref (marks[0]);
  g_array_unref (marks[1]);
}
