/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks which parts of one or two recordings are compared: two values of a dimension, or the slowest
 * of many with those in the middle.
 *
 *   open (CyanRequest *request)   the user wants these compared; the request is the dialog's
 */
#pragma once

#include <adwaita.h>

#include "cyan-request.h"

#define CYAN_TYPE_SLICES_DIALOG (cyan_slices_dialog_get_type ())
G_DECLARE_FINAL_TYPE (CyanSlicesDialog, cyan_slices_dialog, CYAN, SLICES_DIALOG, AdwWindow)

/* Whether @request, which may be NULL, has runs that the dialog can take: one file on a side, and
 * one or none on the other. */
gboolean cyan_slices_dialog_takes (const CyanRequest *request);

/* Asks for slices of the file of each side of @request, or on both sides of the only one.  All else
 * that @request says stays. */
CyanSlicesDialog *cyan_slices_dialog_new (GtkWindow *parent, const CyanRequest *request);
