/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The similarity of two subtrees, estimated without walking all of their nodes.
 *
 * There are two estimates, and the larger one counts.  The first is the fraction of names that both
 * have (Jaccard): exact for small subtrees, from a one-permutation minimum hash for large ones.
 * The second is the fraction of weight that a merge by path would keep, computed from the top and
 * stopped after a few steps.  The first tolerates wrappers; the second distinguishes subtrees with
 * the same set of names.
 */
#include "cyan-match-shared.h"

#include <math.h>
#include <string.h>

#define BINS  CYAN_MATCH_BINS
#define EMPTY 0x7f7f /* larger than any hash; all bytes are equal, for memset() */
#define SMALL                                                                                      \
  24                   /* nodes of a subtree whose names are compared one by one, and that has no
                            * bins of its own */
#define STEPS       32 /* pairs of nodes visited by a merge by path */
#define DEPTH       6
#define MANY_KIDS   256 /* nodes with more children are not merged */
#define LIGHT       (1.0 / 64)
#define NODE_WEIGHT 0.05 /* of the mean self value */

#define RATIO_STEPS           32768
#define RATIO_PART            (1.0 / 4096) /* fraction of a total; lighter subtrees are not divided */
#define RATIO_LEAST           0.3          /* fraction of a total that must be paired by path */
#define RATIO_LEAST_PARTS     8
#define RATIO_BINS            1025
#define RATIO_BINS_A_DOUBLING 16

/* Shortens a hash of 28 bits to 15 and keeps the order: a power of two and ten bits of mantissa.
 * The minimum of a large set is small; without the power it would be equal in all large sets. */
static gint16
shorten (guint32 hash)
{
  guint32 value = (hash >> 4) | 1;
  guint power = g_bit_storage (value) - 1;

  return (gint16) (power << 10 | ((value << (27 - power) >> 17) & 0x3ff));
}

/* Adds a name to the bins of a subtree. */
static void
add_name (gint16 *bins, guint32 hash)
{
  gint16 value = shorten (hash);

  bins[hash % BINS] = MIN (bins[hash % BINS], value);
}

/* The root counts as large, so that there is a large subtree around every node. */
static gboolean
is_large (const CyanMatchSide *side, CyanNode node)
{
  return node == CYAN_NODE_ROOT || side->end[node] - node > SMALL;
}

static void
fill_bins (gpointer data, guint k)
{
  CyanMatchSketch *self = data;
  const CyanMatchSide *side = self->sides[k];
  const CyanNode *parent = side->parent;
  guint32 *large = self->large[k] = g_new (guint32, side->n_nodes);
  guint n_large = 0;
  gint16 *bins;

  for (CyanNode i = 0; i < side->n_nodes; i++)
    large[i] = is_large (side, i) ? n_large++ : large[parent[i]];
  bins = self->bins[k] = g_new (gint16, (gsize) n_large * BINS);
  memset (bins, EMPTY & 0xff, (gsize) n_large * BINS * sizeof *bins);
  for (CyanNode i = side->n_nodes; i-- > 0;)
    {
      gint16 *own = bins + (gsize) large[i] * BINS, *up;

      add_name (own, self->hash_of[side->name[i]]);
      if (i == CYAN_NODE_ROOT || !is_large (side, i))
        continue;
      up = bins + (gsize) large[parent[i]] * BINS;
      for (guint bin = 0; bin < BINS; bin++)
        up[bin] = MIN (up[bin], own[bin]);
    }
}

/* The bins of @node; those of a small subtree are written to @small. */
static const gint16 *
bins_of (const CyanMatchSketch *self, guint k, CyanNode node, gint16 *small)
{
  const CyanMatchSide *side = self->sides[k];

  if (is_large (side, node))
    return self->bins[k] + (gsize) self->large[k][node] * BINS;
  memset (small, EMPTY & 0xff, BINS * sizeof *small);
  for (CyanNode i = node; i < side->end[node]; i++)
    add_name (small, self->hash_of[side->name[i]]);
  return small;
}

typedef struct
{
  CyanNode a;
  CyanNode b;
  guint depth;
} Step;

static double
sum_totals (const CyanMatchSketch *self, guint side, CyanNode node)
{
  const CyanNode *kids = cyan_match_kids (self->sides[side], node);
  guint n = cyan_match_n_kids (self->sides[side], node);
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    sum += self->total[side][kids[i]];
  return sum;
}

/* Adds the pairs of children of equal names to @stack.  Returns the number of steps. */
static guint
push_paired (const CyanMatchSketch *self, Step step, GArray *stack)
{
  const CyanMatchSide *before = self->sides[0];
  const CyanMatchSide *after = self->sides[1];
  const CyanNode *xs = cyan_match_kids (before, step.a);
  const CyanNode *ys = cyan_match_kids (after, step.b);
  guint n_xs = cyan_match_n_kids (before, step.a);
  guint n_ys = cyan_match_n_kids (after, step.b);

  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint32 x = before->name[xs[i]], y = after->name[ys[j]];

      if (x == y)
        {
          Step pair = { xs[i], ys[j], 0 };

          g_array_append_val (stack, pair);
        }
      i += x <= y;
      j += y <= x;
    }
  return 1 + (n_xs + n_ys) / 4;
}

/* The middle of the bins that half of the weight reaches, from either end. */
static double
median_bin (const double *weight_of, double sum)
{
  double below = weight_of[0], above = weight_of[RATIO_BINS - 1];
  guint lower = 0, upper = RATIO_BINS - 1;

  while (below < sum / 2 && lower < RATIO_BINS - 1)
    below += weight_of[++lower];
  while (above < sum / 2 && upper > 0)
    above += weight_of[--upper];
  return (lower + upper) / 2.0;
}

/*
 * The logarithm, of base 2, of the typical ratio of weights, after / before.
 *
 * It need not be 1, since recordings differ in length and in unit.  The ratio of the totals does
 * not serve if much was added or removed: all remaining nodes would seem to have grown.  So this is
 * the median over the pairs that a merge by path finds in the heavy upper part of both trees,
 * weighted by total.  If these pairs have too little weight, it is the ratio of the totals.
 */
static double
typical_growth (const CyanMatchSketch *self)
{
  g_autofree double *weight_of = g_new0 (double, RATIO_BINS);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Step));
  double run[2] = { self->total[0][CYAN_NODE_ROOT], self->total[1][CYAN_NODE_ROOT] };
  double sum = 0.0;
  Step step = { CYAN_NODE_ROOT, CYAN_NODE_ROOT, 0 };
  guint n_steps = 0, n_parts = 0;

  g_array_append_val (stack, step);
  while (stack->len > 0 && n_steps < RATIO_STEPS)
    {
      double own[2];

      step = g_array_index (stack, Step, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      own[0] = self->total[0][step.a];
      own[1] = self->total[1][step.b];
      if (MIN (own[0] / run[0], own[1] / run[1]) >= RATIO_PART)
        {
          own[0] -= sum_totals (self, 0, step.a);
          own[1] -= sum_totals (self, 1, step.b);
          n_steps += push_paired (self, step, stack);
        }
      if (own[0] > 0.0 && own[1] > 0.0)
        {
          double doublings = round (RATIO_BINS_A_DOUBLING * (log2 (own[1]) - log2 (own[0])));
          double weight = sqrt (own[0] / run[0] * (own[1] / run[1]));

          weight_of[(guint) CLAMP (RATIO_BINS / 2 + doublings, 0.0, RATIO_BINS - 1.0)] += weight;
          sum += weight;
          n_parts++;
        }
    }
  if (sum < RATIO_LEAST || n_parts < RATIO_LEAST_PARTS)
    return log2 (run[1]) - log2 (run[0]);
  return (median_bin (weight_of, sum) - RATIO_BINS / 2) / RATIO_BINS_A_DOUBLING;
}

/* Scales weights to fractions of the larger total.  Exchanging the sides exchanges the two scales,
 * to the last bit: weights that are equal have to stay equal. */
static void
set_scales (CyanMatchSketch *self)
{
  double before = self->total[0][CYAN_NODE_ROOT];
  double after = self->total[1][CYAN_NODE_ROOT];

  self->per_total[0] = before > 0.0 ? 1.0 / before : 0.0;
  self->per_total[1] = after > 0.0 ? 1.0 / after : 0.0;
  if (before > 0.0 && after > 0.0)
    {
      double growth = typical_growth (self);
      double scale[2] = { exp2 (growth / 2), exp2 (-growth / 2) };
      double longest = MAX (before * scale[0], after * scale[1]);

      self->per_total[0] = scale[0] / longest;
      self->per_total[1] = scale[1] / longest;
    }
}

void
cyan_match_sketch_init (CyanMatchSketch *self,
                        const CyanMatchSide *before,
                        const CyanMatchSide *after,
                        const double *before_total,
                        const double *after_total,
                        const guint32 *hash_of)
{
  self->hash_of = hash_of;
  self->sides[0] = before;
  self->sides[1] = after;
  self->total[0] = before_total;
  self->total[1] = after_total;
  set_scales (self);
  self->per_node = NODE_WEIGHT / MAX (before->n_nodes, after->n_nodes);
  cyan_match_both_sides (fill_bins, self, MIN (before->n_nodes, after->n_nodes));
  self->work = 0;
  self->budget = G_MAXUINT64;
}

void
cyan_match_sketch_clear (CyanMatchSketch *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->bins[side], g_free);
      g_clear_pointer (&self->large[side], g_free);
    }
}

double
cyan_match_weight (const CyanMatchSketch *self, guint side, CyanNode node)
{
  double total = MAX (self->total[side][node], 0.0);
  guint size = self->sides[side]->end[node] - node;

  return total * self->per_total[side] + size * self->per_node;
}

double
cyan_match_similar_names (const CyanMatchSketch *self, CyanNode a, CyanNode b)
{
  gint16 small[2][BINS];
  const gint16 *x = bins_of (self, 0, a, small[0]), *y = bins_of (self, 1, b, small[1]);
  guint same = 0, used = 0;

  for (guint k = 0; k < BINS; k++)
    {
      gboolean filled = MIN (x[k], y[k]) != EMPTY;

      used += filled;
      same += filled && x[k] == y[k];
    }
  return used == 0 ? 0.0 : (double) same / used;
}

/* Collects the distinct names of a small subtree, sorted. */
static guint
collect_names (const CyanMatchSide *side, CyanNode top, gboolean with_top, guint64 *names)
{
  guint n = 0;

  for (CyanNode i = with_top ? top : top + 1; i < side->end[top]; i++)
    names[n++] = side->name[i];
  return cyan_match_sort_distinct (names, n);
}

static double
compare_names (CyanMatchSketch *self, CyanNode a, CyanNode b)
{
  const CyanMatchSide *before = self->sides[0];
  const CyanMatchSide *after = self->sides[1];
  gboolean with_top = before->name[a] == after->name[b];
  guint64 xs[SMALL], ys[SMALL];
  guint n_xs, n_ys, same;

  if (before->end[a] - a > SMALL || after->end[b] - b > SMALL)
    return cyan_match_similar_names (self, a, b);
  n_xs = collect_names (before, a, with_top, xs);
  n_ys = collect_names (after, b, with_top, ys);
  same = cyan_match_count_common (xs, n_xs, ys, n_ys);
  return n_xs + n_ys == 0 ? 0.0 : (double) same / (n_xs + n_ys - same);
}

static double
sum_kids (const CyanMatchSketch *self, guint side, CyanNode node)
{
  const CyanNode *kids = cyan_match_kids (self->sides[side], node);
  guint n = cyan_match_n_kids (self->sides[side], node);
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    sum += cyan_match_weight (self, side, kids[i]);
  return sum;
}

/* The fraction of weight that a merge of two subtrees by path keeps; both have weight 1. */
static double
compare_paths (CyanMatchSketch *self, CyanNode a, CyanNode b)
{
  const CyanMatchSide *before = self->sides[0];
  const CyanMatchSide *after = self->sides[1];
  gboolean with_top = before->name[a] == after->name[b];
  Step stack[STEPS];
  guint n_stack = 1, n_steps = 1;
  double scale_a, scale_b, kept = 0.0;

  if (cyan_match_n_kids (before, a) > MANY_KIDS || cyan_match_n_kids (after, b) > MANY_KIDS)
    return 0.0;
  scale_a = with_top ? cyan_match_weight (self, 0, a) : sum_kids (self, 0, a);
  scale_b = with_top ? cyan_match_weight (self, 1, b) : sum_kids (self, 1, b);
  if (scale_a <= 0.0 || scale_b <= 0.0)
    return 0.0;

  stack[0] = (Step){ a, b, 0 };
  while (n_stack > 0)
    {
      Step step = stack[--n_stack];
      const CyanNode *xs = cyan_match_kids (before, step.a);
      const CyanNode *ys = cyan_match_kids (after, step.b);
      guint n_xs = cyan_match_n_kids (before, step.a);
      guint n_ys = cyan_match_n_kids (after, step.b);

      self->work += 1 + (n_xs + n_ys) / 4;
      if (step.depth > 0 || with_top)
        {
          double self_a = cyan_match_weight (self, 0, step.a) - sum_kids (self, 0, step.a);
          double self_b = cyan_match_weight (self, 1, step.b) - sum_kids (self, 1, step.b);

          kept += MAX (MIN (self_a / scale_a, self_b / scale_b), 0.0);
        }
      for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
        {
          CyanNode x = xs[i], y = ys[j];
          double share;

          if (before->name[x] != after->name[y])
            {
              gboolean forward = before->name[x] < after->name[y];

              i += forward;
              j += !forward;
              continue;
            }
          i++;
          j++;
          share = MIN (cyan_match_weight (self, 0, x) / scale_a,
                       cyan_match_weight (self, 1, y) / scale_b);
          if (share < LIGHT || step.depth + 1 == DEPTH || n_steps == STEPS
              || cyan_match_n_kids (before, x) > MANY_KIDS
              || cyan_match_n_kids (after, y) > MANY_KIDS)
            {
              kept += share * cyan_match_similar_names (self, x, y);
              continue;
            }
          stack[n_stack++] = (Step){ x, y, step.depth + 1 };
          n_steps++;
        }
    }
  return MIN (kept, 1.0);
}

double
cyan_match_similarity (CyanMatchSketch *self, CyanNode a, CyanNode b)
{
  double names = compare_names (self, a, b);

  self->work++;
  g_assert (names >= 0 && names <= 1);
  if (names >= 1.0 || self->work >= self->budget)
    return names;
  return MAX (names, compare_paths (self, a, b));
}
