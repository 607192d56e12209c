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

#define CYAN_TYPE_HISTORY_READING (cyan_history_reading_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryReading, cyan_history_reading, CYAN, HISTORY_READING, GtkWidget)

/* A thread begins, in place of the one before.  What is shown stays for a moment, before the
 * progress is shown.  Owned by @self; cancelled when another one begins or this one ends. */
GCancellable *cyan_history_reading_begin (CyanHistoryReading *self);
/* Cancels the thread, if there is one.  Returns whether there was. */
gboolean cyan_history_reading_end (CyanHistoryReading *self);
gboolean cyan_history_reading_goes_on (CyanHistoryReading *self);
/* A CyanProgressFunc; @reading is one of these. */
void cyan_history_reading_progress (double fraction, const char *what, gpointer reading);

void cyan_history_reading_show_content (CyanHistoryReading *self);
gboolean cyan_history_reading_shows_content (CyanHistoryReading *self);
/* Says why there are no rows, with a @button for a way out. */
void cyan_history_reading_fail (CyanHistoryReading *self,
                                const char *title,
                                const char *description,
                                const char *button);
