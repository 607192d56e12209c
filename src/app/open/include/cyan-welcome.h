/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The welcome page: a drop area for the runs of each side, and the latest comparisons.
 *
 *   open (CyanRequest *request)   both sides have files; the page owns the request
 *
 * All files that are dropped on an area or chosen for it are runs of its side.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-request.h"

#define CYAN_TYPE_WELCOME (cyan_welcome_get_type ())
G_DECLARE_FINAL_TYPE (CyanWelcome, cyan_welcome, CYAN, WELCOME, GtkWidget)

/* Adds files as the runs of @side, 0 before and 1 after; @paths is NULL if one is not on this
 * computer. */
void cyan_welcome_take (CyanWelcome *self, guint side, const char *const *paths);

/* The same of the side that has none, or of before. */
void cyan_welcome_take_next (CyanWelcome *self, const char *const *paths);

/* Stores the request in the settings ("recent-comparisons", newest first, at most 10), with the path
 * of its session file (or NULL), its title and its answer, and updates the list on every welcome
 * page. */
void cyan_welcome_remember (const CyanRequest *request,
                            const char *session,
                            const char *title,
                            const char *answer);
