/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One window: its header, and its pages. */
#include "cyan-window-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-settings.h"
#include "cyan-widgets.h"

#include <string.h>

/* Pixels of a window in which there is room for the word "Open", and for all of the desktop's buttons
 * in its corners, with text of the usual size. */
#define ROOM_FOR_OPEN    860
#define ROOM_FOR_CORNERS 480

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanWindow,
                               cyan_window,
                               ADW_TYPE_APPLICATION_WINDOW,
                               G_IMPLEMENT_INTERFACE (CYAN_TYPE_HOST, cyan_window_host_init))

void
cyan_window_toast (CyanWindow *self, const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

static void
on_toast (CyanWindow *self, AdwToast *toast)
{
  adw_toast_overlay_add_toast (self->toasts, g_object_ref (toast));
}

/* ---- pages ---- */

gboolean
cyan_window_is_on_page (CyanWindow *self, const char *page)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0;
}

CyanPage *
cyan_window_get_page (CyanWindow *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->stack);

  return CYAN_IS_PAGE (page) ? CYAN_PAGE (page) : NULL;
}

/* The title of the history or of the session. */
static void
show_title (CyanWindow *self)
{
  gboolean compared = !self->is_at_history && cyan_window_get_session (self) != NULL;
  g_autofree char *title = NULL, *subtitle = NULL;

  if (cyan_window_is_on_page (self, "welcome"))
    compared = FALSE;
  if (cyan_window_is_on_page (self, "history"))
    title = cyan_history_page_title (self->history, &subtitle);
  else if (!compared)
    title = g_strdup ("Cyanotype");
  adw_header_bar_set_title_widget (self->header,
                                   compared ? cyan_comparison_page_get_title (self->comparison)
                                            : GTK_WIDGET (self->title));
  if (!compared)
    {
      adw_window_title_set_title (self->title, title);
      adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), subtitle);
    }
  gtk_window_set_title (GTK_WINDOW (self),
                        compared ? cyan_comparison_page_get_name (self->comparison) : title);
}

void
cyan_window_show_page (CyanWindow *self, const char *page)
{
  gboolean compared = g_str_equal (page, "blueprint");
  gboolean has_history = g_str_equal (page, "history");
  CyanPage *shown;

  gtk_stack_set_visible_child_name (self->stack, page);
  if (has_history || compared)
    self->is_at_history = has_history;
  if (has_history || compared || g_str_equal (page, "welcome"))
    show_title (self);
  shown = cyan_window_get_page (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "page",
                                  shown != NULL ? CYAN_PAGE_GET_IFACE (shown)->get_actions (shown)
                                                : NULL);
  gtk_widget_set_visible (cyan_comparison_page_get_controls (self->comparison), compared);
  cyan_window_update_actions (self);
}

gboolean
cyan_window_is_empty (CyanWindow *self)
{
  return cyan_window_get_session (self) == NULL && cyan_jobs_get (self->jobs, CYAN_JOB_LOAD) == NULL
         && !cyan_window_has_history (self) && !cyan_window_is_on_page (self, "missing");
}

CyanSession *
cyan_window_get_session (CyanWindow *self)
{
  return cyan_comparison_page_get_session (self->comparison);
}

/* ---- its size ---- */

/* Of the desktop's buttons a narrow window has only the one that closes it, on its side. */
static void
fit_corners (CyanWindow *self, double width)
{
  g_autofree char *layout = NULL;
  const char *close, *colon;

  if (width >= ROOM_FOR_CORNERS)
    {
      adw_header_bar_set_decoration_layout (self->header, NULL);
      return;
    }
  g_object_get (gtk_settings_get_default (), "gtk-decoration-layout", &layout, NULL);
  close = layout != NULL ? strstr (layout, "close") : NULL;
  colon = close != NULL ? strchr (layout, ':') : NULL;
  adw_header_bar_set_decoration_layout (self->header, close == NULL   ? ":"
                                                      : close < colon ? "close:"
                                                                      : ":close");
}

static gboolean
fit_to_size (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanWindow *self = CYAN_WINDOW (widget);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  double width = gdk_surface_get_width (surface) / cyan_desktop_text_scale ();
  double height = gdk_surface_get_height (surface) / cyan_desktop_text_scale ();

  gtk_widget_set_visible (self->open_word, width >= ROOM_FOR_OPEN);
  gtk_widget_set_visible (self->open_icon, width < ROOM_FOR_OPEN);
  fit_corners (self, width);
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (CYAN_IS_PAGE (page))
      CYAN_PAGE_GET_IFACE (page)->fit (CYAN_PAGE (page), width, height);
  return G_SOURCE_REMOVE;
}

/* The size becomes known between the layout of a frame and its drawing, where nothing may move. */
static void
on_size (CyanWindow *self)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self), fit_to_size, NULL, NULL);
}

static void
on_realize (CyanWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));

  cyan_connect (surface, "notify::width", on_size, self);
  cyan_connect (surface, "notify::height", on_size, self);
  cyan_connect (gtk_settings_get_default (), "notify::gtk-xft-dpi", on_size, self);
}

static void
restore_size (CyanWindow *self)
{
  int width, height;
  gboolean maximized;

  g_object_get (cyan_settings_get (), "window-width", &width, "window-height", &height, "maximized",
                &maximized, NULL);
  g_object_set (self, "default-width", width, "default-height", height, "maximized", maximized,
                NULL);
}

static gboolean
cyan_window_close_request (GtkWindow *window)
{
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  g_object_set (cyan_settings_get (), "window-width", width, "window-height", height, "maximized",
                gtk_window_is_maximized (window), NULL);
  return GTK_WINDOW_CLASS (cyan_window_parent_class)->close_request (window);
}

/* ---- object ---- */

static void
cyan_window_dispose (GObject *object)
{
  CyanWindow *self = CYAN_WINDOW (object);

  if (self->jobs != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->jobs, self);
      cyan_jobs_cancel (self->jobs, CYAN_JOB_EXPORT);
      cyan_jobs_cancel (self->jobs, CYAN_JOB_LOAD);
    }
  g_clear_pointer (&self->loading, cyan_request_free);
  g_clear_pointer (&self->tried, cyan_try_request_free);
  g_clear_pointer (&self->failed, cyan_request_free);
  cyan_window_forget_opening (self);
  g_clear_pointer (&self->session_path, g_free);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "page", NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_WINDOW);
  g_clear_object (&self->jobs);
  G_OBJECT_CLASS (cyan_window_parent_class)->dispose (object);
}

static void
cyan_window_class_init (CyanWindowClass *class)
{
  G_OBJECT_CLASS (class)->dispose = cyan_window_dispose;
  GTK_WINDOW_CLASS (class)->close_request = cyan_window_close_request;
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (class), GDK_KEY_v, GDK_CONTROL_MASK,
                                cyan_window_paste, NULL);
  cyan_types_ensure (CYAN_TYPE_COMPARISON_PAGE, CYAN_TYPE_ERROR_PAGE, CYAN_TYPE_HISTORY_PAGE,
                     CYAN_TYPE_WELCOME, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanWindow, member)
  cyan_template_bind (class, "window.ui", CHILD (toasts), CHILD (header), CHILD (title),
                      CHILD (error_page), CHILD (missing_page), CHILD (choose_button),
                      CHILD (ask_button), CHILD (without_button), CHILD (stack), CHILD (open_word),
                      CHILD (open_icon), CHILD (back_button), CHILD (menu_button),
                      CHILD (progress_box), CHILD (progress_title), CHILD (progress),
                      CHILD (welcome), CHILD (comparison), CHILD (history), NULL);
}

static void
cyan_window_init (CyanWindow *self)
{
  self->jobs = cyan_jobs_new (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_header_bar_pack_end (self->header, cyan_comparison_page_get_controls (self->comparison));
  cyan_window_install_actions (self);
  cyan_window_install_history (self);
  cyan_window_install_loading (self);
  cyan_connect (self->comparison, "toast", on_toast, self);
  g_signal_connect (self, "realize", G_CALLBACK (on_realize), NULL);
  restore_size (self);
  cyan_window_show_page (self, "welcome");
}

CyanWindow *
cyan_window_new (GtkApplication *application)
{
  CyanWindow *self = g_object_new (CYAN_TYPE_WINDOW, "application", application, NULL);

  /* GTK would open it on the second. */
  g_object_set (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (self)),
                "section-name", "general", NULL);
  return self;
}
