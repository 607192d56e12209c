/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history heat`: all benchmarks over all revisions. */
#include "cyan-cli-evolution.h"

/* By CyanEvolutionOrder. */
static const char *const order_names[] = { "size", "newest", "name", NULL };

int
cyan_cli_history_heat (int argc, char **argv)
{
  CyanCliEvolution options = CYAN_CLI_EVOLUTION_INIT;
  const CyanCliOption entries[] = {
    { "base", 0, cyan_cli_text, &options.base,
      "Compare each level with that of this revision (default: with the level before)",
      "REVISION" },
    { "sort", 0, cyan_cli_choice, &options.order,
      "What comes first: size (default: the largest step), newest or name", "ORDER",
      .names = order_names, .noun = "order" },
    { .group = cyan_cli_evolution_options, .to = &options },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history heat", "STORE", "Shows all benchmarks over all revisions at once.",
                       entries, &argc, &argv, &status))
    return status;
  return cyan_cli_evolution_run (&options, "history heat", &cyan_report_heat, argc, argv);
}
