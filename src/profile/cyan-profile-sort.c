/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An order that does not depend on that in which nodes, functions and metrics were added. */
#include <string.h>

#include "cyan-profile-private.h"

#define NONE CYAN_NODE_NONE

/* ---- metrics ---- */

static void
choose_flat (CyanFlatProfile *flat, const guint *chosen, guint n)
{
  double **values = g_new (double *, n);

  for (guint m = 0; m < n; m++)
    values[m] = g_steal_pointer (&flat->self[chosen[m]]);
  for (guint m = 0; m < flat->n_metrics; m++)
    g_free (flat->self[m]);
  g_free (flat->self);
  flat->self = values;
  flat->n_metrics = n;
}

void
cyan_profile_builder_choose_metrics (CyanProfileBuilder *self, const guint *chosen, guint n)
{
  GArray *metrics = g_array_sized_new (FALSE, TRUE, sizeof (CyanMetric), n);
  guint n_before = self->metrics->len;
  g_autofree guint32 *numbers = g_new (guint32, n_before);

  g_assert (n > 0);
  g_array_set_clear_func (metrics, cyan_profile_clear_metric);
  memset (numbers, 0xff, n_before * sizeof *numbers);
  for (guint m = 0; m < n; m++)
    {
      CyanMetric *metric = &g_array_index (self->metrics, CyanMetric, chosen[m]);

      g_assert (chosen[m] < n_before && numbers[chosen[m]] == CYAN_PIECES_NONE);
      numbers[chosen[m]] = m;
      g_array_append_val (metrics, *metric);
      memset (metric, 0, sizeof *metric);
    }
  cyan_profile_builder_choose_limbs (self, chosen, n);
  g_array_unref (self->metrics);
  self->metrics = metrics;
  if (self->flat != NULL)
    choose_flat (self->flat, chosen, n);
  if (self->pieces != NULL)
    cyan_pieces_renumber (self->pieces, 0, NULL, NULL, numbers, NULL);
  if (self->hosts != NULL)
    cyan_host_cells_choose_metrics (self->hosts, chosen, n);
}

/* ---- functions ---- */

typedef struct
{
  const CyanFunction *functions;
  const guint32 *ranks; /* by string */
} Order;

static int
compare_functions (gconstpointer a, gconstpointer b, gpointer data)
{
  const Order *order = data;
  const CyanFunction *left = &order->functions[*(const guint32 *) a];
  const CyanFunction *right = &order->functions[*(const guint32 *) b];

  if (left->name != right->name)
    return order->ranks[left->name] < order->ranks[right->name] ? -1 : 1;
  if (left->module != right->module)
    return order->ranks[left->module] < order->ranks[right->module] ? -1 : 1;
  if (left->file != right->file)
    return order->ranks[left->file] < order->ranks[right->file] ? -1 : 1;
  if (left->line != right->line)
    return left->line < right->line ? -1 : 1;
  return left->body_hash < right->body_hash ? -1 : left->body_hash > right->body_hash;
}

/* Moves function @numbers[f] to f in the flat profile. */
static CyanFlatProfile *
sort_flat (CyanFlatProfile *flat, const guint32 *numbers, guint n)
{
  CyanFlatProfile *sorted;

  cyan_flat_profile_resize (flat, n);
  sorted = cyan_flat_profile_new (n, flat->n_metrics);
  for (guint f = 0; f < n; f++)
    {
      for (guint m = 0; m < flat->n_metrics; m++)
        sorted->self[m][f] = flat->self[m][numbers[f]];
      sorted->calls[f] = flat->calls[numbers[f]];
    }
  cyan_flat_profile_unref (flat);
  return sorted;
}

/* Sorts the functions but the first, and gives the nodes their new numbers. */
static void
sort_functions (CyanProfileBuilder *self)
{
  guint n = self->functions->len;
  g_autofree guint32 *ranks = cyan_strings_ranks (self->strings);
  g_autofree guint32 *old = g_new (guint32, n), *new = g_new (guint32, n);
  CyanFunction *functions = &g_array_index (self->functions, CyanFunction, 0);
  g_autofree CyanFunction *before = g_memdup2 (functions, n * sizeof *functions);
  Order order = { before, ranks };

  for (guint f = 0; f < n; f++)
    old[f] = f;
  g_qsort_with_data (old + 1, (gint) n - 1, sizeof *old, compare_functions, &order);
  for (guint f = 0; f < n; f++)
    {
      functions[f] = before[old[f]];
      new[old[f]] = f;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    self->function[i] = new[self->function[i]];
  if (self->flat != NULL)
    self->flat = sort_flat (self->flat, old, n);
}

/* ---- nodes ---- */

static int
compare_call_sites (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanProfileBuilder *self = data;
  CyanNode left = *(const CyanNode *) a, right = *(const CyanNode *) b;

  if (self->call_site[left] != self->call_site[right])
    return self->call_site[left] < self->call_site[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* All nodes by function, then by call site.  Free with g_free(). */
static CyanNode *
by_function (CyanProfileBuilder *self)
{
  guint n_functions = self->functions->len;
  g_autofree guint *first = g_new0 (guint, n_functions + 1);
  CyanNode *nodes = g_new (CyanNode, self->n_nodes);

  for (CyanNode i = 0; i < self->n_nodes; i++)
    first[self->function[i] + 1]++;
  for (guint f = 0; f < n_functions; f++)
    first[f + 1] += first[f];
  for (CyanNode i = 0; i < self->n_nodes; i++)
    nodes[first[self->function[i]]++] = i;
  /* Now first[f] is the end of the nodes of f. */
  for (guint f = 0; f < n_functions && self->has_call_sites; f++)
    {
      guint from = f > 0 ? first[f - 1] : 0;

      g_qsort_with_data (nodes + from, (gint) (first[f] - from), sizeof *nodes, compare_call_sites,
                         self);
    }
  return nodes;
}

/* Links the children of each node in the order of their functions. */
static void
sort_nodes (CyanProfileBuilder *self)
{
  g_autofree CyanNode *nodes = by_function (self);

  memset (self->first_child, 0xff, self->n_nodes * sizeof (CyanNode));
  memset (self->last_child, 0xff, self->n_nodes * sizeof (CyanNode));
  for (guint at = self->n_nodes; at-- > 0;)
    {
      CyanNode node = nodes[at], parent = self->parent[node];

      self->next[node] = NONE;
      if (parent == NONE)
        continue;
      if (self->first_child[parent] == NONE)
        self->last_child[parent] = node;
      else
        self->next[node] = self->first_child[parent];
      self->first_child[parent] = node;
    }
  self->in_preorder = FALSE;
}

/* ---- meta data ---- */

static int
compare_meta (gconstpointer a, gconstpointer b)
{
  return strcmp (((const CyanMeta *) a)->key, ((const CyanMeta *) b)->key);
}

void
cyan_profile_builder_sort (CyanProfileBuilder *self)
{
  /* Both are by old numbers. */
  cyan_profile_builder_forget_children (self);
  cyan_table_clear (&self->function_table);
  sort_functions (self);
  sort_nodes (self);
  g_array_sort (self->meta, compare_meta);
}
