/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report of a prediction: which revisions are risky, and why. */
#pragma once

#include "cyan-prediction.h"
#include "cyan-report.h"

typedef struct
{
  const CyanPrediction *prediction;
  const char *store; /* its path */
  gboolean evaluate; /* compare all models with the truth */
  gboolean sum_new;  /* see CyanPredictionOptions, like the next */
  gboolean skip_unknown;
} CyanReportRisk;

/* Text: the revisions that the model selects, newest first, with the functions and calls behind it;
 * what could not be predicted; how well the models did.  Rows: one for each revision and benchmark;
 * JSON adds the functions, the calls and the scores.  HTML: the same as text, with all functions.
 * cyan(1) lists the columns. */
extern const CyanReport cyan_report_risk;
