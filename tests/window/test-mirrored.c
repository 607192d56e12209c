/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From right to left: the picture, its map and what lies on it are mirrored. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#include "cyan-table-private.h"

static const char *const names[] = { "main", "lex", "parse", "print", "read", "push", "free" };

static graphene_rect_t
box_of (CyanWindow *window, const char *name)
{
  graphene_rect_t box;

  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas),
                                       driver_node (window, name), &box));
  return box;
}

static double
middle_of (const graphene_rect_t *box)
{
  return box->origin.x + box->size.width / 2;
}

/* A window with all of a pair. */
static CyanWindow *
open_pair (const char *before, const char *after)
{
  g_autofree char *before_path = driver_write ("mirrored-a.folded", before, -1);
  g_autofree char *after_path = driver_write ("mirrored-b.folded", after, -1);
  CyanWindow *window = driver_window ();

  driver_start (window, before_path, after_path);
  wait_until (strcmp (driver_page (window), "blueprint") == 0);
  driver_wait_drawn (window);
  driver_click_node (window, driver_node (window, "main"), 1);
  driver_key (window, "a");
  driver_key (window, "f");
  wait_until (!cyan_canvas_is_scaling (window->comparison->canvas));
  driver_wait_drawn (window);
  return window;
}

static CyanWindow *
open_small (void)
{
  return open_pair ("main;lex 300\nmain;parse;read 200\nmain;parse;push 90\nmain;print;free 80\n",
                    "main;lex 300\nmain;parse;read 600\nmain;parse;push 10\nmain;print;free 150\n");
}

/* The same in a language that is read from right to left. */
static CyanWindow *
open_turned (void)
{
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  return open_small ();
}

static void
close_turned (CyanWindow *window)
{
  driver_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* The box of a node with its name, which is inside or beside it. */
static graphene_rect_t
room_of (CyanWindow *window, const char *name)
{
  graphene_rect_t room;

  g_assert_true (
      cyan_canvas_get_room (window->comparison->canvas, driver_node (window, name), &room));
  return room;
}

/* Boxes are drawn and found where their mirror image is, and so are the names beside them. */
TEST ("/window/mirrored/boxes")
{
  CyanWindow *window = open_small ();
  GtkWidget *canvas = GTK_WIDGET (window->comparison->canvas);
  int width = gtk_widget_get_width (canvas);
  graphene_rect_t old[G_N_ELEMENTS (names)], old_rooms[G_N_ELEMENTS (names)];
  guint n_beside = 0;
  guint32 red;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      old[i] = box_of (window, names[i]);
      old_rooms[i] = room_of (window, names[i]);
      n_beside += old_rooms[i].size.width > old[i].size.width + 10;
    }
  g_assert_cmpuint (n_beside, >, 0);
  red = driver_pixel (canvas, old[4].origin.x + 2, old[4].origin.y + 4);
  driver_close (window);

  window = open_turned ();
  canvas = GTK_WIDGET (window->comparison->canvas);
  g_assert_cmpint (gtk_widget_get_width (canvas), ==, width);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_cmpfloat_with_epsilon (box_of (window, names[i]).origin.x,
                                      width - old[i].origin.x - old[i].size.width, 1);
      g_assert_cmpfloat_with_epsilon (room_of (window, names[i]).origin.x,
                                      width - old_rooms[i].origin.x - old_rooms[i].size.width, 1);
      driver_click (canvas, floor (width - middle_of (&old[i])),
                    floor (old[i].origin.y + old[i].size.height / 2), 1);
      g_assert_cmpstr (driver_selected (window), ==, names[i]);
    }
  g_assert_cmphex (driver_pixel (canvas, width - old[4].origin.x - 3, old[4].origin.y + 4), ==,
                   red);
  close_turned (window);
}

/* Arrows lead where they point. */
TEST ("/window/mirrored/keys")
{
  CyanWindow *window = open_turned ();

  driver_click_node (window, driver_node (window, "lex"), 1);
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "parse");
  g_assert_cmpfloat (box_of (window, "parse").origin.x, <, box_of (window, "lex").origin.x);
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "print");
  driver_key (window, "Right");
  g_assert_cmpstr (driver_selected (window), ==, "parse");
  close_turned (window);
}

/* A picture that is much wider than its window. */
static CyanWindow *
open_wide (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *before = NULL;
  CyanWindow *window;

  for (int i = 0; i < 50; i++)
    g_string_append_printf (text, "main;f%d 100\n", i);
  before = g_strdup (text->str);
  g_string_append (text, "main;f7;g 900\n");
  window = open_pair (before, text->str);
  /* At a size at which it can be read. */
  driver_key (window, "1");
  driver_wait_drawn (window);
  return window;
}

/* It shows the mirror image of what it would show, and so does its scroll bar. */
TEST ("/window/mirrored/scroll-start")
{
  CyanWindow *window = open_wide ();
  GtkAdjustment *across =
      gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (window->comparison->canvas));
  graphene_rect_t old = box_of (window, "main");
  double old_value = gtk_adjustment_get_value (across), value;

  driver_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = open_wide ();
  across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (window->comparison->canvas));
  value = gtk_adjustment_get_upper (across) - gtk_adjustment_get_page_size (across)
          - gtk_adjustment_get_value (across);
  g_assert_cmpfloat_with_epsilon (value, old_value, 1);
  g_assert_cmpfloat (fabs (value - gtk_adjustment_get_value (across)), >, 50);
  g_assert_cmpfloat_with_epsilon (box_of (window, "main").origin.x,
                                  gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas))
                                      - old.origin.x - old.size.width,
                                  1);
  close_turned (window);
}

/* The wheel zooms around the pointer, and what is dragged follows it. */
TEST ("/window/mirrored/zoom-and-drag")
{
  CyanWindow *window;
  GtkWidget *canvas;
  graphene_rect_t box;
  double x, y, left;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = open_wide ();
  canvas = GTK_WIDGET (window->comparison->canvas);
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (canvas)), 0);
  driver_wait_drawn (window);
  driver_middle_of (window, driver_node (window, "main"), &x, &y);
  driver_point (canvas, x, y);
  driver_wheel (window, FALSE, 6, "ctrl");
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), >, 2);
  box = box_of (window, "main");
  g_assert_cmpfloat_with_epsilon (middle_of (&box), x, 3);

  left = box.origin.x;
  driver_drag (canvas, x, y, 2, 40, 0);
  g_assert_cmpfloat_with_epsilon (box_of (window, "main").origin.x, left + 40, 1);
  close_turned (window);
}

/* In the bar below the picture the zoom is at the left, the legend at the right. */
TEST ("/window/mirrored/bar")
{
  CyanWindow *window = open_turned ();
  GtkWidget *bar = GTK_WIDGET (window->comparison->canvas_bar);
  graphene_rect_t line, zoom;

  g_assert_true (gtk_widget_compute_bounds (driver_child (bar, "line"), bar, &line));
  g_assert_true (gtk_widget_compute_bounds (driver_child (bar, "zoom_button"), bar, &zoom));
  g_assert_cmpfloat (zoom.origin.x + zoom.size.width, <, line.origin.x);
  close_turned (window);
}

/* A table that is too wide begins with its names, at the right. */
TEST ("/window/mirrored/table")
{
  CyanWindow *window = open_turned ();
  GtkAdjustment *across;

  driver_key (window, "alt+3");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->table)));
  driver_key (window, "ctrl+f");
  driver_type (window, "e");
  across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (window->comparison->table->columns));
  wait_until (gtk_adjustment_get_upper (across) > gtk_adjustment_get_page_size (across) + 20);
  driver_wait_drawn (window);
  g_assert_cmpfloat (gtk_adjustment_get_value (across), ==,
                     gtk_adjustment_get_upper (across) - gtk_adjustment_get_page_size (across));
  close_turned (window);
}
