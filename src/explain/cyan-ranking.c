/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sweep from the root down finds the owner of each node and adds its change to that; the functions
 * that own something are then ranked. */
#include "cyan-ranking.h"

#include <math.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-name-parts.h"
#include "cyan-name-runtime.h"
#include "cyan-noise.h"
#include "cyan-parcs-private.h"
#include "cyan-ranking-shifts.h"
#include "cyan-units.h"

/* Sums that cancel out are zero except for rounding errors. */
#define ROUNDING 1e-9

/* A smaller part of the run is no more than possible. */
#define LIKELY_SHARE 0.01
/* So is what is not this many standard deviations of sampling from 0: the largest of many functions is far
 * out by chance alone. */
#define LIKELY_Z 5.0

/* With more changed functions, another one on the same path may have made the change. */
#define STRONG_CHANGED 8

/* Callers that are searched for the function that an anonymous one is written in. */
#define MAX_CALLERS 256

/* What a function is, whatever its contexts. */
enum
{
  RUNTIME = 1 << 0,
  ANONYMOUS = 1 << 1,
  TOUCHED = 1 << 2, /* modified, new or gone, as the sources show */
  ENVIRONMENT = 1 << 3,
};

/* By function: what belongs to it. */
typedef struct
{
  double sum;
  double proved;   /* the part of sum that noise does not explain */
  double variance; /* of sum, by sampling alone */
  double most;     /* largest magnitude of one node's change */
  double total[2]; /* of its outermost contexts, callees included */
  CyanNode node;   /* that of most; CYAN_NODE_NONE: nothing belongs to it */
  CyanNode inside; /* end of the outermost context that the sweep is in */
} Entry;

typedef struct
{
  const CyanComparison *comparison;
  const CyanCompared *compared;
  const CyanRankingSources *sources;
  guint8 *kinds; /* by function */
  CyanNode
      *owner; /* by node, with sources: the nearest function that changed; CYAN_NODE_NONE: none */
  CyanNode *home;   /* by node: it or the nearest one above it that is of no runtime; or the root */
  CyanNode *common; /* by node: it or the nearest one above it that both sides have; or the root */
  Entry *entries;   /* by function */
  guint n_touched;  /* functions */
  CyanShifts *shifts;
  gboolean proves; /* what shifts leave of the node that the sweep is at */
  CyanRanking *ranking;
} Sweep;

const char *const cyan_confidence_names[] = { N_ ("possible"), N_ ("likely"), N_ ("strong"), NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_confidence_names) == CYAN_CONFIDENCE_STRONG + 2);

const char *const cyan_role_names[] = { "modified", "added", "deleted", "caller", "cost", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_role_names) == CYAN_ROLE_COST + 2);

/* ---- functions ---- */

static guint8
kind_of_name (const CyanComparison *comparison, guint32 pair)
{
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);
  const char *label = cyan_comparison_pair_label (comparison, pair);
  const char *file = cyan_comparison_string (comparison, function->file);
  CyanNameParts parts;
  guint8 kind = 0;

  if (cyan_name_is_runtime (label, cyan_comparison_string (comparison, function->module), file))
    kind |= RUNTIME;
  if (cyan_name_is_environment (label, file))
    kind |= ENVIRONMENT;
  cyan_name_parts_init (&parts, label);
  if (parts.is_anonymous)
    kind |= ANONYMOUS;
  cyan_name_parts_clear (&parts);
  return kind;
}

static CyanChange
change_of (const Sweep *self, guint32 pair)
{
  return self->sources->changes != NULL ? (CyanChange) self->sources->changes[pair]
                                        : CYAN_CHANGE_UNKNOWN;
}

static CyanPresence
presence_of (const Sweep *self, guint32 pair)
{
  return self->sources->presence != NULL ? (CyanPresence) self->sources->presence[pair]
                                         : CYAN_PRESENCE_UNKNOWN;
}

static void
find_kinds (Sweep *self)
{
  const CyanFunctionPairs *pairs = self->compared->pairs;

  for (guint32 pair = 0; pair < pairs->n; pair++)
    {
      guint8 *kind = &self->kinds[pairs->function[pair]];
      CyanPresence presence = presence_of (self, pair);
      CyanChange change = change_of (self, pair);

      *kind |= kind_of_name (self->comparison, pair);
      if (change == CYAN_CHANGE_MODIFIED || presence == CYAN_PRESENCE_BEFORE_ONLY
          || presence == CYAN_PRESENCE_AFTER_ONLY)
        *kind |= TOUCHED;
      self->ranking->by_source |= (*kind & TOUCHED) != 0 || change != CYAN_CHANGE_UNKNOWN;
    }
}

static guint8
kind_at (const Sweep *self, CyanNode node)
{
  return node == CYAN_NODE_ROOT ? 0 : self->kinds[cyan_compared_function (self->compared, node)];
}

static CyanStr
file_at (const Sweep *self, CyanNode node)
{
  return cyan_comparison_function (self->comparison, node)->file;
}

/* The function that an anonymous one is written in: its nearest caller with a name in the same file;
 * the root if none is found.  A generator runs below whoever takes its values, so this may be far up. */
static CyanNode
written_in (const Sweep *self, CyanNode node)
{
  CyanStr file = file_at (self, node);
  CyanNode at = self->compared->tree->parent[node];

  for (guint i = 0; i < MAX_CALLERS && at != CYAN_NODE_ROOT; i++)
    {
      if ((kind_at (self, at) & (ANONYMOUS | RUNTIME)) == 0 && file_at (self, at) == file)
        return at;
      at = self->compared->tree->parent[at];
    }
  return CYAN_NODE_ROOT;
}

/* ---- owners ---- */

/* The node of a function that people read: @node, or the nearest one above it. */
static CyanNode
home_of (const Sweep *self, CyanNode node)
{
  CyanNode at = self->home[node], outer;

  if ((kind_at (self, at) & ANONYMOUS) == 0)
    return at;
  outer = written_in (self, at);
  return outer != CYAN_NODE_ROOT ? outer : at;
}

static CyanNode
owner_by_source (const Sweep *self, CyanNode node)
{
  CyanNode above = self->owner[self->compared->tree->parent[node]];
  guint8 kind = kind_at (self, node);
  CyanNode outer;

  if ((kind & ANONYMOUS) == 0)
    return (kind & TOUCHED) != 0 ? node : above;
  outer = written_in (self, node);
  if (outer == CYAN_NODE_ROOT)
    return (kind & TOUCHED) != 0 ? node : above;
  return (kind_at (self, outer) & TOUCHED) != 0 ? outer : above;
}

/* The part of a change that more or fewer calls make, at the mean of the two costs of a call: so both
 * directions of a comparison split alike. */
static double
part_of_calls (const Sweep *self, CyanBoth both, const double value[2])
{
  double before = (double) cyan_profile_calls (self->compared->side[0].profile, both.before);
  double after = (double) cyan_profile_calls (self->compared->side[1].profile, both.after);

  return before > 0 && after > 0 ? (after - before) * (value[0] / before + value[1] / after) / 2
                                 : 0;
}

static void
give (Sweep *self, CyanNode owner, CyanNode node, const double value[2], double part)
{
  Entry *entry;

  if (owner == CYAN_NODE_NONE || owner == CYAN_NODE_ROOT)
    {
      self->ranking->side_effects += part;
      return;
    }
  entry = &self->entries[cyan_compared_function (self->compared, owner)];
  entry->sum += part;
  /* n samples of weight p have the value n p and the variance n p^2. */
  for (guint side = 0; side < 2; side++)
    entry->variance += fabs (value[side]) * self->compared->side[side].period
                       * cyan_compared_factor (self->compared, side);
  if (self->proves
      && cyan_noise_function_changed (&self->comparison->noise, self->compared,
                                      cyan_compared_function (self->compared, node)))
    entry->proved += part;
  if (fabs (part) > entry->most)
    {
      entry->most = fabs (part);
      entry->node = owner;
    }
}

static void
give_without_sources (Sweep *self, CyanNode node, CyanBoth both, const double value[2])
{
  const CyanComparison *comparison = self->comparison;
  CyanNode at = self->common[node], caller;
  double calls;

  if (at != node)
    {
      give (self, home_of (self, at != CYAN_NODE_ROOT ? at : node), node, value,
            value[1] - value[0]);
      return;
    }
  caller = cyan_parcs_find_caller (comparison, node);
  calls = caller != CYAN_NODE_NONE ? part_of_calls (self, both, value) : 0;
  give (self, home_of (self, node), node, value, value[1] - value[0] - calls);
  if (calls != 0)
    give (self, home_of (self, caller), node, value, calls);
}

static void
add_totals (Sweep *self, CyanNode node)
{
  Entry *entry = &self->entries[cyan_compared_function (self->compared, node)];

  /* In a recursion the outermost context has the time of all. */
  if (node < entry->inside)
    return;
  entry->inside = self->compared->tree->end[node];
  for (guint side = 0; side < 2; side++)
    if (cyan_compared_node (self->compared, side, node) != CYAN_NODE_NONE)
      entry->total[side] += cyan_compared_total (self->compared, side, node)
                            * cyan_compared_factor (self->compared, side);
}

static void
find_above (Sweep *self, CyanNode node, CyanBoth both)
{
  CyanNode parent = self->compared->tree->parent[node];

  self->owner[node] = owner_by_source (self, node);
  self->home[node] = (kind_at (self, node) & RUNTIME) != 0 ? self->home[parent] : node;
  self->common[node] =
      both.before != CYAN_NODE_NONE && both.after != CYAN_NODE_NONE ? node : self->common[parent];
}

static gboolean
sweep (Sweep *self, const CyanTick *tick, GError **error)
{
  const CyanComparison *comparison = self->comparison;
  guint n = self->compared->n_nodes;

  self->owner[CYAN_NODE_ROOT] = CYAN_NODE_NONE;
  self->home[CYAN_NODE_ROOT] = self->common[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  for (CyanNode node = 1; node < n; node++)
    {
      CyanBoth both = cyan_parcs_both (comparison, node);
      double value[2];

      if (node % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) node / n, N_ ("Looking for causes"), error))
        return FALSE;
      find_above (self, node, both);
      add_totals (self, node);
      /* A moved node counts at its new place. */
      if (both.after == CYAN_NODE_NONE
          && cyan_comparison_moved_to (comparison, node) != CYAN_NODE_NONE)
        continue;
      cyan_parcs_self_values (comparison, both, value);
      self->proves = cyan_shifts_take_out (self->shifts, node, value);
      if (value[0] == value[1])
        continue;
      if (cyan_parcs_may_be_pruned (self->compared, node))
        self->ranking->pruned += value[1] - value[0];
      else if ((kind_at (self, node) & ENVIRONMENT) != 0)
        self->ranking->environment += value[1] - value[0];
      else if (self->ranking->by_source)
        give (self, self->owner[node], node, value, value[1] - value[0]);
      else
        give_without_sources (self, node, both, value);
    }
  return TRUE;
}

/* ---- order ---- */

/* How much a function changed as a whole, 0...1. */
static double
relative_change (const Entry *entry)
{
  double larger = MAX (fabs (entry->total[0]), fabs (entry->total[1]));

  return larger > 0 ? MIN (1.0, fabs (entry->total[1] - entry->total[0]) / larger) : 0;
}

static guint
count_touched (const Sweep *self)
{
  guint n = 0;

  for (guint i = 0; i < self->compared->pairs->n_functions; i++)
    n += (self->kinds[i] & TOUCHED) != 0;
  return n;
}

static CyanConfidence
confidence_of (const Sweep *self, const CyanStart *start, double all)
{
  const Entry *entry = &self->entries[cyan_compared_function (self->compared, start->node)];
  const CyanComparison *comparison = self->comparison;
  gboolean is_known = comparison->noise.kind != CYAN_NOISE_UNKNOWN
                      || !cyan_unit_is_time (cyan_comparison_unit (comparison));
  gboolean touched = (kind_at (self, start->node) & TOUCHED) != 0;

  if (!(fabs (start->share_of_before) >= LIKELY_SHARE)
      || 2 * entry->proved * (start->contribution > 0 ? 1 : -1) < fabs (start->contribution)
      || fabs (start->contribution) < LIKELY_Z * sqrt (entry->variance) || (!touched && !is_known))
    return CYAN_CONFIDENCE_POSSIBLE;
  return touched && is_known && self->n_touched <= STRONG_CHANGED
                 && 2 * fabs (start->contribution) > all
             ? CYAN_CONFIDENCE_STRONG
             : CYAN_CONFIDENCE_LIKELY;
}

/* What speaks for it, and what to read. */
static void
describe (const Sweep *self, CyanStart *start)
{
  CyanPresence presence = presence_of (self, start->pair);
  CyanBecause because = { .pair = G_MAXUINT32 };

  start->change = change_of (self, start->pair);
  start->read[start->n_read++] = start->pair;
  start->role = presence == CYAN_PRESENCE_AFTER_ONLY    ? CYAN_ROLE_ADDED
                : presence == CYAN_PRESENCE_BEFORE_ONLY ? CYAN_ROLE_DELETED
                : start->change == CYAN_CHANGE_MODIFIED ? CYAN_ROLE_MODIFIED
                                                        : CYAN_ROLE_COST;
  if (start->role > CYAN_ROLE_DELETED)
    return;
  because.kind = (CyanBecauseKind) (CYAN_BECAUSE_MODIFIED + start->role);
  start->because[start->n_because++] = because;
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

static void
rank (Sweep *self)
{
  CyanRanking *ranking = self->ranking;
  guint n_functions = self->compared->pairs->n_functions;
  double all = fabs (cyan_ranking_rest (ranking) - ranking->pruned);
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Weighted));

  for (guint i = 0; i < n_functions; i++)
    {
      const Entry *entry = &self->entries[i];
      Weighted weighted = { .weight = fabs (entry->sum) * relative_change (entry) };

      all += fabs (entry->sum);
      if (entry->node == CYAN_NODE_NONE)
        continue;
      if (fabs (entry->sum) <= ROUNDING * entry->most)
        {
          ranking->side_effects += entry->sum;
          continue;
        }
      weighted.start = (CyanStart){
        .pair = self->compared->pairs->of_node[entry->node],
        .node = entry->node,
        .contribution = entry->sum,
        .share_of_before = ranking->before != 0 ? entry->sum / ranking->before : (double) NAN,
        .interval = { (double) NAN, (double) NAN },
      };
      describe (self, &weighted.start);
      g_array_append_val (list, weighted);
    }
  g_array_sort (list, compare_weighted);
  ranking->n = list->len;
  ranking->at = g_new (CyanStart, MAX (list->len, 1));
  for (guint i = 0; i < list->len; i++)
    {
      ranking->at[i] = g_array_index (list, Weighted, i).start;
      ranking->at[i].confidence = confidence_of (self, &ranking->at[i], all);
    }
}

static gboolean
adds_up (const CyanRanking *self, const CyanCompared *compared)
{
  double sum = cyan_ranking_rest (self);

  for (guint i = 0; i < self->n; i++)
    sum += self->at[i].contribution;
  return !compared->same_unit
         || fabs (sum - self->difference) <= ROUNDING * cyan_compared_larger_total (compared);
}

CyanRanking *
cyan_ranking_new (const CyanComparison *comparison,
                  const CyanRankingSources *sources,
                  const CyanTick *tick,
                  GError **error)
{
  static const CyanRankingSources nothing = { NULL, NULL };
  const CyanCompared *compared = &comparison->compared;
  Sweep self = { .comparison = comparison,
                 .compared = compared,
                 .sources = sources != NULL ? sources : &nothing,
                 .ranking = g_new0 (CyanRanking, 1) };
  gboolean ok;

  self.ranking->before = compared->same_unit ? fabs (compared->side[0].sum) : 1;
  if (compared->same_unit)
    self.ranking->difference = compared->side[1].sum - compared->side[0].sum;
  self.kinds = g_new0 (guint8, MAX (compared->pairs->n_functions, 1));
  self.owner = g_new (CyanNode, compared->n_nodes);
  self.home = g_new (CyanNode, compared->n_nodes);
  self.common = g_new (CyanNode, compared->n_nodes);
  self.entries = g_new0 (Entry, MAX (compared->pairs->n_functions, 1));
  for (guint i = 0; i < compared->pairs->n_functions; i++)
    self.entries[i].node = CYAN_NODE_NONE;
  find_kinds (&self);
  self.n_touched = count_touched (&self);
  self.shifts = cyan_shifts_new (comparison, self.kinds, ENVIRONMENT, tick, error);
  ok = self.shifts != NULL && sweep (&self, tick, error);
  if (ok)
    {
      self.ranking->shifts = cyan_shifts_list (self.shifts, &self.ranking->n_shifts);
      rank (&self);
      cyan_assert_slow (adds_up (self.ranking, compared));
    }
  else
    g_clear_pointer (&self.ranking, cyan_ranking_free);
  g_free (self.kinds);
  g_free (self.owner);
  g_free (self.home);
  g_free (self.common);
  g_free (self.entries);
  cyan_shifts_free (self.shifts);
  return self.ranking;
}

void
cyan_ranking_free (CyanRanking *self)
{
  if (self == NULL)
    return;
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

gboolean
cyan_ranking_answers (const CyanRanking *self)
{
  return self->n > 0 && self->at[0].confidence > CYAN_CONFIDENCE_POSSIBLE;
}
