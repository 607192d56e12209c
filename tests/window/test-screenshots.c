/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The screenshots of the README and of the metadata.
 *
 * `./dev screenshots` keeps those that this test takes: it sets CYAN_SCREENSHOTS to their folder.
 */
#include "driver.h"
#include "tests.h"

#define WIDTH  1360
#define HEIGHT 900
/* Pixels of the frame that a window draws where no window manager does; it is left out. */
#define FRAME 5

/* The demo in a window of that size, in light or dark colors. */
static CyanWindow *
demo_window (gboolean dark)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  adw_style_manager_set_color_scheme (style, dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                                  : ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_settings_set_int (driver_settings (), "window-width", WIDTH + 2 * FRAME);
  g_settings_set_int (driver_settings (), "window-height", HEIGHT + 2 * FRAME);
  return driver_demo ();
}

/* Takes the picture that will be NAME.png. */
static void
take (CyanWindow *window, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  const char *folder = g_getenv ("CYAN_SCREENSHOTS");
  g_autofree char *path =
      folder != NULL ? g_build_filename (folder, file, NULL) : driver_temporary_file (file);
  g_autoptr (GdkTexture) picture = NULL;

  /* What has the pointer looks different. */
  driver_point (GTK_WIDGET (window->comparison->source_pane), 0, 0);
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane), "static Entry *"));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "Its source changed."));
  driver_wait_drawn (window);
  picture = driver_picture (GTK_WIDGET (window));
  g_assert_cmpint (gdk_texture_get_width (picture), ==, WIDTH);
  g_assert_cmpint (gdk_texture_get_height (picture), ==, HEIGHT);
  g_assert_true (gdk_texture_save_to_png (picture, path));
}

TEST ("/window/screenshots/blueprint")
{
  CyanWindow *window = demo_window (FALSE);

  take (window, "window");
  driver_close (window);
  window = demo_window (TRUE);
  take (window, "dark");
  driver_close (window);
}

WINDOW_TEST ("/window/screenshots/icicle", demo_window (FALSE))
{
  driver_key (window, "alt+2");
  wait_until (cyan_icicle_view_get_icicles (window->comparison->icicle) != NULL);
  take (window, "icicle");
}

WINDOW_TEST ("/window/screenshots/sides", demo_window (FALSE))
{
  driver_key (window, "alt+0");
  wait_until (cyan_icicle_view_get_icicles (window->comparison->sides) != NULL);
  take (window, "sides");
}

WINDOW_TEST ("/window/screenshots/rings", demo_window (FALSE))
{
  driver_key (window, "alt+4");
  wait_until (cyan_rings_view_get_rings (window->comparison->rings) != NULL);
  take (window, "rings");
}

WINDOW_TEST ("/window/screenshots/table", demo_window (FALSE))
{
  driver_key (window, "alt+3");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->table)));
  take (window, "table");
}
