/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks for the runs of both sides and, optionally, for their sources (folders or revisions of a
 * repository), a file of renames, and the matching method.
 *
 *   open (CyanRequest *request, gboolean match_chosen)   the user wants these compared; the request
 *     is the dialog's; whether another match was chosen than the one shown at first
 */
#pragma once

#include <adwaita.h>

#include "cyan-request.h"

#define CYAN_TYPE_OPEN_DIALOG (cyan_open_dialog_get_type ())
G_DECLARE_FINAL_TYPE (CyanOpenDialog, cyan_open_dialog, CYAN, OPEN_DIALOG, AdwWindow)

/* @request (may be NULL) gives the initial values. */
CyanOpenDialog *cyan_open_dialog_new (GtkWindow *parent, const CyanRequest *request);
