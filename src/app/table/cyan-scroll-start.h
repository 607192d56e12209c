/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From right to left, a list that is wider than its view begins at the right, and stays there when
 * either gets another size.  GTK keeps what is at the left.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* To be called once, when @scrollable is in its scrolled window. */
void cyan_scroll_start_keep (GtkScrollable *scrollable);

G_END_DECLS
