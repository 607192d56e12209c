/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The history page: benchmarks, their chart or heat map, and details of the selected revision.
 *
 *   compare (guint before, guint after)   both sides of the selected line are to be compared
 *   open (CyanRequest *request, guint node)   compare these runs, with that node selected
 *   choose-project (char *name)   another project of the store is to be shown
 *   closed-function ()   the history of a function is to make way for that of all benchmarks
 *
 * Its actions are the group "history".
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history-picture.h"
#include "cyan-history-store.h"

#define CYAN_TYPE_HISTORY_PAGE (cyan_history_page_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryPage, cyan_history_page, CYAN, HISTORY_PAGE, GtkWidget)

/* Shows @history, which was read from @store; both NULL empty the page. */
void cyan_history_page_set_history (CyanHistoryPage *self,
                                    CyanHistory *history,
                                    CyanHistoryStore *store);
CyanHistory *cyan_history_page_get_history (CyanHistoryPage *self);
CyanHistoryStore *cyan_history_page_get_store (CyanHistoryPage *self);

/* The current picture, for an export; NULL if nothing is drawn.  Caller frees. */
CyanHistoryPicture *cyan_history_page_new_picture (CyanHistoryPage *self);
