/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What builds and runs get, what is taken from them, and where they are. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cyan-calibration.h"
#include "cyan-error.h"
#include "cyan-export-tree.h"
#include "cyan-machine.h"
#include "cyan-track-private.h"
#include "git-fixture.h"
#include "small-track.h"
#include "store-backends.h"
#include "tests.h"
#include "tree.h"

static const char *const one_commit[] = { "10", NULL };

/* ---- the environment ---- */

/* The value of @name in the text that `env` printed; NULL: there is none.  Caller frees. */
static char *
variable (const char *text, const char *name)
{
  g_autofree char *start = g_strdup_printf ("\n%s=", name);
  const char *at = strstr (text, start);

  return at != NULL ? g_strndup (at + strlen (start), strcspn (at + strlen (start), "\n")) : NULL;
}

/* The log of the run of benchmark @name that was stored last. */
static char *
read_log (const SmallTrack *world)
{
  g_autoptr (GPtrArray) failures =
      cyan_store_read_failures (world->store, world->plan->project_id, NULL);
  const CyanStoreFailure *last = failures->pdata[failures->len - 1];

  return g_strdup_printf ("\n%s", last->log);
}

static void
assert_variable (const char *text, const char *name, const char *expected)
{
  ASSERT_TEXT (variable (text, name), expected);
}

/* Folders of its own, nothing that leads elsewhere, and another padding each time. */
TEST ("/measurement/environment")
{
  g_auto (SmallTrack) world = small_track_new ("environment", one_commit);
  g_autofree char *first = NULL, *second = NULL, *oid = NULL, *processors = NULL;
  char *paddings[2];
  const char *const folders[] = { "HOME",       "TMPDIR",      "CYAN_SOURCE",
                                  "CYAN_BUILD", "CYAN_INPUTS", "CYAN_PROFILE" };

  g_setenv ("MAKEFLAGS", "-j9", TRUE);
  g_setenv ("CYAN_OTHER", "1", TRUE);
  g_setenv ("KEPT", "1", TRUE);
  g_setenv ("KEPT_TOO", "1", TRUE);
  g_setenv ("SECRET", "1", TRUE);
  small_track_define (&world,
                      "runs=1\nenvironment=KEPT;KEPT_T*;CYAN_OTHER\nbuild=test -z "
                      "\"$CYAN_PROFILE$CYAN_RUN\" && touch \"$TMPDIR/a\" "
                      "\"$HOME/b\"",
                      "[benchmark a]\nrun=env; ls -A \"$TMPDIR\" \"$HOME\"; exit 1");
  small_track_run (&world);
  first = read_log (&world);
  oid = git_run (world.folder, "rev-parse", "main", NULL);
  processors = g_strdup_printf ("%u", g_get_num_processors ());
  assert_variable (first, "CYAN_REVISION", oid);
  assert_variable (first, "CYAN_RUN", "0");
  assert_variable (first, "CYAN_JOBS", processors);
  assert_variable (first, "KEPT", "1");
  assert_variable (first, "KEPT_TOO", "1");
  assert_variable (first, "SECRET", NULL);
  assert_variable (first, "PATH", g_getenv ("PATH"));
  assert_variable (first, "MAKEFLAGS", NULL);
  assert_variable (first, "CYAN_OTHER", NULL);
  assert_variable (first, "XDG_CACHE_HOME", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *value = variable (first, folders[i]), *track = small_track_cache ();

      g_assert_true (g_str_has_prefix (value, track));
    }
  /* What the build left at home is there, what it left in its temporary folder is not. */
  g_assert_nonnull (strstr (first, "\nb\n"));
  g_assert_null (strstr (first, "\na\n"));

  small_track_define (&world, "runs=2\ncpus=0\nbuild=touch \"$TMPDIR/a\" \"$HOME/b\"",
                      "[benchmark a]\nrun=env; ls -A \"$TMPDIR\" \"$HOME\"; exit 1");
  small_track_run (&world);
  second = read_log (&world);
  assert_variable (second, "CYAN_RUN", "1");
  assert_variable (second, "CYAN_JOBS", "1");
  paddings[0] = variable (first, "CYAN_PADDING");
  paddings[1] = variable (second, "CYAN_PADDING");
  g_assert_cmpuint (strlen (paddings[0]), <, 4096);
  g_assert_cmpuint (strlen (paddings[1]), <, 4096);
  g_assert_cmpuint (strlen (paddings[0]), !=, strlen (paddings[1]));
  g_free (paddings[0]);
  g_free (paddings[1]);
  g_unsetenv ("MAKEFLAGS");
  g_unsetenv ("CYAN_OTHER");
  g_unsetenv ("KEPT");
  g_unsetenv ("KEPT_TOO");
  g_unsetenv ("SECRET");
}

/* ---- profiles ---- */

/* Files and modules of all functions in the store, a line each. */
static void
assert_functions (const SmallTrack *world, const char *expected)
{
  g_autoptr (GRegex) any = g_regex_new (".", 0, 0, NULL);
  g_autoptr (GPtrArray) functions = cyan_store_find_functions (world->store, any, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < functions->len; i++)
    {
      const CyanStoreFunctionName *function = functions->pdata[i];

      g_string_append_printf (text, "%s %s %s\n", function->name, function->file, function->module);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* A path in a folder of the tracker is as it is in the revision, or in the inputs. */
TEST ("/measurement/paths")
{
  g_auto (SmallTrack) world = small_track_new ("paths", one_commit);

  tree_write (world.folder, "in/x", "1", -1);
  small_track_define (&world, "runs=1",
                      "[benchmark a]\ninputs=in\n"
                      "run=printf 'cct 1\\nmetric\\ttime\\tns\\nfunction\\ta\\t\\t%s/src/a.c\\n"
                      "function\\tb\\t%s/prog\\t%s/gen/b.c\\nfunction\\tc\\t\\t%s/in/x\\n"
                      "function\\td\\t/lib/libc.so\\t/usr/d.h\\nfunction\\te\\t\\t%sx/e.c\\n"
                      "0\\t1\\t1\\t10\\n1\\t2\\t1\\t20\\n1\\t3\\t1\\t30\\n1\\t4\\t1\\t40\\n1\\t5\\t"
                      "1\\t50\\nend\\t5\\n'"
                      " \"$CYAN_SOURCE\" \"$CYAN_BUILD\" \"$CYAN_BUILD\" \"$CYAN_INPUTS\""
                      " /elsewhere/source > \"$CYAN_PROFILE\"");
  small_track_run (&world);
  small_track_assert_said (&world, "B0, 0a");
  small_track_assert_stored (&world, "time", "0a: 150");
  assert_functions (&world, "a src/a.c \nb gen/b.c prog\nc in/x \nd /usr/d.h /lib/libc.so\n"
                            "e /elsewhere/sourcex/e.c \n");
}

/* Where a command leaves its profile itself: what was there before is no profile of this run. */
TEST ("/measurement/places")
{
  g_auto (SmallTrack) world = small_track_new ("places", one_commit);

  small_track_define (&world, "runs=3\nbuild=echo main 1 > out; echo main 2 > \"$CYAN_BUILD/out\"",
                      "[benchmark a]\nprofile=out\n"
                      "run=test ! -e out || exit 9; case $CYAN_RUN in 0) mkdir -p out/deep;; "
                      "1) ;; *) echo main 3 > out;; esac\n"
                      "[benchmark b]\nprofile=$CYAN_BUILD/out\n"
                      "run=test ! -e \"$CYAN_BUILD/out\" && echo main 4 > \"$CYAN_BUILD/out\"\n"
                      "[benchmark c]\nprofile=$CYAN_SOURCE/../source/sub/out\n"
                      "run=mkdir -p sub && ln -s \"$CYAN_BUILD/out\" sub/out\n");
  small_track_run (&world);
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: bad-profile no-profile 3\n0b: 4 4 4\n0c: 4 4 4");

  small_track_define (&world, "runs=1", "[benchmark d]\nprofile=$CYAN_BUILD/../../out\nrun=:");
  small_track_plan (&world, FALSE);
  small_track_begin (&world);
  MUST_FAIL (CYAN_ERROR_INVALID, "*track.ini: profile= of d *",
             cyan_tracker_run (world.tracker, NULL, &failure));
  small_track_end (&world);
}

/* The value of @metric of the first run of benchmark @of. */
static double
value_of (const SmallTrack *world, guint of, const char *metric, const char *unit)
{
  const CyanPlanCell *cell = world->plan->cells->pdata[of];
  const CyanPlanRevision *revision = world->plan->revisions->pdata[0];
  g_autoptr (GPtrArray) values = cyan_store_read_values (
      world->store, revision->id, cell->definition, world->plan->machine_id, NULL);

  for (guint i = 0; i < values->len; i++)
    {
      const CyanStoreCellValue *value = values->pdata[i];

      if (g_str_equal (value->name, metric))
        {
          g_assert_cmpstr (value->unit, ==, unit);
          return value->value;
        }
    }
  return NAN;
}

/* What another tool writes is metrics, beside a profile or alone: a value for each benchmark, the
 * median of what is repeated. */
TEST ("/measurement/results")
{
#define BENCH                                                                                      \
  "test ! -e out && printf 'BenchmarkA 1 30 ns/op\\nBenchmarkA 1 10 ns/op\\nBenchmarkA 1 11 "      \
  "ns/op\\nBenchmarkB/n=2 1 5 ns/op 3 B/op\\n' > out"
  g_auto (SmallTrack) world = small_track_new ("results", one_commit);

  small_track_define (&world, "runs=2",
                      "[benchmark a]\nresults=out\nmeasure=" BENCH
                      "\n[benchmark b]\nresults=out\nrun=" BENCH " && " SMALL_RUN
                      "\n[benchmark c]\nresults=out\nmeasure=:\n"
                      "[benchmark d]\nresults=out\nmeasure=echo hello > out\n"
                      "[benchmark e]\nresults=$CYAN_BUILD/out\n"
                      "measure=echo 'BenchmarkA 1 x ns/op' > \"$CYAN_BUILD/out\"\n");
  small_track_run (&world);
  for (guint of = 0; of < 2; of++)
    {
      g_assert_cmpfloat (value_of (&world, of, "BenchmarkA time", "ns"), ==, 11);
      g_assert_cmpfloat (value_of (&world, of, "BenchmarkB/n=2 time", "ns"), ==, 5);
      g_assert_cmpfloat (value_of (&world, of, "BenchmarkB/n=2 bytes", "bytes"), ==, 3);
      g_assert_cmpfloat (value_of (&world, of, "wall", "s"), >, 0);
      g_assert_cmpint (isnan (value_of (&world, of, SMALL_METRIC, "")), ==, of == 0);
    }
  for (guint of = 2; of < 5; of++)
    g_assert_true (isnan (value_of (&world, of, "wall", "s")));
  small_track_assert_stored (&world, "BenchmarkA time",
                             "0a: 11 11\n0b: 11 11\n0c: no-profile no-profile\n0d: bad-profile "
                             "bad-profile\n0e: bad-profile bad-profile");

  /* A folder of criterion, which is new for each run. */
  small_track_define (
      &world, "runs=2",
      "[benchmark g]\nresults=$CYAN_BUILD/criterion\n"
      "measure=mkdir -p \"$CYAN_BUILD/criterion\" && cd \"$CYAN_BUILD/criterion\" && mkdir new"
      " && echo '{\"full_id\": \"split\"}' > new/benchmark.json"
      " && echo '{\"iters\": [1, 2], \"times\": [8, 20]}' > new/sample.json\n");
  small_track_run (&world);
  g_assert_cmpfloat (value_of (&world, 0, "split time", "ns"), ==, 9);

  small_track_define (&world, "runs=1", "[benchmark f]\nresults=../out\nmeasure=:");
  small_track_plan (&world, FALSE);
  small_track_begin (&world);
  MUST_FAIL (CYAN_ERROR_INVALID, "*track.ini: results= of f *",
             cyan_tracker_run (world.tracker, NULL, &failure));
  small_track_end (&world);
}

/* Times are those of the command that does not record, if there is one. */
TEST ("/measurement/values")
{
#define WORK  "head -c 30000000 /dev/zero | tail -c 30000000 > /dev/null"
#define LEAVE "echo main 7 > \"$CYAN_PROFILE\""
  g_auto (SmallTrack) world = small_track_new ("values", one_commit);
  double large = 30e6, own, seconds;
  struct rusage usage;

  small_track_define (&world, "runs=1",
                      "[benchmark a]\nrun=" WORK "; " LEAVE "\n[benchmark b]\nmeasure=" WORK
                      "\nrun=" LEAVE "\n[benchmark c]\nmeasure=:\nrun=" WORK "; " LEAVE
                      "\n[benchmark d]\nmeasure=exit 3\nrun=" LEAVE "\n");
  small_track_run (&world);
  small_track_assert_said (&world, "B0, 0a 0b 0c 0d:failed");
  /* A program that needs less than this one, which is large with a sanitizer, does not show it. */
  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  own = (double) usage.ru_maxrss * 1024;
  for (guint i = 0; i < 3; i++)
    {
      double value = value_of (&world, i, SMALL_METRIC, ""),
             rss = value_of (&world, i, "rss", "bytes");

      g_assert_cmpfloat (value, ==, 7);
      if (own < large)
        g_assert_cmpint (rss > large, ==, i != 2);
      g_assert_cmpfloat (value_of (&world, i, "wall", "s"), >, 0);
      g_assert_cmpfloat (value_of (&world, i, "cpu", "s"), >=, 0);
    }
  g_assert_true (isnan (value_of (&world, 3, "wall", "s")));
  g_assert_cmpfloat (value_of (&world, 2, "wall", "s"), <, value_of (&world, 1, "wall", "s"));
  /* That of the store is of both commands. */
  g_assert_true (cyan_store_mean_run_seconds (world.store, world.plan->project_id, "c",
                                              world.plan->machine_id, &seconds, NULL));
  g_assert_cmpfloat (seconds, >, value_of (&world, 2, "wall", "s"));
}

/* The version of a recorder is a fact of the environment, once. */
TEST ("/measurement/recorder-version")
{
  g_auto (SmallTrack) world = small_track_new ("version", one_commit);
  g_autoptr (GPtrArray) environments = NULL;
  const char *facts;

  small_track_define (&world, "runs=1",
                      "[benchmark a]\nrun=python3 --version > /dev/null; " LEAVE
                      "\n[benchmark b]\nrun=python3 --version > /dev/null && " LEAVE "\n");
  small_track_run (&world);
  environments = cyan_store_read_environments (world.store, world.plan->machine_id, NULL);
  g_assert_cmpuint (environments->len, ==, 1);
  facts = ((const CyanStoreEnvironment *) environments->pdata[0])->facts;
  g_assert_nonnull (strstr (facts, "\"python3\": \"Python 3."));
  g_assert_null (strstr (strstr (facts, "python3") + 1, "python3"));
}

static void
break_store (gpointer data, const CyanTrackerEvent *event)
{
  store_run (((SmallTrack *) data)->path, "ALTER TABLE value RENAME TO other");
}

/* A run that cannot be stored is not stored in part, and nothing is left. */
TEST ("/measurement/not-stored")
{
  g_auto (SmallTrack) world = small_track_new ("not-stored", one_commit);
  g_autoptr (GError) error = NULL;

  small_track_define (&world, "", NULL);
  small_track_plan (&world, FALSE);
  small_track_begin (&world);
  world.said = break_store;
  g_assert_false (cyan_tracker_run (world.tracker, NULL, &error));
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, world.path));
  small_track_assert_said (&world, "B0");
  small_track_end (&world);
  g_assert_cmpint (store_run (world.path, "SELECT count(*) FROM run"), ==, 0);
}

/* ---- calibration ---- */

static void
count_runs (const CyanTrackerEvent *event, gpointer data)
{
  guint *n_runs = data;

  *n_runs += event->kind == CYAN_TRACKER_RAN;
  g_assert_cmpuint (event->n_done, ==, *n_runs);
  g_assert_cmpuint (event->n_wanted, ==, 2 * CYAN_CALIBRATION_BUILDS * CYAN_CALIBRATION_RUNS);
}

/* Runs of one build that scatter, and builds that scatter. */
TEST ("/measurement/calibration")
{
  /* The deviation of runs whose logs are 0 to 4, and of builds whose logs are 0 to 4. */
  const double scatter = sqrt (2.5) * 0.01;
  g_auto (SmallTrack) world = small_track_new ("calibration", one_commit);
  CyanTrackerOptions options = { .seed = 3, .say = count_runs };
  g_autoptr (GArray) all = NULL;
  guint n_runs = 0;

  options.say_data = &n_runs;
#define LOGS "set -- 1000000 1010050 1020201 1030455 1040811; "
  small_track_define (&world, "warm-up=0",
                      "[benchmark runs]\nrun=" LOGS
                      "shift $CYAN_RUN; echo main $1 > \"$CYAN_PROFILE\"\n"
                      "[benchmark builds]\nrun=" LOGS "n=${CYAN_BUILD%/build}; n=${n##*/slot-};"
                      " shift $((${#n} / 7)); echo main $1 > \"$CYAN_PROFILE\"\n");
  all = MUST (cyan_calibrate (world.track, "main", &options, NULL, &failure));
  g_assert_cmpuint (all->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const CyanCalibration *one = &g_array_index (all, CyanCalibration, i);

      g_assert_cmpstr (one->metric, ==, SMALL_METRIC);
      g_assert_cmpfloat_with_epsilon (one->run_scatter, i == 0 ? scatter : 0, 1e-6);
      g_assert_cmpfloat_with_epsilon (one->build_scatter, i == 1 ? scatter : 0, 1e-6);
      for (guint j = 0; j < CYAN_CALIBRATION_N_STEPS; j++)
        g_assert_cmpfloat_with_epsilon (
            one->steps[j],
            expm1 (3 * (i == 0 ? sqrt (1.5 / cyan_calibration_steps[j]) : 1) * scatter), 1e-5);
    }
  g_assert_cmpuint (n_runs, ==, 2 * 25);
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
}

static void
assert_no_calibration (SmallTrack *world, const char *keys, const char *run, const char *message)
{
  const CyanTrackerOptions options = { 0 };
  g_autofree char *benchmark = g_strdup_printf ("[benchmark a]\n%s", run);
  g_autoptr (GError) error = NULL;

  small_track_define (world, keys, benchmark);
  g_assert_null (cyan_calibrate (world->track, "main", &options, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
}

TEST ("/measurement/no-calibration")
{
  g_auto (SmallTrack) world = small_track_new ("no-calibration", one_commit);

  assert_no_calibration (&world, "build=echo a; echo the end; exit 1",
                         "run=:", "the build: failed: the end");
  assert_no_calibration (&world, "", "run=echo one; false", "a: failed: one");
  assert_no_calibration (&world, "", "run=echo main 0 > \"$CYAN_PROFILE\"",
                         "a: value is not above 0");
}

/* ---- folders ---- */

static gboolean
is_there (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

TEST ("/measurement/slot")
{
  g_autoptr (CyanWorkspace) workspace = NULL, other = NULL;
  CyanWorkspaceSlot *slot;
  GStatBuf status;

  workspace = MUST (cyan_workspace_new ("/some/where", &failure));
  other = MUST (cyan_workspace_new ("/some/where", &failure));
  g_assert_cmpstr (workspace->path, !=, other->path);
  g_assert_cmpint (g_stat (workspace->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
  slot = MUST (cyan_workspace_slot_new (workspace, "1", &failure));
  tree_write (slot->build, "deep/b", "", 0);
  tree_write (slot->home, "h", "", 0);
  tree_write (slot->temporary, "deep/t", "", 0);
  tree_write (slot->results, "profile", "", 0);
  MUST (cyan_workspace_slot_refresh (slot, &failure));
  g_assert_true (is_there (slot->build, "deep/b") && is_there (slot->home, "h"));
  g_assert_true (is_there (slot->temporary, "") && is_there (slot->results, ""));
  g_assert_false (is_there (slot->temporary, "deep") || is_there (slot->results, "profile"));
  cyan_workspace_slot_free (slot, "/some/where");
  g_assert_false (is_there (workspace->path, "slot-1"));
  g_assert_cmpuint (small_track_count_folders (), ==, 2);
  /* There is something else of that name. */
  tree_write (workspace->path, "slot-2", "", 0);
  MUST_FAIL (CYAN_ERROR_IO, "*", cyan_workspace_slot_new (workspace, "2", &failure));
}

/* Without a lock nothing is made or removed. */
TEST ("/measurement/no-lock")
{
  g_autofree char *cache = small_track_cache (), *lock = g_build_filename (cache, "lock", NULL);
  g_autoptr (GError) error = NULL;

  tree_write (cache, "left/x", "", 0);
  g_unlink (lock);
  g_assert_cmpint (g_mkdir (lock, 0700), ==, 0);
  g_assert_null (cyan_workspace_new ("/some/where", &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_true (g_str_has_prefix (error->message, lock));
  cyan_workspace_remove_left ();
  g_assert_true (is_there (cache, "left/x"));
  g_assert_cmpint (g_rmdir (lock), ==, 0);
  cyan_workspace_remove_left ();
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
}

/* What trackers left is removed, with the work trees that a repository knows of; what one has is
 * not. */
TEST ("/measurement/left")
{
  g_auto (SmallTrack) world = small_track_new ("left", one_commit);
  g_autofree char *cache = small_track_cache (), *trees = NULL;
  g_autofree char *source = g_build_filename (cache, "killed", "slot-000", "source", NULL);
  g_autofree char *lock = g_build_filename (cache, "busy", "lock", NULL);
  g_autofree char *oid = git_run (world.folder, "rev-parse", "main", NULL);
  int file, input;

  tree_write (cache, "killed/lock", world.folder, -1);
  tree_write (cache, "killed/slot-000/build/x", "", 0);
  MUST (cyan_worktree_add (world.folder, oid, source, NULL, &failure));
  tree_write (cache, "new/inputs-0000/x", "", 0);
  tree_write (cache, "busy/lock", "/some/where", -1);
  tree_write (cache, "busy/slot-000/build/x", "", 0);
  file = g_open (lock, O_RDWR | O_CLOEXEC, 0);
  g_assert_cmpint (flock (file, LOCK_EX), ==, 0);
  cyan_workspace_remove_left ();
  g_assert_true (is_there (cache, "busy/slot-000/build/x"));
  g_assert_cmpuint (small_track_count_folders (), ==, 1);
  trees = git_run (world.folder, "worktree", "list", NULL);
  g_assert_null (strchr (trees, '\n'));
  g_assert_cmpint (close (file), ==, 0);
  /* A program may have no standard input. */
  input = dup (STDIN_FILENO);
  g_assert_cmpint (close (STDIN_FILENO), ==, 0);
  cyan_workspace_remove_left ();
  g_assert_cmpint (dup2 (input, STDIN_FILENO), ==, STDIN_FILENO);
  g_assert_cmpint (close (input), ==, 0);
  g_assert_cmpuint (small_track_count_folders (), ==, 0);
}
