/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the file of a store with many runs to the cells of a heat map, beside reading the file; and from
 * a new run to the chart of its benchmark. */
#include <glib/gstdio.h>
#include <math.h>

#include "cyan-chart.h"
#include "cyan-evolution-changes.h"
#include "cyan-evolution-read.h"
#include "cyan-measure.h"

#define N_REVISIONS 500
#define N_RUNS      5
#define N_TIMES     5

/* ---- the store ---- */

typedef struct
{
  CyanStore *store;
  gint64 project;
  CyanStoreRun run; /* but for its revision, definition and value */
  CyanStoreValue value;
  GRand *noise;
} Maker;

static void
maker_init (Maker *self, const char *path)
{
  GError *error = NULL;

  *self = (Maker){ .run = { .n_values = 1, .build = CYAN_STORE_UNKNOWN, .seconds = 1.5 },
                   .noise = g_rand_new_with_seed (1) };
  self->store = cyan_store_open (path, CYAN_STORE_CREATE, &error);
  cyan_measure_must (error);
  if (!cyan_store_put_project (self->store, "p", NULL, &self->project, &error)
      || !cyan_store_put_machine (self->store, "m", "", &self->run.machine, &error)
      || !cyan_store_add_environment (self->store, self->run.machine, 0, "{}", "",
                                      &self->run.environment, &error)
      || !cyan_store_put_metric (self->store, "wall", "s", -1, &self->value.metric, &error)
      || !cyan_store_begin (self->store, &error))
    cyan_measure_must (error);
}

static void
add_run (Maker *self, gint64 revision, gint64 definition, double level)
{
  g_autofree char *uid = cyan_store_new_uid ();
  GError *error = NULL;

  self->value.value = level * exp (g_rand_double_range (self->noise, -0.03, 0.03));
  self->run.uid = uid;
  self->run.revision = revision;
  self->run.definition = definition;
  self->run.values = &self->value;
  cyan_store_add_run (self->store, &self->run, NULL, &error);
  cyan_measure_must (error);
}

static gint64
add_revision (Maker *self, guint number)
{
  g_autofree char *oid = g_strdup_printf ("%040u", number);
  g_autofree char *parent = number > 0 ? g_strdup_printf ("%040u", number - 1) : NULL;
  GError *error = NULL;
  gint64 id;

  cyan_store_put_revision (self->store, self->project,
                           &(CyanStoreRevision){ .oid = oid,
                                                 .parent = parent,
                                                 .depth = number,
                                                 .author_time = number,
                                                 .commit_time = number,
                                                 .author = (char *) "Somebody",
                                                 .subject = (char *) "Change something" },
                           &id, &error);
  cyan_measure_must (error);
  return id;
}

/* Every second benchmark has a step of 5 % in the middle. */
static void
make_store (const char *path, guint n_benchmarks)
{
  g_autofree gint64 *definitions = g_new (gint64, n_benchmarks);
  GError *error = NULL;
  Maker maker;

  maker_init (&maker, path);
  for (guint i = 0; i < n_benchmarks; i++)
    {
      g_autofree char *name = g_strdup_printf ("benchmark %u", i);

      cyan_store_put_definition (maker.store, maker.project, name, "h", "run=./b", &definitions[i],
                                 &error);
      cyan_measure_must (error);
    }
  for (guint r = 0; r < N_REVISIONS; r++)
    {
      gint64 revision = add_revision (&maker, r);

      for (guint i = 0; i < n_benchmarks; i++)
        for (guint k = 0; k < N_RUNS; k++)
          add_run (&maker, revision, definitions[i], i % 2 == 1 && r >= N_REVISIONS / 2 ? 1.05 : 1);
    }
  cyan_store_commit (maker.store, &error);
  cyan_measure_must (error);
  cyan_store_free (maker.store);
  g_rand_free (maker.noise);
}

/* ---- opening it ---- */

/* All of the times are in milliseconds. */
typedef struct
{
  double open, read, steps, cells, file;
  gsize bytes, runs, significant;
} Result;

static double
lap (double *began)
{
  double now = cyan_measure_now (), ms = now - *began;

  *began = now;
  return ms;
}

static Result
open_map (const char *path)
{
  const CyanEvolutionQuery query = { 0 };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  GError *error = NULL;
  Result result = { 0 };
  double began = cyan_measure_now ();
  CyanStore *store = cyan_store_open (path, CYAN_STORE_READ, &error);
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *bytes = NULL;

  cyan_measure_must (error);
  result.open = lap (&began);
  evolution = cyan_evolution_read (store, &query, &error);
  cyan_measure_must (error);
  result.read = lap (&began);
  cyan_evolution_find_steps (evolution, &options, &error);
  cyan_measure_must (error);
  result.steps = lap (&began);
  for (guint line = 0; line < evolution->n_lines; line++)
    for (guint i = 0; i < evolution->n_columns; i++)
      result.significant +=
          cyan_evolution_line_heat (evolution, line, i, CYAN_EVOLUTION_NO_BASE).significant;
  result.cells = lap (&began);
  for (guint i = 0; i < evolution->n_series; i++)
    result.runs += evolution->series[i].begin[evolution->n_columns];
  cyan_store_free (store);
  began = cyan_measure_now ();
  g_file_get_contents (path, &bytes, &result.bytes, &error);
  cyan_measure_must (error);
  result.file = lap (&began);
  return result;
}

/* ---- one more run ---- */

/* Adds a run of the last benchmark to the newest revision, and draws its chart.  Milliseconds. */
static double
add_and_draw (Maker *maker, gint64 revision, gint64 definition, guint benchmark)
{
  g_autofree char *name = g_strdup_printf ("^benchmark %u$", benchmark);
  const CyanEvolutionQuery query = { .benchmark = name };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  const CyanChartStyle style = CYAN_CHART_STYLE_INIT;
  GError *error = NULL;
  double began = cyan_measure_now ();
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autoptr (CyanChart) chart = NULL;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (GBytes) svg = NULL;

  add_run (maker, revision, definition, 1);
  evolution = cyan_evolution_read (maker->store, &query, &error);
  cyan_measure_must (error);
  cyan_evolution_find_steps (evolution, &options, &error);
  cyan_measure_must (error);
  chart = cyan_chart_new_evolution (evolution, &style);
  scene = cyan_scene_new_chart_page (chart, NULL);
  svg = cyan_scene_to_svg (scene, NULL, &error);
  cyan_measure_must (error);
  return cyan_measure_now () - began;
}

static double
add_runs (const char *path, guint n_benchmarks)
{
  GError *error = NULL;
  Maker maker;
  gint64 revision, definition;
  double best = G_MAXDOUBLE;
  g_autofree char *name = g_strdup_printf ("benchmark %u", n_benchmarks - 1);

  maker_init (&maker, path);
  revision = add_revision (&maker, N_REVISIONS - 1);
  cyan_store_put_definition (maker.store, maker.project, name, "h", "run=./b", &definition, &error);
  cyan_measure_must (error);
  cyan_store_commit (maker.store, &error);
  cyan_measure_must (error);
  for (guint i = 0; i < N_TIMES; i++)
    best = MIN (best, add_and_draw (&maker, revision, definition, n_benchmarks - 1));
  cyan_store_free (maker.store);
  g_rand_free (maker.noise);
  return best;
}

static double
sum (const Result *self)
{
  return self->open + self->read + self->steps + self->cells;
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "store.db", NULL);
  guint n_benchmarks = argc == 2 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 0;
  Result best = { .open = G_MAXDOUBLE };
  double file = G_MAXDOUBLE;

  if (n_benchmarks == 0)
    {
      g_printerr ("usage: cyan-bench-history BENCHMARKS\n");
      return 2;
    }
  make_store (path, n_benchmarks);
  for (guint i = 0; i < N_TIMES; i++)
    {
      Result result = open_map (path);

      file = MIN (file, result.file);
      if (sum (&result) < sum (&best))
        best = result;
    }
  cyan_measure_print ("runs", best.runs);
  cyan_measure_print ("bytes", best.bytes);
  cyan_measure_print ("significant", best.significant);
  cyan_measure_print ("open.ms", best.open);
  cyan_measure_print ("read.ms", best.read);
  cyan_measure_print ("steps.ms", best.steps);
  cyan_measure_print ("cells.ms", best.cells);
  cyan_measure_print ("map.ms", sum (&best));
  cyan_measure_print ("file.ms", file);
  cyan_measure_print ("again.ms", add_runs (path, n_benchmarks));
  g_unlink (path);
  g_rmdir (folder);
  return 0;
}
