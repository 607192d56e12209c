/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter of a session, and what it leaves. */
#include "cyan-session-private.h"
#include "cyan-task.h"
#include "cyan-widgets.h"

/* Nodes that are looked through without a thread, in a few milliseconds. */
#define MAX_AT_ONCE 50000

typedef struct
{
  CyanComparison *comparison;
  CyanFilter *filter;
  CyanBasis basis;
  CyanSourceSnapshot *known;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  cyan_comparison_unref (self->comparison);
  cyan_filter_free (self->filter);
  cyan_source_snapshot_unref (self->known);
  g_free (self);
}

static gpointer
filter_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  return cyan_filtered_new (question->comparison, question->filter, question->basis,
                            question->known->changes, tick, error);
}

/* The selected node, or the next one above it that is left. */
static void
select_what_is_left (CyanSession *self)
{
  CyanNode node = self->selected;

  while (node != CYAN_NODE_ROOT && node != CYAN_NODE_NONE
         && !cyan_filtered_shows (self->filtered, node))
    node = self->comparison->compared.tree->parent[node];
  node = node == CYAN_NODE_NONE ? node : MAX (node, cyan_comparison_top (self->comparison));
  if (node == self->selected)
    return;
  self->selected = node;
  g_object_notify (G_OBJECT (self), "selected");
}

void
cyan_session_admit (CyanSession *self, CyanNode node)
{
  CyanFiltered *with;

  if (cyan_filtered_shows (self->filtered, node))
    return;
  with = cyan_filtered_with (self->filtered, self->comparison, node);
  cyan_filtered_unref (self->filtered);
  self->filtered = with;
  cyan_layout_set_filter (self->layout, with);
  g_object_notify (G_OBJECT (self), "filtered");
}

/* Shows @filtered, which this takes. */
static void
take_filtered (CyanSession *self, CyanFiltered *filtered, CyanFilterReason why)
{
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered;
  /* Only the whole tree has something to show. */
  if (why == CYAN_FILTERED_ASKED && !cyan_filtered_shows (filtered, cyan_layout_top (self->layout)))
    cyan_layout_set_top (self->layout, cyan_comparison_top (self->comparison));
  cyan_layout_set_filter (self->layout, filtered);
  if (filtered == NULL && self->unfiltered != NULL)
    {
      cyan_layout_restore_too (self->layout, self->unfiltered);
      g_clear_pointer (&self->unfiltered, cyan_shown_nodes_unref);
    }
  if (filtered != NULL && self->shown_later != NULL)
    cyan_layout_restore_too (self->layout, self->shown_later);
  else if (filtered != NULL && why != CYAN_FILTERED_RESTORED)
    cyan_layout_show_matches (self->layout, CYAN_LAYOUT_N_MATCHES);
  if (why == CYAN_FILTERED_ASKED)
    select_what_is_left (self);
  else if (self->selected != CYAN_NODE_NONE)
    cyan_session_admit (self, self->selected);
  if (self->selected != CYAN_NODE_NONE)
    {
      cyan_layout_reveal (self->layout, self->selected);
      cyan_layout_keep (self->layout, self->selected);
    }
  g_object_notify (G_OBJECT (self), "filtered");
  cyan_session_layout_changed (self, self->selected);
}

/* The user data of on_filtered(). */
typedef struct
{
  gpointer session; /* a weak reference */
  CyanFilterReason why;
} Asked;

static void
on_filtered (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;
  g_autoptr (CyanSession) self = cyan_weak_take (asked->session);
  g_autoptr (CyanFiltered) filtered = cyan_task_finish (result, NULL);
  CyanFilterReason why = asked->why;

  g_free (asked);
  /* Overtaken by another filter. */
  if (self == NULL || filtered == NULL
      || g_task_get_cancellable (G_TASK (result)) != self->filtering)
    return;
  g_clear_object (&self->filtering);
  take_filtered (self, g_steal_pointer (&filtered), why);
  if (self->filters_again)
    cyan_session_apply_filter (self, CYAN_FILTERED_RENEWED);
}

void
cyan_session_stop_filtering (CyanSession *self)
{
  if (self->filtering != NULL)
    g_cancellable_cancel (self->filtering);
  g_clear_object (&self->filtering);
  self->filters_again = FALSE;
}

void
cyan_session_apply_filter (CyanSession *self, CyanFilterReason why)
{
  Question *question;
  Asked *asked;

  cyan_session_stop_filtering (self);
  if (self->filter->criteria == 0)
    {
      take_filtered (self, NULL, why);
      return;
    }
  if (self->comparison->compared.n_nodes <= MAX_AT_ONCE)
    {
      take_filtered (self,
                     cyan_filtered_new (self->comparison, self->filter, cyan_session_basis (self),
                                        self->model->known->changes, NULL, NULL),
                     why);
      return;
    }
  question = g_new (Question, 1);
  question->comparison = cyan_comparison_ref (self->comparison);
  question->filter = cyan_filter_copy (self->filter);
  question->basis = cyan_session_basis (self);
  question->known = cyan_source_snapshot_ref (self->model->known);
  asked = g_new (Asked, 1);
  *asked = (Asked){ cyan_weak_new (self), why };
  self->filtering = g_cancellable_new ();
  cyan_task_run (cyan_task_new_quiet (NULL, self->filtering, on_filtered, asked), filter_in_thread,
                 question, question_free, (GDestroyNotify) cyan_filtered_unref);
}

void
cyan_session_renew_filter (CyanSession *self, CyanCriterion by, CyanFilterReason why)
{
  if (!cyan_filter_has (self->filter, by))
    return;
  /* Snapshots of the sources come faster than a large tree is looked through. */
  if (self->filtering != NULL)
    self->filters_again = TRUE;
  else
    cyan_session_apply_filter (self, why);
}

void
cyan_session_restore_filter (CyanSession *self,
                             const CyanFilter *filter,
                             CyanFiltered *filtered,
                             CyanShownNodes *unfiltered)
{
  cyan_session_stop_filtering (self);
  g_clear_pointer (&self->unfiltered, cyan_shown_nodes_unref);
  self->unfiltered = unfiltered != NULL ? cyan_shown_nodes_ref (unfiltered) : NULL;
  if (!cyan_filter_equal (filter, self->filter))
    {
      cyan_filter_free (self->filter);
      self->filter = cyan_filter_copy (filter);
      g_object_notify (G_OBJECT (self), "filter");
    }
  if (filtered != self->filtered)
    {
      cyan_filtered_unref (self->filtered);
      self->filtered = filtered != NULL ? cyan_filtered_ref (filtered) : NULL;
      cyan_layout_set_filter (self->layout, self->filtered);
      g_object_notify (G_OBJECT (self), "filtered");
    }
}

const CyanFilter *
cyan_session_filter (CyanSession *self)
{
  return self->filter;
}

const CyanFiltered *
cyan_session_filtered (CyanSession *self)
{
  return self->filtered;
}

gboolean
cyan_session_is_filtering (CyanSession *self)
{
  return self->filtering != NULL;
}

static void
replace_filter (CyanSession *self, const CyanFilter *filter, CyanFilterReason why)
{
  CyanFilter *copy = cyan_filter_copy (filter);

  if (self->filter->criteria == 0)
    {
      g_clear_pointer (&self->unfiltered, cyan_shown_nodes_unref);
      self->unfiltered = cyan_layout_save (self->layout);
    }
  cyan_filter_free (self->filter);
  self->filter = copy;
  g_object_notify (G_OBJECT (self), "filter");
  cyan_session_apply_filter (self, why);
}

void
cyan_session_adopt_filter (CyanSession *self, const CyanFilter *filter)
{
  if (!cyan_filter_equal (filter, self->filter))
    replace_filter (self, filter, CYAN_FILTERED_RENEWED);
}

void
cyan_session_set_filter (CyanSession *self, const CyanFilter *filter)
{
  if (cyan_filter_equal (filter, self->filter))
    return;
  cyan_session_remember (self);
  replace_filter (self, filter, CYAN_FILTERED_ASKED);
}
