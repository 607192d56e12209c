/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a list begins that is wider than its view. */
#include "cyan-scroll-start.h"

/* Pixels from the right end. */
static double *
scrolled_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "cyan-scrolled");
}

static double
right_end (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
}

static void
on_scrolled (GtkWidget *widget, GtkAdjustment *adjustment)
{
  *scrolled_of (widget) = right_end (adjustment) - gtk_adjustment_get_value (adjustment);
}

static void
on_resized (GtkWidget *widget, GtkAdjustment *adjustment)
{
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    gtk_adjustment_set_value (adjustment, right_end (adjustment) - *scrolled_of (widget));
}

void
cyan_scroll_start_keep (GtkScrollable *scrollable)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (scrollable);

  g_object_set_data_full (G_OBJECT (scrollable), "cyan-scrolled", g_new0 (double, 1), g_free);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (on_scrolled), scrollable,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (on_resized), scrollable,
                           G_CONNECT_SWAPPED);
}
