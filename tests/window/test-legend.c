/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar below the picture, and Fit. */
#include "driver.h"
#include "tests.h"

static graphene_rect_t
room_of (CyanWindow *window, CyanNode node)
{
  graphene_rect_t room;

  g_assert_true (cyan_canvas_get_room (window->comparison->canvas, node, &room));
  return room;
}

/* The box of @node and its label are in the view. */
static void
assert_clear (CyanWindow *window, CyanNode node)
{
  graphene_rect_t room = room_of (window, node);
  graphene_rect_t view = GRAPHENE_RECT_INIT (
      0, 0, (float) gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas)),
      (float) gtk_widget_get_height (GTK_WIDGET (window->comparison->canvas)));

  g_assert_true (graphene_rect_contains_rect (&view, &room));
}

/* All that is shown is in the view, and nothing lies on the picture. */
static void
assert_whole (CyanWindow *window)
{
  CyanLayout *layout = cyan_session_layout (window->comparison->session);
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  GtkWidget *page = GTK_WIDGET (window->comparison);
  graphene_rect_t canvas, bar;

  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    if (cyan_layout_is_shown (layout, node))
      assert_clear (window, node);
  g_assert_true (
      gtk_widget_compute_bounds (GTK_WIDGET (window->comparison->canvas), page, &canvas));
  g_assert_true (
      gtk_widget_compute_bounds (GTK_WIDGET (window->comparison->canvas_bar), page, &bar));
  g_assert_cmpfloat (bar.origin.y, >=, canvas.origin.y + canvas.size.height);
  g_assert_cmpfloat (bar.size.height, >=, 28);
  g_assert_cmpfloat (bar.size.height, <=, 30);
}

/* From its opening on, in a window of whatever size. */
WINDOW_TEST ("/window/legend/whole", driver_demo ())
{
  static const int sizes[][2] = { { 1120, 700 }, { 1500, 950 }, { 1200, 760 }, { 1360, 900 } };

  assert_whole (window);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      int old_width = gtk_widget_get_width (GTK_WIDGET (window));

      gtk_window_set_default_size (GTK_WINDOW (window), sizes[i][0], sizes[i][1]);
      wait_until (gtk_widget_get_width (GTK_WIDGET (window)) != old_width);
      driver_wait_drawn (window);
      assert_whole (window);
    }
  /* A pane less, and one more. */
  driver_key (window, "F8");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (window->comparison->source_pane)));
  driver_wait_drawn (window);
  assert_whole (window);
  driver_key (window, "F8");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->source_pane)));
  driver_wait_drawn (window);
  assert_whole (window);
  /* Who zooms says what is in the view. */
  driver_key (window, "plus");
  driver_key (window, "plus");
  driver_key (window, "F8");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (window->comparison->source_pane)));
  driver_wait_drawn (window);
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >, 1.1);
}

/* The selected box in the middle, large; Fit goes back. */
WINDOW_TEST ("/window/legend/zoom-to-selected", driver_demo ())
{
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  double at_first = cyan_canvas_get_zoom (window->comparison->canvas);
  CyanNode node = driver_node (window, "find_entry");
  graphene_rect_t room;
  graphene_point_t middle;

  driver_key (window, "z");
  driver_wait_drawn (window);
  assert_clear (window, node);
  room = room_of (window, node);
  middle = GRAPHENE_POINT_INIT (room.origin.x + room.size.width / 2,
                                room.origin.y + room.size.height / 2);
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >, at_first);
  g_assert_cmpfloat_with_epsilon (middle.x, gtk_widget_get_width (canvas) / 2.0, 2);
  driver_key (window, "f");
  driver_wait_drawn (window);
  assert_whole (window);
}

/* Where everything is, and how large. */
static char *
geometry_of (CyanWindow *window)
{
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%.6f\n", cyan_canvas_get_zoom (window->comparison->canvas));
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    {
      graphene_rect_t room;

      if (cyan_canvas_get_room (window->comparison->canvas, node, &room))
        g_string_append_printf (text, "%u: %.3f %.3f %.3f %.3f\n", node, room.origin.x,
                                room.origin.y, room.size.width, room.size.height);
    }
  return g_string_free (text, FALSE);
}

/* The same start shows the same picture, whenever the size and the sources arrive. */
TEST ("/window/legend/six-starts")
{
  g_autofree char *first = NULL;

  for (guint i = 0; i < 6; i++)
    {
      CyanWindow *window = driver_demo ();
      g_autofree char *again = geometry_of (window);

      assert_whole (window);
      if (first == NULL)
        first = g_steal_pointer (&again);
      else
        g_assert_cmpstr (again, ==, first);
      driver_close (window);
    }
}

/* The colours can be hidden, the scale cannot; the button says all. */
WINDOW_TEST ("/window/legend/bar", driver_demo ())
{
  GtkWidget *bar = GTK_WIDGET (window->comparison->canvas_bar);
  GtkWidget *line = driver_child (bar, "line"), *legend = driver_child (bar, "legend");
  guint32 red = driver_node_pixel (window, "find_entry");

  g_assert_cmphex (driver_pixel (line, 8, 14), ==, red);
  driver_key (window, "F7");
  driver_wait_drawn (window);
  g_assert_cmphex (driver_pixel (line, 8, 14), !=, red);
  g_assert_true (driver_shows (bar, "%"));
  driver_key (window, "F7");
  driver_wait_drawn (window);
  g_assert_cmphex (driver_pixel (line, 8, 14), ==, red);

  driver_press (driver_child (bar, "legend_button"));
  wait_until (gtk_widget_get_mapped (legend) && gtk_widget_get_width (legend) > 100);
  driver_send_key ("Escape");
  wait_until (!gtk_widget_get_mapped (legend));
}

/* A path of many frames, and one that changed at its end: after opening and after Fit what changed
 * can be seen whole, at a size at which it can be read. */
TEST ("/window/legend/fit")
{
  g_autoptr (GString) stack = g_string_new ("start");
  g_autofree char *before_text = NULL, *after_text = NULL, *before = NULL, *after = NULL;
  CyanWindow *window;
  CyanNode culprit;

  for (int i = 0; i < 90; i++)
    g_string_append_printf (stack, ";%s_%d", i % 9 == 0 ? "changes_a_little" : "passes_on", i);
  before_text =
      g_strdup_printf ("%s;culprit 1000\n%s;other 3000\nstart 5000\n", stack->str, stack->str);
  after_text =
      g_strdup_printf ("%s;culprit 9000\n%s;other 3000\nstart 5000\n", stack->str, stack->str);
  before = driver_write ("deep-before.folded", before_text, -1);
  after = driver_write ("deep-after.folded", after_text, -1);
  window = driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
  culprit = driver_node (window, "culprit");
  g_assert_cmpuint (cyan_session_selected (window->comparison->session), ==, culprit);
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >=, 0.8);
  assert_clear (window, culprit);
  assert_clear (window, driver_node (window, "start"));

  driver_key (window, "minus");
  driver_key (window, "minus");
  driver_key (window, "minus");
  driver_key (window, "f");
  driver_wait_drawn (window);
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >=, 0.8);
  assert_clear (window, culprit);
  driver_close (window);
}

/* What is too large to be read whole is first brought to a size at which it can be read, then into
 * the view. */
TEST ("/window/legend/fit-twice")
{
  g_autoptr (GString) before_text = g_string_new (NULL), after_text = g_string_new (NULL);
  g_autofree char *before = NULL, *after = NULL;
  CyanWindow *window;
  double readable;

  for (int i = 0; i < 60; i++)
    {
      g_string_append_printf (before_text, "main;function_number_%d %d\n", i, 1000 + i);
      g_string_append_printf (after_text, "main;function_number_%d %d\n", i, 2000 - 7 * i);
    }
  before = driver_write ("wide-before.folded", before_text->str, -1);
  after = driver_write ("wide-after.folded", after_text->str, -1);
  window = driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
  driver_click_node (window, driver_node (window, "main"), 1);
  driver_key (window, "a");
  driver_key (window, "f");
  driver_wait_drawn (window);
  readable = cyan_canvas_get_zoom (window->comparison->canvas);
  g_assert_cmpfloat (readable, >=, 0.8);
  assert_clear (window, driver_node (window, "main"));
  driver_key (window, "f");
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), <, readable);
  room_of (window, driver_node (window, "function_number_0"));
  driver_close (window);
}
