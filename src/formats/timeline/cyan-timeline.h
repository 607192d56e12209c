/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a tree of the begin and end events of calls on threads.
 *
 * Each thread has a stack of its own.  All threads share one tree, in which calls of one context
 * add up.  The first CYAN_TIMELINE_WAITING events are kept and examined together.  After them a
 * thread uses its events as they come, unless they are not in the order of their times or it has
 * complete slices as well: then it keeps them until the end (16 bytes each).  Complete slices are
 * kept (24 bytes each) and nested by time at the end.  Events that do not fit are repaired and
 * counted in the warnings of the profile.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-profile-builder.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct _CyanTimeline CyanTimeline;

/* Times may lie in ±CYAN_TIMELINE_MAX nanoseconds, and no slice is longer. */
#define CYAN_TIMELINE_MAX G_GINT64_CONSTANT (4000000000000000000)

/* The length of a slice that ends with the one around it, or else with its thread. */
#define CYAN_TIMELINE_OPEN (-1)

/* Beginnings and ends that wait until it is known what else their threads have. */
#define CYAN_TIMELINE_WAITING (1024u * 1024)

/* @builder is borrowed; gets the metric "time" in "ns". */
CyanTimeline *cyan_timeline_new (CyanProfileBuilder *builder);
/* The same where there are no times: all are 0, beginnings and ends stand as they happened, and
 * there are no slices.  The metric is "calls" in "count", of which each call has one. */
CyanTimeline *cyan_timeline_new_without_time (CyanProfileBuilder *builder);
void cyan_timeline_free (CyanTimeline *self);

/* Before the first event: @split takes names apart. */
void cyan_timeline_set_split (CyanTimeline *self, CyanFrameSplit split);

/* The number of the thread that goes by @key, added if new. */
guint cyan_timeline_thread (CyanTimeline *self, guint64 key);

/* A call of @name begins at @time on @thread.  A time before the thread's last one is sorted in, or
 * counts as that one, here and below.  FALSE with CYAN_ERROR_LIMIT when there are too many nodes.
 */
gboolean
cyan_timeline_begin (CyanTimeline *self, guint thread, gint64 time, CyanStr name, GError **error);

/* The innermost call ends. */
void cyan_timeline_end (CyanTimeline *self, guint thread, gint64 time);
/* The innermost open call of that name ends, and with it the calls within that have no end of their
 * own, as after a longjmp.  Without such a call nothing happens.  The empty name is any.  @text has
 * @length bytes and a NUL. */
void cyan_timeline_end_text (
    CyanTimeline *self, guint thread, gint64 time, const char *text, gsize length);

/* A call of @name from @start on for @length, which is CYAN_TIMELINE_OPEN or not negative. */
void
cyan_timeline_slice (CyanTimeline *self, guint thread, gint64 start, gint64 length, CyanStr name);

/* Something else is known to have happened on @thread at @time, so that it lasts to then at least.
 */
void cyan_timeline_extend (CyanTimeline *self, guint thread, gint64 time);

/* Ends what is open at its thread's last time, nests the slices, and adds the warnings.  To be
 * called once.  CYAN_ERROR_LIMIT when there are too many nodes, CYAN_ERROR_CANCELLED when @tick
 * says stop. */
gboolean cyan_timeline_finish (CyanTimeline *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTimeline, cyan_timeline_free)

G_END_DECLS
