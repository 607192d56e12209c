/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records behind a layout, for the files of this folder.
 *
 * Only shown nodes have a record.  Records live in one growing array and are named by their index
 * in it, their slot; slot_of[] finds the slot of a node.  A record's geometry is relative: its
 * anchor (the centre of its box) stands rx right of its parent's anchor, and its room begins
 * parent.step below where the parent's room begins.  So moving a subtree is one assignment.
 *
 * Geometry is put right late: what changes marks its record and all ancestors dirty, and
 * cyan_layout_tidy() places the dirty ones, children first.  A dirty record has a dirty parent.
 */
#pragma once

#include "cyan-layout.h"

G_BEGIN_DECLS

typedef guint32 CyanSlot;

#define CYAN_SLOT_NONE G_MAXUINT32

/* Pixels between a box and the label beside it, and around the label inside it. */
#define CYAN_LABEL_GAP 4.0

/* A node with more shown children than this gets a CyanFan. */
#define CYAN_FAN_MIN 64

/* Children in a block of a CyanFan. */
#define CYAN_FAN_BLOCK 64

/* Neighbours in a CyanFan. */
typedef struct
{
  double xmin, xmax; /* of all their subtrees */
  guint32 lowest;    /* the child that goes down furthest */
} CyanFanBlock;

/* What finds the children of a very wide node by x.  Siblings' subtrees may overlap in x, so that
 * neither xmin nor xmax need be sorted; reach and start are.  x is relative to the parent's anchor.
 */
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
  guint32 n_children; /* shown ones */
  guint8 dirty;
  guint8 label_inside;

  float box_width, box_height;
  float label_width, label_height;
  float left, right; /* of the room, from the anchor outwards */
  float step;        /* the room's height and the gap below it */

  /* The outline, in the manner of van der Ploeg, relative to this record's own anchor and room.
   * el and er are where the outline of this subtree ends at its left and right: leaves of the
   * lowest level.  A leaf's thread goes on where the outline of a larger subtree continues; it
   * means something only on the way beyond el or er of a smaller one, so stale ones do no harm. */
  CyanSlot el, er, tl, tr;
  double rx;
  double el_x, er_x;
  double tl_x, tl_y; /* from this anchor to the thread's, from this bottom to the thread's */
  double tr_x, tr_y;
  double xmin, xmax; /* of the subtree */
  double bottom;     /* of the subtree, the gap below it included */

  CyanFan *fan; /* or NULL */
} CyanRecord;

struct _CyanLayout
{
  CyanComparison *comparison;
  CyanScale scale;
  CyanBasis basis;
  CyanMeasureFunc measure;
  gpointer measure_data;

  CyanRecord *records;
  guint n_records; /* slots in use or free */
  guint n_allocated;
  CyanSlot free; /* chained by next */
  guint n_shown;
  CyanSlot top;

  CyanSlot *slot_of;    /* by node */
  guint32 *children_of; /* by node: children in the merged tree */
};

static inline CyanRecord *
cyan_layout_record (const CyanLayout *self, CyanSlot slot)
{
  return &self->records[slot];
}

/* The slot of @node, or CYAN_SLOT_NONE if it is not shown or no node at all. */
CyanSlot cyan_layout_slot (const CyanLayout *self, CyanNode node);

/* Pixels between the upper sides of a room and of the box in it. */
double cyan_layout_box_offset (const CyanRecord *record);

/* Makes a record for @node between two children of @parent; all but @node may be NONE. */
CyanSlot
cyan_layout_add_record (CyanLayout *self, CyanNode node, CyanSlot parent, CyanSlot previous);
/* Gives back all records below @slot. */
void cyan_layout_drop_below (CyanLayout *self, CyanSlot slot);
/* Gives back all records. */
void cyan_layout_drop_all (CyanLayout *self);

/* Marks @slot and its ancestors for cyan_layout_tidy(). */
void cyan_layout_mark (CyanLayout *self, CyanSlot slot);
/* Puts all geometry right. */
void cyan_layout_tidy (CyanLayout *self);
void cyan_fan_free (CyanFan *fan);

/* Shows @top, and of the @n @nodes, which ascend, those below it whose parents are shown. */
void cyan_layout_show_only (CyanLayout *self, CyanNode top, const CyanNode *nodes, gsize n);
/* Shows @node, whose parent is shown at @parent; returns its slot. */
CyanSlot cyan_layout_show_one (CyanLayout *self, CyanNode node, CyanSlot parent);
/* As cyan_layout_show_descendants(), down to @depth levels below @slot. */
gboolean cyan_layout_show_levels (CyanLayout *self, CyanSlot slot, guint depth, guint limit);

G_END_DECLS
