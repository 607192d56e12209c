/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both versions side by side: one selection, one zoom, one pointer. */
#include "driver.h"
#include "tests.h"

#include <math.h>
#include <string.h>

enum
{
  BEFORE,
  AFTER
};

static CyanIcicleView *
sides_of (CyanWindow *window)
{
  return window->comparison->sides;
}

/* A window with the demo that shows both sides. */
static CyanWindow *
sides_window (void)
{
  CyanWindow *window = driver_boxes ();

  driver_key (window, "alt+0");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (sides_of (window))));
  driver_wait_drawn (window);
  return window;
}

static gboolean
has_box (CyanWindow *window, guint side, const char *name)
{
  graphene_rect_t box;

  return cyan_icicle_view_get_box_in (sides_of (window), side, driver_node (window, name), &box);
}

static graphene_rect_t
box_of (CyanWindow *window, guint side, const char *name)
{
  graphene_rect_t box;

  g_assert_true (
      cyan_icicle_view_get_box_in (sides_of (window), side, driver_node (window, name), &box));
  return box;
}

/* The middle of a box. */
static void
get_middle (CyanWindow *window, guint side, const char *name, double *x, double *y)
{
  graphene_rect_t box = box_of (window, side, name);

  *x = floor (box.origin.x + box.size.width / 2);
  *y = floor (box.origin.y + box.size.height / 2);
}

static void
click_box (CyanWindow *window, guint side, const char *name, int button)
{
  double x, y;

  get_middle (window, side, name, &x, &y);
  driver_click (GTK_WIDGET (sides_of (window)), x, y, button);
}

/* The colour of the outline around a box, or of what is there without any. */
static guint32
rim_of (CyanWindow *window, guint side, const char *name)
{
  graphene_rect_t box = box_of (window, side, name);

  return driver_pixel (GTK_WIDGET (sides_of (window)), floor (box.origin.x + box.size.width / 2),
                       box.origin.y - 1);
}

static const char *
top_of (CyanWindow *window)
{
  const CyanIcicle *icicle = cyan_icicle_view_get_icicles (sides_of (window))->of[BEFORE];

  return cyan_comparison_name (icicle->partition->comparison, icicle->top);
}

/* A click in one half selects in both, and what the other one lacks there is no node. */
WINDOW_TEST ("/window/sides/click", sides_window ())
{
  graphene_rect_t wrapper;
  guint32 plain[2], accent;

  for (guint side = BEFORE; side <= AFTER; side++)
    plain[side] = rim_of (window, side, "index_line");
  for (guint side = BEFORE; side <= AFTER; side++)
    {
      click_box (window, 1 - side, "index_word", 1);
      g_assert_cmpstr (driver_selected (window), ==, "index_word");
      click_box (window, side, "index_line", 1);
      g_assert_cmpstr (driver_selected (window), ==, "index_line");
      /* The pointer has an outline of its own. */
      driver_point (GTK_WIDGET (window->comparison->details), 5, 5);
      driver_wait_drawn (window);
      accent = rim_of (window, BEFORE, "index_line");
      g_assert_cmphex (accent, !=, plain[BEFORE]);
      g_assert_cmphex (rim_of (window, AFTER, "index_line"), ==, accent);
      g_assert_cmphex (plain[AFTER], !=, accent);
    }

  g_assert_false (has_box (window, BEFORE, "run_phase"));
  wrapper = box_of (window, AFTER, "run_phase");
  driver_click (GTK_WIDGET (sides_of (window)), box_of (window, BEFORE, "index_line").origin.x + 5,
                floor (wrapper.origin.y + wrapper.size.height / 2), 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  click_box (window, AFTER, "run_phase", 1);
  g_assert_cmpstr (driver_selected (window), ==, "run_phase");
}

/* What is under the pointer in one half is outlined in both, and its tooltip stands beside it. */
WINDOW_TEST ("/window/sides/hover", sides_window ())
{
  guint32 plain = rim_of (window, AFTER, "index_word");
  double x, y;
  GtkWidget *tooltip;

  get_middle (window, BEFORE, "index_word", &x, &y);
  tooltip = driver_hover (GTK_WIDGET (sides_of (window)), x, y);
  g_assert_true (driver_shows (tooltip, "index_word"));
  driver_wait_drawn (window);
  g_assert_cmphex (rim_of (window, AFTER, "index_word"), !=, plain);
}

/* One unit is as wide on both sides, and one node in the same row. */
WINDOW_TEST ("/window/sides/scale", sides_window ())
{
  static const char *const names[] = { "main", "index_log", "index_line", "index_word" };
  const CyanCompared *compared = &cyan_session_comparison (window->comparison->session)->compared;
  int width = gtk_widget_get_width (GTK_WIDGET (sides_of (window)));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      graphene_rect_t before = box_of (window, BEFORE, names[i]);
      graphene_rect_t after = box_of (window, AFTER, names[i]);
      CyanNode node = driver_node (window, names[i]);

      g_assert_cmpfloat (before.origin.y, ==, after.origin.y);
      g_assert_cmpfloat_with_epsilon (before.size.width,
                                      after.size.width
                                          * cyan_compared_total (compared, BEFORE, node)
                                          / cyan_compared_total (compared, AFTER, node),
                                      2);
    }
  /* The slower one fills its half. */
  g_assert_cmpfloat_with_epsilon (box_of (window, AFTER, "main").size.width,
                                  (width - 2 * CYAN_ICICLE_MARGIN - 24) / 2.0, 1);
}

WINDOW_TEST ("/window/sides/zoom", sides_window ())
{
  double x, y;

  get_middle (window, BEFORE, "index_line", &x, &y);
  driver_double_click (GTK_WIDGET (sides_of (window)), x, y);
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_wait_drawn (window);
  for (guint side = BEFORE; side <= AFTER; side++)
    {
      g_assert_true (has_box (window, side, "index_word"));
      g_assert_true (has_box (window, side, "main"));
      g_assert_false (has_box (window, side, "sort_index"));
    }
  driver_key (window, "alt+Left");
  wait_until (strcmp (top_of (window), "main") == 0);
  g_assert_true (has_box (window, BEFORE, "sort_index"));

  /* A node above leads back to it, in either half; the menu zooms, too. */
  click_box (window, AFTER, "index_log", 3);
  wait_until (driver_find (GTK_WIDGET (sides_of (window)), GTK_TYPE_LABEL, "Zoom to It") != NULL);
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (sides_of (window)), GTK_TYPE_LABEL, "Zoom to It"));
  wait_until (strcmp (top_of (window), "index_log") == 0);
  driver_wait_drawn (window);
  click_box (window, BEFORE, "main", 1);
  wait_until (strcmp (top_of (window), "main") == 0);
}

WINDOW_TEST ("/window/sides/keys", sides_window ())
{
  click_box (window, BEFORE, "index_line", 1);
  driver_walk_around_index_line (window);
  driver_key (window, "Return");
  wait_until (strcmp (top_of (window), "index_line") == 0);
  driver_key (window, "BackSpace");
  wait_until (strcmp (top_of (window), "index_log") == 0);
  driver_key (window, "0");
  wait_until (strcmp (top_of (window), "main") == 0);
}

/* From right to left before stands at the right. */
WINDOW_TEST ("/window/sides/mirrored", sides_window ())
{
  int width = gtk_widget_get_width (GTK_WIDGET (sides_of (window)));
  graphene_rect_t before = box_of (window, BEFORE, "index_word"), after;

  gtk_widget_set_direction (GTK_WIDGET (sides_of (window)), GTK_TEXT_DIR_RTL);
  driver_wait_drawn (window);
  after = box_of (window, BEFORE, "index_word");
  g_assert_cmpfloat_with_epsilon (after.origin.x, width - before.origin.x - before.size.width, 1);
  g_assert_cmpfloat (after.origin.x, >, box_of (window, AFTER, "index_word").origin.x);
  click_box (window, AFTER, "index_word", 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  click_box (window, BEFORE, "index_line", 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
}

/* The heading stays where the rows scroll, and nothing can be clicked through it. */
WINDOW_TEST ("/window/sides/heading", driver_window ())
{
  g_autofree char *file = NULL;
  GString *text = g_string_new ("f0");
  GtkWidget *sides;
  guint32 above;
  double y;

  for (guint i = 1; i < 80; i++)
    g_string_append_printf (text, ";f%u", i);
  g_string_append (text, " 100\n");
  file = driver_write ("deep.folded", text->str, -1);
  g_string_free (text, TRUE);
  driver_start (window, file, file);
  wait_until (strcmp (driver_page (window), "blueprint") == 0);
  driver_key (window, "alt+0");
  sides = GTK_WIDGET (sides_of (window));
  wait_until (gtk_widget_get_mapped (sides));
  driver_key (window, "Home");
  driver_wait_drawn (window);
  y = box_of (window, BEFORE, "f0").origin.y;
  g_assert_cmpfloat (y, >, 20);
  driver_click (sides, 100, y / 2, 1);
  g_assert_cmpstr (driver_selected (window), ==, "f0");
  above = driver_pixel (sides, 300, 2);

  cyan_session_select (window->comparison->session, driver_node (window, "f70"));
  wait_until (box_of (window, BEFORE, "f0").origin.y < 0);
  driver_wait_drawn (window);
  g_assert_cmphex (driver_pixel (sides, 300, 2), ==, above);
  driver_click (sides, 100, y / 2, 1);
  g_assert_cmpstr (driver_selected (window), ==, "f70");
  driver_key (window, "Home");
  wait_until (box_of (window, BEFORE, "f0").origin.y == y);
}

/* The picture of this view is what is exported, as it is zoomed. */
WINDOW_TEST ("/window/sides/export", sides_window ())
{
  g_autofree char *path = driver_temporary_file ("sides.svg");
  g_autofree char *svg = NULL;
  double x, y;

  get_middle (window, AFTER, "index_line", &x, &y);
  driver_double_click (GTK_WIDGET (sides_of (window)), x, y);
  wait_until (strcmp (top_of (window), "index_line") == 0);
  cyan_window_export_to (window, path, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &svg, NULL, NULL));
  g_assert_nonnull (strstr (svg, ">Before<"));
  g_assert_nonnull (strstr (svg, ">After<"));
  g_assert_nonnull (strstr (svg, "the same scale on both sides"));
  g_assert_nonnull (strstr (svg, ">find_entry<"));
  g_assert_null (strstr (svg, ">sort_index<"));
}

/* Swapping exchanges the halves. */
WINDOW_TEST ("/window/sides/swap", sides_window ())
{
  double before = box_of (window, BEFORE, "index_line").size.width;
  double after = box_of (window, AFTER, "index_line").size.width;

  g_assert_cmpfloat (after, >, before + 20);
  g_action_group_activate_action (driver_actions (window), "swap", NULL);
  wait_until (!has_box (window, AFTER, "run_phase") && has_box (window, BEFORE, "run_phase"));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_view (window), ==, "side-by-side");
  g_assert_cmpfloat_with_epsilon (box_of (window, BEFORE, "index_line").size.width, after, 1);
  g_assert_cmpfloat_with_epsilon (box_of (window, AFTER, "index_line").size.width, before, 1);
}

/* A session that was saved in this view opens in it. */
WINDOW_TEST ("/window/sides/session", sides_window ())
{
  g_autoptr (CyanSessionFile) file = cyan_comparison_page_save (window->comparison);

  g_assert_cmpstr (file->view, ==, "side-by-side");
  driver_key (window, "alt+1");
  wait_until (strcmp (driver_view (window), "blueprint") == 0);
  cyan_comparison_page_restore (window->comparison, file);
  g_assert_cmpstr (driver_view (window), ==, "side-by-side");
}

/* It is chosen like the others, has no sizes to choose, and its root can be at the bottom. */
WINDOW_TEST ("/window/sides/choose", driver_boxes ())
{
  driver_choose_view (window, "Side by Side");
  wait_until (strcmp (driver_view (window), "side-by-side") == 0);
  driver_wait_drawn (window);
  g_assert_false (g_action_group_get_action_enabled (driver_actions (window), "sizes"));
  g_assert_cmpfloat (box_of (window, AFTER, "main").origin.y, <,
                     box_of (window, AFTER, "find_entry").origin.y);
  driver_choose_view (window, "Flames");
  wait_until (box_of (window, AFTER, "main").origin.y
              > box_of (window, AFTER, "find_entry").origin.y);
  driver_wait_drawn (window);
  click_box (window, BEFORE, "index_line", 1);
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  driver_choose_view (window, "Flames");
}

/* Both partitions of a large tree are made in a thread, and again for another basis. */
WINDOW_TEST ("/window/sides/large", driver_window ())
{
  double share;

  driver_open_large (window);
  driver_key (window, "alt+0");
  wait_until (cyan_icicle_view_get_icicles (sides_of (window)) != NULL);
  driver_wait_drawn (window);
  g_assert_cmpfloat_with_epsilon (box_of (window, BEFORE, "main").size.width,
                                  box_of (window, AFTER, "main").size.width, 1);
  share = box_of (window, AFTER, "f7").size.width;
  g_assert_cmpfloat (share, >, 10 * box_of (window, BEFORE, "f7").size.width);
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_ABSOLUTE);
  wait_until (box_of (window, BEFORE, "main").size.width
              < box_of (window, AFTER, "main").size.width - 20);
  driver_wait_drawn (window);
  click_box (window, AFTER, "f7", 1);
  g_assert_cmpstr (driver_selected (window), ==, "f7");
}

/* A single profile has no sides: one icicle takes all the room, and the view is not offered. */
WINDOW_TEST ("/window/sides/single", driver_window ())
{
  g_autofree char *file = driver_write ("single.folded", "main;a 5\nmain;b 10\n", -1);
  GtkWidget *sides = GTK_WIDGET (sides_of (window));

  driver_start (window, file, NULL);
  wait_until (strcmp (driver_page (window), "blueprint") == 0);
  driver_key (window, "alt+0");
  wait_until (gtk_widget_get_mapped (sides));
  driver_wait_drawn (window);
  g_assert_cmpfloat (box_of (window, BEFORE, "main").size.width, ==,
                     gtk_widget_get_width (sides) - 2 * CYAN_ICICLE_MARGIN);
  g_assert_false (has_box (window, AFTER, "main"));
  click_box (window, BEFORE, "b", 1);
  g_assert_cmpstr (driver_selected (window), ==, "b");
  g_assert_false (
      gtk_widget_get_visible (driver_child (window->comparison->view_popover, "sides_button")));
}
