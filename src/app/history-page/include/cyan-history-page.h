/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page of many revisions: an evolution, the similarity of each with its base, all of them,
 * which are likely to be slower, and the search for the one at which something changed.
 *
 *   open (CyanRequest *request, guint node)   these runs are to be compared, and the node selected,
 *                                             or CYAN_NODE_NONE
 *   shown ()     it has something to show
 *
 * It reads in the CyanHost that it is in.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history-picture.h"
#include "cyan-history-store.h"
#include "cyan-history.h"
#include "cyan-page.h"

#define CYAN_TYPE_HISTORY_PAGE (cyan_history_page_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryPage, cyan_history_page, CYAN, HISTORY_PAGE, GtkWidget)

/* Reads @store, which is taken. */
void cyan_history_page_open (CyanHistoryPage *self, CyanHistoryStore *store);
/* Reads the store that was opened last again; FALSE if there is none. */
gboolean cyan_history_page_reload (CyanHistoryPage *self);
/* Reads the own time of @function in all benchmarks; there is a history. */
void cyan_history_page_read_function (CyanHistoryPage *self, const char *function);

/* All of these are NULL before a store was read, and owned by the page. */
CyanHistory *cyan_history_page_get_history (CyanHistoryPage *self);
CyanHistoryStore *cyan_history_page_get_store (CyanHistoryPage *self);

/* What is shown, for the header of the window: its title and its subtitle.  There is a history.
 * Caller frees both. */
char *cyan_history_page_title (CyanHistoryPage *self, char **subtitle);

/* Whether a search is shown, under way or done; and leaves it. */
gboolean cyan_history_page_leave_bisection (CyanHistoryPage *self);
gboolean cyan_history_page_has_bisection (CyanHistoryPage *self);

/* What an export draws of the picture that is shown, and a name for its file.  Caller frees both. */
CyanHistoryPicture *cyan_history_page_new_picture (CyanHistoryPage *self);
char *cyan_history_page_picture_name (CyanHistoryPage *self);
