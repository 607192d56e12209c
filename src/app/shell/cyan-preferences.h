/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The preferences window, and the preference that an error is about.
 */
#pragma once

#include <adwaita.h>

#define CYAN_TYPE_PREFERENCES (cyan_preferences_get_type ())
G_DECLARE_FINAL_TYPE (CyanPreferences, cyan_preferences, CYAN, PREFERENCES, AdwPreferencesWindow)

CyanPreferences *cyan_preferences_new (GtkWindow *parent);

/* The text of the window for @error, an error of loading: its message, and the preference that
 * changes the limit if there is one.  Sets *@limit to whether there is, and *@hot to whether a hot
 * tree would stay below the limit.  Caller frees. */
char *cyan_preferences_explain (const GError *error, gboolean *limit, gboolean *hot);
