/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows the functions of a ranking through the commits. */
#include "cyan-ranking-commits.h"

#include "cyan-error.h"
#include "cyan-commits.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-source-table-private.h"

/* FALSE with an error unless both sources are revisions. */
static gboolean
get_revisions (const CyanSourceTable *sources, CyanGitRevision revisions[2], GError **error)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanSourceLocation *location = cyan_source_table_location (sources, side);

      if (location == NULL || cyan_source_location_commit (location) == NULL)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s",
                          _ ("the sources are not two revisions of a repository"));
      revisions[side] = cyan_source_location_revision (location);
    }
  return TRUE;
}

gboolean
cyan_has_commits_between (const CyanSourceTable *sources, const CyanTick *tick)
{
  CyanGitRevision revisions[2];
  g_autoptr (GPtrArray) commits = NULL;

  if (!get_revisions (sources, revisions, NULL))
    return FALSE;
  commits = cyan_git_log_range (
      revisions[1].repository,
      &(CyanGitRange){
          .tip = revisions[1].commit, .start = revisions[0].commit, .all = TRUE, .last = 2 },
      tick, NULL);
  return commits != NULL && commits->len > 1;
}

/* @texts may be NULL. */
static GPtrArray *
commits_of (const CyanSourceTable *sources,
            CyanFunctionText *const texts[2],
            const CyanTick *tick,
            GError **error)
{
  CyanGitRevision revisions[2];
  g_autoptr (GPtrArray) touches = NULL;

  if (!get_revisions (sources, revisions, error))
    return NULL;
  if (texts[0] == NULL && texts[1] == NULL)
    return g_ptr_array_new ();
  touches = cyan_function_commits (&revisions[0], &revisions[1], texts[0], texts[1], tick, error);
  for (guint i = touches != NULL ? touches->len : 0; i-- > 0;)
    if (((const CyanGitTouch *) g_ptr_array_index (touches, i))->is_reformat)
      g_ptr_array_remove_index (touches, i);
  return g_steal_pointer (&touches);
}

GPtrArray *
cyan_pair_commits (CyanSourceTable *sources, guint32 pair, const CyanTick *tick, GError **error)
{
  g_auto (CyanSourcePair) texts = { 0 };

  return cyan_source_table_look_up (sources, pair, &texts, tick, error) ? commits_of (
             sources, (CyanFunctionText *[]){ texts.before, texts.after }, tick, error)
                                                                        : NULL;
}

static GPtrArray *
inlined_commits (const CyanSourceTable *sources,
                 const CyanInlined *inlined,
                 const CyanTick *tick,
                 GError **error)
{
  const CyanFunctionQuery query = { .name = inlined->name, .file = inlined->file };
  CyanFunctionText *texts[2] = { NULL, NULL };
  GPtrArray *touches = NULL;
  gboolean ok = TRUE;

  for (guint side = 0; side < 2 && ok; side++)
    ok = cyan_source_find_known (sources, side, &query, &texts[side], tick, error);
  if (ok)
    touches = commits_of (sources, texts, tick, error);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&texts[side], cyan_function_text_unref);
  return touches;
}

CyanCommits *
cyan_ranking_commits (const CyanRanking *ranking,
                      CyanSourceTable *sources,
                      const CyanTick *tick,
                      GError **error)
{
  guint n = MIN (ranking->n, CYAN_RANKING_MOST_WITH_COMMITS);
  g_autofree double *contributions = g_new0 (double, n + 1);
  g_autoptr (CyanCommits) commits = NULL;
  CyanGitRevision revisions[2];
  GPtrArray **touches;
  char *problem = NULL;
  gboolean done = TRUE;

  if (!get_revisions (sources, revisions, error))
    return NULL;
  touches = g_new0 (GPtrArray *, n + 1);
  for (guint i = 0; i < n && done; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, (double) i / n, (i + 1.0) / n);
      const CyanStart *start = &ranking->at[i];
      g_autoptr (GError) reason = NULL;

      contributions[i] = start->contribution;
      touches[i] = start->inlined != NULL
                       ? inlined_commits (sources, start->inlined, &slice, &reason)
                       : cyan_pair_commits (sources, start->pair, &slice, &reason);
      done = cyan_error_goes_on (&reason, error);
      if (reason != NULL && problem == NULL)
        problem = g_strdup (reason->message);
    }
  commits = cyan_commits_new (touches, contributions, n);
  commits->problem = problem;
  for (guint i = n; i < ranking->n; i++)
    commits->rest += ranking->at[i].contribution;
  commits->rest += cyan_ranking_rest (ranking);
  return done ? g_steal_pointer (&commits) : NULL;
}
