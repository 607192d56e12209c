/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The way from the root to the selected node, a row of buttons.
 *
 * A click selects a node.  Where there is no room for all of them, a menu holds those in the
 * middle. Where the picture is focused on a subtree, the row says so and has a button that ends it.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_BREADCRUMB (cyan_breadcrumb_get_type ())
G_DECLARE_FINAL_TYPE (CyanBreadcrumb, cyan_breadcrumb, CYAN, BREADCRUMB, GtkWidget)

/* Follows @session, which may be NULL, from now on. */
void cyan_breadcrumb_set_session (CyanBreadcrumb *self, CyanSession *session);
