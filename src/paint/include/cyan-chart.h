/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pictures of an evolution: the chart, a panel a line with all its values, and the heat map, a
 * row a line with a cell a revision.
 *
 * The evolution has its steps.  A CyanChart says where things are: it answers to the pointer and
 * the keyboard, and its scenes are painted.  It borrows the evolution and the style's array, and so
 * do its scenes: both must outlive them.  Making one is cheap, so that every change of the style
 * makes a new one.
 *
 * All columns from the style's first to its last share the width.  Downwards a picture may be
 * higher than what is shown of it; a scene has only what is in its view.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-evolution-changes.h"
#include "cyan-scene.h"

/* No column, line or series. */
#define CYAN_CHART_NONE G_MAXUINT

/* Items in a scene of a view as high as a screen, at most. */
#define CYAN_CHART_MAX_ITEMS 10000

/* Sizes in pixels: the smallest width of a picture; the smallest and the usual height of the values
 * in a panel; the height of a heat map's row. */
#define CYAN_CHART_LEAST_WIDTH  320.0
#define CYAN_CHART_LEAST_VALUES 70.0
#define CYAN_CHART_USUAL_VALUES 150.0
#define CYAN_CHART_ROW          22.0

typedef struct
{
  CyanTheme theme;
  double width;        /* of the picture in pixels; at least CYAN_CHART_LEAST_WIDTH is used */
  double height;       /* that the panels of a chart should fill; 0: each has the usual height */
  guint first, last;   /* columns that are shown; last is cut to what there is */
  const guint8 *lines; /* by line, nonzero if it is shown; NULL: all */
  CyanEvolutionOrder order;
  gboolean by_date;   /* columns stand at their commits' time, in the order of the revisions */
  gboolean from_zero; /* values begin at 0, else they fill the panel */
  gboolean no_runs;   /* no dot for each run */

  guint base;     /* a column with a mark; a heat map shows levels against its own.
                   * CYAN_CHART_NONE: a heat map shows steps against the level before */
  guint selected; /* a column, or CYAN_CHART_NONE */
  guint line;     /* of the selected cell, or CYAN_CHART_NONE */
  guint second;   /* another selected column, to be compared, or CYAN_CHART_NONE */
} CyanChartStyle;

#define CYAN_CHART_STYLE_INIT                                                                      \
  {                                                                                                \
    .width = 1000, .order = CYAN_EVOLUTION_BY_NAME, .last = CYAN_CHART_NONE,                       \
    .base = CYAN_CHART_NONE, .selected = CYAN_CHART_NONE, .line = CYAN_CHART_NONE,                 \
    .second = CYAN_CHART_NONE                                                                      \
  }

typedef struct _CyanChart CyanChart;

CyanChart *cyan_chart_new_evolution (const CyanEvolution *evolution, const CyanChartStyle *style);
CyanChart *cyan_chart_new_heat (const CyanEvolution *evolution, const CyanChartStyle *style);
void cyan_chart_free (CyanChart *self);

/* The whole picture; its corner is at (0, 0). */
CyanRect cyan_chart_bounds (const CyanChart *self);

/* Where the values or the cells of a line are: as wide as all columns.  FALSE if it is not
 * shown. */
gboolean cyan_chart_place (const CyanChart *self, guint line, CyanRect *place);

/* The middle of a column; outside of the picture if it is not shown. */
double cyan_chart_column_x (const CyanChart *self, guint column);

/* The shown column that is nearest to @x. */
guint cyan_chart_column_at (const CyanChart *self, double x);

/* The column at a point, and the series that its line has there.  FALSE outside of all panels and
 * rows. */
gboolean cyan_chart_hit (const CyanChart *self, double x, double y, guint *series, guint *column);

/* The picture as far as it is in @view, or all of it for NULL.  The names of a heat map's columns
 * are at the upper edge of the view. */
CyanScene *cyan_scene_new_chart (const CyanChart *self, const CyanRect *view);

/* The legend of this picture's marks, in lines of at most @width pixels. */
CyanScene *cyan_scene_new_chart_legend (const CyanChart *self, double width);

/* A whole page: @title, or for NULL the project's name; what is shown; the picture; its legend. */
CyanScene *cyan_scene_new_chart_page (const CyanChart *self, const char *title);

/* Maximum characters of a sentence that is drawn. */
#define CYAN_CHART_LINE_MAX 160

/* The facts about a series at a column, one a line, for a tooltip.  Caller frees. */
char *cyan_chart_tip (const CyanEvolution *evolution, guint series, guint column);

/* ---- bisection ---- */

/* Picture and legend, @width pixels wide; its corner is at (0, 0).  @evolution is that of
 * cyan_bisection_to_evolution() for @state, and must outlive the scene. */
CyanScene *cyan_scene_new_bisection (const CyanBisection *state,
                                     const CyanEvolution *evolution,
                                     const CyanTheme *theme,
                                     double width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanChart, cyan_chart_free)
