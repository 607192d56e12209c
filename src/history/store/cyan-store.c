/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common to all stores: parameters of statements, transactions. */
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

static void
take_text (const CyanSql *columns, gpointer data)
{
  char **text = data;

  if (*text == NULL)
    *text = cyan_sql_dup_text (columns[0]);
}

gboolean
cyan_store_query_text (CyanStore *self,
                       const char *sql,
                       const CyanSql *values,
                       guint n_values,
                       char **text,
                       GError **error)
{
  *text = NULL;
  return cyan_store_query (self, sql, values, n_values, take_text, text, error);
}

/* ---- rows as structs ---- */

#define MAX_COLUMNS 16

/* Moves *@at to the next member, of this type, and returns it; *@at is behind it then. */
static gpointer
next_member (char type, char *row, gsize *at)
{
  struct Integer
  {
    char before;
    gint64 member;
  };
  struct Real
  {
    char before;
    double member;
  };
  struct Text
  {
    char before;
    char *member;
  };
  struct Int
  {
    char before;
    int member;
  };
  gsize align, size;
  gpointer member;

  switch (g_ascii_tolower (type))
    {
    case 'i':
      align = offsetof (struct Integer, member);
      size = sizeof (gint64);
      break;
    case 'r':
      align = offsetof (struct Real, member);
      size = sizeof (double);
      break;
    case 't':
    case 'l':
      align = offsetof (struct Text, member);
      size = sizeof (char *);
      break;
    default:
      align = offsetof (struct Int, member);
      size = sizeof (int);
      break;
    }
  *at = (*at + align - 1) / align * align;
  member = row + *at;
  *at += size;
  return member;
}

G_STATIC_ASSERT (sizeof (CyanRunStatus) == sizeof (int)
                 && sizeof (CyanBuildStatus) == sizeof (int));

/* The status of this name, of @n that begin with that of success.  What a newer version calls
 * otherwise is the second one: it has failed. */
static int
find_status (CyanSql name, const char *const *names, int n)
{
  for (int i = 0; name.type == CYAN_SQL_TEXT && i < n; i++)
    if (strcmp (name.bytes, names[i]) == 0)
      return i;
  return 1;
}

static int
read_int (char type, CyanSql value)
{
  gint64 integer = cyan_sql_get_integer (value);

  if (type == 's')
    return find_status (value, cyan_run_status_names, CYAN_N_RUN_STATUSES);
  if (type == 'u')
    return CYAN_BUILD_OK + find_status (value, cyan_build_status_names + CYAN_BUILD_OK, 3);
  return integer == CYAN_STORE_UNKNOWN ? 0 : (integer > 0) - (integer < 0);
}

/* @texts are NULL, or those of the columns, for which there is room behind the struct of @size
 * bytes. */
static void
fill_row (char *row, const char *types, gsize size, const CyanSql *values, char *const *texts)
{
  char *room = row + size;
  gsize at = 0;

  for (guint i = 0; types[i] != '\0'; i++)
    {
      gpointer member = next_member (types[i], row, &at);

      switch (g_ascii_tolower (types[i]))
        {
        case 'i':
          *(gint64 *) member = cyan_sql_get_integer (values[i]);
          break;
        case 'r':
          *(double *) member = cyan_sql_get_real (values[i]);
          break;
        case 't':
          if (texts[i] != NULL)
            {
              *(char **) member = room;
              room = g_stpcpy (room, texts[i]) + 1;
            }
          break;
        default:
          *(int *) member = read_int (types[i], values[i]);
          break;
        }
    }
  g_assert (at <= size);
}

typedef struct
{
  const char *types;
  gsize size;
  gpointer rows; /* GPtrArray or GArray */
} Reader;

static void
take_struct (const CyanSql *values, gpointer data)
{
  const Reader *self = data;
  GArray *rows = self->rows;

  g_array_set_size (rows, rows->len + 1);
  fill_row (rows->data + (rows->len - 1) * self->size, self->types, self->size, values, NULL);
}

static void
take_row (const CyanSql *values, gpointer data)
{
  const Reader *self = data;
  char *texts[MAX_COLUMNS] = { NULL }, *row;
  gsize size = self->size;

  for (guint i = 0; self->types[i] != '\0'; i++)
    {
      if (self->types[i] == 't')
        texts[i] = cyan_sql_dup_name (values[i]);
      else if (self->types[i] == 'T')
        texts[i] = cyan_sql_dup_text (values[i]);
      size += texts[i] != NULL ? strlen (texts[i]) + 1 : 0;
    }
  row = g_malloc0 (size);
  fill_row (row, self->types, self->size, values, texts);
  for (guint i = 0; i < MAX_COLUMNS; i++)
    g_free (texts[i]);
  g_ptr_array_add (self->rows, row);
}

GPtrArray *
cyan_store_read_rows (CyanStore *self,
                      const char *sql,
                      const CyanSql *values,
                      guint n_values,
                      const char *types,
                      gsize size,
                      GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  Reader reader = { types, size, rows };

  return cyan_store_query (self, sql, values, n_values, take_row, &reader, error)
             ? g_steal_pointer (&rows)
             : NULL;
}

GArray *
cyan_store_read_array (CyanStore *self,
                       const char *sql,
                       const CyanSql *values,
                       guint n_values,
                       const char *types,
                       gsize size,
                       GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, (guint) size);
  Reader reader = { types, size, rows };

  return cyan_store_query (self, sql, values, n_values, take_struct, &reader, error)
             ? g_steal_pointer (&rows)
             : NULL;
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

guint
cyan_sql_bind (const char *types, gconstpointer row, CyanSql *values)
{
  gsize at = 0;
  guint i;

  for (i = 0; types[i] != '\0'; i++)
    {
      gconstpointer member = next_member (types[i], (char *) row, &at);

      switch (g_ascii_tolower (types[i]))
        {
        case 'i':
          values[i] = cyan_sql_integer (*(const gint64 *) member);
          break;
        case 'r':
          values[i] = cyan_sql_real (*(const double *) member);
          break;
        case 't':
          values[i] = cyan_sql_text (*(const char *const *) member);
          break;
        case 'l':
          values[i] = cyan_sql_text (end_of_log (*(const char *const *) member));
          break;
        case 's':
          values[i] = cyan_sql_text (cyan_run_status_names[*(const int *) member]);
          break;
        case 'u':
          values[i] = cyan_sql_text (cyan_build_status_names[*(const int *) member]);
          break;
        default:
          values[i] = cyan_sql_integer (*(const int *) member);
          break;
        }
    }
  return i;
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
  cyan_files_free (self->files);
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
