/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Progress of what is being read, and a button to stop it.
 *
 * Signal: cancel ().
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define CYAN_TYPE_HISTORY_PROGRESS (cyan_history_progress_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryProgress, cyan_history_progress, CYAN, HISTORY_PROGRESS, GtkWidget)

/* A CyanProgressFunc; @progress is one of these. */
void cyan_history_progress_show (double fraction, const char *what, gpointer progress);

G_END_DECLS
