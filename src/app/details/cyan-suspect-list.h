/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions to read first, one a row; a click selects the context that changed most.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

G_BEGIN_DECLS

#define CYAN_TYPE_SUSPECT_LIST (cyan_suspect_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanSuspectList, cyan_suspect_list, CYAN, SUSPECT_LIST, GtkWidget)

/* Follows @session from now on; NULL empties it.  Hides itself for a single profile. */
void cyan_suspect_list_set_session (CyanSuspectList *self, CyanSession *session);
void cyan_suspect_list_set_palette (CyanSuspectList *self, CyanPalette palette);

G_END_DECLS
