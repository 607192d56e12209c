/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folds recursions that are deeper on one side, if that makes the matching better: a function may
 * have been inlined into itself, so levels are matched by what is in them.  Those that make it worse
 * are tried in halves.
 */
#include "cyan-match-release.h"

#define LEAST_CHANGE 0.2 /* of the sum of the recursive calls on both sides, to fold a recursion */

void
cyan_match_add_halves (GPtrArray *batches, const GArray *all, guint n_first)
{
  guint size = g_array_get_element_size ((GArray *) all);
  GArray *first = g_array_new (FALSE, FALSE, size), *second = g_array_new (FALSE, FALSE, size);

  g_array_append_vals (first, all->data, n_first);
  g_array_append_vals (second, all->data + (gsize) n_first * size, all->len - n_first);
  g_ptr_array_add (batches, second);
  g_ptr_array_add (batches, first);
}

/* Counts recursive calls by name, through functions that are looked through. */
static guint *
count_recursive (const CyanMatchFunctions *functions, guint n_names)
{
  const CyanProfile *profile = functions->profile;
  g_autofree guint32 *kept = g_new (guint32, profile->n_nodes); /* by node: the nearest kept name */
  guint *count = g_new0 (guint, n_names);

  kept[CYAN_NODE_ROOT] = functions->name[profile->function[CYAN_NODE_ROOT]];
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 f = profile->function[i], above = kept[profile->parent[i]];

      kept[i] = functions->is_skipped[f] ? above : functions->name[f];
      count[above] += !functions->is_skipped[f] && kept[i] == above;
    }
  return count;
}

/* The names whose recursion is clearly deeper on one side, as now named.  Of guint32. */
static GArray *
uneven_recursions (const CyanMatchFunctions *functions, guint n_names)
{
  g_autofree guint *before = count_recursive (&functions[0], n_names);
  g_autofree guint *after = count_recursive (&functions[1], n_names);
  GArray *names = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 name = 0; name < n_names; name++)
    {
      guint most = MAX (before[name], after[name]), least = MIN (before[name], after[name]);

      if (most - least > LEAST_CHANGE * ((double) most + least))
        g_array_append_val (names, name);
    }
  return names;
}

/* Folds the recursions of @names, or no longer. */
static void
fold (CyanMatchRelease *self, const GArray *names, guint8 is_folded)
{
  for (guint i = 0; i < names->len; i++)
    self->is_folded[g_array_index (names, guint32, i)] = is_folded;
}

gboolean
cyan_match_release_fold (
    CyanMatchRelease *self, CyanMatchRun *best, guint limit, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  if (self->n_runs >= limit)
    return TRUE;
  cyan_match_release_name_functions (self);
  for (guint side = 0; side < 2; side++)
    cyan_match_release_find_skipped (self, side);
  g_ptr_array_add (batches, uneven_recursions (self->functions, self->names->n));
  while (batches->len > 0 && self->n_runs < limit)
    {
      g_autoptr (GArray) names = g_ptr_array_steal_index (batches, batches->len - 1);
      CyanMatchRun run = { 0 };
      gboolean ok;

      if (names->len == 0)
        continue;
      fold (self, names, TRUE);
      ok = cyan_match_run_once (self, &run, tick, error);
      if (ok && run.score > best->score)
        {
          cyan_match_run_clear (best);
          *best = run;
          continue;
        }
      cyan_match_run_clear (&run);
      if (!ok)
        return FALSE;
      fold (self, names, FALSE);
      if (names->len > 1)
        cyan_match_add_halves (batches, names, names->len / 2);
    }
  return TRUE;
}
