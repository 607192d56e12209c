/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads one event of a trace: what all kinds of events have, without judging it.
 */
#pragma once

#include "cyan-v8-profile.h"

/* The members that an event has. */
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
  gboolean is_empty;
  char phase;
  gint64 time;   /* ns */
  gint64 length; /* ns */
  CyanStr pid, tid;
  GString *name, *category, *id;
  GString *label;        /* args.name */
  GString *detail;       /* args.detail */
  GString *url, *line;   /* args.url, args.line */
  gboolean has_average;  /* args["avg ms"] */
  gboolean is_hermes;    /* args.allocatedName */
  CyanV8Profile *sample; /* args.data: a part of a CPU profile */
} CyanTraceEvent;

CyanTraceEvent *cyan_trace_event_new (CyanProfileBuilder *builder, CyanJsonWalk *walk);
void cyan_trace_event_free (CyanTraceEvent *self);

/* Reads an event after its opening brace.  All parts of the last one are gone. */
gboolean cyan_trace_event_read (CyanTraceEvent *self, GError **error);

/* Reads microseconds, a number or a string, into nanoseconds. */
gboolean cyan_trace_read_time (CyanJson *json, const char *key, gint64 *ns, GError **error);
/* Reads the number of a process or thread. */
gboolean cyan_trace_read_part (
    CyanTraceEvent *self, const char *key, CyanTracePart *last, CyanStr *number, GError **error);

static inline guint64
cyan_trace_thread_key (CyanStr pid, CyanStr tid)
{
  return (guint64) pid << 32 | tid;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTraceEvent, cyan_trace_event_free)
