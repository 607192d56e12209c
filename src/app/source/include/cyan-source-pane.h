/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The selected function's two sources side by side.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_SOURCE_PANE (cyan_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (CyanSourcePane, cyan_source_pane, CYAN, SOURCE_PANE, GtkWidget)

/* Follows @session's selection from now on; NULL empties the pane. */
void cyan_source_pane_set_session (CyanSourcePane *self, CyanSession *session);

/* Scrolls to the next change below or above the visible part; FALSE if there is none. */
gboolean cyan_source_pane_go_to_change (CyanSourcePane *self, gboolean next);

/* Each of these does what its button does; FALSE where there is nothing to do it with. */

/* Shows the whole file, or only the function. */
gboolean cyan_source_pane_toggle_file (CyanSourcePane *self);
/* Shows or hides the list of commits. */
gboolean cyan_source_pane_toggle_commits (CyanSourcePane *self);
/* Shows the part of the change that the next older or newer commit made. */
gboolean cyan_source_pane_go_to_commit (CyanSourcePane *self, gboolean older);
gboolean cyan_source_pane_show_whole_change (CyanSourcePane *self);
/* For the side with the focus, else for after. */
gboolean cyan_source_pane_open_editor (CyanSourcePane *self);
gboolean cyan_source_pane_copy_function (CyanSourcePane *self);
