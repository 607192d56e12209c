/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan info` and `cyan convert`: what a profile is, and one that is written. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-number.h"
#include "cyan-report-comparison.h"
#include "cyan-sources.h"

/* ---- info ---- */

/* Values of a dimension that are listed by default. */
#define DEFAULT_TOP 20

static gboolean
report_slices (const char *path,
               const CyanProfile *profile,
               guint top,
               const CyanCliOutput *output,
               GError **error)
{
  g_autoptr (CyanSliceSurvey) survey = cyan_slice_survey_new (profile, 0);
  g_autofree char *name = cyan_input_label (path);
  CyanReportSlices report = { .name = name, .profile = profile, .survey = survey, .top = top };

  cyan_slice_load (profile, 0, CYAN_REPORT_LOAD, report.load);
  return cyan_cli_report (&cyan_report_slices, &report, output, error);
}

int
cyan_cli_info (int argc, char **argv)
{
  CyanCliOutput output = { 0 };
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  g_autofree char *file = NULL, *slice = NULL;
  gboolean slices = FALSE;
  guint top = DEFAULT_TOP;
  const CyanCliOption entries[] = {
    { "slices", 0, cyan_cli_flag, &slices,
      "List the threads, labels and times by which FILE@KEY=VALUE takes a part of it" },
    { "top", 0, cyan_cli_count, &top, "Values of each to list (default: %s)", "N",
      .high = CYAN_SLICE_MAX_VALUES + 1 },
    { .group = cyan_cli_form_options, .to = &output, .report = &cyan_report_profile },
    { .group = cyan_cli_limit_options, .to = &limits },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("info", "FILE", "Says what a profile holds.", entries, &argc, &argv,
                       &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("info needs one profile");
  if (slices && cyan_slice_split (argv[1], &file, &slice))
    return cyan_cli_fail ("--slices is of a whole recording: %s", file);
  if (cyan_cli_was_given ("top") && !slices)
    return cyan_cli_fail ("--top goes with --slices, which is missing");
  limits.load.pieces = slices;
  profile = cyan_cli_load (argv[1], &limits, &error);
  return profile != NULL
                 && (slices ? report_slices (argv[1], profile, top, &output, &error)
                            : cyan_cli_report (&cyan_report_profile, profile, &output, &error))
             ? CYAN_EXIT_FINE
             : cyan_cli_error (error);
}

/* ---- convert ---- */

/* Says what is odd about @profile, and what the format cannot store. */
static gboolean
save (const CyanProfile *profile, const char *path, GError **error)
{
  g_autofree char *losses = NULL;

  if (!cyan_profile_save (profile, path, error))
    return FALSE;
  cyan_cli_notes (profile->warnings);
  losses = cyan_profile_save_losses (profile, path);
  if (losses != NULL)
    cyan_cli_note ("%s", losses);
  return TRUE;
}

/* Adds body hashes to the functions of *@profile. */
static gboolean
add_hashes (CyanProfile **profile, const char *source, const char *const *maps, GError **error)
{
  g_autoptr (CyanSourceLocation) location = cyan_sources_open_one (source, maps, error);
  CyanProfile *hashed;
  guint n_found;

  if (location == NULL)
    return FALSE;
  hashed = cyan_sources_hash (*profile, location, &n_found, NULL, error);
  if (hashed == NULL)
    return FALSE;
  cyan_profile_unref (*profile);
  *profile = hashed;
  cyan_cli_note ("%u of %u functions were found in %s", n_found, hashed->n_functions - 1,
                 cyan_source_location_label (location));
  return TRUE;
}

/* LENGTH/EVERY, into a CyanSampling. */
static gboolean
parse_burst (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  CyanSampling *sampling = to;
  const char *slash = strchr (text, '/');

  return (slash != NULL && cyan_parse_uint64 (text, (gsize) (slash - text), &sampling->burst)
          && cyan_parse_uint64 (slash + 1, strlen (slash + 1), &sampling->of) && sampling->burst > 0
          && sampling->burst <= sampling->of)
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "\"%s\" is not LENGTH/EVERY in calls, such as 100/10000", text);
}

static gboolean
check_samples (GError **error)
{
  gboolean burst = cyan_cli_was_given ("burst");

  if (!cyan_cli_was_given ("sample") && (burst || cyan_cli_was_given ("seed")))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s goes with --sample, which is missing",
                      burst ? "--burst" : "--seed");
  return !cyan_cli_was_given ("sample") || !cyan_cli_was_given ("hot")
         || cyan_fail (error, CYAN_ERROR_INVALID, "--sample and --hot do not go together");
}

int
cyan_cli_convert (int argc, char **argv)
{
  const char *path = NULL, *source = NULL;
  g_auto (GStrv) maps = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  CyanSampling *sampling = &limits.load.sampling;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_save_options, .to = &path },
    { "source", 0, cyan_cli_path, &source,
      "Store hashes of the functions' bodies, found here (.cct): a directory, or "
      "REPOSITORY@REVISION",
      "LOCATION" },
    { "map", 0, cyan_cli_maps, &maps, "Paths recorded below FROM are below TO in the sources",
      "FROM=TO" },
    { "sample", 0, cyan_cli_positive, &sampling->every,
      "Take a sample every N units of the first metric, as a sampling profiler would", "N" },
    { "burst", 0, parse_burst, sampling,
      "Take samples only in the LENGTH calls after each EVERY calls", "LENGTH/EVERY" },
    { "seed", 0, cyan_cli_count, &sampling->seed,
      "Take samples at random, the same ones for the same number", "NUMBER", .high = G_MAXUINT32 },
    { .group = cyan_cli_limit_options, .to = &limits },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("convert", "IN -o OUT", "Writes a profile in another format.", entries,
                       &argc, &argv, &status))
    return status;
  if (argc != 2 || path == NULL)
    return cyan_cli_fail ("convert needs one profile and -o OUT");
  if (maps != NULL && source == NULL)
    return cyan_cli_fail ("--map goes with --source, which is missing");
  if (source != NULL && strcmp (path, "-") != 0 && !g_str_has_suffix (path, ".cct")
      && !g_str_has_suffix (path, ".cct.gz"))
    return cyan_cli_fail ("%s: --source needs an output that holds body hashes: .cct or .cct.gz",
                          path);
  if (!check_samples (&error))
    return cyan_cli_error (error);
  sampling->random = cyan_cli_was_given ("seed");
  profile = cyan_cli_load (argv[1], &limits, &error);
  if (profile == NULL
      || (source != NULL && !add_hashes (&profile, source, (const char *const *) maps, &error))
      || !save (profile, path, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
