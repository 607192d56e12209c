/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history evolution`: where each benchmark changed. */
#include "cyan-cli-evolution.h"

int
cyan_cli_history_evolution (int argc, char **argv)
{
  CyanCliEvolution options = CYAN_CLI_EVOLUTION_INIT;
  const CyanCliOption entries[] = {
    { "from-zero", 0, cyan_cli_flag, &options.style.from_zero,
      "Pictures: values begin at 0 (default: they fill the picture)" },
    { .group = cyan_cli_evolution_options, .to = &options },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history evolution", "STORE",
                       "Says at which revisions each benchmark got slower or faster.", entries,
                       &argc, &argv, &status))
    return status;
  return cyan_cli_evolution_run (&options, "history evolution", &cyan_report_evolution, argc, argv);
}
