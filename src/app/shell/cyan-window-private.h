/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the window, each of which says in its first line what it does.
 */
#pragma once

#include "cyan-comparison-page.h"
#include "cyan-history-page.h"
#include "cyan-host.h"
#include "cyan-session-file.h"
#include "cyan-trier.h"
#include "cyan-welcome.h"
#include "cyan-window.h"
#include "cyan-task.h"
#include "cyan-widgets.h"

/* Milliseconds before progress is shown. */
#define CYAN_WINDOW_PROGRESS_DELAY 500

struct _CyanWindow
{
  AdwApplicationWindow parent_instance;

  /* template children, borrowed */
  AdwToastOverlay *toasts;
  AdwHeaderBar *header;
  AdwWindowTitle *title; /* of all pages but the comparison */
  AdwStatusPage *loading_page;
  AdwStatusPage *error_page;
  GtkWidget *log_scroller; /* in the error page */
  GtkTextView *log_view;
  GtkWidget *try_button;
  AdwStatusPage *missing_page;
  GtkWidget *without_button;
  GtkStack *stack;
  GtkWidget *open_word; /* one of these two is visible */
  GtkWidget *open_icon;
  GtkProgressBar *progress;
  GtkWidget *limit_box;
  GtkWidget *hot_button;
  GtkWidget *back_button;
  GtkMenuButton *menu_button;
  GtkWidget *export_box;
  GtkLabel *export_label;
  GtkProgressBar *export_progress;
  CyanWelcome *welcome;
  CyanComparisonPage *comparison;
  CyanHistoryPage *history;

  gboolean is_at_history; /* the history, not the blueprint, was shown last */
  char *failed_title;     /* owned; the title of an error that a page tells, or NULL */

  CyanTryRequest *tried; /* owned; the revisions tried last, or NULL */
  gboolean try_failed;   /* the error page is about them */
  char *try_log;         /* owned; what failed said, or NULL */

  CyanRequest *loading;      /* owned; what is on its way, or NULL */
  CyanNode aim;              /* the node that is to be selected then, or CYAN_NODE_NONE */
  CyanRequest *failed;       /* owned; what the error page is about, or NULL */
  gboolean match_chosen;     /* the match of loading is to be remembered when it is there */
  GCancellable *cancellable; /* of the load on its way, or NULL */
  CyanSessionFile *opening;  /* owned; the session file that is being opened, or NULL */
  char *opening_path;        /* owned; likewise */
  char *session_path;        /* owned; the session file of what is shown, or NULL */
  char *saving_path;         /* owned; to which it is being saved, or NULL */
  guint progress_timer;

  gboolean export_view;
  GCancellable *exporting;     /* owned; of the current export, copy or print, or NULL */
  char *export_name;           /* owned; the name of its file */
  char *print_path;            /* owned; of the PDF to print to, or NULL */
  GtkPrintOperation *printing; /* owned; the current one, or NULL */
  guint export_timer;
  double export_fraction;
};

void cyan_window_install_actions (CyanWindow *self);
/* Whether a page is visible; see cyan_window_show_page(). */
gboolean cyan_window_is_on_page (CyanWindow *self, const char *page);
/* Enables or disables every action by the state of the window. */
void cyan_window_update_actions (CyanWindow *self);
/* Shows a page: "welcome", "loading", "error", "missing", "history" or "blueprint". */
void cyan_window_show_page (CyanWindow *self, const char *page);
/* Shows a toast; @text is plain. */
void cyan_window_toast (CyanWindow *self, const char *text);

void cyan_window_install_loading (CyanWindow *self);
/* Cancels the current load; the previous page is shown again. */
void cyan_window_stop (CyanWindow *self);
/* Loads @request and then shows what @file (may be NULL) says. */
void cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file);
/* Ends what is being loaded, and begins anew: progress is shown after a while. */
void cyan_window_begin_load (CyanWindow *self);
void cyan_window_end_load (CyanWindow *self);
/* What its pages ask for; see CyanHost. */
void cyan_window_host_init (CyanHostInterface *interface);
/* Of a task that shows its progress in the window; @done gets a cyan_weak_new(). */
CyanTaskCaller cyan_window_caller (CyanWindow *self, GAsyncReadyCallback done);
void cyan_window_show_error (CyanWindow *self, const GError *error);

/* Saves to the session file of what is shown; asks for one if @asks or if there is none yet. */
void cyan_window_save_session (CyanWindow *self, gboolean asks);
/* Asks for a file or folder instead of the one that is missing. */
void cyan_window_choose_missing (CyanWindow *self);
/* Opens the session without its sources. */
void cyan_window_drop_missing (CyanWindow *self);
/* Shows the rest of what the session file says, once its profiles are loaded. */
void cyan_window_finish_session (CyanWindow *self);
void cyan_window_forget_opening (CyanWindow *self);

/* @name, which comes from profiles, as that of a file: nothing in it leads elsewhere.  Takes and
 * returns it. */
char *cyan_window_file_name (char *name);
/* Asks for a file, and exports the view or all shown nodes to it. */
void cyan_window_export (CyanWindow *self, gboolean view);
/* Exports to @path, in the format of its extension, in a thread; a toast shows the result.  One
 * export at a time. */
void cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only);
/* Cancels the current export, which leaves no file. */
void cyan_window_cancel_export (CyanWindow *self);
/* Puts the picture in view into the clipboard, or in the table the selected rows. */
void cyan_window_copy_picture (CyanWindow *self);
/* Prints the whole picture: asks for a printer, or writes a PDF to @path if it is not NULL. */
void cyan_window_print (CyanWindow *self, const char *path);

/* Gets the picture that an export draws now. */
void cyan_window_get_picture (CyanWindow *self, gboolean view_only, CyanExportPicture *picture);
/* Shows progress from now on, with @text; no other export begins. */
CyanTaskCaller
cyan_window_begin_export (CyanWindow *self, const char *text, GAsyncReadyCallback done);
/* To be called once in the callback, with a weak reference: tells of the error, if there is one.
 * Returns the window, which the caller unrefs, or NULL if it no longer exists. */
CyanWindow *cyan_window_end_export (gpointer weak, const GError *error);

void cyan_window_install_history (CyanWindow *self);
gboolean cyan_window_has_history (CyanWindow *self);
/* Shows the history page as it was left, or asks for a store. */
void cyan_window_show_history (CyanWindow *self);
/* An action: opens the store that comes with the program. */
void cyan_window_open_demo (GSimpleAction *action, GVariant *parameter, gpointer data);
/* An action: the selected function over revisions. */
void cyan_window_function_history (GSimpleAction *action, GVariant *parameter, gpointer data);

/* An action: asks for two revisions, which are built, recorded and compared. */
void cyan_window_ask_try (GSimpleAction *action, GVariant *parameter, gpointer data);
