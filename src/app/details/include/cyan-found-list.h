/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions that the search found, one a row, the largest change first.
 *
 * It is hidden while nothing is looked for.  A click selects the context of a function that changed
 * most, and another click the next one.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_FOUND_LIST (cyan_found_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanFoundList, cyan_found_list, CYAN, FOUND_LIST, GtkWidget)

/* Follows @session from now on; NULL empties it. */
void cyan_found_list_set_session (CyanFoundList *self, CyanSession *session);

/* Goes to the function below the one that is selected, or above it. */
void cyan_found_list_move (CyanFoundList *self, gboolean up);
