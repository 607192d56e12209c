/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two widgets beside each other, or one above the other. */
#include "cyan-fold-box.h"

#include "cyan-widgets.h"

#define SPACING 12

struct _CyanFoldBox
{
  GtkWidget parent_instance;

  gboolean equal;
};

G_DEFINE_FINAL_TYPE (CyanFoldBox, cyan_fold_box, GTK_TYPE_WIDGET)

/* Those of its two children that are visible. */
static guint
visible_children (GtkWidget *widget, GtkWidget *children[2])
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && n < 2;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      children[n++] = child;
  return n;
}

/* The part of the width that it wants to have with which the first child can stand beside the
 * second. */
#define ENOUGH 0.75

/* The widths of both in @width, below 0: as wide as they want to be.  FALSE if there is no room. */
static gboolean
divide (CyanFoldBox *self, GtkWidget *const children[2], int width, int widths[2])
{
  int minimum[2], natural[2];

  for (guint i = 0; i < 2; i++)
    gtk_widget_measure (children[i], GTK_ORIENTATION_HORIZONTAL, -1, &minimum[i], &natural[i], NULL,
                        NULL);
  if (width < 0)
    width = natural[0] + natural[1] + SPACING;
  widths[1] = self->equal ? (width - SPACING) / 2 : natural[1];
  widths[0] = width - SPACING - widths[1];
  return widths[0] >= MAX (minimum[0], ENOUGH * natural[0]) && widths[1] >= minimum[1];
}

static void
measure_width (GtkWidget *const children[2], guint n, int *minimum, int *natural)
{
  *minimum = *natural = 0;
  for (guint i = 0; i < n; i++)
    {
      int least, wanted;

      gtk_widget_measure (children[i], GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += wanted + (i > 0 ? SPACING : 0);
    }
}

static int
height_of (GtkWidget *child, int width)
{
  int height;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static void
cyan_fold_box_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  GtkWidget *children[2];
  guint n = visible_children (widget, children);
  int widths[2];

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (children, n, minimum, natural);
      return;
    }
  if (n == 2 && divide (CYAN_FOLD_BOX (widget), children, for_size, widths))
    *minimum = MAX (height_of (children[0], widths[0]), height_of (children[1], widths[1]));
  else
    {
      *minimum = 0;
      for (guint i = 0; i < n; i++)
        *minimum += height_of (children[i], for_size);
    }
  *natural = *minimum;
}

static void
cyan_fold_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkWidget *children[2];
  guint n = visible_children (widget, children);
  int widths[2], y = 0;

  if (n == 2 && divide (CYAN_FOLD_BOX (widget), children, width, widths))
    {
      int first = mirrored ? width - widths[0] : 0;
      int second = mirrored ? 0 : width - widths[1];

      gtk_widget_size_allocate (children[0], &(GtkAllocation){ first, 0, widths[0], height }, -1);
      gtk_widget_size_allocate (children[1], &(GtkAllocation){ second, 0, widths[1], height }, -1);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      int own = i + 1 < n ? height_of (children[i], width) : height - y;

      gtk_widget_size_allocate (children[i], &(GtkAllocation){ 0, y, width, own }, -1);
      y += own;
    }
}

static GtkSizeRequestMode
cyan_fold_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
on_equal (GObject *object, const char *name)
{
  gtk_widget_queue_resize (GTK_WIDGET (object));
}

static void
cyan_fold_box_class_init (CyanFoldBoxClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, NULL);
  cyan_flags_install (class, on_equal, CYAN_FLAG (CyanFoldBox, "equal", equal), NULL);
  widget_class->measure = cyan_fold_box_measure;
  widget_class->size_allocate = cyan_fold_box_size_allocate;
  widget_class->get_request_mode = cyan_fold_box_get_request_mode;
}

static void
cyan_fold_box_init (CyanFoldBox *self)
{
}
