/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages for people and the rows for programs of each report.
 *
 * Private to this room.  The type of @about depends on the report.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-callers.h"
#include "cyan-report-comparison.h"
#include "cyan-report-functions.h"
#include "cyan-report-parts.h"
#include "cyan-rows.h"

void cyan_report_compare_text (CyanProse *prose, gconstpointer about);
void cyan_report_compare_html (CyanProse *prose, gconstpointer about);
void cyan_report_check_text (CyanProse *prose, gconstpointer about);
void cyan_report_check_markdown (CyanProse *prose, gconstpointer about);
void cyan_report_explain_text (CyanProse *prose, gconstpointer about);
void cyan_report_edits_text (CyanProse *prose, gconstpointer about);
void cyan_report_commits_text (CyanProse *prose, gconstpointer about);
void cyan_report_callers_text (CyanProse *prose, gconstpointer about);
void cyan_report_sequences_text (CyanProse *prose, gconstpointer about);
void cyan_report_functions_text (CyanProse *prose, gconstpointer about);
void cyan_report_profile_text (CyanProse *prose, gconstpointer about);

void cyan_report_compare_rows (CyanRows *rows, gconstpointer about);
void cyan_report_check_rows (CyanRows *rows, gconstpointer about);
void cyan_report_explain_rows (CyanRows *rows, gconstpointer about);
void cyan_report_edits_rows (CyanRows *rows, gconstpointer about);
void cyan_report_commits_rows (CyanRows *rows, gconstpointer about);
void cyan_report_callers_rows (CyanRows *rows, gconstpointer about);
void cyan_report_sequences_rows (CyanRows *rows, gconstpointer about);
void cyan_report_functions_rows (CyanRows *rows, gconstpointer about);
void cyan_report_profile_rows (CyanRows *rows, gconstpointer about);
