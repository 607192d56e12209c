/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits in the preferences, the messages about them, and folders as profiles. */
#include "driver.h"

#include "cyan-memory.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

/* Lines of a profile that exceeds the smallest possible limit. */
#define BIG_LINES 30000

#define RECORDING "tests/data/threads.uftrace"

static char *
big_file (void)
{
  GString *text = g_string_new (NULL);
  char *path;

  for (guint i = 0; i < BIG_LINES; i++)
    g_string_append_printf (text, "main;a%u;b%u;c%u 7\n", i % 7, i % 101, i);
  path = driver_write ("big.folded", text->str, (gssize) text->len);
  g_string_free (text, TRUE);
  return path;
}

static GtkWidget *
button (GtkWidget *root, const char *text)
{
  GtkWidget *found = driver_find (root, GTK_TYPE_BUTTON, text);

  g_assert_nonnull (found);
  return found;
}

static GtkWidget *
row (GtkWidget *preferences, const char *title)
{
  GtkWidget *found = driver_find (preferences, ADW_TYPE_ACTION_ROW, title);

  g_assert_nonnull (found);
  return found;
}

static const char *
text_in (GtkWidget *preferences, const char *title)
{
  return gtk_editable_get_text (
      GTK_EDITABLE (driver_find (row (preferences, title), GTK_TYPE_SPIN_BUTTON, NULL)));
}

static void
type_into (GtkWidget *preferences, const char *title, const char *text)
{
  GtkWidget *field = driver_find (row (preferences, title), GTK_TYPE_TEXT, NULL);

  driver_focus (GTK_WINDOW (preferences));
  gtk_widget_grab_focus (field);
  driver_send_key ("ctrl+a");
  for (const char *c = text; *c != '\0'; c++)
    {
      char key[] = { *c, '\0' };

      driver_send_key (*c == ' ' ? "space" : *c == ',' ? "comma" : *c == '.' ? "period" : key);
    }
  driver_send_key ("Return");
}

static void
close_dialog (GtkWidget *dialog)
{
  gpointer watched = dialog;

  g_object_add_weak_pointer (G_OBJECT (dialog), &watched);
  driver_focus (GTK_WINDOW (dialog));
  driver_send_key ("Escape");
  wait_until (watched == NULL);
}

/* The message names the preference, a click opens it, and after a change the file opens. */
TEST ("/window/preferences/refused")
{
  GSettings *settings = driver_settings ();
  CyanWindow *window = driver_window ();
  GtkWidget *page = GTK_WIDGET (window->error_page), *preferences;
  g_autofree char *big = big_file ();
  GtkWidget *toggle;

  g_settings_set_uint (settings, "memory-limit", 1);
  driver_start (window, big, big);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (page, "big.folded"));
  g_assert_true (driver_shows (page, "needs more than 1 MiB of memory"));
  g_assert_true (driver_shows (page, "“Memory Limit” in the preferences"));
  g_assert_false (driver_shows (page, "--memory-limit"));

  driver_press (button (page, "Preferences"));
  preferences = driver_toplevel ("CyanPreferences");
  driver_wait_drawn (window);
  toggle = driver_find (row (preferences, "Automatic"), GTK_TYPE_SWITCH, NULL);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  driver_press (toggle);
  wait_until (g_settings_get_uint (settings, "memory-limit") == 0);
  close_dialog (preferences);
  driver_focus (GTK_WINDOW (window));
  driver_press (button (page, "Try Again"));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");

  /* The same with the limit of nodes. */
  g_settings_set_uint (settings, "node-limit", 1000);
  driver_key (window, "F5");
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (page, "more than 1000 nodes"));
  g_assert_true (driver_shows (page, "“Nodes of a Profile” in the preferences"));
  g_settings_reset (settings, "node-limit");
  driver_key (window, "F5");
  wait_until (g_str_equal (driver_page (window), "blueprint"));
  driver_close (window);
}

/* What is too large opens with what matters of it, and stays so when it is read again. */
TEST ("/window/preferences/hot")
{
  GSettings *settings = driver_settings ();
  CyanWindow *window = driver_window ();
  GtkWidget *page = GTK_WIDGET (window->error_page);
  g_autoptr (GString) text = g_string_new ("main;hot 9000\n");
  g_autofree char *many = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "main;rare;once%u 1\n", i);
  many = driver_write ("many.folded", text->str, (gssize) text->len);
  g_settings_set_uint (settings, "node-limit", 2000);
  driver_start (window, many, many);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (page, "Contexts with at least 0.01 % of the whole"));
  driver_press (button (page, "Open What"));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_cmpuint (driver_node (window, "hot"), !=, CYAN_NODE_NONE);
  g_assert_cmpuint (driver_node (window, "(cold)"), !=, CYAN_NODE_NONE);
  driver_key (window, "F5");
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD) == NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_cmpuint (driver_node (window, "(cold)"), !=, CYAN_NODE_NONE);
  g_settings_reset (settings, "node-limit");
  driver_close (window);
}

/* Other errors have nothing to do with preferences. */
WINDOW_TEST ("/window/preferences/other-errors", driver_window ())
{
  GtkWidget *page = GTK_WIDGET (window->error_page);
  g_autofree char *bad = driver_write ("letter", "Dear reader,\n", -1);

  driver_start (window, bad, bad);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  g_assert_null (driver_find (page, GTK_TYPE_BUTTON, "Preferences"));
  g_assert_null (driver_find (page, GTK_TYPE_BUTTON, "Try Again"));
  g_assert_null (driver_find (page, GTK_TYPE_BUTTON, "Open What"));
}

TEST ("/window/preferences/rows")
{
  GSettings *settings = driver_settings ();
  CyanWindow *window = driver_window ();
  g_autofree char *automatic = cyan_memory_to_text (cyan_memory_default_limit () >> 20 << 20);
  GtkWidget *preferences, *field;

  driver_send_key ("ctrl+comma");
  preferences = driver_toplevel ("CyanPreferences");
  driver_wait_drawn (window);
  g_assert_true (driver_shows (row (preferences, "Automatic"), automatic));
  field = row (preferences, "For all profiles");
  g_assert_false (gtk_widget_is_sensitive (field));

  /* A manual limit starts with the automatic value. */
  driver_press (driver_find (row (preferences, "Automatic"), GTK_TYPE_SWITCH, NULL));
  wait_until (gtk_widget_is_sensitive (field));
  g_assert_cmpuint (g_settings_get_uint (settings, "memory-limit"), ==,
                    cyan_memory_default_limit () >> 20);
  type_into (preferences, "For all profiles", "2,5 g");
  wait_until (g_settings_get_uint (settings, "memory-limit") == 2560);
  wait_until (g_str_equal (text_in (preferences, "For all profiles"), "2.5 GiB"));
  type_into (preferences, "For all profiles", "700");
  wait_until (g_settings_get_uint (settings, "memory-limit") == 700);
  wait_until (g_str_equal (text_in (preferences, "For all profiles"), "700 MiB"));
  type_into (preferences, "For all profiles", "much");
  wait_until (g_str_equal (text_in (preferences, "For all profiles"), "700 MiB"));
  g_assert_cmpuint (g_settings_get_uint (settings, "memory-limit"), ==, 700);
  type_into (preferences, "Nodes of", "5000000");
  wait_until (g_settings_get_uint (settings, "node-limit") == 5000000);
  type_into (preferences, "Seconds for", "30");
  wait_until (g_settings_get_uint (settings, "helper-time-limit") == 30);

  for (guint i = 0; i < 2; i++)
    g_settings_reset (settings, i == 0 ? "node-limit" : "helper-time-limit");
  g_settings_reset (settings, "memory-limit");
  wait_until (!gtk_widget_is_sensitive (field));
  close_dialog (preferences);
  driver_close (window);
}

/* A file of another format opens once there is a reader for it. */
TEST ("/window/preferences/reader")
{
  GSettings *settings = driver_settings ();
  CyanWindow *window = driver_window ();
  g_autofree char *strange = driver_write ("strange", "strange profile\nmain/parse 7\n", -1);
  GtkWidget *preferences, *field;

  driver_start (window, strange, strange);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_send_key ("ctrl+comma");
  preferences = driver_toplevel ("CyanPreferences");
  field = driver_find (preferences, ADW_TYPE_ENTRY_ROW, "Reader");
  g_assert_nonnull (field);
  gtk_editable_set_text (GTK_EDITABLE (field), "tail -n +2 | tr / ';'");
  close_dialog (preferences);
  driver_focus (GTK_WINDOW (window));
  driver_start (window, strange, strange);
  wait_until (g_str_equal (driver_page (window), "blueprint"));
  g_settings_reset (settings, "reader-command");
  driver_close (window);
}

/* ---- folders ---- */

WINDOW_TEST ("/window/folders/dropped", driver_window ())
{
  g_autofree char *folder = driver_source_file (RECORDING);
  const char *const paths[] = { folder, folder, NULL };

  g_assert_true (driver_drop (GTK_WIDGET (window), 10, paths));
  wait_until (window->comparison->session != NULL || g_str_equal (driver_page (window), "error"));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_cmpstr (driver_title (window), ==, "threads → threads");
  g_assert_cmpuint (driver_node (window, "leaf"), !=, CYAN_NODE_NONE);
}

WINDOW_TEST ("/window/folders/chosen", driver_window ())
{
  g_autofree char *folder = driver_source_file (RECORDING);
  GtkWidget *dialog;

  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  for (guint side = 0; side < 2; side++)
    {
      GtkWidget *group =
          driver_find (dialog, ADW_TYPE_PREFERENCES_GROUP, side == 0 ? "Before" : "After");
      GtkWidget *chooser;

      driver_wait_drawn (window);
      driver_press (driver_find (group, GTK_TYPE_BUTTON, NULL));
      chooser = driver_toplevel ("GtkFileChooserDialog");
      g_assert_cmpint (gtk_file_chooser_get_action (GTK_FILE_CHOOSER (chooser)), ==,
                       GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
      driver_select (folder, "Choose");
      wait_until (driver_find (group, ADW_TYPE_ACTION_ROW, "threads.uftrace") != NULL);
    }
  driver_wait_drawn (window);
  driver_press (button (dialog, "Compare"));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_title (window), ==, "threads → threads");
}

static gboolean
is_in (GtkWidget *chooser, GFile *folder)
{
  g_autoptr (GFile) current = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));

  return current != NULL && g_file_equal (current, folder);
}

/* GTK still asks for the names of the folders above when the dialog closes. */
TEST ("/window/folders/late")
{
  CyanWindow *window = driver_window ();
  g_autofree char *top = driver_temporary_file ("deep");
  g_autoptr (GString) path = g_string_new (top);
  g_autoptr (GFile) folder = NULL;
  GtkWidget *dialog, *group, *chooser;

  for (guint i = 0; i < 300; i++)
    g_string_append (path, "/f");
  g_assert_cmpint (g_mkdir_with_parents (path->str, 0700), ==, 0);
  folder = g_file_new_for_path (path->str);
  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  group = driver_find (dialog, ADW_TYPE_PREFERENCES_GROUP, "Before");
  driver_press (driver_find (group, GTK_TYPE_BUTTON, NULL));
  chooser = driver_toplevel ("GtkFileChooserDialog");
  g_assert_true (gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL));
  wait_until (is_in (chooser, folder));
  /* One folder after the other answers now, each in its own iteration. */
  for (guint i = 0; i < 30; i++)
    g_main_context_iteration (NULL, TRUE);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  gtk_window_close (GTK_WINDOW (dialog));
  driver_close (window);
  driver_close (driver_window ());
}
