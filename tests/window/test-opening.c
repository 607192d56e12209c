/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first view of the demo, and what follows the selection. */
#include "driver.h"

#include <adwaita.h>
#include <string.h>

#include "cyan-marked-view.h"
#include "cyan-numbers.h"
#include "cyan-source-side.h"
#include "tests.h"

WINDOW_TEST ("/window/opening/header", driver_boxes ())
{
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_cmpstr (driver_title (window), ==, "before → after");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "before → after");
  /* As documented for the demo: 10.64 ms instead of 6.15 ms. */
  g_assert_nonnull (strstr (driver_subtitle (window), "6.15 ms"));
  g_assert_nonnull (strstr (driver_subtitle (window), "10.6 ms"));
  g_assert_nonnull (strstr (driver_subtitle (window), "73.0 % slower"));
  g_assert_true (driver_shows (driver_title_box (window), "10.6 ms"));
}

TEST ("/window/opening/hot-path")
{
  static const char *const path[] = { "main",       "run_phase",  "index_log",
                                      "index_line", "index_word", "find_entry" };
  CyanWindow *window = driver_boxes ();
  graphene_rect_t above, box;

  for (guint i = 0; i < G_N_ELEMENTS (path); i++)
    {
      g_assert_true (driver_is_shown (window, path[i]));
      g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas),
                                           driver_node (window, path[i]), &box));
      if (i > 0)
        g_assert_cmpfloat (box.origin.y, >, above.origin.y);
      above = box;
    }
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
  /* It is visible without scrolling. */
  g_assert_cmpfloat (box.origin.y, >=, 0);
  g_assert_cmpfloat (box.origin.y + box.size.height, <=,
                     gtk_widget_get_height (GTK_WIDGET (window->comparison->canvas)));
  g_assert_cmpfloat (box.origin.x, >=, 0);
  g_assert_cmpfloat (box.origin.x + box.size.width, <=,
                     gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas)));
  driver_close (window);
}

static void
assert_shows_all (GtkWidget *root, const char *const *texts)
{
  for (guint i = 0; texts[i] != NULL; i++)
    if (!driver_shows (root, texts[i]))
      {
        g_autofree char *words = driver_words (root);

        g_error ("\"%s\" is not in:\n%s", texts[i], words);
      }
}

TEST ("/window/opening/details")
{
  static const char *const texts[] = { "find_entry", "slower",   "19.2 %", "60.6 %", "1.18 ms",
                                       "6.45 ms",    "+5.2",     "4837",   "5508",   "+671",
                                       "before",     "after",    "share",  "total",  "self",
                                       "calls",      "per call", NULL };
  CyanWindow *window = driver_boxes ();

  wait_until (driver_shows (GTK_WIDGET (window->comparison->start_list), "Start Here"));
  assert_shows_all (GTK_WIDGET (window->comparison->details), texts);
  driver_close (window);
}

/* Waits for the source view that shows @text. */
static GtkTextView *
view_with (CyanWindow *window, const char *text)
{
  GtkWidget *view = NULL;

  wait_until ((view = driver_find (GTK_WIDGET (window->comparison->source_pane),
                                   CYAN_TYPE_MARKED_VIEW, text))
              != NULL);
  return GTK_TEXT_VIEW (view);
}

static CyanSourceSide *
side_of (GtkTextView *view)
{
  return CYAN_SOURCE_SIDE (gtk_widget_get_ancestor (GTK_WIDGET (view), CYAN_TYPE_SOURCE_SIDE));
}

static gboolean
is_in_view (GtkTextView *view, const GtkTextIter *line)
{
  GdkRectangle shown;
  int y, height;

  gtk_text_view_get_visible_rect (view, &shown);
  gtk_text_view_get_line_yrange (view, line, &y, &height);
  return y >= shown.y && y + height <= shown.y + shown.height;
}

/* A pixel at the right end of the line that begins with @text, where no letters are. */
static guint32
line_pixel (CyanWindow *window, GtkTextView *view, const char *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter iter;
  int y, height, x;

  gtk_text_buffer_get_start_iter (buffer, &iter);
  g_assert_true (gtk_text_iter_forward_search (&iter, text, 0, &iter, NULL, NULL));
  gtk_text_buffer_place_cursor (buffer, &iter);
  gtk_text_view_scroll_mark_onscreen (view, gtk_text_buffer_get_insert (buffer));
  wait_until (is_in_view (view, &iter));
  driver_wait_drawn (window);
  gtk_text_view_get_line_yrange (view, &iter, &y, &height);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, 0, y + height / 2, &x, &y);
  return driver_pixel (GTK_WIDGET (view), gtk_widget_get_width (GTK_WIDGET (view)) - 6, y);
}

TEST ("/window/opening/sources")
{
  CyanWindow *window = driver_boxes ();
  GtkTextView *before = view_with (window, "unsigned slot = hash_word (word) % N_SLOTS;");
  GtkTextView *after = view_with (window, "for (int i = index->n_entries - 1; i >= 0; i--)");
  g_autofree char *words_before = driver_words (GTK_WIDGET (before));
  g_autofree char *words_after = driver_words (GTK_WIDGET (after));
  double x, y;

  g_assert_true (before != after);
  g_assert_null (strstr (words_before, "for (int i = index->n_entries - 1"));
  g_assert_null (strstr (words_after, "% N_SLOTS"));
  /* Before is on the left. */
  g_assert_true (
      gtk_widget_translate_coordinates (GTK_WIDGET (after), GTK_WIDGET (before), 0, 0, &x, &y));
  g_assert_cmpfloat (x, >, 0);
  /* Until then a new text is still scrolling to its position. */
  wait_until (!cyan_source_side_is_moving (side_of (before))
              && !cyan_source_side_is_moving (side_of (after)));
  /* Changed lines are marked, unchanged ones are not. */
  g_assert_cmphex (line_pixel (window, before, "unsigned slot"), !=,
                   line_pixel (window, before, "return add_entry"));
  g_assert_cmphex (line_pixel (window, after, "for (int i ="), !=,
                   line_pixel (window, after, "return add_entry"));
  g_assert_cmphex (line_pixel (window, after, "return add_entry"), ==,
                   line_pixel (window, before, "return add_entry"));
  driver_close (window);
}

/* Clicking on another box changes both panes. */
WINDOW_TEST ("/window/opening/selection", driver_boxes ())
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  driver_click_node (window, driver_node (window, "sort_index"), 1);
  g_assert_cmpstr (driver_selected (window), ==, "sort_index");
  wait_until (driver_shows (details, "sort_index"));
  wait_until (driver_shows (details, "1.84 ms"));
  g_assert_true (driver_shows (details, "faster"));
  g_assert_false (driver_shows (details, "6.45 ms"));
  view_with (window, "sort_index (Session *session)");
  g_assert_null (driver_find (GTK_WIDGET (window->comparison->source_pane), CYAN_TYPE_MARKED_VIEW,
                              "find_entry"));

  /* A function that is only in one version. */
  driver_click_node (window, driver_node (window, "run_phase"), 1);
  g_assert_cmpstr (driver_selected (window), ==, "run_phase");
  wait_until (driver_shows (details, "10.2 ms"));
  wait_until (driver_find (GTK_WIDGET (window->comparison->source_pane), CYAN_TYPE_MARKED_VIEW,
                           "sort_index (Session")
              == NULL);
  view_with (window, "run_phase");
}

/* Clicking on a row of where to start selects its box. */
WINDOW_TEST ("/window/opening/start-list", driver_boxes ())
{
  GtkWidget *row;

  wait_until ((row = driver_find (GTK_WIDGET (window->comparison->start_list),
                                  GTK_TYPE_LIST_BOX_ROW, "print_report"))
              != NULL);
  driver_press_inside (row);
  wait_until (g_str_equal (driver_selected (window), "print_report"));
  g_assert_true (driver_is_shown (window, "print_report"));
}

/* The tooltip of the selected box. */
TEST ("/window/opening/tooltip")
{
  static const char *const texts[] = { "find_entry", "19.2 %", "60.6 %",   "1.18 ms", "6.45 ms",
                                       "4837",       "5508",   "+671",     "share",   "total",
                                       "self",       "calls",  "per call", "change",  NULL };
  CyanWindow *window = driver_boxes ();
  double x, y;
  GtkWidget *tooltip;

  driver_middle_of (window, driver_node (window, "find_entry"), &x, &y);
  tooltip = driver_hover (GTK_WIDGET (window->comparison->canvas), x, y);
  assert_shows_all (tooltip, texts);
  driver_close (window);
}

/* Small profiles can be loaded before the window has a size. */
WINDOW_TEST ("/window/opening/loaded-first",
             cyan_window_new (GTK_APPLICATION (g_application_get_default ())))
{
  g_autofree char *before = driver_write ("first-1.folded", "main;a 100\nmain;b 300\n", -1);
  g_autofree char *after = driver_write ("first-2.folded", "main;a 300\nmain;b 100\n", -1);

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  gtk_window_present (GTK_WINDOW (window));
  driver_wait_drawn (window);
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas),
                                       driver_node (window, "a"), &(graphene_rect_t){ 0 }));
}
