/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives a real window with real clicks and keys. */
#include "config.h"

#include "driver.h"

#include "cyan-application.h"
#include "cyan-settings.h"

#include <adwaita.h>
#include <gdk/x11/gdkx.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Milliseconds between two checks of a condition that no event announces. */
#define LOOK_INTERVAL 10

/* Microseconds after which a key that did nothing is pressed again. */
#define PRESS_AGAIN G_USEC_PER_SEC

static GtkApplication *application;
static char *temporary_folder;

/* ---- main loop ---- */

static gboolean
look_again (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Saves a picture of the screen first if CYAN_SCREENSHOT=FILE is set. */
static void G_GNUC_NORETURN
give_up (const char *file, int line, const char *condition)
{
  const char *path = g_getenv ("CYAN_SCREENSHOT");
  const char *const command[] = { "import", "-window", "root", path, NULL };

  if (path != NULL)
    g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                  NULL);
  g_error ("%s:%d: waited in vain for %s", file, line, condition);
}

void
driver_iterate (gint64 end, const char *file, int line, const char *condition)
{
  gboolean looked = FALSE;
  guint timer;

  if (g_get_monotonic_time () > end)
    give_up (file, line, condition);
  timer = g_timeout_add (LOOK_INTERVAL, look_again, &looked);
  g_main_context_iteration (NULL, TRUE);
  if (!looked)
    g_source_remove (timer);
}

static void
remove_temporary_folder (void)
{
  g_autoptr (GDir) folder = g_dir_open (temporary_folder, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (temporary_folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (temporary_folder);
}

/* Warnings that GTK 4.8.3 causes by itself: of the pages of its window of shortcuts, of the path bar
 * of its file chooser, which shows the buttons of a folder when the disk answers, even in the middle
 * of a frame, and of a text view, which learns the heights of its lines while it is drawn, so that
 * its scrollbar gets its slider then. */
static gboolean
is_of_gtk (GtkWidget *widget)
{
  return GTK_IS_SHORTCUTS_WINDOW (widget) || g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkPathBar")
         || (GTK_IS_SCROLLED_WINDOW (widget)
             && GTK_IS_TEXT_VIEW (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (widget))));
}

/* GTK's warnings identify a widget by its address only, so this says where the widget is before the
 * test ends. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields && (level & G_LOG_LEVEL_WARNING) != 0; i++)
    {
      const char *address =
          strcmp (fields[i].key, "MESSAGE") == 0 ? strstr (fields[i].value, " 0x") : NULL;
      GtkWidget *widget =
          address != NULL ? (gpointer) (gsize) g_ascii_strtoull (address + 1, NULL, 16) : NULL;

      for (; widget != NULL; widget = gtk_widget_get_parent (widget))
        {
          g_autofree char *words = driver_text (widget);

          if (is_of_gtk (widget))
            return G_LOG_WRITER_HANDLED;
          g_printerr ("# in %s %s\n", G_OBJECT_TYPE_NAME (widget), words != NULL ? words : "");
        }
    }
  return g_log_writer_default (level, fields, n_fields, data);
}

void
driver_init (void)
{
  g_autoptr (GError) error = NULL;

  if (application != NULL)
    return;
  /* Makes warnings of GTK fatal, too. */
  g_log_set_writer_func (write_log, NULL, NULL);
  temporary_folder = g_dir_make_tmp ("cyanotype-XXXXXX", &error);
  g_assert_no_error (error);
  atexit (remove_temporary_folder);
  application = GTK_APPLICATION (cyan_application_new ());
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (GDK_IS_X11_DISPLAY (gdk_display_get_default ()));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

GtkApplication *
driver_application (void)
{
  return application;
}

char *
driver_source_file (const char *path)
{
  return g_test_build_filename (G_TEST_DIST, "..", path, NULL);
}

char *
driver_temporary_file (const char *name)
{
  return g_build_filename (temporary_folder, name, NULL);
}

char *
driver_write (const char *name, const char *text, gssize length)
{
  char *path = driver_temporary_file (name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
  return path;
}

/* ---- windows ---- */

static void
on_frame (GdkFrameClock *clock, guint *frames)
{
  ++*frames;
}

void
driver_wait_drawn (CyanWindow *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  guint frames = 0;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (on_frame), &frames);

  wait_until (!cyan_canvas_is_scaling (window->comparison->canvas));
  /* The change that a frame makes is visible in the next frame. */
  for (guint wanted = 1; wanted <= 2; wanted++)
    {
      gtk_widget_queue_draw (GTK_WIDGET (window));
      wait_until (frames >= wanted);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_signal_handler_disconnect (clock, handler);
}

CyanWindow *
driver_window (void)
{
  CyanWindow *window = cyan_window_new (application);

  driver_watch (window);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  driver_wait_drawn (window);
  driver_focus (GTK_WINDOW (window));
  return window;
}

void
driver_start (CyanWindow *window, const char *before, const char *after)
{
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  cyan_window_open (window, request);
}

CyanWindow *
driver_demo (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = driver_source_file ("data/demo/before.json.gz");
  g_autofree char *after = driver_source_file ("data/demo/after.json.gz");
  g_autofree char *source_before = driver_source_file ("data/demo/before");
  g_autofree char *source_after = driver_source_file ("data/demo/after");
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  request->sources[0] = g_steal_pointer (&source_before);
  request->sources[1] = g_steal_pointer (&source_after);
  cyan_window_open (window, request);
  wait_until (cyan_window_get_session (window) != NULL
              || g_str_equal (driver_page (window), "error"));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  g_assert_cmpint (cyan_comparison_model_change (cyan_session_model (window->comparison->session),
                                                 driver_node (window, "find_entry")),
                   ==, CYAN_CHANGE_MODIFIED);
  wait_until (gtk_widget_get_visible (GTK_WIDGET (window->comparison->start_list)));
  driver_wait_drawn (window);
  return window;
}

void
driver_open_large (CyanWindow *window)
{
  GString *text = g_string_new (NULL);
  g_autofree char *before = NULL, *after = NULL;

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, "main;f%u;g%u 1\n", i % 300, i);
  before = driver_write ("large-a.folded", text->str, -1);
  g_string_append (text, "main;f7 30000\n");
  after = driver_write ("large-b.folded", text->str, -1);
  g_string_free (text, TRUE);
  driver_start (window, before, after);
  wait_until (strcmp (driver_page (window), "blueprint") == 0);
}

CyanWindow *
driver_boxes (void)
{
  CyanWindow *window = driver_demo ();

  cyan_session_set_folds (window->comparison->session, FALSE);
  driver_wait_drawn (window);
  return window;
}

CyanWindow *
driver_runs (char *const *before, char *const *after)
{
  CyanWindow *window = driver_window ();
  g_autoptr (CyanRequest) request = cyan_settings_new_request (NULL, NULL);

  cyan_request_set_runs (request, 0, (const char *const *) before);
  cyan_request_set_runs (request, 1, (const char *const *) after);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL || g_str_equal (driver_page (window), "error"));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  driver_wait_drawn (window);
  return window;
}

gboolean
driver_drop (GtkWidget *widget, double x, const char *const *paths)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        {
          GValue value = G_VALUE_INIT;
          GSList *files = NULL;

          for (guint n = g_strv_length ((char **) paths); n-- > 0;)
            files = g_slist_prepend (files, g_file_new_for_commandline_arg (paths[n]));
          g_value_init (&value, GDK_TYPE_FILE_LIST);
          g_value_take_boxed (&value, files);
          g_signal_emit_by_name (controller, "drop", &value, x, 10.0, &taken);
          g_value_unset (&value);
        }
    }
  return taken;
}

GtkWidget *
driver_toplevel (const char *type)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  GtkWidget *found = NULL;
  gint64 end = g_get_monotonic_time () + DRIVER_PATIENCE;

  wait_until (g_type_from_name (type) != 0);
  while (found == NULL)
    {
      for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
        {
          g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

          if (g_type_is_a (G_OBJECT_TYPE (window), g_type_from_name (type))
              && gtk_widget_get_mapped (window))
            found = window;
        }
      driver_iterate (end, __FILE__, __LINE__, type);
    }
  return found;
}

GtkWidget *
driver_open_dialog (void)
{
  return driver_toplevel ("CyanOpenDialog");
}

void
driver_close (CyanWindow *window)
{
  gpointer watched = window;
  gpointer session = window->comparison->session;

  g_object_add_weak_pointer (G_OBJECT (window), &watched);
  if (session != NULL)
    g_object_add_weak_pointer (G_OBJECT (session), &session);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (watched == NULL);
  wait_until (session == NULL);
}

const char *
driver_page (CyanWindow *window)
{
  return gtk_stack_get_visible_child_name (window->stack);
}

static GtkWidget *
find_child (GtkWidget *root, const char *id)
{
  GtkWidget *found = NULL;

  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_child (child, id);
  return found;
}

gpointer
driver_child (gpointer root, const char *id)
{
  GtkWidget *child = find_child (root, id);

  if (child == NULL)
    g_error ("no widget %s", id);
  return child;
}

GtkWidget *
driver_title_box (CyanWindow *window)
{
  return adw_header_bar_get_title_widget (window->header);
}

const char *
driver_title (CyanWindow *window)
{
  GtkWidget *title = driver_title_box (window);

  return ADW_IS_WINDOW_TITLE (title)
             ? adw_window_title_get_title (ADW_WINDOW_TITLE (title))
             : gtk_label_get_text (driver_child (driver_child (window, "answer"), "title_label"));
}

const char *
driver_subtitle (CyanWindow *window)
{
  GtkWidget *title = driver_title_box (window);

  return ADW_IS_WINDOW_TITLE (title)
             ? adw_window_title_get_subtitle (ADW_WINDOW_TITLE (title))
             : gtk_label_get_text (driver_child (driver_child (window, "answer"), "answer_label"));
}

GSettings *
driver_settings (void)
{
  static GSettings *settings;

  if (settings == NULL)
    settings = g_settings_new (CYAN_APP_ID);
  return settings;
}

GActionGroup *
driver_actions (CyanWindow *window)
{
  return G_ACTION_GROUP (window->comparison->actions);
}

const char *
driver_view (CyanWindow *window)
{
  return cyan_comparison_page_view (window->comparison);
}

/* @key opens the popover of @button. */
static void
press_in (GtkMenuButton *button, const char *key, const char *label)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button)), *row;

  driver_send_key (key);
  wait_until (gtk_widget_get_mapped (popover));
  wait_until ((row = driver_find (popover, GTK_TYPE_LABEL, label)) != NULL);
  driver_press (row);
}

/* A key that comes while another popover closes reaches nobody: one presses it again. */
void
driver_close_popover (CyanWindow *window, GtkMenuButton *button)
{
  GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (button));
  gint64 pressed = 0, end = g_get_monotonic_time () + DRIVER_PATIENCE;

  driver_wait_drawn (window);
  while (gtk_widget_get_mapped (popover))
    {
      if (g_get_monotonic_time () - pressed > PRESS_AGAIN)
        {
          driver_send_key ("Escape");
          pressed = g_get_monotonic_time ();
        }
      driver_iterate (end, __FILE__, __LINE__, "the popover is closed");
    }
  driver_wait_drawn (window);
}

void
driver_menu (CyanWindow *window, const char *label)
{
  press_in (window->menu_button, "F10", label);
  driver_close_popover (window, window->menu_button);
}

void
driver_choose_view (CyanWindow *window, const char *label)
{
  press_in (window->comparison->view_button, "alt+v", label);
  driver_close_popover (window, window->comparison->view_button);
}

TESTS ()
{
  driver_init ();
}
