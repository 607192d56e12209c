/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the table: cyan-table-values.c has what stands in its rows, cyan-table-model.c the
 * rows that are open, cyan-table-cell.c a cell, cyan-table-view.c follows the session,
 * cyan-table-columns.c has the columns, cyan-table-actions.c the actions and keys.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-callers.h"
#include "cyan-columns.h"
#include "cyan-outline.h"
#include "cyan-session.h"
#include "cyan-table-view.h"

/* ---- values ---- */

/*
 * What stands in the rows of the table.
 *
 * The item of a row is a node of the merged tree, the number of a function, or the number of a
 * caller, by the mode.
 */

/**
 * CyanTableMode:
 * @CYAN_TABLE_TREE: the merged tree
 * @CYAN_TABLE_FUNCTIONS: functions, over all their contexts
 * @CYAN_TABLE_CALLERS: a function, its callers, their callers and so on
 */
typedef enum
{
  CYAN_TABLE_TREE,
  CYAN_TABLE_FUNCTIONS,
  CYAN_TABLE_CALLERS,
} CyanTableMode;

/* Threads may use values of the tree and of functions; those of callers grow as rows are opened. */
typedef struct
{
  CyanTableMode mode;
  CyanBasis basis;
  CyanComparison *comparison; /* owned */
  CyanSourceSnapshot *known;  /* owned */
  CyanFiltered *filtered;     /* owned; NULL: there are rows of everything */
  GArray *matches;            /* owned; of guint8, by function: whether a context of it matches the
                               * filter; NULL before that is wanted */
  GArray *name_ranks;         /* owned; of guint32, by pair; NULL before they are wanted */
  GArray *sums;               /* owned; of CyanFunctionSum; NULL before they are wanted */
  CyanCallers *callers;       /* owned; NULL unless the mode is CALLERS */
} CyanTableValues;

extern const CyanOutlineItems cyan_table_items;

/* @function is whose callers are wanted. */
CyanTableValues *cyan_table_values_new (CyanSession *session, CyanTableMode mode, guint32 function);
CyanTableValues *cyan_table_values_copy (const CyanTableValues *self);
void cyan_table_values_free (CyanTableValues *self);
/* Not for callers, which are numbered as they are found. */
void cyan_table_values_set_filter (CyanTableValues *self, CyanFiltered *filtered);
/* Computes what rows sorted by @column need.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_table_values_prepare (CyanTableValues *self,
                                    CyanColumn column,
                                    const CyanTick *tick,
                                    GError **error);

gboolean cyan_table_values_has_children (const CyanTableValues *self, guint32 item);
/* Whether a row matches the filter, or only leads to others that do. */
gboolean cyan_table_values_matches (const CyanTableValues *self, guint32 item);
/* The node that is selected with the row. */
CyanNode cyan_table_values_node (const CyanTableValues *self, guint32 item);
/* The item of @node, or CYAN_OUTLINE_NONE. */
guint32 cyan_table_values_item_of (const CyanTableValues *self, CyanNode node);

/* For people, in their locale; "" if there is nothing to say.  Caller frees. */
char *cyan_table_values_text (const CyanTableValues *self,
                              CyanSession *session,
                              guint32 item,
                              CyanColumn column);
/* Whether the number of a column is a significant rise, 1, or a fall, -1; else 0. */
int cyan_table_values_accent (const CyanTableValues *self, guint32 item, CyanColumn column);
/* For programs: all digits, a point, no unit.  Caller frees. */
char *cyan_table_values_raw (const CyanTableValues *self, guint32 item, CyanColumn column);
/* The sort key of a column; NaN if unknown. */
double cyan_table_values_key (const CyanTableValues *self, guint32 item, CyanColumn column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTableValues, cyan_table_values_free)

/* ---- the model ---- */

/*
 * The open rows as a list for GTK, and which of them are selected.
 *
 * The items of the list are empty objects: whatever shows a row asks for it by its position, which
 * GTK keeps.  Signals:
 *
 *   made     there are other rows than before, all of them made anew
 *   opened   rows were opened or closed
 *   picked   somebody selected the row at that position, of several the last one
 */

#define CYAN_TYPE_TABLE_MODEL (cyan_table_model_get_type ())
G_DECLARE_FINAL_TYPE (CyanTableModel, cyan_table_model, CYAN, TABLE_MODEL, GObject)

CyanTableModel *cyan_table_model_new (void);

/* The values and the outline of the current rows; NULL before there are any. */
const CyanTableValues *cyan_table_model_values (CyanTableModel *self);
const CyanOutline *cyan_table_model_outline (CyanTableModel *self);

/* Makes rows of @values, which this takes; NULL: none.  The rows come later, from a thread, with
 * "made"; those of callers come at once. */
void cyan_table_model_set_values (CyanTableModel *self, CyanTableValues *values);
/* The same rows on another basis, in their order; and with what is known of the sources now, in the
 * order that they had. */
void cyan_table_model_set_basis (CyanTableModel *self, CyanBasis basis);
void cyan_table_model_set_known (CyanTableModel *self, CyanSourceSnapshot *known);
/* The rows that @filtered leaves.  In the tree, what the session shows is open, too. */
void
cyan_table_model_set_filter (CyanTableModel *self, CyanFiltered *filtered, const CyanLayout *shown);
/* CYAN_N_COLUMNS: as they are called. */
void cyan_table_model_set_order (CyanTableModel *self, CyanColumn column, gboolean descending);

/* Opens or closes a row; FALSE if there was nothing to do. */
gboolean cyan_table_model_open (CyanTableModel *self, guint position);
gboolean cyan_table_model_close (CyanTableModel *self, guint position);
/* Opens all below a row of the tree. */
void cyan_table_model_open_all (CyanTableModel *self, guint position);
/* Opens what hides a node of the tree; "made" comes once it is there. */
void cyan_table_model_reveal (CyanTableModel *self, CyanNode node);

/* Selects one row without "picked"; CYAN_OUTLINE_NONE: no row. */
void cyan_table_model_select (CyanTableModel *self, guint position);

/* ---- a cell ---- */

/*
 * A cell of the table.
 *
 * GTK keeps some two hundred rows at hand, so a cell is one light widget: its size does not depend
 * on its text, and its text is laid out only when it is drawn.  The cell of the name is the row for
 * assistive technologies: it has the focus, and its label has the numbers of the other columns.
 */

#define CYAN_TYPE_TABLE_CELL (cyan_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (CyanTableCell, cyan_table_cell, CYAN, TABLE_CELL, GtkWidget)

/* The shared data of the cells of a table. */
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

/* ---- the view ---- */

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
  CyanTableLook look;
  CyanTableColumn column[CYAN_N_COLUMNS];
  GHashTable *cells; /* owned; the set of those in use, borrowed */
  GSimpleActionGroup *actions;
  /* But for callers, which are sorted by how their calls changed until one chooses another
   * order. */
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
