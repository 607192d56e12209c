/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan compare`. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-output.h"

typedef gboolean (*ReportFunc) (const CyanComparison *comparison,
                                const CyanReportOptions *options,
                                CyanReportWriteFunc write,
                                gpointer data,
                                GError **error);

static ReportFunc
find_report (const char *format)
{
  if (format == NULL || strcmp (format, "text") == 0)
    return cyan_report_text;
  if (strcmp (format, "csv") == 0)
    return cyan_report_csv;
  if (strcmp (format, "json") == 0)
    return cyan_report_json;
  return NULL;
}

static gboolean
write_report (const CyanCliSession *session,
              ReportFunc report,
              const char *path,
              int top,
              gboolean raw_cells,
              GError **error)
{
  CyanReportOptions options = cyan_cli_session_report (session);
  g_autoptr (CyanOutput) output = cyan_output_open (path != NULL ? path : "-", error);

  options.top = (guint) top;
  options.escape_cells = !raw_cells;
  return output != NULL
         && report (session->comparison, &options, cyan_cli_write_piece, output, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}

int
cyan_cli_compare (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = { 0 };
  g_auto (CyanCliSession) session = { 0 };
  g_autofree char *format = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  gboolean raw_cells = FALSE;
  int top = 10;
  const GOptionEntry own[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format, "text (default), csv or json", "FORMAT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Where to write (default: standard output)",
      "FILE" },
    { "top", 0, 0, G_OPTION_ARG_INT, &top, "Rows of the text report (default: 10)", "N" },
    { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &raw_cells,
      "CSV: foreign text as it is, even if a spreadsheet or a terminal would run it", NULL },
    { NULL },
  };
  g_autofree GOptionEntry *entries = cyan_cli_compare_entries (&options, own);
  ReportFunc report;
  int status;

  if (!cyan_cli_parse ("compare", "BEFORE AFTER", "Says what changed between two profiles.",
                       entries, &argc, &argv, &status))
    return status;
  report = find_report (format);
  if (report == NULL)
    return cyan_cli_trouble ("--format: no format \"%s\"; text, csv or json", format);
  if (top < 0)
    return cyan_cli_trouble ("--top: %d is less than 0", top);
  if (!cyan_cli_session_open (&session, &options, "compare", argc, argv, &error)
      || !write_report (&session, report, path, top, raw_cells, &error))
    return cyan_cli_trouble ("%s", error->message);
  /* The other forms say it themselves. */
  if (report == cyan_report_csv)
    cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}
