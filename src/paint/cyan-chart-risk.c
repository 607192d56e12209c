/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The triangles of revisions that were predicted to be slower. */
#include "cyan-chart-private.h"

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
