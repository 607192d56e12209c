/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan info`. */
#include "cyan-cli.h"
#include "cyan-report-comparison.h"

int
cyan_cli_info (int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CyanCliLimits) limits = { 0 };
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format, "text (default) or json", "FORMAT" },
    CYAN_CLI_LIMIT_ENTRIES (&limits),
    { NULL },
  };
  CyanReportForm form;
  int status;

  if (!cyan_cli_parse ("info", "FILE", "Says what a profile holds.", entries, &argc, &argv,
                       &status))
    return status;
  if (!cyan_cli_find_form (&cyan_report_profile, format, &form, &error))
    return cyan_cli_error (error);
  if (argc != 2)
    return cyan_cli_fail ("info needs one profile");
  profile = cyan_cli_load (argv[1], &limits, &error);
  if (profile == NULL
      || !cyan_cli_report (&cyan_report_profile, profile, form, FALSE, NULL, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
