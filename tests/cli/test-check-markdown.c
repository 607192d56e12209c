/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of `cyan check` for a pull request: complete, with its picture, and safe for any
 * names. */
#include "check-fixture.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <unistd.h>

TEST ("/check-markdown/page")
{
  g_autofree char *before = demo ("before.json.gz"), *after = demo ("after.json.gz");
  g_autofree char *old = demo ("before"), *new = demo ("after");
  g_autoptr (Run) run = cyan ("check", before, after, "--fail-above", "5%", "--markdown", "a(b).md",
                              "--source-before", old, "--source-after", new, NULL);
  g_autofree char *page = read_file ("a(b).md", NULL);
  g_autofree char *picture = read_file ("a(b).png", NULL);

  g_assert_cmpint (run->status, ==, 1);
  g_assert_true (g_str_has_prefix (page, "### ❌ Performance: +73.0 %, more than the limit of 5.0 "
                                         "%\n"));
  assert_in (page, "\n![Performance evolution blueprint](a%28b%29.png)\n");
  assert_in (page, "<tr><th>start here</th><th>of the run before</th><th>change</th>"
                   "<th>confidence</th><th>why</th></tr>\n"
                   "<tr><td><code>find_entry</code> (<code>index.c:29</code>)</td>");
  g_assert_cmpmem (picture, 4, "\x89PNG", 4);
}

TEST ("/check-markdown/passed")
{
  g_autofree char *before = demo ("before.json.gz"), *after = demo ("after.json.gz");
  g_autoptr (Run) run = check ("--fail-above 5% --markdown passed.md", after, before);
  g_autofree char *page = read_file ("passed.md", NULL);

  g_assert_cmpint (run->status, ==, 0);
  g_assert_true (g_str_has_prefix (
      page, "### ✅ Performance: −42.2 %, within the limit of 5.0 %\n\n<p>Passed: "));
  assert_not_in (page, "<table>");
}

static const char *const hostile[] = {
  "a|b`c",
  "``` | x",
  "@everyone",
  "</code></p><script>alert(1)</script>",
  "[x](http://evil.example)",
  "![x](http://evil.example/a.png)",
  "# head",
  "\\|",
  "<!-- ",
  "&lt;",
  "$`x`$",
  "*b* _i_ ~~s~~",
  "https://evil.example",
  "#12",
  ":tada:",
  "<details>",
  "x\\",
  "someone@evil.example",
};

/* All functions are below main and 10 times as slow after. */
static void
write_hostile (const char *path, guint weight)
{
  g_autoptr (GString) text = g_string_new ("cct 1\nrecording\texact\nmetric\ttime\t@all | `u`\n"
                                           "meta\tversion\t<b>@v</b> `1`\nfunction\tmain\n");

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_auto (GStrv) pieces = g_strsplit (hostile[i], "\\", -1);
      g_autofree char *escaped = g_strjoinv ("\\\\", pieces);

      g_string_append_printf (text, "function\t%s\t\t%s\t3\n", escaped, escaped);
    }
  g_string_append (text, "0\t1\t1\t100\n");
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    g_string_append_printf (text, "1\t%u\t1\t%u\n", i + 2, weight * (i + 1));
  g_string_append_printf (text, "end\t%u\n", (guint) G_N_ELEMENTS (hostile) + 1);
  write_file (path, text->str, -1);
}

/* The page without its <code> elements. */
static char *
without_code (const char *page)
{
  GString *rest = g_string_new (NULL);
  const char *at = page, *open;

  while ((open = strstr (at, "<code>")) != NULL)
    {
      const char *close = strstr (open, "</code>");

      g_assert_nonnull (close);
      g_string_append_len (rest, at, open - at);
      at = close + strlen ("</code>");
    }
  g_string_append (rest, at);
  return g_string_free (rest, FALSE);
}

/* Every line with foreign text is part of a well-formed HTML block without empty lines; outside of
 * <code> nothing of that text appears. */
TEST ("/check-markdown/hostile")
{
  static const char *const parts[] = {
    "@", "`", "|", "http", "script", "&lt;", "~", ":tada:", "#1"
  };
  g_autoptr (Run) run = NULL, lint = NULL;
  g_autofree char *page = NULL, *plain = NULL;
  g_autoptr (GString) html = g_string_new ("<div>");
  g_auto (GStrv) lines = NULL;

  write_hostile ("hostile-a.cct", 10);
  write_hostile ("hostile-b.cct", 100);
  run = check ("--fail-above 0.1% --any-node --top 100 --markdown hostile.md", "hostile-a.cct",
               "hostile-b.cct");
  g_assert_cmpint (run->status, ==, 1);
  page = read_file ("hostile.md", NULL);
  lines = g_strsplit (page, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_str_has_prefix (lines[i], "### ❌ Performance: ") || g_str_has_prefix (lines[i], "!["))
        continue;
      g_assert_true (*lines[i] == '\0' || *lines[i] == '<');
      g_string_append (html, lines[i]);
    }
  g_string_append (html, "</div>");
  write_file ("hostile.xml", html->str, -1);
  lint = run_program ("xmllint", "--noout", "--nonet", "hostile.xml", NULL);
  assert_fine (lint);

  plain = without_code (page);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    assert_not_in (plain, parts[i]);
  /* Nothing was dropped. */
  assert_in (page, "<code>a|b`c</code>");
  assert_in (page, "<code>&lt;/code&gt;&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code>");
  assert_in (page, "<code>&lt;b&gt;@v&lt;/b&gt; `1`</code>");
}

/* On terminals no name can move the cursor. */
TEST ("/check-markdown/text-hostile")
{
  g_autoptr (Run) run = NULL;

  write_file ("esc-a.folded", "main;\x1b[2J\xe2\x80\xae 10\n", -1);
  write_file ("esc-b.folded", "main;\x1b[2J\xe2\x80\xae 90\n", -1);
  run = check ("--fail-above 1% --any-node", "esc-a.folded", "esc-b.folded");
  g_assert_cmpint (run->status, ==, 1);
  assert_not_in (run->out, "\x1b");
  assert_not_in (run->out, "\xe2\x80\xae");
}

/* Either both files are written or neither, and no others. */
TEST ("/check-markdown/whole")
{
  g_autoptr (Run) folder = NULL, ending = NULL, nowhere = NULL, picture = NULL;
  g_autofree char *page = NULL;
  guint n;

  write_good_profiles ();
  write_file ("whole.md", "old", -1);
  g_assert_cmpint (g_mkdir ("whole.png", 0700), ==, 0);
  g_assert_cmpint (g_mkdir ("folder.md", 0700), ==, 0);
  n = count_files ();
  picture = check ("--fail-above 5% --markdown whole.md", "good.folded", "other.folded");
  assert_fails (picture, "whole.png: *");
  page = read_file ("whole.md", NULL);
  g_assert_cmpstr (page, ==, "old");
  folder = check ("--fail-above 5% --markdown folder.md", "good.folded", "other.folded");
  assert_fails (folder, "folder.md: *");
  nowhere = check ("--fail-above 5% --markdown no/where.md", "good.folded", "other.folded");
  assert_fails (nowhere, "no/where.png: cannot be written: *");
  ending = check ("--fail-above 5% --markdown page.html", "good.folded", "other.folded");
  assert_fails (ending, "--markdown: \"page.html\" does not end in .md");
  g_assert_cmpuint (count_files (), ==, n);
}

/* A symbolic link stays, and its target is replaced. */
TEST ("/check-markdown/link")
{
  g_autoptr (Run) run = NULL;
  g_autofree char *page = NULL;

  write_good_profiles ();
  write_file ("target.md", "old", -1);
  g_assert_cmpint (symlink ("target.md", "link.md"), ==, 0);
  run = check ("--fail-above 5% --markdown link.md", "good.folded", "other.folded");
  g_assert_cmpint (run->status, ==, 1);
  page = read_file ("target.md", NULL);
  assert_in (page, "(link.png)");
  g_assert_true (g_file_test ("link.md", G_FILE_TEST_IS_SYMLINK));
}

/* A chain of @n functions; the last one takes the time. */
static void
write_chain (const char *path, guint n, guint time)
{
  g_autoptr (GString) text = g_string_new ("cct 1\nrecording\texact\nmetric\ttime\tns\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "function\tf%u\n", i);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u\t%u\t1\t%u\n", i, i + 1, i + 1 == n ? time : 0);
  g_string_append_printf (text, "end\t%u\n", n);
  write_file (path, text->str, -1);
}

/* The sources of a chain of @n functions, which do something else in each @version. */
static void
write_sources (const char *folder, guint n, guint version)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = g_build_filename (folder, "chain.c", NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "int\nf%u (int x)\n{\n  return x + %u;\n}\n\n", i, version);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  write_file (path, text->str, -1);
}

/* Calls in a row fold, so the picture of a deep chain is small. */
TEST ("/check-markdown/deep")
{
  g_autofree char *page = NULL;
  g_autoptr (Run) run = NULL;

  write_chain ("deep-a.cct", 3000, 100);
  write_chain ("deep-b.cct", 3000, 900);
  run = check ("--fail-above 5% --markdown deep.md", "deep-a.cct", "deep-b.cct");
  g_assert_cmpint (run->status, ==, 1);
  page = read_file ("deep.md", NULL);
  assert_in (page, "(deep.png)");
  g_assert_true (file_exists ("deep.png"));
  g_assert_false (file_exists ("deep.svg"));
}

/* A picture too large for PNG is written as SVG: modified functions do not fold. */
TEST ("/check-markdown/large")
{
  g_autofree char *page = NULL;
  g_autoptr (Run) run = NULL;

  write_chain ("large-a.cct", 3000, 100);
  write_chain ("large-b.cct", 3000, 900);
  write_sources ("old", 3000, 1);
  write_sources ("new", 3000, 2);
  run = check ("--fail-above 5% --markdown large.md --source-before old --source-after new",
               "large-a.cct", "large-b.cct");
  g_assert_cmpint (run->status, ==, 1);
  page = read_file ("large.md", NULL);
  assert_in (page, "(large.svg)");
  g_assert_true (file_exists ("large.svg"));
  g_assert_false (file_exists ("large.png"));
}

TESTS ()
{
  cli_test_init ();
}
