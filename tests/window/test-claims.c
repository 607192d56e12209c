/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of functions: the list, refusing a conclusion, and saying that two are the same. */
#include "driver.h"

#include <adwaita.h>

#include "tests.h"

/* parse_value and print_out were renamed.  Nobody could tell that old_hash is new_digest. */
#define BEFORE                                                                                     \
  "main;parse_value;lex;read 9000\nmain;parse_value;fold 4000\n"                                   \
  "main;print_out;format 2000\nmain;print_out;flush 1000\n"                                        \
  "main;eval;old_hash 600\nmain;eval;add 5000\nmain 100\n"
#define AFTER                                                                                      \
  "main;parse_json;lex;read 9500\nmain;parse_json;fold 4000\n"                                     \
  "main;emit_out;format 2000\nmain;emit_out;flush 1000\n"                                          \
  "main;eval;new_digest 6500\nmain;eval;new_check 5800\nmain;eval;add 5000\nmain 100\n"

static CyanWindow *
open_pair (const char *before_text, const char *after_text)
{
  g_autofree char *before = driver_write ("claims-a.folded", before_text, -1);
  g_autofree char *after = driver_write ("claims-b.folded", after_text, -1);
  char *const first[] = { before, NULL }, *const second[] = { after, NULL };
  CyanWindow *window = driver_runs (first, second);

  driver_wait_drawn (window);
  return window;
}

/* The node of that name and status, or CYAN_NODE_NONE. */
static CyanNode
node_with (CyanWindow *window, const char *name, CyanStatus status)
{
  const CyanComparison *comparison = cyan_session_comparison (window->comparison->session);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (g_str_equal (cyan_comparison_name (comparison, i), name)
        && cyan_comparison_status (comparison, i) == status)
      return i;
  return CYAN_NODE_NONE;
}

static gboolean
has (CyanWindow *window, const char *name, CyanStatus status)
{
  return node_with (window, name, status) != CYAN_NODE_NONE;
}

static GtkWidget *
list_of (CyanWindow *window)
{
  return GTK_WIDGET (window->comparison->edit_list);
}

/* Presses a button of the row that has @text. */
static void
press_in_row (CyanWindow *window, const char *text, const char *label)
{
  GtkWidget *row = NULL;

  wait_until ((row = driver_find (list_of (window), GTK_TYPE_LIST_BOX_ROW, text)) != NULL);
  driver_wait_drawn (window);
  driver_press_inside (driver_find (row, GTK_TYPE_BUTTON, label));
}

static void
undo_in_toast (CyanWindow *window)
{
  GType type = g_type_from_name ("AdwToastWidget");
  GtkWidget *toast = NULL;

  wait_until ((toast = driver_find (GTK_WIDGET (window->toasts), type, NULL)) != NULL);
  driver_wait_drawn (window);
  driver_press (driver_find (toast, GTK_TYPE_BUTTON, "Undo"));
}

/* Shows all boxes and the list. */
static void
open_all (CyanWindow *window)
{
  driver_key (window, "Home");
  driver_key (window, "a");
  driver_key (window, "ctrl+b");
  wait_until (driver_shows (list_of (window), "parse_value is probably parse_json now"));
  driver_wait_drawn (window);
  /* It fits as far as it can be read; now all of it. */
  driver_key (window, "f");
  driver_wait_drawn (window);
}

/* A click on a row goes to the box; Not So makes two of it and keeps what is open and where it is;
 * Undo makes it one again. */
WINDOW_TEST ("/window/claims/refuse", open_pair (BEFORE, AFTER))
{
  g_autofree char *shown = NULL;
  g_autofree char *again = NULL;
  double zoom;

  open_all (window);
  driver_key (window, "plus");
  zoom = cyan_canvas_get_zoom (window->comparison->canvas);
  shown = driver_shown (window);
  driver_press (driver_find (list_of (window), GTK_TYPE_LIST_BOX_ROW, "parse_value is probably"));
  wait_until (g_strcmp0 (driver_selected (window), "parse_json") == 0);

  press_in_row (window, "parse_value is probably", "Not So");
  wait_until (has (window, "parse_json", CYAN_STATUS_ADDED));
  g_assert_true (has (window, "parse_value", CYAN_STATUS_REMOVED));
  g_assert_cmpstr (driver_selected (window), ==, "parse_json");
  g_assert_true (driver_is_shown (window, "parse_value"));
  g_assert_true (driver_is_shown (window, "parse_json"));
  g_assert_true (driver_is_shown (window, "read"));
  g_assert_cmpfloat (cyan_canvas_get_zoom (window->comparison->canvas), ==, zoom);
  wait_until (driver_shows (list_of (window), "parse_value and parse_json are not the same"));
  g_assert_false (driver_shows (list_of (window), "parse_value is probably"));

  undo_in_toast (window);
  wait_until (has (window, "parse_json", CYAN_STATUS_RENAMED));
  again = driver_shown (window);
  g_assert_cmpstr (again, ==, shown);
  wait_until (driver_shows (list_of (window), "parse_value is probably parse_json now"));
  g_assert_false (driver_shows (list_of (window), "Said by You"));
}

/* With keys one goes on with the next row. */
WINDOW_TEST ("/window/claims/keys", open_pair (BEFORE, AFTER))
{
  GtkWidget *row = NULL;

  open_all (window);
  gtk_widget_grab_focus (driver_find (list_of (window), GTK_TYPE_LIST_BOX_ROW,
                                      "parse_value is probably parse_json now"));
  driver_key (window, "Tab");
  driver_key (window, "space");
  wait_until (has (window, "parse_json", CYAN_STATUS_ADDED));
  wait_until ((row = driver_find (list_of (window), GTK_TYPE_LIST_BOX_ROW,
                                  "print_out is probably emit_out now"))
              != NULL);
  wait_until (gtk_widget_has_focus (row));
  driver_key (window, "Return");
  wait_until (g_strcmp0 (driver_selected (window), "emit_out") == 0);
}

/* ---- two functions ---- */

static void
press_menu (CyanWindow *window, CyanNode node, const char *label)
{
  driver_click_node (window, node, 3);
  wait_until (driver_menu_item (window, label) != NULL);
  driver_wait_drawn (window);
  driver_press (driver_menu_item (window, label));
}

static gboolean
can_say_same (CyanWindow *window)
{
  return g_action_group_get_action_enabled (driver_actions (window), "same");
}

/* One is marked with Ctrl and click, and the menu of the other says that they are the same; a key
 * takes that back. */
static void
say_by_menu (CyanWindow *window)
{
  CyanNode old = node_with (window, "old_hash", CYAN_STATUS_REMOVED);
  CyanNode new = node_with (window, "new_digest", CYAN_STATUS_ADDED);
  g_autofree char *shown = NULL;
  g_autofree char *again = NULL;
  double x, y;

  shown = driver_shown (window);
  driver_middle_of (window, old, &x, &y);
  driver_click_with (GTK_WIDGET (window->comparison->canvas), x, y, "ctrl");
  g_assert_cmpuint (cyan_session_marked (window->comparison->session), ==, old);
  /* It is not what is there in both versions. */
  driver_click_node (window, node_with (window, "add", CYAN_STATUS_MATCHED), 1);
  g_assert_false (can_say_same (window));
  driver_click_node (window, new, 1);
  g_assert_true (can_say_same (window));
  g_assert_true (driver_shows (list_of (window), "old_hash before, and new_digest after"));

  press_menu (window, new, "These Two Are the Same");
  wait_until (has (window, "new_digest", CYAN_STATUS_RENAMED));
  g_assert_false (has (window, "old_hash", CYAN_STATUS_REMOVED));
  g_assert_cmpstr (driver_selected (window), ==, "new_digest");
  g_assert_true (driver_is_shown (window, "read"));
  wait_until (driver_shows (list_of (window), "old_hash and new_digest are the same"));
  g_assert_cmpuint (cyan_session_marked (window->comparison->session), ==, CYAN_NODE_NONE);

  driver_key (window, "ctrl+alt+m");
  wait_until (has (window, "old_hash", CYAN_STATUS_REMOVED));
  again = driver_shown (window);
  g_assert_cmpstr (again, ==, shown);
}

static void
wait_for_new (CyanWindow *window, CyanSession *old)
{
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD) == NULL
              && window->comparison->session != old);
  driver_wait_drawn (window);
}

static void
say_by_keys (CyanWindow *window)
{
  driver_wait_drawn (window);
  cyan_session_select (window->comparison->session,
                       node_with (window, "new_digest", CYAN_STATUS_ADDED));
  driver_key (window, "ctrl+m");
  cyan_session_select (window->comparison->session,
                       node_with (window, "old_hash", CYAN_STATUS_REMOVED));
  driver_key (window, "ctrl+shift+m");
  wait_until (has (window, "new_digest", CYAN_STATUS_RENAMED));
}

/* The same recordings with other choices. */
static void
compare_in_dialog (CyanWindow *window)
{
  CyanSession *old = window->comparison->session;
  GtkWidget *dialog;

  driver_wait_drawn (window);
  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  driver_wait_drawn (window);
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_for_new (window, old);
  g_assert_true (has (window, "new_digest", CYAN_STATUS_RENAMED));
}

static void
save (CyanWindow *window, const char *path)
{
  GtkWidget *chooser;

  driver_wait_drawn (window);
  driver_send_key ("ctrl+s");
  chooser = driver_toplevel ("GtkFileChooserDialog");
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "claims");
  driver_wait_drawn (window);
  driver_press (driver_find (chooser, GTK_TYPE_BUTTON, "Save"));
  wait_until (window->session_path != NULL);
  g_assert_cmpstr (window->session_path, ==, path);
}

/* What is said is kept in a session file, swapping turns it round, and the list takes it back. */
TEST ("/window/claims/same")
{
  CyanWindow *window = open_pair (BEFORE, AFTER);
  g_autofree char *path = driver_temporary_file ("claims.cyanotype");

  open_all (window);
  say_by_menu (window);
  say_by_keys (window);
  compare_in_dialog (window);
  save (window, path);
  driver_close (window);

  window = driver_window ();
  cyan_window_open_session (window, path);
  wait_until (window->session_path != NULL);
  g_assert_true (has (window, "new_digest", CYAN_STATUS_RENAMED));
  driver_wait_drawn (window);
  driver_key (window, "ctrl+t");
  wait_until (has (window, "old_hash", CYAN_STATUS_RENAMED));
  press_in_row (window, "new_digest and old_hash are the same", "Undo");
  wait_until (has (window, "old_hash", CYAN_STATUS_ADDED));
  wait_until (!driver_shows (list_of (window), "Said by You"));
  driver_close (window);
}

/* Where nothing became anything else, the list says so; a single profile has none. */
TEST ("/window/claims/nothing")
{
  CyanWindow *window = open_pair ("main;eval 9000\n", "main;eval 9500\n");
  g_autofree char *alone = driver_write ("claims-alone.folded", "main;eval 9000\n", -1);
  CyanSession *old = window->comparison->session;

  driver_key (window, "ctrl+b");
  wait_until (driver_shows (list_of (window), "All Keep Their Names and Places"));
  driver_start (window, alone, NULL);
  wait_for_new (window, old);
  g_assert_false (gtk_widget_get_mapped (list_of (window)));
  driver_close (window);
}
