/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of a user from two files and a repository to the report, by clicks and keys alone. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "cyan-table-private.h"
#include "driver.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

static char *repository;
static char *commits[2];

/* Presses the key of an action. */
static void
press_key_of (CyanWindow *window, const char *action)
{
  g_auto (GStrv) keys = gtk_application_get_accels_for_action (driver_application (), action);
  g_autoptr (GString) key = g_string_new (keys[0]);

  g_assert_nonnull (keys[0]);
  g_string_replace (key, "<Control>", "ctrl+", 0);
  g_string_replace (key, "<Shift>", "shift+", 0);
  g_string_replace (key, "<Alt>", "alt+", 0);
  driver_focus (GTK_WINDOW (window));
  driver_send_key (key->str);
}

/* Opens both files and both revisions of the repository in the dialog. */
static void
open_pair (CyanWindow *window)
{
  g_autofree char *before = driver_write ("before.folded", BLOCKS_BEFORE, -1);
  g_autofree char *after = driver_write ("after.folded", BLOCKS_AFTER, -1);
  GtkWidget *dialog;

  driver_press (driver_find (GTK_WIDGET (window), GTK_TYPE_BUTTON, "Open"));
  dialog = driver_open_dialog ();
  driver_focus (GTK_WINDOW (dialog));
  driver_press_inside (driver_row (dialog, "Choose Files…"));
  driver_choose (before);
  wait_until (driver_row (dialog, "before.folded") != NULL);
  driver_focus (GTK_WINDOW (dialog));
  driver_press_inside (driver_row (dialog, "Choose Files…"));
  driver_choose (after);
  wait_until (driver_row (dialog, "after.folded") != NULL);

  /* One repository is that of both sides. */
  driver_focus (GTK_WINDOW (dialog));
  driver_press_inside (driver_row (dialog, "Before"));
  driver_choose (repository);
  wait_until (driver_row (dialog, "Revision Before") != NULL
              && driver_row (dialog, "Revision After") != NULL);
  driver_focus (GTK_WINDOW (dialog));
  driver_wait_drawn (window);
  driver_type_into (driver_row (dialog, "Revision Before"), commits[0]);
  driver_type_into (driver_row (dialog, "Revision After"), commits[1]);
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (window->comparison->session != NULL);
  driver_focus (GTK_WINDOW (window));
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  driver_wait_drawn (window);
}

/* Whether the table has a row with that name. */
static gboolean
lists (CyanWindow *window, const char *name)
{
  const CyanOutline *outline = cyan_table_model_outline (window->comparison->table->model);
  const CyanTableValues *values = cyan_table_model_values (window->comparison->table->model);

  for (guint i = 0; i < cyan_outline_n_rows (outline); i++)
    if (g_str_equal (name,
                     cyan_comparison_name (
                         cyan_session_comparison (window->comparison->session),
                         cyan_table_values_node (values, cyan_outline_row (outline, i)->item))))
      return TRUE;
  return FALSE;
}

TEST ("/window/user-path/whole")
{
  CyanWindow *window = driver_window ();
  GtkWidget *details = GTK_WIDGET (window->comparison->details),
            *pane = GTK_WIDGET (window->comparison->source_pane);
  g_autofree char *page = driver_temporary_file ("report.html");
  g_autofree char *session = driver_temporary_file ("blocks.cyanotype");
  g_autofree char *text = NULL;
  GtkWidget *dialog;

  open_pair (window);

  /* The verdict, and the change that explains it, without another click. */
  g_assert_true (driver_shows (driver_title_box (window), "95 → 195, 2.1 times as much"));
  g_assert_cmpstr (driver_selected (window), ==, "read_block");
  g_assert_true (driver_shows (details, "explains +105 %"));
  wait_until (driver_shows (pane, "decode (n, 4096)") && driver_shows (pane, "decode (n, 512)"));

  /* A function, and who calls it. */
  driver_press (gtk_widget_get_first_child (window->comparison->controls));
  wait_until (gtk_search_bar_get_search_mode (driver_child (window->comparison, "search_bar")));
  driver_type (window, "decode");
  wait_until (g_str_equal (driver_selected (window), "decode"));
  driver_key (window, "Escape");

  press_key_of (window, "page.view::table");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->table)));
  driver_wait_drawn (window);
  driver_press (
      driver_find (GTK_WIDGET (window->comparison->table), GTK_TYPE_TOGGLE_BUTTON, "Callers"));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->table), "Callers of decode")
              && lists (window, "read_block"));
  g_assert_false (lists (window, "mix"));

  /* The report has the causes and their sources. */
  press_key_of (window, "win.export-tree");
  driver_choose (page);
  wait_until (g_file_get_contents (page, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "What changed in <code>read_block</code>"));

  press_key_of (window, "win.save");
  driver_choose (session);
  wait_until (g_file_test (session, G_FILE_TEST_EXISTS));
  driver_close (window);

  /* It shows what was left. */
  window = driver_window ();
  press_key_of (window, "win.open");
  dialog = driver_open_dialog ();
  driver_focus (GTK_WINDOW (dialog));
  driver_press_inside (driver_row (dialog, "Choose Files…"));
  driver_choose (session);
  wait_until (window->comparison->session != NULL);
  driver_focus (GTK_WINDOW (window));
  wait_until (g_str_equal (driver_selected (window), "decode"));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->table)));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane), "return mix (n, size);"));
  press_key_of (window, "page.view::blueprint");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  g_assert_true (driver_is_shown (window, "mix"));
  driver_close (window);
}

static void
remove_repository (void)
{
  tree_free (repository);
  g_free (commits[0]);
  g_free (commits[1]);
}

TESTS ()
{
  git_fixture_start ();
  driver_init ();
  repository = blocks_repository (commits);
  atexit (remove_repository);
}
