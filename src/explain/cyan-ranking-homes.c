/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The properties of functions, and which contexts above a context people read. */
#include <math.h>

#include "cyan-name-parts.h"
#include "cyan-name-runtime.h"
#include "cyan-noise.h"
#include "cyan-explain-private.h"
#include "cyan-statistics.h"

/* Callers that are searched for the function that an anonymous one is written in. */
#define MAX_CALLERS 256

/* A function that one recording lacks stands for itself if it takes this part of its subtree. */
#define OWN_SHARE 0.5

/* A context that one side lacks had fewer samples on the other if it was missed by chance, or
 * because a compiler or a recorder gave it another caller. */
#define MISSED_SAMPLES 200

/* Of fewer functions, it is not known by which factor a whole run differs.  One function has at
 * most this part of the say. */
#define FEW_FUNCTIONS 20

static guint8
kind_of_name (const CyanComparison *comparison, guint32 pair)
{
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);
  const char *label = cyan_comparison_pair_label (comparison, pair);
  const char *file = cyan_comparison_string (comparison, function->file);
  CyanNameParts parts;
  guint8 kind = 0;

  if (cyan_name_is_runtime (label, cyan_comparison_string (comparison, function->module), file))
    kind |= CYAN_RANKING_RUNTIME;
  if (cyan_name_is_environment (label, file))
    kind |= CYAN_RANKING_ENVIRONMENT;
  cyan_name_parts_init (&parts, label);
  if (parts.is_anonymous)
    kind |= CYAN_RANKING_ANONYMOUS;
  cyan_name_parts_clear (&parts);
  return kind;
}

CyanChange
cyan_ranking_change (const CyanRankingSweep *self, guint32 pair)
{
  return self->sources->changes != NULL ? (CyanChange) self->sources->changes[pair]
                                        : CYAN_CHANGE_UNKNOWN;
}

CyanPresence
cyan_ranking_presence (const CyanRankingSweep *self, guint32 pair)
{
  return self->sources->presence != NULL ? (CyanPresence) self->sources->presence[pair]
                                         : CYAN_PRESENCE_UNKNOWN;
}

/* The weighted median of what functions took after, relative to before; 1 if they are few. */
static double
whole_factor (const CyanCompared *compared)
{
  g_autofree double *before = cyan_compared_function_values (compared, 0);
  g_autofree double *after = cyan_compared_function_values (compared, 1);
  g_autofree CyanWeighted *ratios = g_new (CyanWeighted, MAX (compared->pairs->n_functions, 1));
  double unit = cyan_compared_factor (compared, 1) / cyan_compared_factor (compared, 0);
  double weight = 0, factor;
  guint n = 0;

  for (guint i = 0; i < compared->pairs->n_functions; i++)
    if (before[i] > 0 && after[i] > 0)
      {
        ratios[n] =
            (CyanWeighted){ after[i] / before[i] * unit, sqrt (before[i]) * sqrt (after[i]) };
        weight += ratios[n++].weight;
      }
  if (n < FEW_FUNCTIONS)
    return 1;
  for (guint i = 0; i < n; i++)
    ratios[i].weight = MIN (ratios[i].weight, weight / FEW_FUNCTIONS);
  factor = cyan_weighted_median (ratios, n);
  return isfinite (factor) && factor > 0 ? factor : 1;
}

void
cyan_ranking_find_kinds (CyanRankingSweep *self)
{
  const CyanFunctionPairs *pairs = self->compared->pairs;

  for (guint32 pair = 0; pair < pairs->n; pair++)
    {
      guint8 *kind = &self->kinds[pairs->function[pair]];
      CyanPresence presence = cyan_ranking_presence (self, pair);
      CyanChange change = cyan_ranking_change (self, pair);

      *kind |= kind_of_name (self->comparison, pair);
      if (pairs->at[pair].before != G_MAXUINT32)
        *kind |= CYAN_RANKING_RAN_BEFORE;
      if (pairs->at[pair].after != G_MAXUINT32)
        *kind |= CYAN_RANKING_RAN_AFTER;
      if (change == CYAN_CHANGE_MODIFIED || presence == CYAN_PRESENCE_BEFORE_ONLY
          || presence == CYAN_PRESENCE_AFTER_ONLY)
        *kind |= CYAN_RANKING_TOUCHED;
      self->ranking->by_source |=
          (*kind & CYAN_RANKING_TOUCHED) != 0 || change != CYAN_CHANGE_UNKNOWN;
    }
  for (guint i = 0; self->sources->inlined != NULL && i < self->sources->inlined->len; i++)
    {
      const CyanInlined *inlined = g_ptr_array_index (self->sources->inlined, i);

      self->kinds[pairs->function[inlined->pair]] |=
          CYAN_RANKING_INLINES | (self->by_inlined ? CYAN_RANKING_TOUCHED : 0);
    }
  for (guint i = 0; i < pairs->n_functions; i++)
    {
      self->n_touched += (self->kinds[i] & CYAN_RANKING_TOUCHED) != 0;
      if (cyan_noise_function_changed (&self->comparison->noise, self->compared, i))
        self->kinds[i] |= CYAN_RANKING_PROVED;
    }
  self->factor = whole_factor (self->compared);
}

static CyanStr
file_at (const CyanRankingSweep *self, CyanNode node)
{
  return cyan_comparison_function (self->comparison, node)->file;
}

/* The function that an anonymous one is written in: its maker's nearest context above it, else the
 * first one anywhere; of an unknown maker, its nearest caller with a name in the same file.  The
 * root if none is found. */
static CyanNode
written_in (const CyanRankingSweep *self, CyanNode node)
{
  guint32 maker = self->maker[cyan_compared_function (self->compared, node)];
  CyanStr file = file_at (self, node);
  CyanNode at = self->compared->tree->parent[node];

  for (guint i = 0; maker != G_MAXUINT32 && i < MAX_CALLERS && at != CYAN_NODE_ROOT; i++)
    {
      if (cyan_compared_function (self->compared, at) == maker)
        return at;
      at = self->compared->tree->parent[at];
    }
  if (maker != G_MAXUINT32 && self->first[maker] != CYAN_NODE_NONE)
    return self->first[maker];
  at = self->compared->tree->parent[node];
  for (guint i = 0; i < MAX_CALLERS && at != CYAN_NODE_ROOT; i++)
    {
      if ((cyan_ranking_kind (self, at) & (CYAN_RANKING_ANONYMOUS | CYAN_RANKING_RUNTIME)) == 0
          && file_at (self, at) == file)
        return at;
      at = self->compared->tree->parent[at];
    }
  return CYAN_NODE_ROOT;
}

static CyanNode
named_home (const CyanRankingSweep *self, CyanNode node)
{
  CyanNode at = self->home[node], outer;

  if ((cyan_ranking_kind (self, at) & CYAN_RANKING_ANONYMOUS) == 0)
    return at;
  outer = written_in (self, at);
  return outer != CYAN_NODE_ROOT ? outer : at;
}

CyanNode
cyan_ranking_reader (const CyanRankingSweep *self, CyanNode node)
{
  CyanNode at = named_home (self, node);

  /* It may be in a subtree that one side lacks. */
  return self->common[at] != at && self->common[at] != CYAN_NODE_ROOT
             ? named_home (self, self->common[at])
             : at;
}

static CyanNode
owner_by_source (const CyanRankingSweep *self, CyanNode node)
{
  CyanNode above = self->owner[self->compared->tree->parent[node]];
  guint8 kind = cyan_ranking_kind (self, node);
  CyanNode outer;

  if ((kind & CYAN_RANKING_ANONYMOUS) == 0)
    return (kind & CYAN_RANKING_TOUCHED) != 0 ? node : above;
  outer = written_in (self, node);
  if (outer == CYAN_NODE_ROOT)
    return (kind & CYAN_RANKING_TOUCHED) != 0 ? node : above;
  return (cyan_ranking_kind (self, outer) & CYAN_RANKING_TOUCHED) != 0 ? outer : above;
}

static void
add_own (CyanRankingSweep *self)
{
  for (CyanNode node = 1; node < self->compared->n_nodes; node++)
    for (guint side = 0; side < 2; side++)
      {
        CyanNode own = cyan_compared_node (self->compared, side, node);

        if (own != CYAN_NODE_NONE)
          self->own[self->home[node]] += cyan_compared_metric (self->compared, side)->self[own]
                                         * cyan_compared_factor (self->compared, side);
      }
}

/* Whether only one recording has the function of @node. */
static gboolean
is_lone (const CyanRankingSweep *self, CyanNode node)
{
  guint8 ran = cyan_ranking_kind (self, node) & (CYAN_RANKING_RAN_BEFORE | CYAN_RANKING_RAN_AFTER);

  return ran != (CYAN_RANKING_RAN_BEFORE | CYAN_RANKING_RAN_AFTER);
}

/* Whether a lone function, the topmost of its subtree, takes most of that itself. */
static gboolean
takes_most (const CyanRankingSweep *self, CyanNode node)
{
  guint side = cyan_compared_side (self->compared, node);

  return self->own[node] >= OWN_SHARE * cyan_compared_total (self->compared, side, node)
                                * cyan_compared_factor (self->compared, side);
}

/* Whether samples may have missed @node on the side that lacks it. */
static gboolean
may_be_missed (const CyanRankingSweep *self, CyanNode node)
{
  guint side = cyan_compared_side (self->compared, node);

  return !self->compared->has_calls
         && cyan_compared_total (self->compared, side, node)
                < MISSED_SAMPLES * self->compared->side[side].period;
}

static void
find_common (CyanRankingSweep *self)
{
  const CyanMergedTree *tree = self->compared->tree;
  CyanNode lone_end = 0; /* of the outermost subtree of a lone function that the sweep is in */

  for (CyanNode node = 1; node < self->compared->n_nodes; node++)
    {
      CyanNode parent = tree->parent[node];
      gboolean lone =
          is_lone (self, node) && (cyan_ranking_kind (self, node) & CYAN_RANKING_RUNTIME) == 0;
      gboolean owns = cyan_ranking_has_both (cyan_parcs_both (self->comparison, node))
                      /* Samples may miss a context. */
                      || (!is_lone (self, node) && may_be_missed (self, node))
                      || (lone && node >= lone_end && self->common[parent] == parent
                          && takes_most (self, node));

      self->common[node] = owns ? node : self->common[parent];
      self->top[node] = self->common[parent] == parent ? node : self->top[parent];
      if (lone && node >= lone_end)
        lone_end = tree->end[node];
    }
}

void
cyan_ranking_find_homes (CyanRankingSweep *self)
{
  const CyanCompared *compared = self->compared;

  self->own[CYAN_NODE_ROOT] = 0;
  self->owner[CYAN_NODE_ROOT] = CYAN_NODE_NONE;
  self->home[CYAN_NODE_ROOT] = self->caller[CYAN_NODE_ROOT] = self->common[CYAN_NODE_ROOT] =
      CYAN_NODE_ROOT;
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    {
      CyanNode home = self->home[compared->tree->parent[node]];

      self->own[node] = 0;
      self->owner[node] = owner_by_source (self, node);
      self->home[node] = (cyan_ranking_kind (self, node) & CYAN_RANKING_RUNTIME) != 0 ? home : node;
      if (home != CYAN_NODE_ROOT
          && cyan_compared_function (compared, home) == cyan_compared_function (compared, node))
        home = self->caller[home];
      self->caller[node] = home;
    }
  add_own (self);
  find_common (self);
}
