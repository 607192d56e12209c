/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-merge.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-hot-profile.h"
#include "cyan-i18n.h"
#include "cyan-merge-about.h"
#include "cyan-merge-metrics.h"
#include "cyan-number.h"
#include "cyan-profile-parts.h"

/* What may be missing of a node of the builder. */
typedef struct
{
  double missing; /* of parts that have it */
  double asked;   /* the floors of these */
  guint last;     /* the last of these, from 1 on */
} Lack;

struct _CyanMerge
{
  guint max_nodes;
  CyanHotLimits hot; /* epsilon: by which parts are pruned */
  double limit;      /* contexts with at most this part of what was added so far are pruned */
  guint next;        /* at more nodes the tree is pruned */
  CyanBudget *budget;
  CyanStrings *strings;
  CyanProfileBuilder *builder; /* NULL before the first part */
  CyanMergeMetrics metrics;
  CyanMergeAbout about;
  char *first;           /* the name of the first part */
  guint n_trees;         /* that were added */
  GArray *lacks;         /* of Lack, by node of the builder; NULL: nothing is missing so far */
  CyanPruning pruning;   /* of the parts so far; the floor is the sum of theirs */
  CyanFlatProfile *flat; /* of the parts so far; NULL if a part has none */
  CyanCharge charge;
};

CyanHotLimits
cyan_merge_part_limits (const CyanHotLimits *hot)
{
  return (CyanHotLimits){ hot->epsilon > 0 ? hot->epsilon : hot->phi / CYAN_HOT_PARTS, 0 };
}

/* Nodes that may come before it is worth while to prune by @limit. */
static guint
few_nodes (double limit)
{
  return (guint) MIN (ceil (1 / limit), CYAN_MAX_NODES);
}

CyanMerge *
cyan_merge_new (guint max_nodes, const CyanHotLimits *hot, CyanBudget *budget)
{
  CyanMerge *self = g_new0 (CyanMerge, 1);

  self->max_nodes = max_nodes > 0 ? max_nodes : CYAN_MAX_NODES;
  if (hot != NULL && hot->phi > 0)
    {
      self->hot = (CyanHotLimits){ hot->phi, cyan_merge_part_limits (hot).phi };
      self->pruning.phi = hot->phi;
      self->limit = MIN (hot->phi, 2 * self->hot.epsilon);
      self->next = few_nodes (self->limit);
    }
  self->budget = cyan_budget_ref (budget);
  self->strings = cyan_strings_new ();
  cyan_strings_set_budget (self->strings, budget);
  cyan_charge_init (&self->charge, budget);
  cyan_merge_metrics_init (&self->metrics);
  cyan_merge_about_init (&self->about);
  return self;
}

/* Drops the tree. */
static void
clear_tree (CyanMerge *self)
{
  g_clear_pointer (&self->builder, cyan_profile_builder_free);
  g_clear_pointer (&self->flat, cyan_flat_profile_unref);
  g_clear_pointer (&self->lacks, g_array_unref);
  cyan_charge_set (&self->charge, 0);
}

void
cyan_merge_free (CyanMerge *self)
{
  clear_tree (self);
  cyan_charge_clear (&self->charge);
  cyan_merge_metrics_clear (&self->metrics);
  cyan_merge_about_clear (&self->about);
  g_free (self->first);
  cyan_strings_unref (self->strings);
  cyan_budget_unref (self->budget);
  g_free (self);
}

guint
cyan_merge_n_parts (const CyanMerge *self)
{
  return self->about.n_parts;
}

void
cyan_merge_add_unread (CyanMerge *self)
{
  self->about.n_unread = cyan_add_saturating (self->about.n_unread, 1);
}

const CyanMergeNote *
cyan_merge_notes (const CyanMerge *self, guint *n)
{
  *n = self->about.notes->len;
  return (const CyanMergeNote *) self->about.notes->data;
}

/* ---- nodes ---- */

/* A part on its way into the tree. */
typedef struct
{
  const CyanProfile *profile;
  guint number;             /* from 1 on */
  const guint32 *functions; /* of the builder, by function of the part */
  const guint *metrics;     /* of the part, by metric of the builder; CYAN_MERGE_NO_METRIC: none */
  CyanNode *nodes;          /* of the builder, by node of the part */
} Part;

static void
begin_tree (CyanMerge *self, const CyanProfile *part)
{
  self->builder = cyan_profile_builder_new (self->strings, self->max_nodes);
  cyan_profile_builder_set_budget (self->builder, self->budget);
  for (guint m = 0; m < part->n_metrics; m++)
    cyan_profile_builder_metric (self->builder, part->metrics[m].name, part->metrics[m].unit);
  self->flat = cyan_flat_profile_new (1, part->n_metrics);
}

static void
add_lack (CyanMerge *self, const Part *part, CyanNode node, CyanNode to)
{
  Lack *lack;

  if (to >= self->lacks->len)
    {
      cyan_charge_add (&self->charge, (to + 1 - self->lacks->len) * sizeof (Lack));
      g_array_set_size (self->lacks, to + 1);
    }
  lack = &g_array_index (self->lacks, Lack, to);
  lack->missing += cyan_profile_missing (part->profile, node);
  /* Siblings of one name may be one here. */
  if (lack->last != part->number)
    lack->asked += part->profile->pruning.floor;
  lack->last = part->number;
}

static void
add_node (CyanMerge *self, const Part *part, CyanNode node, CyanNode to, gboolean is_new)
{
  CyanProfileBuilder *builder = self->builder;
  guint64 calls = cyan_profile_calls (part->profile, node);
  guint64 before = is_new ? 0 : cyan_profile_builder_calls (builder, to);

  for (guint m = 0; m < cyan_profile_builder_n_metrics (builder); m++)
    if (part->metrics[m] != CYAN_MERGE_NO_METRIC)
      cyan_profile_builder_add_exact (builder, m, to,
                                      part->profile->metrics[part->metrics[m]].self[node]);
  if (calls == CYAN_CALLS_UNKNOWN || before == CYAN_CALLS_UNKNOWN)
    cyan_profile_builder_set_calls (builder, to, CYAN_CALLS_UNKNOWN);
  else
    cyan_profile_builder_set_calls (
        builder, to, MIN (cyan_add_saturating (before, calls), CYAN_CALLS_UNKNOWN - 1));
  if (self->lacks != NULL)
    add_lack (self, part, node, to);
}

static gboolean
add_nodes (CyanMerge *self, const Part *part, const CyanTick *tick, GError **error)
{
  const CyanProfile *profile = part->profile;

  part->nodes[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  add_node (self, part, CYAN_NODE_ROOT, CYAN_NODE_ROOT, FALSE);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint n = cyan_profile_builder_n_nodes (self->builder);
      CyanNode to;

      if (!cyan_tick_step (tick, i, profile->n_nodes, N_ ("Adding"), error))
        return FALSE;
      to = cyan_profile_builder_child (self->builder, part->nodes[profile->parent[i]],
                                       part->functions[profile->function[i]],
                                       cyan_profile_call_site (profile, i), error);
      if (to == CYAN_NODE_NONE)
        return FALSE;
      part->nodes[i] = to;
      add_node (self, part, i, to, to == n);
    }
  return TRUE;
}

/* Adds what the values of the part were rounded by. */
static void
add_rests (CyanMerge *self, const Part *part)
{
  const CyanRests *rests = part->profile->rests;

  for (guint i = 0; rests != NULL && i < rests->n; i++)
    for (guint m = 0; m < cyan_profile_builder_n_metrics (self->builder); m++)
      if (part->metrics[m] == rests->rows[i].metric)
        cyan_profile_builder_add_exact (self->builder, m, part->nodes[rests->rows[i].node],
                                        rests->rows[i].value);
}

/* The flat profile of a metric that a part lacks is left out in the end. */
static void
add_flat (CyanMerge *self, const Part *part)
{
  g_autofree guint *metrics = g_memdup2 (part->metrics, self->flat->n_metrics * sizeof *metrics);

  for (guint m = 0; m < self->flat->n_metrics; m++)
    metrics[m] = metrics[m] != CYAN_MERGE_NO_METRIC ? metrics[m] : 0;
  if (!cyan_profile_add_to_flat (part->profile, self->flat, part->functions, metrics, 1))
    g_clear_pointer (&self->flat, cyan_flat_profile_unref);
}

/* Adds the tree of @profile. */
static gboolean
add_tree (CyanMerge *self, const CyanProfile *profile, const CyanTick *tick, GError **error)
{
  g_autofree guint32 *functions = cyan_profile_part_functions (profile, self->builder);
  g_autofree guint *metrics = cyan_merge_metrics_of (&self->metrics, profile);
  g_autofree CyanNode *nodes = g_new (CyanNode, profile->n_nodes);
  const Part part = { profile, ++self->n_trees, functions, metrics, nodes };
  const CyanPruning *pruning = &profile->pruning;

  if (self->lacks == NULL && (pruning->floor > 0 || profile->missing != NULL))
    self->lacks = g_array_new (FALSE, TRUE, sizeof (Lack));
  if (!add_nodes (self, &part, tick, error))
    return FALSE;
  add_rests (self, &part);
  if (self->flat != NULL)
    add_flat (self, &part);
  self->pruning.phi = MAX (self->pruning.phi, pruning->phi);
  self->pruning.epsilon = MAX (self->pruning.epsilon, pruning->epsilon);
  self->pruning.floor += pruning->floor;
  return TRUE;
}

/* ---- the whole ---- */

/* Sets how much may be missing of each node. */
static void
set_missing (CyanMerge *self)
{
  guint32 cold = cyan_profile_part_cold (self->builder);

  g_array_set_size (self->lacks, cyan_profile_builder_n_nodes (self->builder));
  for (CyanNode i = 1; i < self->lacks->len; i++)
    {
      const Lack *lack = &g_array_index (self->lacks, Lack, i);
      /* A part without it may have had as much as its floor. */
      double missing = lack->missing + MAX (self->pruning.floor - lack->asked, 0);

      if (cyan_profile_builder_node_function (self->builder, i) != cold)
        cyan_profile_builder_set_missing (self->builder, i, missing);
    }
}

/* Fails if a sum is too large a number. */
static gboolean
is_finite (const CyanProfile *profile, GError **error)
{
  for (guint m = 0; m < profile->n_metrics; m++)
    if (!isfinite (profile->metrics[m].total[CYAN_NODE_ROOT]))
      return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("the sum of all %s is too large a number"),
                        profile->metrics[m].name);
  return TRUE;
}

/* Turns the tree into a profile. */
static CyanProfile *
freeze (CyanMerge *self, const CyanTick *tick, GError **error)
{
  g_autofree guint *order = NULL;
  g_autoptr (CyanProfile) whole = NULL;
  guint n;

  if (self->lacks != NULL)
    set_missing (self);
  cyan_merge_about_describe (&self->about, self->builder);
  cyan_profile_builder_set_pruning (self->builder, &self->pruning);
  if (self->pruning.phi > 0)
    cyan_profile_builder_set_flat (self->builder, g_steal_pointer (&self->flat));
  order = cyan_merge_metrics_order (&self->metrics, &n);
  cyan_profile_builder_choose_metrics (self->builder, order, n);
  cyan_merge_metrics_choose (&self->metrics, order, n);
  cyan_profile_builder_sort (self->builder);
  whole = cyan_profile_builder_finish_tick (self->builder, tick, error);
  return whole != NULL && is_finite (whole, error) ? g_steal_pointer (&whole) : NULL;
}

/* Replaces the tree by what is left of it after pruning by @phi.  It is one part then. */
static gboolean
prune (CyanMerge *self, double phi, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanProfile) whole = freeze (self, tick, error), small = NULL;

  if (whole == NULL)
    return FALSE;
  small = cyan_hot_profile_new (whole, phi, self->budget, tick, error);
  if (small == NULL)
    return FALSE;
  clear_tree (self);
  begin_tree (self, small);
  self->pruning.floor = 0;
  return add_tree (self, small, tick, error);
}

/* Nodes that the limits of nodes and of memory leave room for: a pruning needs several copies. */
static guint
most_nodes (const CyanMerge *self)
{
  guint64 bytes = 4 * cyan_hot_tree_bytes_per_node (cyan_profile_builder_n_metrics (self->builder));

  return (guint) MIN (self->max_nodes, cyan_budget_limit (self->budget) / bytes);
}

/* Prunes when the tree has twice the nodes that the last pruning left. */
static gboolean
keep_small (CyanMerge *self, const CyanTick *tick, GError **error)
{
  guint most = most_nodes (self), n = cyan_profile_builder_n_nodes (self->builder);

  if (n <= MIN (self->next, most / 2))
    return TRUE;
  if (!prune (self, self->limit, tick, error))
    return FALSE;
  while ((n = cyan_profile_builder_n_nodes (self->builder)) > most / 4 && self->limit < 1)
    {
      self->limit = MIN (1, 2 * self->limit);
      if (!prune (self, self->limit, tick, error))
        return FALSE;
    }
  self->next = n + MAX (n, few_nodes (self->limit));
  self->pruning.epsilon = MAX (self->pruning.epsilon, self->limit);
  return TRUE;
}

gboolean
cyan_merge_add (CyanMerge *self,
                const CyanProfile *part,
                const char *name,
                const CyanTick *tick,
                GError **error)
{
  gboolean is_sampled = part->recording == CYAN_RECORDING_SAMPLED;
  gboolean same_first;

  if (self->builder == NULL)
    {
      begin_tree (self, part);
      self->first = g_strdup (name);
    }
  else if ((self->about.recording == CYAN_RECORDING_SAMPLED) != is_sampled)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      is_sampled ? _ ("%s: it is sampled, and %s is not")
                                 : _ ("%s: it is not sampled, and %s is"),
                      name, self->first);
  if (!cyan_merge_metrics_add (&self->metrics, part, name, self->hot.phi > 0, &same_first, error)
      || !add_tree (self, part, tick, error))
    return FALSE;
  cyan_merge_about_add (&self->about, part, name, same_first);
  if (self->hot.phi == 0)
    return TRUE;
  /* With floors as large as the limit, nothing could be pruned. */
  if (part->pruning.phi > self->hot.epsilon)
    self->limit = MAX (self->limit, part->pruning.phi);
  return keep_small (self, tick, error);
}

CyanProfile *
cyan_merge_finish (CyanMerge *self, const CyanTick *tick, GError **error)
{
  g_assert (self->builder != NULL);
  if (self->pruning.phi > 0 && !prune (self, self->pruning.phi, tick, error))
    return NULL;
  return freeze (self, tick, error);
}
