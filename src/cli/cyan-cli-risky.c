/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-cli-risky.h"

#include <math.h>

#include "cyan-cli-tracker.h"
#include "cyan-cli.h"
#include "cyan-prediction-read.h"

void
cyan_cli_risky_clear (CyanCliRisky *self)
{
  g_clear_pointer (&self->chosen, g_hash_table_unref);
}

/* Depths, unlike positions in the walk, choose the same samples again when there are more. */
static gboolean
is_sample (const CyanCliRisky *self, const CyanGitLogCommit *commit, gboolean first)
{
  return first || commit->level % self->every == 0;
}

gboolean
cyan_cli_risky_filter (const CyanGitLogCommit *commit, gboolean first, gpointer data)
{
  const CyanCliRisky *self = data;

  return is_sample (self, commit, first)
         || (self->chosen != NULL && g_hash_table_contains (self->chosen, commit->oid));
}

/* Says how many revisions are measured, why, and how many are not. */
static void
say_counts (const CyanCliRisky *self, const CyanPrediction *prediction, const CyanPlan *plan)
{
  guint n_samples = 0, n_risky = 0, n_unknown = 0, n = plan->commits->len;

  for (guint i = 0; i < n; i++)
    n_samples += is_sample (self, plan->commits->pdata[i], i == 0);
  for (guint i = 1; i < prediction->n_columns; i++)
    {
      if (is_sample (self, plan->commits->pdata[i], FALSE))
        continue;
      n_risky += cyan_prediction_is_selected (prediction, i);
      n_unknown += !cyan_prediction_is_predicted (prediction, i);
    }
  cyan_cli_note ("%u revisions: %u %s, %u risky, %u without a prediction; %u not measured, "
                 "since they are unlikely to be slower by %g %%",
                 n, n_samples, n_samples == 1 ? "sample" : "samples", n_risky, n_unknown,
                 n - n_samples - n_risky - n_unknown, prediction->threshold * 100);
}

gboolean
cyan_cli_risky_predict (
    CyanCliRisky *self, const CyanPlan *plan, CyanStore *store, const char *machine, GError **error)
{
  const CyanTick tick = CYAN_TICK_INIT (cyan_cli_go_on, NULL);
  const CyanEvolutionQuery query = { .project = plan->project, .machine = machine };
  const CyanGitLogCommit *first = plan->commits->pdata[0];
  const CyanGitLogCommit *last = plan->commits->pdata[plan->commits->len - 1];
  CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (CyanPrediction) prediction = NULL;

  self->chosen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (first == last)
    return TRUE;
  options.repository = plan->repository;
  options.from = first->oid;
  options.to = last->oid;
  options.every = self->every;
  prediction = cyan_prediction_new (store, &query, &options, &tick, error);
  if (prediction == NULL)
    return FALSE;
  for (guint i = 1; i < prediction->n_columns; i++)
    if (cyan_prediction_is_selected (prediction, i)
        || !cyan_prediction_is_predicted (prediction, i))
      g_hash_table_add (self->chosen, g_strdup (prediction->columns[i].oid));
  say_counts (self, prediction, plan);
  return TRUE;
}
