/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The comparison as a table: its tree, its functions, or the callers of one.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

#define CYAN_TYPE_TABLE_VIEW (cyan_table_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanTableView, cyan_table_view, CYAN, TABLE_VIEW, GtkWidget)

/* Rows are made once the table is seen. */
void cyan_table_view_set_session (CyanTableView *self, CyanSession *session);

/* "tree", "functions" or "callers". */
const char *cyan_table_view_get_mode (CyanTableView *self);
