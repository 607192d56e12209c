/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours, readings, matching, and exported pictures. */
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

/* ---- export ---- */

static GBytes *
exported (CyanWindow *window, const char *name, gboolean view)
{
  g_autofree char *path = driver_temporary_file (name);
  g_autoptr (GError) error = NULL;
  char *text;
  gsize length;

  g_assert_true (cyan_window_export_to (window, path, view, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  return g_bytes_new_take (text, length);
}

static void
ignore (GMarkupParseContext *context,
        const char *name,
        const char **names,
        const char **values,
        gpointer data,
        GError **error)
{
}

static void
test_export (void)
{
  static const struct
  {
    const char *name;
    const char *begins;
  } files[] = { { "a.svg", "<?xml" }, { "a.png", "\x89PNG\r\n\x1a\n" }, { "a.pdf", "%PDF-1." } };
  static const GMarkupParser parser = { .start_element = ignore };
  CyanWindow *window = driver_demo ();

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (int view = 0; view <= 1; view++)
      {
        g_autoptr (GBytes) first = exported (window, files[i].name, view);
        g_autoptr (GBytes) second = exported (window, files[i].name, view);
        g_autofree char *text =
            g_strndup (g_bytes_get_data (first, NULL), g_bytes_get_size (first));

        g_assert_true (g_str_has_prefix (text, files[i].begins));
        g_assert_true (g_bytes_equal (first, second));
        if (i == 0)
          {
            GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
            g_autoptr (GError) error = NULL;

            g_markup_parse_context_parse (context, text, -1, &error);
            g_assert_no_error (error);
            g_markup_parse_context_end_parse (context, &error);
            g_assert_no_error (error);
            g_markup_parse_context_free (context);
            g_assert_nonnull (strstr (text, "find_entry"));
            g_assert_nonnull (strstr (text, "6.15 ms"));
          }
        if (i == 1)
          {
            g_autoptr (GError) error = NULL;
            g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (first, &error);

            g_assert_no_error (error);
            g_assert_cmpint (gdk_texture_get_width (texture), >, 300);
          }
      }
  driver_close (window);
}

/* The view is what one sees; the tree is all that is open. */
static void
test_export_of_view (void)
{
  CyanWindow *window = driver_demo ();
  g_autoptr (GBytes) view = NULL, tree = NULL;
  g_autofree char *view_text = NULL, *tree_text = NULL;

  cyan_canvas_set_zoom (window->canvas, 6);
  cyan_session_select (window->session, driver_node (window, "main"));
  driver_settle (window);
  view = exported (window, "view.svg", TRUE);
  tree = exported (window, "tree.svg", FALSE);
  view_text = g_strndup (g_bytes_get_data (view, NULL), g_bytes_get_size (view));
  tree_text = g_strndup (g_bytes_get_data (tree, NULL), g_bytes_get_size (tree));
  g_assert_nonnull (strstr (tree_text, ">find_entry<"));
  g_assert_nonnull (strstr (tree_text, ">main<"));
  g_assert_nonnull (strstr (view_text, ">main<"));
  g_assert_null (strstr (view_text, ">find_entry<"));
  driver_close (window);
}

static void
test_export_fails (void)
{
  CyanWindow *window = driver_demo ();
  g_autofree char *nowhere = driver_temporary_file ("no-such-folder/a.svg");
  g_autofree char *unknown = driver_temporary_file ("a.bmp");
  g_autoptr (GError) error = NULL;

  g_assert_false (cyan_window_export_to (window, nowhere, FALSE, &error));
  g_assert_nonnull (strstr (error->message, "no-such-folder"));
  g_clear_error (&error);
  g_assert_false (cyan_window_export_to (window, unknown, FALSE, &error));
  g_assert_nonnull (strstr (error->message, "a.bmp"));
  driver_close (window);
}

/* The dialog comes, and its name cannot lead elsewhere; Escape closes it. */
static void
test_export_dialog (void)
{
  CyanWindow *window = driver_demo ();

  driver_send_key ("ctrl+s");
  wait_until (window->export_dialog != NULL
              && gtk_native_dialog_get_visible (window->export_dialog));
  g_assert_true (window->export_view);
  gtk_native_dialog_hide (window->export_dialog);
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
  g_test_add_func ("/window/look/export", test_export);
  g_test_add_func ("/window/look/export-of-view", test_export_of_view);
  g_test_add_func ("/window/look/export-fails", test_export_fails);
  g_test_add_func ("/window/look/export-dialog", test_export_dialog);
}
