/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records behind a layout, for the files of this folder.
 *
 * Only shown nodes have a record.  Records are in one growing array and are identified by their
 * index in it, the slot; slot_of[] gives the slot of a node.  A record's geometry is relative: its
 * anchor (the centre of its box) is rx to the right of its parent's anchor, and its room begins
 * parent.step below the start of the parent's room.  So moving a subtree is one assignment.
 *
 * The nodes of a link have records too.  The first record has the size of the link; the others have
 * no size, so that the nodes below the link hang from it.
 *
 * Geometry is updated late: a change marks its record and all ancestors dirty, and
 * cyan_layout_tidy() lays out the dirty records, children first.  A dirty record has a dirty
 * parent.
 */
#pragma once

#include "cyan-layout.h"

typedef guint32 CyanSlot;

#define CYAN_SLOT_NONE G_MAXUINT32

/* Pixels between a box and the label beside it, and around the label inside it. */
#define CYAN_LABEL_GAP 4.0

/* A node with more shown children than this gets a CyanFan. */
#define CYAN_FAN_MIN 64

/* Children in a block of a CyanFan. */
#define CYAN_FAN_BLOCK 64

/* Fewer nodes in a row that pass no change on stay boxes. */
#define CYAN_FOLD_MIN 3

/* The line of a changed box's number, below its name. */
#define CYAN_NUMBER_LINE 14.0

/* How a node stands in the picture. */
typedef enum
{
  CYAN_FOLD_BOX,
  CYAN_FOLD_LINK, /* the first of a folded row */
  CYAN_FOLD_MEMBER,
} CyanFold;

/* Why a node does not fold. */
typedef enum
{
  CYAN_KEPT_NOT,
  CYAN_KEPT_UNFOLDED, /* until it is folded again */
  CYAN_KEPT_GOAL,     /* until the next opening */
} CyanKept;

/* A node that is not in the table of kept nodes is not kept. */
G_STATIC_ASSERT (CYAN_KEPT_NOT == 0);

/* A block of siblings in a CyanFan. */
typedef struct
{
  double xmin, xmax; /* of all their subtrees */
  guint32 lowest;    /* the child whose subtree extends furthest down */
} CyanFanBlock;

/* Finds the children of a very wide node by x.  Subtrees of siblings may overlap in x, so neither
 * xmin nor xmax need be sorted, but reach and start are.  x is relative to the parent's anchor. */
typedef struct
{
  guint n;
  CyanSlot *child;
  double *reach; /* the largest xmax of children 0...i */
  double *start; /* the smallest xmin of children i...n-1 */
  CyanFanBlock *block;
} CyanFan;

typedef struct
{
  CyanNode node; /* CYAN_NODE_NONE for a free record */
  CyanSlot parent, first, last, next, previous;
  guint32 n_children; /* shown children */
  guint8 dirty;
  guint8 label_inside;
  guint8 fold;      /* a CyanFold */
  guint32 chain;    /* nodes in a row from here down that can fold together */
  CyanNode row_end; /* the last one of them */

  float height, width; /* |H| and W */
  float box_width, box_height;
  float label_width, label_height;
  float name_height; /* of the label without the line of its number */
  float left, right; /* extent of the room on both sides of the anchor */
  float step;        /* height of the room plus the gap below it */

  /* The contour, as in van der Ploeg, relative to this record's own anchor and room.  el and er are
   * the ends of the subtree's contour at its left and right: leaves of the lowest level.  The
   * thread of a leaf leads to the next record of the contour of a larger subtree.  It is used only
   * beyond el or er of a smaller subtree, so stale threads do no harm. */
  CyanSlot el, er, tl, tr;
  double rx;
  double el_x, er_x;
  double tl_x, tl_y; /* from this anchor to the thread's, and from this bottom to the thread's */
  double tr_x, tr_y;
  double xmin, xmax; /* of the subtree */
  double bottom;     /* of the subtree, including the gap below it */

  CyanFan *fan; /* or NULL */
} CyanRecord;

struct _CyanLayout
{
  CyanComparison *comparison;
  CyanScale scale;
  CyanBasis basis;
  CyanWidth width;
  gboolean folds;
  gboolean refolds;      /* folds may have changed among the dirty records */
  double fold_threshold; /* own change above which a node does not fold, in parts of the run */
  GHashTable *kept;      /* by node: a CyanKept */
  guint8 *changes;       /* by pair: its functions' CyanChange, or NULL */
  CyanMeasureFunc measure;
  gpointer measure_data;

  CyanRecord *records;
  guint n_records; /* slots in use or free */
  guint n_allocated;
  CyanSlot free; /* chained by next */
  guint n_shown;
  CyanSlot top;

  CyanSlot *slot_of;      /* by node: its slot */
  CyanFiltered *filtered; /* owned; NULL: everything may be shown */
  guint32 *children_of;   /* by node: its number of children that may be shown */
};

static inline CyanRecord *
cyan_layout_record (const CyanLayout *self, CyanSlot slot)
{
  return &self->records[slot];
}

/* The slot of @node; CYAN_SLOT_NONE if it is not shown, or if @node is CYAN_NODE_NONE. */
CyanSlot cyan_layout_slot (const CyanLayout *self, CyanNode node);

/* Pixels from the top of a room to the top of the box in it. */
double cyan_layout_box_offset (const CyanRecord *record);

/* Makes a record for @node as a child of @parent, after its sibling @previous.  Both may be
 * CYAN_SLOT_NONE. */
CyanSlot
cyan_layout_add_record (CyanLayout *self, CyanNode node, CyanSlot parent, CyanSlot previous);
/* Frees all records below @slot. */
void cyan_layout_drop_below (CyanLayout *self, CyanSlot slot);
/* Frees all records. */
void cyan_layout_drop_all (CyanLayout *self);

/* Sizes a record and its room anew, as its fold asks for. */
void cyan_layout_size (CyanLayout *self, CyanRecord *record);
/* Folds and unfolds among the dirty records and their neighbours, which become dirty, if folds may
 * have changed. */
void cyan_layout_fold_rows (CyanLayout *self);
/* cyan_layout_keep() for a reason; a lesser one than it has changes nothing. */
void cyan_layout_keep_because (CyanLayout *self, CyanNode node, CyanKept why);
/* Folds rows of nodes whose own changes are at most @threshold, in parts of the run. */
void cyan_layout_fold_below (CyanLayout *self, double threshold);
/* The change below @node, in parts of the run. */
double cyan_layout_change_of (const CyanLayout *self, CyanNode node);
/* The slot of the link's first node, or @slot. */
CyanSlot cyan_layout_head (const CyanLayout *self, CyanSlot slot);

/* Marks @slot and its ancestors as dirty, since folds may have changed there. */
void cyan_layout_mark (CyanLayout *self, CyanSlot slot);
/* Updates the geometry of all dirty records. */
void cyan_layout_tidy (CyanLayout *self);
void cyan_fan_free (CyanFan *fan);

/* Checks what is said above of records, and that rooms side by side do not overlap if the geometry
 * is up to date.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_layout_check (const CyanLayout *self, GError **error);

/* Shows @top, and those of the @n @nodes, in ascending order, that are below it, that the filter
 * leaves, and that have shown parents. */
void cyan_layout_show_only (CyanLayout *self, CyanNode top, const CyanNode *nodes, gsize n);
/* Frees the records of what the filter hides. */
void cyan_layout_drop_hidden (CyanLayout *self);
/* Shows @node, a child of the record @parent.  Returns its slot. */
CyanSlot cyan_layout_show_one (CyanLayout *self, CyanNode node, CyanSlot parent);
/* Like cyan_layout_show_descendants(), but only @depth levels below @slot. */
gboolean cyan_layout_show_levels (CyanLayout *self, CyanSlot slot, guint depth, guint limit);
