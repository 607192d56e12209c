/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store-dump.h"

#include <math.h>
#include <sqlite3.h>

#include "store-samples.h"

static int
take_line (void *data, int n_columns, char **columns, char **names)
{
  GString *dump = data;

  for (int i = 0; i < n_columns; i++)
    g_string_append_printf (dump, "%s%s", i > 0 ? "|" : "", columns[i] != NULL ? columns[i] : "-");
  g_string_append_c (dump, '\n');
  return 0;
}

char *
dump_store (const char *path)
{
  static const char sql[] =
      "SELECT 'project', name, root FROM project ORDER BY 2;"
      "SELECT 'branch', p.name, b.name, seen, tip FROM branch b JOIN project p ON p.id = project"
      " ORDER BY 2, 3, 4;"
      "SELECT 'revision', p.name, oid, parent, depth, author_time, commit_time, author, subject"
      " FROM revision r JOIN project p ON p.id = project ORDER BY 2, 3;"
      "SELECT 'machine', name, identity FROM machine ORDER BY 2;"
      "SELECT DISTINCT 'session', m.name, began, facts, program FROM session s"
      " JOIN machine m ON m.id = machine ORDER BY 2, 3, 4, 5;"
      "SELECT 'definition', p.name, benchmark, hash, text FROM definition d"
      " JOIN project p ON p.id = project ORDER BY 2, 3, 4;"
      "SELECT 'metric', name, unit, better FROM metric ORDER BY 2, 3;"
      "SELECT 'build', r.oid, m.name, recipe, b.status, seconds, log, s.began FROM build b"
      " JOIN revision r ON r.id = revision JOIN machine m ON m.id = b.machine"
      " LEFT JOIN session s ON s.id = session ORDER BY 2, 3, 4;"
      "SELECT 'profile', sha256, format, bytes, nodes, length(data), location FROM profile ORDER "
      "BY 2;"
      "SELECT 'run', uid, v.oid, d.benchmark, d.hash, m.name, s.began, b.recipe, r.number, "
      "r.status,"
      " r.began, r.seconds, r.exit_code, r.log, p.sha256 FROM run r"
      " JOIN revision v ON v.id = r.revision JOIN definition d ON d.id = r.definition"
      " JOIN machine m ON m.id = r.machine JOIN session s ON s.id = r.session"
      " LEFT JOIN build b ON b.id = r.build LEFT JOIN profile p ON p.id = r.profile ORDER BY 2;"
      "SELECT 'value', r.uid, m.name, m.unit, value FROM value v JOIN run r ON r.id = v.run"
      " JOIN metric m ON m.id = metric ORDER BY 2, 3, 4;"
      "SELECT 'function', r.uid, f.name, f.module, f.file, self, total, calls FROM function_value v"
      " JOIN run r ON r.id = v.run JOIN function f ON f.id = function ORDER BY 2, 3, 4, 5;"
      "SELECT 'mark', p.name, benchmark, revision, kind, text, made FROM mark"
      " JOIN project p ON p.id = project ORDER BY 2, 3, 4, 5, 6, 7";
  GString *lines = g_string_new (NULL);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, take_line, lines, NULL) != SQLITE_OK)
    g_error ("%s: %s", path, sqlite3_errmsg (db));
  sqlite3_close (db);
  return g_string_free (lines, FALSE);
}

void
dump_change (const char *path, const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  sqlite3_close (db);
}

void
dump_add_runs (CyanStore *store, guint first, guint n)
{
  g_autoptr (GError) error = NULL;
  Sample sample = sample_begin (store);

  g_assert_true (cyan_store_begin (store, &error));
  for (guint i = first; i < first + n; i++)
    {
      g_autofree char *uid = g_strdup_printf ("uid-%u", i);

      sample_add_run (store, &sample, i, uid, &error);
      g_assert_no_error (error);
    }
  g_assert_true (cyan_store_commit (store, &error));
}

void
dump_make_store (const char *path)
{
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GError) error = NULL;
  CyanStoreRevision revision = {
    0,          (char *) "r1", (char *) "r0", 1,
    1600000000, 1600000001,    (char *) "A",  (char *) "\"quoted\"\nsubject"
  };
  CyanStoreRun run = { .uid = "failed",
                       .status = CYAN_RUN_TIMEOUT,
                       .number = 7,
                       .began = 5,
                       .seconds = NAN,
                       .exit_code = 124,
                       .log = "too slow" };
  Sample sample;
  gint64 project, id;

  dump_add_runs (store, 0, 5);
  sample = sample_begin (store);
  cyan_store_put_project (store, "other", "/root", &project, &error);
  cyan_store_put_revision (store, project, &revision, &run.revision, &error);
  cyan_store_put_branch (store, project, "main", 100, "r1", &error);
  cyan_store_put_branch (store, project, "main", 200, "r0", &error);
  cyan_store_put_branch (store, sample.project, "main", 200, "r4", &error);
  cyan_store_put_machine (store, "m2", "identity", &run.machine, &error);
  cyan_store_add_environment (store, run.machine, 3, "{\"load\": \"1\"}", "t", &run.environment,
                              &error);
  cyan_store_put_definition (store, project, "b", "hash", "text", &run.definition, &error);
  cyan_store_put_build (store,
                        &(CyanStoreBuild){ .revision = run.revision,
                                           .machine = run.machine,
                                           .recipe = "make",
                                           .status = CYAN_BUILD_OK,
                                           .seconds = 2.5,
                                           .log = "log",
                                           .environment = run.environment },
                        &run.build, &error);
  cyan_store_put_build (store,
                        &(CyanStoreBuild){ .revision = run.revision,
                                           .machine = sample.machine,
                                           .recipe = "make",
                                           .status = CYAN_BUILD_FAILED,
                                           .seconds = NAN,
                                           .environment = CYAN_STORE_UNKNOWN },
                        &id, &error);
  cyan_store_add_run (store, &run, NULL, &error);
  cyan_store_put_mark (
      store, project,
      &(CyanStoreMark){
          .benchmark = "b", .revision = "r1", .kind = "note", .text = "new input", .made = 8 },
      &id, &error);
  cyan_store_put_mark (
      store, project,
      &(CyanStoreMark){ .revision = "r0", .kind = "note", .text = "a note", .made = 9 }, &id,
      &error);
  g_assert_no_error (error);
  cyan_store_free (g_steal_pointer (&store));
  /* The profile of a run of which only the numbers were kept. */
  dump_change (path, "UPDATE profile SET data = NULL WHERE id = 2");
}

void
dump_assert_same (const char *path, const char *other)
{
  g_autofree char *first = dump_store (path), *second = dump_store (other);
  g_auto (GStrv) ours = g_strsplit (first, "\n", -1), theirs = g_strsplit (second, "\n", -1);

  for (guint i = 0; ours[i] != NULL || theirs[i] != NULL; i++)
    if (g_strcmp0 (ours[i], theirs[i]) != 0)
      g_error ("%s has \"%s\", %s has \"%s\"", path, ours[i], other, theirs[i]);
}
