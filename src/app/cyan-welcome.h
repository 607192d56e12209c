/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The welcome page: a place to drop each of the two profiles, and the pairs opened of late.
 *
 *   open-pair (GFile *before, GFile *after)   both sides are there
 *
 * Dropping two files at once on either place fills both.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define CYAN_TYPE_WELCOME (cyan_welcome_get_type ())
G_DECLARE_FINAL_TYPE (CyanWelcome, cyan_welcome, CYAN, WELCOME, GtkWidget)

/* Remembers a pair that was opened (GSettings key "recent-pairs", newest first, at most 10); the
 * list on every welcome page follows. */
void cyan_welcome_remember_pair (GFile *before, GFile *after);

G_END_DECLS
