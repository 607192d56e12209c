/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan info`. */
#include "cyan-cli.h"
#include "cyan-report-comparison.h"

int
cyan_cli_info (int argc, char **argv)
{
  CyanCliOutput output = { 0 };
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  const CyanCliOption entries[] = {
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
  profile = cyan_cli_load (argv[1], &limits, &error);
  return profile != NULL && cyan_cli_report (&cyan_report_profile, profile, &output, &error)
             ? CYAN_EXIT_FINE
             : cyan_cli_error (error);
}
