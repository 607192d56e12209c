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
  cyan_window_show_page (self, self->is_at_history     ? "history"
                               : self->session != NULL ? "blueprint"
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
  /* The store has more runs now. */
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "bisect") == 0)
    cyan_window_reload_history (self);
  else
    show_resting_page (self);
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
                           .data = cyan_window_weak_new (self),
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
                             self->store_failed           ? _ ("Cannot Read This Store")
                             : self->try_failed           ? _ ("Cannot Compare These Revisions")
                             : self->bisect_failed        ? _ ("Cannot Find the Revision")
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

/* The same files, on the same sides or the other way round. */
static void
resume (CyanSession *session, CyanSession *old, const CyanRequest *request, const CyanRequest *was)
{
  g_autoptr (CyanRequest) swapped = NULL;

  if (cyan_session_comparison (session)->compared.single
      || cyan_session_comparison (old)->compared.single)
    return;
  swapped = cyan_request_swapped (was);
  if (cyan_request_same_files (request, was))
    cyan_session_resume (session, old, FALSE);
  else if (cyan_request_same_files (request, swapped))
    cyan_session_resume (session, old, TRUE);
}

/* Where the picture was, if it is to stay there. */
typedef struct
{
  CyanSessionPlace place;
  graphene_rect_t box; /* of the selected node */
  gboolean has_box;
} Place;

/* @session shows what the present one does, as far as that can be. */
static void
go_on_with (CyanWindow *self, CyanSession *session, Place *place)
{
  if (self->session == NULL || self->opening != NULL)
    return;
  if (!self->claims_changed || !cyan_session_continue (session, self->session))
    {
      resume (session, self->session, self->loading, self->request);
      return;
    }
  cyan_canvas_get_place (self->canvas, &place->place);
  place->has_box = cyan_picture_find_box (CYAN_PICTURE (self->canvas),
                                          cyan_session_selected (self->session), &place->box);
}

static void
keep_place (CyanWindow *self, const Place *place)
{
  cyan_canvas_set_place (self->canvas, &place->place);
  if (place->has_box)
    cyan_canvas_keep_box (self->canvas, cyan_session_selected (self->session), &place->box);
}

/* The request that was loaded becomes that of what is shown. */
static void
take_request (CyanWindow *self, CyanOpenedSources *opened)
{
  cyan_window_take_claims (self);
  if (self->opening != NULL || self->request == NULL
      || !cyan_request_same_files (self->loading, self->request))
    g_clear_pointer (&self->session_path, g_free);
  if (self->match_chosen && cyan_settings_get () != NULL)
    g_settings_set_string (cyan_settings_get (), "match",
                           cyan_match_method_names[self->loading->how.method]);
  g_clear_pointer (&self->request, cyan_request_free);
  self->request = g_steal_pointer (&self->loading);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  self->opened = opened;
  /* From now on these, whatever the profiles say. */
  if (opened->problem == NULL)
    cyan_request_set_sources (self->request, opened->named[0], opened->named[1]);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = cyan_window_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanOpenedSources) opened = NULL;
  g_autoptr (CyanSession) session = cyan_load_finish (result, &opened, &error);
  Place place = { .has_box = FALSE };

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
  if (self->opening == NULL)
    cyan_window_size_session (session);
  go_on_with (self, session, &place);
  take_request (self, g_steal_pointer (&opened));
  cyan_window_end_load (self);
  cyan_window_set_session (self, session);
  keep_place (self, &place);
  if (self->aim != CYAN_NODE_NONE)
    cyan_session_begin_at (session, self->aim);
  cyan_window_show_sources_notice (self);
  if (self->opening != NULL)
    cyan_window_finish_session (self);
  /* Runs out of a store have no files. */
  if (self->request->profiles[1] == NULL && cyan_request_n_runs (self->request, 1) > 0)
    cyan_welcome_remember (self->request, self->session_path);
  cyan_window_show_page (self, "blueprint");
  cyan_window_show_view (self, cyan_window_view (self));
  cyan_window_show_claim (self);
}

/* Whether @request asks for the files that are open, in another way: then their sources are those
 * that are known.  Asking for the same again is asking what is new. */
static gboolean
is_another_look (CyanWindow *self, const CyanRequest *request)
{
  g_autoptr (CyanRequest) swapped = NULL;

  if (self->request == NULL)
    return FALSE;
  swapped = cyan_request_swapped (self->request);
  return (cyan_request_same_files (request, swapped)
          && !cyan_request_same_files (request, self->request))
         || (cyan_request_same_files (request, self->request)
             && (request->how.method != self->request->how.method
                 || request->raw_names != self->request->raw_names
                 || request->limits.unit != self->request->limits.unit
                 || request->limits.fold_recursion != self->request->limits.fold_recursion
                 || !cyan_name_claims_equal (request->claims, self->request->claims)
                 || g_strcmp0 (request->how.metric, self->request->how.metric) != 0));
}

void
cyan_window_begin_load (CyanWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  cyan_window_end_load (self);
  g_clear_pointer (&self->failed, cyan_request_free);
  self->match_chosen = FALSE;
  self->claims_changed = FALSE;
  g_clear_pointer (&self->claimed, g_free);
  self->aim = CYAN_NODE_NONE;
  self->store_failed = FALSE;
  self->try_failed = FALSE;
  self->bisect_failed = FALSE;
  g_clear_pointer (&self->try_log, g_free);
  adw_status_page_set_title (self->loading_page, _ ("Loading"));
  self->cancellable = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_progress_bar_set_text (self->progress, "");
  self->progress_timer = g_timeout_add (CYAN_WINDOW_PROGRESS_DELAY, show_loading_page, self);
}

void
cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file)
{
  g_autoptr (CyanRequest) copy = cyan_request_copy (request);
  CyanTaskCaller caller;

  cyan_window_begin_load (self);
  self->loading = g_steal_pointer (&copy);
  self->claims_changed = file == NULL && self->request != NULL
                         && cyan_request_same_files (self->loading, self->request)
                         && !cyan_name_claims_equal (self->loading->claims, self->request->claims);
  caller = cyan_window_caller (self, on_loaded);
  cyan_load_async (self->loading, file, self->opened, is_another_look (self, self->loading),
                   &caller);
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
  else if (self->request == NULL && !gtk_widget_get_mapped (GTK_WIDGET (self->welcome)))
    return FALSE;
  else if (self->request == NULL)
    {
      cyan_welcome_take (self->welcome, side, (const char *const *) paths);
      return TRUE;
    }
  else
    {
      request = cyan_request_copy (self->request);
      if (cyan_request_n_runs (request, 1) == 0 && side == 0)
        {
          /* The single profile moves to the other side. */
          cyan_request_free (g_steal_pointer (&request));
          request = cyan_request_swapped (self->request);
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
