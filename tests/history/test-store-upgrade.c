/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of older versions: they can be used, and become new ones without losing anything. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-store-schema.h"
#include "cyan-store-sqlite-private.h"
#include "store-backends.h"
#include "store-dump.h"
#include "store-samples.h"
#include "tests.h"

/* Versions to come. */
static const char *const steps[] = {
  "ALTER TABLE run ADD COLUMN first_extra @REAL;",
  "CREATE TABLE extra (id @ID, run BIGINT REFERENCES run); CREATE INDEX extra_run ON extra (run);",
  NULL,
};
static const char *const wrong_steps[] = {
  "ALTER TABLE run ADD COLUMN first_extra @REAL;",
  "CREATE TABLE extra (id @ID); CREATE TABLE run (id @ID);", NULL
};

/* cyan_sqlite_upgrade() of the store at @path. */
static gboolean
upgrade (const char *path, const char *const *list, GError **error)
{
  sqlite3 *db;
  gboolean ok;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 10000);
  ok = cyan_sqlite_upgrade (db, path, list, error);
  sqlite3_close (db);
  return ok;
}

static gint64
version_of (const char *path)
{
  gint64 version = store_run (path, "PRAGMA user_version");

  g_assert_cmpint (store_run (path, "SELECT value FROM meta WHERE key = 'schema'"), ==, version);
  return version;
}

/* A file of each version, as the program of that time wrote it. */
TEST ("/store-upgrade/versions")
{
  for (guint version = 1; version <= CYAN_STORE_SCHEMA; version++)
    {
      g_autofree char *name = g_strdup_printf ("version-%u.db", version);
      g_autofree char *kept = g_test_build_filename (G_TEST_DIST, "history", name, NULL);
      g_autofree char *path = sample_path (name), *before = NULL, *after = NULL, *bytes = NULL;
      g_autoptr (CyanStore) store = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;
      CyanStoreSizes sizes;

      g_assert_true (g_file_get_contents (kept, &bytes, &length, NULL));
      g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
      before = dump_store (path);
      store = sample_open (path, CYAN_STORE_READ);
      g_assert_true (cyan_store_read_sizes (store, &sizes, &error));
      g_assert_cmpint (sizes.runs, ==, 6);
      cyan_store_free (g_steal_pointer (&store));
      g_assert_cmpint (version_of (path), ==, version);

      store = sample_open (path, CYAN_STORE_WRITE);
      cyan_store_check (store, &error);
      g_assert_no_error (error);
      g_assert_cmpint (version_of (path), ==, CYAN_STORE_SCHEMA);
      after = dump_store (path);
      g_assert_cmpstr (before, ==, after);
      dump_add_runs (store, 100, 1);
    }
}

TEST ("/store-upgrade/steps")
{
  g_autofree char *path = sample_path ("steps.db"), *copy = g_strconcat (path, ".v1", NULL);
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;

  dump_make_store (path);
  before = dump_store (path);
  g_assert_true (upgrade (path, steps, &error));
  g_assert_no_error (error);
  g_assert_cmpint (version_of (path), ==, 3);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM run WHERE first_extra IS NULL"), ==, 6);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM extra"), ==, 0);
  after = dump_store (path);
  g_assert_cmpstr (before, ==, after);

  /* The copy is the store as it was, and is not made again. */
  dump_assert_same (path, copy);
  store = sample_open (copy, CYAN_STORE_READ);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
  g_unlink (copy);
  g_assert_true (upgrade (path, steps, &error));
  g_assert_false (g_file_test (copy, G_FILE_TEST_EXISTS));

  /* A store of a version that nobody knows yet stays as it is. */
  dump_change (path, "PRAGMA user_version = 9");
  g_assert_true (upgrade (path, steps, &error));
  g_assert_cmpint (store_run (path, "PRAGMA user_version"), ==, 9);
}

/* A step that fails leaves the version before it, from which it goes on. */
TEST ("/store-upgrade/failed-step")
{
  g_autofree char *path = sample_path ("failed.db"), *before = NULL, *after = NULL;
  g_autoptr (GError) error = NULL;

  dump_make_store (path);
  before = dump_store (path);
  g_assert_false (upgrade (path, wrong_steps, &error));
  g_assert_true (g_str_has_prefix (error->message, path));
  g_clear_error (&error);
  g_assert_cmpint (version_of (path), ==, 2);
  g_assert_cmpint (store_run (path, "SELECT count(*) FROM sqlite_schema WHERE name = 'extra'"), ==,
                   0);
  g_assert_true (upgrade (path, steps, &error));
  g_assert_no_error (error);
  g_assert_cmpint (version_of (path), ==, 3);
  after = dump_store (path);
  g_assert_cmpstr (before, ==, after);
}

/* What is no store, or cannot be copied, stays as it is. */
TEST ("/store-upgrade/refused")
{
  g_autofree char *none = sample_path ("none.db"), *path = sample_path ("no-copy.db");
  g_autofree char *copy = g_strconcat (path, ".v1", NULL), *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (none, "no store at all, but some text", -1, NULL));
  g_assert_false (upgrade (none, steps, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (g_file_get_contents (none, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "no store at all, but some text");

  dump_make_store (path);
  g_assert_cmpint (g_mkdir (copy, 0700), ==, 0);
  g_assert_false (upgrade (path, steps, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_cmpint (version_of (path), ==, 1);
}

/* Each step is taken once. */
TEST ("/store-upgrade/at-once")
{
  g_autofree char *path = sample_path ("at-once.db"), *copy = g_strconcat (path, ".v1", NULL);
  g_autoptr (GError) error = NULL;
  pid_t pid;
  int status;

  dump_make_store (path);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    _exit (upgrade (path, steps, NULL) ? 0 : 3);
  upgrade (path, steps, &error);
  g_assert_no_error (error);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  g_assert_cmpint (version_of (path), ==, 3);
  g_assert_cmpint (version_of (copy), ==, 1);
}
