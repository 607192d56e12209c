/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drives a real window with real clicks and keys, sent to the X server by xdotool.
 *
 * Nothing here sleeps: after each event the main loop runs until the window has got it, and
 * wait_until() runs it until something is true.  A test that waits in vain fails after
 * DRIVER_PATIENCE.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-window-private.h"

/* Microseconds. */
#define DRIVER_PATIENCE (200 * G_USEC_PER_SEC)

#define wait_until(condition)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 wait_end_ = g_get_monotonic_time () + DRIVER_PATIENCE;                                  \
                                                                                                   \
    while (!(condition))                                                                           \
      driver_iterate (wait_end_, __FILE__, __LINE__, #condition);                                  \
  }                                                                                                \
  G_STMT_END

/* One turn of the main loop; fails the test after @end. */
void driver_iterate (gint64 end, const char *file, int line, const char *condition);

/* Starts the application. */
void driver_init (void);
GtkApplication *driver_application (void);

/* A file of the source tree; caller frees. */
char *driver_source_file (const char *path);
/* A file in the tests' own folder; caller frees. */
char *driver_temporary_file (const char *name);
/* Writes a file there and gives its path; caller frees. */
char *driver_write (const char *name, const char *text, gssize length);

/* ---- windows ---- */

/* A new window with the focus. */
CyanWindow *driver_window (void);
/* Opens a pair; returns at once. */
void driver_start (CyanWindow *window, const char *before, const char *after);
/* A new window with the demo, its sources known. */
CyanWindow *driver_demo (void);
/* A new window with runs of both sides; each is a NULL-terminated list of paths. */
CyanWindow *driver_runs (char *const *before, char *const *after);
/* As a file manager would drop the files, a NULL-terminated list of paths, on a drop target of
 * @widget; whether they were taken. */
gboolean driver_drop (GtkWidget *widget, double x, const char *const *paths);
/* The window of a type of that name, once it is open. */
GtkWidget *driver_toplevel (const char *type);
/* Gives the keyboard to a window; there is no window manager that would do so. */
void driver_focus (GtkWindow *window);
/* The dialog that asks for files, once it is open. */
GtkWidget *driver_open_dialog (void);
/* Closes the window and waits for its end. */
void driver_close (CyanWindow *window);
/* Until the window has drawn what it is to show. */
void driver_settle (CyanWindow *window);
/* The page that is shown: "welcome", "loading", "error", "blueprint". */
const char *driver_page (CyanWindow *window);

/* ---- input ---- */

/* Each returns once the window has got the event. @x and @y are in the widget's coordinates. */
void driver_point (GtkWidget *widget, double x, double y);
void driver_click (GtkWidget *widget, double x, double y, int button);
void driver_double_click (GtkWidget *widget, double x, double y);
void driver_drag (GtkWidget *widget, double x, double y, int button, double dx, double dy);
/* The wheel, at the pointer; with @modifier ("ctrl") or NULL held down. */
void driver_wheel (CyanWindow *window, gboolean down, int steps, const char *modifier);
/* "Return", "ctrl+f". */
void driver_key (CyanWindow *window, const char *key);
/* To whatever has the focus, without waiting. */
void driver_send_key (const char *key);
void driver_type (CyanWindow *window, const char *text);
/* In the middle of a widget, which may be in a popover, and without waiting. */
void driver_press (GtkWidget *widget);
/* On the box of @node. */
void driver_click_node (CyanWindow *window, CyanNode node, int button);
void driver_middle_of (CyanWindow *window, CyanNode node, double *x, double *y);

/* ---- what is shown: driver-shown.c ---- */

/* The text of a label, a progress bar or a text view; NULL for any other widget.  Caller frees. */
char *driver_text (GtkWidget *widget);

/* The first mapped widget of @type below @root whose text contains @text; NULL text: any. */
GtkWidget *driver_find (GtkWidget *root, GType type, const char *text);
/* An item of the canvas's menu, if the menu is open. */
GtkWidget *driver_menu_item (CyanWindow *window, const char *label);
/* Whether a mapped label or text view below @root contains @text. */
gboolean driver_shows (GtkWidget *root, const char *text);
/* All that mapped labels and text views below @root say, for messages.  Caller frees. */
char *driver_words (GtkWidget *root);

/* The tooltip of what is there, once it is up. */
GtkWidget *driver_hover (GtkWidget *widget, double x, double y);
/* The tooltip that is up, or NULL. */
GtkWidget *driver_tooltip (void);

/* The first node of that name in preorder, or CYAN_NODE_NONE. */
CyanNode driver_node (CyanWindow *window, const char *name);
gboolean driver_is_shown (CyanWindow *window, const char *name);
/* Names of the shown nodes, preorder, separated by spaces.  Caller frees. */
char *driver_shown (CyanWindow *window);
const char *driver_selected (CyanWindow *window);

/* What is really drawn: 0xrrggbb. */
guint32 driver_pixel (GtkWidget *widget, double x, double y);
guint32 driver_node_pixel (CyanWindow *window, const char *name);

/* ---- all that is said: driver-texts.c ---- */

/* @where tells what shows @text, for messages. */
typedef void (*DriverTextFunc) (const char *text, const char *where, gpointer data);

/* What @root and all below it say, shown or not: texts, tooltips, titles, menus, choices, and what is
 * read aloud.  Sources of a program are left out. */
void driver_visit_texts (GtkWidget *root, DriverTextFunc func, gpointer data);
/* What a page with its legend says, with the tooltips of the boxes. */
void
driver_visit_page (CyanComparison *comparison, CyanBasis basis, DriverTextFunc func, gpointer data);
