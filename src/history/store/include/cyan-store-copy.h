/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies of stores: merging, moving to another database, and a file with all that a store has.
 */
#pragma once

#include "cyan-store.h"

typedef struct
{
  guint64 added, known; /* runs: copied, and there already */
} CyanStoreCopied;

/* Adds to @to what @from has, profiles included; what is there already stays as it is, settings
 * too.  Claims are not copied.  A run is copied whole or not at all; after an error or a crash some of them are
 * there, and the copy can be repeated.
 *
 * Fails with CYAN_ERROR_MISMATCH if both have a machine of the same name and another identity.  A
 * damaged row is an error.  @copied may be NULL. */
gboolean cyan_store_copy (CyanStore *from, CyanStore *to, CyanStoreCopied *copied, GError **error);

/* Copies @from to a new store at @path, one SQLite file.  There must be nothing at @path.  The file
 * appears there when it is whole; until then it is at @path with ".part" at its end. */
gboolean
cyan_store_export (CyanStore *from, const char *path, CyanStoreCopied *copied, GError **error);

/* Writes the index of all profiles in @folder, whole or not at all, which makes it a store: see
 * docs/store.md.  @project may be NULL.  Fails if a profile cannot be read, if what is known about
 * it contradicts itself, or if it is more than an index may have, such as an empty name or too many
 * values. */
gboolean cyan_index_make (const char *folder,
                          const char *project,
                          const CyanLoadOptions *options,
                          const CyanTick *tick,
                          guint *n_runs,
                          GError **error);

/* The rows of one kind after a repair. */
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
