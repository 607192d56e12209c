/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan functions`: which functions changed between two source locations. */
#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include "cyan-report-functions.h"
#include "cyan-sources.h"

static void
note_unread (const CyanFunctionChanges *changes)
{
  guint n = changes->unread->len;

  if (n == 1)
    cyan_cli_note ("not read: %s", (char *) g_ptr_array_index (changes->unread, 0));
  else if (n > 1)
    cyan_cli_note ("%u files were not read, the first: %s", n,
                   (char *) g_ptr_array_index (changes->unread, 0));
}

static gboolean
report (const char *const *names,
        CyanReportForm form,
        const char *path,
        gboolean all,
        gboolean raw_cells,
        GError **error)
{
  g_autoptr (CyanSourceLocation) before = cyan_sources_open_one (names[0], NULL, error);
  g_autoptr (CyanSourceLocation) after =
      before != NULL ? cyan_sources_open_one (names[1], NULL, error) : NULL;
  g_autoptr (CyanFunctionChanges) changes =
      after != NULL ? cyan_function_changes_new (before, after, all, NULL, error) : NULL;
  CyanReportFunctions told = { .changes = changes };

  if (changes == NULL)
    return FALSE;
  told.before_name = cyan_source_location_label (before);
  told.after_name = cyan_source_location_label (after);
  /* The other forms contain them. */
  if (form == CYAN_REPORT_FORM_CSV)
    note_unread (changes);
  return cyan_cli_report (&cyan_report_functions, &told, form, raw_cells, path, error);
}

int
cyan_cli_functions (int argc, char **argv)
{
  g_autofree char *format = NULL, *path = NULL;
  gboolean all = FALSE, raw_cells = FALSE;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format, "text (default), csv or json", "FORMAT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "Where to write (default: standard output)",
      "FILE" },
    CYAN_CLI_FORCE_ENTRY,
    { "all", 'a', 0, G_OPTION_ARG_NONE, &all, "List reformatted and unmodified functions too",
      NULL },
    { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &raw_cells,
      "CSV: write cells as they are, also those that a spreadsheet would run", NULL },
    { NULL },
  };
  CyanReportForm form;
  int status;

  if (!cyan_cli_parse ("functions", "BEFORE AFTER",
                       "Says which functions changed between two directories, or between two\n"
                       "revisions of a repository (REPOSITORY@REVISION).",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 3)
    return cyan_cli_fail ("functions needs two source locations: BEFORE and AFTER");
  if (!cyan_cli_find_form (&cyan_report_functions, format, &form, &error)
      || !report ((const char *const *) argv + 1, form, path, all, raw_cells, &error))
    return cyan_cli_error (error);
  return CYAN_EXIT_FINE;
}
