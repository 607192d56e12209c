/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table with a row for each of some revisions, one of which is selected.
 *
 *   label            property: the name of the table
 *   selected (row)   signal: somebody selected another row
 *   activated (row)  signal: somebody wants to see more of it
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history.h"

#define CYAN_TYPE_REVISION_TABLE (cyan_revision_table_get_type ())
G_DECLARE_FINAL_TYPE (CyanRevisionTable, cyan_revision_table, CYAN, REVISION_TABLE, GtkWidget)

typedef enum
{
  CYAN_REVISION_COLUMN_TEXT,
  CYAN_REVISION_COLUMN_LONG_TEXT, /* has the room that is left, and may be cut */
  CYAN_REVISION_COLUMN_NUMBER,
  CYAN_REVISION_COLUMN_BUTTON, /* activates its row */
} CyanRevisionColumnKind;

/* All strings but the style are the table's. */
typedef struct
{
  char *text;
  char *tooltip;     /* or NULL */
  char *spoken;      /* for a screen reader, or NULL: it says the text */
  const char *style; /* a CSS class of the text, or NULL */
} CyanRevisionCell;

/* Fills @cell, which is empty. */
typedef void (*CyanRevisionFill) (GtkWidget *owner,
                                  guint row,
                                  guint column,
                                  CyanRevisionCell *cell);

/* @title is for people.  Columns are counted from 0; @fill is called with @owner, which has the
 * table. */
void cyan_revision_table_append_column (CyanRevisionTable *self,
                                        const char *title,
                                        CyanRevisionColumnKind kind,
                                        CyanRevisionFill fill,
                                        GtkWidget *owner);

/* Replaces all rows by those of the commits @oids, which end with NULL. */
void cyan_revision_table_set (CyanRevisionTable *self, const char *const *oids);
void cyan_revision_table_clear (CyanRevisionTable *self);

/* Selects and shows the revision that is selected in @history, if it has a row.  Returns whether
 * another row was selected. */
gboolean cyan_revision_table_follow (CyanRevisionTable *self, CyanHistory *history);
/* The selected row, or GTK_INVALID_LIST_POSITION. */
guint cyan_revision_table_selected (CyanRevisionTable *self);
/* The commit in @row. */
const char *cyan_revision_table_oid (CyanRevisionTable *self, guint row);
