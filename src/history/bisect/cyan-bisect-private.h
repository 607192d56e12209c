/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of a bisection. */
#pragma once

#include "cyan-bisect.h"
#include "cyan-search.h"

/* The oids of the first parents from the one end to the other, both included, oldest first; with
 * @bad as the older one, *@is_reversed is TRUE.  Fails with CYAN_ERROR_INVALID if no end is a first
 * parent of the other.  Caller frees. */
GStrv cyan_bisect_range (const char *repository,
                         const char *good,
                         const char *bad,
                         gboolean *is_reversed,
                         const CyanTick *tick,
                         GError **error);

/* Fills in the revisions of @plan; the ends get the names that a person gave them. */
CyanBisection *cyan_bisection_new (const CyanPlan *plan, const char *oldest, const char *newest);
/* Takes over what the search says. */
void cyan_bisection_update (CyanBisection *self, const CyanSearchAnswer *answer);
