/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history that comes with the program: what its README says of it is there. */
#include <glib/gstdio.h>
#include <math.h>

#include "cyan-evolution-read.h"
#include "cyan-git.h"
#include "cyan-pipeline.h"
#include "cyan-store-request.h"
#include "cyan-ranking.h"
#include "store-samples.h"
#include "tests.h"

/* Bytes of the store: everybody who builds the program has it. */
#define MAX_BYTES 1000000

static char *
read_demo (const char *name, gsize *length)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "demo", "history", name, NULL);
  char *bytes;

  g_assert_true (g_file_get_contents (path, &bytes, length, NULL));
  return bytes;
}

/* The store in a folder of this test, with its repository beside it. */
static CyanStore *
open_demo (void)
{
  gsize length, bundle_length;
  g_autofree char *bytes = read_demo ("keeper.db", &length);
  g_autofree char *bundle = read_demo ("keeper.bundle", &bundle_length);
  g_autofree char *path = sample_path ("keeper.db");
  g_autofree char *repository = sample_path ("keeper.git");

  g_assert_cmpuint (length, <, MAX_BYTES);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      MUST (g_file_set_contents (path, bytes, (gssize) length, &failure));
      MUST (cyan_git_unbundle ("keeper", bundle, bundle_length, repository, &failure));
    }
  return sample_open (path, CYAN_STORE_READ);
}

static CyanEvolution *
read_evolution (CyanStore *store)
{
  const CyanEvolutionQuery query = { 0 };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  CyanEvolution *evolution = MUST (cyan_evolution_read (store, &query, &failure));

  MUST (cyan_evolution_find_steps (evolution, &options, &failure));
  return evolution;
}

/* The function whose source explains the difference of the two sides of a step. */
static void
assert_culprit (CyanStore *store,
                const CyanEvolution *evolution,
                guint column,
                CyanDirection direction,
                const char *culprit)
{
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CyanResult) result = NULL;
  g_autoptr (CyanRanking) ranking = NULL;
  g_autoptr (CyanSourceSnapshot) known = NULL;
  CyanStorePair pair = { .ancestor_first = TRUE };
  const CyanStart *first;
  guint before, after;

  g_assert_true (cyan_evolution_sides (&evolution->series[0], column, &before, &after));
  /* The other way round, as somebody may select them. */
  pair.revisions[0] = evolution->columns[after].oid;
  pair.revisions[1] = evolution->columns[before].oid;
  MUST (cyan_store_request (store, &pair, request, notes, NULL, &failure));
  g_assert_cmpuint (notes->len, ==, 0);
  result = MUST (cyan_pipeline_run (request, NULL, FALSE, NULL, &failure));
  g_assert_cmpuint (result->comparison->compared.side[0].n_runs, ==, 5);
  MUST (cyan_source_table_fill (result->sources, NULL, &failure));
  known = cyan_source_table_snapshot (result->sources);
  ranking = MUST (cyan_ranking_new (result->comparison,
                                    &(CyanRankingSources){ known->changes, known->presence }, NULL,
                                    &failure));
  first = &ranking->at[0];
  g_assert_cmpstr (cyan_comparison_pair_label (result->comparison, first->pair), ==, culprit);
  g_assert_cmpint (first->contribution > 0, ==, direction == CYAN_DIRECTION_SLOWER);
  g_assert_cmpfloat (fabs (first->contribution), >, 0.8 * fabs (ranking->difference));
  g_assert_cmpint (first->change, ==, CYAN_CHANGE_MODIFIED);
}

TEST ("/demo/steps")
{
  g_autoptr (CyanStore) store = open_demo ();
  g_autoptr (CyanEvolution) evolution = read_evolution (store);
  const CyanEvolutionSeries *series = &evolution->series[0];
  const CyanSteps *steps = series->steps;
  guint n[CYAN_CELL_FAILED_BUILD + 1] = { 0 };

  g_assert_cmpuint (evolution->n_columns, ==, 40);
  g_assert_cmpuint (evolution->n_series, ==, 1);
  for (guint i = 0; i < evolution->n_columns; i++)
    n[series->cells[i]]++;
  g_assert_cmpuint (n[CYAN_CELL_MEASURED], ==, 37);
  g_assert_cmpuint (n[CYAN_CELL_EMPTY], ==, 2);
  g_assert_cmpuint (n[CYAN_CELL_FAILED_BUILD], ==, 1);

  g_assert_cmpuint (steps->n_steps, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (steps->steps[i].n_where, ==, 1);
  g_assert_cmpfloat_with_epsilon (steps->steps[0].size.ratio, 1.08, 0.005);
  g_assert_cmpfloat_with_epsilon (steps->steps[1].size.ratio, 0.95, 0.005);
  g_assert_cmpuint (steps->n_outliers, ==, 1);
  g_assert_cmpstr (evolution->columns[steps->outliers[0]].subject, ==, "Release 1.6");
  assert_culprit (store, evolution, steps->steps[0].revision, CYAN_DIRECTION_SLOWER, "find_entry");
  assert_culprit (store, evolution, steps->steps[1].revision, CYAN_DIRECTION_FASTER, "sort_index");
}

/* Neither the new level of the tree nor the new name hides that nothing else changed. */
TEST ("/demo/renamed")
{
  g_autoptr (CyanStore) store = open_demo ();
  const CyanStorePair pair = { .revisions = { "v1.2", "v1.3" } };
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CyanComparison) comparison = NULL;
  CyanStatusCounts counts;

  MUST (cyan_store_request (store, &pair, request, notes, NULL, &failure));
  comparison = MUST (cyan_pipeline_compare (request, NULL, &failure));
  counts = cyan_comparison_count (comparison);
  g_assert_cmpuint (counts.of[CYAN_STATUS_MATCHED], ==, 17);
  g_assert_cmpuint (counts.of[CYAN_STATUS_RENAMED], ==, 1);
  g_assert_cmpuint (counts.of[CYAN_STATUS_ADDED], ==, 1);
  g_assert_cmpuint (counts.of[CYAN_STATUS_REMOVED], ==, 0);
}
