/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slices of recordings, chosen in a dialog. */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

/* Two threads, of which one waits. */
#define THREADS                                                                                    \
  "{\"traceEvents\":["                                                                             \
  "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"reader\"}},"    \
  "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"writer//2/"     \
  "\"}},"                                                                                          \
  "{\"name\":\"run\",\"ph\":\"X\",\"ts\":0,\"dur\":1000,\"pid\":1,\"tid\":1},"                     \
  "{\"name\":\"run\",\"ph\":\"X\",\"ts\":0,\"dur\":3000,\"pid\":1,\"tid\":2},"                     \
  "{\"name\":\"wait\",\"ph\":\"X\",\"ts\":10,\"dur\":2000,\"pid\":1,\"tid\":2}]}"

static char *
write_threads (const char *name)
{
  return driver_write (name, THREADS, -1);
}

/* Forty requests, one of which waits for a lock. */
static char *
write_requests (void)
{
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\":[");

  for (guint i = 0; i < 40; i++)
    {
      guint lock = i == 17 ? 900 : 2;

      g_string_append_printf (text,
                              "{\"name\":\"handle\",\"ph\":\"X\",\"ts\":%u,\"dur\":%u,\"pid\":1,"
                              "\"tid\":1},"
                              "{\"name\":\"lock\",\"ph\":\"X\",\"ts\":%u,\"dur\":%u,\"pid\":1,"
                              "\"tid\":1}%s",
                              i * 2000, lock + 100 + i % 7, i * 2000 + 1, lock,
                              i < 39 ? "," : "]}");
    }
  return driver_write ("requests.json", text->str, (gssize) text->len);
}

static GtkWidget *
wait_for_dialog (void)
{
  GtkWidget *dialog = driver_toplevel ("CyanSlicesDialog");

  driver_focus (GTK_WINDOW (dialog));
  return dialog;
}

/* Opens the dialog with its key. */
static GtkWidget *
press_key (CyanWindow *window)
{
  driver_focus (GTK_WINDOW (window));
  driver_send_key ("ctrl+l");
  return wait_for_dialog ();
}

/* Opens a profile alone, and the dialog from the page. */
static GtkWidget *
open_dialog (CyanWindow *window, const char *path)
{
  driver_start (window, path, NULL);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  return press_key (window);
}

static GtkWidget *
compare_button (GtkWidget *dialog)
{
  return driver_find (dialog, GTK_TYPE_BUTTON, "Compare");
}

/* Clicks on a row of a side. */
static void
choose (GtkWidget *dialog, guint side, const char *name)
{
  GtkWidget *list = driver_child (dialog, side == 0 ? "before_list" : "after_list"), *row;

  wait_until ((row = driver_find (list, GTK_TYPE_LABEL, name)) != NULL);
  driver_press (row);
}

static gboolean
is_titled (CyanWindow *window, const char *title)
{
  return window->comparison->session != NULL && g_str_equal (driver_title (window), title);
}

TEST ("/window/slices/threads")
{
  CyanWindow *window = driver_window ();
  g_autofree char *path = write_threads ("threads.json");
  GtkWidget *dialog = open_dialog (window, path);

  wait_until (driver_shows (dialog, "writer"));
  /* 3 of 4 ms. */
  g_assert_true (driver_shows (dialog, "75.0 %"));
  g_assert_false (gtk_widget_get_sensitive (compare_button (dialog)));
  choose (dialog, 0, "reader");
  choose (dialog, 1, "writer");
  wait_until (gtk_widget_get_sensitive (compare_button (dialog)));
  driver_press (compare_button (dialog));
  wait_until (is_titled (window, "thread=reader → thread=writer//2/"));
  driver_focus (GTK_WINDOW (window));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "wait");
  /* The dialog is of the file again. */
  dialog = press_key (window);
  wait_until (driver_shows (dialog, "75.0 %"));
  driver_send_key ("Escape");
  driver_close (window);
  window = driver_window ();
  driver_press (driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW,
                             "threads.json@thread=reader → threads.json@thread=writer//2/"));
  wait_until (is_titled (window, "thread=reader → thread=writer//2/"));
  driver_close (window);
}

/* From the dialog for files, which is still there if one goes back. */
TEST ("/window/slices/open-dialog")
{
  CyanWindow *window = driver_window ();
  g_autofree char *path = driver_source_file ("tests/data/foreign/jfr-orders.jfr.gz");
  GtkWidget *asking, *dialog, *row;

  driver_send_key ("ctrl+o");
  asking = driver_toplevel ("CyanOpenDialog");
  driver_focus (GTK_WINDOW (asking));
  row = driver_child (asking, "slices_row");
  g_assert_false (gtk_widget_get_sensitive (row));
  g_assert_true (
      driver_drop (driver_child (asking, "after_group"), 10, (const char *const[]){ path, NULL }));
  wait_until (gtk_widget_get_sensitive (row));
  driver_press_inside (row);
  dialog = wait_for_dialog ();
  wait_until (driver_shows (dialog, "46.8 %"));
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  driver_send_key ("Escape");
  wait_until (dialog == NULL);
  driver_focus (GTK_WINDOW (asking));
  driver_press_inside (row);
  dialog = wait_for_dialog ();
  choose (dialog, 0, "pool-1-thread-1");
  choose (dialog, 1, "pool-1-thread-2");
  driver_press (compare_button (dialog));
  wait_until (is_titled (window, "thread=pool-1-thread-1 → thread=pool-1-thread-2"));
  driver_close (window);
}

/* Each side has the values of its own file, and another dimension other values. */
TEST ("/window/slices/two-files")
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = write_threads ("threads.json");
  g_autofree char *after = driver_source_file ("tests/data/foreign/trace-event-devtools.json");
  GtkWidget *dialog;

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  driver_menu (window, "Compare Slices");
  dialog = wait_for_dialog ();
  wait_until (driver_shows (driver_child (dialog, "before_list"), "writer"));
  g_assert_true (driver_shows (driver_child (dialog, "before_list"), "threads.json"));
  g_assert_false (driver_shows (driver_child (dialog, "after_list"), "writer"));
  g_assert_true (driver_shows (driver_child (dialog, "after_list"), "CrRendererMain"));
  /* What is slowest of two recordings nobody knows. */
  g_assert_false (gtk_widget_get_mapped (driver_child (dialog, "slowest_box")));
  driver_press (driver_child (dialog, "dimension_list"));
  driver_send_key ("End");
  driver_send_key ("Return");
  choose (dialog, 0, "10 to 20 %");
  driver_press (compare_button (dialog));
  wait_until (window->comparison->session != NULL
              && g_str_has_prefix (driver_title (window), "threads@time=10%..20% → "));
  driver_close (window);
}

/* Many values can be filtered; the whole recording stays. */
TEST ("/window/slices/filter")
{
  CyanWindow *window = driver_window ();
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\":[");
  g_autofree char *path = NULL;
  GtkWidget *dialog, *list;

  for (guint i = 0; i < 50; i++)
    g_string_append_printf (text,
                            "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":%u,"
                            "\"args\":{\"name\":\"Worker %u\"}},"
                            "{\"name\":\"run\",\"ph\":\"X\",\"ts\":0,\"dur\":%u,\"pid\":1,"
                            "\"tid\":%u}%s",
                            i, i, 100 + i, i, i < 49 ? "," : "]}");
  path = driver_write ("many.json", text->str, (gssize) text->len);
  dialog = open_dialog (window, path);
  list = driver_child (dialog, "after_list");
  wait_until (driver_shows (list, "Worker 49"));
  driver_press (driver_find (list, GTK_TYPE_SEARCH_ENTRY, NULL));
  driver_send_text ("wORKER 7");
  wait_until (!driver_shows (list, "Worker 49"));
  g_assert_true (driver_shows (list, "All of it"));
  driver_send_key ("Return");
  wait_until (gtk_widget_get_sensitive (compare_button (dialog)));
  driver_press (compare_button (dialog));
  wait_until (is_titled (window, "many → thread=Worker 7"));
  driver_close (window);
}

/* It stays what it is when it is loaded again, and is remembered. */
TEST ("/window/slices/slowest")
{
  CyanWindow *window = driver_window ();
  g_autofree char *path = write_requests ();
  GtkWidget *dialog = open_dialog (window, path), *button;
  static const char title[] = "middle half of function=handle (20 runs) → "
                              "slowest 5 % of function=handle (2 runs)";

  wait_until ((button = driver_find (dialog, GTK_TYPE_BUTTON, "Slowest Against the Rest")) != NULL);
  g_assert_true (driver_shows (dialog, "Calls of handle"));
  driver_press (button);
  wait_until (is_titled (window, title));
  driver_focus (GTK_WINDOW (window));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "lock");
  g_assert_false (g_action_group_get_action_enabled (driver_actions (window), "swap"));
  driver_close (window);
  window = driver_window ();
  driver_press (driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "slowest 5 %"));
  wait_until (is_titled (window, title));
  driver_close (window);
}

TEST ("/window/slices/none")
{
  CyanWindow *window = driver_window ();
  g_autofree char *path = driver_write ("plain.folded", "main;work 10\n", -1);
  GtkWidget *dialog = open_dialog (window, path);

  wait_until (driver_shows (dialog, "has no threads, labels or times"));
  g_assert_false (gtk_widget_get_sensitive (compare_button (dialog)));
  driver_send_key ("Escape");
  driver_close (window);
}

/* The file went away meanwhile. */
TEST ("/window/slices/gone")
{
  CyanWindow *window = driver_window ();
  g_autofree char *path = write_threads ("gone.json");
  GtkWidget *dialog;

  driver_start (window, path, NULL);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  g_assert_cmpint (remove (path), ==, 0);
  dialog = press_key (window);
  wait_until (driver_shows (dialog, "Cannot Read This Profile"));
  g_assert_true (driver_shows (dialog, "gone.json"));
  driver_send_key ("Escape");
  driver_close (window);
}

/* Runs out of several files have no one recording. */
TEST ("/window/slices/several-runs")
{
  g_autofree char *first = write_threads ("one.json"), *second = write_threads ("two.json");
  CyanWindow *window = driver_runs ((char *[]){ first, second, NULL }, (char *[]){ first, NULL });

  g_assert_false (g_action_group_get_action_enabled (driver_actions (window), "slices"));
  driver_close (window);
}

TESTS ()
{
  driver_init ();
}
