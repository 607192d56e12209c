/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The window's search bar.
 *
 * The session keeps what was found; the list and the picture show it.
 */

#include "cyan-i18n.h"
#include "cyan-function-search.h"
#include "cyan-text.h"
#include "cyan-window-private.h"

/* Characters of what is wrong with an expression, which is foreign text. */
#define STATUS_CHARS 300

/* NULL: nothing is to be said. */
static void
show_status (CyanWindow *self, const char *status)
{
  g_autofree char *text =
      status != NULL ? cyan_text_for_label (status, STATUS_CHARS) : g_strdup ("");

  gtk_label_set_text (self->search_status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->search_status), text);
  gtk_widget_set_visible (GTK_WIDGET (self->search_status), *text != '\0');
}

void
cyan_window_forget_search (CyanWindow *self)
{
  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->search_text, g_free);
  self->search_steps = 0;
  if (self->session != NULL)
    cyan_session_set_found (self->session, NULL);
}

/* From the selected node on, as often as was asked for. */
static void
take_steps (CyanWindow *self)
{
  const CyanFound *found = cyan_session_found (self->session);
  CyanNode node = cyan_session_selected (self->session);

  if (self->search_steps == 0 && self->search_selects && cyan_found_function_of (found, node) < 0)
    self->search_steps = 1;
  for (int i = 0; i < ABS (self->search_steps); i++)
    node = cyan_found_step (found, node, self->search_steps < 0);
  self->search_steps = 0;
  if (found->contexts->len > 0)
    cyan_session_select (self->session, node);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = cyan_window_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanFound) found = cyan_function_search_finish (result, &error);
  g_autofree char *hidden = NULL;

  /* Overtaken by a newer one, or by another session. */
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->searching)
    return;
  g_clear_object (&self->searching);
  cyan_session_set_found (self->session, found);
  if (found == NULL)
    {
      show_status (self, error->message);
      return;
    }
  if (found->n_hidden > 0)
    hidden =
        g_strdup_printf (ngettext ("The filter hides %'u context with that name",
                                   "The filter hides %'u contexts with that name", found->n_hidden),
                         found->n_hidden);
  show_status (self, hidden != NULL              ? hidden
                     : found->contexts->len == 0 ? _ ("No such function")
                                                 : NULL);
  take_steps (self);
}

/* Looks for the text in the search bar, if that is not what was looked for last.  What was found
 * before stays until then. */
static void
start_search (CyanWindow *self)
{
  const char *text = gtk_editable_get_text (self->search_entry);
  CyanFunctionSearch wanted = { .text = text, .is_regex = self->finds_regex };

  if (self->session == NULL || *text == '\0')
    {
      cyan_window_forget_search (self);
      show_status (self, NULL);
      return;
    }
  if (g_strcmp0 (text, self->search_text) == 0)
    return;
  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_free (self->search_text);
  self->search_text = g_strdup (text);
  self->searching = g_cancellable_new ();
  self->search_steps = 0;
  wanted.basis = cyan_session_basis (self->session);
  wanted.filtered = cyan_session_filtered (self->session);
  cyan_function_search_async (cyan_session_comparison (self->session), &wanted, self->searching,
                              on_found, cyan_window_weak_new (self));
}

static void
search_again (CyanWindow *self, gboolean selects)
{
  if (!gtk_search_bar_get_search_mode (self->search_bar))
    return;
  g_clear_pointer (&self->search_text, g_free);
  self->search_selects = selects;
  start_search (self);
}

void
cyan_window_refresh_search (CyanWindow *self)
{
  search_again (self, FALSE);
}

void
cyan_window_set_finds_regex (CyanWindow *self, gboolean finds_regex)
{
  self->finds_regex = finds_regex;
  search_again (self, TRUE);
}

void
cyan_window_find (CyanWindow *self, gboolean backwards)
{
  start_search (self);
  if (self->search_text == NULL)
    return;
  self->search_steps += backwards ? -1 : 1;
  if (self->searching == NULL && cyan_session_found (self->session) != NULL)
    take_steps (self);
}

static void
on_search_changed (CyanWindow *self)
{
  self->search_selects = TRUE;
  start_search (self);
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
    cyan_window_show_view (self, cyan_window_view (self));
}

/* In the entry and in the list, so that one may go on from either. */
static gboolean
on_key (CyanWindow *self, guint key, guint code, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      cyan_found_list_move (self->found_list, key == GDK_KEY_Up || key == GDK_KEY_KP_Up);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      cyan_window_find (self, (state & GDK_SHIFT_MASK) != 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      gtk_search_bar_set_search_mode (self->search_bar, FALSE);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
add_keys (CyanWindow *self, GtkWidget *widget, GtkPropagationPhase phase)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, phase);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, keys);
}

void
cyan_window_install_search (CyanWindow *self)
{
  g_signal_connect_swapped (self->search_entry, "search-changed", G_CALLBACK (on_search_changed),
                            self);
  g_signal_connect_swapped (self->search_entry, "next-match", G_CALLBACK (on_search_next), self);
  g_signal_connect_swapped (self->search_entry, "previous-match", G_CALLBACK (on_search_previous),
                            self);
  g_signal_connect_swapped (self->search_entry, "activate", G_CALLBACK (on_search_next), self);
  /* After the input method of the entry, but before the list moves its cursor. */
  add_keys (self, GTK_WIDGET (self->search_entry), GTK_PHASE_BUBBLE);
  add_keys (self, GTK_WIDGET (self->found_list), GTK_PHASE_CAPTURE);
  g_object_bind_property (self->search_button, "active", self->search_bar, "search-mode-enabled",
                          G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (self->search_bar, "notify::search-mode-enabled",
                            G_CALLBACK (on_search_mode), self);
  gtk_search_bar_connect_entry (self->search_bar, self->search_entry);
}
