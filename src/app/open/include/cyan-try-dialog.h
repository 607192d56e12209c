/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks for two revisions of a repository, for the command that is recorded in both, and how.
 *
 *   try (CyanTryRequest *request)   the user wants it done; the request is the dialog's
 */
#pragma once

#include <adwaita.h>

#include "cyan-try.h"

#define CYAN_TYPE_TRY_DIALOG (cyan_try_dialog_get_type ())
G_DECLARE_FINAL_TYPE (CyanTryDialog, cyan_try_dialog, CYAN, TRY_DIALOG, AdwWindow)

/* @request gives the initial values, or NULL; then @folder that of the repository: NULL is the one
 * in which the program was started, if that is in a repository. */
CyanTryDialog *
cyan_try_dialog_new (GtkWindow *parent, const CyanTryRequest *request, const char *folder);
