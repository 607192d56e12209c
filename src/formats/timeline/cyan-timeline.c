/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A timeline with its threads: where events go, the stack of open calls of a thread, the repairs if
 * calls and ends do not pair, and the warnings at the end. */
#include "cyan-timeline.h"

#include "cyan-i18n.h"
#include "cyan-notes.h"

#include <string.h>

static void
count_name (GHashTable *counts, CyanStr name, gint change)
{
  gpointer key = GUINT_TO_POINTER (name);
  gint count = GPOINTER_TO_INT (g_hash_table_lookup (counts, key)) + change;

  if (count == 0)
    g_hash_table_remove (counts, key);
  else
    g_hash_table_insert (counts, key, GINT_TO_POINTER (count));
}

static void
ties_clear (CyanTimelineTies *self)
{
  g_clear_pointer (&self->cut, g_hash_table_unref);
  g_clear_pointer (&self->early, g_hash_table_unref);
}

static void
advance_ties (CyanTimelineTies *self, gint64 time)
{
  if (self->time == time)
    return;
  ties_clear (self);
  self->time = time;
}

static void
add_tie (GHashTable **names, CyanStr name)
{
  if (*names == NULL)
    *names = g_hash_table_new (NULL, NULL);
  count_name (*names, name, 1);
}

/* Removes one @name of @names, which may be NULL. */
static gboolean
take_tie (GHashTable *names, CyanStr name)
{
  if (names == NULL || !g_hash_table_contains (names, GUINT_TO_POINTER (name)))
    return FALSE;
  count_name (names, name, -1);
  return TRUE;
}

static void
ties_cut (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  advance_ties (self, time);
  add_tie (&self->cut, name);
}

static gboolean
ties_end (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  return self->time == time && name != CYAN_STR_EMPTY && take_tie (self->cut, name);
}

static void
ties_stray (CyanTimelineTies *self, gint64 time, CyanStr name)
{
  advance_ties (self, time);
  if (name != CYAN_STR_EMPTY)
    add_tie (&self->early, name);
}

static gboolean
ties_begin (CyanTimelineTies *self, gint64 time, CyanStr name)
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
advance (CyanTimelineThread *thread, gint64 time)
{
  if (time < thread->last)
    {
      thread->repairs->n_backwards++;
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

  if (thread->paired != NULL)
    g_array_index (thread->paired, CyanTimelineSlice, call.index).length = length;
  else
    {
      guint number = cyan_timeline_number (self, thread);

      if (self->pieces != NULL)
        {
          cyan_timeline_spend (self, number, call.resumed, time);
          cyan_timeline_called (self, number, call.start, time);
        }
      cyan_timeline_leave (self, number, length - call.inner);
    }
  g_array_set_size (thread->open, thread->open->len - 1);
  if (thread->open->len > 0)
    {
      innermost (thread)->inner += length;
      innermost (thread)->resumed = time;
    }
  if (thread->n_open != NULL)
    count_name (thread->n_open, call.name, -1);
}

/* Charges what the stack of a thread takes; pairing is charged as a whole. */
static void
charge_open (CyanTimeline *self, const CyanTimelineThread *thread, guint64 bytes)
{
  if (thread->paired == NULL)
    cyan_charge_add (&self->charge, bytes);
}

static gboolean
push (CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name, GError **error)
{
  CyanTimelineCall call = { .name = name, .start = advance (thread, time) };

  call.resumed = call.start;
  if (self->pieces != NULL && thread->paired == NULL && thread->open->len > 0)
    cyan_timeline_spend (self, cyan_timeline_number (self, thread), innermost (thread)->resumed,
                         call.start);
  if (thread->paired != NULL)
    {
      const CyanTimelineSlice slice = {
        .start = call.start,
        .name = name,
        .n_before = thread->n_marks,
      };

      call.index = thread->paired->len;
      g_array_append_val (thread->paired, slice);
    }
  else if (!cyan_timeline_enter (self, cyan_timeline_number (self, thread), name, error))
    return FALSE;
  g_array_append_val (thread->open, call);
  if (thread->open->len > thread->most_open)
    {
      thread->most_open = thread->open->len;
      charge_open (self, thread,
                   sizeof call + (thread->n_open != NULL ? CYAN_CHARGE_HASH_ENTRY : 0));
    }
  if (thread->n_open != NULL)
    count_name (thread->n_open, name, 1);
  if (!self->counts && ties_begin (&thread->ties, call.start, name))
    {
      thread->repairs->n_stray--;
      leave (self, thread, call.start);
    }
  return TRUE;
}

static void
pop (CyanTimeline *self, CyanTimelineThread *thread, gint64 time, CyanStr name)
{
  time = advance (thread, time);
  if (thread->open->len > 0 && (name == CYAN_STR_EMPTY || innermost (thread)->name == name))
    {
      leave (self, thread, time);
      return;
    }

  if (!self->counts && ties_end (&thread->ties, time, name))
    {
      thread->repairs->n_cut--;
      return;
    }
  if (thread->n_open == NULL && thread->open->len > 0)
    {
      thread->n_open = g_hash_table_new (NULL, NULL);
      charge_open (self, thread, (guint64) thread->open->len * CYAN_CHARGE_HASH_ENTRY);
      for (guint i = 0; i < thread->open->len; i++)
        count_name (thread->n_open, g_array_index (thread->open, CyanTimelineCall, i).name, 1);
    }
  if (thread->open->len == 0 || !g_hash_table_contains (thread->n_open, GUINT_TO_POINTER (name)))
    {
      thread->repairs->n_stray++;
      if (!self->counts)
        ties_stray (&thread->ties, time, name);
      return;
    }
  for (; innermost (thread)->name != name; thread->repairs->n_cut++)
    {
      if (!self->counts)
        ties_cut (&thread->ties, time, innermost (thread)->name);
      leave (self, thread, time);
    }
  leave (self, thread, time);
}

/* Ends all open calls at the end of @thread. */
static void
close_all (CyanTimeline *self, CyanTimelineThread *thread)
{
  for (; thread->open->len > 0; thread->repairs->n_unfinished++)
    leave (self, thread, self->end);
}

gboolean
cyan_timeline_apply (CyanTimeline *self,
                     CyanTimelineThread *thread,
                     const CyanTimelineMark *mark,
                     GError **error)
{
  if (mark->key % 2 == 0)
    return push (self, thread, mark->time, mark->name, error);
  pop (self, thread, mark->time, mark->name);
  return TRUE;
}

/* Tolerance by which a slice may outlast the one around it, because its start and length are each
 * rounded: for whole microseconds, and for any other times. */
#define ROUNDING_US 1002
#define ROUNDING_NS 2

static void
clear_thread (gpointer data)
{
  CyanTimelineThread *thread = data;

  g_array_unref (thread->open);
  g_clear_pointer (&thread->names, g_array_unref);
  g_clear_pointer (&thread->marks, g_array_unref);
  g_clear_pointer (&thread->slices, g_array_unref);
  g_clear_pointer (&thread->n_open, g_hash_table_unref);
  ties_clear (&thread->ties);
}

void
cyan_timeline_pair (CyanTimeline *self,
                    const GArray *marks,
                    GArray *slices,
                    CyanTimelineRepairs *repairs)
{
  CyanTimelineThread thread = {
    .open = g_array_new (FALSE, FALSE, sizeof (CyanTimelineCall)),
    .last = G_MININT64,
    .repairs = repairs,
    .paired = slices,
  };

  for (guint i = 0; i < marks->len; i++)
    {
      thread.n_marks = MIN (i, CYAN_TIMELINE_MAX_BEFORE);
      cyan_timeline_apply (self, &thread, &g_array_index (marks, CyanTimelineMark, i), NULL);
    }
  close_all (self, &thread);
  clear_thread (&thread);
}

CyanTimeline *
cyan_timeline_new (CyanProfileBuilder *builder, gboolean timed)
{
  CyanTimeline *self = g_new0 (CyanTimeline, 1);

  self->builder = builder;
  self->sink = cyan_profile_builder_sink (builder);
  self->pieces = cyan_profile_builder_pieces (builder);
  cyan_scratch_charge (&self->kept, &self->charge, cyan_profile_builder_budget (builder));
  cyan_frames_init (&self->frames, &self->kept, builder, NULL);
  self->threads = cyan_scratch_array (&self->kept, sizeof (CyanTimelineThread));
  g_array_set_clear_func (self->threads, clear_thread);
  self->thread_indices =
      cyan_scratch_table (&self->kept, g_int64_hash, g_int64_equal, g_free, NULL);
  self->rounding = ROUNDING_US;
  self->end = G_MININT64;
  self->counts = !timed;
  self->metric_name = "time";
  if (timed)
    self->marks = g_array_new (FALSE, FALSE, sizeof (CyanTimelineMark));
  else
    self->metric = cyan_profile_builder_metric (builder, "calls", "count");
  return self;
}

void
cyan_timeline_free (CyanTimeline *self)
{
  g_clear_pointer (&self->marks, g_array_unref);
  cyan_scratch_clear (&self->kept);
  g_free (self);
}

gboolean
cyan_timeline_rename_metric (CyanTimeline *self, const char *name)
{
  if (self->marks == NULL)
    return FALSE;
  self->metric_name = name;
  return TRUE;
}

guint
cyan_timeline_thread (CyanTimeline *self, guint64 key)
{
  gpointer index;

  if (self->threads->len > 0 && key == self->last_key)
    return self->last_thread;

  if (g_hash_table_lookup_extended (self->thread_indices, &key, NULL, &index))
    self->last_thread = GPOINTER_TO_UINT (index);
  else
    {
      CyanTimelineThread thread = {
        .key = key,
        .state = self->marks != NULL ? CYAN_THREAD_FRESH : CYAN_THREAD_STREAMING,
        .open = g_array_new (FALSE, FALSE, sizeof (CyanTimelineCall)),
        .last = G_MININT64,
        .end = G_MININT64,
        .repairs = &self->repairs,
      };

      self->last_thread = self->threads->len;
      cyan_charge_append (&self->charge, self->threads, thread);
      cyan_charge_add (&self->charge, sizeof key + CYAN_CHARGE_HASH_ENTRY);
      g_hash_table_insert (self->thread_indices, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (self->last_thread));
    }
  self->last_key = key;
  return self->last_thread;
}

void
cyan_timeline_extend (CyanTimeline *self, guint index, gint64 time)
{
  CyanTimelineThread *thread = cyan_timeline_get_thread (self, index);

  /* Avoids an overflow in differences: the end of the latest slice may be larger. */
  time = MIN (time, CYAN_TIMELINE_MAX);
  thread->end = MAX (thread->end, time);
  self->end = MAX (self->end, time);
}

gboolean
cyan_timeline_begin (CyanTimeline *self, guint index, gint64 time, CyanStr name, GError **error)
{
  CyanTimelineThread *thread = cyan_timeline_get_thread (self, index);

  thread->begun = TRUE;
  cyan_timeline_extend (self, index, time);
  if (thread->state == CYAN_THREAD_STREAMING)
    return push (self, thread, time, name, error);
  cyan_timeline_keep (self, index, time, name, FALSE);
  return self->marks == NULL || self->marks->len < CYAN_TIMELINE_WAITING
         || cyan_timeline_flush (self, error);
}

/* Sets *@name to the innermost call that seems to be open on @thread. */
static gboolean
guess_open (const CyanTimelineThread *thread, CyanStr *name)
{
  if (thread->state == CYAN_THREAD_STREAMING)
    {
      if (thread->open->len > 0)
        *name = innermost (thread)->name;
      return thread->open->len > 0;
    }
  if (thread->names == NULL || thread->names->len == 0)
    return FALSE;
  *name = g_array_index (thread->names, CyanStr, thread->names->len - 1);
  return TRUE;
}

/* Ends the innermost open call of @name, or any call if @name is empty.  Calls within it that have
 * no end of their own, as after a longjmp, end with it.  Does nothing if there is no such call. */
static void
end_named (CyanTimeline *self, guint index, gint64 time, CyanStr name)
{
  CyanTimelineThread *thread = cyan_timeline_get_thread (self, index);

  cyan_timeline_extend (self, index, time);
  if (thread->state == CYAN_THREAD_STREAMING)
    pop (self, thread, time, name);
  else
    cyan_timeline_keep (self, index, time, name, TRUE);
}

void
cyan_timeline_end (CyanTimeline *self, guint index, gint64 time)
{
  end_named (self, index, time, CYAN_STR_EMPTY);
}

void
cyan_timeline_end_text (
    CyanTimeline *self, guint index, gint64 time, const char *text, gsize length)
{
  const CyanTimelineThread *thread = cyan_timeline_get_thread (self, index);
  CyanStr name;

  /* Usually the name is the expected one and need not be looked up. */
  if (!guess_open (thread, &name)
      || strcmp (cyan_strings_get (self->frames.strings, name), text) != 0)
    name = cyan_strings_add (self->frames.strings, text, (gssize) length);
  end_named (self, index, time, name);
}

void
cyan_timeline_slice (
    CyanTimeline *self, guint index, gint64 start, gint64 length, CyanStr name, gboolean is_loose)
{
  CyanTimelineThread *thread = cyan_timeline_get_thread (self, index);
  CyanTimelineSlice slice = {
    .start = start,
    .length = MAX (length, 0),
    .name = name,
    .is_open = length == CYAN_TIMELINE_OPEN,
    .is_loose = is_loose,
    .n_before = thread->n_marks,
  };

  if (thread->slices == NULL)
    {
      thread->slices = g_array_new (FALSE, FALSE, sizeof (CyanTimelineSlice));
      if (thread->state == CYAN_THREAD_STREAMING && !thread->begun)
        thread->state = CYAN_THREAD_DEFERRED;
    }
  if (slice.start % 1000 != 0 || slice.length % 1000 != 0)
    self->rounding = ROUNDING_NS;
  cyan_timeline_extend (self, index, slice.start + slice.length);
  cyan_charge_append (&self->charge, thread->slices, slice);
}

static void
warn (CyanTimeline *self, guint n_mixed)
{
  CyanProfileBuilder *builder = self->builder;
  const CyanTimelineRepairs *repairs = &self->repairs;

  cyan_profile_builder_warn_n (builder, n_mixed,
                               "%u of the threads has complete events after %u begin and end "
                               "events, which are not nested in each other",
                               "%u of the threads have complete events after %u begin and end "
                               "events, which are not nested in each other",
                               n_mixed, CYAN_TIMELINE_WAITING);
  cyan_warn_unpaired (builder, !self->counts, repairs->n_stray, repairs->n_cut,
                      repairs->n_unfinished);
  cyan_profile_builder_warn_n (builder, self->n_sorted,
                               "%'" PRIu64 " begin or end event stands behind later ones, "
                               "and all were put in the order of their times",
                               "%'" PRIu64 " begin and end events stand behind later ones, and all "
                               "were put in the order of their times",
                               self->n_sorted);
  cyan_profile_builder_warn_n (
      builder, repairs->n_backwards,
      "%'" PRIu64 " time stamp lies before the one ahead of it and was moved up to it",
      "%'" PRIu64 " time stamps lie before the one ahead of them and were moved up to it",
      repairs->n_backwards);
  cyan_profile_builder_warn_n (
      builder, self->n_overlaps,
      "%'" PRIu64 " call outlasts the call around it and was cut at its end",
      "%'" PRIu64 " calls outlast the call around them and were cut at its end", self->n_overlaps);
}

static guint64
n_waiting (const CyanTimelineThread *thread)
{
  return (thread->slices != NULL ? thread->slices->len : 0)
         + (thread->marks != NULL ? thread->marks->len : 0);
}

gboolean
cyan_timeline_finish (CyanTimeline *self, const CyanTick *tick, GError **error)
{
  guint n_active = 0, n_mixed = 0;
  guint64 n_all = 0, n_done = 0;

  if (!cyan_timeline_flush (self, error))
    return FALSE;
  for (guint i = 0; i < self->threads->len; i++)
    n_all += n_waiting (cyan_timeline_get_thread (self, i));
  for (guint i = 0; i < self->threads->len; i++)
    {
      CyanTimelineThread *thread = cyan_timeline_get_thread (self, i);
      guint64 n = n_waiting (thread);

      n_active += thread->begun || thread->slices != NULL;
      n_mixed += thread->state == CYAN_THREAD_STREAMING && thread->slices != NULL;
      if (n > 0)
        {
          CyanTick slice = cyan_tick_slice (tick, (double) n_done / (double) n_all,
                                            (double) (n_done + n) / (double) n_all);

          if (!cyan_timeline_finish_thread (self, thread, &slice, error))
            return FALSE;
          n_done += n;
        }
      close_all (self, thread);
    }
  cyan_profile_builder_set_threads (self->builder, self->counts ? 0 : n_active);
  warn (self, n_mixed);
  return TRUE;
}
