/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the columns and the lines of a picture are.
 *
 * A chart is made anew whenever its style changes, so it keeps nothing by column but the places of
 * dates.
 */
#include "cyan-chart-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

/* Left of the values and right of them. */
#define NUMBERS 78.0
#define MARGIN  24.0

/* Room of the names of a heat map's rows. */
#define LEAST_NAMES 80.0
#define MOST_NAMES  240.0

/* By date, the part of the width that columns share equally, so that none are in the same place. */
#define EQUAL_PART 0.04

/* ---- lines ---- */

static void
take_lines (CyanChart *self)
{
  const CyanEvolution *evolution = self->evolution;
  guint series = 0, n = 0;

  self->begin = g_new (guint, evolution->n_lines + 1);
  for (guint line = 0; line < evolution->n_lines; line++)
    {
      self->begin[line] = series;
      while (series < evolution->n_series && evolution->series[series].line == line)
        series++;
    }
  self->begin[evolution->n_lines] = series;
  self->lines = cyan_evolution_sort_lines (evolution, self->style.order);
  for (guint i = 0; i < evolution->n_lines; i++)
    if (self->style.lines == NULL || self->style.lines[self->lines[i]])
      self->lines[n++] = self->lines[i];
  self->n_lines = n;
}

static gboolean
differs (const CyanChart *self, gsize offset)
{
  const char *first = NULL;

  for (guint i = 0; i < self->n_lines; i++)
    {
      const char *value = G_STRUCT_MEMBER (
          const char *, &self->evolution->series[self->begin[self->lines[i]]], offset);

      if (first == NULL)
        first = value;
      else if (strcmp (first, value) != 0)
        return TRUE;
    }
  return FALSE;
}

char *
cyan_chart_line_name (const CyanChart *self, guint line)
{
  const CyanEvolutionSeries *series = &self->evolution->series[self->begin[line]];
  GString *name = g_string_new (series->benchmark);
  char *label;

  if (series->function != NULL)
    g_string_append_printf (name, " \xc2\xb7 %s", series->function);
  if (self->metrics_differ)
    g_string_append_printf (name, " \xc2\xb7 %s", series->metric);
  if (self->machines_differ)
    g_string_append_printf (name, " \xc2\xb7 %s", series->machine);
  label = cyan_text_for_label (name->str, CYAN_CHART_LINE_MAX);
  g_string_free (name, TRUE);
  return label;
}

/* ---- columns ---- */

/* Times never fall from a column to the next, since the order is the graph's; those that are
 * unknown are that of the column before. */
static void
place_by_date (CyanChart *self)
{
  const CyanEvolutionColumn *columns = self->evolution->columns + self->first;
  guint n = self->last - self->first + 1;
  gint64 earliest = CYAN_EVOLUTION_UNKNOWN, latest = CYAN_EVOLUTION_UNKNOWN;
  double all;

  self->places = g_new (double, n);
  for (guint i = 0; i < n && earliest == CYAN_EVOLUTION_UNKNOWN; i++)
    earliest = columns[i].time;
  latest = earliest;
  for (guint i = 0; i < n; i++)
    {
      if (columns[i].time != CYAN_EVOLUTION_UNKNOWN)
        latest = MAX (latest, columns[i].time);
      self->places[i] = (double) latest - (double) earliest;
    }
  all = self->places[n - 1];
  for (guint i = 0; i < n; i++)
    {
      double order = (i + 0.5) / n;

      self->places[i] =
          all > 0 ? order * EQUAL_PART + (1 - EQUAL_PART) * (0.01 + 0.98 * self->places[i] / all)
                  : order;
    }
}

double
cyan_chart_column_x (const CyanChart *self, guint column)
{
  double i = (double) column - self->first, n = (double) self->last - self->first + 1, part;

  if (self->places != NULL && column >= self->first && column <= self->last)
    part = self->places[column - self->first];
  else
    part = (i + 0.5) / n;
  return self->left + part * (self->right - self->left);
}

double
cyan_chart_edge_x (const CyanChart *self, guint column)
{
  double n = (double) self->last - self->first + 1;

  if (column <= self->first)
    return self->left;
  if (column > self->last)
    return self->right;
  if (self->places == NULL)
    return self->left + ((double) column - self->first) / n * (self->right - self->left);
  return (cyan_chart_column_x (self, column - 1) + cyan_chart_column_x (self, column)) / 2;
}

GArray *
cyan_chart_cuts (const CyanChart *self, double least)
{
  GArray *cuts = g_array_new (FALSE, FALSE, sizeof (guint));
  guint column = self->first, end = self->last + 1;

  while (column < end)
    {
      double pixel = floor ((cyan_chart_column_x (self, column) - self->left) / least);
      guint low = column + 1, high = end;

      g_array_append_val (cuts, column);
      /* The first column that is not in the same pixels. */
      while (low < high)
        {
          guint middle = low + (high - low) / 2;

          if (floor ((cyan_chart_column_x (self, middle) - self->left) / least) > pixel)
            high = middle;
          else
            low = middle + 1;
        }
      column = low;
    }
  g_array_append_val (cuts, end);
  return cuts;
}

guint
cyan_chart_column_at (const CyanChart *self, double x)
{
  guint low = self->first, high = self->last;

  /* The last column whose left edge is not right of @x. */
  while (low < high)
    {
      guint middle = low + (high - low + 1) / 2;

      if (cyan_chart_edge_x (self, middle) <= x)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* ---- the whole picture ---- */

static CyanChart *
chart_new (const CyanEvolution *evolution, const CyanChartStyle *style, gboolean is_heat)
{
  CyanChart *self = g_new0 (CyanChart, 1);

  self->evolution = evolution;
  self->style = *style;
  self->is_heat = is_heat;
  self->labels = cyan_labels_new (NULL, style->theme.font);
  self->width = floor (MAX (style->width, CYAN_CHART_LEAST_WIDTH));
  self->right = self->width - MARGIN;
  take_lines (self);
  self->metrics_differ = differs (self, G_STRUCT_OFFSET (CyanEvolutionSeries, metric));
  self->machines_differ = differs (self, G_STRUCT_OFFSET (CyanEvolutionSeries, machine));
  if (evolution->n_columns > 0)
    {
      self->last = MIN (style->last, evolution->n_columns - 1);
      self->first = MIN (style->first, self->last);
      if (style->by_date)
        place_by_date (self);
    }
  return self;
}

void
cyan_chart_free (CyanChart *self)
{
  if (self == NULL)
    return;
  cyan_labels_free (self->labels);
  g_free (self->lines);
  g_free (self->begin);
  g_free (self->places);
  g_free (self);
}

const char *
cyan_chart_nothing (const CyanChart *self)
{
  if (self->evolution->n_columns == 0)
    return N_ ("There are no revisions.");
  if (self->evolution->n_series == 0)
    return N_ ("No revision has been measured.");
  if (self->n_lines == 0)
    return N_ ("No benchmark is selected.");
  return NULL;
}

static gboolean
line_has_failures (const CyanChart *self, guint line)
{
  for (guint s = self->begin[line]; s < self->begin[line + 1]; s++)
    {
      const CyanEvolutionSeries *series = &self->evolution->series[s];

      for (guint c = self->first; c <= self->last; c++)
        if (series->cells[c] >= CYAN_CELL_FAILED || series->n_failed[c] > 0)
          return TRUE;
    }
  return FALSE;
}

/* Rows of labels, and whether any of the panels has failures: all panels are alike, so that their
 * values can be compared by eye. */
static void
measure_panels (CyanChart *self)
{
  for (guint i = 0; i < self->n_lines; i++)
    {
      guint n_marks, n_steps;

      g_array_unref (cyan_chart_marks (self, self->lines[i], &n_marks));
      g_array_unref (cyan_chart_steps (self, self->lines[i], &n_steps));
      self->mark_lanes = MAX (self->mark_lanes, n_marks);
      self->step_lanes = MAX (self->step_lanes, n_steps);
      self->has_strip = self->has_strip || line_has_failures (self, self->lines[i]);
    }
}

CyanChart *
cyan_chart_new_evolution (const CyanEvolution *evolution, const CyanChartStyle *style)
{
  CyanChart *self = chart_new (evolution, style, FALSE);

  self->left = NUMBERS;
  self->has_strip = cyan_chart_has_risk (self);
  if (cyan_chart_nothing (self) == NULL)
    measure_panels (self);
  self->above = CYAN_CHART_TITLE + (self->mark_lanes + self->step_lanes) * CYAN_CHART_LANE + 2;
  self->below = (self->has_strip ? CYAN_CHART_STRIP : 0) + CYAN_CHART_NAMES + CYAN_CHART_GAP;
  self->pitch = self->above + self->below + CYAN_CHART_USUAL_VALUES;
  if (style->height > 0 && self->n_lines > 0)
    self->pitch = floor (
        MAX (style->height / self->n_lines, self->above + self->below + CYAN_CHART_LEAST_VALUES));
  self->height = self->pitch * MAX (self->n_lines, 1);
  return self;
}

/* The room for the names of all rows: that of the longest, which is nearly the widest. */
static double
width_of_names (const CyanChart *self)
{
  g_autofree char *longest = NULL;
  double width;

  for (guint i = 0; i < self->n_lines; i++)
    {
      g_autofree char *name = cyan_chart_line_name (self, self->lines[i]);

      if (longest == NULL || strlen (name) > strlen (longest))
        {
          g_free (longest);
          longest = g_steal_pointer (&name);
        }
    }
  if (longest == NULL)
    return LEAST_NAMES;
  width = cyan_labels_width (self->labels, longest, CYAN_CHART_FONT_NAME, FALSE) * 1.04;
  return CLAMP (ceil (width), LEAST_NAMES, MIN (MOST_NAMES, self->width / 3));
}

CyanChart *
cyan_chart_new_heat (const CyanEvolution *evolution, const CyanChartStyle *style)
{
  CyanChart *self = chart_new (evolution, style, TRUE);

  self->left = width_of_names (self) + 2 * CYAN_CHART_INDENT;
  self->top = CYAN_CHART_NAMES + 4 + (cyan_chart_has_risk (self) ? CYAN_CHART_RISK : 0);
  self->pitch = CYAN_CHART_ROW;
  self->height = self->top + self->pitch * MAX (self->n_lines, 3) + 6;
  return self;
}

CyanRect
cyan_chart_bounds (const CyanChart *self)
{
  return (CyanRect){ 0, 0, self->width, self->height };
}

CyanRect
cyan_chart_panel (const CyanChart *self, guint index)
{
  return (CyanRect){ 0, self->top + index * self->pitch, self->width, self->pitch };
}

CyanRect
cyan_chart_plot (const CyanChart *self, guint index)
{
  CyanRect plot = cyan_chart_panel (self, index);

  plot.x = self->left;
  plot.width = self->right - self->left;
  plot.y += self->above;
  plot.height -= self->above + self->below;
  return plot;
}

void
cyan_chart_visible (const CyanChart *self, const CyanRect *view, guint *from, guint *to)
{
  double above = (view->y - self->top) / self->pitch;
  double below = (view->y + view->height - self->top) / self->pitch;

  *from = (guint) CLAMP (floor (above), 0, self->n_lines);
  *to = (guint) CLAMP (ceil (below), *from, self->n_lines);
}

gboolean
cyan_chart_place (const CyanChart *self, guint line, CyanRect *place)
{
  for (guint i = 0; i < self->n_lines; i++)
    if (self->lines[i] == line)
      {
        *place = cyan_chart_plot (self, i);
        return TRUE;
      }
  return FALSE;
}

gboolean
cyan_chart_hit (const CyanChart *self, double x, double y, guint *series, guint *column)
{
  double row = floor ((y - self->top) / self->pitch);

  if (cyan_chart_nothing (self) != NULL || row < 0 || row >= self->n_lines || x < self->left
      || x >= self->right)
    return FALSE;
  if (!self->is_heat)
    {
      double inside = y - self->top - row * self->pitch;

      if (inside < CYAN_CHART_TITLE || inside > self->pitch - CYAN_CHART_GAP)
        return FALSE;
    }
  *column = cyan_chart_column_at (self, x);
  *series = (guint) (cyan_evolution_line_series (self->evolution, self->lines[(guint) row], *column)
                     - self->evolution->series);
  return TRUE;
}

/* ---- scenes: what is in view, the legend, and a page of both ---- */

#define MARGIN     24.0
#define TITLE_SIZE 20.0
#define GAP        12.0

/* Height in pixels of what is on a screen, at most. */
#define SCREEN 1200.0

/* Says why there is nothing to draw. */
static void
paint_nothing (const CyanChartPainter *painter)
{
  const CyanChart *chart = painter->chart;

  cyan_chart_paint_text (painter, _ (cyan_chart_nothing (chart)), chart->width / 2,
                         chart->height / 2, CYAN_CHART_FONT_NAME,
                         cyan_theme_dim (&chart->style.theme), FALSE)
      ->align = 0.5;
}

static CyanScene *
scene_new (const CyanChart *chart, const CyanRect *view, double grain)
{
  CyanScene *scene = cyan_scene_new_of_evolution (chart->evolution, &chart->style.theme);
  const CyanChartPainter painter = { chart, scene, grain };

  scene->bounds = *view;
  if (cyan_chart_nothing (chart) != NULL)
    paint_nothing (&painter);
  else if (chart->is_heat)
    cyan_chart_paint_rows (&painter, view);
  else
    cyan_chart_paint_panels (&painter, view);
  return scene;
}

/* Draws all that can be seen, and less if that is too much. */
CyanScene *
cyan_scene_new_chart (const CyanChart *self, const CyanRect *view)
{
  const CyanRect bounds = view != NULL ? *view : cyan_chart_bounds (self);
  guint most = (guint) (CYAN_CHART_MAX_ITEMS * ceil (MAX (bounds.height, 1) / SCREEN));
  CyanScene *scene = scene_new (self, &bounds, 1);

  for (double grain = 2; scene->items->len > most && grain < self->width; grain *= 2)
    {
      cyan_scene_free (scene);
      scene = scene_new (self, &bounds, grain);
    }
  return scene;
}

CyanScene *
cyan_scene_new_chart_legend (const CyanChart *self, double width)
{
  CyanScene *scene = cyan_scene_new_of_evolution (self->evolution, &self->style.theme);
  const CyanChartPainter painter = { self, scene, 1 };

  scene->bounds = (CyanRect){ 0, 0, width, cyan_chart_paint_legend (&painter, 0, 0, width) };
  scene->background.alpha = 0;
  return scene;
}

/* "40 revisions, v1.0 to 3fe2a1c · 6 series".  Caller frees. */
static char *
details_of (const CyanChart *self)
{
  const CyanEvolution *evolution = self->evolution;
  guint n = self->last - self->first + 1;
  g_autofree char *lines = NULL;

  if (cyan_chart_nothing (self) != NULL)
    return g_strdup ("");
  lines = g_strdup_printf (ngettext ("%'u series", "%'u series", self->n_lines), self->n_lines);
  return g_strdup_printf (
      ngettext ("%'u revision, %s to %s \xc2\xb7 %s", "%'u revisions, %s to %s \xc2\xb7 %s", n), n,
      evolution->columns[self->first].name, evolution->columns[self->last].name, lines);
}

CyanScene *
cyan_scene_new_chart_page (const CyanChart *self, const char *title)
{
  const CyanTheme *theme = &self->style.theme;
  CyanScene *scene = cyan_scene_new_chart (self, NULL);
  const CyanChartPainter painter = { self, scene, 1 };
  double chart_y = round (MARGIN + TITLE_SIZE + CYAN_CHART_FONT_NAME + 2 * GAP), y;
  g_autofree char *details = details_of (self);

  /* The names of lines begin below the title. */
  cyan_scene_move (scene, 0, MARGIN - CYAN_CHART_INDENT, chart_y);
  scene->title =
      cyan_text_for_label (title != NULL ? title : self->evolution->project, CYAN_CHART_NAME_MAX);
  cyan_chart_paint_cut (&painter, scene->title, MARGIN, MARGIN + TITLE_SIZE / 2,
                        self->width - MARGIN, TITLE_SIZE, cyan_theme_foreground (theme), TRUE);
  cyan_chart_paint_cut (&painter, details, MARGIN,
                        MARGIN + TITLE_SIZE + GAP / 2 + CYAN_CHART_FONT_NAME, self->width - MARGIN,
                        CYAN_CHART_FONT_NAME, cyan_theme_dim (theme), FALSE);
  y = chart_y + ceil (self->height) + GAP;
  cyan_scene_add_rect (scene, CYAN_NODE_NONE, MARGIN, y, self->width - MARGIN, 1,
                       cyan_color_mix (cyan_theme_edge (theme), scene->background, 0.6));
  y += GAP;
  y += cyan_chart_paint_legend (&painter, MARGIN, y, self->width - MARGIN);
  scene->bounds = (CyanRect){ 0, 0, self->width + MARGIN, ceil (y + MARGIN - 4) };
  return scene;
}
