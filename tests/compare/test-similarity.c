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
  g_autoptr (GError) error = NULL;
  CyanRuns *runs;

  for (guint i = 0; i < n; i++)
    profiles[i] = profile (texts[i]);
  runs = cyan_runs_new (profiles, n, NULL, "before", NULL, NULL, &error);
  g_assert_no_error (error);
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
  g_autoptr (GError) error = NULL;
  CyanComparison *comparison = cyan_comparison_new_runs (befores, afters, &options, NULL, &error);

  g_assert_no_error (error);
  return comparison;
}

static CyanSimilarity *
similarity_with (const char *const *before,
                 const char *const *after,
                 const CyanSimilarityOptions *options)
{
  g_autoptr (CyanComparison) comparison = compare_runs (before, after);
  g_autoptr (GError) error = NULL;
  CyanSimilarity *self = cyan_similarity_new (comparison, options, NULL, &error);

  g_assert_no_error (error);
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

static void
test_tables (void)
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
static void
test_itself (void)
{
  g_autoptr (CyanSimilarity) self = similarity (table_i, table_i);

  g_assert_cmpuint (self->n_rows, ==, 2);
  g_assert_cmpuint (self->n_below, ==, 0);
  g_assert_cmpuint (self->n_changed, ==, 0);
  for (guint i = 0; i < self->n_rows; i++)
    assert_near (self->rows[i].spectrum.similarity, 1);
}

/* What only the base has counts negative, with the calls it had. */
static void
test_gone (void)
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

TESTS ("similarity")
{
  g_test_add_func ("/similarity/itself", test_itself);
  g_test_add_func ("/similarity/gone", test_gone);
  g_test_add_func ("/similarity/tables", test_tables);
}
