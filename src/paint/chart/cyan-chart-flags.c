/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The labels above the values of a panel: those of marks, and those of steps.
 *
 * They stand in rows of their own, so that they cover no value.  Where there is no room for a
 * label, its line and its arrow are still there.
 */
#include "cyan-chart-private.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* Between two labels, and from a mark's line to its label. */
#define GAP      7.0
#define MARK_GAP 4.0

/* Maximum width of a mark's label in pixels. */
#define MARK_MAX 190.0

typedef struct
{
  double from, to;
} Span;

/* Labels side by side, each in the first row where it does not touch another. */
typedef struct
{
  GArray *taken[CYAN_CHART_MAX_LANES]; /* of Span: labels */
  GArray *lines[CYAN_CHART_MAX_LANES]; /* and lines of the labels above */
} Lanes;

static void
lanes_init (Lanes *self)
{
  for (guint i = 0; i < CYAN_CHART_MAX_LANES; i++)
    {
      self->taken[i] = g_array_new (FALSE, FALSE, sizeof (Span));
      self->lines[i] = g_array_new (FALSE, FALSE, sizeof (Span));
    }
}

/* Frees the rows, and returns how many have a label. */
static guint
lanes_clear (Lanes *self)
{
  guint n = 0;

  for (guint i = 0; i < CYAN_CHART_MAX_LANES; i++)
    {
      n += self->taken[i]->len > 0;
      g_array_unref (self->taken[i]);
      g_array_unref (self->lines[i]);
    }
  return n;
}

static gboolean
is_free (const GArray *taken, double from, double to)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const Span *span = &g_array_index (taken, Span, i);

      if (from < span->to + GAP && to > span->from - GAP)
        return FALSE;
    }
  return TRUE;
}

/* The first row that is free there, or -1.  The line of a label is at @at, and goes down through
 * the rows below. */
static int
lanes_find (const Lanes *self, double from, double to, double at)
{
  for (guint i = 0; i < CYAN_CHART_MAX_LANES; i++)
    {
      gboolean fits = is_free (self->taken[i], from, to) && is_free (self->lines[i], from, to);

      for (guint below = i + 1; below < CYAN_CHART_MAX_LANES && fits; below++)
        fits = is_free (self->taken[below], at, at);
      if (fits)
        return (int) i;
    }
  return -1;
}

static void
lanes_take (Lanes *self, guint lane, double from, double to, double at)
{
  Span span = { from, to };

  g_array_append_val (self->taken[lane], span);
  span = (Span){ at, at };
  for (guint below = lane + 1; below < CYAN_CHART_MAX_LANES; below++)
    g_array_append_val (self->lines[below], span);
}

static void
clear_flag (gpointer data)
{
  g_free (((CyanFlag *) data)->text);
}

static GArray *
flags_new (void)
{
  GArray *flags = g_array_new (FALSE, TRUE, sizeof (CyanFlag));

  g_array_set_clear_func (flags, clear_flag);
  return flags;
}

/* Gives a flag with a text its place: it begins @before pixels left of what it belongs to, or ends
 * as far to the right of that.  Without room it loses the text. */
static void
place_flag (Lanes *lanes, const CyanChart *chart, CyanFlag *flag, double before)
{
  flag->lane = -1;
  for (guint left = 0; left < 2 && flag->lane < 0; left++)
    {
      flag->is_left = left == 1;
      flag->x = flag->is_left ? flag->at + before - flag->width : flag->at - before;
      if (flag->x >= 0 && flag->x + flag->width <= chart->width - 4)
        flag->lane = lanes_find (lanes, flag->x, flag->x + flag->width, flag->at);
    }
  if (flag->lane >= 0)
    lanes_take (lanes, (guint) flag->lane, flag->x, flag->x + flag->width, flag->at);
  else
    g_clear_pointer (&flag->text, g_free);
}

/* The text of a mark, cut; NULL if there is no room at all.  Caller frees. */
static char *
mark_text (const CyanChart *chart, const CyanEvolutionMark *mark)
{
  const char *text = mark->text;
  g_autofree char *line = NULL;

  if (text == NULL || *text == '\0')
    text = mark->kind == CYAN_MARK_DEFINITION    ? _ ("another definition")
           : mark->kind == CYAN_MARK_ENVIRONMENT ? _ ("another environment")
                                                 : _ ("note");
  line = cyan_text_for_label (text, CYAN_CHART_NAME_MAX);
  return cyan_labels_cut (chart->labels, line, MARK_MAX, CYAN_CHART_FONT_SMALL, FALSE);
}

GArray *
cyan_chart_marks (const CyanChart *self, guint line, guint *n_lanes)
{
  const CyanEvolution *evolution = self->evolution;
  GArray *flags = flags_new ();
  Lanes lanes;

  lanes_init (&lanes);
  for (guint i = 0; i < evolution->n_marks; i++)
    {
      const CyanEvolutionMark *mark = &evolution->marks[i];
      CyanFlag flag = { .mark = mark, .lane = -1, .column = mark->column };

      if (mark->kind == CYAN_MARK_RISK || mark->column < self->first || mark->column > self->last
          || !cyan_evolution_mark_is_of (evolution, mark, line))
        continue;
      flag.at = floor (cyan_chart_edge_x (self, mark->column)) + 0.5;
      /* Measuring is what takes time. */
      if (lanes_find (&lanes, flag.at, flag.at, flag.at) >= 0)
        flag.text = mark_text (self, mark);
      if (flag.text != NULL)
        {
          flag.width =
              MARK_GAP + cyan_labels_width (self->labels, flag.text, CYAN_CHART_FONT_SMALL, FALSE);
          place_flag (&lanes, self, &flag, 0);
        }
      g_array_append_val (flags, flag);
    }
  *n_lanes = lanes_clear (&lanes);
  return flags;
}

static void
add_step (GArray *flags,
          const CyanChart *chart,
          const CyanStep *step,
          guint series,
          guint column,
          double ratio)
{
  const CyanEvolutionSeries *of = &chart->evolution->series[series];
  const CyanFlag flag = { .at = cyan_chart_column_x (chart, column),
                          .lane = -1,
                          .step = step,
                          .series = series,
                          .column = column,
                          .ratio = ratio,
                          .direction = step != NULL ? cyan_evolution_step_direction (of, step)
                                                    : cyan_evolution_direction (of, ratio) };

  if (column >= chart->first && column <= chart->last)
    g_array_append_val (flags, flag);
}

guint
cyan_series_newest (const CyanEvolutionSeries *series, guint last)
{
  while (series->begin[last + 1] == series->begin[last])
    last--;
  return last;
}

/* The larger change first, then the earlier. */
static int
compare_flags (gconstpointer a, gconstpointer b)
{
  const CyanFlag *x = a, *y = b;
  double dx = fabs (log (x->ratio)), dy = fabs (log (y->ratio));

  if (dx != dy)
    return dx > dy ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

GArray *
cyan_chart_steps (const CyanChart *self, guint line, guint *n_lanes)
{
  const CyanEvolution *evolution = self->evolution;
  GArray *flags = flags_new ();
  Lanes lanes;

  for (guint s = self->begin[line]; s < self->begin[line + 1]; s++)
    {
      const CyanSteps *steps = evolution->series[s].steps;

      for (guint i = 0; i < steps->n_steps; i++)
        add_step (flags, self, &steps->steps[i], s, steps->steps[i].revision,
                  steps->steps[i].size.ratio);
      if (steps->possible > 0)
        add_step (flags, self, NULL, s,
                  cyan_series_newest (&evolution->series[s], evolution->n_columns - 1),
                  steps->possible);
    }
  g_array_sort (flags, compare_flags);
  lanes_init (&lanes);
  for (guint i = 0; i < flags->len; i++)
    {
      CyanFlag *flag = &g_array_index (flags, CyanFlag, i);
      g_autofree char *change = NULL;

      if (lanes_find (&lanes, flag->at, flag->at, flag->at) < 0)
        continue;
      change = cyan_change_to_text (1, flag->ratio);
      flag->text =
          flag->step != NULL ? g_steal_pointer (&change) : g_strdup_printf ("%s ?", change);
      flag->width = CYAN_CHART_ARROW
                    + cyan_labels_width (self->labels, flag->text, CYAN_CHART_FONT_SMALL, TRUE);
      place_flag (&lanes, self, flag, CYAN_CHART_ARROW / 2 - 1);
    }
  *n_lanes = lanes_clear (&lanes);
  return flags;
}

/* ---- triangles of revisions that were predicted to be slower ---- */

#define TRIANGLE 4.0

static gboolean
is_shown (const CyanChart *self, const CyanEvolutionMark *mark, guint line)
{
  return mark->kind == CYAN_MARK_RISK && mark->column >= self->first && mark->column <= self->last
         && (line == CYAN_CHART_NONE || cyan_evolution_mark_is_of (self->evolution, mark, line));
}

gboolean
cyan_chart_has_risk (const CyanChart *self)
{
  for (guint i = 0; i < self->evolution->n_marks; i++)
    if (is_shown (self, &self->evolution->marks[i], CYAN_CHART_NONE))
      return TRUE;
  return FALSE;
}

void
cyan_chart_paint_risk (const CyanChartPainter *painter, guint line, double y)
{
  const CyanChart *chart = painter->chart;
  double last = -G_MAXDOUBLE;

  for (guint i = 0; i < chart->evolution->n_marks; i++)
    {
      const CyanEvolutionMark *mark = &chart->evolution->marks[i];
      double x = cyan_chart_column_x (chart, mark->column);

      if (!is_shown (chart, mark, line) || x - last < MAX (painter->grain, 2 * TRIANGLE))
        continue;
      last = x;
      cyan_chart_paint_triangle (painter, x, y)->spot = (CyanSpot){ CYAN_SPOT_NONE, mark->column };
    }
}

CyanItem *
cyan_chart_paint_triangle (const CyanChartPainter *painter, double x, double y)
{
  return cyan_scene_add_marker (painter->scene, CYAN_MARKER_TRIANGLE, x, y, TRIANGLE,
                                cyan_theme_match (&painter->chart->style.theme));
}
