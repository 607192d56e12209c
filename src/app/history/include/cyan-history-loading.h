/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The place of rows that a thread reads: it shows them, or how far the thread is, or why there are
 * none.
 *
 *   content    property: the widget with the rows
 *   cancel ()  signal: the thread is to be stopped
 *   answer ()  signal: the button beside the reason was clicked
 */
#pragma once

#include <gtk/gtk.h>

#define CYAN_TYPE_HISTORY_LOADING (cyan_history_loading_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryLoading, cyan_history_loading, CYAN, HISTORY_LOADING, GtkWidget)

/* A thread begins, in place of the one before.  What is shown stays for a moment, before the
 * progress is shown.  Owned by @self; cancelled when another one begins or this one ends. */
GCancellable *cyan_history_loading_begin (CyanHistoryLoading *self);
/* Cancels the thread, if there is one.  Returns whether there was. */
gboolean cyan_history_loading_end (CyanHistoryLoading *self);
gboolean cyan_history_loading_goes_on (CyanHistoryLoading *self);
/* A CyanProgressFunc; @loading is one of these. */
void cyan_history_loading_progress (double fraction, const char *what, gpointer loading);

void cyan_history_loading_show_content (CyanHistoryLoading *self);
gboolean cyan_history_loading_shows_content (CyanHistoryLoading *self);
/* Says why there are no rows, with a @button for a way out. */
void cyan_history_loading_fail (CyanHistoryLoading *self,
                                const char *title,
                                const char *description,
                                const char *button);
