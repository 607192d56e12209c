/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows renames.
 *
 * A renamed leaf leaves no evidence, since it has no callees to compare.  But contexts of the
 * function with callees may have been paired as renamed.  If most of these pairs agree on the new
 * name, and the new name agrees with them, the leaves are paired too.
 */
#include "cyan-i18n.h"
#include "cyan-match-context.h"

/* By name of before that no longer occurs: its new name, or G_MAXUINT32. */
static guint32 *
count_votes (const CyanMatchContext *self, guint n_names)
{
  guint64 *votes = (guint64 *) self->renamed->data;
  guint n_votes = self->renamed->len;
  g_autofree guint32 *before_votes = g_new0 (guint32, n_names);
  g_autofree guint32 *after_votes = g_new0 (guint32, n_names);
  g_autofree guint32 *old_name = g_new (guint32, n_names);
  guint32 *new_name = g_new (guint32, n_names);

  for (guint i = 0; i < n_names; i++)
    old_name[i] = new_name[i] = G_MAXUINT32;
  cyan_match_sort (votes, n_votes);
  for (guint i = 0, end; i < n_votes; i = end)
    {
      guint32 before = (guint32) (votes[i] >> 32);
      guint32 after = (guint32) votes[i];

      for (end = i + 1; end < n_votes && votes[end] == votes[i];)
        end++;
      if (end - i > before_votes[before])
        {
          before_votes[before] = end - i;
          new_name[before] = after;
        }
      if (end - i > after_votes[after])
        {
          after_votes[after] = end - i;
          old_name[after] = before;
        }
    }
  for (guint i = 0; i < n_names; i++)
    if (new_name[i] != G_MAXUINT32 && old_name[new_name[i]] != i)
      new_name[i] = G_MAXUINT32;
  return new_name;
}

/* The first free child of @node with @name, or CYAN_NODE_NONE. */
static CyanNode
find_free (const CyanMatchContext *self, CyanNode node, guint32 name)
{
  const CyanMatchSide *after = self->sides[1];
  const CyanNode *kids = cyan_match_kids (after, node);
  guint low = 0, n = cyan_match_n_kids (after, node), high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (after->name[kids[middle]] < name)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < n && after->name[kids[low]] == name; low++)
    if (self->state[1][kids[low]] == CYAN_MATCH_FREE)
      return kids[low];
  return CYAN_NODE_NONE;
}

static void
pair_renamed (CyanMatchContext *self, CyanNode a, CyanNode b, const guint32 *new_name)
{
  const CyanNode *kids = cyan_match_kids (self->sides[0], a);
  guint n = cyan_match_n_kids (self->sides[0], a);

  for (guint i = 0; i < n; i++)
    {
      guint32 name = new_name[self->sides[0]->name[kids[i]]];
      CyanNode other;

      if (name == G_MAXUINT32 || self->state[0][kids[i]] != CYAN_MATCH_FREE)
        continue;
      other = find_free (self, b, name);
      if (other == CYAN_NODE_NONE)
        continue;
      self->partner[0][kids[i]] = other;
      self->partner[1][other] = kids[i];
      self->state[0][kids[i]] = self->state[1][other] = CYAN_MATCH_FOLLOWED;
    }
}

gboolean
cyan_match_follow_renames (CyanMatchContext *self, const CyanTick *tick, GError **error)
{
  const CyanMatchSide *before = self->sides[0];
  g_autofree guint32 *new_name = NULL;
  CyanNode fresh_end = 0; /* end of a subtree that was unmatched before this pass */

  if (self->renamed->len == 0)
    return TRUE;
  new_name = count_votes (self, self->names->n);
  for (CyanNode u = 0; u < before->n_nodes; u++)
    {
      CyanNode v = self->partner[0][u];

      if (u % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) u / before->n_nodes, N_ ("Matching"), error))
        return FALSE;
      if (v == CYAN_NODE_NONE)
        continue;
      if (self->state[0][u] == CYAN_MATCH_FOLLOWED)
        fresh_end = MAX (fresh_end, before->end[u]);
      if (u < fresh_end)
        cyan_match_children (self, u, v);
      pair_renamed (self, u, v, new_name);
    }
  return TRUE;
}
