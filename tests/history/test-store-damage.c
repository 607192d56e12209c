/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are no store, are damaged, hostile or newer: one clear line, and nothing is
 * changed. */
#include "cyan-store.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "cyan-error.h"
#include "cyan-store-copy.h"
#include "store-samples.h"
#include "tests.h"

/* Bytes between two lengths at which a store is cut; prime, so that all places in a page are
 * met. */
#define CUT_STEP 211
#define PAGE     4096

static void
read_file (const char *path, char **bytes, gsize *length)
{
  g_assert_true (g_file_get_contents (path, bytes, length, NULL));
}

static void
write_file (const char *path, const char *bytes, gsize length)
{
  FILE *file = g_fopen (path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* Changes a store as another program would. */
static void
change (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  sqlite3_close (db);
}

TEST ("/store-damage/no-store")
{
  g_autofree char *missing = sample_path ("missing"), *empty = sample_path ("empty");
  g_autofree char *text = sample_path ("text"), *other = sample_path ("other.db");
  g_autofree char *folder = sample_path ("folder"), *pipe = sample_path ("pipe");
  g_autofree char *unread = NULL;
  gsize length;
  CyanStore *store;

  write_file (empty, "", 0);
  write_file (text,
              "not a database, but long enough to have a header of a hundred bytes, which "
              "SQLite reads first of all files",
              107);
  change (other, "CREATE TABLE run (id INTEGER)");
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      CyanStoreMode mode = i == 0 ? CYAN_STORE_READ : CYAN_STORE_WRITE;

      sample_fails (missing, mode, CYAN_ERROR_IO, "No such file");
      sample_fails (empty, mode, CYAN_ERROR_INVALID, "an empty file, not a store");
    }
  for (guint mode = CYAN_STORE_READ; mode <= CYAN_STORE_CREATE; mode++)
    {
      sample_fails (text, mode, CYAN_ERROR_INVALID, "not an SQLite file");
      sample_fails (other, mode, CYAN_ERROR_INVALID, "not a store");
      sample_fails (pipe, mode, CYAN_ERROR_IO, "not a file");
    }
  sample_fails (folder, CYAN_STORE_READ, CYAN_ERROR_IO, "index.json: No such file");
  sample_fails (folder, CYAN_STORE_CREATE, CYAN_ERROR_UNSUPPORTED, "only be read");
  g_assert_false (g_file_test (missing, G_FILE_TEST_EXISTS));
  read_file (empty, &unread, &length);
  g_assert_cmpuint (length, ==, 0);

  store = sample_open (empty, CYAN_STORE_CREATE);
  cyan_store_free (store);
  store = sample_open (empty, CYAN_STORE_WRITE);
  cyan_store_free (store);
}

/* Whoever made the file must not run anything when it is opened or written. */
TEST ("/store-damage/foreign-schema")
{
  static const struct
  {
    const char *sql, *words;
  } cases[] = {
    { "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM value; END", "trigger \"evil\"" },
    { "CREATE VIEW evil AS SELECT * FROM run", "view \"evil\"" },
    { "CREATE TABLE evil (id INTEGER)", "table \"evil\"" },
    { "CREATE INDEX evil ON run (began)", "index \"evil\"" },
    { "ALTER TABLE run ADD COLUMN evil TEXT DEFAULT 'x'", "table \"run\"" },
    { "DROP INDEX run_cell", "index \"run_cell\"" },
    { "DROP TABLE claim", "is missing" },
    { "DROP TABLE metric; CREATE VIEW metric AS SELECT 1 AS id", "metric" },
    { "PRAGMA user_version = 0", "no version" },
    { "PRAGMA application_id = 7", "not a store" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("foreign-%u.db", i), *path = sample_path (name);

      sample_make (path, 0);
      change (path, cases[i].sql);
      sample_is_refused (path, cases[i].words);
    }
}

/* A newer version says itself who may read and write it. */
TEST ("/store-damage/newer")
{
  g_autofree char *closed = sample_path ("closed.db"), *open = sample_path ("open.db");
  g_autofree char *hostile = sample_path ("hostile.db");
  g_autoptr (CyanStore) store = NULL;
  CyanStoreSizes sizes;

  sample_make (closed, 2);
  change (closed, "PRAGMA user_version = 9; UPDATE meta SET value = '9' WHERE key LIKE 'min_%'");
  sample_fails (closed, CYAN_STORE_READ, CYAN_ERROR_UNSUPPORTED, "version 9");
  sample_fails (closed, CYAN_STORE_READ, CYAN_ERROR_UNSUPPORTED, "up to version 1");
  sample_fails (closed, CYAN_STORE_CREATE, CYAN_ERROR_UNSUPPORTED, "version 9");

  sample_make (open, 2);
  change (open, "CREATE TABLE later (id INTEGER); PRAGMA user_version = 2;"
                "UPDATE meta SET value = '2' WHERE key = 'min_writer'");
  sample_fails (open, CYAN_STORE_WRITE, CYAN_ERROR_UNSUPPORTED, "version 2");
  store = sample_open (open, CYAN_STORE_READ);
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, 2);

  sample_make (hostile, 1);
  change (hostile, "PRAGMA user_version = 2;"
                   "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM value; END");
  sample_fails (hostile, CYAN_STORE_READ, CYAN_ERROR_INVALID, "triggers or views");
}

/* A depth that no history has: a revision is still after its parent. */
TEST ("/store-damage/extreme-depth")
{
  g_autofree char *path = sample_path ("depth.db");
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GPtrArray) revisions = NULL;
  const CyanStoreRevision *first, *second;

  sample_make (path, 1);
  change (path, "UPDATE revision SET depth = 9223372036854775807;"
                "INSERT INTO revision (project, oid, parent)"
                " SELECT project, 'child', oid FROM revision");
  store = sample_open (path, CYAN_STORE_READ);
  revisions = cyan_store_read_revisions (store, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (revisions->len, ==, 2);
  first = revisions->pdata[0];
  second = revisions->pdata[1];
  g_assert_cmpstr (second->parent, ==, first->oid);
  g_assert_cmpint (first->level, >=, 0);
  g_assert_cmpint (second->level, ==, first->level + 1);
}

/* The id that stands for none: an equal row is not put, and that is said. */
TEST ("/store-damage/extreme-ids")
{
  g_autofree char *path = sample_path ("ids.db");
  g_autoptr (GError) mark = NULL, run = NULL;
  g_autoptr (CyanStore) store = NULL;
  Sample sample;
  gint64 id;

  sample_make (path, 1);
  change (path, "INSERT INTO mark VALUES"
                " (-9223372036854775808, 1, NULL, 'r0', 'note', 'a note', 9);"
                "INSERT INTO run SELECT -9223372036854775808, revision, definition, machine,"
                " session, build, number, status, began, seconds, exit_code, log, profile, 'least'"
                " FROM run");
  store = sample_open (path, CYAN_STORE_WRITE);
  sample = sample_begin (store);
  g_assert_false (cyan_store_put_mark (
      store, sample.project,
      &(CyanStoreMark){ .revision = "r0", .kind = "note", .text = "a note", .made = 9 }, &id,
      &mark));
  g_assert_error (mark, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_false (sample_add_run (store, &sample, 0, "least", &run));
  g_assert_error (run, CYAN_ERROR, CYAN_ERROR_INVALID);
}

/* A store that ends early at any place. */
TEST ("/store-damage/cut")
{
  g_autofree char *whole = sample_path ("whole.db"), *cut = sample_path ("cut.db"), *bytes = NULL;
  gsize length;

  sample_make (whole, 3);
  read_file (whole, &bytes, &length);
  g_assert_cmpuint (length, >, 20 * PAGE);
  for (gsize n = 1; n < length; n += CUT_STEP)
    {
      g_autoptr (GError) error = NULL;

      write_file (cut, bytes, n);
      g_assert_null (cyan_store_open (cut, CYAN_STORE_WRITE, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_null (strchr (error->message, '\n'));
    }
  for (gsize n = PAGE; n < length; n += PAGE)
    {
      write_file (cut, bytes, n);
      sample_fails (cut, CYAN_STORE_READ, CYAN_ERROR_INVALID, "");
    }
  sample_fails (cut, CYAN_STORE_CREATE, CYAN_ERROR_INVALID, "");
  write_file (cut, bytes, length - 1);
  sample_fails (cut, CYAN_STORE_READ, CYAN_ERROR_INVALID, "its end is missing");
}

/* Each page in turn is garbage: the store is refused, or cyan_store_check() says so. */
TEST ("/store-damage/bad-page")
{
  g_autofree char *whole = sample_path ("pages.db"), *bad = sample_path ("bad.db"), *bytes = NULL;
  gsize length;

  sample_make (whole, 3);
  read_file (whole, &bytes, &length);
  for (gsize at = 0; at < length; at += PAGE)
    {
      g_autofree char *copy = g_memdup2 (bytes, length);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanStore) store = NULL;

      memset (copy + at, 0xa5, PAGE);
      write_file (bad, copy, length);
      store = cyan_store_open (bad, CYAN_STORE_READ, &error);
      if (store != NULL)
        g_assert_false (cyan_store_check (store, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
    }
}

/* What SQLite takes for a value, and no program of ours writes. */
TEST ("/store-damage/values")
{
  static const struct
  {
    const char *sql, *message;
  } damages[] = {
    { "UPDATE value SET value = 9e999 WHERE run = 1", "table value, run 1: value is not valid" },
    { "UPDATE value SET value = 'much' WHERE run = 2", "table value, run 2: value is not valid" },
    { "UPDATE run SET began = 'yesterday' WHERE id = 2", "table run, id 2: began is not valid" },
    { "UPDATE revision SET parent = oid WHERE id = 2",
      "table revision, id 2: parent is not valid" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = sample_path ("values.db"), *saved = sample_path ("saved.db");
      g_autoptr (GError) error = NULL;
      g_autoptr (GArray) remains = NULL;
      g_autoptr (CyanStore) store = NULL, copy = NULL;

      g_unlink (path);
      g_unlink (saved);
      sample_make (path, 3);
      change (path, damages[i].sql);
      store = sample_open (path, CYAN_STORE_READ);
      g_assert_false (cyan_store_check (store, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_true (g_str_has_suffix (error->message, damages[i].message));
      g_clear_error (&error);
      /* What is saved of it is whole. */
      remains = cyan_store_repair (path, saved, &error);
      g_assert_no_error (error);
      copy = sample_open (saved, CYAN_STORE_READ);
      g_assert_true (cyan_store_check (copy, &error));
    }
}

/* A bit of a profile is nothing that SQLite can see. */
TEST ("/store-damage/changed-profile")
{
  g_autofree char *path = sample_path ("changed.db"), *bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanStore) store = NULL;
  const char pattern[] = { 31, 32, 33, 34, 35, 36, 37, 38, 39, 40 };
  gsize length;
  char *place;

  sample_make (path, 2);
  read_file (path, &bytes, &length);
  place = memmem (bytes, length, pattern, sizeof pattern);
  g_assert_nonnull (place);
  place[3] ^= 1;
  write_file (path, bytes, length);
  store = sample_open (path, CYAN_STORE_READ);
  g_assert_false (cyan_store_check (store, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "profile"));
}
