/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the user prefers: an object with a property for each key of the schema, of its name.  It is
 * stored where the schema is installed.
 */
#pragma once

#include "cyan-request.h"

#include <gio/gio.h>

#define CYAN_TYPE_SETTINGS (cyan_settings_get_type ())
G_DECLARE_FINAL_TYPE (CyanSettings, cyan_settings, CYAN, SETTINGS, GObject)

/* That of the program; owned by this module, which is used in the main thread only. */
CyanSettings *cyan_settings_get (void);
/* @property of @object and the setting @name are the same from now on. */
void cyan_settings_bind (const char *name, gpointer object, const char *property);
/* Adds an action for the setting @name to @map, a GActionMap. */
void cyan_settings_add_action (gpointer map, const char *name);

/* What servers are asked with until the program ends; each may be NULL.  See CyanHttpAccess. */
void cyan_settings_set_http (const char *headers, const char *ca);
/* How to ask a server otherwise, after @error; NULL: that would not help.  Caller frees. */
char *cyan_settings_http_advice (const GError *error);
/* Sets the limits of the preferences in @load, and how servers are asked. */
void cyan_settings_limits (CyanLoadOptions *load);

/* cyan_request_new() with the matching method that was chosen last. */
CyanRequest *cyan_settings_new_request (const char *before, const char *after);
