/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Putting rows into a store. */
#include <math.h>
#include <string.h>
#include <sys/random.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

const char *const cyan_run_status_names[CYAN_N_RUN_STATUSES] = {
  [CYAN_RUN_OK] = "ok",
  [CYAN_RUN_FAILED] = "failed",
  [CYAN_RUN_TIMEOUT] = "timeout",
  [CYAN_RUN_NO_PROFILE] = "no-profile",
  [CYAN_RUN_BAD_PROFILE] = "bad-profile",
  [CYAN_RUN_LOST] = "lost",
};

const char *const cyan_build_status_names[CYAN_BUILD_TIMEOUT + 1] = {
  [CYAN_BUILD_NONE] = "none",
  [CYAN_BUILD_OK] = "ok",
  [CYAN_BUILD_FAILED] = "failed",
  [CYAN_BUILD_TIMEOUT] = "timeout",
};

/* The key of a row is in an index, where PostgreSQL allows about three times as much. */
static gboolean
check_key (CyanStore *self, const CyanSql *values, guint n_values, GError **error)
{
  for (guint i = 0; i < n_values; i++)
    if (values[i].type == CYAN_SQL_TEXT && values[i].length > CYAN_STORE_NAME_MAX)
      return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: a name has more than %d bytes"),
                        self->name, CYAN_STORE_NAME_MAX);
  return TRUE;
}

/* A rule or a trigger of the database can keep a row away. */
static gboolean
is_there (CyanStore *self, gint64 id, GError **error)
{
  return id != CYAN_STORE_UNKNOWN
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       _ ("%s: nothing was stored, because a part of it failed"), self->name);
}

gboolean
cyan_store_insert_row (CyanStore *self,
                       CyanStoreTable table,
                       const CyanSql *columns,
                       gint64 *id,
                       gboolean *added,
                       GError **error)
{
  const CyanStoreStatements *statements = cyan_store_statements (table);
  guint n_key = cyan_store_tables[table].n_key, n = (guint) strlen (cyan_store_tables[table].types);
  gboolean found = TRUE;

  *id = CYAN_STORE_UNKNOWN;
  /* Another program may just have put it. */
  if (!cyan_store_query_integer (self, statements->insert, columns, n, id, added, error)
      || (!*added && n_key > 0
          && !cyan_store_query_integer (self, statements->find, columns, n_key, id, &found, error)))
    return FALSE;
  /* Only a machine has a key that is more than what must be unique. */
  if (!found && table == CYAN_STORE_TABLE_MACHINE)
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s: \"%s\" is the name of another machine"),
                      self->name, columns[0].bytes);
  return is_there (self, *id, error);
}

static gboolean
put (CyanStore *self,
     CyanStoreTable table,
     const CyanSql *columns,
     gint64 *id,
     gboolean *added,
     GError **error)
{
  return check_key (self, columns, cyan_store_tables[table].n_key, error)
         && cyan_store_insert_row (self, table, columns, id, added, error);
}

/* The same as a transaction of its own. */
static gboolean
put_row (CyanStore *self, CyanStoreTable table, const CyanSql *values, gint64 *id, GError **error)
{
  gboolean began, added;

  return cyan_store_enter (self, &began, error)
         && cyan_store_leave (self, began, put (self, table, values, id, &added, error), error);
}

/* Puts a row, or changes the one that is there. */
static gboolean
set_row (CyanStore *self, CyanStoreTable table, const CyanSql *values, gint64 *id, GError **error)
{
  const CyanStoreTableText *text = &cyan_store_tables[table];
  gboolean began, found;

  *id = CYAN_STORE_UNKNOWN;
  return cyan_store_enter (self, &began, error)
         && cyan_store_leave (
             self, began,
             check_key (self, values, text->n_key, error)
                 && cyan_store_query_integer (self, cyan_store_statements (table)->put, values,
                                              (guint) strlen (text->types), id, &found, error)
                 && is_there (self, *id, error),
             error);
}

/* ---- what runs refer to ---- */

gboolean
cyan_store_put_project (
    CyanStore *self, const char *name, const char *root, gint64 *id, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (name), cyan_sql_text (root) };

  return put_row (self, CYAN_STORE_TABLE_PROJECT, values, id, error);
}

gboolean
cyan_store_put_revision (
    CyanStore *self, gint64 project, const CyanStoreRevision *revision, gint64 *id, GError **error)
{
  CyanSql values[CYAN_STORE_TABLE_COLUMNS] = { cyan_sql_integer (project) };

  cyan_sql_bind (cyan_store_tables[CYAN_STORE_TABLE_REVISION].types + 1, &revision->oid,
                 values + 1);
  g_assert (project != CYAN_STORE_UNKNOWN);
  g_assert (revision->depth == CYAN_STORE_UNKNOWN || revision->depth >= 0);
  return set_row (self, CYAN_STORE_TABLE_REVISION, values, id, error);
}

gboolean
cyan_store_put_branch (
    CyanStore *self, gint64 project, const char *name, gint64 seen, const char *tip, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (name),
                             cyan_sql_integer (seen), cyan_sql_text (tip) };
  gint64 found;

  g_assert (project != CYAN_STORE_UNKNOWN && seen != CYAN_STORE_UNKNOWN);
  return set_row (self, CYAN_STORE_TABLE_BRANCH, values, &found, error);
}

gboolean
cyan_store_put_machine (
    CyanStore *self, const char *name, const char *identity, gint64 *id, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (name), cyan_sql_text (identity) };

  return put_row (self, CYAN_STORE_TABLE_MACHINE, values, id, error);
}

gboolean
cyan_store_add_environment (CyanStore *self,
                            gint64 machine,
                            gint64 began,
                            const char *facts,
                            const char *program,
                            gint64 *id,
                            GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (machine), cyan_sql_integer (began),
                             cyan_sql_text (facts), cyan_sql_text (program) };

  g_assert (machine != CYAN_STORE_UNKNOWN && began != CYAN_STORE_UNKNOWN);
  g_assert (facts != NULL && program != NULL);
  return set_row (self, CYAN_STORE_TABLE_ENVIRONMENT, values, id, error);
}

gboolean
cyan_store_put_definition (CyanStore *self,
                           gint64 project,
                           const char *benchmark,
                           const char *hash,
                           const char *text,
                           gint64 *id,
                           GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (benchmark),
                             cyan_sql_text (hash), cyan_sql_text (text) };

  g_assert (project != CYAN_STORE_UNKNOWN);
  return put_row (self, CYAN_STORE_TABLE_DEFINITION, values, id, error);
}

gboolean
cyan_store_put_metric (
    CyanStore *self, const char *name, const char *unit, int better, gint64 *id, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (name), cyan_sql_text (unit),
                             cyan_sql_integer (better) };

  g_assert (better >= -1 && better <= 1);
  return put_row (self, CYAN_STORE_TABLE_METRIC, values, id, error);
}

gboolean
cyan_store_add_value (CyanStore *self,
                      GArray *values,
                      const CyanStoreMetric *metric,
                      double value,
                      gboolean *added,
                      GError **error)
{
  CyanStoreValue row = { .value = value };
  gboolean is_new = isfinite (value);

  if (is_new
      && !cyan_store_put_metric (self, metric->name, metric->unit, metric->better, &row.metric,
                                 error))
    return FALSE;
  for (guint i = 0; is_new && i < values->len; i++)
    is_new = g_array_index (values, CyanStoreValue, i).metric != row.metric;
  if (is_new)
    g_array_append_val (values, row);
  if (added != NULL)
    *added = is_new;
  return TRUE;
}

gboolean
cyan_store_put_build (CyanStore *self, const CyanStoreBuild *build, gint64 *id, GError **error)
{
  CyanSql values[CYAN_STORE_TABLE_COLUMNS];

  cyan_sql_bind (cyan_store_tables[CYAN_STORE_TABLE_BUILD].types, &build->revision, values);
  g_assert (build->status != CYAN_BUILD_NONE && !(build->seconds < 0));
  g_assert (build->revision != CYAN_STORE_UNKNOWN && build->machine != CYAN_STORE_UNKNOWN);
  return set_row (self, CYAN_STORE_TABLE_BUILD, values, id, error);
}

/* ---- marks ---- */

gboolean
cyan_store_mark_is_note (const CyanStoreMark *mark)
{
  static const char *const kept[] = { CYAN_STORE_MARK_RISK, CYAN_STORE_MARK_TOLD,
                                      CYAN_STORE_MARK_GONE, NULL };

  return !g_strv_contains (kept, mark->kind);
}

char *
cyan_store_mark_to_text (const CyanStoreMark *mark)
{
  if (strcmp (mark->kind, CYAN_STORE_MARK_NOTE) == 0)
    return g_strdup (mark->text);
  return g_strdup_printf ("%s: %s", mark->kind, mark->text);
}

static gboolean
put_mark (CyanStore *self, const CyanSql *values, guint n_values, gint64 *id, GError **error)
{
  gboolean found;

  *id = CYAN_STORE_UNKNOWN;
  return cyan_store_query_integer (self,
                                   "SELECT id FROM mark WHERE project = $1"
                                   " AND benchmark IS NOT DISTINCT FROM $2 AND revision = $3"
                                   " AND kind = $4 AND text = $5 AND made = $6",
                                   values, n_values, id, &found, error)
         && (found
             || cyan_store_query_integer (self,
                                          cyan_store_statements (CYAN_STORE_TABLE_MARK)->insert,
                                          values, n_values, id, &found, error))
         && is_there (self, *id, error);
}

gboolean
cyan_store_put_mark (
    CyanStore *self, gint64 project, const CyanStoreMark *mark, gint64 *id, GError **error)
{
  CyanSql values[CYAN_STORE_TABLE_COLUMNS] = { cyan_sql_integer (project) };
  guint n = cyan_sql_bind (cyan_store_tables[CYAN_STORE_TABLE_MARK].types + 1, &mark->benchmark,
                           values + 1);
  gboolean began;

  g_assert (mark->made != CYAN_STORE_UNKNOWN);
  return cyan_store_enter (self, &began, error)
         && cyan_store_leave (self, began, put_mark (self, values, 1 + n, id, error), error);
}

/* ---- runs ---- */

char *
cyan_store_new_uid (void)
{
  guint64 bits[2];

  if (getrandom (bits, sizeof bits, 0) != sizeof bits)
    g_error ("The system gives no random numbers");
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x", bits[0], bits[1]);
}

/* Runs with equal profiles share one. */
static gboolean
put_profile (CyanStore *self, const CyanStoreRun *run, gint64 *id, GError **error)
{
  g_autofree char *sha256 = NULL;
  gsize size;
  gboolean added;

  *id = CYAN_STORE_UNKNOWN;
  if (run->profile == NULL)
    return TRUE;
  size = g_bytes_get_size (run->profile);
  if (size > CYAN_STORE_PROFILE_MAX)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: a profile to store has more than %d MiB"),
                      self->name, CYAN_STORE_PROFILE_MAX >> 20);
  sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, run->profile);
  return put (self, CYAN_STORE_TABLE_PROFILE,
              (const CyanSql[]){ cyan_sql_text (sha256), cyan_sql_text ("cct.gz"),
                                 cyan_sql_integer ((gint64) size), cyan_sql_integer (run->n_nodes),
                                 cyan_sql_text (NULL), cyan_sql_blob (run->profile) },
              id, &added, error)
         /* It may have been removed to save room. */
         && (added
             || cyan_store_do (self, error,
                               "UPDATE profile SET data = $1 WHERE id = $2 AND data IS NULL",
                               cyan_sql_blob (run->profile), cyan_sql_integer (*id)));
}

static gboolean
add_value (CyanStore *self, gint64 run, const CyanStoreValue *value, GError **error)
{
  return cyan_store_do (self, error, "INSERT INTO value (run, metric, value) VALUES ($1, $2, $3)",
                        cyan_sql_integer (run), cyan_sql_integer (value->metric),
                        cyan_sql_real (value->value));
}

/* Nothing is asked for its id, so that a server need not be waited for. */
static gboolean
add_function (CyanStore *self, gint64 run, const CyanStoreFunction *function, GError **error)
{
  const CyanSql values[] = {
    cyan_sql_integer (run),          cyan_sql_real (function->self),
    cyan_sql_real (function->total), cyan_sql_integer (function->calls),
    cyan_sql_text (function->name),  cyan_sql_text (function->module),
    cyan_sql_text (function->file),
  };

  return cyan_store_do (self, error,
                        "INSERT INTO function (name, module, file) VALUES ($1, $2, $3)"
                        " ON CONFLICT DO NOTHING",
                        values[4], values[5], values[6])
         && cyan_store_query (self,
                              "INSERT INTO function_value (run, function, self, total, calls)"
                              " SELECT CAST($1 AS BIGINT), id, CAST($2 AS DOUBLE PRECISION),"
                              " CAST($3 AS DOUBLE PRECISION), CAST($4 AS BIGINT)"
                              " FROM function WHERE name = $5 AND module = $6 AND file = $7",
                              values, G_N_ELEMENTS (values), NULL, NULL, error);
}

static gboolean
add_run (CyanStore *self, const CyanStoreRun *run, gboolean *added, GError **error)
{
  CyanSql values[CYAN_STORE_TABLE_COLUMNS] = { 0 };
  gint64 id, profile;

  cyan_sql_bind ("tiiiiIisiRIL", run, values);
  if (!put (self, CYAN_STORE_TABLE_RUN, values, &id, added, error))
    return FALSE;
  if (!*added)
    return TRUE;
  if (!put_profile (self, run, &profile, error)
      || !cyan_store_do (self, error, "UPDATE run SET profile = $1 WHERE id = $2",
                         cyan_sql_integer (profile), cyan_sql_integer (id)))
    return FALSE;
  for (guint i = 0; i < run->n_values; i++)
    if (!add_value (self, id, &run->values[i], error))
      return FALSE;
  for (guint i = 0; i < run->n_functions; i++)
    if (!add_function (self, id, &run->functions[i], error))
      return FALSE;
  return TRUE;
}

gboolean
cyan_store_add_run (CyanStore *self, const CyanStoreRun *run, gboolean *added, GError **error)
{
  gboolean began, ok, is_new = FALSE;

  g_assert (run->status < CYAN_N_RUN_STATUSES);
  g_assert (run->revision != CYAN_STORE_UNKNOWN && run->definition != CYAN_STORE_UNKNOWN);
  g_assert (run->machine != CYAN_STORE_UNKNOWN && run->environment != CYAN_STORE_UNKNOWN);
  g_assert (run->began != CYAN_STORE_UNKNOWN && !(run->seconds < 0));
  g_assert (run->profile == NULL || run->n_nodes > 0);
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = add_run (self, run, &is_new, error);
  if (added != NULL)
    *added = is_new;
  return cyan_store_leave (self, began, ok, error);
}

/* ---- settings ---- */

static gboolean
set (CyanStore *self, const char *name, const char *value, GError **error)
{
  if (value == NULL)
    return cyan_store_do (self, error, "DELETE FROM meta WHERE key = $1", cyan_sql_text (name));
  return cyan_store_do (self, error,
                        "INSERT INTO meta (key, value) VALUES ($1, $2)"
                        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                        cyan_sql_text (name), cyan_sql_text (value));
}

gboolean
cyan_store_set (CyanStore *self, const char *name, const char *value, GError **error)
{
  gboolean began;

  return cyan_store_enter (self, &began, error)
         && cyan_store_leave (self, began, set (self, name, value, error), error);
}

gboolean
cyan_store_get (CyanStore *self, const char *name, char **value, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (name) };

  return cyan_store_query_text (self, "SELECT value FROM meta WHERE key = $1", values,
                                G_N_ELEMENTS (values), value, error);
}

/* ---- commits of a repository ---- */

static gboolean
is_known (CyanStore *self,
          gint64 project,
          const CyanGitLogCommit *commit,
          gboolean *known,
          GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (commit->oid) };
  gint64 depth;

  return cyan_store_query_integer (
      self, "SELECT depth FROM revision WHERE project = $1 AND oid = $2 AND depth IS NOT NULL",
      values, G_N_ELEMENTS (values), &depth, known, error);
}

gboolean
cyan_store_put_commit (
    CyanStore *self, gint64 project, const CyanGitLogCommit *commit, gint64 *id, GError **error)
{
  const CyanStoreRevision revision = {
    .oid = commit->oid,
    .parent = commit->parent,
    .depth = commit->depth >= 0 ? commit->depth : CYAN_STORE_UNKNOWN,
    .author_time = commit->author_time,
    .commit_time = commit->commit_time,
    .author = commit->author,
    .subject = commit->subject,
  };

  return cyan_store_put_revision (self, project, &revision, id, error);
}

static gboolean
put_commits (CyanStore *self, gint64 project, const GPtrArray *commits, gint64 *id, GError **error)
{
  gboolean known = FALSE;

  for (guint i = commits->len; i-- > 0 && !known;)
    {
      gint64 one;

      if (!is_known (self, project, commits->pdata[i], &known, error)
          || !cyan_store_put_commit (self, project, commits->pdata[i], &one, error))
        return FALSE;
      if (i == commits->len - 1)
        *id = one;
    }
  return TRUE;
}

/* Whether each is the parent of the next. */
static gboolean
are_first_parents (const GPtrArray *commits)
{
  for (guint i = 1; i < commits->len; i++)
    {
      const CyanGitLogCommit *parent = commits->pdata[i - 1], *commit = commits->pdata[i];

      if (g_strcmp0 (commit->parent, parent->oid) != 0)
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_store_put_commits (
    CyanStore *self, gint64 project, const GPtrArray *commits, gint64 *id, GError **error)
{
  gboolean began;

  g_assert (project != CYAN_STORE_UNKNOWN && commits->len > 0);
  cyan_assert_slow (are_first_parents (commits));
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  return cyan_store_leave (self, began, put_commits (self, project, commits, id, error), error);
}
