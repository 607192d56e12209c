/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hot-bounds.h"

#include <string.h>

static gboolean
same_text (const CyanProfile *a, CyanStr text, const CyanProfile *b, CyanStr other)
{
  return strcmp (cyan_strings_get (a->strings, text), cyan_strings_get (b->strings, other)) == 0;
}

static gboolean
same_call (const CyanProfile *a, CyanNode node, const CyanProfile *b, CyanNode other)
{
  const CyanFunction *function = cyan_profile_function (a, node);
  const CyanFunction *wanted = cyan_profile_function (b, other);

  return same_text (a, function->name, b, wanted->name)
         && same_text (a, function->module, b, wanted->module)
         && same_text (a, function->file, b, wanted->file) && function->line == wanted->line
         && (a->call_site != NULL ? a->call_site[node] : 0)
                == (b->call_site != NULL ? b->call_site[other] : 0);
}

CyanNode *
hot_bounds_contexts (const CyanProfile *profile, const CyanProfile *other)
{
  CyanNode *found = g_new (CyanNode, profile->n_nodes);

  found[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = found[profile->parent[i]];

      found[i] = CYAN_NODE_NONE;
      if (up == CYAN_NODE_NONE)
        continue;
      for (CyanNode c = up + 1; c < other->end[up]; c = other->end[c])
        if (same_call (profile, i, other, c))
          found[i] = c;
    }
  return found;
}

gboolean
hot_bounds_is_cold (const CyanProfile *profile, CyanNode node)
{
  return strcmp (cyan_profile_name (profile, node), CYAN_COLD_NAME) == 0;
}

void
hot_bounds_assert (const CyanProfile *hot, const CyanProfile *exact)
{
  g_autofree CyanNode *in_hot = hot_bounds_contexts (exact, hot),
                      *in_exact = hot_bounds_contexts (hot, exact);
  const double *total = exact->metrics[0].total;
  double whole = total[CYAN_NODE_ROOT], slack = HOT_BOUNDS_ROUNDING * whole;

  for (guint m = 0; m < exact->n_metrics; m++)
    g_assert_cmpfloat_with_epsilon (hot->metrics[m].total[0], exact->metrics[m].total[0],
                                    HOT_BOUNDS_ROUNDING * exact->metrics[m].total[0]);
  for (CyanNode i = 1; i < exact->n_nodes; i++)
    if (in_hot[i] == CYAN_NODE_NONE)
      {
        g_assert_cmpfloat (total[i], <=, hot->pruning.floor + slack);
        g_assert_cmpfloat (total[i], <, MAX (hot->pruning.phi * whole, hot->pruning.floor) + slack);
      }
    else
      {
        double seen = hot->metrics[0].total[in_hot[i]];

        g_assert_cmpfloat (seen, <=, total[i] + slack);
        g_assert_cmpfloat (total[i], <=, seen + cyan_profile_missing (hot, in_hot[i]) + slack);
      }
  for (CyanNode i = 1; i < hot->n_nodes; i++)
    g_assert_true (in_exact[i] != CYAN_NODE_NONE || hot_bounds_is_cold (hot, i));
}
