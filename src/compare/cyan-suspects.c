/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ranked list of suspects.
 *
 * The score of a function is the change of its self value, summed over all contexts.  So a function
 * that only moved to another caller has a score of 0.  If noise is known, the sum has to exceed it.
 */
#include "cyan-suspects.h"

#include <math.h>

typedef struct
{
  CyanSuspect suspect;
  double most;  /* change in suspect.node */
  double moved; /* sum of the magnitudes of the changes of all contexts */
} Entry;

/* Sums that cancel out are zero except for rounding errors. */
#define ROUNDING 1e-9

static int
compare_suspects (gconstpointer a, gconstpointer b)
{
  const CyanSuspect *x = a, *y = b;

  if (x->change != y->change)
    return x->change > y->change ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

/* Whether @node has a change of its function.  What was pruned has none, and one side may have pruned all
 * contexts of a function that it does not pair. */
static gboolean
has_change (const CyanCompared *compared, CyanNode node)
{
  const CyanFunctionPair *pair = &compared->pairs->at[compared->pairs->of_node[node]];

  if (cyan_compared_is_cold (compared, node))
    return FALSE;
  return !cyan_compared_is_pruned (compared) || !cyan_compared_is_unseen (compared, node)
         || (pair->before != G_MAXUINT32 && pair->after != G_MAXUINT32);
}

GArray *
cyan_suspects_new (const CyanComparison *comparison, CyanDirection direction, guint n)
{
  const CyanCompared *compared = &comparison->compared;
  guint n_functions = compared->pairs->n_functions;
  g_autofree double *before = cyan_compared_function_values (compared, 0);
  g_autofree double *after = cyan_compared_function_values (compared, 1);
  g_autofree Entry *entries = g_new0 (Entry, MAX (n_functions, 1));
  GArray *suspects = g_array_new (FALSE, FALSE, sizeof (CyanSuspect));
  double sum = 0;

  for (guint i = 0; i < n_functions; i++)
    entries[i].suspect.node = CYAN_NODE_NONE;
  for (CyanNode node = 0; node < compared->n_nodes; node++)
    if (has_change (compared, node))
      {
        guint32 function = cyan_compared_function (compared, node);
        Entry *entry = &entries[function];
        double change = cyan_compared_self_difference (compared, node);

        if (direction == CYAN_DIRECTION_FASTER)
          change = -change;
        entry->moved += fabs (change);
        if (entry->suspect.node == CYAN_NODE_NONE || change > entry->most)
          {
            entry->suspect.node = node;
            entry->suspect.pair = compared->pairs->of_node[node];
            entry->suspect.function = function;
            entry->most = change;
          }
      }

  for (guint i = 0; i < n_functions; i++)
    {
      Entry *entry = &entries[i];

      entry->suspect.change = after[i] * cyan_compared_factor (compared, 1)
                              - before[i] * cyan_compared_factor (compared, 0);
      if (direction == CYAN_DIRECTION_FASTER)
        entry->suspect.change = -entry->suspect.change;
      if (entry->suspect.node == CYAN_NODE_NONE || entry->suspect.change <= ROUNDING * entry->moved)
        continue;
      sum += entry->suspect.change;
      if (cyan_noise_function_changed (&comparison->noise, compared, i))
        g_array_append_val (suspects, entry->suspect);
    }
  g_array_sort (suspects, compare_suspects);
  if (suspects->len > n)
    g_array_set_size (suspects, n);
  for (guint i = 0; i < suspects->len; i++)
    {
      CyanSuspect *suspect = &g_array_index (suspects, CyanSuspect, i);

      suspect->share = suspect->change / sum;
      g_assert (!(suspect->change <= 0) && !(suspect->share > 1));
    }
  return suspects;
}
