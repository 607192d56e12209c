/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Paints the panels of an evolution: one line each, with its title, marks, steps and failures.
 *
 * Where a step may lie is shaded.
 */
#include "cyan-chart-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

#define CROSS 3.75
#define ARROW 5.0
#define SHORT 7.0

/* The least width of a selected column in pixels. */
#define NARROW 6.0

/* Pixels for each of a panel's steps, below which not all can be drawn whole. */
#define CROWD 16.0

CyanColor
cyan_chart_direction_color (const CyanTheme *theme, int direction)
{
  CyanPaint paint;

  if (direction == 0)
    return cyan_theme_match (theme);
  cyan_theme_paint (theme, direction > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER,
                    CYAN_CHANGE_MODIFIED, FALSE, &paint);
  return paint.fill;
}

static CyanColor
step_color (const CyanPanel *self, const CyanFlag *flag)
{
  return cyan_chart_direction_color (self->theme, flag->direction);
}

gboolean
cyan_panel_is_crowded (const CyanPanel *self, double x, double *last)
{
  if (fabs (x - *last) < self->painter->grain)
    return TRUE;
  *last = x;
  return FALSE;
}

/* ---- what lies behind the values ---- */

/* A frame around a column, so that what is shaded there keeps its colour. */
static void
paint_strip (const CyanPanel *self, guint column, CyanColor color, double width)
{
  double from, to;
  CyanItem *item;

  if (column < self->chart->first || column > self->chart->last)
    return;
  from = floor (cyan_panel_edge (self, column));
  to = ceil (cyan_panel_edge (self, column + 1));
  if (to - from < NARROW)
    {
      from = floor (cyan_panel_x (self, column)) - NARROW / 2;
      to = from + NARROW;
    }
  item = cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, from + 0.5, self->plot.y + 0.5,
                              to - from - 1, self->plot.height - 1,
                              cyan_color_with_alpha (color, 0.12));
  item->radius = 2;
  item->stroke = color;
  item->stroke_width = width;
  cyan_item_set_spot (item, CYAN_SPOT_NONE, column);
}

static void
paint_selection (const CyanPanel *self)
{
  const CyanChartStyle *style = &self->chart->style;
  CyanColor accent = cyan_theme_accent (self->theme);

  paint_strip (self, style->base, cyan_theme_edge (self->theme), 1);
  paint_strip (self, style->second, accent, 1);
  paint_strip (self, style->selected, accent, 2);
}

/* The last measured column before @column, or @column itself. */
static guint
measured_before (const CyanEvolutionSeries *series, guint column)
{
  for (guint c = column; c-- > 0;)
    if (series->begin[c + 1] > series->begin[c])
      return c;
  return column;
}

/* Where a step may lie: behind the last measured revision before each of its set. */
static void
paint_where (const CyanPanel *self, const CyanFlag *flag)
{
  const CyanEvolutionSeries *series = &self->chart->evolution->series[flag->series];
  CyanColor color = cyan_color_with_alpha (step_color (self, flag), self->theme->dark ? 0.3 : 0.2);
  double end = -G_MAXDOUBLE;

  for (guint i = 0; i < flag->step->n_where; i++)
    {
      guint column = flag->step->where[i];
      guint before = column < self->chart->first ? column : measured_before (series, column);
      double from, to;

      if (column < self->chart->first || before > self->chart->last)
        continue;
      from = MAX (floor (cyan_panel_edge (self, before < column ? before + 1 : column)), end);
      to = ceil (cyan_panel_edge (self, column + 1));
      if (to - from < self->painter->grain)
        continue;
      cyan_item_set_spot (cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, from, self->plot.y,
                                               to - from, self->plot.height, color),
                          flag->series, flag->column);
      end = to;
    }
}

static void
paint_marks (const CyanPanel *self)
{
  const double lanes =
      self->plot.y - (self->chart->mark_lanes + self->chart->step_lanes) * CYAN_CHART_LANE;
  CyanColor color = cyan_theme_edge (self->theme), ink = cyan_theme_dim (self->theme);
  double last = -G_MAXDOUBLE;
  guint n_lanes;
  g_autoptr (GArray) marks = cyan_chart_marks (self->chart, self->line, &n_lanes);

  for (guint i = 0; i < marks->len; i++)
    {
      const CyanFlag *flag = &g_array_index (marks, CyanFlag, i);
      double y = self->plot.y;

      if (flag->text == NULL && cyan_panel_is_crowded (self, flag->at, &last))
        continue;
      last = flag->at;
      if (flag->text != NULL)
        {
          y = lanes - 2 + flag->lane * CYAN_CHART_LANE;
          cyan_chart_paint_text (self->painter, flag->text, flag->is_left ? flag->x : flag->x + 4,
                                 y + CYAN_CHART_LANE / 2, CYAN_CHART_FONT_SMALL, ink, FALSE);
        }
      {
        const CyanPoint line[] = { { flag->at, y },
                                   { flag->at, self->plot.y + self->plot.height } };
        CyanItem *item = cyan_scene_add_polyline (self->scene, line, 2, color, 1);

        item->dash = flag->mark->kind == CYAN_MARK_DEFINITION ? 0 : CYAN_PANEL_DASH;
        cyan_item_set_spot (item, CYAN_SPOT_NONE, flag->column);
      }
    }
}

/* ---- steps ---- */

/* The arrow of a step or, hollow, of a possible one. */
static void
paint_arrow (const CyanPanel *self, const CyanFlag *flag, double x, double y)
{
  CyanColor color = step_color (self, flag);
  CyanItem *item = cyan_scene_add_marker (
      self->scene, flag->ratio > 1 ? CYAN_MARKER_UP : CYAN_MARKER_DOWN, x, y, ARROW, color);

  if (flag->step == NULL)
    {
      item->fill.alpha = 0;
      item->stroke = color;
      item->stroke_width = 1.25;
    }
  cyan_item_set_spot (item, flag->series, flag->column);
}

/* The label of a step with its arrow, above the values. */
static void
paint_step_label (const CyanPanel *self, const CyanFlag *flag, double y)
{
  if (self->chart->mark_lanes > 0)
    cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, flag->x - 2, y - 7, flag->width + 4, 14,
                         cyan_theme_background (self->theme));
  cyan_chart_paint_text (self->painter, flag->text,
                         flag->is_left ? flag->x : flag->x + CYAN_CHART_ARROW, y,
                         CYAN_CHART_FONT_SMALL, cyan_theme_foreground (self->theme), TRUE);
}

/* A step whose label has no room among many others is only a short line at the upper edge. */
static void
paint_step (const CyanPanel *self, const CyanFlag *flag, gboolean is_crowd)
{
  double lanes = self->plot.y - self->chart->step_lanes * CYAN_CHART_LANE - 2;
  double at = floor (flag->at) + 0.5, bottom = self->plot.y + self->plot.height;
  double y =
      flag->lane >= 0 ? lanes + (flag->lane + 0.5) * CYAN_CHART_LANE : self->plot.y + ARROW + 1;
  gboolean is_short = is_crowd && flag->lane < 0;
  const CyanPoint line[] = {
    { at, is_short ? self->plot.y : y + ARROW + 1 },
    { at, is_short ? self->plot.y + SHORT : bottom },
  };
  CyanItem *item = cyan_scene_add_polyline (self->scene, line, 2, step_color (self, flag), 1.5);

  if (flag->step == NULL)
    item->dash = CYAN_PANEL_DASH;
  cyan_item_set_spot (item, flag->series, flag->column);
  if (flag->lane >= 0)
    paint_step_label (self, flag, y);
  if (!is_short)
    paint_arrow (self, flag, at, y);
}

/* The largest comes first, and takes the place of others in the same pixels. */
static void
paint_steps (const CyanPanel *self, const GArray *steps)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);
  gboolean is_crowd = steps->len > self->plot.width / CROWD;

  for (guint i = 0; i < steps->len; i++)
    {
      const CyanFlag *flag = &g_array_index (steps, CyanFlag, i);

      if (flag->step != NULL && (flag->lane >= 0 || !is_crowd))
        paint_where (self, flag);
    }
  for (guint i = 0; i < steps->len; i++)
    {
      const CyanFlag *flag = &g_array_index (steps, CyanFlag, i);
      gint pixel = (gint) floor (flag->at / MAX (self->painter->grain, 2));

      if (g_hash_table_add (taken, GINT_TO_POINTER (pixel)) || flag->lane >= 0)
        paint_step (self, flag, is_crowd);
    }
}

/* ---- failures ---- */

static void
paint_failures (const CyanPanel *self, guint s, const GArray *bins)
{
  double y = self->plot.y + self->plot.height + CYAN_CHART_STRIP / 2 + 1, last = -G_MAXDOUBLE;
  CyanColor color = cyan_theme_dim (self->theme);

  for (guint i = 0; i < bins->len; i++)
    {
      const CyanBin *bin = &g_array_index (bins, CyanBin, i);
      double x = (cyan_panel_x (self, bin->first) + cyan_panel_x (self, bin->last)) / 2;
      CyanItem *item;

      if ((!bin->failed_build && !bin->failed_run)
          || x - last < MAX (self->painter->grain, 2 * CROSS + 1))
        continue;
      last = x;
      item = cyan_scene_add_marker (self->scene,
                                    bin->failed_build ? CYAN_MARKER_CROSS : CYAN_MARKER_DOT, x, y,
                                    bin->failed_build ? CROSS : CROSS - 0.5, color);
      item->fill.alpha = 0;
      item->stroke = color;
      item->stroke_width = 1.5;
      cyan_item_set_spot (item, s, bin->first);
    }
}

/* ---- words ---- */

/* "now 1.23 s (1.21 s to 1.25 s)".  Caller frees. */
static char *
level_text (const CyanLevel *level, const char *unit)
{
  g_autofree char *now = cyan_value_to_text (level->level, unit);
  g_autofree char *low = cyan_value_to_text (level->low, unit);
  g_autofree char *high = cyan_value_to_text (level->high, unit);

  if (level->low < level->high)
    return g_strdup_printf (_ ("now %s (%s to %s)"), now, low, high);
  return g_strdup_printf (_ ("now %s"), now);
}

/* The state of the newest series in words: its drift and its last level.  Caller frees. */
static char *
state_of (const CyanPanel *self)
{
  const CyanEvolutionSeries *series =
      &self->chart->evolution->series[self->chart->begin[self->line + 1] - 1];
  const CyanSteps *steps = series->steps;
  g_autofree char *drift = NULL, *drift_text = NULL, *level = NULL;

  if (steps->n_levels == 0)
    return g_strdup ("");
  if (!steps->tested)
    return g_strdup_printf (_ ("fewer than %d revisions: no steps are looked for"),
                            CYAN_STEPS_LEAST_REVISIONS);
  level = level_text (&steps->levels[steps->n_levels - 1], series->unit);
  if (!(steps->drift.low > 1 || steps->drift.high < 1))
    return g_steal_pointer (&level);
  drift = cyan_change_to_text (1, steps->drift.ratio);
  drift_text = g_strdup_printf (_ ("drift %s"), drift);
  return g_strconcat (drift_text, " \xc2\xb7 ", level, NULL);
}

/* "wall · ci-1 · lower is better".  Caller frees. */
static char *
about_of (const CyanEvolutionSeries *series)
{
  const char *better = series->better < 0   ? _ ("lower is better")
                       : series->better > 0 ? _ ("higher is better")
                                            : NULL;

  return g_strconcat (series->function != NULL ? series->function : "",
                      series->function != NULL ? " \xc2\xb7 " : "", series->metric, " \xc2\xb7 ",
                      series->machine, better != NULL ? " \xc2\xb7 " : NULL, better, NULL);
}

static void
paint_title (const CyanPanel *self)
{
  const CyanChart *chart = self->chart;
  const CyanEvolutionSeries *series = &chart->evolution->series[chart->begin[self->line]];
  double y = chart->top + self->index * chart->pitch + CYAN_CHART_TITLE / 2, x = CYAN_CHART_INDENT,
         right = chart->right;
  g_autofree char *state = state_of (self);
  g_autofree char *about = about_of (series);
  double half = (right - x) / 2;
  double state_width;

  if (chart->style.line == self->line)
    cyan_scene_add_rect (self->scene, CYAN_NODE_NONE, 0, y - 8, 4, 16,
                         cyan_theme_accent (self->theme))
        ->radius = 2;
  state_width = *state != '\0' ? cyan_chart_paint_cut (self->painter, state, right, y, half,
                                                       CYAN_CHART_FONT_SMALL,
                                                       cyan_theme_dim (self->theme), FALSE)
                               : 0;
  if (state_width > 0)
    g_array_index (self->scene->items, CyanItem, self->scene->items->len - 1).align = 1;
  x += cyan_chart_paint_cut (self->painter, series->benchmark, x, y, half, CYAN_CHART_FONT_NAME + 1,
                             cyan_theme_foreground (self->theme), TRUE)
       + 10;
  cyan_chart_paint_cut (self->painter, about, x, y, right - state_width - 20 - x,
                        CYAN_CHART_FONT_SMALL, cyan_theme_dim (self->theme), FALSE);
}

static gboolean
has_failed (const CyanPanel *self)
{
  for (guint s = self->chart->begin[self->line]; s < self->chart->begin[self->line + 1]; s++)
    for (guint c = self->chart->first; c <= self->chart->last; c++)
      if (self->chart->evolution->series[s].cells[c] >= CYAN_CELL_FAILED)
        return TRUE;
  return FALSE;
}

/* Why there is nothing. */
static void
paint_reason (const CyanPanel *self)
{
  const char *reason = has_failed (self) ? _ ("No values: builds or runs failed.")
                                         : _ ("Not measured in these revisions.");

  cyan_chart_paint_text (self->painter, reason, self->plot.x + self->plot.width / 2,
                         self->plot.y + self->plot.height / 2, CYAN_CHART_FONT_NAME,
                         cyan_theme_dim (self->theme), FALSE)
      ->align = 0.5;
}

/* ---- a panel ---- */

static void
paint_series (const CyanPanel *self, guint s)
{
  g_autoptr (GArray) bins = cyan_chart_bins (self->chart, &self->chart->evolution->series[s], 1);

  paint_failures (self, s, bins);
  if (self->has_values)
    cyan_panel_paint_series (self, s, bins);
}

static void
paint_panel (const CyanChartPainter *painter, guint index)
{
  const CyanChart *chart = painter->chart;
  CyanPanel self = { .painter = painter,
                     .chart = chart,
                     .scene = painter->scene,
                     .theme = &chart->style.theme,
                     .index = index,
                     .line = chart->lines[index],
                     .plot = cyan_chart_plot (chart, index) };
  double bottom = self.plot.y + self.plot.height, strip = chart->has_strip ? CYAN_CHART_STRIP : 0;
  g_autoptr (GArray) steps = NULL;
  guint n_lanes;

  self.has_values = cyan_value_axis_init (&self.axis, chart, index);
  steps = cyan_chart_steps (chart, self.line, &n_lanes);
  paint_title (&self);
  if (self.has_values)
    cyan_value_axis_paint (&self.axis, painter,
                           chart->evolution->series[chart->begin[self.line]].unit);
  else
    paint_reason (&self);
  cyan_scene_add_rect (self.scene, CYAN_NODE_NONE, self.plot.x, bottom, self.plot.width, 1,
                       cyan_theme_edge (self.theme));
  paint_marks (&self);
  if (self.has_values)
    paint_steps (&self, steps);
  paint_selection (&self);
  cyan_chart_paint_risk (painter, self.line, bottom + CYAN_CHART_STRIP / 2 + 1);
  for (guint s = chart->begin[self.line]; s < chart->begin[self.line + 1]; s++)
    paint_series (&self, s);
  cyan_chart_paint_names (painter, steps, bottom + strip + CYAN_CHART_NAMES / 2 + 2, bottom + 1,
                          strip > 0 ? 3 : 4);
}

void
cyan_chart_paint_panels (const CyanChartPainter *painter, const CyanRect *view)
{
  guint from, to;

  cyan_chart_visible (painter->chart, view, &from, &to);
  for (guint i = from; i < to; i++)
    paint_panel (painter, i);
}
