/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the table: cyan-table-view.c follows the session, cyan-table-columns.c has
 * its columns, cyan-table-actions.c its actions and keys, cyan-table-settings.c what is remembered
 * of it.
 */
#pragma once

#include "cyan-table-cell.h"
#include "cyan-table-view.h"

/* A column, for what GTK calls back. */
typedef struct
{
  CyanTableView *view; /* borrowed */
  CyanColumn column;
  GtkColumnViewColumn *shown; /* borrowed; the column of GTK */
  gboolean chosen;            /* somebody wants it, if the comparison has it */
  gboolean of_callers[2];     /* as in CyanColumnInfo */
} CyanTableColumn;

struct _CyanTableView
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  GtkWidget *callers_button;
  GtkLabel *heading;
  GtkLabel *sentence;
  GtkMenuButton *columns_button;
  GtkColumnView *columns;

  CyanSession *session; /* owned; NULL: none */
  CyanTableModel *model;
  CyanTableMode mode;
  guint32 function; /* whose callers are shown */
  CyanPalette palette;
  CyanTableLook look;
  CyanTableColumn column[CYAN_N_COLUMNS];
  GHashTable *cells; /* owned; the set of those in use, borrowed */
  GSimpleActionGroup *actions;
  /* But for callers, which are sorted by how their calls changed until one chooses another order. */
  CyanColumn sorted; /* CYAN_N_COLUMNS: as they are called */
  gboolean descending;
  gboolean is_sorting;     /* the order comes from the program itself */
  gboolean sort_is_chosen; /* by somebody, now or before */
  guint aim;               /* the row to scroll to */
  guint wait_frames;
  guint tick;       /* of the frame clock, or 0 */
  gboolean picking; /* the selection comes from the table itself */
  gboolean is_made; /* rows were asked for since the session came */
};

void cyan_table_view_add_columns (CyanTableView *self);
/* Draws all cells anew. */
void cyan_table_view_update_cells (CyanTableView *self);
void cyan_table_view_install_actions (CyanTableView *self);
/* Shows another mode, or the callers of another function. */
void cyan_table_view_set_mode (CyanTableView *self, CyanTableMode mode);
/* Shows the columns that are chosen and that the comparison has. */
void cyan_table_view_show_columns (CyanTableView *self);
/* The column at a place from the start, shown or not. */
CyanColumn cyan_table_view_column_at (CyanTableView *self, guint place);
/* Whether a column is wanted in this mode; may be set. */
gboolean *cyan_table_view_chosen (CyanTableView *self, CyanColumn column);
/* Sorts the rows; the choice of a person stays what it is. */
void cyan_table_view_sort (CyanTableView *self, CyanColumn column, gboolean descending);
/* From the settings: columns before there are actions, the sort for the first session. */
void cyan_table_view_restore_columns (CyanTableView *self);
void cyan_table_view_restore_sort (CyanTableView *self);
void cyan_table_view_save (CyanTableView *self);
/* The row with the focus, else the selected one, or CYAN_OUTLINE_NONE. */
guint cyan_table_view_cursor (CyanTableView *self);
/* Scrolls to a row and gives it the focus. */
void cyan_table_view_go_to (CyanTableView *self, guint position);
