/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parses the lines of `perf script`: headers of samples, frames, source locations.
 *
 * The fields of a line depend on perf's -F and on what was recorded, and the file does not name
 * them.  Each function here parses a single line.
 */
#pragma once

#include <glib.h>

/* A part of a line, not NUL-terminated. */
typedef struct
{
  const char *text;
  gsize length;
} CyanPerfText;

typedef enum
{
  CYAN_PERF_HEAD_NONE,   /* not a header */
  CYAN_PERF_HEAD_WEAK,   /* a header if only the name of the command was printed */
  CYAN_PERF_HEAD_SAMPLE, /* certainly a header */
  CYAN_PERF_HEAD_RECORD, /* a record other than a sample, such as PERF_RECORD_MMAP; its text is
                            in event */
  CYAN_PERF_HEAD_PERIOD, /* the period is not a number; its text is in event */
} CyanPerfHeadKind;

/* The header of a sample.  A missing part has length 0. */
typedef struct
{
  CyanPerfText command;
  gboolean has_time;
  gboolean has_thread;
  gint64 process; /* -1: not printed, or unknown to perf */
  gint64 thread;
  gboolean has_period;
  guint64 period;
  CyanPerfText event; /* without the colon after it */
  CyanPerfText rest;  /* after the event: a frame, or the fields of a tracepoint */
} CyanPerfHead;

/* A frame of a stack. */
typedef struct
{
  guint64 address;
  CyanPerfText symbol; /* without the offset; length 0: only the address is known */
  CyanPerfText module; /* the full path; length 0: unknown */
  gboolean inlined;
} CyanPerfFrame;

/* Parses the header in [@line, @line + @length), which contains no line break.  @head refers to
 * @line. */
CyanPerfHeadKind cyan_perf_parse_head (const char *line, gsize length, CyanPerfHead *head);

/* Parses a frame, with or without white space before its address.  @frame refers to @line. */
gboolean cyan_perf_parse_frame (const char *line, gsize length, CyanPerfFrame *frame);

/* Parses the frame after a header, where perf prints it if the event was recorded without
 * stacks. */
gboolean cyan_perf_parse_inline_frame (CyanPerfText rest, CyanPerfFrame *frame);

/* Parses the line that +srcline prints below a frame.  Returns FALSE for any other line.  @file has
 * length 0 if perf does not know the source. */
gboolean
cyan_perf_parse_source (const char *line, gsize length, CyanPerfText *file, gboolean *inlined);

/* The name of the innermost method in @symbol, which perf-map-agent's option unfoldall writes as
 * "Lcaller;::a->Linlined;::b->Linlined;::c".  @symbol itself if it is not of this form; C++ names
 * such as "operator->" are not. */
CyanPerfText cyan_perf_innermost_method (CyanPerfText symbol);

/* The file name in the path of a module.  A process number in it, as in the perf-12.map of a JIT
 * compiler, is removed with the help of @buffer. */
CyanPerfText cyan_perf_module_name (CyanPerfText path, char *buffer, gsize size);
