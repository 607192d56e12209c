/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Session files: saving, opening again, and inputs that are missing or have changed. */
#include "driver.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cyan-settings.h"
#include "git-fixture.h"
#include "scene-text.h"
#include "tests.h"
#include "tree.h"

#define SOURCE "int\nlex (int n)\n{\n  return n + %s;\n}\n"

/* A folder with both profiles and the repository, in which the session is saved, too. */
static char *folder;
static char *session;

static char *
in_folder (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* Ten callers of what changed that fold, and some code beside them. */
static void
write_profile (const char *name, int lex, int extra)
{
  g_autoptr (GString) stack = g_string_new ("main");
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 10; i++)
    g_string_append_printf (stack, ";passes_on_%d", i);
  g_string_append_printf (text, "%s;lex %d\n", stack->str, lex);
  g_string_append_printf (text, "main;eval;add %d\nmain;eval;multiply 700\n", 300 + extra);
  g_string_append (text, "main;report;write 200\nmain;report;flush 100\n");
  tree_write (folder, name, text->str, -1);
}

static void
start (void)
{
  g_autofree char *repository = git_new ();
  g_autofree char *there = NULL;
  g_autofree char *text = g_strdup_printf (SOURCE, "1");
  g_autofree char *newer = g_strdup_printf (SOURCE, "slow_step ()");

  folder = driver_temporary_file ("session");
  session = in_folder ("work.cyanotype");
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  tree_write (repository, "src/calc.c", text, -1);
  g_free (git_commit_all (repository, "First"));
  git_do (repository, "tag", "v1", NULL);
  tree_write (repository, "src/calc.c", newer, -1);
  g_free (git_commit_all (repository, "Second"));
  git_do (repository, "tag", "v2", NULL);
  there = in_folder ("repository");
  g_assert_cmpint (g_rename (repository, there), ==, 0);
  write_profile ("calc-a.folded", 1000, 0);
  write_profile ("calc-b.folded", 9000, 100);
}

static void
end (void)
{
  tree_free (folder);
  g_clear_pointer (&session, g_free);
}

/* A window with the pair and its sources, once they are known. */
static CyanWindow *
pair_window (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = in_folder ("calc-a.folded"), *after = in_folder ("calc-b.folded");
  g_autofree char *v1 = in_folder ("repository@v1"), *v2 = in_folder ("repository@v2");
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  cyan_request_set_sources (request, v1, v2);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL);
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  driver_wait_drawn (window);
  return window;
}

/* Waits until the session is opened and all about it is known. */
static void
wait_for_session (CyanWindow *window)
{
  wait_until (window->session_path != NULL || g_str_equal (driver_page (window), "error"));
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  driver_wait_drawn (window);
}

static CyanWindow *
open_session (void)
{
  CyanWindow *window = driver_window ();

  cyan_window_open_session (window, session);
  wait_for_session (window);
  return window;
}

static GtkWidget *
button (GtkWidget *root, const char *text)
{
  return driver_find (root, GTK_TYPE_BUTTON, text);
}

static gboolean
stands_in (GtkWidget *chooser, const char *path)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser));
  g_autofree char *there = file != NULL ? g_file_get_path (file) : NULL;

  return g_strcmp0 (there, path) == 0;
}

static void
save (CyanWindow *window)
{
  GtkWidget *chooser;

  driver_send_key ("ctrl+s");
  chooser = driver_toplevel ("GtkFileChooserDialog");
  /* It stands in the folder of the profiles, and the ending comes by itself. */
  wait_until (stands_in (chooser, folder));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "work");
  driver_wait_drawn (window);
  driver_press (button (chooser, "Save"));
  wait_until (window->session_path != NULL);
  wait_until (driver_shows (GTK_WIDGET (window), "Saved as work.cyanotype"));
  g_assert_cmpstr (window->session_path, ==, session);
}

/* All that is drawn, and where. */
static char *
picture (CyanWindow *window)
{
  g_autoptr (CyanScene) scene = NULL;
  g_autofree char *drawn = NULL;
  CyanRect view;

  cyan_canvas_get_view (window->comparison->canvas, &view);
  scene = cyan_canvas_new_scene (window->comparison->canvas, &view,
                                 cyan_canvas_get_zoom (window->comparison->canvas));
  drawn = cyan_scene_to_text (scene, cyan_session_comparison (window->comparison->session));
  return g_strdup_printf ("view %.2f %.2f %.2f %.2f at %.3f\n%s", view.x, view.y, view.width,
                          view.height, cyan_canvas_get_zoom (window->comparison->canvas), drawn);
}

TEST ("/window/session/round")
{
  CyanWindow *window;
  g_autofree char *first = NULL, *again = NULL, *shown = NULL, *shown_again = NULL;

  start ();
  window = pair_window ();
  g_assert_cmpstr (driver_selected (window), ==, "lex");

  /* Unfolds the callers, shows what is beside them, looks at it in absolute values, zooms and
   * scrolls. */
  g_assert_cmpuint (cyan_layout_row_length (cyan_session_layout (window->comparison->session),
                                            driver_node (window, "passes_on_4")),
                    >, 2);
  cyan_session_unfold (window->comparison->session, driver_node (window, "passes_on_4"));
  cyan_session_show_children (window->comparison->session, driver_node (window, "main"));
  cyan_session_show_children (window->comparison->session, driver_node (window, "eval"));
  driver_wait_drawn (window);
  cyan_session_select (window->comparison->session, driver_node (window, "multiply"));
  g_action_group_change_action_state (driver_actions (window), "basis",
                                      g_variant_new_string ("absolute"));
  driver_key (window, "ctrl+plus");
  driver_key (window, "ctrl+plus");
  driver_wait_drawn (window);
  wait_until (!cyan_canvas_is_scaling (window->comparison->canvas));
  first = picture (window);
  shown = driver_shown (window);
  driver_key (window, "alt+3");
  driver_key (window, "f");
  driver_key (window, "F7");
  save (window);
  driver_close (window);

  window = open_session ();
  g_assert_cmpstr (driver_view (window), ==, "table");
  g_assert_cmpstr (cyan_table_view_get_mode (window->comparison->table), ==, "functions");
  g_assert_cmpstr (driver_selected (window), ==, "multiply");
  g_assert_cmpint (cyan_session_basis (window->comparison->session), ==, CYAN_BASIS_ABSOLUTE);
  shown_again = driver_shown (window);
  g_assert_cmpstr (shown_again, ==, shown);
  driver_key (window, "alt+1");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->canvas)));
  driver_wait_drawn (window);
  again = picture (window);
  g_assert_cmpstr (again, ==, first);
  g_assert_false (cyan_comparison_page_is_active (window->comparison, "show-legend"));
  g_assert_true (g_str_has_suffix (window->comparison->request->sources[1], "/repository@v2"));
  wait_until (cyan_comparison_model_change (cyan_session_model (window->comparison->session),
                                            driver_node (window, "lex"))
              == CYAN_CHANGE_MODIFIED);
  driver_key (window, "F7");
  driver_close (window);
  end ();
}

/* What was shown before the focus comes back, too. */
TEST ("/window/session/focus")
{
  CyanWindow *window;
  CyanNode eval;

  start ();
  window = pair_window ();
  cyan_session_show_children (window->comparison->session, driver_node (window, "main"));
  eval = driver_node (window, "eval");
  cyan_session_focus (window->comparison->session, eval);
  cyan_session_select (window->comparison->session, driver_node (window, "add"));
  driver_wait_drawn (window);
  save (window);
  driver_close (window);

  window = open_session ();
  g_assert_true (cyan_layout_top (cyan_session_layout (window->comparison->session))
                 == driver_node (window, "eval"));
  g_assert_cmpstr (driver_selected (window), ==, "add");
  g_assert_false (driver_is_shown (window, "report"));
  cyan_session_unfocus (window->comparison->session);
  g_assert_true (driver_is_shown (window, "report"));
  g_assert_true (driver_is_shown (window, "lex"));
  driver_close (window);
  end ();
}

/* A filter that waits for the sources leaves what it left, and what was there before it comes
 * back. */
TEST ("/window/session/filter")
{
  CyanWindow *window;
  g_autoptr (CyanFilter) filter = cyan_filter_new (), none = cyan_filter_new ();
  g_autofree char *whole = NULL, *shown = NULL, *first = NULL, *again = NULL, *after = NULL;

  start ();
  window = pair_window ();
  cyan_session_show_children (window->comparison->session, driver_node (window, "main"));
  cyan_session_unfold (window->comparison->session, driver_node (window, "passes_on_4"));
  whole = driver_shown (window);
  cyan_filter_set (filter, CYAN_CRITERION_MODIFIED, TRUE);
  cyan_session_set_filter (window->comparison->session, filter);
  driver_wait_drawn (window);
  wait_until (!cyan_canvas_is_scaling (window->comparison->canvas));
  shown = driver_shown (window);
  g_assert_cmpstr (shown, !=, whole);
  g_assert_true (driver_is_shown (window, "lex"));
  first = picture (window);
  save (window);
  driver_close (window);

  window = open_session ();
  g_assert_true (cyan_filter_equal (cyan_session_filter (window->comparison->session), filter));
  again = picture (window);
  g_assert_cmpstr (again, ==, first);
  cyan_session_set_filter (window->comparison->session, none);
  after = driver_shown (window);
  g_assert_cmpstr (after, ==, whole);
  driver_close (window);
  end ();
}

/* The folder is moved as a whole: nothing is asked for.  Then a profile, and at last the repository
 * are gone. */
TEST ("/window/session/missing")
{
  CyanWindow *window;
  g_autofree char *moved = driver_temporary_file ("session-moved");
  g_autofree char *old = NULL, *other = NULL, *repository = NULL;

  start ();
  window = pair_window ();
  save (window);
  driver_close (window);
  g_assert_cmpint (g_rename (folder, moved), ==, 0);
  g_free (folder);
  folder = g_steal_pointer (&moved);
  g_free (session);
  session = in_folder ("work.cyanotype");

  window = open_session ();
  g_assert_true (g_str_has_prefix (window->comparison->request->runs[0][0], folder));
  g_assert_true (g_str_has_prefix (window->comparison->request->sources[0], folder));
  driver_close (window);

  old = in_folder ("calc-a.folded");
  other = in_folder ("elsewhere.folded");
  g_assert_cmpint (g_rename (old, other), ==, 0);
  repository = in_folder ("repository");
  tree_free (g_steal_pointer (&repository));
  window = driver_window ();
  cyan_window_open_session (window, session);
  wait_until (g_str_equal (driver_page (window), "missing"));
  g_assert_true (driver_shows (GTK_WIDGET (window), "A Profile Is Missing"));
  g_assert_true (driver_shows (GTK_WIDGET (window), old));
  driver_wait_drawn (window);
  driver_press (button (GTK_WIDGET (window->missing_page), "Choose Another"));
  driver_select (other, "Choose");
  wait_until (driver_shows (GTK_WIDGET (window), "A Repository Is Missing"));
  driver_wait_drawn (window);
  driver_press (button (GTK_WIDGET (window->missing_page), "without Sources"));
  wait_for_session (window);
  g_assert_cmpstr (window->comparison->request->runs[0][0], ==, other);
  g_assert_null (window->comparison->request->sources[0]);
  g_assert_cmpstr (driver_selected (window), ==, "lex");
  driver_close (window);

  /* Escape leaves the question. */
  window = driver_window ();
  cyan_window_open_session (window, session);
  wait_until (g_str_equal (driver_page (window), "missing"));
  driver_key (window, "Escape");
  wait_until (g_str_equal (driver_page (window), "welcome"));
  g_assert_true (cyan_window_is_empty (window));
  driver_close (window);
  end ();
}

/* What is left of the nodes is shown. */
TEST ("/window/session/changed")
{
  CyanWindow *window;

  start ();
  window = pair_window ();
  cyan_session_show_children (window->comparison->session, driver_node (window, "main"));
  cyan_session_show_children (window->comparison->session, driver_node (window, "eval"));
  cyan_session_select (window->comparison->session, driver_node (window, "multiply"));
  save (window);
  driver_close (window);

  tree_write (folder, "calc-b.folded",
              "main;eval;first 10\nmain;eval;multiply 800\nmain;report;write 200\n", -1);
  window = driver_window ();
  cyan_window_open_session (window, session);
  wait_until (
      driver_shows (GTK_WIDGET (window), "calc-b.folded has changed since the session was saved"));
  wait_for_session (window);
  g_assert_cmpstr (driver_selected (window), ==, "multiply");
  g_assert_true (driver_is_shown (window, "add"));
  g_assert_false (driver_is_shown (window, "first"));
  driver_close (window);
  end ();
}

/* Dropped on the window, on the welcome page, chosen in the dialog, and from the list. */
TEST ("/window/session/ways-in")
{
  CyanWindow *window;
  const char *paths[] = { NULL, NULL };
  GtkWidget *dialog;

  start ();
  paths[0] = session;
  window = pair_window ();
  save (window);
  g_clear_pointer (&window->session_path, g_free);
  g_assert_true (driver_drop (GTK_WIDGET (window), 10, paths));
  wait_for_session (window);
  driver_close (window);

  window = driver_window ();
  driver_press (
      driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "session work.cyanotype"));
  wait_for_session (window);
  driver_close (window);

  window = driver_window ();
  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  driver_wait_drawn (window);
  driver_press (driver_find (driver_find (dialog, ADW_TYPE_PREFERENCES_GROUP, "Before"),
                             ADW_TYPE_ACTION_ROW, "Choose Files"));
  driver_select (session, "Choose");
  wait_for_session (window);
  driver_close (window);
  end ();
}

TEST ("/window/session/bad")
{
  g_autofree char *path =
      driver_write ("newer.cyanotype", "{\"format\":\"cyanotype-session\",\"version\":2}", -1);
  CyanWindow *window = driver_window ();

  cyan_window_open_session (window, path);
  wait_until (g_str_equal (driver_page (window), "error"));
  g_assert_true (driver_shows (GTK_WIDGET (window), "Cannot Open This Session"));
  g_assert_true (driver_shows (GTK_WIDGET (window), "a session of version 2"));
  driver_close (window);
}

TESTS ()
{
  driver_init ();
  git_fixture_start ();
}
