/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a recording says, one call at a time.
 *
 * A reader of events writes into the sink of its builder (cyan_profile_builder_sink()) and knows
 * nothing of the structure that takes them: the whole tree of calling contexts, which is the
 * default, or one that is smaller.
 */
#pragma once

#include <glib.h>

typedef struct _CyanCallSink CyanCallSink;
typedef struct _CyanProfileBuilder CyanProfileBuilder;

/* Threads are numbered from 0 without large gaps; each has a stack of open calls.  Functions and
 * metrics are those of the builder. */
typedef struct
{
  /* Begins a call.  @calls is 1, or 0 for a frame of a sample.  Fails with CYAN_ERROR_LIMIT. */
  gboolean (*enter) (CyanCallSink *self,
                     guint thread,
                     guint32 function,
                     guint32 call_site,
                     guint calls,
                     GError **error);
  /* Ends the innermost open call, of which there is one. */
  void (*leave) (CyanCallSink *self, guint thread);
  /* Adds @value to the own value of the innermost open call. */
  void (*add) (CyanCallSink *self, guint thread, guint metric, double value);
  /* Adds all nodes to the builder, to which no more events come.  NULL: they are there. */
  gboolean (*finish) (CyanCallSink *self, GError **error);
  void (*free) (CyanCallSink *self);
  /* The node of the innermost open call in the builder, the root without one.  NULL: calls have no
   * nodes before the end. */
  guint32 (*node) (CyanCallSink *self, guint thread);
} CyanCallSinkClass;

/* The beginning of each kind of sink. */
struct _CyanCallSink
{
  const CyanCallSinkClass *class;
  CyanProfileBuilder *builder; /* borrowed */
};

static inline gboolean
cyan_call_sink_enter (CyanCallSink *self,
                      guint thread,
                      guint32 function,
                      guint32 call_site,
                      guint calls,
                      GError **error)
{
  return self->class->enter (self, thread, function, call_site, calls, error);
}

static inline void
cyan_call_sink_leave (CyanCallSink *self, guint thread)
{
  self->class->leave (self, thread);
}

static inline void
cyan_call_sink_add (CyanCallSink *self, guint thread, guint metric, double value)
{
  self->class->add (self, thread, metric, value);
}

/* Of a sink whose calls have nodes. */
static inline guint32
cyan_call_sink_node (CyanCallSink *self, guint thread)
{
  return self->class->node (self, thread);
}

/* Adds @value to the context of the @n @functions, the outermost first: a sample, whose calls are
 * unknown.  @open, of guint32, has the functions that are open in thread 0, which no other events
 * use, and gets those of this sample: so only what differs from the last sample costs time. */
gboolean cyan_call_sink_sample (CyanCallSink *self,
                                GArray *open,
                                const guint32 *functions,
                                guint n,
                                guint metric,
                                double value,
                                GError **error);

/* A sink that makes the whole tree in @builder. */
CyanCallSink *cyan_exact_sink_new (CyanProfileBuilder *builder);
