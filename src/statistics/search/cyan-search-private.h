/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the search.  Values are logs. */
#pragma once

#include "cyan-search.h"

/* The first runs of each end, and how many of one visit. */
#define CYAN_SEARCH_FIRST_RUNS 5
#define CYAN_SEARCH_LEAST_RUNS 3
#define CYAN_SEARCH_MOST_RUNS  10
/* Runs of one revision above which more of them hardly tell anything. */
#define CYAN_SEARCH_ENOUGH_RUNS 100

/* Standard errors by which ends must differ. */
#define CYAN_SEARCH_END_ERRORS 3.0

/* Variance of a level / that of a run, times the number of runs. */
#define CYAN_SEARCH_LEVEL_VARIANCE 1.15

/* The runs of one build in one visit. */
typedef struct
{
  guint visit, revision, build;
  GArray *logs; /* of double */
} CyanSearchCell;

struct _CyanSearch
{
  CyanSearchOptions options;
  GArray *cells; /* of CyanSearchCell */
  guint *n_runs; /* by revision */
  guint8 *dead;
  double *prior;
  guint n_spent;
  CyanSearchAnswer answer;
};

/* The noise, estimated from the runs. */
typedef struct
{
  double run;   /* variance between the runs of one visit */
  double visit; /* that of what a visit adds to all of its runs, but for rare large ones */
  double build; /* variance between builds: what was said, or what the levels say */
  double df;    /* degrees of freedom of the first */
} CyanSearchNoise;

/* A build that was measured. */
typedef struct
{
  guint revision, build;
  double level;
} CyanSearchUnit;

/* The levels of all builds, by revision, as far as runs and visits tell them. */
typedef struct
{
  GArray *units;      /* of CyanSearchUnit */
  double *covariance; /* of their levels, without what builds scatter */
  CyanSearchNoise noise;
  gboolean is_calm; /* no visit was far from the others */
} CyanSearchLevels;

CyanSearchLevels *cyan_search_levels_new (const CyanSearch *self);
void cyan_search_levels_free (CyanSearchLevels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSearchLevels, cyan_search_levels_free)

/* Half the sum of the median and of its like: the median of the means of all pairs of @values
 * (Hodges and Lehmann 1963); of many the plain median.  @values may be sorted by this. */
double cyan_search_centre (double *values, guint n);
/* Inverts a symmetric positive definite matrix of @n rows in place; returns the log of its
 * determinant before that. */
double cyan_search_invert (double *matrix, guint n);

/* A measured revision. */
typedef struct
{
  guint revision;
  guint n_runs, n_builds, n_visits;
  double level;
  guint number; /* row of the covariances */
} CyanSearchPoint;

/* The measured revisions, and the covariances of their levels with what builds scatter. */
typedef struct
{
  GArray *points; /* of CyanSearchPoint, by revision */
  double *covariance;
  guint n; /* rows of it */
} CyanSearchPoints;

/* @build: the variance between builds. */
CyanSearchPoints *
cyan_search_points_new (const CyanSearch *self, const CyanSearchLevels *levels, double build);
void cyan_search_points_free (CyanSearchPoints *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSearchPoints, cyan_search_points_free)

/* Variance of the difference of two levels. */
double cyan_search_variance (const CyanSearchPoints *self,
                             const CyanSearchPoint *a,
                             const CyanSearchPoint *b);
/* Standard errors between two levels. */
double cyan_search_errors (const CyanSearchPoints *self,
                           const CyanSearchPoint *a,
                           const CyanSearchPoint *b);

/* Where one step may be between two revisions, or that there is none. */
typedef struct
{
  double none;    /* probability that all have one level */
  double build;   /* variance between builds: its geometric mean */
  CyanRatio size; /* at the likeliest revision */
} CyanSearchPosterior;

/* Measured revisions between two levels: those from the one end to the other. */
typedef struct
{
  const CyanSearchLevels *levels; /* borrowed, also the next */
  guint first, last;              /* revisions */
  const guint8 *left_out;         /* by revision: it stands alone */
  const guint8 *dead;             /* by revision: it cannot be measured */
  const double *prior;            /* by revision */
} CyanSearchSegment;

/* Fills in the revisions after the first end up to the other one, of an array by revision. */
CyanSearchPosterior cyan_search_find_posterior (const CyanSearchSegment *self, double *probability);

/* The likeliest revision and the smallest set that has the step with @confidence; all, if there is
 * none with more than what is left.  The caller frees the set. */
CyanBisectionStep
cyan_search_find_step (const CyanSearchSegment *self, const double *probability, double confidence);

/* Answers with @n_runs of @revision and, unless it is the same, of @other; or that the budget is
 * spent. */
void cyan_search_ask_for (CyanSearch *self, guint revision, guint other, guint n_runs);

typedef struct
{
  enum
  {
    CYAN_SEARCH_LEVEL_NONE,    /* one step explains all */
    CYAN_SEARCH_LEVEL_DOUBT,   /* one revision may be a level or stand alone: measure @revision */
    CYAN_SEARCH_LEVEL_OUTLIER, /* @point stands alone */
    CYAN_SEARCH_LEVEL_FOUND    /* @point is of a level that is at neither end */
  } kind;
  guint point;    /* number among the points */
  guint revision; /* of DOUBT */
} CyanSearchLevel;

/* Looks for a level between the points @from and @to that differs from both by more than
 * @least. */
CyanSearchLevel cyan_search_find_level (
    const CyanSearchPoints *self, guint from, guint to, const guint8 *dead, double least);

/* Whether more runs of a revision's builds would tell more than another build. */
gboolean cyan_search_is_scattered (const CyanSearchNoise *noise, const CyanSearchPoint *point);

/* Answers with the steps between the ends of @points, of which outliers are removed, and with what
 * to measure next. */
void cyan_search_ask_between (CyanSearch *self,
                              const CyanSearchLevels *levels,
                              const CyanSearchNoise *noise,
                              CyanSearchPoints *points);
