/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From beginnings and ends of calls on threads to a tree.
 *
 * Each thread has its own stack, and all hang below the root of one tree, where calls of one
 * context add up whatever their thread.  Beginnings and ends are used up as they come; complete
 * slices are kept (24 bytes each) and nested by time at the end.  What does not fit is repaired,
 * counted, and told in the profile's warnings.
 */
#pragma once

#include "cyan-profile-builder.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct _CyanTimeline CyanTimeline;

/* Times may lie in ±CYAN_TIMELINE_MAX nanoseconds, and no slice is longer. */
#define CYAN_TIMELINE_MAX G_GINT64_CONSTANT (4000000000000000000)

/* @builder is borrowed; gets the metric "time" in "ns". */
CyanTimeline *cyan_timeline_new (CyanProfileBuilder *builder);
void cyan_timeline_free (CyanTimeline *self);

/* The number of the thread that goes by @key, added if new. */
guint cyan_timeline_thread (CyanTimeline *self, guint64 key);

/* A call of @name begins at @time on @thread.  A time before the thread's last one counts as that
 * one, here and below.  FALSE with CYAN_ERROR_LIMIT when there are too many nodes. */
gboolean
cyan_timeline_begin (CyanTimeline *self, guint thread, gint64 time, CyanStr name, GError **error);

/* The name of the innermost open call, or NULL. */
const char *cyan_timeline_innermost (const CyanTimeline *self, guint thread);

/* The innermost call ends. */
void cyan_timeline_end (CyanTimeline *self, guint thread, gint64 time);
/* The innermost open call of @name ends, and with it the calls within that have no end of their
 * own, as after a longjmp.  Without such a call nothing happens. */
void cyan_timeline_end_named (CyanTimeline *self, guint thread, gint64 time, CyanStr name);

/* A call of @name from @start on for @length. */
void
cyan_timeline_slice (CyanTimeline *self, guint thread, gint64 start, gint64 length, CyanStr name);

/* Ends what is open, nests the slices, and adds the warnings.  To be called once.  CYAN_ERROR_LIMIT
 * when there are too many nodes, CYAN_ERROR_CANCELLED when @tick says stop. */
gboolean cyan_timeline_finish (CyanTimeline *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTimeline, cyan_timeline_free)

G_END_DECLS
