/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds a tree that JSON nested, and whose nodes have totals, to a profile.
 */
#pragma once

#include "cyan-json-tree.h"

G_BEGIN_DECLS

/* Instead of a function: what the node has belongs to its parent. */
#define CYAN_NESTED_PARENT G_MAXUINT32

/* The own value of each node: what its total, field @total, exceeds those of its children by; 0 if
 * they have more.  @n_exceeded gets the number of such nodes, where it is more than rounding.
 * Caller frees. */
double *cyan_nested_own_values (const CyanJsonTree *tree, guint total, guint *n_exceeded);

/* Adds the nodes of @tree.  @functions and @own have the function and the own value of each. */
gboolean cyan_nested_add (CyanProfileBuilder *builder,
                          CyanInput *input,
                          const CyanJsonTree *tree,
                          const guint32 *functions,
                          guint metric,
                          const double *own,
                          GError **error);

G_END_DECLS
