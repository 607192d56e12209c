/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choice of filters.  Each takes effect at once.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_FILTER_POPOVER (cyan_filter_popover_get_type ())
G_DECLARE_FINAL_TYPE (CyanFilterPopover, cyan_filter_popover, CYAN, FILTER_POPOVER, GtkPopover)

/* Follows @session, which may be NULL, from now on. */
void cyan_filter_popover_set_session (CyanFilterPopover *self, CyanSession *session);
