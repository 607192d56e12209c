/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sink that makes the whole tree: a node for each context. */
#include "cyan-call-sink.h"
#include "cyan-profile-builder.h"

typedef struct
{
  CyanCallSink sink;
  GPtrArray *threads; /* of GArray of CyanNode: the open calls */
} ExactSink;

static GArray *
open_of (CyanCallSink *sink, guint thread)
{
  GPtrArray *threads = ((ExactSink *) sink)->threads;

  while (thread >= threads->len)
    g_ptr_array_add (threads, g_array_new (FALSE, FALSE, sizeof (CyanNode)));
  return threads->pdata[thread];
}

static CyanNode
innermost (const GArray *open)
{
  return open->len > 0 ? g_array_index (open, CyanNode, open->len - 1) : CYAN_NODE_ROOT;
}

static gboolean
enter (CyanCallSink *sink,
       guint thread,
       guint32 function,
       guint32 call_site,
       guint calls,
       GError **error)
{
  GArray *open = open_of (sink, thread);
  CyanNode node =
      cyan_profile_builder_child (sink->builder, innermost (open), function, call_site, error);

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
  GArray *open = open_of (sink, thread);

  g_array_set_size (open, open->len - 1);
}

static void
add (CyanCallSink *sink, guint thread, guint metric, double value)
{
  cyan_profile_builder_add (sink->builder, metric, innermost (open_of (sink, thread)), value);
}

static void
free_sink (CyanCallSink *sink)
{
  g_ptr_array_unref (((ExactSink *) sink)->threads);
  g_free (sink);
}

CyanCallSink *
cyan_exact_sink_new (CyanProfileBuilder *builder)
{
  static const CyanCallSinkClass class = { enter, leave, add, NULL, free_sink };
  ExactSink *self = g_new (ExactSink, 1);

  self->sink = (CyanCallSink){ &class, builder };
  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return &self->sink;
}
