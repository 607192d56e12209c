/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar below a picture. */
#include "cyan-picture-bar.h"

#include "cyan-picture-legend.h"
#include "cyan-widgets.h"

struct _CyanPictureBar
{
  GtkWidget parent_instance;

  CyanPicture *picture; /* borrowed */

  /* template children, borrowed */
  GtkMenuButton *legend_button;
  CyanPictureLegend *line;
  CyanPictureLegend *legend; /* in the popover */
  GtkWidget *zoom_box;
  GtkButton *zoom_button;
};

G_DEFINE_FINAL_TYPE (CyanPictureBar, cyan_picture_bar, GTK_TYPE_WIDGET)

static void
on_scale (CyanPictureBar *self)
{
  double zoom = CYAN_PICTURE_GET_CLASS (self->picture)->get_zoom (self->picture);
  /* From left to right wherever one reads. */
  g_autofree char *text = g_strdup_printf ("\xe2\x80\x8e%.0f %%", zoom * 100);

  gtk_button_set_label (self->zoom_button, text);
}

/* The whole legend exists as long as one looks at it. */
static void
fill_popover (GtkMenuButton *button, gpointer data)
{
  CyanPictureBar *self = data;

  cyan_picture_legend_set_picture (self->legend, self->picture);
}

static void
on_popover_closed (CyanPictureBar *self)
{
  cyan_picture_legend_set_picture (self->legend, NULL);
}

static void
leave (CyanPictureBar *self)
{
  cyan_picture_legend_set_picture (self->line, NULL);
  cyan_picture_legend_set_picture (self->legend, NULL);
}

static void
cyan_picture_bar_class_init (CyanPictureBarClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  g_type_ensure (CYAN_TYPE_PICTURE_LEGEND);
#define CHILD(member) CYAN_CHILD (CyanPictureBar, member)
  cyan_template_bind (class, "picture-bar.ui", CHILD (legend_button), CHILD (line), CHILD (legend),
                      CHILD (zoom_box), CHILD (zoom_button), NULL);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (class), on_popover_closed);
}

static void
cyan_picture_bar_init (CyanPictureBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_picture_legend_set_is_line (self->line);
  gtk_menu_button_set_create_popup_func (self->legend_button, fill_popover, self, NULL);
}

void
cyan_picture_bar_set_picture (CyanPictureBar *self, CyanPicture *picture)
{
  self->picture = picture;
  cyan_picture_legend_set_picture (self->line, picture);
  gtk_widget_set_visible (self->zoom_box, CYAN_PICTURE_GET_CLASS (picture)->get_zoom != NULL);
  if (!gtk_widget_get_visible (self->zoom_box))
    return;
  cyan_connect (picture, "scale-changed", on_scale, self);
  on_scale (self);
}

void
cyan_picture_bar_show_colours (CyanPictureBar *self, gboolean shown)
{
  cyan_picture_legend_show_colours (self->line, shown);
}
