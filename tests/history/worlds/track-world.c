/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "track-world.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nth-call.h"

/* More runs than any program of these tests makes. */
#define ENOUGH_RUNS 1000

/* The libraries have no allocator, so that of a sanitizer may come after them. */
#define PRELOAD_LATE "ASAN_OPTIONS=verify_asan_link_order=0"
/* For a program with the library %s. */
#define FAST "FAST_CLOCK=1 LD_PRELOAD='%s' " PRELOAD_LATE

static char *all_worlds;

static void
remove_worlds (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf -- '%s'", all_worlds);

  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

/* ---- programs ---- */

void
track_result_clear (TrackResult *self)
{
  g_free (self->out);
  g_free (self->err);
}

/* The environment of programs in @world. */
static char **
environment_of (const TrackWorld *world)
{
  char **environment = g_get_environ ();

  environment = g_environ_setenv (environment, "XDG_CACHE_HOME", world->cache, TRUE);
  environment = g_environ_setenv (environment, "GIT_CONFIG_GLOBAL", "/dev/null", TRUE);
  return g_environ_setenv (environment, "CYAN", g_getenv ("CYAN_BINARY"), TRUE);
}

TrackResult
track_shell (const TrackWorld *world, const char *format, ...)
{
  g_auto (GStrv) environment = environment_of (world);
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  TrackResult result;
  int status;
  va_list arguments;

  va_start (arguments, format);
  command = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_spawn_sync (world->folder, (char *[]){ (char *) "/bin/sh", (char *) "-c", command, NULL },
                environment, G_SPAWN_DEFAULT, NULL, NULL, &result.out, &result.err, &status,
                &error);
  g_assert_no_error (error);
  result.status = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  return result;
}

void
track_assert_status (const TrackResult *result, int status)
{
  if (result->status != status)
    g_error ("exit status %d, not %d\n%s\n%s", result->status, status, result->out, result->err);
}

void
track_assert_matches (const char *text, const char *pattern)
{
  if (!g_pattern_match_simple (pattern, text))
    g_error ("\"%s\" does not match \"%s\"", text, pattern);
}

void
track_assert_fails (const TrackResult *result, const char *pattern)
{
  g_autofree char *line = g_strdup_printf ("cyan: %s\n", pattern);

  track_assert_status (result, 2);
  g_assert_cmpstr (result->out, ==, "");
  track_assert_matches (result->err, line);
  g_assert_true (strchr (result->err, '\n') == strrchr (result->err, '\n'));
}

TrackResult
track_until (const TrackWorld *world, guint n, guint *n_calls, const char *arguments)
{
  g_autofree char *counter = g_build_filename (world->folder, "counter", NULL), *bytes = NULL;
  g_autofree char *setting =
      g_strdup_printf (NTH_CALL_FORMAT, NTH_CALL_CHANGES, n, NTH_CALL_KILL, counter, world->folder);
  const char zeros[NTH_CALL_COUNTER_SIZE] = { 0 };
  TrackResult result;
  guint32 count;

  g_assert_true (g_file_set_contents (counter, zeros, sizeof zeros, NULL));
  result = track_shell (world, "NTH_CALL='%s' LD_PRELOAD='%s' " PRELOAD_LATE " exec \"$CYAN\" %s",
                        setting, NTH_CALL_LIBRARY, arguments);
  g_assert_true (g_file_get_contents (counter, &bytes, NULL, NULL));
  memcpy (&count, bytes, sizeof count);
  if (n_calls != NULL)
    *n_calls = count;
  return result;
}

/* Starts a command of the shell; @errors, if it is not NULL, gets the end of a pipe for its
 * standard error. */
static pid_t
start_shell (const TrackWorld *world, const char *script, int *errors)
{
  g_auto (GStrv) environment = environment_of (world);
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async_with_pipes (
      world->folder, (char *[]){ (char *) "/bin/sh", (char *) "-c", (char *) script, NULL },
      environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, NULL, NULL, errors, &error);
  g_assert_no_error (error);
  return pid;
}

pid_t
track_start (const TrackWorld *world, const char *arguments)
{
  g_autofree char *script = g_strdup_printf ("exec \"$CYAN\" %s > out 2> err", arguments);

  return start_shell (world, script, NULL);
}

pid_t
track_start_fast (const TrackWorld *world, const char *arguments)
{
  g_autofree char *script =
      g_strdup_printf (FAST " exec \"$CYAN\" %s > out 2> err", FAST_CLOCK_LIBRARY, arguments);

  return start_shell (world, script, NULL);
}

int
track_wait (pid_t pid)
{
  int status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

/* ---- the world ---- */

static void
make_world (TrackWorld *world, const char *name, const char *maker)
{
  g_auto (TrackResult) made = { 0 };
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "history", maker, NULL);

  if (all_worlds == NULL)
    {
      all_worlds = g_dir_make_tmp ("cyan-track-XXXXXX", NULL);
      g_assert_nonnull (all_worlds);
      atexit (remove_worlds);
      g_assert_cmpint (prctl (PR_SET_CHILD_SUBREAPER, 1), ==, 0);
    }
  world->folder = g_build_filename (all_worlds, name, NULL);
  world->cache = g_build_filename (world->folder, "cache", NULL);
  g_assert_cmpint (g_mkdir (world->folder, 0700), ==, 0);
  made = track_shell (world, "'%s' .", script);
  track_assert_status (&made, 0);
}

void
track_world_init (TrackWorld *world, const char *name)
{
  make_world (world, name, "make-history");
}

void
track_world_init_calls (TrackWorld *world, const char *name)
{
  make_world (world, name, "make-calls");
}

void
track_world_clear (TrackWorld *world)
{
  g_free (world->folder);
  g_free (world->cache);
}

/* @line unless @text begins with another one of that key. */
static const char *
unless (const char *text, const char *key, const char *line)
{
  return g_str_has_prefix (text, key) ? "" : line;
}

void
track_write_definition (const TrackWorld *world,
                        const char *name,
                        const char *track,
                        const char *benchmark)
{
  g_autofree char *path = g_build_filename (world->folder, name, NULL);
  g_autofree char *text =
      g_strdup_printf ("[track]\nrepository=repo\nmachine=box\nhealth=no\n%s%s\n"
                       "[benchmark xml]\ntimeout=200\n%s%s\n",
                       unless (track, "runs=", "runs=3\nwarm-up=0\nbuild=sh build.sh\n"), track,
                       unless (benchmark, "run=", "run=sh run.sh\n"), benchmark);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* ---- stores ---- */

static int
take_row (void *data, int n, char **columns, char **names)
{
  GString *text = data;

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", columns[i] != NULL ? columns[i] : "");
  g_string_append_c (text, '\n');
  return 0;
}

char *
track_query (const TrackWorld *world, const char *store, const char *sql)
{
  g_autofree char *path = g_build_filename (world->folder, store, NULL);
  GString *text = g_string_new (NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  if (sqlite3_exec (db, sql, take_row, text, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (db));
  sqlite3_close (db);
  return g_string_free (text, FALSE);
}

void
track_assert_rows (const TrackWorld *world, const char *store, const char *sql, const char *rows)
{
  g_autofree char *found = track_query (world, store, sql);

  g_assert_cmpstr (found, ==, rows);
}

guint
track_count (const TrackWorld *world, const char *store, const char *table)
{
  g_autofree char *path = g_build_filename (world->folder, store, NULL);
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s", table);
  g_autoptr (GString) text = g_string_new (NULL);
  sqlite3 *db;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK)
    sqlite3_exec (db, sql, take_row, text, NULL);
  sqlite3_close (db);
  return (guint) g_ascii_strtoull (text->str, NULL, 10);
}

/* ---- events ---- */

int
track_fifo (const TrackWorld *world, const char *name)
{
  g_autofree char *path = g_build_filename (world->folder, name, NULL);
  int fifo;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  fifo = open (path, O_RDWR | O_CLOEXEC);
  g_assert_cmpint (fifo, >=, 0);
  return fifo;
}

void
track_hear (int fifo, guint n)
{
  char byte;

  while (n > 0)
    {
      g_assert_cmpint (read (fifo, &byte, 1), ==, 1);
      n -= byte == '\n';
    }
}

void
track_let_go (int fifo, guint n)
{
  while (n-- > 0)
    g_assert_cmpint (write (fifo, "\n", 1), ==, 1);
}

/* Reads lines of the program's standard error until one is @note. */
static void
wait_for_note (FILE *errors, const char *note)
{
  char line[1000];

  do
    if (fgets (line, sizeof line, errors) == NULL)
      g_error ("it did not say \"%s\"", note);
  while (!g_str_equal (line, note));
}

int
track_locked (const TrackWorld *world,
              const char *name,
              const char *arguments,
              const char *store,
              const char *note)
{
  g_autofree char *path = g_build_filename (world->folder, store, NULL);
  g_autofree char *script =
      g_strdup_printf (FAST " exec \"$CYAN\" %s > out", FAST_CLOCK_LIBRARY, arguments);
  g_autofree char *run = g_strdup_printf ("run=echo >> '%s/begun'; read go < '%s/go'; sh run.sh",
                                          world->folder, world->folder);
  int begun = track_fifo (world, "begun"), go = track_fifo (world, "go"), output, status;
  char rest[1000];
  FILE *errors;
  pid_t pid;
  sqlite3 *db;

  track_write_definition (world, name, "last=2", run);
  pid = start_shell (world, script, &output);
  errors = fdopen (output, "r");
  track_hear (begun, 1);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  track_let_go (go, 1);
  wait_for_note (errors, note);
  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  track_let_go (go, ENOUGH_RUNS);
  while (fgets (rest, sizeof rest, errors) != NULL)
    ;
  status = track_wait (pid);
  fclose (errors);
  close (begun);
  close (go);
  return status;
}

/* ---- what is left ---- */

/* Whether a process was started in @world and still runs. */
static gboolean
has_process (const TrackWorld *world)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc", 0, NULL);
  g_autofree char *mark = g_strdup_printf ("=%s", world->cache);
  const char *name;
  gboolean found = FALSE;

  while (!found && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "environ", NULL);
      g_autofree char *text = NULL;
      gsize length;

      found = g_ascii_isdigit (*name) && g_file_get_contents (path, &text, &length, NULL)
              && memmem (text, length, mark, strlen (mark)) != NULL;
    }
  return found;
}

void
track_wait_for_no_process (const TrackWorld *world)
{
  /* The guard of a tracker that was killed is a child of this program, which ends last. */
  while (has_process (world))
    g_assert_cmpint (waitpid (-1, NULL, 0), >, 0);
}

void
track_assert_clean (const TrackWorld *world)
{
  g_autofree char *path = g_build_filename (world->cache, "cyanotype", "track", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_false (has_process (world));
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_assert_cmpstr (name, ==, "lock");
}
