/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of a store as data, for programs that copy rows from one store to another.
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
  /* By column: i, r, t or b for integer, real, text and bytes; in capitals if it may be NULL. */
  const char *types;
  const char *id; /* for a table without ids, an integer column; else NULL */
  /* The first columns that tell whether a row is there already; 0: all columns, without an index. */
  guint n_key;
  CyanStoreTable refers[CYAN_STORE_TABLE_COLUMNS]; /* by column: to the id of which table */
  const char *fill_in; /* what a row that is there gets from an equal one; or NULL */
} CyanStoreTableText;

extern const CyanStoreTableText cyan_store_tables[CYAN_N_STORE_TABLES];

/* Statements, which live for ever.  The first two take one id. */
const char *
cyan_store_table_select_page (CyanStoreTable table); /* the next rows above the id, by id */
const char *cyan_store_table_select_one (CyanStoreTable table); /* those with the id */
const char *cyan_store_table_find (CyanStoreTable table); /* the id, by the columns of the key */
/* These take all columns. */
const char *
cyan_store_table_insert (CyanStoreTable table); /* returns the id; nothing if it is there */
const char *
cyan_store_table_fill_in (CyanStoreTable table); /* NULL if there is nothing to fill in */

/* Whether the columns of a row (without its id) have the types of the table. */
gboolean cyan_store_table_is_valid (CyanStoreTable table, const CyanSql *columns);
