/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the similarity view. */
#pragma once

#include <gio/gio.h>
#include <gtk/gtk.h>

#include "cyan-row-table.h"
#include "cyan-similarity.h"
#include "cyan-theme.h"

/* A bar with the accepted range of a value and the new values on it.
 *
 * The range is a band.  A value in it is a circle, one outside a triangle that points away from the
 * band, in the colour of slower or faster.  Without a range all values are squares. */
#define CYAN_TYPE_RANGE_BAR (cyan_range_bar_get_type ())
G_DECLARE_FINAL_TYPE (CyanRangeBar, cyan_range_bar, CYAN, RANGE_BAR, GtkWidget)

GtkWidget *cyan_range_bar_new (void);

/* The range, both NAN if there is none, and @n values, of which NAN are left out. */
void
cyan_range_bar_set (CyanRangeBar *self, double low, double high, const double *values, guint n);
/* Triangles are filled if the row changed, else noise explains them, and they are hollow. */
void cyan_range_bar_set_changed (CyanRangeBar *self, gboolean changed);

/* The row at @position of @view, a CyanSimilarityView; and the similarity that has it. */
const CyanSimilarity *
cyan_similarity_view_row (GtkWidget *view, guint position, const CyanSimilarityRow **row);

/* Appends the columns of such rows to @table of @view. */
void cyan_similarity_append_columns (CyanRowTable *table, GtkWidget *view);
/* Whether the profiles know how often functions were called. */
void cyan_similarity_show_calls (CyanRowTable *table, gboolean has_calls);
