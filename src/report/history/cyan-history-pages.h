/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pages for people and the rows for programs of each report.
 *
 * Private to this room.  The type of @about depends on the report.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-bisection.h"
#include "cyan-report-evolution.h"
#include "cyan-report-parts.h"
#include "cyan-report-risk.h"
#include "cyan-report-spectrum.h"
#include "cyan-report-store.h"
#include "cyan-report-track.h"
#include "cyan-rows.h"

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

void cyan_report_store_rows (CyanRows *rows, gconstpointer about);
void cyan_report_evolution_rows (CyanRows *rows, gconstpointer about);
void cyan_report_heat_rows (CyanRows *rows, gconstpointer about);
void cyan_report_track_rows (CyanRows *rows, gconstpointer about);
void cyan_report_calibration_rows (CyanRows *rows, gconstpointer about);
void cyan_report_spectrum_rows (CyanRows *rows, gconstpointer about);
void cyan_report_overview_rows (CyanRows *rows, gconstpointer about);
void cyan_report_risk_rows (CyanRows *rows, gconstpointer about);
void cyan_report_bisection_rows (CyanRows *rows, gconstpointer about);
