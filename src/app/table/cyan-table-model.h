/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#pragma once

#include <gtk/gtk.h>

#include "cyan-table-values.h"

#define CYAN_TYPE_TABLE_MODEL (cyan_table_model_get_type ())
G_DECLARE_FINAL_TYPE (CyanTableModel, cyan_table_model, CYAN, TABLE_MODEL, GObject)

CyanTableModel *cyan_table_model_new (void);

/* What the rows show now; NULL before there are any. */
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
