/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints a bisection: bars of the posterior stand below the columns of a chart. */
#include "cyan-chart.h"

#include "cyan-chart-private.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

#include <math.h>

/* Heights in pixels: of the chart with its values, of the longest bar, of what is above it. */
#define CHART 260.0
#define BARS  56.0
#define HEAD  34.0
/* Of the strip below the bars with the marks of suspects. */
#define FOOT 16.0
#define GAP  10.0

#define TRIANGLE 3.5
/* Smaller probabilities have no bar. */
#define LEAST 0.001

typedef struct
{
  CyanChartPainter painter;
  const CyanBisection *state;
  const CyanTheme *theme;
  double top, base; /* of the bars: the top of the longest, where all stand */
} Picture;

static void
paint_bar (const Picture *self, guint revision, double largest)
{
  const CyanChart *chart = self->painter.chart;
  double p = self->state->revisions[revision].probability;
  double from = cyan_chart_edge_x (chart, revision), to = cyan_chart_edge_x (chart, revision + 1);
  double height = MAX (1, (self->base - self->top) * p / largest);
  double gap = to - from > 4 ? 1 : 0;
  CyanItem *item =
      cyan_scene_add_rect (self->painter.scene, CYAN_NODE_NONE, from + gap, self->base - height,
                           MAX (1, to - from - 2 * gap), height, cyan_theme_accent (self->theme));

  cyan_item_set_spot (item, 0, revision);
}

static guint
find_largest (const CyanBisection *state)
{
  guint largest = 0;

  for (guint i = 1; i < state->n_revisions; i++)
    if (state->revisions[i].probability > state->revisions[largest].probability)
      largest = i;
  return largest;
}

/* "87 %" above the longest bar, inside of the picture. */
static void
paint_largest (const Picture *self, guint revision)
{
  const CyanChart *chart = self->painter.chart;
  g_autofree char *text = g_strdup_printf (
      "%.0f\xc2\xa0%%", 100 * MIN (1, self->state->revisions[revision].probability));
  double x = cyan_chart_column_x (chart, revision);

  cyan_chart_paint_text (&self->painter, text, CLAMP (x, chart->left + 14, chart->right - 14),
                         self->top - 8, CYAN_CHART_FONT_SMALL, cyan_theme_foreground (self->theme),
                         TRUE)
      ->align = 0.5;
}

/* Marks of commits that touch what explains the difference; neighbours share one. */
static gboolean
paint_suspects (const Picture *self)
{
  double last = -G_MAXDOUBLE;

  for (guint i = 0; i < self->state->n_revisions; i++)
    {
      CyanPriorKind prior = self->state->revisions[i].prior;
      double x = cyan_chart_column_x (self->painter.chart, i);

      if ((prior != CYAN_PRIOR_SUSPECT && prior != CYAN_PRIOR_RISKY) || x - last < 2 * TRIANGLE + 1)
        continue;
      last = x;
      cyan_item_set_spot (cyan_scene_add_marker (self->painter.scene, CYAN_MARKER_TRIANGLE, x,
                                                 self->base + FOOT / 2 + 1, TRIANGLE,
                                                 cyan_theme_match (self->theme)),
                          0, i);
    }
  return last > -G_MAXDOUBLE;
}

/* Returns whether there are suspects. */
static gboolean
paint_posterior (const Picture *self)
{
  const CyanChart *chart = self->painter.chart;
  guint largest = find_largest (self->state);
  double most = self->state->revisions[largest].probability;

  cyan_chart_paint_cut (&self->painter, _ ("Chance that the step is here"), CYAN_CHART_INDENT,
                        self->top - HEAD + 10, chart->right - CYAN_CHART_INDENT,
                        CYAN_CHART_FONT_SMALL, cyan_theme_dim (self->theme), FALSE);
  cyan_scene_add_rect (self->painter.scene, CYAN_NODE_NONE, chart->left, self->base,
                       chart->right - chart->left, 1, cyan_theme_edge (self->theme));
  for (guint i = 0; most > 0 && i < self->state->n_revisions; i++)
    if (self->state->revisions[i].probability >= LEAST)
      paint_bar (self, i, most);
  if (most > 0)
    paint_largest (self, largest);
  return paint_suspects (self);
}

/* Returns the height. */
static double
paint_key (const Picture *self, double y)
{
  cyan_scene_add_marker (self->painter.scene, CYAN_MARKER_TRIANGLE, CYAN_CHART_INDENT + 9, y + 9,
                         TRIANGLE + 0.5, cyan_theme_match (self->theme));
  cyan_chart_paint_cut (&self->painter, _ ("likelier before it is measured, by what it touches"),
                        CYAN_CHART_INDENT + 25, y + 9,
                        self->painter.chart->width - CYAN_CHART_INDENT - 25, CYAN_CHART_FONT_SMALL,
                        cyan_theme_foreground (self->theme), FALSE);
  return 19;
}

CyanScene *
cyan_scene_new_bisection (const CyanBisection *state,
                          const CyanEvolution *evolution,
                          const CyanTheme *theme,
                          double width)
{
  CyanChartStyle style = CYAN_CHART_STYLE_INIT;
  g_autoptr (CyanChart) chart = NULL;
  CyanScene *scene;
  double y;

  style.theme = *theme;
  style.width = width;
  style.height = CHART;
  if (state->state == CYAN_BISECTION_RUNNING && state->n_next > 0)
    {
      style.selected = state->next[0];
      if (state->n_next > 1)
        style.second = state->next[1];
    }
  chart = cyan_chart_new_evolution (evolution, &style);
  scene = cyan_scene_new_chart (chart, NULL);
  y = cyan_chart_bounds (chart).height;
  {
    Picture self = { { chart, scene, 1 }, state, theme, y + HEAD, y + HEAD + BARS };
    gboolean has_suspects = paint_posterior (&self);

    y = self.base + FOOT + GAP;
    y += cyan_chart_paint_legend (&self.painter, CYAN_CHART_INDENT, y,
                                  chart->width - CYAN_CHART_INDENT);
    if (has_suspects)
      y += paint_key (&self, y);
  }
  scene->bounds = (CyanRect){ 0, 0, chart->width, ceil (y) };
  return scene;
}
