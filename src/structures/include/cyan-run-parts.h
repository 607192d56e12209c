/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds profiles that are parts of one run, as callgrind dumps them, and adds them up. */
#pragma once

#include "cyan-profile-builder.h"

/* Merges @n_parts profiles, at least 1: threads, processes or hosts of one run.  Contexts with
 * equal paths are one, and values and calls add up.  The result has the metrics that all parts
 * have, in the order of the first.  What may be missing adds up, too: a part without a context may
 * have had as much of it as its floor.  @names, for messages, are those of the parts.  Fails with
 * CYAN_ERROR_MISMATCH if a metric has several units, if no metric is in all parts, if only some of
 * the parts are sampled, or if a part that was pruned was pruned by another metric. */
CyanProfile *cyan_profiles_merge (const CyanProfile *const *parts,
                                  const char *const *names,
                                  guint n_parts,
                                  guint max_nodes,
                                  CyanBudget *budget,
                                  const CyanTick *tick,
                                  GError **error);

/* Replaces those of @profiles, a GPtrArray of CyanProfile, that are parts of one run by their sum,
 * at the place of the first.  Parts have the meta data "part", each another one, and the same
 * process and command.  @names, for messages, are those of the profiles; NULL: they are numbered.
 * Fails like cyan_profiles_merge(). */
gboolean cyan_run_parts_join (GPtrArray *profiles,
                              char **names,
                              guint max_nodes,
                              CyanBudget *budget,
                              const CyanTick *tick,
                              GError **error);
