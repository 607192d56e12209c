/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions over all their contexts.
 *
 * Self values and calls are summed over all contexts of a function.  The total of a recursive call
 * is part of that of the outermost one, so only outermost contexts count for totals.
 */
#pragma once

#include "cyan-comparison.h"

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
