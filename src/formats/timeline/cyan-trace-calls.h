/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The events of a trace that are calls, on their way to a timeline; all others are counted.
 */
#pragma once

#include "cyan-timeline.h"
#include "cyan-trace-event-dialect.h"
#include "cyan-trace-event.h"

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;
  CyanTimeline *timeline; /* owned */
  GArray *sources;        /* clang's asynchronous events that are open */
  GPtrArray *processes;   /* labels */
  GPtrArray *threads;

  guint64 n_calls;                            /* events that begin or end calls */
  guint64 n_slices;                           /* complete events */
  guint64 n_open;                             /* complete events without a duration */
  guint64 n_nameless;                         /* calls without a name */
  guint64 n_sums;                             /* events that summarise others */
  guint64 n_others[CYAN_TRACE_EVENT_N_KINDS]; /* events that are not calls */
  guint64 n_negative;                         /* negative durations */
} CyanTraceCalls;

void cyan_trace_calls_init (CyanTraceCalls *self, CyanProfileBuilder *builder);
void cyan_trace_calls_clear (CyanTraceCalls *self);

/* Takes an event that is not empty. */
gboolean cyan_trace_calls_take (CyanTraceCalls *self, CyanTraceEvent *event, GError **error);

/* Adds all calls to the builder. */
gboolean cyan_trace_calls_finish (CyanTraceCalls *self, const CyanTick *tick, GError **error);
/* Adds the notes, and the names of processes and threads. */
void cyan_trace_calls_describe (CyanTraceCalls *self);
