/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan track`: measures the revisions that a definition file asks for. */
#include "cyan-cli.h"

#include <math.h>
#include <string.h>

#include "config.h"
#include "cyan-calibration.h"
#include "cyan-error.h"
#include "cyan-prediction-read.h"
#include "cyan-report-history.h"
#include "cyan-tracker.h"

typedef struct
{
  CyanCliOutput output;
  const char *store, *calibrate, *work, *agreed;
  guint jobs;  /* 0: as the file says */
  guint every; /* revisions from one sample to the next */
  gboolean plan, publish, dirty, strict, only_risky, retry;
  double limit; /* of --fail-above; NAN: none */
} Options;

static const CyanTrackerOptions tracking = { .program = "cyan " CYAN_VERSION,
                                             .say = cyan_cli_say,
                                             .times_machine = TRUE };

/* ---- the report ---- */

static guint
count_cells (const CyanPlan *plan, const char *status)
{
  guint n = 0;

  for (guint i = 0; i < plan->cells->len; i++)
    n += strcmp (cyan_plan_status (plan, plan->cells->pdata[i]), status) == 0;
  return n;
}

/* @verdicts may be NULL: nothing was measured. */
static gboolean
report (const Options *options,
        const CyanTrack *track,
        const CyanPlan *plan,
        const char *machine,
        double seconds,
        const GArray *verdicts,
        GError **error)
{
  g_autofree char *store = g_filename_display_name (options->store);
  const CyanReportTrack about = { store, machine, track, plan, seconds, verdicts };

  return cyan_cli_report (&cyan_report_track, &about, &options->output, error);
}

/* ---- the command ---- */

/* Whether the newest revision is a confirmed step to the worse above the limit. */
static gboolean
is_regression (const GArray *verdicts, double limit)
{
  for (guint i = 0; i < verdicts->len; i++)
    {
      const CyanTrackerVerdict *verdict = &g_array_index (verdicts, CyanTrackerVerdict, i);
      gboolean higher = verdict->benchmark->measure == NULL && verdict->benchmark->better > 0;
      double worse = higher ? 1 / verdict->ratio : verdict->ratio;

      if (verdict->confirmed && worse > 1 + limit)
        return TRUE;
    }
  return FALSE;
}

static gboolean
measure (const Options *options,
         const CyanTrack *track,
         CyanPlan *plan,
         CyanStore *store,
         const char *machine,
         int *status,
         GError **error)
{
  g_autoptr (CyanTracker) tracker = cyan_tracker_new (track, plan, store, &tracking, error);
  g_autoptr (GArray) verdicts = NULL;
  guint n_missing, n_failed;

  if (tracker == NULL || !cyan_tracker_run (tracker, &cyan_cli_tick, error))
    return FALSE;
  verdicts = cyan_tracker_confirm (tracker, &cyan_cli_tick, error);
  if (verdicts == NULL || !report (options, track, plan, machine, NAN, verdicts, error))
    return FALSE;
  cyan_cli_keep_rule (store, FALSE);
  n_missing = count_cells (plan, "missing");
  n_failed = count_cells (plan, "failed") + count_cells (plan, "not-built");
  if (n_missing > 0)
    *status = cyan_cli_fail ("not all of it is measured: runs were lost");
  else if (n_failed > 0 && options->strict)
    *status = cyan_cli_fail ("not all of it could be measured");
  else if (isfinite (options->limit) && is_regression (verdicts, options->limit))
    *status = CYAN_EXIT_REGRESSION;
  return TRUE;
}

static gboolean
say_plan (const Options *options,
          const CyanTrack *track,
          const CyanPlan *plan,
          CyanStore *store,
          const char *machine,
          GError **error)
{
  double seconds;

  if (!cyan_tracker_estimate (track, plan, store, &seconds, error)
      || !report (options, track, plan, machine, seconds, NULL, error))
    return FALSE;
  if (store != NULL)
    cyan_cli_keep_rule (store, TRUE);
  return TRUE;
}

/* ---- calibration ---- */

static gboolean
calibrate (const Options *options, const CyanTrack *track, GError **error)
{
  g_autoptr (GArray) all =
      cyan_calibrate (track, options->calibrate, &cyan_cli_tracking, &cyan_cli_tick, error);
  const CyanReportCalibration about = { options->calibrate, all };

  return all != NULL && cyan_cli_report (&cyan_report_calibration, &about, &options->output, error);
}

/* ---- --only risky ----
 *
 * The prediction needs profiles.  So the first revision of the walk and one in every so many are
 * samples and are measured in any case: first.  Then the others are predicted. */

typedef struct
{
  guint every;        /* revisions from one sample to the next */
  GHashTable *chosen; /* oids of those to measure besides samples; NULL: not predicted yet */
} Risky;

#define RISKY_EVERY 20

static void
risky_clear (Risky *self)
{
  g_clear_pointer (&self->chosen, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Risky, risky_clear)

/* Depths, unlike positions in the walk, choose the same samples again when there are more. */
static gboolean
is_sample (const Risky *self, const CyanGitLogCommit *commit, gboolean first)
{
  return first || commit->level % self->every == 0;
}

/* A CyanPlanFilter. */
static gboolean
filter_risky (const CyanGitLogCommit *commit, gboolean first, gpointer data)
{
  const Risky *self = data;

  return is_sample (self, commit, first)
         || (self->chosen != NULL && g_hash_table_contains (self->chosen, commit->oid));
}

/* Says how many revisions are measured, why, and how many are not. */
static void
say_counts (const Risky *self, const CyanPrediction *prediction, const CyanPlan *plan)
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

/* Predicts the revisions of @plan, whose samples are in @store, and chooses those that the model
 * selects, and those of which it can say nothing.  Says on standard error how many are skipped. */
static gboolean
predict_risky (
    Risky *self, const CyanPlan *plan, CyanStore *store, const char *machine, GError **error)
{
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
  prediction = cyan_prediction_new (store, &query, &options, &cyan_cli_tick, error);
  if (prediction == NULL)
    return FALSE;
  for (guint i = 1; i < prediction->n_columns; i++)
    if (cyan_prediction_is_selected (prediction, i)
        || !cyan_prediction_is_predicted (prediction, i))
      g_hash_table_add (self->chosen, g_strdup (prediction->columns[i].oid));
  say_counts (self, prediction, plan);
  return TRUE;
}

/* ---- the whole ---- */

/* With --plan, no store is created. */
static gboolean
open_store (const Options *options, CyanStore **store, GError **error)
{
  *store = NULL;
  if (options->plan && strstr (options->store, "://") == NULL
      && !g_file_test (options->store, G_FILE_TEST_EXISTS))
    return TRUE;
  *store = cyan_cli_open_store (options->store, options->plan ? CYAN_STORE_READ : CYAN_STORE_CREATE,
                                error);
  return *store != NULL;
}

/* Measures the samples, and has @how choose among the others. */
static gboolean
choose_risky (const Options *options,
              const CyanTrack *track,
              CyanStore *store,
              CyanPlanOptions *how,
              Risky *risky,
              GError **error)
{
  g_autoptr (CyanPlan) plan = NULL;
  g_autoptr (CyanTracker) tracker = NULL;

  if (track->walk != CYAN_WALK_FIRST_PARENT || track->revisions == CYAN_TRACK_TAGS
      || track->revisions == CYAN_TRACK_LIST)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: --only risky needs the first parents of a branch or a range",
                      track->path);
  how->filter = filter_risky;
  how->filter_data = risky;
  plan = cyan_plan_new (track, store, how, &cyan_cli_tick, error);
  if (plan == NULL)
    return FALSE;
  if (options->plan && (store == NULL || plan->n_missing > 0))
    {
      cyan_cli_note ("only the samples are planned: what else is risky is predicted from them");
      return TRUE;
    }
  tracker = options->plan ? NULL : cyan_tracker_new (track, plan, store, &tracking, error);
  return (options->plan || (tracker != NULL && cyan_tracker_run (tracker, &cyan_cli_tick, error)))
         && predict_risky (risky, plan, store, how->machine, error);
}

static gboolean
run (Options *options, const char *path, int *status, GError **error)
{
  g_autoptr (CyanTrack) track =
      options->work != NULL ? cyan_cli_read_published (options->work, options->agreed, error)
                            : cyan_track_load (path, error);
  g_autofree char *machine = NULL;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanPlan) plan = NULL;
  g_auto (Risky) risky = { .every = options->every };
  CyanPlanOptions how = { .retry_failed = options->retry, .dirty = options->dirty };

  if (track == NULL)
    return FALSE;
  if (options->jobs > 0)
    track->jobs = options->jobs;
  if (options->calibrate != NULL)
    return calibrate (options, track, error);
  if (options->store == NULL)
    options->store = options->work != NULL ? options->work : g_intern_string (track->store);
  if (options->publish)
    return cyan_cli_publish (track, options->store, error);
  machine = cyan_track_machine (track);
  how.machine = machine;
  if (!open_store (options, &store, error)
      || (options->only_risky && !choose_risky (options, track, store, &how, &risky, error)))
    return FALSE;
  plan = cyan_plan_new (track, store, &how, &cyan_cli_tick, error);
  if (plan == NULL)
    return FALSE;
  return options->plan ? say_plan (options, track, plan, store, machine, error)
                       : measure (options, track, plan, store, machine, status, error);
}

int
cyan_cli_track (int argc, char **argv)
{
  Options options = { .every = RISKY_EVERY, .limit = NAN };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "store", 0, cyan_cli_path, &options.store,
      "Where the runs are kept (default: track.db beside the file, or what it says)", "STORE" },
    { "publish", 0, cyan_cli_flag, &options.publish,
      "Only keep the definition file in the store, for --work on other machines" },
    { "work", 0, cyan_cli_path, &options.work,
      "Measure by the definition file that this store keeps; it is shown first", "STORE" },
    { "agree", 0, cyan_cli_text, &options.agreed,
      "With --work: the commands of the file with this hash may run here", "HASH" },
    { "plan", 'n', cyan_cli_flag, &options.plan,
      "Only say what would be measured, and how long it would take" },
    { "calibrate", 0, cyan_cli_text, &options.calibrate,
      "Only say how much the benchmarks scatter, by five builds of this revision", "REVISION",
      .report = &cyan_report_calibration },
    { "dirty", 0, cyan_cli_flag, &options.dirty,
      "Also measure the work tree, as if it were a commit after HEAD" },
    { "only", 0, cyan_cli_word, &options.only_risky,
      "Only revisions that are likely to be slower, and a sample every N", "risky" },
    { "every", 0, cyan_cli_count, &options.every,
      "With --only risky: revisions from one sample to the next (default: %s)", "N", .low = 1 },
    { "retry", 0, cyan_cli_word, &options.retry, "Build and run again what has failed", "failed" },
    { "jobs", 'j', cyan_cli_count, &options.jobs, "Builds at the same time", "N" },
    { "fail-above", 0, cyan_cli_share, &options.limit,
      "Exit with 1 if the newest revision is a confirmed step to the worse above this", "SHARE" },
    { "strict", 0, cyan_cli_flag, &options.strict,
      "Exit with 2 if something could not be measured" },
    { .group = cyan_cli_output_options, .to = &options.output, .report = &cyan_report_track },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("track", "TRACK.INI | --work STORE",
                       "Builds and measures the revisions that a definition file asks for, and\n"
                       "stores every run.  It may be interrupted at any time and goes on where it\n"
                       "was.  Building a revision runs its code.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != (options.work != NULL ? 1 : 2))
    return cyan_cli_fail ("track needs one definition file, or --work STORE");
  if (options.work != NULL && (options.store != NULL || options.publish))
    return cyan_cli_fail ("--work already says the store, and what it has is published");
  if (options.agreed != NULL && options.work == NULL)
    return cyan_cli_fail ("--agree is only for --work");
  if (cyan_cli_was_given ("every") && !options.only_risky)
    return cyan_cli_fail ("--every is only for --only risky");
  cyan_cli_stop_on_signals ();
  status = CYAN_EXIT_FINE;
  return run (&options, argv[1], &status, &error) ? status : cyan_cli_error (error);
}
