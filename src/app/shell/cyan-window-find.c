/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's search bar. */

#include "cyan-i18n.h"
#include "cyan-search.h"
#include "cyan-window-private.h"

void
cyan_window_forget_search (CyanWindow *self)
{
  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->sought, g_free);
  self->search_steps = 0;
}

/* From the selected node on, as often as was asked for. */
static void
take_steps (CyanWindow *self)
{
  CyanNode node = cyan_session_selected (self->session);

  for (int i = 0; i < ABS (self->search_steps); i++)
    node = cyan_search_step (self->found, node, self->search_steps < 0);
  self->search_steps = 0;
  gtk_label_set_text (self->search_status, self->found->len == 0 ? _ ("No such function") : "");
  if (self->found->len > 0)
    cyan_session_select (self->session, node);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = cyan_window_weak_take (data);
  g_autoptr (GArray) found = cyan_search_finish (result, NULL);

  /* Overtaken by a newer one, or by another session. */
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->searching)
    return;
  g_clear_object (&self->searching);
  self->found = g_steal_pointer (&found);
  take_steps (self);
}

void
cyan_window_find (CyanWindow *self, gboolean backwards)
{
  const char *text = gtk_editable_get_text (self->search_entry);

  if (self->session == NULL || *text == '\0')
    {
      cyan_window_forget_search (self);
      gtk_label_set_text (self->search_status, "");
      return;
    }
  if (g_strcmp0 (text, self->sought) != 0)
    {
      cyan_window_forget_search (self);
      self->sought = g_strdup (text);
      self->searching = g_cancellable_new ();
      cyan_search_async (cyan_session_comparison (self->session), text, self->searching, on_found,
                         cyan_window_weak_new (self));
    }
  self->search_steps += backwards ? -1 : 1;
  if (self->found != NULL)
    take_steps (self);
}

static void
on_search_next (CyanWindow *self)
{
  cyan_window_find (self, FALSE);
}

static void
on_search_previous (CyanWindow *self)
{
  cyan_window_find (self, TRUE);
}

static void
on_search_mode (CyanWindow *self)
{
  if (!gtk_search_bar_get_search_mode (self->search_bar))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
cyan_window_install_search (CyanWindow *self)
{
  g_signal_connect_swapped (self->search_entry, "search-changed", G_CALLBACK (on_search_next),
                            self);
  g_signal_connect_swapped (self->search_entry, "activate", G_CALLBACK (on_search_next), self);
  g_signal_connect_swapped (self->search_entry, "next-match", G_CALLBACK (on_search_next), self);
  g_signal_connect_swapped (self->search_entry, "previous-match", G_CALLBACK (on_search_previous),
                            self);
  g_object_bind_property (self->search_button, "active", self->search_bar, "search-mode-enabled",
                          G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (self->search_bar, "notify::search-mode-enabled",
                            G_CALLBACK (on_search_mode), self);
  gtk_search_bar_connect_entry (self->search_bar, self->search_entry);
}
