/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history page of a window: opening stores, and the way between a history and a blueprint. */
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-window-private.h"

#define NAME_CHARS 100

gboolean
cyan_window_is_on_history (CyanWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "history") == 0;
}

gboolean
cyan_window_has_history (CyanWindow *self)
{
  return cyan_history_page_get_history (self->history) != NULL;
}

gboolean
cyan_window_has_chart (CyanWindow *self)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);

  return history != NULL && history->shown->len > 0
         && (history->view == CYAN_HISTORY_VIEW_CHART || cyan_history_heat (history));
}

char *
cyan_window_history_title (CyanWindow *self, char **subtitle)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);
  const CyanEvolution *evolution = history->evolution;
  g_autofree char *store = cyan_history_store_name (cyan_history_page_get_store (self->history));
  g_autofree char *revisions = g_strdup_printf (
      ngettext ("%'u revision", "%'u revisions", evolution->n_columns), evolution->n_columns);

  *subtitle = g_strdup_printf ("%s · %s", revisions, store);
  /* An empty store has no project. */
  return cyan_text_for_label (evolution->project != NULL ? evolution->project : store, NAME_CHARS);
}

char *
cyan_window_history_name (CyanWindow *self)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);
  guint line = history->line;
  const char *project = history->evolution->project;

  return cyan_history_heat (history) || line == CYAN_HISTORY_NONE
             ? g_strdup_printf ("%s.svg", project)
             : g_strdup_printf ("%s-%s.svg", project, cyan_history_line_name (history, line));
}

void
cyan_window_show_history (CyanWindow *self)
{
  if (!cyan_window_has_history (self))
    return;
  cyan_window_show_page (self, "history");
  gtk_widget_grab_focus (GTK_WIDGET (self->history));
}

/* Shows @history from now on. */
static void
show (CyanWindow *self, CyanHistory *history)
{
  CyanHistory *old = cyan_history_page_get_history (self->history);

  if (old != NULL)
    g_signal_handlers_disconnect_by_data (old, self);
  cyan_history_page_set_history (self->history, history, self->store);
  /* Another view may have a way back. */
  g_signal_connect_object (history, "changed", G_CALLBACK (cyan_window_update_actions), self,
                           G_CONNECT_SWAPPED);
  cyan_window_show_history (self);
}

/* ---- reading a store ---- */

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanHistory) history = cyan_task_finish (result, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_load (data, result, error, NULL);

  if (self == NULL)
    return;
  if (history->function == NULL)
    g_set_object (&self->benchmarks, history);
  show (self, history);
  cyan_window_open_found (self);
}

/* Reads @project of self->store (NULL: the first one), or its values of @function. */
static void
read_store (CyanWindow *self, const char *project, const char *function)
{
  const CyanTaskCaller caller = cyan_window_begin_load (self, CYAN_LOAD_STORE, on_read);

  cyan_history_read_async (self->store, project, function, &caller);
}

/* Takes @store. */
static void
open_store (CyanWindow *self, CyanHistoryStore *store)
{
  cyan_window_forget_opening (self);
  g_clear_pointer (&self->store, cyan_history_store_unref);
  self->store = store;
  read_store (self, NULL, NULL);
}

void
cyan_window_open_store (CyanWindow *self, const char *location)
{
  g_return_if_fail (CYAN_IS_WINDOW (self));

  open_store (self, cyan_history_store_new (location));
}

void
cyan_window_open_demo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  open_store (data, cyan_history_store_new_demo ());
}

void
cyan_window_reload_history (CyanWindow *self)
{
  g_autofree char *location = g_strdup (cyan_history_store_location (self->store));

  cyan_window_open_store (self, location);
}

/* ---- to a blueprint ---- */

static void
on_request (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (CyanRequest) request = cyan_history_request_finish (result, &notes, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_load (data, result, error, NULL);

  if (self == NULL)
    return;
  for (guint i = 0; i < notes->len; i++)
    cyan_window_toast (self, g_ptr_array_index (notes, i));
  cyan_window_load (self, request, NULL);
}

static void
on_compare (CyanWindow *self, guint before, guint after)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);
  const guint sides[] = { before, after };
  const CyanTaskCaller caller = cyan_window_begin_load (self, CYAN_LOAD_FILES, on_request);

  cyan_history_request_async (cyan_history_page_get_store (self->history), history, history->line,
                              sides, &caller);
}

/* The same runs, at @node. */
static void
on_open (CyanWindow *self, const CyanRequest *request, guint node)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);

  if (shown != NULL && cyan_request_same_files (shown, request)
      && g_strcmp0 (shown->how.metric, request->how.metric) == 0
      && shown->how.method == request->how.method)
    {
      cyan_session_begin_at (cyan_window_get_session (self), node);
      cyan_window_show_page (self, "blueprint");
      cyan_comparison_page_focus (self->comparison);
      return;
    }
  cyan_window_load (self, request, NULL);
  self->aim = node;
}

/* ---- functions ---- */

void
cyan_window_function_history (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  CyanComparison *comparison = cyan_session_comparison (cyan_window_get_session (self));
  CyanNode node = cyan_session_selected (cyan_window_get_session (self));

  if (node != CYAN_NODE_NONE)
    read_store (self, self->benchmarks->evolution->project,
                cyan_comparison_name (comparison, node));
}

static void
on_project (CyanWindow *self, const char *name)
{
  g_autofree char *project = g_strdup (name);

  read_store (self, project, NULL);
}

static void
on_closed_function (CyanWindow *self)
{
  show (self, self->benchmarks);
}

/* ---- object ---- */

void
cyan_window_install_history (CyanWindow *self)
{
  g_signal_connect_swapped (self->history, "compare", G_CALLBACK (on_compare), self);
  g_signal_connect_swapped (self->history, "open", G_CALLBACK (on_open), self);
  g_signal_connect_swapped (self->history, "choose-project", G_CALLBACK (on_project), self);
  g_signal_connect_swapped (self->history, "closed-function", G_CALLBACK (on_closed_function),
                            self);
}
