/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks for the runs of both sides and, if one likes, for their sources, folders or revisions of a
 * repository, for a file of renames, and for how to match.
 *
 *   open (CyanRequest *request, gboolean match_chosen)   the user wants these compared; the request
 *     is the dialog's; whether another match was chosen than the one shown at first
 */
#pragma once

#include <adwaita.h>

#include "cyan-request.h"

G_BEGIN_DECLS

#define CYAN_TYPE_OPEN_DIALOG (cyan_open_dialog_get_type ())
G_DECLARE_FINAL_TYPE (CyanOpenDialog, cyan_open_dialog, CYAN, OPEN_DIALOG, AdwWindow)

/* @request (may be NULL) is what the rows show at first. */
CyanOpenDialog *cyan_open_dialog_new (GtkWindow *parent, const CyanRequest *request);

G_END_DECLS
