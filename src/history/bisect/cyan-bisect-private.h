/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of a bisection. */
#pragma once

#include "cyan-bisect.h"
#include "cyan-search.h"
#include "cyan-store.h"

/* The oids of the first parents from the one end to the other, both included, oldest first; with
 * @bad as the older one, *@is_reversed is TRUE.  Fails with CYAN_ERROR_INVALID if no end is a first
 * parent of the other.  Caller frees. */
GStrv cyan_bisect_range (const char *repository,
                         const char *good,
                         const char *bad,
                         gboolean *is_reversed,
                         const CyanTick *tick,
                         GError **error);

/* ---- cyan-bisect-runs.c: when runs were measured, and their metrics ---- */

typedef struct _CyanBisectRuns CyanBisectRuns;

CyanBisectRuns *cyan_bisect_runs_new (void);
void cyan_bisect_runs_free (CyanBisectRuns *self);

/* Takes the runs of a store, from @rows by revision (of CyanStoreCellValue, or NULL).  Runs of one
 * session that follow each other in turns are of one visit.  Those of a revision may all be of one
 * build. */
void cyan_bisect_runs_add_stored (CyanBisectRuns *self, GPtrArray *const *rows, guint n_revisions);
/* What is added from now on is of another visit. */
void cyan_bisect_runs_begin_visit (CyanBisectRuns *self);
/* Takes those of the runs of a revision that are new; they are of its build number @build. */
void cyan_bisect_runs_add (CyanBisectRuns *self, const GPtrArray *rows, guint build);
/* When @run was measured, which was added; borrowed. */
const CyanSearchOccasion *cyan_bisect_runs_find (const CyanBisectRuns *self, gint64 run);

/* Of the metrics that tell the work of a program, as @judged does, that which shows the difference
 * of @ends (of CyanStoreCellValue) most clearly; @judged, unless another one scatters less and
 * shows it much more clearly.  *@reason is a sentence, which the caller frees; NULL: there is no
 * choice, or nothing is shown.  The row is one of @ends, or @judged. */
const CyanStoreCellValue *cyan_bisect_runs_choose (const CyanBisectRuns *self,
                                                   GPtrArray *const ends[2],
                                                   const CyanStoreCellValue *judged,
                                                   double build_scatter,
                                                   char **reason);

/* ---- cyan-bisect-state.c ---- */

/* Fills in the revisions of @plan; the ends get the names that a person gave them. */
CyanBisection *cyan_bisection_new (const CyanPlan *plan, const char *oldest, const char *newest);
/* Takes over what the search says. */
void cyan_bisection_update (CyanBisection *self, const CyanSearchAnswer *answer);
