/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Putting rows into a store. */
#include "cyan-store-private.h"

#include <math.h>
#include <string.h>
#include <sys/random.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

const char *const cyan_run_status_names[CYAN_N_RUN_STATUSES] = {
  [CYAN_RUN_OK] = "ok",
  [CYAN_RUN_FAILED] = "failed",
  [CYAN_RUN_TIMEOUT] = "timeout",
  [CYAN_RUN_NO_PROFILE] = "no-profile",
  [CYAN_RUN_BAD_PROFILE] = "bad-profile",
  [CYAN_RUN_LOST] = "lost",
};

/* What a row is found by is in an index, where PostgreSQL takes about three times as much. */
static gboolean
check_key (CyanStore *self, const CyanSql *values, guint n_values, GError **error)
{
  for (guint i = 0; i < n_values; i++)
    if (values[i].type == CYAN_SQL_TEXT && values[i].length > CYAN_STORE_NAME_MAX)
      return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: a name has more than %d bytes"),
                        self->name, CYAN_STORE_NAME_MAX);
  return TRUE;
}

/* Statements that put a row and return its id. */
typedef struct
{
  const char *insert; /* returns nothing if the row is there */
  const char *find;   /* its first parameters are the first @n_key of @insert */
  guint n_key;
} Put;

/* A rule or a trigger of the database can keep a row away. */
static gboolean
is_there (CyanStore *self, gint64 id, GError **error)
{
  return id != CYAN_STORE_UNKNOWN
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       _ ("%s: nothing was stored, because a part of it failed"), self->name);
}

static gboolean
put (CyanStore *self,
     const Put *statements,
     const CyanSql *values,
     guint n_values,
     gint64 *id,
     gboolean *added,
     GError **error)
{
  gboolean found = FALSE;

  *id = CYAN_STORE_UNKNOWN;
  if (!check_key (self, values, statements->n_key, error))
    return FALSE;
  if (!cyan_store_query_integer (self, statements->insert, values, n_values, id, added, error))
    return FALSE;
  return *added
         || cyan_store_query_integer (self, statements->find, values, statements->n_key, id, &found,
                                      error);
}

/* The same as a transaction of its own. */
static gboolean
put_row (CyanStore *self,
         const Put *statements,
         const CyanSql *values,
         guint n_values,
         gint64 *id,
         GError **error)
{
  gboolean began, added, ok;

  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = put (self, statements, values, n_values, id, &added, error) && is_there (self, *id, error);
  return cyan_store_leave (self, began, ok, error);
}

/* The same for a statement that always returns an id; the first @n_key values are the key. */
static gboolean
set_row (CyanStore *self,
         const char *sql,
         const CyanSql *values,
         guint n_values,
         guint n_key,
         gint64 *id,
         GError **error)
{
  gboolean began, found, ok;

  *id = CYAN_STORE_UNKNOWN;
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = check_key (self, values, n_key, error)
       && cyan_store_query_integer (self, sql, values, n_values, id, &found, error)
       && is_there (self, *id, error);
  return cyan_store_leave (self, began, ok, error);
}

/* ---- what runs refer to ---- */

gboolean
cyan_store_put_project (
    CyanStore *self, const char *name, const char *root, gint64 *id, GError **error)
{
  static const Put statements = {
    "INSERT INTO project (name, root) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id",
    "SELECT id FROM project WHERE name = $1",
    1,
  };
  const CyanSql values[] = { cyan_sql_text (name), cyan_sql_text (root) };

  return put_row (self, &statements, values, G_N_ELEMENTS (values), id, error);
}

gboolean
cyan_store_put_revision (
    CyanStore *self, gint64 project, const CyanStoreRevision *revision, gint64 *id, GError **error)
{
  const CyanSql values[] = {
    cyan_sql_integer (project),
    cyan_sql_text (revision->oid),
    cyan_sql_text (revision->parent),
    cyan_sql_integer (revision->depth),
    cyan_sql_integer (revision->author_time),
    cyan_sql_integer (revision->commit_time),
    cyan_sql_text (revision->author),
    cyan_sql_text (revision->subject),
  };

  g_assert (project != CYAN_STORE_UNKNOWN);
  g_assert (revision->depth == CYAN_STORE_UNKNOWN || revision->depth >= 0);
  return set_row (self,
                  "INSERT INTO revision"
                  " (project, oid, parent, depth, author_time, commit_time, author, subject)"
                  " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
                  " ON CONFLICT (project, oid) DO UPDATE SET"
                  " parent = coalesce(revision.parent, excluded.parent),"
                  " depth = coalesce(revision.depth, excluded.depth),"
                  " author_time = coalesce(revision.author_time, excluded.author_time),"
                  " commit_time = coalesce(revision.commit_time, excluded.commit_time),"
                  " author = coalesce(revision.author, excluded.author),"
                  " subject = coalesce(revision.subject, excluded.subject) RETURNING id",
                  values, G_N_ELEMENTS (values), 2, id, error);
}

gboolean
cyan_store_put_branch (
    CyanStore *self, gint64 project, const char *name, gint64 seen, const char *tip, GError **error)
{
  const CyanSql key[] = { cyan_sql_text (name) };
  gboolean began, ok;

  g_assert (project != CYAN_STORE_UNKNOWN && seen != CYAN_STORE_UNKNOWN);
  if (!check_key (self, key, G_N_ELEMENTS (key), error) || !cyan_store_enter (self, &began, error))
    return FALSE;
  ok = cyan_store_do (self, error,
                      "INSERT INTO branch (project, name, seen, tip) VALUES ($1, $2, $3, $4)"
                      " ON CONFLICT (project, name, seen) DO UPDATE SET tip = excluded.tip",
                      cyan_sql_integer (project), cyan_sql_text (name), cyan_sql_integer (seen),
                      cyan_sql_text (tip));
  return cyan_store_leave (self, began, ok, error);
}

static gboolean
put_machine (CyanStore *self, const char *name, const char *identity, gint64 *id, GError **error)
{
  static const Put statements = {
    "INSERT INTO machine (name, identity) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id",
    "SELECT id FROM machine WHERE name = $1 AND identity = $2",
    2,
  };
  const CyanSql values[] = { cyan_sql_text (name), cyan_sql_text (identity) };
  gboolean added;

  if (!put (self, &statements, values, G_N_ELEMENTS (values), id, &added, error))
    return FALSE;
  if (*id == CYAN_STORE_UNKNOWN)
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s: \"%s\" is the name of another machine"),
                      self->name, name);
  return TRUE;
}

gboolean
cyan_store_put_machine (
    CyanStore *self, const char *name, const char *identity, gint64 *id, GError **error)
{
  gboolean began, ok;

  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = put_machine (self, name, identity, id, error);
  return cyan_store_leave (self, began, ok, error);
}

gboolean
cyan_store_add_session (CyanStore *self,
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
  return set_row (self,
                  "INSERT INTO session (machine, began, facts, program) VALUES ($1, $2, $3, $4)"
                  " RETURNING id",
                  values, G_N_ELEMENTS (values), 0, id, error);
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
  static const Put statements = {
    "INSERT INTO definition (project, benchmark, hash, text) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT DO NOTHING RETURNING id",
    "SELECT id FROM definition WHERE project = $1 AND benchmark = $2 AND hash = $3",
    3,
  };
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (benchmark),
                             cyan_sql_text (hash), cyan_sql_text (text) };

  g_assert (project != CYAN_STORE_UNKNOWN);
  return put_row (self, &statements, values, G_N_ELEMENTS (values), id, error);
}

gboolean
cyan_store_put_metric (
    CyanStore *self, const char *name, const char *unit, int better, gint64 *id, GError **error)
{
  static const Put statements = {
    "INSERT INTO metric (name, unit, better) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    " RETURNING id",
    "SELECT id FROM metric WHERE name = $1 AND unit = $2",
    2,
  };
  const CyanSql values[] = { cyan_sql_text (name), cyan_sql_text (unit),
                             cyan_sql_integer (better) };

  g_assert (better >= -1 && better <= 1);
  return put_row (self, &statements, values, G_N_ELEMENTS (values), id, error);
}

/* The end of @log, from the start of a character. */
static const char *
end_of_log (const char *log)
{
  gsize length = log == NULL ? 0 : strlen (log);

  if (length <= CYAN_STORE_LOG_MAX)
    return log;
  log += length - CYAN_STORE_LOG_MAX;
  while (((guchar) *log & 0xc0) == 0x80)
    log++;
  return log;
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
cyan_store_put_build (CyanStore *self,
                      gint64 revision,
                      gint64 machine,
                      const char *recipe,
                      const char *status,
                      double seconds,
                      const char *log,
                      gint64 session,
                      gint64 *id,
                      GError **error)
{
  const CyanSql values[] = {
    cyan_sql_integer (revision), cyan_sql_integer (machine), cyan_sql_text (recipe),
    cyan_sql_text (status),      cyan_sql_real (seconds),    cyan_sql_text (end_of_log (log)),
    cyan_sql_integer (session),
  };

  g_assert (strcmp (status, "ok") == 0 || strcmp (status, "failed") == 0
            || strcmp (status, "timeout") == 0);
  g_assert (revision != CYAN_STORE_UNKNOWN && machine != CYAN_STORE_UNKNOWN);
  g_assert (!(seconds < 0));
  return set_row (self,
                  "INSERT INTO build (revision, machine, recipe, status, seconds, log, session)"
                  " VALUES ($1, $2, $3, $4, $5, $6, $7)"
                  " ON CONFLICT (revision, machine, recipe) DO UPDATE SET"
                  " status = excluded.status, seconds = excluded.seconds, log = excluded.log,"
                  " session = excluded.session RETURNING id",
                  values, G_N_ELEMENTS (values), 3, id, error);
}

/* ---- marks ---- */

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
             || cyan_store_query_integer (
                 self,
                 "INSERT INTO mark (project, benchmark, revision, kind, text, made)"
                 " VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                 values, n_values, id, &found, error))
         && is_there (self, *id, error);
}

gboolean
cyan_store_put_mark (CyanStore *self,
                     gint64 project,
                     const char *benchmark,
                     const char *oid,
                     const char *kind,
                     const char *text,
                     gint64 made,
                     gint64 *id,
                     GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (benchmark),
                             cyan_sql_text (oid),        cyan_sql_text (kind),
                             cyan_sql_text (text),       cyan_sql_integer (made) };
  gboolean began, ok;

  g_assert (strcmp (kind, "note") == 0 || strcmp (kind, CYAN_STORE_MARK_RISK) == 0);
  g_assert (made != CYAN_STORE_UNKNOWN);
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = put_mark (self, values, G_N_ELEMENTS (values), id, error);
  return cyan_store_leave (self, began, ok, error);
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
  static const Put statements = {
    "INSERT INTO profile (sha256, format, bytes, nodes, data) VALUES ($1, 'cct.gz', $2, $3, $4)"
    " ON CONFLICT DO NOTHING RETURNING id",
    "SELECT id FROM profile WHERE sha256 = $1",
    1,
  };
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
  return put (self, &statements,
              (const CyanSql[]){ cyan_sql_text (sha256), cyan_sql_integer ((gint64) size),
                                 cyan_sql_integer (run->n_nodes), cyan_sql_blob (run->profile) },
              4, id, &added, error)
         && is_there (self, *id, error)
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
  static const Put statements = {
    "INSERT INTO run (uid, revision, definition, machine, session, build, number, status, began,"
    " seconds, exit_code, log, profile)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, NULL)"
    " ON CONFLICT (uid) DO NOTHING RETURNING id",
    "SELECT id FROM run WHERE uid = $1",
    1,
  };
  const CyanSql values[] = {
    cyan_sql_text (run->uid),           cyan_sql_integer (run->revision),
    cyan_sql_integer (run->definition), cyan_sql_integer (run->machine),
    cyan_sql_integer (run->session),    cyan_sql_integer (run->build),
    cyan_sql_integer (run->number),     cyan_sql_text (cyan_run_status_names[run->status]),
    cyan_sql_integer (run->began),      cyan_sql_real (run->seconds),
    cyan_sql_integer (run->exit_code),  cyan_sql_text (end_of_log (run->log)),
  };
  gint64 id, profile;

  if (!put (self, &statements, values, G_N_ELEMENTS (values), &id, added, error))
    return FALSE;
  if (!*added)
    return is_there (self, id, error);
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
  g_assert (run->machine != CYAN_STORE_UNKNOWN && run->session != CYAN_STORE_UNKNOWN);
  g_assert (run->began != CYAN_STORE_UNKNOWN && !(run->seconds < 0));
  g_assert (run->profile == NULL || run->n_nodes > 0);
  if (!cyan_store_enter (self, &began, error))
    return FALSE;
  ok = add_run (self, run, &is_new, error);
  if (added != NULL)
    *added = is_new;
  return cyan_store_leave (self, began, ok, error);
}
