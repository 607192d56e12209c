/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What evolutions and predictions take from runs: of which metric, benchmark and machine. */
#include <math.h>
#include <string.h>

#include "evolution-samples.h"
#include "prediction-world.h"
#include "tests.h"
#include "tree.h"

static void
add_run_with (const History *history,
              gint64 revision,
              gint64 definition,
              CyanRunStatus status,
              const CyanStoreValue values[2])
{
  CyanStoreRun run = sample_plain_run (&history->sample, revision, NULL);

  run.definition = definition;
  run.status = status;
  run.values = values;
  run.n_values = 2;
  sample_put_run (history->store, run, NULL);
}

/* Two metrics of one name with two units are two series; a failed run is one, whatever it
 * measured. */
TEST ("/measured/two-values")
{
  g_auto (History) history = history_begin ("measured-values");
  gint64 parse = history_definition (&history, "parse", "1"), fine;
  g_autoptr (CyanEvolution) all = NULL;

  g_assert_true (cyan_store_put_metric (history.store, "wall", "ms", -1, &fine, NULL));
  for (guint i = 0; i < 3; i++)
    {
      const CyanStoreValue values[] = { { history.sample.metric, i + 1 },
                                        { fine, 1000 * (i + 1) } };
      gint64 revision = history_revision (&history, i);

      add_run_with (&history, revision, parse, CYAN_RUN_OK, values);
      add_run_with (&history, revision, parse, CYAN_RUN_FAILED, values);
    }
  all = history_read (&history, &(CyanEvolutionQuery){ 0 });
  g_assert_cmpuint (all->n_series, ==, 2);
  for (guint s = 0; s < 2; s++)
    {
      const CyanEvolutionSeries *series = &all->series[s];
      double scale = strcmp (series->unit, "ms") == 0 ? 1000 : 1;

      g_assert_cmpstr (series->metric, ==, "wall");
      g_assert_cmpuint (series->begin[3], ==, 3);
      g_assert_cmpuint (series->n_failures, ==, 3);
      for (guint i = 0; i < 3; i++)
        g_assert_cmpfloat (series->values[i], ==, scale * (i + 1));
    }
  g_assert_cmpstr (all->series[0].unit, !=, all->series[1].unit);
}

/* What a revision cost is the mean of its runs, of whichever benchmark and machine is asked for. */
TEST ("/measured/means")
{
  /* By benchmark and revision; a newer definition of the first was measured once. */
  static const double runs[2][3][3] = { { { 100, 200, 300 }, { 400, 200, 300 }, { 90, 60, 30 } },
                                        { { 7, 8, 9 }, { 1, 2, 3 }, { 10, 20, 30 } } };
  static const double changes[2][3] = { { 0, 300 / 200.0 - 1, 60 / 300.0 - 1 },
                                        { 0, 2 / 8.0 - 1, 20 / 2.0 - 1 } };
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_auto (PredictionWorld) world = prediction_world_new ("measured-means");
  gint64 definitions[3] = { world.sample.definition }, machines[2] = { world.sample.machine };

  g_assert_true (cyan_store_put_definition (world.store, world.sample.project, "c", "1", "run=c\n",
                                            &definitions[1], NULL));
  g_assert_true (cyan_store_put_definition (world.store, world.sample.project, "b", "2", "run=d\n",
                                            &definitions[2], NULL));
  g_assert_true (cyan_store_put_machine (world.store, "n", "8 cores", &machines[1], NULL));
  for (guint r = 0; r < 3; r++)
    {
      prediction_world_commit (&world, "parse.c", "int f (void)\n{\n  return 1;\n}\n");
      tree_write (world.folder, "README", r == 0 ? "0\n" : r == 1 ? "1\n" : "2\n", -1);
      for (guint m = 0; m < 2; m++)
        for (guint b = 0; b < 3; b++)
          for (guint i = 0; i < (b < 2 ? 3 : r == 0); i++)
            {
              world.sample.machine = machines[m];
              world.sample.definition = definitions[b];
              prediction_world_run (&world, (b < 2 ? runs[b][r][i] : 1) * (m + 1),
                                    r == 0 && i == 0 ? "f:1*1" : NULL);
            }
    }
  for (guint m = 0; m < 2; m++)
    {
      const CyanEvolutionQuery query = { .machine = m == 0 ? "m" : "n" };
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanPrediction) prediction =
          cyan_prediction_new (world.store, &query, &options, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (prediction->n_benchmarks, ==, 2);
      for (guint r = 1; r < 3; r++)
        for (guint b = 0; b < 2; b++)
          g_assert_cmpfloat_with_epsilon (prediction->revisions[r].benchmarks[b].dd, changes[b][r],
                                          1e-12);
    }
}

/* What differs between two definitions of a benchmark is named once each, but not all of much. */
TEST ("/measured/changed-definitions")
{
  static const char *const texts[] = {
    "run=a\nbuild=b\n",
    "run=a\nbuild=c\n",
    "run=d\ninputs=e\nbuild=c\n",
    "run=d\ninputs=f\nbuild=c\n\nno key\n",
    "run=g\ninputs=h\nbuild=i\nprofile=j\nmeasure=k\nfollows x=l\n",
  };
  static const char *const marks[] = {
    "benchmark changed: build",
    "benchmark changed: run, inputs",
    "benchmark changed: inputs",
    "benchmark changed: run, inputs, build, profile",
  };
  g_auto (History) history = history_begin ("measured-definitions");
  g_autoptr (CyanEvolution) all = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *hash = g_strdup_printf ("%u", i);
      gint64 definition;

      g_assert_true (cyan_store_put_definition (history.store, history.sample.project, "parse",
                                                hash, texts[i], &definition, NULL));
      history_run (&history, history_revision (&history, i), definition, CYAN_RUN_OK, 1);
    }
  all = history_read (&history, &(CyanEvolutionQuery){ 0 });
  g_assert_cmpuint (all->n_marks, ==, G_N_ELEMENTS (marks));
  for (guint i = 0; i < all->n_marks; i++)
    {
      g_assert_cmpint (all->marks[i].kind, ==, CYAN_MARK_DEFINITION);
      g_assert_cmpuint (all->marks[i].column, ==, i + 1);
      g_assert_cmpstr (all->marks[i].text, ==, marks[i]);
    }
}
