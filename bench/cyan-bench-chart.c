/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames of the pictures of an evolution: a heat map of 500 revisions of 200 benchmarks, and a chart
 * of one benchmark over many revisions, beside an empty frame and a look at all values.
 */
#include "cyan-bench.h"

#include "cyan-chart.h"
#include "cyan-measure.h"

#include <math.h>

#define WINDOW_WIDTH  1400
#define WINDOW_HEIGHT 800

#define HEAT_LINES     200
#define HEAT_REVISIONS 500

/* Revisions from a step to the next. */
#define APART 100

static void
fill_series (CyanEvolutionSeries *self, guint line, guint n_columns, guint apart, GRand *random)
{
  double level = 0;

  self->line = line;
  self->benchmark = g_strdup_printf ("benchmark %u", line);
  self->definition = g_strdup ("");
  self->machine = g_strdup ("box");
  self->metric = g_strdup ("wall");
  self->unit = g_strdup ("s");
  self->better = -1;
  self->begin = g_new (guint, n_columns + 1);
  self->values = g_new (double, n_columns);
  self->cells = g_new (guint8, n_columns);
  self->n_failed = g_new0 (guint, n_columns);
  for (guint c = 0; c < n_columns; c++)
    {
      if (c % apart == apart - 1)
        level = g_rand_double_range (random, -0.2, 0.2);
      self->begin[c] = c;
      self->values[c] = exp (level + g_rand_double_range (random, -0.02, 0.02));
      self->cells[c] = CYAN_CELL_MEASURED;
    }
  self->begin[n_columns] = n_columns;
}

static CyanEvolution *
evolution_new (guint n_lines, guint n_columns, guint apart)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  CyanEvolution *self = g_new0 (CyanEvolution, 1);
  GRand *random = g_rand_new_with_seed (5);
  GError *error = NULL;

  self->project = g_strdup ("bench");
  self->n_columns = n_columns;
  self->columns = g_new0 (CyanEvolutionColumn, n_columns);
  self->n_lines = self->n_series = n_lines;
  self->series = g_new0 (CyanEvolutionSeries, n_lines);
  for (guint c = 0; c < n_columns; c++)
    {
      self->columns[c].oid = g_strdup_printf ("%040u", c);
      self->columns[c].name = g_strndup (self->columns[c].oid + 32, 8);
      self->columns[c].time = c;
    }
  for (guint line = 0; line < n_lines; line++)
    fill_series (&self->series[line], line, n_columns, apart, random);
  g_rand_free (random);
  cyan_evolution_find_steps (self, &options, &error);
  cyan_measure_must (error);
  return self;
}

typedef CyanChart *(*Make) (const CyanEvolution *evolution, const CyanChartStyle *style);

/* Milliseconds of computing a frame from nothing: its layout, its scene and its drawing; or an empty
 * one for NULL. */
static double
take_frame (Make make, const CyanEvolution *evolution, cairo_t *cairo, guint *items)
{
  CyanChartStyle style = CYAN_CHART_STYLE_INIT;
  const CyanRect view = { 0, 0, WINDOW_WIDTH, WINDOW_HEIGHT };
  double begin = cyan_measure_computed ();

  style.width = WINDOW_WIDTH;
  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  if (make != NULL)
    {
      g_autoptr (CyanChart) chart = make (evolution, &style);
      g_autoptr (CyanScene) scene = cyan_scene_new_chart (chart, &view);

      cyan_scene_draw (scene, cairo);
      *items = scene->items->len;
    }
  cairo_surface_flush (cairo_get_target (cairo));
  return cyan_measure_computed () - begin;
}

/* Milliseconds of looking at each value and cell. */
static double
scan (const CyanEvolution *evolution, double *largest)
{
  double begin = cyan_measure_computed ();

  for (guint i = 0; i < evolution->n_series; i++)
    for (guint c = 0; c < evolution->n_columns; c++)
      if (evolution->series[i].cells[c] == CYAN_CELL_MEASURED)
        *largest = MAX (*largest, evolution->series[i].values[evolution->series[i].begin[c]]);
  return cyan_measure_computed () - begin;
}

void
cyan_bench_charts (guint n_revisions, guint times)
{
  g_autoptr (CyanEvolution) wide = evolution_new (HEAT_LINES, HEAT_REVISIONS, APART);
  g_autoptr (CyanEvolution) is_long = evolution_new (1, n_revisions, MAX (n_revisions / 20, APART));
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, WINDOW_WIDTH, WINDOW_HEIGHT);
  cairo_t *cairo = cairo_create (surface);
  double empty = G_MAXDOUBLE, heat = G_MAXDOUBLE, chart = G_MAXDOUBLE, look = G_MAXDOUBLE;
  double largest = 0;
  guint items[2] = { 0, 0 };

  for (guint i = 0; i < times + 2; i++)
    {
      empty = MIN (empty, take_frame (NULL, NULL, cairo, items));
      heat = MIN (heat, take_frame (cyan_chart_new_heat, wide, cairo, &items[0]));
      chart = MIN (chart, take_frame (cyan_chart_new_evolution, is_long, cairo, &items[1]));
      look = MIN (look, scan (is_long, &largest));
    }
  cyan_measure_print ("empty.ms", empty);
  cyan_measure_print ("scan.ms", look);
  cyan_measure_print ("largest", largest);
  cyan_measure_print ("heat.items", items[0]);
  cyan_measure_print ("heat.ms", heat);
  cyan_measure_print ("chart.items", items[1]);
  cyan_measure_print ("chart.ms", chart);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}
