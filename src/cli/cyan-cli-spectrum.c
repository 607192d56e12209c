/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan spectrum`. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-report-history.h"
#include "cyan-spectrum-read.h"
#include "cyan-text.h"

typedef struct
{
  CyanCliOutput output;
  CyanSimilarityOptions how;
  const char *base;
  gboolean overview;
  guint last;
  guint top;
} SpectrumOptions;

/* ---- options ---- */

/* The values that a completion offers. */
static const char *const range_names[] = { "min-max", "sd:", NULL };

/* Into a CyanRangeRule. */
static gboolean
parse_range (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  const CyanSimilarityOptions defaults = CYAN_SIMILARITY_OPTIONS_INIT;
  CyanRangeRule *rule = to;

  *rule = defaults.range;
  if (strcmp (text, "min-max") == 0)
    return TRUE;
  rule->kind = CYAN_RANGE_SD;
  return (g_str_has_prefix (text, "sd:")
          && cyan_parse_double (text + 3, strlen (text + 3), &rule->deviations)
          && rule->deviations > 0)
         || cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is neither min-max nor sd:NUMBER", text);
}

static gboolean
check_options (const SpectrumOptions *own,
               const CyanCliCompareOptions *options,
               int argc,
               GError **error)
{
  if (own->last > 0 && !own->overview)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--last goes with --overview");
  if (options->store == NULL && (own->overview || own->base != NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s goes with --store",
                      own->overview ? "--overview" : "--base");
  if (own->overview && own->base != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--overview compares each revision with its own base: give no --base");
  if (own->overview && options->pair.definition != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--overview is of all definitions: give no --definition");
  if (options->store != NULL && cyan_cli_has_runs ())
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--store has the runs of both sides: give neither --before nor --after");
  if (options->store == NULL && !cyan_cli_has_runs () && argc != 3)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "spectrum needs --store and a revision, or all runs by --before and --after");
  if (own->overview && argc > 2)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "spectrum --overview takes one revision at most: the newest");
  if (options->store != NULL && !own->overview && argc != 2)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "spectrum --store needs one revision: NEW; --base names the other");
  return TRUE;
}

/* ---- the commands that a report suggests ---- */

/* "cyan COMMAND --store ...": without revisions.  Caller frees. */
static GString *
command_new (const char *command, const CyanCliCompareOptions *options)
{
  GString *text = g_string_new ("cyan ");

  g_string_append (text, command);
  cyan_text_append_option (text, "--store", options->store);
  cyan_text_append_option (text, "--project", options->pair.project);
  cyan_text_append_option (text, "--benchmark", options->pair.benchmark);
  cyan_text_append_option (text, "--metric", options->request->how.metric);
  if (cyan_cli_was_given ("match"))
    cyan_text_append_option (text, "--match",
                             cyan_match_method_names[options->request->how.method]);
  return text;
}

/* The comparison of @names, or of the same files, by another command.  Caller frees. */
static char *
compare_command (const char *command, const CyanCliCompareOptions *options, char *const *names)
{
  static const char *const sides[] = { "--before", "--after" };
  GString *text = command_new (command, options);

  cyan_text_append_option (text, "--machine", options->pair.machine);
  cyan_text_append_option (text, "--definition", options->pair.definition);
  for (guint side = 0; side < 2; side++)
    {
      char **runs = cyan_cli_has_runs () ? options->request->runs[side] : NULL;

      for (guint i = 0; runs != NULL && runs[i] != NULL; i++)
        cyan_text_append_option (text, sides[side], runs[i]);
      if (runs == NULL)
        cyan_text_append_word (text, names[side]);
    }
  return g_string_free (text, FALSE);
}

/* ---- two revisions ---- */

/* How the base was found, as one line; NULL: it was given, and is before.  Caller frees. */
static char *
describe_base (const CyanSpectrumBase *base, gboolean is_given)
{
  const char *name = base->names[0];
  g_autofree char *few = NULL;

  if (is_given && strcmp (base->oids[0], base->oids[1]) == 0)
    return g_strdup_printf ("%s, the same revision", name);
  if (is_given)
    return base->is_ancestor ? NULL
                             : g_strdup_printf ("%s, which is not among the first parents of %s",
                                                name, base->names[1]);
  if (base->has_few_runs)
    few = g_strdup_printf ("; no first parent has more than its %u %s", base->n_runs[0],
                           base->n_runs[0] == 1 ? "run" : "runs");
  if (base->n_passed == 0)
    return g_strdup_printf ("%s, the parent%s", name, few != NULL ? few : "");
  return g_strdup_printf ("%s, %u first parents back%s", name, base->n_passed + 1,
                          few != NULL ? few
                          : base->has_outliers
                              ? ": those between stand alone, or have too few runs"
                              : ": those between have too few runs with a profile");
}

static gboolean
find_base (const SpectrumOptions *own,
           const CyanCliCompareOptions *options,
           const char *revision,
           CyanSpectrumBase *base,
           GError **error)
{
  CyanStorePair pair = options->pair;
  g_autoptr (CyanStore) store = cyan_cli_open_store (options->store, CYAN_STORE_READ, error);

  pair.revisions[0] = own->base;
  pair.revisions[1] = revision;
  pair.metric = options->request->how.metric;
  return store != NULL
         && cyan_spectrum_find_base (store, &pair, options->request->repository, base, error);
}

static gboolean
report_pair (const SpectrumOptions *own,
             CyanCliCompareOptions *options,
             int argc,
             char **argv,
             GError **error)
{
  g_auto (CyanSpectrumBase) base = { 0 };
  g_auto (CyanCliSession) session = { 0 };
  g_autoptr (CyanSimilarity) similarity = NULL;
  g_autofree char *found_base = NULL, *compare = NULL, *explain = NULL;
  CyanSimilarityOptions how = own->how;
  CyanReportSpectrum about;

  if (options->store != NULL)
    {
      char *revisions[] = { argv[0], (char *) own->base, argv[1], NULL };

      if (!find_base (own, options, argv[1], &base, error))
        return FALSE;
      found_base = describe_base (&base, own->base != NULL);
      if (own->base == NULL)
        revisions[1] = base.oids[0];
      if (!cyan_cli_session_open (&session, options, "spectrum", 3, revisions, error))
        return FALSE;
    }
  else if (!cyan_cli_session_open (&session, options, "spectrum", argc, argv, error))
    return FALSE;
  how.alpha = options->request->how.alpha;
  similarity = cyan_similarity_new (session.comparison, &how, NULL, error);
  if (similarity == NULL)
    return FALSE;
  compare = compare_command ("compare", options, options->store != NULL ? base.names : argv + 1);
  explain = compare_command ("explain", options, options->store != NULL ? base.names : argv + 1);
  about = (CyanReportSpectrum){
    .similarity = similarity,
    .changes = session.known->changes,
    .names = { session.result->names[0], session.result->names[1] },
    .base = found_base,
    .next = (const char *const[]){ compare, explain, NULL },
    .top = own->top,
  };
  /* The other forms contain the warnings. */
  if (own->output.form == CYAN_REPORT_FORM_CSV)
    cyan_cli_notes (session.comparison->warnings);
  return cyan_cli_report (&cyan_report_spectrum, &about, &own->output, error);
}

/* ---- all revisions ---- */

/* The revision with the most changed rows, or NULL. */
static const CyanSpectrumRevision *
find_busiest (const CyanSpectrumOverview *overview)
{
  const CyanSpectrumRevision *busiest = NULL;

  for (guint i = 0; i < overview->n_revisions; i++)
    {
      const CyanSpectrumRevision *revision = &overview->revisions[i];

      if (cyan_spectrum_revision_has_changed (revision)
          && (busiest == NULL || revision->n_changed > busiest->n_changed))
        busiest = revision;
    }
  return busiest;
}

/* The command that reports one revision; NULL: none changed.  Caller frees. */
static char *
revision_command (const CyanCliCompareOptions *options, const CyanSpectrumOverview *overview)
{
  const CyanSpectrumRevision *busiest = find_busiest (overview);
  GString *text;

  if (busiest == NULL)
    return NULL;
  text = command_new ("spectrum", options);
  cyan_text_append_option (text, "--machine", options->pair.machine);
  cyan_text_append_word (text, busiest->commit.name);
  return g_string_free (text, FALSE);
}

static CyanSpectrumOverview *
read_overview (const CyanCliCompareOptions *options,
               const CyanSpectrumQuery *query,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (CyanStore) store = cyan_cli_open_store (options->store, CYAN_STORE_READ, error);

  return store != NULL ? cyan_spectrum_overview_read (store, query, tick, error) : NULL;
}

static gboolean
report_overview (const SpectrumOptions *own,
                 CyanCliCompareOptions *options,
                 const char *tip,
                 GError **error)
{
  CyanRequest *request = options->request;
  CyanSpectrumQuery query = { .project = options->pair.project,
                              .benchmark = options->pair.benchmark,
                              .machine = options->pair.machine,
                              .metric = request->how.metric,
                              .tip = tip,
                              .last = own->last,
                              .similarity = own->how };
  g_autoptr (CyanSpectrumOverview) overview = NULL;
  g_autofree char *next = NULL;
  CyanCliWatchdog watchdog;

  if (!cyan_cli_check_match (request, error))
    return FALSE;
  cyan_cli_limits_apply (&options->limits, &request->limits, &watchdog);
  query.match = request->how.method;
  query.similarity.alpha = request->how.alpha;
  query.limits = request->limits;
  query.like = request;
  overview = read_overview (options, &query, &watchdog.tick, error);
  cyan_cli_watchdog_end (&watchdog, error);
  if (overview == NULL)
    return FALSE;
  next = revision_command (options, overview);
  return cyan_cli_report (&cyan_report_spectrum_overview,
                          &(CyanReportSpectrumOverview){
                              .overview = overview,
                              .store = options->store,
                              .next = (const char *const[]){ next, NULL },
                          },
                          &own->output, error);
}

/* ---- */

int
cyan_cli_spectrum (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  SpectrumOptions own = { .how = CYAN_SIMILARITY_OPTIONS_INIT, .top = 10 };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "base", 0, cyan_cli_text, &own.base,
      "What NEW is compared with (default: the nearest first parent with at least 2 runs)",
      "REVISION" },
    { "overview", 0, cyan_cli_flag, &own.overview,
      "Each revision against its base, and how each run went",
      .report = &cyan_report_spectrum_overview },
    { "last", 0, cyan_cli_count, &own.last, "Only so many revisions of the overview, the newest",
      "N" },
    { "by", 0, cyan_cli_choice, &own.how.by,
      "What a row is: stack (default), a calling context; or function", "WHAT",
      .names = cyan_similarity_by_names, .noun = "row" },
    { "value", 0, cyan_cli_choice, &own.how.value,
      "The value of a row: per-call (default where calls are known) or per-run", "WHAT",
      .names = cyan_similarity_value_names },
    { "range", 0, parse_range, &own.how.range,
      "What the base accepts: min-max of its runs (default), or sd:N, its mean and N standard "
      "deviations",
      "RULE", .names = range_names },
    { "rank", 0, cyan_cli_choice, &own.how.rank,
      "Order: total (default), the total impact; or paper, SC first", "ORDER",
      .names = cyan_similarity_rank_names, .noun = "order" },
    { .group = cyan_cli_output_options, .to = &own.output, .report = &cyan_report_spectrum },
    { "top", 0, cyan_cli_count, &own.top, "Rows of a table for people (default: %s)", "N" },
    CYAN_CLI_COMPARE_ROWS (&options),
    { NULL },
  };
  gboolean ok;
  int status;

  if (!cyan_cli_parse ("spectrum", "NEW",
                       "Says which calling contexts differ from the runs before.", entries, &argc,
                       &argv, &status))
    return status;
  if (!check_options (&own, &options, argc, &error))
    return cyan_cli_error (error);
  if (own.overview)
    ok = report_overview (&own, &options, argc > 1 ? argv[1] : NULL, &error);
  else
    ok = report_pair (&own, &options, argc, argv, &error);
  return ok ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
