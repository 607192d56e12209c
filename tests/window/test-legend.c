/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fit, and where the legend lies: neither it nor the zoom buttons cover what one looks at. */
#include "driver.h"
#include "tests.h"

/* The area of a widget on the canvas. */
static graphene_rect_t
area_of (CyanWindow *window, GtkWidget *widget)
{
  graphene_rect_t area;

  g_assert_true (
      gtk_widget_compute_bounds (widget, GTK_WIDGET (window->comparison->canvas), &area));
  return area;
}

static CyanCanvasContents
below (CyanWindow *window, GtkWidget *widget)
{
  graphene_rect_t area = area_of (window, widget);

  return cyan_canvas_contents (window->comparison->canvas, &area);
}

static gboolean
has_legend (CyanWindow *window)
{
  return gtk_widget_get_mapped (GTK_WIDGET (window->comparison->legend));
}

static graphene_rect_t
room_of (CyanWindow *window, CyanNode node)
{
  graphene_rect_t room;

  g_assert_true (cyan_canvas_get_room (window->comparison->canvas, node, &room));
  return room;
}

/* The box of @node and its label are in the view, and nothing lies on them. */
static void
assert_clear (CyanWindow *window, CyanNode node)
{
  GtkWidget *covers[] = { GTK_WIDGET (window->comparison->legend),
                          window->comparison->legend_button, window->comparison->zoom_box };
  graphene_rect_t room = room_of (window, node);
  graphene_rect_t view = GRAPHENE_RECT_INIT (
      0, 0, (float) gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas)),
      (float) gtk_widget_get_height (GTK_WIDGET (window->comparison->canvas)));

  g_assert_true (graphene_rect_contains_rect (&view, &room));
  for (guint i = 0; i < G_N_ELEMENTS (covers); i++)
    if (gtk_widget_get_mapped (covers[i]))
      {
        graphene_rect_t area = area_of (window, covers[i]);

        g_assert_false (graphene_rect_intersection (&area, &room, NULL));
      }
}

WINDOW_TEST ("/window/legend/empty-corner", driver_demo ())
{
  graphene_rect_t before, after;

  wait_until (has_legend (window));
  g_assert_false (gtk_widget_get_mapped (window->comparison->legend_button));
  g_assert_cmpint (below (window, GTK_WIDGET (window->comparison->legend)), !=, CYAN_CANVAS_BOXES);
  assert_clear (window, driver_node (window, "find_entry"));

  /* It stays where it is while there is nothing below it. */
  before = area_of (window, GTK_WIDGET (window->comparison->legend));
  driver_click_node (window, driver_node (window, "main"), 1);
  driver_wait_drawn (window);
  after = area_of (window, GTK_WIDGET (window->comparison->legend));
  g_assert_true (graphene_rect_equal (&before, &after));
}

/* Forty stacks side by side, all of whose functions changed, higher than the window. */
static CyanWindow *
crowded_window (void)
{
  g_autoptr (GString) before_text = g_string_new (NULL), after_text = g_string_new (NULL);
  g_autofree char *before = NULL, *after = NULL;
  CyanWindow *window;

  for (int i = 0; i < 40; i++)
    {
      g_autoptr (GString) stack = g_string_new ("main");

      for (int level = 0; level < 24; level++)
        {
          g_string_append_printf (stack, ";function_%d_%d", i, level);
          g_string_append_printf (before_text, "%s %d\n", stack->str, 1000 + 10 * i);
          g_string_append_printf (after_text, "%s %d\n", stack->str, 4000 - 90 * i);
        }
    }
  before = driver_write ("crowded-before.folded", before_text->str, -1);
  after = driver_write ("crowded-after.folded", after_text->str, -1);
  window = driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
  cyan_session_set_folds (window->comparison->session, FALSE);
  return window;
}

/* A picture that fills the view leaves a button, which shows the legend. */
WINDOW_TEST ("/window/legend/folds", crowded_window ())
{
  driver_key (window, "Home");
  driver_key (window, "a");
  driver_key (window, "1");
  wait_until (gtk_widget_get_mapped (window->comparison->legend_button));
  g_assert_false (has_legend (window));

  driver_press (window->comparison->legend_button);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window->comparison->legend_popup)) > 100);
  g_assert_true (gtk_widget_get_mapped (window->comparison->legend_popover));
  driver_send_key ("Escape");
  wait_until (!gtk_widget_get_mapped (window->comparison->legend_popover));

  gtk_widget_grab_focus (GTK_WIDGET (window->comparison->canvas));
  driver_key (window, "x");
  wait_until (has_legend (window));
  g_assert_false (gtk_widget_get_mapped (window->comparison->legend_button));
}

/* Whatever is shown, at any zoom. */
WINDOW_TEST ("/window/legend/never-covers", crowded_window ())
{
  static const char *const keys[] = { "plus",  "plus",  "Up",    "plus", "plus", "Up",
                                      "minus", "Up",    "c",     "Down", "a",    "minus",
                                      "minus", "minus", "minus", "f" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      driver_key (window, keys[i]);
      driver_wait_drawn (window);
      if (has_legend (window))
        g_assert_cmpint (below (window, GTK_WIDGET (window->comparison->legend)), !=,
                         CYAN_CANVAS_BOXES);
      g_assert_cmpint (has_legend (window), !=,
                       gtk_widget_get_mapped (window->comparison->legend_button));
    }
}

WINDOW_TEST ("/window/legend/small-window", driver_demo ())
{
  gtk_window_set_default_size (GTK_WINDOW (window), 800, 520);
  wait_until (gtk_widget_get_mapped (window->comparison->legend_button));
  g_assert_false (has_legend (window));
  driver_wait_drawn (window);
  assert_clear (window, driver_node (window, "find_entry"));
  gtk_window_set_default_size (GTK_WINDOW (window), 1360, 900);
  wait_until (has_legend (window));
}

/* Scrolling does not move the legend; it gives way to the selected box. */
WINDOW_TEST ("/window/legend/scrolling", driver_demo ())
{
  CyanNode node = driver_node (window, "find_entry");
  GtkAdjustment *adjustment;
  graphene_rect_t legend, room;
  double to;

  while (cyan_canvas_get_zoom (window->comparison->canvas) < 1.6)
    driver_key (window, "plus");
  driver_wait_drawn (window);
  /* Until there is a place for it. */
  for (int i = 0; i < 20 && !has_legend (window); i++)
    {
      driver_key (window, "minus");
      driver_wait_drawn (window);
    }
  g_assert_true (has_legend (window));
  legend = area_of (window, GTK_WIDGET (window->comparison->legend));
  room = room_of (window, node);
  adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (window->comparison->canvas));
  to = gtk_adjustment_get_value (adjustment) + room.origin.x - legend.origin.x;
  gtk_adjustment_set_value (adjustment, to);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (window->comparison->canvas));
  to = gtk_adjustment_get_value (adjustment) + room.origin.y - legend.origin.y;
  gtk_adjustment_set_value (adjustment, to);
  driver_wait_drawn (window);
  room = room_of (window, node);
  g_assert_cmpint (has_legend (window), ==, !graphene_rect_intersection (&legend, &room, NULL));
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
