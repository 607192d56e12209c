/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The real tracker, as `cyan track`, in a repository whose steps are known (make-history).
 */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests.h"

/* A folder with a repository, definition files and stores; the cache of its trackers. */
typedef struct
{
  char *folder, *cache;
} World;

static char *all_worlds;

static void
remove_worlds (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf -- '%s'", all_worlds);

  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
}

/* ---- programs ---- */

typedef struct
{
  int status; /* of exit; -1: killed */
  char *out, *err;
} Result;

static void
result_clear (Result *self)
{
  g_free (self->out);
  g_free (self->err);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, result_clear)

/* The environment of programs in @world. */
static char **
environment_of (const World *world)
{
  char **environment = g_get_environ ();

  environment = g_environ_setenv (environment, "XDG_CACHE_HOME", world->cache, TRUE);
  environment = g_environ_setenv (environment, "GIT_CONFIG_GLOBAL", "/dev/null", TRUE);
  return g_environ_setenv (environment, "CYAN", g_getenv ("CYAN_BINARY"), TRUE);
}

/* Runs a command of the shell in the folder of @world; "$CYAN" is the program. */
static Result shell (const World *world, const char *format, ...) G_GNUC_PRINTF (2, 3);

static Result
shell (const World *world, const char *format, ...)
{
  g_auto (GStrv) environment = environment_of (world);
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  Result result;
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

static void
assert_status (const Result *result, int status)
{
  if (result->status != status)
    g_error ("exit status %d, not %d\n%s\n%s", result->status, status, result->out, result->err);
}

static void
assert_matches (const char *text, const char *pattern)
{
  if (!g_pattern_match_simple (pattern, text))
    g_error ("\"%s\" does not match \"%s\"", text, pattern);
}

/* One line on standard error, and no more. */
static void
assert_fails (const Result *result, const char *pattern)
{
  g_autofree char *line = g_strdup_printf ("cyan: %s\n", pattern);

  assert_status (result, 2);
  g_assert_cmpstr (result->out, ==, "");
  assert_matches (result->err, line);
  g_assert_true (strchr (result->err, '\n') == strrchr (result->err, '\n'));
}

static pid_t
start (const World *world, const char *file, const char *store)
{
  g_auto (GStrv) environment = environment_of (world);
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (world->folder,
                 (char *[]){ (char *) "/bin/sh", (char *) "-c",
                             (char *) "exec \"$CYAN\" track \"$0\" --store \"$1\" > out 2> err",
                             (char *) file, (char *) store, NULL },
                 environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  return pid;
}

static int
wait_for (pid_t pid)
{
  int status;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

/* ---- the world ---- */

static void
new_world (World *world, const char *name)
{
  g_auto (Result) made = { 0 };
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "history", "make-history", NULL);

  if (all_worlds == NULL)
    {
      all_worlds = g_dir_make_tmp ("cyan-track-XXXXXX", NULL);
      g_assert_nonnull (all_worlds);
      atexit (remove_worlds);
    }
  world->folder = g_build_filename (all_worlds, name, NULL);
  world->cache = g_build_filename (world->folder, "cache", NULL);
  g_assert_cmpint (g_mkdir (world->folder, 0700), ==, 0);
  made = shell (world, "python3 '%s' .", script);
  assert_status (&made, 0);
}

static void
world_clear (World *world)
{
  g_free (world->folder);
  g_free (world->cache);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

/* @line unless @text begins with another one of that key. */
static const char *
unless (const char *text, const char *key, const char *line)
{
  return g_str_has_prefix (text, key) ? "" : line;
}

/* A definition file with these lines in its first group, and in that of its benchmark. */
static void
write_definition (const World *world, const char *name, const char *track, const char *benchmark)
{
  g_autofree char *path = g_build_filename (world->folder, name, NULL);
  g_autofree char *text =
      g_strdup_printf ("[track]\nrepository=repo\nmachine=box\n%s%s\n"
                       "[benchmark xml]\ntimeout=200\n%s%s\n",
                       unless (track, "runs=", "runs=3\nwarm-up=0\nbuild=sh build.sh\n"), track,
                       unless (benchmark, "run=", "run=sh run.sh\n"), benchmark);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static int
take_row (void *data, int n, char **columns, char **names)
{
  GString *text = data;

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", columns[i] != NULL ? columns[i] : "");
  g_string_append_c (text, '\n');
  return 0;
}

/* All rows, a line each. */
static char *
query (const World *world, const char *store, const char *sql)
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

static void
assert_rows (const World *world, const char *store, const char *sql, const char *rows)
{
  g_autofree char *found = query (world, store, sql);

  g_assert_cmpstr (found, ==, rows);
}

/* Of a series by hand: subject, number and status of each run, and its time. */
#define ALL_RUNS                                                                                   \
  "SELECT subject, benchmark, number, status, coalesce(round((SELECT value FROM value JOIN metric" \
  " ON metric.id = value.metric AND metric.name = 'time' WHERE value.run = run.id)), '')"          \
  " FROM run JOIN revision ON revision.id = run.revision"                                          \
  " JOIN definition ON definition.id = run.definition ORDER BY depth, benchmark, number"

/* Whether a process was started in @world and still runs. */
static gboolean
has_process (const World *world)
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

/* A guard ends the processes of a tracker that was killed. */
static void
wait_for_no_process (const World *world)
{
  for (guint i = 0; has_process (world) && i < 6000; i++)
    g_usleep (10000);
  g_assert_false (has_process (world));
}

/* No process and no folder is left. */
static void
assert_clean (const World *world)
{
  g_autofree char *path = g_build_filename (world->cache, "cyanotype", "track", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_false (has_process (world));
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_assert_cmpstr (name, ==, "lock");
}

/* ---- tests ---- */

/* All files of the repository, with times and contents. */
#define STATE                                                                                      \
  "find repo -printf '%%p %%s %%T@ %%m\\n' | sort && cat $(find repo -type f | sort) | cksum"

static void
test_whole (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) before = { 0 }, track = { 0 }, after = { 0 }, again = { 0 }, steps = { 0 };
  g_autofree char *log = NULL, *paths = NULL;

  new_world (&world, "whole");
  before = shell (&world, STATE);
  track = shell (&world, "$CYAN track track.ini");
  assert_status (&track, 0);
  assert_matches (track.out, "repo on box: 40 of 40 revisions to measure, 114 runs, 6 failed, "
                             "2 failed builds\n\n*xml * 36 * 2 * 2 * 0\n*: no step\n");
  assert_clean (&world);

  /* Nothing of the repository has run, and it is as it was. */
  after = shell (&world, STATE);
  g_assert_cmpstr (before.out, ==, after.out);
  {
    g_autofree char *ran = g_build_filename (world.folder, "ran", NULL);

    g_assert_false (g_file_test (ran, G_FILE_TEST_EXISTS));
  }

  assert_rows (&world, "track.db",
               "SELECT subject, status FROM build JOIN revision ON revision.id = revision"
               " WHERE status <> 'ok' ORDER BY depth",
               "revision 8|failed\nrevision 9|timeout\n");
  assert_rows (&world, "track.db",
               "SELECT DISTINCT subject, status FROM run JOIN revision ON revision.id = revision"
               " WHERE status <> 'ok' ORDER BY depth",
               "revision 14|no-profile\nrevision 15|bad-profile\n");
  assert_rows (&world, "track.db",
               "SELECT count(*), count(DISTINCT revision), max(number) FROM run", "114|38|2\n");
  assert_rows (&world, "track.db", "SELECT count(*) FROM revision", "40\n");
  assert_rows (&world, "track.db", "SELECT count(*) FROM claim", "0\n");
  log = query (&world, "track.db",
               "SELECT log FROM build JOIN revision ON revision.id = revision"
               " WHERE subject = 'revision 8'");
  g_assert_cmpstr (log, ==, "no rule to make target\n\n");
  assert_rows (&world, "track.db", "SELECT max(length(log)) FROM build", "65536\n");
  paths = query (&world, "track.db", "SELECT file, module FROM function");
  g_assert_null (strstr (paths, world.folder));

  steps = shell (&world, "$CYAN history evolution track.db --metric time --format csv"
                         " | awk -F, 'NR > 2 && $13 == 1 {print $7}' | uniq"
                         " | xargs -n 1 git -C repo log -1 --format=%%s");
  g_assert_cmpstr (steps.out, ==, "revision 12\nrevision 25\n");

  /* There is nothing left to do: what failed is known. */
  again = shell (&world, "$CYAN track track.ini --strict");
  assert_status (&again, 2);
  assert_matches (again.out, "*114 runs, 6 failed, 2 failed builds*");
  g_assert_cmpstr (again.err, ==, "cyan: not all of it could be measured\n");
}

/* Rows of @table; 0 if there is no such store yet. */
static guint
count (const World *world, const char *store, const char *table)
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

/* Kills the tracker @pid at a random moment, but not before it has stored some runs: on a busy
 * machine it would never end.  Whether it was killed; else *@status is its own. */
static gboolean
wait_and_kill (const World *world, const char *store, pid_t pid, int *status)
{
  guint enough = count (world, store, "run") + (guint) g_test_rand_int_range (0, 6);
  gint64 delay = g_test_rand_int_range (0, 100000);
  pid_t ended = 0;
  int how = 0;

  while (count (world, store, "run") < enough && (ended = waitpid (pid, &how, WNOHANG)) == 0)
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
  g_auto (World) world = { 0 };
  g_auto (Result) whole = { 0 }, check = { 0 };
  g_autofree char *expected = NULL, *found = NULL;
  guint n_kills = 0;
  int status = -1;

  new_world (&world, "killed");
  write_definition (&world, "some.ini", "last=12\nkeep=4", "");
  whole = shell (&world, "$CYAN track some.ini --store whole.db");
  assert_status (&whole, 0);
  while (status != 0)
    {
      pid_t pid = start (&world, "some.ini", "killed.db");

      n_kills += wait_and_kill (&world, "killed.db", pid, &status);
      g_assert_cmpint (status, <=, 0);
      wait_for_no_process (&world);
    }
  g_assert_cmpuint (n_kills, >, 1);
  assert_clean (&world);
  expected = query (&world, "whole.db", ALL_RUNS);
  found = query (&world, "killed.db", ALL_RUNS);
  g_assert_cmpstr (found, ==, expected);
  check = shell (&world, "$CYAN history killed.db");
  assert_status (&check, 0);
}

static void
test_interrupted (void)
{
  g_auto (World) world = { 0 };
  pid_t pid;

  new_world (&world, "interrupted");
  write_definition (&world, "slow.ini",
                    "runs=3\nlast=2\nbuild=touch \"$CYAN_SOURCE/../../../../../on\"; sleep 10", "");
  pid = start (&world, "slow.ini", "slow.db");
  {
    g_autofree char *on = g_build_filename (world.cache, "on", NULL);

    while (!g_file_test (on, G_FILE_TEST_EXISTS))
      g_usleep (10000);
  }
  kill (pid, SIGTERM);
  g_assert_cmpint (wait_for (pid), ==, 2);
  assert_clean (&world);
  assert_rows (&world, "slow.db", "SELECT count(*) FROM claim", "0\n");
}

static void
test_two (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) whole = { 0 };
  g_autofree char *go = NULL, *expected = NULL, *found = NULL;
  pid_t pids[2];

  new_world (&world, "two");
  /* Runs wait for a file in the cache. */
  write_definition (&world, "some.ini", "last=12\nkeep=2",
                    "run=while ! test -e \"$CYAN_INPUTS/../../../../go\"; do sleep 0.01; done;"
                    " sh run.sh");
  go = g_build_filename (world.cache, "go", NULL);
  for (guint i = 0; i < 2; i++)
    pids[i] = start (&world, "some.ini", "two.db");
  /* Both have begun. */
  while (count (&world, "two.db", "build") < 4)
    g_usleep (1000);
  g_assert_true (g_file_set_contents (go, "", -1, NULL));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (wait_for (pids[i]), ==, 0);
  assert_clean (&world);
  whole = shell (&world, "$CYAN track some.ini --store whole.db");
  assert_status (&whole, 0);
  expected = query (&world, "whole.db", ALL_RUNS);
  found = query (&world, "two.db", ALL_RUNS);
  g_assert_cmpstr (found, ==, expected);
  assert_rows (&world, "two.db", "SELECT count(DISTINCT session) FROM run", "2\n");
}

/* A file that the benchmark follows has changed: two definitions, which are never compared. */
static void
test_definition (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) track = { 0 };

  new_world (&world, "definition");
  write_definition (&world, "follows.ini", "last=16", "follows=work.txt");
  track = shell (&world, "$CYAN track follows.ini");
  assert_status (&track, 0);
  assert_rows (&world, "track.db",
               "SELECT min(depth) + 1, max(depth) + 1, count(*) FROM run"
               " JOIN revision ON revision.id = revision GROUP BY definition ORDER BY 1",
               "25|27|9\n28|40|39\n");
}

/* The newest revision looks like a step: it and the one before it run again. */
static void
test_confirm (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) quiet = { 0 }, step = { 0 }, above = { 0 }, again = { 0 }, few = { 0 };

  new_world (&world, "confirm");
  write_definition (&world, "quiet.ini", "branch=main~29\nlast=11\nbuild-timeout=2", "");
  write_definition (&world, "step.ini", "branch=main~28\nlast=12\nbuild-timeout=2", "");
  quiet = shell (&world, "$CYAN track quiet.ini --store quiet.db --fail-above 5%%");
  assert_status (&quiet, 0);
  assert_rows (&world, "quiet.db", "SELECT max(number) FROM run", "2\n");

  step = shell (&world, "$CYAN track step.ini --fail-above 5%% --format json");
  assert_status (&step, 1);
  assert_matches (step.out, "*\"newest\": *\"metric\": \"time\"*\"possible\": true,*"
                            "\"confirmed\": true*");
  assert_matches (step.err, "*the newest revision may be a step*");
  assert_rows (&world, "track.db",
               "SELECT depth + 1, count(*) FROM run JOIN revision ON revision.id = revision"
               " GROUP BY depth HAVING count(*) <> 3 ORDER BY depth",
               "11|6\n12|6\n");
  above = shell (&world, "$CYAN track step.ini --fail-above 12%%");
  assert_status (&above, 0);
  assert_matches (above.out, "*: time of xml is +8.* % (*) against *: a step, confirmed\n");
  /* It was confirmed before. */
  again = shell (&world, "$CYAN track step.ini --fail-above 5%%");
  assert_status (&again, 1);
  assert_rows (&world, "track.db", "SELECT max(number) FROM run", "5\n");

  /* Two revisions are enough. */
  write_definition (&world, "few.ini", "branch=main~28\nlast=2", "");
  few = shell (&world, "$CYAN track few.ini --store few.db --fail-above 5%%");
  assert_status (&few, 1);
}

static void
test_plan (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) plan = { 0 }, track = { 0 }, then = { 0 }, retry = { 0 };
  g_autofree char *store = NULL;

  new_world (&world, "plan");
  write_definition (&world, "some.ini", "branch=main~31\nlast=3\nbuild-timeout=2", "");
  store = g_build_filename (world.folder, "track.db", NULL);
  plan = shell (&world, "$CYAN track some.ini --plan");
  assert_status (&plan, 0);
  assert_matches (plan.out, "repo on box: 3 of 3 revisions to measure, 0 runs, 9 to do\n*");
  g_assert_cmpstr (plan.err, ==, "");
  g_assert_false (g_file_test (store, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (world.cache, G_FILE_TEST_EXISTS));
  /* Revision 9 does not end its build within the time limit. */
  track = shell (&world, "$CYAN track some.ini");
  assert_status (&track, 0);
  then = shell (&world, "$CYAN track some.ini --plan --format csv");
  assert_status (&then, 0);
  assert_matches (then.out, "# *benchmark,definition,revision,build,status,*"
                            ",ok,measured,3,0,0*,failed,not-built,0,0,0*,timeout,not-built,*");
  retry = shell (&world, "$CYAN track some.ini --plan --retry failed");
  assert_matches (retry.out, "*2 failed builds, 6 to do, about *");
}

/* More runs until the mean is known well enough. */
static void
test_precision (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) rough = { 0 }, fine = { 0 }, resumed = { 0 };

  new_world (&world, "precision");
  write_definition (&world, "rough.ini", "runs=3-10\nbuild=sh build.sh\nlast=3\nprecision=20%", "");
  write_definition (&world, "fine.ini", "runs=3-10\nbuild=sh build.sh\nlast=3\nprecision=0.1%", "");
  rough = shell (&world, "$CYAN track rough.ini --store rough.db");
  assert_status (&rough, 0);
  assert_rows (&world, "rough.db", "SELECT DISTINCT count(*) FROM run GROUP BY revision", "3\n");
  fine = shell (&world, "$CYAN track fine.ini --store fine.db");
  assert_status (&fine, 0);
  assert_rows (&world, "fine.db", "SELECT DISTINCT count(*) FROM run GROUP BY revision", "10\n");
  /* Another one goes on where the first stopped. */
  resumed = shell (&world, "$CYAN track fine.ini --store rough.db");
  assert_status (&resumed, 0);
  assert_rows (&world, "rough.db", "SELECT DISTINCT count(*) FROM run GROUP BY revision", "10\n");
}

/* Five builds of one revision are the same program here: only its runs scatter. */
static void
test_calibrate (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) json = { 0 }, text = { 0 }, broken = { 0 };
  g_autofree char *store = NULL;

  new_world (&world, "calibrate");
  write_definition (&world, "some.ini", "last=2", "");
  json = shell (&world, "$CYAN track some.ini --calibrate main --format json");
  assert_status (&json, 0);
  assert_matches (json.out, "*\"metric\": \"time\",*\"builds\": 5,*\"runs\": 5,*"
                            "\"run_scatter\": 0.00*\"build_scatter\": 0.0,*"
                            "\"step_3\": 0.00*\"step_10\": 0.00*");
  text = shell (&world, "$CYAN track some.ini --calibrate main~1 2>&1 | grep -c 'runs: xml of'");
  g_assert_cmpstr (text.out, ==, "25\n");
  broken = shell (&world, "$CYAN track some.ini --calibrate main~32");
  assert_status (&broken, 2);
  assert_matches (broken.err, "*cyan: the build: failed: no rule to make target\n");
  store = g_build_filename (world.folder, "track.db", NULL);
  g_assert_false (g_file_test (store, G_FILE_TEST_EXISTS));
  assert_clean (&world);
}

/* Inputs are ours, values are those without the recorder, the profile is where it says. */
static void
test_measure (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) track = { 0 };
  g_autofree char *rss = NULL;

  new_world (&world, "measure");
  write_definition (&world, "some.ini",
                    "runs=3\nlast=2\nwarm-up=2\ncpus=0\nisolate=yes\njobs=2\nbuild=sh build.sh",
                    "run=sh run.sh && mv \"$CYAN_PROFILE\" \"$CYAN_BUILD/out\" &&"
                    " test -z \"$(ls \"$TMPDIR\")\"\n"
                    "profile=$CYAN_BUILD/out\n"
                    "inputs=in.txt\n"
                    "measure=grep hello \"$CYAN_INPUTS/in.txt\" && touch \"$TMPDIR/a\" &&"
                    " python3 -c 'x = bytearray(200 << 20)'");
  track = shell (&world, "echo hello > in.txt; $CYAN track some.ini");
  assert_status (&track, 0);
  assert_rows (&world, "track.db", "SELECT status, count(*) FROM run GROUP BY status", "ok|6\n");
  assert_rows (&world, "track.db", "SELECT DISTINCT name FROM metric ORDER BY name",
               "cpu\nrss\ntime\nwall\n");
  rss = query (&world, "track.db",
               "SELECT min(value) > 2e8, max(value) < 1e9 FROM value"
               " JOIN metric ON metric.id = metric WHERE name = 'rss'");
  g_assert_cmpstr (rss, ==, "1|1\n");
}

/* A run that another program has spoilt is no result, and is done again. */
static void
test_lost (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) lost = { 0 }, again = { 0 };

  new_world (&world, "lost");
  write_definition (&world, "some.ini", "last=1",
                    "run=test ! -s \"$CYAN_INPUTS/kills\" || kill -9 $PPID; sh run.sh\n"
                    "version=1\ninputs=kills");
  lost = shell (&world, "echo yes > kills; $CYAN track some.ini");
  assert_status (&lost, 2);
  assert_matches (lost.err, "*cyan: not all of it is measured: runs were lost\n");
  assert_rows (&world, "track.db", "SELECT DISTINCT status FROM run", "lost\n");
  wait_for_no_process (&world);
  again = shell (&world, ": > kills; $CYAN track some.ini");
  assert_status (&again, 0);
  assert_rows (&world, "track.db", "SELECT status, count(*) FROM run GROUP BY status ORDER BY 1",
               "lost|3\nok|3\n");
}

/* The store is locked for longer than it is waited for: the run is kept until it can be stored. */
static void
test_locked (void)
{
  g_auto (World) world = { 0 };
  g_autofree char *path = NULL, *err = NULL, *text = NULL;
  sqlite3 *db;
  pid_t pid;

  new_world (&world, "locked");
  write_definition (&world, "some.ini", "last=2", "");
  path = g_build_filename (world.folder, "locked.db", NULL);
  err = g_build_filename (world.folder, "err", NULL);
  pid = start (&world, "some.ini", "locked.db");
  while (count (&world, "locked.db", "run") < 2)
    g_usleep (1000);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  do
    {
      g_clear_pointer (&text, g_free);
      g_usleep (10000);
      g_assert_true (g_file_get_contents (err, &text, NULL, NULL));
    }
  while (strstr (text, "the store is locked") == NULL);
  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_cmpint (wait_for (pid), ==, 0);
  assert_rows (&world, "locked.db", "SELECT status, count(*) FROM run GROUP BY status", "ok|6\n");
}

/* What is not committed yet is measured like a revision, and never is one. */
static void
test_dirty (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) before = { 0 }, same = { 0 }, slow = { 0 }, after = { 0 }, steps = { 0 };

  new_world (&world, "dirty");
  write_definition (&world, "some.ini", "last=8", "");
  /* An unchanged work tree is as fast as its commit; an ignored file is no part of it. */
  same = shell (&world, "echo build.o > repo/.git/info/exclude; echo 1 > repo/build.o;"
                        " $CYAN track some.ini --dirty --fail-above 5%%");
  assert_status (&same, 0);
  assert_matches (same.out,
                  "repo on box: 9 of 9 revisions to measure, 27 runs\n*dirty-*: no step\n");
  assert_rows (&world, "track.db",
               "SELECT count(*), count(DISTINCT a.parent = b.oid) FROM revision a"
               " JOIN revision b ON b.subject = 'revision 40' WHERE a.oid LIKE 'dirty-%'",
               "1|1\n");

  /* A new file, and a slower table. */
  slow =
      shell (&world, "cd repo && awk '{print $1, $2, int ($3 * 1.2)}' table > new &&"
                     " sed -i s/table/new/ build.sh && sed -i 's,BUILD/table,BUILD/new,' run.sh &&"
                     " echo 2 > build.o && rm README");
  assert_status (&slow, 0);
  before = shell (&world, STATE);
  result_clear (&slow);
  slow = shell (&world, "$CYAN track some.ini --dirty --fail-above 5%%");
  assert_status (&slow, 1);
  assert_matches (slow.out, "*dirty-*: time of xml is +2*: a step, confirmed\n");
  after = shell (&world, STATE);
  g_assert_cmpstr (before.out, ==, after.out);
  assert_clean (&world);

  /* It is in no chart. */
  steps = shell (&world, "$CYAN history evolution track.db --format csv | grep -c dirty");
  g_assert_cmpstr (steps.out, ==, "0\n");
}

/* One tree for all builds, several runs at a time, a work tree that knows its revision. */
static void
test_ways (void)
{
  g_auto (World) world = { 0 };
  g_auto (Result) reuse = { 0 }, lanes = { 0 }, worktree = { 0 }, left = { 0 };

  new_world (&world, "ways");
  write_definition (&world, "reuse.ini", "branch=main~18\nlast=4\nreuse=yes", "");
  reuse = shell (&world, "$CYAN track reuse.ini --store reuse.db");
  assert_status (&reuse, 0);
  /* 22 has other functions than 19. */
  assert_rows (&world, "reuse.db",
               "SELECT DISTINCT depth + 1, name FROM function_value"
               " JOIN function ON function.id = function JOIN run ON run.id = run"
               " JOIN revision ON revision.id = revision WHERE name LIKE 'eval%' ORDER BY depth",
               "19|eval\n20|evaluate\n21|evaluate\n22|evaluate\n");
  write_definition (&world, "lanes.ini", "last=4\nlanes=2\ncpus=0,1", "");
  lanes = shell (&world, "$CYAN track lanes.ini --store lanes.db");
  assert_status (&lanes, 0);
  assert_rows (&world, "lanes.db", "SELECT status, count(*) FROM run GROUP BY status", "ok|12\n");
  write_definition (&world, "tree.ini",
                    "runs=3\nlast=2\ncheckout=worktree\n"
                    "build=test \"$(git rev-parse HEAD)\" = \"$CYAN_REVISION\" && sh build.sh",
                    "");
  worktree = shell (&world, "$CYAN track tree.ini --store tree.db --strict");
  assert_status (&worktree, 0);
  left = shell (&world, "git -C repo worktree list | wc -l; ls ran");
  g_assert_cmpstr (left.out, ==, "1\n");
  assert_clean (&world);
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
  g_auto (World) world = { 0 };
  g_auto (Result) full = { 0 };

  new_world (&world, "refused");
  write_definition (&world, "some.ini", "last=3", "");
  write_definition (&world, "lost.ini", "branch=none", "");
  {
    g_autofree char *path = g_build_filename (world.folder, "bad.ini", NULL);

    g_assert_true (g_file_set_contents (path, "[track]\nrunz=3\n", -1, NULL));
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (Result) result = shell (&world, "$CYAN %s", bad[i].arguments);

      assert_fails (&result, bad[i].message);
    }
  /* A disk on which a store has no room. */
  full = shell (&world, "ulimit -f 100; trap '' XFSZ; $CYAN track some.ini --store full.db");
  assert_status (&full, 2);
  g_assert_cmpstr (full.out, ==, "");
  assert_matches (full.err, "*cyan: full.db: *\n");
  assert_clean (&world);
}

TESTS ("track")
{
  g_test_add_func ("/track/whole", test_whole);
  g_test_add_func ("/track/killed", test_killed);
  g_test_add_func ("/track/interrupted", test_interrupted);
  g_test_add_func ("/track/two", test_two);
  g_test_add_func ("/track/definition", test_definition);
  g_test_add_func ("/track/confirm", test_confirm);
  g_test_add_func ("/track/plan", test_plan);
  g_test_add_func ("/track/precision", test_precision);
  g_test_add_func ("/track/calibrate", test_calibrate);
  g_test_add_func ("/track/measure", test_measure);
  g_test_add_func ("/track/lost", test_lost);
  g_test_add_func ("/track/locked", test_locked);
  g_test_add_func ("/track/dirty", test_dirty);
  g_test_add_func ("/track/ways", test_ways);
  g_test_add_func ("/track/refused", test_refused);
}
