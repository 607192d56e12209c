/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store needs of a database: a CyanStoreDriver, one for each kind of database. */
#pragma once

#include "cyan-store-query.h"

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

/* The members of a struct as parameters, see cyan_store_read_rows(); returns their number. */
guint cyan_sql_bind (const char *types, gconstpointer row, CyanSql *values);
