/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function of one recording is which of the other. */
#pragma once

#include "cyan-merged.h"

G_BEGIN_DECLS

/* The two functions of a node, by index in their profiles.  A node that one side lacks still names
 * that side's function where it ran in another context; G_MAXUINT32: it did not run at all. */
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
  guint32 *function;    /* by pair: pairs that differ only in what a recording did not know (line,
                         * file) are one function */
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
