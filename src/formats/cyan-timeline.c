/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of open calls by thread, and slices that are nested when all are known. */
#include "cyan-timeline.h"

#include "cyan-frames.h"

#include <string.h>

/* Overlaps up to this are rounding: start and length are each rounded to a nanosecond. */
#define ROUNDING_NS 2

/* Slices that are sorted at once, without a question whether to go on. */
#define SORT_RUN 4096

/* An open call.  end is used by slices, start by begun calls. */
typedef struct
{
  CyanNode node;
  CyanStr name;
  gint64 start;
  gint64 end;
  gint64 inner; /* nanoseconds of the calls within that are complete */
} Call;

typedef struct
{
  gint64 start;
  gint64 length;
  CyanStr name;
} Slice;

typedef struct
{
  GArray *open;   /* of Call */
  GArray *slices; /* of Slice, or NULL */
  gboolean begun; /* had a cyan_timeline_begin() */
  gint64 last;    /* time of the latest event; G_MININT64 before the first */

  /* Open calls by name, kept from the first end on that misses its call, so that a stack a million
   * deep is not searched for every stray end. */
  GArray *n_open; /* of guint32 by CyanStr, or NULL */
} Thread;

struct _CyanTimeline
{
  CyanProfileBuilder *builder;
  CyanFrames frames;
  guint metric;

  GArray *threads; /* of Thread */
  GHashTable *thread_indices;
  guint64 last_key;
  guint last_thread;

  guint64 n_calls;
  guint64 n_stray;      /* ends without a beginning */
  guint64 n_cut;        /* calls that ended with one around them */
  guint64 n_unfinished; /* calls still open at the end */
  guint64 n_backwards;
  guint64 n_overlaps;
};

static void
clear_thread (gpointer data)
{
  Thread *thread = data;

  g_array_unref (thread->open);
  g_clear_pointer (&thread->slices, g_array_unref);
  g_clear_pointer (&thread->n_open, g_array_unref);
}

CyanTimeline *
cyan_timeline_new (CyanProfileBuilder *builder)
{
  CyanTimeline *self = g_new0 (CyanTimeline, 1);

  self->builder = builder;
  cyan_frames_init (&self->frames, builder);
  self->metric = cyan_profile_builder_metric (builder, "time", "ns");
  self->threads = g_array_new (FALSE, TRUE, sizeof (Thread));
  g_array_set_clear_func (self->threads, clear_thread);
  self->thread_indices = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
cyan_timeline_free (CyanTimeline *self)
{
  cyan_frames_clear (&self->frames);
  g_array_unref (self->threads);
  g_hash_table_unref (self->thread_indices);
  g_free (self);
}

static inline Thread *
get_thread (const CyanTimeline *self, guint thread)
{
  return &g_array_index (self->threads, Thread, thread);
}

static inline Call *
innermost (const Thread *thread)
{
  return &g_array_index (thread->open, Call, thread->open->len - 1);
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
      Thread thread = { .open = g_array_new (FALSE, FALSE, sizeof (Call)), .last = G_MININT64 };

      self->last_thread = self->threads->len;
      g_array_append_val (self->threads, thread);
      g_hash_table_insert (self->thread_indices, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (self->last_thread));
    }
  self->last_key = key;
  return self->last_thread;
}

/* Advances the clock of @thread, which never goes back. */
static gint64
advance (CyanTimeline *self, Thread *thread, gint64 time)
{
  if (time < thread->last)
    {
      self->n_backwards++;
      return thread->last;
    }
  thread->last = time;
  return time;
}

static CyanNode
enter (CyanTimeline *self, CyanNode parent, CyanStr name, GError **error)
{
  CyanNode node = cyan_profile_builder_child (self->builder, parent,
                                              cyan_frames_function (&self->frames, name), 0, error);

  if (node == CYAN_NODE_NONE)
    return node;
  cyan_profile_builder_add_calls (self->builder, node, 1);
  self->n_calls++;
  return node;
}

static guint32 *
n_open (Thread *thread, CyanStr name)
{
  if (name >= thread->n_open->len)
    g_array_set_size (thread->n_open, MAX (256, name * 2));
  return &g_array_index (thread->n_open, guint32, name);
}

gboolean
cyan_timeline_begin (CyanTimeline *self, guint index, gint64 time, CyanStr name, GError **error)
{
  Thread *thread = get_thread (self, index);
  Call call = { .name = name, .start = advance (self, thread, time) };

  thread->begun = TRUE;
  call.node =
      enter (self, thread->open->len > 0 ? innermost (thread)->node : CYAN_NODE_ROOT, name, error);
  if (call.node == CYAN_NODE_NONE)
    return FALSE;
  g_array_append_val (thread->open, call);
  if (thread->n_open != NULL)
    ++*n_open (thread, name);
  return TRUE;
}

const char *
cyan_timeline_innermost (const CyanTimeline *self, guint index)
{
  const Thread *thread = get_thread (self, index);

  return thread->open->len == 0 ? NULL
                                : cyan_strings_get (self->frames.strings, innermost (thread)->name);
}

static void
leave (CyanTimeline *self, Thread *thread, gint64 time)
{
  const Call call = *innermost (thread);
  gint64 length = time - call.start;

  cyan_profile_builder_add (self->builder, self->metric, call.node, (double) (length - call.inner));
  g_array_set_size (thread->open, thread->open->len - 1);
  if (thread->open->len > 0)
    innermost (thread)->inner += length;
  if (thread->n_open != NULL)
    --*n_open (thread, call.name);
}

void
cyan_timeline_end (CyanTimeline *self, guint index, gint64 time)
{
  Thread *thread = get_thread (self, index);

  time = advance (self, thread, time);
  if (thread->open->len == 0)
    self->n_stray++;
  else
    leave (self, thread, time);
}

void
cyan_timeline_end_named (CyanTimeline *self, guint index, gint64 time, CyanStr name)
{
  Thread *thread = get_thread (self, index);

  time = advance (self, thread, time);
  if (thread->open->len > 0 && innermost (thread)->name == name)
    {
      leave (self, thread, time);
      return;
    }

  if (thread->n_open == NULL)
    {
      thread->n_open = g_array_new (FALSE, TRUE, sizeof (guint32));
      for (guint i = 0; i < thread->open->len; i++)
        ++*n_open (thread, g_array_index (thread->open, Call, i).name);
    }
  if (*n_open (thread, name) == 0)
    {
      self->n_stray++;
      return;
    }
  for (; innermost (thread)->name != name; self->n_cut++)
    leave (self, thread, time);
  leave (self, thread, time);
}

void
cyan_timeline_slice (CyanTimeline *self, guint index, gint64 start, gint64 length, CyanStr name)
{
  Thread *thread = get_thread (self, index);
  Slice slice = { start, length, name };

  if (thread->slices == NULL)
    thread->slices = g_array_new (FALSE, FALSE, sizeof (Slice));
  g_array_append_val (thread->slices, slice);
}

/* Outer slices before those within. */
static gint
compare_slices (gconstpointer a, gconstpointer b, gpointer data)
{
  const Slice *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->length > y->length ? -1 : x->length < y->length;
}

/* Merges [@from, @middle) and [@middle, @to) of @slices through @room, where they go wrong. */
static void
merge_runs (Slice *slices, Slice *room, guint from, guint middle, guint to)
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

/* Stable, so that of two slices that are equal the one that was recorded first is the outer one;
 * and can be stopped, unlike g_array_sort(). */
static gboolean
sort_slices (GArray *array, const CyanTick *tick, GError **error)
{
  Slice *slices = (Slice *) array->data;
  g_autofree Slice *room = g_new (Slice, array->len);
  guint n = array->len, n_passes = 1, pass = 1;

  for (guint64 run = SORT_RUN; run < n; run *= 2)
    n_passes++;
  for (guint from = 0; from < n; from += MIN (SORT_RUN, n - from))
    {
      g_qsort_with_data (slices + from, (gint) MIN (SORT_RUN, n - from), sizeof *slices,
                         compare_slices, NULL);
      if (!cyan_tick (tick, (double) from / n / n_passes, "Sorting", error))
        return FALSE;
    }
  for (guint64 run = SORT_RUN; run < n; run *= 2, pass++)
    for (guint64 from = 0; from + run < n; from += 2 * run)
      {
        merge_runs (slices, room, (guint) from, (guint) (from + run),
                    (guint) MIN (from + 2 * run, n));
        if (!cyan_tick (tick, (pass + (double) from / n) / n_passes, "Sorting", error))
          return FALSE;
      }
  return TRUE;
}

static void
leave_slice (CyanTimeline *self, GArray *stack)
{
  const Call *call = &g_array_index (stack, Call, stack->len - 1);

  cyan_profile_builder_add (self->builder, self->metric, call->node,
                            (double) (call->end - call->start - call->inner));
  g_array_set_size (stack, stack->len - 1);
}

/* Nests the slices of a thread by time.  A slice that outlasts the one around it is cut there: a
 * thread does one thing at a time. */
static gboolean
nest (CyanTimeline *self, GArray *slices, const CyanTick *tick, GError **error)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Call));
  CyanTick sorting = cyan_tick_slice (tick, 0, 0.5), nesting = cyan_tick_slice (tick, 0.5, 1);

  if (!sort_slices (slices, &sorting, error))
    return FALSE;
  for (guint i = 0; i < slices->len; i++)
    {
      const Slice *slice = &g_array_index (slices, Slice, i);
      Call call = { .name = slice->name, .start = slice->start, .node = CYAN_NODE_ROOT };

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (&nesting, (double) i / slices->len, "Nesting", error))
        return FALSE;
      call.end = slice->start + slice->length;
      while (stack->len > 0 && g_array_index (stack, Call, stack->len - 1).end <= call.start)
        leave_slice (self, stack);
      if (stack->len > 0)
        {
          Call *outer = &g_array_index (stack, Call, stack->len - 1);

          self->n_overlaps += call.end > outer->end + ROUNDING_NS;
          call.end = MIN (call.end, outer->end);
          outer->inner += call.end - call.start;
          call.node = outer->node;
        }
      call.node = enter (self, call.node, call.name, error);
      if (call.node == CYAN_NODE_NONE)
        return FALSE;
      g_array_append_val (stack, call);
    }
  while (stack->len > 0)
    leave_slice (self, stack);
  return TRUE;
}

static void
warn (CyanTimeline *self, guint n_mixed)
{
  CyanProfileBuilder *builder = self->builder;

  if (n_mixed > 0)
    cyan_profile_builder_warn (builder,
                               "%u of the threads have begin and end events as well as complete "
                               "ones, which are not nested in each other",
                               n_mixed);
  if (self->n_stray + self->n_cut + self->n_unfinished > 0)
    cyan_profile_builder_warn (builder,
                               "calls and ends that do not pair: %" G_GUINT64_FORMAT
                               " ends without a call were ignored, %" G_GUINT64_FORMAT
                               " calls ended with the one around them, %" G_GUINT64_FORMAT
                               " calls without an end were closed at the last time stamp",
                               self->n_stray, self->n_cut, self->n_unfinished);
  if (self->n_backwards > 0)
    cyan_profile_builder_warn (builder,
                               "%" G_GUINT64_FORMAT
                               " time stamps lie before the one ahead of them and were moved up to "
                               "it",
                               self->n_backwards);
  if (self->n_overlaps > 0)
    cyan_profile_builder_warn (
        builder, "%" G_GUINT64_FORMAT " calls outlast the call around them and were cut at its end",
        self->n_overlaps);
}

gboolean
cyan_timeline_finish (CyanTimeline *self, const CyanTick *tick, GError **error)
{
  guint n_active = 0, n_mixed = 0;
  guint64 n_slices = 0, n_nested = 0;

  for (guint i = 0; i < self->threads->len; i++)
    if (get_thread (self, i)->slices != NULL)
      n_slices += get_thread (self, i)->slices->len;
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = get_thread (self, i);

      for (; thread->open->len > 0; self->n_unfinished++)
        leave (self, thread, thread->last);
      if (thread->slices != NULL)
        {
          guint64 n = thread->slices->len;
          CyanTick slice = cyan_tick_slice (tick, (double) n_nested / (double) n_slices,
                                            (double) (n_nested + n) / (double) n_slices);

          if (!nest (self, thread->slices, &slice, error))
            return FALSE;
          n_nested += n;
        }
      n_active += thread->begun || thread->slices != NULL;
      n_mixed += thread->begun && thread->slices != NULL;
      g_clear_pointer (&thread->slices, g_array_unref);
    }
  cyan_profile_builder_set_threads (self->builder, n_active);
  warn (self, n_mixed);
  return TRUE;
}
