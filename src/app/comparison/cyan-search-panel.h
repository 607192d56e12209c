/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search bar.  The session keeps what was found; the list and the picture show it.
 *
 *   closed ()   it gives the focus away
 *
 * Property "open" (gboolean).
 */
#pragma once

#include "cyan-found-list.h"

#define CYAN_TYPE_SEARCH_PANEL (cyan_search_panel_get_type ())
G_DECLARE_FINAL_TYPE (CyanSearchPanel, cyan_search_panel, CYAN, SEARCH_PANEL, GtkWidget)

/* Follows @session from now on; NULL empties it. */
void cyan_search_panel_set_session (CyanSearchPanel *self, CyanSession *session);
/* The list of what was found, in which keys go on.  To be called once; it lives as long as this. */
void cyan_search_panel_set_list (CyanSearchPanel *self, CyanFoundList *list);

/* Opens it, with the focus. */
void cyan_search_panel_open (CyanSearchPanel *self);
/* Selects the next context that matches the text, in the order of the list, or the previous one, at
 * once or when the search is finished. */
void cyan_search_panel_step (CyanSearchPanel *self, gboolean backwards);
/* Whether a thread still looks for the text. */
gboolean cyan_search_panel_is_searching (CyanSearchPanel *self);
/* Searches again, for the text as what it is now. */
void cyan_search_panel_set_regex (CyanSearchPanel *self, gboolean is_regex);
