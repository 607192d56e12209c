/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cell of the table.
 *
 * GTK keeps some two hundred rows at hand, so a cell is one light widget: its size does not depend
 * on its text, and its text is laid out only when it is drawn.  The cell of the name is the row for
 * assistive technologies: it has the focus, and its label has the numbers of the other columns.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-table-model.h"

#define CYAN_TYPE_TABLE_CELL (cyan_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (CyanTableCell, cyan_table_cell, CYAN, TABLE_CELL, GtkWidget)

/* What the cells of a table share. */
typedef struct
{
  CyanTableModel *model;
  CyanSession *session;
  CyanTheme theme;
  int char_width;  /* in pixels */
  int line_height; /* likewise */
  gboolean is_shown[CYAN_N_COLUMNS];
} CyanTableLook;

/* @look is borrowed and outlives the cell. */
GtkWidget *cyan_table_cell_new (const CyanTableLook *look, CyanColumn column);
/* The row that it shows, borrowed; NULL: none. */
void cyan_table_cell_set_item (CyanTableCell *self, GtkListItem *item);
CyanColumn cyan_table_cell_column (CyanTableCell *self);
/* Where its row stands, or CYAN_OUTLINE_NONE. */
guint cyan_table_cell_position (CyanTableCell *self);
/* To be called when what its row shows has changed. */
void cyan_table_cell_update (CyanTableCell *self);
