/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The filters in use as a row of chips, each of which says what it hides; a click removes it.
 *
 * It is hidden while there is no filter.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_FILTER_BAR (cyan_filter_bar_get_type ())
G_DECLARE_FINAL_TYPE (CyanFilterBar, cyan_filter_bar, CYAN, FILTER_BAR, GtkWidget)

/* Follows @session, which may be NULL, from now on. */
void cyan_filter_bar_set_session (CyanFilterBar *self, CyanSession *session);
