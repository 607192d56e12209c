/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prediction-world.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "git-fixture.h"
#include "store-backends.h"
#include "store-samples.h"
#include "profile-text.h"
#include "tree.h"

PredictionWorld
prediction_world_new (const char *name)
{
  g_autofree char *path = store_address (name);
  g_autoptr (GError) error = NULL;
  PredictionWorld self = { .store = sample_open (path, CYAN_STORE_CREATE),
                           .oids = g_ptr_array_new_with_free_func (g_free),
                           .ids = g_array_new (FALSE, FALSE, sizeof (gint64)) };

  git_fixture_start ();
  self.folder = git_new ();
  g_assert_true (
      cyan_store_put_project (self.store, "p", self.folder, &self.sample.project, &error));
  self.sample = sample_begin (self.store);
  g_assert_true (cyan_store_put_metric (self.store, "time", "ns", -1, &self.sample.metric, &error));
  return self;
}

void
prediction_world_clear (PredictionWorld *self)
{
  g_clear_pointer (&self->folder, tree_free);
  g_clear_pointer (&self->store, cyan_store_free);
  g_clear_pointer (&self->oids, g_ptr_array_unref);
  g_clear_pointer (&self->ids, g_array_unref);
}

void
prediction_world_add (PredictionWorld *self, const char *oid)
{
  const char *parent = self->oids->len > 0 ? self->oids->pdata[self->oids->len - 1] : NULL;
  gint64 id = sample_put_revision (self->store, &self->sample, oid, parent, self->oids->len);

  g_ptr_array_add (self->oids, g_strdup (oid));
  g_array_append_val (self->ids, id);
}

void
prediction_world_commit (PredictionWorld *self, const char *path, const char *text)
{
  g_autofree char *oid = NULL;

  tree_write (self->folder, path, text, -1);
  oid = git_commit_all (self->folder, path);
  prediction_world_add (self, oid);
}

/* ---- runs ---- */

/* As a recorder leaves it: with the files of the functions. */
static CyanProfile *
make_profile (const char *tree, gboolean is_sampled)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, tree, &error);
  CyanFunction *functions;
  CyanProfile *placed;

  g_assert_no_error (error);
  functions = cyan_profile_move_functions (profile, strings);
  for (guint i = 1; i < profile->n_functions; i++)
    functions[i].file = cyan_strings_add (strings, "/build/parse.c", -1);
  placed = cyan_profile_with_functions (profile, strings, functions);
  placed->recording = is_sampled ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT;
  return placed;
}

static void
add_run (PredictionWorld *self, double time, CyanProfile *profile)
{
  const CyanStoreValue value = { self->sample.metric, time };
  CyanStoreRun run =
      sample_plain_run (&self->sample, g_array_index (self->ids, gint64, self->ids->len - 1), NULL);

  run.exit_code = 0;
  run.values = &value;
  run.n_values = 1;
  sample_put_run (self->store, run, profile);
}

void
prediction_world_run (PredictionWorld *self, double time, const char *tree)
{
  g_autoptr (CyanProfile) profile = tree != NULL ? make_profile (tree, FALSE) : NULL;

  add_run (self, time, profile);
}

void
prediction_world_run_sampled (PredictionWorld *self, double time, const char *tree)
{
  g_autoptr (CyanProfile) profile = make_profile (tree, TRUE);

  add_run (self, time, profile);
}

/* ---- predictions ---- */

CyanPrediction *
prediction_world_predict (const PredictionWorld *self, const CyanPredictionOptions *options)
{
  const CyanEvolutionQuery query = { 0 };
  g_autoptr (GError) error = NULL;
  CyanPrediction *prediction = cyan_prediction_new (self->store, &query, options, NULL, &error);

  g_assert_no_error (error);
  return prediction;
}

void
prediction_world_refuses (const PredictionWorld *self,
                          const CyanEvolutionQuery *query,
                          const CyanPredictionOptions *options,
                          int code,
                          const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_prediction_new (self->store, query, options, NULL, &error));
  sample_assert_error (error, code, words);
}
