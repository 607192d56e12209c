/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences between the programs that write trace events: Python names with source locations,
 * numbers as strings, events that summarise others, events that are not calls.
 */
#pragma once

#include "cyan-frames.h"
#include "cyan-json.h"

/* CyanFormat.sniff for both forms of the file. */
int cyan_trace_event_sniff (const char *head, gsize length);

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

CyanTraceEventKind cyan_trace_event_kind (char phase);

/* Adds one note that says how many events of each kind were left out, if any were. */
void cyan_trace_event_note_others (CyanProfileBuilder *builder,
                                   const guint64 n_others[CYAN_TRACE_EVENT_N_KINDS]);

/* The properties that identify events that summarise others.  Counting these would count time
 * twice. */
typedef struct
{
  const char *name;
  const char *category;
  const char *process;
  gboolean has_average; /* "avg ms" in its arguments */
} CyanTraceEventSigns;

/* Whether it is a summary: clang's "Total Frontend" and the like, which have threads of their own,
 * or PyTorch's span of the whole trace. */
gboolean cyan_trace_event_sums_up (const CyanTraceEventSigns *signs);

/* Reads the recorder's metadata, an object, into the meta data of @builder: uftrace's "version",
 * "command_line" and "recorded_time", VizTracer's "version".  @producer is put before the version.
 * Sets *@overflowed if it says that calls were lost. */
gboolean cyan_trace_event_read_metadata (CyanJson *json,
                                         CyanProfileBuilder *builder,
                                         const char *producer,
                                         gboolean *overflowed,
                                         GError **error);
