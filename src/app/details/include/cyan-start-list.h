/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where to start: the functions of the ranking, one a row, and what is left of the difference below
 * them.  A click selects the context with the largest part.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_START_LIST (cyan_start_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanStartList, cyan_start_list, CYAN, START_LIST, GtkWidget)

/* Follows @session from now on; NULL empties it.  Hides itself for a single profile. */
void cyan_start_list_set_session (CyanStartList *self, CyanSession *session);
