/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares the profiles of the ends, and follows the functions that explain the difference through
 * the commits.
 */
#include "cyan-bisect-suspects.h"

#include <math.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-pipeline.h"
#include "cyan-ranking-commits.h"
#include "cyan-store-request.h"

/* Functions that are followed, and the least part of the difference that such a function has. */
#define MAX_FUNCTIONS 12
#define LEAST_PART    0.02
/* What more of the commits touch than one of so many tells little, unless they are only a few. */
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

/* What explains a change in the direction of the ends: the functions where to start, and those to read
 * with them. */
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
find (const CyanBisection *state,
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
                               .revisions = {
                                   state->revisions[0].commit.oid,
                                   state->revisions[state->n_revisions - 1].commit.oid } };
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

GHashTable *
cyan_bisect_suspects (const CyanBisection *state,
                      const char *repository,
                      CyanStore *store,
                      GPtrArray *notes,
                      const CyanTick *tick,
                      GError **error)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GError) reason = NULL;

  if (!find (state, repository, store, found, notes, tick, &reason))
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
