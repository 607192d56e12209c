/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program's settings.
 */
#pragma once

#include "cyan-request.h"

#include <gio/gio.h>

/* The settings of the application, owned by this module; NULL if their schema is not installed, in
 * which case no settings are stored. */
GSettings *cyan_settings_get (void);

/* Sets the limits of the preferences in @load; without a schema the defaults of the command line.
 */
void cyan_settings_limits (CyanLoadOptions *load);

/* cyan_request_new() with the matching method that was chosen last. */
CyanRequest *cyan_settings_new_request (const char *before, const char *after);
