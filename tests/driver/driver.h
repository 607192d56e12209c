/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drives a real window with real clicks and keys, sent to the X server by xdotool.
 *
 * Nothing here sleeps: after each event the main loop runs until the window has received it, and
 * wait_until() runs it until a condition is true.  A test that waits longer than DRIVER_PATIENCE
 * fails.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-comparison-private.h"
#include "cyan-window-private.h"
#include "tests.h"

/* Microseconds; nothing that is waited for takes a tenth of it on an idle machine. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#  define DRIVER_PATIENCE (240 * G_USEC_PER_SEC)
#else
#  define DRIVER_PATIENCE (60 * G_USEC_PER_SEC)
#endif

#define wait_until(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 wait_end_ = g_get_monotonic_time () + DRIVER_PATIENCE;                                  \
                                                                                                   \
    while (!(condition))                                                                           \
      driver_iterate (wait_end_, __FILE__, __LINE__, #condition);                                  \
  }                                                                                                \
  G_STMT_END

/* Runs one iteration of the main loop; fails the test after @end. */
void driver_iterate (gint64 end, const char *file, int line, const char *condition);

/* Starts the application, before the tests of any file. */
void driver_init (void);
/* The stored settings, whose changes the window follows.  Owned by the driver. */
GSettings *driver_settings (void);

/* A test of @open, a window, which it calls `window` and which is closed behind it. */
#define WINDOW_TEST(path, open)            WINDOW_TEST_AT (path, open, __LINE__)
#define WINDOW_TEST_AT(path, open, line)   WINDOW_TEST_LINE (path, open, line)
#define WINDOW_TEST_LINE(path, open, line) WINDOW_TEST_NAMED (path, open, test_window_##line)
#define WINDOW_TEST_NAMED(path, open, run)                                                         \
  static void run (CyanWindow *window);                                                            \
                                                                                                   \
  TEST (path)                                                                                      \
  {                                                                                                \
    CyanWindow *window = open;                                                                     \
                                                                                                   \
    run (window);                                                                                  \
    driver_close (window);                                                                         \
  }                                                                                                \
                                                                                                   \
  static void run (CyanWindow *window)
GtkApplication *driver_application (void);

/* The path of a file in the source tree; caller frees. */
char *driver_source_file (const char *path);
/* The path of a file in the tests' temporary folder; caller frees. */
char *driver_temporary_file (const char *name);
/* Writes a file in that folder and returns its path; caller frees. */
char *driver_write (const char *name, const char *text, gssize length);

/* ---- windows ---- */

/* Opens a new window with the focus. */
CyanWindow *driver_window (void);
/* Starts to open a pair and returns at once. */
void driver_start (CyanWindow *window, const char *before, const char *after);
/* Opens a pair of 60,000 contexts, more than pictures lay out without a thread: "main" calls "f0" to
 * "f299", and "f7" costs 30,000 more than before. */
void driver_open_large (CyanWindow *window);
/* Opens a new window with the demo and waits until all has come that threads find out about it:
 * functions to read, sources, causes. */
CyanWindow *driver_demo (void);
/* The same without links: each context has a box. */
CyanWindow *driver_boxes (void);
/* Opens a new window with several runs per side; each side is a NULL-terminated list of paths. */
CyanWindow *driver_runs (char *const *before, char *const *after);
/* Drops files, a NULL-terminated list of paths or addresses, on a drop target of @widget as a file manager
 * would.  Returns whether they were accepted. */
gboolean driver_drop (GtkWidget *widget, double x, const char *const *paths);
/* Waits for an open window of a type with that name. */
GtkWidget *driver_toplevel (const char *type);
/* Gives a window the keyboard focus, because no window manager does. */
void driver_focus (GtkWindow *window);
/* Counts the events that @window receives; each window of the driver is watched. */
void driver_watch (CyanWindow *window);
/* Waits for the dialog that asks for files. */
GtkWidget *driver_open_dialog (void);
/* Closes the window and waits for its end, and for that of all that it showed. */
void driver_close (CyanWindow *window);
/* Waits until the window has drawn its current state. */
void driver_wait_drawn (CyanWindow *window);
/* The visible page: "welcome", "loading", "error", "blueprint". */
const char *driver_page (CyanWindow *window);

/* The widget below @root with that id in its ui file; the test fails if there is none. */
gpointer driver_child (gpointer root, const char *id);
/* The title in the header, and what stands below it.  Borrowed. */
GtkWidget *driver_title_box (CyanWindow *window);
const char *driver_title (CyanWindow *window);
const char *driver_subtitle (CyanWindow *window);
/* The actions of the comparison, and the name of its view. */
GActionGroup *driver_actions (CyanWindow *window);
const char *driver_view (CyanWindow *window);

/* ---- input ---- */

/* Each returns once the window has received the event.  @x and @y are in the widget's
 * coordinates. */
void driver_point (GtkWidget *widget, double x, double y);
void driver_click (GtkWidget *widget, double x, double y, int button);
/* The same with the first button while @modifier ("ctrl") is held down. */
void driver_click_with (GtkWidget *widget, double x, double y, const char *modifier);
void driver_double_click (GtkWidget *widget, double x, double y);
void driver_drag (GtkWidget *widget, double x, double y, int button, double dx, double dy);
/* Turns the wheel at the pointer while @modifier ("ctrl"), or nothing if NULL, is held down. */
void driver_wheel (CyanWindow *window, gboolean down, int steps, const char *modifier);
/* Presses a key: "Return", "ctrl+f". */
void driver_key (CyanWindow *window, const char *key);
/* Sends a key to whatever has the focus, without waiting. */
void driver_send_key (const char *key);
void driver_type (CyanWindow *window, const char *text);
/* Types into whatever has the focus, without waiting. */
void driver_send_text (const char *text);
/* Moves the pointer to the middle of a widget, which may be in a popover.  Returns whether a click
 * would reach it: it has stayed there for two frames, and nothing is above it. */
gboolean driver_reach (GtkWidget *widget);
/* Clicks where the pointer is, without waiting. */
void driver_send_click (void);
/* Clicks in the middle of a widget once it can be reached, without waiting for what comes of it. */
void driver_press (GtkWidget *widget);
/* Clicks on the box of @node. */
void driver_click_node (CyanWindow *window, CyanNode node, int button);
void driver_middle_of (CyanWindow *window, CyanNode node, double *x, double *y);

/* Opens the main menu, or the popover of views, and clicks on the row, or the button, with that
 * text. */
void driver_menu (CyanWindow *window, const char *label);
void driver_choose_view (CyanWindow *window, const char *label);
/* Closes the popover of @button, if it is open, by Escape. */
void driver_close_popover (CyanWindow *window, GtkMenuButton *button);

/* ---- dialogs: driver-dialogs.c ---- */

/* The visible row with that title below @root; NULL if there is none. */
GtkWidget *driver_row (GtkWidget *root, const char *title);
/* Scrolls a widget into view and clicks on it. */
void driver_press_inside (GtkWidget *widget);
/* Replaces the text in the entry of a row by @text. */
void driver_type_into (GtkWidget *row, const char *text);
/* Waits for GTK's dialog for files, selects @path in it, and presses the button with @label. */
void driver_select (const char *path, const char *label);
/* Waits for GTK's dialog for files, types @path into it, and waits until it has closed. */
void driver_choose (const char *path);

/* ---- what is shown: driver-shown.c ---- */

/* The text of a label, a progress bar or a text view; NULL for any other widget.  Caller frees. */
char *driver_text (GtkWidget *widget);

/* The first mapped widget of @type below @root whose text contains @text; any text if @text is
 * NULL. */
GtkWidget *driver_find (GtkWidget *root, GType type, const char *text);
/* An item of the canvas's menu; NULL if the menu is closed. */
GtkWidget *driver_menu_item (CyanWindow *window, const char *label);
/* Whether a mapped label or text view below @root contains @text. */
gboolean driver_shows (GtkWidget *root, const char *text);
/* The text of all mapped labels and text views below @root, for messages.  Caller frees. */
char *driver_words (GtkWidget *root);
/* Appends all mapped widgets of @type below @root to @found. */
void driver_collect (GtkWidget *root, GType type, GPtrArray *found);

/* The pane of the sources, its side before (0) or after (1), and its tab of that title, which is
 * waited for. */
GtkWidget *driver_pane (CyanWindow *window);
GtkWidget *driver_side (CyanWindow *window, guint side);
GtkWidget *driver_tab (CyanWindow *window, const char *title);
/* Selects a node of that function. */
void driver_select_function (CyanWindow *window, const char *name);

/* Moves the pointer there and waits for the tooltip. */
GtkWidget *driver_hover (GtkWidget *widget, double x, double y);
/* The visible tooltip, or NULL. */
GtkWidget *driver_tooltip (void);

/* The first node with that name in preorder, or CYAN_NODE_NONE. */
CyanNode driver_node (CyanWindow *window, const char *name);
gboolean driver_is_shown (CyanWindow *window, const char *name);
/* The names of the shown nodes in preorder, separated by spaces.  Caller frees. */
char *driver_shown (CyanWindow *window);
const char *driver_selected (CyanWindow *window);
/* Arrow keys lead from index_line of the demo, which is selected, to what it calls and back. */
void driver_walk_around_index_line (CyanWindow *window);

/* The colour that is really drawn: 0xrrggbb. */
guint32 driver_pixel (GtkWidget *widget, double x, double y);
guint32 driver_node_pixel (CyanWindow *window, const char *name);
/* All that is drawn of @widget, without its border. */
GdkTexture *driver_picture (GtkWidget *widget);

/* ---- all that is said: driver-texts.c ---- */

/* @where says for messages which widget or item shows @text. */
typedef void (*DriverTextFunc) (const char *text, const char *where, gpointer data);

/* Visits all texts of @root and of all widgets below it, shown or not: labels, tooltips, titles,
 * menus, choices, and texts for screen readers.  Source code is left out. */
void driver_visit_texts (GtkWidget *root, DriverTextFunc func, gpointer data);
/* Visits the texts of a page with its legend, and the tooltips of its boxes. */
void
driver_visit_page (CyanComparison *comparison, CyanBasis basis, DriverTextFunc func, gpointer data);
