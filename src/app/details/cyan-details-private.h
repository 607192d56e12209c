/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the details pane. */
#pragma once

#include <gtk/gtk.h>

#include "cyan-hot-path.h"
#include "cyan-session.h"

/* A small box in the colours of a node's box in the picture. */
#define CYAN_TYPE_CHIP (cyan_chip_get_type ())
G_DECLARE_FINAL_TYPE (CyanChip, cyan_chip, CYAN, CHIP, GtkWidget)

GtkWidget *cyan_chip_new (void);

/* Shows the colours that @node has now, in the session's basis. */
void cyan_chip_set_node (CyanChip *self, CyanSession *session, CyanNode node);

/* A list of the delta hot paths, to choose the one that is drawn. */
#define CYAN_TYPE_HOT_PATH_LIST (cyan_hot_path_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanHotPathList, cyan_hot_path_list, CYAN, HOT_PATH_LIST, GtkWidget)

/* Follows @session from now on; NULL empties it.  Hides itself if there is only one path. */
void cyan_hot_path_list_set_session (CyanHotPathList *self, CyanSession *session);
