/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The partitions of the pictures: that of the chosen sizes, which the icicle and the ring chart
 * share, and those of both sides.
 */
#include "cyan-session-private.h"

#include "cyan-task.h"

/* Nodes of a tree whose partitions are made without a thread, in a few milliseconds. */
#define MAX_AT_ONCE 50000

typedef struct
{
  CyanComparison *comparison; /* owned */
  CyanBasis basis;
  CyanSizes sizes[2];
  guint n;
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
  GPtrArray *made = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_partition_unref);

  for (guint i = 0; i < wanted->n; i++)
    g_ptr_array_add (made,
                     cyan_partition_new (wanted->comparison, wanted->basis, wanted->sizes[i]));
  return made;
}

static void
set_made (CyanSessionPartitions *self, GPtrArray *made)
{
  g_clear_pointer (&self->made, g_ptr_array_unref);
  self->made = made;
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanSession *self = CYAN_SESSION (source);
  g_autoptr (GPtrArray) made = cyan_task_finish (result, NULL);

  for (guint i = 0; made != NULL && i < G_N_ELEMENTS (self->partitions); i++)
    {
      CyanSessionPartitions *there = &self->partitions[i];

      /* What is no longer wanted changes nothing. */
      if (g_task_get_cancellable (G_TASK (result)) != there->making)
        continue;
      g_clear_object (&there->making);
      set_made (there, g_steal_pointer (&made));
      g_object_notify (source, "partition");
    }
}

static void
stop (CyanSessionPartitions *self)
{
  if (self->making != NULL)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
}

static void
make (CyanSession *self, CyanPartitionUse use)
{
  CyanSessionPartitions *there = &self->partitions[use];
  Wanted *wanted = g_new (Wanted, 1);

  stop (there);
  *wanted = (Wanted){ .comparison = cyan_comparison_ref (self->comparison),
                      .basis = cyan_session_basis (self),
                      .sizes = { self->sizes },
                      .n = 1 };
  if (use == CYAN_PARTITIONS_OF_SIDES)
    {
      wanted->sizes[0] = CYAN_SIZES_BEFORE;
      wanted->sizes[1] = CYAN_SIZES_AFTER;
      wanted->n = 2;
    }
  if (self->comparison->compared.n_nodes <= MAX_AT_ONCE)
    {
      set_made (there, make_in_thread (wanted, NULL, NULL));
      wanted_free (wanted);
      return;
    }
  there->making = g_cancellable_new ();
  cyan_task_run (cyan_task_new_quiet (self, there->making, on_made, NULL), make_in_thread, wanted,
                 wanted_free, (GDestroyNotify) g_ptr_array_unref);
}

/* NULL as long as a thread makes the first ones. */
static GPtrArray *
get_made (CyanSession *self, CyanPartitionUse use)
{
  CyanSessionPartitions *there = &self->partitions[use];

  if (there->made == NULL && there->making == NULL)
    make (self, use);
  return there->made;
}

CyanPartition *
cyan_session_partition (CyanSession *self)
{
  GPtrArray *made = get_made (self, CYAN_PARTITION_OF_SIZES);

  return made != NULL ? g_ptr_array_index (made, 0) : NULL;
}

gboolean
cyan_session_get_sides (CyanSession *self, CyanPartition *sides[2])
{
  GPtrArray *made = get_made (self, CYAN_PARTITIONS_OF_SIDES);

  if (made == NULL)
    return FALSE;
  for (guint side = 0; side < 2; side++)
    sides[side] = g_ptr_array_index (made, side);
  return TRUE;
}

/* Makes those anew that somebody has asked for. */
static void
renew (CyanSession *self, CyanPartitionUse use)
{
  CyanSessionPartitions *there = &self->partitions[use];

  if (there->made == NULL && there->making == NULL)
    return;
  make (self, use);
  if (there->making == NULL)
    g_object_notify (G_OBJECT (self), "partition");
}

void
cyan_session_renew_partitions (CyanSession *self)
{
  for (guint use = 0; use < G_N_ELEMENTS (self->partitions); use++)
    renew (self, (CyanPartitionUse) use);
}

void
cyan_session_drop_partitions (CyanSession *self)
{
  for (guint use = 0; use < G_N_ELEMENTS (self->partitions); use++)
    {
      stop (&self->partitions[use]);
      set_made (&self->partitions[use], NULL);
    }
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
  renew (self, CYAN_PARTITION_OF_SIZES);
  g_object_notify (G_OBJECT (self), "sizes");
}
