/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program's settings, where they are installed.
 */
#pragma once

#include "cyan-request.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The settings of the application, owned here; NULL if their schema is not installed, in which
 * case nothing is remembered. */
GSettings *cyan_settings_get (void);

/* Sets in @load the limits that the preferences hold; without a schema those of the command line.
 */
void cyan_settings_limits (CyanLoadOptions *load);

/* cyan_request_new(), matched by what was chosen last. */
CyanRequest *cyan_settings_new_request (const char *before, const char *after);

G_END_DECLS
