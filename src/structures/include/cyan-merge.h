/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merges profiles: threads, processes or hosts of one run.
 *
 * Contexts with equal paths become one, and values and calls add up.  Parts are added one at a time
 * and not kept.  The result depends neither on their order nor on what was merged before with what:
 * a merged profile that is a part stands for all of its parts, also after it was written as .cct.
 * That holds to the bit unless something was pruned; then all bounds hold.
 *
 *   values:     exact sums, rounded once (cyan-rests.h)
 *   calls:      their sum; unknown if a part does not know those of its context
 *   metrics:    those that all parts have, in the same unit.  The first one stays the first if it
 *               is that of all parts; else times come before others, and names decide
 *   siblings:   by function, then by call site; they have no order in time
 *   meta data:  what all parts have with the same value; CYAN_META_PARTS and CYAN_META_UNREAD_PARTS
 *               add up
 *   notes:      those of all parts, sorted, the first CYAN_MERGE_MAX_NOTES
 *   threads:    their number adds up, unknown if a part does not know it
 *   period:     that of all parts, if they have the same, of the same first metric
 *   hosts:      if they are kept, those of all parts; what one has of a context is an exact sum, too
 *   missing:    adds up; a part without a context may have had as much of it as its floor
 */
#pragma once

#include "cyan-hot-sink.h"
#include "cyan-profile-builder.h"

/* Notes that are kept; as many as a file keeps. */
#define CYAN_MERGE_MAX_NOTES 100

typedef struct _CyanMerge CyanMerge;

/* By what parts are pruned when they are read, so that the sum of their floors leaves room below that
 * of the whole, which is pruned by @hot. */
CyanHotLimits cyan_merge_part_limits (const CyanHotLimits *hot);

/* @max_nodes and @budget (or NULL) hold for all parts together.  With @hot (may be NULL) the tree is
 * pruned while it grows, and phi is that of the result; if epsilon would need more nodes or memory
 * than there is, it grows, as in a hot tree. */
CyanMerge *cyan_merge_new (guint max_nodes, const CyanHotLimits *hot, CyanBudget *budget);
void cyan_merge_free (CyanMerge *self);

/* Adds @part, which @name stands for in messages.  Fails with CYAN_ERROR_MISMATCH if a metric has
 * another unit than before, if no metric is left that all have, if only some of the parts are
 * sampled, or if a part was pruned by a metric that is not the first of all; and at a limit.  After
 * that the merge can only be freed. */
gboolean cyan_merge_add (CyanMerge *self,
                         const CyanProfile *part,
                         const char *name,
                         const CyanTick *tick,
                         GError **error);

/* Keeps what came from which host; before the first part.  Hosts of one name are one. */
void cyan_merge_keep_hosts (CyanMerge *self);
/* The host of the parts that follow, unless they know their hosts themselves, when hosts are kept. */
void cyan_merge_set_host (CyanMerge *self, const char *host);

/* Counts a part that could not be read. */
void cyan_merge_add_unread (CyanMerge *self);

/* The parts so far; one that was merged itself counts as one. */
guint cyan_merge_n_parts (const CyanMerge *self);

/* A note, and who has it. */
typedef struct
{
  char *text;
  char *first; /* the name of the first part that has it */
  guint n_parts;
  guint last; /* the number of the last one, from 1 on */
} CyanMergeNote;

/* The notes so far, sorted; the array belongs to @self. */
const CyanMergeNote *cyan_merge_notes (const CyanMerge *self, guint *n);

/* The sum of all parts, of which there must be one.  Fails with CYAN_ERROR_LIMIT if it is too large a
 * number.  The merge can only be freed then. */
CyanProfile *cyan_merge_finish (CyanMerge *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMerge, cyan_merge_free)
