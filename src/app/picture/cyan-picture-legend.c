/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of a picture, as a list or a line. */
#include "cyan-picture-legend.h"

#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

#include <math.h>

struct _CyanPictureLegend
{
  CyanSceneWidget parent_instance;

  CyanPicture *picture; /* owned */
  gboolean is_line;
  gboolean has_colours; /* a line, where there is room for them */
};

G_DEFINE_FINAL_TYPE (CyanPictureLegend, cyan_picture_legend, CYAN_TYPE_SCENE_WIDGET)

/* The size of a line does not depend on what it says, which may change while sizes are being
 * allocated. */
static void
drop (CyanPictureLegend *self)
{
  if (!self->is_line)
    {
      cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
      return;
    }
  cyan_scene_widget_forget (CYAN_SCENE_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static CyanScene *
cyan_picture_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanPictureLegend *self = CYAN_PICTURE_LEGEND (widget);
  CyanLegendForm form = { .is_line = self->is_line };
  CyanScene *scene;

  if (self->picture == NULL || cyan_picture_get_session (self->picture) == NULL)
    return NULL;
  if (self->has_colours)
    form.width = gtk_widget_get_width (GTK_WIDGET (self)) / cyan_desktop_text_scale ();
  scene = CYAN_PICTURE_GET_CLASS (self->picture)->new_legend (self->picture, &form);
  if (scene != NULL)
    cyan_scene_widget_speak (widget, scene);
  return scene;
}

/* A line takes the room that there is, and says what there is room for. */
static void
cyan_picture_legend_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  if (!CYAN_PICTURE_LEGEND (widget)->is_line)
    {
      GTK_WIDGET_CLASS (cyan_picture_legend_parent_class)
          ->measure (widget, orientation, for_size, minimum, natural, minimum_baseline,
                     natural_baseline);
      return;
    }
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? 0
                            : (int) ceil (CYAN_LEGEND_LINE_HEIGHT * cyan_desktop_text_scale ());
}

static void
cyan_picture_legend_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (cyan_picture_legend_parent_class)
      ->size_allocate (widget, width, height, baseline);
  if (CYAN_PICTURE_LEGEND (widget)->is_line)
    cyan_scene_widget_forget (CYAN_SCENE_WIDGET (widget));
}

static void
cyan_picture_legend_class_init (CyanPictureLegendClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_picture_legend_set_picture));
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_picture_legend_new_scene;
  GTK_WIDGET_CLASS (class)->measure = cyan_picture_legend_measure;
  GTK_WIDGET_CLASS (class)->size_allocate = cyan_picture_legend_size_allocate;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "picture-legend");
}

static void
cyan_picture_legend_init (CyanPictureLegend *self)
{
  /* It explains; clicks belong to what it lies on. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

void
cyan_picture_legend_set_picture (CyanPictureLegend *self, CyanPicture *picture)
{
  if (cyan_follow (&self->picture, picture, self, "picture-changed", G_CALLBACK (drop),
                   "scale-changed", G_CALLBACK (drop), NULL))
    drop (self);
}

void
cyan_picture_legend_set_is_line (CyanPictureLegend *self)
{
  self->is_line = self->has_colours = TRUE;
}

void
cyan_picture_legend_show_colours (CyanPictureLegend *self, gboolean shown)
{
  self->has_colours = shown;
  drop (self);
}
