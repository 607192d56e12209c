/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The details of the selected node in numbers and words, and the functions to read first.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_DETAILS (cyan_details_get_type ())
G_DECLARE_FINAL_TYPE (CyanDetails, cyan_details, CYAN, DETAILS, GtkWidget)

/* Follows @session from now on; NULL empties the pane. */
void cyan_details_set_session (CyanDetails *self, CyanSession *session);
/* Sets the colours of chips, bars and numbers; those of numbers change in all windows. */
