/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that a tracker puts into the store. */
#include <math.h>
#include <string.h>

#include "cyan-command.h"
#include "cyan-error.h"
#include "cyan-health.h"
#include "cyan-i18n.h"
#include "cyan-machine.h"
#include "cyan-number.h"
#include "cyan-statistics.h"
#include "cyan-store-query.h"
#include "cyan-track-private.h"

/* How long a store that cannot be used is waited for, and the pauses between attempts: each is twice
 * as long as the one before it. */
#define PATIENCE_US    (10 * 60 * G_USEC_PER_SEC)
#define PAUSE_US       200000
#define LONGEST_PAUSES 100 /* of these */

static gint64
now (void)
{
  return g_get_real_time () / G_USEC_PER_SEC;
}

/* ---- a store that cannot be used for a while ---- */

static gboolean
pause_before_next (const CyanTracker *self, CyanAttempt *attempt, GError **error)
{
  for (guint i = 0; i < attempt->n_pauses; i++)
    {
      if (!cyan_tick (self->tick, 0, N_ ("Waiting"), error))
        return FALSE;
      g_usleep (PAUSE_US);
    }
  attempt->n_pauses = MIN (2 * attempt->n_pauses, LONGEST_PAUSES);
  return TRUE;
}

gboolean
cyan_attempt_again (CyanAttempt *attempt, const CyanTracker *self, GError **error)
{
  gint64 time = g_get_monotonic_time ();
  gboolean is_first = attempt->end == 0;

  if (is_first)
    {
      attempt->end = time + PATIENCE_US;
      attempt->n_pauses = 1;
    }
  if (!g_error_matches (attempt->reason, CYAN_ERROR, CYAN_ERROR_TEMPORARY) || time > attempt->end)
    {
      g_propagate_error (error, attempt->reason);
      return FALSE;
    }
  if (is_first)
    cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_STORE_WAITS,
                                                   .log = attempt->reason->message });
  g_clear_error (&attempt->reason);
  return pause_before_next (self, attempt, error);
}

/* ---- the plan ---- */

gboolean
cyan_tracker_put_machine (const CyanTracker *self, CyanStore *store, gint64 *id, GError **error)
{
  g_autofree char *identity = cyan_machine_identity (), *name = cyan_track_machine (self->track);

  return cyan_store_put_machine (store, name, identity, id, error);
}

gboolean
cyan_tracker_put_plan (CyanTracker *self, GError **error)
{
  gboolean ok;

  CYAN_RETRY (ok, self, error,
              cyan_tracker_put_machine (self, self->store, &self->plan->machine_id, &attempt.reason)
                  && cyan_plan_put (self->plan, self->store, now (), &attempt.reason));
  return ok;
}

/* ---- the environment ---- */

/* Which recorder was used is seen in the definition; here is its version. */
static void
add_recorders (CyanTracker *self, GHashTable *facts)
{
  static const char *const known[] = { "perf",    "valgrind", "uftrace", "py-spy",
                                       "python3", "node",     "go" };

  for (guint i = 0; i < self->track->benchmarks->len; i++)
    {
      const CyanTrackBenchmark *benchmark = self->track->benchmarks->pdata[i];
      g_auto (GStrv) words = g_strsplit (benchmark->run != NULL ? benchmark->run : "", " ", 2);
      char *version;

      if (words[0] == NULL || !g_strv_contains (known, words[0])
          || g_hash_table_contains (facts, words[0]))
        continue;
      version = cyan_machine_version_of (words[0]);
      if (version != NULL)
        g_hash_table_insert (facts, g_strdup (words[0]), version);
    }
}

static void
add_number (GHashTable *facts, const char *name, guint64 number)
{
  g_hash_table_insert (facts, g_strdup (name), g_strdup_printf ("%" G_GUINT64_FORMAT, number));
}

static void
add_processors (const CyanTracker *self, GHashTable *facts)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < self->track->cpus->len; i++)
    g_string_append_printf (list, "%s%u", i > 0 ? "," : "",
                            g_array_index (self->track->cpus, guint, i));
  if (list->len > 0)
    g_hash_table_insert (facts, g_strdup ("cpus"), g_strdup (list->str));
  if (self->track->lanes > 1)
    add_number (facts, "lanes", self->track->lanes);
}

char *
cyan_tracker_facts (CyanTracker *self)
{
  g_autoptr (GHashTable) facts = cyan_machine_facts ();

  add_recorders (self, facts);
  add_processors (self, facts);
  add_number (facts, "seed", self->seed);
  if (isfinite (self->reference))
    {
      g_hash_table_insert (facts, g_strdup (CYAN_FACT_REFERENCE),
                           cyan_double_to_text (self->reference));
      g_hash_table_insert (facts, g_strdup (CYAN_FACT_HOST),
                           g_utf8_make_valid (g_get_host_name (), -1));
    }
  return cyan_machine_facts_to_json (facts);
}

/* The machine is timed before a visit, at most once in so many microseconds. */
#define TIMING_US ((gint64) 60 * 60 * G_USEC_PER_SEC)

/* Times the machine if that is due; FALSE: it is not. */
static gboolean
time_machine (CyanTracker *self)
{
  gint64 now = g_get_monotonic_time ();

  if (!self->options.times_machine || !self->track->health || now < self->time_at)
    return FALSE;
  self->reference = cyan_health_measure ((const guint *) self->track->cpus->data,
                                         self->track->cpus->len, CYAN_HEALTH_SECONDS);
  self->time_at = now + TIMING_US;
  return TRUE;
}

/* Says if it is not what it was. */
static gboolean
judge_machine (CyanTracker *self, GError **error)
{
  g_autofree char *machine = cyan_track_machine (self->track), *log = NULL, *name = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GArray) ratios = NULL;
  double ratio = 1;
  gboolean ok;

  CYAN_RETRY (
      ok, self, error,
      (rows = cyan_store_read_environments (self->store, self->plan->machine_id, &attempt.reason))
          != NULL);
  if (!ok)
    return FALSE;
  ratios = cyan_health_judge_all (rows);
  for (guint i = 0; i < rows->len; i++)
    if (((const CyanStoreEnvironment *) rows->pdata[i])->id == self->environment)
      ratio = g_array_index (ratios, double, i);
  if (ratio == 1)
    return TRUE;
  name = g_strdup_printf ("%s (%s)", machine, g_get_host_name ());
  log = cyan_health_sentence (name, ratio);
  cyan_tracker_report (self,
                       (CyanTrackerEvent){ .kind = CYAN_TRACKER_MACHINE_DIFFERS, .log = log });
  return TRUE;
}

gboolean
cyan_tracker_put_environment (CyanTracker *self, GError **error)
{
  g_autofree char *json = NULL;
  gboolean ok, is_timed;

  is_timed = time_machine (self);
  if (self->environment != CYAN_STORE_UNKNOWN && !is_timed)
    return TRUE;
  json = cyan_tracker_facts (self);
  CYAN_RETRY (ok, self, error,
              cyan_store_add_environment (self->store, self->plan->machine_id, now (), json,
                                          self->options.program, &self->environment,
                                          &attempt.reason));
  return ok && (!is_timed || judge_machine (self, error));
}

/* ---- builds and runs ---- */

gboolean
cyan_tracker_put_build (CyanTracker *self,
                        CyanPlanRevision *revision,
                        const CyanBuild *build,
                        GError **error)
{
  const CyanStoreBuild row = {
    .revision = revision->id,
    .machine = self->plan->machine_id,
    .recipe = self->plan->recipe,
    .status = build->status,
    .seconds = build->seconds,
    .log = build->log,
    .environment = self->environment,
  };
  gboolean ok;

  CYAN_RETRY (ok, self, error,
              cyan_store_put_build (self->store, &row, &revision->build_id, &attempt.reason));
  return ok;
}

/* "BM_Parse/64 real_time": what a file measures is one metric for each of its benchmarks, and what it
 * repeats is one value, the median. */
static gboolean
list_results (CyanStore *store, const CyanResults *results, GArray *values, GError **error)
{
  g_autoptr (GArray) repeated = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < results->values->len; i++)
    {
      const CyanResultsValue *first = &g_array_index (results->values, CyanResultsValue, i);
      g_autofree char *name = g_strdup_printf ("%s %s", first->benchmark, first->metric);
      const CyanStoreMetric metric = { .name = name,
                                       .unit = (char *) first->unit,
                                       .better = first->better };

      if (first->run > 0)
        continue;
      g_array_set_size (repeated, 0);
      for (guint k = i; k < results->values->len; k++)
        {
          const CyanResultsValue *other = &g_array_index (results->values, CyanResultsValue, k);

          if (g_str_equal (other->benchmark, first->benchmark)
              && g_str_equal (other->metric, first->metric)
              && g_str_equal (other->unit, first->unit))
            g_array_append_val (repeated, other->value);
        }
      if (!cyan_store_add_value (store, values, &metric,
                                 cyan_median ((double *) (gpointer) repeated->data, repeated->len),
                                 NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
list_values (CyanStore *store, const CyanMeasurement *run, GArray *values, GError **error)
{
  const struct
  {
    CyanStoreMetric metric;
    double value;
  } measured[] = {
    { { .name = (char *) "wall", .unit = (char *) "s", .better = -1 }, run->wall },
    { { .name = (char *) "cpu", .unit = (char *) "s", .better = -1 }, run->cpu },
    { { .name = (char *) "rss", .unit = (char *) "bytes", .better = -1 }, run->rss },
  };
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < G_N_ELEMENTS (measured); i++)
    ok = cyan_store_add_value (store, values, &measured[i].metric, measured[i].value, NULL, error);
  for (guint i = 0; ok && run->profile != NULL && i < run->profile->n_metrics; i++)
    {
      const CyanMetric *from = &run->profile->metrics[i];
      const CyanStoreMetric metric = { .name = from->name,
                                       .unit = from->unit,
                                       .better = run->benchmark->better };

      ok = cyan_store_add_value (store, values, &metric, from->total[CYAN_NODE_ROOT], NULL, error);
    }
  return ok && (run->results == NULL || list_results (store, run->results, values, error));
}

gboolean
cyan_run_place_put (const CyanRunPlace *self,
                    CyanPlanCell *cell,
                    const CyanMeasurement *run,
                    const char *uid,
                    gint64 *definition,
                    GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (CyanStoreValue));
  CyanStoreRun row = { .uid = uid,
                       .revision = self->revision,
                       .machine = self->machine,
                       .environment = self->environment,
                       .build = self->build,
                       .status = run->status,
                       .began = run->began,
                       .seconds = run->seconds,
                       .exit_code = run->exit_code,
                       .log = run->log };

  if (!cyan_store_put_definition (self->store, self->project, run->benchmark->name, cell->hash,
                                  cell->text, definition, error)
      || !cyan_store_next_number (self->store, row.revision, *definition, row.machine, &row.number,
                                  error)
      || (run->status == CYAN_RUN_OK && !list_values (self->store, run, values, error)))
    return FALSE;
  row.definition = *definition;
  row.values = (const CyanStoreValue *) values->data;
  row.n_values = values->len;
  cyan_store_record_borrow (run->record, &row);
  return cyan_store_add_run (self->store, &row, NULL, error);
}

/* Writes @run to the spool because of @failed, and fails for that. */
static gboolean
spool (CyanTracker *self,
       CyanPlanCell *cell,
       const CyanMeasurement *run,
       const char *uid,
       const GError *failed,
       GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (self->spool == NULL)
    return cyan_fail (error, (CyanError) failed->code, "%s", failed->message);
  if (!cyan_tracker_spool_run (self, cell, run, uid, &reason))
    return cyan_fail (error, (CyanError) failed->code, _ ("%s; a run is lost: %s"), failed->message,
                      reason->message);
  return cyan_fail (error, (CyanError) failed->code,
                    _ ("%s; the run is in %s, and the next tracker stores it"), failed->message,
                    self->spool);
}

/* Puts @run unless the revision is no longer ours to measure. */
static gboolean
put_run (CyanTracker *self,
         const CyanRunPlace *place,
         CyanPlanCell *cell,
         const CyanMeasurement *run,
         const char *uid,
         gboolean *is_wanted,
         GError **error)
{
  return cyan_tracker_check_claim (self, cell, is_wanted, error)
         && (!*is_wanted || cyan_run_place_put (place, cell, run, uid, &cell->definition, error));
}

gboolean
cyan_tracker_put_run (CyanTracker *self,
                      CyanPlanCell *cell,
                      const CyanMeasurement *run,
                      gboolean *is_wanted,
                      GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];
  const CyanRunPlace place = { .store = self->store,
                               .project = self->plan->project_id,
                               .revision = revision->id,
                               .machine = self->plan->machine_id,
                               .environment = self->environment,
                               .build = revision->build_id };
  g_autofree char *uid = cyan_store_new_uid ();
  g_autoptr (GError) failed = NULL;
  gboolean began, ok;

  CYAN_RETRY (
      ok, self, &failed,
      cyan_store_enter (self->store, &began, &attempt.reason)
          && cyan_store_leave (self->store, began,
                               put_run (self, &place, cell, run, uid, is_wanted, &attempt.reason),
                               &attempt.reason));
  return ok || spool (self, cell, run, uid, failed, error);
}

/* All cells of the benchmark with the same definition get its id. */
static gboolean
put_definition (CyanTracker *self, const CyanPlanCell *cell, GError **error)
{
  const CyanTrackBenchmark *benchmark = self->track->benchmarks->pdata[cell->benchmark];
  gint64 id;

  if (cell->definition != CYAN_STORE_UNKNOWN)
    return TRUE;
  if (!cyan_store_put_definition (self->store, self->plan->project_id, benchmark->name, cell->hash,
                                  cell->text, &id, error))
    return FALSE;
  for (guint i = cell->benchmark; i < self->plan->cells->len; i += self->track->benchmarks->len)
    if (strcmp (cyan_plan_cell (self->plan, i)->hash, cell->hash) == 0)
      cyan_plan_cell (self->plan, i)->definition = id;
  return TRUE;
}

gboolean
cyan_tracker_count_runs (CyanTracker *self, CyanPlanCell *cell, GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];
  CyanStoreCounts counts;

  if (!put_definition (self, cell, error)
      || !cyan_store_count_runs (self->store, revision->id, cell->definition,
                                 self->plan->machine_id, &counts, error))
    return FALSE;
  cyan_cells_refresh (&self->cells, cell, &counts);
  return TRUE;
}

gboolean
cyan_tracker_refresh (CyanTracker *self, guint revision, GError **error)
{
  gboolean ok = TRUE;

  for (guint i = self->cells.first[revision]; ok && i < self->cells.first[revision + 1]; i++)
    {
      CyanPlanCell *cell = cyan_plan_cell (self->plan, i);

      CYAN_RETRY (ok, self, error,
                  cyan_tracker_count_runs (self, cell, &attempt.reason)
                      && cyan_cells_extend (&self->cells, cell, &attempt.reason));
    }
  return ok;
}

gboolean
cyan_tracker_extend_cell (CyanTracker *self, CyanPlanCell *cell, GError **error)
{
  gboolean ok;

  CYAN_RETRY (ok, self, error, cyan_cells_extend (&self->cells, cell, &attempt.reason));
  return ok;
}

GPtrArray *
cyan_tracker_cell_values (CyanTracker *self, const CyanPlanCell *cell, GError **error)
{
  GPtrArray *values = NULL;
  gboolean ok;

  CYAN_RETRY (ok, self, error,
              (values = cyan_cells_values (&self->cells, cell, &attempt.reason)) != NULL);
  return ok ? values : NULL;
}
