/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the comparison is shown: which view, what heights, widths and colours say, how nodes are
 * matched, which panes there are.
 *
 *   choose-metric (char *name)   another metric is to be compared; NULL: the first one of each side
 *
 * All else are actions of the page.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-session.h"

#include <gtk/gtk.h>

#define CYAN_TYPE_VIEW_POPOVER (cyan_view_popover_get_type ())
G_DECLARE_FINAL_TYPE (CyanViewPopover, cyan_view_popover, CYAN, VIEW_POPOVER, GtkPopover)

/* Shows what there is to choose in @session, of @request; @session may be NULL. */
void cyan_view_popover_set_session (CyanViewPopover *self,
                                    CyanSession *session,
                                    const CyanRequest *request);
/* Shows the rows that @view, the name of a view, has. */
void cyan_view_popover_set_view (CyanViewPopover *self, const char *view);
/* The menu of comparisons with whose scale this one can be drawn; owned by the popover. */
GMenu *cyan_view_popover_scale_menu (CyanViewPopover *self);
