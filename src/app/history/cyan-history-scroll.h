/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scrolls a table to a row. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Once the row has a place, which new rows have after the next frame. */
void cyan_history_scroll_to (GtkColumnView *table, guint position);

G_END_DECLS
