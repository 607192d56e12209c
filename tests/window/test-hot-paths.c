/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Delta hot paths: the next ones, faster functions, the paper's path, and going back. */
#include "driver.h"
#include "tests.h"

#include <string.h>

static CyanNode
goal (CyanWindow *window)
{
  return cyan_session_hot_path (window->comparison->session)->goal;
}

/* A click opens the list beside the picture, and a click on a row draws that path. */
WINDOW_TEST ("/window/hot-paths/list", driver_boxes ())
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details);
  CyanNode first = goal (window);
  GtkWidget *row = NULL;

  g_assert_cmpuint (cyan_session_hot_paths (window->comparison->session)->len, >, 1);
  wait_until (driver_shows (details, "Hot path 1 of"));
  driver_wait_drawn (window);
  /* It is below the functions to read. */
  driver_press_inside (driver_find (details, GTK_TYPE_EXPANDER, "Hot path 1 of"));
  wait_until ((row = driver_find (details, GTK_TYPE_LIST_BOX_ROW, "by itself")) != NULL);
  g_assert_true (driver_shows (details, " by itself, called by index_word"));
  driver_wait_drawn (window);
  row = gtk_widget_get_next_sibling (row);
  g_assert_nonnull (row);
  driver_press_inside (row);
  wait_until (cyan_session_hot_rank (window->comparison->session) == 1);
  g_assert_cmpuint (goal (window), !=, first);
  g_assert_cmpuint (cyan_session_selected (window->comparison->session), ==, goal (window));
  g_assert_true (
      cyan_layout_is_shown (cyan_session_layout (window->comparison->session), goal (window)));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (details, "Hot path 2 of"));
}

WINDOW_TEST ("/window/hot-paths/keys", driver_boxes ())
{
  guint n = cyan_session_hot_paths (window->comparison->session)->len;
  CyanNode first = goal (window);

  driver_key (window, "n");
  g_assert_cmpuint (cyan_session_hot_rank (window->comparison->session), ==, 1);
  driver_key (window, "p");
  driver_key (window, "p");
  g_assert_cmpuint (cyan_session_hot_rank (window->comparison->session), ==, n - 1);
  driver_key (window, "n");
  g_assert_cmpuint (cyan_session_hot_rank (window->comparison->session), ==, 0);
  g_assert_cmpuint (cyan_session_selected (window->comparison->session), ==, first);
  /* Goes back through all of them. */
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_hot_rank (window->comparison->session), ==, n - 1);
  driver_key (window, "alt+Left");
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_hot_rank (window->comparison->session), ==, 1);
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_hot_rank (window->comparison->session), ==, 0);
  g_assert_cmpuint (cyan_session_selected (window->comparison->session), ==, first);
}

/* Paths to faster functions; where to start and what is selected stay what they are. */
WINDOW_TEST ("/window/hot-paths/direction", driver_boxes ())
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  driver_press_inside (driver_find (details, GTK_TYPE_TOGGLE_BUTTON, "Faster"));
  wait_until (cyan_session_direction (window->comparison->session) == CYAN_DIRECTION_FASTER);
  g_assert_true (driver_is_shown (window, "sort_index"));
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
  driver_wait_drawn (window);
  driver_key (window, "alt+Left");
  g_assert_cmpint (cyan_session_direction (window->comparison->session), ==, CYAN_DIRECTION_SLOWER);
}

/* The paper's path has no goal and depends on the basis. */
WINDOW_TEST ("/window/hot-paths/largest", driver_boxes ())
{
  const CyanHotPath *path;

  g_action_group_change_action_state (driver_actions (window), "hot-path",
                                      g_variant_new_string ("largest"));
  path = cyan_session_hot_path (window->comparison->session);
  g_assert_cmpuint (path->goal, ==, CYAN_NODE_NONE);
  for (guint i = 0; i < path->nodes->len; i++)
    g_assert_true (cyan_layout_is_shown (cyan_session_layout (window->comparison->session),
                                         g_array_index (path->nodes, CyanNode, i)));
  driver_wait_drawn (window);
  g_assert_false (driver_shows (GTK_WIDGET (window->comparison->details), "Hot path"));
}
