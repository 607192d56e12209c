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

void
cyan_timeline_ties_clear (CyanTimelineTies *self)
{
  g_clear_pointer (&self->cut, g_hash_table_unref);
  g_clear_pointer (&self->early, g_hash_table_unref);
}

static void
advance_ties (CyanTimelineTies *self, gint64 time)
{
  if (self->time == time)
    return;
  cyan_timeline_ties_clear (self);
  self->time = time;
}

static void
add_tie (GHashTable **names, CyanStr name)
{
  if (*names == NULL)
    *names = g_hash_table_new (NULL, NULL);
  cyan_open_names_add (*names, name, 1);
}

/* Removes one @name of @names, which may be NULL. */
static gboolean
take_tie (GHashTable *names, CyanStr name)
{
  if (names == NULL || !g_hash_table_contains (names, GUINT_TO_POINTER (name)))
    return FALSE;
  cyan_open_names_add (names, name, -1);
  return TRUE;
}

void
cyan_timeline_ties_cut (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  advance_ties (self, time);
  add_tie (&self->cut, name);
}

gboolean
cyan_timeline_ties_end (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  return self->time == time && name != CYAN_STR_EMPTY && take_tie (self->cut, name);
}

void
cyan_timeline_ties_stray (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  advance_ties (self, time);
  if (name != CYAN_STR_EMPTY)
    add_tie (&self->early, name);
}

gboolean
cyan_timeline_ties_begin (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  return self->time == time && take_tie (self->early, name);
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

/* The number of @thread in the sink. */
static guint
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
  if (!self->counts && cyan_timeline_ties_begin (&thread->ties, call.start, name))
    {
      self->repairs.n_stray--;
      leave (self, thread, call.start);
    }
  return TRUE;
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

  if (!self->counts && cyan_timeline_ties_end (&thread->ties, time, name))
    {
      self->repairs.n_cut--;
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
      if (!self->counts)
        cyan_timeline_ties_stray (&thread->ties, time, name);
      return;
    }
  for (; innermost (thread)->name != name; self->repairs.n_cut++)
    {
      if (!self->counts)
        cyan_timeline_ties_cut (&thread->ties, time, innermost (thread)->name);
      leave (self, thread, time);
    }
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
