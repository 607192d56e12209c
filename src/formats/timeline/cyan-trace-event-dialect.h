/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What programs that write trace events do each in their own way: names of Python functions with
 * their place in them, numbers as strings, events that sum up others, events that are no calls.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-json.h"

G_BEGIN_DECLS

/* For CyanFormat.sniff: the two forms of the whole. */
int cyan_trace_event_sniff (const char *head, gsize length);

/* Takes a name as VizTracer writes it, "parse (/home/me/app.py:12)", or PyTorch,
 * "app/parser.py(12): parse", apart: name, file and line of the definition.  A CyanFrameSplit. */
gboolean cyan_trace_event_split (CyanStrings *strings, CyanStr name, CyanFunction *function);

/* Whether [@text, @text + @length) is a number as JSON writes them. */
gboolean cyan_trace_event_is_number (const char *text, gsize length);

/* Kinds of events that are no calls. */
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

CyanTraceEventKind cyan_trace_event_kind (char phase);

/* Of how many events of each kind were left out, as one note, or none. */
void cyan_trace_event_note_others (CyanProfileBuilder *builder,
                                   const guint64 n_others[CYAN_TRACE_EVENT_N_KINDS]);

/* What tells events that sum up others, and would count their time twice. */
typedef struct
{
  const char *name;
  const char *category;
  const char *process;
  gboolean has_average; /* "avg ms" in its arguments */
} CyanTraceEventSigns;

/* Clang's "Total Frontend", each on a thread of its own, and PyTorch's span of the whole trace. */
gboolean cyan_trace_event_sums_up (const CyanTraceEventSigns *signs);

/* Reads what a recorder says about itself, an object, into the meta data of @builder: uftrace its
 * "version", "command_line" and "recorded_time", VizTracer its "version".  @producer goes in front
 * of the version.  Sets *@overflowed where it says that it lost calls. */
gboolean cyan_trace_event_read_metadata (CyanJson *json,
                                         CyanProfileBuilder *builder,
                                         const char *producer,
                                         gboolean *overflowed,
                                         GError **error);

G_END_DECLS
