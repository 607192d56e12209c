/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bisection while it runs, and what it has found.
 *
 *   open (char *before, char *after, gboolean commits)   both sides of the largest step are to be
 *       compared, or their commits to be listed; these are their commits
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-bisection.h"
#include "cyan-theme.h"

#define CYAN_TYPE_BISECT_PAGE (cyan_bisect_page_get_type ())
G_DECLARE_FINAL_TYPE (CyanBisectPage, cyan_bisect_page, CYAN, BISECT_PAGE, GtkWidget)

/* Shows @state, which is not kept; NULL: the first builds are under way. */
void cyan_bisect_page_set_state (CyanBisectPage *self, const CyanBisection *state);
/* The activity between two states: "Comparing commits".  May be NULL. */
void cyan_bisect_page_set_activity (CyanBisectPage *self, const char *what);
