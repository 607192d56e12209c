/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack of open calls of a thread, and the repairs if calls and ends do not pair. */
#include "cyan-timeline-private.h"

void
cyan_open_names_add (GHashTable *counts, CyanStr name, gint change)
{
  gpointer key = GUINT_TO_POINTER (name);
  gint count = GPOINTER_TO_INT (g_hash_table_lookup (counts, key)) + change;

  if (count == 0)
    g_hash_table_remove (counts, key);
  else
    g_hash_table_insert (counts, key, GINT_TO_POINTER (count));
}

static inline CyanTimelineCall *
innermost (const CyanTimelineThread *thread)
{
  return &g_array_index (thread->open, CyanTimelineCall, thread->open->len - 1);
}

/* Advances the clock of @thread, which never goes backwards. */
static gint64
advance (CyanTimeline *self, CyanTimelineThread *thread, gint64 time)
{
  if (time < thread->last)
    {
      self->repairs.n_backwards++;
      return thread->last;
    }
  thread->last = time;
  return time;
}

guint
cyan_timeline_number (const CyanTimeline *self, const CyanTimelineThread *thread)
{
  return 2 * (guint) (thread - (const CyanTimelineThread *) self->threads->data);
}

guint
cyan_timeline_slices_number (const CyanTimeline *self, const CyanTimelineThread *thread)
{
  return cyan_timeline_number (self, thread) + 1;
}

gboolean
cyan_timeline_enter (CyanTimeline *self, guint thread, CyanStr name, GError **error)
{
  if (!cyan_call_sink_enter (self->sink, thread, cyan_frames_function (&self->frames, name), 0, 1,
                             error))
    return FALSE;
  if (self->counts)
    cyan_call_sink_add (self->sink, thread, self->metric, 1);
  self->n_calls++;
  return TRUE;
}

void
cyan_timeline_leave (CyanTimeline *self, guint thread, gint64 own)
{
  if (!self->counts)
    cyan_call_sink_add (self->sink, thread, self->metric, (double) own);
  cyan_call_sink_leave (self->sink, thread);
}

gboolean
cyan_timeline_push (
    CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name, GError **error)
{
  CyanTimelineCall call = { .name = name, .start = advance (self, thread, time) };

  if (!cyan_timeline_enter (self, cyan_timeline_number (self, thread), name, error))
    return FALSE;
  g_array_append_val (thread->open, call);
  if (thread->open->len > thread->most_open)
    {
      thread->most_open = thread->open->len;
      cyan_charge_add (&self->charge,
                       sizeof call + (thread->n_open != NULL ? CYAN_CHARGE_HASH_ENTRY : 0));
    }
  if (thread->n_open != NULL)
    cyan_open_names_add (thread->n_open, name, 1);
  return TRUE;
}

static void
leave (CyanTimeline *self, CyanTimelineThread *thread, gint64 time)
{
  const CyanTimelineCall call = *innermost (thread);
  gint64 length = time - call.start;

  cyan_timeline_leave (self, cyan_timeline_number (self, thread), length - call.inner);
  g_array_set_size (thread->open, thread->open->len - 1);
  if (thread->open->len > 0)
    innermost (thread)->inner += length;
  if (thread->n_open != NULL)
    cyan_open_names_add (thread->n_open, call.name, -1);
}

void
cyan_timeline_pop (CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name)
{
  time = advance (self, thread, time);
  if (thread->open->len > 0 && (name == CYAN_STR_EMPTY || innermost (thread)->name == name))
    {
      leave (self, thread, time);
      return;
    }

  if (thread->n_open == NULL && thread->open->len > 0)
    {
      thread->n_open = g_hash_table_new (NULL, NULL);
      cyan_charge_add (&self->charge, (guint64) thread->open->len * CYAN_CHARGE_HASH_ENTRY);
      for (guint i = 0; i < thread->open->len; i++)
        cyan_open_names_add (thread->n_open, g_array_index (thread->open, CyanTimelineCall, i).name,
                             1);
    }
  if (thread->open->len == 0 || !g_hash_table_contains (thread->n_open, GUINT_TO_POINTER (name)))
    {
      self->repairs.n_stray++;
      return;
    }
  for (; innermost (thread)->name != name; self->repairs.n_cut++)
    leave (self, thread, time);
  leave (self, thread, time);
}

void
cyan_timeline_close (CyanTimeline *self, CyanTimelineThread *thread)
{
  for (; thread->open->len > 0; self->repairs.n_unfinished++)
    leave (self, thread, self->end);
}

gboolean
cyan_timeline_top (const CyanTimelineThread *thread, CyanStr *name)
{
  if (thread->open->len == 0)
    return FALSE;
  *name = innermost (thread)->name;
  return TRUE;
}
