/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the window share: cyan-window.c builds it and loads, cyan-window-actions.c has
 * its actions, cyan-window-export.c writes pictures, cyan-window-find.c searches,
 * cyan-window-metric.c has the list of metrics.
 */
#pragma once

#include "cyan-canvas.h"
#include "cyan-details.h"
#include "cyan-legend.h"
#include "cyan-opened-sources.h"
#include "cyan-source-pane.h"
#include "cyan-welcome.h"
#include "cyan-window.h"

G_BEGIN_DECLS

/* Milliseconds before anybody is told that something takes time. */
#define CYAN_WINDOW_PROGRESS_DELAY 500

struct _CyanWindow
{
  AdwApplicationWindow parent_instance;

  /* template children, borrowed */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  AdwStatusPage *error_page;
  GtkStack *stack;
  GtkProgressBar *progress;
  GtkWidget *limit_box;
  GtkWidget *basis_box;
  GtkDropDown *metric_list;
  GtkWidget *back_button;
  GtkWidget *forward_button;
  GtkWidget *swap_button;
  GtkToggleButton *palette_button;
  GtkToggleButton *search_button;
  GtkSearchBar *search_bar;
  GtkEditable *search_entry;
  GtkLabel *search_status;
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
  CyanLegend *legend;
  CyanDetails *details;
  CyanSourcePane *source_pane;

  CyanSession *session;      /* owned; NULL before the first comparison */
  CyanRequest *request;      /* owned; what session came from */
  CyanOpenedSources *opened; /* owned; the sources of session */
  CyanRequest *loading;      /* owned; what is on its way, or NULL */
  CyanRequest *failed;       /* owned; what the error page is about, or NULL */
  gboolean match_chosen; /* its match, or that of loading, is to be remembered when it is there */
  GCancellable *cancellable; /* of the load on its way, or NULL */
  guint progress_timer;

  char *sought;            /* owned; the text that found is of; NULL: nothing was sought */
  GArray *found;           /* owned; its nodes, NULL while they are looked for */
  GCancellable *searching; /* owned; of the search on its way, or NULL */
  int search_steps;        /* how far to go once they are found; negative: backwards */

  guint metric;          /* where what is compared stands in the list */
  gboolean doubt_closed; /* somebody has read it */

  GtkNativeDialog *export_dialog; /* owned while open */
  gboolean export_view;
  GCancellable *exporting; /* owned; of the picture on its way, or NULL */
  char *export_name;       /* owned; of its file */
  guint export_timer;
  double export_fraction;
};

/* What the callback of a task gets: a task does not keep the window, which stops it when it is
 * closed. */
gpointer cyan_window_weak_new (CyanWindow *self);
/* The window, the caller's to unref, or NULL if it is gone.  Frees @weak. */
CyanWindow *cyan_window_weak_take (gpointer weak);

void cyan_window_install_actions (CyanWindow *self);
/* Makes every action enabled or not, as the state of the window says. */
void cyan_window_update_actions (CyanWindow *self);
/* Ends the load on its way; the page before it comes back. */
void cyan_window_stop (CyanWindow *self);
/* Shows a toast; @text is plain. */
void cyan_window_say (CyanWindow *self, const char *text);
/* Asks where to, and writes the picture of the view or of all that is open. */
void cyan_window_export (CyanWindow *self, gboolean view);
/* Writes it to @path, in the form that the extension names, in a thread; a toast says how that
 * went.  One at a time. */
void cyan_window_export_to (CyanWindow *self, const char *path, gboolean view_only);
/* Stops the one on its way, which leaves no file. */
void cyan_window_cancel_export (CyanWindow *self);

void cyan_window_install_search (CyanWindow *self);
/* Selects the next node after the selected one that the text in the search bar finds, or the one
 * before, at once or when the names have been looked at. */
void cyan_window_find (CyanWindow *self, gboolean backwards);
/* Ends the search on its way; what was found is of no use any more. */
void cyan_window_forget_search (CyanWindow *self);

void cyan_window_install_metrics (CyanWindow *self);
/* Lists what the session's profiles have. */
void cyan_window_show_metrics (CyanWindow *self);
/* Whether there is anything to choose. */
gboolean cyan_window_has_metrics (CyanWindow *self);

G_END_DECLS
