/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours, readings, matching. */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

static int
red_of (guint32 pixel)
{
  return (int) (pixel >> 16);
}

static int
green_of (guint32 pixel)
{
  return (int) (pixel >> 8 & 0xff);
}

static int
blue_of (guint32 pixel)
{
  return (int) (pixel & 0xff);
}

static void
test_palette (void)
{
  CyanWindow *window = driver_demo ();
  guint32 red = driver_node_pixel (window, "find_entry"), orange, green, blue;

  green = driver_node_pixel (window, "sort_index");
  g_assert_cmpint (red_of (red), >, 150);
  g_assert_cmpint (green_of (red), <, 60);
  g_assert_cmpint (green_of (green), >, red_of (green) + 40);

  driver_press (GTK_WIDGET (window->palette_button));
  wait_until (cyan_canvas_get_palette (window->canvas) == CYAN_PALETTE_SAFE);
  orange = driver_node_pixel (window, "find_entry");
  blue = driver_node_pixel (window, "sort_index");
  /* #c64600, here and there with a hatch or a glyph over it. */
  g_assert_cmphex (orange, !=, red);
  g_assert_cmpint (red_of (orange), >, 150);
  g_assert_cmpint (green_of (orange), >, 55);
  g_assert_cmpint (blue_of (orange), <, 60);
  g_assert_cmpint (blue_of (blue), >, red_of (blue) + 80);

  driver_press (GTK_WIDGET (window->palette_button));
  wait_until (cyan_canvas_get_palette (window->canvas) == CYAN_PALETTE_CLASSIC);
  g_assert_cmphex (driver_node_pixel (window, "find_entry"), ==, red);
  driver_close (window);
}

static void
test_dark (void)
{
  CyanWindow *window = driver_demo ();
  GtkWidget *canvas = GTK_WIDGET (window->canvas);
  double x = gtk_widget_get_width (canvas) - 30;

  g_assert_cmpint (green_of (driver_pixel (canvas, x, 30)), >, 230);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_DARK);
  driver_settle (window);
  g_assert_cmpint (green_of (driver_pixel (canvas, x, 30)), <, 70);
  g_assert_cmpint (red_of (driver_node_pixel (window, "find_entry")), >, 150);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_LIGHT);
  driver_settle (window);
  g_assert_cmpint (green_of (driver_pixel (canvas, x, 30)), >, 230);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  driver_close (window);
}

static double
height_of (CyanWindow *window, const char *name)
{
  CyanPlaced placed;

  g_assert_true (cyan_layout_place_of (cyan_session_layout (window->session),
                                       driver_node (window, name), &placed));
  return placed.box.height;
}

static void
test_reading (void)
{
  CyanWindow *window = driver_demo ();
  GtkWidget *absolute = driver_find (window->reading_box, GTK_TYPE_TOGGLE_BUTTON, "Absolute");
  GtkWidget *share = driver_find (window->reading_box, GTK_TYPE_TOGGLE_BUTTON, "Share");
  double by_share = height_of (window, "find_entry");
  g_autofree char *shown = driver_shown (window), *still = NULL;

  /* +41.4 % of the run; 5.27 ms are 49.5 % of the longer run. */
  g_assert_cmpfloat_with_epsilon (by_share / height_of (window, "index_word"), 41.4 / 35.3, 0.01);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (share)));
  driver_press (absolute);
  wait_until (cyan_session_reading (window->session) == CYAN_READING_ABSOLUTE);
  g_assert_cmpfloat_with_epsilon (height_of (window, "find_entry") / by_share, 49.5 / 41.4, 0.01);
  still = driver_shown (window);
  g_assert_cmpstr (still, ==, shown);
  driver_settle (window);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (absolute)));
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (share)));
  driver_press (share);
  wait_until (cyan_session_reading (window->session) == CYAN_READING_SHARE);
  g_assert_cmpfloat (height_of (window, "find_entry"), ==, by_share);
  driver_close (window);
}

static void
test_swap (void)
{
  CyanWindow *window = driver_demo ();
  const char *verdict;

  driver_press (window->swap_button);
  wait_until (g_str_equal (adw_window_title_get_title (window->title), "after → before"));
  verdict = adw_window_title_get_subtitle (window->title);
  g_assert_nonnull (strstr (verdict, "10.6 ms to 6.15 ms"));
  g_assert_nonnull (strstr (verdict, "42.2"));
  wait_until (cyan_session_change (window->session, driver_node (window, "find_entry"))
              == CYAN_CHANGE_MODIFIED);
  /* Sources went along: what was on the right is on the left. */
  wait_until (driver_shows (GTK_WIDGET (window->source_pane), "N_SLOTS"));
  g_assert_cmpint (cyan_comparison_verdict (cyan_session_comparison (window->session),
                                            driver_node (window, "find_entry"), CYAN_READING_SHARE),
                   ==, CYAN_VERDICT_FASTER);
  driver_key (window, "ctrl+t");
  wait_until (g_str_equal (adw_window_title_get_title (window->title), "before → after"));
  driver_close (window);
}

static guint
count_named (CyanWindow *window, const char *name, CyanStatus status)
{
  CyanComparison *comparison = cyan_session_comparison (window->session);
  guint n = 0;

  for (CyanNode i = 1; i < comparison->n_nodes; i++)
    n += g_str_equal (cyan_comparison_name (comparison, i), name)
         && cyan_comparison_status (comparison, i) == status;
  return n;
}

/* As every other tool does it: one wrapper, and all below it is new. */
static void
test_match (void)
{
  CyanWindow *window = driver_demo ();

  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_MATCHED), ==, 1);
  g_action_group_activate_action (G_ACTION_GROUP (window), "match", g_variant_new_string ("path"));
  wait_until (cyan_session_comparison (window->session)->method == CYAN_MATCH_PATH);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_MATCHED), ==, 0);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_ADDED), ==, 1);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_REMOVED), ==, 1);
  g_action_group_activate_action (G_ACTION_GROUP (window), "match",
                                  g_variant_new_string ("context"));
  wait_until (cyan_session_comparison (window->session)->method == CYAN_MATCH_CONTEXT);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_MATCHED), ==, 1);
  driver_close (window);
}

TESTS ("look")
{
  driver_init ();
  g_test_add_func ("/window/look/palette", test_palette);
  g_test_add_func ("/window/look/dark", test_dark);
  g_test_add_func ("/window/look/reading", test_reading);
  g_test_add_func ("/window/look/swap", test_swap);
  g_test_add_func ("/window/look/match", test_match);
}
