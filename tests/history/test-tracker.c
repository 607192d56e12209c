/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tracker does with a few commits whose runs are known. */
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "cyan-machine.h"
#include "cyan-statistics.h"
#include "git-fixture.h"
#include "small-track.h"
#include "store-samples.h"
#include "store-backends.h"
#include "tests.h"

#define TWO "[benchmark a]\nrun=" SMALL_RUN "\n[benchmark b]\nrun=" SMALL_RUN "\nversion=1\n"

/* The newest come first, spread over all; those of a set take turns; each run is stored. */
TEST ("/tracker/turns")
{
  const char *const times[] = { "10 11 12", "20", "30", NULL };
  g_auto (SmallTrack) world = small_track_new ("turns", times);

  small_track_define (&world, "keep=2\njobs=2", TWO);
  small_track_run (&world);
  g_assert_cmpuint (world.n_wanted, ==, 3 * 2 * 2);
  g_assert_cmpuint (world.n_ran, ==, 3 * 2 * 2);
  small_track_assert_said (&world, "B0 B2, 0a 0b 2a 2b, 0a 0b 2a 2b, B1, 1a 1b, 1a 1b");
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: 10 11\n0b: 10 11\n1a: 20 20\n1b: 20 20\n2a: 30 30\n2b: 30 30");
  small_track_assert_built (&world, "0 ok, 1 ok, 2 ok");

  /* There is nothing left to do, until there are more commits. */
  small_track_run (&world);
  small_track_assert_said (&world, "");
  g_assert_cmpuint (world.plan->n_missing, ==, 0);
  small_track_commit (&world, (const char *const[]){ "40", NULL });
  small_track_run (&world);
  small_track_assert_said (&world, "B3, 3a 3b, 3a 3b");
  /* More runs of all; what was there counts. */
  small_track_define (&world, "keep=4\njobs=4\nruns=3", TWO);
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1 B2 B3, 0a 0b 1a 1b 2a 2b 3a 3b");
  g_assert_cmpuint (world.n_wanted, ==, 4 * 2);
}

/* What builds and runs left in their logs, in the order of the store: builds first. */
static void
assert_failures (const SmallTrack *world, const char *expected)
{
  g_autoptr (GPtrArray) failures =
      cyan_store_read_failures (world->store, world->plan->project_id, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < failures->len; i++)
    {
      const CyanStoreFailure *failure = failures->pdata[i];
      /* Without what the reader says of the format. */
      g_autofree char *log = g_strndup (failure->log, strcspn (failure->log, ":\n"));

      g_string_append_printf (
          text, "%s %d %s\n", failure->status,
          failure->exit_code != CYAN_STORE_UNKNOWN ? (int) failure->exit_code : 0, log);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Builds and runs that fail are results: they are told, stored, and not tried again unless
 * asked. */
TEST ("/tracker/failed")
{
  const char *const times[] = { "fail 10", "broken", "none bad 20", NULL };
  g_auto (SmallTrack) world = small_track_new ("failed", times);

  small_track_define (&world, "keep=3\nruns=3", NULL);
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1:failed B2, 0a:failed 2a:no-profile, 0a 2a:bad-profile, "
                                   "0a:failed 2a");
  g_assert_cmpuint (world.n_wanted, ==, 6);
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: failed 10 failed\n2a: no-profile bad-profile 20");
  small_track_assert_built (&world, "0 ok, 1 failed, 2 ok");
  assert_failures (&world, "failed 0 no rule\nfailed 4 no luck\n"
                           "no-profile 0 the command left no profile at $CYAN_PROFILE\n"
                           "bad-profile 0 $CYAN_PROFILE\nfailed 4 no luck\n");

  small_track_run (&world);
  small_track_assert_said (&world, "");
  small_track_plan (&world, TRUE);
  g_assert_cmpuint (world.plan->n_missing, ==, 2 + 3 + 2);
  small_track_begin (&world);
  g_assert_true (cyan_tracker_run (world.tracker, NULL, NULL));
  small_track_assert_said (&world, "B0 B1:failed B2, 0a 2a:no-profile, 0a:failed 2a:bad-profile");
  small_track_end (&world);
}

/* A commit on top of main with a file called "..", which cannot be written. */
static void
commit_hostile (const SmallTrack *world)
{
  static const char tree_text[] = "100644 ..\0"
                                  "01234567890123456789";
  g_autofree char *parent = git_run (world->folder, "rev-parse", "main", NULL);
  g_autofree char *tree =
      git_run_input (world->folder, tree_text, sizeof tree_text - 1, "hash-object", "-t", "tree",
                     "-w", "--literally", "--stdin", NULL);
  g_autofree char *text = g_strdup_printf ("tree %s\nparent %s\nauthor A <a@x> 1700000000 +0000\n"
                                           "committer A <a@x> 1700000000 +0000\n\n1\n",
                                           tree, parent);
  g_autofree char *commit =
      git_run_input (world->folder, text, -1, "hash-object", "-t", "commit", "-w", "--stdin", NULL);

  git_do (world->folder, "update-ref", "refs/heads/main", commit, NULL);
}

/* A commit whose files cannot be written does not build: the others may. */
TEST ("/tracker/hostile")
{
  const char *const times[] = { "10", NULL };
  g_auto (SmallTrack) world = small_track_new ("hostile", times);

  commit_hostile (&world);
  small_track_define (&world, "", NULL);
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1:failed, 0a, 0a");
  small_track_assert_built (&world, "0 ok, 1 failed");
  g_assert_cmpstr (world.log, !=, "");
}

/* What takes longer than it may. */
TEST ("/tracker/time-limits")
{
  const char *const times[] = { "10", "20", NULL };
  g_auto (SmallTrack) world = small_track_new ("limits", times);

  small_track_define (&world,
                      "keep=2\nruns=1\nbuild-timeout=1\n"
                      "build=read t < times; case $t in 10) echo waiting; exec sleep 1000;; esac",
                      "[benchmark a]\ntimeout=1\nrun=exec sleep 1000");
  small_track_run (&world);
  small_track_assert_said (&world, "B0:timeout B1, 1a:timeout");
  small_track_assert_built (&world, "0 timeout, 1 ok");
  small_track_assert_stored (&world, SMALL_METRIC, "1a: timeout");
  small_track_plan (&world, FALSE);
  g_assert_cmpuint (world.plan->n_missing, ==, 0);
}

/* A run whose guard was killed is none. */
TEST ("/tracker/lost")
{
  const char *const times[] = { "10", NULL };
  g_auto (SmallTrack) world = small_track_new ("lost", times);

  small_track_define (&world, "", "[benchmark a]\nrun=kill -9 $PPID");
  small_track_run (&world);
  small_track_assert_said (&world, "B0, 0a:lost, 0a:lost");
  small_track_assert_stored (&world, SMALL_METRIC, "0a: lost lost");
  small_track_plan (&world, FALSE);
  g_assert_cmpuint (world.plan->n_missing, ==, 2);
}

/* ---- precision ---- */

/* The fewest of @values, but 2, whose mean is known to @precision of it; or @most. */
static guint
count_needed (const double *values, guint most, double precision)
{
  for (guint n = 2; n < most; n++)
    {
      double half, mean = cyan_mean (values, n, &half);

      if (half <= precision * mean)
        return n;
    }
  return most;
}

TEST ("/tracker/precision")
{
  static const double scattered[] = { 100, 104, 102, 101, 103, 102, 102, 102 };
  const char *const times[] = { "100", "100 104 102 101 103 102 102 102", "100 200",
                                "100 fail 200 fail", NULL };
  g_auto (SmallTrack) world = small_track_new ("precision", times);
  guint few = count_needed (scattered, 8, 0.04), more = count_needed (scattered, 8, 0.015);
  const char *const runs[] = { "1a: 100 104 102 101", "1a: 100 104 102 101 103 102" };

  g_assert_cmpuint (few, ==, 4);
  g_assert_cmpuint (more, ==, 6);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *expected =
          g_strdup_printf ("0a: 100 100\n%s\n2a: 100 200 100 200 100 200 100 200\n"
                           "3a: 100 failed 200 failed 100 failed 200 failed",
                           runs[i]);

      small_track_define (
          &world, i == 0 ? "keep=4\nruns=2-8\nprecision=4%" : "keep=4\nruns=2-8\nprecision=1.5%",
          NULL);
      small_track_run (&world);
      small_track_assert_stored (&world, SMALL_METRIC, expected);
      /* The second goes on where the first stopped. */
      g_assert_cmpuint (world.n_wanted, ==, i == 0 ? 2 + few + 8 + 8 : more - few);
      g_assert_cmpuint (world.n_ran, ==, world.n_wanted);
    }
}

/* ---- how long it takes ---- */

/* Adds a run of benchmark @of at revision @at of the plan that took @seconds. */
static void
put_run (const SmallTrack *world, guint at, guint of, double seconds)
{
  const CyanPlanCell *cell = world->plan->cells->pdata[at * 2 + of];
  const CyanPlanRevision *revision = world->plan->revisions->pdata[at];
  const CyanTrackBenchmark *benchmark = world->track->benchmarks->pdata[of];
  CyanStoreRun run = { .revision = revision->id,
                       .machine = world->plan->machine_id,
                       .build = CYAN_STORE_UNKNOWN,
                       .seconds = seconds };

  g_assert_true (cyan_store_put_definition (world->store, world->plan->project_id, benchmark->name,
                                            cell->hash, cell->text, &run.definition, NULL));
  g_assert_true (cyan_store_add_environment (world->store, run.machine, 0, "{}", "cyan",
                                             &run.environment, NULL));
  sample_put_run (world->store, run, NULL);
}

static double
estimate (SmallTrack *world)
{
  double seconds = 0;

  small_track_plan (world, FALSE);
  g_assert_true (cyan_tracker_estimate (world->track, world->plan, world->store, &seconds, NULL));
  return seconds;
}

/* Builds at the same time, runs with those that warm up, at the same time, as long as they took. */
TEST ("/tracker/estimate")
{
  const char *const times[] = { "10", "20", "30", NULL };
  g_auto (SmallTrack) world = small_track_new ("estimate", times);
  double seconds = 0;
  gint64 build;

  small_track_define (&world, "runs=3\nwarm-up=1\njobs=2\nlanes=3\ncpus=0,1,2", TWO);
  g_assert_true (isnan (estimate (&world)));
  g_assert_true (cyan_tracker_estimate (world.track, world.plan, NULL, &seconds, NULL));
  g_assert_true (isnan (seconds));
  small_track_begin (&world);
  small_track_end (&world);
  for (guint i = 0; i < 2; i++)
    {
      const CyanPlanRevision *revision = world.plan->revisions->pdata[i];

      g_assert_true (cyan_store_put_build (world.store,
                                           &(CyanStoreBuild){ .revision = revision->id,
                                                              .machine = world.plan->machine_id,
                                                              .recipe = world.plan->recipe,
                                                              .status = CYAN_BUILD_OK,
                                                              .seconds = 10 + 20 * i,
                                                              .environment = CYAN_STORE_UNKNOWN },
                                           &build, NULL));
    }
  put_run (&world, 0, 0, 4);
  /* Nothing is known of the other benchmark. */
  g_assert_true (isnan (estimate (&world)));
  put_run (&world, 2, 1, 8);
  g_assert_cmpfloat_with_epsilon (estimate (&world),
                                  3 * 20 / 2.0 + (4 * (3 + 4 + 4) + 8 * (4 + 4 + 3)) / 3.0, 1e-9);
  for (guint i = 0; i < 3; i++)
    for (guint k = 0; k < 2; k++)
      put_run (&world, 1, k, k == 0 ? 4 : 8);
  g_assert_cmpfloat_with_epsilon (estimate (&world),
                                  2 * 20 / 2.0 + (4 * (3 + 4) + 8 * (4 + 3)) / 3.0, 1e-9);
}

/* ---- more runs of some ---- */

static void
run_more (SmallTrack *world, const guint *revisions, guint n, guint n_runs, const char *expected)
{
  CyanPlanCell *cells[2];
  g_autoptr (GPtrArray) owners = NULL;

  for (guint i = 0; i < n; i++)
    cells[i] = world->plan->cells->pdata[2 * revisions[i]];
  MUST (cyan_tracker_run_more (world->tracker, cells, n, n_runs, NULL, &failure));
  small_track_assert_said (world, expected);
  g_assert_cmpuint (world->n_wanted, ==, world->n_ran);
  owners = cyan_store_read_claims (world->store, NULL);
  g_assert_cmpuint (owners->len, ==, 0);
}

/* Only what is asked, whatever is missing; the last two builds are kept. */
TEST ("/tracker/more")
{
  const char *const times[] = { "10", "20", "30", "broken", NULL };
  g_auto (SmallTrack) world = small_track_new ("more", times);

  small_track_define (&world, "keep=1", TWO);
  small_track_plan (&world, FALSE);
  small_track_begin (&world);
  run_more (&world, (const guint[]){ 0, 2 }, 2, 3, "B0 B2, 0a 2a, 0a 2a, 0a 2a");
  run_more (&world, (const guint[]){ 0 }, 1, 2, "0a, 0a");
  run_more (&world, (const guint[]){ 1 }, 1, 1, "B1, 1a");
  run_more (&world, (const guint[]){ 0, 1 }, 2, 1, "0a 1a");
  run_more (&world, (const guint[]){ 2 }, 1, 1, "B2, 2a");
  run_more (&world, (const guint[]){ 3, 2 }, 2, 1, "B3:failed, 2a");
  run_more (&world, (const guint[]){ 3 }, 1, 1, "B3:failed");
  cyan_tracker_build_again (world.tracker, 2);
  run_more (&world, (const guint[]){ 2 }, 1, 1, "B2, 2a");
  run_more (&world, (const guint[]){ 2 }, 1, 1, "2a");
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: 10 10 10 10 10 10\n1a: 20 20\n2a: 30 30 30 30 30 30 30");
  g_assert_cmpuint (small_track_count_folders (), ==, 1);
  small_track_end (&world);
}

/* ---- trackers beside it ---- */

/* Seconds. */
#define LEASE 60

static void
put_claim (const SmallTrack *world, guint at, const char *owner, gint64 seconds)
{
  const CyanPlanRevision *revision = world->plan->revisions->pdata[at];
  g_autofree char *what = g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT,
                                           world->plan->machine_id, revision->id);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  gboolean gained = FALSE;

  g_assert_true (
      cyan_store_claim (world->store, what, owner, now - 100, now + seconds, &gained, NULL));
  g_assert_true (gained);
}

/* The name of a process that has ended.  Caller frees. */
static char *
ended_process (void)
{
  g_autofree char *name = cyan_machine_process ();
  char *number = strrchr (name, ' ');

  /* As if another process had got its number. */
  return g_strdup_printf ("%.*s 1", (int) (number - name), name);
}

static void
leave (gpointer data, const CyanTrackerEvent *event)
{
  SmallTrack *world = data;

  if (event->kind == CYAN_TRACKER_OTHERS_MEASURE)
    cyan_store_release_claims (world->store, "elsewhere", NULL);
}

/* The end of the only claim, which ends soon unless it is renewed. */
static gint64
read_end (const SmallTrack *world)
{
  gint64 end = store_run (world->path, "SELECT until FROM claim");

  g_assert_cmpint (end, <=, g_get_real_time () / G_USEC_PER_SEC + LEASE);
  return end;
}

/* A claim that is over while its commit is built. */
static void
set_end (gpointer data, const CyanTrackerEvent *event)
{
  SmallTrack *world = data;

  g_assert_cmpint (read_end (world), >, g_get_real_time () / G_USEC_PER_SEC + LEASE / 2);
  if (event->kind == CYAN_TRACKER_BUILT)
    store_run (world->path, "UPDATE claim SET until = 5");
}

/* A claim lasts for a minute, and another one after each run. */
TEST ("/tracker/renewal")
{
  const char *const times[] = { "10", NULL };
  g_auto (SmallTrack) world = small_track_new ("renewal", times);

  small_track_define (&world, "", NULL);
  world.said = set_end;
  small_track_run (&world);
  small_track_assert_said (&world, "B0, 0a, 0a");
}

/* Somebody else takes commit 0 over after its first run. */
static void
take_over (gpointer data, const CyanTrackerEvent *event)
{
  SmallTrack *world = data;

  if (event->kind == CYAN_TRACKER_RAN && event->n_done == 2)
    store_run (world->path, "UPDATE claim SET owner = 'elsewhere', until = until + 1000"
                            " WHERE cell LIKE '% 1'");
  leave (data, event);
}

/* What was measured without a claim is not kept: nothing is measured twice. */
TEST ("/tracker/taken-over")
{
  const char *const times[] = { "10", "20", NULL };
  g_auto (SmallTrack) world = small_track_new ("taken", times);

  small_track_define (&world, "runs=3\nkeep=2", NULL);
  world.said = take_over;
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1, 0a 1a, 1a, lost, 1a, others, B0, 0a, 0a");
  small_track_assert_stored (&world, SMALL_METRIC, "0a: 10 10 10\n1a: 20 20 20");
}

/* Another one measures commit 0 to its end meanwhile, and gives it back. */
static void
measure_all (gpointer data, const CyanTrackerEvent *event)
{
  SmallTrack *world = data;

  if (event->kind == CYAN_TRACKER_RAN && event->n_done == 1)
    store_run (world->path,
               "DELETE FROM claim;"
               "INSERT INTO run (revision, definition, machine, session, build, number, status,"
               " began, seconds, uid) SELECT revision, definition, machine, session, build,"
               " number + n, status, began, seconds, 'other ' || n FROM run"
               " CROSS JOIN (SELECT 1 AS n UNION SELECT 2)");
}

TEST ("/tracker/measured-meanwhile")
{
  const char *const times[] = { "10", NULL };
  g_auto (SmallTrack) world = small_track_new ("meanwhile", times);

  small_track_define (&world, "runs=3", NULL);
  world.said = measure_all;
  small_track_run (&world);
  g_assert_cmpint (store_run (world.path, "SELECT count(*) FROM run"), ==, 3);
  g_assert_cmpuint (cyan_plan_cell (world.plan, 0)->n_missing, ==, 0);
}

/* What another one measures is left to it, unless that has ended or its time is over. */
TEST ("/tracker/claims")
{
  const char *const times[] = { "10", "20", "30", NULL };
  g_auto (SmallTrack) world = small_track_new ("claims", times);
  g_autofree char *ended = ended_process ();
  CyanPlanCell *cells[1];

  small_track_define (&world, "runs=1\nkeep=3", NULL);
  small_track_plan (&world, FALSE);
  small_track_begin (&world);
  put_claim (&world, 0, ended, 1000);
  put_claim (&world, 1, "elsewhere", 1000);
  put_claim (&world, 2, "elsewhere long ago", -10);
  world.said = leave;
  g_assert_true (cyan_tracker_run (world.tracker, NULL, NULL));
  small_track_assert_said (&world, "B0 B2, 0a 2a, others, B1, 1a");
  put_claim (&world, 0, "elsewhere", 1000);
  cells[0] = world.plan->cells->pdata[0];
  g_assert_true (cyan_tracker_run_more (world.tracker, cells, 1, 1, NULL, NULL));
  small_track_assert_said (&world, "others, B0, 0a");
  small_track_end (&world);
}

/* ---- ways to build and run ---- */

#define COUNT_BUILDS "echo x >> \"$CYAN_BUILD/n\""
/* Ten times that of its revision, and the number of builds in its folder. */
#define RUN_COUNT                                                                                  \
  "[benchmark a]\nrun=read t < times; echo \"main $((10 * t + $(wc -l < \"$CYAN_BUILD/n\")))\""    \
  " > \"$CYAN_PROFILE\""

TEST ("/tracker/reuse")
{
  const char *const times[] = { "10", "20", "30", NULL };
  g_auto (SmallTrack) world = small_track_new ("reuse", times);
  g_autofree char *trees = NULL;

  small_track_define (&world, "build=" COUNT_BUILDS, RUN_COUNT);
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1 B2, 0a 1a 2a, 0a 1a 2a");
  small_track_assert_stored (&world, SMALL_METRIC, "0a: 101 101\n1a: 201 201\n2a: 301 301");
  small_track_define (&world, "reuse=yes\nkeep=4\nbuild=:; " COUNT_BUILDS, RUN_COUNT "\nversion=2");
  small_track_run (&world);
  small_track_assert_said (&world, "B2, 2a, 2a, B1, 1a, 1a, B0, 0a, 0a");
  small_track_assert_stored (&world, SMALL_METRIC,
                             "0a: 101 101\n0a: 103 103\n1a: 201 201\n1a: 202 202\n"
                             "2a: 301 301\n2a: 301 301");
  small_track_define (&world,
                      "reuse=yes\ncheckout=worktree\n"
                      "build=test $(git rev-parse HEAD) = $CYAN_REVISION && " COUNT_BUILDS,
                      RUN_COUNT "\nversion=3");
  small_track_commit (&world, (const char *const[]){ "40", NULL });
  small_track_run (&world);
  small_track_assert_built (&world, "0 ok, 0 ok, 0 ok, 1 ok, 1 ok, 1 ok, 2 ok, 2 ok, 2 ok, 3 ok");
  trees = git_run (world.folder, "worktree", "list", NULL);
  g_assert_null (strchr (trees, '\n'));
}

/* The facts of the environment that was added last. */
static char *
read_facts (const SmallTrack *world)
{
  g_autoptr (GPtrArray) environments =
      cyan_store_read_environments (world->store, world->plan->machine_id, NULL);

  return g_strdup (
      ((const CyanStoreEnvironment *) environments->pdata[environments->len - 1])->facts);
}

/* Two revisions run at once, each on its processor: they wait for each other.  Two benchmarks of
 * one revision do not. */
TEST ("/tracker/lanes")
{
  const char *const times[] = { "10", "20", NULL };
  g_auto (SmallTrack) world = small_track_new ("lanes", times);
  g_autofree char *fifo = g_build_filename (world.folder, "fifo", NULL), *alone = NULL,
                  *facts = NULL;
  g_autofree char *benchmark = g_strdup_printf (
      "[benchmark a]\ntimeout=20\nrun=read t < times; case $t in 10) echo > '%s';; *) read x < "
      "'%s';; esac;"
      " echo \"main $(sed -n 's/^Cpus_allowed_list:.//p' /proc/self/status)1\" > \"$CYAN_PROFILE\"",
      fifo, fifo);

  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  small_track_define (&world, "keep=2\nruns=4\nlanes=2\ncpus=0,1", benchmark);
  small_track_run (&world);
  small_track_assert_said (&world, "B0 B1, 0a 1a, 0a 1a, 0a 1a, 0a 1a");
  facts = read_facts (&world);
  g_assert_nonnull (strstr (facts, "\"cpus\": \"0,1\""));
  g_assert_nonnull (strstr (facts, "\"lanes\": \"2\""));
  g_assert_nonnull (strstr (facts, "\"seed\": \"7\""));
  small_track_define (
      &world, "last=1\nlanes=2\ncpus=0,1",
      "[benchmark b]\nrun=mkdir \"$CYAN_BUILD/busy\" &&"
      " seq 20000 | tail -n 1 > /dev/null && rmdir \"$CYAN_BUILD/busy\" &&"
      " echo main 1 > \"$CYAN_PROFILE\"\n[benchmark c]\nrun=mkdir \"$CYAN_BUILD/busy\" &&"
      " seq 20000 | tail -n 1 > /dev/null && rmdir \"$CYAN_BUILD/busy\" &&"
      " echo main 1 > \"$CYAN_PROFILE\"");
  small_track_run (&world);
  small_track_assert_said (&world, "B1, 1b 1c, 1b 1c");
}

/* Runs that warm up are not stored; with a command that measures, only that warms up. */
TEST ("/tracker/warm-up")
{
  const char *const times[] = { "10", NULL };
  g_auto (SmallTrack) world = small_track_new ("warm-up", times);
  g_autofree char *facts = NULL;

  small_track_define (
      &world, "warm-up=2\nruns=2",
      "[benchmark a]\nrun=echo x >> \"$CYAN_BUILD/a\";"
      " echo \"main $(wc -l < \"$CYAN_BUILD/a\")\" > \"$CYAN_PROFILE\"\n"
      "[benchmark b]\nmeasure=echo x >> \"$CYAN_BUILD/b\"\n"
      "run=echo y >> \"$CYAN_BUILD/b\";"
      " echo \"main $(tr -d '\\n' < \"$CYAN_BUILD/b\" | tr xy 12)\" > \"$CYAN_PROFILE\"");
  small_track_run (&world);
  small_track_assert_said (&world, "B0, 0a 0b, 0a 0b");
  small_track_assert_stored (&world, SMALL_METRIC, "0a: 3 4\n0b: 1112 111212");
  facts = read_facts (&world);
  g_assert_null (strstr (facts, "lanes"));
  g_assert_null (strstr (facts, "cpus"));
}
