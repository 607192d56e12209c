/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One window: the welcome page, loading, an error, or a blueprint with its panes.
 */
#pragma once

#include <adwaita.h>

#include "cyan-loader.h"
#include "cyan-session.h"

G_BEGIN_DECLS

#define CYAN_TYPE_WINDOW (cyan_window_get_type ())
G_DECLARE_FINAL_TYPE (CyanWindow, cyan_window, CYAN, WINDOW, AdwApplicationWindow)

CyanWindow *cyan_window_new (GtkApplication *application);

/* Loads and shows what @request asks for; what is there stays until it is ready.  A single profile
 * is shown as a plain tree and waits for the other. */
void cyan_window_open (CyanWindow *self, const CyanRequest *request);

/* Asks for the files, those of @request (may be NULL) being there already. */
void cyan_window_ask (CyanWindow *self, const CyanRequest *request);

/* Whether nothing was opened here yet. */
gboolean cyan_window_is_empty (CyanWindow *self);

/* What is shown, or NULL. */
CyanSession *cyan_window_get_session (CyanWindow *self);

G_END_DECLS
