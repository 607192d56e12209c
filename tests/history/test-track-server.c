/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tracker does while the server of its store is away. */
#include <string.h>
#include <unistd.h>

#include "store-server.h"
#include "tests.h"
#include "track-world.h"

/* At least as many as are asked for. */
#define ENOUGH_RUNS 100

/* A definition file whose runs tell "begun", wait for "go", and count themselves in "calls". */
static void
define (const TrackWorld *world, const char *track)
{
  g_autofree char *run = g_strdup_printf ("run=echo >> '%s/begun'; echo >> '%s/calls';"
                                          " read go < '%s/go'; sh run.sh",
                                          world->folder, world->folder, world->folder);

  track_write_definition (world, "some.ini", track, run);
}

static void
assert_calls (const TrackWorld *world, const char *n)
{
  g_auto (TrackResult) calls = track_shell (world, "wc -l < calls");

  g_assert_cmpstr (g_strstrip (calls.out), ==, n);
}

#define N_OK_RUNS "SELECT count(*) FROM run WHERE status = 'ok'"

TEST ("/track-server/restarted")
{
  g_auto (TrackWorld) world = { 0 };
  g_autofree char *url = server_address ("restarted"), *arguments = NULL;
  int begun, go;
  pid_t pid;

  track_world_init (&world, "restarted");
  begun = track_fifo (&world, "begun");
  go = track_fifo (&world, "go");
  define (&world, "runs=2\nwarm-up=0\nbuild=sh build.sh\nlast=5");
  arguments = g_strdup_printf ("track some.ini --store '%s'", url);
  pid = track_start (&world, arguments);
  for (guint i = 0; i < 10; i++)
    {
      track_hear (begun, 1);
      server_restart ();
      track_let_go (go, 1);
    }
  g_assert_cmpint (track_wait (pid), ==, 0);
  g_assert_cmpint (server_run (url, N_OK_RUNS), ==, 10);
  assert_calls (&world, "10");
  track_assert_clean (&world);
  close (begun);
  close (go);
}

/* The run that was under way is kept beside the definition file.  The next tracker stores it. */
TEST ("/track-server/gone")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) err = { 0 }, kept = { 0 }, again = { 0 }, left = { 0 };
  g_autofree char *url = server_address ("gone"), *arguments = NULL;
  int begun, go;
  pid_t pid;

  track_world_init (&world, "gone");
  begun = track_fifo (&world, "begun");
  go = track_fifo (&world, "go");
  define (&world, "last=2");
  arguments = g_strdup_printf ("track some.ini --store '%s'", url);
  pid = track_start_fast (&world, arguments);
  track_hear (begun, 1);
  server_stop ();
  track_let_go (go, 1);
  g_assert_cmpint (track_wait (pid), ==, 2);
  err = track_shell (&world, "cat err");
  track_assert_matches (err.out,
                        "*cyan: note: postgresql:*: no connection: *; what is measured waits"
                        " for it\ncyan: postgresql:*; the run is in *some.ini.spool, and"
                        " the next tracker stores it\n");
  kept = track_shell (&world, "ls some.ini.spool | wc -l");
  g_assert_cmpstr (g_strstrip (kept.out), ==, "1");
  track_assert_clean (&world);

  server_restart ();
  track_let_go (go, ENOUGH_RUNS);
  again = track_shell (&world, "$CYAN %s", arguments);
  track_assert_status (&again, 0);
  g_assert_cmpint (server_run (url, N_OK_RUNS), ==, 6);
  g_assert_cmpint (server_run (url, "SELECT count(DISTINCT number) FROM run"), ==, 3);
  assert_calls (&world, "6");
  left = track_shell (&world, "ls -d some.ini.spool some.ini.spool/*");
  g_assert_cmpstr (left.out, ==, "");
  close (begun);
  close (go);
}

TESTS ()
{
}
