/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bar with the accepted range of a value and the new values on it.
 *
 * The range is a band.  A value in it is a circle, one outside a triangle that points away from the
 * band, in the colour of slower or faster.  Without a range all values are squares.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-theme.h"

#define CYAN_TYPE_RANGE_BAR (cyan_range_bar_get_type ())
G_DECLARE_FINAL_TYPE (CyanRangeBar, cyan_range_bar, CYAN, RANGE_BAR, GtkWidget)

GtkWidget *cyan_range_bar_new (void);

/* The range, both NAN if there is none, and @n values, of which NAN are left out. */
void
cyan_range_bar_set (CyanRangeBar *self, double low, double high, const double *values, guint n);
/* Triangles are filled if the row changed, else noise explains them, and they are hollow. */
void cyan_range_bar_set_changed (CyanRangeBar *self, gboolean changed);
void cyan_range_bar_set_palette (CyanRangeBar *self, CyanPalette palette);
