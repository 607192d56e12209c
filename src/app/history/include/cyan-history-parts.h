/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the details of a revision are made of: a vertical box of labels, buttons and logs.
 */
#pragma once

#include <gtk/gtk.h>

/* @style is a CSS class, or NULL. */
GtkWidget *cyan_parts_append_label (GtkBox *box, const char *text, const char *style);
void cyan_parts_append_heading (GtkBox *box, const char *text);
/* "and 3 more" of @n things of which @n_shown are shown at most; nothing if these are all. */
void cyan_parts_append_rest (GtkBox *box, guint n, guint n_shown);
/* @action is a detailed action name. */
GtkWidget *
cyan_parts_append_button (GtkBox *box, const char *label, const char *action, gboolean suggested);
/* A text of many lines, in its own scrolled window. */
void cyan_parts_append_log (GtkBox *box, const char *log);

/* Colours a label as worse, 1, better, -1, or not at all, 0. */
void cyan_parts_set_direction (GtkWidget *label, int direction);
