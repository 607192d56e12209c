/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles and their sources on the command line: locations, recorded revisions, path maps, body
 * hashes, and hostile repositories.
 */
#include "cli-fixture.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define OLD_SOURCE                                                                                 \
  "int main (void) { return slow (3) + same (4); }\nint slow (int n) { return n; }\n"              \
  "int same (int n) { return n + 1; }\nint old_name (int n) { return n < 2 ? n : old_name (n - "   \
  "1); }\nint gone (int n) { return -n; }\n"
#define NEW_SOURCE                                                                                 \
  "int main (void) { return slow (3) + same (4); }\nint slow (int n) { return n * n; }\n"          \
  "int same (int n) { return n /* as ever */ + 1; }\nint new_name (int n) { return n < 2 ? n : "   \
  "new_name (n - 1); }\n"

static char *repository;
static char *revisions[2];
static char *locations[2]; /* REPOSITORY@REVISION */

static char *
profile_text (guint side, const char *revision, const char *folder)
{
  const char *name = side == 0 ? "old_name" : "new_name";
  const char *meta = revision != NULL ? "meta\trevision\t" : "";
  g_autofree char *gone =
      side == 0 ? g_strdup_printf ("function\tgone\t\t%s/a.c\t5\n", folder) : g_strdup ("");

  return g_strdup_printf ("cct 1\n%s%s%smetric\ttime\tms\n"
                          "function\tmain\t\t%s/a.c\t1\nfunction\tslow\t\t%s/a.c\t2\n"
                          "function\tsame\t\t%s/a.c\t3\nfunction\t%s\t\t%s/a.c\t4\n%s"
                          "0\t1\t1\t10\n1\t2\t1\t%u\n1\t3\t1\t30\n1\t4\t1\t40\n"
                          "4\t3\t1\t20\n4\t2\t1\t10\n%send\t%u\n",
                          meta, revision != NULL ? revision : "", revision != NULL ? "\n" : "",
                          folder, folder, folder, name, folder, gone, side == 0 ? 50 : 90,
                          side == 0 ? "1\t5\t1\t5\n" : "", side == 0 ? 7 : 6);
}

static void
write_profiles (const char *revision_before, const char *revision_after, const char *folder)
{
  g_autofree char *before = profile_text (0, revision_before, folder);
  g_autofree char *after = profile_text (1, revision_after, folder);

  write_file ("before.cct", before, -1);
  write_file ("after.cct", after, -1);
}

static void
make_repository (void)
{
  repository = git_new ();
  tree_write (repository, "src/a.c", OLD_SOURCE, -1);
  revisions[0] = git_commit_all (repository, "One");
  tree_write (repository, "src/a.c", NEW_SOURCE, -1);
  revisions[1] = git_commit_all (repository, "Two");
  for (guint side = 0; side < 2; side++)
    locations[side] = g_strconcat (repository, "@", revisions[side], NULL);
}

static void
assert_statuses (const Table *table, const char *same)
{
  g_assert_cmpstr (cell (table, row_of (table, "main"), "source"), ==, "unmodified");
  g_assert_cmpstr (cell (table, row_of (table, "slow"), "source"), ==, "modified");
  g_assert_cmpstr (cell (table, row_of (table, "same"), "source"), ==, same);
  /* A function in only one of the two has nothing to compare with. */
  g_assert_cmpstr (cell (table, row_of (table, "gone"), "source"), ==, "unknown");
}

TEST ("/sources/locations")
{
  g_autoptr (Table) both = NULL, mixed = NULL, repo = NULL, recorded = NULL, branch = NULL;

  write_profiles (NULL, NULL, "src");
  both = compare_csv ("before.cct", "after.cct", "--source-before", locations[0], "--source-after",
                      locations[1], NULL);
  assert_statuses (both, "reformatted");
  /* The work tree equals the last commit. */
  mixed = compare_csv ("before.cct", "after.cct", "--source-before", locations[0], "--source-after",
                       repository, NULL);
  assert_statuses (mixed, "reformatted");
  repo = compare_csv ("before.cct", "after.cct", "--repo", repository, "--revision-before",
                      revisions[0], "--revision-after", revisions[1], NULL);
  assert_statuses (repo, "reformatted");
  branch = compare_csv ("before.cct", "after.cct", "--repo", repository, "--revision-before",
                        "HEAD~1", "--revision-after", "main", NULL);
  assert_statuses (branch, "reformatted");
  write_profiles (revisions[0], revisions[1], "src");
  recorded = compare_csv ("before.cct", "after.cct", "--repo", repository, NULL);
  assert_statuses (recorded, "reformatted");
}

TEST ("/sources/all-commands")
{
  g_autoptr (Run) explain = NULL, render = NULL, check = NULL;

  write_profiles (revisions[0], revisions[1], "src");
  explain = cyan ("explain", "before.cct", "after.cct", "--repo", repository, NULL);
  assert_fine (explain);
  g_assert_nonnull (strstr (explain->out, "slow"));
  g_assert_nonnull (strstr (explain->out, "its source changed"));
  render = cyan ("render", "before.cct", "after.cct", "-o", "a.svg", "--repo", repository, NULL);
  assert_fine (render);
  check =
      cyan ("check", "before.cct", "after.cct", "--fail-above", "5%", "--repo", repository, NULL);
  g_assert_cmpint (check->status, ==, 1);
  g_assert_cmpstr (check->err, ==, "");
}

static void
write_commands (const char *name, guint first)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\tmain\n"
                       "function\tcmd_add\t\tcmd.c\t%u\nfunction\tcmd_same\t\tcmd.c\t%u\n"
                       "function\tcmd_lost\t\tcmd.c\t%u\nfunction\tcmd_far\t\tcmd.c\t4000000000\n"
                       "0\t1\t1\t10\n1\t2\t1\t20\n1\t3\t1\t30\n1\t4\t1\t40\n1\t5\t1\t50\nend\t5\n",
                       first + 1, first + 6, first - 1);

  write_file (name, text, -1);
}

/* Names that a macro pastes: the lines of each side lead to its own blocks, which are compared. */
TEST ("/sources/by-line")
{
  char *before = tree_new (), *after = tree_new ();
  g_autoptr (Table) table = NULL;
  g_autoptr (Run) explain = NULL, convert = NULL;

  tree_write (before, "cmd.c",
              "int n;\nCMD (add)\n{\n  return 1;\n}\n"
              "CMD (same)\n{\n  return n;\n}\n",
              -1);
  tree_write (after, "cmd.c",
              "int n;\nint moved;\n\nCMD (add)\n{\n  return 2;\n}\n"
              "CMD (same)\n{\n  return n; /* moved */\n}\n",
              -1);
  write_commands ("a.cct", 2);
  write_commands ("b.cct", 4);
  table = compare_csv ("a.cct", "b.cct", "--source-before", before, "--source-after", after, NULL);
  g_assert_cmpstr (cell (table, row_of (table, "cmd_add"), "source"), ==, "modified");
  g_assert_cmpstr (cell (table, row_of (table, "cmd_same"), "source"), ==, "reformatted");
  g_assert_cmpstr (cell (table, row_of (table, "cmd_lost"), "source"), ==, "unknown");
  g_assert_cmpstr (cell (table, row_of (table, "cmd_far"), "source"), ==, "unknown");
  explain =
      cyan ("explain", "a.cct", "b.cct", "--source-before", before, "--source-after", after, NULL);
  g_assert_cmpint (explain->status, ==, 0);
  assert_matches (explain->err,
                  "*note: the sources of 2 functions were found by line, not by name: "
                  "cmd_add, cmd_same\n");
  /* Nothing proves that such a text is the function's, so it gives no hash. */
  convert = cyan ("convert", "a.cct", "--source", before, "-o", "hashed.cct", NULL);
  g_assert_cmpint (convert->status, ==, 0);
  assert_matches (convert->err, "*note: 0 of 5 functions were found in *");
  tree_free (before);
  tree_free (after);
}

TEST ("/sources/no-source")
{
  g_autoptr (Run) without = NULL, with = NULL;

  write_file ("odd-a.folded", "main;odd 1000\n", -1);
  write_file ("odd-b.folded", "main;odd 2000\n", -1);
  without = cyan ("check", "odd-a.folded", "odd-b.folded", "--fail-above", "5%", NULL);
  g_assert_nonnull (strstr (without->out, " Sources may tell more: give "
                                          "--source-before and --source-after. If this"));
  with = cyan ("check", "odd-a.folded", "odd-b.folded", "--fail-above", "5%", "--repo", repository,
               "--revision-before", revisions[0], "--revision-after", revisions[1], NULL);
  g_assert_nonnull (strstr (with->out, " If this is wanted, record a new baseline."));
  g_assert_null (strstr (with->out, "Sources may tell"));
}

/* "45": if sources of another revision than the recorded one are shown, a note says so. */
TEST ("/sources/45-other-revision")
{
  g_autoptr (Run) run = NULL, right = NULL;

  write_profiles (revisions[1], revisions[1], "src");
  run = cyan ("compare", "before.cct", "after.cct", "--source-before", locations[0],
              "--source-after", locations[1], NULL);
  g_assert_cmpint (run->status, ==, 0);
  {
    g_autofree char *note = g_strdup_printf ("cyan: note: before: the profile was recorded at "
                                             "revision %.12s, its sources are those of %.12s\n",
                                             revisions[1], revisions[0]);

    g_assert_cmpstr (run->err, ==, note);
  }
  write_profiles ("v1.5", revisions[1], "src");
  right = cyan ("compare", "before.cct", "after.cct", "--source-before", locations[0],
                "--source-after", locations[1], NULL);
  assert_fine (right);
}

/* The sources that the profiles name are suggested, and nothing else. */
TEST ("/sources/offer")
{
  g_autofree char *before = g_strdup_printf ("cct 1\nmeta\tsource-root\t%s\nmeta\trevision\t%s\n",
                                             repository, revisions[0]);
  g_autofree char *after = g_strdup_printf ("cct 1\nmeta\tsource-root\t%s\nmeta\trevision\t%s\n",
                                            repository, revisions[1]);
  const char *rest = "metric\ttime\tms\nfunction\tmain\n0\t1\t1\t5\nend\t1\n";
  g_autofree char *first = g_strconcat (before, rest, NULL);
  g_autofree char *second = g_strconcat (after, rest, NULL);
  g_autofree char *note = g_strdup_printf ("cyan: note: the profiles name their sources: "
                                           "--source-before %s --source-after %s\n",
                                           locations[0], locations[1]);
  g_autoptr (Run) run = NULL, given = NULL;

  write_file ("named-a.cct", first, -1);
  write_file ("named-b.cct", second, -1);
  run = cyan ("compare", "named-a.cct", "named-b.cct", NULL);
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpstr (run->err, ==, note);
  given = cyan ("compare", "named-a.cct", "named-b.cct", "--repo", repository, NULL);
  assert_fine (given);
}

TEST ("/sources/map")
{
  g_autoptr (Table) table = NULL, absolute = NULL;
  char *two = tree_new ();
  g_autofree char *to = g_strconcat (two, "/new", NULL), *map = NULL;

  /* Two files match: without a map the location is ambiguous. */
  tree_write (two, "old/x/a.c", OLD_SOURCE, -1);
  tree_write (two, "new/x/a.c", NEW_SOURCE, -1);
  write_profiles (NULL, NULL, "/build/tmp1/x");
  table =
      compare_csv ("before.cct", "after.cct", "--source-before", two, "--source-after", two, NULL);
  g_assert_cmpstr (cell (table, row_of (table, "same"), "source"), ==, "unknown");
  map = g_strconcat ("/build/tmp1=", to, NULL);
  absolute = compare_csv ("before.cct", "after.cct", "--source-before", two, "--source-after", two,
                          "--map", map, NULL);
  g_assert_cmpstr (cell (absolute, row_of (absolute, "same"), "source"), ==, "unmodified");
  g_assert_cmpstr (cell (absolute, row_of (absolute, "slow"), "source"), ==, "unmodified");
  tree_free (two);
}

TEST ("/sources/errors")
{
  static const char *const cases[][2] = {
    { "--source-before REPO",
      "--source-before and --source-after go together: --source-after is*" },
    { "--repo REPO --source-after REPO", "--repo stands for both*" },
    { "--revision-before main", "--revision-before and --revision-after go with --repo" },
    { "--map a=b", "--map goes with sources: none are given" },
    { "--source-before REPO --source-after REPO --map nonsense",
      "--map: \"nonsense\" is not FROM=TO" },
    { "--source-before REPO --source-after REPO --map a=/etc", "/etc: not in *" },
    { "--source-before REPO --source-after REPO --map =src", "*map*" },
    { "--source-before REPO@nosuch --source-after REPO", "*nosuch*" },
    { "--repo nowhere --revision-before a --revision-after b", "*nowhere*" },
    { "--repo REPO --revision-before main", "--repo: the profile after names no revision: give "
                                            "--revision-after" },
    { "--repo REPO --revision-before main --revision-after --upload-pack=x", "*upload-pack*" },
  };

  write_profiles (NULL, NULL, "src");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i][0], "REPO", -1);
      g_autofree char *options = g_strjoinv (repository, parts);
      g_autofree char *command =
          g_strconcat ("exec \"$0\" compare before.cct after.cct ", options, NULL);
      g_autoptr (Run) run = run_program ("sh", "-c", command, cyan_path (), NULL);

      assert_fails (run, cases[i][1]);
    }
}

static char *
column (const Table *table, const char *name)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < table->rows->len; i++)
    g_string_append_printf (text, "%s %s %s\n", cell (table, i, "name"), cell (table, i, "status"),
                            cell (table, i, name));
  return g_string_free (text, FALSE);
}

/* With hashes in the profiles, the result is the same without sources, including renamed
 * functions. */
TEST ("/sources/convert")
{
  g_autoptr (Run) one = NULL, other = NULL, again = NULL;
  g_autoptr (Table) with = NULL, without = NULL;
  g_autofree char *written = NULL, *expected = NULL, *text = NULL, *hashed = NULL, *map = NULL;
  g_auto (GStrv) parts = NULL;

  write_profiles (NULL, NULL, "src");
  one = cyan ("convert", "--source", locations[0], "before.cct", "-o", "hashed-before.cct", NULL);
  other =
      cyan ("convert", "--source", locations[1], "after.cct", "-o", "hashed-after.cct.gz", NULL);
  g_assert_cmpint (one->status, ==, 0);
  g_assert_cmpint (other->status, ==, 0);
  assert_matches (one->err, "cyan: note: 5 of 5 functions were found in *\n");
  assert_matches (other->err, "cyan: note: 4 of 4 functions were found in *\n");
  with = compare_csv ("before.cct", "after.cct", "--source-before", locations[0], "--source-after",
                      locations[1], NULL);
  without = compare_csv ("hashed-before.cct", "hashed-after.cct.gz", NULL);
  assert_statuses (without, "unmodified");
  g_assert_cmpuint (count_rows (with, "status", "renamed"), ==, 1);
  g_assert_cmpstr (cell (with, row_of (with, "new_name"), "source"), ==, "unmodified");
  /* Hashes do not tell what was reformatted. */
  written = column (with, "source");
  parts = g_strsplit (written, "reformatted", -1);
  expected = g_strjoinv ("unmodified", parts);
  text = column (without, "source");
  g_assert_cmpstr (text, ==, expected);

  /* A function without source gets no hash. */
  write_file ("stranger.cct", "cct 1\nmetric\ttime\tms\nfunction\tmemcpy\n0\t1\t1\t5\nend\t1\n",
              -1);
  again = cyan ("convert", "--source", repository, "stranger.cct", "-o", "-", NULL);
  g_assert_cmpint (again->status, ==, 0);
  assert_matches (again->err, "cyan: note: 0 of 1 functions were found in *\n");
  assert_matches (again->out, "*function\tmemcpy\n*");
}

TEST ("/sources/convert-errors")
{
  g_autoptr (Run) folded = NULL, pprof = NULL, map = NULL, nowhere = NULL;

  write_profiles (NULL, NULL, "src");
  folded = cyan ("convert", "--source", repository, "before.cct", "-o", "x.folded", NULL);
  assert_fails (folded, "x.folded: --source needs an output that holds body hashes: .cct or "
                        ".cct.gz");
  pprof = cyan ("convert", "--source", repository, "before.cct", "-o", "x.pb.gz", NULL);
  assert_fails (pprof, "x.pb.gz: --source needs an output that holds body hashes: *");
  map = cyan ("convert", "--map", "a=b", "before.cct", "-o", "x.cct", NULL);
  assert_fails (map, "--map goes with --source, which is missing");
  nowhere = cyan ("convert", "--source", "nowhere", "before.cct", "-o", "x.cct", NULL);
  assert_fails (nowhere, "nowhere: *No such file or directory");
  g_assert_false (file_exists ("x.folded"));
  g_assert_false (file_exists ("x.cct"));
}

/* "43", "44": opening one of the pipes would block forever. */
TEST ("/sources/43-44-outside")
{
  static const char *const files[] = {
    "../trap.c",     "TREE/../trap.c", "file:///etc/passwd",        "/proc/self/mem", "link.c",
    "folder/trap.c", "pipe.c",         "\\\\server\\share\\trap.c", "~/trap.c",       "loop/b.c"
  };
  char *outside = tree_new ();
  g_autofree char *tree = tree_path (outside, "tree"), *trap = tree_path (outside, "trap.c");
  g_autofree char *link = NULL, *folder = NULL, *pipe = NULL, *loop = NULL;
  g_autoptr (Run) all = NULL;

  tree_write (outside, "tree/a.c", "int f (void) { return 1; }\n", -1);
  link = tree_path (outside, "tree/link.c");
  folder = tree_path (outside, "tree/folder");
  pipe = tree_path (outside, "tree/pipe.c");
  loop = tree_path (outside, "tree/loop");
  g_assert_cmpint (mkfifo (trap, 0600), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink (trap, link), ==, 0);
  g_assert_cmpint (symlink (outside, folder), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_auto (GStrv) parts = g_strsplit (files[i], "TREE", -1);
      g_autofree char *file = g_strjoinv (tree, parts);
      g_autofree char *escaped = g_strescape (file, NULL);
      g_autofree char *profile =
          g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\ttrap\t\t%s\t1\n"
                           "0\t1\t1\t5\nend\t1\n",
                           escaped);
      g_autoptr (Run) run = NULL;

      write_file ("trap.cct", profile, -1);
      run = run_program ("timeout", "300", cyan_path (), "compare", "--format", "csv", "trap.cct",
                         "trap.cct", "--source-before", tree, "--source-after", tree, NULL);
      g_assert_cmpint (run->status, ==, 0);
      g_assert_null (strstr (run->out, "modified"));
    }
  all = run_program ("timeout", "300", cyan_path (), "functions", "--all", tree, tree, NULL);
  assert_fine (all);
  assert_matches (all->out, "*: no function changed, 1 unmodified\n*unmodified   f  a.c:1\n");
  tree_free (outside);
}

/* "48": a repository can make git run programs in many ways; none of them may run here. */
TEST ("/sources/48-runs-nothing")
{
  static const char *const hooks[] = { "post-checkout", "pre-commit", "reference-transaction",
                                       "fsmonitor-watchman", "post-index-change" };
  static const char *const keys[] = {
    "core.fsmonitor",    "core.sshCommand", "core.editor",    "core.pager",
    "core.askPass",      "filter.x.smudge", "filter.x.clean", "filter.x.process",
    "diff.x.textconv",   "diff.x.command",  "diff.external",  "alias.functions",
    "credential.helper", "core.gitProxy",   "gpg.program",    "uploadpack.packObjectsHook",
    "merge.x.driver"
  };
  char *hostile = git_new ();
  g_autofree char *mark = tree_path (hostile, "mark"), *before = NULL, *after = NULL;
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\ntouch '%s'\n", mark);
  g_autofree char *program = tree_path (hostile, ".git/evil");
  g_autofree char *pipe = tree_path (hostile, ".git/pipe");

  tree_write (hostile, "src/a.c", OLD_SOURCE, -1);
  tree_write (hostile, ".gitattributes", "*.c filter=x diff=x merge=x\n", -1);
  git_do (hostile, "config", "core.attributesFile", "/dev/null", NULL);
  before = git_commit_all (hostile, "One");
  tree_write (hostile, "src/a.c", NEW_SOURCE, -1);
  after = git_commit_all (hostile, "Two");

  tree_write (hostile, ".git/evil", script, -1);
  g_assert_cmpint (chmod (program, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (hooks); i++)
    {
      g_autofree char *name = g_strconcat (".git/hooks/", hooks[i], NULL);
      g_autofree char *hook = tree_path (hostile, name);

      tree_write (hostile, name, script, -1);
      g_assert_cmpint (chmod (hook, 0700), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    git_do (hostile, "config", keys[i], program, NULL);
  /* Done last, because git itself would block on the pipe. */
  git_do (hostile, "config", "include.path", "pipe", NULL);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  unlink (mark);

  {
    g_autofree char *one = g_strconcat (hostile, "@", before, NULL);
    g_autofree char *other = g_strconcat (hostile, "@", after, NULL);
    g_autoptr (Run) functions =
        run_program ("timeout", "300", cyan_path (), "functions", one, other, NULL);
    g_autoptr (Run) compare = NULL, convert = NULL, folder = NULL;

    assert_fine (functions);
    assert_matches (functions->out, "*modified     slow *");
    write_profiles (before, after, "src");
    compare = run_program ("timeout", "300", cyan_path (), "compare", "before.cct", "after.cct",
                           "--repo", hostile, "--format", "csv", NULL);
    assert_fine (compare);
    g_assert_nonnull (strstr (compare->out, ",modified,"));
    convert = run_program ("timeout", "300", cyan_path (), "convert", "before.cct", "--source", one,
                           "-o", "hashed.cct", NULL);
    g_assert_cmpint (convert->status, ==, 0);
    folder = run_program ("timeout", "300", cyan_path (), "functions", one, hostile, NULL);
    assert_fine (folder);
  }
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  tree_free (hostile);
}

static void
remove_repository (void)
{
  tree_free (repository);
}

TESTS ()
{
  cli_test_init ();
  git_fixture_start ();
  make_repository ();
  atexit (remove_repository);
}
