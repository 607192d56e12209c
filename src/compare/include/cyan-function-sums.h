/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions over all their contexts, and who calls them.
 *
 * Self values and calls are summed over all contexts of a function.  The total of a recursive call
 * is part of that of the outermost one, so only outermost contexts count for totals.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-filter.h"

G_BEGIN_DECLS

/* A function over its contexts, or over some of them. */
typedef struct
{
  CyanNode node; /* the context whose total differs most; CYAN_NODE_NONE if there is no context */
  guint n_contexts;
  CyanSide side[2]; /* calls are unknown if those of one context are */
} CyanFunctionSum;

/* By number of function, as of cyan_compared_function(); that of the synthetic root is empty.  Free
 * with g_free().  NULL only with CYAN_ERROR_CANCELLED. */
CyanFunctionSum *
cyan_function_sums_new (const CyanComparison *comparison, const CyanTick *tick, GError **error);

/* A function on the way from a callee up to the root, in the calls that end in that callee. */
typedef struct
{
  guint32 function;
  CyanFunctionSum sum; /* of the callee in these calls; its node is one of this function */
  GArray *calls;       /* owned; private */
} CyanCaller;

/* The callee itself, with all its contexts.  Free with cyan_caller_free(). */
CyanCaller *cyan_caller_new (const CyanComparison *comparison, guint32 function);
void cyan_caller_free (CyanCaller *self);

/* Who calls @self in these calls: of CyanCaller, by their first call; empty at the top of the tree.
 * Their sums are those of @self split up.  Free with g_ptr_array_unref(). */
GPtrArray *cyan_caller_up (const CyanComparison *comparison, const CyanCaller *self);
/* Whether a context of this function in these calls matches @filtered, and whether one does or is
 * below one that does: such a caller has a caller that matches. */
gboolean cyan_caller_matches (const CyanCaller *self, const CyanFiltered *filtered);
gboolean cyan_caller_is_below_match (const CyanCaller *self, const CyanFiltered *filtered);
gboolean cyan_caller_has_callers (const CyanComparison *comparison, const CyanCaller *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCaller, cyan_caller_free)

G_END_DECLS
