/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history index`: makes a folder of profiles a store. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include "cyan-index.h"

int
cyan_cli_history_index (int argc, char **argv)
{
  g_autofree char *project = NULL;
  g_auto (CyanCliLimits) limits = { 0 };
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "project", 'p', 0, G_OPTION_ARG_STRING, &project,
      "Of which program the profiles are (default: main)", "NAME" },
    CYAN_CLI_FORCE_ENTRY,
    CYAN_CLI_LIMIT_ENTRIES (&limits),
    { NULL },
  };
  CyanLoadOptions load = { 0 };
  CyanCliWatchdog watchdog = { 0 };
  guint n_runs;
  int status;

  if (!cyan_cli_parse (
          "history index", "FOLDER",
          "Writes the index.json of the profiles in a folder, with which it is a store\n"
          "that can be read, also behind HTTP:\n"
          "BENCHMARK/MACHINE/REVISION/RUN.pb.gz, and RUN.json beside it.",
          entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history index needs one folder");
  if (cyan_cli_limits_apply (&limits, &load, &watchdog, &error)
      && cyan_index_make (argv[1], project, &load, &watchdog.tick, &n_runs, &error))
    {
      cyan_cli_note ("%s: %u runs", argv[1], n_runs);
      return CYAN_EXIT_FINE;
    }
  cyan_cli_watchdog_explain (&watchdog, &error);
  return cyan_cli_error (error);
}
