/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan risk`: which revisions are likely to be slower, without running them. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-prediction-read.h"
#include "cyan-report-history.h"

typedef struct
{
  CyanCliOutput output;
  CyanEvolutionQuery query;
  CyanPredictionOptions how;
  const char *store;
  gboolean evaluate, mark;
} Options;

/* By CyanPredictionOptions.sum_new and skip_unknown. */
static const char *const new_names[] = { "highest", "sum", NULL };
static const char *const unknown_names[] = { "highest", "skip", NULL };

/* "A..B", into CyanPredictionOptions. */
static gboolean
parse_range (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  CyanPredictionOptions *how = to;
  const char *dots = strstr (text, "..");
  g_autofree char *from = NULL;

  if (dots == NULL || dots == text || dots[2] == '\0' || dots[2] == '.')
    return cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not two revisions such as v1.0..main",
                      text);
  from = g_strndup (text, (gsize) (dots - text));
  how->from = g_intern_string (from);
  how->to = g_intern_string (dots + 2);
  return TRUE;
}

/* ---- the command ---- */

static gboolean
run (const Options *options, const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanPrediction) prediction = NULL;
  CyanReportRisk about = { .store = name, .evaluate = options->evaluate };

  store = cyan_cli_open_store (path, options->mark ? CYAN_STORE_WRITE : CYAN_STORE_READ, error);
  if (store == NULL)
    return FALSE;
  cyan_cli_stop_on_signals ();
  prediction = cyan_prediction_new (store, &options->query, &options->how, &cyan_cli_tick, error);
  if (prediction == NULL)
    return FALSE;
  about.prediction = prediction;
  about.sum_new = options->how.sum_new;
  about.skip_unknown = options->how.skip_unknown;
  if (options->mark
      && !cyan_prediction_mark (prediction, store, g_get_real_time () / G_USEC_PER_SEC, error))
    return FALSE;
  return cyan_cli_report (&cyan_report_risk, &about, &options->output, error);
}

int
cyan_cli_risk (int argc, char **argv)
{
  Options options = { .how = CYAN_PREDICTION_OPTIONS_INIT };
  const CyanCliOption entries[] = {
    { "store", 0, cyan_cli_path, &options.store,
      "The store with profiles and values (or as the operand)", "STORE" },
    CYAN_CLI_PROJECT (&options.query.project),
    { "range", 0, parse_range, &options.how,
      "The revisions after A up to B, measured or not (default: all in the store)", "A..B" },
    { "benchmark", 'b', cyan_cli_text, &options.query.benchmark,
      "Only benchmarks with this in their name (default: all)", "EXPRESSION" },
    { "metric", 0, cyan_cli_text, &options.query.metric,
      "What is predicted (default: instructions, else what the profiles measure first)", "NAME" },
    { "machine", 0, cyan_cli_text, &options.query.machine, "Whose runs (default: the only one)",
      "NAME" },
    CYAN_CLI_BRANCH (&options.query.tip),
    { "last", 0, cyan_cli_count, &options.query.last, "Only the N newest revisions", "N" },
    { "model", 0, cyan_cli_choice, &options.how.model,
      "combined (default), lito, perfscope, calls-added or touched", "MODEL",
      .names = cyan_risk_model_names },
    { "threshold", 't', cyan_cli_share, &options.how.threshold,
      "From where on a change is a regression (default: %s)", "SHARE" },
    { "risk", 0, cyan_cli_number, &options.how.perfscope_threshold,
      "From which score of PerfScope on a revision is risky (default: %s)", "SCORE" },
    { "every", 0, cyan_cli_count, &options.how.every,
      "Take a sample every N revisions (default: %s)", "N", .low = 1 },
    { "new", 0, cyan_cli_choice, &options.how.sum_new,
      "What a new function costs: highest (default: like the dearest), or sum (of its calls)",
      "RULE", .names = new_names, .noun = "rule" },
    { "unknown", 0, cyan_cli_choice, &options.how.skip_unknown,
      "What a macro or a library's function costs: highest (default), or skip", "RULE",
      .names = unknown_names, .noun = "rule" },
    { "evaluate", 0, cyan_cli_flag, &options.evaluate,
      "Compare all models with what was measured" },
    { "mark", 0, cyan_cli_flag, &options.mark,
      "Write a mark into the store for each risky revision" },
    { "repo", 0, cyan_cli_path, &options.how.repository,
      "Where the sources are (default: where the store says)", "REPOSITORY" },
    { .group = cyan_cli_output_options, .to = &options.output, .report = &cyan_report_risk },
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
