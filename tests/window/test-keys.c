/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything can be done with keys alone. */
#include "driver.h"
#include "tests.h"

#include <string.h>

static void
assert_selected (CyanWindow *window, const char *key, const char *name)
{
  driver_key (window, key);
  if (strcmp (driver_selected (window), name) != 0)
    g_error ("%s selected %s and not %s", key, driver_selected (window), name);
}

/* Up and down go to callers and callees, left and right to neighbours. */
WINDOW_TEST ("/window/keys/arrows", driver_boxes ())
{
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
  assert_selected (window, "Up", "index_word");
  assert_selected (window, "Up", "index_line");
  assert_selected (window, "Up", "index_log");
  assert_selected (window, "Right", "sort_index");
  assert_selected (window, "Right", "print_report");
  assert_selected (window, "Left", "sort_index");
  assert_selected (window, "Left", "index_log");
  assert_selected (window, "Down", "index_line");
  assert_selected (window, "BackSpace", "index_log");
  assert_selected (window, "Home", "main");
  assert_selected (window, "Up", "main");
  assert_selected (window, "Down", "run_phase");
  /* The panes follow the selection. */
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "run_phase"));
}

/* Down on a closed box opens it. */
WINDOW_TEST ("/window/keys/down-opens", driver_boxes ())
{
  CyanNode node = driver_node (window, "print_report");

  cyan_session_select (window->comparison->session, node);
  driver_key (window, "x");
  g_assert_false (driver_is_shown (window, "flush_rows"));
  driver_key (window, "Down");
  g_assert_true (driver_is_shown (window, "flush_rows"));
  g_assert_cmpuint (cyan_layout_parent_of (cyan_session_layout (window->comparison->session),
                                           cyan_session_selected (window->comparison->session)),
                    ==, node);
}

static void
assert_shown (CyanWindow *window, const char *key, const char *names)
{
  g_autofree char *shown = NULL;

  driver_key (window, key);
  shown = driver_shown (window);
  g_assert_cmpstr (shown, ==, names);
}

WINDOW_TEST ("/window/keys/show-and-hide", driver_boxes ())
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  g_autofree char *at_start = driver_shown (window);

  driver_key (window, "Home");
  assert_shown (window, "Return", "main");
  assert_shown (window, "Return", "main load_log run_phase close_session");
  assert_shown (window, "x", "main");
  assert_shown (window, "c", "main load_log run_phase close_session");
  driver_key (window, "a");
  g_assert_cmpuint (cyan_layout_n_shown (cyan_session_layout (window->comparison->session)), ==,
                    comparison->compared.n_nodes - 1);
  assert_shown (window, "x", "main");
  assert_shown (window, "h", at_start);
  /* Goes back one step, then all the way. */
  assert_shown (window, "alt+Left", "main");
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_layout_n_shown (cyan_session_layout (window->comparison->session)), ==,
                    comparison->compared.n_nodes - 1);
  assert_shown (window, "alt+Home", at_start);
  assert_shown (window, "space", "main");
}

WINDOW_TEST ("/window/keys/focus", driver_boxes ())
{
  CyanLayout *layout = cyan_session_layout (window->comparison->session);

  driver_key (window, "Up");
  driver_key (window, "s");
  g_assert_cmpuint (cyan_layout_top (layout), ==, driver_node (window, "index_word"));
  driver_key (window, "ctrl+z");
  g_assert_cmpuint (cyan_layout_top (layout), ==, driver_node (window, "main"));
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
}

WINDOW_TEST ("/window/keys/zoom", driver_boxes ())
{
  CyanCanvas *canvas = window->comparison->canvas;
  double fit = cyan_canvas_get_zoom (canvas);

  driver_key (window, "ctrl+plus");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (canvas), fit * 1.2, 1e-9);
  driver_key (window, "plus");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (canvas), fit * 1.44, 1e-9);
  driver_key (window, "ctrl+minus");
  driver_key (window, "minus");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (canvas), fit, 1e-9);
  driver_key (window, "ctrl+1");
  g_assert_cmpfloat (cyan_canvas_get_zoom (canvas), ==, 1);
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->canvas_bar), "100 %"));
  driver_key (window, "ctrl+0");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (canvas), fit, 1e-9);
  driver_key (window, "1");
  driver_key (window, "f");
  g_assert_cmpfloat_with_epsilon (cyan_canvas_get_zoom (canvas), fit, 1e-9);
  /* Zoom has a limit in both directions. */
  for (int i = 0; i < 30; i++)
    cyan_canvas_set_zoom (canvas, cyan_canvas_get_zoom (canvas) * 2);
  g_assert_cmpfloat (cyan_canvas_get_zoom (canvas), ==, CYAN_CANVAS_ZOOM_MAX);
  driver_wait_drawn (window);
  for (int i = 0; i < 30; i++)
    cyan_canvas_set_zoom (canvas, cyan_canvas_get_zoom (canvas) / 2);
  g_assert_cmpfloat (cyan_canvas_get_zoom (canvas), ==, CYAN_CANVAS_ZOOM_MIN);
  driver_wait_drawn (window);
}

WINDOW_TEST ("/window/keys/find", driver_boxes ())
{
  const char *name;

  driver_key (window, "ctrl+f");
  g_assert_true (gtk_search_bar_get_search_mode (driver_child (window->comparison, "search_bar")));
  driver_type (window, "SORT_IN");
  wait_until (g_str_equal (driver_selected (window), "sort_index"));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "sort_index"));
  /* Searching again from there finds no other. */
  driver_key (window, "Return");
  g_assert_cmpstr (driver_selected (window), ==, "sort_index");

  /* A hidden node is revealed. */
  driver_key (window, "ctrl+a");
  driver_type (window, "add_entr");
  wait_until (g_str_equal (driver_selected (window), "add_entry"));
  g_assert_true (driver_is_shown (window, "add_entry"));

  driver_key (window, "ctrl+a");
  driver_type (window, "nowhere");
  wait_until (driver_shows (driver_child (window->comparison, "search_bar"), "No such function"));
  g_assert_cmpstr (driver_selected (window), ==, "add_entry");

  /* The next match and back. */
  driver_key (window, "ctrl+a");
  driver_type (window, "index_");
  wait_until (strstr (driver_selected (window), "index_") != NULL);
  wait_until (!driver_shows (driver_child (window->comparison, "search_bar"), "No such function"));
  name = driver_selected (window);
  driver_key (window, "ctrl+g");
  g_assert_cmpstr (driver_selected (window), !=, name);
  g_assert_nonnull (strstr (driver_selected (window), "index_"));
  driver_key (window, "ctrl+shift+g");
  g_assert_cmpstr (driver_selected (window), ==, name);

  /* Escape closes the bar and gives the focus back to the canvas. */
  driver_key (window, "Escape");
  g_assert_false (gtk_search_bar_get_search_mode (driver_child (window->comparison, "search_bar")));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  driver_key (window, "Home");
  g_assert_cmpstr (driver_selected (window), ==, "main");
}

TEST ("/window/keys/panes")
{
  static const struct
  {
    const char *key;
    gsize widget; /* offset in CyanComparisonPage */
  } panes[] = {
    { "F9", G_STRUCT_OFFSET (CyanComparisonPage, details) },
    { "F8", G_STRUCT_OFFSET (CyanComparisonPage, source_pane) },
  };
  CyanWindow *window = driver_boxes ();
  g_autoptr (CyanSession) session = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      GtkWidget *pane = G_STRUCT_MEMBER (GtkWidget *, window->comparison, panes[i].widget);

      g_assert_true (gtk_widget_get_mapped (pane));
      driver_key (window, panes[i].key);
      wait_until (!gtk_widget_get_mapped (pane));
      driver_key (window, panes[i].key);
      wait_until (gtk_widget_get_mapped (pane));
    }

  /* Nodes that the user hid stay hidden when the files are reloaded. */
  session = g_object_ref (window->comparison->session);
  driver_key (window, "F8");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (window->comparison->source_pane)));
  driver_key (window, "F5");
  wait_until (window->comparison->session != session);
  driver_wait_drawn (window);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->source_pane)));
  driver_close (window);
}

WINDOW_TEST ("/window/keys/changes", driver_boxes ())
{
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane), "N_SLOTS"));
  driver_wait_drawn (window);
  driver_key (window, "alt+Down");
  driver_wait_drawn (window);
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane), "1 of")
              || driver_shows (GTK_WIDGET (window->comparison->source_pane), "1 change"));
}

WINDOW_TEST ("/window/keys/menu", driver_boxes ())
{
  driver_send_key ("Menu");
  wait_until (driver_menu_item (window, "Show Children") != NULL);
  driver_send_key ("Escape");
  wait_until (driver_menu_item (window, "Show Children") == NULL);
  driver_wait_drawn (window);
  driver_send_key ("shift+F10");
  wait_until (driver_menu_item (window, "Show Children") != NULL);
  /* The mnemonic of an item activates it. */
  driver_send_key ("i");
  wait_until (!driver_is_shown (window, "hash_word"));
  wait_until (driver_menu_item (window, "Show Children") == NULL);
}

TEST ("/window/keys/windows")
{
  CyanWindow *window = driver_boxes ();
  GList *windows;
  GtkWidget *overlay;

  driver_send_key ("ctrl+question");
  wait_until ((overlay = GTK_WIDGET (
                   gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window))))
                  != NULL
              && gtk_widget_get_mapped (overlay));
  driver_wait_drawn (window);
  gtk_window_close (GTK_WINDOW (overlay));
  driver_send_key ("ctrl+n");
  wait_until (g_list_length (gtk_application_get_windows (driver_application ())) >= 2);
  windows = gtk_application_get_windows (driver_application ());
  for (GList *l = windows; l != NULL; l = l->next)
    if (CYAN_IS_WINDOW (l->data) && l->data != window)
      {
        g_assert_true (cyan_window_is_empty (l->data));
        g_assert_cmpstr (driver_page (l->data), ==, "welcome");
        driver_close (l->data);
        break;
      }
  driver_close (window);
}
