/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters: their chips, and what the views, the search and the panel show then. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "tests.h"

#include "cyan-table-private.h"

/* new and old are on one side only; grow costs more, same does not; find is called in three
 * places. */
static CyanWindow *
open_pair (void)
{
  g_autofree char *before = driver_write ("filter-a.folded",
                                          "main;a;same 40000\nmain;b;grow 10000\nmain;b;old 20000\n"
                                          "main;a;find 1000\nmain;b;find 1000\nmain;c;find 1000\n"
                                          "main;c;rest 27000\n",
                                          -1);
  g_autofree char *after = driver_write ("filter-b.folded",
                                         "main;a;same 40000\nmain;b;grow 30000\nmain;b;new 20000\n"
                                         "main;a;find 1000\nmain;b;find 3000\nmain;c;find 1000\n"
                                         "main;c;rest 5000\n",
                                         -1);
  CyanWindow *window = driver_window ();

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  cyan_session_show_descendants (window->comparison->session, driver_node (window, "main"));
  driver_wait_drawn (window);
  return window;
}

static GtkWidget *
bar_of (CyanWindow *window)
{
  return GTK_WIDGET (window->comparison->filter_bar);
}

/* Checks or unchecks a filter with the pointer. */
static void
press_filter (CyanWindow *window, const char *label)
{
  GtkWidget *popover = GTK_WIDGET (window->comparison->filter_popover);
  GtkWidget *found;

  if (!gtk_widget_get_visible (popover))
    driver_send_key ("ctrl+shift+f");
  wait_until (gtk_widget_get_mapped (popover));
  wait_until ((found = driver_find (popover, GTK_TYPE_LABEL, label)) != NULL);
  driver_wait_drawn (window);
  driver_press (found);
}

static void
close_popover (CyanWindow *window)
{
  driver_send_key ("Escape");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (window->comparison->filter_popover)));
  driver_wait_drawn (window);
}

static void
filter (CyanWindow *window, const char *label)
{
  press_filter (window, label);
  wait_until (gtk_widget_get_mapped (bar_of (window)));
  close_popover (window);
}

static void
assert_shown (CyanWindow *window, const char *expected)
{
  g_autofree char *shown = driver_shown (window);

  g_assert_cmpstr (shown, ==, expected);
}

static GtkWidget *
chip_of (CyanWindow *window, const char *text)
{
  GtkWidget *label = driver_find (bar_of (window), GTK_TYPE_LABEL, text);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON) : NULL;
}

static gboolean
focus_is_in (CyanWindow *window, GtkWidget *chip)
{
  return chip != NULL && gtk_window_get_focus (GTK_WINDOW (window)) == chip;
}

/* A chip says what it hides, several leave what all of them do, and a click removes one. */
WINDOW_TEST ("/window/filter/chips", open_pair ())
{
  g_autofree char *all = driver_shown (window);

  g_assert_false (gtk_widget_get_mapped (bar_of (window)));
  filter (window, "Added or removed");
  assert_shown (window, "main b new old");
  g_assert_true (driver_shows (bar_of (window), "Added or removed only: hides 8 contexts"));
  g_assert_true (driver_shows (bar_of (window), "2 of 12 contexts match"));

  press_filter (window, "Changed by themselves");
  wait_until (chip_of (window, "Changed by themselves only: hides 4 contexts") != NULL);
  close_popover (window);
  assert_shown (window, "main b new old");
  driver_press (chip_of (window, "Added or removed only"));
  wait_until (chip_of (window, "Added or removed only") == NULL);
  assert_shown (window, "main b grow new old find c rest");
  driver_press (chip_of (window, "Changed by themselves only"));
  wait_until (!gtk_widget_get_mapped (bar_of (window)));
  assert_shown (window, all);
}

/* The keyboard does all of that, and the way back undoes it. */
WINDOW_TEST ("/window/filter/keys", open_pair ())
{
  g_autofree char *all = driver_shown (window);

  driver_send_key ("ctrl+shift+f");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->filter_popover)));
  driver_wait_drawn (window);
  driver_send_key ("Down");
  driver_send_key ("space");
  wait_until (driver_shows (bar_of (window), "Changed by themselves only"));
  close_popover (window);
  assert_shown (window, "main b grow new old find c rest");
  driver_key (window, "alt+Left");
  wait_until (!gtk_widget_get_mapped (bar_of (window)));
  assert_shown (window, all);
  driver_key (window, "alt+Right");
  wait_until (gtk_widget_get_mapped (bar_of (window)));
  assert_shown (window, "main b grow new old find c rest");
  driver_key (window, "ctrl+shift+d");
  wait_until (!gtk_widget_get_mapped (bar_of (window)));
  assert_shown (window, all);

  /* Tab leads to the chips one by one. */
  filter (window, "Changed by themselves");
  filter (window, "Added or removed");
  driver_wait_drawn (window);
  g_assert_true (gtk_widget_child_focus (bar_of (window), GTK_DIR_TAB_FORWARD));
  g_assert_true (focus_is_in (window, chip_of (window, "Added or removed only")));
  driver_key (window, "Tab");
  wait_until (focus_is_in (window, chip_of (window, "Changed by themselves only")));
  driver_key (window, "Return");
  wait_until (chip_of (window, "Changed by themselves only") == NULL);
  wait_until (focus_is_in (window, chip_of (window, "Added or removed only")));
  driver_key (window, "Return");
  wait_until (!gtk_widget_get_mapped (bar_of (window)));
  assert_shown (window, all);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window))
                 == GTK_WIDGET (window->comparison->canvas));
}

/* What was modified is known by the sources. */
WINDOW_TEST ("/window/filter/modified", driver_boxes ())
{
  filter (window, "Modified");
  wait_until (driver_is_shown (window, "index_word"));
  g_assert_true (driver_shows (bar_of (window), "Modified only: hides"));
  for (CyanNode i = 1; i < cyan_session_comparison (window->comparison->session)->compared.n_nodes;
       i++)
    if (cyan_comparison_model_change (cyan_session_model (window->comparison->session), i)
        == CYAN_CHANGE_MODIFIED)
      g_assert_true (
          cyan_filtered_matches (cyan_session_filtered (window->comparison->session), i));
}

/* Where nothing is left, the view says so and shows a way out. */
WINDOW_TEST ("/window/filter/nothing", open_pair ())
{
  cyan_session_hide_children (window->comparison->session, driver_node (window, "main"));
  driver_send_key ("ctrl+shift+f");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->filter_popover)));
  press_filter (window, "Added or removed");
  wait_until (gtk_widget_get_mapped (bar_of (window)));
  driver_press (
      driver_find (GTK_WIDGET (window->comparison->filter_popover), GTK_TYPE_SPIN_BUTTON, NULL));
  driver_send_key ("ctrl+a");
  driver_send_key ("9");
  driver_send_key ("0");
  driver_send_key ("Return");
  wait_until (driver_shows (bar_of (window), "At least 90.0 % of the run"));
  wait_until (gtk_widget_get_mapped (window->comparison->nothing_page));
  close_popover (window);
  g_assert_true (driver_shows (window->comparison->nothing_page, "Nothing Matches the Filters"));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  driver_press (driver_find (window->comparison->nothing_page, GTK_TYPE_BUTTON, NULL));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  g_assert_false (gtk_widget_get_mapped (window->comparison->nothing_page));
}

/* What one goes to is shown, and the row above says why. */
WINDOW_TEST ("/window/filter/exception", open_pair ())
{
  GtkWidget *start_list = GTK_WIDGET (window->comparison->start_list);
  GtkWidget *row;

  filter (window, "Added or removed");
  g_assert_false (driver_is_shown (window, "grow"));
  wait_until ((row = driver_find (start_list, GTK_TYPE_LABEL, "grow")) != NULL);
  driver_press (row);
  wait_until (g_str_equal (driver_selected (window), "grow"));
  assert_shown (window, "main b grow new old");
  g_assert_true (driver_shows (bar_of (window), "although it does not match"));
  driver_key (window, "alt+Left");
  assert_shown (window, "main b new old");
  g_assert_false (driver_shows (bar_of (window), "although it does not match"));
}

static guint
position_of (CyanWindow *window, const char *name)
{
  const CyanTableValues *values = cyan_table_model_values (window->comparison->table->model);
  const CyanOutline *outline = cyan_table_model_outline (window->comparison->table->model);

  for (guint i = 0; values != NULL && i < cyan_outline_n_rows (outline); i++)
    if (strcmp (cyan_comparison_name (
                    values->comparison,
                    cyan_table_values_node (values, cyan_outline_row (outline, i)->item)),
                name)
        == 0)
      return i;
  return CYAN_OUTLINE_NONE;
}

static gboolean
has_row (CyanWindow *window, const char *name)
{
  return position_of (window, name) != CYAN_OUTLINE_NONE;
}

/* The table has the same rows as the picture boxes, and functions of which a context matches. */
WINDOW_TEST ("/window/filter/table", open_pair ())
{
  driver_key (window, "alt+3");
  wait_until (has_row (window, "same") || has_row (window, "main"));
  filter (window, "Added or removed");
  wait_until (has_row (window, "new") && has_row (window, "old"));
  g_assert_true (has_row (window, "b"));
  g_assert_false (has_row (window, "a"));
  g_assert_false (has_row (window, "grow"));
  gtk_widget_activate_action (GTK_WIDGET (window->comparison->table), "table.mode", "s",
                              "functions");
  wait_until (!has_row (window, "main"));
  g_assert_true (has_row (window, "new"));
  g_assert_false (has_row (window, "find"));
  driver_key (window, "ctrl+shift+d");
  wait_until (has_row (window, "find"));
}

/* Callers lead to what matches further up. */
WINDOW_TEST ("/window/filter/callers", open_pair ())
{
  cyan_session_select (window->comparison->session, driver_node (window, "find"));
  driver_key (window, "ctrl+j");
  wait_until (has_row (window, "a") && has_row (window, "c"));
  filter (window, "Changed by themselves");
  /* The own time of none of them changed but that of find below b. */
  wait_until (!has_row (window, "c"));
  g_assert_true (has_row (window, "find"));
}

/* The icicle leaves gaps of the same width. */
WINDOW_TEST ("/window/filter/icicle", open_pair ())
{
  graphene_rect_t before, after, hidden;

  driver_key (window, "alt+2");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->icicle)));
  driver_wait_drawn (window);
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->icicle),
                                       driver_node (window, "b"), &before));
  filter (window, "Added or removed");
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->icicle),
                                       driver_node (window, "b"), &after));
  g_assert_cmpfloat (before.origin.x, ==, after.origin.x);
  g_assert_cmpfloat (before.size.width, ==, after.size.width);
  g_assert_false (cyan_picture_get_box (CYAN_PICTURE (window->comparison->icicle),
                                        driver_node (window, "same"), &hidden));
}

/* The search looks at what is left, and tells what is hidden. */
WINDOW_TEST ("/window/filter/search", open_pair ())
{
  GtkWidget *list = GTK_WIDGET (window->comparison->found_list);

  filter (window, "Changed by themselves");
  driver_key (window, "ctrl+f");
  driver_type (window, "find");
  wait_until (driver_shows (list, "1 function, 1 context"));
  wait_until (driver_shows (driver_child (window->comparison, "search_bar"),
                            "hides 2 contexts with that name"));
  driver_key (window, "ctrl+shift+d");
  wait_until (driver_shows (list, "1 function, 3 contexts"));
  g_assert_false (driver_shows (driver_child (window->comparison, "search_bar"), "with that name"));
}

/* Modules and files are offered, the largest change first. */
TEST ("/window/filter/places")
{
  g_autofree char *before = driver_source_file ("tests/data/cmark-a.callgrind.out.zst");
  g_autofree char *after = driver_source_file ("tests/data/cmark-b.callgrind.out.zst");
  CyanWindow *window = driver_window ();
  GtkWidget *popover = GTK_WIDGET (window->comparison->filter_popover);
  GtkWidget *list, *file;

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  driver_send_key ("ctrl+shift+f");
  wait_until (gtk_widget_get_mapped (popover));
  wait_until ((list = driver_find (popover, GTK_TYPE_DROP_DOWN, NULL)) != NULL
              && gtk_widget_is_sensitive (list));
  driver_wait_drawn (window);
  driver_press (list);
  wait_until ((file = driver_find (popover, GTK_TYPE_LABEL, ".c")) != NULL);
  driver_wait_drawn (window);
  driver_press (file);
  wait_until (driver_shows (bar_of (window), ".c only: hides"));
  close_popover (window);
  driver_close (window);
}

/* ---- the sum over all contexts ---- */

WINDOW_TEST ("/window/filter/sum", open_pair ())
{
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  driver_click_node (window, driver_node (window, "find"), 1);
  wait_until (driver_shows (details, "In 3 contexts: +2.0 pp in all (own +2.0 pp)"));
  driver_wait_drawn (window);
  driver_press (driver_find (details, GTK_TYPE_LABEL, "Callers"));
  wait_until (has_row (window, "a") && has_row (window, "b") && has_row (window, "c"));
  g_assert_true (driver_shows (GTK_WIDGET (window->comparison->table), "Callers of find"));
  driver_key (window, "alt+1");
  driver_click_node (window, driver_node (window, "same"), 1);
  wait_until (!driver_shows (details, "contexts:"));
}
