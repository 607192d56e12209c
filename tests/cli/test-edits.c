/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan explain --edits`: what is concluded of real recordings, and how a person refuses it. */
#include "cli-fixture.h"
#include "tests.h"

#include <string.h>

#define BEFORE                                                                                     \
  "main;run 10\nmain;run;load 40\nmain;run;old;a 30\nmain;run;old;b 20\nmain;run;old;c 10\n"
#define AFTER                                                                                      \
  "main;run 10\nmain;run;guard;load 40\nmain;run;new;a 30\nmain;run;new;b 20\nmain;run;new;c 10\n"

/* Two recordings of calls, the way folded stacks write them. */
static void
write_recordings (void)
{
  write_file ("before.folded", BEFORE, -1);
  write_file ("after.folded", AFTER, -1);
}

TEST ("/cli/edits/text")
{
  g_autoptr (Run) run = NULL, compared = NULL, short_list = NULL;

  write_recordings ();
  run = cyan ("explain", "--edits", "before.folded", "after.folded", NULL);
  assert_fine (run);
  assert_matches (run->out, "before to after: *\n"
                            "functions: 1 renamed, 1 new wrapper\n"
                            "\nrenamed\n"
                            "    54.5 %  old is probably new now (in 1 context)\n"
                            "\nwrapped\n"
                            "    36.4 %  load is wrapped by guard (in 1 context)\n"
                            "\nTo refuse one, add its line to a rename file: not: old => new\n");
  compared = cyan ("compare", "before.folded", "after.folded", NULL);
  assert_fine (compared);
  assert_matches (compared->out,
                  "*\nfunctions: 1 renamed, 1 new wrapper; cyan explain --edits lists "
                  "them\n*");
  short_list = cyan ("explain", "--edits", "--top=0", "before.folded", "after.folded", NULL);
  assert_matches (short_list->out, "*\nwrapped\n            ... and 1 more\n*");
}

TEST ("/cli/edits/rows")
{
  g_autoptr (Run) run = NULL, csv = NULL;
  g_autoptr (Table) table = NULL;
  g_autofree char *path = root_path ("docs/explain.md");
  g_autofree char *document = read_file (path, NULL);
  json_t *json, *edits, *edit;

  write_recordings ();
  run = cyan ("explain", "--edits", "--format=json", "--top=0", "before.folded", "after.folded",
              NULL);
  assert_fine (run);
  json = parse_json (run);
  edits = json_object_get (json, "edits");
  g_assert_cmpuint (json_array_size (edits), ==, 2);
  edit = json_array_get (edits, 1);
  g_assert_cmpstr (json_string_value (json_object_get (edit, "kind")), ==, "wrapped");
  g_assert_true (json_is_null (json_object_get (edit, "before")));
  g_assert_cmpstr (json_string_value (json_object_get (edit, "other")), ==, "load");
  g_assert_cmpint (json_integer_value (json_object_get (edit, "others")), ==, 1);
  json_decref (json);

  csv = cyan ("explain", "--edits", "--format=csv", "before.folded", "after.folded", NULL);
  assert_fine (csv);
  table = table_parse (csv->out, csv->out_length);
  g_assert_cmpuint (table->rows->len, ==, 2);
  g_assert_cmpstr (cell (table, 0, "before"), ==, "old");
  g_assert_cmpstr (cell (table, 0, "after"), ==, "new");
  g_assert_cmpstr (cell (table, 0, "reason"), ==, "contexts");
  g_assert_cmpstr (cell (table, 0, "refuse"), ==, "not: old => new");
  g_assert_cmpstr (cell (table, 1, "refuse"), ==, "not: => guard");
  g_assert_cmpfloat (number (table, 1, "share"), ==, 40.0 / 110);
  for (guint i = 0; table->columns[i] != NULL; i++)
    {
      g_autofree char *row = g_strdup_printf ("\n| `%s` | ", table->columns[i]);

      g_assert_nonnull (strstr (document, row));
    }
}

/* Two sampled runs of one version differ by chance, which is no edit. */
TEST ("/cli/edits/chance")
{
  static const char *const runs[][2] = {
    { "jq-a1.perf.folded.gz", "jq-a2.perf.folded.gz" },
    { "gomarkdown-a1.pprof.folded.gz", "gomarkdown-a2.pprof.folded.gz" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *before = data_path (runs[i][0]), *after = data_path (runs[i][1]);
      g_autoptr (Run) run = cyan ("explain", "--edits", before, after, NULL);

      assert_fine (run);
      assert_matches (run->out, "*\nNo function was renamed, replaced, wrapped or inlined.\n");
    }
}

/* Each context has too few samples to prove anything, but all together have enough. */
TEST ("/cli/edits/rare")
{
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  g_autoptr (Run) run = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_string_append_printf (before, "main;caller%u;load 2\n", i);
      g_string_append_printf (after, "main;caller%u;guard;load 2\n", i);
    }
  write_file ("rare-before.folded", before->str, -1);
  write_file ("rare-after.folded", after->str, -1);
  run = cyan ("explain", "--edits", "rare-before.folded", "rare-after.folded", NULL);
  assert_fine (run);
  assert_matches (run->out, "*\n     100 %  load is wrapped by guard (in 20 contexts)\n*");
}

static void
write_source (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, "run.c", NULL);
  g_autofree char *text = g_strdup_printf ("int\n%s (int n)\n{\n  int sum = 0;\n\n"
                                           "  for (int i = 0; i < n; i++)\n"
                                           "    sum += a (i) + b (i) * c (i);\n"
                                           "  return sum;\n}\n",
                                           name);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  write_file (path, text, -1);
}

/* The sources of both sides say so, too. */
TEST ("/cli/edits/sources")
{
  g_autoptr (Run) run = NULL;

  write_recordings ();
  write_source ("source-before", "old");
  write_source ("source-after", "new");
  run = cyan ("explain", "--edits", "--source-before=source-before", "--source-after=source-after",
              "before.folded", "after.folded", NULL);
  assert_fine (run);
  assert_matches (run->out, "*\n    54.5 %  old is now new (in 1 context; by its source)\n*");
}

/* A line a person adds is followed, in the list and in the tree. */
TEST ("/cli/edits/claims")
{
  static const char *const methods[] = { "context", "path", "common-tree" };
  g_autoptr (Table) refused = NULL, same = NULL;

  write_recordings ();
  write_file ("claims.txt", "not: old => new\n", -1);
  refused = compare_csv ("--rename-file=claims.txt", "before.folded", "after.folded", NULL);
  g_assert_cmpuint (count_rows (refused, "status", "renamed"), ==, 0);
  g_assert_cmpstr (cell (refused, row_of (refused, "old"), "status"), ==, "removed");
  g_assert_cmpstr (cell (refused, row_of (refused, "new"), "status"), ==, "added");

  write_file ("claims.txt", "same: load => guard\n", -1);
  same = compare_csv ("--rename-file=claims.txt", "before.folded", "after.folded", NULL);
  g_assert_cmpstr (cell (same, row_of (same, "guard"), "status"), ==, "renamed");
  g_assert_cmpstr (cell (same, row_of (same, "guard"), "old_name"), ==, "load");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (Run) run =
          cyan ("explain", "--edits", "--match", methods[i], "--rename-file=claims.txt",
                "before.folded", "after.folded", NULL);

      assert_matches (run->out, "*  load is now guard (in 1 context; as you said)\n*");
    }
}

static Table *
list_edits (const char *before, const char *after, const char *claims)
{
  g_autoptr (Run) run = NULL;

  write_file ("claims.txt", claims, -1);
  run =
      cyan ("explain", "--edits", "--format=csv", "--rename-file=claims.txt", before, after, NULL);
  g_assert_cmpint (run->status, ==, 0);
  return table_parse (run->out, run->out_length);
}

/* Real recordings: each conclusion goes if its line is in the file, and no others remain if all that
 * come up are refused. */
static void
test_refused (gconstpointer data)
{
  const char *program = data;
  g_autofree char *a = g_strconcat (program, "-a.cct.tsv.gz", NULL);
  g_autofree char *b = g_strconcat (program, "-b.cct.tsv.gz", NULL);
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (Table) edits = NULL;

  convert_recording (a, "real-before.cct");
  convert_recording (b, "real-after.cct");
  edits = list_edits ("real-before.cct", "real-after.cct", "# nothing\n");
  g_assert_cmpuint (edits->rows->len, >, 0);
  for (guint i = 0; i < edits->rows->len; i++)
    {
      const char *line = cell (edits, i, "refuse");
      g_autoptr (Table) rest = list_edits ("real-before.cct", "real-after.cct", line);

      for (guint k = 0; k < rest->rows->len; k++)
        g_assert_cmpstr (cell (rest, k, "refuse"), !=, line);
    }
  for (guint round = 0; edits->rows->len > 0; round++)
    {
      g_assert_cmpuint (round, <, 10);
      for (guint i = 0; i < edits->rows->len; i++)
        g_string_append_printf (all, "%s\n", cell (edits, i, "refuse"));
      table_free (edits);
      edits = list_edits ("real-before.cct", "real-after.cct", all->str);
    }
}

/* Names are not trusted. */
TEST ("/cli/edits/hostile")
{
  g_autoptr (Run) run = NULL;

  write_file ("hostile-before.folded", "main;a 30\nmain;b 20\n", -1);
  write_file ("hostile-after.folded", "main;=\x1b[2J => x;a 30\nmain;=\x1b[2J => x;b 20\n", -1);
  run = cyan ("explain", "--edits", "hostile-before.folded", "hostile-after.folded", NULL);
  assert_fine (run);
  g_assert_null (strchr (run->out, '\x1b'));
  g_assert_nonnull (strstr (run->out, "a and 1 other are wrapped by = [2J => x (in 1 context)\n"));
  g_assert_null (strstr (run->out, "To refuse"));
}

TEST ("/cli/edits/errors")
{
  static const char *const options[] = { "--nodes=3", "--weight=calls", "--overlap=90%",
                                         "--baseline=after.folded" };
  static const struct
  {
    const char *line;
    const char *message;
  } lines[] = {
    { "same: old =>", "claims.txt:2: expected same: OLD => NEW" },
    { "not: old", "claims.txt:2: expected not: OLD => NEW, not: OLD => or not: => NEW" },
  };

  write_recordings ();
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (Run) run =
          cyan ("explain", "--edits", options[i], "before.folded", "after.folded", NULL);

      assert_fails (run, "--edits and --* do not go together");
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = g_strconcat ("same: old => new\n", lines[i].line, "\n", NULL);
      g_autoptr (Run) run = NULL;

      write_file ("claims.txt", text, -1);
      run = cyan ("explain", "--edits", "--rename-file=claims.txt", "before.folded", "after.folded",
                  NULL);
      assert_fails (run, lines[i].message);
    }
}

TESTS ()
{
  cli_test_init ();
  g_test_add_data_func ("/cli/edits/refused/jq", "jq", test_refused);
  g_test_add_data_func ("/cli/edits/refused/lua", "lua", test_refused);
}
