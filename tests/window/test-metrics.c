/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The metric of heights: chosen in the header, with its unit everywhere. */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

/* A recording with two metrics; @second is the name and unit of the second one. */
static char *
write_profile (const char *name, const char *second, guint nanoseconds, guint bytes)
{
  g_autofree char *text = g_strdup_printf (
      "cct 1\nrecording\texact\nmetric\ttime\tns\nmetric\t%s\nfunction\tmain\nfunction\tparse\n"
      "function\twrite_rows\n0\t1\t1\t1000\t0\n1\t2\t12\t%u\t512\n1\t3\t30\t70000\t%u\nend\t3\n",
      second, nanoseconds, bytes);

  return driver_write (name, text, -1);
}

/* parse takes more time, write_rows more memory. */
static CyanWindow *
heap_pair (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = write_profile ("v1.cct", "alloc_space\tbytes", 50000, 400 * 1024);
  g_autofree char *after = write_profile ("v2.cct", "alloc_space\tbytes", 90000, 9 * 1024 * 1024);

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  return window;
}

static const char *
subtitle_of (CyanWindow *window)
{
  return driver_subtitle (window);
}

/* The selected row of the list. */
static const char *
metric_of (CyanWindow *window)
{
  return gtk_string_object_get_string (
      gtk_drop_down_get_selected_item (driver_child (window, "metric_list")));
}

/* Opens the list and clicks on one of its rows. */
static void
choose (CyanWindow *window, const char *name)
{
  GtkWidget *list = driver_child (window, "metric_list"), *popover, *row = NULL;

  driver_send_key ("alt+v");
  wait_until (gtk_widget_get_mapped (list));
  driver_press (list);
  wait_until ((popover = driver_find (list, GTK_TYPE_POPOVER, name)) != NULL);
  wait_until ((row = driver_find (popover, g_type_from_name ("GtkListItemWidget"), name)) != NULL);
  driver_wait_drawn (window);
  driver_press (row);
  wait_until (driver_find (list, GTK_TYPE_POPOVER, NULL) == NULL);
  driver_close_popover (window, window->comparison->view_button);
}

WINDOW_TEST ("/window/metrics/choose", heap_pair ())
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  g_assert_cmpstr (driver_selected (window), ==, "parse");
  g_assert_nonnull (strstr (subtitle_of (window), "121 µs → 161 µs"));
  g_assert_cmpstr (metric_of (window), ==, "time");

  choose (window, "alloc_space");
  wait_until (strstr (subtitle_of (window), "KiB") != NULL);
  g_assert_nonnull (strstr (subtitle_of (window), "400 KiB → 9.00 MiB"));
  g_assert_cmpstr (metric_of (window), ==, "alloc_space");
  /* Memory grows in another function, and its numbers are bytes. */
  driver_wait_drawn (window);
  driver_click_node (window, driver_node (window, "write_rows"), 1);
  wait_until (driver_shows (details, "+8.61 MiB"));
  g_assert_true (driver_shows (details, "13.3 KiB"));
  g_assert_false (driver_shows (details, "µs"));

  /* The choice stays when the files are reloaded. */
  driver_key (window, "ctrl+t");
  wait_until (strstr (subtitle_of (window), "9.00 MiB → 400 KiB") != NULL);
  driver_key (window, "F5");
  wait_until (window->loading == NULL);
  g_assert_nonnull (strstr (subtitle_of (window), "9.00 MiB → 400 KiB"));

  choose (window, "time");
  wait_until (strstr (subtitle_of (window), "161 µs → 121 µs") != NULL);
}

/* Bytes have a run before, too, of which boxes are percentages. */
WINDOW_TEST ("/window/metrics/absolute", heap_pair ())
{
  const CyanComparison *comparison;
  g_autofree char *height = NULL;

  choose (window, "alloc_space");
  wait_until (strstr (subtitle_of (window), "KiB") != NULL);
  driver_wait_drawn (window);
  g_assert_cmpint (cyan_session_basis (window->comparison->session), ==, CYAN_BASIS_ABSOLUTE);
  comparison = cyan_session_comparison (window->comparison->session);
  height = cyan_comparison_height_text (comparison, driver_node (window, "write_rows"),
                                        cyan_session_basis (window->comparison->session));
  g_assert_cmpstr (height, ==, "+2201 %");
}

/* The list is hidden if there is no choice, and has only metrics of both sides. */
WINDOW_TEST ("/window/metrics/offered", driver_window ())
{
  g_autofree char *before = write_profile ("v1.cct", "alloc_space\tbytes", 50000, 4096);
  g_autofree char *after = write_profile ("v2.cct", "written\tbytes", 90000, 8192);
  g_autofree char *folded = driver_write ("v3.folded", "main;parse 7\n", -1);

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  g_assert_false (gtk_widget_get_visible (driver_child (window, "metric_list")));

  /* A single profile offers all of its metrics. */
  driver_start (window, after, NULL);
  wait_until (window->loading == NULL);
  driver_wait_drawn (window);
  g_assert_true (gtk_widget_get_visible (driver_child (window, "metric_list")));
  choose (window, "written");
  wait_until (strstr (subtitle_of (window), "8.50 KiB") != NULL);

  driver_start (window, folded, folded);
  wait_until (window->loading == NULL);
  driver_wait_drawn (window);
  g_assert_false (gtk_widget_get_visible (driver_child (window, "metric_list")));
}

/* Names of metrics are foreign: no markup, no mnemonics, limited length. */
WINDOW_TEST ("/window/metrics/hostile", driver_window ())
{
  g_autofree char *same = write_profile (
      "v1.cct", "<b>_&amp;%s alloc_space_of_everything_and_then_some\tbytes", 50000, 4096);
  int with = 0, without = 0;

  driver_start (window, same, same);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  choose (window, "<b>_&amp");
  wait_until (window->loading == NULL);
  driver_wait_drawn (window);
  g_assert_true (g_str_has_prefix (metric_of (window), "<b>_&amp"));
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &with, NULL, NULL, NULL);
  gtk_widget_set_visible (driver_child (window, "metric_list"), FALSE);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &without, NULL, NULL,
                      NULL);
  g_test_message ("the window is at least %d px wide, %d without", with, without);
  g_assert_cmpint (with, <=, without + 180);
}
