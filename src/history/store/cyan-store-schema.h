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

/* Statements, each ended by a semicolon, that make an empty store; caller frees. */
char *cyan_store_schema (CyanDialect dialect);
