/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The window of preferences, and which of them an error is about.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define CYAN_TYPE_PREFERENCES (cyan_preferences_get_type ())
G_DECLARE_FINAL_TYPE (CyanPreferences, cyan_preferences, CYAN, PREFERENCES, AdwPreferencesWindow)

/* Needs cyan_settings_get(). */
CyanPreferences *cyan_preferences_new (GtkWindow *parent);

/* What to tell of @error, which loading brought, in the window: its message, and the preference
 * that sets another limit if one does.  *@limit says whether one does.  Caller frees. */
char *cyan_preferences_explain (const GError *error, gboolean *limit);

G_END_DECLS
