/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each report tells people, and what it tells programs.
 *
 * Private to this layer.  @about is what cyan-report.h says of the report.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-functions.h"
#include "cyan-rows.h"

G_BEGIN_DECLS

void cyan_report_compare_text (CyanProse *prose, gconstpointer about);
void cyan_report_check_text (CyanProse *prose, gconstpointer about);
void cyan_report_check_markdown (CyanProse *prose, gconstpointer about);
void cyan_report_explain_text (CyanProse *prose, gconstpointer about);
void cyan_report_functions_text (CyanProse *prose, gconstpointer about);
void cyan_report_profile_text (CyanProse *prose, gconstpointer about);

void cyan_report_compare_rows (CyanRows *rows, gconstpointer about);
void cyan_report_check_rows (CyanRows *rows, gconstpointer about);
void cyan_report_explain_rows (CyanRows *rows, gconstpointer about);
void cyan_report_functions_rows (CyanRows *rows, gconstpointer about);
void cyan_report_profile_rows (CyanRows *rows, gconstpointer about);

/* The comment above a table: the unit, and what to know of the trees. */
void cyan_report_put_unit (CyanRows *rows, const CyanComparison *comparison, const char *unit);
/* "runs": the total of each run of a side. */
void cyan_report_put_runs (CyanRows *rows, const CyanComparison *comparison, guint side);

/* What became of the source of a node's function. */
CyanChange cyan_report_change (const CyanReportOptions *options, CyanNode node);

G_END_DECLS
