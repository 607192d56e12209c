/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a store to series with columns, cells and marks. */
#include "cyan-evolution-read.h"

#include <math.h>

#include "cyan-error.h"
#include "cyan-evolution-changes.h"
#include "evolution-samples.h"
#include "tests.h"

static const CyanEvolutionQuery everything = { 0 };

static void
assert_step (const CyanEvolutionSeries *series, guint column, double ratio)
{
  const CyanStep *step = cyan_evolution_step (series, column);

  g_assert_nonnull (step);
  g_assert_cmpfloat (step->size.low, <, ratio);
  g_assert_cmpfloat (step->size.high, >, ratio);
}

/* 40 revisions, two benchmarks: one of them gets 8 % slower at 12 and 5 % faster at 25. */
static void
test_steps (void)
{
  g_auto (History) history = history_begin ("steps.db");
  gint64 lex = history_definition (&history, "lex", "1");
  gint64 parse = history_definition (&history, "parse", "1");
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autoptr (GArray) steps = NULL;
  guint n;

  for (guint i = 0; i < 40; i++)
    {
      gint64 revision = history_revision (&history, i);

      history_runs (&history, revision, parse, i < 12 ? 1 : i < 25 ? 1.08 : 1.026);
      history_runs (&history, revision, lex, 0.5);
    }
  evolution = history_read (&history, &everything);
  g_assert_cmpstr (evolution->project, ==, "p");
  g_assert_false (evolution->is_unordered);
  g_assert_cmpuint (evolution->n_columns, ==, 40);
  g_assert_cmpstr (evolution->columns[39].name, ==, "r39");
  g_assert_cmpstr (evolution->columns[39].parent, ==, "r38");
  g_assert_cmpstr (evolution->columns[39].subject, ==, "change 39");
  g_assert_cmpuint (evolution->n_lines, ==, 2);
  g_assert_cmpuint (evolution->n_marks, ==, 0);
  g_assert_cmpstr (cyan_evolution_line (evolution, 0, &n)->benchmark, ==, "lex");
  g_assert_cmpuint (cyan_evolution_line (evolution, 0, &n)->steps->n_steps, ==, 0);
  g_assert_cmpstr (evolution->series[1].benchmark, ==, "parse");
  g_assert_cmpstr (evolution->series[1].unit, ==, "s");
  g_assert_cmpuint (evolution->series[1].steps->n_steps, ==, 2);
  assert_step (&evolution->series[1], 12, 1.08);
  assert_step (&evolution->series[1], 25, 0.95);
  steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_NEWEST);
  g_assert_cmpuint (steps->len, ==, 2);
  g_assert_cmpuint (g_array_index (steps, CyanEvolutionStep, 0).after, ==, 25);
  g_assert_cmpint (g_array_index (steps, CyanEvolutionStep, 0).direction, ==, -1);
  g_assert_cmpint (g_array_index (steps, CyanEvolutionStep, 1).direction, ==, 1);
}

TESTS ("evolution")
{
  g_test_add_func ("/evolution/steps", test_steps);
}
