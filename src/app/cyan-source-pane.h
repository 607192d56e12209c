/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The selected function's two sources side by side.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

G_BEGIN_DECLS

#define CYAN_TYPE_SOURCE_PANE (cyan_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (CyanSourcePane, cyan_source_pane, CYAN, SOURCE_PANE, GtkWidget)

/* Follows @session's selection from now on; NULL empties the pane. */
void cyan_source_pane_set_session (CyanSourcePane *self, CyanSession *session);

/* Scrolls to the next change below or above what is seen; FALSE if there is none. */
gboolean cyan_source_pane_go_to_change (CyanSourcePane *self, gboolean next);

G_END_DECLS
