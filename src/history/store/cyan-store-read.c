/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading rows of a store. */
#include "cyan-store-private.h"

#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

/* Runs a statement whose rows are added to @rows, an array that is freed by @unref after an
 * error. */
static gpointer
read_rows (CyanStore *self,
           const char *sql,
           const CyanSql *values,
           guint n_values,
           CyanSqlRow row,
           gpointer rows,
           GDestroyNotify unref,
           GError **error)
{
  if (cyan_store_query (self, sql, values, n_values, row, rows, error))
    return rows;
  unref (rows);
  return NULL;
}

/* The same for an array of pointers. */
static GPtrArray *
read_list (CyanStore *self,
           const char *sql,
           const CyanSql *values,
           guint n_values,
           CyanSqlRow row,
           GDestroyNotify free_row,
           GError **error)
{
  return read_rows (self, sql, values, n_values, row, g_ptr_array_new_with_free_func (free_row),
                    (GDestroyNotify) g_ptr_array_unref, error);
}

/* ---- projects, machines, definitions, metrics ---- */

static void
free_project (gpointer data)
{
  CyanStoreProject *self = data;

  g_free (self->name);
  g_free (self->root);
  g_free (self);
}

static void
take_project (const CyanSql *columns, gpointer rows)
{
  CyanStoreProject *project = g_new (CyanStoreProject, 1);

  project->id = cyan_sql_get_integer (columns[0]);
  project->name = cyan_sql_dup_name (columns[1]);
  project->root = cyan_sql_dup_text (columns[2]);
  g_ptr_array_add (rows, project);
}

GPtrArray *
cyan_store_read_projects (CyanStore *self, GError **error)
{
  return read_list (self, "SELECT id, name, root FROM project ORDER BY name", NULL, 0, take_project,
                    free_project, error);
}

const CyanStoreProject *
cyan_store_find_project (const GPtrArray *projects, const char *name)
{
  for (guint i = 0; i < projects->len; i++)
    if (strcmp (((const CyanStoreProject *) projects->pdata[i])->name, name) == 0)
      return projects->pdata[i];
  return NULL;
}

static void
free_machine (gpointer data)
{
  CyanStoreMachine *self = data;

  g_free (self->name);
  g_free (self->identity);
  g_free (self);
}

static void
take_machine (const CyanSql *columns, gpointer rows)
{
  CyanStoreMachine *machine = g_new (CyanStoreMachine, 1);

  machine->id = cyan_sql_get_integer (columns[0]);
  machine->name = cyan_sql_dup_name (columns[1]);
  machine->identity = cyan_sql_dup_name (columns[2]);
  g_ptr_array_add (rows, machine);
}

GPtrArray *
cyan_store_read_machines (CyanStore *self, GError **error)
{
  return read_list (self, "SELECT id, name, identity FROM machine ORDER BY name", NULL, 0,
                    take_machine, free_machine, error);
}

const CyanStoreMachine *
cyan_store_find_machine (const GPtrArray *machines, const char *name)
{
  for (guint i = 0; i < machines->len; i++)
    if (strcmp (((const CyanStoreMachine *) machines->pdata[i])->name, name) == 0)
      return machines->pdata[i];
  return NULL;
}

static void
free_definition (gpointer data)
{
  CyanStoreDefinition *self = data;

  g_free (self->benchmark);
  g_free (self->hash);
  g_free (self->text);
  g_free (self);
}

static void
take_definition (const CyanSql *columns, gpointer rows)
{
  CyanStoreDefinition *definition = g_new (CyanStoreDefinition, 1);

  definition->id = cyan_sql_get_integer (columns[0]);
  definition->benchmark = cyan_sql_dup_name (columns[1]);
  definition->hash = cyan_sql_dup_name (columns[2]);
  definition->text = cyan_sql_dup_name (columns[3]);
  g_ptr_array_add (rows, definition);
}

GPtrArray *
cyan_store_read_definitions (CyanStore *self, gint64 project, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project) };

  return read_list (self,
                    "SELECT id, benchmark, hash, text FROM definition WHERE project = $1"
                    " ORDER BY benchmark, id",
                    values, G_N_ELEMENTS (values), take_definition, free_definition, error);
}

static void
free_metric (gpointer data)
{
  CyanStoreMetric *self = data;

  g_free (self->name);
  g_free (self->unit);
  g_free (self);
}

static void
take_metric (const CyanSql *columns, gpointer rows)
{
  CyanStoreMetric *metric = g_new (CyanStoreMetric, 1);
  gint64 better = cyan_sql_get_integer (columns[3]);

  metric->id = cyan_sql_get_integer (columns[0]);
  metric->name = cyan_sql_dup_name (columns[1]);
  metric->unit = cyan_sql_dup_name (columns[2]);
  metric->better = better == CYAN_STORE_UNKNOWN ? 0 : (better > 0) - (better < 0);
  g_ptr_array_add (rows, metric);
}

GPtrArray *
cyan_store_read_metrics (CyanStore *self, GError **error)
{
  return read_list (self, "SELECT id, name, unit, better FROM metric ORDER BY name, unit", NULL, 0,
                    take_metric, free_metric, error);
}

/* ---- sessions and marks ---- */

static void
free_session (gpointer data)
{
  CyanStoreSession *self = data;

  g_free (self->facts);
  g_free (self->program);
  g_free (self);
}

static void
take_session (const CyanSql *columns, gpointer rows)
{
  CyanStoreSession *session = g_new (CyanStoreSession, 1);

  session->id = cyan_sql_get_integer (columns[0]);
  session->machine = cyan_sql_get_integer (columns[1]);
  session->began = cyan_sql_get_integer (columns[2]);
  session->facts = cyan_sql_dup_name (columns[3]);
  session->program = cyan_sql_dup_name (columns[4]);
  g_ptr_array_add (rows, session);
}

GPtrArray *
cyan_store_read_sessions (CyanStore *self, gint64 machine, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (machine) };

  return read_list (self,
                    "SELECT id, machine, began, facts, program FROM session WHERE machine = $1"
                    " ORDER BY id",
                    values, G_N_ELEMENTS (values), take_session, free_session, error);
}

static void
free_mark (gpointer data)
{
  CyanStoreMark *self = data;

  g_free (self->benchmark);
  g_free (self->revision);
  g_free (self->kind);
  g_free (self->text);
  g_free (self);
}

static void
take_mark (const CyanSql *columns, gpointer rows)
{
  CyanStoreMark *mark = g_new (CyanStoreMark, 1);

  mark->id = cyan_sql_get_integer (columns[0]);
  mark->benchmark = cyan_sql_dup_text (columns[1]);
  mark->revision = cyan_sql_dup_name (columns[2]);
  mark->kind = cyan_sql_dup_name (columns[3]);
  mark->text = cyan_sql_dup_name (columns[4]);
  mark->made = cyan_sql_get_integer (columns[5]);
  g_ptr_array_add (rows, mark);
}

GPtrArray *
cyan_store_read_marks (CyanStore *self, gint64 project, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project) };

  return read_list (self,
                    "SELECT id, benchmark, revision, kind, text, made FROM mark WHERE project = $1"
                    " ORDER BY made, id",
                    values, G_N_ELEMENTS (values), take_mark, free_mark, error);
}

/* ---- revisions ---- */

/* No history has so many revisions, so a level above a depth does not overflow. */
#define MAX_DEPTH G_MAXINT32

/* A level that is not known yet, or that is being looked for. */
#define LEVEL_UNKNOWN (-1)
#define LEVEL_ASKED   (-2)

static void
free_revision (gpointer data)
{
  CyanStoreRevision *self = data;

  g_free (self->oid);
  g_free (self->parent);
  g_free (self->author);
  g_free (self->subject);
  g_free (self);
}

static void
take_revision (const CyanSql *columns, gpointer rows)
{
  CyanStoreRevision *revision = g_new (CyanStoreRevision, 1);

  revision->id = cyan_sql_get_integer (columns[0]);
  revision->oid = cyan_sql_dup_name (columns[1]);
  revision->parent = cyan_sql_dup_text (columns[2]);
  revision->depth = cyan_sql_get_integer (columns[3]);
  revision->author_time = cyan_sql_get_integer (columns[4]);
  revision->commit_time = cyan_sql_get_integer (columns[5]);
  revision->author = cyan_sql_dup_text (columns[6]);
  revision->subject = cyan_sql_dup_text (columns[7]);
  revision->level =
      revision->depth >= 0 && revision->depth <= MAX_DEPTH ? revision->depth : LEVEL_UNKNOWN;
  g_ptr_array_add (rows, revision);
}

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

GPtrArray *
cyan_store_read_revisions (CyanStore *self, gint64 project, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project) };
  g_autoptr (GHashTable) by_oid = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) above = g_ptr_array_new ();
  GPtrArray *revisions =
      read_list (self,
                 "SELECT id, oid, parent, depth, author_time, commit_time, author, subject"
                 " FROM revision WHERE project = $1",
                 values, G_N_ELEMENTS (values), take_revision, free_revision, error);

  if (revisions == NULL)
    return NULL;
  for (guint i = 0; i < revisions->len; i++)
    {
      CyanStoreRevision *revision = revisions->pdata[i];

      g_hash_table_insert (by_oid, revision->oid, revision);
    }
  for (guint i = 0; i < revisions->len; i++)
    find_level (revisions->pdata[i], by_oid, above);
  g_ptr_array_sort (revisions, compare_levels);
  cyan_assert_slow (are_by_level (revisions));
  return revisions;
}

/* ---- series ---- */

CyanRunStatus
cyan_store_get_status (CyanSql name)
{
  for (guint i = 0; name.type == CYAN_SQL_TEXT && i < CYAN_N_RUN_STATUSES; i++)
    if (strcmp (name.bytes, cyan_run_status_names[i]) == 0)
      return (CyanRunStatus) i;
  return CYAN_RUN_FAILED;
}

static void
take_point (const CyanSql *columns, gpointer rows)
{
  CyanStorePoint point = {
    .run = cyan_sql_get_integer (columns[0]),
    .revision = cyan_sql_get_integer (columns[1]),
    .number = cyan_sql_get_integer (columns[2]),
    .session = cyan_sql_get_integer (columns[3]),
    .status = cyan_store_get_status (columns[4]),
    .profile = cyan_sql_get_integer (columns[5]),
    .value = cyan_sql_get_real (columns[6]),
  };

  g_array_append_val ((GArray *) rows, point);
}

GArray *
cyan_store_read_series (
    CyanStore *self, gint64 definition, gint64 machine, gint64 metric, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (metric), cyan_sql_integer (definition),
                             cyan_sql_integer (machine) };

  return read_rows (self,
                    "SELECT run.id, run.revision, run.number, run.session, run.status, run.profile,"
                    " value.value"
                    " FROM run LEFT JOIN value ON value.run = run.id AND value.metric = $1"
                    " WHERE run.definition = $2 AND run.machine = $3"
                    " ORDER BY run.revision, run.number, run.id",
                    values, G_N_ELEMENTS (values), take_point,
                    g_array_new (FALSE, FALSE, sizeof (CyanStorePoint)),
                    (GDestroyNotify) g_array_unref, error);
}

static void
take_measured (const CyanSql *columns, gpointer rows)
{
  CyanStoreMeasured run = {
    .run = cyan_sql_get_integer (columns[0]),
    .machine = cyan_sql_get_integer (columns[1]),
    .number = cyan_sql_get_integer (columns[2]),
    .status = cyan_store_get_status (columns[3]),
    .profile = cyan_sql_get_integer (columns[4]),
  };

  g_array_append_val ((GArray *) rows, run);
}

GArray *
cyan_store_read_runs (CyanStore *self, gint64 definition, gint64 revision, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (definition), cyan_sql_integer (revision) };

  return read_rows (self,
                    "SELECT id, machine, number, status, profile FROM run"
                    " WHERE definition = $1 AND revision = $2 ORDER BY machine, number, id",
                    values, G_N_ELEMENTS (values), take_measured,
                    g_array_new (FALSE, FALSE, sizeof (CyanStoreMeasured)),
                    (GDestroyNotify) g_array_unref, error);
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

/* ---- overview ---- */

static void
free_series (gpointer data)
{
  CyanStoreSeries *self = data;

  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->definition);
  g_free (self->machine);
  g_free (self);
}

static void
take_series (const CyanSql *columns, gpointer rows)
{
  CyanStoreSeries *series = g_new (CyanStoreSeries, 1);

  series->project = cyan_sql_dup_name (columns[0]);
  series->benchmark = cyan_sql_dup_name (columns[1]);
  series->definition = cyan_sql_dup_name (columns[2]);
  series->machine = cyan_sql_dup_name (columns[3]);
  series->revisions = cyan_sql_get_integer (columns[4]);
  series->runs = cyan_sql_get_integer (columns[5]);
  series->failed_runs = cyan_sql_get_integer (columns[6]);
  g_ptr_array_add (rows, series);
}

GPtrArray *
cyan_store_read_overview (CyanStore *self, GError **error)
{
  return read_list (self,
                    "SELECT project.name, definition.benchmark, definition.hash, machine.name,"
                    " count(DISTINCT run.revision), count(*),"
                    " sum(CASE WHEN run.status = 'ok' THEN 0 ELSE 1 END)"
                    " FROM run JOIN definition ON definition.id = run.definition"
                    " JOIN project ON project.id = definition.project"
                    " JOIN machine ON machine.id = run.machine"
                    " GROUP BY project.name, definition.benchmark, definition.id, definition.hash,"
                    " machine.name"
                    " ORDER BY project.name, definition.benchmark, definition.id, machine.name",
                    NULL, 0, take_series, free_series, error);
}

/* ---- profiles ---- */

/* Whether a profile is inside, or where the store knows; others were removed to save room. */
#define HAS_BYTES "data IS NOT NULL OR location IS NOT NULL"

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
  if (found.bytes == NULL && found.location != NULL && self->driver->fetch != NULL)
    {
      found.bytes = self->driver->fetch (self, found.location, found.size, error);
      if (found.bytes == NULL)
        return NULL;
    }
  if (found.bytes == NULL)
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: this profile is not in the store"),
                 self->name);
      return NULL;
    }
  sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, found.bytes);
  if (strcmp (sha256, found.sha256) != 0)
    {
      cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: the profile %.12s has changed"),
                 self->name, found.sha256);
      return NULL;
    }
  return g_steal_pointer (&found.bytes);
}

static void
take_id (const CyanSql *columns, gpointer rows)
{
  gint64 id = cyan_sql_get_integer (columns[0]);

  g_array_append_val ((GArray *) rows, id);
}

gboolean
cyan_store_check_rows (CyanStore *self, GError **error)
{
  return self->driver->check (self, error);
}

gboolean
cyan_store_check (CyanStore *self, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!cyan_store_check_rows (self, error)
      || !cyan_store_query (self, "SELECT id FROM profile WHERE " HAS_BYTES, NULL, 0, take_id, ids,
                            error))
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr (GBytes) bytes =
          cyan_store_read_profile (self, g_array_index (ids, gint64, i), error);

      if (bytes == NULL)
        return FALSE;
    }
  return TRUE;
}

/* ---- failures and sizes ---- */

static void
free_failure (gpointer data)
{
  CyanStoreFailure *self = data;

  g_free (self->oid);
  g_free (self->benchmark);
  g_free (self->machine);
  g_free (self->status);
  g_free (self->log);
  g_free (self);
}

static void
take_failure (const CyanSql *columns, gpointer rows)
{
  CyanStoreFailure *failure = g_new (CyanStoreFailure, 1);

  failure->oid = cyan_sql_dup_name (columns[0]);
  failure->benchmark = cyan_sql_dup_text (columns[1]);
  failure->machine = cyan_sql_dup_name (columns[2]);
  failure->status = cyan_sql_dup_name (columns[3]);
  failure->exit_code = cyan_sql_get_integer (columns[4]);
  failure->log = cyan_sql_dup_text (columns[5]);
  g_ptr_array_add (rows, failure);
}

GPtrArray *
cyan_store_read_failures (CyanStore *self, gint64 project, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project) };

  return read_list (
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
      values, G_N_ELEMENTS (values), take_failure, free_failure, error);
}

static void
take_sizes (const CyanSql *columns, gpointer data)
{
  CyanStoreSizes *self = data;

  self->projects = cyan_sql_get_integer (columns[0]);
  self->revisions = cyan_sql_get_integer (columns[1]);
  self->machines = cyan_sql_get_integer (columns[2]);
  self->definitions = cyan_sql_get_integer (columns[3]);
  self->runs = cyan_sql_get_integer (columns[4]);
  self->failed_runs = cyan_sql_get_integer (columns[5]);
  self->functions = cyan_sql_get_integer (columns[6]);
  self->profiles = cyan_sql_get_integer (columns[7]);
  self->profile_bytes = cyan_sql_get_integer (columns[8]);
}

gboolean
cyan_store_read_sizes (CyanStore *self, CyanStoreSizes *sizes, GError **error)
{
  *sizes = (CyanStoreSizes){ 0 };
  if (!cyan_store_query (self,
                         "SELECT (SELECT count(*) FROM project), (SELECT count(*) FROM revision),"
                         " (SELECT count(*) FROM machine), (SELECT count(*) FROM definition),"
                         " (SELECT count(*) FROM run),"
                         " (SELECT count(*) FROM run WHERE status <> 'ok'),"
                         " (SELECT count(*) FROM function_value),"
                         " (SELECT count(*) FROM profile WHERE " HAS_BYTES "),"
                         " (SELECT coalesce(sum(bytes), 0) FROM profile WHERE " HAS_BYTES ")",
                         NULL, 0, take_sizes, sizes, error))
    return FALSE;
  sizes->bytes = (gint64) self->driver->size (self);
  return TRUE;
}
