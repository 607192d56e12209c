/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search: its list, its keys and its marks in the picture. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "tests.h"

static GtkWidget *
list_of (CyanWindow *window)
{
  return GTK_WIDGET (window->comparison->found_list);
}

static void
find (CyanWindow *window, const char *text)
{
  driver_key (window, "ctrl+f");
  driver_key (window, "ctrl+a");
  driver_type (window, text);
}

/* The row of the function that is @n-th in the list; NULL if there is none. */
static GtkWidget *
row_at (CyanWindow *window, guint n)
{
  GtkWidget *row = driver_find (list_of (window), GTK_TYPE_LIST_BOX_ROW, NULL);

  for (; row != NULL && n > 0; n--)
    row = gtk_widget_get_next_sibling (row);
  return row;
}

static gboolean
row_shows (CyanWindow *window, guint n, const char *text)
{
  GtkWidget *row = row_at (window, n);

  return row != NULL && driver_shows (row, text);
}

static gboolean
row_is_selected (CyanWindow *window, guint n)
{
  return gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (row_at (window, n)));
}

/* Three calls of find, of which that below b changed most, and one of sort. */
static CyanWindow *
open_contexts (void)
{
  g_autofree char *before = driver_write ("finding-a.folded",
                                          "main;a;find 100\nmain;b;find 100\n"
                                          "main;c;find 100\nmain;sort_it 100\nmain;rest 600\n",
                                          -1);
  g_autofree char *after = driver_write ("finding-b.folded",
                                         "main;a;find 150\nmain;b;find 300\n"
                                         "main;c;find 120\nmain;sort_it 180\nmain;rest 250\n",
                                         -1);
  CyanWindow *window = driver_window ();

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  return window;
}

/* The caller of the selected node. */
static const char *
selected_caller (CyanWindow *window)
{
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  CyanNode node = cyan_session_selected (window->comparison->session);

  return cyan_comparison_name (comparison, comparison->compared.tree->parent[node]);
}

/* Whether a line in the colour of what was found is above the box of @name. */
static gboolean
is_marked (CyanWindow *window, const char *name)
{
  CyanTheme theme = { .dark = FALSE };
  CyanColor match = cyan_theme_match (&theme);
  graphene_rect_t box;

  driver_wait_drawn (window);
  if (!cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas), driver_node (window, name),
                             &box))
    return FALSE;
  for (int dy = 1; dy < 14; dy++)
    {
      guint32 pixel = driver_pixel (GTK_WIDGET (window->comparison->canvas),
                                    box.origin.x + box.size.width / 4, box.origin.y - (float) dy);

      if (abs ((int) (pixel >> 16) - (int) (match.red * 255)) < 40
          && abs ((int) (pixel >> 8 & 255) - (int) (match.green * 255)) < 40
          && abs ((int) (pixel & 255) - (int) (match.blue * 255)) < 40)
        return TRUE;
    }
  return FALSE;
}

/* The largest change comes first, whatever its sign; arrows go from one to the next. */
WINDOW_TEST ("/window/finding/list", driver_boxes ())
{
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_SHARE);
  g_assert_false (gtk_widget_get_mapped (list_of (window)));
  find (window, "index_");
  wait_until (driver_shows (list_of (window), "3 functions, 3 contexts"));
  wait_until (row_at (window, 2) != NULL);
  g_assert_true (row_shows (window, 0, "index_word"));
  g_assert_true (row_shows (window, 0, "+35.3"));
  g_assert_true (row_shows (window, 0, "modified"));
  g_assert_true (row_shows (window, 1, "index_line"));
  g_assert_true (row_shows (window, 2, "index_log"));
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  g_assert_true (row_is_selected (window, 0));

  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  g_assert_true (row_is_selected (window, 1));
  driver_key (window, "Down");
  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "index_log");
  driver_key (window, "Up");
  g_assert_cmpstr (driver_selected (window), ==, "index_line");

  /* What is selected stays so while one goes on typing. */
  driver_type (window, "li");
  wait_until (driver_shows (list_of (window), "1 function, 1 context"));
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  find (window, "fE");
  wait_until (row_shows (window, 0, "find_entry"));
  wait_until (g_str_equal (driver_selected (window), "find_entry"));
}

WINDOW_TEST ("/window/finding/marks", driver_boxes ())
{
  g_assert_false (is_marked (window, "index_line"));
  find (window, "index_");
  wait_until (is_marked (window, "index_line"));
  g_assert_true (is_marked (window, "index_word"));
  g_assert_true (is_marked (window, "index_log"));
  g_assert_false (is_marked (window, "find_entry"));
  driver_key (window, "Escape");
  wait_until (!gtk_widget_get_mapped (list_of (window)));
  g_assert_false (is_marked (window, "index_line"));
  g_assert_false (is_marked (window, "index_word"));
}

/* Return goes through the contexts of a function, then through those of the next. */
WINDOW_TEST ("/window/finding/contexts", open_contexts ())
{
  find (window, "i");
  wait_until (driver_shows (list_of (window), "3 functions, 5 contexts"));
  wait_until (row_shows (window, 0, "+27.0"));
  g_assert_true (row_shows (window, 0, "in 3 contexts"));
  wait_until (g_str_equal (driver_selected (window), "find"));
  g_assert_cmpstr (selected_caller (window), ==, "b");
  driver_key (window, "Return");
  g_assert_cmpstr (selected_caller (window), ==, "a");
  driver_key (window, "Return");
  g_assert_cmpstr (selected_caller (window), ==, "c");
  g_assert_true (row_is_selected (window, 0));
  driver_key (window, "Return");
  g_assert_cmpstr (driver_selected (window), ==, "sort_it");
  g_assert_true (row_is_selected (window, 1));
  driver_key (window, "shift+Return");
  g_assert_cmpstr (selected_caller (window), ==, "c");
  driver_key (window, "Up");
  g_assert_cmpstr (selected_caller (window), ==, "b");
}

/* A click selects the largest context, another one the next; typing goes on. */
WINDOW_TEST ("/window/finding/clicks", open_contexts ())
{
  find (window, "i");
  wait_until (row_at (window, 2) != NULL);
  driver_wait_drawn (window);
  driver_press (row_at (window, 1));
  wait_until (g_str_equal (driver_selected (window), "sort_it"));
  driver_press (row_at (window, 0));
  wait_until (g_str_equal (driver_selected (window), "find"));
  g_assert_cmpstr (selected_caller (window), ==, "b");
  driver_press (row_at (window, 0));
  wait_until (g_str_equal (selected_caller (window), "a"));
  find (window, "sort");
  wait_until (driver_shows (list_of (window), "1 function, 1 context"));
  wait_until (g_str_equal (driver_selected (window), "sort_it"));

  /* The keys are the same in the list. */
  find (window, "i");
  wait_until (row_at (window, 2) != NULL);
  gtk_widget_grab_focus (row_at (window, 1));
  driver_key (window, "Up");
  g_assert_cmpstr (selected_caller (window), ==, "b");
  driver_key (window, "Return");
  g_assert_cmpstr (selected_caller (window), ==, "a");
  driver_key (window, "Escape");
  wait_until (!gtk_widget_get_mapped (list_of (window)));
  g_assert_false (gtk_search_bar_get_search_mode (driver_child (window->comparison, "search_bar")));
}

WINDOW_TEST ("/window/finding/regex", driver_boxes ())
{
  GtkWidget *bar = driver_child (window->comparison, "search_bar");

  find (window, "^(find|sort)_");
  wait_until (driver_shows (bar, "No such function"));
  driver_key (window, "alt+r");
  wait_until (driver_shows (list_of (window), "2 functions, 2 contexts"));
  g_assert_false (driver_shows (bar, "No such function"));
  wait_until (row_shows (window, 0, "find_entry"));
  wait_until (row_shows (window, 1, "sort_index"));

  find (window, "find(");
  wait_until (driver_shows (bar, "missing"));
  g_assert_null (
      strchr (gtk_label_get_text (driver_child (window->comparison, "search_status")), '\n'));
  wait_until (!gtk_widget_get_mapped (list_of (window)));
  driver_key (window, "alt+r");
  wait_until (driver_shows (bar, "No such function"));
}

/* An expression that would never end. */
TEST ("/window/finding/endless-regex")
{
  const char *profile = "main;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! 100\n";
  g_autofree char *path = driver_write ("endless.folded", profile, -1);
  CyanWindow *window = driver_window ();

  driver_start (window, path, path);
  wait_until (window->comparison->session != NULL);
  driver_key (window, "ctrl+f");
  driver_key (window, "alt+r");
  find (window, "(a|aa)+$");
  wait_until (
      driver_shows (driver_child (window->comparison, "search_bar"), "takes too long on a name"));
  find (window, "^ma");
  wait_until (driver_shows (list_of (window), "1 function, 1 context"));
  driver_close (window);
}

/* The list follows the basis; the selected node stays. */
WINDOW_TEST ("/window/finding/basis", driver_boxes ())
{
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_SHARE);
  find (window, "index_");
  wait_until (row_shows (window, 2, "index_log"));
  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
  cyan_session_set_basis (window->comparison->session, CYAN_BASIS_ABSOLUTE);
  wait_until (row_shows (window, 0, "+94.3"));
  wait_until (row_shows (window, 2, "index_word"));
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
}
