/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers at the top of reports and pages claim no more than was tested. */
#include "cyan-answers.h"
#include "tests.h"

#include <string.h>

/* Takes @answer. */
static void
assert_answer (char *answer, const char *expected)
{
  g_assert_cmpstr (answer, ==, expected);
  g_free (answer);
}

/* ---- an evolution ---- */

#define MOST 16

/* A benchmark with one run a revision. */
typedef struct
{
  CyanEvolutionColumn columns[MOST];
  char names[MOST][8];
  guint begin[MOST + 1];
  double values[MOST];
  guint8 cells[MOST];
  CyanEvolutionSeries series;
  CyanEvolution evolution;
} Line;

static void
line_init (Line *self, const char *unit, const double *values, guint n)
{
  *self =
      (Line){ .series = { .benchmark = (char *) "parse", .unit = (char *) unit, .better = -1 } };
  for (guint i = 0; i < n; i++)
    {
      g_snprintf (self->names[i], sizeof self->names[i], "r%u", i);
      self->columns[i].name = self->columns[i].oid = self->names[i];
      self->begin[i + 1] = i + 1;
      self->values[i] = values[i];
      self->cells[i] = CYAN_CELL_MEASURED;
    }
  self->series.begin = self->begin;
  self->series.values = self->values;
  self->series.cells = self->cells;
  self->evolution = (CyanEvolution){
    .columns = self->columns, .n_columns = n, .series = &self->series, .n_series = 1, .n_lines = 1
  };
}

static void
assert_evolution (const char *unit, const double *values, guint n, const char *expected)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  Line line;

  line_init (&line, unit, values, n);
  g_assert_true (cyan_evolution_find_steps (&line.evolution, &options, &error));
  assert_answer (cyan_evolution_answer (&line.evolution, NULL, 0), expected);
  /* Of no line, nothing is said. */
  assert_answer (cyan_evolution_answer (&line.evolution, (const guint[]){ 7 }, 1),
                 "Nothing was measured.");
  cyan_steps_free (line.series.steps);
  g_free (line.series.breaks);
}

TEST ("/answers/evolution")
{
  const double worse[] = { 10, 10, 10, 10, 10, 10, 12, 12, 12, 12, 12, 12 };
  const double better[] = { 12, 12, 12, 12, 12, 12, 9, 9, 9, 9, 9, 9 };
  const double same[] = { 10, 10.1, 9.9, 10, 10.1, 9.9, 10, 10.1, 9.9, 10, 10.1, 9.9 };
  /* Slow once: no revision is slower than what it replaced. */
  const double once[] = { 10, 10.1, 9.9, 10, 10.1, 9.9, 15, 10.1, 9.9, 10, 10.1, 9.9 };

  assert_evolution ("s", worse, G_N_ELEMENTS (worse),
                    "1 of 12 revisions is slower than what it replaced; the largest is r6 in "
                    "parse: +20.0 %.");
  assert_evolution ("B", worse, G_N_ELEMENTS (worse),
                    "1 of 12 revisions is worse than what it replaced; the largest is r6 in "
                    "parse: +20.0 %.");
  assert_evolution ("s", better, G_N_ELEMENTS (better),
                    "0 of 12 revisions are slower than what they replaced, and 1 is faster; the "
                    "largest is r6 in parse: −25.0 %.");
  assert_evolution ("s", same, G_N_ELEMENTS (same),
                    "None of 12 revisions differs from what it replaced beyond the noise.");
  assert_evolution ("s", once, G_N_ELEMENTS (once),
                    "None of 12 revisions differs from what it replaced beyond the noise.");
  assert_evolution ("s", same, 4,
                    "4 measured revisions are too few to tell steps from noise: it takes 6.");
}

/* ---- all revisions ---- */

TEST ("/answers/overview")
{
  CyanSpectrumRevision revisions[4] = {
    { .commit = { .name = (char *) "r0" }, .mean = 10, .base = CYAN_SPECTRUM_NO_BASE },
    { .commit = { .name = (char *) "r1" }, .mean = 10, .n_rows = 20, .n_base_runs = 1 },
    { .commit = { .name = (char *) "r2" },
      .mean = 20,
      .base = 1,
      .n_rows = 20,
      .is_outlier = TRUE },
    { .commit = { .name = (char *) "r3" }, .mean = 11, .base = 1, .n_rows = 20 },
  };
  const CyanSpectrumOverview overview = { .revisions = revisions, .n_revisions = 4 };

  assert_answer (cyan_spectrum_overview_answer (&(CyanSpectrumOverview){ 0 }),
                 "No revision has another one to be compared with.");
  assert_answer (cyan_spectrum_overview_answer (&overview),
                 "3 revisions were compared with their bases, but have too few runs to tell a "
                 "change from noise.");
  for (guint i = 1; i < 4; i++)
    revisions[i].n_base_runs = revisions[i].n_new_runs = 5;
  revisions[2].n_changed = 20;
  assert_answer (cyan_spectrum_overview_answer (&overview),
                 "Rows changed at 0 of 2 revisions; 1 stands alone and does not count.");
  revisions[3].n_changed = 2;
  assert_answer (cyan_spectrum_overview_answer (&overview),
                 "Rows changed at 1 of 2 revisions, the most at r3: 2 of 20, and the mean by "
                 "+10.0 %; 1 stands alone and does not count.");
}

/* ---- a prediction ---- */

TEST ("/answers/prediction")
{
  CyanPredictedRevision revisions[3] = { { 0 } };
  CyanPrediction prediction = { .model = CYAN_RISK_TOUCHED,
                                .revisions = revisions,
                                .n_columns = 3 };

  revisions[2].selected = 1u << CYAN_RISK_TOUCHED;
  assert_answer (cyan_prediction_answer (&prediction),
                 "1 of 2 revisions is risky by its sources, a rank and no probability.");
  prediction.has_truth = TRUE;
  prediction.scores[CYAN_RISK_TOUCHED] = (CyanRiskScore){ .n = 2, .n_regressions = 1 };
  assert_answer (cyan_prediction_answer (&prediction),
                 "1 of 2 revisions is risky by its sources, a rank and no probability; 2 are "
                 "measured: slower 1, found 0.");
}

/* ---- a bisection ---- */

TEST ("/answers/bisection")
{
  CyanBisectionRevision revisions[2] = { { .commit = { .name = (char *) "r0" } },
                                         { .commit = { .name = (char *) "r1",
                                                       .subject = (char *) "Check twice" } } };
  guint credible[] = { 1 };
  CyanBisectionStep step = {
    .revision = 1, .size = { 1.2, 1.1, 1.3 }, .mass = 0.97, .credible = credible, .n_credible = 1
  };
  CyanBisection state = { .metric = (char *) "wall",
                          .better = -1,
                          .revisions = revisions,
                          .n_revisions = 2,
                          .steps = &step };

  state.state = CYAN_BISECTION_NO_DIFFERENCE;
  assert_answer (cyan_bisection_answer (&state),
                 "The ends do not differ beyond the noise: there is nothing to find.");
  state.state = CYAN_BISECTION_BUDGET;
  assert_answer (cyan_bisection_answer (&state), "All runs are spent, and it was not found.");
  state.state = CYAN_BISECTION_FOUND;
  state.n_steps = 1;
  assert_answer (cyan_bisection_answer (&state), "r1 “Check twice” made it worse: wall +20.0 % "
                                                 "(+10.0 % to +30.0 %), with 97.0 %.");
  step.mass = 1;
  assert_answer (cyan_bisection_answer (&state),
                 "r1 “Check twice” made it worse: wall +20.0 % (+10.0 % to +30.0 %), with more "
                 "than 99.9 %.");
  step.mass = 0.97;
  state.better = 1;
  assert_answer (cyan_bisection_answer (&state), "r1 “Check twice” made it better: wall +20.0 % "
                                                 "(+10.0 % to +30.0 %), with 97.0 %.");
  step.n_credible = 3;
  assert_answer (cyan_bisection_answer (&state),
                 "One of 3 revisions changed it, and r1 “Check twice” is the likeliest: wall "
                 "+20.0 % (+10.0 % to +30.0 %), with 97.0 %.");
  /* In doubt it says where the step may be, how likely there is none, and what would tell. */
  state.state = CYAN_BISECTION_BUDGET;
  step.n_credible = 1;
  step.mass = 0.6;
  assert_answer (cyan_bisection_answer (&state),
                 "Cannot tell: it is between r0 and r1 “Check twice” with 60.0 %. A metric that "
                 "scatters less or a quiet machine would tell.");
  state.none = 0.4;
  state.budget = state.n_runs = 40;
  assert_answer (
      cyan_bisection_answer (&state),
      "Cannot tell: it is between r0 and r1 “Check twice” with 60.0 %; with "
      "40.0 % nothing changed. More runs, a metric that scatters less or a quiet machine would "
      "tell.");
}
