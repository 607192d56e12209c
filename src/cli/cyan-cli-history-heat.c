/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history heat`: all benchmarks over all revisions. */
#include "cyan-cli-evolution.h"

int
cyan_cli_history_heat (int argc, char **argv)
{
  g_auto (CyanCliEvolution) options = { 0 };
  const GOptionEntry entries[] = {
    { "base", 0, 0, G_OPTION_ARG_STRING, &options.base,
      "Compare each level with that of this revision (default: with the level before)",
      "REVISION" },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.order,
      "What comes first: size (default: the largest step), newest or name", "ORDER" },
    CYAN_CLI_EVOLUTION_ENTRIES (&options),
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history heat", "STORE", "Shows all benchmarks over all revisions at once.",
                       entries, &argc, &argv, &status))
    return status;
  return cyan_cli_evolution_run (&options, "history heat", &cyan_report_heat, argc, argv);
}
