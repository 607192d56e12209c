/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan convert`. */
#include "cyan-cli.h"

int
cyan_cli_convert (int argc, char **argv)
{
  g_autofree char *path = NULL, *losses = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CyanCliLimits) limits = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path,
      "Where to write; its ending names the format: .cct, .cct.gz, .pb.gz, .folded", "OUT" },
    CYAN_CLI_LIMIT_ENTRIES (&limits),
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("convert", "IN -o OUT", "Writes a profile in another format.", entries,
                       &argc, &argv, &status))
    return status;
  if (argc != 2 || path == NULL)
    return cyan_cli_trouble ("convert needs one profile and -o OUT");
  profile = cyan_cli_load (argv[1], &limits, &error);
  if (profile == NULL || !cyan_profile_save (profile, path, &error))
    return cyan_cli_trouble ("%s", error->message);
  cyan_cli_notes (profile->warnings);
  losses = cyan_profile_save_losses (profile, path);
  if (losses != NULL)
    cyan_cli_trouble ("note: %s", losses);
  return CYAN_EXIT_FINE;
}
