/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend in a corner of the picture. */
#include "cyan-legend.h"

#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

struct _CyanLegend
{
  CyanSceneWidget parent_instance;

  CyanSession *session; /* owned */
  double zoom;
};

G_DEFINE_FINAL_TYPE (CyanLegend, cyan_legend, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanLegend *self = CYAN_LEGEND (widget);
  CyanScene *scene;
  CyanStyle style;

  if (self->session == NULL)
    return NULL;
  style = (CyanStyle){ .theme = cyan_desktop_theme (),
                       .changes = cyan_session_known (self->session)->changes,
                       .selected = CYAN_NODE_NONE,
                       .hovered = CYAN_NODE_NONE,
                       .start = cyan_session_start (self->session),
                       .start_name = cyan_session_start_name (self->session),
                       .hot_path = cyan_session_hot_path (self->session) };
  scene = cyan_scene_new_legend (cyan_session_layout (self->session), &style, self->zoom);
  cyan_scene_widget_speak (widget, scene);
  return scene;
}

static void
cyan_legend_class_init (CyanLegendClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_legend_set_session));
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_legend_new_scene;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "cyan-legend");
}

static void
cyan_legend_init (CyanLegend *self)
{
  self->zoom = 1;
  /* It explains; clicks belong to what it lies on. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

void
cyan_legend_set_session (CyanLegend *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::basis",
                    G_CALLBACK (cyan_scene_widget_drop), "sources-changed",
                    G_CALLBACK (cyan_scene_widget_drop), "notify::hot-path",
                    G_CALLBACK (cyan_scene_widget_drop), "layout-changed",
                    G_CALLBACK (cyan_scene_widget_drop), NULL))
    return;
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
}

void
cyan_legend_set_zoom (CyanLegend *self, double zoom)
{
  self->zoom = zoom;
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
}
