/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan explain`: what changed, why, and what to read first. */
#include "cyan-cli.h"

#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-ranking-commits.h"
#include "cyan-report-comparison.h"

#define DEFAULT_NODES 10
#define DEFAULT_TOP   3
#define DEFAULT_ITEMS 10 /* edits of each kind, or commits */

/* Options of this command. */
typedef struct
{
  CyanCliOutput output;
  CyanWeight weight;
  double overlap;
  const char *baseline;
  guint nodes;
  guint top;
  gboolean edits;
  gboolean possible;
  gboolean commits;
  guint brief;
  gboolean after_compare;
} Own;

/* Makes run @i of @side of @asked the only run of @to in @request. */
static void
take_run (const CyanRequest *asked, guint side, guint i, CyanRequest *request, guint to)
{
  if (asked->profiles[side] != NULL)
    cyan_request_add_profile (request, to, g_ptr_array_index (asked->profiles[side], i));
  else
    {
      const char *const path[] = { asked->runs[side][i], NULL };

      cyan_request_set_runs (request, to, path);
    }
}

/* Computes the overlap of two runs of the version @side: its first, and @baseline or its second.
 * Differences above it are within the noise. */
static gboolean
measure_two_runs (const CyanRequest *asked,
                  guint side,
                  const char *baseline,
                  CyanReportExplain *explain,
                  GError **error)
{
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, baseline);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanWeights) weights = NULL;

  take_run (asked, side, 0, request, 0);
  if (baseline == NULL)
    take_run (asked, side, 1, request, 1);
  if (request->runs[0][0] != NULL && cyan_input_is_once (request->runs[0][0]))
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      "--baseline: the other run of its version is a pipe or an address, which is "
                      "read only once");
  request->how.method = asked->how.method;
  request->how.strict = asked->how.strict;
  request->how.metric = asked->how.metric;
  request->limits = asked->limits;
  request->raw_names = asked->raw_names;
  request->rename_file = g_strdup (asked->rename_file);
  comparison = cyan_pipeline_compare (request, NULL, error);
  if (comparison == NULL)
    return FALSE;
  weights = cyan_weights_new (comparison, explain->weight, error);
  if (weights == NULL)
    return FALSE;
  explain->threshold = cyan_weights_overlap (weights);
  return TRUE;
}

/* Determines the end of the adjustment: a given overlap, the overlap of two runs of one version, or
 * only a number of nodes. */
static gboolean
find_threshold (const CyanCliCompareOptions *options,
                const Own *own,
                CyanReportExplain *explain,
                GError **error)
{
  const CyanRequest *request = options->request;

  explain->threshold = 2;
  if (cyan_cli_was_given ("overlap") && own->baseline != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--overlap and --baseline do not go together");
  if (cyan_cli_was_given ("overlap"))
    {
      explain->threshold_from = "asked for";
      explain->threshold = own->overlap;
      return TRUE;
    }
  if (own->baseline != NULL || cyan_request_n_runs (request, 1) > 1)
    {
      explain->threshold_from = "two runs of after";
      return measure_two_runs (request, 1, own->baseline, explain, error);
    }
  if (cyan_request_n_runs (request, 0) > 1)
    {
      explain->threshold_from = "two runs of before";
      return measure_two_runs (request, 0, NULL, explain, error);
    }
  return TRUE;
}

static gboolean
explain (const CyanCliSession *session,
         const CyanCliCompareOptions *options,
         const Own *own,
         GError **error)
{
  CyanComparison *comparison = session->comparison;
  CyanReportExplain found = { .options = cyan_cli_session_report (session, own->top) };
  g_autoptr (CyanParcs) parcs = NULL;
  g_autoptr (CyanExplanations) explanations = NULL;
  g_autoptr (CyanWeights) weights = NULL;
  g_autoptr (CyanOverlap) overlap = NULL;
  guint n_nodes;

  found.weight = own->weight;
  if (!find_threshold (options, own, &found, error))
    return FALSE;
  parcs = cyan_parcs_new (comparison, session->known->changes, session->known->presence,
                          comparison->compared.strict, NULL, error);
  if (parcs == NULL)
    return FALSE;
  explanations = cyan_explanations_new (parcs, NULL, error);
  weights = cyan_weights_new (comparison, found.weight, error);
  if (explanations == NULL || weights == NULL)
    return FALSE;
  n_nodes = cyan_cli_was_given ("nodes")   ? own->nodes
            : found.threshold_from != NULL ? G_MAXUINT
                                           : DEFAULT_NODES;
  overlap = cyan_overlap_new (weights, found.threshold, n_nodes, NULL, error);
  if (overlap == NULL)
    return FALSE;
  found.parcs = parcs;
  found.explanations = explanations;
  found.overlap = overlap;
  found.after_compare = own->after_compare;
  return cyan_cli_report (&cyan_report_explain, &found, &own->output, error);
}

static gboolean
list_edits (const CyanCliSession *session, const Own *own, GError **error)
{
  const CyanReportOptions options = cyan_cli_session_report (session, own->top);
  g_autoptr (CyanEdits) edits =
      cyan_edits_new (session->comparison, &options.edits,
                      own->possible ? CYAN_CONFIDENCE_POSSIBLE : CYAN_CONFIDENCE_LIKELY);
  const CyanReportEdits report = { options, edits };

  return cyan_cli_report (&cyan_report_edits, &report, &own->output, error);
}

static gboolean
list_commits (CyanCliSession *session, const Own *own, GError **error)
{
  CyanReportOptions options;

  if (session->commits == NULL)
    session->commits = cyan_ranking_commits (session->ranking, session->sources, NULL, error);
  if (session->commits == NULL)
    return FALSE;
  options = cyan_cli_session_report (session, own->top);
  return cyan_cli_report (&cyan_report_commits, &options, &own->output, error);
}

/* Checks the options of this command, and completes them. */
static gboolean
check_own (Own *own, GError **error)
{
  static const char *const of_explanations[] = { "weight", "overlap", "baseline", "nodes" };

  if (own->edits && own->commits)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--edits and --commits do not go together");
  if (cyan_cli_was_given ("brief") && (own->edits || own->commits))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--brief and %s do not go together",
                      own->edits ? "--edits" : "--commits");
  if (own->possible && !own->edits)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--possible needs --edits");
  for (guint i = 0; (own->edits || own->commits) && i < G_N_ELEMENTS (of_explanations); i++)
    if (cyan_cli_was_given (of_explanations[i]))
      return cyan_fail (error, CYAN_ERROR_INVALID, "%s and --%s do not go together",
                        own->edits ? "--edits" : "--commits", of_explanations[i]);
  if (!cyan_cli_was_given ("top"))
    own->top = own->edits || own->commits ? DEFAULT_ITEMS : DEFAULT_TOP;
  return TRUE;
}

static int
run (int argc, char **argv, gboolean after_compare)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  g_auto (CyanCliSession) session = { 0 };
  g_autofree char *arguments = cyan_cli_brief_arguments (argc, argv);
  Own own = { .after_compare = after_compare };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &own.output, .report = &cyan_report_explain },
    CYAN_CLI_BRIEF (&own.brief),
    { "edits", 0, cyan_cli_flag, &own.edits,
      "List the edits of functions that were recognised (renamed, split, ...), instead",
      .report = &cyan_report_edits },
    { "possible", 0, cyan_cli_flag, &own.possible,
      "With --edits: list those that are only possible, too" },
    { "commits", 0, cyan_cli_flag, &own.commits,
      "Rank the commits between the two revisions by what their functions explain, instead",
      .report = &cyan_report_commits },
    { "top", 0, cyan_cli_count, &own.top,
      "Functions in the text report (default: 3), edits of each kind or commits (default: 10)",
      "N" },
    { "weight", 0, cyan_cli_choice, &own.weight,
      "What the overlap is of: self (default), total or calls", "WEIGHT",
      .names = cyan_weight_names },
    { "overlap", 0, cyan_cli_share, &own.overlap, "Adjust contexts until this overlap is reached",
      "SHARE" },
    { "baseline", 0, cyan_cli_path, &own.baseline,
      "Another run of after: adjust contexts until the overlap of these two is reached", "FILE" },
    { "nodes", 0, cyan_cli_count, &own.nodes,
      "Adjust no more contexts than this (default: 10, if no overlap is asked for)", "N" },
    CYAN_CLI_COMPARE_ROWS (&options),
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("explain", "BEFORE AFTER",
                       "Says what explains a difference and which function to read first.", entries,
                       &argc, &argv, &status))
    return status;
  if (!check_own (&own, &error)
      || !cyan_cli_session_open (&session, &options, "explain", argc, argv, &error)
      || (!own.edits && !cyan_cli_session_rank (&session, &error))
      || !(own.edits     ? list_edits (&session, &own, &error)
           : own.commits ? list_commits (&session, &own, &error)
           : cyan_cli_was_given ("brief")
               ? cyan_cli_brief (&session, own.brief, arguments, &own.output, &error)
               : explain (&session, &options, &own, &error)))
    return cyan_cli_error (error);
  /* The other forms contain the warnings. */
  if (own.output.form == CYAN_REPORT_FORM_CSV)
    cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}

int
cyan_cli_explain (int argc, char **argv)
{
  return run (argc, argv, FALSE);
}

int
cyan_cli_explain_after_compare (int argc, char **argv)
{
  return run (argc, argv, TRUE);
}
