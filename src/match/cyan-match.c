/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entry point of matching, the matcher by path, and the check of a matching. */
#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-match-common.h"
#include "cyan-match-shared.h"

#include "cyan-error.h"

#include <string.h>

const char *const cyan_match_method_names[] = { "context", "common-tree", "path", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_match_method_names) == CYAN_MATCH_PATH + 2);

static void
match_path_children (CyanMatching *matching,
                     const CyanMatchSide *before,
                     const CyanMatchSide *after,
                     CyanNode u,
                     CyanNode v,
                     GArray *partners)
{
  const CyanNode *xs = cyan_match_kids (before, u);
  const CyanNode *ys = cyan_match_kids (after, v);
  guint n_xs = cyan_match_n_kids (before, u);
  guint n_ys = cyan_match_n_kids (after, v);

  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint32 name = before->name[xs[i]];
      guint32 other = after->name[ys[j]];
      guint i_end = i + 1, j_end = j + 1;

      if (name != other)
        {
          i += name < other;
          j += other < name;
          continue;
        }
      while (i_end < n_xs && before->name[xs[i_end]] == name)
        i_end++;
      while (j_end < n_ys && after->name[ys[j_end]] == name)
        j_end++;
      if (i_end == i + 1 && j_end == j + 1)
        matching->after_of[xs[i]] = ys[j];
      else
        {
          guint32 *partner;

          g_array_set_size (partners, i_end - i);
          partner = (guint32 *) partners->data;
          cyan_match_group (before, xs + i, i_end - i, after, ys + j, j_end - j, FALSE, partner);
          for (guint k = 0; k < i_end - i; k++)
            if (partner[k] != G_MAXUINT32)
              matching->after_of[xs[i + k]] = ys[j + partner[k]];
        }
      i = i_end;
      j = j_end;
    }
}

/* In preorder, a node gets its partner before its children are paired. */
static gboolean
match_path (CyanMatching *matching,
            const CyanMatchSide *before,
            const CyanMatchSide *after,
            const CyanTick *tick,
            GError **error)
{
  g_autoptr (GArray) partners = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint steps = 0;

  for (CyanNode u = 0; u < before->n_nodes;)
    {
      if (matching->after_of[u] == CYAN_NODE_NONE)
        {
          u = before->end[u];
          continue;
        }
      match_path_children (matching, before, after, u, matching->after_of[u], partners);
      u++;
      if (++steps % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) u / before->n_nodes, N_ ("Matching"), error))
        return FALSE;
    }
  return TRUE;
}

CyanNode *
cyan_match_new_unmatched (guint n)
{
  CyanNode *partner = g_new (CyanNode, n);

  memset (partner, 0xff, n * sizeof *partner);
  G_STATIC_ASSERT (CYAN_NODE_NONE == G_MAXUINT32);
  return partner;
}

/* By path or by common tree. */
static gboolean
match_plainly (CyanMatching *self,
               const CyanMatchNames *names,
               const CyanProfile *before,
               const CyanProfile *after,
               const CyanMatchOptions *options,
               const CyanTick *tick,
               GError **error)
{
  const CyanMatchCommonOptions common = { .strict = options->strict,
                                          .ordered = !before->unordered && !after->unordered };
  CyanTick rest = cyan_tick_slice (tick, 0.2, 1.0);
  CyanMatchSide sides[2];
  gboolean ok;

  self->after_of = cyan_match_new_unmatched (before->n_nodes);
  self->before_of = cyan_match_new_unmatched (after->n_nodes);
  self->after_of[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  cyan_match_sides_init (sides, before, after, (const CyanStr *const *) names->label, names->rank);
  ok = options->method == CYAN_MATCH_PATH
           ? match_path (self, &sides[0], &sides[1], &rest, error)
           : cyan_match_common_below (self, &sides[0], &sides[1], CYAN_NODE_ROOT, CYAN_NODE_ROOT,
                                      &common, &rest, error);
  cyan_match_side_clear (&sides[0]);
  cyan_match_side_clear (&sides[1]);
  return ok;
}

CyanMatching *
cyan_match (const CyanProfile *before,
            const CyanProfile *after,
            const CyanMatchOptions *options,
            const CyanTick *tick,
            GError **error)
{
  g_autoptr (CyanMatching) self = NULL;
  CyanMatchNames names = { 0 };
  gboolean ok;

  g_assert (before->strings == after->strings);
  g_assert (options->metric[0] < before->n_metrics && options->metric[1] < after->n_metrics);

  if (!cyan_tick (tick, 0.0, N_ ("Matching"), error))
    return NULL;

  self = g_new0 (CyanMatching, 1);
  self->n_before = before->n_nodes;
  self->n_after = after->n_nodes;
  self->renames = g_array_new (FALSE, FALSE, sizeof (CyanMatchRename));
  self->joins = g_array_new (FALSE, FALSE, sizeof (CyanMatchJoin));
  self->uncertain = g_array_new (FALSE, FALSE, sizeof (CyanMatchRival));

  cyan_match_names_init (&names, before, after, options);
  if (options->method == CYAN_MATCH_CONTEXT)
    ok = cyan_match_releases (self, &names, before, after, options, tick, error);
  else
    ok = match_plainly (self, &names, before, after, options, tick, error);
  cyan_match_names_clear (&names);
  if (!ok)
    return NULL;

  for (CyanNode i = 0; i < self->n_before; i++)
    if (self->after_of[i] != CYAN_NODE_NONE)
      {
        self->before_of[self->after_of[i]] = i;
        self->n_pairs++;
      }
  g_assert (self->before_of[CYAN_NODE_ROOT] == CYAN_NODE_ROOT);
  g_assert (self->n_pairs <= MIN (self->n_before, self->n_after));
  cyan_assert_valid (cyan_matching_check, self, before, after);
  return g_steal_pointer (&self);
}

void
cyan_matching_free (CyanMatching *self)
{
  if (self == NULL)
    return;
  g_free (self->after_of);
  g_free (self->before_of);
  if (self->renames != NULL)
    g_array_unref (self->renames);
  if (self->joins != NULL)
    g_array_unref (self->joins);
  if (self->uncertain != NULL)
    g_array_unref (self->uncertain);
  g_free (self);
}

static gboolean
check_inverse (const CyanNode *partner,
               guint n,
               const CyanNode *inverse,
               guint n_inverse,
               guint n_pairs,
               const char *side,
               GError **error)
{
  guint found = 0;

  for (CyanNode i = 0; i < n; i++)
    {
      if (partner[i] == CYAN_NODE_NONE)
        continue;
      found++;
      if (partner[i] >= n_inverse || inverse[partner[i]] != i)
        return cyan_fail (error, CYAN_ERROR_INVALID, "I1: node %u of %s", i, side);
    }
  if (found != n_pairs)
    return cyan_fail (error, CYAN_ERROR_INVALID, "I1: %u pairs in %s, not %u", found, side,
                      n_pairs);
  return TRUE;
}

CyanNode *
cyan_match_paired_above (const CyanProfile *profile, const CyanNode *partner)
{
  CyanNode *above = g_new (CyanNode, profile->n_nodes);

  above[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode parent = profile->parent[i];

      above[i] = partner[parent] != CYAN_NODE_NONE ? parent : above[parent];
    }
  return above;
}

guint32 *
cyan_match_count_pairs (const CyanNode *partner, guint n)
{
  guint32 *pairs = g_new (guint32, (gsize) n + 1);

  pairs[0] = 0;
  for (CyanNode i = 0; i < n; i++)
    pairs[i + 1] = pairs[i] + (partner[i] != CYAN_NODE_NONE);
  return pairs;
}

static gboolean
check_joins (const CyanMatching *self, GError **error)
{
  for (guint i = 0; self->joins != NULL && i < self->joins->len; i++)
    {
      const CyanMatchJoin *join = &g_array_index (self->joins, CyanMatchJoin, i);
      const CyanNode *partner = join->side == 0 ? self->after_of : self->before_of;

      if (join->into >= (join->side == 0 ? self->n_after : self->n_before)
          || partner[join->node] != CYAN_NODE_NONE)
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u of side %u does not join", join->node,
                          join->side);
    }
  return TRUE;
}

gboolean
cyan_matching_check (const CyanMatching *self,
                     const CyanProfile *before,
                     const CyanProfile *after,
                     GError **error)
{
  g_autofree CyanNode *before_nearest = NULL;
  g_autofree CyanNode *after_nearest = NULL;

  if (self->n_before != before->n_nodes || self->n_after != after->n_nodes)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the matching is of other trees");
  if (self->after_of[CYAN_NODE_ROOT] != CYAN_NODE_ROOT)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the roots are not partners");
  if (!check_inverse (self->after_of, self->n_before, self->before_of, self->n_after, self->n_pairs,
                      "before", error)
      || !check_inverse (self->before_of, self->n_after, self->after_of, self->n_before,
                         self->n_pairs, "after", error)
      || !check_joins (self, error))
    return FALSE;

  before_nearest = cyan_match_paired_above (before, self->after_of);
  after_nearest = cyan_match_paired_above (after, self->before_of);
  for (CyanNode i = 1; i < self->n_before; i++)
    {
      CyanNode partner = self->after_of[i];

      if (partner != CYAN_NODE_NONE && self->after_of[before_nearest[i]] != after_nearest[partner])
        return cyan_fail (error, CYAN_ERROR_INVALID, "I3: node %u of before and %u of after", i,
                          partner);
    }
  return TRUE;
}
