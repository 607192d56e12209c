/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle.
 *
 * Nodes are listed row by row, each row from the left; a node's index in that list is its place.
 * Since siblings are in tree order, the nodes of a row ascend, so a subtree's part of a row is
 * found by bisection.  The maxima of blocks of widths lead from one wide node to the next.
 */
#include "cyan-icicle.h"

#include <string.h>

/* Places in a block, and blocks in a larger one, as a power of two. */
#define BLOCK_BITS 4
#define BLOCK      (1u << BLOCK_BITS)
/* Enough for 2^32 nodes. */
#define MAX_LEVELS (32 / BLOCK_BITS + 1)

struct _CyanIcicle
{
  CyanComparison *comparison;
  CyanBasis basis;
  CyanNode root;          /* cyan_comparison_top() */
  CyanNode top;           /* fills the picture */
  CyanNode *path;         /* by row: the nodes from root to top */
  CyanFiltered *filtered; /* owned; NULL: everything is shown */

  guint32 *row;    /* by node */
  CyanNode *order; /* by place: the node */
  guint n_rows;
  guint *first; /* by row: its first place; and the end of the last row */
  double *x;    /* by node, in parts of the run; root begins at 0 */
  double *width;

  /* widest[0] is by place; widest[k] by block of BLOCK^k places. */
  guint n_levels;
  double *widest[MAX_LEVELS];
};

static CyanNode
end_of (const CyanIcicle *self, CyanNode node)
{
  return self->comparison->compared.tree->end[node];
}

/* ---- rows and places, which depend on the tree only ---- */

static void
list_places (CyanIcicle *self)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;
  guint n = self->comparison->compared.n_nodes;
  g_autofree guint *next = NULL;

  self->row = g_new0 (guint32, n);
  self->order = g_new (CyanNode, n);
  for (CyanNode i = self->root + 1; i < end_of (self, self->root); i++)
    {
      self->row[i] = self->row[parent[i]] + 1;
      self->n_rows = MAX (self->n_rows, self->row[i]);
    }
  self->n_rows++;
  self->first = g_new0 (guint, self->n_rows + 1);
  for (CyanNode i = self->root; i < end_of (self, self->root); i++)
    self->first[self->row[i] + 1]++;
  for (guint row = 0; row < self->n_rows; row++)
    self->first[row + 1] += self->first[row];
  next = g_memdup2 (self->first, self->n_rows * sizeof *next);
  for (CyanNode i = self->root; i < end_of (self, self->root); i++)
    self->order[next[self->row[i]]++] = i;
}

/* The first place in @row whose node is at least @node. */
static guint
place_from (const CyanIcicle *self, guint row, CyanNode node)
{
  guint low = self->first[row], high = self->first[row + 1];

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->order[middle] < node)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* ---- widths, which depend on the basis ---- */

/* Factor that makes values of @side parts of the run. */
static double
factor_of (const CyanIcicle *self, guint side)
{
  const CyanCompared *compared = &self->comparison->compared;

  return cyan_compared_part (1, self->basis == CYAN_BASIS_SHARE
                                    ? compared->side[side].total
                                    : cyan_compared_larger_total (compared));
}

/* The larger of the own values of @node. */
static double
own_part (const CyanIcicle *self, CyanNode node, const double factor[2])
{
  const CyanCompared *compared = &self->comparison->compared;
  double part = 0;

  for (guint side = 0; side < 2; side++)
    {
      CyanNode own = cyan_compared_node (compared, side, node);

      if (own != CYAN_NODE_NONE)
        part = MAX (part, cyan_compared_metric (compared, side)->self[own] * factor[side]);
    }
  return part;
}

static void
measure (CyanIcicle *self)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;
  guint n = self->comparison->compared.n_nodes;
  CyanNode end = end_of (self, self->root);
  const double factor[2] = { factor_of (self, 0), factor_of (self, 1) };
  g_autofree double *filled = g_new0 (double, n); /* by node: where its next child begins */

  for (CyanNode i = end; i-- > self->root;)
    {
      /* Its children have added theirs. */
      self->width[i] += own_part (self, i, factor);
      if (i != self->root)
        self->width[parent[i]] += self->width[i];
    }
  for (CyanNode i = self->root; i < end; i++)
    {
      if (i != self->root)
        {
          self->x[i] = filled[parent[i]];
          filled[parent[i]] += self->width[i];
        }
      filled[i] = self->x[i];
    }
}

/* Sets the maxima of all blocks. */
static void
find_widest (CyanIcicle *self)
{
  guint n = self->first[self->n_rows];

  for (guint place = 0; place < n; place++)
    self->widest[0][place] = self->width[self->order[place]];
  for (guint level = 1; level < self->n_levels; level++)
    {
      guint n_blocks = (n + BLOCK - 1) >> BLOCK_BITS;

      for (guint block = 0; block < n_blocks; block++)
        {
          guint end = MIN (n, (block + 1) << BLOCK_BITS);
          double widest = 0;

          for (guint i = block << BLOCK_BITS; i < end; i++)
            widest = MAX (widest, self->widest[level - 1][i]);
          self->widest[level][block] = widest;
        }
      n = n_blocks;
    }
}

static void
update (CyanIcicle *self)
{
  guint n = self->comparison->compared.n_nodes;

  memset (self->x, 0, n * sizeof *self->x);
  memset (self->width, 0, n * sizeof *self->width);
  measure (self);
  find_widest (self);
}

/* The first place in [from, to) whose node is at least as wide as @least, or @to. */
static guint
next_wide (const CyanIcicle *self, guint from, guint to, double least)
{
  guint64 block = from;
  guint level = 0;

  while (block << level * BLOCK_BITS < to)
    if (self->widest[level][block] < least)
      {
        block++;
        for (; block % BLOCK == 0 && level + 1 < self->n_levels; level++)
          block >>= BLOCK_BITS;
      }
    else if (level == 0)
      return (guint) block;
    else
      {
        block <<= BLOCK_BITS;
        level--;
      }
  return to;
}

/* The first place in [from, to) whose node has a box, or @to. */
static guint
next_box (const CyanIcicle *self, guint from, guint to, double least)
{
  guint at = next_wide (self, from, to, least);

  while (at < to && !cyan_filtered_shows (self->filtered, self->order[at]))
    at = next_wide (self, at + 1, to, least);
  return at;
}

/* ---- object ---- */

CyanIcicle *
cyan_icicle_new (CyanComparison *comparison, CyanBasis basis)
{
  CyanIcicle *self = g_new0 (CyanIcicle, 1);
  guint n = comparison->compared.n_nodes;

  self->comparison = cyan_comparison_ref (comparison);
  self->basis = basis;
  self->root = cyan_comparison_top (comparison);
  list_places (self);
  self->x = g_new (double, n);
  self->width = g_new (double, n);
  for (guint size = self->first[self->n_rows];; size = (size + BLOCK - 1) >> BLOCK_BITS)
    {
      self->widest[self->n_levels++] = g_new (double, size);
      if (size == 1)
        break;
    }
  update (self);
  cyan_icicle_set_top (self, self->root);
  return self;
}

void
cyan_icicle_free (CyanIcicle *self)
{
  if (self == NULL)
    return;
  for (guint level = 0; level < self->n_levels; level++)
    g_free (self->widest[level]);
  g_free (self->x);
  g_free (self->width);
  g_free (self->row);
  g_free (self->order);
  g_free (self->first);
  g_free (self->path);
  cyan_filtered_unref (self->filtered);
  cyan_comparison_unref (self->comparison);
  g_free (self);
}

CyanComparison *
cyan_icicle_comparison (const CyanIcicle *self)
{
  return self->comparison;
}

CyanBasis
cyan_icicle_basis (const CyanIcicle *self)
{
  return self->basis;
}

void
cyan_icicle_set_filter (CyanIcicle *self, CyanFiltered *filtered)
{
  if (filtered != NULL)
    cyan_filtered_ref (filtered);
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered;
}

const CyanFiltered *
cyan_icicle_filter (const CyanIcicle *self)
{
  return self->filtered;
}

CyanNode
cyan_icicle_top (const CyanIcicle *self)
{
  return self->top;
}

void
cyan_icicle_set_top (CyanIcicle *self, CyanNode node)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;

  /* The synthetic root may be above the root of the picture. */
  node = MAX (node, self->root);
  self->top = node;
  g_free (self->path);
  self->path = g_new (CyanNode, self->row[node] + 1);
  for (;; node = parent[node])
    {
      self->path[self->row[node]] = node;
      if (node == self->root)
        break;
    }
}

double
cyan_icicle_width_of (const CyanIcicle *self, CyanNode node)
{
  return self->width[node];
}

double
cyan_icicle_bar_of (const CyanIcicle *self, CyanNode node, guint side)
{
  const CyanCompared *compared = &self->comparison->compared;
  double part = cyan_compared_total (compared, side, node) * factor_of (self, side);

  /* Own values may be negative, and sums are rounded. */
  return CLAMP (part, 0, self->width[node]);
}

/* ---- boxes ---- */

/* Pixels for the whole run in a picture of @width pixels; 0 if there is nothing to divide. */
static double
scale_of (const CyanIcicle *self, double width)
{
  double run = self->width[self->top];

  return run > 0 ? width / run : 0;
}

/* What is at least a pixel wide, in parts of the run. */
static double
least_of (const CyanIcicle *self, double width)
{
  double scale = scale_of (self, width);

  return scale > 0 ? 1 / scale : G_MAXDOUBLE;
}

static gboolean
is_below_top (const CyanIcicle *self, CyanNode node)
{
  return node > self->top && node < end_of (self, self->top);
}

/* Of the nodes below the top; the top has one anyway. */
static gboolean
has_box (const CyanIcicle *self, double least, CyanNode node)
{
  return node == self->top
         || (self->width[node] >= least && cyan_filtered_shows (self->filtered, node));
}

static CyanIcicleBox
box_below (const CyanIcicle *self, double scale, CyanNode node)
{
  return (CyanIcicleBox){
    .node = node,
    .row = self->row[node],
    .x = (self->x[node] - self->x[self->top]) * scale,
    .width = self->width[node] * scale,
    .bar = { cyan_icicle_bar_of (self, node, 0) * scale,
             cyan_icicle_bar_of (self, node, 1) * scale },
  };
}

/* The top or a node above it. */
static CyanIcicleBox
box_on_path (const CyanIcicle *self, double width, CyanNode node)
{
  double scale = self->width[node] > 0 ? width / self->width[node] : 0;

  return (CyanIcicleBox){
    .node = node,
    .row = self->row[node],
    .width = width,
    .bar = { cyan_icicle_bar_of (self, node, 0) * scale,
             cyan_icicle_bar_of (self, node, 1) * scale },
    .is_above = node != self->top,
  };
}

/* Of the children of @node from place @from up to @to, which have no boxes. */
static CyanIcicleBox
box_of_rest (const CyanIcicle *self, double scale, CyanNode node, guint from, guint to)
{
  CyanNode last = self->order[to - 1];
  double x = self->x[self->order[from]];

  return (CyanIcicleBox){
    .node = node,
    .row = self->row[node] + 1,
    .x = (x - self->x[self->top]) * scale,
    .width = (self->x[last] + self->width[last] - x) * scale,
  };
}

static void
visit_children (
    const CyanIcicle *self, double width, CyanNode node, CyanIcicleFunc func, gpointer data)
{
  double scale = scale_of (self, width), least = least_of (self, width);
  guint row = self->row[node] + 1;
  guint at, end;

  if (end_of (self, node) == node + 1)
    return;
  at = place_from (self, row, node + 1);
  end = place_from (self, row, end_of (self, node));
  while (at < end)
    {
      guint wide = next_wide (self, at, end, least), hidden = wide;
      CyanIcicleBox box;

      if (wide > at)
        {
          box = box_of_rest (self, scale, node, at, wide);
          box.is_rest = TRUE;
          if (box.width > 0)
            func (&box, data);
        }
      while (hidden < end && !cyan_filtered_shows (self->filtered, self->order[hidden]))
        hidden++;
      if (hidden > wide)
        {
          box = box_of_rest (self, scale, node, wide, hidden);
          box.n_hidden = end_of (self, self->order[hidden - 1]) - self->order[wide];
          func (&box, data);
        }
      else if (wide < end)
        {
          box = box_below (self, scale, self->order[wide]);
          func (&box, data);
        }
      at = MAX (hidden, wide + 1);
    }
}

/* The places in @row below the top. */
static void
get_range (const CyanIcicle *self, guint row, guint *from, guint *to)
{
  *from = place_from (self, row, self->top);
  *to = place_from (self, row, end_of (self, self->top));
}

void
cyan_icicle_visit (const CyanIcicle *self,
                   double width,
                   guint first_row,
                   guint n_rows,
                   CyanIcicleFunc func,
                   gpointer data)
{
  double least = least_of (self, width);
  guint top_row = self->row[self->top];
  guint end_row =
      n_rows < self->n_rows - MIN (first_row, self->n_rows) ? first_row + n_rows : self->n_rows;

  for (guint row = first_row; row < end_row; row++)
    if (row <= top_row)
      {
        CyanIcicleBox box = box_on_path (self, width, self->path[row]);

        func (&box, data);
      }
    else
      {
        guint from, to;

        get_range (self, row - 1, &from, &to);
        for (guint at = next_box (self, from, to, least); at < to;
             at = next_box (self, at + 1, to, least))
          visit_children (self, width, self->order[at], func, data);
      }
}

guint
cyan_icicle_n_rows (const CyanIcicle *self, double width)
{
  double least = least_of (self, width);
  guint low = self->row[self->top] + 1, high = self->n_rows;

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
  guint top_row = self->row[self->top];
  guint from, low, high;
  double part;
  CyanNode node, parent;

  if (!(x >= 0 && x < width) || row >= self->n_rows)
    return CYAN_NODE_NONE;
  if (row <= top_row)
    return self->path[row];
  if (scale <= 0)
    return CYAN_NODE_NONE;
  part = x / scale + self->x[self->top];
  get_range (self, row, &from, &high);
  /* Past the last node that begins there or before. */
  for (low = from; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (self->x[self->order[middle]] <= part)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == from)
    return CYAN_NODE_NONE;
  node = self->order[low - 1];
  if (part >= self->x[node] + self->width[node])
    return CYAN_NODE_NONE;
  if (has_box (self, least, node))
    return node;
  parent = self->comparison->compared.tree->parent[node];
  return has_box (self, least, parent) ? parent : CYAN_NODE_NONE;
}

gboolean
cyan_icicle_box_of (const CyanIcicle *self, double width, CyanNode node, CyanIcicleBox *box)
{
  if (node == CYAN_NODE_NONE || node < self->root)
    return FALSE;
  if (node <= self->top && end_of (self, node) >= end_of (self, self->top))
    *box = box_on_path (self, width, node);
  else if (is_below_top (self, node) && has_box (self, least_of (self, width), node))
    *box = box_below (self, scale_of (self, width), node);
  else
    return FALSE;
  return TRUE;
}

/* ---- keys ---- */

CyanNode
cyan_icicle_parent_of (const CyanIcicle *self, CyanNode node)
{
  return node > self->root ? self->comparison->compared.tree->parent[node] : CYAN_NODE_NONE;
}

CyanNode
cyan_icicle_first_child_of (const CyanIcicle *self, double width, CyanNode node)
{
  guint row = self->row[node] + 1, to, at;

  /* Of the nodes above the top only one child has a box. */
  if (row <= self->row[self->top])
    return self->path[row];
  if (end_of (self, node) == node + 1)
    return CYAN_NODE_NONE;
  to = place_from (self, row, end_of (self, node));
  at = next_box (self, place_from (self, row, node + 1), to, least_of (self, width));
  return at < to ? self->order[at] : CYAN_NODE_NONE;
}

CyanNode
cyan_icicle_next_of (const CyanIcicle *self, double width, CyanNode node)
{
  guint from, to, at;

  if (!is_below_top (self, node))
    return CYAN_NODE_NONE;
  get_range (self, self->row[node], &from, &to);
  at = next_box (self, place_from (self, self->row[node], node + 1), to, least_of (self, width));
  return at < to ? self->order[at] : CYAN_NODE_NONE;
}

CyanNode
cyan_icicle_previous_of (const CyanIcicle *self, double width, CyanNode node)
{
  double least = least_of (self, width);
  CyanNode previous = CYAN_NODE_NONE;
  guint from, to;

  if (!is_below_top (self, node))
    return CYAN_NODE_NONE;
  get_range (self, self->row[node], &from, &to);
  /* A row has at most as many wide boxes as pixels. */
  for (guint at = next_box (self, from, to, least); at < to && self->order[at] < node;
       at = next_box (self, at + 1, to, least))
    previous = self->order[at];
  return previous;
}
