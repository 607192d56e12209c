/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of this room. */
#include "cyan-history-pages.h"
#include "cyan-report-kind.h"

const CyanReport cyan_report_store = { TEXT | CSV | JSON, cyan_report_store_text,
                                       cyan_report_store_rows };
const CyanReport cyan_report_evolution = { TEXT | CSV | JSON, cyan_report_evolution_text,
                                           cyan_report_evolution_rows };
const CyanReport cyan_report_heat = { TEXT | CSV | JSON, cyan_report_heat_text,
                                      cyan_report_heat_rows };
const CyanReport cyan_report_calibration = { TEXT | CSV | JSON, cyan_report_calibration_text,
                                             cyan_report_calibration_rows };
const CyanReport cyan_report_spectrum = { TEXT | CSV | JSON | HTML, cyan_report_spectrum_text,
                                          cyan_report_spectrum_rows, cyan_report_spectrum_html };
const CyanReport cyan_report_spectrum_overview = { TEXT | CSV | JSON | HTML,
                                                   cyan_report_overview_text,
                                                   cyan_report_overview_rows,
                                                   cyan_report_overview_html };
const CyanReport cyan_report_track = { TEXT | CSV | JSON, cyan_report_track_text,
                                       cyan_report_track_rows };
const CyanReport cyan_report_bisection = { TEXT | CSV | JSON | HTML, cyan_report_bisection_text,
                                           cyan_report_bisection_rows, cyan_report_bisection_html };
const CyanReport cyan_report_risk = { TEXT | CSV | JSON | HTML, cyan_report_risk_text,
                                      cyan_report_risk_rows, cyan_report_risk_html };
