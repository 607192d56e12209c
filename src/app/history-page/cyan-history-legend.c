/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-legend.h"

#include "cyan-desktop-theme.h"
#include "cyan-history-chart.h"
#include "cyan-widgets.h"

struct _CyanHistoryLegend
{
  CyanSceneWidget parent_instance;

  CyanHistory *history; /* owned */
  CyanPalette palette;
};

G_DEFINE_FINAL_TYPE (CyanHistoryLegend, cyan_history_legend, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_history_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanHistoryLegend *self = CYAN_HISTORY_LEGEND (widget);
  CyanTheme theme = cyan_desktop_theme (self->palette);
  g_autofree guint8 *lines = NULL;
  g_autoptr (CyanChart) chart = NULL;
  CyanChartStyle style;
  CyanScene *scene;

  if (self->history == NULL || self->history->line == CYAN_HISTORY_NONE)
    return NULL;
  cyan_history_chart_style (self->history, &theme, width, 0, &style, &lines);
  chart = cyan_history_chart_new_chart (self->history, &style);
  scene = cyan_scene_new_chart_legend (chart, MAX (width, CYAN_CHART_LEAST_WIDTH));
  cyan_scene_widget_speak (widget, scene);
  return scene;
}

static void
drop_scene (CyanHistoryLegend *self)
{
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
}

void
cyan_history_legend_set_history (CyanHistoryLegend *self, CyanHistory *history)
{
  if (cyan_follow (&self->history, history, self, "changed", G_CALLBACK (drop_scene), NULL))
    drop_scene (self);
}

void
cyan_history_legend_set_palette (CyanHistoryLegend *self, CyanPalette palette)
{
  self->palette = palette;
  drop_scene (self);
}

static void
cyan_history_legend_dispose (GObject *object)
{
  cyan_history_legend_set_history (CYAN_HISTORY_LEGEND (object), NULL);
  G_OBJECT_CLASS (cyan_history_legend_parent_class)->dispose (object);
}

static void
cyan_history_legend_class_init (CyanHistoryLegendClass *class)
{
  G_OBJECT_CLASS (class)->dispose = cyan_history_legend_dispose;
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_history_legend_new_scene;
  CYAN_SCENE_WIDGET_CLASS (class)->has_lines = TRUE;
}

static void
cyan_history_legend_init (CyanHistoryLegend *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  cyan_desktop_theme_follow (self, G_CALLBACK (drop_scene));
}
