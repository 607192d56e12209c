/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of a store as data: statements that read, put and copy their rows.
 *
 * A row is read as its id followed by the columns of its table.  Claims are not here: they are of
 * programs that run now.
 */
#pragma once

#include "cyan-store-private.h"

typedef enum
{
  CYAN_STORE_TABLE_NONE,
  CYAN_STORE_TABLE_PROJECT,
  CYAN_STORE_TABLE_BRANCH,
  CYAN_STORE_TABLE_REVISION,
  CYAN_STORE_TABLE_MACHINE,
  CYAN_STORE_TABLE_SESSION,
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
  /* The first columns that tell whether a row is there already; 0: all columns, without an index. */
  guint n_key;
  CyanStoreTable refers[CYAN_STORE_TABLE_COLUMNS]; /* by column: to the id of which table */
  const char *fill_in; /* what a row that is there gets from an equal one; or NULL */
  const char *replace; /* what it gets when it is put again; NULL: the same */
  /* The struct that a row is read as: its id, then its columns, but for a first one that says whose
   * row it is; and the order of rows. */
  gsize size;
  const char *order;
} CyanStoreTableText;

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

/* Whether the rows are those of a row of another table, which the first column tells. */
#define cyan_store_is_owned(text) ((text)->refers[0] != CYAN_STORE_TABLE_NONE)

/* Whether the columns of a row (without its id) have the types of the table. */
gboolean cyan_store_table_is_valid (CyanStoreTable table, const CyanSql *columns);
/* The rows as structs: all, or those of @owner. */
GPtrArray *
cyan_store_table_read (CyanStore *self, CyanStoreTable table, gint64 owner, GError **error);
