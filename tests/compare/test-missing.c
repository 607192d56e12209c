/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons of pruned trees against those of the whole ones: every true total and difference is
 * in its interval, and no verdict contradicts the exact comparison.
 */
#include "pruned-fixture.h"

#include "cyan-hot-sink.h"
#include "tests.h"

#define N_FUNCTIONS 9
#define N_SEEDS     60

/* ---- streams ---- */

/* A program: how much a call of each function costs, and how often each is called. */
typedef struct
{
  double cost[N_FUNCTIONS];
  guint weight[N_FUNCTIONS];
} Program;

static Program
random_program (GRand *rand)
{
  Program self;

  for (guint f = 0; f < N_FUNCTIONS; f++)
    {
      self.cost[f] = g_rand_int_range (rand, 0, 20);
      self.weight[f] = (guint) g_rand_int_range (rand, 1, 30);
    }
  return self;
}

/* One function costs something else, and one is called more or less often. */
static Program
change (const Program *self, GRand *rand)
{
  Program changed = *self;

  changed.cost[g_rand_int_range (rand, 0, N_FUNCTIONS)] *= g_rand_double_range (rand, 0, 4);
  changed.weight[g_rand_int_range (rand, 0, N_FUNCTIONS)] = (guint) g_rand_int_range (rand, 0, 40);
  return changed;
}

static guint
choose (const Program *self, GRand *rand)
{
  guint sum = 0, at;

  for (guint f = 0; f < N_FUNCTIONS; f++)
    sum += self->weight[f];
  at = (guint) g_rand_int_range (rand, 0, (gint32) sum + 1);
  for (guint f = 0; f < N_FUNCTIONS; f++)
    if (at < self->weight[f])
      return f;
    else
      at -= self->weight[f];
  return 0;
}

/* A run of @program; the same for the same @seed.  phi 0: the whole tree. */
static CyanProfile *
record (const Program *program, guint32 seed, double phi)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  const CyanHotLimits limits = { phi, 0 };
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");
  guint calls = cyan_profile_builder_metric (builder, "calls", "count");
  guint32 functions[N_FUNCTIONS];
  CyanCallSink *sink;
  CyanProfile *profile;
  guint depth = 0;

  for (guint f = 0; f < N_FUNCTIONS; f++)
    {
      const char name[] = { (char) ('a' + f), '\0' };

      functions[f] = cyan_profile_builder_function (builder, cyan_strings_add (strings, name, -1),
                                                    CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
    }
  if (phi > 0)
    cyan_profile_builder_set_sink (builder, cyan_hot_sink_new (builder, &limits));
  sink = cyan_profile_builder_sink (builder);
  for (guint i = 0; i < 4000; i++)
    if (depth < 7 && (depth == 0 || g_rand_int_range (rand, 0, 9) < 5))
      {
        guint f = choose (program, rand);

        MUST (cyan_call_sink_enter (sink, 0, functions[f], 0, 1, &failure));
        cyan_call_sink_add (sink, 0, metric, program->cost[f]);
        cyan_call_sink_add (sink, 0, calls, 1);
        depth++;
      }
    else
      {
        cyan_call_sink_leave (sink, 0);
        depth--;
      }
  profile = cyan_profile_builder_finish (builder);
  MUST (cyan_profile_check (profile, &failure));
  return profile;
}

/* ---- truth ---- */

static CyanNode
child_named (const CyanProfile *self, CyanNode parent, const char *name)
{
  for (CyanNode i = parent + 1; i < self->end[parent]; i = self->end[i])
    if (strcmp (cyan_strings_get (self->strings, cyan_profile_function (self, i)->name), name) == 0)
      return i;
  return CYAN_NODE_NONE;
}

/* The node of @whole at the path of @node in @pruned, or CYAN_NODE_NONE. */
static CyanNode
same_path (const CyanProfile *whole, const CyanProfile *pruned, CyanNode node)
{
  CyanNode parent;

  if (node == CYAN_NODE_ROOT)
    return CYAN_NODE_ROOT;
  parent = same_path (whole, pruned, pruned->parent[node]);
  return parent != CYAN_NODE_NONE ? child_named (
             whole, parent,
             cyan_strings_get (pruned->strings, cyan_profile_function (pruned, node)->name))
                                  : CYAN_NODE_NONE;
}

static CyanNode
find_lacking (const CyanComparison *self, guint side, const CyanProfile *whole, CyanNode node)
{
  CyanNode own = cyan_compared_node (&self->compared, side, node), caller;

  if (own != CYAN_NODE_NONE)
    return same_path (whole, self->compared.side[side].profile, own);
  caller = find_lacking (self, side, whole, self->compared.tree->parent[node]);
  return caller != CYAN_NODE_NONE
             ? child_named (whole, caller, cyan_comparison_raw_name (self, node))
             : CYAN_NODE_NONE;
}

/* The true total on @side of a context of a comparison of pruned trees.  What the side lacks is
 * looked for below its nearest caller there. */
static double
true_total (const CyanComparison *self, guint side, const CyanProfile *whole, CyanNode node)
{
  const CyanComparedSide *there = &self->compared.side[side];
  CyanNode own = cyan_compared_node (&self->compared, side, node), found;

  if (own != CYAN_NODE_NONE)
    return whole->metrics[there->metric].total[same_path (whole, there->profile, own)];
  found = find_lacking (self, side, whole, node);
  return found != CYAN_NODE_NONE ? whole->metrics[there->metric].total[found] : 0;
}

static double
most (double a, double b)
{
  return a + 1e-9 * (1 + fabs (b));
}

/* What a side lacks for sure is added or removed, however small it is. */
static gboolean
lacks_surely (const CyanComparison *self, CyanNode node)
{
  for (guint side = 0; side < 2; side++)
    if (cyan_compared_node (&self->compared, side, node) == CYAN_NODE_NONE)
      return cyan_compared_missing (&self->compared, side, node) == 0;
  return FALSE;
}

/* Checks each node of @self, a comparison of pruned trees, against the whole trees. */
static void
check_intervals (const CyanComparison *self, CyanProfile *const whole[2])
{
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      double total[2], least;

      if (cyan_compared_is_cold (&self->compared, i))
        continue;
      for (guint side = 0; side < 2; side++)
        {
          gboolean there = cyan_compared_node (&self->compared, side, i) != CYAN_NODE_NONE;
          double seen = there ? cyan_compared_total (&self->compared, side, i) : 0;

          total[side] = true_total (self, side, whole[side], i);
          g_assert_cmpfloat (seen, <=, most (total[side], seen));
          g_assert_cmpfloat (total[side], <=,
                             most (seen + cyan_compared_missing (&self->compared, side, i), seen));
        }
      least = lacks_surely (self, i) ? 0 : self->threshold - 1e-9;
      for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
        {
          double truth = cyan_compared_change (&self->compared, total, basis);
          double change[2];

          /* Of a node that one side lacks, what is below it counts. */
          cyan_compared_change_interval (&self->compared, i, basis, change);
          if (cyan_comparison_status (self, i) == CYAN_STATUS_MATCHED)
            {
              g_assert_cmpfloat (change[0] - 1e-9, <=, truth);
              g_assert_cmpfloat (truth, <=, change[1] + 1e-9);
            }
          switch (cyan_comparison_verdict (self, i, basis))
            {
            case CYAN_VERDICT_SLOWER:
            case CYAN_VERDICT_ADDED:
              g_assert_cmpfloat (truth, >=, least);
              break;
            case CYAN_VERDICT_FASTER:
            case CYAN_VERDICT_REMOVED:
              g_assert_cmpfloat (truth, <=, -least);
              break;
            case CYAN_VERDICT_UNCHANGED:
            default:
              break;
            }
        }
    }
}

/* ---- laws ---- */

TEST ("/missing/intervals")
{
  guint n_slower = 0, n_missing = 0;

  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program a = random_program (rand), b = change (&a, rand);
      CyanProfile *whole[2] = { record (&a, seed, 0), record (&b, seed + 1, 0) };
      CyanProfile *pruned[2] = { record (&a, seed, 0.01), record (&b, seed + 1, 0.01) };

      for (guint metric = 0; metric < 2; metric++)
        {
          g_autoptr (CyanComparison) hot =
              compare_metric (pruned[0], pruned[1], metric == 0 ? "time" : "calls");

          check_intervals (hot, whole);
          for (CyanNode i = 0; i < hot->compared.n_nodes; i++)
            {
              n_slower +=
                  cyan_comparison_verdict (hot, i, CYAN_BASIS_ABSOLUTE) == CYAN_VERDICT_SLOWER;
              n_missing += cyan_compared_missing (&hot->compared, 0, i) > 0;
            }
        }
      for (guint side = 0; side < 2; side++)
        {
          cyan_profile_unref (whole[side]);
          cyan_profile_unref (pruned[side]);
        }
    }
  g_assert_cmpuint (n_slower, >, N_SEEDS);
  g_assert_cmpuint (n_missing, >, N_SEEDS);
}

/* A run against itself, pruned in the same way, in another way, or not at all. */
TEST ("/missing/same")
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program program = random_program (rand);
      g_autoptr (CyanProfile) whole = record (&program, seed, 0);
      g_autoptr (CyanProfile) fine = record (&program, seed, 0.005);
      g_autoptr (CyanProfile) coarse = record (&program, seed, 0.03);
      CyanProfile *pairs[][2] = {
        { fine, fine }, { fine, coarse }, { coarse, fine }, { whole, coarse }, { coarse, whole }
      };

      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        {
          g_autoptr (CyanComparison) self = compare_metric (pairs[i][0], pairs[i][1], NULL);

          assert_no_change (self);
          assert_no_function_changed (self);
        }
    }
}

/* The bounds hold for the mean of several runs, of which one is whole. */
TEST ("/missing/runs")
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program a = random_program (rand), b = change (&a, rand);
      const Program *programs[2] = { &a, &b };
      const double phi[3] = { 0.01, 0.02, 0 };
      CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
      g_autoptr (CyanComparison) self = NULL;
      CyanRuns *pruned[2], *whole[2];

      for (guint side = 0; side < 2; side++)
        {
          CyanProfile *runs[2][3];

          for (guint r = 0; r < 3; r++)
            {
              runs[0][r] = record (programs[side], seed + r, phi[r]);
              runs[1][r] = record (programs[side], seed + r, 0);
            }
          pruned[side] = MUST (cyan_runs_new (runs[0], 3, NULL, "before", NULL, NULL, &failure));
          whole[side] = MUST (cyan_runs_new (runs[1], 3, NULL, "before", NULL, NULL, &failure));
          for (guint r = 0; r < 3; r++)
            {
              cyan_profile_unref (runs[0][r]);
              cyan_profile_unref (runs[1][r]);
            }
        }
      options.threshold = 0.02;
      self = MUST (cyan_comparison_new_runs (pruned[0], pruned[1], &options, NULL, &failure));
      check_intervals (self, (CyanProfile *[]){ whole[0]->mean, whole[1]->mean });
      for (guint side = 0; side < 2; side++)
        {
          cyan_runs_unref (pruned[side]);
          cyan_runs_unref (whole[side]);
        }
    }
}

/* ---- recordings ---- */

#define N_REPLAYS 4

/* A recorded tree as a stream: its calls, several times, each with a part of their values.
 * Siblings of one name are one. */
static CyanProfile *
replay (const CyanProfile *tree, double phi)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  const CyanHotLimits limits = { phi, 0 };
  guint metric =
      cyan_profile_builder_metric (builder, tree->metrics[0].name, tree->metrics[0].unit);
  CyanCallSink *sink;

  if (phi > 0)
    cyan_profile_builder_set_sink (builder, cyan_hot_sink_new (builder, &limits));
  sink = cyan_profile_builder_sink (builder);
  for (guint r = 0; r < N_REPLAYS; r++)
    {
      CyanNode open = CYAN_NODE_ROOT;

      for (CyanNode i = 1; i < tree->n_nodes; i++)
        {
          CyanStr name = cyan_strings_add (strings, cyan_profile_name (tree, i), -1);

          for (; open != tree->parent[i]; open = tree->parent[open])
            cyan_call_sink_leave (sink, 0);
          MUST (cyan_call_sink_enter (
              sink, 0,
              cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0),
              0, 1, &failure));
          cyan_call_sink_add (sink, 0, metric, tree->metrics[0].self[i] / N_REPLAYS);
          open = i;
        }
      for (; open != CYAN_NODE_ROOT; open = tree->parent[open])
        cyan_call_sink_leave (sink, 0);
    }
  return cyan_profile_builder_finish (builder);
}

/* The label of the function whose own value changed most in the direction of the whole. */
static const char *
most_changed (const CyanComparison *self)
{
  g_autofree double *changes = function_changes (self);
  double sign = cyan_comparison_direction (self) == CYAN_DIRECTION_SLOWER ? 1 : -1;
  const CyanFunctionPairs *pairs = self->compared.pairs;
  guint32 most = 0;

  for (guint32 pair = 1; pair < pairs->n; pair++)
    if (sign * changes[pairs->function[pair]] > sign * changes[pairs->function[most]])
      most = pair;
  return cyan_comparison_pair_label (self, most);
}

TEST ("/missing/recordings")
{
  static const char *const names[] = { "cmark", "jq", "lua", "lark-visit" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CyanProfile) before = read_recording (names[i], 'a');
      g_autoptr (CyanProfile) after = read_recording (names[i], 'b');
      CyanProfile *whole[2] = { replay (before, 0), replay (after, 0) };
      g_autoptr (CyanComparison) exact = compare_metric (whole[0], whole[1], NULL);

      for (double phi = 1e-4; phi < 0.02; phi *= 10)
        {
          CyanProfile *pruned[2] = { replay (before, phi), replay (after, phi) };
          g_autoptr (CyanComparison) hot = compare_metric (pruned[0], pruned[1], NULL);

          g_assert_cmpuint (pruned[0]->n_nodes, <, whole[0]->n_nodes);
          check_intervals (hot, whole);
          g_assert_cmpstr (most_changed (hot), ==, most_changed (exact));
          for (guint side = 0; side < 2; side++)
            cyan_profile_unref (pruned[side]);
        }
      for (guint side = 0; side < 2; side++)
        cyan_profile_unref (whole[side]);
    }
}

/* ---- what is told ---- */

static double
sum_of (const CyanProfile *self, const char *name, double *calls)
{
  double sum = 0;

  *calls = 0;
  for (CyanNode i = 1; i < self->n_nodes; i++)
    if (strcmp (cyan_profile_name (self, i), name) == 0)
      {
        sum += self->metrics[0].self[i];
        *calls += (double) cyan_profile_calls (self, i);
      }
  return sum;
}

static void
assert_flat (const CyanProfile *pruned, const CyanProfile *whole)
{
  for (guint f = 1; f < pruned->n_functions; f++)
    {
      const char *name = cyan_strings_get (pruned->strings, pruned->functions[f].name);
      double calls, sum = sum_of (whole, name, &calls);

      if (strcmp (name, CYAN_COLD_NAME) == 0)
        continue;
      assert_near (pruned->flat->self[0][f], sum);
      assert_near (pruned->flat->calls[f], calls);
    }
}

/* What functions cost over all contexts is known exactly, for one run and for the mean of
 * several. */
TEST ("/missing/flat")
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program program = random_program (rand);
      g_autoptr (CyanProfile) whole = record (&program, seed, 0);
      g_autoptr (CyanProfile) pruned = record (&program, seed, 0.05);
      g_autoptr (CyanRuns) runs = MUST (cyan_runs_new ((CyanProfile *[]){ pruned, whole, pruned },
                                                       3, NULL, "before", NULL, NULL, &failure));

      g_assert_null (whole->flat);
      assert_flat (pruned, whole);
      assert_flat (runs->mean, whole);
    }
}

/* Sums of what was pruned are never a change or a failure. */
TEST ("/missing/cold")
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program a = random_program (rand), b = change (&a, rand);
      g_autoptr (CyanProfile) before = record (&a, seed, 0.02);
      g_autoptr (CyanProfile) after = record (&b, seed + 1, 0.02);
      g_autoptr (CyanComparison) self = compare_metric (before, after, NULL);
      const CyanGateOptions options = { .limit = 0, .any_node = TRUE };
      g_autoptr (CyanGateResult) gate = MUST (cyan_gate_decide (self, &options, &failure));

      g_assert_true (warns (self, "less than 2.0 %"));
      for (guint i = 0; i < gate->failures->len; i++)
        g_assert_false (cyan_compared_is_cold (
            &self->compared, g_array_index (gate->failures, CyanGateEntry, i).node));
      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        if (cyan_compared_is_cold (&self->compared, i))
          g_assert_cmpint (cyan_comparison_verdict (self, i, CYAN_BASIS_SHARE), ==,
                           CYAN_VERDICT_UNCHANGED);
    }
}
