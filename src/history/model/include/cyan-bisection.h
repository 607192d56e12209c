/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a bisection has found: the revisions between two ends, what was measured of them, and where
 * the step may be.
 *
 * Plain data: reports and the window read it, history fills it in.
 */
#pragma once

#include "cyan-evolution.h"
#include "cyan-search-answer.h"

/* By CyanBisectionState: "running", "found", "no-difference", "budget", "not-measured". */
extern const char *const cyan_bisection_state_names[CYAN_N_BISECTION_STATES];

/* Why a commit is likelier or less likely, before it is measured. */
typedef enum
{
  CYAN_PRIOR_EVEN,
  CYAN_PRIOR_SUSPECT,    /* it touches a function that explains the difference of the ends */
  CYAN_PRIOR_RISKY,      /* cyan risk selects it */
  CYAN_PRIOR_NO_SOURCES, /* it changes no source file */
  CYAN_N_PRIOR_KINDS
} CyanPriorKind;

/* By CyanPriorKind: "even", "suspect", ...; and how likely: 1, 10, 10, 0.01. */
extern const char *const cyan_prior_kind_names[CYAN_N_PRIOR_KINDS];
extern const double cyan_prior_kind_weights[CYAN_N_PRIOR_KINDS];

/* A revision: the first is the older end, the last the newer one. */
typedef struct
{
  CyanEvolutionColumn commit;
  CyanPriorKind prior;
  char *because;  /* what it touches: "find_entry (table.c)", or NULL */
  CyanCell cell;  /* EMPTY: not visited */
  double *values; /* in the metric's unit */
  guint n_values;
  guint n_stored;      /* of them, those that the store had before */
  guint n_failed;      /* runs that failed */
  double probability;  /* that this revision is the first one with a new level */
  gboolean is_outlier; /* it stands alone, and was left out */
} CyanBisectionRevision;

typedef struct
{
  char *project, *benchmark, *definition, *machine; /* definition: its hash */
  char *metric, *unit;
  char *metric_reason;  /* why this metric, as a sentence; or NULL */
  int better;           /* as in CyanEvolutionSeries */
  gboolean is_reversed; /* the bad end is the older one: the search is for what made it better */
  CyanBisectionState state;
  double confidence; /* asked for, 0...1 */
  guint budget;      /* maximum runs; 0: no limit */
  guint n_runs;      /* spent, without those that were stored before */
  guint n_builds;    /* likewise */
  CyanBisectionRevision *revisions;
  guint n_revisions; /* at least 2 */
  CyanBisectionStep
      *steps; /* largest first; more than one if a level in between is at neither end */
  guint n_steps;
  CyanRatio ends; /* level of the newer end / level of the older one; NAN: not measured */
  gboolean ends_differ;
  double none;   /* probability that all have one level; 0 before the ends differ */
  guint next[2]; /* the revisions that are measured next while running, in turns */
  guint n_next;
  guint next_runs;       /* of each */
  gboolean next_rebuild; /* the first of them is built anew before */
  char *reason;          /* why it stopped, as one line; or NULL */
} CyanBisection;

void cyan_bisection_free (CyanBisection *self);
/* A copy for another thread. */
CyanBisection *cyan_bisection_copy (const CyanBisection *self);
/* For charts: one series with all revisions as columns, the runs of those that were visited, and
 * the steps that were found with the levels around them; no levels before that.  Caller frees. */
CyanEvolution *cyan_bisection_to_evolution (const CyanBisection *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanBisection, cyan_bisection_free)
