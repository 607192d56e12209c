/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the page, each of which says in its first line what it does.
 */
#pragma once

#include <adwaita.h>

#include "cyan-answer.h"
#include "cyan-breadcrumb.h"
#include "cyan-canvas.h"
#include "cyan-comparison-page.h"
#include "cyan-details.h"
#include "cyan-edit-list.h"
#include "cyan-filter-bar.h"
#include "cyan-filter-popover.h"
#include "cyan-found-list.h"
#include "cyan-icicle-view.h"
#include "cyan-picture-bar.h"
#include "cyan-rings-view.h"
#include "cyan-search-panel.h"
#include "cyan-source-pane.h"
#include "cyan-start-list.h"
#include "cyan-table-view.h"
#include "cyan-time-strip.h"
#include "cyan-view-popover.h"

struct _CyanComparisonPage
{
  GtkWidget parent_instance;

  /* in the header of the window */
  GtkBox *title;      /* in the header: the answer, unless the header is too narrow */
  GtkBox *answer_row; /* for the answer then */
  CyanAnswer *answer;
  GtkWidget *controls;
  GtkMenuButton *view_button;
  CyanViewPopover *view_popover;

  /* template children, borrowed */
  GtkInfoBar *doubt_bar;
  GtkLabel *doubt_label;
  GtkInfoBar *sources_bar;
  GtkLabel *sources_label;
  GtkWidget *recorded_button;
  GtkPaned *details_paned;
  GtkBox *lower; /* below the picture */
  GtkWidget *sheet_bar;
  GtkWidget *sources_toggle;
  AdwFlap *start_flap;
  CyanStartList *start_list;
  GtkWidget *start_button; /* in place of the list where there is no room for it */
  CyanSearchPanel *search_panel;
  CyanFoundList *found_list;
  CyanBreadcrumb *breadcrumb;
  GtkMenuButton *filter_button;
  CyanFilterPopover *filter_popover;
  CyanFilterBar *filter_bar;
  CyanTimeStrip *times;
  GtkWidget *picture_box;
  GtkStack *views;
  GtkWidget *nothing_page;
  CyanCanvas *canvas;
  CyanPictureBar *canvas_bar;
  CyanIcicleView *icicle;
  CyanPictureBar *icicle_bar;
  CyanIcicleView *sides;
  CyanPictureBar *sides_bar;
  CyanRingsView *rings;
  CyanPictureBar *rings_bar;
  CyanTableView *table;
  CyanDetails *details;
  CyanEditList *edit_list;
  CyanSourcePane *source_pane;

  GSimpleActionGroup *actions; /* owned */
  CyanSession *session;        /* owned; NULL before the first comparison */
  CyanRequest *request;        /* owned; the request of session */
  CyanOpenedSources *opened;   /* owned; the sources of session */

  CyanRecordings *recordings;  /* owned; those of times, or NULL */
  GCancellable *reading_times; /* owned; NULL: they are not being read */
  gboolean times_changed;      /* other ranges are to be compared */

  char *claimed;            /* owned; what was said, to be shown when it is there, or NULL */
  GPtrArray *claims_before; /* owned; the claims before the last change, to undo it, or NULL */
  gboolean busy;
  char *sheet;            /* owned; what a narrow window is to show, or NULL */
  gboolean doubt_closed;  /* the user closed the banner */
  gboolean start_is_pane; /* there is room for the functions to start at, and there are some */
  /* 0 at first: narrow, so that the window can be as small as it is asked to be */
  double width, height; /* of the window; see CyanPage */
};

/* Asks for another comparison; @request may be that of the page. */
void cyan_comparison_page_open (CyanComparisonPage *self, const CyanRequest *request);
void cyan_comparison_page_toast (CyanComparisonPage *self, const char *text);

void cyan_comparison_page_install_actions (CyanComparisonPage *self);
/* What it is for the window. */
void cyan_comparison_page_init_page (CyanPageInterface *interface);
/* Enables or disables the actions, and shows their states, by what the page shows. */
void cyan_comparison_page_update (CyanComparisonPage *self);
/* The state of an action that is on or off. */
gboolean cyan_comparison_page_is_active (CyanComparisonPage *self, const char *action);

/* The name of the view that is shown: "blueprint" and others. */
const char *cyan_comparison_page_view (CyanComparisonPage *self);
gboolean cyan_comparison_page_is_in_view (CyanComparisonPage *self, const char *view);
/* The icicle, or those of both sides, if that is the view; else NULL. */
CyanIcicleView *cyan_comparison_page_icicle (CyanComparisonPage *self);
/* Shows a view and gives it the focus; does nothing if there is none of that name. */
void cyan_comparison_page_show_view (CyanComparisonPage *self, const char *view);
/* Names the view in the header. */
void cyan_comparison_page_name_view (CyanComparisonPage *self);

/* Shows the panes that are wanted and for which there is room. */
void cyan_comparison_page_make_room (CyanComparisonPage *self);
/* Fits the size of the window. */
void cyan_comparison_page_fit (CyanPage *page, double width, double height);
/* Of a narrow window: "picture", "details" or "sources". */
void cyan_comparison_page_show_sheet (CyanComparisonPage *self, const char *sheet);
/* Shows this sheet, or the picture if it is shown.  FALSE in a window in which all of them lie side
 * by side. */
gboolean cyan_comparison_page_toggle_sheet (CyanComparisonPage *self, const char *sheet);

void cyan_comparison_page_install_notices (CyanComparisonPage *self);
/* Says where the sources are, why there are none, and whether the profiles are comparable. */
void cyan_comparison_page_show_notices (CyanComparisonPage *self);
/* An action: looks for the sources where the profiles say that they are. */
void cyan_comparison_page_use_recorded (GSimpleAction *action, GVariant *parameter, gpointer page);

void cyan_comparison_page_install_claims (CyanComparisonPage *self);
/* To be called before @request becomes that of the page: remembers what was said until then.  TRUE
 * if it differs only by what was said. */
gboolean cyan_comparison_page_take_claims (CyanComparisonPage *self, const CyanRequest *request);
/* Shows what was said, with a way to undo it. */
void cyan_comparison_page_show_claim (CyanComparisonPage *self);
void cyan_comparison_page_mark (GSimpleAction *action, GVariant *parameter, gpointer page);
void cyan_comparison_page_same (GSimpleAction *action, GVariant *parameter, gpointer page);
void cyan_comparison_page_undo_claim (GSimpleAction *action, GVariant *parameter, gpointer page);

void cyan_comparison_page_install_times (CyanComparisonPage *self);
/* An action: shows the load over time, or not. */
void cyan_comparison_page_change_times (GSimpleAction *action, GVariant *state, gpointer page);
/* To be called for each new request: the times of its files, if they are to be shown. */
void cyan_comparison_page_follow_times (CyanComparisonPage *self);
/* Compares the ranges that were selected while something was being loaded. */
void cyan_comparison_page_go_on_with_times (CyanComparisonPage *self);

/* To be called for each new session. */
void cyan_comparison_page_follow_filter (CyanComparisonPage *self);

void cyan_comparison_page_change_width (GSimpleAction *action, GVariant *state, gpointer page);
void cyan_comparison_page_change_keep_scale (GSimpleAction *action, GVariant *state, gpointer page);
void cyan_comparison_page_change_sizes (GSimpleAction *action, GVariant *state, gpointer page);
/* Gives a new session the sizes that were chosen last. */
void cyan_comparison_page_size (CyanSession *session);
