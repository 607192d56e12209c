/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads formats whose document is a tree that JSON nests, or has one in a member.
 *
 * A format is a description of where its nodes have what; it may change the functions.
 */
#pragma once

#include "cyan-json-tree.h"

typedef struct
{
  const char *root;     /* the member of the document that has the tree; NULL: the document is it */
  const char *children; /* the member of a node */

  /* Members of a node, as in CyanJsonTreeField; NULL: it has none.  The name is required. */
  const char *name, *module, *file, *line, *value;
  gboolean line_from_zero;
  gboolean needs_value; /* else that of a node without one is 0 */
  /* Values are totals; or own ones after all, with a warning, if children have more than they. */
  gboolean is_total;
  gboolean keeps_twins; /* children of a node with the same function stay apart */
  const char *unit;

  /* Changes the function of a node, or returns FALSE: what the node has belongs to its parent.
   * @parent is an index into the tree, 0 for its root, or CYAN_JSON_TREE_NONE.  NULL: none is
   * changed. */
  gboolean (*frame) (CyanStrings *strings, guint32 parent, double own, CyanFunction *function);
} CyanJsonForm;

/* Reads all of @input, a recording of samples. */
gboolean cyan_json_form_read (const CyanJsonForm *self,
                              CyanInput *input,
                              CyanProfileBuilder *builder,
                              GError **error);

/* ---- for readers that have more than a tree ---- */

/* Instead of a function: what the node has belongs to its parent. */
#define CYAN_JSON_FORM_PARENT G_MAXUINT32

/* The own value of each node: what its total, field @total, exceeds those of its children by; 0 if
 * they have more.  @n_exceeded gets the number of such nodes, where it is more than rounding.
 * Caller frees. */
double *cyan_json_form_own_values (const CyanJsonTree *tree, guint total, guint *n_exceeded);

/* Adds the nodes of @tree.  @functions and @own have the function and the own value of each. */
gboolean cyan_json_form_add (CyanProfileBuilder *builder,
                             CyanInput *input,
                             const CyanJsonTree *tree,
                             const guint32 *functions,
                             gboolean keeps_twins,
                             guint metric,
                             const double *own,
                             GError **error);
