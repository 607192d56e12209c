/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan structures`: what a recording of calls becomes in all structures that are known here. */
#include "cyan-cli.h"

#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-report-structures.h"

typedef struct
{
  CyanCliOutput output;
  guint max_calls, sample;
  CyanStudyOptions study;
  CyanCliLimits limits;
} Options;

/* A share above 0 and up to 1, into a double. */
static gboolean
parse_part (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  double part;

  if (!cyan_cli_share (option, text, &part, error))
    return FALSE;
  *(double *) to = part;
  return (part > 0 && part <= 1)
         || cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not above 0 and at most 1", text);
}

static gboolean
report (const Options *self, const char *path, GError **error)
{
  CyanStudyOptions options = self->study;
  CyanLoadOptions load;
  CyanCliWatchdog watchdog;
  g_autofree char *name = cyan_input_label (path);
  CyanReportStructures about = { .name = name };
  g_autoptr (CyanCallTape) tape = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (CyanStudy) study = NULL;

  cyan_cli_limits_apply (&self->limits, &load, &watchdog);
  options.sample = self->sample;
  options.hot = load.hot;
  load.hot = (CyanHotLimits){ 0 };
  tape = cyan_call_tape_new (self->max_calls);
  load.tape = tape;
  profile = cyan_profile_load (path, &load, &watchdog.tick, error);
  if (load.fold_recursion && cyan_call_tape_n_calls (tape) > 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      "%s: it has single calls, whose recursion structures cannot fold", name);
  if (profile != NULL)
    study = cyan_study_new (profile, tape, &options, &watchdog.tick, error);
  cyan_cli_watchdog_end (&watchdog, error);
  if (study == NULL)
    return FALSE;
  about.study = study;
  return cyan_cli_report (&cyan_report_structures, &about, &self->output, error);
}

int
cyan_cli_structures (int argc, char **argv)
{
  Options options = { .max_calls = CYAN_MAX_CALLS, .limits = CYAN_CLI_LIMITS_INIT };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &options.output, .report = &cyan_report_structures },
    { "hot-of-max", 0, parse_part, &options.study.hot_of_max,
      "Hot contexts have this part of the most calls (default: 0.1, 0.01 and 0.001)", "PART" },
    { "sample", 0, cyan_cli_count, &options.sample,
      "Calls from one sample to the next (default: as many as the tree is deep)", "N", .low = 1,
      .high = G_MAXINT32 },
    { "depth", 0, cyan_cli_count, &options.study.depth,
      "Callers in the forests, k (default: 1, 2, 3 and 5)", "K", .low = 1,
      .high = CYAN_STUDY_DEPTH },
    { "max-calls", 0, cyan_cli_count, &options.max_calls,
      "Calls that the recording may have (default: %s)", "N", .low = 1, .high = G_MAXINT32 },
    { .group = cyan_cli_limit_options, .to = &options.limits },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("structures", "LOG",
                       "Says what a recording of calls becomes in each calling-context structure.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("structures needs one recording");
  return report (&options, argv[1], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
