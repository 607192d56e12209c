/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages for people and the rows for programs of each report.
 *
 * Private to this layer.  The type of @about depends on the report, see cyan-report.h.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-bisection.h"
#include "cyan-report-evolution.h"
#include "cyan-report-functions.h"
#include "cyan-report-spectrum.h"
#include "cyan-report-store.h"
#include "cyan-report-track.h"
#include "cyan-rows.h"

G_BEGIN_DECLS

void cyan_report_compare_text (CyanProse *prose, gconstpointer about);
void cyan_report_compare_html (CyanProse *prose, gconstpointer about);
void cyan_report_check_text (CyanProse *prose, gconstpointer about);
void cyan_report_check_markdown (CyanProse *prose, gconstpointer about);
void cyan_report_explain_text (CyanProse *prose, gconstpointer about);
void cyan_report_functions_text (CyanProse *prose, gconstpointer about);
void cyan_report_profile_text (CyanProse *prose, gconstpointer about);
void cyan_report_store_text (CyanProse *prose, gconstpointer about);
void cyan_report_evolution_text (CyanProse *prose, gconstpointer about);
void cyan_report_heat_text (CyanProse *prose, gconstpointer about);
void cyan_report_track_text (CyanProse *prose, gconstpointer about);
void cyan_report_calibration_text (CyanProse *prose, gconstpointer about);
void cyan_report_spectrum_text (CyanProse *prose, gconstpointer about);
void cyan_report_spectrum_html (CyanProse *prose, gconstpointer about);
void cyan_report_overview_text (CyanProse *prose, gconstpointer about);
void cyan_report_overview_html (CyanProse *prose, gconstpointer about);
void cyan_report_risk_text (CyanProse *prose, gconstpointer about);
void cyan_report_bisection_text (CyanProse *prose, gconstpointer about);
void cyan_report_bisection_html (CyanProse *prose, gconstpointer about);
void cyan_report_risk_html (CyanProse *prose, gconstpointer about);

void cyan_report_compare_rows (CyanRows *rows, gconstpointer about);
void cyan_report_check_rows (CyanRows *rows, gconstpointer about);
void cyan_report_explain_rows (CyanRows *rows, gconstpointer about);
void cyan_report_functions_rows (CyanRows *rows, gconstpointer about);
void cyan_report_profile_rows (CyanRows *rows, gconstpointer about);
void cyan_report_store_rows (CyanRows *rows, gconstpointer about);
void cyan_report_evolution_rows (CyanRows *rows, gconstpointer about);
void cyan_report_heat_rows (CyanRows *rows, gconstpointer about);
void cyan_report_track_rows (CyanRows *rows, gconstpointer about);
void cyan_report_calibration_rows (CyanRows *rows, gconstpointer about);
void cyan_report_spectrum_rows (CyanRows *rows, gconstpointer about);
void cyan_report_overview_rows (CyanRows *rows, gconstpointer about);
void cyan_report_risk_rows (CyanRows *rows, gconstpointer about);
void cyan_report_bisection_rows (CyanRows *rows, gconstpointer about);

/* Writes the comment above a table: the unit, and a note about inferred trees. */
void cyan_report_put_unit (CyanRows *rows, const CyanComparison *comparison, const char *unit);
/* Writes "runs": the total of each run of a side. */
void cyan_report_put_runs (CyanRows *rows, const CyanComparison *comparison, guint side);

/* The source change of a node's function. */
CyanChange cyan_report_change (const CyanReportOptions *options, CyanNode node);

G_END_DECLS
