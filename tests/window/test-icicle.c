/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The icicle of the window: clicks, keys, zoom, export. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* A window with the demo that shows the icicle. */
static CyanWindow *
icicle_window (void)
{
  CyanWindow *window = driver_boxes ();

  driver_key (window, "alt+2");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->icicle)));
  driver_wait_drawn (window);
  return window;
}

static graphene_rect_t
box_of (CyanWindow *window, const char *name)
{
  graphene_rect_t box;

  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->icicle),
                                       driver_node (window, name), &box));
  return box;
}

static gboolean
has_box (CyanWindow *window, const char *name)
{
  graphene_rect_t box;

  return cyan_picture_get_box (CYAN_PICTURE (window->comparison->icicle),
                               driver_node (window, name), &box);
}

static void
click_box (CyanWindow *window, const char *name, int button)
{
  graphene_rect_t box = box_of (window, name);

  driver_click (GTK_WIDGET (window->comparison->icicle), floor (box.origin.x + box.size.width / 2),
                floor (box.origin.y + box.size.height / 2), button);
}

static void
double_click_box (CyanWindow *window, const char *name)
{
  graphene_rect_t box = box_of (window, name);

  driver_double_click (GTK_WIDGET (window->comparison->icicle),
                       floor (box.origin.x + box.size.width / 2),
                       floor (box.origin.y + box.size.height / 2));
}

/* The name of the node that fills the picture. */
static const char *
top_of (CyanWindow *window)
{
  const CyanIcicle *icicle = cyan_icicle_view_get_icicles (window->comparison->icicle)->of[0];

  return cyan_comparison_name (icicle->partition->comparison, icicle->top);
}

static gboolean
fills (CyanWindow *window, const char *name)
{
  return box_of (window, name).size.width
         == gtk_widget_get_width (GTK_WIDGET (window->comparison->icicle)) - 2 * CYAN_ICICLE_MARGIN;
}

/* One selection in both views, and a click where nothing is changes nothing. */
WINDOW_TEST ("/window/icicle/click", icicle_window ())
{
  GtkWidget *icicle = GTK_WIDGET (window->comparison->icicle);

  click_box (window, "index_word", 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  driver_click (icicle, 30, gtk_widget_get_height (icicle) - 20, 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  driver_key (window, "alt+1");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  driver_wait_drawn (window);
  driver_click_node (window, driver_node (window, "find_entry"), 1);
  driver_key (window, "alt+2");
  wait_until (gtk_widget_get_mapped (icicle));
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
}

/* What got slower and was modified is red, as in the blueprint. */
WINDOW_TEST ("/window/icicle/colors", icicle_window ())
{
  graphene_rect_t box = box_of (window, "find_entry");
  guint32 red = driver_pixel (GTK_WIDGET (window->comparison->icicle), box.origin.x + 4,
                              box.origin.y + box.size.height - 4);

  g_assert_cmphex (red, ==, 0xd6141e);
  g_assert_cmphex (driver_pixel (GTK_WIDGET (window->comparison->icicle), 2, 2), ==, 0xfbfbfb);
}

WINDOW_TEST ("/window/icicle/zoom", icicle_window ())
{
  g_assert_cmpstr (top_of (window), ==, "main");
  double_click_box (window, "index_line");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  g_assert_true (fills (window, "index_line"));
  g_assert_true (fills (window, "run_phase"));
  g_assert_true (fills (window, "main"));
  g_assert_false (has_box (window, "sort_index"));

  driver_key (window, "alt+Left");
  wait_until (strcmp (top_of (window), "main") == 0);
  g_assert_true (has_box (window, "sort_index"));
  driver_key (window, "alt+Right");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_wait_drawn (window);

  /* A node above leads back to it. */
  click_box (window, "run_phase", 1);
  wait_until (strcmp (top_of (window), "run_phase") == 0);
  g_assert_cmpstr (driver_selected (window), ==, "run_phase");
  g_assert_true (has_box (window, "sort_index"));
}

WINDOW_TEST ("/window/icicle/keys", icicle_window ())
{
  click_box (window, "index_line", 1);
  driver_walk_around_index_line (window);
  driver_key (window, "Return");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_key (window, "BackSpace");
  wait_until (strcmp (top_of (window), "index_log") == 0);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  driver_key (window, "0");
  wait_until (strcmp (top_of (window), "main") == 0);
  driver_key (window, "Home");
  g_assert_cmpstr (driver_selected (window), ==, "main");
}

static gboolean
has_flames (CyanWindow *window)
{
  gboolean flames;

  g_object_get (window->comparison->icicle, "flames", &flames, NULL);
  return flames;
}

/* Flames have the root at the bottom; arrows lead where they point. */
WINDOW_TEST ("/window/icicle/flames", icicle_window ())
{
  g_assert_cmpfloat (box_of (window, "main").origin.y, <, box_of (window, "find_entry").origin.y);
  driver_choose_view (window, "Flames");
  wait_until (has_flames (window));
  driver_wait_drawn (window);
  g_assert_cmpfloat (box_of (window, "main").origin.y, >, box_of (window, "find_entry").origin.y);
  click_box (window, "index_line", 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  driver_key (window, "Up");
  g_assert_cmpstr (driver_selected (window), ==, "next_word");
  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  driver_choose_view (window, "Flames");
  wait_until (!has_flames (window));
}

WINDOW_TEST ("/window/icicle/tooltip-and-menu", icicle_window ())
{
  graphene_rect_t box = box_of (window, "find_entry");
  GtkWidget *tooltip = driver_hover (GTK_WIDGET (window->comparison->icicle),
                                     floor (box.origin.x + box.size.width / 2),
                                     floor (box.origin.y + box.size.height / 2));
  GtkWidget *item;

  g_assert_true (driver_shows (tooltip, "find_entry"));
  g_assert_true (driver_shows (tooltip, "share"));
  click_box (window, "index_word", 3);
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  wait_until (driver_find (GTK_WIDGET (window->comparison->icicle), GTK_TYPE_LABEL, "Zoom to It")
              != NULL);
  driver_wait_drawn (window);
  item = driver_find (GTK_WIDGET (window->comparison->icicle), GTK_TYPE_LABEL, "Zoom to It");
  driver_press (item);
  wait_until (strcmp (top_of (window), "index_word") == 0);
}

/* Shares make other widths than absolute values. */
WINDOW_TEST ("/window/icicle/basis", icicle_window ())
{
  double values = box_of (window, "sort_index").size.width;

  g_assert_cmpint (cyan_session_basis (window->comparison->session), ==, CYAN_BASIS_ABSOLUTE);
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_SHARE);
  driver_wait_drawn (window);
  g_assert_cmpfloat (fabs (box_of (window, "sort_index").size.width - values), >, 5);
}

/* The picture of this view is what is exported, as it is zoomed. */
WINDOW_TEST ("/window/icicle/export", icicle_window ())
{
  g_autofree char *path = driver_temporary_file ("icicle.svg");
  g_autofree char *svg = NULL;

  double_click_box (window, "index_line");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  cyan_window_export_to (window, path, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, "before above, after below"));
  g_assert_nonnull (strstr (svg, "callers, not to scale"));
  g_assert_nonnull (strstr (svg, ">find_entry<"));
  g_assert_null (strstr (svg, ">sort_index<"));
}

/* From right to left rows begin at the right, and arrows lead where they point. */
WINDOW_TEST ("/window/icicle/mirrored", icicle_window ())
{
  int width = gtk_widget_get_width (GTK_WIDGET (window->comparison->icicle));
  graphene_rect_t before = box_of (window, "next_word"), after;

  gtk_widget_set_direction (GTK_WIDGET (window->comparison->icicle), GTK_TEXT_DIR_RTL);
  driver_wait_drawn (window);
  after = box_of (window, "next_word");
  g_assert_cmpfloat_with_epsilon (after.origin.x, width - before.origin.x - before.size.width, 1);
  click_box (window, "next_word", 1);
  g_assert_cmpstr (driver_selected (window), ==, "next_word");
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  driver_key (window, "Right");
  g_assert_cmpstr (driver_selected (window), ==, "next_word");
}

/* A large tree is made in a thread, and again for another basis. */
WINDOW_TEST ("/window/icicle/large", driver_window ())
{
  double share;

  driver_open_large (window);
  driver_key (window, "alt+2");
  wait_until (cyan_icicle_view_get_icicles (window->comparison->icicle) != NULL);
  driver_wait_drawn (window);
  share = box_of (window, "f7").size.width;
  g_assert_cmpfloat (share, >, 100);
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_ABSOLUTE);
  wait_until (fabs (box_of (window, "f7").size.width - share) > 5);
  double_click_box (window, "f7");
  wait_until (strcmp (top_of (window), "f7") == 0);
}

/* The bar below it is that of the blueprint, without a zoom; its button opens the whole legend. */
WINDOW_TEST ("/window/icicle/legend", icicle_window ())
{
  GtkWidget *bar = GTK_WIDGET (window->comparison->icicle_bar),
            *legend = driver_child (bar, "legend");

  g_assert_false (gtk_widget_get_mapped (driver_child (bar, "zoom_box")));
  g_assert_cmpint (gtk_widget_get_height (bar), ==,
                   gtk_widget_get_height (driver_child (bar, "line")));
  driver_press (driver_child (bar, "legend_button"));
  wait_until (gtk_widget_get_mapped (legend) && gtk_widget_get_width (legend) > 100);
  driver_close_popover (window, driver_child (bar, "legend_button"));
}
