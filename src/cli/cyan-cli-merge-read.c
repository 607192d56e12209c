/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the parts of `cyan merge` side by side.
 *
 * Readers run a little ahead of the thread that takes the parts, in the order of the list, so that
 * the result and the errors do not depend on which is read first.  That thread reads, too, while
 * the part that it waits for is not there.
 */
#include "cyan-cli-merge.h"
#include "cyan-error.h"
#include "cyan-worker.h"

/* Parts that are read or wait, for each reader. */
#define AHEAD 4

/* A part on its way. */
typedef struct
{
  CyanProfile *part;
  GError *reason;
  gboolean is_read;
} Slot;

typedef struct
{
  const CyanCliReading *how;
  CyanLoadOptions load;
  GPtrArray *paths;
  Slot *slots; /* of part i: i % n_slots */
  guint n_slots;

  CyanMutex mutex; /* protects what follows, and the slots */
  CyanCond changed;
  guint next;     /* the first one that nobody reads */
  guint n_taken;  /* in order */
  guint n_busy;   /* readers that read */
  gboolean alone; /* one after the other, in the thread that takes them */
  gboolean stop;
} Queue;

static gboolean
go_on (double fraction, const char *what, gpointer data)
{
  const Queue *self = data;
  const CyanTick *tick = self->how->tick;

  return !g_atomic_int_get (&self->stop) && tick->func (0, what, tick->data);
}

/* Whether part next may be read now; the one that is taken next always may. */
static gboolean
may_read (const Queue *self)
{
  guint64 limit = cyan_budget_limit (self->load.budget);

  if (self->next == self->paths->len || self->next >= self->n_taken + self->n_slots)
    return FALSE;
  return self->next == self->n_taken
         || (!self->alone && cyan_budget_held (self->load.budget) < limit / 2);
}

/* Reads part next.  The lock is held, but not while it is read. */
static void
read_next (Queue *self)
{
  guint i = self->next++;
  Slot *slot = &self->slots[i % self->n_slots];
  const CyanTick tick = CYAN_TICK_INIT (go_on, self);
  GError *reason = NULL;
  CyanProfile *part;

  self->n_busy++;
  cyan_mutex_unlock (&self->mutex);
  part = cyan_profile_load (self->paths->pdata[i], &self->load, &tick, &reason);
  cyan_mutex_lock (&self->mutex);
  *slot = (Slot){ part, reason, TRUE };
  self->n_busy--;
  cyan_cond_broadcast (&self->changed);
}

/* A reader's thread. */
static gboolean
read_parts (gpointer data, GError **error)
{
  Queue *self = data;

  cyan_mutex_lock (&self->mutex);
  while (!self->stop && !self->alone && self->next < self->paths->len)
    if (may_read (self))
      read_next (self);
    else
      cyan_cond_wait (&self->changed, &self->mutex);
  cyan_mutex_unlock (&self->mutex);
  return TRUE;
}

static void
clear_slot (Queue *self, Slot *slot)
{
  if (slot->part != NULL)
    cyan_budget_release (self->load.budget, cyan_profile_memory (slot->part));
  g_clear_pointer (&slot->part, cyan_profile_unref);
  g_clear_error (&slot->reason);
  slot->is_read = FALSE;
}

gboolean
cyan_cli_is_out_of_memory (const GError *reason)
{
  CyanHint hint = reason != NULL ? cyan_error_hint (reason) : CYAN_HINT_NONE;

  return hint == CYAN_HINT_MEMORY_LIMIT || hint == CYAN_HINT_MEMORY_LIMIT_OR_HOT;
}

/* Several parts may need more memory than one after the other: what was read ahead is forgotten. */
static void
read_alone (Queue *self)
{
  self->alone = TRUE;
  cyan_cond_broadcast (&self->changed);
  while (self->n_busy > 0)
    cyan_cond_wait (&self->changed, &self->mutex);
  for (guint i = 0; i < self->n_slots; i++)
    clear_slot (self, &self->slots[i]);
  self->next = self->n_taken;
}

/* Waits for the next part and takes it out of the queue. */
static Slot
take (Queue *self)
{
  Slot *slot = &self->slots[self->n_taken % self->n_slots];
  Slot taken;

  cyan_mutex_lock (&self->mutex);
  for (;;)
    {
      if (slot->is_read && !self->alone && cyan_cli_is_out_of_memory (slot->reason))
        read_alone (self);
      else if (slot->is_read)
        break;
      else if (may_read (self))
        read_next (self);
      else
        cyan_cond_wait (&self->changed, &self->mutex);
    }
  taken = *slot;
  *slot = (Slot){ 0 };
  self->n_taken++;
  cyan_cond_broadcast (&self->changed);
  cyan_mutex_unlock (&self->mutex);
  return taken;
}

static gboolean
take_all (Queue *self, CyanCliPartFunc func, gpointer data, GError **error)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      Slot slot = take (self);
      gboolean ok;

      if (cyan_error_is_cancelled (slot.reason))
        return cyan_error_pass (&slot.reason, error);
      ok = func (i, slot.part, slot.reason, data, error);
      clear_slot (self, &slot);
      if (!ok)
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_cli_read_parts (const CyanCliReading *how,
                     GPtrArray *paths,
                     CyanCliPartFunc func,
                     gpointer data,
                     GError **error)
{
  guint n_threads = MIN (how->jobs, paths->len) - 1;
  g_autofree CyanWorker *workers = g_new0 (CyanWorker, n_threads);
  Queue self = { .how = how, .load = how->load, .paths = paths, .n_slots = AHEAD * how->jobs };
  gboolean ok;

  self.slots = g_new0 (Slot, self.n_slots);
  cyan_mutex_init (&self.mutex);
  cyan_cond_init (&self.changed);
  for (guint i = 0; i < n_threads; i++)
    cyan_worker_start (&workers[i], "cyan-part", read_parts, &self);
  ok = take_all (&self, func, data, error);
  cyan_mutex_lock (&self.mutex);
  g_atomic_int_set (&self.stop, TRUE);
  cyan_cond_broadcast (&self.changed);
  cyan_mutex_unlock (&self.mutex);
  for (guint i = 0; i < n_threads; i++)
    cyan_worker_join (&workers[i], NULL);
  for (guint i = 0; i < self.n_slots; i++)
    clear_slot (&self, &self.slots[i]);
  g_free (self.slots);
  cyan_cond_clear (&self.changed);
  cyan_mutex_clear (&self.mutex);
  return ok;
}
