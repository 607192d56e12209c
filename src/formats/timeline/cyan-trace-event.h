/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the reader of trace events. */
#pragma once

#include "cyan-frames.h"
#include "cyan-json.h"
#include "cyan-timeline.h"
#include "cyan-v8-profile.h"
#include "cyan-scratch.h"

/* ---- differences between the programs that write trace events ---- */

/* Splits a name of VizTracer, "parse (/home/me/app.py:12)", or of PyTorch, "app/parser.py(12):
 * parse", into name, file and line of the definition.  A CyanFrameSplit. */
gboolean cyan_trace_event_split (CyanStrings *strings, CyanStr name, CyanFunction *function);

/* Splits a name of Hermes, "parse(app.bundle:12:34)".  @text has @length bytes and a NUL. */
gboolean cyan_trace_event_split_hermes (CyanStrings *strings,
                                        const char *text,
                                        gsize length,
                                        CyanFunction *function);

/* Whether [@text, @text + @length) is a JSON number. */
gboolean cyan_trace_event_is_number (const char *text, gsize length);

/* Kinds of events that are not calls. */
typedef enum
{
  CYAN_TRACE_EVENT_ASYNCHRONOUS,
  CYAN_TRACE_EVENT_FLOW,
  CYAN_TRACE_EVENT_COUNTER,
  CYAN_TRACE_EVENT_INSTANT,
  CYAN_TRACE_EVENT_SAMPLE,
  CYAN_TRACE_EVENT_OTHER,
  CYAN_TRACE_EVENT_N_KINDS,
} CyanTraceEventKind;

/* ---- one event: what all kinds of events have, without judging it ---- */

/* The members that an event has, and that are not null. */
enum
{
  CYAN_TRACE_EVENT_PH = 1 << 0,
  CYAN_TRACE_EVENT_TS = 1 << 1,
  CYAN_TRACE_EVENT_DUR = 1 << 2,
  CYAN_TRACE_EVENT_NAME = 1 << 3,
  CYAN_TRACE_EVENT_PID = 1 << 4,
  CYAN_TRACE_EVENT_TID = 1 << 5,
  CYAN_TRACE_EVENT_ARGS = 1 << 6,
  CYAN_TRACE_EVENT_CAT = 1 << 7,
  CYAN_TRACE_EVENT_ID = 1 << 8,
};

/* A part of a thread's key, with its previous text. */
typedef struct
{
  GString *text;
  CyanStr number;
} CyanTracePart;

/* An event, and what is kept from one event to the next. */
typedef struct
{
  CyanJsonWalk *walk; /* borrowed */
  CyanJson *json;     /* of the walk */
  CyanStrings *parts; /* the texts of pids and tids */
  CyanTracePart last_pid, last_tid;
  GHashTable *odd_keys; /* keys that this reader does not use */

  guint seen; /* CYAN_TRACE_EVENT_* */
  guint keys; /* the same, also those that are null */
  gboolean is_empty;
  gboolean has_null_time; /* "ts" is there, but null */
  gboolean has_time;      /* a "ts" was read, of any event or sample */
  gint64 origin;          /* us; of the first of them, if it is out of range; else 0 */
  guint64 n_twice;        /* keys that were in their event before, of all events */
  char phase;
  gint64 time;   /* ns */
  gint64 length; /* ns */
  CyanStr pid, tid;
  union
  {
    struct
    {
      GString *name, *category, *id;
      GString *label;      /* args.name */
      GString *detail;     /* args.detail */
      GString *url, *line; /* args.url, args.line */
    };
    GString *texts[7];
  };
  gboolean has_average;  /* args["avg ms"] */
  gboolean is_hermes;    /* args.allocatedName */
  CyanV8Profile *sample; /* args.data: a part of a CPU profile */
} CyanTraceEvent;

/* It lives as long as @scratch, as do the others below. */
CyanTraceEvent *
cyan_trace_event_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanJsonWalk *walk);

/* Reads an event after its opening brace.  All parts of the last one are gone. */
gboolean cyan_trace_event_read (CyanTraceEvent *self, GError **error);

/* Takes a "ts", microseconds as a number or a string whose @token was just read, as nanoseconds.
 * They count from the first one of the trace if that is out of the range of a timeline. */
gboolean
cyan_trace_event_read_time (CyanTraceEvent *self, CyanJsonToken token, gint64 *ns, GError **error);
/* Takes a process or thread, whose @token was just read: a number, or the text that some programs
 * write. */
gboolean cyan_trace_read_part (CyanTraceEvent *self,
                               CyanJsonToken token,
                               const char *key,
                               CyanTracePart *last,
                               CyanStr *number,
                               GError **error);

static inline guint64
cyan_trace_thread_key (CyanStr pid, CyanStr tid)
{
  return (guint64) pid << 32 | tid;
}

/*
 * The events of a trace that are calls, on their way to a timeline; all others are counted.
 */

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;
  CyanTimeline *timeline; /* owned */
  GArray *sources;        /* clang's asynchronous events that are open */
  GPtrArray *processes;   /* labels */
  GPtrArray *threads;
  GHashTable *names; /* CyanStr of threads and processes by key; NULL: no pieces are wanted */

  guint64 n_calls;                            /* events that begin or end calls */
  guint64 n_slices;                           /* complete events */
  guint64 n_open;                             /* complete events without a duration */
  guint64 n_nameless;                         /* calls without a name */
  guint64 n_sums;                             /* events that summarise others */
  guint64 n_timeless;                         /* calls whose time is null */
  guint64 n_others[CYAN_TRACE_EVENT_N_KINDS]; /* events that are not calls */
  guint64 n_negative;                         /* negative durations */
} CyanTraceCalls;

void
cyan_trace_calls_init (CyanTraceCalls *self, CyanScratch *scratch, CyanProfileBuilder *builder);

/* Takes an event that is not empty. */
gboolean cyan_trace_calls_take (CyanTraceCalls *self, CyanTraceEvent *event, GError **error);

/* Adds all calls to the builder. */
gboolean cyan_trace_calls_finish (CyanTraceCalls *self, const CyanTick *tick, GError **error);
/* The origin of the pieces of a thread until cyan_trace_calls_set_origins(). */
guint32 cyan_trace_calls_origin (CyanTraceCalls *self, guint64 key);
/* Names the threads and processes of all pieces, if they are wanted. @parts are those of events. */
void cyan_trace_calls_set_origins (CyanTraceCalls *self, CyanStrings *parts);
/* Adds the notes, and the names of processes and threads. */
void cyan_trace_calls_describe (CyanTraceCalls *self);

/*
 * The "samples" of a trace, whose stacks are in "stackFrames": those of Hermes, and of perf in
 * Chrome's traces.  See "Global samples" and "Stack frames" in the definition of the trace event
 * format.
 *
 * A frame names its parent.  The time between two samples of a thread belongs to the earlier one,
 * unless they were taken by processor, as perf does.
 */

typedef struct _CyanTraceSamples CyanTraceSamples;

CyanTraceSamples *
cyan_trace_samples_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanTraceEvent *event);

/* Read the values of "stackFrames" and "samples". */
gboolean cyan_trace_samples_read_frames (CyanTraceSamples *self, GError **error);
gboolean cyan_trace_samples_read (CyanTraceSamples *self, GError **error);

guint cyan_trace_samples_n (const CyanTraceSamples *self);

/* Whether times between the samples of a thread are those of the thread.  Those of processors say
 * nothing of when it waited. */
gboolean cyan_trace_samples_have_times (const CyanTraceSamples *self);
/* Adds all samples to the builder, with a metric for the weights of each event if one is not 1, and
 * sets the number of threads. */
gboolean cyan_trace_samples_build (CyanTraceSamples *self,
                                   CyanTraceCalls *calls,
                                   CyanV8Sums *sums,
                                   GError **error);

/*
 * The CPU profiles in Chrome's traces: samples of V8 in "Profile" and "ProfileChunk" events, or,
 * before Chrome 68, in one "CpuProfile" event each.
 *
 * A profile, which is one of a thread, is known by its process and "id".  Its chunks may be in any
 * order.  Chunks without a "Profile" event are those of a recording before this one.
 */

typedef struct _CyanChromeProfiles CyanChromeProfiles;

CyanChromeProfiles *
cyan_chrome_profiles_new (CyanScratch *scratch, CyanProfileBuilder *builder, CyanJsonWalk *walk);

/* Takes the event if it is one of these. */
gboolean cyan_chrome_profiles_take (CyanChromeProfiles *self, CyanTraceEvent *event);

/* Number of samples so far. */
guint64 cyan_chrome_profiles_n_samples (const CyanChromeProfiles *self);

/* Adds all profiles to the builder and sets the number of threads. */
gboolean cyan_chrome_profiles_build (CyanChromeProfiles *self,
                                     CyanTraceCalls *calls,
                                     CyanV8Sums *sums,
                                     GError **error);
