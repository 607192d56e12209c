/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the search share.  Values are logs. */
#pragma once

#include "cyan-search.h"

G_BEGIN_DECLS

/* A measured revision. */
typedef struct
{
  guint revision;
  guint n_runs;
  double level;    /* median of its runs */
  double variance; /* of the level, up to a factor that the degrees of freedom tell */
} CyanSearchPoint;

/* What the runs tell about noise. */
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

/* The median of @n values, which are sorted. */
double cyan_search_median (double *values, guint n);

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

/* Standard errors between two levels. */
double cyan_search_errors (const CyanSearchPoint *a, const CyanSearchPoint *b);

/* ---- levels in between ---- */

/* Runs of a revision before it may be called another level, so that slow runs are not taken for
 * one. */
#define CYAN_LEVEL_RUNS 10

typedef enum
{
  CYAN_LEVELS_NONE,    /* one step explains all */
  CYAN_LEVELS_DOUBT,   /* one revision may be a level or stand alone: measure @revision */
  CYAN_LEVELS_OUTLIER, /* @point stands alone */
  CYAN_LEVELS_FOUND    /* @point is of a level that is at neither end */
} CyanLevelsKind;

typedef struct
{
  CyanLevelsKind kind;
  guint point;    /* number in the segment */
  guint revision; /* of DOUBT */
} CyanLevels;

/* Looks for a level in between that differs from both ends by more than @least. */
CyanLevels cyan_search_find_level (const CyanSearchSegment *self, double least);

G_END_DECLS
