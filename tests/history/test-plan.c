/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be measured: the revisions, the definitions, and what a store has already. */
#include "cyan-plan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cyan-error.h"
#include "git-fixture.h"
#include "store-samples.h"
#include "tests.h"
#include "tree.h"

#define N_COMMITS 7

static void
add_file (GString *stream, const char *name, const char *text)
{
  g_string_append_printf (stream, "M 100644 inline %s\ndata %zu\n%s\n", name, strlen (text), text);
}

/* Commits "0" to "6" of main. */
static char *
make_repository (void)
{
  g_autoptr (GString) stream = g_string_new (NULL);
  char *folder;

  git_fixture_start ();
  folder = git_new ();
  for (guint i = 0; i < N_COMMITS; i++)
    {
      g_autofree char *subject = g_strdup_printf ("%u", i);

      g_string_append_printf (
          stream, "commit refs/heads/main\ncommitter A <a@example.org> %u +0000\ndata 1\n%s\n",
          1600000000 + 60 * i, subject);
      add_file (stream, "bench/test.c", i < 4 ? "int first;\n" : "int second;\n");
      add_file (stream, "data/a", "a\n");
      add_file (stream, "program.c", subject);
    }
  g_free (
      git_run_input (folder, stream->str, (gssize) stream->len, "fast-import", "--quiet", NULL));
  git_do (folder, "reset", "-q", "--hard", NULL);
  return folder;
}

/* A definition file in the repository, but not in its history, with one more line in each group. */
static CyanTrack *
make_track (const char *folder, const char *keys, const char *benchmark)
{
  g_autofree char *text = g_strdup_printf ("[track]\nproject=p\nbranch=main\nruns=3\n%s\n"
                                           "[benchmark one]\nrun=run it\n%s\n"
                                           "[benchmark two]\nrun=run two\n",
                                           keys, benchmark);
  g_autofree char *path = tree_path (folder, "track.ini");
  g_autoptr (GError) error = NULL;
  CyanTrack *track = cyan_track_parse (text, strlen (text), path, &error);

  g_assert_no_error (error);
  return track;
}

static CyanPlan *
make_plan (const CyanTrack *track, CyanStore *store, gboolean retry)
{
  CyanPlanOptions options = { "m", retry };
  g_autoptr (GError) error = NULL;
  CyanPlan *plan = cyan_plan_new (track, store, &options, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

static const CyanPlanCell *
cell_of (const CyanPlan *plan, guint revision, guint benchmark)
{
  for (guint i = 0; i < plan->cells->len; i++)
    {
      const CyanPlanCell *cell = plan->cells->pdata[i];

      if (cell->revision == revision && cell->benchmark == benchmark)
        return cell;
    }
  g_assert_not_reached ();
}

/* The subjects of the chosen revisions, the others in parentheses. */
static void
assert_chosen (const char *folder, const char *keys, const char *expected)
{
  g_autoptr (CyanTrack) track = make_track (folder, keys, "");
  g_autoptr (CyanPlan) plan = make_plan (track, NULL, FALSE);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_chosen = 0;

  for (guint i = 0; i < plan->revisions->len; i++)
    {
      const CyanPlanRevision *revision = plan->revisions->pdata[i];

      n_chosen += revision->is_chosen;
      g_string_append_printf (text, revision->is_chosen ? "%s%s" : "%s(%s)", i > 0 ? " " : "",
                              revision->commit->subject);
    }
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (plan->cells->len, ==, 2 * n_chosen);
  g_assert_cmpuint (plan->n_missing, ==, 3 * 2 * n_chosen);
}

TEST ("/plan/walks")
{
  char *folder = make_repository ();

  assert_chosen (folder, "", "0 1 2 3 4 5 6");
  assert_chosen (folder, "last=3", "4 5 6");
  assert_chosen (folder, "every=4", "0 (1) (2) (3) 4 (5) 6");
  assert_chosen (folder, "every=4\nlast=4", "(3) 4 (5) 6");
  tree_free (folder);
}

/* The parts of a definition file that replace branch=main. */
static void
assert_selected (const char *folder, const char *selection, const char *expected)
{
  g_autofree char *text = g_strdup_printf ("[track]\n%s\n[benchmark b]\nrun=x\n", selection);
  g_autofree char *path = tree_path (folder, "track.ini");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_parse (text, strlen (text), path, &error);
  g_autoptr (CyanPlan) plan = NULL;
  g_autoptr (GString) subjects = g_string_new (NULL);

  g_assert_no_error (error);
  plan = make_plan (track, NULL, FALSE);
  for (guint i = 0; i < plan->revisions->len; i++)
    g_string_append (subjects,
                     ((const CyanPlanRevision *) plan->revisions->pdata[i])->commit->subject);
  g_assert_cmpstr (subjects->str, ==, expected);
}

TEST ("/plan/selections")
{
  char *folder = make_repository ();
  g_autofree char *name = g_path_get_basename (folder);
  g_autoptr (CyanTrack) track = make_track (folder, "", "");
  g_autoptr (CyanPlan) plan = NULL;
  CyanPlanOptions options = { "m", FALSE };
  g_autoptr (GError) error = NULL;

  git_do (folder, "tag", "v1", "main~4", NULL);
  git_do (folder, "tag", "v2", "main~1", NULL);
  tree_write (folder, "list.txt", "# what to measure\nv2   # newer\n\nmain~5\nmain\n", -1);
  assert_selected (folder, "range=v1..main", "3456");
  assert_selected (folder, "tags=v*", "25");
  assert_selected (folder, "list=list.txt", "156");
  assert_selected (folder, "list=list.txt\nlast=2", "56");
  assert_selected (folder, "", "0123456");

  g_free (track->project);
  track->project = NULL;
  plan = make_plan (track, NULL, FALSE);
  g_assert_cmpstr (plan->project, ==, name);
  g_assert_cmpstr (plan->branch, ==, "main");

  g_free (track->selection);
  track->selection = g_strdup ("nowhere");
  g_assert_null (cyan_plan_new (track, NULL, &options, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  tree_free (folder);
}

/* ---- what cannot be walked, and what is left out ---- */

static void
assert_no_walk (const char *folder, const char *selection, int code, const char *words)
{
  g_autofree char *text = g_strdup_printf ("[track]\n%s\n[benchmark b]\nrun=x\n", selection);
  g_autofree char *path = tree_path (folder, "track.ini");
  const CyanPlanOptions options = { "m", FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track = cyan_track_parse (text, strlen (text), path, &error);

  g_assert_no_error (error);
  g_assert_null (cyan_plan_new (track, NULL, &options, NULL, &error));
  sample_assert_error (error, code, words);
}

TEST ("/plan/no-walk")
{
  char *folder = make_repository ();
  g_autofree char *large = tree_path (folder, "large.txt");
  FILE *file = fopen (large, "w");

  g_assert_cmpint (ftruncate (fileno (file), 16 * 1024 * 1024 + 1), ==, 0);
  g_assert_cmpint (fclose (file), ==, 0);
  assert_no_walk (folder, "list=none.txt", CYAN_ERROR_IO, "none.txt: there is no such file");
  assert_no_walk (folder, "list=bench", CYAN_ERROR_IO, "bench: there is no such file");
  assert_no_walk (folder, "list=large.txt", CYAN_ERROR_LIMIT,
                  "large.txt: larger than 16777216 bytes");
  assert_no_walk (folder, "tags=x*", CYAN_ERROR_INVALID, ": “x*” has no revisions");
  assert_no_walk (folder, "range=main..main", CYAN_ERROR_INVALID, "“main..main” has no revisions");
  tree_free (folder);
}

/* Takes "1" and "5"; the first that is asked is told so. */
static gboolean
filter (const CyanGitLogCommit *commit, gboolean first, gpointer data)
{
  GString *asked = data;

  g_assert_cmpint (first, ==, asked->len == 0);
  g_string_append (asked, commit->subject);
  return strchr ("15", *commit->subject) != NULL;
}

/* Of what the file chooses, the filter leaves out some. */
TEST ("/plan/filter")
{
  char *folder = make_repository ();
  g_autoptr (GString) asked = g_string_new (NULL), chosen = g_string_new (NULL);
  g_autoptr (CyanTrack) track = make_track (folder, "last=6\nevery=1", "");
  const CyanPlanOptions options = { .machine = "m", .filter = filter, .filter_data = asked };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanPlan) plan = cyan_plan_new (track, NULL, &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (asked->str, ==, "123456");
  for (guint i = 0; i < plan->revisions->len; i++)
    {
      const CyanPlanRevision *revision = plan->revisions->pdata[i];

      if (revision->is_chosen)
        g_string_append (chosen, revision->commit->subject);
    }
  g_assert_cmpstr (chosen->str, ==, "15");
  g_assert_cmpuint (plan->cells->len, ==, 2 * 2);
  tree_free (folder);
}

/* ---- definitions ---- */

/* The hash of benchmark one at main~@back. */
static char *
hash_at (const char *folder, const char *keys, const char *benchmark, guint back)
{
  g_autoptr (CyanTrack) track = make_track (folder, keys, benchmark);
  g_autoptr (CyanPlan) plan = make_plan (track, NULL, FALSE);

  return g_strdup (cell_of (plan, N_COMMITS - 1 - back, 0)->hash);
}

static void
assert_same (const char *folder,
             const char *keys,
             const char *benchmark,
             guint back,
             const char *hash,
             gboolean same)
{
  g_autofree char *other = hash_at (folder, keys, benchmark, back);

  g_assert_cmpint (strcmp (hash, other) == 0, ==, same);
}

TEST ("/plan/definition")
{
  char *folder = make_repository ();
  g_autofree char *plain = hash_at (folder, "", "", 0);
  g_autofree char *followed = hash_at (folder, "", "follows=bench/test.c", 0);
  g_autofree char *folder_followed = hash_at (folder, "", "follows=data;bench", 0);
  g_autofree char *versioned = hash_at (folder, "", "version=1\nfollows=bench/test.c", 0);

  assert_same (folder, "", "", 6, plain, TRUE);
  assert_same (folder, "every=3\nkeep=2\njobs=3", "timeout=7\nbetter=higher", 0, plain, TRUE);
  assert_same (folder, "build=make", "", 0, plain, FALSE);
  assert_same (folder, "", "measure=x", 0, plain, FALSE);
  assert_same (folder, "", "profile=x", 0, plain, FALSE);

  assert_same (folder, "", "follows=bench/test.c", 2, followed, TRUE);
  assert_same (folder, "", "follows=bench/test.c", 3, followed, FALSE);
  assert_same (folder, "", "follows=missing.c", 0, followed, FALSE);
  assert_same (folder, "", "follows=data;bench", 2, folder_followed, TRUE);
  assert_same (folder, "", "follows=data;bench", 3, folder_followed, FALSE);

  assert_same (folder, "build=other", "version=1\nmeasure=x", 5, versioned, TRUE);
  assert_same (folder, "", "version=2", 0, versioned, FALSE);
  tree_free (folder);
}

/* The files of the user, not those of the revision. */
TEST ("/plan/inputs")
{
  char *folder = make_repository (), *copies = tree_new ();
  g_autofree char *first = NULL, *copied = NULL, *text = NULL;
  g_autoptr (CyanTrack) track = make_track (folder, "", "inputs=in;program.c");
  CyanTrackBenchmark *benchmark = track->benchmarks->pdata[0];
  g_autoptr (GError) error = NULL;

  tree_write (folder, "in/deep/x", "12", -1);
  tree_write (folder, "in/y", "3", -1);
  first = hash_at (folder, "", "inputs=in;program.c", 0);
  assert_same (folder, "", "inputs=in;program.c", 5, first, TRUE);
  tree_write (folder, "in/deep/x", "1", -1);
  tree_write (folder, "in/y", "23", -1);
  assert_same (folder, "", "inputs=in;program.c", 0, first, FALSE);

  g_assert_true (cyan_inputs_copy (benchmark, copies, &error));
  g_assert_no_error (error);
  copied = tree_path (copies, "in/y");
  g_assert_true (g_file_get_contents (copied, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "23");
  g_clear_pointer (&text, g_free);
  g_free (copied);
  copied = tree_path (copies, "program.c");
  g_assert_true (g_file_get_contents (copied, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "6");

  g_free (benchmark->inputs[0]);
  benchmark->inputs[0] = tree_path (folder, "nothing");
  g_assert_null (cyan_inputs_hash (benchmark, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  tree_free (copies);
  tree_free (folder);
}

/* ---- what is there ---- */

static void
put_run (CyanStore *store,
         const Sample *sample,
         const CyanPlan *plan,
         const CyanPlanCell *cell,
         gint64 definition,
         CyanRunStatus status)
{
  const CyanPlanRevision *revision = plan->revisions->pdata[cell->revision];
  CyanStoreRun run = sample_plain_run (sample, revision->id, NULL);

  g_assert_cmpint (revision->id, !=, CYAN_STORE_UNKNOWN);
  run.definition = definition;
  run.status = status;
  sample_put_run (store, run, NULL);
}

TEST ("/plan/store")
{
  char *folder = make_repository ();
  g_autofree char *path = sample_path ("plan.db");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  Sample sample = sample_begin (store);
  g_autoptr (CyanTrack) track = make_track (folder, "build=make", "");
  g_autoptr (CyanPlan) empty = make_plan (track, store, FALSE), part = NULL, retried = NULL;
  g_autoptr (CyanTrack) changed = make_track (folder, "build=make all", "");
  g_autoptr (CyanPlan) other = NULL;
  g_autoptr (GPtrArray) revisions = NULL;
  g_autoptr (GError) error = NULL;
  gint64 definition, build;
  const CyanPlanCell *cell;
  const CyanPlanRevision *revision;

  g_assert_cmpuint (empty->n_missing, ==, N_COMMITS * 2 * 3);
  g_assert_true (cyan_plan_put (empty, store, 1000, &error));
  g_assert_no_error (error);
  revisions = cyan_store_read_revisions (store, sample.project, &error);
  g_assert_cmpuint (revisions->len, ==, N_COMMITS);
  g_assert_cmpint (((CyanStoreRevision *) revisions->pdata[6])->depth, ==, 6);
  g_assert_cmpstr (((CyanStoreRevision *) revisions->pdata[6])->subject, ==, "6");

  cell = cell_of (empty, 2, 0);
  g_assert_true (cyan_store_put_definition (store, sample.project, "one", cell->hash, cell->text,
                                            &definition, &error));
  put_run (store, &sample, empty, cell, definition, CYAN_RUN_OK);
  put_run (store, &sample, empty, cell, definition, CYAN_RUN_TIMEOUT);
  put_run (store, &sample, empty, cell, definition, CYAN_RUN_LOST);
  for (guint i = 0; i < 4; i++)
    put_run (store, &sample, empty, cell_of (empty, 3, 0), definition, CYAN_RUN_OK);
  revision = empty->revisions->pdata[5];
  g_assert_true (cyan_store_put_build (store,
                                       &(CyanStoreBuild){ .revision = revision->id,
                                                          .machine = sample.machine,
                                                          .recipe = empty->recipe,
                                                          .status = CYAN_BUILD_FAILED,
                                                          .seconds = 1,
                                                          .log = "log",
                                                          .environment = sample.environment },
                                       &build, &error));

  part = make_plan (track, store, FALSE);
  cell = cell_of (part, 2, 0);
  g_assert_cmpint (cell->definition, ==, definition);
  g_assert_cmpuint (cell->n_ok, ==, 1);
  g_assert_cmpuint (cell->n_failed, ==, 1);
  g_assert_cmpuint (cell->n_missing, ==, 1);
  g_assert_cmpuint (cell_of (part, 3, 0)->n_missing, ==, 0);
  g_assert_cmpuint (cell_of (part, 3, 1)->n_missing, ==, 3);
  g_assert_cmpuint (cell_of (part, 5, 0)->n_missing, ==, 0);
  g_assert_cmpint (((CyanPlanRevision *) part->revisions->pdata[5])->build, ==, CYAN_BUILD_FAILED);
  g_assert_cmpuint (part->n_missing, ==, N_COMMITS * 2 * 3 - 2 - 3 - 6);

  retried = make_plan (track, store, TRUE);
  g_assert_cmpuint (cell_of (retried, 2, 0)->n_missing, ==, 2);
  g_assert_cmpuint (cell_of (retried, 5, 0)->n_missing, ==, 3);

  /* Another build is another series, and no failed one. */
  other = make_plan (changed, store, FALSE);
  g_assert_cmpuint (other->n_missing, ==, N_COMMITS * 2 * 3);
  tree_free (folder);
}

/* Both tips stay in the store; the plan follows the branch. */
TEST ("/plan/force-push")
{
  char *folder = make_repository ();
  g_autofree char *path = sample_path ("force.db");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  Sample sample = sample_begin (store);
  g_autoptr (CyanTrack) track = make_track (folder, "", "");
  g_autoptr (CyanPlan) before = make_plan (track, store, FALSE), after = NULL;
  g_autoptr (GPtrArray) revisions = NULL, branches = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_plan_put (before, store, 1000, &error));
  git_do (folder, "reset", "-q", "--hard", "main~2", NULL);
  g_free (git_commit_all (folder, "instead"));
  after = make_plan (track, store, FALSE);
  g_assert_cmpuint (after->revisions->len, ==, 6);
  g_assert_true (cyan_plan_put (after, store, 2000, &error));
  g_assert_no_error (error);
  revisions = cyan_store_read_revisions (store, sample.project, &error);
  g_assert_cmpuint (revisions->len, ==, N_COMMITS + 1);
  branches = cyan_store_read_branches (store, sample.project, &error);
  g_assert_cmpuint (branches->len, ==, 2);
  g_assert_cmpstr (((CyanStoreBranch *) branches->pdata[0])->name, ==, "main");
  tree_free (folder);
}

/* Subjects and depths of all revisions of the store, by level. */
static void
assert_commits (CyanStore *store, gint64 project, const char *expected)
{
  g_autoptr (GPtrArray) revisions = cyan_store_read_revisions (store, project, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < revisions->len; i++)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];

      if (revision->depth != CYAN_STORE_UNKNOWN)
        g_string_append_printf (text, "%s:%d ", revision->subject, (int) revision->depth);
      else
        g_string_append_printf (text, "%s:? ", revision->subject);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static gint64
put_commits (CyanStore *store, gint64 project, const char *folder, const char *tip, guint last)
{
  const CyanGitRange range = { .tip = tip, .last = last };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) commits = cyan_git_log_range (folder, &range, NULL, &error);
  gint64 id = CYAN_STORE_UNKNOWN;

  g_assert_no_error (error);
  cyan_store_put_commits (store, project, commits, &id, &error);
  g_assert_no_error (error);
  return id;
}

/* A commit is put with those before it, up to one that is known with its depth. */
TEST ("/plan/commits")
{
  char *folder = make_repository ();
  g_autofree char *path = sample_path ("commits.db"), *root = NULL;
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  Sample sample = sample_begin (store);
  gint64 first = put_commits (store, sample.project, folder, "main~4", 0), newest;
  CyanStoreRevision row = { .depth = CYAN_STORE_UNKNOWN,
                            .author_time = CYAN_STORE_UNKNOWN,
                            .commit_time = CYAN_STORE_UNKNOWN,
                            .subject = (char *) "4" };
  gint64 id;

  assert_commits (store, sample.project, "0:0 1:1 2:2 ");
  g_assert_cmpint (put_commits (store, sample.project, folder, "main~4", 0), ==, first);
  /* It was added by name before, and its depth was not known. */
  row.oid = root = git_run (folder, "rev-parse", "main~2", NULL);
  g_assert_true (cyan_store_put_revision (store, sample.project, &row, &id, NULL));
  newest = put_commits (store, sample.project, folder, "main", 0);
  assert_commits (store, sample.project, "0:0 1:1 2:2 3:3 4:4 5:5 6:6 ");
  row = (CyanStoreRevision){ .oid = git_run (folder, "rev-parse", "main", NULL),
                             .depth = 6,
                             .author_time = CYAN_STORE_UNKNOWN,
                             .commit_time = CYAN_STORE_UNKNOWN };
  g_assert_true (cyan_store_put_revision (store, sample.project, &row, &id, NULL));
  g_assert_cmpint (id, ==, newest);
  g_free (row.oid);
  tree_free (folder);
}

TEST ("/plan/shallow")
{
  char *folder = make_repository (), *clones = tree_new ();
  g_autofree char *url = g_strconcat ("file://", folder, NULL);
  g_autofree char *clone = tree_path (clones, "clone"), *path = sample_path ("shallow.db");
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  Sample sample = sample_begin (store);
  g_autoptr (CyanTrack) track = NULL;
  g_autoptr (CyanPlan) plan = NULL, whole = NULL;
  g_autoptr (GPtrArray) revisions = NULL, later = NULL;
  g_autoptr (GError) error = NULL;

  git_do (clones, "clone", "-q", "--depth", "3", url, clone, NULL);
  track = make_track (clone, "", "");
  plan = make_plan (track, store, FALSE);
  g_assert_cmpuint (plan->revisions->len, ==, 3);
  g_assert_true (cyan_plan_put (plan, store, 1, &error));
  revisions = cyan_store_read_revisions (store, sample.project, &error);
  g_assert_cmpint (((CyanStoreRevision *) revisions->pdata[0])->depth, ==, CYAN_STORE_UNKNOWN);
  g_assert_nonnull (((CyanStoreRevision *) revisions->pdata[0])->parent);

  git_do (clone, "fetch", "-q", "--unshallow", NULL);
  whole = make_plan (track, store, FALSE);
  g_assert_true (cyan_plan_put (whole, store, 2, &error));
  g_assert_no_error (error);
  later = cyan_store_read_revisions (store, sample.project, &error);
  g_assert_cmpuint (later->len, ==, N_COMMITS);
  g_assert_cmpint (((CyanStoreRevision *) later->pdata[6])->depth, ==, 6);
  tree_free (clones);
  tree_free (folder);
}
