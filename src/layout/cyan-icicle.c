/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle: the partition in pixels.
 */
#include "cyan-icicle.h"

static const CyanMergedTree *
tree_of (const CyanIcicle *self)
{
  return self->partition->comparison->compared.tree;
}

static guint
row_of (const CyanIcicle *self, CyanNode node)
{
  return cyan_partition_row_of (self->partition, node);
}

static gboolean
is_there (const CyanIcicle *self, CyanNode node)
{
  return self->side == CYAN_ICICLE_BOTH
         || cyan_compared_node (&self->partition->comparison->compared, self->side, node)
                != CYAN_NODE_NONE;
}

/* ---- object ---- */

CyanIcicle *
cyan_icicle_new (CyanPartition *partition, guint side)
{
  CyanIcicle *self = g_new0 (CyanIcicle, 1);

  g_assert (side <= CYAN_ICICLE_BOTH);
  self->side = side;
  self->partition = cyan_partition_ref (partition);
  cyan_icicle_set_top (self, partition->root);
  return self;
}

void
cyan_icicle_free (CyanIcicle *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  cyan_filtered_unref (self->filtered);
  cyan_partition_unref (self->partition);
  g_free (self);
}

void
cyan_icicle_set_filter (CyanIcicle *self, CyanFiltered *filtered)
{
  g_assert (cyan_filtered_fits (filtered, self->partition->comparison));
  if (filtered != NULL)
    cyan_filtered_ref (filtered);
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered;
}

void
cyan_icicle_set_top (CyanIcicle *self, CyanNode node)
{
  CyanNode root = self->partition->root;

  g_assert (node < tree_of (self)->n_nodes);
  /* The synthetic root may be above the root of the picture. */
  node = MAX (node, root);
  self->top = node;
  g_free (self->path);
  self->path = g_new (CyanNode, row_of (self, node) + 1);
  for (;; node = tree_of (self)->parent[node])
    {
      self->path[row_of (self, node)] = node;
      if (node == root)
        break;
    }
}

/* ---- boxes ---- */

/* Pixels for the whole run in a picture of @width pixels; 0 if there is nothing to divide. */
static double
scale_of (const CyanIcicle *self, double width)
{
  double run = cyan_partition_width_of (self->partition, self->top);

  g_assert (width >= 0);
  return run > 0 ? width / run : 0;
}

/* The width of one pixel, in parts of the run. */
static double
least_of (const CyanIcicle *self, double width)
{
  double scale = scale_of (self, width);

  return scale > 0 ? 1 / scale : G_MAXDOUBLE;
}

static gboolean
is_below_top (const CyanIcicle *self, CyanNode node)
{
  return node > self->top && node < tree_of (self)->end[self->top];
}

/* Of the nodes below the top; the top has one anyway. */
static gboolean
has_box (const CyanIcicle *self, double least, CyanNode node)
{
  return node == self->top
         || (cyan_partition_width_of (self->partition, node) >= least
             && cyan_filtered_shows (self->filtered, node));
}

static CyanIcicleBox
box_below (const CyanIcicle *self, double scale, CyanNode node)
{
  const CyanPartition *all = self->partition;

  return (CyanIcicleBox){
    .node = node,
    .row = row_of (self, node),
    .x = (cyan_partition_x_of (all, node) - cyan_partition_x_of (all, self->top)) * scale,
    .width = cyan_partition_width_of (all, node) * scale,
    .bar = { cyan_partition_bar_of (all, node, 0) * scale,
             cyan_partition_bar_of (all, node, 1) * scale },
    .is_lacking = !is_there (self, node),
  };
}

/* The top or a node above it. */
static CyanIcicleBox
box_on_path (const CyanIcicle *self, double width, CyanNode node)
{
  double run = cyan_partition_width_of (self->partition, node);
  double scale = run > 0 ? width / run : 0;

  return (CyanIcicleBox){
    .node = node,
    .row = row_of (self, node),
    .width = width,
    .bar = { cyan_partition_bar_of (self->partition, node, 0) * scale,
             cyan_partition_bar_of (self->partition, node, 1) * scale },
    .is_above = node != self->top,
    .is_lacking = !is_there (self, node),
  };
}

/* The children of a node. */
typedef struct
{
  const CyanIcicle *self;
  CyanNode node;
  double scale;
  CyanIcicleFunc func;
  gpointer data;
} Children;

static void
visit_piece (const CyanPiece *piece, gpointer data)
{
  const Children *children = data;
  const CyanIcicle *self = children->self;
  double left = cyan_partition_x_of (self->partition, self->top);
  CyanIcicleBox box;

  if (piece->n_more == 0 && piece->n_hidden == 0)
    box = box_below (self, children->scale, piece->node);
  else
    box = (CyanIcicleBox){
      .node = children->node,
      .row = row_of (self, piece->node),
      .x = (piece->x - left) * children->scale,
      .width = piece->width * children->scale,
      .is_rest = piece->n_more > 0,
      .n_hidden = piece->n_hidden,
    };
  children->func (&box, children->data);
}

/* The places in @row below the top. */
static void
get_range (const CyanIcicle *self, guint row, guint *from, guint *to)
{
  cyan_partition_range (self->partition, self->top, row, from, to);
}

static guint
next_box (const CyanIcicle *self, guint from, guint to, double least)
{
  return cyan_partition_next (self->partition, self->filtered, from, to, least);
}

void
cyan_icicle_visit (const CyanIcicle *self,
                   double width,
                   guint first_row,
                   guint n_rows,
                   CyanIcicleFunc func,
                   gpointer data)
{
  Children children = { .self = self, .scale = scale_of (self, width), .func = func, .data = data };
  double least = least_of (self, width);
  guint top_row = row_of (self, self->top), n_all = self->partition->n_rows;
  guint end_row = n_rows < n_all - MIN (first_row, n_all) ? first_row + n_rows : n_all;

  for (guint row = first_row; row < end_row; row++)
    if (row <= top_row)
      {
        CyanIcicleBox box = box_on_path (self, width, self->path[row]);

        func (&box, data);
      }
    else
      {
        guint from, to, from_child, to_child;

        get_range (self, row - 1, &from, &to);
        for (guint at = next_box (self, from, to, least); at < to;
             at = next_box (self, at + 1, to, least))
          {
            children.node = cyan_partition_at (self->partition, at);
            cyan_partition_children (self->partition, children.node, &from_child, &to_child);
            cyan_partition_visit (self->partition, self->filtered, from_child, to_child, least,
                                  visit_piece, &children);
          }
      }
}

guint
cyan_icicle_n_rows (const CyanIcicle *self, double width)
{
  double least = least_of (self, width);
  guint low = row_of (self, self->top) + 1, high = self->partition->n_rows;

  /* Above a box are only boxes. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      guint from, to;

      get_range (self, middle, &from, &to);
      if (next_box (self, from, to, least) < to)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

CyanNode
cyan_icicle_hit (const CyanIcicle *self, double width, double x, guint row)
{
  double scale = scale_of (self, width), least = least_of (self, width);
  guint from, to;
  CyanNode node, parent;

  if (!(x >= 0 && x < width) || row >= self->partition->n_rows)
    return CYAN_NODE_NONE;
  if (row <= row_of (self, self->top))
    return is_there (self, self->path[row]) ? self->path[row] : CYAN_NODE_NONE;
  if (scale <= 0)
    return CYAN_NODE_NONE;
  get_range (self, row, &from, &to);
  node = cyan_partition_find (self->partition, from, to,
                              x / scale + cyan_partition_x_of (self->partition, self->top));
  /* Of what is too narrow, the caller. */
  if (node != CYAN_NODE_NONE && !has_box (self, least, node))
    {
      parent = tree_of (self)->parent[node];
      node = has_box (self, least, parent) ? parent : CYAN_NODE_NONE;
    }
  return node != CYAN_NODE_NONE && is_there (self, node) ? node : CYAN_NODE_NONE;
}

gboolean
cyan_icicle_box_of (const CyanIcicle *self, double width, CyanNode node, CyanIcicleBox *box)
{
  const CyanNode *end = tree_of (self)->end;

  if (node == CYAN_NODE_NONE || node < self->partition->root || !is_there (self, node))
    return FALSE;
  if (node <= self->top && end[node] >= end[self->top])
    *box = box_on_path (self, width, node);
  else if (is_below_top (self, node) && has_box (self, least_of (self, width), node))
    *box = box_below (self, scale_of (self, width), node);
  else
    return FALSE;
  g_assert (box->node == node && box->width >= 0);
  return TRUE;
}

/* ---- keys ---- */

CyanNode
cyan_icicle_parent_of (const CyanIcicle *self, CyanNode node)
{
  g_assert (node < tree_of (self)->n_nodes);
  return node > self->partition->root ? tree_of (self)->parent[node] : CYAN_NODE_NONE;
}

CyanNode
cyan_icicle_first_child_of (const CyanIcicle *self, double width, CyanNode node)
{
  CyanNode root = self->partition->root;
  guint from, to, at;

  /* The synthetic root has no box if its only child is the root of the picture. */
  if (node < root)
    return root;
  /* Of the nodes above the top only one child has a box. */
  if (row_of (self, node) < row_of (self, self->top))
    return self->path[row_of (self, node) + 1];
  cyan_partition_children (self->partition, node, &from, &to);
  at = next_box (self, from, to, least_of (self, width));
  return at < to ? cyan_partition_at (self->partition, at) : CYAN_NODE_NONE;
}

CyanNode
cyan_icicle_next_of (const CyanIcicle *self, double width, CyanNode node)
{
  guint from, to, at;

  if (!is_below_top (self, node))
    return CYAN_NODE_NONE;
  get_range (self, row_of (self, node), &from, &to);
  at = next_box (self, cyan_partition_place_of (self->partition, node) + 1, to,
                 least_of (self, width));
  return at < to ? cyan_partition_at (self->partition, at) : CYAN_NODE_NONE;
}

CyanNode
cyan_icicle_previous_of (const CyanIcicle *self, double width, CyanNode node)
{
  double least = least_of (self, width);
  CyanNode previous = CYAN_NODE_NONE;
  guint from, to;

  if (!is_below_top (self, node))
    return CYAN_NODE_NONE;
  get_range (self, row_of (self, node), &from, &to);
  to = cyan_partition_place_of (self->partition, node);
  /* A row has at most as many wide boxes as pixels. */
  for (guint at = next_box (self, from, to, least); at < to;
       at = next_box (self, at + 1, to, least))
    previous = cyan_partition_at (self->partition, at);
  return previous;
}
