/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a store: one text for all databases. */
#pragma once

#include <glib.h>

#define CYAN_STORE_SCHEMA 1
/* Programs that know an older schema than these can read, or write, a store of ours. */
#define CYAN_STORE_MIN_READER 1
#define CYAN_STORE_MIN_WRITER 1

/* Who can write a store can read it. */
G_STATIC_ASSERT (CYAN_STORE_MIN_READER >= 1 && CYAN_STORE_MIN_READER <= CYAN_STORE_MIN_WRITER
                 && CYAN_STORE_MIN_WRITER <= CYAN_STORE_SCHEMA);

/* PostgreSQL's index of functions, whose names can be longer than a key of it. */
#define CYAN_STORE_FUNCTION_KEY "md5(name), md5(module), md5(file)"

typedef enum
{
  CYAN_DIALECT_SQLITE,
  CYAN_DIALECT_POSTGRESQL,
  CYAN_N_DIALECTS
} CyanDialect;

/* By version of a store, from 1: what makes it one of the next version; NULL at the end.  Like the
 * tables, they are one text for all databases.  A step that a reader of an older version cannot do
 * without raises CYAN_STORE_MIN_READER. */
extern const char *const cyan_store_steps[CYAN_STORE_SCHEMA];

/* Statements, each ended by a semicolon; caller frees.  They make an empty store of @version,
 * from 1 to CYAN_STORE_SCHEMA. */
char *cyan_store_schema (CyanDialect dialect, gint64 version);
/* They take @step, which leads to @version. */
char *cyan_store_step (CyanDialect dialect, const char *step, gint64 version);
