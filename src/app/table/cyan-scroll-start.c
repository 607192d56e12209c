/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a list begins that is wider than its view. */
#include "cyan-scroll-start.h"

typedef struct
{
  GtkWidget *widget; /* borrowed */
  double scrolled;   /* pixels from the right end */
} Start;

static double
right_end (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);
}

static void
on_scrolled (GtkAdjustment *adjustment, Start *start)
{
  start->scrolled = right_end (adjustment) - gtk_adjustment_get_value (adjustment);
}

static void
on_resized (GtkAdjustment *adjustment, Start *start)
{
  if (gtk_widget_get_direction (start->widget) == GTK_TEXT_DIR_RTL)
    gtk_adjustment_set_value (adjustment, right_end (adjustment) - start->scrolled);
}

static void
free_start (gpointer data, GClosure *closure)
{
  g_free (data);
}

void
cyan_scroll_start_keep (GtkScrollable *scrollable)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (scrollable);
  Start *start = g_new0 (Start, 1);

  start->widget = GTK_WIDGET (scrollable);
  g_signal_connect (adjustment, "value-changed", G_CALLBACK (on_scrolled), start);
  g_signal_connect_data (adjustment, "changed", G_CALLBACK (on_resized), start, free_start, 0);
}
