/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions a function calls, before and after. */
#include "cyan-callees.h"

#include "cyan-function-sum.h"

#include <stdlib.h>

/* Below a caller that both sides have, the way goes on through nodes that one side lacks. */
static void
append_callees (GArray *nodes, const CyanCompared *compared, CyanNode caller)
{
  const CyanMergedTree *tree = compared->tree;
  gboolean is_pair = caller == CYAN_NODE_ROOT || cyan_compared_is_pair (compared, caller);

  for (CyanNode kid = caller + 1; kid < tree->end[caller];)
    {
      if (tree->parent[kid] == caller || cyan_compared_is_pair (compared, kid))
        g_array_append_val (nodes, kid);
      kid = is_pair && !cyan_compared_is_pair (compared, kid) ? kid + 1 : tree->end[kid];
    }
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const CyanNode *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static double
change_of (const CyanCompared *compared, const CyanFunctionSum *sum)
{
  return fabs (sum->side[1].total * cyan_compared_factor (compared, 1)
               - sum->side[0].total * cyan_compared_factor (compared, 0));
}

/* How a callee compares with the others. */
typedef struct
{
  const CyanCallee *callee;
  double change, weight;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  if (x->change != y->change)
    return x->change < y->change ? 1 : -1;
  if (x->weight != y->weight)
    return x->weight < y->weight ? 1 : -1;
  return (x->callee->function > y->callee->function) - (x->callee->function < y->callee->function);
}

static GArray *
sorted (const CyanCompared *compared, const GArray *callees)
{
  GArray *result = g_array_sized_new (FALSE, FALSE, sizeof (CyanCallee), callees->len);
  g_autofree Ranked *ranked = g_new (Ranked, MAX (callees->len, 1));

  for (guint i = 0; i < callees->len; i++)
    {
      const CyanCallee *callee = &g_array_index (callees, CyanCallee, i);

      ranked[i] = (Ranked){ callee, change_of (compared, &callee->sum),
                            MAX (callee->sum.side[0].share, callee->sum.side[1].share) };
    }
  qsort (ranked, callees->len, sizeof *ranked, compare_ranked);
  for (guint i = 0; i < callees->len; i++)
    g_array_append_val (result, *ranked[i].callee);
  return result;
}

GArray *
cyan_callees_new (const CyanComparison *comparison, guint32 function)
{
  const CyanCompared *compared = &comparison->compared;
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  g_autoptr (GArray) callees = g_array_new (FALSE, FALSE, sizeof (CyanCallee));
  g_autoptr (GArray) summing = g_array_new (FALSE, TRUE, sizeof (CyanSumming));
  g_autoptr (GHashTable) by_function = g_hash_table_new (NULL, NULL);

  for (CyanNode node = 0; node < compared->n_nodes; node++)
    if (cyan_compared_function (compared, node) == function)
      append_callees (nodes, compared, node);
  /* Sums want preorder, and of a recursive function the same node may come twice. */
  g_array_sort (nodes, compare_nodes);
  for (guint i = 0; i < nodes->len; i++)
    {
      CyanNode node = g_array_index (nodes, CyanNode, i);
      CyanCallee callee = { .function = cyan_compared_function (compared, node) };
      gpointer place;

      if (i > 0 && node == g_array_index (nodes, CyanNode, i - 1))
        continue;
      place = g_hash_table_lookup (by_function, GUINT_TO_POINTER (callee.function));
      if (place == NULL)
        {
          cyan_function_sum_init (&callee.sum);
          g_array_append_val (callees, callee);
          g_array_set_size (summing, callees->len);
          place = GUINT_TO_POINTER (callees->len);
          g_hash_table_insert (by_function, GUINT_TO_POINTER (callee.function), place);
        }
      cyan_function_sum_add (&g_array_index (callees, CyanCallee, GPOINTER_TO_UINT (place) - 1).sum,
                             &g_array_index (summing, CyanSumming, GPOINTER_TO_UINT (place) - 1),
                             comparison, node, node);
    }
  for (guint i = 0; i < callees->len; i++)
    cyan_function_sum_finish (&g_array_index (callees, CyanCallee, i).sum);
  return sorted (compared, callees);
}
