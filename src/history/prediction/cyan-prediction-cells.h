/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store knows about the columns of a prediction: values and profiles. */
#pragma once

#include "cyan-prediction-read.h"

/* By definition, then by column. */
typedef struct
{
  GPtrArray
      *definitions;  /* of CyanStoreDefinition, by benchmark; those of one as they were added */
  guint *benchmarks; /* by definition: its benchmark in the prediction */
  guint n_definitions, n_columns;
  int better;       /* of the metric, as of CyanStoreMetric */
  double *means;    /* of the successful runs; NAN: none */
  gint64 *profiles; /* of the newest successful run that has one; CYAN_STORE_UNKNOWN: none */
} CyanPredictionCells;

/* Sets the machine, the metric and the benchmarks of @prediction, whose columns are there.  Fails
 * like cyan_prediction_new(). */
CyanPredictionCells *cyan_prediction_cells_new (CyanPrediction *prediction,
                                                CyanStore *store,
                                                const CyanEvolutionQuery *query,
                                                GError **error);
void cyan_prediction_cells_free (CyanPredictionCells *self);

/* How much slower @column is than the one before it, as a fraction; NAN if not both were measured
 * by one definition of @benchmark. */
double
cyan_prediction_cells_change (const CyanPredictionCells *self, guint benchmark, guint column);
/* The profile of @benchmark at @column, by its newest definition; or CYAN_STORE_UNKNOWN. */
gint64
cyan_prediction_cells_profile (const CyanPredictionCells *self, guint benchmark, guint column);

/* How well a metric called @name tells the work of a program: the smaller the better.  Instructions
 * come first, since they hardly scatter. */
guint cyan_prediction_metric_rank (const char *name);
/* Whether it tells the work of a program at all: instructions or time. */
gboolean cyan_prediction_metric_is_work (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPredictionCells, cyan_prediction_cells_free)
