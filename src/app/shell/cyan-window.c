/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One window: its parts, its pages, and the session that they all show. */
#include "cyan-window-private.h"

#include "cyan-settings.h"

/* Height of the source pane at first, if there are sources. */
#define SOURCES_HEIGHT 320

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
cyan_window_toast (CyanWindow *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

void
cyan_window_show_page (CyanWindow *self, const char *page)
{
  gtk_stack_set_visible_child_name (self->stack, page);
  if (g_str_equal (page, "history") || g_str_equal (page, "blueprint"))
    {
      self->is_at_history = g_str_equal (page, "history");
      cyan_window_show_title (self);
    }
  gtk_info_bar_set_revealed (self->sources_bar,
                             g_str_equal (page, "blueprint")
                                 && *gtk_label_get_text (self->sources_label) != '\0');
  cyan_window_update_actions (self);
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

void
cyan_window_set_session (CyanWindow *self, CyanSession *session)
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
  cyan_picture_set_session (CYAN_PICTURE (self->rings), session);
  cyan_table_view_set_session (self->table, session);
  cyan_details_set_session (self->details, session);
  cyan_edit_list_set_session (self->edit_list, session,
                              self->request != NULL ? self->request->claims : NULL);
  cyan_found_list_set_session (self->found_list, session);
  cyan_source_pane_set_session (self->source_pane, session);
  cyan_legend_set_session (self->legend, session);
  cyan_window_follow_picture (self);
  cyan_window_follow_filter (self);
  if (session != NULL)
    {
      int width, height = gtk_widget_get_height (GTK_WIDGET (self));

      /* It is not known before the window is shown.  GTK 4.8 takes no NULL for the width. */
      if (height == 0)
        gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
      height = MAX (height, 480);
      gtk_widget_set_size_request (GTK_WIDGET (self->source_pane), -1,
                                   MIN (SOURCES_HEIGHT, height * 2 / 5));
      g_signal_connect_swapped (session, "notify", G_CALLBACK (cyan_window_update_actions), self);
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (cyan_window_update_actions),
                                self);
      g_signal_connect_swapped (session, "causes-changed", G_CALLBACK (cyan_window_show_title),
                                self);
      g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (cyan_window_refresh_search),
                                self);
    }
  cyan_window_refresh_search (self);
  cyan_window_show_metrics (self);
  cyan_window_show_notices (self);
}

gboolean
cyan_window_is_empty (CyanWindow *self)
{
  return self->session == NULL && self->cancellable == NULL && !cyan_window_has_history (self)
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
  /* GTK's tooltip keeps the actions of the window that it was last shown in until it is shown in
   * another one, and these two keep a picture with all that it shows. */
  g_action_map_remove_action (G_ACTION_MAP (self), "flames");
  g_action_map_remove_action (G_ACTION_MAP (self), "equal-thickness");
  g_clear_object (&self->exporting);
  g_clear_pointer (&self->export_name, g_free);
  g_clear_pointer (&self->print_path, g_free);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_clear_object (&self->session);
    }
  g_clear_pointer (&self->store, cyan_history_store_unref);
  g_clear_object (&self->benchmarks);
  g_clear_pointer (&self->tried, cyan_try_request_free);
  g_clear_pointer (&self->try_log, g_free);
  g_clear_pointer (&self->found_benchmark, g_free);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->found_sides[side], g_free);
  g_clear_pointer (&self->request, cyan_request_free);
  g_clear_pointer (&self->opened, cyan_opened_sources_unref);
  g_clear_pointer (&self->failed, cyan_request_free);
  g_clear_pointer (&self->claimed, g_free);
  g_clear_pointer (&self->claims_before, g_ptr_array_unref);
  g_clear_object (&self->printing);
  cyan_window_forget_opening (self);
  g_clear_pointer (&self->session_path, g_free);
  g_clear_pointer (&self->saving_path, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_WINDOW);
  G_OBJECT_CLASS (cyan_window_parent_class)->dispose (object);
}

#define CHILD(name)                                                                                \
  {                                                                                                \
    G_STRINGIFY (name), G_STRUCT_OFFSET (CyanWindow, name)                                         \
  }

/* The widgets of the template that the window uses. */
static const struct
{
  const char *name;
  gssize offset;
} children[] = {
  CHILD (toasts),          CHILD (title),           CHILD (loading_page),    CHILD (error_page),
  CHILD (log_scroller),    CHILD (log_view),        CHILD (try_button),      CHILD (missing_page),
  CHILD (without_button),  CHILD (stack),           CHILD (views),           CHILD (switcher),
  CHILD (view_buttons),    CHILD (view_menu),       CHILD (open_word),       CHILD (open_icon),
  CHILD (progress),        CHILD (limit_box),       CHILD (hot_button),      CHILD (basis_box),
  CHILD (metric_list),     CHILD (back_button),     CHILD (forward_button),  CHILD (swap_button),
  CHILD (palette_button),  CHILD (search_button),   CHILD (search_bar),      CHILD (search_entry),
  CHILD (search_status),   CHILD (found_list),      CHILD (warnings_button), CHILD (warnings_label),
  CHILD (zoom_button),     CHILD (doubt_bar),       CHILD (doubt_label),     CHILD (sources_bar),
  CHILD (sources_label),   CHILD (recorded_button), CHILD (export_box),      CHILD (export_label),
  CHILD (export_progress), CHILD (welcome),         CHILD (canvas),          CHILD (icicle),
  CHILD (icicle_legend),   CHILD (rings),           CHILD (rings_legend),    CHILD (sizes_button),
  CHILD (menu_button),     CHILD (breadcrumb),      CHILD (noise_chip),      CHILD (filter_button),
  CHILD (filter_popover),  CHILD (filter_bar),      CHILD (nothing_page),    CHILD (scale_menu),
  CHILD (overlay),         CHILD (table),           CHILD (legend),          CHILD (legend_button),
  CHILD (legend_popover),  CHILD (legend_popup),    CHILD (overview),        CHILD (zoom_box),
  CHILD (details),         CHILD (edit_list),       CHILD (source_pane),     CHILD (bisect),
  CHILD (history),         CHILD (history_button),
};

static void
cyan_window_class_init (CyanWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_window_dispose;
  GTK_WINDOW_CLASS (class)->close_request = cyan_window_close_request;

  g_type_ensure (CYAN_TYPE_BREADCRUMB);
  g_type_ensure (CYAN_TYPE_CANVAS);
  g_type_ensure (CYAN_TYPE_DETAILS);
  g_type_ensure (CYAN_TYPE_EDIT_LIST);
  g_type_ensure (CYAN_TYPE_FILTER_BAR);
  g_type_ensure (CYAN_TYPE_FILTER_POPOVER);
  g_type_ensure (CYAN_TYPE_FOUND_LIST);
  g_type_ensure (CYAN_TYPE_BISECT_PAGE);
  g_type_ensure (CYAN_TYPE_HISTORY_PAGE);
  g_type_ensure (CYAN_TYPE_ICICLE_VIEW);
  g_type_ensure (CYAN_TYPE_LEGEND);
  g_type_ensure (CYAN_TYPE_OVERVIEW);
  g_type_ensure (CYAN_TYPE_PICTURE_LEGEND);
  g_type_ensure (CYAN_TYPE_RINGS_VIEW);
  g_type_ensure (CYAN_TYPE_SOURCE_PANE);
  g_type_ensure (CYAN_TYPE_TABLE_VIEW);
  g_type_ensure (CYAN_TYPE_WELCOME);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/window.ui");
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    gtk_widget_class_bind_template_child_full (widget_class, children[i].name, FALSE,
                                               children[i].offset);
}

static void
cyan_window_init (CyanWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_picture_legend_set_picture (self->icicle_legend, CYAN_PICTURE (self->icicle));
  cyan_picture_legend_set_picture (self->rings_legend, CYAN_PICTURE (self->rings));
  cyan_window_install_views (self);
  cyan_window_install_actions (self);
  cyan_window_install_history (self);
  cyan_window_install_bisect (self);
  cyan_window_install_claims (self);
  cyan_window_install_loading (self);
  cyan_window_install_metrics (self);
  cyan_window_install_notices (self);
  cyan_window_install_search (self);
  cyan_window_install_overlay (self);
  cyan_window_install_scale (self);
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
