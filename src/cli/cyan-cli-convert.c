/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan convert`. */
#include "cyan-cli.h"

#include <string.h>

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

int
cyan_cli_convert (int argc, char **argv)
{
  g_autofree char *path = NULL, *source = NULL, *losses = NULL;
  g_auto (GStrv) maps = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CyanCliLimits) limits = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path,
      "Where to write; its ending names the format: .cct, .cct.gz, .pb.gz, .folded", "OUT" },
    { "source", 0, 0, G_OPTION_ARG_FILENAME, &source,
      "Store hashes of the functions' bodies, found here (.cct, .pb.gz): a directory, or "
      "REPOSITORY@REVISION",
      "LOCATION" },
    { "map", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &maps,
      "Paths recorded below FROM are below TO in the sources", "FROM=TO" },
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
