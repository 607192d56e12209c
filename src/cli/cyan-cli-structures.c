/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan structures`: what a recording of calls becomes in all structures that are known here. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-report-structures.h"

/* Options as they were given; all owned. */
typedef struct
{
  char *format, *output;
  char *max_calls, *sample, *hot_of_max, *depth;
  gboolean raw_cells;
  CyanCliLimits limits;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->format);
  g_free (self->output);
  g_free (self->max_calls);
  g_free (self->sample);
  g_free (self->hot_of_max);
  g_free (self->depth);
  cyan_cli_limits_clear (&self->limits);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Parses a number from 1 to @most; NULL stays 0. */
static gboolean
parse_count (const char *option, const char *text, guint most, guint *count, GError **error)
{
  guint64 number = 0;

  *count = 0;
  if (text == NULL)
    return TRUE;
  if (!cyan_parse_uint64 (text, strlen (text), &number) || number < 1 || number > most)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s: \"%s\" is not a number from 1 to %u", option,
                      text, most);
  *count = (guint) number;
  return TRUE;
}

static gboolean
parse (const Options *self, guint *max_calls, CyanStudyOptions *options, GError **error)
{
  guint sample;

  if (!parse_count ("--max-calls", self->max_calls, G_MAXINT32, max_calls, error)
      || !parse_count ("--sample", self->sample, G_MAXINT32, &sample, error)
      || !parse_count ("--depth", self->depth, CYAN_STUDY_DEPTH, &options->depth, error))
    return FALSE;
  options->sample = sample;
  if (self->hot_of_max != NULL
      && !cyan_cli_parse_share ("--hot-of-max", self->hot_of_max, &options->hot_of_max, error))
    return FALSE;
  if (self->hot_of_max != NULL && !(options->hot_of_max > 0 && options->hot_of_max <= 1))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--hot-of-max: \"%s\" is not above 0 and at most 1", self->hot_of_max);
  return TRUE;
}

static gboolean
report (const Options *self, const char *path, CyanReportForm form, GError **error)
{
  CyanStudyOptions options = { 0 };
  CyanLoadOptions load = { 0 };
  CyanCliWatchdog watchdog;
  CyanReportStructures about = { .name = path };
  g_autoptr (CyanCallTape) tape = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (CyanStudy) study = NULL;
  guint max_calls;

  if (!parse (self, &max_calls, &options, error)
      || !cyan_cli_limits_apply (&self->limits, &load, &watchdog, error))
    return FALSE;
  options.hot = load.hot;
  load.hot = (CyanHotLimits){ 0 };
  tape = cyan_call_tape_new (max_calls);
  load.tape = tape;
  profile = cyan_profile_load (path, &load, &watchdog.tick, error);
  if (load.fold_recursion && cyan_call_tape_n_calls (tape) > 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      "%s: it has single calls, whose recursion structures cannot fold", path);
  if (profile != NULL)
    study = cyan_study_new (profile, tape, &options, &watchdog.tick, error);
  if (study == NULL)
    {
      cyan_cli_watchdog_explain (&watchdog, error);
      return FALSE;
    }
  about.study = study;
  return cyan_cli_report (&cyan_report_structures, &about, form, self->raw_cells, self->output,
                          error);
}

int
cyan_cli_structures (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format, "text (default), csv or json",
      "FORMAT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      "Where to write (default: standard output)", "FILE" },
    CYAN_CLI_FORCE_ENTRY,
    { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &options.raw_cells,
      "CSV: write cells as they are, also those that a spreadsheet would run", NULL },
    { "hot-of-max", 0, 0, G_OPTION_ARG_STRING, &options.hot_of_max,
      "Hot contexts have this part of the most calls (default: 0.1, 0.01 and 0.001)", "PART" },
    { "sample", 0, 0, G_OPTION_ARG_STRING, &options.sample,
      "Calls from one sample to the next (default: as many as the tree is deep)", "N" },
    { "depth", 0, 0, G_OPTION_ARG_STRING, &options.depth,
      "Callers in the forests, k (default: 1, 2, 3 and 5)", "K" },
    { "max-calls", 0, 0, G_OPTION_ARG_STRING, &options.max_calls,
      "Calls that the recording may have (default: 100000000)", "N" },
    CYAN_CLI_LIMIT_ENTRIES (&options.limits),
    { NULL },
  };
  CyanReportForm form;
  int status;

  if (!cyan_cli_parse ("structures", "LOG",
                       "Says what a recording of calls becomes in each calling-context structure.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("structures needs one recording");
  if (!cyan_cli_find_form (&cyan_report_structures, options.format, &form, &error)
      || !report (&options, argv[1], form, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
