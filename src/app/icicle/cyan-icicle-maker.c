/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the icicle of a session. */
#include "cyan-icicle-maker.h"

#include "cyan-task.h"

/* Nodes of an icicle that is made without a thread, in a few milliseconds. */
#define MAX_AT_ONCE 50000

struct _CyanIcicleMaker
{
  GObject *owner; /* borrowed */
  CyanIcicleMadeFunc made;
  CyanSession *session; /* borrowed; NULL: none */

  CyanIcicle *icicle;   /* NULL until it is first wanted */
  GCancellable *making; /* owned; of the icicle that a thread makes, or NULL */
};

typedef struct
{
  CyanComparison *comparison;
  CyanBasis basis;
} Wanted;

static void
wanted_free (gpointer data)
{
  Wanted *wanted = data;

  cyan_comparison_unref (wanted->comparison);
  g_free (wanted);
}

static CyanIcicle *
icicle_of (CyanComparison *comparison, CyanBasis basis)
{
  g_autoptr (CyanPartition) partition = cyan_partition_new (comparison, basis, CYAN_SIZES_ENVELOPE);

  return cyan_icicle_new (partition);
}

static gpointer
make_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Wanted *wanted = data;

  return icicle_of (wanted->comparison, wanted->basis);
}

static void
free_icicle (gpointer icicle)
{
  cyan_icicle_free (icicle);
}

static void
take_icicle (CyanIcicleMaker *self, CyanIcicle *icicle)
{
  g_clear_pointer (&self->icicle, cyan_icicle_free);
  self->icicle = icicle;
  cyan_icicle_set_filter (icicle, (CyanFiltered *) cyan_session_filtered (self->session));
  cyan_icicle_set_top (icicle, cyan_layout_top (cyan_session_layout (self->session)));
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanIcicleMaker *self = data;
  g_autoptr (CyanIcicle) icicle = cyan_task_finish (result, NULL);

  /* One that is no longer wanted changes nothing. */
  if (icicle == NULL || g_task_get_cancellable (G_TASK (result)) != self->making)
    return;
  g_clear_object (&self->making);
  take_icicle (self, g_steal_pointer (&icicle));
  self->made (self->owner);
}

static void
stop (CyanIcicleMaker *self)
{
  if (self->making != NULL)
    g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
}

static void
make (CyanIcicleMaker *self)
{
  CyanComparison *comparison = cyan_session_comparison (self->session);
  CyanBasis basis = cyan_session_basis (self->session);
  Wanted *wanted;

  stop (self);
  if (comparison->compared.n_nodes <= MAX_AT_ONCE)
    {
      take_icicle (self, icicle_of (comparison, basis));
      return;
    }
  self->making = g_cancellable_new ();
  wanted = g_new (Wanted, 1);
  wanted->comparison = cyan_comparison_ref (comparison);
  wanted->basis = basis;
  cyan_task_run (g_task_new (self->owner, self->making, on_made, self), make_in_thread, wanted,
                 wanted_free, free_icicle, NULL, NULL);
}

CyanIcicleMaker *
cyan_icicle_maker_new (GObject *owner, CyanIcicleMadeFunc made)
{
  CyanIcicleMaker *self = g_new0 (CyanIcicleMaker, 1);

  self->owner = owner;
  self->made = made;
  return self;
}

void
cyan_icicle_maker_free (CyanIcicleMaker *self)
{
  cyan_icicle_maker_set_session (self, NULL);
  g_free (self);
}

void
cyan_icicle_maker_set_session (CyanIcicleMaker *self, CyanSession *session)
{
  stop (self);
  g_clear_pointer (&self->icicle, cyan_icicle_free);
  self->session = session;
}

CyanIcicle *
cyan_icicle_maker_get (CyanIcicleMaker *self)
{
  if (self->icicle == NULL && self->session != NULL && self->making == NULL)
    make (self);
  return self->icicle;
}

CyanIcicle *
cyan_icicle_maker_peek (CyanIcicleMaker *self)
{
  return self->icicle;
}

void
cyan_icicle_maker_renew (CyanIcicleMaker *self)
{
  if (self->icicle == NULL && self->making == NULL)
    return;
  make (self);
  if (self->making == NULL)
    self->made (self->owner);
}
