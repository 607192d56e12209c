/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What V8's log of ticks says, whether it is the log itself or what `node --prof-process
 * --preprocess` makes of it: pieces of code, and ticks whose stacks are of them.
 */
#pragma once

#include "cyan-call-sink.h"
#include "cyan-line.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

typedef enum
{
  CYAN_V8_JS,      /* "parse /src/a.js:1:2" */
  CYAN_V8_LIBRARY, /* the path of a program or library, whose functions are not known */
  CYAN_V8_NATIVE,  /* a function of one, as nm writes it: "T main" */
  CYAN_V8_OTHER    /* V8's own, such as a builtin or a stub */
} CyanV8Code;

/* Code that is no function of its own: it runs what calls it. */
#define CYAN_V8_NO_FUNCTION G_MAXUINT32

/* The function of a piece of code, or CYAN_V8_NO_FUNCTION.  @kind is V8's word for what it made, such as "RegExp"; it is
 * a part of the name, unless the name alone says what runs. */
guint32
cyan_v8_code_function (CyanProfileBuilder *builder, CyanV8Code code, CyanLine kind, CyanLine name);

/* The function of a program counter that is in no code. */
guint32 cyan_v8_unknown_function (CyanProfileBuilder *builder);

/* Takes a field of V8's log up to a comma, which is taken, too, and sets @text to it without its
 * quotes and escapes.  FALSE if there is none, or its quotes do not end. */
gboolean cyan_v8_take_text (CyanLine *line, GString *text);

/* Adds ticks to a builder. */
typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  gboolean has_time;           /* there is a metric for times */
  guint time, count;           /* metrics: us, samples */
  double last;                 /* the time of the tick before, us */
  double interval;             /* us; 0: ticks have times of their own */
  GArray *open, *path;         /* see cyan_call_sink_sample() */
  CyanCharge charge;
} CyanV8Ticks;

/* They live as long as @scratch.  @interval is the time of a tick, in us, if ticks have none; then
 * 0: it is not known. */
void cyan_v8_ticks_init (CyanV8Ticks *self,
                         CyanScratch *scratch,
                         CyanProfileBuilder *builder,
                         gboolean have_times,
                         double interval);

/* Adds a tick of the @n @functions, the innermost first, to which the @time (us, from any start)
 * since the tick before belongs.  Without functions it is of an unknown one.  Fails with CYAN_ERROR_LIMIT. */
gboolean cyan_v8_ticks_add (
    CyanV8Ticks *self, double time, const guint32 *functions, guint n, GError **error);
