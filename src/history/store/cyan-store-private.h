/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of a store: its driver, one for each kind of database; its tables. */
#pragma once

#include <glib.h>

#include "cyan-files.h"
#include "cyan-store-copy.h"
#include "cyan-store-query.h"

/* The access of a store to its database: a CyanStoreDriver, one for each kind of database. */

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
  const char *now; /* a statement that returns the time, in seconds since 1970 */
  /* Gives room that is free back, outside of a transaction; NULL if the database does it itself. */
  gboolean (*compact) (CyanStore *self, GError **error);
} CyanStoreDriver;

struct _CyanStore
{
  const CyanStoreDriver *driver;
  char *name;       /* for messages */
  char *folder;     /* of the file, to which roots of projects are relative; or NULL */
  char *warning;    /* or NULL */
  CyanFiles *files; /* where its profiles are; NULL: in itself */
  CyanStoreWaiting waiting;
  gpointer waiting_data;
  gboolean in_transaction;
  gboolean has_failed; /* the open transaction: it can only be rolled back */
};

typedef CyanStore *CyanStoreOpen (const char *address, CyanStoreMode mode, GError **error);

/* The kinds of stores with addresses of their own: what cyan_store_open_NAME() opens, two beginnings
 * of its addresses, and what this program may have been built without. */
#define CYAN_STORE_KINDS(KIND)                                                                     \
  KIND (postgres, "postgresql://", "postgres://", "PostgreSQL")                                    \
  KIND (http, "https://", "http://", "HTTP")

#define DECLARE(name, ...) CyanStoreOpen cyan_store_open_##name;
CYAN_STORE_KINDS (DECLARE)
#undef DECLARE

/* Any other address is a path. */
CyanStoreOpen cyan_store_open_sqlite, cyan_store_open_folder;
/* A store that is gone when it is freed. */
CyanStore *cyan_store_open_memory (const char *name, GError **error);

/* Opens an SQLite file that may be damaged, only for reading: any query may fail.  Those of
 * *@tables are safe to read; see cyan_sqlite_list_tables(). */
CyanStore *cyan_store_open_damaged (const char *path, GHashTable **tables, GError **error);

/* The members of a struct as parameters, see cyan_store_read_rows(); returns their number. */
guint cyan_sql_bind (const char *types, gconstpointer row, CyanSql *values);

/* The tables of a store: one text for all databases. */

#define CYAN_STORE_SCHEMA 1
/* Programs that know an older schema than these can read, or write, a store of ours. */
#define CYAN_STORE_MIN_READER 1
#define CYAN_STORE_MIN_WRITER 1

/* Who can write a store can read it. */
G_STATIC_ASSERT (CYAN_STORE_MIN_READER >= 1 && CYAN_STORE_MIN_READER <= CYAN_STORE_MIN_WRITER
                 && CYAN_STORE_MIN_WRITER <= CYAN_STORE_SCHEMA);

/* How databases differ: the types of columns; what ends a table whose key is a pair of numbers, and
 * one that is found by names of any length. */
typedef struct
{
  const char *id, *real, *blob, *text;
  const char *pair, *names;
} CyanStoreDialect;

/* Statements, each ended by a semicolon, that make an empty store; caller frees. */
char *cyan_store_schema (const CyanStoreDialect *dialect);
/* Whether this program can read a store of @version, or write it if @writes, which needs programs
 * that know @needed. */
gboolean cyan_store_check_version (
    const char *name, gint64 version, gint64 needed, gboolean writes, GError **error);

/* The tables of a store as data: statements that read, put and copy their rows.  A row is read as
 * its id followed by the columns of its table.  Claims are not here: they are of programs that run
 * now. */

typedef enum
{
  CYAN_STORE_TABLE_NONE,
  CYAN_STORE_TABLE_PROJECT,
  CYAN_STORE_TABLE_BRANCH,
  CYAN_STORE_TABLE_REVISION,
  CYAN_STORE_TABLE_MACHINE,
  CYAN_STORE_TABLE_ENVIRONMENT,
  CYAN_STORE_TABLE_DEFINITION,
  CYAN_STORE_TABLE_METRIC,
  CYAN_STORE_TABLE_BUILD,
  CYAN_STORE_TABLE_PROFILE,
  CYAN_STORE_TABLE_FUNCTION,
  CYAN_STORE_TABLE_RUN,
  CYAN_STORE_TABLE_VALUE,
  CYAN_STORE_TABLE_FUNCTION_VALUE,
  CYAN_STORE_TABLE_MARK,
  CYAN_N_STORE_TABLES
} CyanStoreTable;

/* Maximum number of columns, without the id. */
#define CYAN_STORE_TABLE_COLUMNS 13

typedef struct
{
  const char *name;
  const char *columns;
  const char *types; /* by column, see cyan_store_read_rows() */
  const char *id;    /* for a table without ids, an integer column; else NULL */
  /* The first columns that tell whether a row is there already; 0: all columns, without an
   * index. */
  guint n_key;
  CyanStoreTable refers[CYAN_STORE_TABLE_COLUMNS]; /* by column: to the id of which table */
  const char *fill_in; /* what a row that is there gets from an equal one; or NULL */
  const char *replace; /* what it gets when it is put again; NULL: the same */
  /* The struct that a row is read as: its id, then its columns, but for a first one that says whose
   * row it is; and the order of rows. */
  gsize size;
  const char *order;
} CyanStoreTableText;

/* Which profiles have their bytes. */
#define CYAN_STORE_HAS_BYTES "data IS NOT NULL OR location IS NOT NULL"

extern const CyanStoreTableText cyan_store_tables[CYAN_N_STORE_TABLES];

typedef struct
{
  const char *page;    /* the next rows above an id, by id */
  const char *one;     /* those with an id */
  const char *list;    /* as structs: all, or those of the row with an id */
  const char *find;    /* the id, by the columns of the key */
  const char *insert;  /* of all columns: returns the id; nothing if it is there */
  const char *put;     /* of all columns: returns the id, also if there is a row to change */
  const char *fill_in; /* of all columns; NULL if there is nothing to fill in */
} CyanStoreStatements;

const CyanStoreStatements *cyan_store_statements (CyanStoreTable table);

/* Whether the columns of a row (without its id) have the types of the table, and finite numbers; else
 * *@column is the first that does not. */
gboolean cyan_store_table_is_valid (CyanStoreTable table, const CyanSql *columns, guint *column);
/* Columns of revisions. */
#define CYAN_STORE_REVISION_OID    1
#define CYAN_STORE_REVISION_PARENT 2
/* Whether it is a revision that is its own parent. */
gboolean cyan_store_table_is_own_parent (CyanStoreTable table, const CyanSql *columns);
/* The name of a column; interned. */
const char *cyan_store_table_column (CyanStoreTable table, guint column);
/* The rows as structs: all, or those of @owner. */
GPtrArray *
cyan_store_table_read (CyanStore *self, CyanStoreTable table, gint64 owner, GError **error);

/* Puts a row unless it is there; returns its id. */
gboolean cyan_store_insert_row (CyanStore *self,
                                CyanStoreTable table,
                                const CyanSql *columns,
                                gint64 *id,
                                gboolean *added,
                                GError **error);

/* Copying rows, also of a damaged store. */

/* The rows of a damaged store after a repair, by table. */
typedef struct
{
  gboolean readable[CYAN_N_STORE_TABLES]; /* others are not touched */
  guint64 kept[CYAN_N_STORE_TABLES];
  guint64 lost[CYAN_N_STORE_TABLES];     /* could be read, but contradict others or themselves */
  gboolean damaged[CYAN_N_STORE_TABLES]; /* some could not be read */
} CyanStoreSalvage;

/* cyan_store_copy().  With a @salvage, rows that are damaged are left out and counted there. */
gboolean cyan_store_copy_rows (CyanStore *from,
                               CyanStore *to,
                               CyanStoreSalvage *salvage,
                               CyanStoreCopied *copied,
                               GError **error);
