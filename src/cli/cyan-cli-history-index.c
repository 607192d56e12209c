/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history index`: makes a folder of profiles a store. */
#include "cyan-cli.h"

#include "cyan-index.h"

int
cyan_cli_history_index (int argc, char **argv)
{
  const char *project = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { "project", 'p', cyan_cli_text, &project, "Of which program the profiles are (default: main)",
      "NAME" },
    { .group = cyan_cli_force_options },
    { .group = cyan_cli_limit_options, .to = &limits },
    { NULL },
  };
  CyanLoadOptions load;
  CyanCliWatchdog watchdog;
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
  cyan_cli_limits_apply (&limits, &load, &watchdog);
  if (cyan_index_make (argv[1], project, &load, &watchdog.tick, &n_runs, &error))
    {
      cyan_cli_note ("%s: %u runs", argv[1], n_runs);
      return CYAN_EXIT_FINE;
    }
  cyan_cli_watchdog_explain (&watchdog, &error);
  return cyan_cli_error (error);
}
