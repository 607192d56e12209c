/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paints the values of a series: runs, the smallest to the largest value, levels, outliers.
 *
 * Nothing is drawn between two measured revisions that are not neighbours but a dashed bridge at
 * the height of their level.
 */
#include "cyan-chart-private.h"

#include <math.h>

#define LEVEL_WIDTH 2.5
#define STAR        5.0
#define BEYOND      3.5

/* Distance of columns in pixels from which on each has a whisker of its own. */
#define WHISKER_ROOM 3.0

/* Half the height in pixels of values that are all the same. */
#define LEAST_HALF 1.0

CyanColor
cyan_chart_run_color (const CyanTheme *theme)
{
  CyanColor color = cyan_color_mix (cyan_theme_dim (theme), cyan_theme_accent (theme), 0.55);

  return cyan_color_with_alpha (color, theme->high_contrast ? 1 : 0.55);
}

CyanColor
cyan_chart_whisker_color (const CyanTheme *theme)
{
  return cyan_color_with_alpha (cyan_theme_edge (theme), theme->high_contrast ? 1 : 0.6);
}

CyanColor
cyan_chart_band_color (const CyanTheme *theme)
{
  return cyan_color_with_alpha (cyan_theme_accent (theme), theme->dark ? 0.3 : 0.22);
}

/* ---- values ---- */

/* A run's dot, or at the edge a small arrow to where it is. */
static void
paint_run (const CyanPanel *self, guint series, guint column, double value)
{
  double x = cyan_panel_x (self, column), y = cyan_value_axis_y (&self->axis, value);
  gboolean above = value > self->axis.high, beyond = above || value < self->axis.low;
  CyanItem *item;

  if (beyond)
    y += above ? BEYOND : -BEYOND;
  item = cyan_scene_add_marker (self->scene,
                                !beyond ? CYAN_MARKER_DOT
                                : above ? CYAN_MARKER_UP
                                        : CYAN_MARKER_DOWN,
                                x, y, beyond ? BEYOND : CYAN_CHART_DOT,
                                cyan_chart_run_color (self->theme));
  cyan_item_set_spot (item, series, column);
}

static void
paint_runs (const CyanPanel *self, guint s)
{
  const CyanEvolutionSeries *series = &self->chart->evolution->series[s];

  for (guint c = self->chart->first; c <= self->chart->last; c++)
    for (guint i = series->begin[c]; i < series->begin[c + 1]; i++)
      paint_run (self, s, c, series->values[i]);
}

/* The pixels from the highest to the lowest value of a bin, at least two. */
static void
span_of (const CyanPanel *self, const CyanBin *bin, double *high, double *low)
{
  *high = cyan_value_axis_y (&self->axis, bin->high);
  *low = cyan_value_axis_y (&self->axis, bin->low);
  if (*low - *high < 2 * LEAST_HALF)
    {
      *high -= LEAST_HALF;
      *low += LEAST_HALF;
    }
}

static void
paint_whiskers (const CyanPanel *self, guint s, const GArray *bins)
{
  for (guint i = 0; i < bins->len; i++)
    {
      const CyanBin *bin = &g_array_index (bins, CyanBin, i);
      double low, high;

      if (bin->n_values == 0)
        continue;
      span_of (self, bin, &high, &low);
      cyan_item_set_spot (cyan_scene_add_rect (self->scene, CYAN_NODE_NONE,
                                               floor (cyan_panel_x (self, bin->first_measured)),
                                               high, 1, low - high,
                                               cyan_chart_whisker_color (self->theme)),
                          s, bin->first_measured);
    }
}

/* The area from the smallest to the largest values of @bins, which are all measured. */
static void
paint_area (const CyanPanel *self, const GArray *bins, guint s)
{
  guint n = bins->len;
  g_autofree CyanPoint *points = g_new (CyanPoint, 4 * n);
  CyanItem *item;

  for (guint i = 0; i < n; i++)
    {
      const CyanBin *bin = &g_array_index (bins, CyanBin, i);
      double left = cyan_panel_edge (self, bin->first);
      double right = cyan_panel_edge (self, bin->last + 1), high, low;

      span_of (self, bin, &high, &low);
      points[2 * i] = (CyanPoint){ left, high };
      points[2 * i + 1] = (CyanPoint){ right, high };
      points[4 * n - 1 - 2 * i] = (CyanPoint){ left, low };
      points[4 * n - 2 - 2 * i] = (CyanPoint){ right, low };
    }
  item = cyan_scene_add_polyline (self->scene, points, 4 * n, (CyanColor){ 0 }, 0);
  item->fill = cyan_chart_whisker_color (self->theme);
  cyan_item_set_spot (item, s, CYAN_SPOT_NONE);
}

/* Measured columns that follow each other. */
typedef struct
{
  guint first, last;
} Stretch;

/* Of Stretch.  A gap that is narrower than the grain is none. */
static GArray *
stretches_new (const CyanPanel *self, const GArray *bins)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));

  for (guint i = 0; i < bins->len; i++)
    {
      const CyanBin *bin = &g_array_index (bins, CyanBin, i);
      const Stretch one = { bin->first_measured, bin->last_measured };
      Stretch *before =
          stretches->len > 0 ? &g_array_index (stretches, Stretch, stretches->len - 1) : NULL;

      if (bin->n_values == 0)
        continue;
      if (before != NULL
          && (before->last + 1 >= one.first
              || cyan_panel_edge (self, one.first) - cyan_panel_edge (self, before->last + 1)
                     < self->painter->grain))
        before->last = one.last;
      else
        g_array_append_val (stretches, one);
    }
  return stretches;
}

static void
paint_areas (const CyanPanel *self, guint s, const GArray *bins, const GArray *stretches)
{
  guint i = 0;

  for (guint k = 0; k < stretches->len; k++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, k);
      g_autoptr (GArray) measured = g_array_new (FALSE, FALSE, sizeof (CyanBin));

      for (; i < bins->len && g_array_index (bins, CyanBin, i).first <= stretch->last; i++)
        if (g_array_index (bins, CyanBin, i).n_values > 0)
          g_array_append_val (measured, g_array_index (bins, CyanBin, i));
      if (measured->len > 0)
        paint_area (self, measured, s);
    }
}

static void
paint_values (const CyanPanel *self, guint s, const GArray *bins, const GArray *stretches)
{
  const CyanEvolutionSeries *series = &self->chart->evolution->series[s];
  double apart = self->plot.width / (self->chart->last - self->chart->first + 1);
  guint n_runs = series->begin[self->chart->last + 1] - series->begin[self->chart->first];

  if (apart < WHISKER_ROOM || self->painter->grain > 2)
    {
      paint_areas (self, s, bins, stretches);
      return;
    }
  paint_whiskers (self, s, bins);
  if (!self->chart->style.no_runs && apart >= CYAN_CHART_DOT_ROOM && self->painter->grain <= 1
      && n_runs < CYAN_CHART_MAX_ITEMS)
    paint_runs (self, s);
}

/* ---- levels ---- */

static void
paint_level_piece (const CyanPanel *self, guint s, const CyanLevel *level, double from, double to)
{
  CyanColor color = cyan_theme_accent (self->theme);
  double y = cyan_value_axis_y (&self->axis, level->level);
  double high = cyan_value_axis_y (&self->axis, level->high);
  double low = cyan_value_axis_y (&self->axis, level->low);
  CyanItem *item;

  if (low - high > LEVEL_WIDTH)
    cyan_item_set_spot (cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, from, high, to - from,
                                             low - high, cyan_chart_band_color (self->theme)),
                        s, CYAN_SPOT_NONE);
  item = cyan_scene_add_polyline (self->scene, (const CyanPoint[]){ { from, y }, { to, y } }, 2,
                                  color, LEVEL_WIDTH);
  cyan_item_set_spot (item, s, CYAN_SPOT_NONE);
}

static void
paint_bridge (const CyanPanel *self, guint s, const CyanLevel *level, double from, double to)
{
  double y = cyan_value_axis_y (&self->axis, level->level);
  CyanItem *item =
      cyan_scene_add_polyline (self->scene, (const CyanPoint[]){ { from, y }, { to, y } }, 2,
                               cyan_theme_dim (self->theme), 1);

  item->dash = CYAN_PANEL_DASH;
  cyan_item_set_spot (item, s, CYAN_SPOT_NONE);
}

/* The pieces of a level that were measured, and bridges between them. */
static void
paint_level (
    const CyanPanel *self, guint s, const CyanLevel *level, const GArray *stretches, guint *k)
{
  double end = -1;

  for (; *k < stretches->len; (*k)++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, *k);
      guint first = MAX (stretch->first, level->begin), last = MIN (stretch->last, level->end - 1);
      double from, to;

      if (stretch->first >= level->end)
        return;
      if (first > last)
        continue;
      from = cyan_panel_edge (self, first);
      to = cyan_panel_edge (self, last + 1);
      if (end >= 0 && from - end >= self->painter->grain)
        paint_bridge (self, s, level, end, from);
      if (to - from >= self->painter->grain || self->painter->grain <= 1)
        paint_level_piece (self, s, level, from, to);
      end = to;
      /* The next level may begin within. */
      if (stretch->last >= level->end)
        return;
    }
}

static void
paint_levels (const CyanPanel *self, guint s, const GArray *stretches)
{
  const CyanSteps *steps = self->chart->evolution->series[s].steps;
  guint k = 0;

  /* Without a test there may be steps in what looks like one level. */
  for (guint i = 0; steps->tested && i < steps->n_levels; i++)
    if (steps->levels[i].begin <= self->chart->last && steps->levels[i].end > self->chart->first)
      paint_level (self, s, &steps->levels[i], stretches, &k);
}

gboolean
cyan_chart_shows_outliers (const CyanChart *self, const CyanSteps *steps)
{
  guint n = 0;

  for (guint i = 0; i < steps->n_outliers; i++)
    n += steps->outliers[i] >= self->first && steps->outliers[i] <= self->last;
  return n > 0 && n <= (self->right - self->left) / (4 * STAR);
}

static void
paint_outliers (const CyanPanel *self, guint s)
{
  const CyanEvolutionSeries *series = &self->chart->evolution->series[s];
  const CyanSteps *steps = series->steps;
  double last = -G_MAXDOUBLE;

  if (!cyan_chart_shows_outliers (self->chart, steps))
    return;
  for (guint i = 0; i < steps->n_outliers; i++)
    {
      guint column = steps->outliers[i], n;
      double sum = 0, y;
      CyanItem *item;

      if (column < self->chart->first || column > self->chart->last
          || series->begin[column] == series->begin[column + 1]
          || cyan_panel_is_crowded (self, cyan_panel_x (self, column), &last))
        continue;
      n = series->begin[column + 1] - series->begin[column];
      for (guint r = 0; r < n; r++)
        sum += series->values[series->begin[column] + r] / n;
      y = cyan_value_axis_y (&self->axis, sum);
      item = cyan_scene_add_marker (self->scene, CYAN_MARKER_STAR, cyan_panel_x (self, column),
                                    CLAMP (y, self->plot.y + STAR, self->axis.bottom - STAR), STAR,
                                    cyan_theme_match (self->theme));
      item->stroke = cyan_theme_background (self->theme);
      item->stroke_width = 1;
      cyan_item_set_spot (item, s, column);
    }
}

void
cyan_panel_paint_series (const CyanPanel *self, guint s, const GArray *bins)
{
  g_autoptr (GArray) stretches = stretches_new (self, bins);

  paint_values (self, s, bins, stretches);
  paint_levels (self, s, stretches);
  paint_outliers (self, s);
}
