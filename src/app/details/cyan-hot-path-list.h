/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of the delta hot paths, to choose the one that is drawn.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-hot-path.h"
#include "cyan-session.h"

#define CYAN_TYPE_HOT_PATH_LIST (cyan_hot_path_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanHotPathList, cyan_hot_path_list, CYAN, HOT_PATH_LIST, GtkWidget)

/* Follows @session from now on; NULL empties it.  Hides itself if there is only one path. */
void cyan_hot_path_list_set_session (CyanHotPathList *self, CyanSession *session);
