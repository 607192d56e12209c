/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of an icicle. */
#include "cyan-icicle-legend.h"

#include "cyan-desktop-theme.h"

struct _CyanIcicleLegend
{
  CyanSceneWidget parent_instance;

  CyanIcicleView *view; /* owned */
};

G_DEFINE_FINAL_TYPE (CyanIcicleLegend, cyan_icicle_legend, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_icicle_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanIcicleLegend *self = CYAN_ICICLE_LEGEND (widget);
  /* As wide as the picture, which may have no size yet. */
  const CyanIcicleLook look = { .width = width };
  const CyanIcicle *icicle;
  CyanSession *session;
  CyanStyle style;
  CyanScene *scene;

  /* An icicle that nobody looks at is not made. */
  icicle = gtk_widget_get_mapped (GTK_WIDGET (self)) && width >= 1
               ? cyan_icicle_view_get_icicle (self->view)
               : NULL;
  if (icicle == NULL)
    return NULL;
  session = cyan_picture_get_session (CYAN_PICTURE (self->view));
  style = (CyanStyle){ .theme = cyan_desktop_theme (
                           cyan_picture_get_palette (CYAN_PICTURE (self->view))),
                       .changes = cyan_session_known (session)->changes,
                       .selected = CYAN_NODE_NONE,
                       .hovered = CYAN_NODE_NONE,
                       .hot_path = cyan_session_hot_path (session),
                       .labels = cyan_session_labels (session) };
  scene = cyan_scene_new_icicle_legend (icicle, &look, &style, width);
  cyan_scene_widget_speak (widget, scene);
  return scene;
}

static void
cyan_icicle_legend_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_icicle_legend_parent_class)->map (widget);
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (widget));
}

static void
cyan_icicle_legend_dispose (GObject *object)
{
  CyanIcicleLegend *self = CYAN_ICICLE_LEGEND (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (cyan_icicle_legend_parent_class)->dispose (object);
}

static void
cyan_icicle_legend_class_init (CyanIcicleLegendClass *class)
{
  CyanSceneWidgetClass *scene_class = CYAN_SCENE_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_icicle_legend_dispose;
  GTK_WIDGET_CLASS (class)->map = cyan_icicle_legend_map;
  scene_class->new_scene = cyan_icicle_legend_new_scene;
  scene_class->has_lines = TRUE;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "icicle-legend");
}

static void
cyan_icicle_legend_init (CyanIcicleLegend *self)
{
  gtk_widget_set_margin_start (GTK_WIDGET (self), CYAN_ICICLE_MARGIN);
  gtk_widget_set_margin_end (GTK_WIDGET (self), CYAN_ICICLE_MARGIN);
}

void
cyan_icicle_legend_set_view (CyanIcicleLegend *self, CyanIcicleView *view)
{
  g_return_if_fail (self->view == NULL);

  self->view = g_object_ref (view);
  g_signal_connect_swapped (view, "picture-changed", G_CALLBACK (cyan_scene_widget_drop), self);
}
