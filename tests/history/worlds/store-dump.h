/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store in an SQLite file says, to compare it with another. */
#pragma once

#include "cyan-store.h"

/* A store with 6 runs, something in each table and NULL in each column that may have it. */
void dump_make_store (const char *path);
/* Adds runs @first to @first + @n - 1 of the project of the samples. */
void dump_add_runs (CyanStore *store, guint first, guint n);
/* Runs @sql as another program would. */
void dump_change (const char *path, const char *sql);

/* All that the store says as lines, without ids and in an order of its own; equal environments are one.
 * Caller frees. */
char *dump_store (const char *path);
void dump_assert_same (const char *path, const char *other);
