/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the history page: cyan-history-page.c builds it, cyan-history-page-actions.c has its
 * actions and keys, cyan-history-page-store.c reads stores, cyan-history-page-bisect.c finds the
 * revision of a change. */
#pragma once

#include <gtk/gtk.h>

#include "cyan-bisect-page.h"
#include "cyan-chart.h"
#include "cyan-history-page.h"
#include "cyan-history-store.h"
#include "cyan-history.h"
#include "cyan-revisions-view.h"
#include "cyan-risk-view.h"
#include "cyan-scene-widget.h"
#include "cyan-similarity-view.h"

/* The picture of a history: the evolution chart of the selected line, or the heat map of all shown
 * lines.
 *
 * open-step (guint line, guint column)   a step was clicked twice
 *
 * It is as high as the widget, or scrolled.  From right to left it is mirrored. */
#define CYAN_TYPE_HISTORY_CHART (cyan_history_chart_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryChart, cyan_history_chart, CYAN, HISTORY_CHART, GtkWidget)

/* Follows @history from now on; NULL empties the picture. */
void cyan_history_chart_set_history (CyanHistoryChart *self, CyanHistory *history);

/* Where a line's column is in the widget; FALSE if it is not shown. */
gboolean
cyan_history_chart_place (CyanHistoryChart *self, guint line, guint column, double *x, double *y);

/* The style of @history's picture in the theme @theme, @width pixels wide and @height high (0: as
 * high as it needs).  *@lines, which the caller frees, must live as long as charts of the style. */
void cyan_history_chart_style (CyanHistory *history,
                               const CyanTheme *theme,
                               double width,
                               double height,
                               CyanChartStyle *style,
                               guint8 **lines);
/* A new chart of that style: of the kind that @history shows. */
CyanChart *cyan_history_chart_new_chart (CyanHistory *history, const CyanChartStyle *style);

/* The details of the selected revision: its commit, its step, its values, its runs and where they
 * were made. */
#define CYAN_TYPE_HISTORY_DETAILS (cyan_history_details_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryDetails, cyan_history_details, CYAN, HISTORY_DETAILS, GtkWidget)

/* Follows @history, which was read from @store, from now on; both NULL empty the pane. */
void cyan_history_details_set_history (CyanHistoryDetails *self,
                                       CyanHistory *history,
                                       CyanHistoryStore *store);

/* The legend below the picture of a history. */
#define CYAN_TYPE_HISTORY_LEGEND (cyan_history_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryLegend, cyan_history_legend, CYAN, HISTORY_LEGEND, CyanSceneWidget)

/* Follows @history from now on; NULL empties it. */
void cyan_history_legend_set_history (CyanHistoryLegend *self, CyanHistory *history);

/* The list of benchmarks: name, largest and newest step. */
#define CYAN_TYPE_HISTORY_LIST (cyan_history_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryList, cyan_history_list, CYAN, HISTORY_LIST, GtkWidget)

/* Follows @history from now on; NULL empties the list. */
void cyan_history_list_set_history (CyanHistoryList *self, CyanHistory *history);

struct _CyanHistoryPage
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkStack *stack;  /* "history", "empty" or "bisect" */
  GtkLabel *answer; /* of the view */
  GtkWidget *function_bar;
  GtkLabel *function_label;
  GtkDropDown *project_list;
  GtkDropDown *metric_list;
  GtkDropDown *machine_list;
  GtkDropDown *order_list;
  GtkDropDown *line_list; /* of views that have no list of lines */
  CyanHistoryList *list;
  GtkWidget *list_box; /* with it */
  GtkPaned *list_pane; /* with that box, like the next with the details */
  GtkPaned *details_pane;
  GtkStack *views;        /* by the name of the view, or "picture" */
  GtkWidget *options_bar; /* of the chart and the heat map */
  GtkWidget *chart_box;   /* switches of the chart */
  CyanHistoryChart *chart;
  CyanHistoryLegend *legend;
  CyanSimilarityView *similarity;
  CyanRevisionsView *revisions;
  CyanRiskView *risk;
  CyanHistoryDetails *details;
  CyanBisectPage *bisect;

  CyanHistory *history;        /* owned */
  CyanHistory *benchmarks;     /* owned; the last one that was not of a function, or NULL */
  CyanHistoryStore *store;     /* owned; that of the history */
  CyanHistoryStore *opened;    /* owned; the one opened last, or NULL */
  char *found_benchmark;       /* owned; to be shown when the history is read, or NULL */
  char *found_sides[2];        /* owned; likewise: the commits of both sides */
  gboolean found_commits;      /* their commits are wanted, not their blueprint */
  GSimpleActionGroup *actions; /* owned */
  gboolean is_following;       /* the lists are being set */
};

/* Shows @history of @store from now on; both NULL empty the page. */
void cyan_history_page_set_history (CyanHistoryPage *self,
                                    CyanHistory *history,
                                    CyanHistoryStore *store);
void cyan_history_page_install_store (CyanHistoryPage *self);
/* Frees what cyan-history-page-store.c has. */
void cyan_history_page_clear_store (CyanHistoryPage *self);
/* Whether a chart or a heat map is shown. */
gboolean cyan_history_page_has_picture (CyanHistoryPage *self);
/* Reads the runs of two revisions, and asks to compare them. */
void cyan_history_page_compare (CyanHistoryPage *self, guint before, guint after);
/* An action: from the values of a function to those of the benchmarks. */
void cyan_history_page_close_function (GSimpleAction *action, GVariant *parameter, gpointer page);
/* Reads the store again; then the runs of @benchmark at two revisions, by their commits, are to be
 * compared, or their commits to be listed. */
void cyan_history_page_find (CyanHistoryPage *self,
                             const char *benchmark,
                             const char *const sides[2],
                             gboolean commits);
void cyan_history_page_install_bisect (CyanHistoryPage *self);
/* Whether there are revisions between the two that are selected. */
gboolean cyan_history_page_can_bisect (CyanHistoryPage *self);
/* An action: asks, and finds the revision between these two at which the benchmark changed. */
void cyan_history_page_ask_bisect (GSimpleAction *action, GVariant *parameter, gpointer page);
void cyan_history_page_install_actions (CyanHistoryPage *self);
void cyan_history_page_install_keys (GtkWidgetClass *class);
/* Enables or disables every action by what is selected. */
void cyan_history_page_update_actions (CyanHistoryPage *self);
