/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the list of what became of functions. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A label whose lines break; @style is a class, or NULL. */
GtkWidget *cyan_edit_label_new (const char *text, const char *style);
GtkWidget *cyan_edit_button_new (const char *text, const char *tooltip);
/* A row with @text and @caption (may be NULL).  Sets *@buttons to the place of its buttons. */
GtkWidget *cyan_edit_row_new (const char *text, const char *caption, GtkBox **buttons);

G_END_DECLS
