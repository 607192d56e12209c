/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring chart: zooming, which shows more rings. */
#include "cyan-rings-view-private.h"

#include <math.h>

#define ZOOM_MAX  8.0
#define ZOOM_STEP 1.25
/* Of a touchpad, for what is one step of a wheel. */
#define PIXELS_PER_STEP 30.0

/* What is at (@x, @y) of the widget stays there. */
static void
zoom_at (CyanRingsView *self, double zoom, double x, double y)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);
  CyanPicture *picture = CYAN_PICTURE (self);
  const double point[2] = { x, y };
  double origin[2], side = cyan_rings_view_side (self), grown;

  zoom = CLAMP (zoom, 1, ZOOM_MAX);
  if (zoom == self->zoom || side <= 0)
    return;
  CYAN_PARTITION_VIEW_CLASS (class)->get_origin (CYAN_PARTITION_VIEW (self), &origin[0],
                                                 &origin[1]);
  self->zoom = zoom;
  cyan_partition_view_changed (CYAN_PARTITION_VIEW (self));
  grown = cyan_rings_view_side (self) / side;
  for (GtkOrientation axis = GTK_ORIENTATION_HORIZONTAL; axis <= GTK_ORIENTATION_VERTICAL; axis++)
    cyan_picture_scroll_by (picture, axis,
                            (point[axis] - origin[axis]) * grown - point[axis]
                                - cyan_picture_scrolled (picture, axis));
}

static void
zoom_by (CyanRingsView *self, double factor)
{
  zoom_at (self, self->zoom * factor, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
           gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

static void
zoom_in (GtkWidget *widget, const char *action, GVariant *parameter)
{
  zoom_by (CYAN_RINGS_VIEW (widget), ZOOM_STEP);
}

static void
zoom_out (GtkWidget *widget, const char *action, GVariant *parameter)
{
  zoom_by (CYAN_RINGS_VIEW (widget), 1 / ZOOM_STEP);
}

static void
zoom_to_fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  zoom_by (CYAN_RINGS_VIEW (widget), 1 / CYAN_RINGS_VIEW (widget)->zoom);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, CyanRingsView *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double steps = dy, x, y;

  if ((state & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE)
    steps /= PIXELS_PER_STEP;
  cyan_picture_get_pointer (CYAN_PICTURE (self), &x, &y);
  zoom_at (self, self->zoom * pow (ZOOM_STEP, -steps), x, y);
  return GDK_EVENT_STOP;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, CyanRingsView *self)
{
  self->pinch_zoom = self->zoom;
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, CyanRingsView *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    zoom_at (self, self->pinch_zoom * scale, cyan_picture_mirror (CYAN_PICTURE (self), x), y);
}

void
cyan_rings_view_install_zoom (GtkWidgetClass *class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint keys[2];
  } actions[] = {
    { "rings.zoom-in", zoom_in, { GDK_KEY_plus, GDK_KEY_KP_Add } },
    { "rings.zoom-out", zoom_out, { GDK_KEY_minus, GDK_KEY_KP_Subtract } },
    { "rings.zoom-normal", zoom_to_fit, { GDK_KEY_1 } },
    { "rings.zoom-to-fit", zoom_to_fit, { GDK_KEY_f } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (class, actions[i].name, NULL, actions[i].activate);
      for (guint k = 0; k < 2 && actions[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (class, actions[i].keys[k], 0, actions[i].name, NULL);
    }
}

void
cyan_rings_view_add_zoom (CyanRingsView *self)
{
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  self->zoom = 1;
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}
