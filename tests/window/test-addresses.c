/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles at addresses, of a server on this computer that counts what it is asked for. */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

#include "cyan-settings.h"

static GSubprocess *server;
static char *base; /* "http://127.0.0.1:PORT" */
static char *log_file;

static void
stop_server (void)
{
  g_subprocess_force_exit (server);
  g_object_unref (server);
  g_free (base);
  g_free (log_file);
}

static void
start_server (void)
{
  g_autofree char *script = driver_source_file ("tests/window/profile-server.py");
  g_autofree char *port = NULL;
  g_autoptr (GDataInputStream) lines = NULL;

  log_file = driver_temporary_file ("asked");
  server = MUST (g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                   &failure, "python3", script, log_file, NULL));
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  port = MUST (g_data_input_stream_read_line (lines, NULL, NULL, &failure));
  base = g_strconcat ("http://127.0.0.1:", port, NULL);
  atexit (stop_server);
}

static char *
address (const char *path)
{
  if (server == NULL)
    start_server ();
  return g_strconcat (base, path, NULL);
}

/* How often the server was asked for what begins so. */
static guint
asked (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (log_file, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    n += g_str_has_prefix (lines[i], path);
  return n;
}

static gboolean
is_loaded (CyanWindow *window)
{
  return g_str_equal (driver_page (window), "blueprint") && !window->comparison->busy
         && window->loading == NULL;
}

static void
wait_loaded (CyanWindow *window)
{
  wait_until (is_loaded (window));
  driver_wait_drawn (window);
}

/* The number of the recording that is shown: each one has as much more than the first. */
static guint
recording (CyanWindow *window, guint side)
{
  const CyanProfile *profile =
      cyan_session_comparison (window->comparison->session)->compared.side[side].profile;

  return (guint) (profile->metrics[0].total[CYAN_NODE_ROOT] / 3e6 + 0.5);
}

static CyanWindow *
open_pair (const char *before, const char *after)
{
  CyanWindow *window = driver_window ();
  g_autofree char *old = address (before), *new = address (after);

  driver_start (window, old, new);
  wait_loaded (window);
  return window;
}

static GtkWidget *
open_dialog (CyanWindow *window)
{
  GtkWidget *dialog;

  driver_focus (GTK_WINDOW (window));
  driver_send_key ("ctrl+o");
  dialog = driver_toplevel ("CyanOpenDialog");
  driver_focus (GTK_WINDOW (dialog));
  return dialog;
}

/* The row for an address of a side. */
static GtkWidget *
address_row (GtkWidget *dialog, guint side)
{
  return driver_find (driver_child (dialog, side == 0 ? "before_group" : "after_group"),
                      g_type_from_name ("CyanAddressRow"), NULL);
}

static GtkWidget *
compare_button (GtkWidget *dialog)
{
  return driver_child (dialog, "open_button");
}

TEST ("/window/addresses/typed")
{
  g_autofree char *before = address ("/typed/old?seconds=0"), *after = address ("/typed/new ");
  g_autofree char *title = NULL;
  CyanWindow *window = driver_window ();
  GtkWidget *dialog = open_dialog (window);

  g_assert_false (gtk_widget_get_sensitive (compare_button (dialog)));
  driver_type_into (address_row (dialog, 0), before);
  driver_send_key ("Return");
  wait_until (driver_shows (driver_child (dialog, "before_group"), "/typed/old?seconds=0"));
  g_assert_false (gtk_widget_get_sensitive (compare_button (dialog)));
  /* One that is not entered yet counts, too. */
  driver_type_into (address_row (dialog, 1), after);
  wait_until (gtk_widget_get_sensitive (compare_button (dialog)));
  driver_press (compare_button (dialog));
  wait_loaded (window);
  title = g_strdup_printf ("%s/old → %s/new", base + strlen ("http://"), base + strlen ("http://"));
  g_assert_cmpstr (driver_title (window), ==, title);
  g_assert_cmpuint (asked ("/typed/old"), ==, 1);
  g_assert_cmpuint (asked ("/typed/new"), ==, 1);
  driver_close (window);
}

/* It is told below the entry, before any server is asked. */
TEST ("/window/addresses/bad")
{
  static const struct
  {
    const char *text, *words;
  } cases[] = {
    { "localhost:6060/profile", "Not an address like https://HOST/PATH" },
    { "https:///profile", "Not an address like https://HOST/PATH" },
    { "http://me:pass@127.0.0.1/", "a user and a password in an address." },
  };
  g_autofree char *good = driver_write ("good.folded", "main;work 10\n", -1);
  CyanWindow *window = driver_window ();
  GtkWidget *dialog = open_dialog (window);

  for (guint side = 0; side < 2; side++)
    driver_drop (driver_child (dialog, side == 0 ? "before_group" : "after_group"), 10,
                 (const char *const[]){ good, NULL });
  wait_until (gtk_widget_get_sensitive (compare_button (dialog)));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      driver_type_into (address_row (dialog, 1), cases[i].text);
      wait_until (driver_shows (address_row (dialog, 1), cases[i].words));
      g_assert_false (gtk_widget_get_sensitive (compare_button (dialog)));
    }
  g_assert_true (driver_shows (address_row (dialog, 1), "--http-headers @FILE"));
  driver_type_into (address_row (dialog, 1), "");
  wait_until (gtk_widget_get_sensitive (compare_button (dialog)));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  driver_send_key ("Escape");
  wait_until (dialog == NULL);
  driver_close (window);
}

/* What is shown is of one recording, whatever is done with it, until it is loaded again. */
TEST ("/window/addresses/once")
{
  CyanWindow *window = open_pair ("/once/old", "/once/new");
  GtkWidget *dialog, *list;

  g_action_group_change_action_state (driver_actions (window), "match",
                                      g_variant_new_string ("path"));
  wait_loaded (window);
  g_action_group_change_action_state (driver_actions (window), "fold-recursion",
                                      g_variant_new_boolean (TRUE));
  wait_loaded (window);
  driver_focus (GTK_WINDOW (window));
  driver_send_key ("ctrl+t");
  wait_until (is_loaded (window) && strstr (driver_title (window), "new → ") != NULL);
  driver_key (window, "F4");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->times)));
  driver_send_key ("ctrl+l");
  dialog = driver_toplevel ("CyanSlicesDialog");
  driver_focus (GTK_WINDOW (dialog));
  for (guint side = 0; side < 2; side++)
    {
      GtkWidget *label;

      list = driver_child (dialog, side == 0 ? "before_list" : "after_list");
      wait_until ((label = driver_find (list, GTK_TYPE_LABEL, "writer")) != NULL);
      driver_press (label);
    }
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (is_loaded (window) && strstr (driver_title (window), "thread=writer") != NULL);
  /* The same with other options in the dialog for files. */
  dialog = open_dialog (window);
  adw_combo_row_set_selected (driver_child (dialog, "match_row"), 0);
  driver_press (compare_button (dialog));
  wait_loaded (window);
  g_assert_cmpuint (asked ("/once/old"), ==, 1);
  g_assert_cmpuint (asked ("/once/new"), ==, 1);

  driver_focus (GTK_WINDOW (window));
  driver_key (window, "F5");
  wait_until (asked ("/once/old") == 2 && asked ("/once/new") == 2);
  wait_loaded (window);
  driver_close (window);
}

TEST ("/window/addresses/reload")
{
  CyanWindow *window = open_pair ("/reload/old", "/reload/new");

  g_assert_cmpuint (recording (window, 0), ==, 1);
  driver_key (window, "F5");
  wait_until (is_loaded (window) && recording (window, 0) == 2 && recording (window, 1) == 2);
  driver_close (window);
}

/* On the left half. */
static gboolean
drop_text (GtkWidget *widget, const char *text)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      GValue value = G_VALUE_INIT;

      if (!GTK_IS_DROP_TARGET (controller))
        continue;
      g_value_init (&value, G_TYPE_STRING);
      g_value_set_string (&value, text);
      g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
      g_value_unset (&value);
    }
  return taken;
}

/* A link replaces one side; the other one stays the recording that it is. */
TEST ("/window/addresses/drop")
{
  CyanWindow *window = open_pair ("/drop/old", "/drop/new");
  g_autofree char *link = address ("/drop/new"), *other = address ("/drop/old");

  g_assert_true (driver_drop (GTK_WIDGET (window), gtk_widget_get_width (GTK_WIDGET (window)) - 10,
                              (const char *const[]){ link, NULL }));
  wait_until (is_loaded (window) && recording (window, 1) == 2);
  g_assert_cmpuint (recording (window, 0), ==, 1);
  /* From a program that gives no link but a text. */
  g_assert_true (drop_text (GTK_WIDGET (window), other));
  wait_until (is_loaded (window) && recording (window, 0) == 2);
  g_assert_cmpuint (recording (window, 1), ==, 2);
  g_assert_false (drop_text (GTK_WIDGET (window), "neither a link"));
  driver_close (window);
}

static void
paste (CyanWindow *window, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  driver_focus (GTK_WINDOW (window));
  driver_send_key ("ctrl+v");
}

/* One address waits for the other; two are a pair. */
TEST ("/window/addresses/paste")
{
  g_autofree char *before = address ("/paste/old"), *after = address ("/paste/new?x=1");
  g_autofree char *both = g_strdup_printf ("%s\n%s\n", before, after);
  CyanWindow *window = driver_window ();

  paste (window, before);
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "/paste/old"));
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "Waiting for this one"));
  paste (window, after);
  wait_loaded (window);
  g_assert_cmpuint (recording (window, 1), ==, 1);
  paste (window, both);
  wait_until (is_loaded (window) && recording (window, 0) == 2 && recording (window, 1) == 2);
  driver_close (window);
}

/* The bar shows how long the server has recorded; Escape ends it at once. */
TEST ("/window/addresses/stop")
{
  g_autofree char *before = address ("/stop/old?seconds=20");
  g_autofree char *after = address ("/stop/new?seconds=20");
  CyanWindow *window = driver_window ();

  driver_start (window, before, after);
  wait_until (g_str_equal (driver_page (window), "loading"));
  wait_until (gtk_progress_bar_get_fraction (window->progress) > 0.02);
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (window->progress), <, 0.8);
  g_assert_nonnull (strstr (gtk_progress_bar_get_text (window->progress), "Recording"));
  /* Both at the same time. */
  g_assert_cmpuint (asked ("/stop/"), ==, 2);
  driver_key (window, "Escape");
  wait_until (g_str_equal (driver_page (window), "welcome"));
  wait_until (asked ("gone") == 2);
  driver_close (window);
}

static void
open_failing (CyanWindow *window, const char *path)
{
  g_autofree char *good = driver_write ("good.folded", "main;work 10\n", -1);
  g_autofree char *bad = address (path);

  driver_start (window, good, bad);
  wait_until (g_str_equal (driver_page (window), "error") && window->loading == NULL);
}

TEST ("/window/addresses/errors")
{
  g_autofree char *headers = driver_write ("headers", "Authorization: Bearer sesame\n", -1);
  CyanWindow *window = driver_window ();
  GtkWidget *page = GTK_WIDGET (window->error_page);

  open_failing (window, "/missing?token=sesame");
  wait_until (driver_shows (page, "/missing?token=...: "));
  g_assert_true (driver_shows (page, "404"));
  g_assert_false (driver_shows (page, "sesame"));
  open_failing (window, "/locked");
  wait_until (driver_shows (page, "--http-headers @FILE"));
  g_assert_true (driver_shows (page, "CYANOTYPE_HTTP_HEADERS=@FILE"));
  cyan_settings_set_http (headers, NULL);
  driver_key (window, "F5");
  wait_loaded (window);
  cyan_settings_set_http (NULL, NULL);
  driver_close (window);
}

/* A recording that is too large is not recorded again with only the contexts that matter. */
TEST ("/window/addresses/hot")
{
  CyanWindow *window = driver_window ();

  g_settings_set_uint (driver_settings (), "node-limit", 1000);
  open_failing (window, "/large");
  g_settings_reset (driver_settings (), "node-limit");
  driver_press (
      driver_find (GTK_WIDGET (window->error_page), GTK_TYPE_BUTTON, "Open What Matters"));
  wait_loaded (window);
  g_assert_cmpuint (asked ("/large"), ==, 1);
  driver_close (window);
}

/* They are listed without what is secret, and the server says that it misses it. */
TEST ("/window/addresses/recent")
{
  CyanWindow *window = open_pair ("/recent/old?token=sesame", "/recent/new?token=sesame");
  g_autoptr (GVariant) stored = NULL;
  g_autofree char *text = NULL;
  GtkWidget *row;

  stored = g_settings_get_value (driver_settings (), "recent-comparisons");
  text = g_variant_print (stored, FALSE);
  g_assert_nonnull (strstr (text, "/recent/old?token=..."));
  g_assert_null (strstr (text, "sesame"));
  driver_close (window);
  window = driver_window ();
  row = driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "/recent/old");
  g_assert_false (driver_shows (GTK_WIDGET (window->welcome), "sesame"));
  driver_press (row);
  wait_until (g_str_equal (driver_page (window), "error"));
  wait_until (driver_shows (GTK_WIDGET (window->error_page), "--http-headers"));
  driver_close (window);
}

/* Nothing is asked before the user says so, since anybody may have written the file. */
TEST ("/window/addresses/session")
{
  g_autofree char *path = driver_temporary_file ("addresses.cyanotype");
  CyanWindow *window = open_pair ("/session/old?token=sesame", "/session/new");
  g_autofree char *text = NULL, *plain = NULL;
  g_autoptr (GRegex) token = g_regex_new ("\\?token=[^\"]*", 0, 0, NULL);

  driver_send_key ("ctrl+s");
  driver_choose (path);
  wait_until (window->session_path != NULL);
  driver_close (window);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "/session/old?token=...\""));
  g_assert_null (strstr (text, "sesame"));
  plain = g_regex_replace_literal (token, text, -1, 0, "", 0, NULL);
  g_assert_true (g_file_set_contents (path, plain, -1, NULL));

  window = driver_window ();
  cyan_window_open_session (window, path);
  wait_until (g_str_equal (driver_page (window), "missing"));
  wait_until (driver_shows (GTK_WIDGET (window->missing_page), "/session/old"));
  g_assert_true (driver_shows (GTK_WIDGET (window->missing_page), "/session/new"));
  g_assert_cmpuint (asked ("/session/new"), ==, 1);
  driver_press (driver_find (GTK_WIDGET (window->missing_page), GTK_TYPE_BUTTON, "Ask"));
  wait_loaded (window);
  g_assert_cmpuint (recording (window, 1), ==, 2);
  g_assert_cmpstr (window->session_path, ==, path);
  driver_close (window);
}

TESTS ()
{
  driver_init ();
}
