/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open calls of each thread: a stack of numbers, such as nodes. */
#pragma once

#include <glib.h>

/* Threads are numbered from 0 without large gaps. */
typedef struct
{
  GPtrArray *threads; /* of GArray of guint32 */
} CyanOpenCalls;

static inline void
cyan_open_calls_init (CyanOpenCalls *self)
{
  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
}

static inline void
cyan_open_calls_clear (CyanOpenCalls *self)
{
  g_clear_pointer (&self->threads, g_ptr_array_unref);
}

/* The open calls of @thread, the innermost one last. */
static inline GArray *
cyan_open_calls_of (CyanOpenCalls *self, guint thread)
{
  while (thread >= self->threads->len)
    g_ptr_array_add (self->threads, g_array_new (FALSE, FALSE, sizeof (guint32)));
  return (GArray *) self->threads->pdata[thread];
}

/* The innermost one, or @none. */
static inline guint32
cyan_open_calls_top (const GArray *open, guint32 none)
{
  return open->len > 0 ? g_array_index (open, guint32, open->len - 1) : none;
}

/* Does nothing if there is none. */
static inline void
cyan_open_calls_pop (GArray *open)
{
  if (open->len > 0)
    g_array_set_size (open, open->len - 1);
}

/* Sets @marks, which is by number, to TRUE for the innermost open call of each thread. */
static inline void
cyan_open_calls_mark (const CyanOpenCalls *self, guint8 *marks)
{
  for (guint t = 0; t < self->threads->len; t++)
    {
      const GArray *open = (const GArray *) self->threads->pdata[t];

      if (open->len > 0)
        marks[cyan_open_calls_top (open, 0)] = TRUE;
    }
}

/* Replaces each number by the one that @renumbered has for it. */
static inline void
cyan_open_calls_renumber (CyanOpenCalls *self, const guint32 *renumbered)
{
  for (guint t = 0; t < self->threads->len; t++)
    {
      GArray *open = (GArray *) self->threads->pdata[t];

      for (guint i = 0; i < open->len; i++)
        g_array_index (open, guint32, i) = renumbered[g_array_index (open, guint32, i)];
    }
}
