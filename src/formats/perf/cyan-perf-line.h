/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses the lines of `perf script`: heads of samples, frames, source locations.
 *
 * The fields of a line depend on perf's -F and on what was recorded, and the file does not name
 * them.  Each function here looks at one line alone.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of a line; it is not terminated. */
typedef struct
{
  const char *text;
  gsize length;
} CyanPerfText;

typedef enum
{
  CYAN_PERF_HEAD_NONE,   /* no head of a sample */
  CYAN_PERF_HEAD_WEAK,   /* one if nothing but a command's name was asked for */
  CYAN_PERF_HEAD_SAMPLE, /* one by its fields */
  CYAN_PERF_HEAD_RECORD, /* another record than a sample, such as PERF_RECORD_MMAP; in event */
  CYAN_PERF_HEAD_PERIOD, /* the period is not a number; its text is in event */
} CyanPerfHeadKind;

/* The head of a sample.  A part that is not there has length 0. */
typedef struct
{
  CyanPerfText command;
  gboolean has_time;
  gboolean has_thread;
  gint64 process; /* -1 if it is not printed or perf does not know it */
  gint64 thread;
  gboolean has_period;
  guint64 period;
  CyanPerfText event; /* without its colon */
  CyanPerfText rest;  /* after the event: a frame, or the fields of a tracepoint */
} CyanPerfHead;

/* A frame. */
typedef struct
{
  guint64 address;
  CyanPerfText symbol; /* without offset; length 0 where there is but an address */
  CyanPerfText module; /* the whole path; length 0 unknown */
  gboolean inlined;
} CyanPerfFrame;

/* Takes apart [@line, @line + @length), which holds no line break. */
CyanPerfHeadKind cyan_perf_parse_head (const char *line, gsize length, CyanPerfHead *head);

/* The same for a frame, with or without white space before its address. */
gboolean cyan_perf_parse_frame (const char *line, gsize length, CyanPerfFrame *frame);

/* The frame in the rest of a head, where perf prints it if the event was recorded without stacks.
 */
gboolean cyan_perf_parse_inline_frame (CyanPerfText rest, CyanPerfFrame *frame);

/* The line that +srcline puts below a frame.  FALSE if it is none.  @file has length 0 where perf
 * does not know the source. */
gboolean
cyan_perf_parse_source (const char *line, gsize length, CyanPerfText *file, gboolean *inlined);

/* The file name in the path of a module; a process number in it, as in perf-12.map of programs that
 * make code as they run, is left out by way of @buffer. */
CyanPerfText cyan_perf_module_name (CyanPerfText path, char *buffer, gsize size);

G_END_DECLS
