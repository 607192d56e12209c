/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layout of a comparison: which nodes are shown, their positions, and the node under the
 * pointer.
 *
 * A node is shown only if its parent is.  Shown nodes form a tree that is laid out top-down as a
 * non-layered tidy tree (van der Ploeg, "Drawing non-layered tidy trees in linear time", Software:
 * Practice and Experience 44(12), 2014): boxes of any size, no overlaps, parents centred over their
 * children.  Coordinates are pixels at zoom 1; x grows to the right, y downwards; the top node's
 * box is centred at x = 0 and begins at y = 0.  For a right-to-left view the caller mirrors them.
 *
 * Every node takes a room: its box and, if the name does not fit inside, the label beside it.
 * Rooms never overlap.  The cost of showing or hiding depends on the nodes that change and their
 * ancestors, not on the whole tree.  For one thread at a time.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

typedef struct
{
  double x, y, width, height;
} CyanRect;

/* Scale and distances of a picture, in pixels. */
typedef struct
{
  double px_per_height; /* length for |H| = 1, the whole run */
  double px_per_width;  /* length for W = 1; calls differ by e - 1 then */
  double min_px;        /* the smallest side of a box */
  double sibling_gap;   /* between rooms side by side */
  double level_gap;     /* between a box and its children */
} CyanScale;

#define CYAN_SCALE_INIT                                                                            \
  {                                                                                                \
    260, 12, 5, 14, 30                                                                             \
  }

/* Sets the size of @node's label, in pixels at zoom 1; called once for each shown node. */
typedef void (*CyanMeasureFunc) (CyanNode node, double *width, double *height, gpointer data);

typedef struct _CyanLayout CyanLayout;

/* Creates a layout that shows only the top node.  References @comparison.  With a NULL @measure
 * there are no labels. */
CyanLayout *cyan_layout_new (CyanComparison *comparison,
                             const CyanScale *scale,
                             CyanBasis basis,
                             CyanMeasureFunc measure,
                             gpointer measure_data);
void cyan_layout_free (CyanLayout *self);

CyanComparison *cyan_layout_comparison (const CyanLayout *self);
CyanBasis cyan_layout_basis (const CyanLayout *self);
void cyan_layout_set_basis (CyanLayout *self, CyanBasis basis);
const CyanScale *cyan_layout_scale (const CyanLayout *self);
void cyan_layout_set_scale (CyanLayout *self, const CyanScale *scale);

/* ---- shown nodes ---- */

/* The topmost node of the picture: cyan_comparison_top(), or the focused node. */
CyanNode cyan_layout_top (const CyanLayout *self);
/* Makes @node the top; nodes above and beside it are not shown until the next call. */
void cyan_layout_set_top (CyanLayout *self, CyanNode node);

gboolean cyan_layout_is_shown (const CyanLayout *self, CyanNode node);
guint cyan_layout_n_shown (const CyanLayout *self);
/* The number of children of @node that are not shown. */
guint cyan_layout_n_hidden_children (const CyanLayout *self, CyanNode node);

void cyan_layout_show_children (CyanLayout *self, CyanNode node);
/* Shows the subtree of @node, at most @limit nodes, upper levels first.  FALSE if the limit was
 * reached. */
gboolean cyan_layout_show_descendants (CyanLayout *self, CyanNode node, guint limit);
/* Hides everything below @node. */
void cyan_layout_hide_children (CyanLayout *self, CyanNode node);
/* Shows @node and all its ancestors up to the top.  Changes the top if @node is not below it. */
void cyan_layout_reveal (CyanLayout *self, CyanNode node);
/* Shows the delta hot path from @node to its leaf, and the largest other changes around it: at most
 * 24 nodes whose deltas are above the threshold. */
void cyan_layout_show_hot_path (CyanLayout *self, CyanNode node, CyanDirection direction);

/* The nodes that a picture shows at first. */
typedef enum
{
  CYAN_OPENING_HOT_PATH, /* see cyan_layout_show_hot_path() */
  CYAN_OPENING_TOP,      /* the n nodes with the largest |H|, and their ancestors */
  CYAN_OPENING_DEPTH,    /* all nodes down to n levels below the top */
  CYAN_OPENING_ALL,
} CyanOpening;

/* Hides all nodes and shows the opening.  FALSE if it needs more than @limit nodes. */
gboolean cyan_layout_open (CyanLayout *self, CyanOpening opening, guint n, guint limit);

/* Parses "hot-path", "top:N", "depth:N" or "all".  FALSE for other text. */
gboolean cyan_opening_parse (const char *text, CyanOpening *opening, guint *n);

/* Saves the shown nodes and the top, for cyan_layout_restore().  Free with g_bytes_unref(). */
GBytes *cyan_layout_save (const CyanLayout *self);
void cyan_layout_restore (CyanLayout *self, GBytes *saved);

/* ---- positions ---- */

/* The bounding box of all shown nodes. */
void cyan_layout_extents (CyanLayout *self, CyanRect *extents);

/* The position of a shown node. */
typedef struct
{
  CyanNode node;
  CyanRect box;
  CyanRect label;        /* inside the box or to its right */
  gboolean label_inside; /* whether the label fits into the box */
  gboolean has_edge;     /* FALSE for the top */
  double edge_x, edge_y; /* the middle of the lower side of its parent's box */
  guint n_hidden_children;
  /* Too small to be seen at this zoom.  The summary stands for the whole subtree, or for
   * consecutive siblings that are all within 1.5 screen pixels.  @box is then their bounding box,
   * or a leaf's box. */
  gboolean is_summary;
} CyanPlaced;

/* FALSE if @node is not shown. */
gboolean cyan_layout_position_of (CyanLayout *self, CyanNode node, CyanPlaced *placed);

typedef void (*CyanPlacedFunc) (const CyanPlaced *placed, gpointer data);

/* Calls @func, parents first, for all nodes whose room or edge is in @view at @zoom.  A subtree
 * narrower or lower than 1.5 screen pixels is reported once, as a summary; another small subtree at
 * the same place is omitted.  Of a node with more than 64 children, only some of the children are
 * reported of which only the edge is in @view.  A NULL @view means everything, without summaries.
 * The cost does not depend on the nodes outside of the view.  @func must not change the layout. */
void cyan_layout_visit (
    CyanLayout *self, const CyanRect *view, double zoom, CyanPlacedFunc func, gpointer data);

/* The shown node whose box or label contains the point, enlarged by @slack pixels for thin boxes;
 * CYAN_NODE_NONE if there is none. */
CyanNode cyan_layout_hit (CyanLayout *self, double x, double y, double slack);

/* Neighbours among the shown nodes, for keyboard navigation; CYAN_NODE_NONE if there is none. */
CyanNode cyan_layout_parent_of (const CyanLayout *self, CyanNode node);
CyanNode cyan_layout_first_child_of (const CyanLayout *self, CyanNode node);
CyanNode cyan_layout_next_of (const CyanLayout *self, CyanNode node);
CyanNode cyan_layout_previous_of (const CyanLayout *self, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanLayout, cyan_layout_free)

G_END_DECLS
