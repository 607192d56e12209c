/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands in the rows of the table.
 *
 * The item of a row is a node of the merged tree, the number of a function, or the number of a
 * caller, by the mode.
 */
#pragma once

#include "cyan-callers.h"
#include "cyan-outline.h"
#include "cyan-session.h"

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

typedef enum
{
  CYAN_COLUMN_NAME,
  CYAN_COLUMN_STATUS,
  CYAN_COLUMN_SOURCE,
  CYAN_COLUMN_SHARE_BEFORE,
  CYAN_COLUMN_SHARE_AFTER,
  CYAN_COLUMN_CHANGE,
  CYAN_COLUMN_TOTAL_BEFORE,
  CYAN_COLUMN_TOTAL_AFTER,
  CYAN_COLUMN_DIFFERENCE,
  CYAN_COLUMN_SELF_BEFORE,
  CYAN_COLUMN_SELF_AFTER,
  CYAN_COLUMN_SELF_DIFFERENCE,
  CYAN_COLUMN_CALLS_BEFORE,
  CYAN_COLUMN_CALLS_AFTER,
  CYAN_COLUMN_PER_CALL_BEFORE,
  CYAN_COLUMN_PER_CALL_AFTER,
  CYAN_COLUMN_Q,
  CYAN_N_COLUMNS, /* as an order: that of the calls */
} CyanColumn;

typedef struct
{
  const char *id;    /* the heading in copied rows */
  const char *title; /* marked by N_() */
  const char
      *single_title;      /* with a single profile, marked by N_(); NULL: there is no such column */
  guint chars;            /* room for that many characters */
  gboolean at_first;      /* whether it is shown unless one hides it */
  gboolean of_callers[2]; /* the same, where callers of a comparison, or of a single profile, are
                           * listed */
} CyanColumnInfo;

extern const CyanColumnInfo cyan_columns[CYAN_N_COLUMNS];

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
/* What a column is sorted by; NaN if unknown. */
double cyan_table_values_key (const CyanTableValues *self, guint32 item, CyanColumn column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTableValues, cyan_table_values_free)
