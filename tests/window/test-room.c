/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The room for the panes: a narrow window has a sheet below the picture, a low one in its place. */
#include "driver.h"

#include "tests.h"

/* As a person drags it: with each step, panes go that the next one has no room for. */
static gboolean
shrinks_to (CyanWindow *window, int width, int height)
{
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  driver_wait_drawn (window);
  return gtk_widget_get_width (GTK_WIDGET (window)) <= width
         && gtk_widget_get_height (GTK_WIDGET (window)) <= height;
}

/* Opens the demo, and makes the window as small as @width times @height. */
static CyanWindow *
small_window (int width, int height)
{
  CyanWindow *window = driver_demo ();

  wait_until (shrinks_to (window, width, height));
  driver_wait_drawn (window);
  return window;
}

static gboolean
has_picture (CyanWindow *window)
{
  return gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas));
}

static gboolean
has_details (CyanWindow *window)
{
  return gtk_widget_get_mapped (GTK_WIDGET (window->comparison->details));
}

static gboolean
has_sources (CyanWindow *window)
{
  return gtk_widget_get_mapped (driver_pane (window));
}

static void
press_sheet (CyanWindow *window, const char *label)
{
  driver_press (driver_find (window->comparison->sheet_bar, GTK_TYPE_TOGGLE_BUTTON, label));
}

/* The picture stays, the sheet below it has the sources at first. */
WINDOW_TEST ("/window/room/narrow", small_window (500, 800))
{
  g_assert_true (has_picture (window) && has_sources (window) && !has_details (window));
  press_sheet (window, "Details");
  wait_until (has_details (window) && !has_sources (window));
  g_assert_true (has_picture (window));
  press_sheet (window, "Picture");
  wait_until (!has_details (window) && !has_sources (window));
  driver_key (window, "F8");
  wait_until (has_sources (window));
  driver_key (window, "F8");
  wait_until (!has_sources (window));

  /* With room, everything lies side by side again. */
  gtk_window_set_default_size (GTK_WINDOW (window), 1360, 900);
  wait_until (has_picture (window) && has_sources (window) && has_details (window));
  g_assert_false (gtk_widget_get_mapped (window->comparison->sheet_bar));
}

/* The smallest screen: one of the three at a time. */
WINDOW_TEST ("/window/room/low", small_window (360, 294))
{
  g_assert_true (has_picture (window) && !has_sources (window) && !has_details (window));
  press_sheet (window, "Details");
  wait_until (has_details (window) && !has_picture (window));
  press_sheet (window, "Sources");
  wait_until (has_sources (window) && !has_details (window) && !has_picture (window));
  driver_key (window, "F8");
  wait_until (has_picture (window));
  /* Every view fits, and so does the table. */
  for (const char *const *key = (const char *const[]){ "alt+2", "alt+3", "alt+4", "alt+1", NULL };
       *key != NULL; key++)
    {
      driver_key (window, *key);
      driver_wait_drawn (window);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 360);
    }
}

TESTS ()
{
  driver_init ();
}
