/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The overlap of weights and its adjustment.
 *
 * The example is like figure 5 of PARCS, computed by hand:
 *
 *   node   before  pweight   after  pweight    difference  smaller
 *   A        20     0.20       3     0.0833      0.1167     0.0833
 *   B        10     0.10       4     0.1111      0.0111     0.10
 *   C        30     0.30      12     0.3333      0.0333     0.30
 *   D        25     0.25       9     0.25        0          0.25
 *   E        15     0.15       8     0.2222      0.0722     0.15
 *   sum     100               36                            0.8833
 *
 * A has the largest difference.  The others weigh 33 after, so A is raised to 0.2 * 33 / 0.8 = 8.25
 * of then 41.25.  The pweights of the others become B 0.0970, C 0.2909, D 0.2182, E 0.1939, and the
 * overlap is 0.2 + 0.0970 + 0.2909 + 0.2182 + 0.15 = 0.9561.
 */
#include "comparison-fixture.h"

#include "cyan-error.h"
#include "cyan-overlap.h"
#include "random-trees.h"
#include "tests.h"

static CyanWeights *
weigh (const CyanComparison *comparison, CyanWeight weight)
{
  CyanWeights *weights = MUST (cyan_weights_new (comparison, weight, &failure));

  return weights;
}

static CyanOverlap *
adjust (const CyanWeights *weights, double threshold, guint n_nodes)
{
  CyanOverlap *overlap = MUST (cyan_overlap_new (weights, threshold, n_nodes, NULL, &failure));

  return overlap;
}

TEST ("/overlap/example")
{
  g_autoptr (CyanComparison) comparison =
      compare ("A:20(B:10 C:30(D:25 E:15))", "A:3(B:4 C:12(D:9 E:8))", CYAN_MATCH_COMMON_TREE);
  g_autoptr (CyanWeights) weights = weigh (comparison, CYAN_WEIGHT_SELF);
  g_autoptr (CyanOverlap) one = adjust (weights, 2, 1);
  g_autoptr (CyanOverlap) enough = adjust (weights, 0.95, G_MAXUINT);
  g_autoptr (CyanOverlap) none = adjust (weights, 0.8, G_MAXUINT);
  const CyanOverlapStep *step = &one->steps[0];

  assert_near (cyan_weights_overlap (weights), 0.8 + 3.0 / 36);
  assert_near (one->overlap, 0.8 + 3.0 / 36);
  g_assert_cmpuint (one->n_steps, ==, 1);
  g_assert_cmpstr (cyan_comparison_name (comparison, step->node), ==, "A");
  g_assert_cmpuint (step->side, ==, 1);
  assert_near (step->weight, 8.25);
  assert_near (step->pweight[0], 0.2);
  assert_near (step->pweight[1], 3.0 / 36);
  assert_near (step->overlap, 0.2 + 0.15 + (4 + 12 + 9) / 41.25);

  /* The adjustment stops at the threshold; if it is already reached, there is no step. */
  g_assert_cmpuint (enough->n_steps, ==, 1);
  g_assert_cmpuint (none->n_steps, ==, 0);
}

/* Totals include callees; calls are weights, too. */
TEST ("/overlap/weights")
{
  g_autoptr (CyanComparison) comparison =
      compare ("a:2*1(b:2*3)", "a:1*1(b:3*1)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) unknown = compare ("a(b)", "a(b)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanWeights) self = weigh (comparison, CYAN_WEIGHT_SELF);
  g_autoptr (CyanWeights) total = weigh (comparison, CYAN_WEIGHT_TOTAL);
  g_autoptr (CyanWeights) calls = weigh (comparison, CYAN_WEIGHT_CALLS);

  assert_near (cyan_weights_overlap (self), 0.25 + 0.5);
  assert_near (cyan_weights_overlap (total), 4.0 / 7 + 2.0 / 6);
  assert_near (cyan_weights_overlap (calls), 0.25 + 0.5);
  MUST_FAIL (CYAN_ERROR_MISMATCH, "*", cyan_weights_new (unknown, CYAN_WEIGHT_CALLS, &failure));
}

/* Nodes without a partner count in the sum of their tree, so no adjustment can reach 1. */
TEST ("/overlap/rest")
{
  g_autoptr (CyanComparison) comparison =
      compare ("a:60(b:30 old:10)", "a:30(b:10 new:60)", CYAN_MATCH_PATH);
  g_autoptr (CyanWeights) weights = weigh (comparison, CYAN_WEIGHT_SELF);
  g_autoptr (CyanOverlap) overlap = adjust (weights, 2, 100);

  g_assert_cmpfloat (weights->rest[0], ==, 10);
  g_assert_cmpfloat (weights->rest[1], ==, 60);
  assert_near (overlap->overlap, 0.3 + 0.1);
  g_assert_cmpuint (overlap->n_steps, ==, 2);
  g_assert_cmpfloat (overlap->steps[1].overlap, <, 0.95);
}

/* All weights are 0, on both sides or on one; a pair that is a whole tree. */
TEST ("/overlap/edges")
{
  g_autoptr (CyanComparison) nothing = compare ("a:0(b:0)", "a:0(b:0)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) half = compare ("a:1(b:1)", "a:0(b:0)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) whole = compare ("a:5(b:0)", "a:5(b:5)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanWeights) no_weight = weigh (nothing, CYAN_WEIGHT_SELF);
  g_autoptr (CyanWeights) half_weight = weigh (half, CYAN_WEIGHT_SELF);
  g_autoptr (CyanWeights) whole_weight = weigh (whole, CYAN_WEIGHT_SELF);
  g_autoptr (CyanOverlap) none = adjust (no_weight, 2, 10);
  g_autoptr (CyanOverlap) zero = adjust (half_weight, 2, 10);
  g_autoptr (CyanOverlap) one = adjust (whole_weight, 2, 10);

  g_assert_cmpfloat (none->overlap, ==, 1);
  g_assert_cmpuint (none->n_steps, ==, 0);
  g_assert_cmpfloat (zero->overlap, ==, 0);
  g_assert_cmpuint (zero->n_steps, ==, 0);
  /* a cannot be raised to the whole tree after; b can be raised to half of the tree before. */
  g_assert_cmpfloat (one->overlap, ==, 0.5);
  g_assert_cmpuint (one->n_steps, ==, 1);
  g_assert_cmpstr (cyan_comparison_name (whole, one->steps[0].node), ==, "b");
  assert_near (one->steps[0].overlap, 1);
}

/* Repeats the adjustment with a simple algorithm and checks every step. */
static void
check_steps (const CyanWeights *weights, const CyanOverlap *overlap)
{
  double last = overlap->overlap, most = G_MAXDOUBLE;
  g_autofree double *before = g_memdup2 (weights->weight[0], weights->n_pairs * sizeof (double));
  g_autofree double *after = g_memdup2 (weights->weight[1], weights->n_pairs * sizeof (double));
  double *const copy[2] = { before, after };

  for (guint i = 0; i < overlap->n_steps; i++)
    {
      const CyanOverlapStep *step = &overlap->steps[i];
      double sum[2] = { weights->rest[0], weights->rest[1] }, again = 0;
      double difference = fabs (step->pweight[0] - step->pweight[1]);

      g_assert_cmpfloat (step->weight, >, copy[step->side][step->pair]);
      copy[step->side][step->pair] = step->weight;
      for (guint side = 0; side < 2; side++)
        for (guint p = 0; p < weights->n_pairs; p++)
          sum[side] += copy[side][p];
      for (guint p = 0; p < weights->n_pairs; p++)
        again += MIN (copy[0][p] / sum[0], copy[1][p] / sum[1]);
      /* The largest difference first; its two pweights are equal now; the overlap never falls. */
      g_assert_cmpfloat (difference, <=, most);
      assert_near (copy[0][step->pair] / sum[0], copy[1][step->pair] / sum[1]);
      assert_near (step->overlap, again);
      g_assert_cmpfloat (step->overlap, >=, last - 1e-12);
      g_assert_cmpfloat (step->overlap, <=, 1);
      last = step->overlap;
      most = difference;
    }
}

TEST ("/overlap/laws")
{
  for (guint seed = 1; seed <= 40; seed++)
    {
      const RandomOptions options = { .seed = seed,
                                      .n_nodes = 20 + seed * 11,
                                      .n_functions = 8 + seed,
                                      .n_edits = seed % 5,
                                      .jitter = 0.3,
                                      .sampled = seed % 3 == 0 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) same =
          compare_profiles (pair.before, pair.before, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanComparison) there =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_PATH);
      g_autoptr (CyanComparison) back = compare_profiles (pair.after, pair.before, CYAN_MATCH_PATH);

      for (guint w = CYAN_WEIGHT_SELF; w <= CYAN_WEIGHT_TOTAL; w++)
        {
          g_autoptr (CyanWeights) of_same = weigh (same, (CyanWeight) w);
          g_autoptr (CyanWeights) of_there = weigh (there, (CyanWeight) w);
          g_autoptr (CyanWeights) of_back = weigh (back, (CyanWeight) w);
          g_autoptr (CyanOverlap) steps = adjust (of_there, 2, 30);
          double overlap = cyan_weights_overlap (of_there);

          assert_near (cyan_weights_overlap (of_same), 1);
          assert_near (cyan_weights_overlap (of_back), overlap);
          g_assert_cmpfloat (overlap, >=, 0);
          g_assert_cmpfloat (overlap, <=, 1);
          g_assert_cmpuint (steps->n_steps, <=, 30);
          check_steps (of_there, steps);
        }
      random_pair_clear (&pair);
    }
}

/* A step visits all nodes, so the number of steps is limited. */
TEST ("/overlap/cap")
{
  g_autoptr (GString) before = g_string_new ("a:1(");
  g_autoptr (GString) after = g_string_new ("a:1(");
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanWeights) weights = NULL;
  g_autoptr (CyanOverlap) overlap = NULL;

  for (guint i = 0; i < 1200; i++)
    {
      g_string_append_printf (before, "f%u:%u ", i, 1000 + i);
      g_string_append_printf (after, "f%u:%u ", i, 3000 - i);
    }
  g_string_append_c (before, ')');
  g_string_append_c (after, ')');
  comparison = compare (before->str, after->str, CYAN_MATCH_PATH);
  weights = weigh (comparison, CYAN_WEIGHT_SELF);
  overlap = adjust (weights, 2, G_MAXUINT);
  g_assert_true (overlap->capped);
  g_assert_cmpuint (overlap->n_steps, ==, CYAN_OVERLAP_MAX_STEPS);
}
