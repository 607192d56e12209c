/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The marks of an evolution: what else changed. */
#pragma once

#include "cyan-evolution.h"
#include "cyan-store.h"

/* What of a machine's sessions the marks need. */
typedef struct
{
  const CyanStoreMachine *machine;
  gint64 *session; /* by column: of its last run, or CYAN_STORE_UNKNOWN */
} CyanEvolutionSessions;

/* Sets the marks of @self, whose columns and series are there.  @definitions are those of the
 * project. */
gboolean cyan_evolution_find_marks (CyanEvolution *self,
                                    CyanStore *store,
                                    gint64 project,
                                    const GPtrArray *definitions,
                                    const CyanEvolutionSessions *sessions,
                                    guint n_sessions,
                                    GError **error);
