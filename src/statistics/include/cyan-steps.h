/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The steps of a series: revisions at which the level of a value changes for good.
 *
 * docs/steps.md gives the formulas and their sources.  A series is all that may be compared: where
 * the benchmark or the machine changes, the caller begins another.  A factor on all values moves no
 * step, a series in reverse has the same steps mirrored, and the order of runs does not matter.
 */
#pragma once

#include "cyan-statistics.h"

/* With fewer measured revisions there are no steps. */
#define CYAN_STEPS_LEAST_REVISIONS 6

/* The change of which a history says whether it can tell it. */
#define CYAN_STEPS_NEEDED 0.05

/* The longest window in which candidates are searched; time and memory grow with its square. */
#define CYAN_STEPS_MOST_WINDOW 1000

/* The largest absolute value, so that sums and ratios of values stay finite. */
#define CYAN_STEPS_MOST_VALUE 1e300

/* The values of each revision, oldest first.  Those of revision i are values[begin[i]] to
 * values[begin[i + 1] - 1], one a run; none if it was not measured. */
typedef struct
{
  guint n;            /* revisions */
  const guint *begin; /* n + 1 of them; may be NULL if n is 0 */
  const double *values;
} CyanSeries;

/**
 * CyanStepsMode:
 * @CYAN_STEPS_BACKWARD: candidates by E-Divisive in windows, then a backward test of all of them
 *   with the noise of the whole series
 * @CYAN_STEPS_HUNTER: the method of Hunter, now Apache Otava, with sample deviations
 */
typedef enum
{
  CYAN_STEPS_BACKWARD,
  CYAN_STEPS_HUNTER,
} CyanStepsMode;

typedef struct
{
  CyanStepsMode mode;
  guint window;     /* revisions, 2 to CYAN_STEPS_MOST_WINDOW */
  double alpha;     /* above 0, below 1: the largest p of a step */
  double magnitude; /* at least 0: smaller changes are no steps; 0.02 is 2 % */
} CyanStepsOptions;

#define CYAN_STEPS_OPTIONS_INIT                                                                    \
  {                                                                                                \
    .mode = CYAN_STEPS_BACKWARD, .window = 50, .alpha = CYAN_ALPHA, .magnitude = 0.02              \
  }
#define CYAN_STEPS_HUNTER_OPTIONS_INIT                                                             \
  {                                                                                                \
    .mode = CYAN_STEPS_HUNTER, .window = 50, .alpha = 0.001, .magnitude = 0                        \
  }

/* A ratio, and its 95 % interval. */
typedef struct
{
  double ratio, low, high;
} CyanRatio;

typedef struct
{
  guint revision;    /* the first measured one with the new level */
  CyanRatio size;    /* level after / level before */
  double p;          /* corrected for the choice of the place; 0 if exact */
  double q;          /* see cyan_steps_adjust(); p before */
  guint *where;      /* ascending: the smallest set that has the step with 95 %; owned */
  guint n_where;     /* at least 1 */
  guint first, last; /* all of the smallest set that has it with 99.9 % are from first to last */
} CyanStep;

/* The revisions [begin, end) and their level, in the unit of the values.  Levels follow each other:
 * the first begins at 0, the last ends at n, and each but the first begins at a step. */
typedef struct
{
  guint begin, end;
  double level, low, high; /* with its 95 % interval */
} CyanLevel;

typedef struct
{
  gboolean tested; /* enough revisions were measured */
  gboolean exact;  /* the values do not scatter: any change is real */
  CyanStep *steps; /* by revision */
  guint n_steps;
  CyanLevel *levels;
  guint n_levels;  /* n_steps + 1, or 0 if nothing was measured */
  guint *outliers; /* ascending: revisions that stand alone and were left out */
  guint n_outliers;

  /* The measured revisions that each of two levels needs, so that a step of CYAN_STEPS_NEEDED between
   * them is found in four of five cases; CYAN_STEPS_MOST_WINDOW: so many or more.  0 if exact, not
   * tested, or if such a step is too small to be one. */
  guint needed;

  /* The newest revision / the level before it, if that may be a step, which only the next
   * revision, or more runs, can tell; otherwise 0. */
  double possible;

  /* The drift of the values within their levels, over the whole series.  It is significant if 1 is
   * not in its interval. */
  CyanRatio drift;
} CyanSteps;

/* Finds the steps.  Fails with CYAN_ERROR_INVALID if a value is not finite, or above
 * CYAN_STEPS_MOST_VALUE; the message counts revisions and runs from 0.  Caller frees. */
CyanSteps *
cyan_steps_new (const CyanSeries *series, const CyanStepsOptions *options, GError **error);
void cyan_steps_free (CyanSteps *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSteps, cyan_steps_free)

/* Sets q of all steps of the series that are shown together: the expected fraction of false ones
 * among those whose p is at most its own (Benjamini and Hochberg 1995).  A tested series without a
 * step counts as one test with a p of 1; exact series do not count, and their steps get 0. */
void cyan_steps_adjust (CyanSteps *const *series, guint n_series);
