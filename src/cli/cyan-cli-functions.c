/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan functions`: which functions changed between two source locations. */
#include "cyan-cli.h"

#include "cyan-report-comparison.h"
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
report (const char *const *names, gboolean all, const CyanCliOutput *output, GError **error)
{
  g_autoptr (CyanSourceLocation) before = cyan_sources_open_one (names[0], NULL, error);
  g_autoptr (CyanSourceLocation) after =
      before != NULL ? cyan_sources_open_one (names[1], NULL, error) : NULL;
  g_autoptr (CyanFunctionChanges) changes =
      after != NULL ? cyan_function_changes_new (before, after, all, NULL, error) : NULL;
  CyanReportFunctions about = { .changes = changes };

  if (changes == NULL)
    return FALSE;
  about.before_name = cyan_source_location_label (before);
  about.after_name = cyan_source_location_label (after);
  /* The other forms contain them. */
  if (output->form == CYAN_REPORT_FORM_CSV)
    note_unread (changes);
  return cyan_cli_report (&cyan_report_functions, &about, output, error);
}

int
cyan_cli_functions (int argc, char **argv)
{
  CyanCliOutput output = { 0 };
  gboolean all = FALSE;
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &output, .report = &cyan_report_functions },
    { "all", 'a', cyan_cli_flag, &all, "List reformatted and unmodified functions too" },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("functions", "BEFORE AFTER",
                       "Says which functions changed between two directories, or between two\n"
                       "revisions of a repository (REPOSITORY@REVISION).",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 3)
    return cyan_cli_fail ("functions needs two source locations: BEFORE and AFTER");
  return report ((const char *const *) argv + 1, all, &output, &error) ? CYAN_EXIT_FINE
                                                                       : cyan_cli_error (error);
}
