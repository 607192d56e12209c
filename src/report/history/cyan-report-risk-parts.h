/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the text and the page about a prediction have in common.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-history-pages.h"
#include "cyan-report-risk.h"

/* What all models are blind to. */
#define CYAN_REPORT_RISK_BLIND                                                                     \
  "No model sees what happens outside of calls that were added or deleted: a loop without calls, " \
  "a macro, a type, data, the compiler and its options."

guint cyan_report_risk_count (const CyanReportRisk *about);
/* Of the revisions whose truth is known, those with a regression that the model does not select. */
gboolean cyan_report_risk_is_missed (const CyanReportRisk *about, guint column);

/* "dC +12.3 % in parse": why the model selected it. */
const char *cyan_report_risk_why (CyanProse *prose, const CyanReportRisk *about, guint column);
/* "measured +8.1 % in parse", or "" if that is not known. */
const char *cyan_report_risk_truth (CyanProse *prose, const CyanReportRisk *about, guint column);
/* "120, 3.00 k times (guessed)" */
const char *cyan_report_risk_call (CyanProse *prose,
                                   const CyanReportRisk *about,
                                   const CyanPredictedCall *call);
/* "25.0 %", or "-" if @share is NAN. */
const char *cyan_report_risk_share (CyanProse *prose, double share);
/* The model and its threshold: "lito, dC at least 5 %". */
const char *cyan_report_risk_model (CyanProse *prose, const CyanReportRisk *about);

/* Sentences about what could not be predicted and what was guessed: a paragraph, or a line each. */
GPtrArray *cyan_report_risk_notes (const CyanReportRisk *about);
