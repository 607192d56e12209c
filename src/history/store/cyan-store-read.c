/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading rows of a store. */
#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

/* ---- rows of one table ---- */

GPtrArray *
cyan_store_read_projects (CyanStore *self, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_PROJECT, 0, error);
}

GPtrArray *
cyan_store_read_machines (CyanStore *self, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_MACHINE, 0, error);
}

G_STATIC_ASSERT (offsetof (CyanStoreProject, name) == offsetof (CyanStoreMachine, name));

gconstpointer
cyan_store_find_named (const GPtrArray *rows, const char *name)
{
  for (guint i = 0; i < rows->len; i++)
    if (strcmp (((const CyanStoreProject *) rows->pdata[i])->name, name) == 0)
      return rows->pdata[i];
  return NULL;
}

gpointer
cyan_store_find_row (const GPtrArray *rows, gint64 id)
{
  /* It is the first member of all of them. */
  for (guint i = 0; i < rows->len; i++)
    if (*(const gint64 *) rows->pdata[i] == id)
      return rows->pdata[i];
  return NULL;
}

GPtrArray *
cyan_store_read_definitions (CyanStore *self, gint64 project, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_DEFINITION, project, error);
}

GPtrArray *
cyan_store_read_metrics (CyanStore *self, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_METRIC, 0, error);
}

GPtrArray *
cyan_store_read_environments (CyanStore *self, gint64 machine, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_ENVIRONMENT, machine, error);
}

GPtrArray *
cyan_store_read_marks (CyanStore *self, gint64 project, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_MARK, project, error);
}

GPtrArray *
cyan_store_read_notes (CyanStore *self, gint64 project, GError **error)
{
  GPtrArray *marks = cyan_store_read_marks (self, project, error);

  for (guint i = marks != NULL ? marks->len : 0; i-- > 0;)
    if (!cyan_store_mark_is_note (marks->pdata[i]))
      g_ptr_array_remove_index (marks, i);
  return marks;
}

GPtrArray *
cyan_store_read_branches (CyanStore *self, gint64 project, GError **error)
{
  return cyan_store_table_read (self, CYAN_STORE_TABLE_BRANCH, project, error);
}

GPtrArray *
cyan_store_find_functions (CyanStore *self, const GRegex *name, GError **error)
{
  GPtrArray *rows = cyan_store_table_read (self, CYAN_STORE_TABLE_FUNCTION, 0, error);
  guint n = 0;

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    if (g_regex_match (name, ((const CyanStoreFunctionName *) rows->pdata[i])->name, 0, NULL))
      {
        gpointer row = rows->pdata[n];

        rows->pdata[n++] = rows->pdata[i];
        rows->pdata[i] = row;
      }
  if (rows != NULL)
    g_ptr_array_set_size (rows, (gint) n);
  return rows;
}

/* ---- revisions ---- */

/* No history has so many revisions, so a level above a depth does not overflow. */
#define MAX_DEPTH G_MAXINT32

/* A level that is not known yet, or that is being looked for. */
#define LEVEL_UNKNOWN (-1)
#define LEVEL_ASKED   (-2)

/* The level of @revision: its depth, or one above its parent, or 0 where the history before was not
 * cloned.  @above is scratch. */
static void
find_level (CyanStoreRevision *revision, GHashTable *by_oid, GPtrArray *above)
{
  gint64 level = LEVEL_UNKNOWN;

  g_ptr_array_set_size (above, 0);
  /* A damaged store may have a circle of parents. */
  while (revision != NULL && revision->level == LEVEL_UNKNOWN)
    {
      revision->level = LEVEL_ASKED;
      g_ptr_array_add (above, revision);
      revision = revision->parent != NULL ? g_hash_table_lookup (by_oid, revision->parent) : NULL;
    }
  if (revision != NULL && revision->level != LEVEL_ASKED)
    level = revision->level;
  for (guint i = above->len; i-- > 0;)
    ((CyanStoreRevision *) above->pdata[i])->level = ++level;
}

static int
compare_levels (gconstpointer a, gconstpointer b)
{
  const CyanStoreRevision *first = *(CyanStoreRevision *const *) a;
  const CyanStoreRevision *second = *(CyanStoreRevision *const *) b;

  if (first->level != second->level)
    return first->level < second->level ? -1 : 1;
  return strcmp (first->oid, second->oid);
}

static gboolean
are_by_level (const GPtrArray *revisions)
{
  for (guint i = 0; i < revisions->len; i++)
    if (((const CyanStoreRevision *) revisions->pdata[i])->level < 0
        || (i > 0 && compare_levels (&revisions->pdata[i - 1], &revisions->pdata[i]) > 0))
      return FALSE;
  return TRUE;
}

GHashTable *
cyan_store_by_oid (const GPtrArray *revisions)
{
  GHashTable *by_oid = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < revisions->len; i++)
    g_hash_table_insert (by_oid, ((CyanStoreRevision *) revisions->pdata[i])->oid,
                         revisions->pdata[i]);
  return by_oid;
}

GPtrArray *
cyan_store_read_revisions (CyanStore *self, gint64 project, GError **error)
{
  g_autoptr (GHashTable) by_oid = NULL;
  g_autoptr (GPtrArray) above = g_ptr_array_new ();
  GPtrArray *revisions = cyan_store_table_read (self, CYAN_STORE_TABLE_REVISION, project, error);

  if (revisions == NULL)
    return NULL;
  for (guint i = 0; i < revisions->len; i++)
    {
      CyanStoreRevision *revision = revisions->pdata[i];

      revision->level =
          revision->depth >= 0 && revision->depth <= MAX_DEPTH ? revision->depth : LEVEL_UNKNOWN;
    }
  by_oid = cyan_store_by_oid (revisions);
  for (guint i = 0; i < revisions->len; i++)
    find_level (revisions->pdata[i], by_oid, above);
  g_ptr_array_sort (revisions, compare_levels);
  cyan_assert_slow (are_by_level (revisions));
  return revisions;
}

/* ---- runs ---- */

GArray *
cyan_store_read_series (
    CyanStore *self, gint64 definition, gint64 machine, gint64 metric, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (metric), cyan_sql_integer (definition),
                             cyan_sql_integer (machine) };

  return cyan_store_read_array (
      self,
      "SELECT run.id, run.revision, run.number, run.session, run.status, run.profile, value.value"
      " FROM run LEFT JOIN value ON value.run = run.id AND value.metric = $1"
      " WHERE run.definition = $2 AND run.machine = $3"
      " ORDER BY run.revision, run.number, run.id",
      values, G_N_ELEMENTS (values), "iiiisIR", sizeof (CyanStorePoint), error);
}

GArray *
cyan_store_read_runs (CyanStore *self, gint64 definition, gint64 revision, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (definition), cyan_sql_integer (revision) };

  return cyan_store_read_array (
      self,
      "SELECT id, machine, number, status, profile FROM run"
      " WHERE definition = $1 AND revision = $2 ORDER BY machine, number, id",
      values, G_N_ELEMENTS (values), "iiisI", sizeof (CyanStoreMeasured), error);
}

#define MEASUREMENTS                                                                               \
  "SELECT run.id, run.revision, run.definition, run.machine, run.session, run.status,"             \
  " value.metric, value.value FROM run LEFT JOIN value ON value.run = run.id"

GArray *
cyan_store_read_measurements (CyanStore *self, gint64 definition, GError **error)
{
  const CyanSql value = cyan_sql_integer (definition);
  gboolean all = definition == CYAN_STORE_UNKNOWN;

  return cyan_store_read_array (self,
                                all ? MEASUREMENTS " ORDER BY run.id"
                                    : MEASUREMENTS " WHERE run.definition = $1 ORDER BY run.id",
                                &value, all ? 0 : 1, "iiiiisIR", sizeof (CyanStoreMeasurement),
                                error);
}

GArray *
cyan_store_read_function (CyanStore *self, gint64 function, gint64 definition, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (function), cyan_sql_integer (definition) };

  /* The table has no index by function, so the runs come first, also for SQLite's planner. */
  return cyan_store_read_array (
      self,
      "SELECT run.id, f.self, f.total, f.calls FROM run CROSS JOIN function_value AS f"
      " WHERE f.run = run.id AND f.function = $1 AND run.definition = $2 ORDER BY run.id",
      values, G_N_ELEMENTS (values), "irrI", sizeof (CyanStoreFunctionValue), error);
}

gboolean
cyan_store_next_number (CyanStore *self,
                        gint64 revision,
                        gint64 definition,
                        gint64 machine,
                        gint64 *number,
                        GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (revision), cyan_sql_integer (definition),
                             cyan_sql_integer (machine) };
  gboolean found;

  g_assert (revision != CYAN_STORE_UNKNOWN && definition != CYAN_STORE_UNKNOWN);
  g_assert (machine != CYAN_STORE_UNKNOWN);
  return cyan_store_query_integer (self,
                                   "SELECT coalesce(max(number) + 1, 0) FROM run"
                                   " WHERE revision = $1 AND definition = $2 AND machine = $3",
                                   values, G_N_ELEMENTS (values), number, &found, error);
}

/* ---- the runs of one cell: a revision, a definition and a machine ---- */

static void
take_count (const CyanSql *columns, gpointer data)
{
  CyanStoreCounts *counts = data;
  guint n = (guint) cyan_sql_get_integer (columns[1]);
  g_autofree char *status = cyan_sql_dup_text (columns[0]);

  if (g_strcmp0 (status, cyan_run_status_names[CYAN_RUN_OK]) == 0)
    counts->ok = n;
  else if (g_strcmp0 (status, cyan_run_status_names[CYAN_RUN_LOST]) != 0)
    counts->failed += n;
}

gboolean
cyan_store_count_runs (CyanStore *self,
                       gint64 revision,
                       gint64 definition,
                       gint64 machine,
                       CyanStoreCounts *counts,
                       GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (revision), cyan_sql_integer (definition),
                             cyan_sql_integer (machine) };

  g_assert (revision != CYAN_STORE_UNKNOWN && definition != CYAN_STORE_UNKNOWN);
  g_assert (machine != CYAN_STORE_UNKNOWN);
  *counts = (CyanStoreCounts){ 0, 0 };
  return cyan_store_query (self,
                           "SELECT status, count(*) FROM run"
                           " WHERE revision = $1 AND definition = $2 AND machine = $3"
                           " GROUP BY status",
                           values, G_N_ELEMENTS (values), take_count, counts, error);
}

GPtrArray *
cyan_store_read_values (
    CyanStore *self, gint64 revision, gint64 definition, gint64 machine, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (revision), cyan_sql_integer (definition),
                             cyan_sql_integer (machine),
                             cyan_sql_text (cyan_run_status_names[CYAN_RUN_OK]) };

  return cyan_store_read_rows (
      self,
      "SELECT metric.id, metric.name, metric.unit, value.value, run.id, run.session, run.began,"
      " run.seconds FROM run"
      " JOIN value ON value.run = run.id JOIN metric ON metric.id = value.metric"
      " WHERE run.revision = $1 AND run.definition = $2 AND run.machine = $3"
      " AND run.status = $4 ORDER BY metric.id, run.number, run.id",
      values, G_N_ELEMENTS (values), "ittriiiR", sizeof (CyanStoreCellValue), error);
}

static void
take_seconds (const CyanSql *columns, gpointer data)
{
  *(double *) data = cyan_sql_get_real (columns[0]);
}

gboolean
cyan_store_mean_run_seconds (CyanStore *self,
                             gint64 project,
                             const char *benchmark,
                             gint64 machine,
                             double *seconds,
                             GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (benchmark),
                             cyan_sql_integer (machine) };

  *seconds = NAN;
  return cyan_store_query (self,
                           "SELECT avg(run.seconds) FROM run"
                           " JOIN definition ON definition.id = run.definition"
                           " WHERE definition.project = $1 AND definition.benchmark = $2"
                           " AND run.machine = $3",
                           values, G_N_ELEMENTS (values), take_seconds, seconds, error);
}

gboolean
cyan_store_mean_build_seconds (
    CyanStore *self, gint64 machine, const char *recipe, double *seconds, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (machine), cyan_sql_text (recipe) };

  *seconds = NAN;
  return cyan_store_query (self,
                           "SELECT avg(seconds) FROM build WHERE machine = $1 AND recipe = $2",
                           values, G_N_ELEMENTS (values), take_seconds, seconds, error);
}

/* ---- overview ---- */

GPtrArray *
cyan_store_read_overview (CyanStore *self, GError **error)
{
  return cyan_store_read_rows (
      self,
      "SELECT project.name, definition.benchmark, definition.hash, machine.name,"
      " definition.id, machine.id,"
      " count(DISTINCT run.revision), count(*),"
      " sum(CASE WHEN run.status = 'ok' THEN 0 ELSE 1 END)"
      " FROM run JOIN definition ON definition.id = run.definition"
      " JOIN project ON project.id = definition.project"
      " JOIN machine ON machine.id = run.machine"
      " GROUP BY project.name, definition.benchmark, definition.id, definition.hash, machine.name,"
      " machine.id"
      " ORDER BY project.name, definition.benchmark, definition.id, machine.name",
      NULL, 0, "ttttiiiii", sizeof (CyanStoreSeries), error);
}

GPtrArray *
cyan_store_read_builds (CyanStore *self, gint64 project, GError **error)
{
  const CyanSql value = cyan_sql_integer (project);

  return cyan_store_read_rows (
      self,
      "SELECT build.id, build.revision, build.machine, build.recipe, build.status FROM build"
      " JOIN revision ON revision.id = build.revision"
      " WHERE revision.project = $1 ORDER BY build.id",
      &value, 1, "iiitu", sizeof (CyanStoreBuild), error);
}

GPtrArray *
cyan_store_read_failures (CyanStore *self, gint64 project, GError **error)
{
  const CyanSql value = cyan_sql_integer (project);

  return cyan_store_read_rows (
      self,
      "SELECT oid, benchmark, machine, status, exit_code, log FROM ("
      "SELECT 0 AS part, build.id AS id, revision.oid AS oid, NULL AS benchmark,"
      " machine.name AS machine, build.status AS status, NULL AS exit_code, build.log AS log"
      " FROM build JOIN revision ON revision.id = build.revision"
      " JOIN machine ON machine.id = build.machine"
      " WHERE build.status <> 'ok' AND revision.project = $1"
      " UNION ALL "
      "SELECT 1, run.id, revision.oid, definition.benchmark, machine.name, run.status,"
      " run.exit_code, run.log"
      " FROM run JOIN revision ON revision.id = run.revision"
      " JOIN definition ON definition.id = run.definition"
      " JOIN machine ON machine.id = run.machine"
      " WHERE run.status <> 'ok' AND revision.project = $1) AS failure ORDER BY part, id",
      &value, 1, "tTttIT", sizeof (CyanStoreFailure), error);
}

/* ---- profiles ---- */

/* Whether a profile is inside, or where the store knows; others were removed to save room. */

typedef struct
{
  GBytes *bytes;
  char *sha256;
  char *location; /* or NULL */
  gint64 size;
} Profile;

static void
profile_clear (Profile *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->sha256, g_free);
  g_clear_pointer (&self->location, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Profile, profile_clear)

/* A foreign table may have an id twice: the last row counts. */
static void
take_profile (const CyanSql *columns, gpointer data)
{
  Profile *self = data;

  profile_clear (self);
  self->sha256 = cyan_sql_dup_name (columns[0]);
  if (columns[1].type == CYAN_SQL_BLOB)
    self->bytes = g_bytes_new (columns[1].bytes, columns[1].length);
  self->location = cyan_sql_dup_text (columns[2]);
  self->size = cyan_sql_get_integer (columns[3]);
}

GBytes *
cyan_store_read_profile (CyanStore *self, gint64 profile, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (profile) };
  g_auto (Profile) found = { 0 };
  g_autofree char *sha256 = NULL;

  if (!cyan_store_query (self, "SELECT sha256, data, location, bytes FROM profile WHERE id = $1",
                         values, G_N_ELEMENTS (values), take_profile, &found, error))
    return NULL;
  if (found.bytes == NULL && found.location != NULL && self->files != NULL)
    {
      found.bytes = cyan_files_fetch_profile (self->files, found.location, found.size, error);
      if (found.bytes == NULL)
        return NULL;
    }
  if (found.bytes == NULL)
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                           _ ("%s: this profile is not in the store"), self->name);
  sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, found.bytes);
  if (strcmp (sha256, found.sha256) != 0)
    return cyan_fail_null (error, CYAN_ERROR_INVALID,
                           _ ("%s: damaged: the profile %.12s has changed"), self->name,
                           found.sha256);
  return g_steal_pointer (&found.bytes);
}

gboolean
cyan_store_load_profile (CyanStore *self,
                         gint64 id,
                         const char *name,
                         const CyanLoadOptions *options,
                         const CyanTick *tick,
                         CyanProfile **profile,
                         GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GBytes) packed = NULL;
  gconstpointer bytes;
  gsize length;

  *profile = NULL;
  if (id == CYAN_STORE_UNKNOWN)
    return TRUE;
  packed = cyan_store_read_profile (self, id, &reason);
  if (packed == NULL)
    return g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED)
           || (g_propagate_error (error, g_steal_pointer (&reason)), FALSE);
  bytes = g_bytes_get_data (packed, &length);
  *profile = cyan_profile_load_memory (name, bytes, length, options, tick, error);
  return *profile != NULL;
}

gboolean
cyan_store_newest_profile (CyanStore *self, gint64 definition, gint64 *profile, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (definition) };
  gboolean found;

  *profile = CYAN_STORE_UNKNOWN;
  return cyan_store_query_integer (self,
                                   "SELECT profile.id FROM run"
                                   " JOIN profile ON profile.id = run.profile"
                                   " WHERE run.definition = $1"
                                   " AND (profile.data IS NOT NULL OR profile.location IS NOT NULL)"
                                   " ORDER BY run.id DESC LIMIT 1",
                                   values, G_N_ELEMENTS (values), profile, &found, error);
}

gboolean
cyan_store_read_sizes (CyanStore *self, CyanStoreSizes *sizes, GError **error)
{
  g_autoptr (GArray) rows = cyan_store_read_array (
      self,
      "SELECT (SELECT count(*) FROM project), (SELECT count(*) FROM revision),"
      " (SELECT count(*) FROM machine), (SELECT count(*) FROM definition),"
      " (SELECT count(*) FROM run),"
      " (SELECT count(*) FROM run WHERE status <> 'ok'),"
      " (SELECT count(*) FROM function_value),"
      " (SELECT count(*) FROM profile WHERE " CYAN_STORE_HAS_BYTES "),"
      " (SELECT coalesce(sum(bytes), 0) FROM profile WHERE " CYAN_STORE_HAS_BYTES ")",
      NULL, 0, "iiiiiiiii", sizeof *sizes, error);

  *sizes = (CyanStoreSizes){ 0 };
  if (rows == NULL)
    return FALSE;
  if (rows->len > 0)
    *sizes = g_array_index (rows, CyanStoreSizes, 0);
  sizes->bytes = self->files != NULL ? sizes->profile_bytes : (gint64) self->driver->size (self);
  return TRUE;
}

gboolean
cyan_store_find_project (CyanStore *self, const char *name, gint64 *id, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (self, error);
  const CyanStoreProject *project =
      projects != NULL ? cyan_store_find_named (projects, name) : NULL;

  if (projects == NULL)
    return FALSE;
  if (project == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: no project \"%s\""),
                      cyan_store_name (self), name);
  *id = project->id;
  return TRUE;
}
