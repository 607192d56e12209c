/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a session learns of its sources while one looks.
 *
 * One thread fills the table, beginning with what is shown at first.  When other nodes are shown
 * before it is done, a second one looks at those: a location lets those that wait go first.
 */
#include "cyan-session-private.h"
#include "cyan-sources.h"

/* Milliseconds between two looks at what the sources have brought. */
#define INTERVAL 120
/* Functions that are looked at out of turn, at once. */
#define MAX_ASKED 400

/* What a thread is asked for. */
typedef struct
{
  CyanSourceTable *sources;
  CyanComparison *comparison;
  GArray *shown; /* of guint32, pairs */
  int *ready;    /* see CyanSession; shared, as is: */
  guint8 *moved;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  cyan_source_table_unref (self->sources);
  cyan_comparison_unref (self->comparison);
  g_array_unref (self->shown);
  g_atomic_rc_box_release (self->ready);
  g_atomic_rc_box_release (self->moved);
  g_free (self);
}

static void ask_for_shown (CyanSession *self);

typedef struct
{
  CyanSession *session;
  GArray *pairs;
} Collection;

static void
collect (const CyanPlaced *placed, gpointer data)
{
  Collection *collection = data;
  CyanSession *self = collection->session;
  guint32 pair = self->comparison->pair[placed->node];

  if (self->asked[pair] || collection->pairs->len >= MAX_ASKED)
    return;
  self->asked[pair] = TRUE;
  g_array_append_val (collection->pairs, pair);
}

/* The pairs of what is shown, parents first, that nothing was asked for yet. */
static GArray *
shown_pairs (CyanSession *self)
{
  Collection collection = { self, g_array_new (FALSE, FALSE, sizeof (guint32)) };

  cyan_layout_visit (self->layout, NULL, 1, collect, &collection);
  return collection.pairs;
}

static gboolean
tick_until_cancelled (double fraction, const char *what, gpointer cancellable)
{
  return !g_cancellable_is_cancelled (cancellable);
}

static gboolean
look_at_shown (const Question *question, const CyanTick *tick)
{
  for (guint i = 0; i < question->shown->len; i++)
    {
      guint32 index = g_array_index (question->shown, guint32, i);
      g_auto (CyanSourcePair) pair = { 0 };

      if (!cyan_source_table_look_up (question->sources, index, &pair, tick, NULL))
        return FALSE;
      question->moved[index] = pair.moved;
    }
  return TRUE;
}

static void
fill_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Question *question = data;
  CyanTick tick = CYAN_TICK_INIT (tick_until_cancelled, cancellable);

  /* All that will be asked for is known before the first question reads all files. */
  for (guint side = 0; side < 2; side++)
    {
      CyanSourceLocation *location = cyan_source_table_location (question->sources, side);

      if (location == NULL)
        continue;
      cyan_sources_expect (question->comparison->before, location);
      cyan_sources_expect (question->comparison->after, location);
    }
  if (cyan_source_table_location (question->sources, 0) != NULL)
    look_at_shown (question, &tick);
  g_atomic_int_set (question->ready, TRUE);
  g_task_return_boolean (task, cyan_source_table_fill (question->sources, &tick, NULL));
}

static void
ask_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  CyanTick tick = CYAN_TICK_INIT (tick_until_cancelled, cancellable);

  g_task_return_boolean (task, look_at_shown (data, &tick));
}

static void
on_filled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = g_weak_ref_get (data);

  if (self != NULL)
    self->sources_done = TRUE;
  g_weak_ref_clear (data);
  g_free (data);
}

static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = g_weak_ref_get (data);

  if (self != NULL)
    {
      self->is_asking = FALSE;
      if (!g_cancellable_is_cancelled (self->cancellable))
        {
          g_signal_emit_by_name (self, "sources-changed");
          ask_for_shown (self);
        }
    }
  g_weak_ref_clear (data);
  g_free (data);
}

/* The thread does not keep the session, which stops it when nobody looks any more.  Takes @shown.
 */
static void
start_thread (CyanSession *self, GArray *shown, GTaskThreadFunc func, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = NULL;
  Question *question = g_new (Question, 1);
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  question->sources = cyan_source_table_ref (self->sources);
  question->comparison = cyan_comparison_ref (self->comparison);
  question->shown = shown;
  question->moved = g_atomic_rc_box_acquire (self->moved);
  question->ready = g_atomic_rc_box_acquire (self->sources_ready);
  g_weak_ref_init (weak, self);
  task = g_task_new (NULL, self->cancellable, callback, weak);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, func);
}

/* When other nodes are shown by now: before the rest, and for where their texts are. */
static void
ask_for_shown (CyanSession *self)
{
  g_autoptr (GArray) shown = NULL;

  if (!self->asks_again || self->is_asking || !g_atomic_int_get (self->sources_ready))
    return;
  shown = shown_pairs (self);
  /* Where more is shown than is asked for at once, the rest comes next. */
  self->asks_again = shown->len == MAX_ASKED;
  if (shown->len == 0)
    return;
  self->is_asking = TRUE;
  start_thread (self, g_steal_pointer (&shown), ask_in_thread, on_asked);
}

static gboolean
look_again (gpointer data)
{
  CyanSession *self = data;
  guint version = cyan_source_table_version (self->sources);

  if (version != self->sources_version)
    {
      self->sources_version = version;
      g_signal_emit_by_name (self, "sources-changed");
    }
  ask_for_shown (self);
  if (!self->sources_done)
    return G_SOURCE_CONTINUE;
  self->sources_timer = 0;
  return G_SOURCE_REMOVE;
}

static void
on_layout_changed (CyanSession *self)
{
  self->asks_again = TRUE;
  if (self->sources_done)
    ask_for_shown (self);
}

void
cyan_session_start_with_sources (CyanSession *self)
{
  if (!cyan_source_table_has_sources (self->sources))
    return;
  self->sources_ready = g_atomic_rc_box_new0 (int);
  self->moved = g_atomic_rc_box_alloc0 (MAX (self->comparison->n_pairs, 1));
  self->asked = g_new0 (guint8, self->comparison->n_pairs);
  start_thread (self, shown_pairs (self), fill_in_thread, on_filled);
  self->sources_timer = g_timeout_add (INTERVAL, look_again, self);
  g_signal_connect (self, "layout-changed", G_CALLBACK (on_layout_changed), NULL);
}

void
cyan_session_stop_with_sources (CyanSession *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->sources_timer, g_source_remove);
  g_clear_pointer (&self->sources_ready, g_atomic_rc_box_release);
  g_clear_pointer (&self->moved, g_atomic_rc_box_release);
  g_clear_pointer (&self->asked, g_free);
}

gboolean
cyan_session_source_moved (CyanSession *self, CyanNode node)
{
  return self->moved != NULL && self->moved[self->comparison->pair[node]];
}
