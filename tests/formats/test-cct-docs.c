/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The documentation of .cct is correct: its example and the output of its exporter can be
 * loaded. */
#include "cyan-format.h"
#include "profile-text.h"
#include "tests.h"

#include <gio/gio.h>
#include <string.h>

static char *
run_exporter (const char *name, const char *text, gsize length, gsize *out_length)
{
  g_autofree char *script =
      g_test_build_filename (G_TEST_DIST, "..", "docs", "examples", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) child =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                        "python3", script, NULL);
  g_autoptr (GBytes) in = g_bytes_new_static (text, length);
  g_autoptr (GBytes) out = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate (child, in, NULL, &out, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (child));
  return g_bytes_unref_to_data (g_steal_pointer (&out), out_length);
}

/* Sets order[n] to the row of the n-th node in preorder.  Rows are numbered from 1, parents
 * first. */
static void
rows_in_preorder (const guint *parent, guint n_rows, guint *order)
{
  guint at = 0, behind = 0, n = 0;

  for (;;)
    {
      guint child = behind + 1;

      while (child <= n_rows && parent[child] != at)
        child++;
      if (child <= n_rows)
        {
          order[++n] = at = child;
          behind = 0;
        }
      else if (at == 0)
        break;
      else
        {
          behind = at;
          at = parent[at];
        }
    }
  g_assert_cmpuint (n, ==, n_rows);
}

/* Runs the exporter of the documentation on a real recording and compares the result with its
 * rows. */
static void
test_exporter (gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", data, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input = cyan_input_open (path, NULL, &error);
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *cct = NULL;
  g_auto (GStrv) rows = NULL;
  const char *tsv;
  gsize length, cct_length;
  guint parent[600] = { 0 }, order[600] = { 0 }, n_rows = 0;
  double sum = 0;

  g_assert_no_error (error);
  g_assert_true (cyan_input_peek (input, 1 << 20, &tsv, &length, &error));
  cct = run_exporter ("tsv2cct.py", tsv, length, &cct_length);
  profile = cyan_profile_load_memory ("x", cct, cct_length, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->warnings->len, ==, 0);

  rows = g_strsplit (tsv, "\n", -1); /* two header lines */
  for (guint i = 1; rows[i + 1] != NULL && g_ascii_isdigit (rows[i + 1][0]); i++)
    {
      const char *tab = strchr (rows[i + 1], '\t');

      g_assert_cmpuint (i, <, G_N_ELEMENTS (parent));
      parent[i] = (guint) g_ascii_strtoull (tab, NULL, 10);
      n_rows = i;
    }
  g_assert_cmpuint (n_rows, ==, strstr (data, "-a.") != NULL ? 515 : 508);
  g_assert_cmpuint (profile->n_nodes, ==, n_rows + 1);
  rows_in_preorder (parent, n_rows, order);

  for (CyanNode node = 1; node <= n_rows; node++)
    {
      g_auto (GStrv) row = g_strsplit (rows[order[node] + 1], "\t", -1);
      const CyanFunction *function = cyan_profile_function (profile, node);
      g_autofree char *place = g_strdup_printf (
          "%s:%u", cyan_strings_get (profile->strings, function->file), function->line);

      g_assert_cmpuint (order[profile->parent[node]], ==, parent[order[node]]);
      g_assert_cmpstr (cyan_profile_name (profile, node), ==, row[2]);
      g_assert_cmpstr (place, ==, row[3]);
      g_assert_cmpuint (profile->calls[node], ==, g_ascii_strtoull (row[4], NULL, 10));
      g_assert_cmpfloat (profile->metrics[0].self[node], ==, g_ascii_strtod (row[5], NULL));
      sum += g_ascii_strtod (row[5], NULL);
    }
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, sum);
}

/* Text of `perf script`: bytes and the number of writes of each stack; a write that failed counts
 * as a call of 0 bytes, and what has no name is left out. */
TEST ("/cct-docs/writes")
{
  static const char text[] =
      "store 10844 [001] 48120.698522: syscalls:sys_exit_pwrite64: 0x200\n"
      "\t           f6483 __libc_pwrite64+0x13 (inlined)\n"
      "\t           aa355 [unknown] (/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6)\n"
      "\t            1227 insert+0x3e (/home/me/store)\n"
      "\t            1379 main+0x15 (/home/me/store)\n"
      "\n"
      "store 10844 [001] 48120.708068: syscalls:sys_exit_pwrite64: 0x1000\n"
      "\t           f6483 __libc_pwrite64+0x13 (inlined)\n"
      "\t            1231 insert+0x48 (/home/me/store)\n"
      "\t            1379 main+0x15 (/home/me/store)\n"
      "\n"
      "store 10844 [001] 48120.709556: syscalls:sys_exit_write: 0xfffffffffffffff7\n"
      "\t           f8350 operator<<(std::ostream&, int)+0x10 (/usr/lib/libc++.so.1)\n"
      "\t            1379 main+0x15 (/home/me/store)\n"
      "\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *cct = NULL;
  g_autofree char *tree = NULL;
  gsize length;

  cct = run_exporter ("writes2cct.py", text, strlen (text), &length);
  profile = cyan_profile_load_memory ("x", cct, length, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->warnings->len, ==, 0);
  g_assert_cmpstr (profile->metrics[0].unit, ==, "bytes");
  tree = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS);
  g_assert_cmpstr (tree, ==,
                   "main:0(insert:0(__libc_pwrite64:4608*2) 'operator<<(std::ostream&, int)':0*1)");
}

/* Loads the example of the documentation, with wide gaps replaced by tabs. */
TEST ("/cct-docs/example")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "cct-format.md", NULL);
  g_autofree char *page = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) gaps = g_regex_new (" {2,}", 0, 0, NULL);
  g_autofree char *example = NULL;
  g_autofree char *text = NULL;
  g_autofree char *tree = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  char *start, *end;

  g_assert_true (g_file_get_contents (path, &page, NULL, &error));
  start = strstr (page, "```\ncct 1\n");
  g_assert_nonnull (start);
  start += strlen ("```\n");
  end = strstr (start, "```");
  example = g_strndup (start, (gsize) (end - start));
  text = g_regex_replace_literal (gaps, example, -1, 0, "\t", 0, &error);
  profile = cyan_profile_load_memory ("x", text, strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->warnings->len, ==, 0);
  tree = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS
                                            | CYAN_PROFILE_TEXT_CALL_SITE);
  g_assert_cmpstr (tree, ==, "main:163284*1(parse:3736*12@81(fwrite:9120*30) fwrite:77@95)");
  g_assert_cmpfloat (profile->metrics[1].total[0], ==, 4672);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "command"), ==, "cmark notes.md");
}

TESTS ()
{
  g_test_add_data_func ("/cct-docs/exporter/a", "cmark-a.cct.tsv.gz", test_exporter);
  g_test_add_data_func ("/cct-docs/exporter/b", "cmark-b.cct.tsv.gz", test_exporter);
}
