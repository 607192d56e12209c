/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which nodes of a comparison are shown, where they are, and which is under the pointer.
 *
 * A node is shown only if its parent is.  Shown nodes form a tree that is laid out top-down as a
 * non-layered tidy tree (van der Ploeg, "Drawing non-layered tidy trees in linear time", Software:
 * Practice and Experience 44(12), 2014): boxes of any size, no overlaps, parents centred over
 * their children.  Coordinates are pixels at zoom 1; x grows to the right, y downwards; the top
 * node's box is centred at x = 0 and begins at y = 0.  In a mirrored (right to left) view the
 * caller mirrors.
 *
 * Every node takes a room: its box and, where the name does not fit inside, the label beside it.
 * Rooms never overlap.  Showing or hiding costs what changes and the ancestors, not the tree.
 * One thread at a time.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

typedef struct
{
  double x, y, width, height;
} CyanRect;

/* Pixels of the picture. */
typedef struct
{
  double px_per_height; /* for |H| = 1, the whole run */
  double px_per_width;  /* for W = 1, that is, calls differ by e - 1 */
  double min_px;        /* the smallest side of a box */
  double sibling_gap;   /* between rooms side by side */
  double level_gap;     /* between a box and its children */
} CyanScale;

#define CYAN_SCALE_INIT                                                                            \
  {                                                                                                \
    260, 12, 5, 14, 30                                                                             \
  }

/* The size of @node's label in pixels, at zoom 1; called once a node is shown. */
typedef void (*CyanMeasureFunc) (CyanNode node, double *width, double *height, gpointer data);

typedef struct _CyanLayout CyanLayout;

/* Shows the top node only.  @comparison is referenced.  @measure may be NULL: no labels. */
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

/* ---- what is shown ---- */

/* The node on top of the picture: cyan_comparison_top(), or the focused one. */
CyanNode cyan_layout_top (const CyanLayout *self);
/* Puts @node on top; nothing above and beside it is shown until another call. */
void cyan_layout_set_top (CyanLayout *self, CyanNode node);

gboolean cyan_layout_is_shown (const CyanLayout *self, CyanNode node);
guint cyan_layout_n_shown (const CyanLayout *self);
/* Children of @node that are not shown. */
guint cyan_layout_n_hidden_children (const CyanLayout *self, CyanNode node);

void cyan_layout_show_children (CyanLayout *self, CyanNode node);
/* Shows the subtree of @node, at most @limit nodes of it, shallow ones first; FALSE if it was cut.
 */
gboolean cyan_layout_show_descendants (CyanLayout *self, CyanNode node, guint limit);
/* Hides everything below @node. */
void cyan_layout_hide_children (CyanLayout *self, CyanNode node);
/* Shows @node and all its ancestors up to the top; if it is not below the top, the top changes. */
void cyan_layout_reveal (CyanLayout *self, CyanNode node);
/* Shows the delta hot path from @node to its leaf and, around it, what else changed by itself: the
 * nodes whose subtrees' deltas are above the threshold, the 24 largest. */
void cyan_layout_show_hot_path (CyanLayout *self, CyanNode node, CyanDirection direction);

/* How a picture starts. */
typedef enum
{
  CYAN_OPENING_HOT_PATH, /* as cyan_layout_show_hot_path() from the top */
  CYAN_OPENING_TOP,      /* the n nodes with the largest |H| and what leads to them */
  CYAN_OPENING_DEPTH,    /* all down to n levels below the top */
  CYAN_OPENING_ALL,
} CyanOpening;

/* Hides everything and opens anew.  FALSE if @limit nodes were not enough. */
gboolean cyan_layout_open (CyanLayout *self, CyanOpening opening, guint n, guint limit);

/* Reads "hot-path", "top:N", "depth:N" or "all"; FALSE for anything else. */
gboolean cyan_opening_parse (const char *text, CyanOpening *opening, guint *n);

/* The shown set and the top, to go back to later.  Free with g_bytes_unref(). */
GBytes *cyan_layout_save (const CyanLayout *self);
void cyan_layout_restore (CyanLayout *self, GBytes *saved);

/* ---- positions ---- */

/* Around everything that is shown. */
void cyan_layout_extents (CyanLayout *self, CyanRect *extents);

/* One shown node. */
typedef struct
{
  CyanNode node;
  CyanRect box;
  CyanRect label;        /* inside the box or to its right */
  gboolean label_inside; /* whether the label fits into the box */
  gboolean has_edge;     /* FALSE for the top */
  double edge_x, edge_y; /* the middle of the lower side of its parent's box */
  guint n_hidden_children;
  /* Too small to be seen at this zoom: stands for its whole subtree, or for consecutive siblings
   * that all lie within 1.5 screen pixels.  @box is then what these take, of a leaf its box. */
  gboolean is_summary;
} CyanPlaced;

/* FALSE if @node is not shown. */
gboolean cyan_layout_position_of (CyanLayout *self, CyanNode node, CyanPlaced *placed);

typedef void (*CyanPlacedFunc) (const CyanPlaced *placed, gpointer data);

/* Calls @func, parents first, for what can be seen in @view at @zoom: nodes whose room or edge
 * touches @view.  A subtree narrower or lower than 1.5 screen pixels is given once, as a summary,
 * and what is as small and falls where such things were given already is left out.
 * Of a node with more than 64 children, only some of those are given of which nothing but the edge
 * touches @view.  NULL @view: everything, no summaries.  The cost does not grow with what is not
 * seen.  @func must not change the layout. */
void cyan_layout_visit (
    CyanLayout *self, const CyanRect *view, double zoom, CyanPlacedFunc func, gpointer data);

/* The shown node whose box or label holds the point, grown by @slack pixels for thin boxes;
 * CYAN_NODE_NONE if there is none. */
CyanNode cyan_layout_hit (CyanLayout *self, double x, double y, double slack);

/* Neighbours among the shown nodes, for keys; CYAN_NODE_NONE at the rim. */
CyanNode cyan_layout_parent_of (const CyanLayout *self, CyanNode node);
CyanNode cyan_layout_first_child_of (const CyanLayout *self, CyanNode node);
CyanNode cyan_layout_next_of (const CyanLayout *self, CyanNode node);
CyanNode cyan_layout_previous_of (const CyanLayout *self, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanLayout, cyan_layout_free)

G_END_DECLS
