/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the search, which only knows numbers, and the tracker, which measures them. */
#include "cyan-bisect-private.h"

#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-bisect-prior.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"
#include "cyan-log-error.h"
#include "cyan-metric-rank.h"

struct _CyanBisect
{
  const CyanTrack *track; /* borrowed */
  CyanStore *store;       /* borrowed */
  CyanBisectOptions options;
  const CyanTrackBenchmark *benchmark; /* of the track */
  char *metric;                        /* that was asked for, or NULL */
  gint64 metric_id;                    /* or CYAN_STORE_UNKNOWN: no run is known yet */
  CyanPlan *plan;                      /* its revisions are those of the state */
  CyanPlanCell **cells;                /* of the benchmark, by revision; borrowed */
  CyanTracker *tracker;
  GPtrArray **rows; /* of CyanStoreCellValue, by revision: all of its runs; or NULL */
  CyanBisectRuns *runs;
  guint *n_rebuilt; /* by revision */
  CyanSearch *search;
  CyanBisection *state;
  gboolean has_prior;
  GPtrArray *notes; /* char * */
  char *logs[2];    /* the last line of what failed last at each end, or NULL */
};

/* ---- the store ---- */

static const CyanPlanRevision *
revision_of (const CyanBisect *self, guint number)
{
  return self->plan->revisions->pdata[number];
}

static gboolean
has_failed_build (const CyanBisect *self, guint number)
{
  CyanBuildStatus build = revision_of (self, number)->build;

  return build == CYAN_BUILD_FAILED || build == CYAN_BUILD_TIMEOUT;
}

/* Fails with the metrics that there are. */
static gboolean
fail_metric (const CyanBisect *self, const GPtrArray *values, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gint64 before = CYAN_STORE_UNKNOWN;

  for (guint i = 0; i < values->len; i++)
    {
      const CyanStoreCellValue *value = values->pdata[i];

      if (value->metric != before)
        g_ptr_array_add (names, value->name);
      before = value->metric;
    }
  return cyan_store_refuse_name (self->store, CYAN_CHOICE_METRIC, names, self->metric, error);
}

/* The metric that was asked for, or that by which the benchmark is judged.  @values are those of a
 * revision. */
static const CyanStoreCellValue *
find_metric (const CyanBisect *self, const GPtrArray *values, GError **error)
{
  const CyanStoreCellValue *judged;

  for (guint i = 0; self->metric != NULL && i < values->len; i++)
    if (strcmp (((const CyanStoreCellValue *) values->pdata[i])->name, self->metric) == 0)
      return values->pdata[i];
  if (self->metric != NULL)
    {
      fail_metric (self, values, error);
      return NULL;
    }
  judged = cyan_tracker_judged_value (self->benchmark, values);
  if (judged == NULL)
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("“%s”: no run has a value"), self->benchmark->name);
  return judged;
}

static void
set_metric (CyanBisect *self, const CyanStoreCellValue *chosen)
{
  CyanBisection *state = self->state;
  gboolean is_of_command = cyan_metric_is_of_command (chosen->name);

  self->metric_id = chosen->metric;
  g_free (state->metric);
  g_free (state->unit);
  state->metric = g_strdup (chosen->name);
  state->unit = g_strdup (chosen->unit);
  state->better = is_of_command ? -1 : self->benchmark->better;
}

/* Reads all runs of revision @number. */
static gboolean
read_rows (CyanBisect *self, guint number, GError **error)
{
  const CyanPlanCell *cell = self->cells[number];
  GPtrArray *rows = cyan_store_read_values (self->store, revision_of (self, number)->id,
                                            cell->definition, self->plan->machine_id, error);
  const CyanStoreCellValue *metric;

  g_clear_pointer (&self->rows[number], g_ptr_array_unref);
  self->rows[number] = rows;
  if (rows == NULL || self->metric_id != CYAN_STORE_UNKNOWN)
    return rows != NULL;
  metric = find_metric (self, rows, error);
  if (metric == NULL)
    return FALSE;
  set_metric (self, metric);
  return TRUE;
}

/* Tells the search the values of revision @number that it does not know yet; they are @spent on
 * it. */
static gboolean
tell_values (CyanBisect *self, guint number, gboolean spent, GError **error)
{
  CyanBisectionRevision *revision = &self->state->revisions[number];
  const GPtrArray *rows = self->rows[number];
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < rows->len; i++)
    {
      const CyanStoreCellValue *row = rows->pdata[i];

      if (row->metric != self->metric_id)
        continue;
      if (!(row->value > 0 && isfinite (row->value)))
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: a run has a %s that is not above 0"),
                          revision->commit.name, self->state->metric);
      g_array_append_val (values, row->value);
      if (values->len > revision->n_values)
        cyan_search_add (self->search, number, cyan_bisect_runs_find (self->runs, row->run),
                         &row->value, 1, spent);
    }
  if (values->len <= revision->n_values)
    return TRUE;
  revision->cell = CYAN_CELL_MEASURED;
  revision->n_values = values->len;
  g_free (revision->values);
  revision->values = (double *) g_array_free (g_steal_pointer (&values), FALSE);
  return TRUE;
}

/* What the store knows of revision @number but for its values. */
static void
look_up (CyanBisect *self, guint number)
{
  CyanBisectionRevision *revision = &self->state->revisions[number];
  const CyanPlanCell *cell = self->cells[number];

  /* With other inputs or another command, values tell nothing. */
  if (strcmp (cell->hash, self->state->definition) != 0)
    {
      cyan_search_fail (self->search, number);
      return;
    }
  revision->n_failed = cell->n_failed;
  if (cell->n_ok > 0 || self->options.retry_failed)
    return;
  if (has_failed_build (self, number))
    revision->cell = CYAN_CELL_FAILED_BUILD;
  else if (cell->n_failed > 0)
    revision->cell = CYAN_CELL_FAILED;
  if (revision->cell != CYAN_CELL_EMPTY)
    cyan_search_fail (self->search, number);
}

/* Begins a search that knows what there is. */
static gboolean
begin_search (CyanBisect *self, GError **error)
{
  const CyanSearchOptions options = { .n_revisions = self->state->n_revisions,
                                      .confidence = self->options.confidence,
                                      .budget = self->options.budget,
                                      .build_scatter = self->options.build_scatter };

  cyan_search_free (self->search);
  self->search = cyan_search_new (&options);
  for (guint i = 0; i < options.n_revisions; i++)
    {
      self->state->revisions[i].n_values = 0;
      look_up (self, i);
      if (self->rows[i] != NULL && !tell_values (self, i, FALSE, error))
        return FALSE;
    }
  cyan_search_spend (self->search, self->state->n_runs);
  return TRUE;
}

/* Before the ends differ, another metric may show it: then the search begins again with that, and
 * with the same runs. */
static gboolean
reconsider_metric (CyanBisect *self, GError **error)
{
  CyanBisection *state = self->state;
  GPtrArray *const ends[] = { self->rows[0], self->rows[state->n_revisions - 1] };
  const CyanStoreCellValue *judged, *chosen;
  g_autofree char *reason = NULL;

  if (self->metric != NULL || state->ends_differ || ends[0] == NULL || ends[1] == NULL)
    return TRUE;
  judged = find_metric (self, ends[0], error);
  if (judged == NULL)
    return FALSE;
  chosen = cyan_bisect_runs_choose (self->runs, ends, judged, self->options.build_scatter, &reason);
  g_free (state->metric_reason);
  state->metric_reason = g_steal_pointer (&reason);
  if (chosen->metric == self->metric_id)
    return TRUE;
  set_metric (self, chosen);
  return begin_search (self, error);
}

/* ---- measuring ---- */

/* Keeps the last line of @log, of what failed at an end. */
static void
keep_log (CyanBisect *self, const CyanGitLogCommit *commit, const char *log)
{
  const guint ends[] = { 0, self->state->n_revisions - 1 };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (revision_of (self, ends[i])->commit == commit)
      {
        g_free (self->logs[i]);
        self->logs[i] = cyan_log_error_line (log);
      }
}

static void
listen (const CyanTrackerEvent *event, gpointer data)
{
  CyanBisect *self = data;

  self->state->n_builds += event->kind == CYAN_TRACKER_BUILT;
  self->state->n_runs += event->kind == CYAN_TRACKER_RAN;
  if (event->log != NULL)
    keep_log (self, event->commit, event->log);
  if (self->options.tracker.say != NULL)
    self->options.tracker.say (event, self->options.tracker.say_data);
}

/* A revision of which a visit gives no value is not visited again. */
static gboolean
take_visit (CyanBisect *self, guint number, GError **error)
{
  CyanBisectionRevision *revision = &self->state->revisions[number];
  const CyanPlanCell *cell = self->cells[number];
  guint n_values = revision->n_values;

  cyan_search_spend (self->search, cell->n_failed - MIN (cell->n_failed, revision->n_failed));
  revision->n_failed = cell->n_failed;
  if (cell->n_ok > 0)
    {
      if (!read_rows (self, number, error))
        return FALSE;
      cyan_bisect_runs_add (self->runs, self->rows[number], self->n_rebuilt[number]);
      if (!tell_values (self, number, TRUE, error))
        return FALSE;
    }
  if (revision->n_values > n_values)
    return TRUE;
  if (revision->n_values == 0)
    revision->cell = has_failed_build (self, number) ? CYAN_CELL_FAILED_BUILD : CYAN_CELL_FAILED;
  cyan_search_fail (self->search, number);
  return TRUE;
}

static gboolean
visit (CyanBisect *self, const CyanTick *tick, GError **error)
{
  const CyanBisection *state = self->state;
  CyanPlanCell *cells[2];

  g_assert (state->n_next > 0 && state->n_next <= G_N_ELEMENTS (cells));
  for (guint i = 0; i < state->n_next; i++)
    cells[i] = self->cells[state->next[i]];
  if (state->next_rebuild)
    {
      self->n_rebuilt[state->next[0]]++;
      cyan_tracker_build_again (self->tracker, state->next[0]);
    }
  cyan_bisect_runs_begin_visit (self->runs);
  if (!cyan_tracker_run_more (self->tracker, cells, state->n_next, state->next_runs, tick, error))
    return FALSE;
  for (guint i = 0; i < state->n_next; i++)
    if (!take_visit (self, state->next[i], error))
      return FALSE;
  return reconsider_metric (self, error);
}

/* ---- the loop ---- */

static gboolean
find_prior (CyanBisect *self, const CyanTick *tick, GError **error)
{
  g_autofree double *prior = g_new (double, self->state->n_revisions);

  self->has_prior = TRUE;
  if (!cyan_bisect_find_prior (self->state, self->track, self->store, self->notes, tick, error))
    return FALSE;
  for (guint i = 0; i < self->state->n_revisions; i++)
    prior[i] = cyan_prior_kind_weights[self->state->revisions[i].prior];
  cyan_search_set_prior (self->search, prior);
  return TRUE;
}

static char *
say_failed_end (const CyanBisect *self)
{
  const CyanBisectionRevision *ends[] = { &self->state->revisions[0],
                                          &self->state->revisions[self->state->n_revisions - 1] };
  guint i = ends[0]->cell == CYAN_CELL_FAILED || ends[0]->cell == CYAN_CELL_FAILED_BUILD ? 0 : 1;
  const char *line = self->logs[i] != NULL ? self->logs[i] : "";

  return g_strdup_printf (ends[i]->cell == CYAN_CELL_FAILED_BUILD ? _ ("%s does not build%s%s")
                                                                  : _ ("no run of %s succeeds%s%s"),
                          ends[i]->commit.name, *line != '\0' ? ": " : "", line);
}

/* Why the search stopped. */
static char *
say_end (const CyanBisect *self)
{
  const CyanBisection *state = self->state;

  switch (state->state)
    {
    case CYAN_BISECTION_NO_DIFFERENCE:
      return g_strdup (_ ("the ends do not differ, as far as these runs tell"));
    case CYAN_BISECTION_BUDGET:
      return g_strdup (state->budget > 0 && state->n_runs >= state->budget
                           ? _ ("all runs of the budget are spent")
                           : _ ("more runs would hardly tell more"));
    case CYAN_BISECTION_NOT_MEASURED:
      return say_failed_end (self);
    default:
      return NULL;
    }
}

gboolean
cyan_bisect_run (CyanBisect *self, const CyanTick *tick, GError **error)
{
  for (;;)
    {
      cyan_bisection_update (self->state, cyan_search_ask (self->search));
      if (self->state->ends_differ && !self->has_prior && !self->options.even)
        {
          if (!find_prior (self, tick, error))
            return FALSE;
          continue;
        }
      g_free (self->state->reason);
      self->state->reason = say_end (self);
      if (self->options.say != NULL)
        self->options.say (self->state, self->options.say_data);
      if (self->state->state != CYAN_BISECTION_RUNNING)
        return TRUE;
      if (!visit (self, tick, error))
        return FALSE;
    }
}

/* ---- new and free ---- */

static gboolean
find_benchmark (CyanBisect *self, GError **error)
{
  const GPtrArray *all = self->track->benchmarks;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      const CyanTrackBenchmark *benchmark = all->pdata[i];

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", benchmark->name);
      if (self->options.benchmark != NULL ? strcmp (benchmark->name, self->options.benchmark) == 0
                                          : all->len == 1)
        self->benchmark = benchmark;
    }
  if (self->benchmark != NULL)
    return TRUE;
  return self->options.benchmark != NULL
             ? cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: no benchmark “%s”, but %s"),
                          self->track->path, self->options.benchmark, names->str)
             : cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s has several benchmarks: %s"),
                          self->track->path, names->str);
}

static gboolean
check_options (CyanBisect *self, GError **error)
{
  const CyanBisectOptions *options = &self->options;

  if (!(options->confidence > CYAN_SEARCH_LEAST_CONFIDENCE
        && options->confidence < CYAN_SEARCH_MOST_CONFIDENCE))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("a confidence is above 50 %% and below 100 %%"));
  if (options->budget > 0 && options->budget < CYAN_SEARCH_LEAST_BUDGET)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a budget has at least %u runs"),
                      CYAN_SEARCH_LEAST_BUDGET);
  if (!(options->build_scatter > 0 && options->build_scatter < 1))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("a scatter of builds is above 0 and below 100 %%"));
  return find_benchmark (self, error);
}

/* Whether each revision has a cell. */
static gboolean
has_cells (const CyanBisect *self)
{
  for (guint i = 0; i < self->plan->revisions->len; i++)
    if (self->cells[i] == NULL || self->cells[i]->revision != i)
      return FALSE;
  return TRUE;
}

/* Finds the cells of the benchmark; the plan is not to measure any of itself. */
static void
take_cells (CyanBisect *self)
{
  self->cells = g_new0 (CyanPlanCell *, self->plan->revisions->len);
  for (guint i = 0; i < self->plan->cells->len; i++)
    {
      CyanPlanCell *cell = self->plan->cells->pdata[i];

      cell->n_missing = 0;
      if (self->track->benchmarks->pdata[cell->benchmark] == self->benchmark)
        self->cells[cell->revision] = cell;
    }
  self->plan->n_missing = 0;
  cyan_assert_slow (has_cells (self));
}

static gboolean
make_plan (CyanBisect *self, const CyanTick *tick, GError **error)
{
  g_autofree char *machine = cyan_track_machine (self->track);
  CyanPlanOptions planning = { .machine = machine };
  gboolean is_reversed;
  g_auto (GStrv) range = cyan_bisect_range (self->track->repository, self->options.good,
                                            self->options.bad, &is_reversed, tick, error);
  const char *good = self->options.good, *bad = self->options.bad;

  if (range == NULL)
    return FALSE;
  planning.revisions = (const char *const *) range;
  self->plan = cyan_plan_new (self->track, self->store, &planning, tick, error);
  if (self->plan == NULL)
    return FALSE;
  take_cells (self);
  self->state = cyan_bisection_new (self->plan, is_reversed ? bad : good, is_reversed ? good : bad);
  self->state->is_reversed = is_reversed;
  self->state->machine = g_strdup (planning.machine);
  self->state->benchmark = g_strdup (self->benchmark->name);
  self->state->definition = g_strdup (self->cells[0]->hash);
  self->state->confidence = self->options.confidence;
  self->state->budget = self->options.budget;
  if (strcmp (self->cells[0]->hash, self->cells[self->plan->revisions->len - 1]->hash) == 0)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_MISMATCH,
                    _ ("“%s” is not the same benchmark at “%s” and “%s”: its files differ"),
                    self->benchmark->name, good, bad);
}

static gboolean
make_search (CyanBisect *self, GError **error)
{
  guint n = self->state->n_revisions;
  CyanTrackerOptions tracking = self->options.tracker;

  tracking.say = listen;
  tracking.say_data = self;
  self->tracker = cyan_tracker_new (self->track, self->plan, self->store, &tracking, error);
  if (self->tracker == NULL)
    return FALSE;
  self->rows = g_new0 (GPtrArray *, n);
  self->n_rebuilt = g_new0 (guint, n);
  for (guint i = 0; i < n; i++)
    if (self->cells[i]->n_ok > 0 && strcmp (self->cells[i]->hash, self->state->definition) == 0
        && !read_rows (self, i, error))
      return FALSE;
  cyan_bisect_runs_add_stored (self->runs, self->rows, n);
  if (!begin_search (self, error) || !reconsider_metric (self, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    self->state->revisions[i].n_stored = self->state->revisions[i].n_values;
  cyan_bisection_update (self->state, cyan_search_ask (self->search));
  return TRUE;
}

CyanBisect *
cyan_bisect_new (const CyanTrack *track,
                 CyanStore *store,
                 const CyanBisectOptions *options,
                 const CyanTick *tick,
                 GError **error)
{
  g_autoptr (CyanBisect) self = g_new0 (CyanBisect, 1);

  self->track = track;
  self->store = store;
  self->options = *options;
  self->metric = g_strdup (options->metric);
  self->metric_id = CYAN_STORE_UNKNOWN;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->runs = cyan_bisect_runs_new ();
  if (!check_options (self, error) || !make_plan (self, tick, error) || !make_search (self, error))
    return NULL;
  g_assert (self->state->n_revisions >= 2);
  return g_steal_pointer (&self);
}

void
cyan_bisect_free (CyanBisect *self)
{
  if (self == NULL)
    return;
  cyan_tracker_free (self->tracker);
  g_clear_pointer (&self->plan, cyan_plan_free);
  cyan_search_free (self->search);
  cyan_bisect_runs_free (self->runs);
  for (guint i = 0; self->rows != NULL && i < self->state->n_revisions; i++)
    g_clear_pointer (&self->rows[i], g_ptr_array_unref);
  g_free (self->rows);
  g_free (self->n_rebuilt);
  cyan_bisection_free (self->state);
  g_ptr_array_unref (self->notes);
  g_free (self->cells);
  g_free (self->metric);
  for (guint i = 0; i < G_N_ELEMENTS (self->logs); i++)
    g_free (self->logs[i]);
  g_free (self);
}

const CyanBisection *
cyan_bisect_state (const CyanBisect *self)
{
  return self->state;
}

const GPtrArray *
cyan_bisect_notes (const CyanBisect *self)
{
  return self->notes;
}

GStrv
cyan_bisect_save_profiles (const CyanBisect *self,
                           guint revision,
                           const char *folder,
                           GError **error)
{
  g_assert (revision < self->state->n_revisions);
  g_assert (self->state->revisions[revision].n_values > 0);
  return cyan_plan_save_profiles (self->plan, self->cells[revision], self->store, folder,
                                  self->state->revisions[revision].commit.name, error);
}
