/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Internals of a timeline: its threads, and its parts in the order in which they build on each
 * other: stacks of open calls, slices, waiting marks.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-timeline.h"

/* An open call.  Slices use @end, begun calls use @start. */
typedef struct
{
  CyanStr name;
  gint64 start;
  gint64 end;
  gint64 inner;      /* ns spent in nested calls that are complete */
  gboolean is_loose; /* see CyanTimelineSlice */
} CyanTimelineCall;

typedef struct
{
  gint64 start;
  gint64 length;
  CyanStr name;
  guint is_open : 1;  /* its length is unknown: at most up to the end of the thread */
  guint is_loose : 1; /* it may outlast the one in which it starts, which then ends there */
} CyanTimelineSlice;

/* A waiting beginning or end of a call. */
typedef struct
{
  gint64 time;
  CyanStr name; /* of an end: may be CYAN_STR_EMPTY */
  guint32 key;  /* thread * 2, plus 1 for an end */
} CyanTimelineMark;

/* Bytes charged for a waiting mark: itself, and its name in the list of calls that seem to be
 * open. */
#define CYAN_TIMELINE_MARK_BYTES (sizeof (CyanTimelineMark) + sizeof (CyanStr))

/* Counts of repairs to beginnings and ends. */
typedef struct
{
  guint64 n_stray;      /* ends without a beginning */
  guint64 n_cut;        /* calls that ended with the call around them */
  guint64 n_unfinished; /* calls still open at the end of the file */
  guint64 n_backwards;  /* times that were raised to the previous one */
} CyanTimelineRepairs;

/* What happened at the latest time of a thread.  Ends of the same time may stand in any order, and
 * the end of a call of length 0 ahead of its beginning. */
typedef struct
{
  gint64 time;
  GHashTable *cut;   /* number of calls by name that ended with the one around them; or NULL */
  GHashTable *early; /* number of ends by name that had no call; or NULL */
} CyanTimelineTies;

typedef enum
{
  CYAN_THREAD_FRESH,     /* its marks are kept in the timeline */
  CYAN_THREAD_STREAMING, /* beginnings and ends are applied as they come */
  CYAN_THREAD_DEFERRED,  /* it keeps its marks until the end of the file */
} CyanThreadState;

typedef struct
{
  CyanThreadState state;
  GArray *open;      /* of CyanTimelineCall */
  GArray *names;     /* of CyanStr: calls that seem to be open while marks wait; only a hint */
  GArray *marks;     /* of CyanTimelineMark, or NULL */
  GArray *slices;    /* of CyanTimelineSlice, or NULL */
  gboolean begun;    /* cyan_timeline_begin() was called */
  gboolean unsorted; /* a mark is earlier than the previous one */
  gint64 last;       /* time of the latest mark; G_MININT64: none */
  gint64 end;        /* latest time of any event on the thread; G_MININT64: none */
  guint most_open;   /* maximum number of open calls so far */
  CyanTimelineTies ties;

  /* Number of open calls by name, or NULL.  Kept from the first end on that does not match the
   * innermost call, so that a deep stack is not searched for every stray end. */
  GHashTable *n_open;
} CyanTimelineThread;

struct _CyanTimeline
{
  CyanProfileBuilder *builder;
  CyanCallSink *sink; /* of the builder */
  CyanCharge charge;  /* of waiting marks and open calls on all threads */
  CyanFrames frames;
  guint metric;
  const char *metric_name; /* before it is added */
  gboolean counts;         /* the metric is calls */

  GArray *threads; /* of CyanTimelineThread */
  GHashTable *thread_indices;
  guint64 last_key;
  guint last_thread;
  GArray *marks; /* of CyanTimelineMark: marks of fresh threads in the order of the file; NULL
                    after flushing */

  guint64 n_calls;
  CyanTimelineRepairs repairs;
  guint64 n_overlaps;
  guint64 n_sorted; /* marks that were not in the order of their times */
  gint64 end;       /* latest time of any event; G_MININT64: none */
  gint64 rounding;  /* ns by which a slice may outlast the slice around it */
};

static inline CyanTimelineThread *
cyan_timeline_get_thread (const CyanTimeline *self, guint thread)
{
  return &g_array_index (self->threads, CyanTimelineThread, thread);
}

/* Stacks of open calls. */

/* Begins a call of @name in the sink; ends it, with its own time.  Slices of a thread have a thread of
 * their own there. */
gboolean cyan_timeline_enter (CyanTimeline *self, guint thread, CyanStr name, GError **error);
void cyan_timeline_leave (CyanTimeline *self, guint thread, gint64 own);
/* The number of the slices of @thread in the sink. */
guint cyan_timeline_slices_number (const CyanTimeline *self, const CyanTimelineThread *thread);

/* Push begins a call of @name.  Pop ends the innermost open call of @name, or any if @name is
 * empty.  Repairs are counted. */
gboolean cyan_timeline_push (
    CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name, GError **error);
void cyan_timeline_pop (CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name);
/* Sets *@name to the innermost open call.  Returns FALSE if there is none. */
gboolean cyan_timeline_top (const CyanTimelineThread *thread, CyanStr *name);
/* Ends all open calls at the end of @thread. */
void cyan_timeline_close (CyanTimeline *self, CyanTimelineThread *thread);

/* Adds @change to the number of open calls of @name. */
void cyan_open_names_add (GHashTable *counts, CyanStr name, gint change);

void cyan_timeline_ties_clear (CyanTimelineTies *self);
/* Says that a call of @name ended at @time with the one around it. */
void cyan_timeline_ties_cut (CyanTimelineTies *self, gint64 time, CyanStr name);
/* Whether the end of @name at @time, which is not that of the innermost call, is that of such a call. */
gboolean cyan_timeline_ties_end (CyanTimelineTies *self, gint64 time, CyanStr name);
/* Says that the end of @name at @time has no call.  One may follow. */
void cyan_timeline_ties_stray (CyanTimelineTies *self, gint64 time, CyanStr name);
/* Whether the end of the call of @name that begins at @time came before it. */
gboolean cyan_timeline_ties_begin (CyanTimelineTies *self, gint64 time, CyanStr name);

/* Complete slices, which are not pushed on a stack but nested all at once. */

/* Sorts by start, outer slices before inner ones.  The sort is stable and, unlike g_array_sort(),
 * can be cancelled. */
gboolean cyan_timeline_sort (GArray *slices, const CyanTick *tick, GError **error);
/* Nests the slices of a thread by time and adds their nodes.  Of two equal slices the first is the
 * outer one.  But if slices were recorded as they ended, the last is; @is_mixed, some slices are
 * made from marks, excludes that. */
gboolean cyan_timeline_nest (CyanTimeline *self,
                             CyanTimelineThread *thread,
                             gboolean is_mixed,
                             const CyanTick *tick,
                             GError **error);

/* Marks: they wait, and are then applied to the stacks or turned into slices. */

/* Adds a mark that waits. */
void
cyan_timeline_keep (CyanTimeline *self, guint index, gint64 time, CyanStr name, gboolean is_end);
/* Stops waiting.  Applies the marks of threads that have only marks in the order of their times;
 * moves all others to their threads. */
gboolean cyan_timeline_flush (CyanTimeline *self, GError **error);
/* Turns the marks and slices of @thread into nodes and frees them. */
gboolean cyan_timeline_finish_thread (CyanTimeline *self,
                                      CyanTimelineThread *thread,
                                      const CyanTick *tick,
                                      GError **error);
