/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scrolls a table to a row, and gives it the focus. */
#pragma once

#include <gtk/gtk.h>

/* Once the row has a place, which new rows have after the next frame.  If the table has the focus,
 * its selected row gets it. */
void cyan_history_scroll_to (GtkColumnView *table, guint position);
/* Gives the focus to the selected row; FALSE if @table is hidden. */
gboolean cyan_history_focus_rows (GtkColumnView *table);
/* Before rows go: a row that goes takes the focus with it, and until the next frame no key arrives
 * anywhere. */
void cyan_history_keep_focus (GtkColumnView *table);
