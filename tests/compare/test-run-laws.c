/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of comparisons with noise: exchanging the sides mirrors what is said of each node, the order
 * of runs does not matter, runs that are equal differ in nothing, and what is more than noise is a
 * part of what changed.  On random programs in one sampled run a side, in several runs, and
 * pruned. */
#include "comparison-fixture.h"
#include "cyan-hot-profile.h"
#include "cyan-similarity.h"
#include "random-trees.h"
#include "profile-text.h"
#include "tests.h"

#define N_SEEDS   12
#define MOST_RUNS 4

/* How the sides were recorded. */
typedef enum
{
  SAMPLED, /* one run each */
  SEVERAL, /* runs each, before fewer than after */
  PRUNED,  /* one run each */
  N_RECORDINGS,
} Recording;

static RandomPair
draw_pair (guint seed, Recording recording)
{
  const RandomOptions options = { .seed = 4099 * seed,
                                  .n_nodes = 60 + seed * 31 % 200,
                                  .n_functions = 10 + seed * 7 % 30,
                                  .n_edits = seed % 4,
                                  .jitter = 0.3,
                                  .sampled = recording == SAMPLED,
                                  .calls = recording != SAMPLED };

  return random_pair_new (&options);
}

static void
sum_totals (CyanProfile *profile)
{
  CyanMetric *metric = &profile->metrics[0];

  memcpy (metric->total, metric->self, profile->n_nodes * sizeof (double));
  for (CyanNode i = profile->n_nodes; i-- > 1;)
    metric->total[profile->parent[i]] += metric->total[i];
}

/* Another run of @whole: each value scatters by @scatter, and some contexts have none. */
static CyanProfile *
run_again (const CyanProfile *whole, GRand *random, double scatter)
{
  g_autofree char *text =
      cyan_profile_to_text (whole, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS);
  CyanProfile *run = profile (text);

  for (CyanNode i = 1; i < run->n_nodes; i++)
    run->metrics[0].self[i] *= g_rand_int_range (random, 0, 40) == 0 && scatter > 0
                                   ? 0
                                   : 1 + scatter * g_rand_double_range (random, -1, 1);
  sum_totals (run);
  return run;
}

/* The runs of a side; @backward is the order of several. */
static CyanRuns *
record (CyanProfile *whole, Recording recording, guint n_runs, guint32 seed, gboolean backward)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GError) error = NULL;
  CyanProfile *runs[MOST_RUNS], *ordered[MOST_RUNS];
  CyanRuns *self;
  guint n = recording == SEVERAL ? n_runs : 1;

  for (guint r = 0; r < n; r++)
    runs[r] = recording == SEVERAL  ? run_again (whole, random, 0.02)
              : recording == PRUNED ? cyan_hot_profile_new (whole, 0.02, NULL, NULL, &error)
                                    : cyan_profile_ref (whole);
  g_assert_no_error (error);
  for (guint r = 0; r < n; r++)
    ordered[r] = runs[backward ? n - 1 - r : r];
  self = cyan_runs_new (ordered, n, NULL, "a side", NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint r = 0; r < n; r++)
    cyan_profile_unref (runs[r]);
  return self;
}

static CyanComparison *
compare_runs (CyanRuns *before, CyanRuns *after, Recording recording, CyanMatchMethod method)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *self;

  options.method = method;
  options.sample_period = recording == SAMPLED ? 1 : 0;
  self = MUST (cyan_comparison_new_runs (before, after, &options, NULL, &failure));
  MUST (cyan_comparison_check (self, &failure));
  return self;
}

/* By node of @self: the node of @mirror, which has the sides exchanged; both were matched by
 * path. */
static CyanNode *
mirror_nodes (const CyanComparison *self, const CyanComparison *mirror)
{
  const CyanMergedTree *tree = self->compared.tree, *there = mirror->compared.tree;
  CyanNode *of[2];
  CyanNode *image = g_new (CyanNode, tree->n_nodes);

  g_assert_cmpuint (tree->n_nodes, ==, there->n_nodes);
  for (guint side = 0; side < 2; side++)
    of[side] = g_new0 (CyanNode, self->compared.side[side].profile->n_nodes);
  for (CyanNode i = 0; i < there->n_nodes; i++)
    for (guint side = 0; side < 2; side++)
      if (cyan_compared_node (&mirror->compared, !side, i) != CYAN_NODE_NONE)
        of[side][cyan_compared_node (&mirror->compared, !side, i)] = i;
  for (CyanNode i = 0; i < tree->n_nodes; i++)
    {
      image[i] = tree->before[i] != CYAN_NODE_NONE ? of[0][tree->before[i]] : of[1][tree->after[i]];
      g_assert_cmpuint (there->before[image[i]], ==, tree->after[i]);
      g_assert_cmpuint (there->after[image[i]], ==, tree->before[i]);
    }
  g_free (of[0]);
  g_free (of[1]);
  return image;
}

/* What changes are parts of. */
static double
run_of (const CyanComparison *self, CyanBasis basis)
{
  return basis == CYAN_BASIS_SHARE ? 1 : self->compared.side[0].total;
}

/* Near, or both as infinite. */
static void
assert_alike (double x, double y)
{
  if (x != y)
    assert_near (x, y);
}

static void
assert_mirrored_estimate (const CyanEstimate *x, const CyanEstimate *y)
{
  assert_near (x->ratio * y->ratio, 1);
  assert_near (x->q, y->q);
}

/* Slower is faster, added is removed.  Absolutely, the threshold is a part of the run before, which
 * is another one after the exchange: what reaches it only one way is unchanged the other way. */
static void
assert_mirrored_verdict (CyanVerdict verdict,
                         gboolean is_large,
                         CyanVerdict back,
                         gboolean back_large)
{
  static const CyanVerdict opposite[] = { CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_FASTER,
                                          CYAN_VERDICT_SLOWER, CYAN_VERDICT_REMOVED,
                                          CYAN_VERDICT_ADDED };

  if (is_large == back_large)
    g_assert_cmpint (opposite[verdict], ==, back);
  else
    g_assert_cmpint (is_large ? back : verdict, ==, CYAN_VERDICT_UNCHANGED);
}

/* Whether a matched node changed by the threshold, less what pruning may have taken. */
static gboolean
is_large (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  double change[2];

  cyan_compared_change_interval (&self->compared, node, basis, change);
  return cyan_comparison_status (self, node) != CYAN_STATUS_MATCHED
         || MAX (change[0], -change[1]) >= self->threshold;
}

static void
assert_mirrored_node (const CyanComparison *self,
                      CyanNode node,
                      const CyanComparison *mirror,
                      CyanNode image)
{
  g_assert_cmpint (cyan_compared_is_unseen (&self->compared, node), ==,
                   cyan_compared_is_unseen (&mirror->compared, image));
  for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    {
      CyanEstimate there, back;
      gboolean is_tested = cyan_comparison_estimate (self, node, basis, &there);
      double change[2], swapped[2];

      assert_mirrored_verdict (
          cyan_comparison_verdict (self, node, basis), is_large (self, node, basis),
          cyan_comparison_verdict (mirror, image, basis), is_large (mirror, image, basis));
      g_assert_cmpint (is_tested, ==, cyan_comparison_estimate (mirror, image, basis, &back));
      if (is_tested)
        assert_mirrored_estimate (&there, &back);
      cyan_compared_change_interval (&self->compared, node, basis, change);
      cyan_compared_change_interval (&mirror->compared, image, basis, swapped);
      for (guint end = 0; end < 2; end++)
        assert_alike (change[end] * run_of (self, basis), -swapped[!end] * run_of (mirror, basis));
      for (CyanDirection way = CYAN_DIRECTION_SLOWER; way <= CYAN_DIRECTION_FASTER; way++)
        {
          CyanDirection other =
              way == CYAN_DIRECTION_SLOWER ? CYAN_DIRECTION_FASTER : CYAN_DIRECTION_SLOWER;

          assert_near (cyan_noise_gain_in (&self->noise, &self->compared, node, basis, way),
                       cyan_noise_gain_in (&mirror->noise, &mirror->compared, image, basis, other));
          assert_near (
              cyan_noise_total_gain_in (&self->noise, &self->compared, node, basis, way),
              cyan_noise_total_gain_in (&mirror->noise, &mirror->compared, image, basis, other));
        }
    }
}

/* Each function changed in both, or in none. */
static void
assert_mirrored_functions (const CyanComparison *self,
                           const CyanComparison *mirror,
                           const CyanNode *image)
{
  for (CyanNode i = 1; i < self->compared.n_nodes; i++)
    g_assert_cmpint (
        cyan_noise_function_changed (&self->noise, &self->compared,
                                     cyan_compared_function (&self->compared, i)),
        ==,
        cyan_noise_function_changed (&mirror->noise, &mirror->compared,
                                     cyan_compared_function (&mirror->compared, image[i])));
}

/* Rows are tested alike.  What is similar is not: only one side gives the range. */
static void
assert_mirrored_similarity (CyanComparison *self, CyanComparison *mirror, const CyanNode *image)
{
  const CyanSimilarityOptions options = { .by = CYAN_SIMILARITY_STACK, .alpha = 0.05 };
  g_autoptr (CyanSimilarity) there = cyan_similarity_new (self, &options, NULL, NULL);
  g_autoptr (CyanSimilarity) back = cyan_similarity_new (mirror, &options, NULL, NULL);
  g_autofree guint *row_of = g_new0 (guint, self->compared.n_nodes);

  g_assert_cmpuint (there->n_rows, ==, back->n_rows);
  g_assert_cmpuint (there->n_changed, ==, back->n_changed);
  for (guint i = 0; i < back->n_rows; i++)
    row_of[back->rows[i].node] = i + 1;
  for (guint i = 0; i < there->n_rows; i++)
    {
      const CyanSimilarityRow *x = &there->rows[i], *y;
      CyanNode node = image[x->node];

      /* What moved is one row, at its added end. */
      if (cyan_comparison_moved_to (mirror, node) != CYAN_NODE_NONE)
        node = cyan_comparison_moved_to (mirror, node);
      g_assert_cmpuint (row_of[node], >, 0);
      y = &back->rows[row_of[node] - 1];
      g_assert_cmpint (isnan (x->q), ==, isnan (y->q));
      if (!isnan (x->q))
        assert_near (x->q, y->q);
      for (guint side = 0; side < 2; side++)
        {
          assert_near (x->calls[side], y->calls[!side]);
          g_assert_cmpuint (x->spectrum.present[side], ==, y->spectrum.present[!side]);
        }
    }
}

TEST ("/run-laws/mirror")
{
  guint n_tested = 0, n_changed = 0;

  for (Recording recording = SAMPLED; recording < N_RECORDINGS; recording++)
    for (guint seed = 1; seed <= N_SEEDS; seed++)
      {
        RandomPair pair = draw_pair (seed, recording);
        g_autoptr (CyanRuns) before = record (pair.before, recording, 3, seed, FALSE);
        g_autoptr (CyanRuns) after = record (pair.after, recording, MOST_RUNS, seed + 1, FALSE);
        g_autoptr (CyanComparison) self = compare_runs (before, after, recording, CYAN_MATCH_PATH);
        g_autoptr (CyanComparison) mirror =
            compare_runs (after, before, recording, CYAN_MATCH_PATH);
        g_autofree CyanNode *image = mirror_nodes (self, mirror);

        g_assert_cmpint (self->noise.kind, ==, mirror->noise.kind);
        for (CyanNode i = 0; i < self->compared.n_nodes; i++)
          {
            CyanEstimate estimate;

            assert_mirrored_node (self, i, mirror, image[i]);
            n_tested += cyan_comparison_estimate (self, i, CYAN_BASIS_ABSOLUTE, &estimate);
            n_changed +=
                cyan_comparison_verdict (self, i, CYAN_BASIS_ABSOLUTE) != CYAN_VERDICT_UNCHANGED;
          }
        assert_mirrored_functions (self, mirror, image);
        if (recording == SEVERAL)
          assert_mirrored_similarity (self, mirror, image);
        random_pair_clear (&pair);
      }
  g_assert_cmpuint (n_tested, >, 100);
  g_assert_cmpuint (n_changed, >, 100);
}

/* The same is said of each node. */
static void
assert_same_nodes (const CyanComparison *self, const CyanComparison *other)
{
  g_assert_cmpuint (self->compared.n_nodes, ==, other->compared.n_nodes);
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
      {
        CyanEstimate x, y;
        gboolean is_tested = cyan_comparison_estimate (self, i, basis, &x);

        g_assert_cmpint (cyan_comparison_verdict (self, i, basis), ==,
                         cyan_comparison_verdict (other, i, basis));
        assert_near (cyan_comparison_height (self, i, basis),
                     cyan_comparison_height (other, i, basis));
        g_assert_cmpint (is_tested, ==, cyan_comparison_estimate (other, i, basis, &y));
        if (is_tested)
          {
            assert_near (x.ratio, y.ratio);
            assert_near (x.q, y.q);
          }
      }
}

/* The first run decides the order of siblings; what is said of a node does not depend on it. */
TEST ("/run-laws/order")
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed, SEVERAL);
      CyanRuns *runs[2][2];
      g_autoptr (CyanComparison) self = NULL;
      g_autoptr (CyanComparison) other = NULL;

      for (guint backward = 0; backward < 2; backward++)
        {
          runs[0][backward] = record (pair.before, SEVERAL, 3, seed, (gboolean) backward);
          runs[1][backward] = record (pair.after, SEVERAL, MOST_RUNS, seed, (gboolean) backward);
        }
      self = compare_runs (runs[0][0], runs[1][0], SEVERAL, CYAN_MATCH_CONTEXT);
      other = compare_runs (runs[0][1], runs[1][1], SEVERAL, CYAN_MATCH_CONTEXT);
      assert_same_nodes (self, other);
      for (guint k = 0; k < 4; k++)
        cyan_runs_unref (runs[k / 2][k % 2]);
      random_pair_clear (&pair);
    }
}

/* Values in another unit, for which the noise is the same. */
TEST ("/run-laws/unit")
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      CyanComparison *of[2];

      for (guint k = 0; k < 2; k++)
        {
          RandomPair pair = draw_pair (seed, SEVERAL);
          g_autoptr (CyanRuns) before = NULL;
          g_autoptr (CyanRuns) after = NULL;

          for (CyanNode i = 0; i < pair.before->n_nodes; i++)
            pair.before->metrics[0].self[i] *= k == 0 ? 1 : ldexp (1, -30);
          for (CyanNode i = 0; i < pair.after->n_nodes; i++)
            pair.after->metrics[0].self[i] *= k == 0 ? 1 : ldexp (1, -30);
          before = record (pair.before, SEVERAL, 3, seed, FALSE);
          after = record (pair.after, SEVERAL, 3, seed, FALSE);
          of[k] = compare_runs (before, after, SEVERAL, CYAN_MATCH_PATH);
          random_pair_clear (&pair);
        }
      assert_same_nodes (of[0], of[1]);
      cyan_comparison_unref (of[0]);
      cyan_comparison_unref (of[1]);
    }
}

/* The same runs on both sides. */
TEST ("/run-laws/same")
{
  for (Recording recording = SAMPLED; recording < N_RECORDINGS; recording++)
    for (guint seed = 1; seed <= N_SEEDS; seed++)
      {
        RandomPair pair = draw_pair (seed, recording);
        g_autoptr (CyanRuns) runs = record (pair.before, recording, 3, seed, FALSE);
        g_autoptr (CyanComparison) self = compare_runs (runs, runs, recording, CYAN_MATCH_CONTEXT);

        for (guint i = 0; i < self->noise.functions.n; i++)
          g_assert_cmpfloat (self->noise.functions.at[i].q, >, self->noise.alpha);
        for (CyanNode i = 0; i < self->compared.n_nodes; i++)
          {
            CyanEstimate estimate;

            g_assert_cmpint (cyan_comparison_verdict (self, i, CYAN_BASIS_ABSOLUTE), ==,
                             CYAN_VERDICT_UNCHANGED);
            if (!cyan_comparison_estimate (self, i, CYAN_BASIS_ABSOLUTE, &estimate))
              continue;
            assert_near (estimate.ratio, 1);
            g_assert_cmpfloat (estimate.q, >, self->noise.alpha);
          }
        random_pair_clear (&pair);
      }
}

/* Of a pruned tree no more counts as a change than is certain, and what is below a context that may
 * be another one is never certain. */
TEST ("/run-laws/certain")
{
  guint n_certain = 0, n_uncertain = 0;

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    for (CyanMatchMethod method = CYAN_MATCH_CONTEXT; method <= CYAN_MATCH_PATH; method++)
      {
        RandomPair pair = draw_pair (seed, PRUNED);
        g_autoptr (CyanRuns) before = record (pair.before, PRUNED, 1, seed, FALSE);
        g_autoptr (CyanRuns) after = record (pair.after, PRUNED, 1, seed, FALSE);
        g_autoptr (CyanComparison) self = compare_runs (before, after, PRUNED, method);
        const CyanCompared *compared = &self->compared;

        for (CyanNode i = 1; i < compared->n_nodes; i++)
          {
            double change[2], rise, fall;

            cyan_compared_change_interval (compared, i, CYAN_BASIS_SHARE, change);
            rise = cyan_noise_total_gain_in (&self->noise, compared, i, CYAN_BASIS_SHARE,
                                             CYAN_DIRECTION_SLOWER);
            fall = cyan_noise_total_gain_in (&self->noise, compared, i, CYAN_BASIS_SHARE,
                                             CYAN_DIRECTION_FASTER);
            if (cyan_comparison_status (self, i) == CYAN_STATUS_MATCHED)
              {
                g_assert_cmpfloat (rise, <=, MAX (change[0], 0) + 1e-9);
                g_assert_cmpfloat (fall, <=, MAX (-change[1], 0) + 1e-9);
                n_certain += rise > 0 || fall > 0;
              }
            if (isinf (cyan_compared_unproved_value (compared, compared->tree->parent[i],
                                                     CYAN_DIRECTION_SLOWER)))
              {
                g_assert_true (
                    isinf (cyan_compared_unproved_value (compared, i, CYAN_DIRECTION_SLOWER)));
                n_uncertain++;
              }
          }
        random_pair_clear (&pair);
      }
  g_assert_cmpuint (n_certain, >, 20);
  g_assert_cmpuint (n_uncertain, >, 0);
}

/* The mean of runs that are equal lacks what each of them lacks. */
TEST ("/run-laws/equal-runs")
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed, PRUNED);
      g_autoptr (CyanProfile) run =
          MUST (cyan_hot_profile_new (pair.before, 0.02, NULL, NULL, &failure));
      CyanProfile *const runs[] = { run, run, run };
      g_autoptr (CyanRuns) one =
          MUST (cyan_runs_new (runs, 1, NULL, "a side", NULL, NULL, &failure));
      g_autoptr (CyanRuns) three =
          MUST (cyan_runs_new (runs, 3, NULL, "a side", NULL, NULL, &failure));
      g_autoptr (CyanComparison) self = NULL;

      g_assert_cmpuint (one->mean->n_nodes, ==, three->mean->n_nodes);
      self = compare_runs (one, three, PRUNED, CYAN_MATCH_PATH);
      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        {
          g_assert_cmpint (cyan_comparison_status (self, i), ==, CYAN_STATUS_MATCHED);
          assert_near (cyan_compared_total (&self->compared, 0, i),
                       cyan_compared_total (&self->compared, 1, i));
          assert_near (cyan_compared_missing (&self->compared, 0, i),
                       cyan_compared_missing (&self->compared, 1, i));
        }
      random_pair_clear (&pair);
    }
}

/* With one run on either side, chance cannot be told from change, so no row is tested. */
TEST ("/run-laws/one-run")
{
  static const guint n_runs[][2] = { { 1, 3 }, { 3, 1 }, { 1, 1 }, { 2, 3 } };

  for (guint k = 0; k < G_N_ELEMENTS (n_runs); k++)
    {
      RandomPair pair = draw_pair (3, SEVERAL);
      const CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;
      g_autoptr (CyanRuns) before = record (pair.before, SEVERAL, n_runs[k][0], 1, FALSE);
      g_autoptr (CyanRuns) after = record (pair.after, SEVERAL, n_runs[k][1], 2, FALSE);
      g_autoptr (CyanComparison) self = compare_runs (before, after, SEVERAL, CYAN_MATCH_PATH);
      g_autoptr (CyanSimilarity) rows = cyan_similarity_new (self, &options, NULL, NULL);
      guint n_tested = 0;

      for (guint i = 0; i < rows->n_rows; i++)
        n_tested += !isnan (rows->rows[i].q);
      g_assert_cmpint (n_tested > 0, ==, n_runs[k][0] > 1 && n_runs[k][1] > 1);
      random_pair_clear (&pair);
    }
}

/* A run that called a function has it, though it took no time there. */
TEST ("/run-laws/called")
{
  const char *const texts[] = { "main:9*1(a:4*5 b:9*1)", "main:9*1(a:0*5 b:9*1)",
                                "main:9*1(b:9*1)" };
  const CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;
  g_autoptr (CyanRuns) runs = NULL;
  g_autoptr (CyanComparison) self = NULL;
  g_autoptr (CyanSimilarity) rows = NULL;
  CyanProfile *profiles[G_N_ELEMENTS (texts)];

  for (guint r = 0; r < G_N_ELEMENTS (texts); r++)
    profiles[r] = profile (texts[r]);
  runs = cyan_runs_new (profiles, G_N_ELEMENTS (texts), NULL, "a side", NULL, NULL, NULL);
  self = compare_runs (runs, runs, SEVERAL, CYAN_MATCH_PATH);
  rows = cyan_similarity_new (self, &options, NULL, NULL);
  g_assert_cmpuint (rows->n_rows, ==, 3);
  for (guint i = 0; i < rows->n_rows; i++)
    {
      gboolean is_a = rows->rows[i].node == find (self, "a");

      g_assert_cmpuint (rows->rows[i].spectrum.present[0], ==, is_a ? 2 : 3);
      assert_near (rows->rows[i].calls[0], is_a ? 5 : 1);
    }
  for (guint r = 0; r < G_N_ELEMENTS (texts); r++)
    cyan_profile_unref (profiles[r]);
}

/* Most values become very small; with @is_inferred, the tree is said to be made from a call
 * graph. */
static void
lighten (CyanProfile *self, gboolean is_inferred)
{
  for (CyanNode i = 1; i < self->n_nodes; i++)
    self->metrics[0].self[i] *= i % 9 == 0 ? 1 : 1e-6;
  sum_totals (self);
  self->recording = is_inferred ? CYAN_RECORDING_INFERRED : CYAN_RECORDING_EXACT;
}

/* Whether the function of @node is called by that of its caller on @side, too. */
static gboolean
is_called_on (const CyanCompared *compared, guint side, CyanNode node)
{
  const CyanNode *parent = compared->tree->parent;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (cyan_compared_node (compared, side, i) != CYAN_NODE_NONE
        && cyan_compared_function (compared, i) == cyan_compared_function (compared, node)
        && cyan_compared_function (compared, parent[i])
               == cyan_compared_function (compared, parent[node]))
      return TRUE;
  return FALSE;
}

/* A call graph may have lost a light context of a function that it has elsewhere, and any one below
 * a caller that calls it there, too; never a function.  The other side may be exact. */
TEST ("/run-laws/inferred")
{
  guint n_unseen = 0, n_below = 0;

  for (guint seed = 1; seed <= 3 * N_SEEDS; seed++)
    {
      const RandomOptions options = { .seed = seed,
                                      .n_nodes = 400,
                                      .n_functions = 60,
                                      .n_edits = 25,
                                      .kinds = RANDOM_RELEASE_EDITS };
      RandomPair pair = random_pair_new (&options);
      const gboolean is_inferred[2] = { seed % 3 != 1, seed % 3 != 2 };
      g_autoptr (CyanComparison) self = NULL;
      const CyanCompared *compared;

      lighten (pair.before, is_inferred[0]);
      lighten (pair.after, is_inferred[1]);
      self = compare_profiles (pair.before, pair.after, CYAN_MATCH_PATH);
      compared = &self->compared;
      for (CyanNode i = 1; i < compared->n_nodes; i++)
        {
          const CyanFunctionPair *functions = &compared->pairs->at[compared->pairs->of_node[i]];
          guint side = compared->tree->before[i] != CYAN_NODE_NONE ? 0 : 1;
          CyanNode up = compared->tree->parent[i];
          double part = cyan_compared_total (compared, side, i) / compared->side[side].total;
          gboolean may_be_lost = is_inferred[!side] && functions->before != G_MAXUINT32
                                 && functions->after != G_MAXUINT32
                                 && (part < 0.001 || is_called_on (compared, !side, i));

          if (cyan_comparison_status (self, i) == CYAN_STATUS_MATCHED)
            continue;
          if (!may_be_lost)
            {
              g_assert_false (cyan_compared_is_unseen (compared, i));
              n_below += cyan_compared_is_unseen (compared, up);
            }
          else if (cyan_comparison_status (self, up) == CYAN_STATUS_MATCHED)
            g_assert_true (cyan_compared_is_unseen (compared, i));
          n_unseen += cyan_compared_is_unseen (compared, i);
        }
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n_unseen, >, 10);
  g_assert_cmpuint (n_below, >, 0);
}
