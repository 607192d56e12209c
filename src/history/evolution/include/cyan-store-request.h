/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From two revisions in a store to a comparison of their runs.
 *
 * Both sides are runs of one definition of a benchmark on one machine: others are never compared.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-store.h"

/* The pair to compare, as a person names it.  All is borrowed; NULL: there is only one. */
typedef struct
{
  const char *project, *benchmark;
  const char *definition; /* its hash, or the first digits of it */
  const char *machine;    /* its name, or the beginning of it */

  /* Before and after: a revision in the store, the first digits of its oid, or whatever the
   * repository has a name for. */
  const char *revisions[2];
  gboolean ancestor_first; /* exchange the two if the second is an ancestor of the first */
  gboolean ignore_times;   /* do not find out when the runs were measured */
  const char *metric; /* only for finding a base: outliers in this one are none; NULL: in any */
} CyanStorePair;

/* Gives @request all successful runs of both revisions, with when they were measured and the names
 * of the sides, and as their sources the two revisions in its repository.  If it has none, and no other sources, this is the
 * project's, if it is on this computer and has both.  The profiles are loaded with the limits of
 * @request.  Adds lines for people to @notes: what is missing, and that the first revision is a
 * descendant of the second.
 *
 * Fails with CYAN_ERROR_INVALID if there is no such row or no such revision, with
 * CYAN_ERROR_MISMATCH if there are several choices, if no definition and machine has runs of both,
 * or if these have failed; with CYAN_ERROR_UNSUPPORTED if only the numbers of the runs were
 * kept. */
gboolean cyan_store_request (CyanStore *self,
                             const CyanStorePair *pair,
                             CyanRequest *request,
                             GPtrArray *notes,
                             const CyanTick *tick,
                             GError **error);
