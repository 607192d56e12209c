/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inside a timeline: its threads, and the parts it is made of.  Each uses those that stand above it
 * here: the stacks of open calls, the slices, and the marks that wait.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-timeline.h"

G_BEGIN_DECLS

/* An open call.  end is used by slices, start by begun calls. */
typedef struct
{
  CyanNode node;
  CyanStr name;
  gint64 start;
  gint64 end;
  gint64 inner; /* nanoseconds of the calls within that are complete */
} CyanTimelineCall;

typedef struct
{
  gint64 start;
  gint64 length;
  CyanStr name;
  gboolean is_open; /* its length is not known: at most that to the end of the thread */
} CyanTimelineSlice;

/* A beginning or an end that waits. */
typedef struct
{
  gint64 time;
  CyanStr name; /* of an end: CYAN_STR_EMPTY where it has none */
  guint32 key;  /* thread * 2, plus 1 for an end */
} CyanTimelineMark;

/* What a mark that waits is charged for: itself, and its name among those that seem to be open. */
#define CYAN_TIMELINE_MARK_BYTES (sizeof (CyanTimelineMark) + sizeof (CyanStr))

/* What was wrong with beginnings and ends, and was repaired. */
typedef struct
{
  guint64 n_stray;      /* ends without a beginning */
  guint64 n_cut;        /* calls that ended with one around them */
  guint64 n_unfinished; /* calls still open at the end */
  guint64 n_backwards;  /* times moved up to the one before */
} CyanTimelineRepairs;

typedef enum
{
  CYAN_THREAD_FRESH,     /* its marks are among the timeline's */
  CYAN_THREAD_STREAMING, /* beginnings and ends are used up as they come */
  CYAN_THREAD_DEFERRED,  /* it keeps its marks until the end */
} CyanThreadState;

typedef struct
{
  CyanThreadState state;
  GArray *open;      /* of CyanTimelineCall */
  GArray *names;     /* of CyanStr: what seems to be open while marks wait; a help and no more */
  GArray *marks;     /* of CyanTimelineMark, or NULL */
  GArray *slices;    /* of CyanTimelineSlice, or NULL */
  gboolean begun;    /* had a cyan_timeline_begin() */
  gboolean unsorted; /* a mark lies before the one ahead of it */
  gint64 last;       /* time of the latest mark; G_MININT64 before the first */
  gint64 end;        /* latest time of anything on the thread; the same */
  guint most_open;   /* calls that were open at a time: what open has room for */

  /* How many calls of a name are open, kept from the first end on that misses its call, so that a
   * stack a million deep is not searched for every stray end.  Or NULL. */
  GHashTable *n_open;
} CyanTimelineThread;

struct _CyanTimeline
{
  CyanProfileBuilder *builder;
  CyanCharge charge; /* of what waits and is open on all threads */
  CyanFrames frames;
  guint metric;
  gboolean counts; /* the metric is calls */

  GArray *threads; /* of CyanTimelineThread */
  GHashTable *thread_indices;
  guint64 last_key;
  guint last_thread;
  GArray *marks; /* of CyanTimelineMark, of fresh threads in the order of the file; NULL: no more */

  guint64 n_calls;
  CyanTimelineRepairs repairs;
  guint64 n_overlaps;
  guint64 n_sorted; /* marks that stood out of the order of their times */
  gint64 end;       /* latest time of anything at all; G_MININT64 before the first */
  gint64 rounding;  /* ns by which a slice may be longer than the one around it */
};

static inline CyanTimelineThread *
cyan_timeline_get_thread (const CyanTimeline *self, guint thread)
{
  return &g_array_index (self->threads, CyanTimelineThread, thread);
}

/* The stack of open calls of each thread. */

/* The node of a call of @name below @parent, in which the call is counted. */
CyanNode cyan_timeline_enter (CyanTimeline *self, CyanNode parent, CyanStr name, GError **error);

/* A call of @name begins, and the innermost open call of @name, or any if that is empty, ends.
 * Repairs are counted. */
gboolean cyan_timeline_push (
    CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name, GError **error);
void cyan_timeline_pop (CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name);
/* The name of the innermost open call.  FALSE if there is none. */
gboolean cyan_timeline_top (const CyanTimelineThread *thread, CyanStr *name);
/* Ends what is open on @thread at its end. */
void cyan_timeline_close (CyanTimeline *self, CyanTimelineThread *thread);

/* One more open call of @name, or one less. */
void cyan_open_names_add (GHashTable *counts, CyanStr name, gint change);

/* Complete slices, which are put on no stack but nested all at once. */

/* Sorts by start, outer slices before those within; of two that are equal the first stays first.
 * Can be stopped, unlike g_array_sort(). */
gboolean cyan_timeline_sort (GArray *slices, const CyanTick *tick, GError **error);
/* Nests the slices of a thread by time.  Of two that are equal the one that was recorded first is
 * the outer one; the last is where all slices were recorded as they ended, but not where some of
 * them are made from beginnings (@is_mixed). */
gboolean cyan_timeline_nest (
    CyanTimeline *self, GArray *slices, gboolean is_mixed, const CyanTick *tick, GError **error);

/* Beginnings and ends that wait, and then go to the stacks or among the slices. */

/* Lets a mark wait. */
void
cyan_timeline_keep (CyanTimeline *self, guint index, gint64 time, CyanStr name, gboolean is_end);
/* No more waiting: marks of threads that have nothing but beginnings and ends in the order of their
 * times are used up, the others go to their threads. */
gboolean cyan_timeline_flush (CyanTimeline *self, GError **error);
/* Makes nodes of the marks and slices of @thread and frees them. */
gboolean cyan_timeline_finish_thread (CyanTimeline *self,
                                      CyanTimelineThread *thread,
                                      const CyanTick *tick,
                                      GError **error);

G_END_DECLS
