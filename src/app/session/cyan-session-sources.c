/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a session learns of its sources while one looks.
 *
 * A thread looks at what is shown at first, then one fills the rest of the table.  When other nodes
 * are shown before that is done, a second one looks at those: a location lets those that wait go
 * first.  What they found is taken up as a snapshot now and then.
 */
#include "cyan-session-private.h"
#include "cyan-sources.h"
#include "cyan-task.h"

/* Milliseconds between two looks at what the sources have brought. */
#define INTERVAL 120
/* Functions that are looked at out of turn, at once. */
#define MAX_ASKED 400

/* The input of a thread. */
typedef struct
{
  CyanSourceTable *sources;
  CyanComparison *comparison;
  GArray *shown; /* of guint32, pairs */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  cyan_source_table_unref (self->sources);
  cyan_comparison_unref (self->comparison);
  g_clear_pointer (&self->shown, g_array_unref);
  g_free (self);
}

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
  guint32 pair = self->comparison->compared.pairs->of_node[placed->node];

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

/* ---- in threads ---- */

static gpointer
look_at_shown (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  for (guint i = 0; i < question->shown->len; i++)
    {
      g_auto (CyanSourcePair) pair = { 0 };

      if (!cyan_source_table_look_up (
              question->sources, g_array_index (question->shown, guint32, i), &pair, tick, error))
        break;
    }
  return NULL;
}

/* All that will be asked for is known before the first question reads all files. */
static gpointer
look_at_first (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  for (guint side = 0; side < 2; side++)
    {
      CyanSourceLocation *location = cyan_source_table_location (question->sources, side);

      if (location == NULL)
        continue;
      cyan_sources_expect (question->comparison->compared.side[0].profile, location);
      cyan_sources_expect (question->comparison->compared.side[1].profile, location);
    }
  if (cyan_source_table_location (question->sources, 0) != NULL)
    look_at_shown (data, tick, error);
  return NULL;
}

static gpointer
look_at_all (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  cyan_source_table_fill (question->sources, tick, error);
  return NULL;
}

/* ---- in the main loop ---- */

/* Takes @shown.  The thread does not keep the session, which stops it when nobody looks any
 * more. */
static void
start_thread (CyanSession *self, GArray *shown, CyanTaskFunc func, GAsyncReadyCallback callback)
{
  Question *question = g_new (Question, 1);
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  question->sources = cyan_source_table_ref (self->sources);
  question->comparison = cyan_comparison_ref (self->comparison);
  question->shown = shown;
  g_weak_ref_init (weak, self);
  cyan_task_run (cyan_task_new_quiet (NULL, self->cancellable, callback, weak), func, question,
                 question_free, NULL);
}

/* Ends what start_thread() began.  NULL if the session is gone or nobody looks any more. */
static CyanSession *
finish_thread (GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = g_weak_ref_get (data);

  g_weak_ref_clear (data);
  g_free (data);
  cyan_task_finish (result, NULL);
  return self != NULL && !g_cancellable_is_cancelled (self->cancellable) ? g_steal_pointer (&self)
                                                                         : NULL;
}

/* Takes up what has come. */
static void
look_again (CyanSession *self)
{
  g_autoptr (CyanSourceSnapshot) newest = cyan_source_table_snapshot (self->sources);

  if (newest == self->known)
    return;
  cyan_source_snapshot_unref (self->known);
  self->known = g_steal_pointer (&newest);
  if (cyan_layout_keep_modified (self->layout, self->known->changes))
    cyan_session_layout_changed (self, self->selected);
  g_signal_emit_by_name (self, "sources-changed");
  cyan_session_renew_filter (self, CYAN_CRITERION_MODIFIED, CYAN_FILTERED_RENEWED);
}

static void ask_for_shown (CyanSession *self);

static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = finish_thread (result, data);

  if (self == NULL)
    return;
  self->is_asking = FALSE;
  look_again (self);
  ask_for_shown (self);
}

/* When other nodes are shown by now: before the rest. */
static void
ask_for_shown (CyanSession *self)
{
  g_autoptr (GArray) shown = NULL;

  if (!self->asks_again || self->is_asking)
    return;
  shown = shown_pairs (self);
  /* Where more is shown than is asked for at once, the rest comes next. */
  self->asks_again = shown->len == MAX_ASKED;
  if (shown->len == 0)
    return;
  self->is_asking = TRUE;
  start_thread (self, g_steal_pointer (&shown), look_at_shown, on_asked);
}

static void
on_filled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = finish_thread (result, data);

  if (self == NULL)
    return;
  self->sources_done = TRUE;
  cyan_session_start_with_causes (self);
}

static void
on_first_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = finish_thread (result, data);

  if (self == NULL)
    return;
  self->is_asking = FALSE;
  start_thread (self, NULL, look_at_all, on_filled);
  look_again (self);
  ask_for_shown (self);
}

static gboolean
on_timer (gpointer data)
{
  CyanSession *self = data;

  look_again (self);
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
    {
      cyan_session_start_with_causes (self);
      return;
    }
  self->asked = g_new0 (guint8, self->comparison->compared.pairs->n);
  self->is_asking = TRUE;
  start_thread (self, shown_pairs (self), look_at_first, on_first_asked);
  self->sources_timer = g_timeout_add (INTERVAL, on_timer, self);
  g_signal_connect (self, "layout-changed", G_CALLBACK (on_layout_changed), NULL);
}

void
cyan_session_stop_with_sources (CyanSession *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->sources_timer, g_source_remove);
  g_clear_pointer (&self->asked, g_free);
}

gboolean
cyan_session_source_moved (CyanSession *self, CyanNode node)
{
  return self->known->moved != NULL
         && self->known->moved[self->comparison->compared.pairs->of_node[node]];
}

const CyanSourceSnapshot *
cyan_session_known (CyanSession *self)
{
  return self->known;
}
