/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history evolution` and `cyan history heat`: what changed over the revisions in a store. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-report-evolution.h"

/* By CyanEvolutionOrder. */
static const char *const order_names[] = { "size", "newest", "name", NULL };

/* The options of both commands; strings are owned. */
typedef struct
{
  char *project, *benchmark, *metric, *function, *machine, *branch;
  int last;
  char *magnitude, *alpha;
  char *format, *path;
  gboolean raw_cells;
  char *base, *order; /* heat map */
} Options;

static void
options_clear (Options *self)
{
  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->metric);
  g_free (self->function);
  g_free (self->machine);
  g_free (self->branch);
  g_free (self->magnitude);
  g_free (self->alpha);
  g_free (self->format);
  g_free (self->path);
  g_free (self->base);
  g_free (self->order);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* clang-format off */
#define ENTRIES(options)                                                                           \
  { "project", 'p', 0, G_OPTION_ARG_STRING, &(options)->project,                                   \
    "Of which program (default: the only one)", "NAME" },                                          \
  { "benchmark", 'b', 0, G_OPTION_ARG_STRING, &(options)->benchmark,                               \
    "Only benchmarks with this in their name (default: all)", "EXPRESSION" },                      \
  { "metric", 'm', 0, G_OPTION_ARG_STRING, &(options)->metric,                                     \
    "Only this metric, such as wall (default: all)", "NAME" },                                     \
  { "function", 0, 0, G_OPTION_ARG_STRING, &(options)->function,                                   \
    "Functions with this in their name, in place of the program: metrics self, total and calls",   \
    "EXPRESSION" },                                                                                \
  { "machine", 0, 0, G_OPTION_ARG_STRING, &(options)->machine,                                     \
    "Only runs on this machine (default: all)", "NAME" },                                          \
  { "branch", 0, 0, G_OPTION_ARG_STRING, &(options)->branch,                                       \
    "The branch, or its newest revision (default: the branch that was seen last)", "NAME" },       \
  { "last", 0, 0, G_OPTION_ARG_INT, &(options)->last, "Only the N newest revisions", "N" },        \
  { "magnitude", 0, 0, G_OPTION_ARG_STRING, &(options)->magnitude,                                 \
    "Smaller changes are no steps (default: 2%)", "SHARE" },                                       \
  { "alpha", 0, 0, G_OPTION_ARG_STRING, &(options)->alpha,                                         \
    "The largest p of a step (default: 0.05)", "SHARE" },                                          \
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &(options)->path,                                     \
    "Where to write (default: standard output)", "FILE" },                                         \
  { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &(options)->raw_cells,                                   \
    "CSV: write cells as they are, also those that a spreadsheet would run", NULL }
/* clang-format on */

static gboolean
parse_steps (const Options *options, CyanStepsOptions *steps, GError **error)
{
  if (options->magnitude != NULL
      && !cyan_cli_parse_share ("--magnitude", options->magnitude, &steps->magnitude, error))
    return FALSE;
  if (options->alpha != NULL
      && (!cyan_cli_parse_share ("--alpha", options->alpha, &steps->alpha, error)
          || !(steps->alpha > 0 && steps->alpha < 1)))
    {
      g_clear_error (error);
      return cyan_fail (error, CYAN_ERROR_INVALID,
                        "--alpha: \"%s\" is not a number above 0 and below 1", options->alpha);
    }
  return TRUE;
}

static CyanEvolution *
read_evolution (CyanStore *store,
                const Options *options,
                const CyanStepsOptions *steps,
                GError **error)
{
  const CyanEvolutionQuery query = {
    .project = options->project,
    .benchmark = options->benchmark,
    .metric = options->metric,
    .machine = options->machine,
    .function = options->function,
    .tip = options->branch,
    .last = (guint) options->last,
  };
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &query, error);

  if (evolution == NULL || !cyan_evolution_find_steps (evolution, steps, error))
    return NULL;
  return g_steal_pointer (&evolution);
}

/* The column of the revision @name, or of the only one that begins with it. */
static gboolean
find_base (const CyanEvolution *evolution, const char *name, guint *base, GError **error)
{
  guint n = 0;

  *base = CYAN_EVOLUTION_NO_BASE;
  for (guint i = 0; name != NULL && i < evolution->n_columns; i++)
    if (strcmp (evolution->columns[i].oid, name) == 0)
      {
        *base = i;
        return TRUE;
      }
    else if (g_str_has_prefix (evolution->columns[i].oid, name))
      {
        *base = i;
        n++;
      }
  if (name == NULL || n == 1)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    n == 0 ? "--base: no revision \"%s\" is shown"
                           : "--base: several revisions begin with \"%s\"",
                    name);
}

static gboolean
run (const CyanReport *report, const Options *options, const char *path, GError **error)
{
  CyanStepsOptions steps = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *name = g_filename_display_name (path);
  guint order = CYAN_EVOLUTION_BY_SIZE;
  CyanReportEvolution about = { .store = name, .names_project = options->project != NULL };
  CyanForm form;

  if (!cyan_cli_find_form (report, options->format, &form, error)
      || !parse_steps (options, &steps, error)
      || !cyan_cli_parse_name ("--sort", "order", options->order, order_names, &order, error))
    return FALSE;
  store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  if (store == NULL)
    return FALSE;
  evolution = read_evolution (store, options, &steps, error);
  if (evolution == NULL || !find_base (evolution, options->base, &about.base, error))
    return FALSE;
  about.evolution = evolution;
  about.order = (CyanEvolutionOrder) order;
  return cyan_cli_report (report, &about, form, options->raw_cells, options->path, error);
}

/* Checks what both commands need, and runs the one that is called @command. */
static int
run_command (
    const char *command, const CyanReport *report, const Options *options, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    return cyan_cli_fail ("%s needs one store", command);
  if (options->last < 0)
    return cyan_cli_fail ("--last: a number of revisions is not negative");
  return run (report, options, argv[1], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}

int
cyan_cli_history_evolution (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format, "text (default), csv or json",
      "FORMAT" },
    ENTRIES (&options),
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history evolution", "STORE",
                       "Says at which revisions each benchmark got slower or faster.", entries,
                       &argc, &argv, &status))
    return status;
  return run_command ("history evolution", &cyan_report_evolution, &options, argc, argv);
}

int
cyan_cli_history_heat (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format, "text (default), csv or json",
      "FORMAT" },
    { "base", 0, 0, G_OPTION_ARG_STRING, &options.base,
      "Compare each level with that of this revision (default: with the level before)",
      "REVISION" },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.order,
      "What comes first: size (default: the largest step), newest or name", "ORDER" },
    ENTRIES (&options),
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history heat", "STORE", "Shows all benchmarks over all revisions at once.",
                       entries, &argc, &argv, &status))
    return status;
  return run_command ("history heat", &cyan_report_heat, &options, argc, argv);
}
