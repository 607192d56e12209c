/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hot tree: an example to the digit, and its bounds after every event of random streams,
 * against exact trees.
 */
#include <math.h>

#include "cyan-error.h"
#include "cyan-hot-tree.h"
#include "tests.h"

/* ---- exact trees ---- */

/* A context of the stream: its caller, and what it had. */
typedef struct
{
  CyanNode parent;
  guint32 function;
  double own[2], total[2];
} Context;

typedef struct
{
  GArray *contexts; /* of Context; the first is the root */
  GArray *open[3];  /* of CyanNode, by thread */
  double whole[2];
} Exact;

static void
exact_init (Exact *self)
{
  const Context root = { .parent = CYAN_NODE_NONE };

  self->contexts = g_array_new (FALSE, TRUE, sizeof (Context));
  g_array_append_val (self->contexts, root);
  for (guint i = 0; i < G_N_ELEMENTS (self->open); i++)
    self->open[i] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->whole[0] = self->whole[1] = 0;
}

static void
exact_clear (Exact *self)
{
  g_array_unref (self->contexts);
  for (guint i = 0; i < G_N_ELEMENTS (self->open); i++)
    g_array_unref (self->open[i]);
}

static CyanNode
exact_child (Exact *self, CyanNode parent, guint32 function)
{
  const Context added = { .parent = parent, .function = function };

  for (CyanNode i = parent + 1; i < self->contexts->len; i++)
    {
      const Context *context = &g_array_index (self->contexts, Context, i);

      if (context->parent == parent && context->function == function)
        return i;
    }
  g_array_append_val (self->contexts, added);
  return self->contexts->len - 1;
}

static CyanNode
exact_top (const Exact *self, guint thread)
{
  const GArray *open = self->open[thread];

  return open->len > 0 ? g_array_index (open, CyanNode, open->len - 1) : CYAN_NODE_ROOT;
}

static void
exact_sum (Exact *self)
{
  for (guint i = self->contexts->len; i-- > 0;)
    for (guint m = 0; m < 2; m++)
      g_array_index (self->contexts, Context, i).total[m] = 0;
  for (guint i = self->contexts->len; i-- > 0;)
    {
      Context *context = &g_array_index (self->contexts, Context, i);

      for (guint m = 0; m < 2; m++)
        {
          context->total[m] += context->own[m];
          if (i > 0)
            g_array_index (self->contexts, Context, context->parent).total[m] += context->total[m];
        }
    }
}

/* ---- both together ---- */

static void
enter (CyanHotTree *tree, Exact *exact, guint thread, guint32 function)
{
  CyanNode node = exact_child (exact, exact_top (exact, thread), function);

  g_array_append_val (exact->open[thread], node);
  g_assert_true (cyan_hot_tree_enter (tree, thread, function, 0, NULL));
}

static void
leave (CyanHotTree *tree, Exact *exact, guint thread)
{
  GArray *open = exact->open[thread];

  if (open->len > 0)
    g_array_set_size (open, open->len - 1);
  cyan_hot_tree_leave (tree, thread);
}

static void
add (CyanHotTree *tree, Exact *exact, guint thread, guint metric, double value)
{
  g_array_index (exact->contexts, Context, exact_top (exact, thread)).own[metric] += value;
  exact->whole[metric] += value;
  cyan_hot_tree_add (tree, thread, metric, value);
}

/* The bounds, for a metric whose floor is at most @most. */
static void
assert_bounds (const CyanHotTree *tree, Exact *exact, guint metric, double most)
{
  guint n = tree->n_nodes;
  g_autofree double *totals = g_new (double, n);
  g_autofree CyanNode *of = g_new (CyanNode, n);
  g_autofree guint8 *is_in = g_new0 (guint8, exact->contexts->len);
  double floor = tree->values[metric].floor;

  exact_sum (exact);
  g_assert_cmpfloat (tree->values[metric].whole, ==, exact->whole[metric]);
  g_assert_cmpfloat (floor, <=, most);
  for (CyanNode i = 0; i < n; i++)
    {
      CyanHotNode node = tree->nodes[i];

      if (i > 0)
        g_assert_cmpuint (node.parent, <, i);
      of[i] = i == 0 ? 0 : exact_child (exact, of[node.parent], node.function);
      g_assert_false (is_in[of[i]]);
      is_in[of[i]] = TRUE;
      totals[i] = tree->values[metric].seen[i] + tree->values[metric].rest[i];
    }
  for (CyanNode i = n; i-- > 1;)
    totals[tree->nodes[i].parent] += totals[i];
  g_assert_cmpfloat (totals[0], ==, exact->whole[metric]);
  for (CyanNode i = 0; i < n; i++)
    {
      const Context *context = &g_array_index (exact->contexts, Context, of[i]);
      double seen = tree->values[metric].seen[i];
      double missing = tree->values[metric].birth[i];

      g_assert_cmpfloat (seen, <=, context->own[metric]);
      g_assert_cmpfloat (context->own[metric], <=, seen + missing);
      g_assert_cmpfloat (totals[i], <=, context->total[metric]);
      g_assert_cmpfloat (context->total[metric], <=, totals[i] + missing);
    }
  for (guint i = 0; i < exact->contexts->len; i++)
    if (!is_in[i])
      g_assert_cmpfloat (g_array_index (exact->contexts, Context, i).total[metric], <=, floor);
}

/* "R*1+18(a*8(b*8) c*1..6)": own value, what it is at most, what was pruned below. */
static void
write_node (const CyanHotTree *tree, CyanNode node, GString *text)
{
  double seen = tree->values[0].seen[node], rest = tree->values[0].rest[node];
  double missing = tree->values[0].birth[node];
  const char *before = "(";

  if (node > 0)
    g_string_append_printf (text, "%c*%g", (int) tree->nodes[node].function, seen);
  if (node > 0 && missing > 0)
    g_string_append_printf (text, "..%g", seen + missing);
  if (node > 0 && rest > 0)
    g_string_append_printf (text, "+%g", rest);
  for (CyanNode i = node + 1; i < tree->n_nodes; i++)
    if (tree->nodes[i].parent == node)
      {
        g_string_append (text, node > 0 ? before : "");
        write_node (tree, i, text);
        before = " ";
      }
  if (node > 0 && *before == ' ')
    g_string_append_c (text, ')');
}

static void
assert_text (const CyanHotTree *tree, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  write_node (tree, CYAN_NODE_ROOT, text);
  g_assert_cmpstr (text->str, ==, expected);
}

/* ---- tests ---- */

/* Letters call, ")" returns; each call has the value 1. */
static void
feed (CyanHotTree *tree, const char *events)
{
  for (const char *p = events; *p != '\0'; p++)
    if (*p == ')')
      cyan_hot_tree_leave (tree, 0);
    else
      {
        g_assert_true (cyan_hot_tree_enter (tree, 0, (guint32) *p, 0, NULL));
        cyan_hot_tree_add (tree, 0, 0, 1);
      }
}

TEST ("/structures/hot-tree/example")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.2, 1, 0);

  feed (tree, "Rab))ab))ab))ab))ab))ab))0v))1v))2v))3v))4v))5v))6v))7v))ab))ab))1v))c))");
  assert_text (tree, "R*1+18(a*8(b*8) c*1..6)");
  g_assert_cmpfloat (tree->values[0].whole, ==, 36);
  g_assert_cmpfloat (tree->values[0].floor, ==, 7);
  g_assert_cmpuint (tree->n_prunings, ==, 4);
}

/* A random stream of three threads, whole values in one metric and real ones in the other. */
static void
play (CyanHotTree *tree, Exact *exact, guint n_events, guint n_functions, double epsilon)
{
  for (guint i = 0; i < n_events; i++)
    {
      guint thread = (guint) g_test_rand_int_range (0, 3);
      double value = g_test_rand_int_range (0, 50);

      if (g_test_rand_int_range (0, 100) < 47)
        {
          add (tree, exact, thread, 0, value);
          add (tree, exact, thread, 1, g_test_rand_int_range (0, 8) / 4.0);
          leave (tree, exact, thread);
        }
      else
        enter (tree, exact, thread, (guint32) g_test_rand_int_range (0, (gint32) n_functions));
      assert_bounds (tree, exact, 0, epsilon * exact->whole[0]);
      assert_bounds (tree, exact, 1, exact->whole[1]);
    }
}

TEST ("/structures/hot-tree/bounds")
{
  static const double epsilons[] = { 1, 0.5, 0.2, 0.05, 0.01 };

  for (guint i = 0; i < 60; i++)
    {
      double epsilon = epsilons[i % G_N_ELEMENTS (epsilons)];
      g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (epsilon, 2, 0);
      Exact exact;

      exact_init (&exact);
      play (tree, &exact, 150, 1 + i % 8, epsilon);
      cyan_hot_tree_finish (tree, 0.1);
      assert_bounds (tree, &exact, 0, MAX (epsilon, 0.1) * exact.whole[0]);
      assert_bounds (tree, &exact, 1, exact.whole[1]);
      exact_clear (&exact);
    }
}

/* With more room than there are contexts, nothing is missing. */
TEST ("/structures/hot-tree/exact")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (1e-4, 2, 0);
  Exact exact;

  exact_init (&exact);
  play (tree, &exact, 300, 4, 0);
  g_assert_cmpuint (tree->n_nodes, ==, exact.contexts->len);
  g_assert_cmpuint (tree->n_prunings, ==, 0);
  exact_clear (&exact);
}

/* A million contexts, each once, and a hot one: memory stays bounded, the hot one is found. */
TEST ("/structures/hot-tree/each-once")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (1e-3, 1, 0);
  gboolean found = FALSE;

  for (guint32 i = 1; i <= 1000000; i++)
    {
      g_assert_true (cyan_hot_tree_enter (tree, 0, i, 0, NULL));
      cyan_hot_tree_add (tree, 0, 0, 1);
      cyan_hot_tree_leave (tree, 0);
      if (i % 100 == 0)
        {
          g_assert_true (cyan_hot_tree_enter (tree, 0, 0, 0, NULL));
          cyan_hot_tree_add (tree, 0, 0, 1);
          cyan_hot_tree_leave (tree, 0);
        }
    }
  g_assert_cmpuint (tree->n_nodes, <, 10000);
  cyan_hot_tree_finish (tree, 5e-3);
  for (CyanNode i = 1; i < tree->n_nodes; i++)
    found |= tree->nodes[i].function == 0;
  g_assert_true (found);
  g_assert_cmpuint (tree->n_nodes, <, 10);
}

/* A chain that is open as a whole stays, within the limit of nodes; beyond it, it is an error. */
TEST ("/structures/hot-tree/chain")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.1, 1, 4000000);
  g_autoptr (CyanHotTree) small = cyan_hot_tree_new (0.1, 1, 1000);
  g_autoptr (GError) error = NULL;
  guint32 i = 0;

  for (; i < 1000000; i++)
    {
      g_assert_true (cyan_hot_tree_enter (tree, 0, i, 0, NULL));
      cyan_hot_tree_add (tree, 0, 0, 1);
    }
  g_assert_cmpuint (tree->n_nodes, ==, 1000001);
  for (i = 0; i < 1000000; i++)
    cyan_hot_tree_leave (tree, 0);
  g_assert_true (cyan_hot_tree_enter (tree, 0, 1, 0, NULL));
  for (i = 0; i < 2000 && cyan_hot_tree_enter (small, 0, i, 0, &error); i++)
    ;
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpuint (i, <=, 1000);
}

/* As many calls are open as may be, 1,500 of 1,600 nodes, none of which can be pruned: the other
 * 100 are used before it prunes again. */
TEST ("/structures/hot-tree/all-open")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.1, 1, 1600);
  guint n, n_before;

  for (guint32 i = 0; tree->n_nodes < 1500; i++)
    g_assert_true (cyan_hot_tree_enter (tree, 0, i, 0, NULL));
  n_before = tree->n_prunings;
  for (guint32 i = 0; i < 1000; i++)
    {
      cyan_hot_tree_add (tree, 0, 0, 1);
      g_assert_true (cyan_hot_tree_enter (tree, 0, 10000 + i, 0, NULL));
      cyan_hot_tree_add (tree, 0, 0, 1);
      cyan_hot_tree_leave (tree, 0);
      g_assert_cmpuint (tree->n_nodes, <=, 1600);
    }
  n = tree->n_prunings - n_before;
  /* Twice for each 100, as one call more may be open than afterwards. */
  g_assert_cmpuint (n, >=, 1000 / 100);
  g_assert_cmpuint (n, <=, 2 * 1000 / 100);
}

/* Too little memory for epsilon: a larger one is kept, and the bounds hold for that. */
TEST ("/structures/hot-tree/little-memory")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (1e-6, 1, 1000);

  for (guint32 i = 1; i <= 100000; i++)
    {
      g_assert_true (cyan_hot_tree_enter (tree, 0, i, 0, NULL));
      cyan_hot_tree_add (tree, 0, 0, 1);
      cyan_hot_tree_leave (tree, 0);
      g_assert_cmpuint (tree->n_nodes, <=, 1000);
    }
  g_assert_cmpfloat (tree->kept, >, 1e-6);
  g_assert_cmpfloat (tree->values[0].floor, <=, tree->kept * 100000);
}

/* The one that matters comes just when nothing is left of it: floors tell what it may have had. */
TEST ("/structures/hot-tree/evicted")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.01, 1, 0);
  double hot = 0, all = 0;
  CyanNode node = CYAN_NODE_NONE;

  for (guint32 round = 0; round < 2000; round++)
    {
      guint n = tree->n_prunings;

      g_assert_true (cyan_hot_tree_enter (tree, 0, 0, 0, NULL));
      cyan_hot_tree_add (tree, 0, 0, 1);
      cyan_hot_tree_leave (tree, 0);
      hot++, all++;
      for (guint32 i = 1; tree->n_prunings == n; i++)
        {
          g_assert_true (cyan_hot_tree_enter (tree, 0, i + round * 1000, 0, NULL));
          cyan_hot_tree_add (tree, 0, 0, 1);
          cyan_hot_tree_leave (tree, 0);
          all++;
        }
    }
  for (CyanNode i = 1; i < tree->n_nodes; i++)
    if (tree->nodes[i].function == 0)
      node = i;
  g_assert_cmpfloat (tree->values[0].whole, ==, all);
  g_assert_cmpfloat (tree->values[0].floor, <=, 0.01 * all);
  if (node == CYAN_NODE_NONE)
    g_assert_cmpfloat (hot, <=, tree->values[0].floor);
  else
    {
      double seen = tree->values[0].seen[node];

      g_assert_cmpfloat (seen, <=, hot);
      g_assert_cmpfloat (hot, <=, seen + tree->values[0].birth[node]);
    }
}

/* A thread whose calls never end keeps its path, whatever comes after them. */
TEST ("/structures/hot-tree/never-returns")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.1, 1, 0);
  guint found = 0;

  for (guint32 i = 0; i < 50; i++)
    g_assert_true (cyan_hot_tree_enter (tree, 1, i, 7, NULL));
  for (guint32 i = 0; i < 10000; i++)
    {
      g_assert_true (cyan_hot_tree_enter (tree, 0, i, 0, NULL));
      cyan_hot_tree_add (tree, 0, 0, 1);
      cyan_hot_tree_leave (tree, 0);
    }
  cyan_hot_tree_add (tree, 1, 0, 5000);
  for (CyanNode i = 1; i < tree->n_nodes; i++)
    found += tree->nodes[i].call_site == 7;
  g_assert_cmpuint (found, ==, 50);
  cyan_hot_tree_finish (tree, 0.2);
  g_assert_cmpuint (tree->n_nodes, ==, 51);
  g_assert_cmpfloat (tree->values[0].seen[50], ==, 5000);
}

/* Calls are counted with 64 bits, and stay below what stands for unknown. */
TEST ("/structures/hot-tree/many-calls")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.1, 1, 0);

  g_assert_true (cyan_hot_tree_enter (tree, 0, 0, 0, NULL));
  cyan_hot_tree_add_calls (tree, 0, G_MAXUINT32);
  cyan_hot_tree_add_calls (tree, 0, 2);
  g_assert_cmpuint (tree->nodes[1].calls, ==, (guint64) G_MAXUINT32 + 2);
  for (guint i = 0; i < 3; i++)
    cyan_hot_tree_add_calls (tree, 0, G_MAXUINT64 / 2);
  g_assert_cmpuint (tree->nodes[1].calls, ==, CYAN_CALLS_UNKNOWN - 1);
}

/* Calls that cost nothing take no memory either. */
TEST ("/structures/hot-tree/free-calls")
{
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (0.01, 1, 0);

  for (guint32 i = 1; i <= 20000; i++)
    {
      g_assert_true (cyan_hot_tree_enter (tree, 0, i, 0, NULL));
      cyan_hot_tree_leave (tree, 0);
      g_assert_cmpuint (tree->n_nodes, <=, 1000);
    }
}
