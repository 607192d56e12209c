/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A window: the welcome page, loading, an error, a history, or a blueprint with its
 * panes.
 */
#pragma once

#include <adwaita.h>

#include "cyan-loader.h"
#include "cyan-session.h"

#define CYAN_TYPE_WINDOW (cyan_window_get_type ())
G_DECLARE_FINAL_TYPE (CyanWindow, cyan_window, CYAN, WINDOW, AdwApplicationWindow)

CyanWindow *cyan_window_new (GtkApplication *application);

/* Loads and shows @request; the current contents stay until it is ready.  A single profile is shown
 * as a plain tree and waits for the other one. */
void cyan_window_open (CyanWindow *self, const CyanRequest *request);

/* Opens @path, or what is at this address, if it is opened alone; see cyan_path_alone(). */
gboolean cyan_window_open_alone (CyanWindow *self, const char *path);

/* Opens the session file at @path: asks for inputs that are missing, and shows what it says. */
void cyan_window_open_session (CyanWindow *self, const char *path);

/* Reads the store at @location and shows its history. */
void cyan_window_open_store (CyanWindow *self, const char *location);

/* Shows the open dialog, with the values of @request (may be NULL). */
void cyan_window_ask (CyanWindow *self, const CyanRequest *request);

/* Whether no profile was opened in this window yet. */
gboolean cyan_window_is_empty (CyanWindow *self);

/* The current session, or NULL. */
CyanSession *cyan_window_get_session (CyanWindow *self);
