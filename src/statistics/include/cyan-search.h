/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search for the revision at which a value changes, with as few runs as possible.
 *
 * Revisions 0 to n - 1 have one level before the step and another from it on.  The search is told
 * what was measured, and says what to measure next: both ends until they differ, then the revision
 * that tells most, or more runs where the doubt is.  What it says depends only on what it was told,
 * not on the order: a search that was interrupted is told what is known and goes on.
 * docs/bisect.md gives the formulas.
 */
#pragma once

#include "cyan-search-answer.h"

/* Bounds of the confidence, both excluded. */
#define CYAN_SEARCH_LEAST_CONFIDENCE 0.5
#define CYAN_SEARCH_MOST_CONFIDENCE  1.0
/* The smallest budget: the first runs of both ends, and as many again. */
#define CYAN_SEARCH_LEAST_BUDGET 20

typedef struct
{
  guint n_revisions;    /* at least 2; the first and the last are the ends */
  double confidence;    /* of an answer */
  guint budget;         /* maximum runs, at least CYAN_SEARCH_LEAST_BUDGET; 0: no limit */
  double build_scatter; /* standard deviation of the log between two builds of the same sources */
} CyanSearchOptions;

#define CYAN_SEARCH_OPTIONS_INIT                                                                   \
  {                                                                                                \
    .n_revisions = 2, .confidence = 0.95, .budget = 400, .build_scatter = 0.005                    \
  }

/* The result so far, and the runs to measure next. */
typedef struct
{
  CyanBisectionState state;
  guint next[2]; /* RUNNING: revisions to measure, in turns if there are two */
  guint n_next;
  guint n_runs;     /* of each */
  gboolean rebuild; /* the first of them is built anew before */
  gboolean ends_differ;
  CyanRatio ends;           /* last / first level; NAN: not measured */
  double *probability;      /* by revision: that a step is there; the sum is the number of steps */
  CyanBisectionStep *steps; /* largest first; none before the ends differ */
  guint n_steps;
  double none;     /* probability that all revisions have one level; 0 before the ends differ */
  guint *outliers; /* ascending: revisions that stand alone and were left out */
  guint n_outliers;
} CyanSearchAnswer;

typedef struct _CyanSearch CyanSearch;

CyanSearch *cyan_search_new (const CyanSearchOptions *options);
void cyan_search_free (CyanSearch *self);

/* How likely each revision is to be the step before it is measured, above 0, by revision; the
 * factor does not matter.  Until then all are equally likely. */
void cyan_search_set_prior (CyanSearch *self, const double *prior);

/* When runs were measured.  What the machine does at a time is in all runs of a visit alike, and
 * the i-th runs of the revisions of a visit were measured right after each other. */
typedef struct
{
  guint visit; /* any number of it */
  guint build; /* likewise, of the revision: runs that may be of one build have one number */
} CyanSearchOccasion;

/* Adds @n runs of @revision, in their order; each value is above 0.  Those that are @spent count
 * for the budget. */
void cyan_search_add (CyanSearch *self,
                      guint revision,
                      const CyanSearchOccasion *occasion,
                      const double *values,
                      guint n,
                      gboolean spent);
/* Counts runs for the budget that have no value. */
void cyan_search_spend (CyanSearch *self, guint n);
/* @revision cannot be measured: it does not build, or its runs fail. */
void cyan_search_fail (CyanSearch *self, guint revision);

/* Owned by the search; valid until it is told or asked again. */
const CyanSearchAnswer *cyan_search_ask (CyanSearch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSearch, cyan_search_free)
