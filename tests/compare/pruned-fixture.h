/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests of pruned trees: recordings, and that nothing is said to have changed. */
#pragma once

#include "cct-tsv.h"
#include "comparison-fixture.h"
#include "cyan-gate.h"
#include "cyan-name-filter.h"
#include "cyan-suspects.h"

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

static inline void
assert_no_suspects (const CyanComparison *self)
{
  for (CyanDirection way = CYAN_DIRECTION_SLOWER; way <= CYAN_DIRECTION_FASTER; way++)
    {
      g_autoptr (GArray) suspects = cyan_suspects_new (self, way, G_MAXUINT);

      g_assert_cmpuint (suspects->len, ==, 0);
    }
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
