/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where to start, why nodes changed, and the source that is read for the selected one.
 *
 * A thread looks for the causes once the sources are known, or at once if there are none.
 */
#include "cyan-session-private.h"
#include "cyan-task.h"

typedef struct
{
  CyanComparison *comparison;
  CyanSourceSnapshot *known;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  cyan_comparison_unref (self->comparison);
  cyan_source_snapshot_unref (self->known);
  g_free (self);
}

static gpointer
find_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  return cyan_causes_new (question->comparison, question->known, tick, error);
}

const CyanRanking *
cyan_session_ranking (CyanSession *self)
{
  return self->causes != NULL ? self->causes->ranking : self->ranking;
}

CyanNode
cyan_session_start (CyanSession *self)
{
  const CyanRanking *ranking = cyan_session_ranking (self);

  return ranking != NULL ? cyan_ranking_start (ranking) : CYAN_NODE_NONE;
}

const char *
cyan_session_start_name (CyanSession *self)
{
  const CyanRanking *ranking = cyan_session_ranking (self);

  return ranking != NULL ? cyan_ranking_start_name (ranking, self->comparison) : NULL;
}

CyanNode
cyan_session_first_node (CyanSession *self)
{
  CyanNode start = cyan_session_start (self);

  return start != CYAN_NODE_NONE ? start : cyan_hot_choice_target (&self->hot);
}

/* The sources may have brought another function to the front. */
static void
follow_ranking (CyanSession *self)
{
  CyanNode start = cyan_session_start (self), node;

  if (start != self->hot.start)
    {
      cyan_hot_choice_set_start (&self->hot, start, self->causes->hot_paths);
      g_object_notify (G_OBJECT (self), "hot-path");
    }
  node = cyan_session_first_node (self);
  if (self->first == CYAN_NODE_NONE || self->selected != self->first || node == self->selected)
    return;
  self->selected = node;
  cyan_session_admit (self, node);
  cyan_layout_reveal (self->layout, node);
  cyan_layout_keep (self->layout, node);
  g_object_notify (G_OBJECT (self), "selected");
  cyan_session_layout_changed (self, CYAN_NODE_NONE);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanSession) self = g_weak_ref_get (data);
  CyanCauses *causes = cyan_task_finish (result, NULL);

  g_weak_ref_clear (data);
  g_free (data);
  if (self == NULL || g_cancellable_is_cancelled (self->cancellable))
    {
      cyan_causes_free (causes);
      return;
    }
  self->causes = causes;
  if (causes == NULL)
    return;
  follow_ranking (self);
  g_signal_emit_by_name (self, "causes-changed");
}

void
cyan_session_start_with_causes (CyanSession *self)
{
  Question *question;
  GWeakRef *weak;

  if (self->comparison->compared.single)
    return;
  question = g_new (Question, 1);
  question->comparison = cyan_comparison_ref (self->comparison);
  question->known = cyan_source_table_snapshot (self->sources);
  weak = g_new0 (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  cyan_task_run (cyan_task_new_quiet (NULL, self->cancellable, on_found, weak), find_in_thread,
                 question, question_free, (GDestroyNotify) cyan_causes_free);
}

const CyanCauses *
cyan_session_causes (CyanSession *self)
{
  return self->causes;
}

void
cyan_session_select_with_source (CyanSession *self, CyanNode node)
{
  if (self->selected != node)
    cyan_session_select (self, node);
  self->read_for = CYAN_NODE_NONE;
  g_signal_emit_by_name (self, "causes-changed");
}

gboolean
cyan_session_get_readings (CyanSession *self, CyanReadings *readings)
{
  if (self->selected == CYAN_NODE_NONE)
    return FALSE;
  cyan_readings_init (readings, self->comparison, self->known, self->causes, self->selected);
  return TRUE;
}

guint32
cyan_session_source_pair (CyanSession *self)
{
  CyanReadings readings;

  if (self->selected == CYAN_NODE_NONE)
    return G_MAXUINT32;
  if (self->read_for == self->selected)
    return self->read;
  cyan_session_get_readings (self, &readings);
  return readings.at[readings.first].source;
}

gboolean
cyan_session_chose_source (CyanSession *self)
{
  return self->selected != CYAN_NODE_NONE && self->read_for == self->selected;
}

void
cyan_session_show_source (CyanSession *self, guint32 pair)
{
  if (self->selected == CYAN_NODE_NONE || (cyan_session_chose_source (self) && self->read == pair))
    return;
  self->read_for = self->selected;
  self->read = pair;
  g_signal_emit_by_name (self, "causes-changed");
}

gboolean
cyan_session_toggle_source (CyanSession *self)
{
  CyanReadings readings;

  if (!cyan_session_get_readings (self, &readings) || readings.n < 2)
    return FALSE;
  cyan_session_show_source (self, cyan_session_source_pair (self) == readings.at[0].source
                                      ? readings.at[1].source
                                      : readings.at[0].source);
  return TRUE;
}
