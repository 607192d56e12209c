/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz-store-rows.h"

#include "cyan-evolution-changes.h"
#include "cyan-evolution-read.h"
#include "fuzz.h"

/* Frees what a reader returned: an array, or an error. */
static void
check_list (GPtrArray *rows, GError **error)
{
  if (rows == NULL)
    fuzz_check_error (*error);
  g_clear_pointer (&rows, g_ptr_array_unref);
  g_clear_error (error);
}

static void
check_revisions (CyanStore *store, gint64 project)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) revisions = cyan_store_read_revisions (store, project, &error);

  if (revisions == NULL)
    {
      fuzz_check_error (error);
      return;
    }
  for (guint i = 0; i < revisions->len; i++)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];

      FUZZ_CHECK (revision->level >= 0);
      FUZZ_CHECK (i == 0
                  || ((CyanStoreRevision *) revisions->pdata[i - 1])->level <= revision->level);
      FUZZ_CHECK (g_utf8_validate (revision->oid, -1, NULL));
    }
}

static void
check_profiles (CyanStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) series = cyan_store_read_series (store, 1, 1, 1, &error);

  if (series == NULL)
    {
      fuzz_check_error (error);
      return;
    }
  for (guint i = 0; i < series->len; i++)
    {
      const CyanStorePoint *point = &g_array_index (series, CyanStorePoint, i);
      g_autoptr (GError) damage = NULL;
      g_autoptr (GBytes) bytes = cyan_store_read_profile (store, point->profile, &damage);

      FUZZ_CHECK (point->status < CYAN_N_RUN_STATUSES);
      if (bytes == NULL)
        fuzz_check_error (damage);
    }
}

/* Whatever the rows say, the evolution is one. */
static void
check_evolution (CyanStore *store, const char *project, const char *function)
{
  const CyanEvolutionQuery query = { .project = project, .function = function };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &query, &error);

  if (evolution == NULL || !cyan_evolution_find_steps (evolution, &options, &error))
    {
      fuzz_check_error (error);
      return;
    }
  for (guint i = 0; i < evolution->n_series; i++)
    {
      const CyanEvolutionSeries *series = &evolution->series[i];

      FUZZ_CHECK (series->line < evolution->n_lines);
      for (guint column = 0; column < evolution->n_columns; column++)
        {
          CyanHeat heat = cyan_evolution_heat (series, column, CYAN_EVOLUTION_NO_BASE);

          FUZZ_CHECK (series->begin[column] <= series->begin[column + 1]);
          FUZZ_CHECK (heat.cell == CYAN_CELL_MEASURED || !heat.significant);
          cyan_evolution_heat (series, column, evolution->n_columns / 2);
        }
    }
  for (guint i = 0; i < evolution->n_marks; i++)
    FUZZ_CHECK (evolution->marks[i].column < evolution->n_columns);
}

void
fuzz_check_store (CyanStore *store)
{
  GError *error = NULL;
  CyanStoreSizes sizes;
  GPtrArray *projects = cyan_store_read_projects (store, &error);

  for (guint i = 0; projects != NULL && i < projects->len; i++)
    {
      const CyanStoreProject *project = projects->pdata[i];
      GError *failure = NULL;

      check_revisions (store, project->id);
      check_evolution (store, project->name, NULL);
      check_evolution (store, project->name, ".");
      check_list (cyan_store_read_definitions (store, project->id, &failure), &failure);
      check_list (cyan_store_read_failures (store, project->id, &failure), &failure);
    }
  check_list (projects, &error);
  check_list (cyan_store_read_machines (store, &error), &error);
  check_list (cyan_store_read_metrics (store, &error), &error);
  check_list (cyan_store_read_overview (store, &error), &error);
  check_profiles (store);
  if (!cyan_store_read_sizes (store, &sizes, &error) || !cyan_store_check (store, &error))
    fuzz_check_error (error);
  g_clear_error (&error);
}
