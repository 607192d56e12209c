/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds a tree from the begin and end events of calls on threads.
 *
 * Each thread has its own stack.  All threads share one tree, in which calls with the same context
 * are merged.  The first CYAN_TIMELINE_WAITING events are kept and examined together.  Afterwards
 * events are applied as they come, except on threads whose events are out of order or that also
 * have complete slices.  These keep their events until the end of the file (16 bytes each).
 * Complete slices are kept (24 bytes each) and nested by time at the end.  Events that do not fit
 * are repaired, and the warnings of the profile count them.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-profile-builder.h"
#include "cyan-tick.h"

typedef struct _CyanTimeline CyanTimeline;

/* Limit of the absolute value of times, and of the length of slices, in nanoseconds. */
#define CYAN_TIMELINE_MAX G_GINT64_CONSTANT (4000000000000000000)

/* The length of a slice that ends with the slice around it, or else with its thread. */
#define CYAN_TIMELINE_OPEN (-1)

/* Number of events that are kept before threads are examined. */
#define CYAN_TIMELINE_WAITING (1024u * 1024)

/* Creates a timeline that adds the metric "time" in "ns" to @builder, which is borrowed, before the
 * first call. */
CyanTimeline *cyan_timeline_new (CyanProfileBuilder *builder);
/* The same without times: all times are 0, events are in order, and there are no slices.  The
 * metric is "calls" in "count", 1 for each call. */
CyanTimeline *cyan_timeline_new_without_time (CyanProfileBuilder *builder);
void cyan_timeline_free (CyanTimeline *self);

/* Gives the metric another name, so that the builder can have a "time" of its own before it.  FALSE
 * if there are calls in the builder already. */
gboolean cyan_timeline_rename_metric (CyanTimeline *self, const char *name);

/* Splits names with @split.  Call it before the first event. */
void cyan_timeline_set_split (CyanTimeline *self, CyanFrameSplit split);

/* The number of the thread with @key, added if new. */
guint cyan_timeline_thread (CyanTimeline *self, guint64 key);

/* Begins a call of @name on @thread at @time.  Here and below, a time before the previous one of
 * the thread is either sorted in or raised to the previous one.  Returns FALSE with
 * CYAN_ERROR_LIMIT if there are too many nodes. */
gboolean
cyan_timeline_begin (CyanTimeline *self, guint thread, gint64 time, CyanStr name, GError **error);

/* Ends the innermost call. */
void cyan_timeline_end (CyanTimeline *self, guint thread, gint64 time);
/* Ends the innermost open call named @text, or any call if @text is empty.  Calls within it that
 * have no end of their own, as after a longjmp, end with it.  Does nothing if there is no such
 * call.  @text has @length bytes and a NUL. */
void cyan_timeline_end_text (
    CyanTimeline *self, guint thread, gint64 time, const char *text, gsize length);

/* Adds a call of @name that starts at @start.  @length is CYAN_TIMELINE_OPEN or at least 0. */
void
cyan_timeline_slice (CyanTimeline *self, guint thread, gint64 start, gint64 length, CyanStr name);
/* The same with one that may outlast the slice in which it starts.  That one then ends there. */
void cyan_timeline_loose_slice (
    CyanTimeline *self, guint thread, gint64 start, gint64 length, CyanStr name);

/* Says that @thread existed at @time, so its open calls last at least until then. */
void cyan_timeline_extend (CyanTimeline *self, guint thread, gint64 time);

/* Ends open calls at the last time of their threads, nests the slices, and adds the warnings.  Call
 * it once.  Fails with CYAN_ERROR_LIMIT if there are too many nodes, and with CYAN_ERROR_CANCELLED
 * if @tick says stop. */
gboolean cyan_timeline_finish (CyanTimeline *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTimeline, cyan_timeline_free)
