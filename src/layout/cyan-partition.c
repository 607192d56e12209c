/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The partition.
 *
 * Nodes are listed row by row, each row from the left; a node's index in that list is its place.
 * Since siblings are in tree order, the nodes of a row ascend, so a subtree's part of a row is
 * found by bisection.  The maxima of blocks of widths lead from one wide node to the next.
 */
#include "cyan-partition.h"

#include "cyan-assert.h"
#include "cyan-error.h"

#include <math.h>
#include <string.h>

/* Places in a block, and blocks in a larger one, as a power of two. */
#define BLOCK_BITS 4
#define BLOCK      (1u << BLOCK_BITS)
/* Enough for 2^32 nodes. */
#define MAX_LEVELS CYAN_PARTITION_MAX_LEVELS

G_STATIC_ASSERT ((MAX_LEVELS - 1) * BLOCK_BITS >= 32);

const char *const cyan_sizes_names[] = { "envelope", "change", "before", "after", "equal", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_sizes_names) == CYAN_SIZES_EQUAL + 2);

gboolean
cyan_sizes_parse (const char *name, CyanSizes *sizes)
{
  for (guint i = 0; cyan_sizes_names[i] != NULL; i++)
    if (strcmp (name, cyan_sizes_names[i]) == 0)
      {
        *sizes = (CyanSizes) i;
        return TRUE;
      }
  return FALSE;
}

static CyanNode
end_of (const CyanPartition *self, CyanNode node)
{
  return self->comparison->compared.tree->end[node];
}

/* ---- rows and places, which depend on the tree only ---- */

static void
list_places (CyanPartition *self)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;
  CyanNode end = end_of (self, self->root);
  g_autofree guint *next = NULL;

  self->row = g_new0 (guint32, self->comparison->compared.n_nodes);
  self->order = g_new (CyanNode, end - self->root);
  for (CyanNode i = self->root + 1; i < end; i++)
    {
      self->row[i] = self->row[parent[i]] + 1;
      self->n_rows = MAX (self->n_rows, self->row[i]);
    }
  self->n_rows++;
  self->first = g_new0 (guint, self->n_rows + 1);
  for (CyanNode i = self->root; i < end; i++)
    self->first[self->row[i] + 1]++;
  for (guint row = 0; row < self->n_rows; row++)
    self->first[row + 1] += self->first[row];
  next = g_memdup2 (self->first, self->n_rows * sizeof *next);
  for (CyanNode i = self->root; i < end; i++)
    self->order[next[self->row[i]]++] = i;
}

/* The first place in @row whose node is at least @node. */
static guint
place_from (const CyanPartition *self, guint row, CyanNode node)
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

/* ---- widths ---- */

/* Factor that makes values of @side parts of the run. */
static double
factor_of (const CyanPartition *self, guint side)
{
  const CyanCompared *compared = &self->comparison->compared;

  return cyan_compared_part (1, self->basis == CYAN_BASIS_SHARE ? compared->side[side].total
                                                                : cyan_compared_run (compared));
}

/* Adds up the largest own values of the sides from @first to @last.  Own values may be negative. */
static void
sum_own (CyanPartition *self, guint first, guint last)
{
  const CyanCompared *compared = &self->comparison->compared;
  const CyanNode *parent = compared->tree->parent;
  const CyanNode *const nodes[2] = { compared->tree->before, compared->tree->after };
  const double *const own[2] = { cyan_compared_metric (compared, 0)->self,
                                 cyan_compared_metric (compared, 1)->self };
  const double factor[2] = { factor_of (self, 0), factor_of (self, 1) };

  for (CyanNode i = end_of (self, self->root); i-- > self->root;)
    {
      double part = 0;

      for (guint side = first; side <= last; side++)
        if (nodes[side][i] != CYAN_NODE_NONE)
          part = MAX (part, own[side][nodes[side][i]] * factor[side]);
      /* Its children have added theirs. */
      self->width[i] += part;
      if (i != self->root)
        self->width[parent[i]] += self->width[i];
    }
}

static void
sum_changes (CyanPartition *self)
{
  const CyanCompared *compared = &self->comparison->compared;
  gboolean absolute = self->basis == CYAN_BASIS_ABSOLUTE && compared->same_unit;
  double factor = absolute ? factor_of (self, 0) : 1;

  self->rose = g_new (double, compared->n_nodes);
  cyan_comparison_sum_changes (self->comparison, self->basis, CYAN_DIRECTION_SLOWER, self->rose);
  cyan_comparison_sum_changes (self->comparison, self->basis, CYAN_DIRECTION_FASTER, self->width);
  for (CyanNode i = self->root; i < end_of (self, self->root); i++)
    {
      self->rose[i] *= factor;
      self->width[i] = self->width[i] * factor + self->rose[i];
    }
}

static void
share_equally (CyanPartition *self)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;
  CyanNode end = end_of (self, self->root);
  g_autofree guint *n_children = g_new0 (guint, self->comparison->compared.n_nodes);

  for (CyanNode i = self->root + 1; i < end; i++)
    n_children[parent[i]]++;
  self->width[self->root] = 1;
  for (CyanNode i = self->root + 1; i < end; i++)
    self->width[i] = self->width[parent[i]] / n_children[parent[i]];
}

static void
measure (CyanPartition *self)
{
  switch (self->sizes)
    {
    case CYAN_SIZES_ENVELOPE:
      sum_own (self, 0, 1);
      break;
    case CYAN_SIZES_CHANGE:
      sum_changes (self);
      break;
    case CYAN_SIZES_BEFORE:
      sum_own (self, 0, 0);
      break;
    case CYAN_SIZES_AFTER:
      sum_own (self, 1, 1);
      break;
    case CYAN_SIZES_EQUAL:
      share_equally (self);
      break;
    }
}

/* Each node says where its first child and its next sibling begin; where there is none, a place
 * behind all nodes takes it, since branches that cannot be predicted cost more. */
static void
put_side_by_side (CyanPartition *self)
{
  const CyanMergedTree *tree = self->comparison->compared.tree;
  const CyanNode *parent = tree->parent, *end = tree->end;
  CyanNode nowhere = tree->n_nodes, last = end[self->root];

  self->x[self->root] = 0;
  if (self->root + 1 < last)
    self->x[self->root + 1] = 0;
  for (CyanNode i = self->root + 1; i < last; i++)
    {
      self->x[i + 1 < end[i] ? i + 1 : nowhere] = self->x[i];
      self->x[end[i] < end[parent[i]] ? end[i] : nowhere] = self->x[i] + self->width[i];
    }
}

static double
widest_of (const CyanPartition *self, guint level, guint64 block)
{
  return level == 0 ? self->width[self->order[block]] : self->widest[level][block];
}

/* Sets the maxima of all blocks. */
static void
find_widest (CyanPartition *self)
{
  guint n = self->first[self->n_rows];

  for (self->n_levels = 1; n > 1; self->n_levels++)
    {
      guint n_blocks = (n + BLOCK - 1) >> BLOCK_BITS;
      double *widest = g_new (double, n_blocks);

      for (guint block = 0; block < n_blocks; block++)
        {
          guint end = MIN (n, (block + 1) << BLOCK_BITS);

          widest[block] = 0;
          for (guint i = block << BLOCK_BITS; i < end; i++)
            widest[block] = MAX (widest[block], widest_of (self, self->n_levels - 1, i));
        }
      self->widest[self->n_levels] = widest;
      n = n_blocks;
    }
}

/* ---- object ---- */

/* Rounding, in parts of what is measured. */
#define ROUNDING 1e-9

static gboolean
check_node (const CyanPartition *self, CyanNode node, GError **error)
{
  CyanNode parent = self->comparison->compared.tree->parent[node];
  double width = self->width[node], slack = ROUNDING * self->width[self->root];

  if (!(width >= 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, "node %u is %g wide", node, width);
  for (guint side = 0; side < 2; side++)
    if (!(cyan_partition_bar_of (self, node, side) >= -slack
          && cyan_partition_bar_of (self, node, side) <= width + slack))
      return cyan_fail (error, CYAN_ERROR_INVALID, "node %u has a bar that is longer than it",
                        node);
  if (node != self->root
      && !(self->x[node] >= self->x[parent] - slack
           && self->x[node] + width <= self->x[parent] + self->width[parent] + slack))
    return cyan_fail (error, CYAN_ERROR_INVALID, "node %u is not within its caller", node);
  return TRUE;
}

/* Checks that rows ascend, that nodes lie within their callers and that their bars are no longer
 * than they are.  FALSE with CYAN_ERROR_INVALID. */
static gboolean
cyan_partition_check (const CyanPartition *self, GError **error)
{
  /* Values of a file may be too large for a sum of both sides. */
  gboolean is_finite = isfinite (self->width[self->root]);

  for (guint row = 0; row < self->n_rows; row++)
    for (guint place = self->first[row]; place < self->first[row + 1]; place++)
      {
        CyanNode node = self->order[place];

        if (self->row[node] != row || (place > self->first[row] && node <= self->order[place - 1]))
          return cyan_fail (error, CYAN_ERROR_INVALID, "place %u is out of order", place);
        if (is_finite && !check_node (self, node, error))
          return FALSE;
      }
  return TRUE;
}

CyanPartition *
cyan_partition_new (CyanComparison *comparison, CyanBasis basis, CyanSizes sizes)
{
  CyanPartition *self = g_new0 (CyanPartition, 1);
  guint n = comparison->compared.n_nodes;

  cyan_ref_count_init (&self->refs);
  self->comparison = cyan_comparison_ref (comparison);
  self->basis = basis;
  self->sizes = comparison->compared.single && sizes != CYAN_SIZES_EQUAL ? CYAN_SIZES_AFTER : sizes;
  self->root = cyan_comparison_top (comparison);
  self->x = g_new0 (double, (gsize) n + 1);
  self->width = g_new0 (double, n);
  list_places (self);
  measure (self);
  put_side_by_side (self);
  find_widest (self);
  cyan_assert_valid (cyan_partition_check, self);
  return self;
}

CYAN_DEFINE_REF (CyanPartition, cyan_partition)

void
cyan_partition_unref (CyanPartition *self)
{
  if (self == NULL || !cyan_ref_count_dec (&self->refs))
    return;
  for (guint level = 1; level < self->n_levels; level++)
    g_free (self->widest[level]);
  g_free (self->x);
  g_free (self->width);
  g_free (self->rose);
  g_free (self->row);
  g_free (self->order);
  g_free (self->first);
  cyan_comparison_unref (self->comparison);
  g_free (self);
}

guint
cyan_partition_row_of (const CyanPartition *self, CyanNode node)
{
  g_assert (node < self->comparison->compared.n_nodes);
  return self->row[node];
}

double
cyan_partition_x_of (const CyanPartition *self, CyanNode node)
{
  g_assert (node < self->comparison->compared.n_nodes);
  return self->x[node];
}

double
cyan_partition_width_of (const CyanPartition *self, CyanNode node)
{
  g_assert (node < self->comparison->compared.n_nodes);
  return self->width[node];
}

double
cyan_partition_bar_of (const CyanPartition *self, CyanNode node, guint side)
{
  const CyanCompared *compared = &self->comparison->compared;
  double width;

  g_assert (node < compared->n_nodes && side < G_N_ELEMENTS (compared->side));
  width = self->width[node];
  switch (self->sizes)
    {
    case CYAN_SIZES_ENVELOPE:
      /* Own values may be negative, and sums are rounded. */
      return CLAMP (cyan_compared_total (compared, side, node) * factor_of (self, side), 0, width);
    case CYAN_SIZES_CHANGE:
      return side == 1 ? self->rose[node] : width - self->rose[node];
    case CYAN_SIZES_BEFORE:
      return side == 0 ? width : 0;
    case CYAN_SIZES_AFTER:
    case CYAN_SIZES_EQUAL:
      return side == 1 ? width : 0;
    }
  g_assert_not_reached ();
}

/* ---- rows ---- */

static gboolean
are_places (const CyanPartition *self, guint from, guint to)
{
  return from <= to && to <= self->first[self->n_rows];
}

void
cyan_partition_range (const CyanPartition *self, CyanNode node, guint row, guint *from, guint *to)
{
  g_assert (node < self->comparison->compared.n_nodes && row < self->n_rows);
  *from = place_from (self, row, node);
  *to = place_from (self, row, end_of (self, node));
  g_assert (are_places (self, *from, *to));
}

void
cyan_partition_children (const CyanPartition *self, CyanNode node, guint *from, guint *to)
{
  g_assert (node >= self->root && node < self->comparison->compared.n_nodes);
  *from = *to = 0;
  if (end_of (self, node) > node + 1)
    cyan_partition_range (self, node, self->row[node] + 1, from, to);
}

CyanNode
cyan_partition_at (const CyanPartition *self, guint place)
{
  g_assert (place < self->first[self->n_rows]);
  return self->order[place];
}

guint
cyan_partition_place_of (const CyanPartition *self, CyanNode node)
{
  guint place;

  g_assert (node >= self->root && node < self->comparison->compared.n_nodes);
  place = place_from (self, self->row[node], node);
  g_assert (self->order[place] == node);
  return place;
}

/* The first place in [from, to) whose node is at least as wide as @least, or @to. */
static guint
next_wide (const CyanPartition *self, guint from, guint to, double least)
{
  guint64 block = from;
  guint level = 0;

  while (block << level * BLOCK_BITS < to)
    if (widest_of (self, level, block) < least)
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

guint
cyan_partition_next (
    const CyanPartition *self, const CyanFiltered *filtered, guint from, guint to, double least)
{
  guint at;

  g_assert (are_places (self, from, to) && cyan_filtered_fits (filtered, self->comparison));
  at = next_wide (self, from, to, least);
  while (at < to && !cyan_filtered_shows (filtered, self->order[at]))
    at = next_wide (self, at + 1, to, least);
  return at;
}

CyanNode
cyan_partition_find (const CyanPartition *self, guint from, guint to, double x)
{
  guint low = from, high = to;
  CyanNode node;

  g_assert (are_places (self, from, to));
  /* Past the last node that begins there or before. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->x[self->order[middle]] <= x)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == from)
    return CYAN_NODE_NONE;
  node = self->order[low - 1];
  return x < self->x[node] + self->width[node] ? node : CYAN_NODE_NONE;
}

/* ---- pieces ---- */

/* Of the places from @from up to @to. */
static CyanPiece
piece_of (const CyanPartition *self, guint from, guint to)
{
  CyanNode node = self->order[from], last = self->order[to - 1];

  return (CyanPiece){
    .node = node,
    .x = self->x[node],
    .width = self->x[last] + self->width[last] - self->x[node],
  };
}

void
cyan_partition_visit (const CyanPartition *self,
                      const CyanFiltered *filtered,
                      guint from,
                      guint to,
                      double least,
                      CyanPieceFunc func,
                      gpointer data)
{
  const CyanNode *parent = self->comparison->compared.tree->parent;

  g_assert (are_places (self, from, to) && cyan_filtered_fits (filtered, self->comparison));
  g_assert (from == to || parent[self->order[from]] == parent[self->order[to - 1]]);
  for (guint at = from; at < to;)
    {
      guint wide = next_wide (self, at, to, least), hidden = wide;
      CyanPiece piece;

      if (wide > at)
        {
          piece = piece_of (self, at, wide);
          piece.n_more = wide - at;
          if (piece.width > 0)
            func (&piece, data);
        }
      while (hidden < to && !cyan_filtered_shows (filtered, self->order[hidden]))
        hidden++;
      if (hidden > wide)
        {
          piece = piece_of (self, wide, hidden);
          piece.n_hidden = end_of (self, self->order[hidden - 1]) - self->order[wide];
          func (&piece, data);
        }
      else if (wide < to)
        {
          piece = piece_of (self, wide, wide + 1);
          func (&piece, data);
        }
      at = MAX (hidden, wide + 1);
    }
}
