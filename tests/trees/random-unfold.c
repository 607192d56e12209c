/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random call graphs and their trees. */
#include "random-edits.h"

#define NONE        RANDOM_NONE
#define NODE        RANDOM_NODE
#define MAX_CALLEES 6
#define MAX_DEPTH   300

/* The calls of a function, the same in all contexts. */
typedef struct
{
  guint32 callee[MAX_CALLEES];
  guint n_callees;
  double cost;
} Function;

/* Functions call later ones, sometimes themselves or an earlier one, or a utility: one of the last
 * eighth. */
static Function *
draw_functions (const RandomOptions *options, guint64 *state)
{
  guint n = options->n_functions;
  guint reach = MAX (n / 30, MAX_CALLEES);
  Function *functions = g_new0 (Function, n);

  for (guint f = 0; f < n; f++)
    {
      Function *function = &functions[f];
      guint n_calls = f > 0 && f % 4 == 3 ? 0 : 1 + random_below (state, MAX_CALLEES);

      function->cost = 1.0 / (0.02 + random_uniform (state));
      for (guint k = 0; k < n_calls; k++)
        {
          int chance = (int) random_below (state, 100) - (int) options->recursion;
          guint32 callee = f + 1 + random_below (state, reach);
          gboolean known = FALSE;

          if (chance < 3)
            callee = f;
          else if (chance < 7)
            callee = random_below (state, n);
          else if (chance < 22 || callee >= n)
            callee = n - 1 - random_below (state, n / 8 + 1);
          for (guint j = 0; j < function->n_callees; j++)
            known |= function->callee[j] == callee;
          if (!known || options->call_sites)
            function->callee[function->n_callees++] = callee;
        }
    }
  if (functions[0].n_callees == 0)
    functions[0].callee[functions[0].n_callees++] = 1;
  return functions;
}

/* May end before the tree has all its nodes. */
static RandomTree *
unfold (const RandomOptions *options, guint64 *state)
{
  RandomTree *tree = g_array_new (FALSE, FALSE, sizeof (RandomNode));
  g_autofree Function *functions = draw_functions (options, state);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint *depth = g_new0 (guint, options->n_nodes + MAX_CALLEES);
  guint32 i = random_tree_add (tree, NONE, 0, 0, 1.0);

  g_array_append_val (open, i);
  while (open->len > 0 && tree->len < options->n_nodes)
    {
      /* Continuing at the newest node makes the tree deep; at any other, wide. */
      guint at = random_below (state, 3 + options->deeper) <= options->deeper
                     ? open->len - 1
                     : random_below (state, open->len);
      const Function *function;

      i = g_array_index (open, guint32, at);
      g_array_remove_index_fast (open, at);
      function = &functions[NODE (tree, i)->name];
      for (guint k = 0; k < function->n_callees && depth[i] < MAX_DEPTH; k++)
        {
          guint32 callee = function->callee[k], child;

          if (random_below (state, 8) == 0 && i > 0)
            continue; /* not every context makes every call */
          child = random_tree_add (tree, i, callee, options->call_sites ? (k + 1) * 8 : 0,
                                   functions[callee].cost * (0.5 + random_uniform (state)));
          depth[child] = depth[i] + 1;
          g_array_append_val (open, child);
        }
    }
  return tree;
}

RandomTree *
random_tree_unfold (const RandomOptions *options, guint64 *state)
{
  RandomTree *tree = unfold (options, state);

  while (tree->len < options->n_nodes)
    {
      g_array_unref (tree);
      tree = unfold (options, state);
    }
  return tree;
}
