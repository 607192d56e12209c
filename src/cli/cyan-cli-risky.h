/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan track --only risky`: which revisions need not be measured.
 *
 * The prediction needs profiles.  So the first revision of the walk and one in every so many are
 * samples and are measured in any case: first.  Then the others are predicted.
 */
#pragma once

#include "cyan-plan.h"

typedef struct
{
  guint every;        /* revisions from one sample to the next */
  GHashTable *chosen; /* oids of those to measure besides samples; NULL: not predicted yet */
} CyanCliRisky;

#define CYAN_CLI_RISKY_EVERY 20

void cyan_cli_risky_clear (CyanCliRisky *self);

/* A CyanPlanFilter; @data is a CyanCliRisky. */
gboolean cyan_cli_risky_filter (const CyanGitLogCommit *commit, gboolean first, gpointer data);

/* Predicts the revisions of @plan, whose samples are in @store, and chooses those that the model
 * selects, and those of which it can say nothing.  Says on standard error how many are skipped. */
gboolean cyan_cli_risky_predict (CyanCliRisky *self,
                                 const CyanPlan *plan,
                                 CyanStore *store,
                                 const char *machine,
                                 GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCliRisky, cyan_cli_risky_clear)
