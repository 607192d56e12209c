/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a tracker does if it is killed or interrupted, shares its store, or cannot go on.
 */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "tests.h"
#include "track-world.h"

/* Kills the tracker @pid at a random moment, but not before it has stored some runs: on a busy
 * machine it would never end.  Whether it was killed; else *@status is its own. */
static gboolean
wait_and_kill (const TrackWorld *world, const char *store, pid_t pid, int *status)
{
  guint enough = track_count (world, store, "run") + (guint) g_test_rand_int_range (0, 6);
  gint64 delay = g_test_rand_int_range (0, 100000);
  pid_t ended = 0;
  int how = 0;

  while (track_count (world, store, "run") < enough && (ended = waitpid (pid, &how, WNOHANG)) == 0)
    g_usleep (1000);
  if (ended == 0)
    {
      g_usleep ((gulong) delay);
      kill (pid, SIGKILL);
      g_assert_cmpint (waitpid (pid, &how, 0), ==, pid);
    }
  *status = WIFEXITED (how) ? WEXITSTATUS (how) : -1;
  return WIFSIGNALED (how);
}

/* Killed again and again at random moments, it measures the same in the end. */
static void
test_killed (void)
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) whole = { 0 }, check = { 0 };
  g_autofree char *expected = NULL, *found = NULL;
  guint n_kills = 0;
  int status = -1;

  track_world_init (&world, "killed");
  track_write_definition (&world, "some.ini", "last=12\nkeep=4", "");
  whole = track_shell (&world, "$CYAN track some.ini --store whole.db");
  track_assert_status (&whole, 0);
  while (status != 0)
    {
      pid_t pid = track_start (&world, "track some.ini --store killed.db");

      n_kills += wait_and_kill (&world, "killed.db", pid, &status);
      g_assert_cmpint (status, <=, 0);
      track_wait_for_no_process (&world);
    }
  g_assert_cmpuint (n_kills, >, 1);
  track_assert_clean (&world);
  expected = track_query (&world, "whole.db", TRACK_ALL_RUNS);
  found = track_query (&world, "killed.db", TRACK_ALL_RUNS);
  g_assert_cmpstr (found, ==, expected);
  check = track_shell (&world, "$CYAN history killed.db");
  track_assert_status (&check, 0);
}

static void
test_interrupted (void)
{
  g_auto (TrackWorld) world = { 0 };
  pid_t pid;

  track_world_init (&world, "interrupted");
  track_write_definition (
      &world, "slow.ini",
      "runs=3\nlast=2\nbuild=touch \"$CYAN_SOURCE/../../../../../on\"; sleep 10", "");
  pid = track_start (&world, "track slow.ini --store slow.db");
  {
    g_autofree char *on = g_build_filename (world.cache, "on", NULL);

    while (!g_file_test (on, G_FILE_TEST_EXISTS))
      g_usleep (10000);
  }
  kill (pid, SIGTERM);
  g_assert_cmpint (track_wait (pid), ==, 2);
  track_assert_clean (&world);
  track_assert_rows (&world, "slow.db", "SELECT count(*) FROM claim", "0\n");
}

static void
test_two (void)
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) whole = { 0 };
  g_autofree char *go = NULL, *expected = NULL, *found = NULL;
  pid_t pids[2];

  track_world_init (&world, "two");
  /* Runs wait for a file in the cache. */
  track_write_definition (
      &world, "some.ini", "last=12\nkeep=2",
      "run=while ! test -e \"$CYAN_INPUTS/../../../../go\"; do sleep 0.01; done;"
      " sh run.sh");
  go = g_build_filename (world.cache, "go", NULL);
  for (guint i = 0; i < 2; i++)
    pids[i] = track_start (&world, "track some.ini --store two.db");
  /* Both have begun. */
  while (track_count (&world, "two.db", "build") < 4)
    g_usleep (1000);
  g_assert_true (g_file_set_contents (go, "", -1, NULL));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (track_wait (pids[i]), ==, 0);
  track_assert_clean (&world);
  whole = track_shell (&world, "$CYAN track some.ini --store whole.db");
  track_assert_status (&whole, 0);
  expected = track_query (&world, "whole.db", TRACK_ALL_RUNS);
  found = track_query (&world, "two.db", TRACK_ALL_RUNS);
  g_assert_cmpstr (found, ==, expected);
  track_assert_rows (&world, "two.db", "SELECT count(DISTINCT session) FROM run", "2\n");
}

/* A run that another program has spoilt is no result, and is done again. */
static void
test_lost (void)
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) lost = { 0 }, again = { 0 };

  track_world_init (&world, "lost");
  track_write_definition (&world, "some.ini", "last=1",
                          "run=test ! -s \"$CYAN_INPUTS/kills\" || kill -9 $PPID; sh run.sh\n"
                          "version=1\ninputs=kills");
  lost = track_shell (&world, "echo yes > kills; $CYAN track some.ini");
  track_assert_status (&lost, 2);
  track_assert_matches (lost.err, "*cyan: not all of it is measured: runs were lost\n");
  track_assert_rows (&world, "track.db", "SELECT DISTINCT status FROM run", "lost\n");
  track_wait_for_no_process (&world);
  again = track_shell (&world, ": > kills; $CYAN track some.ini");
  track_assert_status (&again, 0);
  track_assert_rows (&world, "track.db",
                     "SELECT status, count(*) FROM run GROUP BY status ORDER BY 1",
                     "lost|3\nok|3\n");
}

/* The store is locked for longer than it is waited for: the run is kept until it can be stored. */
static void
test_locked (void)
{
  g_auto (TrackWorld) world = { 0 };
  pid_t pid;

  track_world_init (&world, "locked");
  track_write_definition (&world, "some.ini", "last=2", "");
  pid = track_start (&world, "track some.ini --store locked.db");
  track_lock (&world, "locked.db", "the store is locked");
  g_assert_cmpint (track_wait (pid), ==, 0);
  track_assert_rows (&world, "locked.db", "SELECT status, count(*) FROM run GROUP BY status",
                     "ok|6\n");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *arguments, *message;
  } bad[] = {
    { "track", "track needs one definition file" },
    { "track none.ini", "*none.ini: *" },
    { "track track.ini --retry all", "--retry: not \"failed\": all" },
    { "track track.ini --fail-above x", "--fail-above*" },
    { "track track.ini --jobs -1", "--jobs*" },
    { "track track.ini --format svg", "--format: *" },
    { "track track.ini --store no/such/track.db", "no/such/track.db: *" },
    { "track track.ini --store repo", "repo: *" },
    { "track bad.ini", "*bad.ini:2: *" },
    { "track lost.ini", "*" },
  };
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) full = { 0 };

  track_world_init (&world, "refused");
  track_write_definition (&world, "some.ini", "last=3", "");
  track_write_definition (&world, "lost.ini", "branch=none", "");
  {
    g_autofree char *path = g_build_filename (world.folder, "bad.ini", NULL);

    g_assert_true (g_file_set_contents (path, "[track]\nrunz=3\n", -1, NULL));
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (TrackResult) result = track_shell (&world, "$CYAN %s", bad[i].arguments);

      track_assert_fails (&result, bad[i].message);
    }
  /* A disk on which a store has no room. */
  full = track_shell (&world, "ulimit -f 100; trap '' XFSZ; $CYAN track some.ini --store full.db");
  track_assert_status (&full, 2);
  g_assert_cmpstr (full.out, ==, "");
  track_assert_matches (full.err, "*cyan: full.db: *\n");
  track_assert_clean (&world);
}

TESTS ("track-faults")
{
  g_test_add_func ("/track-faults/killed", test_killed);
  g_test_add_func ("/track-faults/interrupted", test_interrupted);
  g_test_add_func ("/track-faults/two", test_two);
  g_test_add_func ("/track-faults/lost", test_lost);
  g_test_add_func ("/track-faults/locked", test_locked);
  g_test_add_func ("/track-faults/refused", test_refused);
}
