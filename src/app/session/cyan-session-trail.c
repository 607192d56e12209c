/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way back: each thing that was done is a step, whatever key did it. */
#include "cyan-session-private.h"

/* Steps that one can go back. */
#define MAX_STEPS 64
/* Microseconds between two selections, as of an arrow key that is held, that are one step. */
#define ONE_STEP G_USEC_PER_SEC

/* A state to go back to. */
typedef struct
{
  CyanShownNodes *layout;
  CyanNode selected;
  CyanBasis basis;
  const char *view; /* interned */
  CyanHotKind hot_kind;
  guint hot_rank;
  CyanFilter *filter;
  CyanFiltered *filtered;     /* NULL: everything, or not known */
  CyanShownNodes *unfiltered; /* or NULL */
} State;

static void
state_free (gpointer data)
{
  State *state = data;

  cyan_shown_nodes_unref (state->layout);
  cyan_filter_free (state->filter);
  cyan_filtered_unref (state->filtered);
  g_clear_pointer (&state->unfiltered, cyan_shown_nodes_unref);
  g_free (state);
}

static State *
state_new (CyanSession *self)
{
  State *state = g_new0 (State, 1);

  state->layout = cyan_layout_save (self->layout);
  state->selected = self->selected;
  state->basis = cyan_session_basis (self);
  state->view = self->view;
  state->hot_kind = self->hot.kind;
  state->hot_rank = self->hot.rank;
  state->filter = cyan_filter_copy (self->filter);
  if (self->filtered != NULL && !cyan_session_is_filtering (self))
    state->filtered = cyan_filtered_ref (self->filtered);
  if (self->unfiltered != NULL)
    state->unfiltered = cyan_shown_nodes_ref (self->unfiltered);
  return state;
}

void
cyan_session_remember (CyanSession *self)
{
  self->selected_at = 0;
  g_clear_pointer (&self->shown_later, cyan_shown_nodes_unref);
  g_queue_clear_full (&self->forward, state_free);
  g_queue_push_head (&self->back, state_new (self));
  if (self->back.length > MAX_STEPS)
    state_free (g_queue_pop_tail (&self->back));
}

void
cyan_session_remember_selection (CyanSession *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->selected_at == 0 || now - self->selected_at > ONE_STEP)
    cyan_session_remember (self);
  self->selected_at = now;
}

void
cyan_session_forget_views (CyanSession *self)
{
  self->selected_at = 0;
  g_queue_clear_full (&self->back, state_free);
  g_queue_clear_full (&self->forward, state_free);
}

static void
restore_hot_path (CyanSession *self, const State *state)
{
  gboolean other_kind = self->hot.kind != state->hot_kind;

  if (!other_kind && self->hot.rank == state->hot_rank)
    return;
  self->hot.kind = state->hot_kind;
  self->hot.rank = state->hot_rank;
  if (other_kind)
    cyan_hot_choice_find (&self->hot, cyan_session_basis (self));
  g_object_notify (G_OBJECT (self), "hot-path");
}

static gboolean
go (CyanSession *self, GQueue *from, GQueue *to)
{
  State *state = g_queue_pop_head (from);

  if (state == NULL)
    return FALSE;
  self->selected_at = 0;
  g_queue_push_head (to, state_new (self));
  cyan_session_restore_filter (self, state->filter, state->filtered, state->unfiltered);
  cyan_layout_restore (self->layout, state->layout);
  self->selected = state->selected;
  restore_hot_path (self, state);
  g_object_notify (G_OBJECT (self), "selected");
  if (state->basis != cyan_session_basis (self))
    cyan_session_show_basis (self, state->basis);
  cyan_session_layout_changed (self, self->selected);
  cyan_session_begin_in (self, state->view);
  /* It may leave other nodes by now. */
  if ((state->filtered == NULL && self->filter->criteria != 0)
      || cyan_filter_has (self->filter, CYAN_CRITERION_CHANGED)
      || cyan_filter_has (self->filter, CYAN_CRITERION_MODIFIED))
    cyan_session_apply_filter (self, CYAN_FILTERED_RESTORED);
  state_free (state);
  return TRUE;
}

gboolean
cyan_session_can_go_back (CyanSession *self)
{
  return !g_queue_is_empty (&self->back);
}

gboolean
cyan_session_can_go_forward (CyanSession *self)
{
  return !g_queue_is_empty (&self->forward);
}

gboolean
cyan_session_go_back (CyanSession *self)
{
  return go (self, &self->back, &self->forward);
}

gboolean
cyan_session_go_forward (CyanSession *self)
{
  return go (self, &self->forward, &self->back);
}
