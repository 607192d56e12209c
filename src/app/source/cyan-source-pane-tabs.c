/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is shown for the selected function: a source, or its callers and callees. */
#include "cyan-source-private.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#define REASON_CHARS 300

static gboolean
is_textless (CyanSourcePane *self, guint32 pair)
{
  return g_hash_table_contains (self->textless, GUINT_TO_POINTER (pair));
}

/* Removes what has no text, and chooses what is shown: what somebody chose, the first reading, the
 * function's own source, or G_MAXUINT32. */
static guint32
choose (CyanSourcePane *self, CyanReadings *readings)
{
  guint32 wanted = cyan_session_source_pair (self->session), own = readings->at[0].source;
  guint n = 0;

  for (guint i = 0; i < readings->n; i++)
    if (cyan_comparison_model_has_sources (cyan_session_model (self->session))
        && !is_textless (self, readings->at[i].source))
      readings->at[n++] = readings->at[i];
  readings->n = n;
  for (guint i = 0; i < n; i++)
    if (readings->at[i].source == wanted)
      return wanted;
  return n > 0 && readings->at[0].source == own && wanted != G_MAXUINT32 ? own : G_MAXUINT32;
}

/* Why there is no source of the selected function.  NULL if there is one.  Caller frees. */
static char *
hint_text (CyanSourcePane *self, guint32 own)
{
  const char *problem = cyan_session_model (self->session)->problem;

  if (problem != NULL)
    return cyan_text_for_label (problem, REASON_CHARS);
  if (!cyan_comparison_model_has_sources (cyan_session_model (self->session)))
    return g_strdup (_ ("Give each profile a source folder or a revision to see what was "
                        "modified."));
  if (is_textless (self, own))
    return cyan_text_for_label (g_hash_table_lookup (self->textless, GUINT_TO_POINTER (own)),
                                REASON_CHARS);
  return NULL;
}

static void
show_calls (CyanSourcePane *self, guint32 own)
{
  g_autofree char *hint = hint_text (self, own);

  cyan_source_pane_stop_looking (self);
  self->shown_index = G_MAXUINT32;
  cyan_source_pane_forget_commits (self);
  gtk_label_set_text (self->hint_label, hint != NULL ? hint : "");
  gtk_widget_set_visible (self->hint_box, hint != NULL);
  gtk_widget_set_visible (self->controls, FALSE);
  gtk_widget_set_visible (self->note_box, FALSE);
  gtk_stack_set_visible_child_name (self->stack, "calls");
}

static void
show_nothing (CyanSourcePane *self)
{
  cyan_source_pane_stop_looking (self);
  self->shown_index = G_MAXUINT32;
  cyan_source_pane_forget_commits (self);
  cyan_source_tabs_clear (self->tabs);
  gtk_widget_set_visible (self->controls, FALSE);
  gtk_widget_set_visible (self->note_box, FALSE);
  gtk_label_set_text (self->message_label,
                      _ ("Select a box to compare the sources of its function."));
  gtk_stack_set_visible_child_name (self->stack, "message");
}

void
cyan_source_pane_follow (CyanSourcePane *self)
{
  CyanReadings readings;
  guint32 own, chosen;

  if (self->session == NULL || !cyan_session_get_readings (self->session, &readings))
    {
      show_nothing (self);
      return;
    }
  own = readings.at[0].source;
  chosen = choose (self, &readings);
  cyan_source_tabs_show (self->tabs, self->session, readings.at, readings.n, chosen);
  if (chosen == G_MAXUINT32)
    {
      show_calls (self, own);
      return;
    }
  if (self->shown_index == chosen)
    return;
  self->shown_index = chosen;
  cyan_source_pane_forget_commits (self);
  cyan_source_pane_look_up (self);
}

void
cyan_source_pane_add_textless (CyanSourcePane *self, const char *why)
{
  g_hash_table_insert (self->textless, GUINT_TO_POINTER (self->shown_index),
                       g_strdup (why != NULL ? why : ""));
  self->shown_index = G_MAXUINT32;
  cyan_source_pane_follow (self);
}
