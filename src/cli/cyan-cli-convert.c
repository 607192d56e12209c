/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan convert`. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-sources.h"

/* Whether the format of @path, by its extension, can store body hashes. */
static gboolean
carries_hashes (const char *path)
{
  static const char *const endings[] = { ".cct", ".pb", ".pprof", NULL };
  g_autofree char *plain =
      g_str_has_suffix (path, ".gz") ? g_strndup (path, strlen (path) - 3) : g_strdup (path);

  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (plain, endings[i]))
      return TRUE;
  return strcmp (path, "-") == 0;
}

/* Adds body hashes to the functions of *@profile. */
static gboolean
add_hashes (CyanProfile **profile, const char *source, const char *const *maps, GError **error)
{
  g_autoptr (CyanSourceLocation) location =
      cyan_cli_check_maps (maps, error) ? cyan_sources_open_one (source, maps, error) : NULL;
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

/* The options for samples, as given. */
typedef struct
{
  char *every;
  char *burst;
  char *seed;
} Samples;

static void
samples_clear (Samples *self)
{
  g_free (self->every);
  g_free (self->burst);
  g_free (self->seed);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Samples, samples_clear)

static gboolean
parse_burst (const char *text, CyanSampling *sampling)
{
  const char *slash = strchr (text, '/');

  return slash != NULL && cyan_parse_uint64 (text, (gsize) (slash - text), &sampling->burst)
         && cyan_parse_uint64 (slash + 1, strlen (slash + 1), &sampling->of) && sampling->burst > 0
         && sampling->burst <= sampling->of;
}

static gboolean
parse_samples (const Samples *self,
               const CyanCliLimits *limits,
               CyanSampling *sampling,
               GError **error)
{
  guint64 seed = 0;

  if (self->every == NULL && (self->burst != NULL || self->seed != NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s goes with --sample, which is missing",
                      self->burst != NULL ? "--burst" : "--seed");
  if (self->every == NULL)
    return TRUE;
  if (limits->hot != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--sample and --hot do not go together");
  if (!cyan_parse_double (self->every, strlen (self->every), &sampling->every)
      || !(sampling->every > 0))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--sample: \"%s\" is not a number of units such as 1000", self->every);
  if (self->burst != NULL && !parse_burst (self->burst, sampling))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--burst: \"%s\" is not LENGTH/EVERY in calls, such as 100/10000",
                      self->burst);
  if (self->seed != NULL
      && (!cyan_parse_uint64 (self->seed, strlen (self->seed), &seed) || seed > G_MAXUINT32))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--seed: \"%s\" is not a number from 0 to %u",
                      self->seed, G_MAXUINT32);
  sampling->random = self->seed != NULL;
  sampling->seed = (guint32) seed;
  return TRUE;
}

int
cyan_cli_convert (int argc, char **argv)
{
  g_autofree char *path = NULL, *source = NULL, *losses = NULL;
  g_auto (GStrv) maps = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CyanCliLimits) limits = { 0 };
  g_auto (Samples) samples = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path,
      "Where to write; its ending names the format: .cct, .cct.gz, .pb.gz, .folded", "OUT" },
    CYAN_CLI_FORCE_ENTRY,
    { "source", 0, 0, G_OPTION_ARG_FILENAME, &source,
      "Store hashes of the functions' bodies, found here (.cct, .pb.gz): a directory, or "
      "REPOSITORY@REVISION",
      "LOCATION" },
    { "map", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &maps,
      "Paths recorded below FROM are below TO in the sources", "FROM=TO" },
    { "sample", 0, 0, G_OPTION_ARG_STRING, &samples.every,
      "Take a sample every N units of the first metric, as a sampling profiler would", "N" },
    { "burst", 0, 0, G_OPTION_ARG_STRING, &samples.burst,
      "Take samples only in the LENGTH calls after each EVERY calls", "LENGTH/EVERY" },
    { "seed", 0, 0, G_OPTION_ARG_STRING, &samples.seed,
      "Take samples at random, the same ones for the same number", "NUMBER" },
    CYAN_CLI_LIMIT_ENTRIES (&limits),
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
  if (source != NULL && !carries_hashes (path))
    return cyan_cli_fail ("%s: --source needs an output that holds body hashes: .cct, .cct.gz or "
                          ".pb.gz",
                          path);
  if (!parse_samples (&samples, &limits, &limits.sampling, &error))
    return cyan_cli_error (error);
  profile = cyan_cli_load (argv[1], &limits, &error);
  if (profile == NULL
      || (source != NULL && !add_hashes (&profile, source, (const char *const *) maps, &error))
      || !cyan_profile_save (profile, path, &error))
    return cyan_cli_error (error);
  cyan_cli_notes (profile->warnings);
  losses = cyan_profile_save_losses (profile, path);
  if (losses != NULL)
    cyan_cli_note ("%s", losses);
  return CYAN_EXIT_FINE;
}
