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

  g_assert_true (cyan_store_put_project (self.store, "p", NULL, &self.project, &error));
  g_assert_true (cyan_store_put_machine (self.store, "m", "4 cores", &self.machine, &error));
  g_assert_true (cyan_store_add_environment (self.store, self.machine, 0, "{}", "cyan",
                                             &self.environment, &error));
  g_assert_true (cyan_store_put_metric (self.store, "wall", "s", -1, &self.metric, &error));
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

  cyan_store_put_revision (self->store, self->project, &revision, &id, &error);
  g_assert_no_error (error);
  return id;
}

gint64
history_definition (const History *self, const char *benchmark, const char *hash)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("run=./%s\ninputs=%s\n", benchmark, hash);
  gint64 id;

  cyan_store_put_definition (self->store, self->project, benchmark, hash, text, &id, &error);
  g_assert_no_error (error);
  return id;
}

void
history_run (
    const History *self, gint64 revision, gint64 definition, CyanRunStatus status, double value)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *uid = cyan_store_new_uid ();
  const CyanStoreValue values[] = { { self->metric, value } };
  CyanStoreRun run = { .uid = uid,
                       .revision = revision,
                       .definition = definition,
                       .machine = self->machine,
                       .environment = self->environment,
                       .build = CYAN_STORE_UNKNOWN,
                       .status = status,
                       .seconds = NAN,
                       .exit_code = CYAN_STORE_UNKNOWN,
                       .values = values,
                       .n_values = status == CYAN_RUN_OK };

  cyan_store_add_run (self->store, &run, NULL, &error);
  g_assert_no_error (error);
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
