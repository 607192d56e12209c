/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Complete slices of a thread, which are sorted and nested by time; and marks (beginnings and ends
 * of calls) that wait: until enough is known about their threads, or, on threads with complete
 * slices or with marks out of order, until the end of the file.
 */
#include "cyan-timeline.h"

#include "cyan-i18n.h"

#include <string.h>

/* Slices that are sorted between two checks for cancellation. */
#define SORT_BLOCK 4096

/* Outer slices sort before inner ones. */
static gint
compare_slices (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanTimelineSlice *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->length > y->length ? -1 : x->length < y->length;
}

/* Merges the sorted blocks [@from, @middle) and [@middle, @to) of @slices in the buffer @room, and
 * copies the result back. */
static void
merge_blocks (
    CyanTimelineSlice *slices, CyanTimelineSlice *room, guint from, guint middle, guint to)
{
  guint left = 0, right = middle, n = middle - from;

  if (compare_slices (&slices[middle - 1], &slices[middle], NULL) <= 0)
    return;
  memcpy (room, slices + from, n * sizeof *room);
  while (left < n && right < to)
    slices[from++] =
        compare_slices (&slices[right], &room[left], NULL) < 0 ? slices[right++] : room[left++];
  memcpy (slices + from, room + left, (n - left) * sizeof *room);
}

/* Sorts by start, outer slices before inner ones.  The sort is stable and, unlike g_array_sort(),
 * can be cancelled. */
static gboolean
sort_slices (GArray *array, const CyanTick *tick, GError **error)
{
  CyanTimelineSlice *slices = (CyanTimelineSlice *) array->data;
  g_autofree CyanTimelineSlice *room = g_new (CyanTimelineSlice, array->len);
  guint n = array->len, n_passes = 1, pass = 1;

  for (guint64 block = SORT_BLOCK; block < n; block *= 2)
    n_passes++;
  for (guint from = 0; from < n; from += MIN (SORT_BLOCK, n - from))
    {
      g_qsort_with_data (slices + from, (gint) MIN (SORT_BLOCK, n - from), sizeof *slices,
                         compare_slices, NULL);
      if (!cyan_tick (tick, (double) from / n / n_passes, N_ ("Sorting"), error))
        return FALSE;
    }
  for (guint64 block = SORT_BLOCK; block < n; block *= 2, pass++)
    for (guint64 from = 0; from + block < n; from += 2 * block)
      {
        merge_blocks (slices, room, (guint) from, (guint) (from + block),
                      (guint) MIN (from + 2 * block, n));
        if (!cyan_tick (tick, (pass + (double) from / n) / n_passes, N_ ("Sorting"), error))
          return FALSE;
      }
  return TRUE;
}

/* Whether slices were recorded as they ended: ends are in order, and starts are not. */
static gboolean
is_by_end (const CyanTimeline *self, const GArray *array)
{
  const CyanTimelineSlice *slices = (const CyanTimelineSlice *) array->data;
  gboolean starts_go_back = FALSE;
  gint64 last = G_MININT64 + self->rounding;

  for (guint i = 0; i < array->len; i++)
    {
      gint64 end = slices[i].start + slices[i].length;

      if (slices[i].is_open)
        continue;
      if (end < last - self->rounding)
        return FALSE;
      last = MAX (last, end);
      starts_go_back |= i > 0 && slices[i].start < slices[i - 1].start;
    }
  return starts_go_back;
}

/* Reverses each sequence of equal slices, except those of length 0, which contain nothing. */
static void
reverse_ties (GArray *array)
{
  CyanTimelineSlice *slices = (CyanTimelineSlice *) array->data;

  for (guint from = 0, to; from < array->len; from = to)
    {
      for (to = from + 1; to < array->len && compare_slices (&slices[from], &slices[to], NULL) == 0;
           to++)
        ;
      if (slices[from].length == 0)
        continue;
      for (guint i = from, j = to - 1; i < j; i++, j--)
        {
          CyanTimelineSlice kept = slices[i];

          slices[i] = slices[j];
          slices[j] = kept;
        }
    }
}

static void
leave_slice (CyanTimeline *self, guint number, GArray *stack)
{
  const CyanTimelineCall *call = &g_array_index (stack, CyanTimelineCall, stack->len - 1);

  gint64 end = call->end;

  if (self->pieces != NULL)
    {
      cyan_timeline_spend (self, number, call->resumed, end);
      cyan_timeline_called (self, number, call->start, end);
    }
  cyan_timeline_leave (self, number, end - call->start - call->inner);
  g_array_set_size (stack, stack->len - 1);
  if (stack->len > 0)
    g_array_index (stack, CyanTimelineCall, stack->len - 1).resumed = end;
}

/* Ends the slices around @call that it outlasts at its start: it is loose, so what it says is
 * certain. */
static void
cut_around (CyanTimeline *self, guint number, GArray *stack, const CyanTimelineCall *call)
{
  while (stack->len > 0)
    {
      CyanTimelineCall *top = &g_array_index (stack, CyanTimelineCall, stack->len - 1);

      if (top->is_loose || top->end + self->rounding >= call->end)
        return;
      if (stack->len > 1)
        g_array_index (stack, CyanTimelineCall, stack->len - 2).inner -= top->end - call->start;
      top->end = call->start;
      self->n_overlaps++;
      leave_slice (self, number, stack);
    }
}

/* Nests the slices of a thread by time and adds their nodes.  Of two equal slices the first is the
 * outer one.  But if slices were recorded as they ended, the last is; @is_mixed, some slices are
 * made from marks, excludes that.  A slice that outlasts the slice around it is cut there, because
 * a thread does one thing at a time. */
static gboolean
nest (CyanTimeline *self,
      CyanTimelineThread *thread,
      gboolean is_mixed,
      const CyanTick *tick,
      GError **error)
{
  GArray *slices = thread->slices;
  guint number = cyan_timeline_slices_number (self, thread);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (CyanTimelineCall));
  CyanTick sorting = cyan_tick_slice (tick, 0, 0.5), nesting = cyan_tick_slice (tick, 0.5, 1);
  gboolean by_end = !is_mixed && is_by_end (self, slices);
  guint most = 0;

  if (!sort_slices (slices, &sorting, error))
    return FALSE;
  if (by_end)
    reverse_ties (slices);
  for (guint i = 0; i < slices->len; i++)
    {
      const CyanTimelineSlice *slice = &g_array_index (slices, CyanTimelineSlice, i);
      CyanTimelineCall call = {
        .name = slice->name,
        .start = slice->start,
        .resumed = slice->start,
        .is_loose = slice->is_loose,
      };

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (&nesting, (double) i / slices->len, "Nesting", error))
        return FALSE;
      call.end = slice->start + slice->length;
      while (stack->len > 0
             && g_array_index (stack, CyanTimelineCall, stack->len - 1).end <= call.start)
        leave_slice (self, number, stack);
      if (call.is_loose)
        cut_around (self, number, stack, &call);
      if (stack->len > 0)
        {
          CyanTimelineCall *outer = &g_array_index (stack, CyanTimelineCall, stack->len - 1);

          self->n_overlaps += !slice->is_open && call.end > outer->end + self->rounding;
          call.end = MIN (call.end, outer->end);
          outer->inner += call.end - call.start;
          if (self->pieces != NULL)
            cyan_timeline_spend (self, number, outer->resumed, call.start);
        }
      if (!cyan_timeline_enter (self, number, call.name, error))
        return FALSE;
      g_array_append_val (stack, call);
      if (stack->len > most)
        {
          most = stack->len;
          cyan_charge_add (&self->charge, sizeof call);
        }
    }
  cyan_charge_drop (&self->charge, most * sizeof (CyanTimelineCall));
  while (stack->len > 0)
    leave_slice (self, number, stack);
  return TRUE;
}

/* Maximum depth at which guess() looks for a name. */
#define GUESS_DEPTH 16

/* Keeps a list of the calls that seem to be open.  A call without an end stays in it, which only
 * costs time. */
static void
guess (GArray *names, CyanStr name, gboolean is_end)
{
  if (!is_end)
    g_array_append_val (names, name);
  else if (name == CYAN_STR_EMPTY && names->len > 0)
    g_array_set_size (names, names->len - 1);
  else
    for (guint i = names->len; i > 0 && i + GUESS_DEPTH > names->len; i--)
      if (g_array_index (names, CyanStr, i - 1) == name)
        {
          g_array_set_size (names, i - 1);
          break;
        }
}

void
cyan_timeline_keep (CyanTimeline *self, guint index, gint64 time, CyanStr name, gboolean is_end)
{
  CyanTimelineThread *thread = cyan_timeline_get_thread (self, index);
  CyanTimelineMark mark = { time, name, index * 2 + (is_end ? 1 : 0) };

  thread->unsorted |= time < thread->last;
  thread->last = MAX (thread->last, time);
  thread->n_marks += thread->n_marks < CYAN_TIMELINE_MAX_BEFORE;
  if (thread->names == NULL)
    thread->names = g_array_new (FALSE, FALSE, sizeof (CyanStr));
  guess (thread->names, name, is_end);
  cyan_charge_add (&self->charge, CYAN_TIMELINE_MARK_BYTES);
  if (thread->state == CYAN_THREAD_FRESH)
    {
      g_array_append_val (self->marks, mark);
      return;
    }
  if (thread->marks == NULL)
    thread->marks = g_array_new (FALSE, FALSE, sizeof (CyanTimelineMark));
  g_array_append_val (thread->marks, mark);
}

static gboolean
has_calls (const CyanTimeline *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      const CyanTimelineThread *thread = cyan_timeline_get_thread (self, i);

      if (thread->begun || thread->slices != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
cyan_timeline_flush (CyanTimeline *self, GError **error)
{
  g_autoptr (GArray) marks = g_steal_pointer (&self->marks);

  if (marks == NULL)
    return TRUE;
  if (has_calls (self))
    self->metric = cyan_profile_builder_metric (self->builder, self->metric_name, "ns");
  for (guint i = 0; i < self->threads->len; i++)
    {
      CyanTimelineThread *thread = cyan_timeline_get_thread (self, i);

      if (thread->unsorted || thread->slices != NULL)
        thread->state = CYAN_THREAD_DEFERRED;
      else
        {
          thread->state = CYAN_THREAD_STREAMING;
          thread->last = G_MININT64;
          g_clear_pointer (&thread->names, g_array_unref);
        }
    }
  for (guint i = 0; i < marks->len; i++)
    {
      const CyanTimelineMark *mark = &g_array_index (marks, CyanTimelineMark, i);
      CyanTimelineThread *thread = cyan_timeline_get_thread (self, mark->key / 2);

      if (thread->state == CYAN_THREAD_STREAMING)
        {
          if (!cyan_timeline_apply (self, thread, mark, error))
            return FALSE;
          cyan_charge_drop (&self->charge, CYAN_TIMELINE_MARK_BYTES);
          continue;
        }
      if (thread->marks == NULL)
        thread->marks = g_array_new (FALSE, FALSE, sizeof (CyanTimelineMark));
      g_array_append_vals (thread->marks, mark, 1);
    }
  return TRUE;
}

static guint64
n_unpaired (CyanTimeline *self, const GArray *marks)
{
  CyanTimelineRepairs repairs = { 0 };
  g_autoptr (GArray) slices = g_array_new (FALSE, FALSE, sizeof (CyanTimelineSlice));

  cyan_timeline_pair (self, marks, slices, &repairs);
  return repairs.n_stray + repairs.n_cut + repairs.n_unfinished;
}

/* Sorts the marks of @thread by time, unless calls and ends then pair worse.  In that case the
 * clock is wrong, not the order. */
static gboolean
sort_marks (CyanTimeline *self, CyanTimelineThread *thread, const CyanTick *tick, GError **error)
{
  const CyanTimelineMark *marks = (const CyanTimelineMark *) thread->marks->data;
  guint n = thread->marks->len;
  g_autoptr (GArray) order = g_array_sized_new (FALSE, FALSE, sizeof (CyanTimelineSlice), n);
  g_autoptr (GArray) sorted = g_array_sized_new (FALSE, FALSE, sizeof (CyanTimelineMark), n);
  gint64 now = G_MININT64;
  guint64 n_late = 0;

  for (guint i = 0; i < n; i++)
    {
      /* Encodes the position as a negative length, because of slices that start together the
       * longest sorts first.  So the sort is stable. */
      CyanTimelineSlice slice = { .start = marks[i].time, .length = -(gint64) i };

      g_array_append_val (order, slice);
      n_late += marks[i].time < now;
      now = MAX (now, marks[i].time);
    }
  if (!sort_slices (order, tick, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_array_append_val (sorted, marks[-g_array_index (order, CyanTimelineSlice, i).length]);
  if (n_unpaired (self, sorted) > n_unpaired (self, thread->marks))
    return TRUE;
  self->n_sorted += n_late;
  g_array_unref (thread->marks);
  thread->marks = g_steal_pointer (&sorted);
  return TRUE;
}

/* Puts the calls in @thread's marks among its slices, in the order of the file. */
static void
merge_calls (CyanTimeline *self, CyanTimelineThread *thread)
{
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (CyanTimelineSlice));
  g_autoptr (GArray) slices = g_steal_pointer (&thread->slices);
  guint call = 0, slice = 0;

  cyan_timeline_pair (self, thread->marks, calls, &self->repairs);
  thread->slices =
      g_array_sized_new (FALSE, FALSE, sizeof (CyanTimelineSlice), calls->len + slices->len);
  while (call < calls->len || slice < slices->len)
    {
      gboolean is_call = slice == slices->len
                         || (call < calls->len
                             && g_array_index (calls, CyanTimelineSlice, call).n_before
                                    < g_array_index (slices, CyanTimelineSlice, slice).n_before);
      const CyanTimelineSlice *next = is_call ? &g_array_index (calls, CyanTimelineSlice, call++)
                                              : &g_array_index (slices, CyanTimelineSlice, slice++);

      g_array_append_val (thread->slices, *next);
    }
}

static gboolean
apply_all (CyanTimeline *self, CyanTimelineThread *thread, const CyanTick *tick, GError **error)
{
  thread->last = G_MININT64;
  for (guint i = 0; i < thread->marks->len; i++)
    {
      if (!cyan_tick_step (tick, i, thread->marks->len, N_ ("Nesting"), error))
        return FALSE;
      if (!cyan_timeline_apply (self, thread, &g_array_index (thread->marks, CyanTimelineMark, i),
                                error))
        return FALSE;
    }
  return TRUE;
}

/* Extends open slices to the end of their thread; nesting cuts them. */
static void
extend_open (CyanTimelineThread *thread)
{
  for (guint i = 0; i < thread->slices->len; i++)
    {
      CyanTimelineSlice *slice = &g_array_index (thread->slices, CyanTimelineSlice, i);

      if (slice->is_open)
        slice->length = thread->end - slice->start;
    }
}

/* Additional bytes needed to finish @thread: the sorted marks and their keys, or a copy of all
 * slices and a buffer to sort them, and the calls that are open while marks are paired. */
static guint64
finishing_bytes (const CyanTimelineThread *thread)
{
  guint64 n_marks = thread->marks != NULL ? thread->marks->len : 0;
  guint64 n_sorted = thread->unsorted ? n_marks : 0;
  guint64 n_slices = thread->slices != NULL ? n_marks + thread->slices->len : 0;
  guint64 n_paired = thread->unsorted || n_slices > 0 ? n_marks : 0;

  return MAX (n_sorted * (sizeof (CyanTimelineMark) + 3 * sizeof (CyanTimelineSlice)),
              n_slices * 2 * sizeof (CyanTimelineSlice))
         + n_paired * sizeof (CyanTimelineCall);
}

gboolean
cyan_timeline_finish_thread (CyanTimeline *self,
                             CyanTimelineThread *thread,
                             const CyanTick *tick,
                             GError **error)
{
  CyanTick sorting = cyan_tick_slice (tick, 0, 0.3), rest = cyan_tick_slice (tick, 0.3, 1);
  gboolean is_mixed = thread->marks != NULL && thread->slices != NULL;
  guint64 bytes = finishing_bytes (thread);

  if (!cyan_budget_check (self->charge.budget, bytes, error))
    return FALSE;
  cyan_charge_add (&self->charge, bytes);
  bytes += thread->marks != NULL ? thread->marks->len * CYAN_TIMELINE_MARK_BYTES : 0;
  bytes += thread->slices != NULL ? thread->slices->len * sizeof (CyanTimelineSlice) : 0;
  if (thread->slices != NULL)
    extend_open (thread);
  if (thread->marks != NULL && thread->unsorted && !sort_marks (self, thread, &sorting, error))
    return FALSE;
  if (is_mixed)
    merge_calls (self, thread);
  else if (thread->marks != NULL && !apply_all (self, thread, &rest, error))
    return FALSE;
  g_clear_pointer (&thread->marks, g_array_unref);
  if (thread->slices != NULL && !nest (self, thread, is_mixed, &rest, error))
    return FALSE;
  g_clear_pointer (&thread->slices, g_array_unref);
  cyan_charge_drop (&self->charge, bytes);
  return TRUE;
}
