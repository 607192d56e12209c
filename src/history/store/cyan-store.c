/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all stores share: parameters of statements, transactions. */
#include "cyan-store-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"

/* ---- values ---- */

CyanSql
cyan_sql_integer (gint64 value)
{
  return (CyanSql){ .type = value == CYAN_STORE_UNKNOWN ? CYAN_SQL_NULL : CYAN_SQL_INTEGER,
                    .integer = value };
}

CyanSql
cyan_sql_real (double value)
{
  return (CyanSql){ .type = isnan (value) ? CYAN_SQL_NULL : CYAN_SQL_REAL, .real = value };
}

CyanSql
cyan_sql_text (const char *text)
{
  return (CyanSql){ .type = text == NULL ? CYAN_SQL_NULL : CYAN_SQL_TEXT,
                    .bytes = text,
                    .length = text == NULL ? 0 : strlen (text) };
}

CyanSql
cyan_sql_blob (GBytes *bytes)
{
  CyanSql value = { .type = CYAN_SQL_NULL };

  if (bytes != NULL)
    {
      value.type = CYAN_SQL_BLOB;
      value.bytes = g_bytes_get_data (bytes, &value.length);
    }
  return value;
}

gint64
cyan_sql_get_integer (CyanSql value)
{
  return value.type == CYAN_SQL_INTEGER ? value.integer : CYAN_STORE_UNKNOWN;
}

double
cyan_sql_get_real (CyanSql value)
{
  return value.type == CYAN_SQL_REAL      ? value.real
         : value.type == CYAN_SQL_INTEGER ? (double) value.integer
                                          : NAN;
}

/* A damaged store may contain any bytes. */
char *
cyan_sql_dup_text (CyanSql value)
{
  return value.type == CYAN_SQL_TEXT ? g_utf8_make_valid (value.bytes, (gssize) value.length)
                                     : NULL;
}

char *
cyan_sql_dup_name (CyanSql value)
{
  char *text = cyan_sql_dup_text (value);

  return text != NULL ? text : g_strdup ("");
}

/* ---- statements ---- */

static gboolean
check_value (const CyanStore *self, const CyanSql *value, GError **error)
{
  if (value->type == CYAN_SQL_REAL && !isfinite (value->real))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: a value to store is not finite"),
                      self->name);
  g_assert (value->type != CYAN_SQL_TEXT || value->bytes[value->length] == '\0');
  if (value->type == CYAN_SQL_TEXT && !g_utf8_validate (value->bytes, (gssize) value->length, NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: a text to store is not UTF-8"),
                      self->name);
  return TRUE;
}

gboolean
cyan_store_query (CyanStore *self,
                  const char *sql,
                  const CyanSql *values,
                  guint n_values,
                  CyanSqlRow row,
                  gpointer data,
                  GError **error)
{
  for (guint i = 0; i < n_values; i++)
    if (!check_value (self, &values[i], error))
      return FALSE;
  return self->driver->query (self, sql, values, n_values, row, data, error);
}

typedef struct
{
  gint64 integer;
  gboolean found;
} Integer;

static void
take_integer (const CyanSql *columns, gpointer data)
{
  Integer *self = data;

  self->integer = cyan_sql_get_integer (columns[0]);
  self->found = TRUE;
}

gboolean
cyan_store_query_integer (CyanStore *self,
                          const char *sql,
                          const CyanSql *values,
                          guint n_values,
                          gint64 *integer,
                          gboolean *found,
                          GError **error)
{
  Integer result = { 0 };

  if (!cyan_store_query (self, sql, values, n_values, take_integer, &result, error))
    return FALSE;
  *found = result.found;
  if (result.found)
    *integer = result.integer;
  return TRUE;
}

/* ---- transactions ---- */

gboolean
cyan_store_begin (CyanStore *self, GError **error)
{
  g_assert (!self->in_transaction);
  if (!self->driver->begin (self, error))
    return FALSE;
  self->in_transaction = TRUE;
  self->has_failed = FALSE;
  return TRUE;
}

gboolean
cyan_store_commit (CyanStore *self, GError **error)
{
  g_assert (self->in_transaction);
  if (self->has_failed)
    {
      cyan_store_rollback (self);
      return cyan_fail (error, CYAN_ERROR_INVALID,
                        _ ("%s: nothing was stored, because a part of it failed"), self->name);
    }
  self->in_transaction = FALSE;
  return self->driver->commit (self, error);
}

void
cyan_store_rollback (CyanStore *self)
{
  g_assert (self->in_transaction);
  self->in_transaction = FALSE;
  self->driver->rollback (self);
}

gboolean
cyan_store_enter (CyanStore *self, gboolean *began, GError **error)
{
  *began = !self->in_transaction;
  return self->in_transaction || cyan_store_begin (self, error);
}

gboolean
cyan_store_compact (CyanStore *self, GError **error)
{
  g_assert (!self->in_transaction);
  return self->driver->compact == NULL || self->driver->compact (self, error);
}

gboolean
cyan_store_leave (CyanStore *self, gboolean began, gboolean ok, GError **error)
{
  g_assert (self->in_transaction);
  if (began && ok)
    return cyan_store_commit (self, error);
  if (began)
    cyan_store_rollback (self);
  else if (!ok)
    self->has_failed = TRUE;
  return ok;
}

/* ---- about the store ---- */

void
cyan_store_free (CyanStore *self)
{
  if (self == NULL)
    return;
  if (self->in_transaction)
    cyan_store_rollback (self);
  g_free (self->name);
  g_free (self->folder);
  g_free (self->warning);
  self->driver->free (self);
}

void
cyan_store_set_waiting (CyanStore *self, CyanStoreWaiting waiting, gpointer data)
{
  self->waiting = waiting;
  self->waiting_data = data;
}

char *
cyan_store_project_root (const CyanStore *self, const CyanStoreProject *project)
{
  g_autofree char *path = NULL;

  if (project->root == NULL || *project->root == '\0')
    return NULL;
  if (g_path_is_absolute (project->root))
    path = g_strdup (project->root);
  else if (self->folder != NULL)
    path = g_build_filename (self->folder, project->root, NULL);
  return path != NULL && cyan_git_is_repository (path) ? g_steal_pointer (&path) : NULL;
}

const char *
cyan_store_name (const CyanStore *self)
{
  return self->name;
}

const char *
cyan_store_warning (const CyanStore *self)
{
  return self->warning;
}
