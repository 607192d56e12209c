/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a tracker does if it is killed or interrupted, shares its store, or cannot go on.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "tests.h"
#include "track-world.h"

/* At least as many as two trackers make of eight revisions. */
#define N_TWO_RUNS 100

/* Killed again and again, each time a little later, it measures the same in the end. */
TEST ("/track-faults/killed")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) whole = { 0 }, check = { 0 };
  g_autofree char *expected = NULL, *found = NULL;
  guint n_kills = 0, n_calls;
  int status = -1;

  track_world_init (&world, "killed");
  track_write_definition (&world, "some.ini", "last=8\nkeep=4", "");
  whole = track_until (&world, 0, &n_calls, "track some.ini --store whole.db");
  track_assert_status (&whole, 0);
  for (guint i = 1; status != 0; i++)
    {
      g_auto (TrackResult) killed =
          track_until (&world, i * n_calls / 8, NULL, "track some.ini --store killed.db");

      status = killed.status;
      g_assert_cmpint (status, <=, 0);
      n_kills += status < 0;
      track_wait_for_no_process (&world);
    }
  g_assert_cmpuint (n_kills, >, 1);
  track_assert_clean (&world);
  expected = track_query (&world, "whole.db", TRACK_ALL_RUNS);
  found = track_query (&world, "killed.db", TRACK_ALL_RUNS);
  g_assert_cmpstr (found, ==, expected);
  check = track_shell (&world, "$CYAN history check --full killed.db");
  track_assert_status (&check, 0);
}

TEST ("/track-faults/interrupted")
{
  g_auto (TrackWorld) world = { 0 };
  g_autofree char *definition = NULL;
  int begun;
  pid_t pid;

  track_world_init (&world, "interrupted");
  begun = track_fifo (&world, "begun");
  definition =
      g_strdup_printf ("runs=3\nlast=2\nbuild=echo >> '%s/begun'; sleep 1000", world.folder);
  track_write_definition (&world, "slow.ini", definition, "");
  pid = track_start (&world, "track slow.ini --store slow.db");
  track_hear (begun, 1);
  kill (pid, SIGTERM);
  g_assert_cmpint (track_wait (pid), ==, 2);
  close (begun);
  track_assert_clean (&world);
  track_assert_rows (&world, "slow.db", "SELECT count(*) FROM claim", "0\n");
}

/* What the store will never take is put aside with a note, and the next tracker does not try again. */
TEST ("/track-faults/set-aside")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) first = { 0 }, made = { 0 }, second = { 0 }, third = { 0 }, left = { 0 };

  track_world_init (&world, "set-aside");
  track_write_definition (&world, "some.ini", "runs=1\nwarm-up=0\nbuild=sh build.sh\nlast=1", "");
  first = track_shell (&world, "$CYAN track some.ini --store some.db");
  track_assert_status (&first, 0);
  /* One is another machine of that name, one is no store, and one can be stored. */
  made =
      track_shell (&world, "mkdir some.ini.spool && cd some.ini.spool && for name in box other; do"
                           " $CYAN history add $name.db --create --project=p -r r -b b --value=a=1"
                           " --machine=$name || exit 1; done; echo junk > junk.db");
  track_assert_status (&made, 0);
  second = track_shell (&world, "$CYAN track some.ini --store some.db 2>&1 | sort");
  track_assert_matches (
      second.out, "*cyan: note: some.db: \"box\" is the name of another machine; the run is not"
                  " stored, and stays in *some.ini.spool/box.db.refused\n"
                  "cyan: note: *junk.db: *; the run is not stored, and stays in"
                  " *some.ini.spool/junk.db.refused\n*");
  track_assert_rows (&world, "some.db", "SELECT count(*) FROM machine WHERE name = 'other'", "1\n");
  left = track_shell (&world, "ls some.ini.spool");
  g_assert_cmpstr (left.out, ==, "box.db.refused\njunk.db.refused\n");
  third = track_shell (&world, "$CYAN track some.ini --store some.db");
  track_assert_status (&third, 0);
  g_assert_null (strstr (third.err, "refused"));
}

TEST ("/track-faults/two")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) whole = { 0 };
  g_autofree char *run = NULL, *expected = NULL, *found = NULL;
  int begun, go;
  pid_t pids[2];

  track_world_init (&world, "two");
  begun = track_fifo (&world, "begun");
  go = track_fifo (&world, "go");
  run = g_strdup_printf ("run=echo >> '%s/begun'; read go < '%s/go'; sh run.sh", world.folder,
                         world.folder);
  track_write_definition (&world, "some.ini", "last=8\nkeep=2", run);
  for (guint i = 0; i < 2; i++)
    pids[i] = track_start (&world, "track some.ini --store two.db");
  /* Each has one run at a time. */
  track_hear (begun, 2);
  track_let_go (go, N_TWO_RUNS);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (track_wait (pids[i]), ==, 0);
  track_assert_clean (&world);
  track_let_go (go, N_TWO_RUNS);
  whole = track_shell (&world, "$CYAN track some.ini --store whole.db");
  close (begun);
  close (go);
  track_assert_status (&whole, 0);
  expected = track_query (&world, "whole.db", TRACK_ALL_RUNS);
  found = track_query (&world, "two.db", TRACK_ALL_RUNS);
  g_assert_cmpstr (found, ==, expected);
  track_assert_rows (&world, "two.db", "SELECT count(DISTINCT session) FROM run", "2\n");
}

/* A run that another program has spoilt is no result, and is done again. */
TEST ("/track-faults/lost")
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
TEST ("/track-faults/locked")
{
  g_auto (TrackWorld) world = { 0 };

  track_world_init (&world, "locked");
  g_assert_cmpint (
      track_locked (
          &world, "some.ini", "track some.ini --store locked.db", "locked.db",
          "cyan: note: locked.db: another program has locked it; what is measured waits for it\n"),
      ==, 0);
  track_assert_rows (&world, "locked.db", "SELECT status, count(*) FROM run GROUP BY status",
                     "ok|6\n");
}

TEST ("/track-faults/refused")
{
  static const struct
  {
    const char *arguments, *message;
  } bad[] = {
    { "track", "track needs one definition file, or --work STORE" },
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
