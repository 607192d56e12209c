/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture of a history: the evolution chart of the selected line, or the heat map of all shown
 * lines.
 *
 *   open-step (guint line, guint column)   a step was clicked twice
 *
 * It is as high as the widget, or scrolled.  From right to left it is mirrored.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-chart.h"
#include "cyan-history.h"

#define CYAN_TYPE_HISTORY_CHART (cyan_history_chart_get_type ())
G_DECLARE_FINAL_TYPE (CyanHistoryChart, cyan_history_chart, CYAN, HISTORY_CHART, GtkWidget)

/* Follows @history from now on; NULL empties the picture. */
void cyan_history_chart_set_history (CyanHistoryChart *self, CyanHistory *history);
void cyan_history_chart_set_palette (CyanHistoryChart *self, CyanPalette palette);

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
