/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The three stages.  Each is a sweep over both trees in preorder, and one matching. */
#include "cyan-parcs.h"

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-match-common.h"
#include "cyan-number.h"

#define NONE G_MAXUINT32

const char *const cyan_cause_names[] = {
  "deleted", "added", "below-modified", "side-effect", "not-seen", NULL,
};

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_cause_names) == CYAN_N_CAUSES + 1);

/* State while the stages run. */
typedef struct
{
  CyanParcs *parcs;
  const CyanProfile *profile[2];
  CyanMatchSide sides[2];
  guint8 *excised[2]; /* by node: the root of a subtree that was cut out */
  GArray *differences;
} Stages;

static gboolean
is_modified (const CyanParcs *parcs, guint side, CyanNode node)
{
  return node != CYAN_NODE_ROOT
         && cyan_parcs_change (parcs, parcs->merged_of[side][node]) == CYAN_CHANGE_MODIFIED;
}

/* Whether only the version of this side has the function of @node.  Sets *@source_known if the
 * source shows this; else the function only does not occur in the other profile. */
static gboolean
is_of_one_version (const CyanParcs *parcs, guint side, CyanNode node, gboolean *source_known)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanNode merged = parcs->merged_of[side][node];
  guint32 index = comparison->compared.pairs->of_node[merged];
  const CyanFunctionPair *pair = &comparison->compared.pairs->at[index];
  CyanPresence presence =
      parcs->presence != NULL ? (CyanPresence) parcs->presence[index] : CYAN_PRESENCE_UNKNOWN;

  *source_known = presence != CYAN_PRESENCE_UNKNOWN;
  /* A function in both recordings is in both versions, whatever the sources say. */
  if (node == CYAN_NODE_ROOT || (pair->before != NONE && pair->after != NONE))
    return FALSE;
  if (presence != CYAN_PRESENCE_UNKNOWN)
    return presence == (side == 0 ? CYAN_PRESENCE_BEFORE_ONLY : CYAN_PRESENCE_AFTER_ONLY);
  return (side == 0 ? pair->after : pair->before) == NONE
         && !cyan_compared_is_unseen (&comparison->compared, merged);
}

void
cyan_parcs_judge (
    const CyanParcs *self, guint side, CyanNode node, CyanCause *cause, gboolean *source_known)
{
  const CyanProfile *profile = self->comparison->compared.side[side].profile;

  g_assert (side < 2 && node <= self->n_nodes[side]);
  if (is_of_one_version (self, side, node, source_known))
    *cause = side == 0 ? CYAN_CAUSE_DELETED : CYAN_CAUSE_ADDED;
  else if (cyan_compared_is_unseen (&self->comparison->compared, self->merged_of[side][node]))
    *cause = CYAN_CAUSE_UNSEEN;
  else if (self->modified_above[side][node] != CYAN_NODE_NONE)
    {
      *cause = CYAN_CAUSE_MODIFIED;
      *source_known = TRUE;
    }
  else
    {
      CyanNode caller = node != CYAN_NODE_ROOT ? profile->parent[node] : node;

      *cause = CYAN_CAUSE_SIDE_EFFECT;
      *source_known =
          cyan_parcs_change (self, self->merged_of[side][caller]) != CYAN_CHANGE_UNKNOWN;
    }
}

/* Cuts out the subtree of @root: all nodes of it that earlier stages left. */
static void
excise (Stages *self, guint stage, guint side, CyanNode root)
{
  CyanParcs *parcs = self->parcs;
  const CyanComparison *comparison = parcs->comparison;
  const CyanProfile *profile = self->profile[side];
  guint metric = comparison->compared.side[side].metric;
  double run = comparison->compared.side[side].total;
  CyanDifference difference = {
    .stage = stage, .side = side, .root = root, .node = parcs->merged_of[side][root]
  };

  cyan_parcs_judge (parcs, side, root, &difference.cause, &difference.source_known);
  self->excised[side][root] = 1;
  for (CyanNode i = root; i < profile->end[root];)
    {
      guint32 *owner = &parcs->difference_of[side][i];

      if (*owner != NONE)
        {
          i = profile->end[i];
          continue;
        }
      *owner = self->differences->len;
      difference.n_nodes++;
      difference.total += profile->metrics[metric].self[i];
      i++;
    }
  difference.share = run > 0 ? difference.total / run : 0;
  parcs->counts[difference.cause][side].subtrees++;
  parcs->counts[difference.cause][side].nodes += difference.n_nodes;
  g_array_append_val (self->differences, difference);
}

/* Cuts out the topmost nodes below @top that have no entry in @partner. */
static void
excise_unmatched (Stages *self, guint stage, guint side, CyanNode top, const CyanNode *partner)
{
  const CyanNode *end = self->profile[side]->end;

  for (CyanNode i = top + 1; i < end[top];)
    {
      gboolean cut = self->excised[side][i];

      if (!cut && partner[i] != CYAN_NODE_NONE)
        {
          i++;
          continue;
        }
      if (!cut)
        excise (self, stage, side, i);
      i = end[i];
    }
}

static void
run_stage_1 (Stages *self)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = self->profile[side];

      for (CyanNode i = 1; i < profile->n_nodes;)
        {
          gboolean known;

          if (!is_of_one_version (self->parcs, side, i, &known))
            {
              i++;
              continue;
            }
          excise (self, 1, side, i);
          i = profile->end[i];
        }
    }
}

static CyanMatching *
new_matching (const Stages *self)
{
  CyanMatching *matching = g_new0 (CyanMatching, 1);

  matching->n_before = self->profile[0]->n_nodes;
  matching->n_after = self->profile[1]->n_nodes;
  matching->after_of = cyan_new_numbers (matching->n_before);
  matching->before_of = cyan_new_numbers (matching->n_after);
  G_STATIC_ASSERT (CYAN_NODE_NONE == G_MAXUINT32);
  matching->after_of[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  matching->before_of[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  return matching;
}

/* The modified functions that have no modified function above them.  Marks their callees in @below.
 */
static GArray *
find_dominators (const Stages *self, guint side, guint8 *below)
{
  const CyanMatchSide *tree = &self->sides[side];
  const CyanProfile *profile = self->profile[side];
  GArray *dominators = g_array_new (FALSE, FALSE, sizeof (CyanNode));

  for (CyanNode i = 1; i < profile->n_nodes;)
    {
      gboolean modified = !self->excised[side][i] && is_modified (self->parcs, side, i);

      if (modified)
        {
          const CyanNode *kids = cyan_match_kids (tree, i);

          for (guint k = 0; k < cyan_match_n_kids (tree, i); k++)
            below[kids[k]] = 1;
          g_array_append_val (dominators, i);
        }
      i = modified || self->excised[side][i] ? profile->end[i] : i + 1;
    }
  return dominators;
}

/* Pairs the topmost modified functions that have the same calling context, in any order. */
static gboolean
match_dominators (
    Stages *self, CyanMatching *matching, GArray **dominators, const CyanTick *tick, GError **error)
{
  g_autofree guint8 *before = g_memdup2 (self->excised[0], self->profile[0]->n_nodes);
  g_autofree guint8 *after = g_memdup2 (self->excised[1], self->profile[1]->n_nodes);
  const CyanMatchCommonOptions options = { .excised = { before, after } };

  dominators[0] = find_dominators (self, 0, before);
  dominators[1] = find_dominators (self, 1, after);
  return dominators[0]->len == 0 || dominators[1]->len == 0
         || cyan_match_common_below (matching, &self->sides[0], &self->sides[1], CYAN_NODE_ROOT,
                                     CYAN_NODE_ROOT, &options, tick, error);
}

static gboolean
run_stage_2 (Stages *self, const CyanTick *tick, GError **error)
{
  const CyanMatchCommonOptions options = { .strict = self->parcs->strict,
                                           .ordered = !self->parcs->unordered,
                                           .excised = { self->excised[0], self->excised[1] } };
  const CyanTick first = cyan_tick_slice (tick, 0, 0.5);
  g_autoptr (CyanMatching) matching = new_matching (self);
  GArray *dominators[2] = { NULL, NULL };
  guint n = self->profile[0]->n_nodes;
  gboolean ok = match_dominators (self, matching, dominators, &first, error);

  for (guint i = 0; ok && i < dominators[0]->len; i++)
    {
      CyanNode a = g_array_index (dominators[0], CyanNode, i);
      CyanNode b = matching->after_of[a];
      const CyanTick slice =
          cyan_tick_slice (tick, 0.5 + 0.5 * a / n, 0.5 + 0.5 * self->profile[0]->end[a] / n);

      /* A leaf has nothing below it to match. */
      if (b != CYAN_NODE_NONE && is_modified (self->parcs, 1, b) && self->profile[0]->end[a] > a + 1
          && self->profile[1]->end[b] > b + 1)
        ok = cyan_match_common_below (matching, &self->sides[0], &self->sides[1], a, b, &options,
                                      &slice, error);
    }
  if (ok)
    {
      self->parcs->bounded |= matching->bounded;
      for (guint side = 0; side < 2; side++)
        {
          const CyanNode *partner = side == 0 ? matching->after_of : matching->before_of;

          for (guint i = 0; i < dominators[side]->len; i++)
            {
              CyanNode top = g_array_index (dominators[side], CyanNode, i);

              if (partner[top] != CYAN_NODE_NONE
                  && is_modified (self->parcs, 1 - side, partner[top]))
                excise_unmatched (self, 2, side, top, partner);
            }
        }
    }
  g_array_unref (dominators[0]);
  g_array_unref (dominators[1]);
  return ok;
}

static gboolean
run_stage_3 (Stages *self, const CyanTick *tick, GError **error)
{
  CyanParcs *parcs = self->parcs;
  const CyanMatchCommonOptions options = { .strict = parcs->strict,
                                           .ordered = !parcs->unordered,
                                           .excised = { self->excised[0], self->excised[1] } };

  parcs->common = new_matching (self);
  if (!cyan_match_common_below (parcs->common, &self->sides[0], &self->sides[1], CYAN_NODE_ROOT,
                                CYAN_NODE_ROOT, &options, tick, error))
    return FALSE;
  for (CyanNode i = 0; i < parcs->common->n_before; i++)
    parcs->common->n_pairs += parcs->common->after_of[i] != CYAN_NODE_NONE;
  parcs->bounded |= parcs->common->bounded;
  excise_unmatched (self, 3, 0, CYAN_NODE_ROOT, parcs->common->after_of);
  excise_unmatched (self, 3, 1, CYAN_NODE_ROOT, parcs->common->before_of);
  parcs->n_common = parcs->common->n_pairs - 1;
  return TRUE;
}

/* The labels of after.  A renamed function gets its old label, so that the matcher sees no change.
 */
static CyanStr *
labels_before_renames (const CyanComparison *comparison)
{
  const CyanProfile *before = comparison->compared.side[0].profile,
                    *after = comparison->compared.side[1].profile;
  CyanStr *label = g_memdup2 (comparison->compared.side[1].label,
                              after->n_functions * sizeof *comparison->compared.side[1].label);
  g_autoptr (GHashTable) ran_before = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) ran_after = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) old_of = g_hash_table_new (NULL, NULL);

  for (guint f = 0; f < before->n_functions; f++)
    g_hash_table_add (ran_before, GUINT_TO_POINTER (comparison->compared.side[0].label[f]));
  for (guint f = 0; f < after->n_functions; f++)
    g_hash_table_add (ran_after, GUINT_TO_POINTER (comparison->compared.side[1].label[f]));
  for (guint p = 0; p < comparison->compared.pairs->n; p++)
    {
      const CyanFunctionPair *pair = &comparison->compared.pairs->at[p];
      gpointer old, new;

      if (pair->before == NONE || pair->after == NONE)
        continue;
      old = GUINT_TO_POINTER (comparison->compared.side[0].label[pair->before]);
      new = GUINT_TO_POINTER (comparison->compared.side[1].label[pair->after]);
      /* Only the first rename of a name counts, and only if both names occur on one side only. */
      if (old == new || g_hash_table_contains (ran_before, new)
          || !g_hash_table_add (ran_after, old) || g_hash_table_contains (old_of, new))
        continue;
      g_hash_table_insert (old_of, new, old);
    }
  for (guint f = 0; f < after->n_functions && g_hash_table_size (old_of) > 0; f++)
    {
      gpointer old = g_hash_table_lookup (old_of, GUINT_TO_POINTER (label[f]));

      if (old != NULL)
        label[f] = GPOINTER_TO_UINT (old);
    }
  return label;
}

static void
init_nodes (CyanParcs *self, const CyanProfile *const *profiles)
{
  for (guint side = 0; side < 2; side++)
    {
      guint n = profiles[side]->n_nodes;
      CyanNode *above = g_new (CyanNode, n);

      self->n_nodes[side] = n - 1;
      self->merged_of[side] = cyan_compared_merged (&self->comparison->compared, side);
      self->modified_above[side] = above;
      self->difference_of[side] = cyan_new_numbers (n);
      above[CYAN_NODE_ROOT] = CYAN_NODE_NONE;
      for (CyanNode i = 1; i < n; i++)
        {
          CyanNode parent = profiles[side]->parent[i];

          above[i] = is_modified (self, side, parent) ? parent : above[parent];
        }
    }
}

static void
init_stages (Stages *self, CyanParcs *parcs)
{
  const CyanComparison *comparison = parcs->comparison;
  g_autofree guint32 *ranks = cyan_strings_ranks (comparison->compared.side[0].profile->strings);
  g_autofree CyanStr *renamed = labels_before_renames (comparison);

  self->parcs = parcs;
  self->profile[0] = comparison->compared.side[0].profile;
  self->profile[1] = comparison->compared.side[1].profile;
  self->differences = g_array_new (FALSE, FALSE, sizeof (CyanDifference));
  init_nodes (parcs, self->profile);
  for (guint side = 0; side < 2; side++)
    {
      cyan_match_side_init (&self->sides[side], self->profile[side],
                            side == 0 ? comparison->compared.side[0].label : renamed, ranks);
      self->excised[side] = g_new0 (guint8, self->profile[side]->n_nodes);
    }
}

static void
clear_stages (Stages *self)
{
  for (guint side = 0; side < 2; side++)
    {
      cyan_match_side_clear (&self->sides[side]);
      g_free (self->excised[side]);
    }
  self->parcs->n_differences = self->differences->len;
  self->parcs->differences = (CyanDifference *) g_array_free (self->differences, FALSE);
}

/* Whether every node is in the common tree or in one of the subtrees cut out. */
static gboolean
covers_trees (const CyanParcs *self)
{
  guint n_left[2] = { self->n_nodes[0] - self->n_common, self->n_nodes[1] - self->n_common };

  for (guint i = 0; i < self->n_differences; i++)
    n_left[self->differences[i].side] -= self->differences[i].n_nodes;
  return n_left[0] == 0 && n_left[1] == 0;
}

CyanParcs *
cyan_parcs_new (CyanComparison *comparison,
                const guint8 *changes,
                const guint8 *presence,
                gboolean strict,
                const CyanTick *tick,
                GError **error)
{
  g_autoptr (CyanParcs) self = g_new0 (CyanParcs, 1);
  const CyanTick second = cyan_tick_slice (tick, 0.2, 0.6);
  const CyanTick third = cyan_tick_slice (tick, 0.6, 1);
  Stages stages = { NULL };
  gboolean ok;

  self->comparison = cyan_comparison_ref (comparison);
  self->strict = strict;
  self->unordered = comparison->compared.unordered;
  self->changes = changes;
  self->presence = presence;
  self->has_sources = changes != NULL || presence != NULL;
  if (!cyan_tick (tick, 0, N_ ("Looking for causes"), error))
    return NULL;
  init_stages (&stages, self);
  run_stage_1 (&stages);
  ok = run_stage_2 (&stages, &second, error) && run_stage_3 (&stages, &third, error);
  clear_stages (&stages);
  cyan_assert_slow (!ok || covers_trees (self));
  return ok ? g_steal_pointer (&self) : NULL;
}

void
cyan_parcs_free (CyanParcs *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->merged_of[side]);
      g_free (self->modified_above[side]);
      g_free (self->difference_of[side]);
    }
  cyan_matching_free (self->common);
  g_free (self->differences);
  cyan_comparison_unref (self->comparison);
  g_free (self);
}

static gboolean
holds (const GArray *pairs, guint32 pair)
{
  for (guint i = 0; i < pairs->len; i++)
    if (g_array_index (pairs, guint32, i) == pair)
      return TRUE;
  return FALSE;
}

GArray *
cyan_parcs_suspects (const CyanParcs *self, guint side, CyanNode node, CyanCause cause, guint n)
{
  const CyanProfile *profile = self->comparison->compared.side[side].profile;
  GArray *suspects = g_array_new (FALSE, FALSE, sizeof (guint32));
  CyanNode at = self->modified_above[side][node];

  g_assert (side < 2 && node <= self->n_nodes[side]);
  if (cause == CYAN_CAUSE_ADDED || cause == CYAN_CAUSE_DELETED)
    {
      CyanNode caller = profile->parent[node];

      if (caller != CYAN_NODE_ROOT && n > 0)
        g_array_append_val (
            suspects, self->comparison->compared.pairs->of_node[self->merged_of[side][caller]]);
      return suspects;
    }
  for (guint i = 0; i < CYAN_PARCS_MAX_STEPS && at != CYAN_NODE_NONE && suspects->len < n; i++)
    {
      guint32 pair = self->comparison->compared.pairs->of_node[self->merged_of[side][at]];

      if (!holds (suspects, pair))
        g_array_append_val (suspects, pair);
      at = self->modified_above[side][at];
    }
  return suspects;
}
