/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places children in lines. */
#include "cyan-wrap-layout.h"

#define SPACING      6
#define LINE_SPACING 4

struct _CyanWrapLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (CyanWrapLayout, cyan_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
cyan_wrap_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* All lines have the height of the highest child. */
static int
line_height (GtkWidget *widget)
{
  int height = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition size;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, NULL, &size);
      height = MAX (height, size.height);
    }
  return height;
}

/* The height of all lines in @width pixels; allocates the children, too, if @allocates. */
static int
fill_lines (GtkWidget *widget, int width, gboolean allocates)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0, y = 0, height = line_height (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition size;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, NULL, &size);
      size.width = MIN (size.width, width);
      if (x > 0 && x + size.width > width)
        {
          y += height + LINE_SPACING;
          x = 0;
        }
      if (allocates)
        gtk_widget_size_allocate (
            child, &(GtkAllocation){ mirrored ? width - x - size.width : x, y, size.width, height },
            -1);
      x += size.width + SPACING;
    }
  return y + height;
}

static void
cyan_wrap_layout_measure (GtkLayoutManager *manager,
                          GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = fill_lines (widget, for_size < 0 ? G_MAXINT / 2 : for_size, FALSE);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least, usual;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &least, &usual, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += usual + (*natural > 0 ? SPACING : 0);
    }
}

static void
cyan_wrap_layout_allocate (
    GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  fill_lines (widget, width, TRUE);
}

static void
cyan_wrap_layout_class_init (CyanWrapLayoutClass *class)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (class);

  manager_class->get_request_mode = cyan_wrap_layout_get_request_mode;
  manager_class->measure = cyan_wrap_layout_measure;
  manager_class->allocate = cyan_wrap_layout_allocate;
}

static void
cyan_wrap_layout_init (CyanWrapLayout *self)
{
}
