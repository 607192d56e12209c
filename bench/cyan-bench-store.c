/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures a store: cyan-bench-store RUNS [STORE].  It stores so many runs, each a transaction that is
 * synced to disk, in turns with SQLite alone, which inserts the same rows with ids that are known.
 * Syncing takes most of the time, so the time of the processor is measured too.
 */
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-measure.h"
#include "cyan-store.h"

/* As of a real run: functions with a row of their own, and bytes of the packed profile. */
#define N_FUNCTIONS   150
#define PROFILE_BYTES 20000

typedef struct
{
  char names[N_FUNCTIONS][24];
  CyanStoreFunction functions[N_FUNCTIONS];
  guint8 profile[PROFILE_BYTES];
} Data;

static void
must (sqlite3 *db, int code)
{
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW)
    return;
  g_printerr ("cyan-bench-store: %s\n", sqlite3_errmsg (db));
  exit (1);
}

/* Milliseconds. */
typedef struct
{
  double passed, computed;
} Time;

static Time
now (void)
{
  return (Time){ cyan_measure_now (), cyan_measure_computed () };
}

static Time
since (Time began)
{
  Time ended = now ();

  return (Time){ ended.passed - began.passed, ended.computed - began.computed };
}

/* ---- the store ---- */

static void
prepare_store (CyanStore *store, CyanStoreRun *run, CyanStoreValue *value)
{
  GError *error = NULL;
  gint64 project;

  if (!cyan_store_put_project (store, "p", NULL, &project, &error)
      || !cyan_store_put_machine (store, "m", "", &run->machine, &error)
      || !cyan_store_add_environment (store, run->machine, 0, "{}", "", &run->environment, &error)
      || !cyan_store_put_definition (store, project, "b", "h", "t", &run->definition, &error)
      || !cyan_store_put_metric (store, "wall", "s", -1, &value->metric, &error)
      || !cyan_store_put_revision (
          store, project,
          &(CyanStoreRevision){
              .oid = (char *) "0", .depth = 0, .author_time = 0, .commit_time = 0 },
          &run->revision, &error))
    cyan_measure_must (error);
}

static Time
store_run (CyanStore *store, CyanStoreRun run, const char *uid, const Data *data)
{
  GError *error = NULL;
  Time began = now ();
  g_autoptr (GBytes) profile = g_bytes_new_static (data->profile, PROFILE_BYTES);

  run.uid = uid;
  run.profile = profile;
  cyan_store_add_run (store, &run, NULL, &error);
  cyan_measure_must (error);
  return since (began);
}

/* ---- SQLite alone ---- */

typedef enum
{
  BEGIN,
  PROFILE,
  RUN,
  VALUE,
  FUNCTION,
  COMMIT,
  N_STATEMENTS
} Statement;

static const char *const statements[N_STATEMENTS] = {
  [BEGIN] = "BEGIN IMMEDIATE",
  [PROFILE] = "INSERT INTO profile (sha256, format, bytes, nodes, data)"
              " VALUES (?1, 'cct.gz', 20000, 1, ?2)",
  [RUN] = "INSERT INTO run (revision, definition, machine, session, number, status, began, uid)"
          " VALUES (1, 1, 1, 1, 0, 'ok', 0, ?1)",
  [VALUE] = "INSERT INTO value VALUES (last_insert_rowid (), 1, 1.5)",
  [FUNCTION] = "INSERT INTO function_value VALUES (?1, ?2, 1.5, 2.5, 3)",
  [COMMIT] = "COMMIT",
};

static void
step (sqlite3 *db, sqlite3_stmt *statement)
{
  must (db, sqlite3_step (statement));
  sqlite3_reset (statement);
}

static Time
insert_run (sqlite3 *db, sqlite3_stmt *const *at, const char *uid, const Data *data)
{
  Time began = now ();
  sqlite3_int64 run;

  step (db, at[BEGIN]);
  sqlite3_bind_text (at[PROFILE], 1, uid, -1, SQLITE_STATIC);
  sqlite3_bind_blob (at[PROFILE], 2, data->profile, PROFILE_BYTES, SQLITE_STATIC);
  step (db, at[PROFILE]);
  sqlite3_bind_text (at[RUN], 1, uid, -1, SQLITE_STATIC);
  step (db, at[RUN]);
  run = sqlite3_last_insert_rowid (db);
  step (db, at[VALUE]);
  for (int i = 1; i <= N_FUNCTIONS; i++)
    {
      sqlite3_bind_int64 (at[FUNCTION], 1, run);
      sqlite3_bind_int (at[FUNCTION], 2, i);
      step (db, at[FUNCTION]);
    }
  step (db, at[COMMIT]);
  return since (began);
}

/* ---- */

static int
compare (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

/* Prints the medians of @times as "NAME.ms" and "NAME.cpu". */
static void
print_medians (const char *name, const Time *times, guint n)
{
  g_autofree double *sorted = g_new (double, n);

  for (guint computed = 0; computed < 2; computed++)
    {
      g_autofree char *key = g_strconcat (name, computed ? ".cpu" : ".ms", NULL);

      for (guint i = 0; i < n; i++)
        sorted[i] = computed ? times[i].computed : times[i].passed;
      qsort (sorted, n, sizeof *sorted, compare);
      cyan_measure_print (key, sorted[n / 2]);
    }
}

/* Opens the file of a store without the store. */
static sqlite3 *
open_alone (const char *path, sqlite3_stmt **at)
{
  sqlite3 *db;

  must (NULL, sqlite3_open (path, &db));
  must (db,
        sqlite3_exec (db, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", NULL, NULL, NULL));
  for (guint i = 0; i < N_STATEMENTS; i++)
    must (db, sqlite3_prepare_v2 (db, statements[i], -1, &at[i], NULL));
  return db;
}

static void
measure (const char *const *paths, guint n_runs)
{
  GError *error = NULL;
  g_autofree Data *data = g_new0 (Data, 1);
  g_autofree Time *stored = g_new (Time, n_runs), *inserted = g_new (Time, n_runs);
  CyanStoreValue value = { 0, 1.5 };
  CyanStoreRun run = { .build = CYAN_STORE_UNKNOWN,
                       .values = &value,
                       .n_values = 1,
                       .functions = data->functions,
                       .n_functions = N_FUNCTIONS,
                       .n_nodes = 1 };
  CyanStore *stores[2];
  sqlite3_stmt *at[N_STATEMENTS];
  sqlite3 *db;
  GArray *series;
  double began;

  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      g_snprintf (data->names[i], sizeof data->names[i], "module::function_%u", i);
      data->functions[i] = (CyanStoreFunction){ data->names[i], "lib", "src/file.c", 1.5, 2.5, 3 };
    }
  for (guint i = 0; i < 2; i++)
    {
      stores[i] = cyan_store_open (paths[i], CYAN_STORE_CREATE, &error);
      cyan_measure_must (error);
      prepare_store (stores[i], &run, &value);
      /* It makes the rows of the functions. */
      store_run (stores[i], run, "first", data);
    }
  cyan_store_free (stores[1]);
  db = open_alone (paths[1], at);
  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *uid = cyan_store_new_uid ();

      memcpy (data->profile, &i, sizeof i);
      stored[i] = store_run (stores[0], run, uid, data);
      inserted[i] = insert_run (db, at, uid, data);
    }
  began = cyan_measure_now ();
  series = cyan_store_read_series (stores[0], run.definition, run.machine, value.metric, &error);
  cyan_measure_must (error);
  cyan_measure_print ("series.ms", cyan_measure_now () - began);
  cyan_measure_print ("series.runs", series->len);
  g_array_unref (series);
  for (guint i = 0; i < N_STATEMENTS; i++)
    sqlite3_finalize (at[i]);
  sqlite3_close (db);
  cyan_store_free (stores[0]);
  began = cyan_measure_now ();
  stores[0] = cyan_store_open (paths[0], CYAN_STORE_READ, &error);
  cyan_measure_must (error);
  cyan_measure_print ("open.ms", cyan_measure_now () - began);
  cyan_store_free (stores[0]);
  print_medians ("store", stored, n_runs);
  print_medians ("sqlite", inserted, n_runs);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-bench-XXXXXX", NULL);
  g_autofree char *store = g_build_filename (folder, "store.db", NULL);
  g_autofree char *alone = g_build_filename (folder, "alone.db", NULL);
  guint n_runs = argc == 2 || argc == 3 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;

  if (n_runs == 0)
    {
      g_printerr ("usage: cyan-bench-store RUNS [STORE]\n");
      return 2;
    }
  measure ((const char *const[]){ argc == 3 ? argv[2] : store, alone }, n_runs);
  g_unlink (store);
  g_unlink (alone);
  g_rmdir (folder);
  return 0;
}
