/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by cyan-history-page.c, which builds the page, and cyan-history-page-actions.c, which has
 * its actions and keys.
 */
#pragma once

#include "cyan-history-chart.h"
#include "cyan-history-details.h"
#include "cyan-history-legend.h"
#include "cyan-history-list.h"
#include "cyan-history-page.h"
#include "cyan-revisions-view.h"
#include "cyan-risk-view.h"
#include "cyan-similarity-view.h"

struct _CyanHistoryPage
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkStack *stack; /* "history" or "empty" */
  GtkWidget *function_bar;
  GtkLabel *function_label;
  GtkDropDown *project_list;
  GtkDropDown *metric_list;
  GtkDropDown *machine_list;
  GtkDropDown *order_list;
  CyanHistoryList *list;
  GtkWidget *list_box;    /* with it */
  GtkStack *views;        /* by the name of the view, or "picture" */
  GtkWidget *options_bar; /* of the chart and the heat map */
  GtkWidget *chart_box;   /* switches of the chart */
  CyanHistoryChart *chart;
  CyanHistoryLegend *legend;
  CyanSimilarityView *similarity;
  CyanRevisionsView *revisions;
  CyanRiskView *risk;
  CyanHistoryDetails *details;

  CyanHistory *history;    /* owned */
  CyanHistoryStore *store; /* owned */
  CyanPalette palette;
  GSimpleActionGroup *actions; /* owned */
  gboolean is_following;       /* the lists are being set */
};

void cyan_history_page_install_actions (CyanHistoryPage *self);
void cyan_history_page_install_keys (GtkWidgetClass *class);
/* Enables or disables every action by what is selected. */
void cyan_history_page_update_actions (CyanHistoryPage *self);
