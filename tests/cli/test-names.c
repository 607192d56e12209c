/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hostile names in every output: terminal, CSV, JSON, SVG, PNG, PDF.
 *
 * Numbers in the names of the cases refer to the list of bad inputs.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

/* In .cct, where a name may hold a line break; "\\n" is the format's escape. */
static const char *const names[] = {
  "<b>bold</b>",
  "&amp;",
  "operator<",
  "</title><script>alert(1)</script>",
  "\" onload=\"alert(1)",
  "]]>",
  "%s%n%1000000d",
  "=HYPERLINK(\"http://example.org\")",
  "+1+1",
  "-2",
  "@SUM(A1)",
  " =1+1",
  "two\\nlines",
  "two\\n=1+1",
  "carriage\\rreturn",
  "\\ttab",
  "esc\x1b[31mred",
  "title\x1b]0;owned\x07",
  "clip\x1b]52;c;aGVsbG8=\x07",
  "c1\xc2\x9b"
  "31m",
  "bidi\xe2\x80\xae"
  "gnp.exe",
  "isolate\xe2\x81\xa6x",
  "zero\xe2\x80\x8bwidth",
  "../../etc/passwd",
  "-o",
  "a,b\"c",
  " ",
  "\xcc\x81\xcc\x81",
};

static char *
unescape (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (*p != '\\')
      g_string_append_c (text, *p);
    else
      {
        p++;
        g_string_append_c (text, *p == 'n' ? '\n' : *p == 'r' ? '\r' : '\t');
      }
  return g_string_free (text, FALSE);
}

/* Writes all names below one root, called more often after and some of them slower, to "before.cct" and "after.cct". */
static void
write_names (void)
{
  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (GString) text =
          g_string_new ("cct 1\nmetric\ttime\tms\nfunction\tmain\n0\t1\t1\t10\n");

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        g_string_append_printf (text, "function\t%s\t%s\t%s\t7\n1\t%u\t%u\t%u\n", names[i],
                                names[i], names[i], i + 2, side + 1, side == 0 ? 10 : 13 + 5 * i);
      g_string_append_printf (text, "end\t%u\n", (guint) G_N_ELEMENTS (names) + 1);
      write_file (side == 0 ? "before.cct" : "after.cct", text->str, (gssize) text->len);
    }
}

/* Checks for control characters other than line feeds and for characters that change the
 * direction. */
static void
assert_harmless (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if ((c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f)
          || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
        g_error ("U+%04X reaches the terminal", c);
    }
}

TEST ("/names/38-terminal")
{
  g_autoptr (Run) compare = NULL, info = NULL, missing = NULL, folded = NULL;
  g_autoptr (Table) table = NULL;

  write_names ();
  compare = cyan ("compare", "before.cct", "after.cct", "--top", "100", NULL);
  assert_fine (compare);
  assert_harmless (compare->out);
  g_assert_nonnull (strstr (compare->out, "%s%n%1000000d"));
  g_assert_nonnull (strstr (compare->out, "</title><script>"));
  g_assert_nonnull (strstr (compare->out, "(no name)"));

  /* Names of files, metrics and meta data are foreign, too. */
  write_file ("meta.cct",
              "cct 1\nmeta\tversion\t\x1b[31m\nmeta\t\x1b[1m\tx\nmetric\t\x1b[2m\t\x1b[3m\n"
              "function\ta\n0\t1\t1\t1\nend\t1\n",
              -1);
  info = cyan ("info", "meta.cct", NULL);
  assert_fine (info);
  assert_harmless (info->out);
  folded = cyan ("compare", "meta.cct", "meta.cct", NULL);
  assert_fine (folded);
  assert_harmless (folded->out);
  table = compare_csv ("meta.cct", "meta.cct", NULL);
  g_assert_cmpstr (table->comment, ==, "unit: \\x1b[3m");
  missing = cyan ("info", "no\nsuch\x1b[31m\xe2\x80\xae\xff.cct", NULL);
  assert_fails (missing, "no\\x0asuch\\x1b*: No such file or directory");
  assert_harmless (missing->err);
}

/* Whether the CSV cell of @name must be quoted. */
static gboolean
needs_quote (const char *name)
{
  g_autofree char *trimmed = g_strchug (g_strdup (name));
  const char *line = strchr (name, '\n');

  return strchr ("=+-@\t\r", *name) != NULL
         || (*trimmed != '\0' && strchr ("=+-@", *trimmed) != NULL)
         || (line != NULL && strchr ("=+-@", line[1]) != NULL);
}

/* The expected content of the cell for @name: without control characters except blanks and line
 * breaks. */
static char *
harmless (const char *name)
{
  g_autoptr (GString) text = g_string_new (needs_quote (name) ? "'" : "");

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == 0x1b || c == 7 || c == 0x9b)
        g_string_append_printf (text, "\\x%02x", c);
      else if (c == 0x200b || c == 0x202e || c == 0x2066)
        g_string_append (text, "\xef\xbf\xbd");
      else
        g_string_append_unichar (text, c);
    }
  return g_strdup (text->str);
}

TEST ("/names/39-csv")
{
  g_autoptr (Table) table = NULL, raw = NULL;

  write_names ();
  table = compare_csv ("before.cct", "after.cct", NULL);
  raw = compare_csv ("--raw-cells", "before.cct", "after.cct", NULL);
  g_assert_cmpuint (table->rows->len, ==, G_N_ELEMENTS (names) + 2);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      static const char *const columns[] = { "name", "module", "file" };
      g_autofree char *name = unescape (names[i]);
      g_autofree char *safe = harmless (name);

      for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
        {
          g_assert_cmpstr (cell (table, i + 2, columns[column]), ==, safe);
          g_assert_cmpstr (cell (raw, i + 2, columns[column]), ==, name);
        }
      /* Numbers are not treated as formulas: a negative height stays a number. */
      number (table, i + 2, "height");
    }
}

/* JSON holds the names as they are. */
TEST ("/names/36-json")
{
  g_autoptr (Run) run = NULL;
  json_t *json, *nodes;

  write_names ();
  run = cyan ("compare", "--format=json", "before.cct", "after.cct", NULL);
  assert_fine (run);
  json = parse_json (run);
  nodes = json_object_get (json, "nodes");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = unescape (names[i]);

      g_assert_cmpstr (json_string_value (json_object_get (json_array_get (nodes, i + 2), "name")),
                       ==, name);
    }
  json_decref (json);
}

TEST ("/names/37-pictures")
{
  static const char *const forms[] = { "names.svg", "names.png", "names.pdf" };
  g_autoptr (Run) lint = NULL, scripts = NULL;
  g_autofree char *svg = NULL;

  write_names ();
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (Run) run =
          cyan ("render", "before.cct", "after.cct", "--open", "all", "-o", forms[i], NULL);

      assert_fine (run);
    }
  lint = run_program ("xmllint", "--noout", "--nonet", "names.svg", NULL);
  assert_fine (lint);
  scripts = run_program ("xmllint", "--nonet", "--xpath",
                         "count(//*[local-name()='script' or local-name()='foreignObject' or "
                         "local-name()='b'] | //@*[starts-with(local-name(), 'on') or "
                         "(local-name()='href' and not(starts-with(., '#')))])",
                         "names.svg", NULL);
  assert_fine (scripts);
  g_assert_cmpstr (g_strstrip (scripts->out), ==, "0");
  svg = read_file ("names.svg", NULL);
  g_assert_nonnull (strstr (svg, "&lt;b&gt;bold&lt;/b&gt;"));
}

/* A name of 100,000 characters is cut when read, and again when drawn. */
TEST ("/names/30-long")
{
  g_autofree char *name = g_strnfill (100000, 'x');
  g_autofree char *stacks = g_strconcat ("main;", name, " 9\nmain 1\n", NULL);
  g_autofree char *svg = NULL;
  g_autoptr (Run) text = NULL, render = NULL, lint = NULL;
  g_autoptr (Table) table = NULL;

  write_file ("long.folded", stacks, -1);
  write_file ("short.folded", "main 1\n", -1);
  text = cyan ("compare", "short.folded", "long.folded", NULL);
  assert_fine (text);
  g_assert_cmpuint (text->out_length, <, 10000);
  table = compare_csv ("short.folded", "long.folded", NULL);
  g_assert_cmpuint (strlen (cell (table, 2, "name")), <=, 65536 + 32);
  render = cyan ("render", "short.folded", "long.folded", "--open=all", "-o", "long.svg", NULL);
  g_assert_cmpint (render->status, ==, 0);
  lint = run_program ("xmllint", "--noout", "--nonet", "long.svg", NULL);
  assert_fine (lint);
  svg = read_file ("long.svg", NULL);
  g_assert_cmpuint (strlen (svg), <, 20000);
}

/* A mangled name that would be demangled to megabytes stays mangled or is cut, without delay. */
TEST ("/names/31-mangled")
{
  g_autoptr (GString) name = g_string_new ("_Z1f");
  g_autofree char *stacks = NULL;
  g_autoptr (Run) run = NULL;
  gint64 start = test_cpu_time ();

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (name, "St4pairIS_S_E");
  stacks = g_strdup_printf ("main;%s 3\nmain;_RNvB_1a 4\nmain;_ZN 5\n", name->str);
  write_file ("mangled.folded", stacks, -1);
  run = cyan ("compare", "mangled.folded", "mangled.folded", "--format=csv", NULL);
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpuint (run->out_length, <, 100000);
  g_assert_cmpint (test_cpu_time () - start, <, 5 * G_USEC_PER_SEC);
}

TESTS ()
{
  cli_test_init ();
}
