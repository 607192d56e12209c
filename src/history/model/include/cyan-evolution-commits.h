/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each revision changed over all benchmarks and metrics.  It needs the steps, see
 * cyan_evolution_find_steps().
 */
#pragma once

#include "cyan-evolution-changes.h"

#define CYAN_EVOLUTION_NOT_UNDONE G_MAXUINT

/* A revision with a step in some series.  What a step costs is how much more of the metric is used,
 * as a fraction: 0.1 is 10 % more, or 1/1.1 of the speed where higher is better; negative if it
 * became better; 0 where neither is better. */
typedef struct
{
  guint column;
  guint n_worse, n_better;   /* series */
  CyanEvolutionStep largest; /* of its steps */
  double sum;                /* what its steps cost, added up */
  double today;              /* the same without those that were undone */
  guint undone_by; /* the newest column that brought a level back, if that is so for each of its
                    * steps; else CYAN_EVOLUTION_NOT_UNDONE */
} CyanEvolutionCommit;

/* Those that cost most today first; of those that cost the same, the newer first.  Of
 * CyanEvolutionCommit; the caller frees it with g_array_unref(). */
GArray *cyan_evolution_list_commits (const CyanEvolution *self);
