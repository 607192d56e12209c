/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-read.h"

#include "cyan-error.h"

CyanPrediction *
cyan_prediction_new (CyanStore *store,
                     const CyanEvolutionQuery *query,
                     const CyanPredictionOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "no prediction");
  return NULL;
}
