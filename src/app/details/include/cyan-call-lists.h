/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The callers and the callees of the selected function, over all its contexts, with their changes.
 *
 * A thread sums them up when they are seen first.  A click selects the context of a row that
 * differs most.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_CALL_LISTS (cyan_call_lists_get_type ())
G_DECLARE_FINAL_TYPE (CyanCallLists, cyan_call_lists, CYAN, CALL_LISTS, GtkWidget)

/* Follows @session's selection from now on; NULL empties the lists. */
void cyan_call_lists_set_session (CyanCallLists *self, CyanSession *session);
