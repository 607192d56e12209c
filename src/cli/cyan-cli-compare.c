/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan compare`. */
#include "cyan-cli.h"
#include "cyan-report-comparison.h"

int
cyan_cli_compare (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  g_auto (CyanCliSession) session = { 0 };
  g_auto (CyanReportPage) page = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = cyan_cli_brief_arguments (argc, argv);
  CyanCliOutput output = { 0 };
  guint top = 10, brief = 0;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &output, .report = &cyan_report_compare },
    CYAN_CLI_BRIEF (&brief),
    { "top", 0, cyan_cli_count, &top, "Rows of the text report (default: %s)", "N" },
    CYAN_CLI_COMPARE_ROWS (&options),
    { NULL },
  };
  CyanReportOptions about;
  int status;

  if (!cyan_cli_parse ("compare", "BEFORE AFTER", "Says what changed between two profiles.",
                       entries, &argc, &argv, &status))
    return status;
  if (!cyan_cli_session_open (&session, &options, "compare", argc, argv, &error))
    return cyan_cli_error (error);
  /* CSV has the nodes only. */
  if (output.form != CYAN_REPORT_FORM_CSV && !cyan_cli_session_rank (&session, &error))
    return cyan_cli_error (error);
  if (cyan_cli_was_given ("brief"))
    return cyan_cli_brief (&session, brief, arguments, &output, &error) ? CYAN_EXIT_FINE
                                                                        : cyan_cli_error (error);
  about = cyan_cli_session_report (&session, top);
  if (output.form == CYAN_REPORT_FORM_HTML && !cyan_cli_page (&session, &page, &error))
    return cyan_cli_error (error);
  about.page = &page;
  if (!cyan_cli_report (&cyan_report_compare, &about, &output, &error))
    return cyan_cli_error (error);
  /* The other forms contain the warnings. */
  if (output.form == CYAN_REPORT_FORM_CSV)
    cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}
