/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What chance may explain: samples, their noise, and nodes that were merely not hit. */
#include "cyan-noise.h"

#include <math.h>
#include <string.h>

/* The chance of calling one or more nodes added or removed in two runs of the same program. */
#define ALPHA 0.05

/* Values looked at to guess a period. */
#define GUESS_VALUES 65536

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
guess_period (const CyanProfile *profile, guint metric)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  guint stride = profile->n_nodes / GUESS_VALUES + 1;

  for (guint i = 0; i < profile->n_nodes; i += stride)
    if (profile->metrics[metric].self[i] > 0)
      g_array_append_val (values, profile->metrics[metric].self[i]);
  if (values->len == 0)
    return 1;
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, values->len / 10);
}

double
cyan_noise_period (const CyanProfile *profile, guint metric)
{
  if (profile->recording != CYAN_RECORDING_SAMPLED)
    return 0;
  if (metric == 0 && isfinite (profile->period) && profile->period > 0)
    return profile->period;
  if (strcmp (profile->metrics[metric].unit, "samples") == 0)
    return 1;
  return guess_period (profile, metric);
}

double
cyan_noise_self_difference (const CyanComparison *self, CyanNode node, double *variance)
{
  CyanNode before = self->tree->before[node], after = self->tree->after[node];
  double before_factor = 1, after_factor = 1;
  double before_self = 0, after_self = 0;

  if (!self->same_unit)
    {
      before_factor = self->before_run > 0 ? 1 / self->before_run : 0;
      after_factor = self->after_run > 0 ? 1 / self->after_run : 0;
    }
  if (before != CYAN_NODE_NONE)
    before_self = self->before->metrics[self->before_metric].self[before] * before_factor;
  if (after != CYAN_NODE_NONE)
    after_self = self->after->metrics[self->after_metric].self[after] * after_factor;

  /* n samples of weight p have the value n p and the variance n p^2. */
  *variance = fabs (before_self) * self->before_period * before_factor
              + fabs (after_self) * self->after_period * after_factor;
  return after_self - before_self;
}

double
cyan_noise_gain (const CyanComparison *self, CyanNode node, CyanDirection direction)
{
  double variance;
  double change = cyan_noise_self_difference (self, node, &variance);

  if (direction == CYAN_DIRECTION_FASTER)
    change = -change;
  return MAX (0.0, change - CYAN_NOISE_Z * sqrt (variance));
}

/* One side's view of what it has and the other has not. */
typedef struct
{
  const CyanNode *has; /* by merged node */
  const CyanNode *lacks;
  const double *total; /* by node of the side that has it */
  gboolean doubtful;   /* the side that lacks it was sampled */
  double log_miss;     /* ln of the chance that the other run missed one unit of total */
  guint n_tests;
  guint shift; /* of this side's two bits in not_seen while they are worked out */
} OneSided;

/* While not_seen is worked out: what the nearest one-sided ancestor of this side said. */
enum
{
  OUTSIDE = 0, /* there is none below the nearest matched ancestor */
  BY_CHANCE = 1,
  FOR_SURE = 2,
  MASK = 3,
};

/* If the same program ran twice, a sample of the node falls on this side with chance
 * q = n / (n + n'), n and n' the samples of both runs; all of x samples do with q^x.  Likewise for
 * equal absolute time instead of equal share; the larger chance counts, which is the one that is
 * slower to call something new.  Against an exact recording the other side's samples are Poisson,
 * none with chance e^-expected. */
static double
log_miss (
    double own_run, double own_period, double other_run, double other_period, gboolean same_unit)
{
  double own, other, by_share, by_time;

  if (own_run <= 0 || other_run <= 0 || other_period <= 0)
    return 0;
  other = other_run / other_period;
  if (own_period <= 0)
    {
      by_share = -other / own_run;
      by_time = -1 / other_period;
    }
  else
    {
      own = own_run / own_period;
      by_share = log (own / (own + other)) / own_period;
      by_time = log (other_period / (own_period + other_period)) / own_period;
    }
  return same_unit ? MAX (by_share, by_time) : by_share;
}

static gboolean
is_one_sided (const OneSided *side, CyanNode node)
{
  return side->has[node] != CYAN_NODE_NONE && side->lacks[node] == CYAN_NODE_NONE;
}

/* What stands above a node: its parent's word, unless the parent is in both trees. */
static guint
inherited (const CyanComparison *self, const OneSided *side, CyanNode node)
{
  return node == CYAN_NODE_ROOT ? OUTSIDE
                                : (self->not_seen[self->tree->parent[node]] >> side->shift) & MASK;
}

static guint
judge (const OneSided *side, CyanNode node, guint above)
{
  /* What a new node calls is new too, and what a missed one calls was missed with it. */
  if (above != OUTSIDE)
    return above;
  if (!side->doubtful)
    return FOR_SURE;
  return side->total[side->has[node]] * side->log_miss < log (ALPHA / MAX (side->n_tests, 1))
             ? FOR_SURE
             : BY_CHANCE;
}

/* Topmost one-sided nodes of the sides in doubt: each is one test. */
static guint
count_tests (const CyanComparison *self, OneSided sides[2])
{
  guint n = 0;

  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      guint8 bits = 0;

      for (guint s = 0; s < 2; s++)
        if (is_one_sided (&sides[s], i))
          {
            n += sides[s].doubtful && inherited (self, &sides[s], i) == OUTSIDE;
            bits |= FOR_SURE << sides[s].shift;
          }
        else if (is_one_sided (&sides[1 - s], i))
          bits |= inherited (self, &sides[s], i) << sides[s].shift;
      self->not_seen[i] = bits;
    }
  return n;
}

void
cyan_noise_mark_not_seen (CyanComparison *self)
{
  const CyanMergedTree *tree = self->tree;
  OneSided sides[2] = {
    { tree->before, tree->after, self->before->metrics[self->before_metric].total,
      self->after_period > 0,
      log_miss (self->before_run, self->before_period, self->after_run, self->after_period,
                self->same_unit),
      0, 0 },
    { tree->after, tree->before, self->after->metrics[self->after_metric].total,
      self->before_period > 0,
      log_miss (self->after_run, self->after_period, self->before_run, self->before_period,
                self->same_unit),
      0, 2 },
  };

  memset (self->not_seen, 0, self->n_nodes);
  if (!sides[0].doubtful && !sides[1].doubtful)
    return;

  sides[0].n_tests = sides[1].n_tests = count_tests (self, sides);
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      guint8 bits = 0;

      for (guint s = 0; s < 2; s++)
        {
          guint above = inherited (self, &sides[s], i);

          if (is_one_sided (&sides[s], i))
            bits |= judge (&sides[s], i, above) << sides[s].shift;
          else if (is_one_sided (&sides[1 - s], i))
            bits |= above << sides[s].shift;
        }
      self->not_seen[i] = bits;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      guint8 bits = self->not_seen[i];

      self->not_seen[i] = (is_one_sided (&sides[0], i) && (bits & MASK) == BY_CHANCE)
                          || (is_one_sided (&sides[1], i) && (bits >> 2 & MASK) == BY_CHANCE);
    }
}
