/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of a user from two files and a repository to the report, by clicks and keys alone. */
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "driver.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

static char *repository;
static char *commits[2];

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
  wait_until (window->session != NULL);
  driver_focus (GTK_WINDOW (window));
  wait_until (cyan_session_causes (window->session) != NULL);
  driver_wait_drawn (window);
}

static void
test_whole (void)
{
  CyanWindow *window = driver_window ();
  GtkWidget *details = GTK_WIDGET (window->details), *pane = GTK_WIDGET (window->source_pane);

  open_pair (window);

  /* The verdict, and the change that explains it, without another click. */
  g_assert_true (driver_shows (GTK_WIDGET (window->title), "+105 %"));
  g_assert_cmpstr (driver_selected (window), ==, "mix");
  g_assert_true (driver_shows (details, "the culprit: 100 % of the slowdown"));
  wait_until (driver_shows (pane, "decode (n, 4096)") && driver_shows (pane, "decode (n, 512)"));

  /* A function, and who calls it. */
  driver_press (GTK_WIDGET (window->search_button));
  wait_until (gtk_search_bar_get_search_mode (window->search_bar));
  driver_type (window, "decode");
  wait_until (g_str_equal (driver_selected (window), "decode"));
  driver_close (window);
}

static void
remove_repository (void)
{
  tree_free (repository);
  g_free (commits[0]);
  g_free (commits[1]);
}

TESTS ("user-path")
{
  git_fixture_start ();
  driver_init ();
  repository = blocks_repository (commits);
  atexit (remove_repository);
  g_test_add_func ("/window/user-path/whole", test_whole);
}
