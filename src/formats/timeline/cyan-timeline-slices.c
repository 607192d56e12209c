/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Complete slices of a thread: sorts them and nests them by time. */
#include "cyan-i18n.h"
#include "cyan-timeline-private.h"

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

gboolean
cyan_timeline_sort (GArray *array, const CyanTick *tick, GError **error)
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

  cyan_timeline_leave (self, number, call->end - call->start - call->inner);
  g_array_set_size (stack, stack->len - 1);
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

/* A slice that outlasts the slice around it is cut there, because a thread does one thing at a
 * time. */
gboolean
cyan_timeline_nest (CyanTimeline *self,
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

  if (!cyan_timeline_sort (slices, &sorting, error))
    return FALSE;
  if (by_end)
    reverse_ties (slices);
  for (guint i = 0; i < slices->len; i++)
    {
      const CyanTimelineSlice *slice = &g_array_index (slices, CyanTimelineSlice, i);
      CyanTimelineCall call = {
        .name = slice->name,
        .start = slice->start,
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
