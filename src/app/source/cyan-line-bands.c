/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bands between the two sources. */
#include "cyan-source-private.h"

#include "cyan-marked-view.h"
#include "cyan-widgets.h"

#include <adwaita.h>

#define WIDTH 44

struct _CyanLineBands
{
  GtkWidget parent_instance;

  CyanSourceSide *before; /* not owned */
  CyanSourceSide *after;
  GArray *changes; /* owned reference, or NULL */
  int current;
};

G_DEFINE_FINAL_TYPE (CyanLineBands, cyan_line_bands, GTK_TYPE_WIDGET)

static void
cyan_line_bands_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : 0;
}

/* The vertical extent of a change on one side, in pixels of this widget. */
typedef struct
{
  double top, bottom;
} Span;

static Span
span_of (CyanSourceSide *side, double offset, guint start, guint count)
{
  double top = cyan_source_side_y_of (side, start);
  double bottom = count == 0 ? top : cyan_source_side_y_of (side, start + count);

  /* Half a pixel, so that thin lines are sharp. */
  return (Span){ offset + top + 0.5, offset + bottom + 0.5 };
}

static void
draw_band (cairo_t *cairo, double width, Span left, Span right, CyanLineKind kind, gboolean current)
{
  GdkRGBA fill = cyan_line_kind_color (kind, current);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  double ink = dark ? 1 : 0;

  cairo_move_to (cairo, 0, left.top);
  cairo_curve_to (cairo, width / 2, left.top, width / 2, right.top, width, right.top);
  cairo_line_to (cairo, width, right.bottom);
  cairo_curve_to (cairo, width / 2, right.bottom, width / 2, left.bottom, 0, left.bottom);
  cairo_close_path (cairo);
  gdk_cairo_set_source_rgba (cairo, &fill);
  cairo_fill_preserve (cairo);
  cairo_set_source_rgba (cairo, ink, ink, ink, current ? 0.45 : 0.2);
  cairo_set_line_width (cairo, 1);
  cairo_stroke (cairo);
}

static void
cyan_line_bands_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanLineBands *self = CYAN_LINE_BANDS (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  double x, before_y, after_y;
  cairo_t *cairo;

  if (self->changes == NULL || !cyan_source_side_has_text (self->before)
      || !cyan_source_side_has_text (self->after))
    return;
  if (!gtk_widget_translate_coordinates (cyan_source_side_view (self->before), widget, 0, 0, &x,
                                         &before_y)
      || !gtk_widget_translate_coordinates (cyan_source_side_view (self->after), widget, 0, 0, &x,
                                            &after_y))
    return;
  cairo = gtk_snapshot_append_cairo (snapshot, &area);
  /* Nothing stands beside the headings. */
  cairo_rectangle (cairo, 0, MIN (before_y, after_y), width, height);
  cairo_clip (cairo);
  for (guint i = 0; i < self->changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (self->changes, CyanLineChange, i);
      Span before = span_of (self->before, before_y, change->before_start, change->before_count);
      Span after = span_of (self->after, after_y, change->after_start, change->after_count);

      if (before.top > height && after.top > height)
        break;
      if (before.bottom < 0 && after.bottom < 0)
        continue;
      draw_band (cairo, width, mirrored ? after : before, mirrored ? before : after,
                 cyan_line_kind (change), (int) i == self->current);
    }
  cairo_destroy (cairo);
}

static void
cyan_line_bands_finalize (GObject *object)
{
  g_clear_pointer (&CYAN_LINE_BANDS (object)->changes, g_array_unref);
  G_OBJECT_CLASS (cyan_line_bands_parent_class)->finalize (object);
}

static void
cyan_line_bands_class_init (CyanLineBandsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_line_bands_finalize;
  widget_class->measure = cyan_line_bands_measure;
  widget_class->snapshot = cyan_line_bands_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
cyan_line_bands_init (CyanLineBands *self)
{
  self->current = -1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  cyan_connect (adw_style_manager_get_default (), "notify::dark", gtk_widget_queue_draw, self);
}

static void
follow (CyanLineBands *self, CyanSourceSide *side)
{
  GtkAdjustment *adjustment = cyan_source_side_vadjustment (side);

  cyan_connect (adjustment, "value-changed", gtk_widget_queue_draw, self);
  cyan_connect (adjustment, "changed", gtk_widget_queue_draw, self);
}

void
cyan_line_bands_set_sides (CyanLineBands *self, CyanSourceSide *before, CyanSourceSide *after)
{
  g_return_if_fail (CYAN_IS_LINE_BANDS (self) && self->before == NULL);

  self->before = before;
  self->after = after;
  follow (self, before);
  follow (self, after);
}

void
cyan_line_bands_set_changes (CyanLineBands *self, GArray *changes, int current)
{
  if (changes != NULL)
    g_array_ref (changes);
  g_clear_pointer (&self->changes, g_array_unref);
  self->changes = changes;
  self->current = current;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
