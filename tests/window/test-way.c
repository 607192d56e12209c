/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The breadcrumb, focus and back. */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>

static gboolean
is_focused_on (CyanWindow *window, const char *name)
{
  return cyan_layout_top (cyan_session_layout (window->comparison->session))
         == driver_node (window, name);
}

/* A click on a caller selects it, and the row ends there. */
WINDOW_TEST ("/window/way/crumbs", driver_boxes ())
{
  GtkWidget *breadcrumb = GTK_WIDGET (window->comparison->breadcrumb);

  g_assert_true (driver_shows (breadcrumb, "main"));
  g_assert_true (driver_shows (breadcrumb, "index_log"));
  g_assert_true (driver_shows (breadcrumb, "find_entry"));
  driver_press (driver_find (breadcrumb, GTK_TYPE_LABEL, "index_log"));
  wait_until (g_str_equal (driver_selected (window), "index_log"));
  wait_until (!driver_shows (breadcrumb, "find_entry"));
  /* The keys of the picture go on. */
  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  wait_until (driver_shows (breadcrumb, "index_line"));

  /* With keys alone. */
  gtk_widget_child_focus (breadcrumb, GTK_DIR_TAB_FORWARD);
  driver_key (window, "Tab");
  driver_key (window, "Return");
  wait_until (g_str_equal (driver_selected (window), "run_phase"));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), breadcrumb));
}

/* Of a long way the middle is in a menu, in any window. */
TEST ("/window/way/long-way")
{
  g_autoptr (GString) stack = g_string_new ("start");
  g_autofree char *before_text = NULL, *after_text = NULL, *before = NULL, *after = NULL;
  GtkWidget *breadcrumb, *row = NULL;
  CyanWindow *window;

  for (int i = 0; i < 60; i++)
    g_string_append_printf (stack, ";caller_number_%d", i);
  before_text = g_strdup_printf ("%s;culprit 1000\nstart 5000\n", stack->str);
  after_text = g_strdup_printf ("%s;culprit 9000\nstart 5000\n", stack->str);
  before = driver_write ("way-before.folded", before_text, -1);
  after = driver_write ("way-after.folded", after_text, -1);
  window = driver_runs ((char *[]){ before, NULL }, (char *[]){ after, NULL });
  breadcrumb = GTK_WIDGET (window->comparison->breadcrumb);
  g_assert_true (driver_shows (breadcrumb, "start"));
  g_assert_true (driver_shows (breadcrumb, "culprit"));
  g_assert_true (driver_shows (breadcrumb, "caller_number_59"));
  g_assert_false (driver_shows (breadcrumb, "caller_number_30"));

  driver_press (driver_find (breadcrumb, GTK_TYPE_MENU_BUTTON, NULL));
  wait_until ((row = driver_find (breadcrumb, GTK_TYPE_LABEL, "caller_number_3")) != NULL);
  driver_wait_drawn (window);
  driver_press (row);
  wait_until (g_str_equal (driver_selected (window), "caller_number_3"));
  wait_until (!driver_shows (breadcrumb, "culprit"));
  driver_close (window);
}

/* The row says on what the picture is focused, and ends that. */
WINDOW_TEST ("/window/way/focus", driver_boxes ())
{
  GtkWidget *breadcrumb = GTK_WIDGET (window->comparison->breadcrumb), *button;
  g_autofree char *at_start = driver_shown (window), *again = NULL;

  g_assert_false (driver_shows (breadcrumb, "Focused on"));
  driver_click_node (window, driver_node (window, "index_log"), 1);
  driver_key (window, "s");
  wait_until (is_focused_on (window, "index_log"));
  wait_until (driver_shows (breadcrumb, "Focused on index_log"));
  g_assert_false (driver_is_shown (window, "sort_index"));
  driver_wait_drawn (window);
  button = driver_find (breadcrumb, GTK_TYPE_LABEL, "Show All");
  g_assert_nonnull (button);
  driver_press (button);
  wait_until (is_focused_on (window, "main"));
  wait_until (!driver_shows (breadcrumb, "Focused on"));
  again = driver_shown (window);
  g_assert_cmpstr (again, ==, at_start);
  g_assert_cmpstr (driver_selected (window), ==, "index_log");

  /* Back is the focus again; a key ends it, too. */
  driver_key (window, "alt+Left");
  wait_until (is_focused_on (window, "index_log"));
  wait_until (driver_shows (breadcrumb, "Focused on index_log"));
  driver_key (window, "ctrl+d");
  wait_until (is_focused_on (window, "main"));
}

/* From right to left, the first caller is on the right. */
WINDOW_TEST ("/window/way/mirrored", driver_boxes ())
{
  GtkWidget *breadcrumb = GTK_WIDGET (window->comparison->breadcrumb);
  graphene_rect_t first, last;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  driver_wait_drawn (window);
  wait_until (gtk_widget_compute_bounds (driver_find (breadcrumb, GTK_TYPE_LABEL, "main"),
                                         breadcrumb, &first)
              && gtk_widget_compute_bounds (driver_find (breadcrumb, GTK_TYPE_LABEL, "find_entry"),
                                            breadcrumb, &last)
              && first.origin.x > last.origin.x);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  driver_wait_drawn (window);
}

/* Alt+Left undoes the last thing that was done, whatever did it. */
WINDOW_TEST ("/window/way/undo", driver_boxes ())
{
  CyanSession *session = window->comparison->session;
  CyanNode start = cyan_session_selected (session), other = driver_node (window, "next_word");
  g_autoptr (CyanFilter) filter = cyan_filter_new ();

  g_assert_false (cyan_session_can_go_back (session));
  driver_click_node (window, other, 1);
  driver_key (window, "ctrl+j");
  g_assert_cmpstr (driver_view (window), ==, "table");
  driver_key (window, "alt+2");
  driver_key (window, "alt+6");
  wait_until (cyan_session_basis (session) == CYAN_BASIS_SHARE);
  cyan_filter_set (filter, CYAN_CRITERION_MODIFIED, TRUE);
  cyan_session_set_filter (session, filter);

  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_filter (session)->criteria, ==, 0);
  driver_key (window, "alt+Left");
  g_assert_cmpint (cyan_session_basis (session), ==, CYAN_BASIS_ABSOLUTE);
  g_assert_cmpstr (driver_view (window), ==, "icicle");
  driver_key (window, "alt+Left");
  g_assert_cmpstr (driver_view (window), ==, "table");
  driver_key (window, "alt+Left");
  g_assert_cmpstr (driver_view (window), ==, "blueprint");
  g_assert_cmpuint (cyan_session_selected (session), ==, other);
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_selected (session), ==, start);
  g_assert_false (cyan_session_can_go_back (session));
  /* And forward again. */
  driver_key (window, "alt+Right");
  g_assert_cmpuint (cyan_session_selected (session), ==, other);
  driver_key (window, "alt+Right");
  g_assert_cmpstr (driver_view (window), ==, "table");
}

/* An arrow key that is held is one step. */
WINDOW_TEST ("/window/way/held-key", driver_boxes ())
{
  CyanSession *session = window->comparison->session;
  CyanNode start = cyan_session_selected (session);

  for (CyanNode node = start; node > 1; node--)
    cyan_session_select (session, node - 1);
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_selected (session), ==, start);
}
