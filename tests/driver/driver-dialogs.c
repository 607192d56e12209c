/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of dialogs, and GTK's dialog for files. */
#include "driver.h"

static GtkWidget *
find_row (GtkWidget *widget, const char *title)
{
  GtkWidget *found = NULL;

  if (ADW_IS_PREFERENCES_ROW (widget) && gtk_widget_get_visible (widget)
      && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_row (child, title);
  return found;
}

GtkWidget *
driver_row (GtkWidget *root, const char *title)
{
  return find_row (root, title);
}

/* A widget scrolls into view when it gets the focus, but not while it has it. */
static gboolean
scroll_to (GtkWidget *widget)
{
  gtk_root_set_focus (gtk_widget_get_root (widget), NULL);
  gtk_widget_grab_focus (widget);
  return FALSE;
}

/* What grows above the widget may push it out of view again. */
void
driver_press_inside (GtkWidget *widget)
{
  gtk_widget_grab_focus (widget);
  wait_until (driver_reach (widget) || scroll_to (widget));
  driver_send_click ();
}

static gboolean
has_text (GtkWidget *entry, const char *text)
{
  return entry != NULL && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text);
}

static gboolean
has_focus (GtkWidget *entry)
{
  return entry != NULL && (gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

/* A row that comes or goes above moves the entry away from the pointer, so this clicks and types
 * again if the text is not there after a second. */
void
driver_type_into (GtkWidget *row, const char *text)
{
  GtkWidget *entry = driver_find (row, GTK_TYPE_ENTRY, NULL);
  gint64 end = g_get_monotonic_time () + DRIVER_PATIENCE;

  g_assert_nonnull (entry);
  while (!has_text (entry, text))
    {
      gint64 again = g_get_monotonic_time () + G_USEC_PER_SEC;

      driver_press_inside (entry);
      while (!has_focus (entry) && g_get_monotonic_time () < again)
        driver_iterate (end, __FILE__, __LINE__, "the focus");
      if (!has_focus (entry))
        continue;
      driver_send_key ("ctrl+a");
      driver_send_key ("BackSpace");
      driver_send_text (text);
      while (!has_text (entry, text) && g_get_monotonic_time () < again)
        driver_iterate (end, __FILE__, __LINE__, text);
    }
}

static GtkWidget *
location_entry (GtkWidget *dialog)
{
  return driver_find (dialog, g_type_from_name ("GtkFileChooserEntry"), NULL);
}

/* The entry of GTK 4.18 completes what was typed when it is idle, even if the dialog looks into
 * another folder meanwhile, whose files it does not know yet.  Nothing comes of it but this
 * message. */
static gboolean
is_fatal (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  return !g_str_has_prefix (message, "gtk_tree_model_get_iter_first: assertion");
}

static void
log_others (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if (is_fatal (domain, level, message, data))
    g_log_default_handler (domain, level, message, data);
}

static gboolean
has_selected (GtkFileChooser *chooser, GFile *file)
{
  g_autoptr (GFile) selected = gtk_file_chooser_get_file (chooser);

  return selected != NULL && g_file_equal (selected, file);
}

void
driver_select (const char *path, const char *label)
{
  GtkWidget *chooser = driver_toplevel ("GtkFileChooserDialog");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), file, NULL));
  wait_until (has_selected (GTK_FILE_CHOOSER (chooser), file));
  driver_press (driver_find (chooser, GTK_TYPE_BUTTON, label));
}

/* GTK's dialog drops keys that come while it still looks into the folder, and may show the folder
 * in place of the entry then, so this types it all again if the dialog is there after a second. */
void
driver_choose (const char *path)
{
  GtkWidget *dialog = driver_toplevel ("GtkFileChooserDialog");
  gint64 end = g_get_monotonic_time () + DRIVER_PATIENCE;
  guint handler;

  g_test_log_set_fatal_handler (is_fatal, NULL);
  handler = g_log_set_handler ("Gtk", G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL, log_others, NULL);
  driver_focus (GTK_WINDOW (dialog));
  while (gtk_widget_get_visible (dialog))
    {
      gint64 again = g_get_monotonic_time () + G_USEC_PER_SEC;

      /* It would hide an entry that has the focus. */
      if (!has_focus (location_entry (dialog)))
        driver_send_key ("ctrl+l");
      while (gtk_widget_get_visible (dialog) && !has_focus (location_entry (dialog))
             && g_get_monotonic_time () < again)
        driver_iterate (end, __FILE__, __LINE__, "the entry");
      if (!gtk_widget_get_visible (dialog) || !has_focus (location_entry (dialog)))
        continue;
      driver_send_key ("ctrl+a");
      driver_send_text (path);
      again = g_get_monotonic_time () + G_USEC_PER_SEC;
      while (gtk_widget_get_visible (dialog) && !has_text (location_entry (dialog), path)
             && g_get_monotonic_time () < again)
        driver_iterate (end, __FILE__, __LINE__, "the path");
      if (!gtk_widget_get_visible (dialog) || !has_text (location_entry (dialog), path))
        continue;
      driver_send_key ("Return");
      again = g_get_monotonic_time () + G_USEC_PER_SEC;
      while (gtk_widget_get_visible (dialog) && g_get_monotonic_time () < again)
        driver_iterate (end, __FILE__, __LINE__, path);
    }
  g_log_remove_handler ("Gtk", handler);
}
