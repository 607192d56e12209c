/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tabs of the source pane: the function, the callers that changed, callers and callees; and the
 * bars of what lines cost. */
#include "driver.h"

#include "cyan-settings.h"
#include "cyan-source-side.h"
#include "tests.h"
#include "tree.h"

#define LEX(first, second)                                                                         \
  "int\nlex (int n)\n{\n  int total = " first ";\n  total += n;\n  return total * " second ";\n}"  \
  "\n"

static char *folders[2];

/* A window with two profiles and the texts of their source, called lex.c. */
static CyanWindow *
open_versions (const char *before,
               const char *after,
               const char *text_before,
               const char *text_after)
{
  CyanWindow *window = driver_window ();
  g_autofree char *a = driver_write ("tabs-a", before, -1);
  g_autofree char *b = driver_write ("tabs-b", after, -1);
  g_autoptr (CyanRequest) request = cyan_settings_new_request (a, b);

  tree_write (folders[0], "lex.c", text_before, -1);
  tree_write (folders[1], "lex.c", text_after, -1);
  cyan_request_set_sources (request, folders[0], folders[1]);
  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL);
  wait_until (cyan_session_model (window->comparison->session)->causes != NULL);
  driver_wait_drawn (window);
  return window;
}

/* A function costs more since a new function calls it time and again: the body of that one is read
 * for it. */
TEST ("/window/source-tabs/new-caller")
{
#define CONTENT          "int\ncontent (int n)\n{\n  return n + 1;\n}\n"
#define RETRIES          "int\nprocess (int n)\n{\n  while (n < 9)\n    n = content (n);\n  return n;\n}\n"
#define DOCUMENT(callee) "int\ndocument (int n)\n{\n  return " callee " (n);\n}\n"
  CyanWindow *window = open_versions (
      "main;document;content 1000\nmain 900\n", "main;document;process;content 9000\nmain 900\n",
      CONTENT DOCUMENT ("content"), CONTENT RETRIES DOCUMENT ("process"));

  wait_until (driver_shows (driver_pane (window), "n = content (n);"));
  driver_select_function (window, "content");
  wait_until (driver_shows (driver_pane (window), "n = content (n);"));
  g_assert_true (
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (driver_tab (window, "Caller: process"))));
  g_assert_nonnull (driver_find (driver_tab (window, "Caller: process"), GTK_TYPE_LABEL, "new"));
  /* Beside the line that calls it. */
  g_assert_true (driver_shows (driver_side (window, 0), "return process (n);"));
  g_assert_true (driver_shows (driver_side (window, 0), "after, its caller"));
  g_assert_true (driver_shows (driver_pane (window), "This function is new"));
  g_assert_nonnull (
      driver_find (driver_tab (window, "Caller: document"), GTK_TYPE_LABEL, "modified"));
  driver_close (window);
}

/* A function that is in no source: its callers and callees, and why. */
TEST ("/window/source-tabs/no-text")
{
  CyanWindow *window =
      open_versions ("main;lex;memcpy 40\nmain;lex 9\n", "main;lex;memcpy 40\nmain;lex 9\n",
                     LEX ("n", "2"), LEX ("n", "2"));

  driver_select_function (window, "memcpy");
  wait_until (driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, "lex") != NULL);
  g_assert_true (driver_shows (driver_pane (window), "not in the source folder"));
  g_assert_null (driver_find (driver_pane (window), GTK_TYPE_TOGGLE_BUTTON, "memcpy"));
  /* With a text there is a tab for it. */
  driver_select_function (window, "lex");
  wait_until (driver_shows (driver_pane (window), "lex (int n)"));
  driver_press (driver_tab (window, "Callers and Callees"));
  wait_until (driver_find (driver_pane (window), GTK_TYPE_LIST_BOX_ROW, "memcpy") != NULL);
  driver_close (window);
}

/* ---- what lines cost ---- */

/* The bars of a side, or NULL. */
static GtkWidget *
bars_of (CyanWindow *window, guint side)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  driver_collect (driver_side (window, side), g_type_from_name ("CyanCostBars"), found);
  return found->len > 0 ? g_ptr_array_index (found, 0) : NULL;
}

/* How many pixels of the bar of @line, from 0, have a colour that the paper of line 0 has not. */
static guint
length_of_bar (CyanWindow *window, guint side, guint line)
{
  GtkWidget *bars = bars_of (window, side);
  double top = cyan_source_side_y_of (CYAN_SOURCE_SIDE (driver_side (window, side)), line);
  double height = cyan_source_side_y_of (CYAN_SOURCE_SIDE (driver_side (window, side)), 1)
                  - cyan_source_side_y_of (CYAN_SOURCE_SIDE (driver_side (window, side)), 0);
  guint32 paper = driver_pixel (bars, 1, height / 2);
  guint n = 0;

  for (int x = 0; x < gtk_widget_get_width (bars); x++)
    n += driver_pixel (bars, x, top + height / 2) != paper;
  return n;
}

#define CALLGRIND(first, second)                                                                   \
  "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=lex.c\nfn=main\n9 "   \
  "10\n"                                                                                           \
  "cfn=lex\ncalls=1 2\n9 " second "\nfn=lex\n4 " first "\n6 30\n"

/* Lines that are executed have a bar on either side, all in one scale. */
TEST ("/window/source-tabs/costs")
{
  CyanWindow *window = open_versions (CALLGRIND ("50", "80"), CALLGRIND ("100", "130"),
                                      LEX ("n", "2"), LEX ("n + 1", "3"));
  guint most;

  driver_select_function (window, "lex");
  wait_until (driver_shows (driver_pane (window), "total * 3"));
  driver_wait_drawn (window);
  most = length_of_bar (window, 1, 3);
  g_assert_cmpuint (most, >, 20);
  g_assert_cmpuint (length_of_bar (window, 0, 3), ==, most / 2);
  g_assert_cmpuint (length_of_bar (window, 1, 5), >=, most * 3 / 10);
  g_assert_cmpuint (length_of_bar (window, 1, 5), <=, most * 3 / 10 + 1);
  g_assert_cmpuint (length_of_bar (window, 1, 4), ==, 0);
  driver_close (window);

  /* No lines, no column. */
  window = open_versions ("main;lex 40\n", "main;lex 90\n", LEX ("n", "2"), LEX ("n + 1", "3"));
  driver_select_function (window, "lex");
  wait_until (driver_shows (driver_pane (window), "total * 3"));
  driver_wait_drawn (window);
  g_assert_null (bars_of (window, 0));
  driver_close (window);
}

static void
remove_folders (void)
{
  tree_free (folders[0]);
  tree_free (folders[1]);
}

TESTS ()
{
  driver_init ();
  folders[0] = tree_new ();
  folders[1] = tree_new ();
  atexit (remove_folders);
}
