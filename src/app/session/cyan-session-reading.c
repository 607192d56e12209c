/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The node that is selected first, and the source that is read for the selected one. */
#include "cyan-session-private.h"

CyanNode
cyan_session_first_node (CyanSession *self)
{
  CyanNode start = self->model->start;

  return start != CYAN_NODE_NONE ? start : cyan_hot_choice_target (&self->hot);
}

void
cyan_session_follow_ranking (CyanSession *self)
{
  CyanNode start = self->model->start, node;

  if (start != self->hot.start)
    {
      cyan_hot_choice_set_start (&self->hot, start, self->model->causes->hot_paths);
      g_object_notify (G_OBJECT (self), "hot-path");
    }
  node = cyan_session_first_node (self);
  if (self->first != CYAN_NODE_NONE && self->selected == self->first && node != self->selected)
    {
      self->selected = node;
      cyan_session_admit (self, node);
      cyan_layout_reveal (self->layout, node);
      cyan_layout_keep (self->layout, node);
      g_object_notify (G_OBJECT (self), "selected");
      cyan_session_layout_changed (self, CYAN_NODE_NONE);
    }
  g_signal_emit_by_name (self, "causes-changed");
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
  cyan_readings_init (readings, self->comparison, self->model->known, self->model->causes,
                      self->selected);
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
