/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores with a history: a branch of revisions whose benchmarks have known values. */
#pragma once

#include "cyan-evolution-read.h"
#include "store-samples.h"

/* What the next runs belong to; see history_begin(). */
typedef struct
{
  CyanStore *store;
  Sample sample; /* what the runs refer to, but for their definition */
  GRand *noise;
} History;

/* An empty store at store_address (@name), with project "p", machine "m" and metric "wall" in "s".
 * Free it with history_clear(). */
History history_begin (const char *name);
void history_clear (History *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (History, history_clear)

/* Adds the revision "r<number>", whose first parent is "r<number - 1>"; r0 has none.  Returns its
 * id. */
gint64 history_revision (const History *self, guint number);
gint64 history_definition (const History *self, const char *benchmark, const char *hash);
/* Adds a run: failed ones have no value. */
void history_run (
    const History *self, gint64 revision, gint64 definition, CyanRunStatus status, double value);
/* Adds 5 runs of which each is @level, give or take 2 %. */
void history_runs (const History *self, gint64 revision, gint64 definition, double level);

/* The evolution with its steps; must succeed. */
CyanEvolution *history_read (const History *self, const CyanEvolutionQuery *query);
