/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples as calls. */
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

static void
add (CyanCallSink *sink, guint thread, guint metric, double value)
{
  const GArray *open = cyan_open_calls_of (&((ExactSink *) sink)->calls, thread);

  cyan_profile_builder_add (sink->builder, metric, cyan_open_calls_top (open, CYAN_NODE_ROOT),
                            value);
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
  static const CyanCallSinkClass class = { enter, leave, add, NULL, free_sink };
  ExactSink *self = g_new (ExactSink, 1);

  self->sink = (CyanCallSink){ &class, builder };
  cyan_open_calls_init (&self->calls);
  return &self->sink;
}

gboolean
cyan_call_sink_sample (CyanCallSink *self,
                       GArray *open,
                       const guint32 *functions,
                       guint n,
                       guint metric,
                       double value,
                       GError **error)
{
  guint common = 0;

  g_assert (g_array_get_element_size (open) == sizeof *functions);
  while (common < MIN (n, open->len) && g_array_index (open, guint32, common) == functions[common])
    common++;
  for (guint i = common; i < open->len; i++)
    cyan_call_sink_leave (self, 0);
  g_array_set_size (open, common);
  for (guint i = common; i < n; i++)
    {
      if (!cyan_call_sink_enter (self, 0, functions[i], 0, 0, error))
        return FALSE;
      g_array_append_val (open, functions[i]);
    }
  cyan_call_sink_add (self, 0, metric, value);
  return TRUE;
}
