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
#define CYAN_SEARCH_END_ERRORS 4.0

/* Variance of a median / that of a run, times the number of runs. */
#define CYAN_SEARCH_MEDIAN_VARIANCE 1.5

struct _CyanSearch
{
  CyanSearchOptions options;
  GArray **logs; /* by revision: of double, or NULL */
  guint8 *dead;
  double *prior;
  guint n_spent;
  CyanSearchAnswer answer;
};

/* A measured revision. */
typedef struct
{
  guint revision;
  guint n_runs;
  double level;    /* median of its runs */
  double variance; /* of the level, up to a factor that the degrees of freedom tell */
} CyanSearchPoint;

/* The noise, estimated from the runs. */
typedef struct
{
  double run;   /* variance between the runs of one build */
  double build; /* variance between builds */
  double df;    /* degrees of freedom of these */
} CyanSearchNoise;

/* Measured revisions between two levels: those from @points[0], the one end, to the other. */
typedef struct
{
  const CyanSearchPoint *points; /* by revision; borrowed */
  guint n_points;                /* at least 2 */
  const guint8 *dead;            /* by revision: it cannot be measured; borrowed */
  const double *prior;           /* by revision; borrowed */
} CyanSearchSegment;

guint cyan_search_count_runs (const CyanSearch *self, guint revision);
/* Answers with @n_runs of @revision and, unless it is the same, of @other; or that the budget is
 * spent. */
void cyan_search_ask_for (CyanSearch *self, guint revision, guint other, guint n_runs);
/* Asks for more runs of whichever end has fewer, or of both. */
void cyan_search_ask_for_ends (CyanSearch *self, guint a, guint b);
/* Whether more runs could still make two levels differ more clearly. */
gboolean cyan_search_runs_help (const CyanSearchNoise *noise,
                                const CyanSearchPoint *a,
                                const CyanSearchPoint *b);

CyanSearchNoise cyan_search_find_noise (const CyanSearch *self);

CyanSearchPoint
cyan_search_make_point (const CyanSearch *self, const CyanSearchNoise *noise, guint revision);

/* Standard errors between two levels. */
double cyan_search_errors (const CyanSearchPoint *a, const CyanSearchPoint *b);

/* Fills in the revisions after the first end up to the other one, of an array by revision. */
void cyan_search_posterior (const CyanSearchSegment *self,
                            const CyanSearchNoise *noise,
                            double *probability);

/* The likeliest revision, the smallest set that has the step with @confidence, and the size.  The
 * caller frees the set. */
CyanBisectionStep cyan_search_step (const CyanSearchSegment *self,
                                    const CyanSearchNoise *noise,
                                    const double *probability,
                                    double confidence);

typedef struct
{
  enum
  {
    CYAN_SEARCH_LEVEL_NONE,    /* one step explains all */
    CYAN_SEARCH_LEVEL_DOUBT,   /* one revision may be a level or stand alone: measure @revision */
    CYAN_SEARCH_LEVEL_OUTLIER, /* @point stands alone */
    CYAN_SEARCH_LEVEL_FOUND    /* @point is of a level that is at neither end */
  } kind;
  guint point;    /* number in the segment */
  guint revision; /* of DOUBT */
} CyanSearchLevel;

/* Looks for a level in between that differs from both ends by more than @least. */
CyanSearchLevel cyan_search_find_level (const CyanSearchSegment *self, double least);

/* Answers with the steps between the ends of @points, of which outliers are removed, and with what
 * to measure next. */
void cyan_search_ask_between (CyanSearch *self, const CyanSearchNoise *noise, GArray *points);
