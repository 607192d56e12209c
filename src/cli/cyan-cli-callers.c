/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan callers`: who calls a function, before and after. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-name-short.h"
#include "cyan-report-comparison.h"
#include "cyan-text.h"

#define DEFAULT_DEPTH 3
#define DEFAULT_TOP   10
/* A forest of more levels may be as large as the tree. */
#define USUAL_DEPTH 5
/* Functions that are named in an error. */
#define MAX_NAMED 4

/* Options of this command. */
typedef struct
{
  CyanCliOutput output;
  guint depth;
  guint top;
  gboolean sequences;
  guint brief;
  char *arguments; /* of a command about the same */
} Own;

/* ---- the function ---- */

/* How a function can be named, the best first. */
typedef enum
{
  NAMED_WITH_MODULE, /* "name (module)" */
  NAMED,             /* its whole label */
  NAMED_SHORT,       /* its label without most of its scopes and parameters */
  NAMED_LAST,        /* without its class, too */
  NAMED_NOT,
} Naming;

static char *
name_with_module (const CyanComparison *comparison, guint32 pair)
{
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);
  const char *label = cyan_comparison_pair_label (comparison, pair);
  const char *module = cyan_comparison_string (comparison, function->module);

  return *module != '\0' ? g_strdup_printf ("%s (%s)", label, module) : g_strdup (label);
}

static Naming
naming_of (const CyanComparison *comparison, guint32 pair, const char *name)
{
  const char *label = cyan_comparison_pair_label (comparison, pair);
  gsize length = strlen (name), n;
  g_autofree char *whole = NULL, *brief = NULL;

  if (strcmp (label, name) == 0)
    return NAMED;
  whole = name_with_module (comparison, pair);
  if (strcmp (whole, name) == 0)
    return NAMED_WITH_MODULE;
  brief = cyan_name_short_text (label);
  if (strcmp (brief, name) == 0)
    return NAMED_SHORT;
  n = strlen (brief);
  return n > length && strcmp (brief + n - length, name) == 0
                 && strchr (".:", brief[n - length - 1]) != NULL
             ? NAMED_LAST
             : NAMED_NOT;
}

/* Finds the only function that is named so in the best way. */
static gboolean
find_function (const CyanComparison *comparison,
               const char *name,
               guint32 *function,
               GError **error)
{
  const CyanFunctionPairs *pairs = comparison->compared.pairs;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree guint8 *seen = g_new0 (guint8, MAX (pairs->n_functions, 1));
  Naming best = NAMED_NOT;
  guint n = 0;

  for (guint32 i = 1; i < pairs->n; i++)
    best = MIN (best, naming_of (comparison, i, name));
  for (guint32 i = 1; i < pairs->n && best < NAMED_NOT; i++)
    if (naming_of (comparison, i, name) == best && !seen[pairs->function[i]])
      {
        g_autofree char *whole = name_with_module (comparison, i);

        seen[pairs->function[i]] = TRUE;
        *function = pairs->function[i];
        if (n++ < MAX_NAMED)
          g_string_append_printf (names, "%s\"%s\"", n > 1 ? ", " : "", whole);
      }
  if (n == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "callers: \"%s\" is no file, and no function has that name", name);
  if (n > 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, "callers: %u functions are named \"%s\": %s%s", n,
                      name, names->str, n > MAX_NAMED ? ", ..." : "");
  return TRUE;
}

/* The function that costs most by itself, after; FALSE if there is none. */
static gboolean
find_heaviest (const CyanComparison *comparison, guint32 *function)
{
  g_autofree CyanFunctionSum *sums = cyan_function_sums_new (comparison, NULL, NULL);
  double most = -1;

  for (guint32 i = 0; i < comparison->compared.pairs->n_functions; i++)
    if (sums[i].n_contexts > 0 && sums[i].side[1].self > most)
      {
        most = sums[i].side[1].self;
        *function = i;
      }
  return most >= 0;
}

/* The function to look at if none is named; sets *@chosen to the reason. */
static gboolean
choose_function (const CyanCliSession *session,
                 guint32 *function,
                 const char **chosen,
                 GError **error)
{
  const CyanComparison *comparison = session->comparison;

  if (session->ranking != NULL && session->ranking->n > 0)
    {
      *function = cyan_compared_function (&comparison->compared, session->ranking->at[0].node);
      *chosen = cyan_ranking_answers (session->ranking) ? "the first to start with"
                                                        : "the first, but none stands out";
      return TRUE;
    }
  *chosen = comparison->compared.single ? "the heaviest function"
                                        : "the heaviest function, since none changed";
  return find_heaviest (comparison, function)
         || cyan_fail (error, CYAN_ERROR_INVALID, "callers: the profile has no functions");
}

/* ---- operands ---- */

/* The number of operands that are profiles, or revisions.  A second one is a profile if it is an address or
 * there is such a file. */
static int
n_profiles (const CyanCliCompareOptions *options, int argc, char **argv)
{
  if (cyan_cli_has_runs ())
    return 0;
  return options->store != NULL || argc != 3 || strcmp (argv[2], "-") == 0
                 || cyan_http_is_address (argv[2]) || g_file_test (argv[2], G_FILE_TEST_EXISTS)
             ? 2
             : 1;
}

/* Takes the name of the function off the operands; NULL if none is given. */
static const char *
take_function (const CyanCliCompareOptions *options, int *argc, char **argv)
{
  int n = 1 + n_profiles (options, *argc, argv);

  if (*argc != n + 1)
    return NULL;
  *argc = n;
  return argv[n];
}

/* ---- reports ---- */

static gboolean
report_callers (const CyanCliSession *session, const Own *own, const char *name, GError **error)
{
  CyanReportCallers report = { .options = cyan_cli_session_report (session, own->top) };
  CyanComparison *comparison = session->comparison;
  g_autoptr (CyanCallers) callers = NULL;
  guint32 function = 0;

  if (name != NULL ? !find_function (comparison, name, &function, error)
                   : !choose_function (session, &function, &report.chosen, error))
    return FALSE;
  report.callers = callers = cyan_callers_new (comparison, function);
  return cyan_callers_open_all (callers, own->depth, NULL, error)
         && cyan_cli_report (&cyan_report_callers, &report, &own->output, error);
}

static gboolean
report_function (CyanCliSession *session, const Own *own, const char *name, GError **error)
{
  CyanReportFunction report = { .options = cyan_cli_session_report (session, 0),
                                .texts = session->sources != NULL ? cyan_cli_find_texts : NULL,
                                .texts_data = session->sources,
                                .arguments = cyan_cli_session_arguments (session, own->arguments) };
  g_autoptr (CyanCallers) callers = NULL;
  g_autoptr (GArray) callees = NULL;
  guint32 function = 0;

  if (name != NULL ? !find_function (session->comparison, name, &function, error)
                   : !choose_function (session, &function, &report.chosen, error))
    return FALSE;
  report.callers = callers = cyan_callers_new (session->comparison, function);
  report.callees = callees = cyan_callees_new (session->comparison, function);
  cyan_callers_open (callers, 0);
  return cyan_cli_write_brief (&cyan_report_function, &report, &report.options.top, own->brief,
                               &own->output, error);
}

static gboolean
report_sequences (const CyanCliSession *session, const Own *own, GError **error)
{
  CyanReportSequences report = { .options = cyan_cli_session_report (session, own->top) };
  g_autoptr (GPtrArray) sequences =
      cyan_sequences_new (session->comparison, own->depth + 1, own->top, NULL, error);

  report.sequences = sequences;
  return sequences != NULL
         && cyan_cli_report (&cyan_report_sequences, &report, &own->output, error);
}

int
cyan_cli_callers (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  g_auto (CyanCliSession) session = { 0 };
  g_autofree char *arguments = cyan_cli_brief_arguments (argc, argv);
  Own own = { .depth = DEFAULT_DEPTH, .top = DEFAULT_TOP, .arguments = arguments };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &own.output, .report = &cyan_report_callers },
    { "depth", 0, cyan_cli_count, &own.depth, "Callers above the function (default: %s)", "K" },
    { "top", 0, cyan_cli_count, &own.top,
      "Callers of each function in the text, or sequences (default: %s)", "N" },
    { "sequences", 0, cyan_cli_flag, &own.sequences,
      "The sequences of K + 1 functions whose own cost changed most",
      .report = &cyan_report_sequences },
    CYAN_CLI_BRIEF (&own.brief),
    CYAN_CLI_COMPARE_ROWS (&options),
    { NULL },
  };
  const char *name;
  int status;

  if (!cyan_cli_parse ("callers", "BEFORE [AFTER] [FUNCTION]",
                       "Says who calls a function, and who calls it more often than before.",
                       entries, &argc, &argv, &status))
    return status;
  name = take_function (&options, &argc, argv);
  options.single = cyan_cli_takes_one (&options, argc);
  if (!cyan_cli_has_runs () && options.store == NULL && argc != 2 && argc != 3)
    return cyan_cli_fail ("callers needs one or two profiles: BEFORE [AFTER] [FUNCTION]");
  if (own.sequences && name != NULL)
    return cyan_cli_fail ("callers: --sequences is about all functions, not \"%s\"", name);
  if (own.sequences && cyan_cli_was_given ("brief"))
    return cyan_cli_fail ("--brief and --sequences do not go together");
  if (own.depth > USUAL_DEPTH)
    cyan_cli_note ("--depth: with more than %d levels there may be as many callers as contexts",
                   USUAL_DEPTH);
  if (!cyan_cli_session_open (&session, &options, "callers", argc, argv, &error)
      || (name == NULL && !own.sequences && !cyan_cli_session_rank (&session, &error))
      || !(own.sequences                  ? report_sequences (&session, &own, &error)
           : cyan_cli_was_given ("brief") ? report_function (&session, &own, name, &error)
                                          : report_callers (&session, &own, name, &error)))
    return cyan_cli_error (error);
  /* The other forms contain the warnings. */
  if (own.output.form == CYAN_REPORT_FORM_CSV)
    cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}
