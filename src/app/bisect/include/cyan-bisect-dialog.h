/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks for the definition file of a store, and shows what finding a revision will run.
 *
 *   find (CyanBisectorRequest *request)   the user wants it done; the request is the dialog's
 */
#pragma once

#include <adwaita.h>

#include "cyan-bisector.h"

#define CYAN_TYPE_BISECT_DIALOG (cyan_bisect_dialog_get_type ())
G_DECLARE_FINAL_TYPE (CyanBisectDialog, cyan_bisect_dialog, CYAN, BISECT_DIALOG, AdwWindow)

/* @request has all but the definition file, which was remembered, is beside the store, or is asked
 * for. */
CyanBisectDialog *cyan_bisect_dialog_new (GtkWindow *parent, const CyanBisectorRequest *request);
