/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes of charts: ticks of values, names of columns, and columns that are too narrow put
 * together. */
#include "cyan-chart-private.h"

#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scale.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels from tick to tick, at least, and from the numbers to the values. */
#define TICK_ROOM  28.0
#define NUMBER_GAP 8.0

/* Room above the highest value and below the lowest, as a part of what they span. */
#define HEADROOM 0.06

/* An axis is fitted to the levels and to all values but the most extreme, of which one in that many
 * may be cut; it is never wider than these and WIDER of their span to either side. */
#define ONE_IN 200
#define WIDER  0.5
/* Values that are looked at to find the extreme ones. */
#define N_SAMPLE 4096

/* As a part of the values; smaller spans are those of a constant. */
#define LEAST_SPAN 1e-9

/* Between the names of two columns. */
#define NAME_GAP 10.0
/* Columns among which tags are looked for. */
#define N_TAGS 20000
/* Maximum width of the name of a column in pixels. */
#define NAME_WIDTH 110.0

/* ---- bins ---- */

static void
measure_bin (CyanBin *self, const CyanEvolutionSeries *series)
{
  guint begin = series->begin[self->first], end = series->begin[self->last + 1];

  self->n_values = end - begin;
  if (begin == end)
    return;
  self->first_measured = self->first;
  while (series->begin[self->first_measured + 1] == begin)
    self->first_measured++;
  self->last_measured = self->last;
  while (series->begin[self->last_measured] == end)
    self->last_measured--;
  self->low = self->high = series->values[begin];
  for (guint i = begin + 1; i < end; i++)
    {
      self->low = MIN (self->low, series->values[i]);
      self->high = MAX (self->high, series->values[i]);
    }
}

GArray *
cyan_chart_bins (const CyanChart *self, const CyanEvolutionSeries *series, double least)
{
  GArray *bins = g_array_new (FALSE, TRUE, sizeof (CyanBin));
  g_autoptr (GArray) cuts = cyan_chart_cuts (self, least);

  for (guint i = 0; i + 1 < cuts->len; i++)
    {
      CyanBin bin = { .first = g_array_index (cuts, guint, i),
                      .last = g_array_index (cuts, guint, i + 1) - 1 };

      measure_bin (&bin, series);
      for (guint c = bin.first; c <= bin.last; c++)
        {
          bin.failed_build |= series->cells[c] == CYAN_CELL_FAILED_BUILD;
          bin.failed_run |= series->cells[c] == CYAN_CELL_FAILED || series->n_failed[c] > 0;
        }
      g_array_append_val (bins, bin);
    }
  return bins;
}

/* ---- values ---- */

static void
include (CyanValueAxis *self, double value)
{
  self->low = MIN (self->low, value);
  self->high = MAX (self->high, value);
}

/* The levels in the columns that are shown, and the values of the newest of these. */
static void
include_levels (CyanValueAxis *self, const CyanChart *chart, const CyanEvolutionSeries *series)
{
  const CyanSteps *steps = series->steps;

  for (guint i = 0; steps->tested && i < steps->n_levels; i++)
    if (steps->levels[i].begin <= chart->last && steps->levels[i].end > chart->first)
      {
        include (self, steps->levels[i].low);
        include (self, steps->levels[i].high);
      }
  for (guint c = chart->last + 1; c-- > chart->first;)
    if (series->begin[c + 1] > series->begin[c])
      {
        for (guint i = series->begin[c]; i < series->begin[c + 1]; i++)
          include (self, series->values[i]);
        return;
      }
}

/* Some of the shown values of a line, at even distances.  Of double, ascending. */
static GArray *
sample_values (const CyanChart *chart, guint line)
{
  const CyanEvolution *evolution = chart->evolution;
  GArray *sample = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = 0, stride;

  for (guint s = chart->begin[line]; s < chart->begin[line + 1]; s++)
    n += evolution->series[s].begin[chart->last + 1] - evolution->series[s].begin[chart->first];
  stride = n / N_SAMPLE + 1;
  for (guint s = chart->begin[line]; s < chart->begin[line + 1]; s++)
    {
      const CyanEvolutionSeries *series = &evolution->series[s];

      for (guint i = series->begin[chart->first]; i < series->begin[chart->last + 1]; i += stride)
        g_array_append_val (sample, series->values[i]);
    }
  if (sample->len > 0)
    qsort (sample->data, sample->len, sizeof (double), cyan_compare_doubles);
  return sample;
}

/* Round ends and a round step for an axis of some height. */
static void
round_axis (CyanValueAxis *self, gboolean from_zero, const char *unit)
{
  double span = self->high - self->low, size;
  gboolean positive = self->low >= 0;

  /* Below that, ticks could not be told apart. */
  if (span <= LEAST_SPAN * MAX (fabs (self->low), fabs (self->high)))
    span = self->high != 0 ? 0.1 * fabs (self->high) : 1;
  if (from_zero && positive)
    {
      self->low = 0;
      self->high = MAX (self->high * (1 + HEADROOM), span * (1 + HEADROOM));
    }
  else
    {
      self->low -= HEADROOM * span;
      self->high += HEADROOM * span;
      if (self->high - self->low < span)
        {
          self->low -= span / 2;
          self->high += span / 2;
        }
      if (positive)
        self->low = MAX (self->low, 0);
    }
  size = cyan_unit_shown_size (MAX (fabs (self->low), fabs (self->high)), unit);
  span = self->high - self->low;
  self->step =
      size
      * cyan_scale_step_up (span / size * TICK_ROOM / MAX (self->bottom - self->top, TICK_ROOM));
}

gboolean
cyan_value_axis_init (CyanValueAxis *self, const CyanChart *chart, guint index)
{
  guint line = chart->lines[index], n;
  g_autoptr (GArray) sample = sample_values (chart, line);
  CyanRect plot = cyan_chart_plot (chart, index);
  const double *values = (const double *) sample->data;
  double low, high, span;

  if (sample->len == 0)
    return FALSE;
  n = sample->len;
  low = values[n / ONE_IN];
  high = values[n - 1 - n / ONE_IN];
  self->low = low;
  self->high = high;
  for (guint s = chart->begin[line]; s < chart->begin[line + 1]; s++)
    include_levels (self, chart, &chart->evolution->series[s]);
  span = self->high - self->low;
  self->low = MIN (self->low, MAX (values[0], self->low - WIDER * span));
  self->high = MAX (self->high, MIN (values[n - 1], self->high + WIDER * span));
  self->top = plot.y;
  self->bottom = plot.y + plot.height;
  round_axis (self, chart->style.from_zero, chart->evolution->series[chart->begin[line]].unit);
  return TRUE;
}

double
cyan_value_axis_y (const CyanValueAxis *self, double value)
{
  double part = (value - self->low) / (self->high - self->low);

  return self->bottom - CLAMP (part, 0, 1) * (self->bottom - self->top);
}

void
cyan_value_axis_paint (const CyanValueAxis *self, const CyanChartPainter *painter, const char *unit)
{
  const CyanChart *chart = painter->chart;
  const CyanTheme *theme = &chart->style.theme;
  CyanColor color = cyan_color_mix (cyan_theme_edge (theme), cyan_theme_background (theme),
                                    theme->high_contrast ? 0.5 : 0.72);
  double largest = MAX (fabs (self->low), fabs (self->high));
  double first = ceil (self->low / self->step - 1e-9);

  for (double k = first; k * self->step <= self->high + 1e-9 * self->step; k++)
    {
      double y = floor (cyan_value_axis_y (self, k * self->step));
      g_autofree char *number = cyan_tick_to_text (k * self->step, self->step, largest, unit);
      g_autofree char *line = cyan_text_for_label (number, CYAN_CHART_NAME_MAX);
      g_autofree char *cut = cyan_labels_cut (chart->labels, line, chart->left - NUMBER_GAP - 4,
                                              CYAN_CHART_FONT_SMALL, FALSE);

      cyan_scene_add_rect (painter->scene, CYAN_NODE_NONE, chart->left, y,
                           chart->right - chart->left, 1, color);
      if (cut != NULL)
        cyan_chart_paint_text (painter, cut, chart->left - NUMBER_GAP, y + 0.5,
                               CYAN_CHART_FONT_SMALL, cyan_theme_dim (theme), FALSE)
            ->align = 1;
    }
}

/* ---- names of columns ---- */

typedef struct
{
  double from, to;
} Span;

/* The names that have a place. */
typedef struct
{
  const CyanChartPainter *painter;
  GArray *taken; /* of Span */
  double y, tick_y, tick;
} Names;

static gboolean
is_free (const Names *self, double from, double to)
{
  for (guint i = 0; i < self->taken->len; i++)
    {
      const Span *span = &g_array_index (self->taken, Span, i);

      if (from < span->to + NAME_GAP && to > span->from - NAME_GAP)
        return FALSE;
    }
  return TRUE;
}

/* A commit's day in UTC, or its name.  Caller frees. */
static char *
column_text (const CyanChart *chart, guint column)
{
  const CyanEvolutionColumn *about = &chart->evolution->columns[column];

  if (chart->style.by_date && about->time != CYAN_EVOLUTION_UNKNOWN)
    {
      g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (about->time);

      if (date != NULL)
        return g_date_time_format (date, "%Y-%m-%d");
    }
  return cyan_text_for_label (about->name, CYAN_CHART_NAME_MAX);
}

/* Writes the name of @column unless it would touch another. */
static void
try_name (Names *self, guint column, const char *suffix, gboolean bold, CyanColor color)
{
  const CyanChart *chart = self->painter->chart;
  double at = cyan_chart_column_x (chart, column), width, x;
  g_autofree char *name = NULL, *whole = NULL, *cut = NULL;
  Span span;

  /* Measuring is what takes time. */
  if (!is_free (self, at, at))
    return;
  name = column_text (chart, column);
  whole = g_strconcat (name, suffix, NULL);
  cut = cyan_labels_cut (chart->labels, whole, NAME_WIDTH, CYAN_CHART_FONT_SMALL, bold);
  if (cut == NULL)
    return;
  width = cyan_labels_width (chart->labels, cut, CYAN_CHART_FONT_SMALL, bold);
  x = CLAMP (at - width / 2, chart->left - 20, chart->width - 4 - width);
  span = (Span){ x, x + width };
  if (!is_free (self, span.from, span.to))
    return;
  g_array_append_val (self->taken, span);
  if (self->tick > 0)
    cyan_scene_add_rect (self->painter->scene, CYAN_NODE_NONE, floor (at), self->tick_y, 1,
                         self->tick, color);
  cyan_chart_paint_text (self->painter, cut, x, self->y, CYAN_CHART_FONT_SMALL, color, bold);
}

static gboolean
is_tag (const CyanEvolutionColumn *column)
{
  return column->name != NULL && column->oid != NULL
         && !g_str_has_prefix (column->oid, column->name);
}

/* The columns that a person chose come first, then the newest, those of steps with a label, tags,
 * and others at even distances. */
void
cyan_chart_paint_names (
    const CyanChartPainter *painter, const GArray *steps, double y, double tick_y, double tick)
{
  const CyanChart *chart = painter->chart;
  const CyanTheme *theme = &chart->style.theme;
  const guint chosen[] = { chart->style.selected, chart->style.second, chart->style.base };
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Span));
  Names names = { painter, taken, y, tick_y, tick };
  CyanColor ink = cyan_theme_foreground (theme), dim = cyan_theme_dim (theme);
  guint n = chart->last - chart->first + 1, stride = n / N_TAGS + 1;
  double apart = (chart->right - chart->left) / n;

  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    if (chosen[i] >= chart->first && chosen[i] <= chart->last)
      try_name (&names, chosen[i], chosen[i] == chart->style.base ? _ (" (base)") : "", TRUE, ink);
  try_name (&names, chart->last, "", FALSE, dim);
  for (guint i = 0; steps != NULL && i < steps->len; i++)
    if (g_array_index (steps, CyanFlag, i).lane >= 0)
      try_name (&names, g_array_index (steps, CyanFlag, i).column, "", FALSE, ink);
  for (guint c = chart->first - chart->first % stride; !chart->style.by_date && c <= chart->last;
       c += stride)
    if (c >= chart->first && is_tag (&chart->evolution->columns[c]))
      try_name (&names, c, "", FALSE, dim);
  stride = (guint) cyan_scale_step_up (MAX (ceil (64 / apart), 1));
  for (guint c = chart->first - chart->first % stride; c <= chart->last; c += stride)
    if (c >= chart->first)
      try_name (&names, c, "", FALSE, dim);
}

/* ---- texts ---- */

CyanItem *
cyan_chart_paint_text (const CyanChartPainter *painter,
                       const char *text,
                       double x,
                       double y,
                       double size,
                       CyanColor color,
                       gboolean bold)
{
  CyanItem *item =
      cyan_scene_add_text (painter->scene, CYAN_NODE_NONE, text, x, y, size, color,
                           cyan_labels_width (painter->chart->labels, text, size, bold));

  item->bold = bold;
  return item;
}

double
cyan_chart_paint_cut (const CyanChartPainter *painter,
                      const char *text,
                      double x,
                      double y,
                      double room,
                      double size,
                      CyanColor color,
                      gboolean bold)
{
  g_autofree char *line = cyan_text_for_label (text, CYAN_CHART_LINE_MAX);
  g_autofree char *cut = cyan_labels_cut (painter->chart->labels, line, room, size, bold);

  if (cut == NULL)
    return 0;
  return cyan_chart_paint_text (painter, cut, x, y, size, color, bold)->width;
}
