/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads profiles into a window: progress, errors, and files that are dropped on it. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-chooser.h"
#include "cyan-preferences.h"
#include "cyan-settings.h"
#include "cyan-window-private.h"

/* Where one is when nothing is being loaded. */
static void
show_resting_page (CyanWindow *self)
{
  cyan_window_show_page (self, self->is_at_history                      ? "history"
                               : cyan_window_get_session (self) != NULL ? "blueprint"
                                                                        : "welcome");
}

void
cyan_window_end_load (CyanWindow *self)
{
  g_clear_handle_id (&self->progress_timer, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->loading, cyan_request_free);
}

void
cyan_window_stop (CyanWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  cyan_window_end_load (self);
  cyan_window_forget_opening (self);
  show_resting_page (self);
  cyan_history_page_leave_bisection (self->history);
}

static gboolean
show_loading_page (gpointer data)
{
  CyanWindow *self = data;

  self->progress_timer = 0;
  cyan_window_show_page (self, "loading");
  return G_SOURCE_REMOVE;
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  CyanWindow *self = data;

  gtk_progress_bar_set_fraction (self->progress, fraction);
  gtk_progress_bar_set_text (self->progress, what);
}

CyanTaskCaller
cyan_window_caller (CyanWindow *self, GAsyncReadyCallback done)
{
  return (CyanTaskCaller){ .cancellable = self->cancellable,
                           .done = done,
                           .data = cyan_weak_new (self),
                           .progress = on_progress,
                           .progress_data = self };
}

void
cyan_window_show_error (CyanWindow *self, const GError *error)
{
  gboolean limit, hot;
  g_autofree char *message = cyan_preferences_explain (error, &limit, &hot);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->error_page,
                             self->failed_title != NULL   ? self->failed_title
                             : self->try_failed           ? _ ("Cannot Compare These Revisions")
                             : self->opening_path != NULL ? _ ("Cannot Open This Session")
                                                          : _ ("Cannot Compare These Files"));
  adw_status_page_set_description (self->error_page, markup);
  gtk_widget_set_visible (self->limit_box, limit);
  gtk_widget_set_visible (self->hot_button, hot && self->failed != NULL);
  gtk_widget_set_visible (self->try_button, self->try_failed);
  gtk_widget_set_visible (self->log_scroller, self->try_log != NULL);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->log_view),
                            self->try_log != NULL ? self->try_log : "", -1);
  cyan_window_show_page (self, "error");
}

/* What was loaded becomes what is shown; @session and @opened are taken. */
static void
show_loaded (CyanWindow *self, CyanSession *session, CyanOpenedSources *opened)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);

  if (self->opening != NULL || shown == NULL || !cyan_request_same_files (self->loading, shown))
    g_clear_pointer (&self->session_path, g_free);
  if (self->match_chosen && cyan_settings_get () != NULL)
    g_settings_set_string (cyan_settings_get (), "match",
                           cyan_match_method_names[self->loading->how.method]);
  cyan_comparison_page_take (self->comparison, session, g_steal_pointer (&self->loading), opened,
                             self->opening != NULL);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = cyan_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanOpenedSources) opened = NULL;
  g_autoptr (CyanSession) session = cyan_load_finish (result, &opened, &error);
  const CyanRequest *shown;

  /* A load that was stopped, or overtaken by a newer one, changes nothing. */
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  if (session == NULL)
    {
      self->failed = g_steal_pointer (&self->loading);
      cyan_window_end_load (self);
      cyan_window_show_error (self, error);
      return;
    }
  show_loaded (self, g_object_ref (session), g_steal_pointer (&opened));
  cyan_window_end_load (self);
  if (self->aim != CYAN_NODE_NONE)
    cyan_session_begin_at (session, self->aim);
  if (self->opening != NULL)
    cyan_window_finish_session (self);
  /* Runs out of a store have no files. */
  shown = cyan_comparison_page_get_request (self->comparison);
  if (shown->profiles[1] == NULL && cyan_request_n_runs (shown, 1) > 0)
    cyan_welcome_remember (shown, self->session_path);
  cyan_window_show_page (self, "blueprint");
  cyan_comparison_page_focus (self->comparison);
}

/* Whether @request asks for the files that are open, in another way: then their sources are those
 * that are known.  Asking for the same again is asking what is new. */
static gboolean
is_another_look (CyanWindow *self, const CyanRequest *request)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);
  g_autoptr (CyanRequest) swapped = NULL;

  if (shown == NULL)
    return FALSE;
  swapped = cyan_request_swapped (shown);
  return (cyan_request_same_files (request, swapped) && !cyan_request_same_files (request, shown))
         || (cyan_request_same_files (request, shown)
             && (request->how.method != shown->how.method || request->raw_names != shown->raw_names
                 || request->limits.unit != shown->limits.unit
                 || request->limits.fold_recursion != shown->limits.fold_recursion
                 || !cyan_name_claims_equal (request->claims, shown->claims)
                 || g_strcmp0 (request->how.metric, shown->how.metric) != 0));
}

void
cyan_window_begin_load (CyanWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  cyan_window_end_load (self);
  g_clear_pointer (&self->failed, cyan_request_free);
  self->match_chosen = FALSE;
  self->aim = CYAN_NODE_NONE;
  self->try_failed = FALSE;
  g_clear_pointer (&self->failed_title, g_free);
  g_clear_pointer (&self->try_log, g_free);
  adw_status_page_set_title (self->loading_page, _ ("Loading"));
  self->cancellable = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_progress_bar_set_text (self->progress, "");
  self->progress_timer = g_timeout_add (CYAN_WINDOW_PROGRESS_DELAY, show_loading_page, self);
}

/* ---- for its pages ---- */

static CyanTaskCaller
host_begin (CyanHost *host, gboolean shows_progress)
{
  CyanWindow *self = CYAN_WINDOW (host);

  cyan_window_forget_opening (self);
  cyan_window_begin_load (self);
  if (!shows_progress)
    g_clear_handle_id (&self->progress_timer, g_source_remove);
  cyan_window_update_actions (self);
  return (CyanTaskCaller){ .cancellable = self->cancellable,
                           .progress = on_progress,
                           .progress_data = self };
}

static gboolean
host_end (CyanHost *host, GAsyncResult *result)
{
  CyanWindow *self = CYAN_WINDOW (host);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return FALSE;
  cyan_window_end_load (self);
  return TRUE;
}

static void
host_fail (CyanHost *host, const char *title, const GError *error)
{
  CyanWindow *self = CYAN_WINDOW (host);

  self->failed_title = g_strdup (title);
  cyan_window_show_error (self, error);
}

void
cyan_window_host_init (CyanHostInterface *interface)
{
  interface->begin = host_begin;
  interface->end = host_end;
  interface->fail = host_fail;
}

/* ---- loading ---- */

void
cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file)
{
  g_autoptr (CyanRequest) copy = cyan_request_copy (request);
  CyanTaskCaller caller;

  cyan_window_begin_load (self);
  self->loading = g_steal_pointer (&copy);
  caller = cyan_window_caller (self, on_loaded);
  cyan_load_async (self->loading, file, cyan_comparison_page_get_opened (self->comparison),
                   is_another_look (self, self->loading), &caller);
  cyan_window_update_actions (self);
}

void
cyan_window_open (CyanWindow *self, const CyanRequest *request)
{
  g_autoptr (CyanRequest) copy = cyan_request_copy (request);

  /* The request may be that of what ends here. */
  cyan_window_forget_opening (self);
  cyan_window_load (self, copy, NULL);
}

/* Opens what is too large with only the contexts that matter. */
static void
on_hot (CyanWindow *self)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->failed);

  request->limits.hot.phi = CYAN_HOT_PHI;
  cyan_window_load (self, request, self->opening);
}

/* Files dropped on a blueprint: two are a new pair; any other number replaces the runs of the side
 * it falls on, or of the side that is still missing. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, CyanWindow *self)
{
  GSList *files = g_value_get_boxed (value);
  guint side = x < gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 ? 0 : 1;
  g_auto (GStrv) paths = cyan_paths_of_files (files);
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);
  g_autoptr (CyanRequest) request = NULL;

  if (files == NULL)
    return FALSE;
  if (paths == NULL)
    {
      cyan_window_toast (self, _ ("Only files on this computer can be opened"));
      return FALSE;
    }
  if (paths[0] != NULL && cyan_path_is_store (paths[0]))
    {
      cyan_window_open_store (self, paths[0]);
      return TRUE;
    }
  if (paths[0] != NULL && cyan_session_file_is_named (paths[0]))
    {
      cyan_window_open_session (self, paths[0]);
      return TRUE;
    }
  if (g_strv_length (paths) == 2)
    request = cyan_settings_new_request (paths[0], paths[1]);
  else if (shown == NULL && !gtk_widget_get_mapped (GTK_WIDGET (self->welcome)))
    return FALSE;
  else if (shown == NULL)
    {
      cyan_welcome_take (self->welcome, side, (const char *const *) paths);
      return TRUE;
    }
  else
    {
      request = cyan_request_copy (shown);
      if (cyan_request_n_runs (request, 1) == 0 && side == 0)
        {
          /* The single profile moves to the other side. */
          cyan_request_free (g_steal_pointer (&request));
          request = cyan_request_swapped (shown);
        }
      else if (cyan_request_n_runs (request, 1) == 0)
        side = 1;
      cyan_request_set_runs (request, side, (const char *const *) paths);
      cyan_request_drop_sources (request, side);
    }
  cyan_window_open (self, request);
  return TRUE;
}

void
cyan_window_install_loading (CyanWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_swapped (self->hot_button, "clicked", G_CALLBACK (on_hot), self);
  g_signal_connect_swapped (self->welcome, "open", G_CALLBACK (cyan_window_open), self);
}
