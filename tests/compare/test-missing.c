/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons of pruned trees against those of the whole ones: every true total and difference is in
 * its interval, and no verdict contradicts the exact comparison.
 */
#include "comparison-fixture.h"

#include "cct-tsv.h"
#include "cyan-gate.h"
#include "cyan-hot-profile.h"
#include "cyan-hot-sink.h"
#include "cyan-name-filter.h"
#include "cyan-suspects.h"
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
  g_autoptr (GError) error = NULL;
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

        cyan_call_sink_enter (sink, 0, functions[f], 0, 1, &error);
        g_assert_no_error (error);
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
  cyan_profile_check (profile, &error);
  g_assert_no_error (error);
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

/* The true total on @side of a context of a comparison of pruned trees.  What the side lacks is looked
 * for below its nearest caller there. */
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

static CyanComparison *
compare_metric (CyanProfile *before, CyanProfile *after, const char *metric)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  CyanComparison *self;

  options.metric = metric;
  options.threshold = 0.02;
  self = cyan_comparison_new (before, after, &options, NULL, &error);
  g_assert_no_error (error);
  cyan_comparison_check (self, &error);
  g_assert_no_error (error);
  return self;
}

/* ---- laws ---- */

static void
test_intervals (void)
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

/* No node, function or total of @self may fail, however small the limit is. */
static void
assert_passes (const CyanComparison *self)
{
  const char *const all[] = { ".", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanNameFilter) functions = cyan_name_filter_new ("--function", all, FALSE, &error);
  const CyanGateOptions options = { .total = TRUE, .any_node = TRUE, .functions = functions };
  g_autoptr (CyanGateResult) gate = cyan_gate_decide (self, &options, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (gate->failures->len, ==, 0);
  g_assert_true (gate->passed);
}

static void
assert_no_suspects (const CyanComparison *self)
{
  for (CyanDirection way = CYAN_DIRECTION_SLOWER; way <= CYAN_DIRECTION_FASTER; way++)
    {
      g_autoptr (GArray) suspects = cyan_suspects_new (self, way, G_MAXUINT);

      g_assert_cmpuint (suspects->len, ==, 0);
    }
}

/* @self compares a program with itself: nothing is said to be changed, moved or renamed. */
static void
assert_no_change (const CyanComparison *self)
{
  const CyanStatusCounts counts = cyan_comparison_count (self);

  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
        g_assert_cmpint (cyan_comparison_verdict (self, i, basis), ==, CYAN_VERDICT_UNCHANGED);
      g_assert_false (cyan_comparison_share_only (self, i));
      g_assert_cmpuint (cyan_comparison_moved_to (self, i), ==, CYAN_NODE_NONE);
    }
  g_assert_cmpuint (counts.of[CYAN_STATUS_ADDED], ==, 0);
  g_assert_cmpuint (counts.of[CYAN_STATUS_REMOVED], ==, 0);
  g_assert_cmpuint (counts.of[CYAN_STATUS_RENAMED], ==, 0);
  g_assert_cmpfloat ((double) self->slower_delta[CYAN_NODE_ROOT], <, 1e-12);
  g_assert_cmpfloat ((double) self->faster_delta[CYAN_NODE_ROOT], <, 1e-12);
  assert_passes (self);
}

/* A run against itself, pruned in the same way, in another way, or not at all. */
static void
test_same (void)
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
          assert_no_suspects (self);
        }
    }
}

/* The bounds hold for the mean of several runs, of which one is whole. */
static void
test_runs (void)
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program a = random_program (rand), b = change (&a, rand);
      const Program *programs[2] = { &a, &b };
      const double phi[3] = { 0.01, 0.02, 0 };
      CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;
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
          pruned[side] = cyan_runs_new (runs[0], 3, NULL, "before", NULL, NULL, &error);
          whole[side] = cyan_runs_new (runs[1], 3, NULL, "before", NULL, NULL, &error);
          g_assert_no_error (error);
          for (guint r = 0; r < 3; r++)
            {
              cyan_profile_unref (runs[0][r]);
              cyan_profile_unref (runs[1][r]);
            }
        }
      options.threshold = 0.02;
      self = cyan_comparison_new_runs (pruned[0], pruned[1], &options, NULL, &error);
      g_assert_no_error (error);
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

/* A recorded tree as a stream: its calls, several times, each with a part of their values.  Siblings of
 * one name are one. */
static CyanProfile *
replay (const CyanProfile *tree, double phi)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GError) error = NULL;
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
          cyan_call_sink_enter (
              sink, 0,
              cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0),
              0, 1, &error);
          g_assert_no_error (error);
          cyan_call_sink_add (sink, 0, metric, tree->metrics[0].self[i] / N_REPLAYS);
          open = i;
        }
      for (; open != CYAN_NODE_ROOT; open = tree->parent[open])
        cyan_call_sink_leave (sink, 0);
    }
  return cyan_profile_builder_finish (builder);
}

static CyanProfile *
read_recording (const char *name, char side)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *file = g_strdup_printf ("%s-%c.cct.tsv.gz", name, side);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", file, NULL);

  return cct_tsv_read (strings, path);
}

/* The label of the function whose own value changed most. */
static const char *
first_suspect (const CyanComparison *self)
{
  g_autoptr (GArray) suspects = cyan_suspects_new (self, cyan_comparison_direction (self), 1);

  g_assert_cmpuint (suspects->len, ==, 1);
  return cyan_comparison_name (self, g_array_index (suspects, CyanSuspect, 0).node);
}

static void
test_recordings (void)
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
          g_assert_cmpstr (first_suspect (hot), ==, first_suspect (exact));
          for (guint side = 0; side < 2; side++)
            cyan_profile_unref (pruned[side]);
        }
      for (guint side = 0; side < 2; side++)
        cyan_profile_unref (whole[side]);
    }
}

static CyanProfile *
prune (const CyanProfile *whole, double phi)
{
  g_autoptr (GError) error = NULL;
  CyanProfile *pruned = cyan_hot_profile_new (whole, phi, NULL, NULL, &error);

  g_assert_no_error (error);
  cyan_profile_check (pruned, &error);
  g_assert_no_error (error);
  return pruned;
}

static void
assert_same_both_ways (CyanProfile *a, CyanProfile *b)
{
  for (CyanMatchMethod method = CYAN_MATCH_CONTEXT; method <= CYAN_MATCH_PATH; method++)
    {
      g_autoptr (CyanComparison) there = compare_profiles (a, b, method);
      g_autoptr (CyanComparison) back = compare_profiles (b, a, method);

      assert_no_change (there);
      assert_no_change (back);
    }
}

/* A recording against its pruned forms, and these against each other.  Python's has contexts that only
 * their files tell apart, and some that nothing does. */
static void
test_pruned_recordings (void)
{
  static const char *const names[] = { "cmark", "jq", "lua", "lark-visit" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (names); i++)
    {
      g_autoptr (CyanProfile) whole = read_recording (names[i / 2], i % 2 == 0 ? 'a' : 'b');
      g_autoptr (CyanProfile) fine = prune (whole, 1e-4);
      g_autoptr (CyanProfile) middle = prune (whole, 3e-3);
      g_autoptr (CyanProfile) coarse = prune (whole, 0.05);
      g_autoptr (CyanProfile) twice = prune (fine, 0.01);

      g_autoptr (CyanComparison) with_coarse = compare_profiles (whole, coarse, CYAN_MATCH_CONTEXT);

      g_assert_cmpuint (coarse->n_nodes, <, fine->n_nodes);
      assert_no_suspects (with_coarse);
      assert_same_both_ways (whole, whole);
      assert_same_both_ways (whole, fine);
      assert_same_both_ways (whole, middle);
      assert_same_both_ways (whole, coarse);
      assert_same_both_ways (whole, twice);
      assert_same_both_ways (middle, twice);
    }
}

/* ---- small trees ---- */

/* @text has functions "name/file". */
static CyanProfile *
profile_with_files (const char *text)
{
  g_autoptr (CyanProfile) self = profile (text);
  CyanFunction *functions = cyan_profile_move_functions (self, self->strings);

  for (guint f = 1; f < self->n_functions; f++)
    {
      const char *name = cyan_strings_get (self->strings, functions[f].name);
      const char *slash = strchr (name, '/');

      if (slash == NULL)
        continue;
      functions[f].file = cyan_strings_add (self->strings, slash + 1, -1);
      functions[f].name = cyan_strings_add (self->strings, name, slash - name);
    }
  return cyan_profile_with_functions (self, self->strings, functions);
}

/* "name: verdict" of what has another verdict than unchanged, in preorder. */
static char *
verdicts_text (const CyanComparison *self)
{
  GString *text = g_string_new (NULL);

  for (CyanNode i = 1; i < self->compared.n_nodes; i++)
    {
      CyanVerdict verdict = cyan_comparison_verdict (self, i, CYAN_BASIS_ABSOLUTE);

      if (verdict != CYAN_VERDICT_UNCHANGED)
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "",
                                cyan_comparison_name (self, i), cyan_verdict_names[verdict]);
    }
  return g_string_free (text, FALSE);
}

typedef struct
{
  const char *before, *after;
  double phi;
  const char *verdicts; /* of the pruned forms; NULL: it is one program, with none */
} Small;

static const Small smalls[] = {
  /* What costs nothing leaves no "(cold)" behind. */
  { "main:90(a:10(zero:0(none:0)))", NULL, 0.05, NULL },
  /* One function of two files: the small one is pruned, and the other one gets its partner. */
  { "main:5(load/x:3(lex:1) load/y:90(lex:2))", NULL, 0.05, NULL },
  { "main:5(load/y:90(lex:2) load/x:3(lex:1))", NULL, 0.05, NULL },
  { "main:5(load:3(lex:60) load:90(lex:2) load:1)", NULL, 0.05, NULL },
  /* A function that was pruned is not renamed to what sums it up. */
  { "main:10(run:60(alloc:1) read:60(alloc:1) eval:60(alloc:2))", NULL, 0.05, NULL },
  /* A level of a recursion that was pruned. */
  { "f:10(g:1(f:1(g:1(f:1))) h:40(f:40(g:40)))", NULL, 0.05, NULL },
  /* Idle time is not summed up with work. */
  { "main:90(a:30) '(idle)':1", NULL, 0.05, NULL },
  /* True changes are seen. */
  { "main:10(a:100(b:1) c:20)", "main:10(a:160(b:1) c:20)", 0.02, "main slower, a slower" },
  { "main:10(a:100 old:50 c:2)", "main:10(a:100 c:1 new:90)", 0.02,
    "main slower, new added, old removed" },
  { "main:10(a:100(b:30 c:1))", "main:10(wrap:20(a:100(b:90 c:1)))", 0.02,
    "main slower, wrap added, a slower, b slower" },
  { "main:5(load/x:50(lex:1) load/y:90)", "main:5(load/x:90(lex:1) load/y:90)", 0.02,
    "main slower, load slower" },
};

static void
test_small (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (smalls); i++)
    {
      const Small *small = &smalls[i];
      g_autoptr (CyanProfile) before = profile_with_files (small->before);
      g_autoptr (CyanProfile) after =
          profile_with_files (small->after != NULL ? small->after : small->before);
      g_autoptr (CyanProfile) pruned_before = prune (before, small->phi);
      g_autoptr (CyanProfile) pruned_after = prune (after, small->phi);
      g_autoptr (CyanComparison) self =
          compare_profiles (pruned_before, pruned_after, CYAN_MATCH_CONTEXT);
      g_autofree char *verdicts = verdicts_text (self);

      g_assert_cmpstr (verdicts, ==, small->verdicts != NULL ? small->verdicts : "");
      if (small->verdicts == NULL)
        assert_same_both_ways (before, pruned_before);
    }
}

/* Of another metric than that which decided what is pruned, a pruned sibling may have more. */
static void
test_other_metric (void)
{
  static const double values[][2] = { { 5, 5 }, { 3, 80 }, { 90, 10 } };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) whole = NULL;
  g_autoptr (CyanProfile) pruned = NULL;
  g_autoptr (GError) error = NULL;
  guint metrics[2] = { cyan_profile_builder_metric (builder, "time", "ns"),
                       cyan_profile_builder_metric (builder, "size", "bytes") };
  static const char *const files[] = { "", "x", "y" };
  CyanNode main = CYAN_NODE_ROOT;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      CyanStr name = cyan_strings_add (strings, i == 0 ? "main" : "load", -1);
      CyanStr file = cyan_strings_add (strings, files[i], -1);
      CyanNode node = cyan_profile_builder_append (
          builder, main, cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, file, 0, 0),
          0, &error);

      g_assert_no_error (error);
      for (guint m = 0; m < 2; m++)
        cyan_profile_builder_add (builder, metrics[m], node, values[i][m]);
      main = i == 0 ? node : main;
    }
  whole = cyan_profile_builder_finish (builder);
  pruned = prune (whole, 0.05);
  for (guint way = 0; way < 2; way++)
    {
      g_autoptr (CyanComparison) self =
          compare_metric (way == 0 ? whole : pruned, way == 0 ? pruned : whole, "size");

      assert_no_change (self);
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

/* What functions cost over all contexts is known exactly, for one run and for the mean of several. */
static void
test_flat (void)
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program program = random_program (rand);
      g_autoptr (CyanProfile) whole = record (&program, seed, 0);
      g_autoptr (CyanProfile) pruned = record (&program, seed, 0.05);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanRuns) runs = cyan_runs_new ((CyanProfile *[]){ pruned, whole, pruned }, 3,
                                                 NULL, "before", NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_null (whole->flat);
      assert_flat (pruned, whole);
      assert_flat (runs->mean, whole);
    }
}

/* Sums of what was pruned are never a change, a suspect or a failure. */
static void
test_cold (void)
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      Program a = random_program (rand), b = change (&a, rand);
      g_autoptr (CyanProfile) before = record (&a, seed, 0.02);
      g_autoptr (CyanProfile) after = record (&b, seed + 1, 0.02);
      g_autoptr (CyanComparison) self = compare_metric (before, after, NULL);
      g_autoptr (GArray) suspects = cyan_suspects_new (self, CYAN_DIRECTION_SLOWER, G_MAXUINT);
      const CyanGateOptions options = { .limit = 0, .any_node = TRUE };
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanGateResult) gate = cyan_gate_decide (self, &options, &error);

      g_assert_no_error (error);
      g_assert_true (warns (self, "less than 2.0 %"));
      for (guint i = 0; i < suspects->len; i++)
        g_assert_false (
            cyan_compared_is_cold (&self->compared, g_array_index (suspects, CyanSuspect, i).node));
      for (guint i = 0; i < gate->failures->len; i++)
        g_assert_false (cyan_compared_is_cold (
            &self->compared, g_array_index (gate->failures, CyanGateEntry, i).node));
      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        if (cyan_compared_is_cold (&self->compared, i))
          g_assert_cmpint (cyan_comparison_verdict (self, i, CYAN_BASIS_SHARE), ==,
                           CYAN_VERDICT_UNCHANGED);
    }
}

TESTS ("missing")
{
  g_test_add_func ("/missing/intervals", test_intervals);
  g_test_add_func ("/missing/same", test_same);
  g_test_add_func ("/missing/runs", test_runs);
  g_test_add_func ("/missing/recordings", test_recordings);
  g_test_add_func ("/missing/pruned-recordings", test_pruned_recordings);
  g_test_add_func ("/missing/small", test_small);
  g_test_add_func ("/missing/other-metric", test_other_metric);
  g_test_add_func ("/missing/cold", test_cold);
  g_test_add_func ("/missing/flat", test_flat);
}
