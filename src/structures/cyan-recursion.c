/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-recursion.h"

#include <string.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"

/* A call on the folded path. */
typedef struct
{
  CyanNode node; /* of the builder */
  guint32 function;
} Step;

/* An open call of the profile, and what its beginning changed. */
typedef struct
{
  CyanNode node;
  guint depth; /* the length of the path before it */
  guint place; /* where its function was before it */
  guint at;    /* where it could stand on the path */
  Step hidden; /* what stood there */
} Open;

/* The data of a node of a pruned tree. */
typedef struct
{
  CyanNode outermost; /* the first call of its path */
  gboolean is_cold;
  double pruned; /* of an outermost call and of the root: what was pruned below, of metric 0 */
} Known;

typedef struct
{
  const CyanProfile *profile;
  CyanProfileBuilder *builder;
  guint32 *functions; /* the builder's, by number in the profile */
  guint32 cold;       /* the builder's function of what was pruned; 0: there is none */

  /* The path to the node in hand.  path[place[f]] is the call of f on it if that is not deeper than
   * the path and has this function. */
  guint depth;
  Step *path;
  guint *place;
  GArray *open; /* of Open */

  GArray *known; /* of Known, by node of the builder; NULL unless something may be missing */
} Fold;

static gboolean
is_pruned (const CyanProfile *profile)
{
  return profile->missing != NULL || profile->pruning.phi > 0;
}

/* Whether a function is twice on a path. */
static gboolean
has_recursion (const CyanProfile *profile)
{
  g_autofree guint *n_open = g_new0 (guint, profile->n_functions);
  CyanNode at = CYAN_NODE_ROOT;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      for (; at != profile->parent[i]; at = profile->parent[at])
        n_open[profile->function[at]]--;
      if (n_open[profile->function[i]]++ > 0)
        return TRUE;
      at = i;
    }
  return FALSE;
}

static void
fold_init (Fold *self, const CyanProfile *profile)
{
  guint n = profile->n_functions;

  *self = (Fold){ .profile = profile };
  self->builder = cyan_profile_part_builder (profile, &self->functions);
  self->path = g_new0 (Step, n + 2);
  self->place = g_new0 (guint, n);
  self->open = g_array_new (FALSE, FALSE, sizeof (Open));
  if (!is_pruned (profile))
    return;
  self->cold = self->functions[cyan_profile_cold_function (profile)];
  self->known = g_array_new (FALSE, TRUE, sizeof (Known));
  g_array_set_size (self->known, 1);
}

static void
fold_clear (Fold *self)
{
  cyan_profile_builder_free (self->builder);
  g_free (self->functions);
  g_free (self->path);
  g_free (self->place);
  g_array_unref (self->open);
  g_clear_pointer (&self->known, g_array_unref);
}

/* Ends all open calls that @node is not below. */
static void
end_calls (Fold *self, CyanNode node)
{
  while (self->open->len > 0)
    {
      const Open *top = &g_array_index (self->open, Open, self->open->len - 1);

      if (node < self->profile->end[top->node])
        return;
      self->place[self->functions[self->profile->function[top->node]]] = top->place;
      self->depth = top->depth;
      self->path[top->at] = top->hidden;
      g_array_set_size (self->open, self->open->len - 1);
    }
}

/* Lengthens the path by a call. */
static gboolean
go_down (Fold *self, guint32 function, guint32 call_site, GError **error)
{
  CyanNode node = cyan_profile_builder_child (self->builder, self->path[self->depth].node, function,
                                              call_site, error);

  if (node == CYAN_NODE_NONE)
    return FALSE;
  self->path[++self->depth] = (Step){ node, function };
  self->place[function] = self->depth;
  if (self->known != NULL && node == self->known->len)
    {
      const Known known = { self->path[1].node, self->cold != 0 && function == self->cold, 0 };

      g_array_append_val (self->known, known);
    }
  return TRUE;
}

static gboolean
begin_call (Fold *self, CyanNode node, GError **error)
{
  const CyanProfile *profile = self->profile;
  guint32 function = self->functions[profile->function[node]];
  guint32 call_site = cyan_profile_call_site (profile, node);
  guint place = self->place[function];
  Open open = { .node = node, .depth = self->depth, .place = place };

  if (self->cold != 0 && function == self->cold)
    self->depth = MIN (self->depth, 1);
  open.at = self->depth + 1;
  open.hidden = self->path[open.at];
  g_array_append_val (self->open, open);
  if (place == 0 || place > self->depth || self->path[place].function != function)
    return go_down (self, function, call_site, error);
  self->depth = place;
  return TRUE;
}

/* Adds what @node has to the call that it is on the path. */
static void
add_values (Fold *self, CyanNode node)
{
  const CyanProfile *profile = self->profile;
  CyanNode to = self->path[self->depth].node;
  guint64 calls = cyan_profile_calls (profile, node);

  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_profile_builder_add (self->builder, m, to, profile->metrics[m].self[node]);
  if (calls != CYAN_CALLS_UNKNOWN && node != CYAN_NODE_ROOT)
    cyan_profile_builder_add_calls (self->builder, to, calls);
  cyan_profile_builder_copy_hosts (self->builder, profile, node, to);
  if (self->known != NULL && g_array_index (self->known, Known, to).is_cold)
    g_array_index (self->known, Known, self->path[self->depth - 1].node).pruned +=
        profile->metrics[0].self[node];
}

/* The value pruned below the root may have begun with any call: all may lack it.  The value pruned
 * below an outermost call is somewhere in its tree: all but itself may lack it. */
static void
set_missing (Fold *self)
{
  const Known *known = (const Known *) self->known->data;
  CyanPruning pruning = self->profile->pruning;
  double whole = self->profile->metrics[0].total[CYAN_NODE_ROOT], most = known[0].pruned;

  for (CyanNode i = 1; i < self->known->len; i++)
    {
      CyanNode outermost = known[i].outermost;
      double missing = known[0].pruned + (i != outermost ? known[outermost].pruned : 0);

      most = MAX (most, missing);
      if (!known[i].is_cold)
        cyan_profile_builder_set_missing (self->builder, i, missing);
    }
  pruning.floor = MAX (pruning.floor, most);
  if (whole > 0)
    pruning.phi = CLAMP (most / whole, pruning.phi, 1);
  cyan_profile_builder_set_pruning (self->builder, &pruning);
  cyan_profile_part_keep_flat (self->profile, self->functions, self->builder);
}

static CyanProfile *
fold (Fold *self, const CyanTick *tick, GError **error)
{
  const CyanProfile *profile = self->profile;
  guint n_before = profile->n_nodes - 1, n_after;

  add_values (self, CYAN_NODE_ROOT);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      if (!cyan_tick_step (tick, i, profile->n_nodes, N_ ("Folding"), error))
        return NULL;
      end_calls (self, i);
      if (!begin_call (self, i, error))
        return NULL;
      add_values (self, i);
    }
  if (self->known != NULL)
    set_missing (self);
  n_after = cyan_profile_builder_n_nodes (self->builder) - 1;
  if (n_after < n_before)
    cyan_profile_builder_warn (self->builder,
                               ngettext ("recursion is folded: %'u of %'u node is left",
                                         "recursion is folded: %'u of %'u nodes are left",
                                         n_before),
                               n_after, n_before);
  return cyan_profile_builder_finish_tick (self->builder, NULL, error);
}

CyanProfile *
cyan_profile_fold_recursion (CyanProfile *profile, const CyanTick *tick, GError **error)
{
  CyanProfile *folded;
  Fold self;

  if (!is_pruned (profile) && !has_recursion (profile))
    return cyan_profile_ref (profile);
  fold_init (&self, profile);
  folded = fold (&self, tick, error);
  fold_clear (&self);
  cyan_assert_slow (folded == NULL || cyan_profile_part_keeps_totals (profile, folded));
  cyan_assert_slow (folded == NULL || cyan_profile_depth (folded) <= folded->n_functions);
  return folded;
}
