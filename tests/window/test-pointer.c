/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clicks, the menu of a box, the wheel and drags. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

WINDOW_TEST ("/window/pointer/click", driver_boxes ())
{
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  g_autofree char *shown = driver_shown (window);
  g_autofree char *after = NULL;

  driver_click_node (window, driver_node (window, "print_report"), 1);
  g_assert_cmpstr (driver_selected (window), ==, "print_report");
  /* A click on an empty place. */
  driver_click (canvas, gtk_widget_get_width (canvas) - 30, 30, 1);
  g_assert_cmpstr (driver_selected (window), ==, "print_report");
  after = driver_shown (window);
  g_assert_cmpstr (after, ==, shown);
}

/* It shows what is hidden, and zooms to a box of which nothing is. */
WINDOW_TEST ("/window/pointer/double-click", driver_boxes ())
{
  CyanNode node = driver_node (window, "print_report");
  CyanCanvas *canvas = window->comparison->canvas;
  double x, y, zoom;

  cyan_session_hide_children (window->comparison->session, node);
  driver_wait_drawn (window);
  zoom = cyan_canvas_get_zoom (canvas);
  driver_middle_of (window, node, &x, &y);
  driver_double_click (GTK_WIDGET (canvas), x, y);
  wait_until (driver_is_shown (window, "flush_rows"));
  g_assert_cmpstr (driver_selected (window), ==, "print_report");
  g_assert_cmpuint (
      cyan_layout_n_hidden_children (cyan_session_layout (window->comparison->session), node), ==,
      0);
  driver_wait_drawn (window);
  g_assert_cmpfloat (cyan_canvas_get_zoom (canvas), <=, zoom);

  driver_middle_of (window, node, &x, &y);
  driver_double_click (GTK_WIDGET (canvas), x, y);
  wait_until (cyan_canvas_get_zoom (canvas) > zoom);
  g_assert_true (driver_is_shown (window, "flush_rows"));
}

/* ---- menu ---- */

static void
open_menu (CyanWindow *window, const char *name)
{
  driver_wait_drawn (window);
  driver_click_node (window, driver_node (window, name), 3);
  g_assert_cmpstr (driver_selected (window), ==, name);
  wait_until (driver_menu_item (window, "Copy Path") != NULL);
  driver_wait_drawn (window);
}

static void
choose (CyanWindow *window, const char *name, const char *label)
{
  GtkWidget *item;

  open_menu (window, name);
  item = driver_menu_item (window, label);
  g_assert_nonnull (item);
  g_assert_true (gtk_widget_is_sensitive (item));
  driver_press (item);
  wait_until (driver_menu_item (window, "Copy Path") == NULL);
  driver_wait_drawn (window);
}

static void
assert_shown (CyanWindow *window, const char *names)
{
  g_autofree char *shown = driver_shown (window);

  g_assert_cmpstr (shown, ==, names);
}

/* Whether hovering over the box shows its tooltip. */
static gboolean
has_tooltip (CyanWindow *window, const char *name)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean has = FALSE;
  double x, y;

  driver_middle_of (window, driver_node (window, name), &x, &y);
  g_signal_emit_by_name (window->comparison->canvas, "query-tooltip", (int) x, (int) y, FALSE,
                         tooltip, &has);
  return has;
}

WINDOW_TEST ("/window/pointer/menu", driver_boxes ())
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  g_autofree char *at_start = driver_shown (window);

  g_assert_true (has_tooltip (window, "find_entry"));
  open_menu (window, "find_entry");
  g_assert_nonnull (driver_menu_item (window, "Show Delta Hot Path"));
  g_assert_nonnull (driver_menu_item (window, "Show Children"));
  g_assert_nonnull (driver_menu_item (window, "Show All Descendants"));
  g_assert_nonnull (driver_menu_item (window, "Hide Children"));
  g_assert_nonnull (driver_menu_item (window, "Focus on Subtree"));
  /* A tooltip must not cover the menu. */
  g_assert_false (has_tooltip (window, "find_entry"));
  driver_send_key ("Escape");
  wait_until (driver_menu_item (window, "Copy Path") == NULL);
  assert_shown (window, at_start);

  choose (window, "main", "Hide Children");
  assert_shown (window, "main");
  choose (window, "main", "Show Children");
  assert_shown (window, "main load_log run_phase close_session");
  choose (window, "run_phase", "Show Children");
  assert_shown (window, "main load_log run_phase index_log sort_index print_report close_session");
  choose (window, "main", "Show All Descendants");
  g_assert_cmpuint (cyan_layout_n_shown (cyan_session_layout (window->comparison->session)), ==,
                    comparison->compared.n_nodes - 1);
  choose (window, "main", "Hide Children");
  choose (window, "main", "Show Delta Hot Path");
  assert_shown (window, at_start);
}

/* Actions that are impossible are not offered. */
WINDOW_TEST ("/window/pointer/menu-of-leaf", driver_boxes ())
{
  open_menu (window, "hash_word");
  g_assert_false (gtk_widget_is_sensitive (driver_menu_item (window, "Show Children")));
  g_assert_false (gtk_widget_is_sensitive (driver_menu_item (window, "Hide Children")));
  g_assert_false (gtk_widget_is_sensitive (driver_menu_item (window, "Focus on Subtree")));
  g_assert_true (gtk_widget_is_sensitive (driver_menu_item (window, "Copy Path")));
}

/* Closing a window with its menu open does not block the input of others. */
TEST ("/window/pointer/menu-of-closed-window")
{
  CyanWindow *window = driver_boxes ();

  open_menu (window, "main");
  driver_close (window);
  window = driver_boxes ();
  driver_click_node (window, driver_node (window, "main"), 1);
  g_assert_cmpstr (driver_selected (window), ==, "main");
  driver_close (window);
}

static void
on_text (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

WINDOW_TEST ("/window/pointer/copy-path", driver_boxes ())
{
  char *text = NULL;

  choose (window, "index_line", "Copy Path");
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (window)), NULL, on_text,
                                 &text);
  wait_until (text != NULL);
  g_assert_cmpstr (text, ==, "main > run_phase > index_log > index_line");
  g_free (text);
}

WINDOW_TEST ("/window/pointer/focus-and-back", driver_boxes ())
{
  CyanLayout *layout = cyan_session_layout (window->comparison->session);
  g_autofree char *at_start = driver_shown (window);
  g_autofree char *focused = NULL;
  CyanNode top = cyan_layout_top (layout);

  g_assert_false (gtk_widget_is_sensitive (window->back_button));
  choose (window, "index_log", "Focus on Subtree");
  g_assert_cmpuint (cyan_layout_top (layout), ==, driver_node (window, "index_log"));
  g_assert_false (driver_is_shown (window, "main"));
  g_assert_false (driver_is_shown (window, "sort_index"));
  g_assert_true (driver_is_shown (window, "index_line"));
  focused = driver_shown (window);

  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_layout_top (layout), ==, top);
  assert_shown (window, at_start);
  driver_key (window, "alt+Right");
  assert_shown (window, focused);
  driver_press (window->back_button);
  wait_until (cyan_layout_top (layout) == top);
  assert_shown (window, at_start);
}

/* ---- wheel and drags ---- */

/* The layout coordinates of a point of the canvas. */
static void
layout_point (CyanWindow *window, double x, double y, double *layout_x, double *layout_y)
{
  double zoom = cyan_canvas_get_zoom (window->comparison->canvas);
  CyanRect view;

  cyan_canvas_get_view (window->comparison->canvas, &view);
  *layout_x = view.x + x / zoom;
  *layout_y = view.y + y / zoom;
}

static void
get_offsets (CyanWindow *window, double *x, double *y)
{
  CyanRect view;

  cyan_canvas_get_view (window->comparison->canvas, &view);
  *x = view.x * cyan_canvas_get_zoom (window->comparison->canvas);
  *y = view.y * cyan_canvas_get_zoom (window->comparison->canvas);
}

/* Zooms in until the picture is larger than the canvas in both directions.  Then the pointer is on
 * the middle of @name's box. */
static void
zoom_in_on (CyanWindow *window, const char *name, double *x, double *y)
{
  driver_middle_of (window, driver_node (window, name), x, y);
  driver_point (GTK_WIDGET (window->comparison->canvas), *x, *y);
  driver_wheel (window, FALSE, 8, "ctrl");
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >, 2);
}

WINDOW_TEST ("/window/pointer/wheel-zooms", driver_boxes ())
{
  double at_start = cyan_canvas_get_zoom (window->comparison->canvas);
  double x, y, before[2], after[2], zoomed;
  g_autofree char *label = NULL;

  zoom_in_on (window, "find_entry", &x, &y);
  zoomed = cyan_canvas_get_zoom (window->comparison->canvas);
  x = floor (x);
  y = floor (y);
  layout_point (window, x, y, &before[0], &before[1]);
  driver_wheel (window, FALSE, 2, "ctrl");
  layout_point (window, x, y, &after[0], &after[1]);
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >, zoomed);
  g_assert_cmpfloat_with_epsilon (after[0] * zoomed, before[0] * zoomed, 1);
  g_assert_cmpfloat_with_epsilon (after[1] * zoomed, before[1] * zoomed, 1);
  driver_wheel (window, TRUE, 2, "ctrl");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (window->comparison->canvas), zoomed, 1e-9);
  layout_point (window, x, y, &after[0], &after[1]);
  g_assert_cmpfloat_with_epsilon (after[0] * zoomed, before[0] * zoomed, 1);
  g_assert_cmpfloat_with_epsilon (after[1] * zoomed, before[1] * zoomed, 1);

  /* The button shows the zoom. */
  label = g_strdup_printf ("%.0f", zoomed * 100);
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->canvas_bar), label));
  driver_wheel (window, TRUE, 8, "ctrl");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (window->comparison->canvas), at_start,
                                  1e-6);
}

WINDOW_TEST ("/window/pointer/wheel-scrolls", driver_boxes ())
{
  double x, y, before[2], after[2], zoom;

  zoom_in_on (window, "index_line", &x, &y);
  zoom = cyan_canvas_get_zoom (window->comparison->canvas);
  get_offsets (window, &before[0], &before[1]);
  driver_wheel (window, TRUE, 1, NULL);
  wait_until ((get_offsets (window, &after[0], &after[1]), after[1] > before[1] + 5));
  g_assert_cmpfloat_with_epsilon (after[0], before[0], 0.01);
  driver_wheel (window, FALSE, 1, NULL);
  wait_until ((get_offsets (window, &after[0], &after[1]), after[1] < before[1] + 1));
  driver_wheel (window, TRUE, 1, "shift");
  wait_until ((get_offsets (window, &after[0], &after[1]), after[0] > before[0] + 5));
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), ==, zoom);
}

/* A place in the middle of the canvas where nothing is drawn. */
static void
find_empty (CyanWindow *window, double *x, double *y)
{
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  double width = gtk_widget_get_width (canvas), height = gtk_widget_get_height (canvas);

  for (*y = height * 0.2; *y < height * 0.8; *y += 10)
    for (*x = width * 0.3; *x < width * 0.7; *x += 10)
      {
        gboolean is_empty = TRUE;

        for (int dx = -8; dx <= 8; dx += 8)
          for (int dy = -8; dy <= 8; dy += 8)
            is_empty &=
                cyan_picture_pick (CYAN_PICTURE (canvas), *x + dx, *y + dy) == CYAN_NODE_NONE;
        if (is_empty)
          return;
      }
  g_assert_not_reached ();
}

WINDOW_TEST ("/window/pointer/drag-pans", driver_boxes ())
{
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  double x, y, before[2], after[2];

  zoom_in_on (window, "index_line", &x, &y);
  /* Drags from a box with the middle button. */
  get_offsets (window, &before[0], &before[1]);
  driver_drag (canvas, x, y, 2, -60, -40);
  get_offsets (window, &after[0], &after[1]);
  g_assert_cmpfloat_with_epsilon (after[0], before[0] + 60, 1);
  g_assert_cmpfloat_with_epsilon (after[1], before[1] + 40, 1);
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");

  /* Drags from an empty place with the left button. */
  get_offsets (window, &before[0], &before[1]);
  find_empty (window, &x, &y);
  driver_drag (canvas, x, y, 1, 50, 30);
  get_offsets (window, &after[0], &after[1]);
  g_assert_cmpfloat_with_epsilon (after[0], before[0] - 50, 1);
  g_assert_cmpfloat_with_epsilon (after[1], before[1] - 30, 1);

  /* The left button does not drag from a box. */
  driver_middle_of (window, driver_node (window, "index_line"), &x, &y);
  get_offsets (window, &before[0], &before[1]);
  driver_drag (canvas, x, y, 1, -40, -10);
  get_offsets (window, &after[0], &after[1]);
  g_assert_cmpfloat_with_epsilon (after[0], before[0], 0.01);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
}
