/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a store needs of a database: a CyanStoreDriver, one for each kind of database.
 *
 * The store's own statements keep to what SQLite and PostgreSQL have in common; so do parameters,
 * which are $1, $2, ... in this order.
 */
#pragma once

#include "cyan-store.h"

G_BEGIN_DECLS

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

typedef struct
{
  /* Runs one statement with its parameters; @row may be NULL.  @sql is a static string: statements
   * are prepared once. */
  gboolean (*query) (CyanStore *self,
                     const char *sql,
                     const CyanSql *values,
                     guint n_values,
                     CyanSqlRow row,
                     gpointer data,
                     GError **error);
  gboolean (*begin) (CyanStore *self, GError **error);
  /* A failed commit has rolled back. */
  gboolean (*commit) (CyanStore *self, GError **error);
  void (*rollback) (CyanStore *self);
  gboolean (*check) (CyanStore *self, GError **error);
  guint64 (*size) (CyanStore *self);
  void (*free) (CyanStore *self);
  /* The bytes of a profile that is elsewhere; NULL if none is. */
  GBytes *(*fetch) (CyanStore *self, const char *location, gint64 bytes, GError **error);
  /* Gives room that is free back, outside of a transaction; NULL if the database does it itself. */
  gboolean (*compact) (CyanStore *self, GError **error);
} CyanStoreDriver;

struct _CyanStore
{
  const CyanStoreDriver *driver;
  char *name;    /* for messages */
  char *folder;  /* of the file, to which roots of projects are relative; or NULL */
  char *warning; /* or NULL */
  CyanStoreWaiting waiting;
  gpointer waiting_data;
  gboolean in_transaction;
  gboolean has_failed; /* the open transaction: it can only be rolled back */
};

CyanStore *cyan_store_open_sqlite (const char *path, CyanStoreMode mode, GError **error);
/* A store that is gone when it is freed. */
CyanStore *cyan_store_open_memory (const char *name, GError **error);
/* Of a folder or a URL with an index of profiles. */
CyanStore *cyan_store_open_files (const char *address, CyanStoreMode mode, GError **error);
CyanStore *cyan_store_open_postgres (const char *url, CyanStoreMode mode, GError **error);

/* Opens an SQLite file that may be damaged, only for reading: any query may fail.  Those of *@tables
 * are safe to read; see cyan_sqlite_list_tables(). */
CyanStore *cyan_store_open_damaged (const char *path, GHashTable **tables, GError **error);

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

/* The status of this name.  What a newer version calls otherwise is no success. */
CyanRunStatus cyan_store_get_status (CyanSql name);

/* Begins a transaction unless the caller has, and ends it: with a commit if @ok.  Returns whether
 * all went well. */
gboolean cyan_store_enter (CyanStore *self, gboolean *began, GError **error);
gboolean cyan_store_leave (CyanStore *self, gboolean began, gboolean ok, GError **error);

G_END_DECLS
