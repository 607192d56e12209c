/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of functions: one function of each profile. */
#pragma once

#include "cyan-merged.h"

/* The two functions of a node, by index in their profiles; G_MAXUINT32 if a profile does not have
 * the function.  A node that one side lacks still has that side's function if it occurs in another
 * context. */
typedef struct
{
  guint32 before;
  guint32 after;
} CyanFunctionPair;

typedef struct
{
  guint32 *of_node; /* by merged node: index into at */
  guint n;
  CyanFunctionPair *at; /* distinct, numbered by their first node */
  guint32 *function;    /* by pair: number of its function; pairs have the same number if they
                         * differ only in a line or file that one profile does not know */
  guint n_functions;
  guint n_common; /* functions that both profiles have */
} CyanFunctionPairs;

/* The function of @pair on @side, 0 before and 1 after. */
static inline guint32
cyan_function_pair_of (const CyanFunctionPair *pair, guint side)
{
  return side == 0 ? pair->before : pair->after;
}

/* @profiles are before and after, @labels are by function.  Free with cyan_function_pairs_free().
 * NULL only with CYAN_ERROR_CANCELLED. */
CyanFunctionPairs *cyan_function_pairs_new (CyanProfile *const profiles[2],
                                            CyanStr *const labels[2],
                                            const CyanMergedTree *tree,
                                            const CyanTick *tick,
                                            GError **error);
void cyan_function_pairs_free (CyanFunctionPairs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFunctionPairs, cyan_function_pairs_free)
