/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan risk`: which revisions are likely to be slower, without running them. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include <string.h>

#include "cyan-cli-risky.h"
#include "cyan-cli-tracker.h"
#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-prediction-read.h"
#include "cyan-report-risk.h"

/* The options; strings are owned. */
typedef struct
{
  char *store, *project, *range, *benchmark, *metric, *machine, *branch, *repository;
  char *model, *threshold, *risk, *new_rule, *unknown;
  char *format, *path;
  int every, last;
  gboolean evaluate, mark, raw_cells;
} Options;

static void
options_clear (Options *self)
{
  char **const texts[] = { &self->store,   &self->project, &self->range,     &self->benchmark,
                           &self->metric,  &self->machine, &self->branch,    &self->repository,
                           &self->model,   &self->risk,    &self->threshold, &self->new_rule,
                           &self->unknown, &self->format,  &self->path };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_clear_pointer (texts[i], g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* ---- options ---- */

/* Splits "A..B" in place. */
static gboolean
parse_range (char *range, CyanPredictionOptions *how, GError **error)
{
  char *dots = range != NULL ? strstr (range, "..") : NULL;

  if (range == NULL)
    return TRUE;
  if (dots == NULL || dots == range || dots[2] == '\0' || dots[2] == '.')
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--range: \"%s\" is not two revisions such as v1.0..main", range);
  *dots = '\0';
  how->from = range;
  how->to = dots + 2;
  return TRUE;
}

static gboolean
parse_rules (const Options *options, CyanPredictionOptions *how, GError **error)
{
  static const char *const new_names[] = { "highest", "sum", NULL };
  static const char *const unknown_names[] = { "highest", "skip", NULL };
  guint model = how->model, new_rule = how->sum_new, unknown = how->skip_unknown;

  if (!cyan_cli_parse_name ("--model", "model", options->model, cyan_risk_model_names, &model,
                            error)
      || !cyan_cli_parse_name ("--new", "rule", options->new_rule, new_names, &new_rule, error)
      || !cyan_cli_parse_name ("--unknown", "rule", options->unknown, unknown_names, &unknown,
                               error))
    return FALSE;
  how->model = (CyanRiskModel) model;
  how->sum_new = new_rule == 1;
  how->skip_unknown = unknown == 1;
  return TRUE;
}

static gboolean
parse_numbers (const Options *options, CyanPredictionOptions *how, GError **error)
{
  if (options->threshold != NULL
      && !cyan_cli_parse_share ("--threshold", options->threshold, &how->threshold, error))
    return FALSE;
  if (options->risk != NULL
      && (!cyan_parse_double (options->risk, strlen (options->risk), &how->perfscope_threshold)
          || how->perfscope_threshold < 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--risk: \"%s\" is not a number from 0 on",
                      options->risk);
  if (options->every < 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--every: a number of revisions from 1 on");
  if (options->last < 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--last: a number of revisions is not negative");
  how->every = (guint) options->every;
  return TRUE;
}

/* ---- the command ---- */

static gboolean
run (const Options *options, const char *path, GError **error)
{
  const CyanTick tick = CYAN_TICK_INIT (cyan_cli_go_on, NULL);
  const CyanEvolutionQuery query = { .project = options->project,
                                     .benchmark = options->benchmark,
                                     .metric = options->metric,
                                     .machine = options->machine,
                                     .tip = options->branch,
                                     .last = (guint) options->last };
  CyanPredictionOptions how = CYAN_PREDICTION_OPTIONS_INIT;
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *range = g_strdup (options->range);
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanPrediction) prediction = NULL;
  CyanReportRisk about = { .store = name, .evaluate = options->evaluate };
  CyanReportForm form;

  how.repository = options->repository;
  if (!cyan_cli_find_form (&cyan_report_risk, options->format, &form, error)
      || !parse_range (range, &how, error) || !parse_rules (options, &how, error)
      || !parse_numbers (options, &how, error))
    return FALSE;
  store = cyan_cli_open_store (path, options->mark ? CYAN_STORE_WRITE : CYAN_STORE_READ, error);
  if (store == NULL)
    return FALSE;
  cyan_cli_stop_on_signals ();
  prediction = cyan_prediction_new (store, &query, &how, &tick, error);
  if (prediction == NULL)
    return FALSE;
  about.prediction = prediction;
  about.sum_new = how.sum_new;
  about.skip_unknown = how.skip_unknown;
  if (options->mark
      && !cyan_prediction_mark (prediction, store, g_get_real_time () / G_USEC_PER_SEC, error))
    return FALSE;
  return cyan_cli_report (&cyan_report_risk, &about, form, options->raw_cells, options->path,
                          error);
}

int
cyan_cli_risk (int argc, char **argv)
{
  g_auto (Options) options = { .every = CYAN_CLI_RISKY_EVERY };
  const GOptionEntry entries[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &options.store,
      "The store with profiles and values (or as the operand)", "STORE" },
    { "project", 'p', 0, G_OPTION_ARG_STRING, &options.project,
      "Of which program (default: the only one)", "NAME" },
    { "range", 0, 0, G_OPTION_ARG_STRING, &options.range,
      "The revisions after A up to B, measured or not (default: all in the store)", "A..B" },
    { "benchmark", 'b', 0, G_OPTION_ARG_STRING, &options.benchmark,
      "Only benchmarks with this in their name (default: all)", "EXPRESSION" },
    { "metric", 0, 0, G_OPTION_ARG_STRING, &options.metric,
      "What is predicted (default: instructions, else time)", "NAME" },
    { "machine", 0, 0, G_OPTION_ARG_STRING, &options.machine, "Whose runs (default: the only one)",
      "NAME" },
    { "branch", 0, 0, G_OPTION_ARG_STRING, &options.branch,
      "The branch, or its newest revision (default: the branch that was seen last)", "NAME" },
    { "last", 0, 0, G_OPTION_ARG_INT, &options.last, "Only the N newest revisions", "N" },
    { "model", 0, 0, G_OPTION_ARG_STRING, &options.model,
      "combined (default), lito, perfscope, calls-added or touched", "MODEL" },
    { "threshold", 't', 0, G_OPTION_ARG_STRING, &options.threshold,
      "From where on a change is a regression (default: 5%)", "SHARE" },
    { "risk", 0, 0, G_OPTION_ARG_STRING, &options.risk,
      "From which score of PerfScope on a revision is risky (default: 200)", "SCORE" },
    { "every", 0, 0, G_OPTION_ARG_INT, &options.every,
      "Take a sample every N revisions (default: 20)", "N" },
    { "new", 0, 0, G_OPTION_ARG_STRING, &options.new_rule,
      "What a new function costs: highest (default: like the most expensive), or sum (of its "
      "calls)",
      "RULE" },
    { "unknown", 0, 0, G_OPTION_ARG_STRING, &options.unknown,
      "What a macro or a library's function costs: highest (default), or skip", "RULE" },
    { "evaluate", 0, 0, G_OPTION_ARG_NONE, &options.evaluate,
      "Compare all models with what was measured", NULL },
    { "mark", 0, 0, G_OPTION_ARG_NONE, &options.mark,
      "Write a mark into the store for each risky revision", NULL },
    { "repo", 0, 0, G_OPTION_ARG_FILENAME, &options.repository,
      "Where the sources are (default: where the store says)", "REPOSITORY" },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format, "text (default), csv, json or html",
      "FORMAT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.path,
      "Where to write (default: standard output)", "FILE" },
    CYAN_CLI_FORCE_ENTRY,
    { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &options.raw_cells,
      "CSV: write cells as they are, also those that a spreadsheet would run", NULL },
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  const char *path;
  int status;

  if (!cyan_cli_parse ("risk", "[STORE]", "Says which revisions are likely to be slower.", entries,
                       &argc, &argv, &status))
    return status;
  path = options.store != NULL ? options.store : argc > 1 ? argv[1] : NULL;
  if (path == NULL || argc > (options.store != NULL ? 1 : 2))
    return cyan_cli_fail ("risk needs one store");
  return run (&options, path, &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
