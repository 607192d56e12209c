/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes what a model selects into the store, for the heat map and for bisection. */
#include "cyan-prediction-read.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-query.h"

static gboolean
find_project (const CyanPrediction *self, CyanStore *store, gint64 *id, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  const CyanStoreProject *project =
      projects != NULL ? cyan_store_find_named (projects, self->project) : NULL;

  if (projects == NULL)
    return FALSE;
  if (project == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: no project \"%s\""),
                      cyan_store_name (store), self->project);
  *id = project->id;
  return TRUE;
}

/* Not translated: others read it too.  Caller frees. */
static char *
describe (const CyanPrediction *self, guint column)
{
  const char *model = cyan_risk_model_names[self->model];
  guint number = cyan_prediction_benchmark (self, column);
  const CyanPredictedBenchmark *benchmark = &self->revisions[column].benchmarks[number];
  const char *name = self->benchmarks[number];

  if (self->model == CYAN_RISK_LITO && cyan_predicted_benchmark_is_guessed (benchmark))
    return g_strdup_printf ("risky (%s): %s more than +100%% (guessed)", model, name);
  if (self->model == CYAN_RISK_LITO)
    return g_strdup_printf ("risky (%s): %s %+.1f%%", model, name, benchmark->dc * 100);
  if (self->model == CYAN_RISK_COMBINED && benchmark->own >= self->threshold)
    return g_strdup_printf ("risky (%s): modified functions have %.1f%% of %s", model,
                            benchmark->own * 100, name);
  return g_strdup_printf ("risky (%s)", model);
}

static gboolean
put_marks (
    const CyanPrediction *self, CyanStore *store, gint64 project, gint64 made, GError **error)
{
  for (guint i = 1; i < self->n_columns; i++)
    {
      const char *oid = self->columns[i].oid;
      g_autofree char *text = NULL;
      gint64 id;

      if (!cyan_store_do (store, error,
                          "DELETE FROM mark WHERE project = $1 AND revision = $2 AND kind = $3",
                          cyan_sql_integer (project), cyan_sql_text (oid),
                          cyan_sql_text (CYAN_STORE_MARK_RISK)))
        return FALSE;
      if (!cyan_prediction_is_selected (self, i))
        continue;
      text = describe (self, i);
      if (!cyan_store_put_mark (
              store, project,
              &(CyanStoreMark){
                  .revision = oid, .kind = CYAN_STORE_MARK_RISK, .text = text, .made = made },
              &id, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_prediction_mark (const CyanPrediction *self, CyanStore *store, gint64 made, GError **error)
{
  gint64 project = 0;

  if (!find_project (self, store, &project, error) || !cyan_store_begin (store, error))
    return FALSE;
  if (put_marks (self, store, project, made, error))
    return cyan_store_commit (store, error);
  cyan_store_rollback (store);
  return FALSE;
}
