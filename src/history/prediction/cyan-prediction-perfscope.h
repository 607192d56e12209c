/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PerfScope's risk of a revision: it needs no profile. */
#pragma once

#include "cyan-prediction-changes.h"
#include "cyan-prediction-program.h"

/* The risk score of what @changes added; @program has the sources after the revision. */
double cyan_prediction_perfscope (const CyanPredictionChanges *changes, const CyanProgram *program);
