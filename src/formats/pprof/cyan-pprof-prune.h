/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames that a pprof profile asks to leave out: its drop_frames but for its keep_frames.
 *
 * As in pprof itself (profile/prune.go): of a stack everything from such a frame on towards the
 * leaf is cut off, and its values go to the caller.  Frames of that kind at the root stay, up to
 * the first that is of another kind.
 */
#pragma once

#include "cyan-pprof-stacks.h"
#include "cyan-pprof-tables.h"
#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* What becomes of a node of the stacks. */
typedef enum
{
  CYAN_PPROF_KEPT,
  CYAN_PPROF_LAST, /* kept, and nothing below it */
  CYAN_PPROF_GONE, /* with all below it; its values are its caller's */
} CyanPprofFate;

typedef struct
{
  guint8 *locations; /* by number: 0, or what is to be left out of it */
  guint8 *nodes;     /* by node of the stacks: what is known of the way to it */
} CyanPprofPrune;

/* Reads the two patterns, indices of strings, and takes what they leave out off the lines of the
 * locations.  FALSE if nothing is to be left out.  A pattern that cannot be used is warned of. */
gboolean cyan_pprof_prune_init (CyanPprofPrune *self,
                                CyanPprofTables *tables,
                                const CyanPprofStacks *stacks,
                                guint32 drop,
                                guint32 keep,
                                CyanProfileBuilder *builder);
void cyan_pprof_prune_clear (CyanPprofPrune *self);

/* To be asked for every node but 0, in ascending order. */
CyanPprofFate
cyan_pprof_prune_fate (CyanPprofPrune *self, const CyanPprofStacks *stacks, guint32 node);

G_END_DECLS
