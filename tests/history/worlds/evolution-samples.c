/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolution-samples.h"

#include <math.h>

#include "store-backends.h"

#define SEED   14
#define N_RUNS 5

History
history_begin (const char *name)
{
  g_autofree char *path = store_address (name);
  g_autoptr (GError) error = NULL;
  History self = { .store = sample_open (path, CYAN_STORE_CREATE),
                   .noise = g_rand_new_with_seed (SEED) };

  self.sample = sample_begin (self.store);
  /* One transaction is faster than a thousand. */
  g_assert_true (cyan_store_begin (self.store, &error));
  return self;
}

void
history_clear (History *self)
{
  cyan_store_free (self->store);
  g_rand_free (self->noise);
}

gint64
history_revision (const History *self, guint number)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *oid = g_strdup_printf ("r%u", number);
  g_autofree char *parent = number > 0 ? g_strdup_printf ("r%u", number - 1) : NULL;
  g_autofree char *subject = g_strdup_printf ("change %u", number);
  CyanStoreRevision revision = { .oid = oid,
                                 .parent = parent,
                                 .depth = CYAN_STORE_UNKNOWN,
                                 .author_time = CYAN_STORE_UNKNOWN,
                                 .commit_time = 1700000000 + 86400 * (gint64) number,
                                 .subject = subject };
  gint64 id;

  cyan_store_put_revision (self->store, self->sample.project, &revision, &id, &error);
  g_assert_no_error (error);
  return id;
}

gint64
history_definition (const History *self, const char *benchmark, const char *hash)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("run=./%s\ninputs=%s\n", benchmark, hash);
  gint64 id;

  cyan_store_put_definition (self->store, self->sample.project, benchmark, hash, text, &id, &error);
  g_assert_no_error (error);
  return id;
}

void
history_run (
    const History *self, gint64 revision, gint64 definition, CyanRunStatus status, double value)
{
  const CyanStoreValue values[] = { { self->sample.metric, value } };
  CyanStoreRun run = sample_plain_run (&self->sample, revision, NULL);

  run.definition = definition;
  run.status = status;
  run.values = values;
  run.n_values = status == CYAN_RUN_OK;
  sample_put_run (self->store, run, NULL);
}

void
history_runs (const History *self, gint64 revision, gint64 definition, double level)
{
  for (guint i = 0; i < N_RUNS; i++)
    history_run (self, revision, definition, CYAN_RUN_OK,
                 level * exp (g_rand_double_range (self->noise, -0.02, 0.02)));
}

CyanEvolution *
history_read (const History *self, const CyanEvolutionQuery *query)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  CyanEvolution *evolution = cyan_evolution_read (self->store, query, &error);

  g_assert_no_error (error);
  cyan_evolution_find_steps (evolution, &options, &error);
  g_assert_no_error (error);
  return evolution;
}
