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
 * Every node takes a room: its box and, if the name does not fit inside, the label beside it.  A
 * label is a name and, where |H| is above the threshold, a line for a number below it.
 * Consecutive nodes that only lead to what changed can be folded into one small box, a link.  Rooms never overlap.  The cost of showing or hiding depends on the
 * nodes that change and their ancestors, not on the whole tree.  For one thread at a time.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-filter.h"
#include "cyan-hot-path.h"
#include "cyan-scale.h"
#include "cyan-sync.h"

typedef struct
{
  double x, y, width, height;
} CyanRect;

/* The size of a label in pixels, at zoom 1: of @node's name, or, if @n_folded is not 0, of a link
 * that stands for as many nodes from @node down to @last. */
typedef void (*CyanMeasureFunc) (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer data);

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
/* The scale at which the largest shown box fits into that of @fit; see cyan_scale_fit(). */
CyanScale cyan_layout_fitting_scale (CyanLayout *self, const CyanFit *fit);
/* The quantity that widths show; cyan_width_default() at first. */
CyanWidth cyan_layout_width (const CyanLayout *self);
void cyan_layout_set_width (CyanLayout *self, CyanWidth width);

/* ---- shown nodes ---- */

/* The topmost node of the picture: cyan_comparison_top(), or the focused node. */
CyanNode cyan_layout_top (const CyanLayout *self);
/* Makes @node the top; nodes above and beside it are not shown until the next call. */
void cyan_layout_set_top (CyanLayout *self, CyanNode node);

gboolean cyan_layout_is_shown (const CyanLayout *self, CyanNode node);
guint cyan_layout_n_shown (const CyanLayout *self);
/* The number of children of @node that are not shown, without those that the filter hides. */
guint cyan_layout_n_hidden_children (const CyanLayout *self, CyanNode node);

/* Shows only what the filter leaves, now and from now on; references it.  NULL: everything may be
 * shown.  The top is shown anyway. */
void cyan_layout_set_filter (CyanLayout *self, CyanFiltered *filtered);
const CyanFiltered *cyan_layout_filter (const CyanLayout *self);
/* Number of matches, those that changed most, that a new filter opens. */
#define CYAN_LAYOUT_N_MATCHES 24

/* Shows the @n nodes below the top with the largest |H| that match the filter, with their
 * ancestors. */
void cyan_layout_show_matches (CyanLayout *self, guint n);

void cyan_layout_show_children (CyanLayout *self, CyanNode node);
/* Shows the subtree of @node, at most @limit nodes, upper levels first.  FALSE if the limit was
 * reached. */
gboolean cyan_layout_show_descendants (CyanLayout *self, CyanNode node, guint limit);
/* Hides everything below @node. */
void cyan_layout_hide_children (CyanLayout *self, CyanNode node);
/* Shows @node and all its ancestors up to the top.  Changes the top if @node is not below it.  What
 * the filter hides stays hidden. */
void cyan_layout_reveal (CyanLayout *self, CyanNode node);
/* Shows @path to its leaf, and the largest other changes around it: at most 24 nodes whose deltas
 * are above the threshold. */
void cyan_layout_show_path (CyanLayout *self, const CyanHotPath *path);

/* ---- links ---- */

/* A row of nodes with one shown child each folds into a link.  In it are nodes of one status that
 * have no significant change of their own (cyan_comparison_self_change()), three or more, or nodes
 * in both runs of whose change one child has nearly all, as many as there are: the last of these
 * may have other shown children.  The first that came or went stays a box.  So do a focused top,
 * and what was unfolded or kept.  Off at first. */
gboolean cyan_layout_folds (const CyanLayout *self);
void cyan_layout_set_folds (CyanLayout *self, gboolean folds);
/* Makes boxes of all nodes of the link that stands for @node; FALSE if there is none. */
gboolean cyan_layout_unfold (CyanLayout *self, CyanNode node);
/* Whether @node was unfolded, or is kept, in a row of nodes that could be a link. */
gboolean cyan_layout_can_fold (CyanLayout *self, CyanNode node);
/* Lets the row of nodes around @node fold again; what a path leads to stays a box. */
void cyan_layout_fold (CyanLayout *self, CyanNode node);
/* @node does not fold until cyan_layout_fold() or the next cyan_layout_open(). */
void cyan_layout_keep (CyanLayout *self, CyanNode node);
/* Nodes of modified functions do not fold.  @changes, of CyanChange, is by pair of functions and
 * copied; NULL: none.  TRUE if the picture may be another now. */
gboolean cyan_layout_keep_modified (CyanLayout *self, const guint8 *changes);
/* The first node of the link that stands for @node, else @node. */
CyanNode cyan_layout_drawn_as (CyanLayout *self, CyanNode node);
/* How many nodes the link stands for that stands for @node; 0 if it is a box. */
guint cyan_layout_row_length (CyanLayout *self, CyanNode node);
/* The nodes of the link that stands for @node, of CyanNode from above; @node alone if it is a box.
 * Free with g_array_unref(). */
GArray *cyan_layout_row_of (CyanLayout *self, CyanNode node);

/* How a picture starts. */
typedef enum
{
  CYAN_OPENING_HOT_PATH, /* see cyan_layout_show_path() */
  CYAN_OPENING_TOP,      /* the n nodes with the largest |H| that match the filter, and their
                          * ancestors */
  CYAN_OPENING_DEPTH,    /* all nodes down to n levels below the top */
  CYAN_OPENING_ALL,
} CyanOpening;

/* Hides all nodes and shows the opening.  FALSE if it needs more than @limit nodes. */
gboolean cyan_layout_open (CyanLayout *self, CyanOpening opening, guint n, guint limit);
/* CYAN_OPENING_HOT_PATH along @path, which is known already and starts at the top. */
gboolean cyan_layout_open_path (CyanLayout *self, const CyanHotPath *path, guint limit);

/* Parses "hot-path", "top:N", "depth:N" or "all".  FALSE for other text. */
gboolean cyan_opening_parse (const char *text, CyanOpening *opening, guint *n);

/* What is shown, the top, and what does not fold. */
typedef struct
{
  CyanRefCount refs;
  guint n_nodes; /* of the comparison; 0: of any that has these nodes */
  CyanNode top;
  GArray *below;         /* of CyanNode, ascending: the shown nodes below the top */
  GArray *unfolded;      /* nodes that do not fold until they are folded again */
  GArray *goals;         /* what paths lead to: does not fold until the next opening */
  double fold_threshold; /* own change above which no node folds, 0...1, in parts of the run */
} CyanShownNodes;

/* The top is the root, and nothing is shown below it. */
CyanShownNodes *cyan_shown_nodes_new (void);
CyanShownNodes *cyan_shown_nodes_ref (CyanShownNodes *self);
void cyan_shown_nodes_unref (CyanShownNodes *self);

/* What is shown now, to go back to later.  The caller owns it. */
CyanShownNodes *cyan_layout_save (const CyanLayout *self);
/* Shows that again.  Nothing happens with a set of a comparison with other nodes. */
void cyan_layout_restore (CyanLayout *self, const CyanShownNodes *saved);
/* Shows these nodes besides those that are shown. */
void cyan_layout_restore_too (CyanLayout *self, const CyanShownNodes *saved);

/* ---- fitting ---- */

/* Finds the largest boxes with which the picture fits into the room of @fit, sets box_width and
 * box_height of @fit, and folds and scales for them.  Where the smallest boxes are too high, rows
 * with larger own changes fold too, up to a tenth of the run.  FALSE if the picture is too large
 * nonetheless.  In pictures of more than 2,000 nodes boxes take a fixed part of the room. */
gboolean cyan_layout_fit (CyanLayout *self, CyanFit *fit);
/* The same after an opening along @path: hides the smallest changes beside it that are in the way.
 * What is kept stays. */
gboolean cyan_layout_fit_opening (CyanLayout *self, const CyanHotPath *path, CyanFit *fit);
/* The zoom at which a picture of @extents fits into the room of @fit and fills it, at most 1.6.
 * It is less than least_zoom if the picture is too large. */
double cyan_fit_zoom (const CyanFit *fit, const CyanRect *extents);

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
  guint n_folded; /* nodes for which a link stands, @node being the first; 0 for a box */
  CyanNode last;  /* the last of them; @node for a box */
} CyanPlaced;

/* The box of @node, or the link that stands for it.  FALSE if @node is not shown. */
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

/* Neighbours among the boxes and links, which stand for their first nodes, for keys;
 * CYAN_NODE_NONE at the rim. */
CyanNode cyan_layout_parent_of (CyanLayout *self, CyanNode node);
CyanNode cyan_layout_first_child_of (CyanLayout *self, CyanNode node);
CyanNode cyan_layout_next_of (CyanLayout *self, CyanNode node);
CyanNode cyan_layout_previous_of (CyanLayout *self, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanLayout, cyan_layout_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanShownNodes, cyan_shown_nodes_unref)
