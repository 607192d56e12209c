/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of many revisions in a window: the ways to it, and from it to a blueprint. */
#include "cyan-chooser.h"
#include "cyan-i18n.h"
#include "cyan-window-private.h"

gboolean
cyan_window_has_history (CyanWindow *self)
{
  return cyan_history_page_get_history (self->history) != NULL;
}

/* ---- to the page ---- */

static void
on_shown (CyanWindow *self)
{
  cyan_window_show_page (self, "history");
  gtk_widget_grab_focus (GTK_WIDGET (self->history));
}

void
cyan_window_open_store (CyanWindow *self, const char *location)
{
  g_return_if_fail (CYAN_IS_WINDOW (self));

  cyan_history_page_open (self->history, cyan_history_store_new (location));
}

void
cyan_window_open_demo (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_history_page_open (CYAN_WINDOW (data)->history, cyan_history_store_new_demo ());
}

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  if (paths != NULL)
    cyan_window_open_store (object, paths[0]);
}

void
cyan_window_show_history (CyanWindow *self)
{
  if (cyan_window_has_history (self))
    on_shown (self);
  else
    cyan_chooser_show (cyan_chooser_new (GTK_WINDOW (self), _ ("Store of Many Revisions"),
                                         GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open")),
                       on_chosen, self);
}

void
cyan_window_function_history (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  CyanSession *session = cyan_window_get_session (self);

  cyan_history_page_read_function (
      self->history,
      cyan_comparison_name (cyan_session_comparison (session), cyan_session_selected (session)));
}

/* ---- to a blueprint ---- */

/* Of runs that are shown, only another node is. */
static void
on_open (CyanWindow *self, const CyanRequest *request, guint node)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);

  if (node != CYAN_NODE_NONE && shown != NULL && cyan_request_same_files (shown, request)
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

void
cyan_window_install_history (CyanWindow *self)
{
  cyan_connect (self->history, "shown", on_shown, self);
  cyan_connect (self->history, "open", on_open, self);
}
