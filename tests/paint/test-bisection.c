/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a bisection. */
#include "cyan-bisection.h"
#include "cyan-chart.h"
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define N_REVISIONS 40
#define STEP        23

/* The ends and some revisions between them are measured; 30 does not build. */
static CyanBisection *
bisection_new (CyanBisectionState kind)
{
  static const guint visited[] = { 0, 19, 22, 23, 26, 39 };
  CyanBisection *state = g_new0 (CyanBisection, 1);

  state->state = kind;
  state->project = g_strdup ("lua");
  state->benchmark = g_strdup ("work");
  state->machine = g_strdup ("ci-1");
  state->metric = g_strdup ("wall");
  state->unit = g_strdup ("s");
  state->better = -1;
  state->revisions = g_new0 (CyanBisectionRevision, N_REVISIONS);
  state->n_revisions = N_REVISIONS;
  for (guint i = 0; i < N_REVISIONS; i++)
    state->revisions[i].commit.name = g_strdup_printf ("r%u", i);
  for (guint v = 0; v < G_N_ELEMENTS (visited); v++)
    {
      CyanBisectionRevision *revision = &state->revisions[visited[v]];

      revision->cell = CYAN_CELL_MEASURED;
      revision->n_values = 5;
      revision->values = g_new (double, 5);
      for (guint i = 0; i < 5; i++)
        revision->values[i] = (visited[v] < STEP ? 1.4 : 1.47) + 0.01 * sin (v * 7 + i * 3);
    }
  state->revisions[30].cell = CYAN_CELL_FAILED_BUILD;
  state->revisions[21].prior = CYAN_PRIOR_SUSPECT;
  state->revisions[22].probability = 0.04;
  state->revisions[STEP].probability = 0.95;
  state->revisions[24].probability = 0.0099;
  state->revisions[25].probability = 0.0001;
  state->revisions[STEP].prior = CYAN_PRIOR_SUSPECT;
  if (kind == CYAN_BISECTION_RUNNING)
    {
      state->next[0] = 24;
      state->n_next = 1;
    }
  else
    {
      state->steps = g_new0 (CyanBisectionStep, 1);
      state->n_steps = 1;
      state->steps[0] =
          (CyanBisectionStep){ STEP, g_new (guint, 1), 1, 0.95, { 1.05, 1.04, 1.06 } };
      state->steps[0].credible[0] = STEP;
    }
  return state;
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  while ((text = strstr (text, what)) != NULL)
    {
      n++;
      text += strlen (what);
    }
  return n;
}

static char *
picture_of (const CyanBisection *state)
{
  const CyanTheme theme = { 0 };
  g_autoptr (CyanEvolution) evolution = cyan_bisection_to_evolution (state);
  g_autoptr (CyanScene) scene = cyan_scene_new_bisection (state, evolution, &theme, 800);

  return cyan_scene_to_text (scene, NULL);
}

/* The step with its size, the levels, failures, bars of what is likely, and suspects. */
TEST ("/bisection/found")
{
  g_autoptr (CyanBisection) state = bisection_new (CYAN_BISECTION_FOUND);
  g_autofree char *text = picture_of (state);
  guint n_bars = 0;

  g_assert_nonnull (strstr (text, "text \"+5.0 %\""));
  g_assert_nonnull (strstr (text, "marker work@r23 up"));
  g_assert_nonnull (strstr (text, "marker work@r30 cross"));
  g_assert_cmpuint (count (text, "marker work@r19 dot"), ==, 5);
  g_assert_cmpuint (count (text, "marker work@r20 dot"), ==, 0);
  g_assert_nonnull (strstr (text, "text \"95\xc2\xa0%\""));
  g_assert_nonnull (strstr (text, "marker work@r21 triangle"));
  g_assert_nonnull (strstr (text, "marker work@r23 triangle"));
  g_assert_null (strstr (text, "marker work@r22 triangle"));
  g_assert_nonnull (strstr (text, "likelier before it is measured"));
  /* Bars stand at the end; r25 is too unlikely. */
  for (const char *at = strstr (text, "Chance that"); (at = strstr (at, "rect work@r2")) != NULL;
       at++)
    n_bars++;
  g_assert_cmpuint (n_bars, ==, 3);
}

/* What is measured next has a frame, and there is no step yet. */
TEST ("/bisection/running")
{
  g_autoptr (CyanBisection) state = bisection_new (CYAN_BISECTION_RUNNING);
  g_autofree char *text = picture_of (state);

  g_assert_nonnull (strstr (text, "rect @r24"));
  g_assert_null (strstr (text, " up "));
  g_assert_null (strstr (text, "now "));
}

/* The levels of the evolution are those around the step, without what stands alone. */
TEST ("/bisection/evolution")
{
  g_autoptr (CyanBisection) state = bisection_new (CYAN_BISECTION_FOUND);
  g_autoptr (CyanEvolution) evolution = NULL;
  const CyanSteps *steps;

  state->revisions[19].is_outlier = TRUE;
  for (guint i = 0; i < 5; i++)
    state->revisions[19].values[i] = 9;
  evolution = cyan_bisection_to_evolution (state);
  steps = evolution->series[0].steps;
  g_assert_cmpuint (evolution->n_columns, ==, N_REVISIONS);
  g_assert_cmpuint (steps->n_levels, ==, 2);
  g_assert_cmpuint (steps->levels[1].begin, ==, STEP);
  g_assert_cmpfloat (fabs (steps->levels[0].level - 1.4), <, 0.011);
  g_assert_cmpfloat (fabs (steps->levels[1].level - 1.47), <, 0.011);
  g_assert_cmpuint (steps->n_outliers, ==, 1);
  g_assert_cmpuint (steps->outliers[0], ==, 19);
}

/* Thousands of revisions have a picture of a bounded size, in any width. */
TEST ("/bisection/large")
{
  g_autoptr (CyanBisection) state = bisection_new (CYAN_BISECTION_FOUND);
  const CyanTheme theme = { .dark = TRUE };
  const guint n = 20000;

  state->revisions = g_renew (CyanBisectionRevision, state->revisions, n);
  memset (&state->revisions[N_REVISIONS], 0, (n - N_REVISIONS) * sizeof *state->revisions);
  for (guint i = 0; i < n; i++)
    {
      state->revisions[i].prior = CYAN_PRIOR_SUSPECT;
      state->revisions[i].probability = 1.0 / n;
      if (i >= N_REVISIONS)
        state->revisions[i].commit.name = g_strdup_printf ("r%u", i);
    }
  state->n_revisions = n;
  for (guint width = 320; width < 3000; width *= 2)
    {
      g_autoptr (CyanEvolution) evolution = cyan_bisection_to_evolution (state);
      g_autoptr (CyanScene) scene = cyan_scene_new_bisection (state, evolution, &theme, width);

      g_assert_cmpuint (scene->items->len, <, CYAN_CHART_MAX_ITEMS + 2000);
      g_assert_cmpfloat (scene->bounds.width, ==, width);
    }
}
