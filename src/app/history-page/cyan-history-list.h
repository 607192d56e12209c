/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The list of benchmarks: name, largest and newest step.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history.h"

#define CYAN_TYPE_HISTORY_LIST (cyan_history_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryList, cyan_history_list, CYAN, HISTORY_LIST, GtkWidget)

/* Follows @history from now on; NULL empties the list. */
void cyan_history_list_set_history (CyanHistoryList *self, CyanHistory *history);
