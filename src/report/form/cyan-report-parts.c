/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts that several reports share. */
#include "cyan-report-parts.h"

void
cyan_report_put_unit (CyanRows *rows, const CyanComparison *comparison, const char *unit)
{
  g_autofree char *inferred = cyan_comparison_inferred_text (comparison);
  /* In one line, since scripts skip one line. */
  g_autofree char *comment = g_strconcat ("unit: ", *unit != '\0' ? unit : "unknown",
                                          inferred != NULL ? "; note: " : NULL, inferred, NULL);

  cyan_rows_comment (rows, comment);
}

void
cyan_report_put_runs (CyanRows *rows, const CyanComparison *comparison, guint side)
{
  cyan_rows_open (rows, "runs", CYAN_GROUP_LIST);
  for (guint i = 0; i < comparison->compared.side[side].n_runs; i++)
    cyan_rows_number (rows, NULL, comparison->compared.side[side].run_totals[i]);
  cyan_rows_close (rows);
}

CyanChange
cyan_report_change (const CyanReportOptions *options, CyanNode node)
{
  return options->changes != NULL
             ? (CyanChange) options->changes[options->comparison->compared.pairs->of_node[node]]
             : CYAN_CHANGE_UNKNOWN;
}
