/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scenes of a chart: what is in view, its legend, and a page of both. */
#include "cyan-chart-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

#include <math.h>

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
                         chart->height / 2, CYAN_FONT_SIZE_NAME,
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
  double chart_y = round (MARGIN + TITLE_SIZE + CYAN_FONT_SIZE_NAME + 2 * GAP), y;
  g_autofree char *details = details_of (self);

  /* The names of lines begin below the title. */
  cyan_scene_move (scene, 0, MARGIN - CYAN_CHART_INDENT, chart_y);
  scene->title =
      cyan_text_for_label (title != NULL ? title : self->evolution->project, CYAN_CHART_NAME_MAX);
  cyan_chart_paint_cut (&painter, scene->title, MARGIN, MARGIN + TITLE_SIZE / 2,
                        self->width - MARGIN, TITLE_SIZE, cyan_theme_foreground (theme), TRUE);
  cyan_chart_paint_cut (&painter, details, MARGIN,
                        MARGIN + TITLE_SIZE + GAP / 2 + CYAN_FONT_SIZE_NAME, self->width - MARGIN,
                        CYAN_FONT_SIZE_NAME, cyan_theme_dim (theme), FALSE);
  y = chart_y + ceil (self->height) + GAP;
  cyan_scene_add_rect (scene, CYAN_NODE_NONE, MARGIN, y, self->width - MARGIN, 1,
                       cyan_color_mix (cyan_theme_edge (theme), scene->background, 0.6));
  y += GAP;
  y += cyan_chart_paint_legend (&painter, MARGIN, y, self->width - MARGIN);
  scene->bounds = (CyanRect){ 0, 0, self->width + MARGIN, ceil (y + MARGIN - 4) };
  return scene;
}
