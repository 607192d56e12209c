/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-similarity-view-private.h"

#include <math.h>

#include "cyan-theme.h"
#include "cyan-desktop-theme.h"

/* Pixels at the usual size of text. */
#define WIDTH  132
#define HEIGHT 20
#define BAND   12
#define RADIUS 3.5
/* So that marks at the ends are whole. */
#define MARGIN (RADIUS + 2)

struct _CyanRangeBar
{
  GtkWidget parent_instance;

  double low, high;
  GArray *values; /* of double */
  gboolean changed;
};

G_DEFINE_FINAL_TYPE (CyanRangeBar, cyan_range_bar, GTK_TYPE_WIDGET)

typedef enum
{
  SHAPE_CIRCLE,
  SHAPE_SQUARE,
  SHAPE_LOWER, /* triangles */
  SHAPE_HIGHER
} Shape;

/* From values to pixels of the drawing, which is as wide as @width. */
typedef struct
{
  double least, largest;
  double width;
} Scale;

static double
place_of (const Scale *scale, double value)
{
  double part = scale->largest > scale->least
                    ? (value - scale->least) / (scale->largest - scale->least)
                    : 0.5;

  return MARGIN + part * (scale->width - 2 * MARGIN);
}

static void
set_color (cairo_t *cairo, CyanColor color)
{
  cairo_set_source_rgba (cairo, color.red, color.green, color.blue, color.alpha);
}

static Scale
scale_of (CyanRangeBar *self, double width)
{
  Scale scale = { .least = self->low, .largest = self->high, .width = width };

  for (guint i = 0; i < self->values->len; i++)
    {
      /* fmin() and fmax() leave out NAN. */
      scale.least = fmin (scale.least, g_array_index (self->values, double, i));
      scale.largest = fmax (scale.largest, g_array_index (self->values, double, i));
    }
  return scale;
}

static Shape
shape_of (CyanRangeBar *self, double value)
{
  return isnan (self->low)    ? SHAPE_SQUARE
         : value > self->high ? SHAPE_HIGHER
         : value < self->low  ? SHAPE_LOWER
                              : SHAPE_CIRCLE;
}

static void
trace (cairo_t *cairo, Shape shape, double x, double y)
{
  double tip = shape == SHAPE_HIGHER ? RADIUS + 1 : -RADIUS - 1;

  switch (shape)
    {
    case SHAPE_SQUARE:
      cairo_rectangle (cairo, x - RADIUS, y - RADIUS, 2 * RADIUS, 2 * RADIUS);
      break;
    case SHAPE_LOWER:
    case SHAPE_HIGHER:
      cairo_move_to (cairo, x + tip, y);
      cairo_line_to (cairo, x - tip, y - RADIUS - 1);
      cairo_line_to (cairo, x - tip, y + RADIUS + 1);
      cairo_close_path (cairo);
      break;
    case SHAPE_CIRCLE:
    default:
      cairo_new_sub_path (cairo);
      cairo_arc (cairo, x, y, RADIUS - 0.5, 0, 2 * G_PI);
      break;
    }
}

static CyanColor
color_of (const CyanTheme *theme, Shape shape)
{
  CyanPaint paint;

  if (shape == SHAPE_CIRCLE)
    return cyan_theme_foreground (theme);
  cyan_theme_paint (theme, shape == SHAPE_LOWER ? CYAN_VERDICT_FASTER : CYAN_VERDICT_SLOWER,
                    CYAN_CHANGE_MODIFIED, FALSE, &paint);
  /* Thin lines in the dark need more light than boxes. */
  return theme->dark ? cyan_color_mix (paint.fill, cyan_theme_foreground (theme), 0.25)
                     : paint.fill;
}

static void
draw (CyanRangeBar *self, cairo_t *cairo, double width, double height)
{
  const CyanTheme theme = cyan_desktop_theme ();
  const Scale scale = scale_of (self, width);
  double middle = height / 2;

  if (isnan (scale.least))
    return;
  set_color (cairo, cyan_theme_edge (&theme));
  cairo_set_line_width (cairo, 1);
  cairo_move_to (cairo, MARGIN, middle);
  cairo_line_to (cairo, width - MARGIN, middle);
  cairo_stroke (cairo);
  if (!isnan (self->low))
    {
      /* A range of one value is a line. */
      double from = place_of (&scale, self->low) - 1, to = place_of (&scale, self->high) + 1;

      cairo_rectangle (cairo, from, middle - BAND / 2.0, to - from, BAND);
      set_color (cairo,
                 cyan_color_mix (cyan_theme_background (&theme), cyan_theme_accent (&theme), 0.2));
      cairo_fill_preserve (cairo);
      set_color (cairo, cyan_theme_accent (&theme));
      cairo_stroke (cairo);
    }
  for (guint i = 0; i < self->values->len; i++)
    {
      double value = g_array_index (self->values, double, i);
      Shape shape = shape_of (self, value);
      CyanColor color = color_of (&theme, shape);
      gboolean filled = shape == SHAPE_CIRCLE || self->changed;

      if (isnan (value))
        continue;
      trace (cairo, shape, place_of (&scale, value), middle);
      set_color (cairo, filled ? color : cyan_theme_background (&theme));
      cairo_fill_preserve (cairo);
      /* Marks that lie on each other are still several. */
      set_color (cairo, filled ? cyan_theme_background (&theme) : color);
      cairo_stroke (cairo);
    }
}

static void
cyan_range_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  double scale = cyan_desktop_text_scale ();
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_t *cairo = gtk_snapshot_append_cairo (snapshot, &bounds);

  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    {
      cairo_translate (cairo, width, 0);
      cairo_scale (cairo, -1, 1);
    }
  cairo_scale (cairo, scale, scale);
  draw (CYAN_RANGE_BAR (widget), cairo, width / scale, height / scale);
  cairo_destroy (cairo);
}

static void
cyan_range_bar_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  double size = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;

  *minimum = *natural = (int) ceil (size * cyan_desktop_text_scale ());
}

void
cyan_range_bar_set (CyanRangeBar *self, double low, double high, const double *values, guint n)
{
  self->low = low;
  self->high = high;
  g_array_set_size (self->values, 0);
  g_array_append_vals (self->values, values, n);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
cyan_range_bar_set_changed (CyanRangeBar *self, gboolean changed)
{
  self->changed = changed;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
cyan_range_bar_finalize (GObject *object)
{
  g_array_unref (CYAN_RANGE_BAR (object)->values);
  G_OBJECT_CLASS (cyan_range_bar_parent_class)->finalize (object);
}

static void
cyan_range_bar_class_init (CyanRangeBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_range_bar_finalize;
  widget_class->measure = cyan_range_bar_measure;
  widget_class->snapshot = cyan_range_bar_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
cyan_range_bar_init (CyanRangeBar *self)
{
  self->low = self->high = NAN;
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  cyan_desktop_theme_follow (self, G_CALLBACK (gtk_widget_queue_resize));
}

GtkWidget *
cyan_range_bar_new (void)
{
  return g_object_new (CYAN_TYPE_RANGE_BAR, NULL);
}
