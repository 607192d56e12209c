/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare, explain, render and check of two revisions in a store. */
#include "cli-fixture.h"

#include <stdlib.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define ADD "history", "add", "runs.db", "--machine", "box", "--benchmark", "xml"

static char *repository;
static char *commits[2];

/* A run whose function "slow" takes @slow ms. */
static void
write_run (const char *name, guint slow)
{
  g_autofree char *text = g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\tmain\t\ta.c\t1\n"
                                           "function\tslow\t\ta.c\t2\nfunction\tsame\t\ta.c\t3\n"
                                           "0\t1\t1\t10\n1\t2\t1\t%u\n1\t3\t1\t30\nend\t3\n",
                                           slow);

  write_file (name, text, -1);
}

static void
add (const char *revision, const char *parent, const char *first, const char *second)
{
  g_autoptr (Run) run =
      cyan (ADD, "--create", "-r", revision, "--parent", parent, first, second, NULL);

  assert_fine (run);
}

/* Two commits with two runs each, whose first files are named like the headings of the sides. */
static void
make_store (void)
{
  repository = git_new ();
  tree_write (repository, "a.c",
              "int main (void) { return slow () + same (); }\nint slow (void) { return 1; }\n"
              "int same (void) { return 2; }\n",
              -1);
  commits[0] = git_commit_all (repository, "One");
  git_do (repository, "tag", "v1.5", NULL);
  tree_write (repository, "a.c",
              "int main (void) { return slow () + same (); }\nint slow (void) { return 9; }\n"
              "int same (void) { return 2; }\n",
              -1);
  commits[1] = git_commit_all (repository, "Two");
  git_do (repository, "tag", "v1.6", NULL);
  write_run ("v1.5.cct", 50);
  write_run ("second.cct", 51);
  write_run ("v1.6.cct", 90);
  write_run ("fourth.cct", 92);
  add (commits[0], "root", "v1.5.cct", "second.cct");
  add (commits[1], commits[0], "v1.6.cct", "fourth.cct");
}

#define BY_STORE "--store", "runs.db", "--benchmark", "xml", "--repo", repository, "v1.5", "v1.6"
#define BY_FILES                                                                                   \
  "--before=v1.5.cct", "--before=second.cct", "--after=v1.6.cct", "--after=fourth.cct", "--repo",  \
      repository, "--revision-before=v1.5", "--revision-after=v1.6"

/* What is compared is the same, whether it is in files or in a store. */
TEST ("/compare-store/law")
{
  static const char *const commands[][2] = {
    { "compare", "text" }, { "compare", "csv" }, { "compare", "json" },
    { "explain", "text" }, { "explain", "csv" }, { "explain", "json" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (Run) store = cyan (commands[i][0], "-f", commands[i][1], BY_STORE, NULL);
      g_autoptr (Run) files = cyan (commands[i][0], "-f", commands[i][1], BY_FILES, NULL);

      assert_fine (store);
      assert_fine (files);
      g_assert_cmpstr (store->out, ==, files->out);
    }
}

TEST ("/compare-store/commands")
{
  g_autoptr (Table) table = compare_csv (BY_STORE, NULL);
  g_autoptr (Run) text = cyan ("compare", BY_STORE, NULL);
  g_autoptr (Run) check = cyan ("check", BY_STORE, "--fail-above=5%", NULL);
  g_autoptr (Run) render = cyan ("render", BY_STORE, "-o", "store.svg", NULL);

  assert_matches (text->out, "v1.5 (2 runs) to v1.6 (2 runs): *");
  g_assert_cmpstr (cell (table, row_of (table, "slow"), "source"), ==, "modified");
  g_assert_cmpstr (cell (table, row_of (table, "same"), "source"), ==, "unmodified");
  g_assert_cmpfloat (number (table, row_of (table, "slow"), "before_total"), ==, 50.5);
  g_assert_cmpint (check->status, ==, 1);
  assert_fine (render);
  g_assert_true (file_exists ("store.svg"));
}

/* A revision does not differ from itself. */
TEST ("/compare-store/itself")
{
  g_autoptr (Run) check = cyan ("check", "--store=runs.db", "--fail-above=0%", "--any-node",
                                commits[0], commits[0], NULL);
  g_autoptr (Table) table = compare_csv ("--store=runs.db", commits[1], commits[1], NULL);

  assert_fine (check);
  for (guint i = 0; i < table->rows->len; i++)
    g_assert_cmpfloat (number (table, i, "before_total"), ==, number (table, i, "after_total"));
}

TEST ("/compare-store/names")
{
  g_autofree char *digits = g_strndup (commits[0], 6);
  g_autofree char *heading = g_strdup_printf ("%.8s (2 runs) to HEAD~1 (2 runs)", commits[0]);
  g_autofree char *note = g_strdup_printf ("cyan: note: %.8s, the side before, is a descendant of "
                                           "v1.5\n",
                                           commits[1]);
  g_autoptr (Run) prefix =
      cyan ("compare", "--store=runs.db", "--repo", repository, digits, "HEAD~1", NULL);
  g_autoptr (Run) reversed =
      cyan ("compare", "--store=runs.db", "--repo", repository, commits[1], "v1.5", NULL);

  assert_fine (prefix);
  g_assert_true (g_str_has_prefix (prefix->out, heading));
  g_assert_cmpint (reversed->status, ==, 0);
  g_assert_cmpstr (reversed->err, ==, note);
}

TEST ("/compare-store/refused")
{
  static const struct
  {
    const char *arguments[8];
    const char *error;
  } cases[] = {
    { { "v1.5", "v1.6" }, "runs.db: no such revision: \"v1.5\" (there are: *" },
    { { "-b", "xlm", "r2", "r3" }, "runs.db: no such benchmark: \"xlm\" (there are: xml)" },
    { { "--project=p", "r2", "r3" }, "runs.db: no such project: \"p\" (there are: main)" },
    { { "--machine=bix", "r2", "r3" }, "runs.db: no such machine: \"bix\" (there are: box, fast)" },
    { { "r2", "r33" }, "runs.db: no such revision: \"r33\" (there are: r3, *" },
    { { "r2", "r3" },
      "runs.db: r2 and r3 were measured on different machines, box and fast, which are never "
      "compared: measure one of them again" },
    { { "r2", "r3", "--machine=box" },
      "runs.db: r3 was not measured on box, but on: fast; --machine chooses one" },
    { { "r2", "r4" },
      "r4: the store has only the numbers of its runs, no profile: measure it again" },
    { { "r5", "r5" },
      "runs.db: both were measured on several machines: box, fast; --machine "
      "chooses one" },
    { { "r2" }, "compare --store needs two revisions: BEFORE and AFTER" },
    { { "r2", "r3", "--before=v1.5.cct" },
      "--store has the runs of both sides: give neither --before nor --after" },
    { { "r2", "r3", "--repo=.", "--revision-after=HEAD" },
      "--store has revisions: give neither --revision-before nor --revision-after" },
  };
  g_autoptr (Run) r2 = cyan (ADD, "-r", "r2", "--parent", commits[1], "v1.6.cct", NULL);
  g_autoptr (Run) r3 = cyan ("history", "add", "runs.db", "-b", "xml", "--machine=fast", "-r", "r3",
                             "--parent=r2", "v1.6.cct", NULL);
  g_autoptr (Run) r4 = cyan (ADD, "-r", "r4", "--parent=r3", "--value=wall=2s", NULL);
  g_autoptr (Run) r5 = cyan (ADD, "-r", "r5", "--parent=r4", "v1.6.cct", NULL);
  g_autoptr (Run) again = cyan ("history", "add", "runs.db", "-b", "xml", "--machine=fast", "-r",
                                "r5", "v1.6.cct", NULL);
  g_autoptr (Run) other = NULL, several = NULL, unmeasured = NULL, alone = NULL;

  assert_fine (r2);
  assert_fine (r3);
  assert_fine (r4);
  assert_fine (r5);
  assert_fine (again);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *a = cases[i].arguments;
      g_autoptr (Run) run =
          cyan ("compare", "--store=runs.db", a[0], a[1], a[2], a[3], a[4], a[5], NULL);

      assert_fails (run, cases[i].error);
    }
  alone = cyan ("compare", "--benchmark=xml", "v1.5.cct", "v1.6.cct", NULL);
  assert_fails (alone, "--project, --benchmark, --definition and --machine go with --store");
  other = cyan ("history", "add", "runs.db", "-b", "json", "--machine=box", "-r", "r6",
                "--parent=r5", "v1.6.cct", NULL);
  assert_fine (other);
  several = cyan ("compare", "--store=runs.db", "r2", "r5", NULL);
  assert_fails (several, "runs.db: several benchmarks: json, xml; --benchmark chooses one");
  unmeasured = cyan ("compare", "--store=runs.db", "-b", "xml", "r2", "r6", NULL);
  assert_fails (unmeasured, "runs.db: r6 was not measured; the nearest measured revisions: r5");
}

static void
free_store (void)
{
  for (guint side = 0; side < 2; side++)
    g_free (commits[side]);
  tree_free (repository);
}

TESTS ()
{
  cli_test_init ();
  git_fixture_start ();
  make_store ();
  atexit (free_store);
}
