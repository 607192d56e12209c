/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sink that makes the whole tree: a node for each context. */
#include "cyan-call-sink.h"
#include "cyan-open-calls.h"
#include "cyan-profile-builder.h"

typedef struct
{
  CyanCallSink sink;
  CyanOpenCalls calls; /* nodes */
} ExactSink;

static gboolean
enter (CyanCallSink *sink,
       guint thread,
       guint32 function,
       guint32 call_site,
       guint calls,
       GError **error)
{
  GArray *open = cyan_open_calls_of (&((ExactSink *) sink)->calls, thread);
  CyanNode node = cyan_profile_builder_child (
      sink->builder, cyan_open_calls_top (open, CYAN_NODE_ROOT), function, call_site, error);

  if (node == CYAN_NODE_NONE)
    return FALSE;
  if (calls > 0)
    cyan_profile_builder_add_calls (sink->builder, node, calls);
  g_array_append_val (open, node);
  return TRUE;
}

static void
leave (CyanCallSink *sink, guint thread)
{
  GArray *open = cyan_open_calls_of (&((ExactSink *) sink)->calls, thread);

  g_assert (open->len > 0);
  cyan_open_calls_pop (open);
}

static CyanNode
node (CyanCallSink *sink, guint thread)
{
  return cyan_open_calls_top (cyan_open_calls_of (&((ExactSink *) sink)->calls, thread),
                              CYAN_NODE_ROOT);
}

static void
add (CyanCallSink *sink, guint thread, guint metric, double value)
{
  cyan_profile_builder_add (sink->builder, metric, node (sink, thread), value);
}

static void
free_sink (CyanCallSink *sink)
{
  cyan_open_calls_clear (&((ExactSink *) sink)->calls);
  g_free (sink);
}

CyanCallSink *
cyan_exact_sink_new (CyanProfileBuilder *builder)
{
  static const CyanCallSinkClass class = { enter, leave, add, NULL, free_sink, node };
  ExactSink *self = g_new (ExactSink, 1);

  self->sink = (CyanCallSink){ &class, builder };
  cyan_open_calls_init (&self->calls);
  return &self->sink;
}
