/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan compare`. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"
#include "cyan-report-comparison.h"

int
cyan_cli_compare (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  g_auto (CyanCliSession) session = { 0 };
  g_auto (CyanReportPage) page = { 0 };
  g_autofree char *format = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  gboolean raw_cells = FALSE;
  int top = 10;
  const GOptionEntry own[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format, "text (default), csv, json or html",
      "FORMAT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Where to write (default: standard output)",
      "FILE" },
    CYAN_CLI_FORCE_ENTRY,
    { "top", 0, 0, G_OPTION_ARG_INT, &top, "Rows of the text report (default: 10)", "N" },
    { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &raw_cells,
      "CSV: foreign text as it is, even if a spreadsheet or a terminal would run it", NULL },
    { NULL },
  };
  g_autofree GOptionEntry *entries = cyan_cli_compare_entries (&options, own);
  CyanReportOptions told;
  CyanReportForm form;
  int status;

  if (!cyan_cli_parse ("compare", "BEFORE AFTER", "Says what changed between two profiles.",
                       entries, &argc, &argv, &status))
    return status;
  if (!cyan_cli_find_form (&cyan_report_compare, format, &form, &error))
    return cyan_cli_error (error);
  if (top < 0)
    return cyan_cli_fail ("--top: %d is less than 0", top);
  if (!cyan_cli_session_open (&session, &options, "compare", argc, argv, &error))
    return cyan_cli_error (error);
  /* CSV has the nodes only. */
  if (form != CYAN_REPORT_FORM_CSV && !cyan_cli_session_rank (&session, &error))
    return cyan_cli_error (error);
  told = cyan_cli_session_report (&session, top);
  if (form == CYAN_REPORT_FORM_HTML && !cyan_cli_page (&session, &page, &error))
    return cyan_cli_error (error);
  told.page = &page;
  if (!cyan_cli_report (&cyan_report_compare, &told, form, raw_cells, path, &error))
    return cyan_cli_error (error);
  /* The other forms contain the warnings. */
  if (form == CYAN_REPORT_FORM_CSV)
    cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}
