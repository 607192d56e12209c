/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged stores: what can be read is saved, nothing false is, and the file stays as it was. */
#include "cyan-store-copy.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cyan-error.h"
#include "store-dump.h"
#include "store-samples.h"
#include "tests.h"

#define PAGE   4096
#define N_RUNS 60

/* Pages between two cuts. */
#define CUT_STEP 9

/* Stores with random bytes changed. */
#define N_GARBLED 30

static void
make_runs (const char *path)
{
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);

  dump_add_runs (store, 0, N_RUNS);
}

static void
read_file (const char *path, char **bytes, gsize *length)
{
  g_assert_true (g_file_get_contents (path, bytes, length, NULL));
}

static void
write_file (const char *path, const char *bytes, gsize length)
{
  MUST (g_file_set_contents_full (path, bytes, (gssize) length, G_FILE_SET_CONTENTS_NONE, 0600,
                                  &failure));
}

static const CyanStoreRemains *
remains_of (const GArray *remains, const char *what)
{
  for (guint i = 0; i < remains->len; i++)
    if (strcmp (g_array_index (remains, CyanStoreRemains, i).what, what) == 0)
      return &g_array_index (remains, CyanStoreRemains, i);
  g_error ("No %s", what);
}

static gboolean
lost_something (const GArray *remains)
{
  for (guint i = 0; i < remains->len; i++)
    if (g_array_index (remains, CyanStoreRemains, i).lost != 0)
      return TRUE;
  return FALSE;
}

/* The lines of @path are some of those of @whole.  But of a build and a run, what they refer to may
 * be unknown now: these lines are only told by their beginnings. */
static void
assert_part (const char *path, GHashTable *whole)
{
  g_autofree char *text = dump_store (path);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *last = strrchr (lines[i], '|');

      if (g_str_has_prefix (lines[i], "run|") && g_str_has_suffix (lines[i], "|-"))
        last[0] = '\0';
      else if (g_hash_table_contains (whole, lines[i]))
        continue;
      if (!g_hash_table_contains (whole, lines[i]))
        g_error ("%s is not of the store", lines[i]);
    }
}

/* The lines of the store at @path; runs also without their profiles. */
static GHashTable *
list_lines (const char *path)
{
  GHashTable *set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *text = dump_store (path);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_hash_table_add (set, g_strdup (lines[i]));
      if (g_str_has_prefix (lines[i], "run|"))
        g_hash_table_add (set, g_strndup (lines[i], strrchr (lines[i], '|') - lines[i]));
    }
  return set;
}

/* Repairs @path, a part of the store with the lines @whole.  Returns the number of saved runs. */
static guint64
repair (const char *path, GHashTable *whole)
{
  g_autofree char *out = g_strconcat (path, ".out", NULL), *part = g_strconcat (out, ".part", NULL);
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (GArray) remains = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_before, n_after;
  CyanStoreSizes sizes;

  read_file (path, &before, &n_before);
  remains = cyan_store_repair (path, out, &error);
  read_file (path, &after, &n_after);
  g_assert_cmpmem (before, n_before, after, n_after);
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  if (remains == NULL)
    {
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
      return 0;
    }
  store = sample_open (out, CYAN_STORE_READ);
  cyan_store_check (store, &error);
  g_assert_no_error (error);
  sizes = sample_sizes (store);
  g_assert_cmpint (sizes.runs, ==, remains_of (remains, "runs")->kept);
  if (sizes.runs < N_RUNS)
    g_assert_true (lost_something (remains));
  assert_part (out, whole);
  g_unlink (out);
  return (guint64) sizes.runs;
}

/* A store without damage comes out as it was. */
TEST ("/store-repair/whole")
{
  g_autofree char *path = sample_path ("whole.db"), *out = sample_path ("whole-out.db");
  g_autoptr (GArray) remains = NULL;

  dump_make_store (path);
  remains = MUST (cyan_store_repair (path, out, &failure));
  g_assert_false (lost_something (remains));
  g_assert_cmpuint (remains_of (remains, "runs")->kept, ==, 6);
  g_assert_cmpuint (remains_of (remains, "notes")->kept, ==, 2);
  dump_assert_same (path, out);
}

/* A store that ends early: what was stored before the cut is there. */
TEST ("/store-repair/cut")
{
  g_autofree char *path = sample_path ("cut-whole.db"), *cut = sample_path ("cut.db");
  g_autofree char *bytes = NULL;
  g_autoptr (GHashTable) whole = NULL;
  gsize length, n_pages;
  guint64 least = N_RUNS, sum = 0;

  make_runs (path);
  whole = list_lines (path);
  read_file (path, &bytes, &length);
  n_pages = length / PAGE;
  for (gsize page = 1; page < n_pages; page += CUT_STEP)
    {
      guint64 n;

      write_file (cut, bytes, page * PAGE + (page % 3) * 1000);
      n = repair (cut, whole);
      sum += n;
      if (page > n_pages / 2)
        least = MIN (least, n);
    }
  /* Half of the file has nearly half of the runs. */
  g_assert_cmpuint (least, >, N_RUNS * 2 / 5);
  g_assert_cmpuint (sum, >, n_pages / CUT_STEP * N_RUNS / 3);
}

/* A page is garbage: only what is in it is lost. */
TEST ("/store-repair/bad-page")
{
  g_autofree char *path = sample_path ("pages-whole.db"), *bad = sample_path ("pages.db");
  g_autofree char *bytes = NULL;
  g_autoptr (GHashTable) whole = NULL;
  gsize length;
  guint n_all = 0, n_pages;

  make_runs (path);
  whole = list_lines (path);
  read_file (path, &bytes, &length);
  n_pages = (guint) (length / PAGE);
  for (gsize at = 0; at < length; at += 3 * PAGE)
    {
      g_autofree char *copy = g_memdup2 (bytes, length);

      memset (copy + at, 0xa5, PAGE);
      write_file (bad, copy, length);
      n_all += repair (bad, whole) == N_RUNS;
    }
  /* Most pages have profiles, without which a run is kept. */
  g_assert_cmpuint (n_all, >, n_pages / 3 * 4 / 5);
}

/* Any bytes at all: nothing false is saved. */
TEST ("/store-repair/garbled")
{
  g_autofree char *path = sample_path ("garbled-whole.db"), *bad = sample_path ("garbled.db");
  g_autofree char *bytes = NULL;
  g_autoptr (GHashTable) whole = NULL;
  gsize length;

  make_runs (path);
  whole = list_lines (path);
  read_file (path, &bytes, &length);
  for (guint i = 0; i < N_GARBLED; i++)
    {
      g_autofree char *copy = g_memdup2 (bytes, length);

      /* Not the bytes of rows, which nothing protects, but where they are. */
      for (guint n = 0; n < 20; n++)
        {
          gsize page = (gsize) g_test_rand_int_range (1, (gint32) (length / PAGE));

          copy[page * PAGE + (gsize) g_test_rand_int_range (0, 12)] =
              (char) g_test_rand_int_range (0, 256);
        }
      write_file (bad, copy, length);
      repair (bad, whole);
    }
}

/* Rows that contradict others are left out, with all that needs them. */
TEST ("/store-repair/inconsistent")
{
  static const struct
  {
    const char *sql, *what;
    guint lost, runs;
  } cases[] = {
    { "UPDATE profile SET data = x'00' WHERE id = 1", "profiles", 1, 6 },
    { "UPDATE run SET revision = 999 WHERE id = 1", "runs", 1, 5 },
    { "UPDATE run SET status = x'ff' WHERE id = 1", "runs", 1, 5 },
    { "UPDATE machine SET name = 7.5 WHERE name = 'm2'", "machines", 0, 6 },
    { "UPDATE machine SET name = x'00' WHERE name = 'm2'", "runs", 1, 5 },
    { "UPDATE function SET file = x'00' WHERE id = 1", "values of functions", 5, 6 },
    { "UPDATE value SET value = 9e999 WHERE run = 1", "values of runs", 1, 6 },
    { "UPDATE revision SET depth = 'deep' WHERE oid = 'r0'", "revisions", 1, 5 },
    { "DELETE FROM metric", "values of runs", 5, 6 },
    { "DROP TABLE mark", "notes", G_MAXUINT, 6 },
    { "DROP TABLE function", "values of functions", 100, 6 },
    { "DROP TABLE build", "builds", G_MAXUINT, 6 },
    { "DROP INDEX run_cell; CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM value; END",
      "runs", 0, 6 },
    { "DROP TABLE mark; CREATE VIEW mark AS SELECT 1 AS id, 1 AS project", "notes", G_MAXUINT, 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("case-%u.db", i), *path = sample_path (name);
      g_autofree char *out = g_strconcat (path, ".out", NULL);
      g_autoptr (GArray) remains = NULL;
      const CyanStoreRemains *row;

      dump_make_store (path);
      dump_change (path, cases[i].sql);
      remains = MUST (cyan_store_repair (path, out, &failure));
      row = remains_of (remains, cases[i].what);
      if (row->lost != (cases[i].lost == G_MAXUINT ? CYAN_STORE_UNKNOWN : cases[i].lost)
          || remains_of (remains, "runs")->kept != cases[i].runs)
        g_error ("%s: %" G_GINT64_FORMAT " %s lost, %" G_GUINT64_FORMAT " runs kept", cases[i].sql,
                 row->lost, row->what, remains_of (remains, "runs")->kept);
    }
}

TEST ("/store-repair/refused")
{
  g_autofree char *path = sample_path ("refused.db"), *there = sample_path ("there");
  g_autofree char *out = sample_path ("refused-out.db"), *text = NULL;
  static const struct
  {
    const char *sql;
    int code;
    const char *words;
  } cases[] = {
    { "PRAGMA user_version = 9", CYAN_ERROR_UNSUPPORTED, "version 9" },
    { "UPDATE project SET root = x'00'", CYAN_ERROR_INVALID, "nothing of it can be saved" },
  };
  g_autoptr (GError) error = NULL;

  MUST_FAIL (CYAN_ERROR_IO, "*", cyan_store_repair (path, out, &failure));
  write_file (path, "no store", 8);
  MUST_FAIL (CYAN_ERROR_INVALID, "*", cyan_store_repair (path, out, &failure));
  g_unlink (path);
  dump_change (path, "CREATE TABLE other (id INTEGER)");
  MUST_FAIL (CYAN_ERROR_INVALID, "*not a store*", cyan_store_repair (path, out, &failure));

  g_unlink (path);
  dump_make_store (path);
  write_file (there, "keep me", 7);
  MUST_FAIL (CYAN_ERROR_IO, "*", cyan_store_repair (path, there, &failure));
  g_assert_true (g_file_get_contents (there, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "keep me");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_unlink (path);
      dump_make_store (path);
      dump_change (path, cases[i].sql);
      g_assert_null (cyan_store_repair (path, out, &error));
      g_assert_error (error, CYAN_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      g_clear_error (&error);
    }
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
}

/* A program that was killed leaves a log; what is in it is saved, and it stays. */
TEST ("/store-repair/log")
{
  g_autofree char *path = sample_path ("log.db"), *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *out = sample_path ("log-out.db"), *before = NULL, *after = NULL;
  g_autoptr (GArray) remains = NULL;
  gsize n_before, n_after;
  pid_t pid = fork ();
  int status;

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      CyanStore *store = sample_open (path, CYAN_STORE_CREATE);

      dump_add_runs (store, 0, 3);
      raise (SIGKILL);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  read_file (log, &before, &n_before);
  g_assert_cmpuint (n_before, >, 0);
  remains = MUST (cyan_store_repair (path, out, &failure));
  g_assert_cmpuint (remains_of (remains, "runs")->kept, ==, 3);
  read_file (log, &after, &n_after);
  g_assert_cmpmem (before, n_before, after, n_after);
}
