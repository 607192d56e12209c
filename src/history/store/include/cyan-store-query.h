/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statements of SQL on a store, for the rooms of this layer.
 *
 * They keep to what SQLite and PostgreSQL have in common; so do parameters, which are $1, $2, ...
 * in this order.
 */
#pragma once

#include "cyan-store.h"

typedef enum
{
  CYAN_SQL_NULL,
  CYAN_SQL_INTEGER,
  CYAN_SQL_REAL,
  CYAN_SQL_TEXT,
  CYAN_SQL_BLOB,
} CyanSqlType;

/* A parameter, or a column of a row; bytes are borrowed. */
typedef struct
{
  CyanSqlType type;
  gint64 integer;
  double real;
  const char *bytes; /* text ends in NUL */
  gsize length;
} CyanSql;

CyanSql cyan_sql_integer (gint64 value);  /* NULL for CYAN_STORE_UNKNOWN */
CyanSql cyan_sql_real (double value);     /* NULL for NAN */
CyanSql cyan_sql_text (const char *text); /* NULL for NULL */
CyanSql cyan_sql_blob (GBytes *bytes);    /* NULL for NULL */
gint64 cyan_sql_get_integer (CyanSql value);
double cyan_sql_get_real (CyanSql value);
char *cyan_sql_dup_text (CyanSql value);
/* The same for a text that the schema guarantees: never NULL. */
char *cyan_sql_dup_name (CyanSql value);

/* Takes the columns of one row, which are valid during the call. */
typedef void (*CyanSqlRow) (const CyanSql *columns, gpointer data);

/* Runs a statement of the store; checks the parameters first. */
gboolean cyan_store_query (CyanStore *self,
                           const char *sql,
                           const CyanSql *values,
                           guint n_values,
                           CyanSqlRow row,
                           gpointer data,
                           GError **error);
/* The same with the parameters as arguments and without rows. */
#define cyan_store_do(self, error, sql, ...)                                                       \
  cyan_store_query (self, sql, (const CyanSql[]){ __VA_ARGS__ },                                   \
                    sizeof ((const CyanSql[]){ __VA_ARGS__ }) / sizeof (CyanSql), NULL, NULL,      \
                    error)
/* For statements that return one integer.  If they return no row, *@found is FALSE and *@integer is
 * unchanged. */
gboolean cyan_store_query_integer (CyanStore *self,
                                   const char *sql,
                                   const CyanSql *values,
                                   guint n_values,
                                   gint64 *integer,
                                   gboolean *found,
                                   GError **error);

/* For statements that return one text, of which the first row counts: *@text is NULL without a row.
 * Caller frees it. */
gboolean cyan_store_query_text (CyanStore *self,
                                const char *sql,
                                const CyanSql *values,
                                guint n_values,
                                char **text,
                                GError **error);

/* ---- rows as structs ----
 *
 * A text of types tells the members of a struct in their order, each of which is a column:
 *   i gint64, r double, d int from -1 to 1, s CyanRunStatus, u CyanBuildStatus, t text,
 *   l likewise, of which the end is stored, b bytes (no member);
 * in capitals if it may be NULL.  Members that are not told follow, and are 0. */

/* Runs a statement whose rows become structs of @size bytes.  A row owns its texts: g_free() frees
 * all. */
GPtrArray *cyan_store_read_rows (CyanStore *self,
                                 const char *sql,
                                 const CyanSql *values,
                                 guint n_values,
                                 const char *types,
                                 gsize size,
                                 GError **error);
/* The same for structs without texts, as an array of them. */
GArray *cyan_store_read_array (CyanStore *self,
                               const char *sql,
                               const CyanSql *values,
                               guint n_values,
                               const char *types,
                               gsize size,
                               GError **error);

/* Begins a transaction unless the caller has, and ends it: with a commit if @ok.  Returns whether
 * all went well. */
gboolean cyan_store_enter (CyanStore *self, gboolean *began, GError **error);
gboolean cyan_store_leave (CyanStore *self, gboolean began, gboolean ok, GError **error);

/* Gives room that is free back, outside of a transaction. */
gboolean cyan_store_compact (CyanStore *self, GError **error);
