/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar below the canvas. */
#include "cyan-canvas-bar.h"

#include "cyan-legend.h"
#include "cyan-widgets.h"

struct _CyanCanvasBar
{
  GtkWidget parent_instance;

  CyanCanvas *canvas; /* borrowed */

  /* template children, borrowed */
  GtkMenuButton *legend_button;
  CyanLegend *line;
  CyanLegend *legend; /* in the popover */
  GtkButton *zoom_button;
};

G_DEFINE_FINAL_TYPE (CyanCanvasBar, cyan_canvas_bar, GTK_TYPE_WIDGET)

static void
on_picture_changed (CyanCanvasBar *self)
{
  cyan_legend_set_session (self->line, cyan_picture_get_session (CYAN_PICTURE (self->canvas)));
}

/* Bars of the legends are as long as the picture has them. */
static void
on_scale (CyanCanvasBar *self)
{
  double zoom = cyan_canvas_get_zoom (self->canvas);
  /* From left to right wherever one reads. */
  g_autofree char *text = g_strdup_printf ("\xe2\x80\x8e%.0f %%", zoom * 100);

  gtk_button_set_label (self->zoom_button, text);
  cyan_legend_set_zoom (self->line, zoom);
  cyan_legend_set_zoom (self->legend, zoom);
}

/* The whole legend exists as long as one looks at it. */
static void
fill_popover (GtkMenuButton *button, gpointer data)
{
  CyanCanvasBar *self = data;

  cyan_legend_set_session (self->legend, cyan_picture_get_session (CYAN_PICTURE (self->canvas)));
}

static void
on_popover_closed (CyanCanvasBar *self)
{
  cyan_legend_set_session (self->legend, NULL);
}

static void
leave (CyanCanvasBar *self)
{
  cyan_legend_set_session (self->line, NULL);
  cyan_legend_set_session (self->legend, NULL);
}

static void
cyan_canvas_bar_class_init (CyanCanvasBarClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  g_type_ensure (CYAN_TYPE_LEGEND);
  cyan_template_bind (class, "canvas-bar.ui", CYAN_CHILD (CyanCanvasBar, legend_button),
                      CYAN_CHILD (CyanCanvasBar, line), CYAN_CHILD (CyanCanvasBar, legend),
                      CYAN_CHILD (CyanCanvasBar, zoom_button), NULL);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (class), on_popover_closed);
}

static void
cyan_canvas_bar_init (CyanCanvasBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_legend_set_is_line (self->line);
  gtk_menu_button_set_create_popup_func (self->legend_button, fill_popover, self, NULL);
}

void
cyan_canvas_bar_set_canvas (CyanCanvasBar *self, CyanCanvas *canvas)
{
  self->canvas = canvas;
  g_signal_connect_object (canvas, "picture-changed", G_CALLBACK (on_picture_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "scale-changed", G_CALLBACK (on_scale), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (canvas, "notify::zoom", G_CALLBACK (on_scale), self, G_CONNECT_SWAPPED);
  on_scale (self);
}

void
cyan_canvas_bar_show_colours (CyanCanvasBar *self, gboolean shown)
{
  cyan_legend_show_colours (self->line, shown);
}
