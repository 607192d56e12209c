/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rings of the window: clicks, keys, zoom, sizes, export; and the sizes of the icicle. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static void
show_rings (CyanWindow *window)
{
  driver_key (window, "alt+4");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->rings)));
  driver_wait_drawn (window);
}

/* A window with the demo that shows the rings, in shares. */
static CyanWindow *
rings_window (void)
{
  CyanWindow *window = driver_demo ();

  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_SHARE);
  show_rings (window);
  return window;
}

static const CyanRingSegment *
segment_of (CyanWindow *window, const char *name)
{
  return cyan_rings_segment_of (cyan_rings_view_get_rings (window->comparison->rings),
                                driver_node (window, name));
}

static void
middle_of (CyanWindow *window, const char *name, double *x, double *y)
{
  graphene_rect_t box;

  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->rings),
                                       driver_node (window, name), &box));
  *x = floor (box.origin.x + box.size.width / 2);
  *y = floor (box.origin.y + box.size.height / 2);
}

static void
click (CyanWindow *window, const char *name, int button)
{
  double x, y;

  middle_of (window, name, &x, &y);
  driver_click (GTK_WIDGET (window->comparison->rings), x, y, button);
}

static void
double_click (CyanWindow *window, const char *name)
{
  double x, y;

  middle_of (window, name, &x, &y);
  driver_double_click (GTK_WIDGET (window->comparison->rings), x, y);
}

static void
click_middle (CyanWindow *window, int button)
{
  driver_click (GTK_WIDGET (window->comparison->rings),
                gtk_widget_get_width (GTK_WIDGET (window->comparison->rings)) / 2,
                gtk_widget_get_height (GTK_WIDGET (window->comparison->rings)) / 2, button);
}

/* The name of the topmost node. */
static const char *
top_of (CyanWindow *window)
{
  return cyan_comparison_name (cyan_session_comparison (window->comparison->session),
                               cyan_layout_top (cyan_session_layout (window->comparison->session)));
}

/* A click selects, and the source pane follows; a click beside the circle changes nothing. */
WINDOW_TEST ("/window/rings/click", rings_window ())
{
  click (window, "find_entry", 1);
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane),
                            "while (index->slots[slot] != 0)"));
  click (window, "flush_rows", 1);
  g_assert_cmpstr (driver_selected (window), ==, "flush_rows");
  wait_until (!driver_shows (GTK_WIDGET (window->comparison->source_pane),
                             "while (index->slots[slot] != 0)"));
  driver_click (GTK_WIDGET (window->comparison->rings), 5, 5, 1);
  g_assert_cmpstr (driver_selected (window), ==, "flush_rows");
  driver_key (window, "alt+2");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->icicle)));
  g_assert_cmpstr (driver_selected (window), ==, "flush_rows");
}

/* What got slower and was modified is red, as in the blueprint. */
WINDOW_TEST ("/window/rings/colors", rings_window ())
{
  const CyanRings *rings = cyan_rings_view_get_rings (window->comparison->rings);
  const CyanRingSegment *segment = segment_of (window, "find_entry");
  double inner = cyan_rings_radius_of (rings, segment->ring - 1);
  double outer = cyan_rings_radius_of (rings, segment->ring);
  double r = inner + (outer - inner) * 0.8, angle = segment->start + segment->bar[1] * 0.9;
  double x = gtk_widget_get_width (GTK_WIDGET (window->comparison->rings)) / 2.0 + r * sin (angle);
  double y = gtk_widget_get_height (GTK_WIDGET (window->comparison->rings)) / 2.0 - r * cos (angle);

  driver_key (window, "Home");
  driver_wait_drawn (window);
  g_assert_cmphex (driver_pixel (GTK_WIDGET (window->comparison->rings), x, y), ==, 0xd6141e);
  g_assert_cmphex (driver_pixel (GTK_WIDGET (window->comparison->rings), 2, 2), ==, 0xfbfbfb);
}

/* Everything that leads to another root and back. */
WINDOW_TEST ("/window/rings/root", rings_window ())
{
  g_assert_cmpstr (top_of (window), ==, "main");
  double_click (window, "index_line");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  g_assert_null (segment_of (window, "sort_index"));
  driver_key (window, "BackSpace");
  wait_until (strcmp (top_of (window), "index_log") == 0);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  driver_wait_drawn (window);
  click_middle (window, 1);
  wait_until (strcmp (top_of (window), "run_phase") == 0);
  driver_wait_drawn (window);
  click_middle (window, 2);
  wait_until (strcmp (top_of (window), "main") == 0);
  driver_wait_drawn (window);
  g_assert_nonnull (segment_of (window, "sort_index"));

  /* There is nothing above: the middle is selected. */
  click_middle (window, 1);
  g_assert_cmpstr (top_of (window), ==, "main");
  g_assert_cmpstr (driver_selected (window), ==, "main");
  driver_key (window, "alt+Left");
  g_assert_cmpstr (driver_selected (window), !=, "main");
  driver_key (window, "alt+Left");
  wait_until (strcmp (top_of (window), "run_phase") == 0);
}

WINDOW_TEST ("/window/rings/keys", rings_window ())
{
  click (window, "index_line", 1);
  driver_walk_around_index_line (window);
  driver_key (window, "Return");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_key (window, "0");
  wait_until (strcmp (top_of (window), "main") == 0);
}

static double
share_of (CyanWindow *window, const char *name)
{
  const CyanRingSegment *segment = segment_of (window, name);

  return segment != NULL ? segment->extent / (2 * G_PI) : 0;
}

/* One choice for both pictures, which is remembered. */
TEST ("/window/rings/sizes")
{
  CyanWindow *window = rings_window ();
  double envelope = share_of (window, "find_entry");

  driver_choose_view (window, "Before");
  wait_until (cyan_session_sizes (window->comparison->session) == CYAN_SIZES_BEFORE);
  driver_wait_drawn (window);
  g_assert_cmpfloat_with_epsilon (share_of (window, "find_entry"), 0.192, 0.02);
  driver_choose_view (window, "After");
  wait_until (cyan_session_sizes (window->comparison->session) == CYAN_SIZES_AFTER);
  driver_wait_drawn (window);
  g_assert_cmpfloat_with_epsilon (share_of (window, "find_entry"), 0.606, 0.02);

  driver_choose_view (window, "All Alike");
  wait_until (cyan_session_sizes (window->comparison->session) == CYAN_SIZES_EQUAL);
  driver_wait_drawn (window);
  g_assert_cmpfloat (fabs (share_of (window, "find_entry") - envelope), >, 0.05);

  driver_key (window, "alt+2");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->icicle)));
  driver_wait_drawn (window);
  g_assert_cmpint (
      cyan_icicle_view_get_icicles (window->comparison->icicle)->of[0]->partition->sizes, ==,
      CYAN_SIZES_EQUAL);
  driver_key (window, "alt+3");
  wait_until (!gtk_widget_get_visible (driver_child (window, "sizes_row")));
  driver_close (window);

  /* The next comparison begins with them. */
  window = driver_demo ();
  g_assert_cmpint (cyan_session_sizes (window->comparison->session), ==, CYAN_SIZES_EQUAL);
  g_settings_reset (driver_settings (), "sizes");
  driver_close (window);
}

/* Changes only: what is alike has no arc, and what changed most has the longest. */
WINDOW_TEST ("/window/rings/change", rings_window ())
{
  driver_choose_view (window, "Change");
  wait_until (cyan_session_sizes (window->comparison->session) == CYAN_SIZES_CHANGE);
  driver_wait_drawn (window);
  g_assert_cmpfloat (share_of (window, "find_entry"), >, 0.4);
  g_settings_reset (driver_settings (), "sizes");
}

static gboolean
is_equally_thick (CyanWindow *window)
{
  gboolean equal;

  g_object_get (window->comparison->rings, "equal-thickness", &equal, NULL);
  return equal;
}

WINDOW_TEST ("/window/rings/thickness", rings_window ())
{
  const CyanRings *rings = cyan_rings_view_get_rings (window->comparison->rings);
  double middle = cyan_rings_radius_of (rings, 0);

  driver_choose_view (window, "Equal Thickness");
  wait_until (is_equally_thick (window));
  driver_wait_drawn (window);
  g_assert_cmpfloat (cyan_rings_radius_of (rings, 0), <, middle);
  driver_choose_view (window, "Equal Thickness");
  wait_until (!is_equally_thick (window));
}

static double
radius_of (CyanWindow *window)
{
  return cyan_rings_view_get_rings (window->comparison->rings)->radius;
}

/* It fits the view, until it is zoomed around the pointer. */
WINDOW_TEST ("/window/rings/zoom", rings_window ())
{
  GtkWidget *view = GTK_WIDGET (window->comparison->rings);
  const CyanRings *rings = cyan_rings_view_get_rings (window->comparison->rings);
  double fits = rings->radius, x, y, to_x, to_y;

  g_assert_cmpfloat_with_epsilon (cyan_rings_side (rings), gtk_widget_get_height (view), 1);
  middle_of (window, "find_entry", &x, &y);
  driver_point (view, x, y);
  driver_wheel (window, FALSE, 4, "ctrl");
  wait_until (radius_of (window) > 2 * fits);
  driver_wait_drawn (window);
  g_assert_cmpfloat (rings->radius, >, 2 * fits);
  /* It has other rings now. */
  g_assert_cmpuint (cyan_picture_pick (CYAN_PICTURE (window->comparison->rings), x, y), !=,
                    CYAN_NODE_NONE);
  middle_of (window, "find_entry", &to_x, &to_y);
  g_assert_cmpfloat (hypot (to_x - x, to_y - y), <, gtk_widget_get_height (view));
  driver_key (window, "ctrl+minus");
  wait_until (radius_of (window) < 2 * fits);
  driver_key (window, "ctrl+0");
  wait_until (radius_of (window) == fits);
  driver_wait_drawn (window);
  cyan_rings_view_get_rings (window->comparison->rings);
  g_assert_cmpfloat_with_epsilon (rings->radius, fits, 1);
}

/* Hidden nodes have no segments; the others stay where they are. */
WINDOW_TEST ("/window/rings/filter", rings_window ())
{
  g_autoptr (CyanFilter) filter = cyan_filter_new ();
  double before = segment_of (window, "find_entry")->start;

  g_assert_nonnull (segment_of (window, "next_word"));
  cyan_filter_set (filter, CYAN_CRITERION_MODIFIED, TRUE);
  cyan_session_set_filter (window->comparison->session, filter);
  wait_until (!cyan_session_is_filtering (window->comparison->session));
  driver_wait_drawn (window);
  g_assert_null (segment_of (window, "next_word"));
  g_assert_cmpfloat_with_epsilon (segment_of (window, "find_entry")->start, before, 1e-9);
  driver_key (window, "ctrl+shift+d");
  wait_until (cyan_session_filtered (window->comparison->session) == NULL);
  driver_wait_drawn (window);
  g_assert_nonnull (segment_of (window, "next_word"));
}

WINDOW_TEST ("/window/rings/tooltip-and-menu", rings_window ())
{
  GtkWidget *tooltip, *item;
  double x, y;

  middle_of (window, "find_entry", &x, &y);
  tooltip = driver_hover (GTK_WIDGET (window->comparison->rings), x, y);
  g_assert_true (driver_shows (tooltip, "find_entry"));
  g_assert_true (driver_shows (tooltip, "share"));
  /* The tooltip lies over other segments. */
  driver_point (GTK_WIDGET (window->comparison->rings), 5, 5);
  click (window, "index_word", 3);
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  wait_until (driver_find (GTK_WIDGET (window->comparison->rings), GTK_TYPE_LABEL, "Zoom to It")
              != NULL);
  driver_wait_drawn (window);
  item = driver_find (GTK_WIDGET (window->comparison->rings), GTK_TYPE_LABEL, "Zoom to It");
  driver_press (item);
  wait_until (strcmp (top_of (window), "index_word") == 0);
}

/* The picture of this view is what is exported: as SVG with its arcs, and as a report. */
WINDOW_TEST ("/window/rings/export", rings_window ())
{
  g_autofree char *path = driver_temporary_file ("rings.svg");
  g_autofree char *svg = NULL;

  double_click (window, "index_line");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  cyan_window_export_to (window, path, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_true (g_regex_match_simple ("<path[^>]* d=\"M[^\"]*A", svg, 0, 0));
  g_assert_nonnull (strstr (svg, ">find_entry"));
  g_assert_null (strstr (svg, ">sort_index"));
}

/* A session file keeps the view and the sizes. */
TEST ("/window/rings/session")
{
  CyanWindow *window = rings_window ();
  g_autofree char *path = driver_temporary_file ("rings.cyanotype");

  driver_choose_view (window, "Change");
  wait_until (cyan_session_sizes (window->comparison->session) == CYAN_SIZES_CHANGE);
  window->session_path = g_strdup (path);
  driver_key (window, "ctrl+s");
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS)
              && cyan_jobs_get (window->jobs, CYAN_JOB_SAVE) == NULL);
  driver_close (window);
  g_settings_reset (driver_settings (), "sizes");

  window = driver_window ();
  cyan_window_open_session (window, path);
  wait_until (strcmp (driver_page (window), "blueprint") == 0);
  g_assert_cmpstr (driver_view (window), ==, "rings");
  g_assert_cmpint (cyan_session_sizes (window->comparison->session), ==, CYAN_SIZES_CHANGE);
  driver_close (window);
}

/* From right to left the circle begins to the left of 12 o'clock, and arrows lead where they
 * point. */
WINDOW_TEST ("/window/rings/mirrored", rings_window ())
{
  int width = gtk_widget_get_width (GTK_WIDGET (window->comparison->rings));
  double x, y, mirrored_x, mirrored_y;

  middle_of (window, "next_word", &x, &y);
  gtk_widget_set_direction (GTK_WIDGET (window->comparison->rings), GTK_TEXT_DIR_RTL);
  driver_wait_drawn (window);
  middle_of (window, "next_word", &mirrored_x, &mirrored_y);
  g_assert_cmpfloat_with_epsilon (mirrored_x, width - x, 2);
  g_assert_cmpfloat_with_epsilon (mirrored_y, y, 2);
  click (window, "next_word", 1);
  g_assert_cmpstr (driver_selected (window), ==, "next_word");
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
}

/* The partition of a large tree is made in a thread, again for other sizes. */
WINDOW_TEST ("/window/rings/large", driver_window ())
{
  g_autofree char *before = NULL, *after = NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, "main;f%u;g%u 1\n", i % 300, i);
  before = driver_write ("rings-a.folded", text->str, -1);
  g_string_append (text, "main;f7 30000\n");
  after = driver_write ("rings-b.folded", text->str, -1);
  g_string_free (text, TRUE);
  driver_start (window, before, after);
  wait_until (strcmp (driver_page (window), "blueprint") == 0);
  show_rings (window);
  wait_until (cyan_rings_view_get_rings (window->comparison->rings) != NULL);
  cyan_session_set_sizes (window->comparison->session, CYAN_SIZES_BEFORE);
  wait_until (share_of (window, "f7") < 0.1);
  cyan_session_set_sizes (window->comparison->session, CYAN_SIZES_AFTER);
  wait_until (share_of (window, "f7") > 0.3);
  driver_wait_drawn (window);
  double_click (window, "f7");
  wait_until (strcmp (top_of (window), "f7") == 0);
}
