/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds profiles that are parts of one run, as callgrind dumps them, and adds them up. */
#pragma once

#include "cyan-profile-builder.h"

/* Merges @n_parts profiles, at least 1, as cyan-merge.h says; @names, for messages, are those of the
 * parts.  Fails like cyan_merge_add() and cyan_merge_finish(). */
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
