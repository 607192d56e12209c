/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function comes first, and how sure that is. */
#include <math.h>

#include "cyan-noise.h"
#include "cyan-explain-private.h"
#include "cyan-statistics.h"
#include "cyan-units.h"

/* A smaller part of the run is no more than possible. */
#define LIKELY_SHARE 0.01
/* So is what is not this many standard deviations of sampling from 0: the largest of many functions
 * is far out by chance alone. */
#define LIKELY_Z 5.0

/* With more changed functions, another one on the same path may have made the change, unless the
 * function changed by this much as a whole, and spends most of its contribution itself. */
#define FEW_CHANGED     8
#define STRONG_RELATIVE 0.4
/* Then, or without sources, the next one weighs no more than this part of it. */
#define STRONG_NEXT 0.3
#define LIKELY_NEXT 0.5

/* A contribution of this many standard deviations counts by half. */
#define HALF_Z 2.0

/* The quantile of the normal distribution for a 95 % interval. */
#define Z_95 1.959963984540054

/* How much a function changed as a whole, 0...1, beside the factor by which the whole run did. */
static double
relative_change (const CyanRankingSweep *self, const CyanRankingEntry *entry)
{
  double before = entry->total[0] * self->factor, after = entry->total[1];
  double larger = MAX (fabs (before), fabs (after));

  return larger > 0 ? MIN (1.0, fabs (after - before) / larger) : 0;
}

/* With sources, the nearest of several changed functions may have nothing to do with it: then that
 * hardly changed as a whole. */
static double
weight_of (const CyanRankingSweep *self, const CyanRankingEntry *entry)
{
  double relative = relative_change (self, entry), square = entry->sum * entry->sum;
  double certainty = square > 0 ? square / (square + HALF_Z * HALF_Z * entry->variance) : 0;

  return fabs (entry->sum) * certainty
         * (self->ranking->by_source ? relative * relative : sqrt (relative));
}

static void
find_interval (const CyanRankingSweep *self, guint32 function, CyanStart *start)
{
  double half = (double) NAN;

  if (self->comparison->noise.kind == CYAN_NOISE_SAMPLING)
    half = Z_95 * sqrt (self->entries[function].variance);
  else if (self->comparison->noise.kind == CYAN_NOISE_RUNS)
    {
      double of_side[2];

      for (guint side = 0; side < 2; side++)
        {
          guint n = self->comparison->runs[side]->n_runs;

          cyan_mean (self->runs[side] + (gsize) function * n, n, &of_side[side]);
        }
      half = hypot (of_side[0], of_side[1]);
    }
  start->interval[0] = start->contribution - half;
  start->interval[1] = start->contribution + half;
}

/* Whether values scatter; counts that are exact do not. */
static gboolean
is_measured (const CyanRankingSweep *self)
{
  return cyan_unit_is_time (cyan_comparison_unit (self->comparison))
         || self->compared->side[0].period > 0 || self->compared->side[1].period > 0;
}

static gboolean
is_inferred (const CyanRankingSweep *self)
{
  return self->compared->side[0].profile->recording == CYAN_RECORDING_INFERRED
         || self->compared->side[1].profile->recording == CYAN_RECORDING_INFERRED;
}

/* @all: the sum of all magnitudes; @next: the largest weight of a rival, relative to that of
 * @start. */
static CyanConfidence
confidence_of (const CyanRankingSweep *self, const CyanStart *start, double all, double next)
{
  const CyanRankingEntry *entry =
      &self->entries[cyan_compared_function (self->compared, start->node)];
  double size = fabs (start->contribution);
  gboolean is_known = self->comparison->noise.kind != CYAN_NOISE_UNKNOWN
                      || !cyan_unit_is_time (cyan_comparison_unit (self->comparison));
  gboolean touched = (cyan_ranking_kind (self, start->node) & CYAN_RANKING_TOUCHED) != 0;
  gboolean is_one_of_few = touched && self->n_touched <= FEW_CHANGED;
  gboolean may_be_inlined = 2 * fabs (entry->inlined) >= size;
  gboolean is_clear = next <= STRONG_NEXT && 2 * fabs (entry->below) < size
                      && relative_change (self, entry) >= STRONG_RELATIVE;

  if (!(fabs (start->share_of_before) >= LIKELY_SHARE) || size < LIKELY_Z * sqrt (entry->variance)
      || 2 * entry->proved * (start->contribution > 0 ? 1 : -1) < size)
    return CYAN_CONFIDENCE_POSSIBLE;
  /* A call graph hides what was inlined, so without sources its caller may be meant. */
  if ((!touched && (!is_known || is_inferred (self)))
      || (!is_one_of_few && is_measured (self) && next > LIKELY_NEXT)
      || (may_be_inlined && !self->by_inlined))
    return CYAN_CONFIDENCE_POSSIBLE;
  return touched && is_known && !may_be_inlined && 2 * size > all && (is_one_of_few || is_clear)
             ? CYAN_CONFIDENCE_STRONG
             : CYAN_CONFIDENCE_LIKELY;
}

typedef struct
{
  CyanStart start;
  double weight;
} Weighted;

static int
compare_weighted (gconstpointer a, gconstpointer b)
{
  const Weighted *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (fabs (x->start.contribution) != fabs (y->start.contribution))
    return fabs (x->start.contribution) > fabs (y->start.contribution) ? -1 : 1;
  return (x->start.node > y->start.node) - (x->start.node < y->start.node);
}

/* The entries that explain something; the others are side effects, since they are only rounding. */
static GArray *
list_entries (CyanRankingSweep *self)
{
  CyanRanking *ranking = self->ranking;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Weighted));

  for (guint i = 0; i < self->compared->pairs->n_functions; i++)
    {
      const CyanRankingEntry *entry = &self->entries[i];
      Weighted weighted = { .weight = weight_of (self, entry) };

      if (entry->node == CYAN_NODE_NONE)
        continue;
      if (fabs (entry->sum) <= CYAN_RANKING_ROUNDING * entry->most)
        {
          ranking->side_effects += entry->sum;
          continue;
        }
      weighted.start = (CyanStart){
        .pair = self->compared->pairs->of_node[entry->node],
        .node = entry->node,
        .contribution = entry->sum,
        .share_of_before = ranking->before != 0 ? entry->sum / ranking->before : (double) NAN,
      };
      find_interval (self, i, &weighted.start);
      g_array_append_val (list, weighted);
    }
  g_array_sort (list, compare_weighted);
  return list;
}

/* The weight of a function as a rival of those before it: one that did not change, as far as is
 * known, is none for what it only calls. */
static double
rival_weight (const CyanRankingSweep *self, const Weighted *of)
{
  const CyanRankingEntry *entry =
      &self->entries[cyan_compared_function (self->compared, of->start.node)];
  gboolean touched = (cyan_ranking_kind (self, of->start.node) & CYAN_RANKING_TOUCHED) != 0;

  return of->weight * (touched ? 1 : fabs (1 - entry->below / entry->sum));
}

/* No function is surer than one before it. */
static void
find_confidences (CyanRankingSweep *self, const GArray *list, double all)
{
  CyanConfidence most = CYAN_CONFIDENCE_STRONG;
  double next = 0;

  for (guint i = list->len; i-- > 0;)
    {
      const Weighted *of = &g_array_index (list, Weighted, i);

      self->ranking->at[i].confidence =
          confidence_of (self, &self->ranking->at[i], all, of->weight > 0 ? next / of->weight : 1);
      next = MAX (next, rival_weight (self, of));
    }
  for (guint i = 0; i < list->len; i++)
    self->ranking->at[i].confidence = most = MIN (most, self->ranking->at[i].confidence);
  self->ranking->is_shared =
      list->len > 0 && !cyan_ranking_answers (self->ranking)
      && confidence_of (self, &self->ranking->at[0], all, 0) > CYAN_CONFIDENCE_POSSIBLE;
}

void
cyan_ranking_order (CyanRankingSweep *self)
{
  CyanRanking *ranking = self->ranking;
  double all = fabs (cyan_ranking_rest (ranking) - ranking->pruned);
  g_autoptr (GArray) list = list_entries (self);

  ranking->n = list->len;
  ranking->at = g_new (CyanStart, MAX (list->len, 1));
  for (guint i = 0; i < list->len; i++)
    {
      ranking->at[i] = g_array_index (list, Weighted, i).start;
      all += fabs (ranking->at[i].contribution);
    }
  find_confidences (self, list, all);
}
