/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ranked list of suspects.
 *
 * A function is suspect for what it does itself, summed over all of its contexts: one that only
 * moved to another caller comes to nothing.  In sampled data the sum has to exceed its noise.
 */
#include "cyan-comparison.h"

#include <math.h>

#include "cyan-noise.h"

typedef struct
{
  CyanSuspect suspect;
  double most; /* change in suspect.node */
  double variance;
  double moved; /* sum of the magnitudes of all changes */
} Entry;

/* Sums of what cancels out are zero but for rounding. */
#define ROUNDING 1e-9

typedef struct
{
  CyanStr name, module;
} Label;

static guint
label_hash (gconstpointer key)
{
  const Label *label = key;

  return label->name * 31 + label->module;
}

static gboolean
label_equal (gconstpointer a, gconstpointer b)
{
  const Label *x = a, *y = b;

  return x->name == y->name && x->module == y->module;
}

/* For each pair the number of its function: pairs that differ only in what a recording did not
 * know or put elsewhere (line, file) are one function. */
static guint *
number_functions (const CyanComparison *self, guint *n)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (label_hash, label_equal, g_free, NULL);
  guint *number = g_new (guint, MAX (self->n_pairs, 1));

  for (guint p = 0; p < self->n_pairs; p++)
    {
      const CyanFunctionPair *pair = &self->pairs[p];
      const CyanFunction *function = pair->after != G_MAXUINT32
                                         ? &self->after->functions[pair->after]
                                         : &self->before->functions[pair->before];
      Label label = { function->name, function->module };
      gpointer known;

      if (!g_hash_table_lookup_extended (numbers, &label, NULL, &known))
        {
          known = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, g_memdup2 (&label, sizeof label), known);
        }
      number[p] = GPOINTER_TO_UINT (known);
    }
  *n = g_hash_table_size (numbers);
  return number;
}

static int
compare_suspects (gconstpointer a, gconstpointer b)
{
  const CyanSuspect *x = a, *y = b;

  if (x->change != y->change)
    return x->change > y->change ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

GArray *
cyan_suspects_new (const CyanComparison *comparison, CyanDirection direction, guint n)
{
  guint n_functions;
  g_autofree guint *number = number_functions (comparison, &n_functions);
  g_autofree Entry *entries = g_new0 (Entry, MAX (n_functions, 1));
  GArray *suspects = g_array_new (FALSE, FALSE, sizeof (CyanSuspect));
  double sum = 0;

  for (guint i = 0; i < n_functions; i++)
    entries[i].suspect.node = CYAN_NODE_NONE;
  for (CyanNode node = 0; node < comparison->n_nodes; node++)
    {
      Entry *entry = &entries[number[comparison->pair[node]]];
      double variance;
      double change = cyan_noise_self_difference (comparison, node, &variance);

      if (direction == CYAN_DIRECTION_FASTER)
        change = -change;
      entry->suspect.change += change;
      entry->variance += variance;
      entry->moved += fabs (change);
      if (entry->suspect.node == CYAN_NODE_NONE || change > entry->most)
        {
          entry->suspect.node = node;
          entry->suspect.pair = comparison->pair[node];
          entry->most = change;
        }
    }

  for (guint i = 0; i < n_functions; i++)
    {
      const Entry *entry = &entries[i];

      if (entry->suspect.change <= ROUNDING * entry->moved)
        continue;
      sum += entry->suspect.change;
      if (entry->suspect.change > CYAN_NOISE_Z * sqrt (entry->variance))
        g_array_append_val (suspects, entry->suspect);
    }
  g_array_sort (suspects, compare_suspects);
  if (suspects->len > n)
    g_array_set_size (suspects, n);
  for (guint i = 0; i < suspects->len; i++)
    {
      CyanSuspect *suspect = &g_array_index (suspects, CyanSuspect, i);

      suspect->share = suspect->change / sum;
    }
  return suspects;
}
