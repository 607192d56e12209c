/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a revision was predicted, and how well the models did: parts of the risk view. */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history.h"
#include "cyan-prediction.h"

/* Appends the functions and calls behind the prediction of @revision, and a button that compares
 * the selected revision of the history with its parent, the column @parent; CYAN_HISTORY_NONE:
 * there are no runs of both. */
void
cyan_risk_append_why (GtkBox *box, const CyanPrediction *prediction, guint revision, guint parent);

/* Appends a table of all models against the truth. */
void cyan_risk_append_scores (GtkBox *box, const CyanPrediction *prediction);

/* The names of the models for people, by CyanRiskModel; marked by N_(). */
extern const char *const cyan_risk_model_titles[];
