/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history` and its sub-commands, as somebody uses them. */
#include "cli-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define ADD "history", "add"

TEST ("/history/add")
{
  g_autoptr (Run) first = NULL, second = NULL, again = NULL, text = NULL;
  g_autofree char *before = NULL, *after = NULL;
  gsize n_before, n_after;

  write_good_profiles ();
  first = cyan (ADD, "add.db", "good.folded", "--revision", "r1", "--benchmark", "xml", "--machine",
                "box", "--value", "wall=1.2s", "--create", NULL);
  assert_fine (first);
  g_assert_cmpstr (first->out, ==, "");
  second = cyan (ADD, "add.db", "other.folded", "good.folded", "good.folded", "-r", "r2",
                 "--parent=r1", "-b", "xml", "--machine", "box", NULL);
  assert_fine (second);
  text = cyan ("history", "add.db", NULL);
  assert_fine (text);
  assert_matches (text->out, "add.db: 1 project, 1 machine, 2 revisions, 4 runs\n"
                             "*B, of them *B in 2 profiles\n"
                             "\n"
                             "project  benchmark  machine  revisions    runs  failed\n"
                             "main     xml        box              2       4       0\n");

  /* Once more changes nothing. */
  before = read_file ("add.db", &n_before);
  again = cyan (ADD, "add.db", "other.folded", "good.folded", "good.folded", "-r", "r2",
                "--parent=r1", "-b", "xml", "--machine", "box", NULL);
  g_assert_cmpint (again->status, ==, 0);
  assert_matches (again->err, "cyan: note: 3 of 3 runs are in the store already\n");
  after = read_file ("add.db", &n_after);
  g_assert_cmpmem (after, n_after, before, n_before);
  g_assert_false (file_exists ("add.db-wal"));
}

TEST ("/history/forms")
{
  g_autoptr (Run) add = NULL, json = NULL, csv = NULL;
  g_autoptr (Table) table = NULL;
  json_t *root, *series;

  write_good_profiles ();
  add = cyan (ADD, "forms.db", "good.folded", "-r", "r1", "-b", "=1+1", "-p", "a \"b\"", "--create",
              NULL);
  assert_fine (add);
  json = cyan ("history", "forms.db", "--format", "json", NULL);
  assert_fine (json);
  root = parse_json (json);
  g_assert_cmpint (json_integer_value (json_object_get (root, "runs")), ==, 1);
  g_assert_cmpint (json_integer_value (json_object_get (root, "profiles")), ==, 1);
  g_assert_cmpint (json_array_size (json_object_get (root, "failures")), ==, 0);
  series = json_array_get (json_object_get (root, "series"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (series, "project")), ==, "a \"b\"");
  g_assert_cmpstr (json_string_value (json_object_get (series, "benchmark")), ==, "=1+1");
  g_assert_cmpuint (strlen (json_string_value (json_object_get (series, "machine"))), >, 10);
  json_decref (root);
  csv = cyan ("history", "forms.db", "--format", "csv", "-o", "out.csv", NULL);
  assert_fine (csv);
  {
    gsize length;
    g_autofree char *bytes = read_file ("out.csv", &length);

    table = table_parse (bytes, length);
  }
  g_assert_cmpstr (table->comment, ==, "store forms.db");
  g_assert_cmpuint (table->rows->len, ==, 1);
  /* A spreadsheet must not compute it. */
  g_assert_cmpstr (cell (table, 0, "benchmark"), ==, "'=1+1");
  g_assert_cmpfloat (number (table, 0, "runs"), ==, 1);
}

/* A run may be numbers alone. */
TEST ("/history/values")
{
  static const char *const bad[] = { "wall",        "wall=",     "=1s",        "wall=s",
                                     "wall=1.2.3s", "wall=infs", "wall=0x10s", "wall=1e999s" };
  g_autoptr (Run) add = NULL, json = NULL, twice = NULL, none = NULL;
  json_t *root;

  add = cyan (ADD, "values.db", "-r", "r", "-b", "b", "--value=wall=1.5e-3s", "--value=rss=12bytes",
              "--value=n=3", "--create", NULL);
  assert_fine (add);
  json = cyan ("history", "values.db", "-f", "json", NULL);
  root = parse_json (json);
  g_assert_cmpint (json_integer_value (json_object_get (root, "runs")), ==, 1);
  g_assert_cmpint (json_integer_value (json_object_get (root, "profiles")), ==, 0);
  json_decref (root);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (Run) run = cyan (ADD, "values.db", "-r", "r", "-b", "b", "--value", bad[i], NULL);

      assert_fails (run, "--value: \"*\" is not like wall=1.2s");
    }
  twice = cyan (ADD, "values.db", "-r", "r", "-b", "b", "--value=a=1s", "--value=a=2s", NULL);
  assert_fails (twice, "two values of a in s");
  none = cyan (ADD, "values.db", "-r", "r", "-b", "b", NULL);
  assert_fails (none, "history add needs a profile, or --value");
}

TEST ("/history/refused")
{
  g_autoptr (Run) missing = NULL, nothing = NULL, empty = NULL, text = NULL, revision = NULL,
                  bad = NULL, many = NULL, add = NULL, partly = NULL, history = NULL;

  write_good_profiles ();
  write_file ("empty.db", "", 0);
  write_file ("bad.folded", "no profile", -1);
  missing = cyan ("history", "refused.db", NULL);
  assert_fails (missing, "refused.db: No such file or directory");
  nothing = cyan (ADD, "refused.db", "good.folded", "-r", "r", "-b", "b", NULL);
  assert_fails (nothing, "refused.db: No such file or directory");
  empty = cyan (ADD, "empty.db", "good.folded", "-r", "r", "-b", "b", NULL);
  assert_fails (empty, "empty.db: an empty file, not a store");
  text = cyan ("history", "good.folded", NULL);
  assert_fails (text, "good.folded: not an SQLite file");
  revision = cyan (ADD, "refused.db", "good.folded", "-b", "b", "--create", NULL);
  assert_fails (revision, "history add needs --revision and --benchmark");
  bad =
      cyan (ADD, "refused.db", "good.folded", "bad.folded", "-r", "r", "-b", "b", "--create", NULL);
  assert_fails (bad, "bad.folded: *");
  many = cyan (ADD, "refused.db", "good.folded", "other.folded", "-r", "r", "-b", "b",
               "--value=a=1", "--create", NULL);
  assert_fails (many, "--value is of one run, not of 2");
  g_assert_false (file_exists ("refused.db"));

  /* Of several runs all are stored, or none. */
  add = cyan (ADD, "refused.db", "good.folded", "-r", "r", "-b", "b", "--create", NULL);
  assert_fine (add);
  partly = cyan (ADD, "refused.db", "other.folded", "bad.folded", "-r", "r2", "-b", "b", NULL);
  assert_fails (partly, "bad.folded: *");
  history = cyan ("history", "refused.db", NULL);
  assert_matches (history->out, "refused.db: 1 project, 1 machine, 1 revision, 1 run\n*");
}

/* ---- repositories ---- */

/* A revision is found with its parents; the same one by another name is the same run. */
TEST ("/history/repository")
{
  g_autofree char *repository = git_new (), *head = NULL, *folder = g_get_current_dir ();
  g_autofree char *store = g_build_filename (folder, "repo.db", NULL);
  g_autofree char *profile = g_build_filename (folder, "good.folded", NULL);
  g_autoptr (Run) first = NULL, again = NULL, later = NULL, json = NULL, both = NULL, wrong = NULL,
                  named = NULL, sums = NULL, inside = NULL, unknown = NULL;

  write_good_profiles ();
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      tree_write (repository, "a", text, -1);
      g_free (head);
      head = git_commit_all (repository, "A \"commit\"");
    }
  first = cyan (ADD, "repo.db", "good.folded", "-r", "HEAD~1", "-b", "b", "--repo", repository,
                "--create", NULL);
  assert_fine (first);
  again =
      cyan (ADD, "repo.db", "good.folded", "-r", "HEAD^", "-b", "b", "--repo", repository, NULL);
  g_assert_cmpstr (again->err, ==, "cyan: note: 1 of 1 runs are in the store already\n");
  later = cyan (ADD, "repo.db", "good.folded", "-r", head, "-b", "b", "--repo", repository, NULL);
  assert_fine (later);
  json = cyan ("history", "evolution", "repo.db", "-f", "json", NULL);
  g_assert_cmpint (json->status, ==, 0);
  g_assert_nonnull (strstr (json->out, head));
  sums = cyan ("history", "repo.db", NULL);
  assert_matches (sums->out, "repo.db: 1 project, 1 machine, 3 revisions, 2 runs\n*");
  both = cyan (ADD, "repo.db", "good.folded", "-r", "HEAD", "-b", "b", "--repo", repository,
               "--parent", "x", NULL);
  assert_fails (both, "--parent and --repo exclude each other");
  wrong =
      cyan (ADD, "repo.db", "good.folded", "-r", "nothing", "-b", "b", "--repo", repository, NULL);
  assert_fails (wrong, "*nothing*");
  named = cyan (ADD, "repo.db", "good.folded", "-r", "v1", "-b", "b", NULL);
  assert_fine (named);

  /* The same in the repository itself. */
  g_assert_cmpint (g_chdir (repository), ==, 0);
  inside = cyan (ADD, store, profile, "-r", "HEAD", "-b", "b", NULL);
  unknown = cyan (ADD, store, profile, "-r", "v2", "-b", "b", NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_assert_cmpstr (inside->err, ==, "cyan: note: 1 of 1 runs are in the store already\n");
  g_assert_cmpint (unknown->status, ==, 0);
  assert_matches (unknown->err, "cyan: note: *v2*; the revision is only a name\n");
  tree_free (g_steal_pointer (&repository));
}

/* ---- notes ---- */

TEST ("/history/mark")
{
  g_autoptr (Run) add = NULL, all = NULL, one = NULL, text = NULL, json = NULL;
  json_t *root, *notes;

  write_good_profiles ();
  add = cyan (ADD, "mark.db", "good.folded", "-r", "r1abc", "-b", "xml", "--create", NULL);
  assert_fine (add);
  all = cyan ("history", "mark", "mark.db", "a \"new\" compiler", "-r", "r1", NULL);
  assert_fine (all);
  g_assert_cmpstr (all->out, ==, "");
  one = cyan ("history", "mark", "mark.db", "--revision=r1abc", "-b", "xml", "other input", NULL);
  assert_fine (one);
  text = cyan ("history", "mark.db", NULL);
  assert_fine (text);
  assert_matches (text->out, "*\n"
                             "note on r1abc: a \"new\" compiler\n"
                             "note on r1abc, xml: other input\n");
  json = cyan ("history", "mark.db", "-f", "json", NULL);
  assert_fine (json);
  root = parse_json (json);
  notes = json_object_get (root, "notes");
  g_assert_cmpuint (json_array_size (notes), ==, 2);
  g_assert_cmpstr (json_string_value (json_object_get (json_array_get (notes, 1), "benchmark")), ==,
                   "xml");
  g_assert_cmpfloat (json_number_value (json_object_get (json_array_get (notes, 0), "made")), >,
                     1.6e9);
  json_decref (root);
}

TEST ("/history/mark-refused")
{
  g_autoptr (Run) first = NULL, second = NULL, third = NULL, none = NULL, other = NULL,
                  several = NULL, benchmark = NULL, project = NULL, text = NULL, exact = NULL,
                  named = NULL;

  write_good_profiles ();
  first = cyan (ADD, "no-mark.db", "good.folded", "-r", "r11", "-b", "xml", "--create", NULL);
  assert_fine (first);
  second = cyan (ADD, "no-mark.db", "good.folded", "-r", "r12", "-b", "xml", NULL);
  assert_fine (second);
  none = cyan ("history", "mark", "no-mark.db", "text", NULL);
  assert_fails (none, "history mark needs a store, a text and --revision");
  other = cyan ("history", "mark", "no-mark.db", "text", "-r", "x", NULL);
  assert_fails (other, "no-mark.db: no branch or revision \"x\"");
  several = cyan ("history", "mark", "no-mark.db", "text", "-r", "r1", NULL);
  assert_fails (several, "no-mark.db: several revisions begin with \"r1\"");
  /* A whole name is not only the beginning of others. */
  exact = cyan (ADD, "no-mark.db", "good.folded", "-r", "r1", "--parent=r12", "-b", "xml", NULL);
  assert_fine (exact);
  named = cyan ("history", "mark", "no-mark.db", "text", "-r", "r1", NULL);
  assert_fine (named);
  benchmark = cyan ("history", "mark", "no-mark.db", "text", "-r", "r11", "-b", "x", NULL);
  assert_fails (benchmark, "no-mark.db: no such benchmark: \"x\" (there are: xml)");
  third = cyan (ADD, "no-mark.db", "good.folded", "-r", "r", "-b", "b", "-p", "second", NULL);
  assert_fine (third);
  project = cyan ("history", "mark", "no-mark.db", "text", "-r", "r11", NULL);
  assert_fails (project, "no-mark.db: several projects: main, second; --project chooses one");
  text = cyan ("history", "mark", "no-mark.db", "text", "-r", "r11", "-p", "main", NULL);
  assert_fine (text);
}

/* ---- damage ---- */

TEST ("/history/check")
{
  g_autoptr (Run) add = NULL, fine = NULL, full = NULL, damaged = NULL, repair = NULL, saved = NULL,
                  again = NULL, text = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  write_good_profiles ();
  add =
      cyan (ADD, "check.db", "good.folded", "other.folded", "-r", "r", "-b", "b", "--create", NULL);
  assert_fine (add);
  fine = cyan ("history", "check", "check.db", NULL);
  assert_fine (fine);
  full = cyan ("history", "check", "check.db", "--full", NULL);
  assert_fine (full);
  bytes = read_file ("check.db", &length);
  write_file ("check.db", bytes, (gssize) length - 4096);
  damaged = cyan ("history", "check", "check.db", NULL);
  g_assert_cmpint (damaged->status, ==, 2);
  assert_matches (damaged->err, "cyan: check.db: damaged: *\n"
                                "cyan: note: \"cyan history check --repair NEW\" saves *\n");
  repair = cyan ("history", "check", "check.db", "--repair", "saved.db", NULL);
  assert_fine (repair);
  assert_matches (repair->out, "     saved      lost\n         1         0  projects\n*"
                               "         2         0  runs\n*");
  saved = cyan ("history", "check", "saved.db", "--full", NULL);
  assert_fine (saved);
  again = cyan ("history", "check", "check.db", "--repair", "saved.db", NULL);
  assert_fails (again, "saved.db: File exists");
  text = cyan ("history", "check", "good.folded", "--repair", "none.db", NULL);
  assert_fails (text, "good.folded: not an SQLite file");
  g_assert_false (file_exists ("none.db"));
}

/* ---- room ---- */

TEST ("/history/prune")
{
  g_autoptr (Run) add = NULL, dry = NULL, all = NULL, marked = NULL, mark = NULL, wrong = NULL;

  write_good_profiles ();
  add = cyan (ADD, "prune.db", "good.folded", "-r", "r1", "-b", "b", "--create", NULL);
  assert_fine (add);
  dry = cyan ("history", "prune", "prune.db", "--dry-run", "--keep=0", NULL);
  assert_fine (dry);
  assert_matches (dry->out, "1 profile, *B of r1\n1 profile, *B in all\n");
  mark = cyan ("history", "mark", "prune.db", "keep it", "-r", "r1", NULL);
  assert_fine (mark);
  marked = cyan ("history", "prune", "prune.db", "--keep=0", NULL);
  assert_fine (marked);
  assert_matches (marked->out, "0 profiles, 0* in all\n");
  all = cyan ("history", "prune", "prune.db", NULL);
  assert_fine (all);
  wrong = cyan ("history", "prune", "prune.db", "--keep=-1", NULL);
  assert_fails (wrong, "--keep: \"-1\" is not a number from 0 to *");
}

/* ---- copies ---- */

/* Both have the same series; the lines before have names and sizes. */
static void
assert_same_store (const char *path, const char *other)
{
  g_autoptr (Run) first = cyan ("history", path, NULL), second = cyan ("history", other, NULL);

  assert_fine (first);
  assert_fine (second);
  g_assert_cmpstr (strstr (first->out, "\n\n"), ==, strstr (second->out, "\n\n"));
}

TEST ("/history/copies")
{
  g_autoptr (Run) first = NULL, second = NULL, copy = NULL, other = NULL, again = NULL;

  write_good_profiles ();
  first = cyan (ADD, "ci-1.db", "good.folded", "-r", "r1", "-b", "xml", "--machine", "one",
                "--create", NULL);
  assert_fine (first);
  second = cyan (ADD, "ci-2.db", "other.folded", "good.folded", "-r", "r1", "-b", "xml",
                 "--machine", "two", "--create", NULL);
  assert_fine (second);
  copy = cyan ("history", "copy", "ci-1.db", "team.db", NULL);
  g_assert_cmpint (copy->status, ==, 0);
  g_assert_cmpstr (copy->err, ==, "cyan: note: ci-1.db: 1 of 1 runs were new\n");
  assert_same_store ("ci-1.db", "team.db");
  other = cyan ("history", "copy", "ci-2.db", "team.db", NULL);
  g_assert_cmpstr (other->err, ==, "cyan: note: ci-2.db: 2 of 2 runs were new\n");
  again = cyan ("history", "copy", "ci-2.db", "team.db", NULL);
  g_assert_cmpstr (again->err, ==, "cyan: note: ci-2.db: 0 of 2 runs were new\n");
}

TEST ("/history/copies-refused")
{
  g_autoptr (Run) one = NULL, missing = NULL, text = NULL, to_text = NULL, folder = NULL,
                  from = NULL;

  write_good_profiles ();
  one = cyan ("history", "copy", "x.db", NULL);
  assert_fails (one, "history copy needs a store, and where to copy it");
  missing = cyan ("history", "copy", "y.db", "x.db", NULL);
  assert_fails (missing, "y.db: No such file or directory");
  text = cyan ("history", "copy", "good.folded", "x.db", NULL);
  assert_fails (text, "good.folded: not an SQLite file");
  g_assert_false (file_exists ("x.db"));
  from = cyan (ADD, "from.db", "good.folded", "-r", "r1", "-b", "b", "--create", NULL);
  assert_fine (from);
  to_text = cyan ("history", "copy", "from.db", "good.folded", NULL);
  assert_fails (to_text, "good.folded: not an SQLite file");
  folder = cyan ("history", "copy", "from.db", ".", NULL);
  assert_fails (folder, ".: a folder of profiles can only be read as a store");
}

/* What a CI job leaves becomes a store. */
TEST ("/history/index")
{
  g_autoptr (Run) folders = run_program ("mkdir", "-p", "perf/xml/box/r1", "perf/xml/box/r2", NULL);
  g_autoptr (Run) first = NULL, second = NULL, none = NULL, index = NULL, text = NULL, add = NULL,
                  check = NULL, repair = NULL, compare = NULL;

  write_good_profiles ();
  assert_fine (folders);
  first = cyan ("convert", "good.folded", "-o", "perf/xml/box/r1/0.pb.gz", NULL);
  assert_fine (first);
  second = cyan ("convert", "other.folded", "-o", "perf/xml/box/r2/0.pb.gz", NULL);
  assert_fine (second);
  write_file ("perf/xml/box/r2/0.json", "{\"parent\": \"r1\"}", -1);
  none = cyan ("history", "perf", NULL);
  assert_fails (none, "perf/index.json: No such file or directory");
  index = cyan ("history", "index", "perf", "-p", "prog", NULL);
  g_assert_cmpint (index->status, ==, 0);
  g_assert_cmpstr (index->err, ==, "cyan: note: perf: 2 runs\n");
  text = cyan ("history", "perf", NULL);
  assert_fine (text);
  assert_matches (text->out, "perf: 1 project, 1 machine, 2 revisions, 2 runs\n*"
                             "prog     xml        box              2       2       0\n");
  check = cyan ("history", "check", "perf", "--full", NULL);
  assert_fine (check);
  repair = cyan ("history", "check", "perf", "--repair", "new.db", NULL);
  assert_fails (repair, "perf: only a store in a file can be repaired");
  compare = cyan ("compare", "--store", "perf", "--benchmark", "xml", "r1", "r2", NULL);
  g_assert_cmpint (compare->status, ==, 0);
  assert_matches (compare->out, "r1 to r2: *");

  add = cyan (ADD, "perf", "good.folded", "-r", "r3", "-b", "xml", NULL);
  assert_fails (add, "perf: a folder of profiles can only be read as a store");
  write_file ("perf/xml/box/r2/0.json", "{\"parent\": 1}", -1);
  run_free (index);
  index = cyan ("history", "index", "perf", NULL);
  assert_fails (index, "perf/xml/box/r2/0.json: *");
}

TESTS ()
{
  cli_test_init ();
}
