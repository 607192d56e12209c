/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making a store smaller: profiles of old runs are dropped, their numbers stay.
 */
#pragma once

#include "cyan-store.h"

/* Of each project, the newest measured revisions whose profiles are kept. */
#define CYAN_STORE_PRUNE_NEWEST 50

/* The profiles that a revision loses. */
typedef struct
{
  char *project, *oid;
  guint64 profiles;
  guint64 bytes;
} CyanStorePruned;

/* Drops every profile but those of the @newest measured revisions of each project, of both sides of
 * each step, and of revisions with a note.  Runs keep their values and functions.  Then the file is
 * made smaller.
 *
 * Returns an array of CyanStorePruned, oldest first; free it with g_ptr_array_unref().  With
 * @dry_run, nothing is dropped, and the store may be open only for reading. */
GPtrArray *cyan_store_prune (CyanStore *self, guint newest, gboolean dry_run, GError **error);
