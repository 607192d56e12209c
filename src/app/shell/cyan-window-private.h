/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the window, each of which says in its first line what it does.
 */
#pragma once

#include "cyan-comparison-page.h"
#include "cyan-error-page.h"
#include "cyan-history-page.h"
#include "cyan-host.h"
#include "cyan-jobs.h"
#include "cyan-session-file.h"
#include "cyan-trier.h"
#include "cyan-welcome.h"
#include "cyan-window.h"
#include "cyan-widgets.h"

/* What is being loaded: its title, and the title of the error page if that fails. */
typedef enum
{
  CYAN_LOAD_FILES,
  CYAN_LOAD_SESSION,
  CYAN_LOAD_TRY,
  CYAN_LOAD_PAGE,   /* for a page; see CyanHost */
  CYAN_LOAD_QUIETLY /* likewise, and the page shows its progress */
} CyanLoadKind;

struct _CyanWindow
{
  AdwApplicationWindow parent_instance;

  /* template children, borrowed */
  AdwToastOverlay *toasts;
  AdwHeaderBar *header;
  AdwWindowTitle *title; /* of all pages but the comparison */
  CyanErrorPage *error_page;
  AdwStatusPage *missing_page;
  GtkWidget *choose_button; /* one of these two is visible */
  GtkWidget *ask_button;
  GtkWidget *without_button;
  GtkStack *stack;
  GtkWidget *open_word; /* one of these two is visible */
  GtkWidget *open_icon;
  GtkWidget *back_button;
  GtkMenuButton *menu_button;
  GtkWidget *progress_box;
  GtkLabel *progress_title;
  GtkProgressBar *progress;
  CyanWelcome *welcome;
  CyanComparisonPage *comparison;
  CyanHistoryPage *history;

  CyanJobs *jobs;         /* owned; what is under way */
  gboolean is_at_history; /* the history, not the blueprint, was shown last */

  CyanTryRequest *tried; /* owned; the revisions tried last, or NULL */

  CyanLoadKind load_kind;   /* of the latest load, which the error page may be about */
  CyanRequest *loading;     /* owned; what is on its way, or NULL */
  CyanNode aim;             /* the node that is to be selected then, or CYAN_NODE_NONE */
  CyanRequest *failed;      /* owned; what the error page is about, or NULL */
  gboolean match_chosen;    /* the match of loading is to be remembered when it is there */
  CyanSessionFile *opening; /* owned; the session file that is being opened, or NULL */
  char *opening_path;       /* owned; likewise */
  char *session_path;       /* owned; the session file of what is shown, or NULL */

  gboolean export_view; /* what is to be exported when its file was chosen */
};

void cyan_window_install_actions (CyanWindow *self);
/* The visible page; NULL: it is one of those of the window itself.  Borrowed. */
CyanPage *cyan_window_get_page (CyanWindow *self);
/* Whether a page is visible; see cyan_window_show_page(). */
gboolean cyan_window_is_on_page (CyanWindow *self, const char *page);
/* Enables or disables the actions by what the page has, and what is under way. */
void cyan_window_update_actions (CyanWindow *self);
/* Shows a page: "welcome", "loading", "error", "missing", "history" or "blueprint". */
void cyan_window_show_page (CyanWindow *self, const char *page);
/* Shows a toast; @text is plain. */
void cyan_window_toast (CyanWindow *self, const char *text);

void cyan_window_install_loading (CyanWindow *self);
/* A key: opens the addresses in the clipboard, where no entry takes the text. */
gboolean cyan_window_paste (GtkWidget *window, GVariant *arguments, gpointer data);
/* Cancels the current load; the previous page is shown again. */
void cyan_window_stop (CyanWindow *self);
/* Cancels what the progress is of. */
void cyan_window_cancel (CyanWindow *self);
/* Keeps what is shown, and its answer, for the welcome page. */
void cyan_window_remember (CyanWindow *self);
/* Opens the comparison that comes with the program. */
void cyan_window_open_sample (CyanWindow *self);
/* Loads @request and then shows what @file (may be NULL) says. */
void cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file);
/* What its pages ask for; see CyanHost. */
void cyan_window_host_init (CyanHostInterface *interface);
/* Ends what is being loaded, and begins anew; @done is to call cyan_window_end_load(). */
CyanTaskCaller
cyan_window_begin_load (CyanWindow *self, CyanLoadKind kind, GAsyncReadyCallback done);
/* To be called once in the callback, with its data.  Shows the error, if there is one, with @log,
 * which may be NULL.  Returns the window, which the caller unrefs; NULL after an error, or if
 * nobody waits for the result any more. */
CyanWindow *
cyan_window_end_load (gpointer job, GAsyncResult *result, const GError *error, const char *log);

/* Saves to the session file of what is shown; asks for one if @asks or if there is none yet. */
void cyan_window_save_session (CyanWindow *self, gboolean asks);
/* The dialog asks before a file is replaced, but not about one whose name was completed. */
void cyan_window_report_exists (CyanWindow *self, const char *path);
/* Asks for a file or folder instead of the one that is missing. */
void cyan_window_choose_missing (CyanWindow *self);
/* Opens the session, whose profiles are at addresses. */
void cyan_window_ask_servers (CyanWindow *self);
/* Opens the session without its sources. */
void cyan_window_drop_missing (CyanWindow *self);
/* Shows the rest of what the session file says, once its profiles are loaded. */
void cyan_window_finish_session (CyanWindow *self);
void cyan_window_forget_opening (CyanWindow *self);

/* The name of a file of what is compared: nothing in it leads elsewhere.  @ending is ".svg" or
 * another one.  Caller frees. */
char *cyan_window_suggested_name (CyanWindow *self, const char *ending);
/* A type to choose; the first one is suggested. */
void cyan_window_add_type (GtkFileChooser *chooser, const char *name, const char *ending);
/* Asks for a file, and exports the view or all shown nodes to it. */
void cyan_window_export (CyanWindow *self, gboolean view);
/* Exports to @path, in the format of its extension, in a thread; a toast shows the result.  One
 * export at a time. */
void cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only);
/* Puts what one would tell a colleague into the clipboard, with the picture in view. */
void cyan_window_copy_answer (CyanWindow *self);
/* Puts the picture in view into the clipboard, or in the table the selected rows. */
void cyan_window_copy_picture (CyanWindow *self);
/* Prints the whole picture: asks for a printer, or writes a PDF to @path if it is not NULL. */
void cyan_window_print (CyanWindow *self, const char *path);

/* Gets the picture that an export draws now. */
void cyan_window_get_picture (CyanWindow *self, gboolean view_only, CyanExportPicture *picture);
/* To be called once in the callback of an export or of a save, with its data: tells of the error,
 * if there is one.  Returns the window, which the caller unrefs; NULL after an error, or if it no
 * longer exists. */
CyanWindow *cyan_window_end_job (gpointer job, GAsyncResult *result, const GError *error);

void cyan_window_install_history (CyanWindow *self);
gboolean cyan_window_has_history (CyanWindow *self);
/* Shows the history page as it was left, or asks for a store. */
void cyan_window_show_history (CyanWindow *self);
/* An action: opens the store that comes with the program. */
void cyan_window_open_demo (GSimpleAction *action, GVariant *parameter, gpointer data);
/* An action: the selected function over revisions. */
void cyan_window_function_history (GSimpleAction *action, GVariant *parameter, gpointer data);

/* Asks for two revisions, which are built, recorded and compared, of the repository at @folder; or
 * NULL: as the last time. */
void cyan_window_try_in (CyanWindow *self, const char *folder);
void cyan_window_ask_try (CyanWindow *self);
