/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "failing.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "cli-fixture.h"
#include "nth-call.h"
#include "snapshot.h"
#include "tests.h"

/* Calls that fail of each kind if not all do, for commands that say nothing else: the first, the last
 * and some between them. */
#define MAX_TRIES 4

/* The folders of a test: where the command runs, and where it may put temporary files. */
#define WORK "work"
static const char *const folders[][2] = { { "TMPDIR", "tmp" },
                                          { "XDG_CACHE_HOME", "cache" },
                                          { "XDG_RUNTIME_DIR", "run" } };

/* A way to fail. */
typedef struct
{
  const char *name;
  guint kinds;
  int action;
  guint part; /* of the calls that are tried otherwise, one in so many */
} Fault;

static const Fault faults[] = {
  { "open: EMFILE", NTH_CALL_OPEN, EMFILE, 1 },
  { "read: EIO", NTH_CALL_READ, EIO, 1 },
  { "write: EIO", NTH_CALL_WRITE, EIO, 2 },
  { "write: the disk is full", NTH_CALL_WRITE | NTH_CALL_MKDIR, NTH_CALL_FULL, 1 },
  { "fsync: EIO", NTH_CALL_SYNC, EIO, 1 },
  { "rename: EIO", NTH_CALL_RENAME, EIO, 1 },
  { "ftruncate: EIO", NTH_CALL_TRUNCATE, EIO, 1 },
  { "mmap: ENOMEM", NTH_CALL_MAP, ENOMEM, 1 },
  { "fork: EAGAIN", NTH_CALL_FORK, EAGAIN, 1 },
  { "interrupted", NTH_CALL_OPEN | NTH_CALL_READ | NTH_CALL_WRITE | NTH_CALL_SYNC, EINTR, 2 },
  { "killed", NTH_CALL_CHANGES, NTH_CALL_KILL, 1 },
};

/* A command that is tried, and what it does if nothing fails. */
typedef struct
{
  const Failing *about;
  char **arguments;
  Snapshot *old, *new;
  Run *whole;
  char *old_rows, *new_rows; /* of the store; NULL: there is none */
  GHashTable *sound;         /* checksums of stores that were found whole */
} Trial;

static char *scratch; /* of all tests */
static char *folder;  /* of this test */

/* ---- running ---- */

void
failing_begin (const char *name)
{
  g_autofree char *work = NULL;

  cli_test_init ();
  /* Orphans of a killed command become children of this program, which waits for them. */
  g_assert_cmpint (prctl (PR_SET_CHILD_SUBREAPER, 1), ==, 0);
  if (scratch == NULL)
    scratch = g_get_current_dir ();
  g_free (folder);
  folder = g_build_filename (scratch, name, NULL);
  work = g_build_filename (folder, WORK, NULL);
  g_assert_cmpint (g_mkdir_with_parents (work, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (folder, folders[i][1], NULL);

      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
    }
  g_assert_cmpint (g_chdir (work), ==, 0);
}

static guint
read_counter (const char *path)
{
  g_autofree char *bytes = NULL;
  guint32 count;
  gsize length;

  bytes = read_file (path, &length);
  g_assert_cmpuint (length, ==, sizeof count);
  memcpy (&count, bytes, sizeof count);
  return count;
}

/* Runs the command with call @number failing by @fault, none if it is 0; @count gets the number of
 * calls. */
static Run *
run_with (char *const *arguments, const Fault *fault, guint number, guint *count)
{
  g_autofree char *counter = g_build_filename (scratch, "counter", NULL);
  g_autofree char *setting =
      g_strdup_printf (NTH_CALL_FORMAT, fault->kinds, number, fault->action, counter, folder);
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) child = NULL;
  g_autoptr (GError) error = NULL;
  Run *run = g_new0 (Run, 1);

  write_file (counter, "\0\0\0\0", NTH_CALL_COUNTER_SIZE);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (folder, folders[i][1], NULL);

      g_subprocess_launcher_setenv (launcher, folders[i][0], path, TRUE);
    }
  g_subprocess_launcher_setenv (launcher, "NTH_CALL", setting, TRUE);
  g_subprocess_launcher_setenv (launcher, "LD_PRELOAD", NTH_CALL_LIBRARY, TRUE);
  /* The library has no allocator, so that of a sanitizer may come after it. */
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "verify_asan_link_order=0", TRUE);
  child = g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (child, NULL, NULL, &run->out, &run->err, &error);
  g_assert_no_error (error);
  run->status = g_subprocess_get_if_exited (child) ? g_subprocess_get_exit_status (child) : -1;
  while (waitpid (-1, NULL, 0) > 0)
    ;
  *count = read_counter (counter);
  return run;
}

/* ---- stores ---- */

/* Whether @path, within the folder, is the store @name or what SQLite puts beside it. */
static gboolean
belongs_to (const char *path, const char *name)
{
  static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
  gboolean found = FALSE;

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (ends) && !found; i++)
    {
      g_autofree char *file = g_strconcat (WORK "/", name, ends[i], NULL);

      found = g_str_equal (path, file);
    }
  return found;
}

/* Whether @path is what SQLite leaves beside a store that is only read, which has nothing of it. */
static gboolean
is_empty_log (Snapshot *old, Snapshot *now, const char *path)
{
  g_autofree char *store = g_strndup (path, strlen (path) - MIN (strlen (path), strlen ("-wal")));
  GBytes *bytes = g_hash_table_lookup (now, path);

  return g_hash_table_contains (old, store)
         && (g_str_has_suffix (path, "-shm")
             || (g_str_has_suffix (path, "-wal") && g_bytes_get_size (bytes) == 0));
}

static gboolean
is_store (const Failing *about, const char *path)
{
  return belongs_to (path, about->store);
}

static int
take_rows (void *data, int n, char **columns, char **names)
{
  g_string_append_printf (data, "%s ", columns[0]);
  return 0;
}

/* How much of what a user has stored is in a store; NULL if it has no tables yet, or is not there. */
static char *
sum_store (const char *store)
{
  static const char sql[] =
      "SELECT count(*) FROM run UNION ALL SELECT count(*) FROM value UNION ALL"
      " SELECT count(*) FROM function_value UNION ALL SELECT count(*) FROM mark UNION ALL"
      " SELECT coalesce(sum(length(data)), 0) FROM profile";
  g_autoptr (GString) rows = g_string_new (NULL), tables = g_string_new (NULL);
  sqlite3 *db;

  if (store == NULL || !file_exists (store))
    return NULL;
  g_assert_cmpint (sqlite3_open_v2 (store, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  if (sqlite3_exec (db, "SELECT count(*) FROM sqlite_schema", take_rows, tables, NULL) != SQLITE_OK
      || (!g_str_equal (tables->str, "0 ")
          && sqlite3_exec (db, sql, take_rows, rows, NULL) != SQLITE_OK))
    g_string_append (rows, sqlite3_errmsg (db));
  sqlite3_close (db);
  return rows->len > 0 ? g_string_free (g_steal_pointer (&rows), FALSE) : NULL;
}

/* A new store that is empty yet has no rows, like one that is not there. */
static gboolean
same_rows (const char *rows, const char *other)
{
  return g_strcmp0 (rows != NULL ? rows : "0 0 0 0 0 ", other != NULL ? other : "0 0 0 0 0 ") == 0;
}

/* The store and its log. */
static char *
checksum_of (Snapshot *now, const char *store)
{
  static const char *const ends[] = { "", "-wal" };
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path = g_strconcat (WORK "/", store, ends[i], NULL);
      GBytes *bytes = g_hash_table_lookup (now, path);
      gsize length = 0;
      const guchar *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

      if (length > 0)
        g_checksum_update (sum, data, (gssize) length);
    }
  return g_strdup (g_checksum_get_string (sum));
}

static void
check_store (Trial *self, Snapshot *now, const char *where)
{
  const char *store = self->about->store;
  g_autofree char *sum = checksum_of (now, store), *rows = NULL;
  g_autoptr (Run) check = NULL;

  if (g_hash_table_contains (self->sound, sum))
    return;
  rows = sum_store (store);
  if (rows == NULL)
    return;
  check = cyan ("history", "check", "--full", store, NULL);
  if (check->status != 0)
    g_error ("%s: %s", where, check->err);
  g_free (rows);
  rows = sum_store (store);
  if (!self->about->in_parts && !self->about->salvages && !same_rows (rows, self->old_rows)
      && !same_rows (rows, self->new_rows))
    g_error ("%s: %s has the rows %s, neither %s nor %s", where, store, rows, self->old_rows,
             self->new_rows);
  g_hash_table_add (self->sound, g_steal_pointer (&sum));
}

/* ---- what is left ---- */

/* Each file of @now is as before or as after the whole command, and none is missing. */
static void
check_files (Trial *self, Snapshot *now, gboolean may_leave, const char *where)
{
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, now);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!is_store (self->about, path) && !snapshot_same (now, self->old, path)
        && !snapshot_same (now, self->new, path)
        && !(may_leave && !g_hash_table_contains (self->old, path)
             && !g_hash_table_contains (self->new, path))
        && !is_empty_log (self->old, now, path))
      g_error ("%s: %s is left, or neither old nor new", where, (char *) path);
  g_hash_table_iter_init (&iter, self->old);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (g_hash_table_contains (self->new, path) && !g_hash_table_contains (now, path)
        && !is_store (self->about, path))
      g_error ("%s: %s is gone", where, (char *) path);
  if (self->about->store != NULL)
    check_store (self, now, where);
}

/* All files are those of the whole command. */
static void
check_new (Trial *self, Snapshot *now, const char *where)
{
  g_autofree char *rows = sum_store (self->about->store);
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, self->new);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    if (!is_store (self->about, path) && !snapshot_same (now, self->new, path))
      g_error ("%s: %s is not as it would be", where, (char *) path);
  if (!same_rows (rows, self->new_rows))
    g_error ("%s: the store has the rows %s, not %s", where, rows, self->new_rows);
}

/* One line on the error, after notes. */
static void
check_message (const Run *run, const char *where)
{
  g_auto (GStrv) lines = g_strsplit (run->err, "\n", -1);
  guint n = g_strv_length (lines), n_errors = 0;

  for (guint i = 0; i + 1 < n; i++)
    n_errors += !g_str_has_prefix (lines[i], "cyan: note: ");
  if (n_errors != 1 || n < 2 || *lines[n - 1] != '\0' || !g_str_has_prefix (lines[n - 2], "cyan: ")
      || g_str_has_prefix (lines[n - 2], "cyan: note: "))
    g_error ("%s: not one line on the error: \"%s\"", where, run->err);
}

/* ---- trials ---- */

static void
check_run (Trial *self, const Run *run, const Fault *fault, const char *where)
{
  g_autoptr (Snapshot) now = snapshot_take (folder);
  gboolean killed = run->status == -1 && fault->action == NTH_CALL_KILL;

  if (run->status != 0 && run->status != 2 && !killed)
    g_error ("%s: exit status %d: %s", where, run->status, run->err);
  check_files (self, now, killed, where);
  if (run->status == 0 && self->about->salvages && !g_str_equal (run->out, self->whole->out))
    g_assert_cmpstr (run->err, ==, self->whole->err);
  else if (run->status == 0)
    {
      check_new (self, now, where);
      if (!self->about->varies)
        {
          g_assert_cmpstr (run->out, ==, self->whole->out);
          g_assert_cmpstr (run->err, ==, self->whole->err);
        }
    }
  else if (!killed)
    check_message (run, where);
  else
    {
      static const Fault none = { "again", 0, 0, 1 };
      g_autofree char *again_where = g_strconcat (where, ", again", NULL);
      g_autofree char *rows = sum_store (self->about->store);
      g_autoptr (Run) again = NULL;
      g_autoptr (Snapshot) later = NULL;
      guint count;

      if (self->about->once && !same_rows (NULL, rows))
        return;
      again = run_with (self->arguments, &none, 0, &count);
      later = snapshot_take (folder);
      if (again->status != 0)
        g_error ("%s: %s", again_where, again->err);
      check_files (self, later, TRUE, again_where);
      check_new (self, later, again_where);
    }
}

static void
restore (Trial *self)
{
  g_autoptr (Snapshot) now = snapshot_take (folder);

  snapshot_restore (self->old, now, folder);
}

/* The @i-th of @n_tries calls to fail of @n_calls: the first, the last, and some between them. */
static guint
nth_try (guint i, guint n_tries, guint n_calls)
{
  guint third = MAX (n_tries / 3, 1);

  if (n_tries == n_calls || i < third)
    return i + 1;
  if (i >= n_tries - third)
    return n_calls - (n_tries - 1 - i);
  return third + 1 + (i - third) * (n_calls - 2 * third) / (n_tries - 2 * third);
}

static void
try_fault (Trial *self, const Fault *fault)
{
  guint n_calls, n_tries, most, n_failed = 0;
  g_autoptr (Run) passing = run_with (self->arguments, fault, 0, &n_calls);

  g_assert_cmpint (passing->status, ==, 0);
  restore (self);
  most = self->about->max_tries > 0 ? self->about->max_tries : MAX_TRIES;
  n_tries = test_may_take_long () ? n_calls : MIN (n_calls, most / fault->part);
  for (guint i = 0; i < n_tries; i++)
    {
      guint n = nth_try (i, n_tries, n_calls), count;
      g_autofree char *where = g_strdup_printf ("%s: %s %u", self->about->command, fault->name, n);
      g_autoptr (Run) run = run_with (self->arguments, fault, n, &count);

      n_failed += run->status != 0;
      check_run (self, run, fault, where);
      restore (self);
    }
  g_test_message ("%s: %u of %u calls, %u told", fault->name, n_tries, n_calls, n_failed);
}

static char **
parse (const char *command)
{
  g_autoptr (GError) error = NULL;
  char **arguments;

  g_shell_parse_argv (command, NULL, &arguments, &error);
  g_assert_no_error (error);
  if (g_str_equal (arguments[0], "cyan"))
    {
      g_free (arguments[0]);
      arguments[0] = g_strdup (cyan_path ());
    }
  return arguments;
}

void
failing_run (const Failing *about)
{
  static const Fault none = { "none", 0, 0, 1 };
  Trial self = { .about = about, .arguments = parse (about->command) };
  guint count;

  self.sound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self.old = snapshot_take (folder);
  self.old_rows = sum_store (about->store);
  self.whole = run_with (self.arguments, &none, 0, &count);
  if (self.whole->status != 0)
    g_error ("%s: %s", about->command, self.whole->err);
  self.new = snapshot_take (folder);
  self.new_rows = sum_store (about->store);
  restore (&self);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    try_fault (&self, &faults[i]);
  g_strfreev (self.arguments);
  g_hash_table_unref (self.sound);
  g_hash_table_unref (self.old);
  g_hash_table_unref (self.new);
  run_free (self.whole);
  g_free (self.old_rows);
  g_free (self.new_rows);
}
