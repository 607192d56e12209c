/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of functions: one of each recording. */
#pragma once

#include "cyan-merged.h"

G_BEGIN_DECLS

/* The two functions of a node, by index in their profiles; G_MAXUINT32 if the function ran nowhere
 * on a side.  A node that one side lacks still has that side's function if it ran in another
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
  guint32 *function;    /* by pair: pairs that differ only in a line or file that one recording
                         * lacks are one function */
  guint n_functions;
  guint n_common; /* functions that both recordings have */
} CyanFunctionPairs;

/* @profiles are before and after, @labels by their functions.  Free with
 * cyan_function_pairs_free().  NULL only with CYAN_ERROR_CANCELLED. */
CyanFunctionPairs *cyan_function_pairs_new (CyanProfile *const profiles[2],
                                            CyanStr *const labels[2],
                                            const CyanMergedTree *tree,
                                            const CyanTick *tick,
                                            GError **error);
void cyan_function_pairs_free (CyanFunctionPairs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFunctionPairs, cyan_function_pairs_free)

G_END_DECLS
