/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of all runs, and which rows they call changed. */
#pragma once

#include "cyan-similarity.h"

/* By side; [row * n_runs + run], where a row is numbered by CyanSimilarityRow.at. */
typedef struct
{
  guint n_runs[2];
  double *own[2];   /* self values; NAN in a run without the row */
  double *calls[2]; /* at least 1, as values are divided by them; NAN in a run without the row */
} CyanSimilarityRuns;

/* Sets q and changed of each row.  FALSE with CYAN_ERROR_CANCELLED. */
gboolean cyan_similarity_test (CyanSimilarity *self,
                               const CyanSimilarityRuns *all,
                               const CyanTick *tick,
                               GError **error);
