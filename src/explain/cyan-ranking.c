/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sweep from the root down gives each node's change to a function, or to several in parts. */
#include "cyan-ranking.h"

#include <math.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-explain-private.h"
#include "cyan-worker.h"

/* Callers that a change may belong to in parts. */
#define MAX_CLIMB 32

/* A smaller fraction does not go to the caller, and does not stay below it. */
#define LEAST_FRACTION 0.02

/* Parts that are smaller relative to the run are no reason. */
#define LEAST_PART 1e-6

double
cyan_ranking_part_of_calls (const CyanRankingSweep *self, CyanBoth both, const double value[2])
{
  double before = (double) cyan_profile_calls (self->compared->side[0].profile, both.before);
  double after = (double) cyan_profile_calls (self->compared->side[1].profile, both.after);

  return before > 0 && after > 0 ? (after - before) * (value[0] / before + value[1] / after) / 2
                                 : 0;
}

gboolean
cyan_ranking_moved_away (const CyanRankingSweep *self, CyanNode node, CyanBoth both)
{
  return both.after == CYAN_NODE_NONE
         && cyan_comparison_moved_to (self->comparison, node) != CYAN_NODE_NONE;
}

/* ---- parts ---- */

/* A node's change, or a part of it. */
typedef struct
{
  CyanNode node;
  CyanBoth both;
  double value[2];
  double part;
  guint8 kind;
  gboolean proves; /* something may be known of it: see cyan_shifts_take_out() */
} Part;

static void
add_runs (CyanRankingSweep *self, const Part *part, guint32 function, double fraction)
{
  const CyanNode nodes[2] = { part->both.before, part->both.after };

  for (guint side = 0; side < 2; side++)
    {
      const CyanRuns *runs = self->comparison->runs[side];
      double factor = fraction * cyan_compared_factor (self->compared, side);

      if (self->runs[side] == NULL || nodes[side] == CYAN_NODE_NONE)
        continue;
      for (guint r = 0; r < runs->n_runs; r++)
        self->runs[side][(gsize) function * runs->n_runs + r] +=
            factor * (double) runs->self[r][nodes[side]];
    }
}

static double
calls_of (const CyanProfile *profile, CyanNode node)
{
  guint64 calls = node != CYAN_NODE_NONE ? cyan_profile_calls (profile, node) : 0;

  return calls != CYAN_CALLS_UNKNOWN ? (double) calls : 0;
}

static void
add_share (CyanRankingSweep *self, const Part *part, guint32 function, guint8 kind)
{
  const CyanComparedSide *sides = self->compared->side;
  CyanNode other = kind == CYAN_BECAUSE_ONE_SIDED ? self->top[part->node] : part->node;
  CyanRankingShare share = {
    .function = function,
    .other = self->compared->pairs->of_node[other],
    .kind = kind,
    .part = part->part,
    .value = { part->value[0], part->value[1] },
    .calls = { calls_of (sides[0].profile, part->both.before),
               calls_of (sides[1].profile, part->both.after) },
  };

  if (fabs (part->part) >= LEAST_PART * self->ranking->before)
    g_array_append_val (self->shares, share);
}

/* @landing is where the calls and costs say that it belongs to. */
static void
give (CyanRankingSweep *self, const Part *part, CyanNode landing)
{
  double fraction = MIN (1.0, fabs (part->part / (part->value[1] - part->value[0])));
  CyanNode owner = landing;
  guint8 kind = part->kind;
  guint32 function;
  CyanRankingEntry *entry;

  if (self->ranking->by_source && (cyan_ranking_kind (self, landing) & CYAN_RANKING_TOUCHED) == 0)
    owner = self->owner[part->node];
  /* Who calls more is a reason of the caller only. */
  if (owner != landing)
    kind = CYAN_BECAUSE_BELOW;
  if (owner == CYAN_NODE_NONE || owner == CYAN_NODE_ROOT)
    {
      self->ranking->side_effects += part->part;
      return;
    }
  function = cyan_compared_function (self->compared, owner);
  if (kind == CYAN_BECAUSE_BELOW && cyan_compared_function (self->compared, part->node) == function)
    kind = CYAN_BECAUSE_COST;
  entry = &self->entries[function];
  entry->sum += part->part;
  /* n samples of weight p have the value n p and the variance n p^2. */
  for (guint side = 0; side < 2; side++)
    entry->variance += fraction * fabs (part->value[side]) * self->compared->side[side].period
                       * cyan_compared_factor (self->compared, side);
  if (part->proves && (cyan_ranking_kind (self, part->node) & CYAN_RANKING_PROVED) != 0)
    entry->proved += part->part;
  if (((cyan_ranking_kind (self, part->node) | cyan_ranking_kind (self, owner))
       & CYAN_RANKING_INLINES)
      != 0)
    entry->inlined += part->part;
  if (cyan_compared_is_uncertain (self->compared, part->node))
    entry->uncertain += part->part;
  if (kind == CYAN_BECAUSE_BELOW)
    entry->below += part->part;
  if (fabs (part->part) > entry->most)
    {
      entry->most = fabs (part->part);
      entry->node = owner;
    }
  add_runs (self, part, function, fraction);
  add_share (self, part, function, kind);
}

/* Gives @part to @at, and to the callers that alone see it. */
static void
climb (CyanRankingSweep *self, Part part, CyanNode at, gboolean by_self)
{
  CyanNode home = self->home[at];

  for (guint i = 0; i < MAX_CLIMB && home != CYAN_NODE_ROOT; i++)
    {
      Part rest = part;
      double fraction =
          self->caller[home] != CYAN_NODE_ROOT ? self->above[by_self ? 0 : 1][self->edge[home]] : 0;

      if (fraction < LEAST_FRACTION)
        break;
      if (fraction <= 1 - LEAST_FRACTION)
        {
          rest.part *= 1 - fraction;
          give (self, &rest, cyan_ranking_reader (self, home));
          part.part *= fraction;
        }
      home = self->caller[home];
      by_self = FALSE;
    }
  give (self, &part, cyan_ranking_reader (self, home != CYAN_NODE_ROOT ? home : at));
}

static void
give_parts (
    CyanRankingSweep *self, CyanNode node, CyanBoth both, const double value[2], gboolean proves)
{
  CyanNode at = self->common[node], caller;
  Part part = {
    node, both, { value[0], value[1] }, value[1] - value[0], CYAN_BECAUSE_BELOW, proves
  };
  Part calls = part;

  if (at != node)
    {
      part.kind = CYAN_BECAUSE_ONE_SIDED;
      at = at != CYAN_NODE_ROOT ? at : node;
      climb (self, part, at, FALSE);
      return;
    }
  caller = cyan_parcs_find_caller (self->comparison, node);
  calls.part = caller != CYAN_NODE_NONE ? cyan_ranking_part_of_calls (self, both, value) : 0;
  calls.kind = CYAN_BECAUSE_CALLS;
  part.part -= calls.part;
  if (part.part != 0)
    climb (self, part, node, TRUE);
  if (calls.part != 0)
    give (self, &calls, cyan_ranking_reader (self, caller));
}

/* ---- sweep ---- */

static void
add_totals (CyanRankingSweep *self, CyanNode node)
{
  CyanRankingEntry *entry = &self->entries[cyan_compared_function (self->compared, node)];

  /* In a recursion the outermost context has the time of all. */
  if (node < entry->inside)
    return;
  entry->inside = self->compared->tree->end[node];
  for (guint side = 0; side < 2; side++)
    if (cyan_compared_node (self->compared, side, node) != CYAN_NODE_NONE)
      entry->total[side] += cyan_compared_total (self->compared, side, node)
                            * cyan_compared_factor (self->compared, side);
}

static gboolean
sweep (CyanRankingSweep *self, const CyanTick *tick, GError **error)
{
  const CyanComparison *comparison = self->comparison;
  guint n = self->compared->n_nodes;

  for (CyanNode node = 1; node < n; node++)
    {
      CyanBoth both = cyan_parcs_both (comparison, node);
      gboolean proves;
      double value[2];

      if (!cyan_tick_step (tick, node, n, N_ ("Looking for causes"), error))
        return FALSE;
      add_totals (self, node);
      /* A moved node counts at its new place. */
      if (cyan_ranking_moved_away (self, node, both))
        continue;
      cyan_parcs_self_values (comparison, both, value);
      proves = cyan_shifts_take_out (self->shifts, node, value);
      if (value[0] == value[1])
        continue;
      if (cyan_parcs_may_be_pruned (self->compared, node))
        self->ranking->pruned += value[1] - value[0];
      else if ((cyan_ranking_kind (self, node) & CYAN_RANKING_ENVIRONMENT) != 0)
        self->ranking->environment += value[1] - value[0];
      else
        give_parts (self, node, both, value, proves);
    }
  return TRUE;
}

static gboolean
adds_up (const CyanRanking *self, const CyanCompared *compared)
{
  double sum = cyan_ranking_rest (self);

  for (guint i = 0; i < self->n; i++)
    sum += self->at[i].contribution;
  return !compared->same_unit
         || fabs (sum - self->difference)
                <= CYAN_RANKING_ROUNDING * cyan_compared_larger_total (compared);
}

static void
sweep_init (CyanRankingSweep *self)
{
  const CyanCompared *compared = self->compared;
  guint n = compared->n_nodes, n_functions = MAX (compared->pairs->n_functions, 1);

  self->ranking->before = compared->same_unit ? fabs (compared->side[0].sum) : 1;
  if (compared->same_unit)
    self->ranking->difference = compared->side[1].sum - compared->side[0].sum;
  self->kinds = g_new0 (guint8, n_functions);
  self->maker = g_new (guint32, n_functions);
  self->first = g_new (CyanNode, n_functions);
  self->owner = g_new (CyanNode, n);
  self->home = g_new (CyanNode, n);
  self->caller = g_new (CyanNode, n);
  self->common = g_new (CyanNode, n);
  self->top = g_new (CyanNode, n);
  self->own = g_new (double, n);
  self->edge = g_new (guint32, n);
  self->edges = g_array_new (FALSE, FALSE, sizeof (CyanRankingEdge));
  self->shares = g_array_new (FALSE, FALSE, sizeof (CyanRankingShare));
  self->entries = g_new0 (CyanRankingEntry, n_functions);
  for (guint i = 0; i < n_functions; i++)
    self->entries[i].node = CYAN_NODE_NONE;
  if (self->comparison->noise.kind == CYAN_NOISE_RUNS)
    for (guint side = 0; side < 2; side++)
      self->runs[side] =
          g_new0 (double, (gsize) n_functions * self->comparison->runs[side]->n_runs);
}

static void
sweep_clear (CyanRankingSweep *self)
{
  g_free (self->kinds);
  g_free (self->maker);
  g_free (self->first);
  g_free (self->owner);
  g_free (self->home);
  g_free (self->caller);
  g_free (self->common);
  g_free (self->top);
  g_free (self->own);
  g_free (self->edge);
  g_array_unref (self->edges);
  g_array_unref (self->shares);
  g_free (self->entries);
  cyan_shifts_free (self->shifts);
  for (guint i = 0; i < 2; i++)
    {
      g_free (self->above[i]);
      g_free (self->runs[i]);
    }
}

/* A CyanWorkFunc. */
static gboolean
find_places (gpointer data, G_GNUC_UNUSED GError **error)
{
  CyanRankingSweep *self = data;

  cyan_ranking_find_makers (self);
  cyan_ranking_find_homes (self);
  cyan_ranking_find_edges (self);
  return TRUE;
}

static CyanRanking *
rank (const CyanComparison *comparison,
      const CyanRankingSources *sources,
      gboolean by_inlined,
      const CyanTick *tick,
      GError **error)
{
  CyanRankingSweep self = { .comparison = comparison,
                            .compared = &comparison->compared,
                            .sources = sources,
                            .by_inlined = by_inlined,
                            .ranking = g_new0 (CyanRanking, 1) };
  CyanWorker places = { .func = NULL };

  sweep_init (&self);
  cyan_ranking_find_kinds (&self);
  cyan_worker_start (&places, "places", find_places, &self);
  self.shifts = cyan_shifts_new (comparison, self.kinds, CYAN_RANKING_ENVIRONMENT, tick, error);
  cyan_worker_join (&places, NULL);
  if (self.shifts != NULL && sweep (&self, tick, error))
    {
      self.ranking->shifts = cyan_shifts_list (self.shifts, &self.ranking->n_shifts);
      cyan_ranking_order (&self);
      cyan_ranking_find_reasons (&self);
      cyan_assert_slow (adds_up (self.ranking, self.compared));
    }
  else
    g_clear_pointer (&self.ranking, cyan_ranking_free);
  sweep_clear (&self);
  return self.ranking;
}

CyanRanking *
cyan_ranking_new (const CyanComparison *comparison,
                  const CyanRankingSources *sources,
                  const CyanTick *tick,
                  GError **error)
{
  static const CyanRankingSources nothing = { NULL, NULL, NULL };
  const CyanRankingSources *known = sources != NULL ? sources : &nothing;
  g_autoptr (CyanRanking) self = rank (comparison, known, FALSE, tick, error);
  gboolean is_hidden = self != NULL && self->by_source && !cyan_ranking_answers (self)
                       && 2 * fabs (self->side_effects) > fabs (self->difference)
                       && known->inlined != NULL && known->inlined->len > 0;

  return is_hidden ? rank (comparison, known, TRUE, tick, error) : g_steal_pointer (&self);
}

void
cyan_ranking_free (CyanRanking *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->inlined, g_ptr_array_unref);
  g_free (self->at);
  g_free (self->shifts);
  g_free (self);
}

double
cyan_ranking_rest (const CyanRanking *self)
{
  double rest = self->side_effects + self->environment + self->pruned;

  for (guint i = 0; i < self->n_shifts; i++)
    rest += self->shifts[i].net;
  return rest;
}

void
cyan_ranking_sums (const CyanRanking *self, double *slower, double *faster)
{
  *slower = *faster = 0;
  for (guint i = 0; i < self->n; i++)
    *(self->at[i].contribution > 0 ? slower : faster) += self->at[i].contribution;
}

gboolean
cyan_ranking_answers (const CyanRanking *self)
{
  return self->n > 0 && self->at[0].confidence > CYAN_CONFIDENCE_POSSIBLE;
}
