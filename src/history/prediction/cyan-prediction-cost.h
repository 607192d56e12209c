/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LITO's cost of a revision: what the calls that it added and deleted cost by a sample. */
#pragma once

#include "cyan-prediction-changes.h"
#include "cyan-prediction-program.h"
#include "cyan-prediction-read.h"
#include "cyan-prediction-sample.h"

/* Sets what LITO and the baselines say of @benchmark.  @programs are the sources by side, NULL
 * where no function was modified.  *@n_unknown: the calls whose callee nobody knows. */
void cyan_prediction_cost (const CyanSample *sample,
                           const CyanPredictionChanges *changes,
                           CyanProgram *const *programs,
                           const CyanPredictionOptions *options,
                           CyanPredictedBenchmark *benchmark,
                           guint *n_unknown);
