/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The revisions of a prediction. */
#pragma once

#include "cyan-prediction-read.h"

/* Sets the project and the columns of @self, at least two; revisions are still all zero.
 * *@repository is where the sources are; caller frees it.  Fails like cyan_prediction_new(). */
gboolean cyan_prediction_find_columns (CyanPrediction *self,
                                       CyanStore *store,
                                       const CyanEvolutionQuery *query,
                                       const CyanPredictionOptions *options,
                                       const CyanTick *tick,
                                       char **repository,
                                       GError **error);
