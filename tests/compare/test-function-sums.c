/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions over all contexts. */
#include "cyan-function-sums.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

static guint32
function_of (const CyanComparison *comparison, const char *name)
{
  return cyan_compared_function (&comparison->compared, find (comparison, name));
}

static void
assert_side (const CyanSide *side, double total, double self, guint64 calls)
{
  g_assert_true (side->present);
  g_assert_cmpfloat (side->total, ==, total);
  g_assert_cmpfloat (side->self, ==, self);
  g_assert_cmpuint (side->calls, ==, calls);
}

/* A recursive call is part of the outermost one's total. */
TEST ("/function-sums/recursion")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1*1(walk:2*1(walk:3*4(leaf:5*1)) leaf:6*2)",
               "main:1*1(walk:2*1(walk:30*9(leaf:5*1)) leaf:6*3)", CYAN_MATCH_CONTEXT);
  g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);
  const CyanFunctionSum *walk = &sums[function_of (comparison, "walk")];
  const CyanFunctionSum *leaf = &sums[function_of (comparison, "leaf")];

  g_assert_cmpuint (walk->n_contexts, ==, 2);
  assert_side (&walk->side[0], 10, 5, 5);
  assert_side (&walk->side[1], 37, 32, 10);
  g_assert_cmpfloat (walk->side[0].share, ==, 10.0 / 17);
  assert_side (&leaf->side[0], 11, 11, 3);
  assert_side (&leaf->side[1], 11, 11, 4);
  g_assert_cmpuint (sums[cyan_compared_function (&comparison->compared, CYAN_NODE_ROOT)].n_contexts,
                    ==, 0);
}

TEST ("/function-sums/one-side")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1*1(old:5*1)", "main:1*1(new:7(new:2))", CYAN_MATCH_PATH);
  g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);
  const CyanFunctionSum *old = &sums[function_of (comparison, "old")];
  const CyanFunctionSum *new = &sums[function_of (comparison, "new")];

  g_assert_false (old->side[1].present);
  g_assert_cmpfloat (old->side[1].total, ==, 0);
  assert_side (&old->side[0], 5, 5, 1);
  g_assert_false (new->side[0].present);
  assert_side (&new->side[1], 9, 9, CYAN_CALLS_UNKNOWN);
}

/* ---- laws ---- */

/* Whether a node above @node has its function on @side. */
static gboolean
is_nested (const CyanCompared *compared, guint side, CyanNode node)
{
  guint32 function = cyan_compared_function (compared, node);

  for (CyanNode i = compared->tree->parent[node]; i != CYAN_NODE_ROOT;
       i = compared->tree->parent[i])
    if (cyan_compared_function (compared, i) == function
        && cyan_compared_node (compared, side, i) != CYAN_NODE_NONE)
      return TRUE;
  return FALSE;
}

/* The sums of a walk up from every node are the same. */
static void
assert_sums (const CyanComparison *comparison)
{
  const CyanCompared *compared = &comparison->compared;
  guint n = compared->pairs->n_functions;
  g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);

  for (guint side = 0; side < 2; side++)
    {
      g_autofree double *total = g_new0 (double, n);
      g_autofree double *self = g_new0 (double, n);

      for (CyanNode node = 1; node < compared->n_nodes; node++)
        {
          guint32 function = cyan_compared_function (compared, node);
          CyanSide at[2];

          cyan_comparison_sides (comparison, node, &at[0], &at[1]);
          self[function] += at[side].self;
          if (at[side].present && !is_nested (compared, side, node))
            total[function] += at[side].total;
        }
      for (guint i = 0; i < n; i++)
        {
          assert_near (sums[i].side[side].total, total[i]);
          assert_near (sums[i].side[side].self, self[i]);
          g_assert_cmpfloat (sums[i].side[side].total, <=, compared->side[side].total * (1 + 1e-9));
        }
    }
}

TEST ("/function-sums/laws")
{
  for (guint64 seed = 1; seed <= 20; seed++)
    {
      RandomOptions options = { .seed = seed, .n_nodes = 400, .n_functions = 30, .n_edits = 5 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);

      assert_sums (comparison);
      random_pair_clear (&pair);
    }
}
