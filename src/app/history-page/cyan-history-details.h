/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What there is to know of the selected revision: its commit, its step, its values, its runs and
 * where they were made.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history-store.h"

#define CYAN_TYPE_HISTORY_DETAILS (cyan_history_details_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryDetails, cyan_history_details, CYAN, HISTORY_DETAILS, GtkWidget)

/* Follows @history, which was read from @store, from now on; both NULL empty the pane. */
void cyan_history_details_set_history (CyanHistoryDetails *self,
                                       CyanHistory *history,
                                       CyanHistoryStore *store);
