/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One window: its pages, and loading into them. */
#include "cyan-window-private.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-paths.h"
#include "cyan-preferences.h"
#include "cyan-settings.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* Heights of the source pane at first: with sources, and when there is only a line to say so. */
#define SOURCES_HEIGHT    320
#define NO_SOURCES_HEIGHT 88

/* Characters of what is said of profiles that are hardly comparable; units are foreign text. */
#define DOUBT_CHARS 300
/* For a location of sources that the profiles name. */
#define LOCATION_CHARS 80

G_DEFINE_FINAL_TYPE (CyanWindow, cyan_window, ADW_TYPE_APPLICATION_WINDOW)

gpointer
cyan_window_weak_new (CyanWindow *self)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  return weak;
}

CyanWindow *
cyan_window_weak_take (gpointer weak)
{
  CyanWindow *self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  return self;
}

void
cyan_window_say (CyanWindow *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

void
cyan_window_show_page (CyanWindow *self, const char *page)
{
  gtk_stack_set_visible_child_name (self->stack, page);
  gtk_info_bar_set_revealed (self->sources_bar,
                             g_str_equal (page, "blueprint")
                                 && *gtk_label_get_text (self->sources_label) != '\0');
  cyan_window_update_actions (self);
}

/* Where one is when nothing is being loaded. */
static void
show_resting_page (CyanWindow *self)
{
  cyan_window_show_page (self, self->session != NULL ? "blueprint" : "welcome");
}

/* NULL for what is usual. */
static const char *
method_words (CyanMatchMethod method)
{
  switch (method)
    {
    case CYAN_MATCH_COMMON_TREE:
      return _ ("matched by common tree");
    case CYAN_MATCH_PATH:
      return _ ("matched by exact path");
    case CYAN_MATCH_CONTEXT:
    default:
      return NULL;
    }
}

/* "70646 contexts matched, 0 renamed, 233 added, 870 removed, 57 not sampled on one side" */
static char *
counts_text (const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, ngettext ("%'u context matched", "%'u contexts matched", of[CYAN_STATUS_MATCHED]),
      of[CYAN_STATUS_MATCHED]);
  g_string_append_printf (text, _ (", %'u renamed, %'u added, %'u removed"),
                          of[CYAN_STATUS_RENAMED], of[CYAN_STATUS_ADDED], of[CYAN_STATUS_REMOVED]);
  if (counts.unseen > 0)
    g_string_append_printf (text, _ (", %'u not sampled on one side"), counts.unseen);
  return g_string_free (text, FALSE);
}

static void
show_title (CyanWindow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *verdict = NULL;
  g_autofree char *nobody = NULL;
  g_autofree char *counts = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *tip = NULL;
  const char *method;

  if (self->session == NULL)
    {
      adw_window_title_set_title (self->title, "Cyanotype");
      adw_window_title_set_subtitle (self->title, "");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), NULL);
      gtk_window_set_title (GTK_WINDOW (self), "Cyanotype");
      return;
    }
  verdict = cyan_comparison_verdict_text (cyan_session_comparison (self->session));
  method = method_words (cyan_session_comparison (self->session)->compared.method);
  if (cyan_session_comparison (self->session)->compared.single)
    {
      title = g_strdup (cyan_session_after_name (self->session));
      subtitle = g_strdup_printf (_ ("%s; drop or open the other profile to compare"), verdict);
    }
  else
    {
      /* Translators: the names of two versions of a program. */
      title = g_strdup_printf (_ ("%s → %s"), cyan_session_before_name (self->session),
                               cyan_session_after_name (self->session));
      /* "942 ms to 1.91 s, +102 % · no function stands out, ... · matched by exact path · names as
       * recorded" */
      nobody = cyan_session_nobody_text (self->session);
      counts = counts_text (cyan_session_comparison (self->session));
      subtitle = g_strconcat (verdict, nobody != NULL ? " · " : "", nobody != NULL ? nobody : "",
                              method != NULL ? " · " : "", method != NULL ? method : "",
                              self->request->raw_names ? " · " : "",
                              self->request->raw_names ? _ ("names as recorded") : "", NULL);
    }
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
  /* A small window cuts them. */
  tip = g_strconcat (title, "\n", subtitle, counts != NULL ? "\n" : "",
                     counts != NULL ? counts : "", NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), tip);
}

static void
show_warnings (CyanWindow *self)
{
  const GPtrArray *warnings =
      self->session != NULL ? cyan_session_comparison (self->session)->warnings : NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n\n" : "",
                            (const char *) g_ptr_array_index (warnings, i));
  gtk_label_set_text (self->warnings_label, text->str);
  self->doubt_closed = FALSE;
  if (self->session != NULL && cyan_session_comparison (self->session)->doubt != NULL)
    {
      g_autofree char *doubt =
          cyan_text_for_label (cyan_session_comparison (self->session)->doubt, DOUBT_CHARS);
      g_autofree char *sentence =
          g_strdup_printf (_ ("These profiles are hardly comparable: %s"), doubt);

      gtk_label_set_text (self->doubt_label, sentence);
    }
  gtk_widget_set_visible (self->warnings_button, text->len > 0);
  g_string_free (text, TRUE);
}

static void
on_doubt_closed (CyanWindow *self)
{
  self->doubt_closed = TRUE;
  cyan_window_update_actions (self);
}

/* Sources that were asked for and are not there, or that are there and were not asked for. */
static void
show_sources_notice (CyanWindow *self)
{
  const CyanOpenedSources *opened = self->opened;
  gboolean recorded = opened != NULL && opened->recorded[0] != NULL;
  g_autofree char *text = NULL;

  if (opened != NULL && opened->problem != NULL)
    {
      g_autofree char *why = cyan_text_for_label (opened->problem, DOUBT_CHARS);

      text = g_strdup_printf (_ ("Opened without sources: %s"), why);
    }
  else if (recorded)
    {
      g_autofree char *before = g_filename_display_name (opened->recorded[0]);
      g_autofree char *after = g_filename_display_name (opened->recorded[1]);
      g_autofree char *short_before = cyan_text_for_label (before, LOCATION_CHARS);
      g_autofree char *short_after = cyan_text_for_label (after, LOCATION_CHARS);

      /* Translators: where the sources of two versions are. */
      text = g_strdup_printf (_ ("The profiles name their sources: %s and %s"), short_before,
                              short_after);
    }
  else if (opened != NULL && (opened->mismatch[0] != NULL || opened->mismatch[1] != NULL))
    {
      const char *before = opened->mismatch[0], *after = opened->mismatch[1];
      g_autofree char *both =
          g_strconcat (before != NULL ? before : "", before != NULL && after != NULL ? "\n" : "",
                       after != NULL ? after : "", NULL);

      text = g_utf8_make_valid (both, -1);
    }
  gtk_label_set_text (self->sources_label, text != NULL ? text : "");
  gtk_info_bar_set_message_type (self->sources_bar, opened != NULL && opened->problem != NULL
                                                        ? GTK_MESSAGE_WARNING
                                                        : GTK_MESSAGE_INFO);
  gtk_widget_set_visible (self->recorded_button, recorded);
}

static void
on_sources_closed (CyanWindow *self)
{
  gtk_label_set_text (self->sources_label, "");
  gtk_info_bar_set_revealed (self->sources_bar, FALSE);
}

static void
on_recorded_clicked (CyanWindow *self)
{
  g_autoptr (CyanRequest) request = NULL;

  if (self->opened == NULL || self->opened->recorded[0] == NULL)
    return;
  request = cyan_request_copy (self->request);
  cyan_request_set_sources (request, self->opened->recorded[0], self->opened->recorded[1]);
  cyan_window_open (self, request);
}

/* Bars of the legend are as long as the picture has them. */
static void
on_scale (CyanWindow *self)
{
  cyan_legend_set_zoom (self->legend, cyan_canvas_get_zoom (self->canvas));
}

static void
on_zoom (CyanWindow *self)
{
  /* From left to right wherever one reads. */
  g_autofree char *text =
      g_strdup_printf ("\xe2\x80\x8e%.0f %%", cyan_canvas_get_zoom (self->canvas) * 100);

  gtk_button_set_label (self->zoom_button, text);
  on_scale (self);
}

static void
set_session (CyanWindow *self, CyanSession *session)
{
  cyan_window_forget_search (self);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (session != NULL)
    cyan_window_measure_session (self, session);
  cyan_breadcrumb_set_session (self->breadcrumb, session);
  cyan_picture_set_session (CYAN_PICTURE (self->canvas), session);
  cyan_picture_set_session (CYAN_PICTURE (self->icicle), session);
  cyan_table_view_set_session (self->table, session);
  cyan_details_set_session (self->details, session);
  cyan_found_list_set_session (self->found_list, session);
  cyan_source_pane_set_session (self->source_pane, session);
  cyan_legend_set_session (self->legend, session);
  cyan_window_follow_picture (self);
  cyan_window_follow_filter (self);
  if (session != NULL)
    {
      int width, height = gtk_widget_get_height (GTK_WIDGET (self));
      gboolean has_sources = cyan_source_table_has_sources (cyan_session_sources (session));

      /* It is not known before the window is shown.  GTK 4.8 takes no NULL for the width. */
      if (height == 0)
        gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
      height = MAX (height, 480);
      gtk_widget_set_size_request (GTK_WIDGET (self->source_pane), -1,
                                   has_sources ? MIN (SOURCES_HEIGHT, height * 2 / 5)
                                               : NO_SOURCES_HEIGHT);
      g_signal_connect_swapped (session, "notify", G_CALLBACK (cyan_window_update_actions), self);
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (cyan_window_update_actions),
                                self);
      g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (cyan_window_refresh_search),
                                self);
    }
  cyan_window_refresh_search (self);
  cyan_window_show_metrics (self);
  show_title (self);
  show_warnings (self);
}

/* ---- loading ---- */

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
}

static gboolean
show_loading_page (gpointer data)
{
  CyanWindow *self = data;

  self->progress_timer = 0;
  cyan_window_show_page (self, "loading");
  return G_SOURCE_REMOVE;
}

void
cyan_window_progress (double fraction, const char *what, gpointer data)
{
  CyanWindow *self = data;

  gtk_progress_bar_set_fraction (self->progress, fraction);
  gtk_progress_bar_set_text (self->progress, what);
}

void
cyan_window_show_error (CyanWindow *self, const GError *error)
{
  gboolean limit;
  g_autofree char *message = cyan_preferences_explain (error, &limit);
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_status_page_set_title (self->error_page, self->opening_path != NULL
                                                   ? _ ("Cannot Open This Session")
                                                   : _ ("Cannot Compare These Files"));
  adw_status_page_set_description (self->error_page, markup);
  gtk_widget_set_visible (self->limit_box, limit);
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

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = cyan_window_weak_take (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanOpenedSources) opened = NULL;
  g_autoptr (CyanSession) session = cyan_load_finish (result, &opened, &error);

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
  if (self->session != NULL && self->opening == NULL)
    resume (session, self->session, self->loading, self->request);
  if (self->opening != NULL || self->request == NULL
      || !cyan_request_same_files (self->loading, self->request))
    g_clear_pointer (&self->session_path, g_free);
  if (self->match_chosen && cyan_settings_get () != NULL)
    g_settings_set_string (cyan_settings_get (), "match",
                           cyan_match_method_names[self->loading->match]);
  g_clear_pointer (&self->request, cyan_request_free);
  self->request = g_steal_pointer (&self->loading);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  self->opened = g_steal_pointer (&opened);
  /* From now on these, whatever the profiles say. */
  if (self->opened->problem == NULL)
    cyan_request_set_sources (self->request, self->opened->named[0], self->opened->named[1]);
  cyan_window_end_load (self);
  set_session (self, session);
  show_sources_notice (self);
  if (self->opening != NULL)
    cyan_window_finish_session (self);
  if (cyan_request_n_runs (self->request, 1) > 0)
    cyan_welcome_remember (self->request, self->session_path);
  cyan_window_show_page (self, "blueprint");
  cyan_window_show_view (self, cyan_window_view (self));
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
             && (request->match != self->request->match
                 || request->raw_names != self->request->raw_names
                 || request->limits.unit != self->request->limits.unit
                 || g_strcmp0 (request->metric, self->request->metric) != 0));
}

void
cyan_window_begin_load (CyanWindow *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  cyan_window_end_load (self);
  g_clear_pointer (&self->failed, cyan_request_free);
  self->match_chosen = FALSE;
  self->cancellable = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_progress_bar_set_text (self->progress, "");
  self->progress_timer = g_timeout_add (CYAN_WINDOW_PROGRESS_DELAY, show_loading_page, self);
}

void
cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file)
{
  g_autoptr (CyanRequest) copy = cyan_request_copy (request);

  cyan_window_begin_load (self);
  self->loading = g_steal_pointer (&copy);
  cyan_load_async (self->loading, file, self->opened, is_another_look (self, self->loading),
                   self->cancellable, cyan_window_progress, self, on_loaded,
                   cyan_window_weak_new (self));
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

/* Files dropped on a blueprint: two are a new pair; any other number replaces the runs of the side it
 * falls on, or of the side that is still missing. */
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
      cyan_window_say (self, _ ("Only files on this computer can be opened"));
      return FALSE;
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
      cyan_welcome_take (self->welcome, side, files);
      return TRUE;
    }
  else
    {
      request = cyan_request_copy (self->request);
      if (cyan_request_n_runs (request, 1) == 0 && side == 0)
        {
          /* What was alone takes the other side. */
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

/* ---- object ---- */

gboolean
cyan_window_is_empty (CyanWindow *self)
{
  return self->session == NULL && self->cancellable == NULL
         && g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "missing") != 0;
}

CyanSession *
cyan_window_get_session (CyanWindow *self)
{
  return self->session;
}

static void
restore_size (CyanWindow *self)
{
  GSettings *settings = cyan_settings_get ();

  if (settings == NULL)
    return;
  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (settings, "window-width"),
                               g_settings_get_int (settings, "window-height"));
  if (g_settings_get_boolean (settings, "maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static gboolean
cyan_window_close_request (GtkWindow *window)
{
  GSettings *settings = cyan_settings_get ();

  if (settings != NULL)
    {
      int width, height;

      gtk_window_get_default_size (window, &width, &height);
      g_settings_set_int (settings, "window-width", width);
      g_settings_set_int (settings, "window-height", height);
      g_settings_set_boolean (settings, "maximized", gtk_window_is_maximized (window));
    }
  return GTK_WINDOW_CLASS (cyan_window_parent_class)->close_request (window);
}

static void
cyan_window_dispose (GObject *object)
{
  CyanWindow *self = CYAN_WINDOW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  cyan_window_end_load (self);
  cyan_window_forget_search (self);
  cyan_window_cancel_export (self);
  g_clear_handle_id (&self->overlay_idle, g_source_remove);
  /* While there is something that follows the picture. */
  if (self->canvas != NULL)
    cyan_picture_set_session (CYAN_PICTURE (self->canvas), NULL);
  g_clear_object (&self->exporting);
  g_clear_pointer (&self->export_name, g_free);
  g_clear_pointer (&self->print_path, g_free);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_clear_object (&self->session);
    }
  g_clear_pointer (&self->request, cyan_request_free);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  g_clear_pointer (&self->failed, cyan_request_free);
  g_clear_object (&self->export_dialog);
  g_clear_object (&self->printing);
  cyan_window_forget_opening (self);
  g_clear_pointer (&self->session_path, g_free);
  g_clear_pointer (&self->saving_path, g_free);
  g_clear_object (&self->session_dialog);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_WINDOW);
  G_OBJECT_CLASS (cyan_window_parent_class)->dispose (object);
}

static void
cyan_window_class_init (CyanWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_window_dispose;
  GTK_WINDOW_CLASS (class)->close_request = cyan_window_close_request;

  g_type_ensure (CYAN_TYPE_BREADCRUMB);
  g_type_ensure (CYAN_TYPE_CANVAS);
  g_type_ensure (CYAN_TYPE_DETAILS);
  g_type_ensure (CYAN_TYPE_FILTER_BAR);
  g_type_ensure (CYAN_TYPE_FILTER_POPOVER);
  g_type_ensure (CYAN_TYPE_FOUND_LIST);
  g_type_ensure (CYAN_TYPE_ICICLE_LEGEND);
  g_type_ensure (CYAN_TYPE_ICICLE_VIEW);
  g_type_ensure (CYAN_TYPE_LEGEND);
  g_type_ensure (CYAN_TYPE_OVERVIEW);
  g_type_ensure (CYAN_TYPE_SOURCE_PANE);
  g_type_ensure (CYAN_TYPE_TABLE_VIEW);
  g_type_ensure (CYAN_TYPE_WELCOME);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/window.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, title);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, error_page);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, missing_page);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, without_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, views);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, view_buttons);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, view_menu);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, open_word);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, open_icon);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, limit_box);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, basis_box);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, metric_list);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, forward_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, swap_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, palette_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, search_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, search_bar);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, search_entry);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, search_status);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, found_list);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, warnings_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, warnings_label);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, zoom_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, doubt_bar);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, doubt_label);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, sources_bar);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, sources_label);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, recorded_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, export_box);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, export_label);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, export_progress);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, welcome);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, icicle);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, icicle_legend);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, breadcrumb);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, filter_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, filter_popover);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, nothing_page);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, scale_menu);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, overlay);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, table);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, legend);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, legend_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, legend_popover);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, legend_popup);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, overview);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, zoom_box);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, details);
  gtk_widget_class_bind_template_child (widget_class, CyanWindow, source_pane);
}

static void
cyan_window_init (CyanWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_icicle_legend_set_view (self->icicle_legend, self->icicle);
  cyan_window_install_views (self);
  cyan_window_install_actions (self);
  cyan_window_install_metrics (self);
  cyan_window_install_search (self);
  cyan_window_install_overlay (self);
  cyan_window_install_scale (self);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_swapped (self->welcome, "open", G_CALLBACK (cyan_window_open), self);
  g_signal_connect_swapped (self->doubt_bar, "response", G_CALLBACK (on_doubt_closed), self);
  g_signal_connect_swapped (self->sources_bar, "response", G_CALLBACK (on_sources_closed), self);
  g_signal_connect_swapped (self->recorded_button, "clicked", G_CALLBACK (on_recorded_clicked),
                            self);
  g_signal_connect_swapped (self->canvas, "notify::zoom", G_CALLBACK (on_zoom), self);
  g_signal_connect_swapped (self->canvas, "scale-changed", G_CALLBACK (on_scale), self);
  on_zoom (self);
  restore_size (self);
  cyan_window_update_actions (self);
}

CyanWindow *
cyan_window_new (GtkApplication *application)
{
  return g_object_new (CYAN_TYPE_WINDOW, "application", application, NULL);
}
