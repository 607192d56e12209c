/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What can be saved of a damaged store in an SQLite file.
 */
#pragma once

#include "cyan-store.h"

/* What remains of one kind of rows. */
typedef struct
{
  const char *what; /* "runs" */
  guint64 kept;
  gint64 lost; /* CYAN_STORE_UNKNOWN: some, but nobody knows how many */
} CyanStoreRemains;

/* Copies every row of the store at @path that can be read and that agrees with the others into a
 * new store at @out, where nothing may be: a profile only with its checksum, a run only with its
 * revision and its machine.  The store itself is not changed.
 *
 * Returns an array of CyanStoreRemains; free it with g_array_unref().  Fails, without a new store,
 * with CYAN_ERROR_INVALID if nothing can be saved or if it never was a store. */
GArray *cyan_store_repair (const char *path, const char *out, GError **error);
