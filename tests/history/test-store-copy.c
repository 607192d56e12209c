/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export, import, merging: nothing is lost, nothing comes twice. */
#include "cyan-store-copy.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "nth-call.h"
#include "store-backends.h"
#include "store-dump.h"
#include "store-samples.h"
#include "tests.h"

/* Runs of a store whose copy takes several transactions, and how often its copying is killed. */
#define MANY_RUNS 1000
#define N_KILLS   3

/* ---- copies ---- */

/* Copies the file @from into the store @to, which must succeed. */
static CyanStoreCopied
import_store (const char *from, const char *to)
{
  g_autoptr (CyanStore) source = sample_open (from, CYAN_STORE_READ);
  g_autoptr (CyanStore) store = sample_open (to, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  CyanStoreCopied copied;

  cyan_store_copy (source, store, &copied, &error);
  g_assert_no_error (error);
  return copied;
}

static void
export_store (const char *from, const char *path)
{
  g_autoptr (CyanStore) source = sample_open (from, CYAN_STORE_READ);
  g_autoptr (GError) error = NULL;

  cyan_store_export (source, path, NULL, &error);
  g_assert_no_error (error);
}

/* ---- tests ---- */

/* import (export (S)) = S; and again, nothing comes twice. */
TEST ("/store-copy/round-trip")
{
  g_autofree char *store = sample_path ("store.db"), *file = sample_path ("file.db");
  g_autofree char *log = g_strconcat (file, "-wal", NULL), *copy = sample_path ("copy.db");
  g_autofree char *part = g_strconcat (file, ".part", NULL);
  g_autoptr (CyanStore) exported = NULL;
  g_autoptr (GError) error = NULL;
  CyanStoreCopied copied;

  dump_make_store (store);
  export_store (store, file);
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  exported = sample_open (file, CYAN_STORE_READ);
  cyan_store_check (exported, &error);
  g_assert_no_error (error);
  copied = import_store (file, copy);
  g_assert_cmpuint (copied.added, ==, 6);
  g_assert_cmpuint (copied.known, ==, 0);
  dump_assert_same (store, copy);
  copied = import_store (file, copy);
  g_assert_cmpuint (copied.added, ==, 0);
  g_assert_cmpuint (copied.known, ==, 6);
  dump_assert_same (store, copy);
  /* Into itself, too. */
  import_store (store, store);
  dump_assert_same (store, copy);
}

/* From a file to any database, and back. */
static void
test_migrate (void)
{
  g_autofree char *from = sample_path ("migrate-from.db"), *to = store_address ("migrate-to");
  g_autofree char *back = sample_path ("migrate-back.db");
  CyanStoreCopied copied;

  dump_make_store (from);
  copied = import_store (from, to);
  g_assert_cmpuint (copied.added, ==, 6);
  copied = import_store (from, to);
  g_assert_cmpuint (copied.added, ==, 0);
  g_assert_cmpuint (copied.known, ==, 6);
  export_store (to, back);
  dump_assert_same (from, back);
  g_unlink (from);
  g_unlink (back);
}

/* Two machines of a CI, one of which has seen some runs of the other. */
TEST ("/store-copy/merge")
{
  g_autofree char *first = sample_path ("first.db"), *second = sample_path ("second.db");
  g_autofree char *whole = sample_path ("whole.db"), *other = sample_path ("other-way.db");
  g_autoptr (CyanStore) a = sample_open (first, CYAN_STORE_CREATE);
  g_autoptr (CyanStore) b = sample_open (second, CYAN_STORE_CREATE);
  g_autoptr (CyanStore) c = sample_open (whole, CYAN_STORE_CREATE);
  CyanStoreCopied copied;

  dump_add_runs (a, 0, 30);
  dump_add_runs (b, 20, 30);
  dump_add_runs (c, 0, 50);
  export_store (second, other);
  copied = import_store (first, other);
  g_assert_cmpuint (copied.added, ==, 20);
  g_assert_cmpuint (copied.known, ==, 10);
  import_store (second, first);
  dump_assert_same (first, other);
  dump_assert_same (first, whole);
}

static void
assert_settings (const char *path, const char *keep, const char *track)
{
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_READ);
  g_autofree char *is_kept = NULL, *is_tracked = NULL;

  MUST (cyan_store_get (store, CYAN_STORE_KEEP, &is_kept, &failure));
  MUST (cyan_store_get (store, CYAN_STORE_TRACK, &is_tracked, &failure));
  g_assert_cmpstr (is_kept, ==, keep);
  g_assert_cmpstr (is_tracked, ==, track);
}

/* What persons have said about a store comes along, unless they have said it of the other, too. */
TEST ("/store-copy/settings")
{
  g_autofree char *from = sample_path ("set.db"), *fresh = sample_path ("unset.db");
  g_autofree char *other = sample_path ("half-set.db");

  dump_make_store (from);
  dump_make_store (other);
  dump_change (from, "INSERT INTO meta VALUES ('keep', '30d'), ('track', '[track]')");
  dump_change (other, "INSERT INTO meta VALUES ('keep', '1y')");
  export_store (from, fresh);
  assert_settings (fresh, "30d", "[track]");
  import_store (from, other);
  assert_settings (other, "1y", "[track]");
  import_store (other, from);
  assert_settings (from, "30d", "[track]");
}

/* What a store did not know of a row comes with another copy of it. */
TEST ("/store-copy/fill-in")
{
  g_autofree char *full = sample_path ("full-rows.db"), *bare = sample_path ("bare-rows.db");

  dump_make_store (full);
  export_store (full, bare);
  dump_change (bare, "UPDATE revision SET parent = NULL, depth = NULL, author_time = NULL,"
                     " commit_time = NULL, author = NULL, subject = NULL");
  import_store (full, bare);
  dump_assert_same (full, bare);
  /* A run that is there is not read again, but its profile comes with another run. */
  dump_change (bare, "UPDATE profile SET data = NULL; DELETE FROM value WHERE run = 1;"
                     "DELETE FROM function_value WHERE run = 1; DELETE FROM run WHERE id = 1");
  import_store (full, bare);
  {
    g_autoptr (CyanStore) store = sample_open (bare, CYAN_STORE_READ);
    CyanStoreSizes sizes;

    sizes = sample_sizes (store);
    g_assert_cmpint (sizes.profiles, ==, 1);
    g_assert_cmpint (sizes.runs, ==, 6);
  }
}

/* Machines are never mixed. */
TEST ("/store-copy/other-machine")
{
  g_autofree char *path = sample_path ("here.db"), *other = sample_path ("there.db");
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (CyanStore) from = NULL, to = NULL;
  g_autoptr (GError) error = NULL;
  CyanStoreCopied copied;

  dump_make_store (path);
  dump_make_store (other);
  dump_change (other, "UPDATE machine SET identity = 'another' WHERE name = 'm'");
  before = dump_store (path);
  from = sample_open (other, CYAN_STORE_READ);
  to = sample_open (path, CYAN_STORE_WRITE);
  g_assert_false (cyan_store_copy (from, to, &copied, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_MISMATCH);
  g_assert_nonnull (strstr (error->message, "\"m\" is the name of another machine"));
  after = dump_store (path);
  g_assert_cmpstr (before, ==, after);
}

/* Rows that no program of ours writes are not spread. */
TEST ("/store-copy/invalid-rows")
{
  static const char *const changes[] = {
    "UPDATE revision SET depth = 'x' WHERE id = 2",
    "UPDATE run SET began = 1.5 WHERE id = 2",
    "UPDATE function SET name = x'00' WHERE id = 2",
    "UPDATE value SET value = 9e999 WHERE run = 2",
    "UPDATE machine SET name = CAST(x'ff' AS TEXT) WHERE name = 'm'",
    "UPDATE profile SET bytes = bytes + 1 WHERE id = 3",
    "UPDATE profile SET data = x'00' WHERE id = 3",
    "UPDATE run SET revision = 999 WHERE id = 2",
    "UPDATE value SET metric = 999 WHERE run = 2",
  };
  g_autofree char *path = sample_path ("rows.db"), *file = sample_path ("rows-file.db");
  g_autofree char *part = g_strconcat (file, ".part", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (CyanStore) store = NULL;
      g_autoptr (GError) error = NULL;

      g_unlink (path);
      dump_make_store (path);
      dump_change (path, changes[i]);
      store = sample_open (path, CYAN_STORE_READ);
      if (cyan_store_export (store, file, NULL, &error))
        g_error ("%s", changes[i]);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_true (g_str_has_prefix (error->message, path));
      g_assert_nonnull (strstr (error->message, "damaged"));
      g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
      g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
    }
}

/* Imports in a program that is killed at call @n that changes the store; 0: it comes to its end.
 * Returns the number of its calls, unless it was killed. */
static guint
import_until (const char *from, const char *to, guint n)
{
  g_autofree char *folder = g_path_get_dirname (to);
  guint n_calls = 0;
  int counted[2], status;
  pid_t pid;

  g_assert_cmpint (pipe (counted), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      nth_call_arm (NTH_CALL_CHANGES, n, NTH_CALL_KILL, folder);
      import_store (from, to);
      n_calls = nth_call_count ();
      nth_call_arm (0, 0, 0, "");
      _exit (write (counted[1], &n_calls, sizeof n_calls) == sizeof n_calls ? 0 : 1);
    }
  close (counted[1]);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  if (n == 0)
    g_assert_cmpint (read (counted[0], &n_calls, sizeof n_calls), ==, sizeof n_calls);
  else
    g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  close (counted[0]);
  return n_calls;
}

/* An import that is killed anywhere leaves whole runs, and is repeated. */
TEST ("/store-copy/killed")
{
  g_autofree char *from = sample_path ("many.db"), *whole = sample_path ("whole-copy.db");
  g_autoptr (CyanStore) many = sample_open (from, CYAN_STORE_CREATE);
  guint n_calls;

  dump_add_runs (many, 0, MANY_RUNS);
  n_calls = import_until (from, whole, 0);
  for (guint i = 0; i < N_KILLS; i++)
    {
      g_autofree char *name = g_strdup_printf ("killed-%u.db", i), *to = sample_path (name);
      CyanStoreCopied copied;

      import_until (from, to, 1 + i * (n_calls - 1) / (N_KILLS - 1));
      copied = import_store (from, to);
      g_assert_cmpuint (copied.added + copied.known, ==, MANY_RUNS);
      dump_assert_same (from, to);
    }
}

/* Nothing is written over, and a full disk leaves nothing behind. */
TEST ("/store-copy/export-fails")
{
  g_autofree char *path = sample_path ("from.db"), *there = sample_path ("there-already");
  g_autofree char *full = sample_path ("on-full-disk.db"), *text = NULL;
  g_autofree char *part = g_strconcat (full, ".part", NULL);
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  struct rlimit limit, small;

  dump_add_runs (store, 0, 100);
  g_assert_true (g_file_set_contents (there, "keep me", -1, NULL));
  g_assert_false (cyan_store_export (store, there, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_true (g_file_get_contents (there, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "keep me");
  g_clear_error (&error);

  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  small = limit;
  small.rlim_cur = 200 * 1024;
  setrlimit (RLIMIT_FSIZE, &small);
  g_assert_false (cyan_store_export (store, full, NULL, &error));
  setrlimit (RLIMIT_FSIZE, &limit);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_false (g_file_test (full, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
}

TESTS ()
{
  store_add_test ("/store-copy/migrate", test_migrate);
}
