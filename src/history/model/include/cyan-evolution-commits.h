/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each revision changed: in one benchmark, and over all benchmarks and metrics.  It needs the
 * steps, see cyan_evolution_find_steps().
 */
#pragma once

#include "cyan-evolution-changes.h"

#define CYAN_EVOLUTION_NOT_UNDONE G_MAXUINT

/* What a revision changed in a benchmark in one direction: the steps of the benchmark's metrics and
 * machines.  A step counts where a surer one says, if the revision of that is in its set: one that
 * has fewer revisions in its own set, of the same benchmark and direction.
 *
 * What a step costs is how much more of the metric is used, as a fraction: 0.1 is 10 % more, or
 * 1/1.1 of the speed where higher is better; negative if it became better; 0 where neither is
 * better, and where the machine may have made the step. */
typedef struct
{
  guint column;
  const char *benchmark;  /* of the evolution */
  int direction;          /* see cyan_evolution_step_direction() */
  guint first, n_steps;   /* its steps, the largest first */
  const CyanStep *surest; /* the one that says the revision */
  gboolean is_settled;    /* some of its steps is, see cyan_evolution_is_settled() */
  double sum;             /* what its steps cost, added up */
  double today;           /* the same without those that were undone */
  guint undone_by; /* the newest column that brought a level back, if that is so for each of its
                    * steps; else CYAN_EVOLUTION_NOT_UNDONE */
} CyanEvolutionChange;

typedef struct
{
  GArray *steps;   /* CyanEvolutionStep, by change */
  GArray *changes; /* CyanEvolutionChange: by column, oldest first, then by benchmark, worse ones
                    * first */
} CyanEvolutionChanges;

CyanEvolutionChanges *cyan_evolution_list_changes (const CyanEvolution *self);
void cyan_evolution_changes_free (CyanEvolutionChanges *self);
/* Step @i of a change, up to its n_steps. */
const CyanEvolutionStep *cyan_evolution_change_step (const CyanEvolutionChanges *self,
                                                     const CyanEvolutionChange *change,
                                                     guint i);
/* Whether one of its steps may be at @column, with 95 %. */
gboolean cyan_evolution_change_may_be_at (const CyanEvolutionChanges *self,
                                          const CyanEvolutionChange *change,
                                          guint column);

/* A level of fewer measured revisions may be a busy hour of the machine. */
#define CYAN_EVOLUTION_SETTLED 6

/* Whether @step is sure and there to stay, if one looks again with each revision: its p is far below
 * CYAN_ALPHA, and its q at most that; few revisions may have it; the newest level is not a short one;
 * and the step is neither the beginning nor the end of a short one after which the values came
 * back. */
gboolean cyan_evolution_is_settled (const CyanEvolutionSeries *series, const CyanStep *step);

/* A revision with a change that the machine did not make, over all benchmarks. */
typedef struct
{
  guint column;
  guint n_worse, n_better;   /* steps */
  CyanEvolutionStep largest; /* of its steps */
  double sum, today;         /* of its changes, added up */
  guint undone_by;           /* of all of its changes */
} CyanEvolutionCommit;

/* Those that cost most today first; of those that cost the same, the newer first.  Of
 * CyanEvolutionCommit; the caller frees it with g_array_unref(). */
GArray *cyan_evolution_list_commits (const CyanEvolution *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanEvolutionChanges, cyan_evolution_changes_free)
