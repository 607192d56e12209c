/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests of pruned trees: recordings, and that nothing is said to have changed. */
#pragma once

#include "cct-tsv.h"
#include "comparison-fixture.h"
#include "cyan-gate.h"
#include "cyan-name-filter.h"

static inline CyanComparison *
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

static inline CyanProfile *
read_recording (const char *name, char side)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *file = g_strdup_printf ("%s-%c.cct.tsv.gz", name, side);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", file, NULL);

  return cct_tsv_read (strings, path);
}

/* No node, function or total of @self may fail, however small the limit is. */
static inline void
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

/* By function: how much its own values over all contexts changed, in the unit of differences; 0 for
 * what a tree pruned so that its partner is not known.  Caller frees. */
static inline double *
function_changes (const CyanComparison *self)
{
  const CyanCompared *compared = &self->compared;
  const CyanFunctionPairs *pairs = compared->pairs;
  g_autofree double *before = cyan_compared_function_values (compared, 0);
  g_autofree double *after = cyan_compared_function_values (compared, 1);
  double *changes = g_new0 (double, MAX (pairs->n_functions, 1));

  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      const CyanFunctionPair *pair = &pairs->at[pairs->of_node[node]];
      guint32 function = cyan_compared_function (compared, node);

      if (!cyan_compared_is_cold (compared, node)
          && (!cyan_compared_is_unseen (compared, node)
              || (pair->before != G_MAXUINT32 && pair->after != G_MAXUINT32)))
        changes[function] = after[function] * cyan_compared_factor (compared, 1)
                            - before[function] * cyan_compared_factor (compared, 0);
    }
  return changes;
}

static inline void
assert_no_function_changed (const CyanComparison *self)
{
  g_autofree double *changes = function_changes (self);

  for (guint i = 0; i < self->compared.pairs->n_functions; i++)
    if (cyan_noise_function_changed (&self->noise, &self->compared, i))
      g_assert_cmpfloat_with_epsilon (changes[i], 0,
                                      1e-9 * cyan_compared_larger_total (&self->compared));
}

/* @self compares a program with itself: nothing is said to be changed, moved or renamed. */
static inline void
assert_no_change (const CyanComparison *self)
{
  const CyanStatusCounts counts = cyan_comparison_count (self);

  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
        g_assert_cmpint (cyan_comparison_verdict (self, i, basis), ==, CYAN_VERDICT_UNCHANGED);
      g_assert_false (cyan_comparison_share_only (self, i, CYAN_BASIS_SHARE));
      g_assert_cmpuint (cyan_comparison_moved_to (self, i), ==, CYAN_NODE_NONE);
    }
  g_assert_cmpuint (counts.of[CYAN_STATUS_ADDED], ==, 0);
  g_assert_cmpuint (counts.of[CYAN_STATUS_REMOVED], ==, 0);
  g_assert_cmpuint (counts.of[CYAN_STATUS_RENAMED], ==, 0);
  g_assert_cmpfloat ((double) self->slower_delta[CYAN_NODE_ROOT], <, 1e-12);
  g_assert_cmpfloat ((double) self->faster_delta[CYAN_NODE_ROOT], <, 1e-12);
  assert_passes (self);
}
