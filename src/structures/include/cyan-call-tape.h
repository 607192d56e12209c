/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calls of a recording, without their times.
 *
 * A recording is read once; structures are made from its tape, one after the other, so that the
 * time of each can be measured.  An event takes four bytes, a call and its end eight.
 */
#pragma once

#include "cyan-call-sink.h"
#include "cyan-tick.h"

typedef struct _CyanCallTape CyanCallTape;

/* Default limit of calls. */
#define CYAN_MAX_CALLS 100000000u

/* A receiver of the calls of a tape.  Threads and functions are those of the sink that wrote it. */
typedef struct
{
  void (*enter) (gpointer self, guint thread, guint32 function);
  /* Ends the innermost open call of @thread, of which there is one. */
  void (*leave) (gpointer self, guint thread);
} CyanCallTaker;

/* @max_calls: 0 means CYAN_MAX_CALLS. */
CyanCallTape *cyan_call_tape_new (guint max_calls);
void cyan_call_tape_free (CyanCallTape *self);

/* Begins a call.  Fails with CYAN_ERROR_LIMIT. */
gboolean cyan_call_tape_enter (CyanCallTape *self, guint thread, guint32 function, GError **error);
/* Ends the innermost open call of @thread; does nothing if there is none. */
void cyan_call_tape_leave (CyanCallTape *self, guint thread);

guint64 cyan_call_tape_n_calls (const CyanCallTape *self);

/* Gives all calls to @self_of_taker, in the order of the recording.  Fails only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_call_tape_play (const CyanCallTape *self,
                              const CyanCallTaker *taker,
                              gpointer self_of_taker,
                              const CyanTick *tick,
                              GError **error);

/* A sink that makes the whole tree in @builder and writes each call on @tape, which is borrowed. */
CyanCallSink *cyan_call_tape_sink_new (CyanProfileBuilder *builder, CyanCallTape *tape);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallTape, cyan_call_tape_free)
