/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which differences chance can explain.
 *
 * Recordings: five runs of each of two revisions of jq (perf, cpu-clock at 1999 Hz), gomarkdown
 * (Go's pprof at 500 Hz) and marked (V8's profiler, about 1 ms, each sample with the time since the
 * previous one), all as folded stacks.  Two runs of one revision must show no change.
 */
#include "folded-fixture.h"
#include "noise-fixture.h"

#include "tests.h"

#define N_RUNS 5
#define ALL    ((1u << N_RUNS) - 1)

typedef struct
{
  const char *name;
  const char *suffix;
  const char *unit;
  double period; /* 0: guess it */
} Program;

enum
{
  JQ,
  GOMARKDOWN,
  MARKED,
  N_PROGRAMS,
};

static const Program programs[N_PROGRAMS] = {
  { "jq", "perf", "ns", 0 },
  { "gomarkdown", "pprof", "ns", 2e6 },
  { "marked", "v8", "us", 0 },
};

/* The runs of @revision whose bits are set in @runs. */
static CyanRuns *
record (const Program *program, char revision, guint runs)
{
  CyanProfile *profiles[N_RUNS];
  CyanRuns *self;
  guint n = 0;

  for (guint r = 0; r < N_RUNS; r++)
    if (runs >> r & 1)
      {
        g_autofree char *name = g_strdup_printf ("%s-%c%u.%s.folded.gz", program->name, revision,
                                                 r + 1, program->suffix);
        g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

        profiles[n++] = folded_profile (path, program->unit, program->period);
      }
  self = MUST (cyan_runs_new (profiles, n, NULL, "a side", NULL, NULL, &failure));
  while (n > 0)
    cyan_profile_unref (profiles[--n]);
  return self;
}

static CyanComparison *
compare_runs (CyanRuns *before, CyanRuns *after, CyanMatchMethod method, double period)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *self;

  options.method = method;
  options.sample_period = period;
  self = MUST (cyan_comparison_new_runs (before, after, &options, NULL, &failure));
  MUST (cyan_comparison_check (self, &failure));
  return self;
}

static CyanComparison *
compare_recordings (
    guint program, const char *revisions, guint before, guint after, CyanMatchMethod method)
{
  g_autoptr (CyanRuns) a = record (&programs[program], revisions[0], before);
  g_autoptr (CyanRuns) b = record (&programs[program], revisions[1], after);

  return compare_runs (a, b, method, 0);
}

static guint
n_bits (guint bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

/* All ways to compare @n_before runs of a revision with @n_after others of it.  About one in
 * twenty, the expected rate, may show a node, and one in twenty a function.  The comparisons share
 * runs, so an unlucky run appears in several of them: three more are allowed. */
static void
assert_nothing (guint n_before, guint n_after, CyanMatchMethod method)
{
  guint n = 0, n_nodes = 0, n_functions = 0;

  for (guint program = 0; program < N_PROGRAMS; program++)
    {
      guint of_nodes = n_nodes, of_functions = n_functions, of_all = n;

      for (guint revision = 0; revision < 2; revision++)
        for (guint before = 1; before <= ALL; before++)
          for (guint after = 1; after <= ALL; after++)
            {
              g_autoptr (CyanComparison) self = NULL;

              if (n_bits (before) != n_before || n_bits (after) != n_after || (before & after) != 0
                  || (n_before == n_after && before > after))
                continue;
              self =
                  compare_recordings (program, revision == 0 ? "aa" : "bb", before, after, method);
              n++;
              n_nodes += shows_a_node (self);
              n_functions += shows_a_function (self);
            }
      g_test_message (
          "%s, %u against %u runs by %s: of %u comparisons %u show a node, %u a function",
          programs[program].name, n_before, n_after, cyan_match_method_names[method], n - of_all,
          n_nodes - of_nodes, n_functions - of_functions);
    }
  g_assert_cmpuint (n, >=, 60);
  g_assert_cmpuint (n_nodes, <=, n / 20 + 3);
  g_assert_cmpuint (n_functions, <=, n / 20 + 3);
}

TEST ("/noise/same-revision")
{
  assert_nothing (1, 1, CYAN_MATCH_CONTEXT);
  assert_nothing (1, 1, CYAN_MATCH_PATH);
}

TEST ("/noise/same-revision-runs")
{
  assert_nothing (2, 2, CYAN_MATCH_CONTEXT);
  assert_nothing (3, 2, CYAN_MATCH_CONTEXT);
}

static void
assert_changed (const CyanComparison *self, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (!cyan_noise_function_changed (&self->noise, &self->compared,
                                      find_function (self, names[i])))
      g_error ("%s: no change", names[i]);
}

/* The known changes.  A culprit is one that noise does not hide. */
TEST ("/noise/next-revision")
{
  static const char *const of_jq[] = { "jq_next", "stack_push", NULL };
  static const char *const of_jq_runs[] = { "jq_next",  "stack_push", "jv_array_get",
                                            "jv_equal", "jv_cmp",     NULL };
  static const char *const of_go[] = { "github.com/gomarkdown/markdown/ast.GetPrevNode",
                                       "runtime.ifaceeq", "runtime.isDirectIface", NULL };
  static const char *const of_go_runs[] = { "github.com/gomarkdown/markdown/ast.GetPrevNode",
                                            "runtime.ifaceeq",
                                            "github.com/gomarkdown/markdown/parser.codeSpan",
                                            NULL };
  static const char *const of_marked[] = { "inlineTokens", NULL };
  static const char *const of_marked_runs[] = { "inlineTokens", "(garbage collector)", NULL };
  static const char *const *const once[] = { of_jq, of_go, of_marked };
  static const char *const *const five_times[] = { of_jq_runs, of_go_runs, of_marked_runs };

  for (guint program = 0; program < N_PROGRAMS; program++)
    {
      g_autoptr (CyanComparison) one = compare_recordings (program, "ab", 1, 1, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanComparison) five =
          compare_recordings (program, "ab", ALL, ALL, CYAN_MATCH_CONTEXT);

      g_assert_cmpint (one->noise.kind, ==, CYAN_NOISE_SAMPLING);
      g_assert_cmpint (five->noise.kind, ==, CYAN_NOISE_RUNS);
      g_assert_cmpint (cyan_comparison_direction (five), ==, CYAN_DIRECTION_FASTER);
      assert_changed (one, once[program]);
      assert_changed (five, five_times[program]);
      g_assert_cmpfloat (one->faster_delta[CYAN_NODE_ROOT], >, one->slower_delta[CYAN_NODE_ROOT]);
      g_assert_cmpfloat (five->faster_delta[CYAN_NODE_ROOT], >, five->slower_delta[CYAN_NODE_ROOT]);
    }
}

/* jq's next revision does in C what jv_group was used for before. */
TEST ("/noise/new-functions")
{
  for (guint method = 0; method < 2; method++)
    {
      g_autoptr (CyanComparison) self =
          compare_recordings (JQ, "ab", 1, 1, method == 0 ? CYAN_MATCH_CONTEXT : CYAN_MATCH_PATH);
      CyanNode unique = find (self, "jv_unique");
      guint n_unseen = 0, n_one_sided = 0;

      /* Matching by context may take one for a replacement of the other. */
      if (method == 1 || cyan_comparison_old_name (self, unique) == NULL)
        {
          g_assert_cmpint (cyan_comparison_verdict (self, unique, CYAN_BASIS_SHARE), ==,
                           CYAN_VERDICT_ADDED);
          g_assert_cmpint (
              cyan_comparison_verdict (self, find (self, "jv_group"), CYAN_BASIS_SHARE), ==,
              CYAN_VERDICT_REMOVED);
        }
      else
        g_assert_cmpstr (cyan_comparison_old_name (self, unique), ==, "jv_group");

      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        {
          CyanSide before, after;

          cyan_comparison_sides (self, i, &before, &after);
          n_one_sided += before.present != after.present;
          if (!cyan_compared_is_unseen (&self->compared, i))
            continue;
          n_unseen++;
          g_assert_true (before.present != after.present);
          g_assert_cmpfloat (before.total + after.total, <, 20 * self->compared.side[0].period);
        }
      g_assert_cmpuint (n_unseen, >, 20);
      g_assert_cmpuint (n_one_sided - n_unseen, >, 20);
    }
}

static void
assert_text (const CyanComparison *self, const char *expected)
{
  ASSERT_TEXT (cyan_comparison_noise_text (self), expected);
}

static CyanProfile *
sampled (const char *text, CyanRecording recorded)
{
  CyanProfile *self = profile (text);

  self->recording = recorded;
  self->period = recorded == CYAN_RECORDING_SAMPLED ? 1 : 0;
  return self;
}

/* The period comes from the recording, from the user or from the weights, and the text says
 * which. */
TEST ("/noise/periods")
{
  g_autoptr (CyanRuns) jq = record (&programs[JQ], 'a', 1);
  g_autoptr (CyanRuns) jq_twice = record (&programs[JQ], 'a', 6);
  g_autoptr (CyanRuns) go = record (&programs[GOMARKDOWN], 'a', 1);
  g_autoptr (CyanRuns) go_again = record (&programs[GOMARKDOWN], 'a', 2);
  g_autoptr (CyanRuns) twice = record (&programs[JQ], 'b', 3);
  g_autoptr (CyanRuns) marked = record (&programs[MARKED], 'a', 1);
  g_autoptr (CyanProfile) counts = sampled ("m:1(a:7 b:1 c:2)", CYAN_RECORDING_SAMPLED);
  CyanProfile *const two_counts[] = { counts, counts };
  g_autoptr (CyanRuns) count_runs = NULL;
  g_autoptr (CyanRuns) times = record (&programs[MARKED], 'a', 1);
  g_autoptr (CyanComparison) counted = NULL;
  g_autoptr (CyanComparison) named = NULL;
  g_autoptr (CyanComparison) guessed = compare_runs (jq, jq, CYAN_MATCH_PATH, 0);
  g_autoptr (CyanComparison) given = compare_runs (jq, jq, CYAN_MATCH_PATH, 1e6);
  g_autoptr (CyanComparison) recorded = compare_runs (go, go_again, CYAN_MATCH_PATH, 0);
  g_autoptr (CyanComparison) runs = compare_runs (jq_twice, twice, CYAN_MATCH_PATH, 0);
  g_autoptr (CyanComparison) unequal = compare_runs (marked, marked, CYAN_MATCH_PATH, 0);

  counts->period = 0;
  g_free (counts->metrics[0].unit);
  counts->metrics[0].unit = g_strdup ("samples");
  count_runs = cyan_runs_new (two_counts, 2, NULL, "a side", NULL, NULL, NULL);
  counted = compare_runs (count_runs, count_runs, CYAN_MATCH_PATH, 0);
  g_free (times->mean->metrics[0].unit);
  times->mean->metrics[0].unit = g_strdup ("samples");
  named = compare_runs (times, times, CYAN_MATCH_PATH, 0);

  assert_near (guessed->compared.side[0].period, 500250);
  assert_near (runs->compared.side[0].period, 250125);
  assert_text (guessed, "1 sampled run a side, one sample is 500 µs (guessed): only the noise of "
                        "sampling is known");
  assert_text (given, "1 sampled run a side, one sample is 1 ms (given): only the noise of "
                      "sampling is known");
  assert_text (recorded, "1 sampled run a side, one sample is 2 ms: only the noise of sampling is "
                         "known");
  assert_text (runs, "2 sampled runs a side, one sample is 500 µs (guessed): noise is what differs "
                     "from run to run");
  /* Counted samples have weight 1, also in several runs; large weights are times, whatever their
   * unit. */
  assert_near (counted->compared.side[0].period, 0.5);
  assert_text (counted, "2 sampled runs a side: noise is what differs from run to run");
  g_assert_cmpfloat (named->compared.side[0].period, >, 1900);
  /* 1 ms is usual, and sum (w squared) / sum (w) of this recording's samples is 1.95 ms. */
  g_assert_cmpfloat (unequal->compared.side[0].period, >, 1900);
  g_assert_cmpfloat (unequal->compared.side[0].period, <, 2300);
}

static void
assert_verdicts (CyanRecording before,
                 CyanRecording after,
                 CyanVerdict gone,
                 CyanVerdict fresh,
                 CyanVerdict heavy)
{
  g_autoptr (CyanProfile) a = sampled ("m:500(x:500 gone:1(under:1))", before);
  g_autoptr (CyanProfile) b = sampled ("m:500(x:500 fresh:3 heavy:40(light:1))", after);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);
  static const char *const names[] = { "gone", "under", "fresh", "heavy", "light" };
  const CyanVerdict expected[] = { gone, gone, fresh, heavy, heavy };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (cyan_comparison_verdict (self, find (self, names[i]), CYAN_BASIS_SHARE), ==,
                     expected[i]);
}

/* Only the side without a node can have missed it.  Nodes below a new node are new. */
TEST ("/noise/which-side-doubts")
{
  assert_verdicts (CYAN_RECORDING_SAMPLED, CYAN_RECORDING_SAMPLED, CYAN_VERDICT_UNCHANGED,
                   CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_ADDED);
  assert_verdicts (CYAN_RECORDING_EXACT, CYAN_RECORDING_SAMPLED, CYAN_VERDICT_UNCHANGED,
                   CYAN_VERDICT_ADDED, CYAN_VERDICT_ADDED);
  assert_verdicts (CYAN_RECORDING_SAMPLED, CYAN_RECORDING_EXACT, CYAN_VERDICT_REMOVED,
                   CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_ADDED);
  assert_verdicts (CYAN_RECORDING_EXACT, CYAN_RECORDING_EXACT, CYAN_VERDICT_REMOVED,
                   CYAN_VERDICT_ADDED, CYAN_VERDICT_ADDED);
}

/* If one function makes a run ten times as long, another one with four samples before is not called
 * removed: its time may be unchanged. */
TEST ("/noise/slow-run")
{
  g_autoptr (CyanProfile) a = sampled ("m:500(x:500 rare:4)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanProfile) b = sampled ("m:500(x:9500)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);

  g_assert_true (cyan_compared_is_unseen (&self->compared, find (self, "rare")));
}

/* The same with a recording a tenth as long. */
TEST ("/noise/short-recording")
{
  g_autoptr (CyanProfile) a = sampled ("m:5000(x:5000 rare:5)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanProfile) b = sampled ("m:500(x:500)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);

  g_assert_true (cyan_compared_is_unseen (&self->compared, find (self, "rare")));
}

/* 100 against 110 samples may be chance; 100 against 200 is not, and then counts in full. */
TEST ("/noise/deltas")
{
  g_autoptr (CyanProfile) a = sampled ("m:0(x:100 y:100)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanProfile) b = sampled ("m:0(x:110 y:200)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);
  const CyanCompared *compared = &self->compared;

  g_assert_cmpfloat (self->slower_delta[find (self, "x")], ==, 0);
  g_assert_cmpfloat (self->faster_delta[find (self, "x")], ==, 0);
  assert_near (self->slower_delta[find (self, "y")], 100);
  g_assert_false (cyan_noise_function_changed (
      &self->noise, compared, cyan_compared_function (compared, find (self, "x"))));
  g_assert_true (cyan_noise_function_changed (&self->noise, compared,
                                              cyan_compared_function (compared, find (self, "y"))));
}

/* One exact run per side: every difference counts, and noise is unknown. */
TEST ("/noise/unknown")
{
  g_autoptr (CyanComparison) self =
      compare ("m:5(x:100 y:100 gone:3)", "m:5(x:101 y:90 fresh:2)", CYAN_MATCH_PATH);
  CyanEstimate estimate;

  g_assert_cmpint (self->noise.kind, ==, CYAN_NOISE_UNKNOWN);
  assert_text (self, "1 exact run a side: noise cannot be estimated");
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "x"), CYAN_DIRECTION_SLOWER), ==,
      1);
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "x"), CYAN_DIRECTION_FASTER), ==,
      0);
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "y"), CYAN_DIRECTION_FASTER), ==,
      10);
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "gone"), CYAN_DIRECTION_FASTER),
      ==, 3);
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "fresh"), CYAN_DIRECTION_SLOWER),
      ==, 2);
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      g_assert_false (cyan_comparison_estimate (self, i, CYAN_BASIS_SHARE, &estimate));
      g_assert_cmpfloat (
          cyan_noise_total_gain (&self->noise, &self->compared, i, CYAN_DIRECTION_SLOWER), ==, 0);
    }
  g_assert_true (
      cyan_noise_function_changed (&self->noise, &self->compared, find_function (self, "x")));
}

#define N_FUNCTIONS 40

/* Exact runs of a program of 40 functions that each scatter by 2 %, and as a whole by 5 %. "f7"
 * takes @change times as long.  The text @more is part of every run, @once of the first only. */
static CyanRuns *
exact_runs (guint n, double change, const char *more, const char *once, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  CyanProfile *profiles[8];
  CyanRuns *self;

  for (guint r = 0; r < n; r++)
    {
      g_autoptr (GString) text = g_string_new ("m:1000(");
      double whole = exp (g_rand_double_range (rand, -0.085, 0.085));

      for (guint f = 0; f < N_FUNCTIONS; f++)
        {
          double time = (1000 + 100 * f) * whole * exp (g_rand_double_range (rand, -0.035, 0.035));

          g_string_append_printf (text, "f%u:%d ", f, (int) (f == 7 ? time * change : time));
        }
      g_string_append_printf (text, "%s %s)", more, r == 0 ? once : "");
      profiles[r] = profile (text->str);
    }
  self = MUST (cyan_runs_new (profiles, n, NULL, "a side", NULL, NULL, &failure));
  while (n > 0)
    cyan_profile_unref (profiles[--n]);
  return self;
}

TEST ("/noise/exact-runs")
{
  g_autoptr (CyanRuns) a = exact_runs (4, 1, "gone:900", "rare:1", 1);
  g_autoptr (CyanRuns) b = exact_runs (4, 1.5, "fresh:900(callee:5)", "luck:2000", 2);
  g_autoptr (CyanComparison) self = compare_runs (a, b, CYAN_MATCH_PATH, 0);
  CyanNode changed = find (self, "f7");
  double difference =
      self->compared.side[1].profile->metrics[0].self[self->compared.tree->after[changed]]
      - self->compared.side[0].profile->metrics[0].self[self->compared.tree->before[changed]];
  CyanEstimate estimate;
  guint n_outside = 0;

  g_assert_cmpint (self->noise.kind, ==, CYAN_NOISE_RUNS);
  assert_text (self, "4 exact runs a side: noise is what differs from run to run");
  for (guint basis = 0; basis < 2; basis++)
    for (guint f = 0; f < N_FUNCTIONS; f++)
      {
        g_autofree char *name = g_strdup_printf ("f%u", f);
        CyanNode node = find (self, name);
        double truth;

        g_assert_true (cyan_comparison_estimate (self, node, (CyanBasis) basis, &estimate));
        g_assert_cmpuint (estimate.number, ==, node);
        g_assert_cmpint (estimate.q <= self->noise.alpha, ==, f == 7);
        truth = f == 7 ? 1.5 : 1;
        n_outside += estimate.low > truth || estimate.high < truth;
        g_assert_cmpfloat (estimate.low, <=, estimate.ratio);
        g_assert_cmpfloat (estimate.ratio, <=, estimate.high);
        g_assert_cmpint (
            cyan_noise_function_changed (&self->noise, &self->compared, find_function (self, name)),
            ==, f == 7);
        assert_near (cyan_noise_gain (&self->noise, &self->compared, node, CYAN_DIRECTION_SLOWER),
                     f == 7 ? difference : 0);
        g_assert_cmpfloat (
            cyan_noise_gain (&self->noise, &self->compared, node, CYAN_DIRECTION_FASTER), ==, 0);
        assert_near (
            cyan_noise_total_gain (&self->noise, &self->compared, node, CYAN_DIRECTION_SLOWER),
            f == 7 ? difference : 0);
      }

  /* At least 72 of 80 intervals (95 % expected) contain the true ratio. */
  g_assert_cmpuint (n_outside, <=, 8);

  /* A new node is in every run of its side, and nodes below it are new, too. */
  g_assert_false (cyan_compared_is_unseen (&self->compared, find (self, "gone")));
  g_assert_false (cyan_compared_is_unseen (&self->compared, find (self, "fresh")));
  g_assert_false (cyan_compared_is_unseen (&self->compared, find (self, "callee")));
  g_assert_true (cyan_compared_is_unseen (&self->compared, find (self, "rare")));
  g_assert_true (cyan_compared_is_unseen (&self->compared, find (self, "luck")));
  assert_near (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "fresh"), CYAN_DIRECTION_SLOWER),
      900);
  assert_near (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "gone"), CYAN_DIRECTION_FASTER),
      900);
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, find (self, "luck"), CYAN_DIRECTION_SLOWER),
      ==, 0);
}

/* Two sides that differ only by chance. */
TEST ("/noise/exact-same")
{
  for (guint n = 2; n <= 4; n++)
    {
      guint n_shown = 0;

      for (guint32 seed = 0; seed < 60; seed++)
        {
          g_autoptr (CyanRuns) a = exact_runs (n, 1, "", "rare:50", 100 + seed);
          g_autoptr (CyanRuns) b = exact_runs (n, 1, "", "", 200 + seed);
          g_autoptr (CyanComparison) self = compare_runs (a, b, CYAN_MATCH_PATH, 0);

          n_shown += shows_a_node (self) || shows_a_function (self);
        }
      g_test_message ("%u exact runs a side: of 60 comparisons %u show something", n, n_shown);
      g_assert_cmpuint (n_shown, <=, 60 / 20 + 3);
    }
}

/* With different units only shares are tested, and differences are shares. */
TEST ("/noise/units")
{
  g_autoptr (CyanRuns) a = exact_runs (4, 1, "", "", 3);
  g_autoptr (CyanRuns) b = exact_runs (4, 2, "", "", 4);
  g_autoptr (CyanComparison) self = NULL;
  CyanEstimate estimate;
  CyanNode changed;

  g_free (b->mean->metrics[0].unit);
  b->mean->metrics[0].unit = g_strdup ("ticks");
  self = compare_runs (a, b, CYAN_MATCH_PATH, 0);
  changed = find (self, "f7");
  g_assert_true (cyan_comparison_estimate (self, changed, CYAN_BASIS_SHARE, &estimate));
  g_assert_cmpfloat (estimate.q, <, 0.05);
  g_assert_false (cyan_comparison_estimate (self, changed, CYAN_BASIS_ABSOLUTE, &estimate));
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, changed, CYAN_DIRECTION_SLOWER), >, 0.005);
  g_assert_cmpfloat (
      cyan_noise_gain (&self->noise, &self->compared, changed, CYAN_DIRECTION_SLOWER), <, 0.05);
}

static void
assert_moved_gains (const char *before, const char *after, double slower, double faster)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);
  double sum[2] = { 0, 0 };

  g_assert_cmpuint (self->compared.moves->n, ==, 4);
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      sum[0] += cyan_noise_gain (&self->noise, &self->compared, i, CYAN_DIRECTION_SLOWER);
      sum[1] += cyan_noise_gain (&self->noise, &self->compared, i, CYAN_DIRECTION_FASTER);
    }
  g_assert_cmpfloat (sum[0], ==, slower);
  g_assert_cmpfloat (sum[1], ==, faster);
}

/* A moved subtree is compared with itself: its changes count, slower ones at the new position,
 * faster ones at the old one. */
TEST ("/noise/moved")
{
  const char *there = "m:1(a:1(x:50(y:60 z:70(w:5))) b:1(k:1))";
  const char *here = "m:1(a:1 b:1(k:1 x:50(y:66 z:70(w:4))))";
  g_autoptr (CyanComparison) self = compare (there, here, CYAN_MATCH_PATH);

  assert_moved_gains (there, here, 6, 1);
  assert_moved_gains (here, there, 1, 6);
  for (guint m = 0; m < self->compared.moves->n; m++)
    {
      g_assert_cmpfloat (cyan_noise_gain (&self->noise, &self->compared,
                                          self->compared.moves->by_removed[m].removed,
                                          CYAN_DIRECTION_SLOWER),
                         ==, 0);
      g_assert_cmpfloat (cyan_noise_gain (&self->noise, &self->compared,
                                          self->compared.moves->by_removed[m].added,
                                          CYAN_DIRECTION_FASTER),
                         ==, 0);
    }
}

/* Empty recordings. */
TEST ("/noise/empty")
{
  static const char *const texts[] = { "", "m:0", "m:0(a:0 b:0)", "m:5(a:-5 b:0)" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
      for (guint recorded = 0; recorded < 2; recorded++)
        {
          g_autoptr (CyanProfile) a = sampled (texts[i], (CyanRecording) recorded);
          g_autoptr (CyanProfile) b = sampled (texts[j], (CyanRecording) recorded);
          CyanProfile *const twice_a[] = { a, a };
          CyanProfile *const twice_b[] = { b, b };
          g_autoptr (CyanRuns) as = cyan_runs_new (twice_a, 2, NULL, "before", NULL, NULL, NULL);
          g_autoptr (CyanRuns) bs = cyan_runs_new (twice_b, 2, NULL, "after", NULL, NULL, NULL);
          g_autoptr (CyanComparison) self = compare_runs (as, bs, CYAN_MATCH_PATH, 0);
          g_autoptr (CyanComparison) one = compare_profiles (a, b, CYAN_MATCH_PATH);

          g_assert_false (shows_a_node (self) && recorded == 1);
          g_assert_true (isfinite (self->slower_delta[CYAN_NODE_ROOT]));
          g_assert_true (isfinite (one->slower_delta[CYAN_NODE_ROOT]));
        }
}
