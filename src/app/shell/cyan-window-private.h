/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the window, each of which says in its first line what it does.
 */
#pragma once

#include "cyan-breadcrumb.h"
#include "cyan-canvas.h"
#include "cyan-details.h"
#include "cyan-edit-list.h"
#include "cyan-exporter.h"
#include "cyan-filter-bar.h"
#include "cyan-filter-popover.h"
#include "cyan-found-list.h"
#include "cyan-bisect-page.h"
#include "cyan-history-page.h"
#include "cyan-icicle-view.h"
#include "cyan-legend.h"
#include "cyan-opened-sources.h"
#include "cyan-overview.h"
#include "cyan-picture-legend.h"
#include "cyan-rings-view.h"
#include "cyan-session-file.h"
#include "cyan-source-pane.h"
#include "cyan-table-view.h"
#include "cyan-trier.h"
#include "cyan-welcome.h"
#include "cyan-window.h"
#include "cyan-task.h"

/* Milliseconds before progress is shown. */
#define CYAN_WINDOW_PROGRESS_DELAY 500

struct _CyanWindow
{
  AdwApplicationWindow parent_instance;

  /* template children, borrowed */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  AdwStatusPage *loading_page;
  AdwStatusPage *error_page;
  GtkWidget *log_scroller; /* in the error page */
  GtkTextView *log_view;
  GtkWidget *try_button;
  AdwStatusPage *missing_page;
  GtkWidget *without_button;
  GtkStack *stack;
  GtkStack *views;
  GtkWidget *switcher;
  GtkBox *view_buttons;
  GtkMenuButton *view_menu;
  GtkWidget *open_word; /* one of these two is visible */
  GtkWidget *open_icon;
  GtkProgressBar *progress;
  GtkWidget *limit_box;
  GtkWidget *hot_button;
  GtkWidget *basis_box;
  GtkDropDown *metric_list;
  GtkWidget *history_button;
  GtkWidget *back_button;
  GtkWidget *forward_button;
  GtkWidget *swap_button;
  GtkToggleButton *palette_button;
  GtkToggleButton *search_button;
  GtkSearchBar *search_bar;
  GtkEditable *search_entry;
  GtkLabel *search_status;
  CyanFoundList *found_list;
  GtkWidget *warnings_button;
  GtkLabel *warnings_label;
  GtkButton *zoom_button;
  GtkInfoBar *doubt_bar;
  GtkLabel *doubt_label;
  GtkInfoBar *sources_bar;
  GtkLabel *sources_label;
  GtkWidget *recorded_button;
  GtkWidget *export_box;
  GtkLabel *export_label;
  GtkProgressBar *export_progress;
  CyanWelcome *welcome;
  CyanCanvas *canvas;
  CyanIcicleView *icicle;
  CyanPictureLegend *icicle_legend;
  CyanRingsView *rings;
  CyanPictureLegend *rings_legend;
  GtkMenuButton *sizes_button; /* of the icicle and of the rings */
  gboolean sizes_single;       /* its menu is that of a single profile */
  GtkMenuButton *menu_button;
  GMenu *scale_menu; /* of other windows */
  CyanBreadcrumb *breadcrumb;
  GtkLabel *noise_chip;
  GtkMenuButton *filter_button;
  CyanFilterPopover *filter_popover;
  CyanFilterBar *filter_bar;
  GtkWidget *nothing_page; /* over the views, where nothing matches */
  GtkOverlay *overlay;     /* the canvas and what lies on it */
  CyanTableView *table;
  CyanLegend *legend;
  GtkWidget *legend_button; /* in place of the legend */
  GtkWidget *legend_popover;
  CyanLegend *legend_popup; /* in the popover */
  GtkWidget *zoom_box;
  GtkWidget *overview;
  CyanDetails *details;
  CyanEditList *edit_list;
  CyanSourcePane *source_pane;
  CyanHistoryPage *history;
  CyanBisectPage *bisect;

  CyanHistoryStore *store; /* owned; the one opened last, or NULL */
  CyanHistory *benchmarks; /* owned; what the page shows unless it shows a function, or NULL */
  gboolean is_at_history;  /* the history, not the blueprint, was shown last */
  gboolean store_failed;   /* the error page is about the store */

  gboolean bisect_failed; /* the error page is about finding a revision */
  char *found_benchmark;  /* owned; to be shown when the history is read, or NULL */
  char *found_sides[2];   /* owned; likewise: the commits of both sides */
  gboolean found_commits; /* their commits are wanted, not their blueprint */

  CyanTryRequest *tried; /* owned; the revisions tried last, or NULL */
  gboolean try_failed;   /* the error page is about them */
  char *try_log;         /* owned; what failed said, or NULL */

  CyanSession *session;      /* owned; NULL before the first comparison */
  CyanRequest *request;      /* owned; the request of session */
  CyanOpenedSources *opened; /* owned; the sources of session */
  CyanRequest *loading;      /* owned; what is on its way, or NULL */
  CyanNode aim;              /* the node that is to be selected then, or CYAN_NODE_NONE */
  CyanRequest *failed;       /* owned; what the error page is about, or NULL */
  gboolean match_chosen;   /* its match, or that of loading, is to be remembered when it is there */
  gboolean claims_changed; /* loading differs from request by what was said about functions */
  char *claimed;           /* owned; what was said, to be shown when it is there, or NULL */
  GPtrArray *claims_before;  /* owned; the claims before the last change, to undo it, or NULL */
  GCancellable *cancellable; /* of the load on its way, or NULL */
  CyanSessionFile *opening;  /* owned; the session file that is being opened, or NULL */
  char *opening_path;        /* owned; likewise */
  char *session_path;        /* owned; the session file of what is shown, or NULL */
  char *saving_path;         /* owned; to which it is being saved, or NULL */
  guint progress_timer;

  gboolean finds_regex;    /* the text of the search is a regular expression */
  char *search_text;       /* owned; that text; NULL: none */
  GCancellable *searching; /* owned; of the current search, or NULL */
  gboolean search_selects; /* a match is selected at the end, unless one is selected already */
  int search_steps;        /* steps to go then; negative: backwards */

  guint overlay_idle; /* tells the canvas what is covered */
  int legend_corner;  /* -1: none is free */
  int overview_corner;
  int legend_size[2];       /* and the size of the legend */
  int legend_view[2];       /* the size of the overlay that it was chosen for */
  gboolean legend_is_stale; /* it is chosen anew when sizes are allocated next */

  guint metric;          /* index of the compared metric in the list */
  gboolean doubt_closed; /* the user closed the banner */

  gboolean export_view;
  GCancellable *exporting;     /* owned; of the current export, copy or print, or NULL */
  char *export_name;           /* owned; the name of its file */
  char *print_path;            /* owned; of the PDF to print to, or NULL */
  GtkPrintOperation *printing; /* owned; the current one, or NULL */
  guint export_timer;
  double export_fraction;
};

/* The data of a task's callback: a weak reference, since a task does not keep the window, which
 * cancels it when it is closed. */
gpointer cyan_window_weak_new (CyanWindow *self);
/* The window, or NULL if it no longer exists; the caller unrefs it.  Frees @weak. */
CyanWindow *cyan_window_weak_take (gpointer weak);

void cyan_window_install_actions (CyanWindow *self);
/* Whether a page is visible; see cyan_window_show_page(). */
gboolean cyan_window_is_on_page (CyanWindow *self, const char *page);
/* Whether a view of the blueprint's page is; see cyan_window_view(). */
gboolean cyan_window_is_in_view (CyanWindow *self, const char *view);
/* Enables or disables every action by the state of the window. */
void cyan_window_update_actions (CyanWindow *self);
/* The state of an action that is on or off. */
gboolean cyan_window_is_active (CyanWindow *self, const char *action);
/* Shows @session, which may be NULL, in all parts of the window. */
void cyan_window_set_session (CyanWindow *self, CyanSession *session);
/* Shows a page: "welcome", "loading", "error", "missing", "history", "bisect" or "blueprint". */
void cyan_window_show_page (CyanWindow *self, const char *page);
/* Shows a toast; @text is plain. */
void cyan_window_toast (CyanWindow *self, const char *text);

void cyan_window_install_notices (CyanWindow *self);
/* Shows the title and the warnings of the session. */
void cyan_window_show_notices (CyanWindow *self);
/* Shows the title of the history or of the session. */
void cyan_window_show_title (CyanWindow *self);
/* Says that noise is unknown if it is: nothing that is shown is known to be significant then. */
void cyan_window_show_noise (CyanWindow *self);
/* Says what is to be known of the sources: where they are, or why there are none. */
void cyan_window_show_sources_notice (CyanWindow *self);

void cyan_window_install_loading (CyanWindow *self);
/* Cancels the current load; the previous page is shown again. */
void cyan_window_stop (CyanWindow *self);
/* Loads @request and then shows what @file (may be NULL) says. */
void cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file);
/* Ends what is being loaded, and begins anew: progress is shown after a while. */
void cyan_window_begin_load (CyanWindow *self);
void cyan_window_end_load (CyanWindow *self);
/* Of a task that shows its progress in the window; @done gets a cyan_window_weak_new(). */
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

void cyan_window_install_claims (CyanWindow *self);
/* Compares again with what is said about two functions, see CyanNameClaim. */
void cyan_window_claim (CyanWindow *self, const char *before, const char *after, gboolean same);
/* To be called before the request becomes that of what is shown: remembers what was said until
 * then. */
void cyan_window_take_claims (CyanWindow *self);
/* Shows what was said, with a way to undo it. */
void cyan_window_show_claim (CyanWindow *self);
/* Shows the list of what became of functions, and details where there is room for both. */
void cyan_window_make_room (CyanWindow *self);
/* Actions. */
void cyan_window_mark (GSimpleAction *action, GVariant *parameter, gpointer data);
void cyan_window_same (GSimpleAction *action, GVariant *parameter, gpointer data);
void cyan_window_undo_claim (GSimpleAction *action, GVariant *parameter, gpointer data);
void cyan_window_show_edits (GSimpleAction *action, GVariant *state, gpointer data);

void cyan_window_install_history (CyanWindow *self);
gboolean cyan_window_is_on_history (CyanWindow *self);
gboolean cyan_window_has_history (CyanWindow *self);
/* Whether a chart or a heat map is drawn. */
gboolean cyan_window_has_chart (CyanWindow *self);
/* Its title and its subtitle; there is a history.  Caller frees both. */
char *cyan_window_history_title (CyanWindow *self, char **subtitle);
/* A name for a file with its picture.  Caller frees. */
char *cyan_window_history_name (CyanWindow *self);
/* Shows the history page as it was left. */
void cyan_window_show_history (CyanWindow *self);
/* Reads the store again. */
void cyan_window_reload_history (CyanWindow *self);
/* An action: opens the store that comes with the program. */
void cyan_window_open_demo (GSimpleAction *action, GVariant *parameter, gpointer data);
/* An action: the selected function over revisions. */
void cyan_window_function_history (GSimpleAction *action, GVariant *parameter, gpointer data);

/* An action: asks for two revisions, which are built, recorded and compared. */
void cyan_window_ask_try (GSimpleAction *action, GVariant *parameter, gpointer data);

void cyan_window_install_bisect (CyanWindow *self);
/* Whether there are revisions between the two that are selected in the history. */
gboolean cyan_window_can_bisect (CyanWindow *self);
/* An action: asks, and finds the revision between these two at which the benchmark changed. */
void cyan_window_ask_bisect (GSimpleAction *action, GVariant *parameter, gpointer data);
/* To be called when the history was read: shows what was found, if somebody asked for that. */
void cyan_window_open_found (CyanWindow *self);

void cyan_window_install_search (CyanWindow *self);
/* Selects the next context that matches the text in the search bar, in the order of the list, or
 * the previous one, at once or when the search is finished. */
void cyan_window_find (CyanWindow *self, gboolean backwards);
/* Searches again, for the text as what it is now. */
void cyan_window_set_finds_regex (CyanWindow *self, gboolean finds_regex);
/* Searches again in another session or basis; the same node stays selected. */
void cyan_window_refresh_search (CyanWindow *self);
/* Cancels the current search and drops its results. */
void cyan_window_forget_search (CyanWindow *self);

/* To be called for each new session. */
void cyan_window_follow_filter (CyanWindow *self);
/* Actions. */
void cyan_window_filter (GSimpleAction *action, GVariant *parameter, gpointer data);
void cyan_window_clear_filters (GSimpleAction *action, GVariant *parameter, gpointer data);

/* Makes the switcher of the pages of views. */
void cyan_window_install_views (CyanWindow *self);
/* Shows the legends below pictures if the user wants legends and the window is high enough. */
void cyan_window_show_legends (CyanWindow *self);
/* The name of the view that is shown: "blueprint" and others. */
const char *cyan_window_view (CyanWindow *self);
/* Shows a view and gives it the focus; does nothing if there is none of that name. */
void cyan_window_show_view (CyanWindow *self, const char *view);

/* Gives a new session the sizes that were chosen last. */
void cyan_window_size_session (CyanSession *session);
/* Shows which sizes there are in the session and the view, and which are chosen. */
void cyan_window_show_sizes (CyanWindow *self);
/* An action. */
void cyan_window_change_sizes (GSimpleAction *action, GVariant *state, gpointer data);

void cyan_window_install_scale (CyanWindow *self);
/* Gives a new session the measures of the settings, before it is shown. */
void cyan_window_measure_session (CyanWindow *self, CyanSession *session);
/* Actions. */
void cyan_window_change_width (GSimpleAction *action, GVariant *state, gpointer data);
void cyan_window_change_keep_scale (GSimpleAction *action, GVariant *state, gpointer data);
void cyan_window_same_scale (GSimpleAction *action, GVariant *parameter, gpointer data);

void cyan_window_install_overlay (CyanWindow *self);
/* To be called for each new session. */
void cyan_window_follow_picture (CyanWindow *self);

void cyan_window_install_metrics (CyanWindow *self);
/* Fills the list with the metrics of the session's profiles. */
void cyan_window_show_metrics (CyanWindow *self);
/* Whether there is more than one metric. */
gboolean cyan_window_has_metrics (CyanWindow *self);
