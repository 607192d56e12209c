/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours, bases, matching. */
#include "cyan-desktop-theme.h"
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

/* Pixels. */
#define PANEL 32

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

WINDOW_TEST ("/window/look/palette", driver_boxes ())
{
  guint32 red = driver_node_pixel (window, "find_entry"), orange, green, blue;

  green = driver_node_pixel (window, "sort_index");
  g_assert_cmpint (red_of (red), >, 150);
  g_assert_cmpint (green_of (red), <, 60);
  g_assert_cmpint (green_of (green), >, red_of (green) + 40);

  driver_choose_view (window, "Orange, Blue");
  wait_until (cyan_desktop_theme ().palette == CYAN_PALETTE_SAFE);
  orange = driver_node_pixel (window, "find_entry");
  blue = driver_node_pixel (window, "sort_index");
  /* #c64600, partly covered by a hatch or a glyph. */
  g_assert_cmphex (orange, !=, red);
  g_assert_cmpint (red_of (orange), >, 150);
  g_assert_cmpint (green_of (orange), >, 55);
  g_assert_cmpint (blue_of (orange), <, 60);
  g_assert_cmpint (blue_of (blue), >, red_of (blue) + 80);

  driver_choose_view (window, "Red, Green");
  wait_until (cyan_desktop_theme ().palette == CYAN_PALETTE_CLASSIC);
  g_assert_cmphex (driver_node_pixel (window, "find_entry"), ==, red);
}

WINDOW_TEST ("/window/look/dark", driver_boxes ())
{
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  double x = gtk_widget_get_width (canvas) - 30;

  g_assert_cmpint (green_of (driver_pixel (canvas, x, 30)), >, 230);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_DARK);
  driver_wait_drawn (window);
  g_assert_cmpint (green_of (driver_pixel (canvas, x, 30)), <, 70);
  g_assert_cmpint (red_of (driver_node_pixel (window, "find_entry")), >, 150);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      ADW_COLOR_SCHEME_FORCE_LIGHT);
  driver_wait_drawn (window);
  g_assert_cmpint (green_of (driver_pixel (canvas, x, 30)), >, 230);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
}

static double
height_of (CyanWindow *window, const char *name)
{
  CyanPlaced placed;

  g_assert_true (cyan_layout_position_of (cyan_session_layout (window->comparison->session),
                                          driver_node (window, name), &placed));
  return placed.box.height;
}

/* By the scale, which may be fitted to what is shown. */
static double
part_of (CyanWindow *window, const char *name)
{
  CyanLayout *layout = cyan_session_layout (window->comparison->session);

  return height_of (window, name) / cyan_layout_scale (layout)->px_per_height;
}

WINDOW_TEST ("/window/look/basis", driver_boxes ())
{
  GtkToggleButton *absolute =
      GTK_TOGGLE_BUTTON (gtk_widget_get_first_child (driver_child (window, "basis_row")));
  GtkToggleButton *share = GTK_TOGGLE_BUTTON (gtk_widget_get_next_sibling (GTK_WIDGET (absolute)));
  g_autofree char *shown = driver_shown (window), *still = NULL;
  double by_share;

  /* Times open in percent of the run before. */
  g_assert_true (gtk_toggle_button_get_active (absolute));
  g_assert_cmpfloat_with_epsilon (part_of (window, "find_entry"), 0.856, 0.01);
  driver_choose_view (window, "Share");
  wait_until (cyan_session_basis (window->comparison->session) == CYAN_BASIS_SHARE);
  driver_wait_drawn (window);
  /* +41.4 points of share; 5.27 ms are 85.6 % of the run before. */
  by_share = part_of (window, "find_entry");
  g_assert_cmpfloat_with_epsilon (by_share, 0.414, 0.01);
  g_assert_true (gtk_toggle_button_get_active (share));
  driver_choose_view (window, "Absolute");
  wait_until (cyan_session_basis (window->comparison->session) == CYAN_BASIS_ABSOLUTE);
  g_assert_cmpfloat_with_epsilon (part_of (window, "find_entry"), 0.856, 0.01);
  still = driver_shown (window);
  g_assert_cmpstr (still, ==, shown);
  driver_wait_drawn (window);
  g_assert_true (gtk_toggle_button_get_active (absolute));
  g_assert_false (gtk_toggle_button_get_active (share));
  driver_choose_view (window, "Share");
  wait_until (cyan_session_basis (window->comparison->session) == CYAN_BASIS_SHARE);
  g_assert_cmpfloat_with_epsilon (part_of (window, "find_entry"), by_share, 0.01);
}

WINDOW_TEST ("/window/look/swap", driver_boxes ())
{
  const char *verdict;

  driver_menu (window, "Swap Before and After");
  wait_until (g_str_equal (driver_title (window), "after → before"));
  verdict = driver_subtitle (window);
  g_assert_nonnull (strstr (verdict, "10.6 ms → 6.15 ms"));
  g_assert_nonnull (strstr (verdict, "42.2"));
  wait_until (cyan_comparison_model_change (cyan_session_model (window->comparison->session),
                                            driver_node (window, "find_entry"))
              == CYAN_CHANGE_MODIFIED);
  /* Sources move with their side: those from the right are on the left now. */
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane), "N_SLOTS"));
  g_assert_cmpint (cyan_comparison_verdict (cyan_session_comparison (window->comparison->session),
                                            driver_node (window, "find_entry"), CYAN_BASIS_SHARE),
                   ==, CYAN_VERDICT_FASTER);
  driver_key (window, "ctrl+t");
  wait_until (g_str_equal (driver_title (window), "before → after"));
}

static guint
count_named (CyanWindow *window, const char *name, CyanStatus status)
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  guint n = 0;

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    n += g_str_equal (cyan_comparison_name (comparison, i), name)
         && cyan_comparison_status (comparison, i) == status;
  return n;
}

/* Matching by path, as other tools do: below one wrapper everything is new. */
WINDOW_TEST ("/window/look/match", driver_boxes ())
{
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_MATCHED), ==, 1);
  g_action_group_activate_action (driver_actions (window), "match", g_variant_new_string ("path"));
  wait_until (cyan_session_comparison (window->comparison->session)->compared.method
              == CYAN_MATCH_PATH);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_MATCHED), ==, 0);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_ADDED), ==, 1);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_REMOVED), ==, 1);
  g_action_group_activate_action (driver_actions (window), "match",
                                  g_variant_new_string ("context"));
  wait_until (cyan_session_comparison (window->comparison->session)->compared.method
              == CYAN_MATCH_CONTEXT);
  g_assert_cmpuint (count_named (window, "find_entry", CYAN_STATUS_MATCHED), ==, 1);
}

/* ---- tiles of the picture ---- */

/* All pixels of the canvas. */
static GBytes *
pixels_of (CyanWindow *window)
{
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  int width = gtk_widget_get_width (canvas), height = gtk_widget_get_height (canvas);
  g_autoptr (GdkPaintable) paintable = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GskRenderNode) node = NULL;
  gsize length = (gsize) width * (gsize) height * 4;
  guchar *pixels = g_malloc (length);

  driver_wait_drawn (window);
  paintable = gtk_widget_paintable_new (canvas);
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  gdk_texture_download (texture, pixels, (gsize) width * 4);
  return g_bytes_new_take (pixels, length);
}

/* To whole pixels: tiles that are kept stay where they stand between two pixels. */
static void
scroll_by (GtkAdjustment *adjustment, double by)
{
  double last = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);

  gtk_adjustment_set_value (adjustment,
                            floor (MIN (gtk_adjustment_get_value (adjustment) + by, last)));
}

/* Tiles kept while scrolling and selecting look the same as tiles drawn anew. */
TEST ("/window/look/pieces")
{
  static const struct
  {
    const char *select; /* NULL: as before, and */
    double x, y;        /* to scroll by */
  } steps[] = { { "main", 0, 0 },       { NULL, 30, 0 },       { NULL, 30, 25 },
                { "index_line", 0, 0 }, { NULL, -40, -20 },    { "index_log", 0, 0 },
                { NULL, 25, 40 },       { "hash_word", 0, 0 }, { NULL, -20, -60 } };
  CyanWindow *window = driver_boxes ();
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (
      gtk_widget_get_ancestor (GTK_WIDGET (window->comparison->canvas), GTK_TYPE_SCROLLED_WINDOW));
  g_autoptr (GBytes) last = NULL;

  cyan_canvas_set_zoom (window->comparison->canvas, 5);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (GBytes) kept = NULL, anew = NULL;

      /* What is selected comes into view. */
      if (steps[i].select != NULL)
        cyan_session_select (window->comparison->session, driver_node (window, steps[i].select));
      scroll_by (gtk_scrolled_window_get_hadjustment (scroller), steps[i].x);
      scroll_by (gtk_scrolled_window_get_vadjustment (scroller), steps[i].y);
      kept = pixels_of (window);
      cyan_picture_drop (CYAN_PICTURE (window->comparison->canvas));
      anew = pixels_of (window);
      g_assert_true (g_bytes_equal (kept, anew));
      g_assert_false (last != NULL && g_bytes_equal (last, kept));
      g_clear_pointer (&last, g_bytes_unref);
      last = g_steal_pointer (&kept);
    }
  driver_close (window);
}

/* All of the main menu is seen on a screen of 768 pixels below the desktop's panel: nothing scrolls
 * it. */
WINDOW_TEST ("/window/look/main-menu", driver_boxes ())
{
  GtkWidget *menu;
  int height;

  driver_send_key ("F10");
  wait_until ((menu = driver_find (GTK_WIDGET (window->menu_button), GTK_TYPE_POPOVER_MENU,
                                   "About Cyanotype"))
              != NULL);
  gtk_widget_measure (gtk_popover_get_child (GTK_POPOVER (menu)), GTK_ORIENTATION_VERTICAL, -1,
                      NULL, &height, NULL, NULL);
  g_assert_cmpint (height, <=, 768 - PANEL);
  driver_send_key ("Escape");
}
