/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history evolution` and `heat`: where each benchmark changed. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-chart.h"
#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-output.h"
#include "cyan-report-history.h"
#include "cyan-store-request.h"

/* The options of both commands. */
typedef struct
{
  CyanEvolutionQuery query;
  CyanStepsOptions steps;
  CyanEvolutionOrder order;
  CyanChartStyle style; /* of pictures, but for the order and the base */
  const char *format;   /* of a report or a picture; NULL: by the ending of the path, or text */
  CyanCliOutput output;
  const char *base; /* heat map */
  guint brief;
  const char *arguments; /* of a command that is about the same; NULL: no brief answer */
  enum
  {
    BY_BENCHMARK,
    BY_COMMIT
  } by; /* what a row is of */
} Options;

#define OPTIONS_INIT                                                                               \
  {                                                                                                \
    .steps = CYAN_STEPS_OPTIONS_INIT, .style = CYAN_CHART_STYLE_INIT                               \
  }

static const char *const format_names[] = { "text", "csv",      "json", "svg", "png",
                                            "pdf",  "markdown", "html", NULL };

#define AT(member) CYAN_CLI_AT (Options, member)

static const CyanCliOption shared_options[] = {
  CYAN_CLI_PROJECT (AT (query.project)),
  { "benchmark", 'b', cyan_cli_text, AT (query.benchmark),
    "Only benchmarks with this in their name (default: all)", "EXPRESSION" },
  { "metric", 0, cyan_cli_text, AT (query.metric), "Only this metric, such as wall (default: all)",
    "NAME" },
  { "function", 0, cyan_cli_text, AT (query.function),
    "Functions with this in their name, in place of the program: metrics self, total and calls",
    "EXPRESSION" },
  { "machine", 0, cyan_cli_text, AT (query.machine), "Only runs on this machine (default: all)",
    "NAME" },
  CYAN_CLI_BRANCH (AT (query.tip)),
  { "last", 0, cyan_cli_count, AT (query.last), "Only the N newest revisions", "N" },
  CYAN_CLI_MAGNITUDE (AT (steps.magnitude)),
  CYAN_CLI_ALPHA (AT (steps.alpha)),
  { "format", 'f', cyan_cli_text, AT (format), "text (default), csv, json, svg, png or pdf",
    "FORMAT", .names = format_names },
  { "palette", 0, cyan_cli_choice, AT (style.theme.palette),
    "Pictures: classic (default: red and green) or safe (for colour-blind eyes)", "NAME",
    .names = cyan_palette_names },
  { "dark", 0, cyan_cli_flag, AT (style.theme.dark), "Pictures: light on dark" },
  { "by-date", 0, cyan_cli_flag, AT (style.by_date), "Pictures: revisions stand at their time" },
  { "output", 'o', cyan_cli_path, AT (output.path),
    "Where to write; .svg, .png and .pdf are pictures (default: standard output)", "FILE" },
  { .group = cyan_cli_force_options },
  { .group = cyan_cli_cells_options, .to = AT (output.raw_cells) },
  { NULL },
};

static CyanEvolution *
read_evolution (CyanStore *store, const Options *options, GError **error)
{
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &options->query, error);

  if (evolution == NULL || !cyan_evolution_find_steps (evolution, &options->steps, error))
    return NULL;
  return g_steal_pointer (&evolution);
}

gboolean
cyan_cli_find_column (const CyanEvolution *evolution,
                      const char *what,
                      const char *name,
                      guint *column,
                      GError **error)
{
  guint n = 0;

  *column = CYAN_EVOLUTION_NO_BASE;
  for (guint i = 0; name != NULL && i < evolution->n_columns; i++)
    if (strcmp (evolution->columns[i].oid, name) == 0
        || strcmp (evolution->columns[i].name, name) == 0)
      {
        *column = i;
        return TRUE;
      }
    else if (g_str_has_prefix (evolution->columns[i].oid, name))
      {
        *column = i;
        n++;
      }
  if (name == NULL || n == 1)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    n == 0 ? "%s: no revision \"%s\" is shown"
                           : "%s: several revisions begin with \"%s\"",
                    what, name);
}

/* ---- pictures ---- */

typedef GBytes *(*Draw) (const CyanScene *scene, const CyanTick *tick, GError **error);

static GBytes *
draw_png (const CyanScene *scene, const CyanTick *tick, GError **error)
{
  return cyan_scene_to_png (scene, cyan_scene_png_zoom (scene, NULL), tick, error);
}

static const struct
{
  const char *name;
  Draw draw;
} pictures[] = {
  { "svg", cyan_scene_to_svg },
  { "png", draw_png },
  { "pdf", cyan_scene_to_pdf },
};

/* The picture that is asked for: by the format, or without one by the ending of the file.  NULL:
 * none. */
static Draw
find_picture (const Options *options)
{
  const char *name = options->format, *ending;

  if (name == NULL && options->output.path != NULL)
    {
      ending = strrchr (options->output.path, '.');
      name = ending != NULL ? ending + 1 : NULL;
    }
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (pictures); i++)
    if (g_ascii_strcasecmp (name, pictures[i].name) == 0)
      return pictures[i].draw;
  return NULL;
}

static gboolean
draw (const Options *options,
      const CyanEvolution *evolution,
      gboolean is_heat,
      Draw picture,
      GError **error)
{
  g_autoptr (CyanChart) chart = NULL;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (CyanOutput) output = NULL;
  gsize length;
  const char *data;

  chart = is_heat ? cyan_chart_new_heat (evolution, &options->style)
                  : cyan_chart_new_evolution (evolution, &options->style);
  scene = cyan_scene_new_chart_page (chart, NULL);
  bytes = picture (scene, NULL, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  output = cyan_output_open (options->output.path != NULL ? options->output.path : "-", error);
  return output != NULL && cyan_output_write (output, data, (gssize) length, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}

/* ---- why a step is there ---- */

static gboolean
load_step (CyanStore *store,
           const CyanEvolution *evolution,
           const CyanEvolutionSeries *series,
           const guint sides[2],
           CyanRequest *request)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  const CyanStorePair pair = { .project = evolution->project,
                               .benchmark = series->benchmark,
                               .definition = series->definition,
                               .machine = series->machine,
                               .revisions = { evolution->columns[sides[0]].oid,
                                              evolution->columns[sides[1]].oid },
                               .ignore_times = TRUE };

  return cyan_store_request (store, &pair, request, notes, NULL, NULL);
}

gboolean
cyan_cli_compare_step (CyanStore *store,
                       const CyanEvolution *evolution,
                       const CyanEvolutionSeries *series,
                       const guint sides[2],
                       CyanCliSession *session)
{
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);

  if (!load_step (store, evolution, series, sides, request))
    return FALSE;
  session->result = cyan_pipeline_run (request, NULL, FALSE, NULL, NULL);
  if (session->result == NULL)
    return FALSE;
  session->comparison = session->result->comparison;
  session->sources = session->result->sources;
  if (cyan_source_table_has_sources (session->sources)
      && !cyan_source_table_fill (session->sources, NULL, NULL))
    return FALSE;
  session->known = cyan_source_table_snapshot (session->sources);
  return cyan_cli_session_rank (session, NULL);
}

static gboolean
compare_largest (CyanStore *store, const CyanEvolution *evolution, CyanCliSession *session)
{
  g_autoptr (GArray) steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_SIZE);
  const CyanEvolutionStep *step;

  if (steps->len == 0)
    return FALSE;
  step = &g_array_index (steps, CyanEvolutionStep, 0);
  return cyan_cli_compare_step (store, evolution, &evolution->series[step->series],
                                (const guint[]){ step->before, step->after }, session);
}

/* ---- few bytes ---- */

static gboolean
write_brief (CyanStore *store,
             const CyanReportEvolution *about,
             const Options *options,
             GError **error)
{
  const CyanEvolution *evolution = about->evolution;
  g_autoptr (GArray) steps = cyan_report_worse_first (evolution);
  CyanReportEvolutionBrief brief = { *about, steps, .arguments = options->arguments };

  for (guint i = 0; i < MIN (steps->len, CYAN_BRIEF_TOP); i++)
    {
      const CyanEvolutionStep *step = &g_array_index (steps, CyanEvolutionStep, i);
      g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);

      request->no_sources = TRUE;
      brief.comparable[i] = load_step (store, evolution, &evolution->series[step->series],
                                       (const guint[]){ step->before, step->after }, request);
    }
  return cyan_cli_write_brief (&cyan_report_evolution_brief, &brief, &brief.top, options->brief,
                               &options->output, error);
}

/* ---- the command ---- */

static gboolean
find_form (const CyanReport *report, Options *options, GError **error)
{
  return cyan_report_find_form (report, options->format, &options->output.form, NULL)
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                       "--format: no format \"%s\"; text, csv, json, svg, png or pdf",
                       options->format);
}

static gboolean
run (const CyanReport *report, Options *options, const char *path, GError **error)
{
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *name = g_filename_display_name (path);
  CyanReportEvolution about = { .store = name, .names_project = options->query.project != NULL };
  g_auto (CyanCliSession) session = { 0 };
  CyanReportOptions largest;
  Draw picture = find_picture (options);

  if (picture == NULL && !find_form (report, options, error))
    return FALSE;
  store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  if (store == NULL)
    return FALSE;
  evolution = read_evolution (store, options, error);
  if (evolution == NULL
      || !cyan_cli_find_column (evolution, "--base", options->base, &about.base, error))
    return FALSE;
  about.evolution = evolution;
  about.order = options->style.order = options->order;
  options->style.base = about.base;
  if (picture != NULL)
    return draw (options, evolution, report == &cyan_report_heat, picture, error);
  if (options->arguments != NULL)
    return write_brief (store, &about, options, error);
  if (options->output.form == CYAN_REPORT_FORM_TEXT && report != &cyan_report_heat
      && compare_largest (store, evolution, &session))
    {
      largest = cyan_cli_session_report (&session, 0);
      about.largest = &largest;
    }
  return cyan_cli_report (report, &about, &options->output, error);
}

/* Runs @command with its options: reads the store in @argv and writes @report. */
static int
run_command (Options *options, const char *command, const CyanReport *report, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    return cyan_cli_fail ("%s needs one store", command);
  return run (report, options, argv[1], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}

/* By the enum of Options. */
static const char *const by_names[] = { "benchmark", "commit", NULL };

int
cyan_cli_history_evolution (int argc, char **argv)
{
  Options options = OPTIONS_INIT;
  g_autofree char *arguments = cyan_cli_brief_arguments (argc, argv);
  const CyanCliOption entries[] = {
    { "by", 0, cyan_cli_choice, &options.by,
      "Of what a row is: benchmark (default), or commit, with all that it changed", "WHAT",
      .names = by_names, .noun = "row", .report = &cyan_report_evolution_commits },
    CYAN_CLI_BRIEF (&options.brief),
    { "from-zero", 0, cyan_cli_flag, &options.style.from_zero,
      "Pictures: values begin at 0 (default: they fill the picture)" },
    { .group = shared_options, .to = &options, .report = &cyan_report_evolution },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history evolution", "STORE",
                       "Says at which revisions each benchmark got slower or faster.", entries,
                       &argc, &argv, &status))
    return status;
  if (cyan_cli_was_given ("brief"))
    {
      if (cyan_cli_was_given ("by"))
        return cyan_cli_fail ("--brief and --by do not go together");
      if (find_picture (&options) != NULL)
        return cyan_cli_fail ("--brief is no picture");
      options.arguments = arguments;
    }
  return run_command (&options, "history evolution",
                      options.by == BY_COMMIT ? &cyan_report_evolution_commits
                                              : &cyan_report_evolution,
                      argc, argv);
}

/* By CyanEvolutionOrder. */
static const char *const order_names[] = { "size", "newest", "name", NULL };

int
cyan_cli_history_heat (int argc, char **argv)
{
  Options options = OPTIONS_INIT;
  const CyanCliOption entries[] = {
    { "base", 0, cyan_cli_text, &options.base,
      "Compare each level with that of this revision (default: with the level before)",
      "REVISION" },
    { "sort", 0, cyan_cli_choice, &options.order,
      "What comes first: size (default: the largest step), newest or name", "ORDER",
      .names = order_names, .noun = "order" },
    { .group = shared_options, .to = &options, .report = &cyan_report_heat },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history heat", "STORE", "Shows all benchmarks over all revisions at once.",
                       entries, &argc, &argv, &status))
    return status;
  return run_command (&options, "history heat", &cyan_report_heat, argc, argv);
}
