/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A timeline, which builds a tree from the begin and end events of calls on threads, and its parts
 * in the order in which they build on each other: stacks of open calls, slices, waiting marks.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-profile-builder.h"
#include "cyan-tick.h"

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

typedef struct _CyanTimeline CyanTimeline;

/* Limit of the absolute value of times, and of the length of slices, in nanoseconds. */
#define CYAN_TIMELINE_MAX G_GINT64_CONSTANT (4000000000000000000)

/* The length of a slice that ends with the slice around it, or else with its thread. */
#define CYAN_TIMELINE_OPEN (-1)

/* Number of events that are kept before threads are examined. */
#define CYAN_TIMELINE_WAITING (1024u * 1024)

/* Creates a timeline that adds the metric "time" in "ns" to @builder, which is borrowed, before the
 * first call.  If it is not @timed, all times are 0, events are in order, and there are no slices;
 * the metric is "calls" in "count", 1 for each call. */
CyanTimeline *cyan_timeline_new (CyanProfileBuilder *builder, gboolean timed);
void cyan_timeline_free (CyanTimeline *self);

/* Gives the metric another name, so that the builder can have a "time" of its own before it.  FALSE
 * if there are calls in the builder already. */
gboolean cyan_timeline_rename_metric (CyanTimeline *self, const char *name);

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

/* Adds a call of @name that starts at @start.  @length is CYAN_TIMELINE_OPEN or at least 0.  One
 * that @is_loose may outlast the slice in which it starts, which then ends there. */
void cyan_timeline_slice (
    CyanTimeline *self, guint thread, gint64 start, gint64 length, CyanStr name, gboolean is_loose);

/* Says that @thread existed at @time, so its open calls last at least until then. */
void cyan_timeline_extend (CyanTimeline *self, guint thread, gint64 time);

/* Ends open calls at the last time of their threads, nests the slices, and adds the warnings.  Call
 * it once.  Fails with CYAN_ERROR_LIMIT if there are too many nodes, and with CYAN_ERROR_CANCELLED
 * if @tick says stop. */
gboolean cyan_timeline_finish (CyanTimeline *self, const CyanTick *tick, GError **error);

/* The origin of a thread by its key. */
typedef guint32 (*CyanTimelineOrigin) (guint64 key, gpointer data);

/* Gives all pieces of the builder, whose origins are numbers of threads, those of their threads; NULL
 * for @origin_of: none.  Call it at the end, if pieces are wanted. */
void cyan_timeline_set_origins (CyanTimeline *self, CyanTimelineOrigin origin_of, gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTimeline, cyan_timeline_free)

/* ---- internals ---- */

/* An open call.  Slices use @end, begun calls use @start. */
typedef struct
{
  CyanStr name;
  gint64 start;
  gint64 end;
  gint64 inner;      /* ns spent in nested calls that are complete */
  gint64 resumed;    /* when it began, or the last of these ended */
  guint index;       /* in CyanTimelineThread.paired */
  gboolean is_loose; /* see CyanTimelineSlice */
} CyanTimelineCall;

typedef struct
{
  gint64 start;
  gint64 length;
  CyanStr name;
  guint is_open : 1;   /* its length is unknown: at most up to the end of the thread */
  guint is_loose : 1;  /* it may outlast the one in which it starts, which then ends there */
  guint n_before : 30; /* marks of its thread that stand before it in the file */
} CyanTimelineSlice;

/* The most that n_before can say. */
#define CYAN_TIMELINE_MAX_BEFORE ((1u << 30) - 1)

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

/* Calls and ends that do not pair, at the latest time of a thread.  Ends of the same time may stand
 * in any order, and the end of a call of length 0 ahead of its beginning. */
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
  guint64 key;
  CyanThreadState state;
  GArray *open;      /* of CyanTimelineCall */
  GArray *names;     /* of CyanStr: calls that seem to be open while marks wait; only a hint */
  GArray *marks;     /* of CyanTimelineMark, or NULL */
  GArray *slices;    /* of CyanTimelineSlice, or NULL */
  gboolean begun;    /* cyan_timeline_begin() was called */
  gboolean unsorted; /* a mark is earlier than the previous one */
  gint64 last;       /* time of the latest mark; G_MININT64: none */
  gint64 end;        /* latest time of any event on the thread; G_MININT64: none */
  guint n_marks;     /* marks so far, at most CYAN_TIMELINE_MAX_BEFORE */
  guint most_open;   /* maximum number of open calls so far */
  CyanTimelineTies ties;
  CyanTimelineRepairs *repairs; /* borrowed: where they are counted */
  GArray *paired; /* borrowed: gets the calls as CyanTimelineSlice, instead of the sink; or NULL */

  /* Number of open calls by name, or NULL.  Kept from the first end on that does not match the
   * innermost call, so that a deep stack is not searched for every stray end. */
  GHashTable *n_open;
} CyanTimelineThread;

struct _CyanTimeline
{
  CyanScratch kept; /* frees what is below */
  CyanProfileBuilder *builder;
  CyanCallSink *sink; /* of the builder */
  CyanPieces *pieces; /* of the builder; NULL: not wanted */
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

/* Begins a call of @name in the sink; ends it, with its own time.  Slices of a thread have a thread
 * of their own there. */
gboolean cyan_timeline_enter (CyanTimeline *self, guint thread, CyanStr name, GError **error);
void cyan_timeline_leave (CyanTimeline *self, guint thread, gint64 own);
/* Adds to the pieces, which are wanted, the time from @begin to @end that the innermost open call spends itself; and that
 * call, which lasts so long. */
void cyan_timeline_spend (CyanTimeline *self, guint thread, gint64 begin, gint64 end);
void cyan_timeline_called (CyanTimeline *self, guint thread, gint64 begin, gint64 end);
/* The number of the slices of @thread in the sink. */
guint cyan_timeline_slices_number (const CyanTimeline *self, const CyanTimelineThread *thread);

/* Begins or ends the call of @mark on @thread: an end is that of the innermost open call of its
 * name, or of any if it has none.  Repairs are counted. */
gboolean cyan_timeline_apply (CyanTimeline *self,
                              CyanTimelineThread *thread,
                              const CyanTimelineMark *mark,
                              GError **error);
/* Pairs @marks into @slices, of CyanTimelineSlice, in the order of their beginnings.  Calls without
 * an end last until the end of the timeline. */
void cyan_timeline_pair (CyanTimeline *self,
                         const GArray *marks,
                         GArray *slices,
                         CyanTimelineRepairs *repairs);

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
