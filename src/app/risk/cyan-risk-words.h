/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A prediction in words.  The caller frees each text; foreign text in it is fit for a label. */
#pragma once

#include "cyan-prediction.h"

typedef enum
{
  CYAN_RISK_COLUMN_NAME,
  CYAN_RISK_COLUMN_SUBJECT,
  CYAN_RISK_COLUMN_BENCHMARK,
  CYAN_RISK_COLUMN_PREDICTED,
  CYAN_RISK_COLUMN_MEASURED,
  CYAN_RISK_COLUMN_VERDICT,
  CYAN_RISK_N_COLUMNS
} CyanRiskColumn;

/* The titles of the columns, marked by N_(). */
extern const char *const cyan_risk_titles[CYAN_RISK_N_COLUMNS];

/* Whether a model's list has the revision: it is selected, or it is slower and was not. */
gboolean cyan_risk_is_listed (const CyanPrediction *self, guint column);

/* A cell of the table, "" if there is nothing to say. */
char *cyan_risk_text (const CyanPrediction *self, guint revision, CyanRiskColumn column);
/* A row for a screen reader. */
char *cyan_risk_spoken (const CyanPrediction *self, guint revision);

/* Why a revision was selected or not. */
char *cyan_risk_why (const CyanPrediction *self, guint revision);
/* "main (main.c:81): +12.7 ms". */
char *cyan_risk_function_text (const CyanPredictedBenchmark *self,
                               const CyanPredictedFunction *function);
/* "+ run_phase: 6.14 ms, 3 times (guessed)". */
char *cyan_risk_call_text (const CyanPredictedBenchmark *self, const CyanPredictedCall *call);
/* "12.5 %"; "–" if it is unknown. */
char *cyan_risk_share_text (double share);
