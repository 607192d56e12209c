/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of a picture. */
#include "cyan-picture-legend.h"

#include "cyan-widgets.h"

/* Empty pixels beside it. */
#define MARGIN 12

struct _CyanPictureLegend
{
  CyanSceneWidget parent_instance;

  CyanPicture *picture; /* owned */
};

G_DEFINE_FINAL_TYPE (CyanPictureLegend, cyan_picture_legend, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_picture_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanPictureLegend *self = CYAN_PICTURE_LEGEND (widget);
  CyanScene *scene = NULL;

  /* A picture that nobody looks at is not made. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && width >= 1
      && cyan_picture_get_session (self->picture) != NULL)
    scene = CYAN_PICTURE_GET_CLASS (self->picture)->new_legend (self->picture, width);
  if (scene != NULL)
    cyan_scene_widget_speak (widget, scene);
  return scene;
}

/* Both change what it draws, and so its height. */
static void
cyan_picture_legend_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_picture_legend_parent_class)->map (widget);
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (widget));
}

static void
cyan_picture_legend_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_picture_legend_parent_class)->unmap (widget);
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (widget));
}

static void
cyan_picture_legend_class_init (CyanPictureLegendClass *class)
{
  CyanSceneWidgetClass *scene_class = CYAN_SCENE_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (cyan_picture_legend_set_picture));
  GTK_WIDGET_CLASS (class)->map = cyan_picture_legend_map;
  GTK_WIDGET_CLASS (class)->unmap = cyan_picture_legend_unmap;
  scene_class->new_scene = cyan_picture_legend_new_scene;
  scene_class->has_lines = TRUE;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "picture-legend");
}

static void
cyan_picture_legend_init (CyanPictureLegend *self)
{
  gtk_widget_set_margin_start (GTK_WIDGET (self), MARGIN);
  gtk_widget_set_margin_end (GTK_WIDGET (self), MARGIN);
}

void
cyan_picture_legend_set_picture (CyanPictureLegend *self, CyanPicture *picture)
{
  cyan_follow (&self->picture, picture, self, "picture-changed",
               G_CALLBACK (cyan_scene_widget_drop), NULL);
}
