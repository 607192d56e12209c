/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Predicts which revisions made a benchmark slower: from profiles in a store and the sources in a
 * repository.
 *
 * A sample is a revision whose stored profile is used: the first one that has a profile with exact
 * calls, and then one every so many revisions.  A revision is predicted from what it changed
 * against the revision before it and from the nearest sample before it.
 */
#pragma once

#include "cyan-evolution-read.h"
#include "cyan-prediction.h"
#include "cyan-tick.h"

typedef struct
{
  const char *repository; /* NULL: that of the project, if it is on this computer */
  /* A range of first parents, measured or not, in any form that `git rev-parse` accepts: @from is
   * the first column, @to the last.  Both NULL: the columns of the evolution. */
  const char *from, *to;
  CyanRiskModel model;
  double threshold;           /* of LITO's dC and of a regression: 0.05 is 5 %; from 0 on */
  double perfscope_threshold; /* of PerfScope's risk score; from 0 on */
  guint every;                /* at least so many revisions between two samples; from 1 on */
  gboolean sum_new;           /* a new function costs what it calls; FALSE: the highest cost */
  gboolean skip_unknown; /* what neither sources nor profile know costs 0; FALSE: the highest */
} CyanPredictionOptions;

/* The model that finds most: docs/prediction.md. */
#define CYAN_PREDICTION_OPTIONS_INIT                                                               \
  {                                                                                                \
    .model = CYAN_RISK_COMBINED, .threshold = 0.05, .perfscope_threshold = 200, .every = 20        \
  }

/* Reads project, benchmarks, metric, machine and columns as @query says; its function is ignored.
 * Without a metric it is instructions if they were measured, else time.  Scores are set where the
 * truth is known.
 *
 * Fails like cyan_evolution_read() and cyan_git_tree_open(), with CYAN_ERROR_INVALID if @from is no
 * first parent of @to, the revisions have no order or the metric was not measured, with
 * CYAN_ERROR_MISMATCH if several machines have runs, with CYAN_ERROR_UNSUPPORTED if no repository
 * is known, if the costs of calls say nothing about the metric, or if no revision but the last has
 * a profile with exact calls.  Sources that cannot be read are no error: see is_known.  Caller
 * frees. */
CyanPrediction *cyan_prediction_new (CyanStore *store,
                                     const CyanEvolutionQuery *query,
                                     const CyanPredictionOptions *options,
                                     const CyanTick *tick,
                                     GError **error);

/* Replaces the marks of kind CYAN_STORE_MARK_RISK of these revisions in the store by one for each
 * that the model selects; @made is a time.  The text says why. */
gboolean
cyan_prediction_mark (const CyanPrediction *self, CyanStore *store, gint64 made, GError **error);

/* Whether a metric called @name tells the work of a program: instructions or time. */
gboolean cyan_prediction_metric_is_work (const char *name);
