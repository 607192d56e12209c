/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes commits likelier by what they change.
 *
 * From the least evidence to the most: no file that matters, a risk that was predicted, a function
 * that explains the difference of the ends.  The latter overrides the former.
 */
#include <math.h>
#include <string.h>

#include "cyan-bisect-prior.h"
#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-pipeline.h"
#include "cyan-prediction-read.h"
#include "cyan-ranking-commits.h"
#include "cyan-store-request.h"
#include "cyan-text.h"

/* Of what a commit touches. */
#define BECAUSE_CHARS 100
/* Revisions that are predicted: more take too long. */
#define MAX_PREDICTED 300
/* Parts of the whole work at which the changed files and the risks are known. */
#define LISTED    0.1
#define PREDICTED 0.5

/* ---- files that matter ----
 *
 * The list is of what does not, since nobody knows all languages and all files that a build
 * reads. */

/* With or without an extension. */
static const char *const prose[] = { "AUTHORS",      "BUGS",    "CHANGELOG", "CHANGES",
                                     "CONTRIBUTING", "COPYING", "CREDITS",   "HISTORY",
                                     "INSTALL",      "LICENCE", "LICENSE",   "MAINTAINERS",
                                     "NEWS",         "README",  "THANKS",    "TODO" };
static const char *const extensions[] = { "md",  "rst", "adoc", "asciidoc", "tex",  "texi", "man",
                                          "1",   "3",   "po",   "pot",      "png",  "jpg",  "jpeg",
                                          "gif", "svg", "ico",  "pdf",      "html", "css",  "txt" };
/* Texts by their extension that builds read. */
static const char *const build_files[] = { "CMakeLists.txt", "meson_options.txt",
                                           "requirements.txt" };
static const char *const folders[] = { ".github/", ".gitlab/", ".circleci/", ".vscode/" };

static gboolean
contains (const char *const *names, guint n, const char *name, gsize length)
{
  for (guint i = 0; i < n; i++)
    if (strlen (names[i]) == length && g_ascii_strncasecmp (names[i], name, length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_for_people (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  const char *dot = strrchr (name, '.');

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]))
      return TRUE;
  /* ".gitignore", ".travis.yml". */
  if (*name == '.')
    return TRUE;
  if (contains (build_files, G_N_ELEMENTS (build_files), name, strlen (name)))
    return FALSE;
  if (contains (prose, G_N_ELEMENTS (prose), name, strcspn (name, ".-_"))
      && (dot == NULL || strcmp (dot, ".md") == 0 || strcmp (dot, ".txt") == 0))
    return TRUE;
  return dot != NULL && contains (extensions, G_N_ELEMENTS (extensions), dot + 1, strlen (dot + 1));
}

static gboolean
is_followed (const CyanTrackBenchmark *benchmark, const char *path)
{
  for (guint i = 0; benchmark->follows != NULL && benchmark->follows[i] != NULL; i++)
    {
      const char *followed = benchmark->follows[i];
      gsize length = strlen (followed);

      if (g_str_has_prefix (path, followed) && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_named (const char *command, const char *path)
{
  return command != NULL && strstr (command, path) != NULL;
}

gboolean
cyan_bisect_file_matters (const CyanTrack *track,
                          const CyanTrackBenchmark *benchmark,
                          const char *path)
{
  return !is_for_people (path) || is_followed (benchmark, path) || is_named (track->build, path)
         || is_named (benchmark->run, path) || is_named (benchmark->measure, path);
}

/* ---- functions that explain the difference ---- */

/* Functions that are followed, and the least part of the difference that such a function has. */
#define MAX_FUNCTIONS 12
#define LEAST_PART    0.02
/* A function that more than one in MOST_TOUCHES commits touch tells little, unless they are at most
 * FEW_TOUCHES. */
#define MOST_TOUCHES 5
#define FEW_TOUCHES  3
/* Parts of the whole work at which all profiles are compared, and all sources known. */
#define COMPARED 0.2
#define KNOWN    0.6

/* ---- the functions ---- */

static void
add_pair (GArray *pairs, guint32 pair)
{
  if (pairs->len >= MAX_FUNCTIONS)
    return;
  for (guint i = 0; i < pairs->len; i++)
    if (g_array_index (pairs, guint32, i) == pair)
      return;
  g_array_append_val (pairs, pair);
}

/* The functions that explain a change in the direction of the ends: where to start, and those to
 * read with them. */
static GArray *
list_pairs (const CyanRanking *ranking, double direction)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < ranking->n; i++)
    {
      const CyanStart *start = &ranking->at[i];

      if (start->contribution * direction <= 0
          || fabs (start->contribution) < LEAST_PART * fabs (ranking->difference))
        continue;
      add_pair (pairs, start->pair);
      for (guint k = 0; k < start->n_read; k++)
        add_pair (pairs, start->read[k]);
    }
  return pairs;
}

static GArray *
explain (CyanResult *result, double direction, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanSourceSnapshot) known = NULL;
  g_autoptr (CyanRanking) ranking = NULL;
  CyanRankingSources sources;

  if (!cyan_source_table_fill (result->sources, tick, error))
    return NULL;
  known = cyan_source_table_snapshot (result->sources);
  sources = cyan_source_snapshot_for_ranking (known);
  ranking = cyan_ranking_new (result->comparison, &sources, tick, error);
  return ranking != NULL ? list_pairs (ranking, direction) : NULL;
}

/* ---- their commits ---- */

static void
add_touch (GHashTable *found, const CyanGitTouch *touch, const char *what)
{
  const char *known = g_hash_table_lookup (found, touch->commit);

  g_hash_table_insert (found, g_strdup (touch->commit),
                       known != NULL ? g_strdup_printf ("%s, %s", known, what) : g_strdup (what));
}

/* "parse (parser.c)": the function and its file at @touch. */
static char *
function_text (const CyanComparison *comparison, guint32 pair, const CyanGitTouch *touch)
{
  g_autofree char *file =
      g_path_get_basename (touch->path[1] != NULL ? touch->path[1] : touch->path[0]);

  return g_strdup_printf ("%s (%s)", cyan_comparison_pair_label (comparison, pair), file);
}

static gboolean
follow (CyanResult *result,
        guint32 pair,
        guint most_touches,
        GHashTable *found,
        const CyanTick *tick,
        GError **error)
{
  g_autoptr (GPtrArray) touches = cyan_pair_commits (result->sources, pair, tick, error);
  g_autofree char *what = NULL;

  if (touches == NULL)
    return FALSE;
  if (touches->len == 0 || touches->len > most_touches)
    return TRUE;
  what = function_text (result->comparison, pair, g_ptr_array_index (touches, 0));
  for (guint i = 0; i < touches->len; i++)
    add_touch (found, g_ptr_array_index (touches, i), what);
  return TRUE;
}

static gboolean
find_touches (const CyanBisection *state,
              const char *repository,
              CyanStore *store,
              GHashTable *found,
              GPtrArray *notes,
              const CyanTick *tick,
              GError **error)
{
  const CyanTick compares = cyan_tick_slice (tick, 0, COMPARED);
  const CyanTick explains = cyan_tick_slice (tick, COMPARED, KNOWN);
  const CyanTick follows = cyan_tick_slice (tick, KNOWN, 1);
  const CyanStorePair ends = { .project = state->project,
                               .benchmark = state->benchmark,
                               .definition = state->definition,
                               .machine = state->machine,
                               .revisions = { state->revisions[0].commit.oid,
                                              state->revisions[state->n_revisions - 1].commit.oid },
                               .ignore_times = TRUE };
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);
  g_autoptr (CyanResult) result = NULL;
  g_autoptr (GArray) pairs = NULL;
  guint most_touches = MAX (state->n_revisions / MOST_TOUCHES, FEW_TOUCHES);

  request->repository = g_strdup (repository);
  if (!cyan_store_request (store, &ends, request, notes, &compares, error))
    return FALSE;
  result = cyan_pipeline_run (request, NULL, FALSE, &compares, error);
  if (result == NULL)
    return FALSE;
  for (guint side = 0; side < 2; side++)
    if (cyan_source_table_location (result->sources, side) == NULL)
      return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s",
                        result->opened->problem != NULL ? result->opened->problem
                                                        : _ ("the sources are not known"));
  pairs = explain (result, state->ends.ratio - 1, &explains, error);
  if (pairs == NULL)
    return FALSE;
  for (guint i = 0; i < pairs->len; i++)
    if (!follow (result, g_array_index (pairs, guint32, i), most_touches, found, &follows, error))
      return FALSE;
  return TRUE;
}

/* The commits between both ends of @state that touch a function which explains their difference, by
 * their profiles in @store: oid -> char *, "find_entry (table.c)".  None if the profiles or the
 * sources tell nothing; then why is a line in @notes.  Fails with CYAN_ERROR_CANCELLED. */
static GHashTable *
list_touches (const CyanBisection *state,
              const char *repository,
              CyanStore *store,
              GPtrArray *notes,
              const CyanTick *tick,
              GError **error)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GError) reason = NULL;

  if (!find_touches (state, repository, store, found, notes, tick, &reason))
    {
      if (g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return NULL;
        }
      g_ptr_array_add (notes, g_strdup_printf (_ ("no commit is likelier for what it touches: %s"),
                                               reason->message));
    }
  return g_steal_pointer (&found);
}

/* ---- the prior ---- */

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
    return cyan_error_pass (&reason, error);
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

/* Makes suspects of the merges that brought the commits left in @touches. */
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
      list_touches (state, track->repository, store, notes, tick, error);
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
