/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals become own values, from the last node to the first; then the nodes are added. */
#include "cyan-nested.h"

/* Children that exceed their parent by at most this part of it are rounding. */
#define ROUNDING 1e-3

double *
cyan_nested_own_values (const CyanJsonTree *tree, guint total, guint *n_exceeded)
{
  double *own = g_new0 (double, tree->nodes->len);

  *n_exceeded = 0;
  for (guint32 i = tree->nodes->len; i-- > 0;)
    {
      double value = cyan_json_tree_number (tree, i, total);
      guint32 parent = cyan_json_tree_parent (tree, i);

      own[i] += value;
      if (own[i] < 0 && value >= 0)
        {
          if (cyan_json_tree_has (tree, i, total) && own[i] < -value * ROUNDING)
            *n_exceeded += 1;
          own[i] = 0;
        }
      if (parent != CYAN_JSON_TREE_NONE)
        own[parent] -= value;
    }
  return own;
}

gboolean
cyan_nested_add (CyanProfileBuilder *builder,
                 CyanInput *input,
                 const CyanJsonTree *tree,
                 const guint32 *functions,
                 guint metric,
                 const double *own,
                 GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, tree->nodes->len);

  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      guint32 above = cyan_json_tree_parent (tree, i);
      CyanNode parent = above == CYAN_JSON_TREE_NONE ? CYAN_NODE_ROOT : nodes[above];

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (input, error))
        return FALSE;
      nodes[i] = functions[i] == CYAN_NESTED_PARENT
                     ? parent
                     : cyan_profile_builder_child (builder, parent, functions[i], 0, error);
      if (nodes[i] == CYAN_NODE_NONE)
        return FALSE;
      cyan_profile_builder_add (builder, metric, nodes[i], own[i]);
    }
  return TRUE;
}
