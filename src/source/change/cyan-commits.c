/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares the contributions of functions among the commits that changed them. */
#include "cyan-commits.h"

#include <math.h>
#include "cyan-function-compare.h"
#include "cyan-i18n.h"

static CyanCommit *
find (GArray *commits, GHashTable *by_id, const CyanGitTouch *touch)
{
  gpointer index;
  CyanCommit commit;

  if (g_hash_table_lookup_extended (by_id, touch->commit, NULL, &index))
    return &g_array_index (commits, CyanCommit, GPOINTER_TO_UINT (index));
  commit = (CyanCommit){ touch, 0, g_array_new (FALSE, FALSE, sizeof (guint)) };
  g_hash_table_insert (by_id, (gpointer) touch->commit, GUINT_TO_POINTER (commits->len));
  g_array_append_val (commits, commit);
  return &g_array_index (commits, CyanCommit, commits->len - 1);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const CyanCommit *first = a, *second = b;
  double by = fabs (second->contribution) - fabs (first->contribution);

  /* Of equal ones the newest first. */
  if (by == 0)
    by = (double) (second->touch->author_time - first->touch->author_time);
  return (by > 0) - (by < 0);
}

CyanCommits *
cyan_commits_new (GPtrArray **touches, const double *contributions, guint n_functions)
{
  CyanCommits *self = g_new0 (CyanCommits, 1);
  g_autoptr (GArray) commits = g_array_new (FALSE, FALSE, sizeof (CyanCommit));
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);

  self->n_functions = n_functions;
  self->touches = touches;
  for (guint i = 0; i < n_functions; i++)
    {
      guint n = touches[i] != NULL ? touches[i]->len : 0;

      if (n == 0)
        self->rest += contributions[i];
      for (guint k = 0; k < n; k++)
        {
          CyanCommit *commit = find (commits, by_id, g_ptr_array_index (touches[i], k));

          commit->contribution += contributions[i] / n;
          g_array_append_val (commit->functions, i);
        }
    }
  g_array_sort (commits, compare);
  self->n = commits->len;
  self->at = (CyanCommit *) g_array_free (g_steal_pointer (&commits), FALSE);
  return self;
}

void
cyan_commits_free (CyanCommits *self)
{
  for (guint i = 0; i < self->n; i++)
    g_array_unref (self->at[i].functions);
  for (guint i = 0; i < self->n_functions; i++)
    g_clear_pointer (&self->touches[i], g_ptr_array_unref);
  g_free (self->at);
  g_free (self->touches);
  g_free (self->problem);
  g_free (self);
}

/* ---- the commits that changed a function ---- */

/* The share of finding the commits in the whole work. */
#define FINDING_SHARE 0.8

static gboolean
is_reformat (const CyanGitTouch *touch, const char *repository)
{
  g_autoptr (CyanFunctionText) before = NULL, after = NULL;

  /* A text that cannot be read again is no reason to lose the list. */
  return cyan_git_touch_load (touch, repository, &before, &after, NULL)
         && cyan_function_text_compare (before, after) == CYAN_CHANGE_REFORMATTED;
}

GPtrArray *
cyan_function_commits (const CyanGitRevision *before_revision,
                       const CyanGitRevision *after_revision,
                       const CyanFunctionText *before,
                       const CyanFunctionText *after,
                       const CyanTick *tick,
                       GError **error)
{
  const CyanTick finding = cyan_tick_slice (tick, 0, FINDING_SHARE),
                 reading = cyan_tick_slice (tick, FINDING_SHARE, 1);
  g_autoptr (GPtrArray) touches =
      cyan_git_history (before_revision, after_revision, before, after, &finding, error);

  for (guint i = 0; touches != NULL && i < touches->len; i++)
    {
      CyanGitTouch *touch = g_ptr_array_index (touches, i);

      if (!cyan_tick (&reading, (double) i / touches->len, N_ ("Reading commits"), error))
        return NULL;
      touch->is_reformat = is_reformat (touch, after_revision->repository);
    }
  return g_steal_pointer (&touches);
}
