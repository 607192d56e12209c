/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The partition of the icicle and of the ring chart, which both share. */
#include "cyan-session-private.h"

#include "cyan-task.h"

/* Nodes of a tree whose partition is made without a thread, in a few milliseconds. */
#define MAX_AT_ONCE 50000

typedef struct
{
  CyanComparison *comparison; /* owned */
  CyanBasis basis;
  CyanSizes sizes;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  cyan_comparison_unref (wanted->comparison);
  g_free (wanted);
}

static gpointer
make_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Wanted *wanted = data;

  return cyan_partition_new (wanted->comparison, wanted->basis, wanted->sizes);
}

static void
free_partition (gpointer partition)
{
  cyan_partition_unref (partition);
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanSession *self = CYAN_SESSION (source);
  g_autoptr (CyanPartition) partition = cyan_task_finish (result, NULL);

  /* One that is no longer wanted changes nothing. */
  if (partition == NULL || g_task_get_cancellable (G_TASK (result)) != self->parting)
    return;
  g_clear_object (&self->parting);
  g_clear_pointer (&self->partition, cyan_partition_unref);
  self->partition = g_steal_pointer (&partition);
  g_object_notify (source, "partition");
}

static void
stop (CyanSession *self)
{
  if (self->parting != NULL)
    g_cancellable_cancel (self->parting);
  g_clear_object (&self->parting);
}

static void
make (CyanSession *self)
{
  CyanBasis basis = cyan_session_basis (self);
  Wanted *wanted;

  stop (self);
  if (self->comparison->compared.n_nodes <= MAX_AT_ONCE)
    {
      g_clear_pointer (&self->partition, cyan_partition_unref);
      self->partition = cyan_partition_new (self->comparison, basis, self->sizes);
      return;
    }
  self->parting = g_cancellable_new ();
  wanted = g_new (Wanted, 1);
  *wanted = (Wanted){ cyan_comparison_ref (self->comparison), basis, self->sizes };
  cyan_task_run (cyan_task_new_quiet (self, self->parting, on_made, NULL), make_in_thread, wanted,
                 wanted_free, free_partition);
}

CyanPartition *
cyan_session_partition (CyanSession *self)
{
  if (self->partition == NULL && self->parting == NULL)
    make (self);
  return self->partition;
}

void
cyan_session_renew_partition (CyanSession *self)
{
  if (self->partition == NULL && self->parting == NULL)
    return;
  make (self);
  if (self->parting == NULL)
    g_object_notify (G_OBJECT (self), "partition");
}

void
cyan_session_drop_partition (CyanSession *self)
{
  stop (self);
  g_clear_pointer (&self->partition, cyan_partition_unref);
}

CyanSizes
cyan_session_sizes (CyanSession *self)
{
  return self->sizes;
}

void
cyan_session_set_sizes (CyanSession *self, CyanSizes sizes)
{
  if (self->sizes == sizes)
    return;
  self->sizes = sizes;
  cyan_session_renew_partition (self);
  g_object_notify (G_OBJECT (self), "sizes");
}
