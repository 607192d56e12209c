/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The open rows of a tree table: which there are, and in which order.
 *
 * Items are numbers; whose numbers they are, and which children and keys they have, is told by
 * functions.  Siblings are sorted when their parent is opened, so that a closed subtree costs
 * nothing however large it is.
 */
#pragma once

#include <glib.h>

/* The parent of the rows at depth 0, and what is not found. */
#define CYAN_OUTLINE_NONE G_MAXUINT32

typedef struct
{
  guint32 item;
  guint32 depth;
  guint32 nth; /* among its siblings, from 0 */
  guint32 n_siblings;
} CyanOutlineRow;

typedef struct
{
  /* Appends the children of @item, of guint32, to @children; those of CYAN_OUTLINE_NONE are the
   * rows at depth 0. */
  void (*children) (gpointer data, guint32 item, GArray *children);
  /* The sort key among siblings; NaN is sorted last.  Siblings with the same key keep the order of
   * their numbers. */
  double (*key) (gpointer data, guint32 item, guint column);
} CyanOutlineItems;

typedef struct CyanOutline CyanOutline;

/* @items is borrowed, and @data is handed to its functions.  It has no rows before they are
 * made. */
CyanOutline *cyan_outline_new (const CyanOutlineItems *items, gpointer data);
void cyan_outline_free (CyanOutline *self);
/* With the same items open, the same order and no rows, to make these in a thread.  Its functions
 * get @data. */
CyanOutline *cyan_outline_copy (const CyanOutline *self, gpointer data);

/* These take effect when rows are made. */
void cyan_outline_set_order (CyanOutline *self, guint column, gboolean descending);
void cyan_outline_mark (CyanOutline *self, guint32 item, gboolean open);
/* Opens [@first, @end); @first is at most @end. */
void cyan_outline_mark_range (CyanOutline *self, guint32 first, guint32 end);

/* Makes the rows anew, in time linear in the open items and n log n in siblings. */
void cyan_outline_make_rows (CyanOutline *self);

guint cyan_outline_n_rows (const CyanOutline *self);
const CyanOutlineRow *cyan_outline_row (const CyanOutline *self, guint position);
/* The position of @item's row, or CYAN_OUTLINE_NONE. */
guint cyan_outline_find (const CyanOutline *self, guint32 item);
gboolean cyan_outline_is_open (const CyanOutline *self, guint position);
/* The row above that this one is a child of; CYAN_OUTLINE_NONE at depth 0. */
guint cyan_outline_parent (const CyanOutline *self, guint position);

/* Adds the rows of the children, closed, and returns how many there are. */
guint cyan_outline_open (CyanOutline *self, guint position);
/* Removes the rows of all descendants, which are closed from now on, and returns how many there
 * were. */
guint cyan_outline_close (CyanOutline *self, guint position);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOutline, cyan_outline_free)
