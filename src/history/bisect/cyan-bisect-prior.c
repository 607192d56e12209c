/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes commits likelier by what they change.
 *
 * From the least evidence to the most: no file that matters, a risk that was predicted, a function
 * that explains the difference of the ends.  The latter overrides the former.
 */
#include "cyan-bisect-prior.h"

#include "cyan-bisect-files.h"
#include "cyan-bisect-suspects.h"
#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-prediction-read.h"
#include "cyan-text.h"

/* Of what a commit touches. */
#define BECAUSE_CHARS 100
/* Revisions that are predicted: more take too long. */
#define MAX_PREDICTED 300
/* Parts of the whole work at which the changed files and the risks are known. */
#define LISTED    0.1
#define PREDICTED 0.5

static void
set_prior (CyanBisectionRevision *revision, CyanPriorKind kind, const char *because)
{
  revision->prior = kind;
  g_free (revision->because);
  revision->because = because != NULL ? cyan_text_for_label (because, BECAUSE_CHARS) : NULL;
}

/* TRUE if @result, of a step of this work, is there or @reason can be a note; FALSE if the work
 * must stop.  Takes @reason. */
static gboolean
note (gpointer result, GError *reason, GPtrArray *notes, GError **error)
{
  if (result == NULL && g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_CANCELLED))
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  if (result == NULL)
    g_ptr_array_add (notes, g_strdup (reason->message));
  g_clear_error (&reason);
  return TRUE;
}

/* ---- commits without sources ---- */

static gboolean
any_matters (const CyanTrack *track, const CyanTrackBenchmark *benchmark, const GPtrArray *paths)
{
  for (guint i = 0; i < paths->len; i++)
    if (cyan_bisect_file_matters (track, benchmark, paths->pdata[i]))
      return TRUE;
  return FALSE;
}

static gboolean
find_without_sources (CyanBisection *state,
                      const CyanTrack *track,
                      GPtrArray *notes,
                      const CyanTick *tick,
                      GError **error)
{
  const CyanTrackBenchmark *benchmark = cyan_track_find_benchmark (track, state->benchmark);
  g_autofree const char **commits = g_new (const char *, state->n_revisions);
  g_autoptr (GPtrArray) changed = NULL;
  GError *reason = NULL;

  for (guint i = 0; i < state->n_revisions; i++)
    commits[i] = state->revisions[i].commit.oid;
  changed = cyan_git_changed_paths (track->repository, commits, state->n_revisions, tick, &reason);
  if (!note (changed, reason, notes, error))
    return FALSE;
  for (guint i = 1; changed != NULL && i < state->n_revisions; i++)
    if (!any_matters (track, benchmark, changed->pdata[i]))
      set_prior (&state->revisions[i], CYAN_PRIOR_NO_SOURCES, NULL);
  return TRUE;
}

/* ---- suspects ---- */

/* Makes those revisions suspects that are in @touches, and removes them there. */
static void
take_first_parents (CyanBisection *state, GHashTable *touches)
{
  for (guint i = 1; i < state->n_revisions; i++)
    {
      CyanBisectionRevision *revision = &state->revisions[i];
      const char *because = g_hash_table_lookup (touches, revision->commit.oid);

      if (because != NULL)
        set_prior (revision, CYAN_PRIOR_SUSPECT, because);
      g_hash_table_remove (touches, revision->commit.oid);
    }
}

/* What is left in @touches came with merges: makes these suspects. */
static gboolean
take_merged (CyanBisection *state,
             const char *repository,
             GHashTable *touches,
             const CyanTick *tick,
             GError **error)
{
  for (guint i = 1; i < state->n_revisions && g_hash_table_size (touches) > 0; i++)
    {
      CyanBisectionRevision *revision = &state->revisions[i];
      const CyanGitRange range = { .tip = revision->commit.oid,
                                   .start = state->revisions[i - 1].commit.oid,
                                   .all = TRUE };
      g_autoptr (GPtrArray) commits = cyan_git_log_range (repository, &range, tick, error);

      if (commits == NULL)
        return FALSE;
      for (guint j = 0; j < commits->len; j++)
        {
          const CyanGitLogCommit *commit = commits->pdata[j];
          const char *because = g_hash_table_lookup (touches, commit->oid);

          if (because != NULL && revision->prior != CYAN_PRIOR_SUSPECT)
            set_prior (revision, CYAN_PRIOR_SUSPECT, because);
          g_hash_table_remove (touches, commit->oid);
        }
    }
  return TRUE;
}

static gboolean
find_suspects (CyanBisection *state,
               const CyanTrack *track,
               CyanStore *store,
               GPtrArray *notes,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (GHashTable) touches =
      cyan_bisect_suspects (state, track->repository, store, notes, tick, error);
  GError *reason = NULL;
  gboolean ok;

  if (touches == NULL)
    return FALSE;
  take_first_parents (state, touches);
  ok = take_merged (state, track->repository, touches, tick, &reason);
  return note (ok ? touches : NULL, reason, notes, error);
}

/* ---- risks ---- */

static void
take_prediction (CyanBisection *state, const CyanPrediction *prediction)
{
  g_autoptr (GHashTable) columns = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 1; i < prediction->n_columns; i++)
    if (cyan_prediction_is_selected (prediction, i))
      g_hash_table_insert (columns, prediction->columns[i].oid, GUINT_TO_POINTER (i));
  for (guint i = 1; i < state->n_revisions; i++)
    {
      CyanBisectionRevision *revision = &state->revisions[i];

      if (revision->prior == CYAN_PRIOR_EVEN
          && g_hash_table_contains (columns, revision->commit.oid))
        set_prior (revision, CYAN_PRIOR_RISKY, NULL);
    }
}

/* Only profiles that count calls allow a prediction: others are no reason for a note. */
static gboolean
find_risky (CyanBisection *state,
            const CyanTrack *track,
            CyanStore *store,
            GPtrArray *notes,
            const CyanTick *tick,
            GError **error)
{
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autofree char *pattern = cyan_evolution_exactly (state->benchmark);
  const CyanEvolutionQuery query = { .project = state->project,
                                     .benchmark = pattern,
                                     .machine = state->machine };
  g_autoptr (CyanPrediction) prediction = NULL;
  GError *reason = NULL;

  if (state->n_revisions > MAX_PREDICTED)
    return TRUE;
  options.repository = track->repository;
  options.from = state->revisions[0].commit.oid;
  options.to = state->revisions[state->n_revisions - 1].commit.oid;
  prediction = cyan_prediction_new (store, &query, &options, tick, &reason);
  if (prediction != NULL)
    take_prediction (state, prediction);
  else if (g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED))
    {
      g_error_free (reason);
      return TRUE;
    }
  return note (prediction, reason, notes, error);
}

gboolean
cyan_bisect_find_prior (CyanBisection *state,
                        const CyanTrack *track,
                        CyanStore *store,
                        GPtrArray *notes,
                        const CyanTick *tick,
                        GError **error)
{
  const CyanTick lists = cyan_tick_slice (tick, 0, LISTED);
  const CyanTick predicts = cyan_tick_slice (tick, LISTED, PREDICTED);
  const CyanTick follows = cyan_tick_slice (tick, PREDICTED, 1);

  g_assert (state->n_revisions >= 2);
  g_assert (cyan_track_find_benchmark (track, state->benchmark) != NULL);
  for (guint i = 0; i < state->n_revisions; i++)
    set_prior (&state->revisions[i], CYAN_PRIOR_EVEN, NULL);
  return find_without_sources (state, track, notes, &lists, error)
         && find_risky (state, track, store, notes, &predicts, error)
         && find_suspects (state, track, store, notes, &follows, error);
}
