/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Similarity reports of comparisons of several runs. */
#include "comparison-fixture.h"

#include "cyan-error.h"
#include "cyan-similarity.h"
#include "tests.h"

#define MOST_RUNS 12

static CyanRuns *
runs_of (const char *const *texts)
{
  guint n = g_strv_length ((GStrv) texts);
  CyanProfile *profiles[MOST_RUNS];
  CyanRuns *runs;

  for (guint i = 0; i < n; i++)
    profiles[i] = profile (texts[i]);
  runs = MUST (cyan_runs_new (profiles, n, NULL, "before", NULL, NULL, &failure));
  for (guint i = 0; i < n; i++)
    cyan_profile_unref (profiles[i]);
  return runs;
}

static CyanComparison *
compare_runs (const char *const *before, const char *const *after)
{
  const CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanRuns) befores = runs_of (before);
  g_autoptr (CyanRuns) afters = runs_of (after);
  CyanComparison *comparison =
      MUST (cyan_comparison_new_runs (befores, afters, &options, NULL, &failure));

  return comparison;
}

static CyanSimilarity *
similarity_with (const char *const *before,
                 const char *const *after,
                 const CyanSimilarityOptions *options)
{
  g_autoptr (CyanComparison) comparison = compare_runs (before, after);
  CyanSimilarity *self = MUST (cyan_similarity_new (comparison, options, NULL, &failure));

  return self;
}

static CyanSimilarity *
similarity (const char *const *before, const char *const *after)
{
  const CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;

  return similarity_with (before, after, &options);
}

static const CyanSimilarityRow *
row (const CyanSimilarity *self, const char *name)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (strcmp (cyan_comparison_name (self->comparison, self->rows[i].node), name) == 0)
      return &self->rows[i];
  g_error ("no row \"%s\"", name);
}

static char *
order (const CyanSimilarity *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->n_rows; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            cyan_comparison_name (self->comparison, self->rows[i].node));
  return g_string_free (names, FALSE);
}

/* Revision 1 has the ranges of table I; revision 2 is table II, with the calls of table III. */
static const char *const table_i[] = {
  "main:0*1(flush:45000*50 report:70000*50)", "main:0*1(flush:50000*50 report:80200*50)",
  "main:0*1(flush:75000*50 report:60000*50)", "main:0*1(flush:60000*50 report:65000*50)",
  "main:0*1(flush:55000*50 report:75000*50)", NULL,
};
static const char *const table_ii[] = {
  "main:0*1(flush:50000*50 report:110000*50 cache:5000000*500)",
  "main:0*1(flush:60000*50 report:100000*50 cache:6000000*500)",
  "main:0*1(flush:55000*50 report:80000*50 cache:4000000*500)",
  NULL,
};

TEST ("/similarity/tables")
{
  for (CyanSimilarityBy by = CYAN_SIMILARITY_STACK; by <= CYAN_SIMILARITY_FUNCTION; by++)
    for (CyanSimilarityRank rank = CYAN_SIMILARITY_RANK_TOTAL; rank <= CYAN_SIMILARITY_RANK_PAPER;
         rank++)
      {
        const CyanSimilarityOptions options = { .by = by, .rank = rank, .alpha = 0.05 };
        g_autoptr (CyanSimilarity) self = similarity_with (table_i, table_ii, &options);
        const CyanSimilarityRow *flush = row (self, "flush");
        const CyanSimilarityRow *report = row (self, "report");
        const CyanSimilarityRow *cache = row (self, "cache");
        g_autofree char *ranked = order (self);
        double values[3];

        /* Not the order in which the paper prints table III, but that of its own rule. */
        g_assert_cmpstr (ranked, ==, "cache report flush");
        g_assert_true (self->has_calls);

        assert_near (flush->spectrum.low, 900);
        assert_near (flush->spectrum.high, 1500);
        assert_near (flush->spectrum.similarity, 1);
        assert_near (flush->calls[1], 50);
        assert_near (flush->spectrum.impact, 0);
        assert_near (flush->total_impact, 0);

        assert_near (report->spectrum.low, 1200);
        assert_near (report->spectrum.high, 1604);
        assert_near (report->spectrum.similarity, sqrt (1.0 / 3));
        assert_near (report->calls[1], 50);
        assert_near (report->spectrum.impact, 496);
        assert_near (report->total_impact, 24800);
        cyan_similarity_values (self, report, 1, values);
        assert_near (values[0], 2200);
        assert_near (values[1], 2000);
        assert_near (values[2], 1600);

        g_assert_false (cache->spectrum.has_range);
        assert_near (cache->spectrum.similarity, 0);
        assert_near (cache->calls[1], 500);
        assert_near (cache->calls[0], 0);
        assert_near (cache->spectrum.impact, 10000);
        assert_near (cache->total_impact, 5e6);

        for (guint i = 0; i < self->n_rows; i++)
          g_assert_cmpuint (self->rows[i].spectrum.present[1], ==, 3);
      }
}

/* A revision against itself. */
TEST ("/similarity/itself")
{
  g_autoptr (CyanSimilarity) self = similarity (table_i, table_i);

  g_assert_cmpuint (self->n_rows, ==, 2);
  g_assert_cmpuint (self->n_below, ==, 0);
  g_assert_cmpuint (self->n_changed, ==, 0);
  for (guint i = 0; i < self->n_rows; i++)
    assert_near (self->rows[i].spectrum.similarity, 1);
}

/* What only the base has counts negative, with the calls it had. */
TEST ("/similarity/gone")
{
  g_autoptr (CyanSimilarity) self = similarity (table_ii, table_i);
  const CyanSimilarityRow *cache = row (self, "cache");

  g_assert_true (cache->gone);
  g_assert_true (isnan (cache->spectrum.similarity));
  g_assert_cmpuint (cache->spectrum.present[1], ==, 0);
  assert_near (cache->spectrum.impact, -10000);
  assert_near (cache->total_impact, -5e6);
  assert_near (cache->mean[0], 10000);
  g_assert_true (isnan (cache->mean[1]));
  g_assert_true (self->rows == cache);
}

/* The rule of the paper puts the largest rise first and what is gone last among equals; ours goes
 * by size alone.  Ties go by calls, then by the impact of one call. */
TEST ("/similarity/ranks")
{
  const char *const before[] = {
    "main:0*1(same:5*1 more:50*1 less:900*1 few:10*2 many:5*4 old:60*1)", NULL
  };
  const char *const after[] = { "main:0*1(same:5*1 more:90*1 less:100*1 few:30*2 many:25*4)",
                                NULL };
  CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;

  {
    g_autoptr (CyanSimilarity) self = similarity_with (before, after, &options);
    g_autofree char *names = order (self);

    /* -800, -60, 40, 20 and 20, 0 */
    g_assert_cmpstr (names, ==, "less old more many few same");
  }
  options.rank = CYAN_SIMILARITY_RANK_PAPER;
  {
    g_autoptr (CyanSimilarity) self = similarity_with (before, after, &options);

    ASSERT_TEXT (order (self), "more many few old less same");
  }
}

/* A context that was wrapped, renamed or moved keeps its range. */
TEST ("/similarity/matched")
{
  const char *const before[] = {
    "main:1*1(load:10*1(parse:40*4(lex:30*10 token:9*3) close:3*1) draw:20*1(box:7*2))",
    "main:1*1(load:11*1(parse:44*4(lex:32*10 token:9*3) close:3*1) draw:20*1(box:8*2))",
    NULL,
  };
  const char *const after[] = {
    "main:1*1(load:10*1(guard:5*1(parse:42*4(lex:31*10 token:9*3)) close:3*1) draw:20*1(box:7*2))",
    "main:1*1(load:10*1(guard:6*1(parse:43*4(lex:31*10 token:9*3)) close:3*1) draw:20*1(box:7*2))",
    NULL,
  };
  const char *const moved[] = {
    "main:1*1(load:10*1(close:3*1) draw:20*1(box:7*2 parse:42*4(lex:31*10 token:9*3)))",
    "main:1*1(load:10*1(close:3*1) draw:20*1(box:7*2 parse:43*4(lex:31*10 token:9*3)))",
    NULL,
  };

  {
    g_autoptr (CyanSimilarity) self = similarity (before, after);
    const CyanSimilarityRow *parse = row (self, "parse");

    assert_near (parse->spectrum.low, 10);
    assert_near (parse->spectrum.high, 11);
    assert_near (parse->spectrum.similarity, 1);
    g_assert_false (row (self, "guard")->spectrum.has_range);
  }
  {
    g_autoptr (CyanSimilarity) self = similarity (before, moved);
    const CyanSimilarityRow *parse = row (self, "parse");

    g_assert_cmpint (cyan_comparison_status (self->comparison, parse->node), ==, CYAN_STATUS_ADDED);
    assert_near (parse->spectrum.low, 10);
    assert_near (parse->spectrum.similarity, 1);
    for (guint i = 0; i < self->n_rows; i++)
      g_assert_false (self->rows[i].gone);
  }
}

/* By function: values and calls of all contexts are added up, those of a recursion too. */
TEST ("/similarity/functions")
{
  const char *const before[] = { "main:1*1(a:4*1(f:6*2(f:3*1)) b:2*1(f:9*3))",
                                 "main:1*1(a:4*1(f:12*2(f:6*1)) b:2*1)", NULL };
  const char *const after[] = { "main:1*1(a:4*1(f:30*2(f:4*1)) b:2*1(f:8*1))", NULL };
  const CyanSimilarityOptions options = { .by = CYAN_SIMILARITY_FUNCTION, .alpha = 0.05 };
  g_autoptr (CyanSimilarity) self = similarity_with (before, after, &options);
  const CyanSimilarityRow *f = row (self, "f");

  g_assert_cmpuint (self->n_rows, ==, 4);
  assert_near (f->spectrum.low, 3);  /* 18 / 6 */
  assert_near (f->spectrum.high, 6); /* 18 / 3 */
  assert_near (f->mean[1], 10.5);    /* 42 / 4 */
  assert_near (f->calls[0], 4.5);
  assert_near (f->calls[1], 4);
  assert_near (f->total_impact, 4.5 * 4);
  /* The context that changed most. */
  g_assert_cmpuint (f->node, ==, cyan_similarity_node (self, f));
  g_assert_cmpstr (
      cyan_comparison_name (self->comparison, self->comparison->compared.tree->parent[f->node]), ==,
      "a");
  g_assert_cmpstr (cyan_comparison_pair_label (self->comparison, f->number), ==, "f");
}

/* Without calls, a value is that of the run; so it is in a row whose calls one run does not
 * know. */
TEST ("/similarity/calls")
{
  const char *const plain[] = { "main:1(a:10 b:0(c:4))", "main:1(a:20 c:1)", NULL };
  const char *const some[] = { "main:1*1(a:10*2 b:6*2)", "main:1*1(a:20*4 b:8)", NULL };
  const CyanSimilarityOptions per_run = { .value = CYAN_SIMILARITY_PER_RUN, .alpha = 0.05 };

  {
    g_autoptr (CyanSimilarity) self = similarity (plain, plain);

    g_assert_false (self->has_calls);
    g_assert_cmpint (self->options.value, ==, CYAN_SIMILARITY_PER_RUN);
    assert_near (row (self, "a")->spectrum.high, 20);
    assert_near (row (self, "a")->calls[1], 1);
    /* A context ran if something ran below it; but without any value it is no row. */
    g_assert_cmpuint (row (self, "c")->spectrum.present[0], ==, 1);
    g_assert_cmpuint (self->n_rows, ==, 4);
  }
  {
    g_autoptr (CyanSimilarity) self = similarity (some, some);

    g_assert_cmpint (self->options.value, ==, CYAN_SIMILARITY_PER_CALL);
    assert_near (row (self, "a")->spectrum.high, 5);
    assert_near (row (self, "a")->calls[0], 3);
    assert_near (row (self, "b")->spectrum.high, 8);
    assert_near (row (self, "b")->calls[0], 1);
  }
  {
    g_autoptr (CyanSimilarity) self = similarity_with (some, some, &per_run);

    assert_near (row (self, "a")->spectrum.high, 20);
    assert_near (row (self, "a")->calls[0], 1);
  }
}

/* Fewer calls that are dearer: more a call and less in a run. */
TEST ("/similarity/against")
{
  const char *const before[] = { "main:8*1(a:1000*100 b:600*2)", "main:8*1(a:1000*100 b:600*2)",
                                 NULL };
  const char *const after[] = { "main:8*1(a:50*2 b:700*2)", "main:8*1(a:50*2 b:700*2)", NULL };
  g_autoptr (CyanSimilarity) self = similarity (before, after);
  const CyanSimilarityOptions per_run = { .value = CYAN_SIMILARITY_PER_RUN, .alpha = 0.05 };
  g_autoptr (CyanSimilarity) runs = similarity_with (before, after, &per_run);

  assert_near (row (self, "a")->total_impact, 30);
  g_assert_cmpuint (self->n_changed, ==, 2);
  g_assert_cmpuint (self->n_against, ==, 1);
  assert_near (row (runs, "a")->total_impact, -950);
  g_assert_cmpuint (runs->n_against, ==, 0);
}

/* A thousand times the calls, each for a thousandth: no row weighs more than a run. */
TEST ("/similarity/many-calls")
{
  const char *const few[] = { "main:8*1(a:1000*1 b:600*2)", "main:8*1(a:1001*1 b:601*2)", NULL };
  const char *const many[] = { "main:8*1(a:1000*1000 b:700*2)", "main:8*1(a:999*1000 b:701*2)",
                               NULL };
  g_autoptr (CyanSimilarity) there = similarity (few, many);
  g_autoptr (CyanSimilarity) back = similarity (many, few);

  for (guint i = 0; i < there->n_rows; i++)
    g_assert_cmpfloat (fabs (there->rows[i].total_impact), <=, 1709);
  for (guint i = 0; i < back->n_rows; i++)
    g_assert_cmpfloat (fabs (back->rows[i].total_impact), <=, 1709);
  assert_near (row (there, "a")->total_impact, -(1000 - 0.9995));
}

/* One run a side: ranges of one value, and no test. */
TEST ("/similarity/one-run")
{
  const char *const before[] = { "main:1*1(a:10*2 b:6*2)", NULL };
  const char *const after[] = { "main:1*1(a:90*2 b:6*2)", NULL };
  g_autoptr (CyanSimilarity) self = similarity (before, after);

  assert_near (row (self, "a")->spectrum.impact, 40);
  g_assert_true (isnan (row (self, "a")->q));
  g_assert_cmpuint (self->n_changed, ==, 0);
  g_assert_cmpuint (self->n_below, ==, 1);
}

/* Bytes, that are the same in each run but where something changed. */
TEST ("/similarity/exact")
{
  const char *const before[] = { "main:8*1(a:1000*2 b:600*2 c:70*7 d:5*1)",
                                 "main:8*1(a:1000*2 b:600*2 c:70*7 d:6*1)",
                                 "main:8*1(a:1000*2 b:600*2 c:70*7 d:9*1)", NULL };
  const char *const after[] = { "main:8*1(a:1001*2 b:600*2 d:7*1 e:10*1)",
                                "main:8*1(a:1001*2 b:600*2 d:5*1 e:10*1)", NULL };
  g_autoptr (CyanSimilarity) self = similarity (before, after);

  g_assert_true (row (self, "a")->changed);
  g_assert_false (row (self, "b")->changed);
  g_assert_true (row (self, "b")->spectrum.exact);
  g_assert_true (row (self, "c")->changed && row (self, "c")->gone);
  g_assert_false (row (self, "d")->changed);
  g_assert_true (row (self, "e")->changed);
  g_assert_cmpuint (self->n_changed, ==, 3);
}

/* 100 / 7 is no binary fraction: its sum over seven runs is rounded otherwise than over two. */
TEST ("/similarity/exact-fraction")
{
  const char *const run = "main:8*1(a:100*7)";
  const char *const before[] = { run, run, NULL };
  const char *const after[] = { run, run, run, run, run, run, run, NULL };
  g_autoptr (CyanSimilarity) self = similarity (before, after);

  g_assert_true (row (self, "a")->spectrum.exact);
  g_assert_cmpuint (self->n_changed, ==, 0);
}

/* ---- simulated runs ---- */

#define N_FUNCTIONS 60

typedef struct
{
  const char *metric, *unit;
  double factor;
  double slower; /* of function 3, in the runs of the new revision */
  guint steady;  /* so many of seven functions are exact: 0, or less than 7 */
} World;

/* A run of a program of N_FUNCTIONS functions: each scatters, the run as a whole drifts, and one
 * value in thirty is an outlier.  Function 5 writes in half of the runs only. */
static CyanProfile *
simulate (const World *world, gboolean new, GRand *rand)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  double drift = 1 + 0.05 * g_rand_double (rand);
  CyanNode main_node = CYAN_NODE_ROOT;

  cyan_profile_builder_metric (builder, world->metric, world->unit);
  for (guint i = 0; i <= N_FUNCTIONS; i++)
    {
      g_autofree char *name = i == 0 ? g_strdup ("main") : g_strdup_printf ("f%u", i);
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, name, -1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
      CyanNode node = MUST (cyan_profile_builder_child (builder, main_node, function, 0, &failure));
      double value = 1e5 * (1 + i % 7) * drift;

      if (i == 0)
        main_node = node;
      for (guint k = 0; k < 4; k++)
        value *= 1 + 0.06 * (g_rand_double (rand) - 0.5);
      if (g_rand_int_range (rand, 0, 30) == 0)
        value *= 1.5;
      if (i % 7 >= 7 - world->steady)
        value = 1e5;
      if (i == 3 && new)
        value *= world->slower;
      if (i == 5 && g_rand_boolean (rand))
        value = 0;
      cyan_profile_builder_add (builder, 0, node, value * world->factor);
      cyan_profile_builder_add_calls (builder, node, 1 + i % 5);
    }
  return cyan_profile_builder_finish (builder);
}

static CyanSimilarity *
simulated (const World *world, guint n_runs, gboolean backwards, guint32 seed)
{
  const CyanCompareOptions compare_options = CYAN_COMPARE_OPTIONS_INIT;
  const CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (CyanComparison) comparison = NULL;
  CyanSimilarity *self;
  CyanRuns *runs[2];

  for (guint side = 0; side < 2; side++)
    {
      CyanProfile *profiles[MOST_RUNS];

      for (guint r = 0; r < n_runs; r++)
        profiles[backwards ? n_runs - 1 - r : r] = simulate (world, side == 1, rand);
      runs[side] = MUST (cyan_runs_new (profiles, n_runs, NULL, "before", NULL, NULL, &failure));
      for (guint r = 0; r < n_runs; r++)
        cyan_profile_unref (profiles[r]);
    }
  comparison = MUST (cyan_comparison_new_runs (runs[0], runs[1], &compare_options, NULL, &failure));
  cyan_runs_unref (runs[0]);
  cyan_runs_unref (runs[1]);
  self = MUST (cyan_similarity_new (comparison, &options, NULL, &failure));
  return self;
}

/* Without a change, nothing is called changed in 95 of 100 comparisons; the paper's rule finds
 * something in each.  A change of 40 % is mostly found, and with ten runs always. */
TEST ("/similarity/noise")
{
  const guint n_runs[] = { 3, 5, 10 };

  for (guint k = 0; k < G_N_ELEMENTS (n_runs); k++)
    {
      const World same = { "time", "ns", 1, 1 }, slower = { "time", "ns", 1, 1.4 };
      guint n_false = 0, n_paper = 0, n_found = 0;

      for (guint32 seed = 0; seed < 100; seed++)
        {
          g_autoptr (CyanSimilarity) nothing = simulated (&same, n_runs[k], FALSE, seed);
          g_autoptr (CyanSimilarity) change = simulated (&slower, n_runs[k], FALSE, seed);

          n_false += nothing->n_changed > 0;
          n_paper += nothing->n_below > 0;
          n_found += row (change, "f3")->changed;
        }
      g_assert_cmpuint (n_false, <=, 5);
      g_assert_cmpuint (n_paper, ==, 100);
      g_assert_cmpuint (n_found, >=, n_runs[k] < 10 ? 70 : 95);
    }
}

/* So it is where most rows are exact, and only some scatter. */
TEST ("/similarity/noise-beside-exact")
{
  const World same = { "written", "bytes", 1, 1, 4 };
  guint n_false = 0, n_exact = 0;

  for (guint32 seed = 0; seed < 100; seed++)
    {
      g_autoptr (CyanSimilarity) self = simulated (&same, 5, FALSE, seed);

      n_false += self->n_changed > 0;
      for (guint i = 0; i < self->n_rows; i++)
        n_exact += self->rows[i].spectrum.exact;
    }
  g_assert_cmpuint (n_false, <=, 5);
  g_assert_cmpuint (n_exact, >=, 100 * N_FUNCTIONS / 2);
}

static void
assert_same_rows (const CyanSimilarity *a, const CyanSimilarity *b, double factor)
{
  g_assert_cmpuint (a->n_rows, ==, b->n_rows);
  g_assert_cmpuint (a->n_changed, ==, b->n_changed);
  g_assert_cmpuint (a->n_below, ==, b->n_below);
  for (guint i = 0; i < a->n_rows; i++)
    {
      const CyanSimilarityRow *x = &a->rows[i];
      const CyanSimilarityRow *y = row (b, cyan_comparison_name (a->comparison, x->node));

      g_assert_cmpfloat_with_epsilon (x->spectrum.similarity, y->spectrum.similarity, 1e-12);
      g_assert_cmpint (x->changed, ==, y->changed);
      g_assert_cmpfloat_with_epsilon (x->total_impact * factor, y->total_impact,
                                      1e-6 * factor * (1 + fabs (x->total_impact)));
    }
}

/* The order of the runs, the unit and a factor on all values make no difference.  Factors are
 * powers of two, which round nothing. */
TEST ("/similarity/laws")
{
  const World time = { "time", "ns", 1, 1.2 };
  const World bytes = { "written", "bytes", 1.0 / 64, 1.2 };
  const World instructions = { "Ir", "instructions", 4096, 1.2 };

  for (guint32 seed = 0; seed < 10; seed++)
    {
      g_autoptr (CyanSimilarity) self = simulated (&time, 5, FALSE, seed);
      g_autoptr (CyanSimilarity) turned = simulated (&time, 5, TRUE, seed);
      g_autoptr (CyanSimilarity) smaller = simulated (&bytes, 5, FALSE, seed);
      g_autoptr (CyanSimilarity) larger = simulated (&instructions, 5, FALSE, seed);

      assert_same_rows (self, turned, 1);
      assert_same_rows (self, smaller, 1.0 / 64);
      assert_same_rows (self, larger, 4096);
    }
}

/* ---- errors ---- */

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

TEST ("/similarity/errors")
{
  const World time = { "value", "ns", 1, 1 }, bytes = { "value", "bytes", 1, 1 };
  const CyanCompareOptions compare_options = CYAN_COMPARE_OPTIONS_INIT;
  const CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;
  const CyanTick tick = CYAN_TICK_INIT (stop, NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (CyanProfile) before = simulate (&time, FALSE, rand);
  g_autoptr (CyanProfile) after = simulate (&bytes, FALSE, rand);

  {
    g_autoptr (CyanComparison) comparison =
        MUST (cyan_comparison_new (before, after, &compare_options, NULL, &failure));

    MUST_FAIL (CYAN_ERROR_MISMATCH, "the metric \"value\" is in ns before and in bytes after",
               cyan_similarity_new (comparison, &options, NULL, &failure));
  }
  {
    g_autoptr (CyanComparison) comparison = compare_runs (table_i, table_ii);

    MUST_FAIL (CYAN_ERROR_CANCELLED, "*",
               cyan_similarity_new (comparison, &options, &tick, &failure));
  }
}
