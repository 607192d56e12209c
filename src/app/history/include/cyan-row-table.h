/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table whose rows have keys, such as commits; one of them is selected.  Left and right lead to
 * the revisions beside the selected one, as elsewhere on the page.
 *
 *   label            property: the name of the table
 *   selected (row)   signal: somebody selected another row
 *   activated (row)  signal: somebody wants to see more of it
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history.h"

#define CYAN_TYPE_ROW_TABLE (cyan_row_table_get_type ())
G_DECLARE_FINAL_TYPE (CyanRowTable, cyan_row_table, CYAN, ROW_TABLE, GtkWidget)

typedef enum
{
  CYAN_ROW_COLUMN_TEXT,
  CYAN_ROW_COLUMN_LONG_TEXT, /* has the room that is left, and may be cut */
  CYAN_ROW_COLUMN_NUMBER,
  CYAN_ROW_COLUMN_BUTTON, /* activates its row */
} CyanRowColumnKind;

/* All strings but the style are the table's. */
typedef struct
{
  char *text;
  char *tooltip;     /* or NULL */
  char *spoken;      /* for a screen reader, or NULL: it says the text */
  const char *style; /* a CSS class of the text, or NULL */
} CyanRowCell;

/* Shows a row in @widget, which the column made. */
typedef void (*CyanRowShow) (GtkWidget *owner, guint row, GtkWidget *widget);

/* Fills @cell, which is empty. */
typedef void (*CyanRowFill) (GtkWidget *owner, guint row, guint column, CyanRowCell *cell);

/* @title is for people.  Columns are counted from 0; @fill is called with @owner, which has the
 * table. */
void cyan_row_table_append_column (CyanRowTable *self,
                                   const char *title,
                                   CyanRowColumnKind kind,
                                   CyanRowFill fill,
                                   GtkWidget *owner);

/* A column of other widgets; with @has_room, that which is left is its own. */
void cyan_row_table_append_widgets (CyanRowTable *self,
                                    const char *title,
                                    GtkWidget *(*make) (void),
                                    CyanRowShow show,
                                    GtkWidget *owner,
                                    gboolean has_room);
void cyan_row_table_show_column (CyanRowTable *self, guint column, gboolean visible);

/* Replaces all rows by those of @keys, which end with NULL.  The same stays selected if it is still
 * there, else the first one is. */
void cyan_row_table_set (CyanRowTable *self, const char *const *keys);
void cyan_row_table_clear (CyanRowTable *self);
/* Shows the selected row, if there is one. */
void cyan_row_table_scroll (CyanRowTable *self);

/* Selects and shows the revision that is selected in @history, if its commit is a key.  Returns whether
 * another row was selected. */
gboolean cyan_row_table_follow (CyanRowTable *self, CyanHistory *history);
/* The selected row, or GTK_INVALID_LIST_POSITION. */
guint cyan_row_table_selected (CyanRowTable *self);
const char *cyan_row_table_key (CyanRowTable *self, guint row);
