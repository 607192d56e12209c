/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The openings of a picture: the delta hot path with the changes around it, the largest nodes, some
 * levels, or all nodes.
 */
#include "cyan-layout-private.h"

#include <math.h>
#include <string.h>

/* Maximum number of boxes shown beside the hot path. */
#define MAX_BESIDE 24

/* Minimum number of candidates sorted at once. */
#define MIN_BATCH 4096

/* A node and the value that it is chosen by. */
typedef struct
{
  double weight;
  CyanNode node;
} Candidate;

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Sorts the candidates and keeps the first @n. */
static void
keep_largest (GArray *candidates, guint n)
{
  g_array_sort (candidates, compare_candidates);
  if (candidates->len > n)
    g_array_set_size (candidates, n);
}

/* The delta of the subtree of @node, as a fraction of the run. */
static double
delta_share (const CyanComparison *comparison, CyanNode node)
{
  return cyan_compared_delta_part (&comparison->compared, (double) comparison->slower_delta[node]
                                                              + comparison->faster_delta[node]);
}

/* Shows the other nodes below @top with the largest deltas.  FALSE if @limit was reached.  A delta
 * includes those of all nodes below, so a node never precedes its parent. */
static gboolean
show_changed (CyanLayout *self, CyanNode top, guint limit)
{
  const CyanComparison *comparison = self->comparison;
  const CyanMergedTree *tree = comparison->compared.tree;
  g_autoptr (GArray) changed = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (CyanNode node = top + 1; node < tree->end[top];)
    {
      Candidate candidate = { delta_share (comparison, node), node };

      if (!(candidate.weight > comparison->threshold)
          || !cyan_filtered_shows (self->filtered, node))
        {
          node = tree->end[node];
          continue;
        }
      if (self->slot_of[node] == CYAN_SLOT_NONE)
        g_array_append_val (changed, candidate);
      if (changed->len >= MIN_BATCH)
        keep_largest (changed, MAX_BESIDE);
      node++;
    }
  keep_largest (changed, MAX_BESIDE);
  for (guint i = 0; i < changed->len; i++)
    {
      CyanNode node = g_array_index (changed, Candidate, i).node;
      CyanSlot above = self->slot_of[tree->parent[node]];

      if (above == CYAN_SLOT_NONE)
        continue;
      if (self->n_shown >= limit)
        return FALSE;
      cyan_layout_show_one (self, node, above);
    }
  return TRUE;
}

/* Shows the path before its neighbours, so that a limit does not cut the path. */
static gboolean
show_path (CyanLayout *self, const CyanHotPath *path, guint limit)
{
  CyanNode node = g_array_index (path->nodes, CyanNode, 0);
  CyanSlot slot;
  gboolean whole = TRUE;

  cyan_layout_reveal (self, node);
  slot = cyan_layout_slot (self, node);
  if (slot == CYAN_SLOT_NONE)
    return TRUE;
  for (guint i = 1; whole && i < path->nodes->len; i++)
    {
      CyanNode next = g_array_index (path->nodes, CyanNode, i);

      if (!cyan_filtered_shows (self->filtered, next))
        break;
      whole = self->n_shown < limit || self->slot_of[next] != CYAN_SLOT_NONE;
      if (whole)
        slot = cyan_layout_show_one (self, next, slot);
    }
  if (path->goal != CYAN_NODE_NONE)
    cyan_layout_keep_because (self, path->goal, CYAN_KEPT_GOAL);
  return whole && show_changed (self, node, limit);
}

static gboolean
show_hot_path (CyanLayout *self, guint limit)
{
  g_autoptr (CyanHotPath) path = cyan_hot_path_new (self->comparison, cyan_layout_top (self),
                                                    cyan_comparison_direction (self->comparison));

  return show_path (self, path, limit);
}

void
cyan_layout_show_path (CyanLayout *self, const CyanHotPath *path)
{
  show_path (self, path, G_MAXUINT);
}

/* Shows the @n nodes below the top with the largest |H| that match, and their ancestors. */
static gboolean
show_largest (CyanLayout *self, guint n, guint limit)
{
  const CyanComparison *comparison = self->comparison;
  const CyanNode *parent = comparison->compared.tree->parent;
  CyanNode top = cyan_layout_top (self);
  CyanNode end = comparison->compared.tree->end[top];
  guint batch = n > G_MAXUINT / 2 ? G_MAXUINT : MAX (2 * n, MIN_BATCH);
  g_autoptr (GArray) largest = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autofree guint8 *wanted = g_malloc0 (end - top);
  double least = -1;
  guint n_wanted = 1;
  gboolean whole = TRUE;

  if (n == 0)
    return TRUE;
  for (CyanNode node = top; node < end; node++)
    {
      Candidate candidate = { fabs (cyan_comparison_height (comparison, node, self->basis)), node };

      /* Of equal nodes the first is kept. */
      if (!(candidate.weight > least) || !cyan_filtered_matches (self->filtered, node))
        continue;
      g_array_append_val (largest, candidate);
      if (largest->len >= batch)
        {
          keep_largest (largest, n);
          least = g_array_index (largest, Candidate, n - 1).weight;
        }
    }
  keep_largest (largest, n);

  wanted[0] = TRUE;
  for (guint i = 0; whole && i < largest->len; i++)
    {
      CyanNode node = g_array_index (largest, Candidate, i).node;
      guint n_missing = 0;

      for (CyanNode up = node; !wanted[up - top]; up = parent[up])
        n_missing++;
      whole = n_wanted + n_missing <= limit;
      for (CyanNode up = node; whole && !wanted[up - top]; up = parent[up])
        wanted[up - top] = TRUE;
      n_wanted += n_missing;
    }
  for (CyanNode node = top + 1; node < end; node++)
    if (wanted[node - top])
      cyan_layout_show_one (self, node, self->slot_of[parent[node]]);
  return whole;
}

void
cyan_layout_show_matches (CyanLayout *self, guint n)
{
  show_largest (self, n, G_MAXUINT);
}

static void
show_top_only (CyanLayout *self)
{
  g_hash_table_remove_all (self->kept);
  cyan_layout_show_only (self, cyan_layout_top (self), NULL, 0);
}

gboolean
cyan_layout_open_path (CyanLayout *self, const CyanHotPath *path, guint limit)
{
  gboolean whole;

  g_assert (g_array_index (path->nodes, CyanNode, 0) == cyan_layout_top (self));
  show_top_only (self);
  whole = show_path (self, path, limit);
  g_assert (self->n_shown <= MAX (limit, 1));
  return whole;
}

/* Shows @opening besides the top. */
static gboolean
show_opening (CyanLayout *self, CyanOpening opening, guint n, guint limit)
{
  switch (opening)
    {
    case CYAN_OPENING_HOT_PATH:
      return show_hot_path (self, limit);
    case CYAN_OPENING_TOP:
      return show_largest (self, n, limit);
    case CYAN_OPENING_DEPTH:
      return cyan_layout_show_levels (self, self->top, n, limit);
    case CYAN_OPENING_ALL:
      return cyan_layout_show_levels (self, self->top, G_MAXUINT, limit);
    }
  g_assert_not_reached ();
}

gboolean
cyan_layout_open (CyanLayout *self, CyanOpening opening, guint n, guint limit)
{
  gboolean whole;

  show_top_only (self);
  whole = show_opening (self, opening, n, limit);
  g_assert (self->n_shown <= MAX (limit, 1));
  return whole;
}

gboolean
cyan_opening_parse (const char *text, CyanOpening *opening, guint *n)
{
  guint64 number = 0;
  const char *colon = strchr (text, ':');

  *n = 0;
  if (strcmp (text, "hot-path") == 0)
    *opening = CYAN_OPENING_HOT_PATH;
  else if (strcmp (text, "all") == 0)
    *opening = CYAN_OPENING_ALL;
  else if (colon == NULL
           || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT, &number, NULL))
    return FALSE;
  else if (g_str_has_prefix (text, "top:"))
    *opening = CYAN_OPENING_TOP;
  else if (g_str_has_prefix (text, "depth:"))
    *opening = CYAN_OPENING_DEPTH;
  else
    return FALSE;
  *n = (guint) number;
  return TRUE;
}
