/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Several trackers that take work from one server, some of which are killed: nothing is lost, and
 * nothing is measured twice.
 *
 * $CYAN_KILL_MS sets the time from one kill to the next, for a longer test by hand.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "store-server.h"
#include "tests.h"
#include "track-world.h"

#define N_WORKERS   4
#define N_KILLS     8
#define KILL_MS     700
#define N_REVISIONS 24
#define N_RUNS      3

/* How long a run takes, so that many are killed. */
static guint
kill_ms (void)
{
  const char *text = g_getenv ("CYAN_KILL_MS");

  return text != NULL ? (guint) atoi (text) : KILL_MS;
}

/* All is done after some more time than the kills take. */
static void
define (const TrackWorld *world)
{
  double pause = (N_KILLS + 2) * kill_ms () / 1000.0 * N_WORKERS / (N_REVISIONS * N_RUNS);
  g_autofree char *run = g_strdup_printf ("run=sleep %.2f; sh run.sh", pause);

  track_write_definition (world, "some.ini",
                          "runs=3\nwarm-up=0\nkeep=3\nproject=p\nbuild=sh build.sh\nlast=24", run);
}

/* Publishes the definition file.  Returns the arguments of a worker; caller frees. */
static char *
publish (const TrackWorld *world, const char *url)
{
  g_auto (TrackResult) told = { 0 }, done = { 0 };
  g_autofree char *ending = NULL;
  char *hash;

  done = track_shell (world, "$CYAN track --publish some.ini --store '%s'", url);
  track_assert_status (&done, 0);
  told = track_shell (world, "sha256sum some.ini");
  hash = told.out;
  hash[strcspn (hash, " ")] = '\0';
  ending = g_strdup_printf ("* cyan track --work '%s' --agree %s\n", url, hash);
  track_assert_matches (done.err, ending);
  return g_strdup_printf ("track --work '%s' --agree %s", url, hash);
}

/* A computer that is gone has claimed a revision that has no run, for three seconds more. */
static void
claim_elsewhere (const char *url)
{
  server_run (url, "INSERT INTO claim SELECT machine.id || ' ' || max(revision.id), 'elsewhere',"
                   " CAST(extract(epoch FROM clock_timestamp()) AS BIGINT) + 3"
                   " FROM machine CROSS JOIN revision WHERE NOT EXISTS"
                   " (SELECT 1 FROM run WHERE run.revision = revision.id) AND NOT EXISTS"
                   " (SELECT 1 FROM claim WHERE cell = machine.id || ' ' || revision.id)"
                   " GROUP BY machine.id");
}

static void
assert_queue (const TrackWorld *world, const char *url)
{
  g_auto (TrackResult) text = { 0 }, rows = { 0 };
  g_autofree char *now =
      g_strdup_printf ("%" G_GINT64_FORMAT, g_get_real_time () / G_USEC_PER_SEC / 1000);
  g_autofree char *head = g_strdup_printf ("*: * trackers, * revisions\n*\n%s, process *"
                                           " of p on box, * run*; ends in * s unless renewed\n*",
                                           g_get_host_name ());
  g_autofree char *row =
      g_strdup_printf ("*\n%s,*,%s*,%s*,p,*,revision *,box,*", g_get_host_name (), now, now);

  text = track_shell (world, "$CYAN history queue '%s'", url);
  track_assert_status (&text, 0);
  track_assert_matches (text.out, head);
  rows = track_shell (world, "$CYAN history queue '%s' --format csv", url);
  track_assert_status (&rows, 0);
  track_assert_matches (rows.out, row);
}

TEST ("/track-workers/killed")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) last = { 0 };
  g_autofree char *url = server_address ("workers"), *worker = NULL;
  pid_t workers[N_WORKERS];

  track_world_init (&world, "workers");
  define (&world);
  worker = publish (&world, url);
  for (guint i = 0; i < N_WORKERS; i++)
    workers[i] = track_start (&world, worker);
  for (guint i = 0; i < N_KILLS; i++)
    {
      pid_t *victim = &workers[i % N_WORKERS];

      g_usleep (kill_ms () * 1000);
      if (i == N_KILLS / 2)
        {
          assert_queue (&world, url);
          claim_elsewhere (url);
        }
      g_assert_cmpint (kill (*victim, SIGKILL), ==, 0);
      g_assert_cmpint (track_wait (*victim), ==, -1);
      *victim = track_start (&world, worker);
    }
  for (guint i = 0; i < N_WORKERS; i++)
    g_assert_cmpint (track_wait (workers[i]), ==, 0);

  g_assert_cmpint (server_run (url, "SELECT count(*) FROM run WHERE status = 'ok'"), ==,
                   N_REVISIONS * N_RUNS);
  g_assert_cmpint (server_run (url, "SELECT count(*) FROM run"), ==, N_REVISIONS * N_RUNS);
  g_assert_cmpint (server_run (url, "SELECT count(*) FROM (SELECT revision FROM run"
                                    " GROUP BY revision HAVING count(*) = 3) AS whole"),
                   ==, N_REVISIONS);
  g_assert_cmpint (server_run (url, "SELECT count(*) FROM claim"), ==, 0);

  /* There is nothing left to do but to remove the folders of those that were killed. */
  last = track_shell (&world, "$CYAN %s", worker);
  track_assert_status (&last, 0);
  track_assert_matches (last.out, "p on box: 24 of 24 revisions to measure, 72 runs\n*");
  track_wait_for_no_process (&world);
  track_assert_clean (&world);
}

/* What a store has is only run for somebody who has seen it whole. */
TEST ("/track-workers/agreed")
{
  g_auto (TrackWorld) world = { 0 };
  g_auto (TrackResult) none = { 0 }, shown = { 0 }, other = { 0 }, nameless = { 0 };
  g_autofree char *url = server_address ("agreed"), *worker = NULL, *text = NULL, *path = NULL;

  track_world_init (&world, "agreed");
  track_write_definition (&world, "some.ini", "last=2", "");
  nameless = track_shell (&world, "$CYAN track --publish some.ini --store '%s'", url);
  track_assert_fails (&nameless, "some.ini: --publish needs project=NAME in *");
  track_write_definition (&world, "some.ini", "project=p\nlast=2", "");
  worker = publish (&world, url);
  path = g_build_filename (world.folder, "some.ini", NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));

  shown = track_shell (&world, "$CYAN track --work '%s'", url);
  track_assert_status (&shown, 2);
  g_assert_cmpstr (shown.out, ==, text);
  /* Somebody else changes it, and hides a command from a terminal. */
  server_run (url, "UPDATE meta SET value = value || 'measure=touch bad' || chr(27) || '[2K'"
                   " WHERE key = 'track'");
  other = track_shell (&world, "$CYAN %s", worker);
  track_assert_status (&other, 2);
  track_assert_matches (other.out, "*\nmeasure=touch bad\\x1b[2K\n");
  track_assert_matches (other.err, "cyan: nothing was run, for this is another file *");
  g_assert_cmpint (server_run (url, "SELECT count(*) FROM revision"), ==, 0);

  server_run (url, "DELETE FROM meta WHERE key = 'track'");
  none = track_shell (&world, "$CYAN %s", worker);
  track_assert_fails (&none, "*: it has no definition file; *");
}

TESTS ()
{
}
