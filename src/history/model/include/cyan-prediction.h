/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which revisions are likely to have made a benchmark slower, from what they changed in the sources
 * and from an older profile, without running them.
 *
 * Plain data: reports and the window read it, history fills it in.  docs/prediction.md tells the
 * models.
 */
#pragma once

#include "cyan-evolution.h"

typedef enum
{
  CYAN_RISK_LITO,        /* the cost of calls that were added and deleted */
  CYAN_RISK_PERFSCOPE,   /* how expensive and how frequent the code is that was added */
  CYAN_RISK_CALLS_ADDED, /* baseline: a call was added in a function of the profile */
  CYAN_RISK_TOUCHED,     /* baseline: a function of the profile was modified */
  CYAN_RISK_COMBINED,    /* perfscope, or functions with much of the benchmark were modified */
  CYAN_N_RISK_MODELS
} CyanRiskModel;

/* "lito", "perfscope", "calls-added", "touched", "combined"; NULL-terminated. */
extern const char *const cyan_risk_model_names[];

/* A call that a revision added to a function, or deleted from it. */
typedef struct
{
  gboolean is_deleted;
  char *callee;                              /* as the source writes it, without arguments */
  double cost;                               /* of one call, in the sample's unit */
  double executions;                         /* of the block around it, a run of the benchmark */
  gboolean guessed_cost, guessed_executions; /* the profile does not know them */
} CyanPredictedCall;

/* A function that a revision modified. */
typedef struct
{
  char *function, *file;
  guint line;               /* of the new text, from 1 */
  double cost;              /* LITO's MC, in the sample's unit: may be negative */
  CyanPredictedCall *calls; /* the largest |cost * executions| first */
  guint n_calls;
} CyanPredictedFunction;

/* The predicted effect of a revision on a benchmark. */
typedef struct
{
  guint sample; /* the column of the newest sample before, or CYAN_PREDICTION_NONE */
  char *unit;   /* of the costs: that of the sample; NULL without one */
  double
      dc; /* LITO: the functions' cost as a fraction of the sample's value; NAN without a sample */
  double perfscope;    /* PerfScope's risk score */
  double own;          /* what modified functions themselves cost, as a fraction like dc */
  guint n_touched;     /* functions of the profile that were modified */
  guint n_calls_added; /* in functions of the profile */
  double dd; /* the truth: the change against the parent as a fraction; NAN: not measured */
  gboolean is_accident;             /* there is no step: dd is that of an outlier, or noise */
  CyanPredictedFunction *functions; /* largest |cost| first; those of the profile */
  guint n_functions;
} CyanPredictedBenchmark;

#define CYAN_PREDICTION_NONE G_MAXUINT

typedef struct
{
  gboolean is_known;      /* FALSE: the sources of it or of its parent could not be read */
  char *problem;          /* then why, or NULL */
  guint selected;         /* bit set of CyanRiskModel: 1 << CYAN_RISK_LITO, ... */
  gboolean is_regression; /* measured, and some benchmark is slower by the threshold for good */
  gboolean is_measured;   /* the truth is known for at least one benchmark */
  gboolean has_dc;        /* some benchmark has one */
  CyanPredictedBenchmark *benchmarks; /* by benchmark */
} CyanPredictedRevision;

/* How well a model did on the revisions whose truth is known. */
typedef struct
{
  guint n; /* revisions that are measured and whose sources are known; the others are among these */
  guint n_selected, n_regressions, n_found;
  double precision, recall, reduction, f1; /* 0...1; NAN: no revision to divide by */
} CyanRiskScore;

typedef struct
{
  char *project, *machine, *metric, *unit;
  CyanRiskModel model;              /* the chosen one */
  double threshold;                 /* of LITO's dc and of a regression: 0.05 is 5 % */
  double perfscope_threshold;       /* of PerfScope's risk score */
  guint every;                      /* a sample is taken every so many revisions */
  CyanEvolutionColumn *columns;     /* oldest first; the first is only a parent */
  CyanPredictedRevision *revisions; /* by column; the first predicts nothing */
  guint n_columns;
  char **benchmarks; /* NULL-terminated */
  guint n_benchmarks;
  guint n_unknown_callees; /* calls whose callee is in neither the sources nor the profile */
  CyanRiskScore scores[CYAN_N_RISK_MODELS]; /* with the truth; all 0 without */
  gboolean has_truth;
} CyanPrediction;

void cyan_prediction_free (CyanPrediction *self);

/* Whether the chosen model selects the revision of @column. */
gboolean cyan_prediction_is_selected (const CyanPrediction *self, guint column);
/* Whether anything is predicted of it: its sources are known, and there is a sample before it. */
gboolean cyan_prediction_is_predicted (const CyanPrediction *self, guint column);

/* The benchmark that stands for @column: of those by which the chosen model selects it, or else of
 * all, the one with the largest measured change if the revision is a regression, else the one with
 * the largest prediction. */
guint cyan_prediction_benchmark (const CyanPrediction *self, guint column);
/* Whether it became slower by the threshold, and that is no accident of one revision. */
gboolean cyan_predicted_benchmark_is_slower (const CyanPrediction *prediction,
                                             const CyanPredictedBenchmark *self);
/* Whether |dc| is above 1 and some of it is guessed: then only that it is large can be said. */
gboolean cyan_predicted_benchmark_is_guessed (const CyanPredictedBenchmark *self);
/* Whether the profile does not know some of its cost. */
gboolean cyan_predicted_function_is_guessed (const CyanPredictedFunction *self);

/* Sets what is predicted, selected and true of every revision from the numbers of its benchmarks
 * and the thresholds, and the scores from these. */
void cyan_prediction_judge (CyanPrediction *self);

/* Sets the scores from what is selected and what is true, without the first column, which predicts
 * nothing. */
void cyan_prediction_evaluate (CyanPrediction *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPrediction, cyan_prediction_free)
