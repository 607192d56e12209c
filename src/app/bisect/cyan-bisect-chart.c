/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisect-chart.h"

#include "cyan-bisection-evolution.h"
#include "cyan-desktop-theme.h"
#include "cyan-chart.h"

struct _CyanBisectChart
{
  CyanSceneWidget parent_instance;

  CyanBisection *state;     /* owned, or NULL */
  CyanEvolution *evolution; /* owned; of the state */
  CyanPalette palette;
};

G_DEFINE_FINAL_TYPE (CyanBisectChart, cyan_bisect_chart, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_bisect_chart_new_scene (CyanSceneWidget *widget, int width)
{
  CyanBisectChart *self = CYAN_BISECT_CHART (widget);
  const CyanTheme theme = cyan_desktop_theme (self->palette);

  if (self->state == NULL)
    return NULL;
  return cyan_scene_new_bisection (self->state, self->evolution, &theme,
                                   MAX (width, CYAN_CHART_LEAST_WIDTH));
}

static void
drop_scene (CyanBisectChart *self)
{
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
}

void
cyan_bisect_chart_set_state (CyanBisectChart *self, const CyanBisection *state)
{
  /* The scene borrows the evolution. */
  drop_scene (self);
  g_clear_pointer (&self->state, cyan_bisection_free);
  g_clear_pointer (&self->evolution, cyan_evolution_free);
  if (state == NULL)
    return;
  self->state = cyan_bisection_copy (state);
  self->evolution = cyan_bisection_to_evolution (self->state);
}

void
cyan_bisect_chart_set_palette (CyanBisectChart *self, CyanPalette palette)
{
  self->palette = palette;
  drop_scene (self);
}

static void
cyan_bisect_chart_dispose (GObject *object)
{
  cyan_bisect_chart_set_state (CYAN_BISECT_CHART (object), NULL);
  G_OBJECT_CLASS (cyan_bisect_chart_parent_class)->dispose (object);
}

static void
cyan_bisect_chart_class_init (CyanBisectChartClass *class)
{
  G_OBJECT_CLASS (class)->dispose = cyan_bisect_chart_dispose;
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_bisect_chart_new_scene;
  CYAN_SCENE_WIDGET_CLASS (class)->has_lines = TRUE;
}

static void
cyan_bisect_chart_init (CyanBisectChart *self)
{
  cyan_desktop_theme_follow (self, G_CALLBACK (drop_scene));
}
