/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drops frames that match a pprof profile's drop_frames but not its keep_frames.
 *
 * As in pprof itself (profile/prune.go), a stack is cut at such a frame: the frame and everything
 * towards the leaf are dropped, and their values go to the caller.  Matching frames at the root
 * stay, up to the first frame that does not match.
 */
#pragma once

#include "cyan-pprof-stacks.h"
#include "cyan-pprof-tables.h"
#include "cyan-profile-builder.h"

/* What happens to a node of the stacks. */
typedef enum
{
  CYAN_PPROF_KEPT,
  CYAN_PPROF_LAST, /* kept, but nothing below it */
  CYAN_PPROF_GONE, /* dropped with all below it; its values go to its caller */
} CyanPprofFate;

typedef struct
{
  guint8 *locations; /* by number: which part to drop, 0 for none */
  guint8 *nodes;     /* by node of the stacks: state of the path to it */
} CyanPprofPrune;

/* Compiles the two patterns, given as indices of strings, and removes matching lines from the
 * locations.  Returns FALSE if nothing is to be dropped.  Warns about a pattern that cannot be
 * used. */
gboolean cyan_pprof_prune_init (CyanPprofPrune *self,
                                CyanPprofTables *tables,
                                const CyanPprofStacks *stacks,
                                guint32 drop,
                                guint32 keep,
                                CyanProfileBuilder *builder);
void cyan_pprof_prune_clear (CyanPprofPrune *self);

/* Call this for every node except 0, in ascending order. */
CyanPprofFate
cyan_pprof_prune_fate (CyanPprofPrune *self, const CyanPprofStacks *stacks, guint32 node);
