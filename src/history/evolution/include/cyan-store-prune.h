/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Making a store smaller: profiles of old runs are dropped, their numbers stay.
 */
#pragma once

#include "cyan-retention.h"
#include "cyan-store.h"

/* The rule of a store that has none. */
#define CYAN_STORE_PRUNE_DEFAULT "50 newest"

typedef enum
{
  CYAN_PRUNE_DRY_RUN, /* nothing is dropped; the store may be open only for reading */
  CYAN_PRUNE_DROP,    /* the room is for new profiles */
  CYAN_PRUNE_SHRINK,  /* then the file is made smaller */
} CyanPruneMode;

/* The profiles that a revision loses. */
typedef struct
{
  char *project, *oid;
  guint64 profiles;
  guint64 bytes;
} CyanStorePruned;

/* Drops every profile but those that @rule keeps of each project, of both sides of each step, and of
 * revisions with a mark other than that of a prediction.  Runs keep their values and functions.
 *
 * A revision is as old, at the time @now, as its commit or its last run, whichever is younger; its
 * day is that of its commit.  Each benchmark on each machine is counted on its own.
 *
 * Returns an array of CyanStorePruned, oldest first; free it with g_ptr_array_unref(). */
GPtrArray *cyan_store_prune (
    CyanStore *self, const CyanRetention *rule, gint64 now, CyanPruneMode mode, GError **error);
