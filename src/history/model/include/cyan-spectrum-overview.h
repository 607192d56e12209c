/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A benchmark over the revisions of a project: the mean value of each, how many rows changed
 * against the revision before, and what happened in each run.
 *
 * Plain data: reports and the window read it, cyan-spectrum-read.h fills it in.  docs/similarity.md
 * explains it.
 */
#pragma once

#include "cyan-evolution.h"

/* A calling context of a run. */
typedef struct
{
  char *name;   /* of its function */
  GStrv stack;  /* names of functions from main on, with "..." in front if there are more */
  double value; /* its self value in the run; of those by call, divided by its calls */
  double calls; /* NAN: unknown */
} CyanSpectrumContext;

/* Maximum bytes of the end of a log; contexts that are listed for a run. */
#define CYAN_SPECTRUM_LOG_MAX   4096
#define CYAN_SPECTRUM_N_LARGEST 5

/* A run of the benchmark. */
typedef struct
{
  gint64 run;           /* its row's id */
  gint64 number;        /* among those of the revision, from 0 */
  const char *status;   /* of cyan_run_status_names */
  gint64 exit_code;     /* CYAN_EVOLUTION_UNKNOWN: unknown */
  double seconds;       /* of the run; NAN: unknown */
  double value;         /* of the program, in the metric's unit; NAN: none */
  char *log;            /* the end of what it wrote, or NULL */
  gboolean has_profile; /* it went well, and its profile is in the store */

  /* The contexts with the largest self values, and those with the largest a call, largest first.
   * A run without a profile has none, and without calls there are none of the latter. */
  CyanSpectrumContext *by_total, *by_call;
  guint n_by_total, n_by_call;
} CyanSpectrumRun;

#define CYAN_SPECTRUM_NO_BASE G_MAXUINT

typedef struct
{
  CyanEvolutionColumn commit;
  CyanCell cell;
  char *definition; /* hash of the one that its runs are of; NULL: it has no runs */
  double mean;      /* of the values of its successful runs; NAN: it has none */
  /* It stands alone among the revisions around it, see CyanSteps: it is no base, and that it
   * differs from its own says nothing of the program. */
  gboolean is_outlier;

  guint base;    /* the revision it is compared with, or CYAN_SPECTRUM_NO_BASE */
  char *problem; /* then why there is none, as one line */
  /* As in CyanSimilarity; 0 without a base. */
  guint n_base_runs; /* runs of the base that were compared */
  guint n_new_runs;
  guint n_rows, n_changed, n_below;
  double expected;

  CyanSpectrumRun *runs; /* failed ones too */
  guint n_runs;
} CyanSpectrumRevision;

typedef struct
{
  char *project, *benchmark, *machine;
  char *metric, *unit;             /* unit: "" if unknown */
  int better;                      /* as in CyanEvolutionSeries */
  double alpha;                    /* of the changed rows */
  gboolean has_calls;              /* of at least one run: values are a call */
  gboolean is_unordered;           /* no revision has a parent: there are no bases */
  CyanSpectrumRevision *revisions; /* each after its first parent; unmeasured ones too */
  guint n_revisions;
} CyanSpectrumOverview;

void cyan_spectrum_overview_free (CyanSpectrumOverview *self);
/* FALSE with fewer than two runs on a side: which rows changed is not known then. */
gboolean cyan_spectrum_revision_is_tested (const CyanSpectrumRevision *self);
/* Whether rows changed, and that is no accident of one revision. */
gboolean cyan_spectrum_revision_has_changed (const CyanSpectrumRevision *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSpectrumOverview, cyan_spectrum_overview_free)
