/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What became of functions: what the matching concluded about them, one a row, and the claims
 * about them.
 *
 * A click selects the heaviest context.  Its signals tell what somebody says; whoever owns the
 * request compares again.
 *
 *   claim (before, after, same)   see CyanNameClaim; either name may be NULL
 *   forget (index)                the claim with that index is withdrawn
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_EDIT_LIST (cyan_edit_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanEditList, cyan_edit_list, CYAN, EDIT_LIST, GtkWidget)

/* Follows @session, which compares by @claims, of CyanNameClaim; both may be NULL. */
void cyan_edit_list_set_session (CyanEditList *self, CyanSession *session, const GPtrArray *claims);
