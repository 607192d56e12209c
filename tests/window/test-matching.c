/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How nodes are matched: methods, names, renamed and moved functions. */
#include "driver.h"

#include <adwaita.h>
#include <string.h>

#include "cyan-labels.h"
#include "cyan-settings.h"
#include "tests.h"

static void
choose_method (CyanWindow *window, const char *label, CyanMatchMethod method)
{
  driver_choose_view (window, label);
  wait_until (cyan_session_comparison (window->comparison->session)->compared.method == method);
  driver_wait_drawn (window);
}

/* The method is chosen with the mouse, shown in the header, and remembered; the selection stays. */
WINDOW_TEST ("/window/matching/methods", driver_demo ())
{
  g_autoptr (CyanRequest) later = NULL;

  driver_click_node (window, driver_node (window, "flush_rows"), 1);
  g_assert_null (strstr (driver_subtitle (window), "matched"));
  choose_method (window, "Path", CYAN_MATCH_PATH);
  g_assert_cmpstr (driver_selected (window), ==, "flush_rows");
  g_assert_true (driver_is_shown (window, "flush_rows"));
  g_assert_nonnull (strstr (driver_subtitle (window), "matched by exact path"));
  choose_method (window, "Common Tree", CYAN_MATCH_COMMON_TREE);
  g_assert_cmpstr (driver_selected (window), ==, "flush_rows");
  g_assert_nonnull (strstr (driver_subtitle (window), "matched by common tree"));
  later = cyan_settings_new_request (NULL, NULL);
  g_assert_cmpint (later->how.method, ==, CYAN_MATCH_COMMON_TREE);
  choose_method (window, "Context", CYAN_MATCH_CONTEXT);
  g_assert_null (strstr (driver_subtitle (window), "matched"));
}

static CyanWindow *
open_pair (const char *before_text, const char *after_text)
{
  g_autofree char *before = driver_write ("before.folded", before_text, -1);
  g_autofree char *after = driver_write ("after.folded", after_text, -1);
  char *const first[] = { before, NULL }, *const second[] = { after, NULL };

  return driver_runs (first, second);
}

static CyanNode
node_with (CyanWindow *window, const char *name, CyanStatus status)
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (g_str_equal (cyan_comparison_name (comparison, i), name)
        && cyan_comparison_status (comparison, i) == status)
      return i;
  g_error ("no %s is %s", name, cyan_status_names[status]);
}

static void
assert_shows (GtkWidget *root, const char *text)
{
  g_autofree char *words = driver_words (root);

  if (strstr (words, text) == NULL)
    g_error ("\"%s\" is not in:\n%s", text, words);
}

/* ---- moved ---- */

#define MOVED_BEFORE                                                                               \
  "main;load;parse;lex 9000\nmain;load;parse;scan 8000\nmain;load 5003\nmain;run 7\nmain 1\n"
#define MOVED_AFTER                                                                                \
  "main;run;parse;lex 9000\nmain;run;parse;scan 8000\nmain;load 5003\nmain;run 7\nmain 1\n"

WINDOW_TEST ("/window/matching/moved", open_pair (MOVED_BEFORE, MOVED_AFTER))
{
  CyanNode gone = node_with (window, "parse", CYAN_STATUS_REMOVED);
  CyanNode come = node_with (window, "parse", CYAN_STATUS_ADDED);
  GtkWidget *details = GTK_WIDGET (window->comparison->details);
  GtkWidget *tooltip = NULL;
  double x, y;

  cyan_session_select (window->comparison->session, gone);
  driver_wait_drawn (window);
  assert_shows (details, "Moved to main > run > parse.");
  assert_shows (details, "gone, moved");
  /* With the key, and back. */
  gtk_widget_grab_focus (GTK_WIDGET (window->comparison->canvas));
  driver_key (window, "m");
  g_assert_cmpuint (cyan_session_selected (window->comparison->session), ==, come);
  driver_wait_drawn (window);
  assert_shows (details, "Moved from main > load > parse.");
  driver_middle_of (window, come, &x, &y);
  tooltip = driver_hover (GTK_WIDGET (window->comparison->canvas), x, y);
  assert_shows (tooltip, "Moved from main > load > parse.");
  driver_key (window, "alt+Left");
  g_assert_cmpuint (cyan_session_selected (window->comparison->session), ==, gone);

  /* With the button. */
  driver_wait_drawn (window);
  driver_press (driver_find (details, GTK_TYPE_BUTTON, "Go to Where It Moved"));
  wait_until (cyan_session_selected (window->comparison->session) == come);

  /* With the menu. */
  driver_wait_drawn (window);
  driver_click_node (window, come, 3);
  wait_until (driver_menu_item (window, "Go to Where It Came From") != NULL);
  driver_wait_drawn (window);
  driver_press (driver_menu_item (window, "Go to Where It Came From"));
  wait_until (cyan_session_selected (window->comparison->session) == gone);

  /* A node that was not moved has neither the button nor the menu item. */
  cyan_session_select (window->comparison->session, driver_node (window, "load"));
  driver_wait_drawn (window);
  g_assert_null (driver_find (details, GTK_TYPE_BUTTON, "Go to Where"));
  driver_click_node (window, driver_node (window, "load"), 3);
  wait_until (driver_menu_item (window, "Copy Path") != NULL);
  g_assert_null (driver_menu_item (window, "Go to Where"));
}

/* ---- names ---- */

/* Both names are in the box and in the text. */
TEST ("/window/matching/renamed")
{
  CyanWindow *window =
      open_pair ("main;alpha;x 9000\nmain;alpha;y 8000\nmain;rest 10000\nmain 1\n",
                 "main;omega;x 9000\nmain;omega;y 8000\nmain;rest 10000\nmain 1\n");
  CyanNode node = node_with (window, "omega", CYAN_STATUS_RENAMED);
  const CyanLabel *label =
      cyan_labels_get (cyan_session_labels (window->comparison->session), node);

  g_assert_cmpstr (label->text, ==, "alpha → omega");
  cyan_session_select (window->comparison->session, node);
  driver_wait_drawn (window);
  g_assert_true (
      driver_shows (GTK_WIDGET (window->comparison->details), "Probably renamed from alpha."));
  /* Either name finds it. */
  driver_key (window, "Home");
  driver_key (window, "ctrl+f");
  driver_type (window, "alph");
  wait_until (cyan_session_selected (window->comparison->session) == node);
  driver_close (window);
}

/* The details show what rules removed from a name, and a switch brings it back. */
TEST ("/window/matching/raw-names")
{
  CyanWindow *window = open_pair ("main;_ZN3foo3barEi 9000\nmain;rest 10000\nmain 1\n",
                                  "main;_ZN3foo3barEi 29000\nmain;rest 10000\nmain 1\n");
  CyanNode node = driver_node (window, "foo::bar(int)");
  GtkWidget *details = GTK_WIDGET (window->comparison->details);

  g_assert_cmpuint (node, !=, CYAN_NODE_NONE);
  driver_click_node (window, node, 1);
  driver_wait_drawn (window);
  g_assert_true (driver_shows (details, "recorded as _ZN3foo3barEi"));
  driver_choose_view (window, "Raw Names");
  wait_until (driver_node (window, "_ZN3foo3barEi") != CYAN_NODE_NONE);
  g_assert_cmpstr (driver_selected (window), ==, "_ZN3foo3barEi");
  driver_wait_drawn (window);
  g_assert_false (driver_shows (details, "recorded as"));
  g_assert_nonnull (strstr (driver_subtitle (window), "names as recorded"));
  driver_close (window);
}

/* Opens the menu and folds recursion, or unfolds it. */
static void
toggle_recursion (CyanWindow *window)
{
  const CyanComparison *old = cyan_session_comparison (window->comparison->session);

  driver_wait_drawn (window);
  driver_choose_view (window, "Fold Recursion");
  wait_until (window->loading == NULL
              && cyan_session_comparison (window->comparison->session) != old);
  driver_wait_drawn (window);
}

/* Folding makes the tree of a recursive program smaller, and unfolding brings it back; what is open
 * and selected stays. */
TEST ("/window/matching/fold-recursion")
{
  CyanWindow *window = open_pair ("main;a;b;a;b;a;c 9000\nmain;rest 10000\nmain 1\n",
                                  "main;a;b;a;b;a;c 29000\nmain;rest 10000\nmain 1\n");
  guint n_nodes = cyan_session_comparison (window->comparison->session)->compared.n_nodes;
  CyanNode node = driver_node (window, "a");

  cyan_session_select (window->comparison->session, node);
  toggle_recursion (window);
  g_assert_cmpuint (cyan_session_comparison (window->comparison->session)->compared.n_nodes, ==,
                    n_nodes - 3);
  g_assert_nonnull (strstr (driver_subtitle (window), "recursion folded"));
  g_assert_cmpstr (driver_selected (window), ==, "a");
  g_assert_true (driver_is_shown (window, "c"));

  toggle_recursion (window);
  g_assert_cmpuint (cyan_session_comparison (window->comparison->session)->compared.n_nodes, ==,
                    n_nodes);
  g_assert_null (strstr (driver_subtitle (window), "recursion folded"));
  g_assert_cmpstr (driver_selected (window), ==, "a");
  driver_close (window);
}

/* An invalid file of renames is reported as such. */
WINDOW_TEST ("/window/matching/rename-file", driver_window ())
{
  g_autofree char *before = driver_write ("before.folded", "main;old_name 9000\n", -1);
  g_autofree char *after = driver_write ("after.folded", "main;new_name 9000\n", -1);
  g_autofree char *renames = driver_write ("renames", "^old_name$ => new_name\n", -1);
  g_autofree char *bad = driver_write ("bad-renames", "no arrow\n", -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);

  request->rename_file = g_strdup (renames);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL);
  g_assert_cmpint (cyan_comparison_status (cyan_session_comparison (window->comparison->session),
                                           driver_node (window, "new_name")),
                   ==, CYAN_STATUS_MATCHED);
  g_free (request->rename_file);
  request->rename_file = g_strdup (bad);
  cyan_window_open (window, request);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (GTK_WIDGET (window->error_page), "bad-renames"));
}
