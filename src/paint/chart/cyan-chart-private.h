/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that lay out and paint the pictures of an evolution.
 */
#pragma once

#include "cyan-chart.h"
#include "cyan-scene-private.h"

/* Maximum characters of a name that is drawn. */
#define CYAN_CHART_NAME_MAX 80

/* Heights in pixels: of a panel's title, of a row of labels above its values, of the strip of
 * failures below them, of the columns' names, and between two panels. */
#define CYAN_CHART_TITLE 24.0
#define CYAN_CHART_LANE  16.0
#define CYAN_CHART_STRIP 16.0
#define CYAN_CHART_NAMES 22.0
#define CYAN_CHART_GAP   14.0

/* From the left edge of a picture to the names of its lines. */
#define CYAN_CHART_INDENT 10.0

/* Font sizes in pixels: of names and of other text. */
#define CYAN_CHART_FONT_NAME  11.0
#define CYAN_CHART_FONT_SMALL 10.0

/* Rows of labels of each kind, at most. */
#define CYAN_CHART_MAX_LANES 2

struct _CyanChart
{
  const CyanEvolution *evolution;
  CyanChartStyle style;
  gboolean is_heat;
  CyanLabels *labels;
  guint *lines; /* that are shown, from above */
  guint n_lines;
  guint *begin;        /* by line: its first series; one more for the end */
  guint first, last;   /* columns; meaningless if there are none */
  double *places;      /* by date: of the columns from first to last, ascending; else NULL */
  double left, right;  /* of all columns */
  double top;          /* of the first row or panel */
  double pitch;        /* from one to the next */
  double above, below; /* of a panel's pitch, what is not its values */
  double width, height;
  guint step_lanes, mark_lanes; /* of each panel */
  gboolean has_strip;
  gboolean metrics_differ, machines_differ; /* among the lines */
};

/* Whether there is anything to draw, and if not, why: a static text to be translated. */
const char *cyan_chart_nothing (const CyanChart *self);

/* The left edge of a column, the right one of that before; also for last + 1. */
double cyan_chart_edge_x (const CyanChart *self, guint column);

/* A scene in the making.  Things of one kind in a panel are at least @grain pixels apart, so that
 * the scene has few enough items; at a grain of 1 all that can be seen is drawn. */
typedef struct
{
  const CyanChart *chart;
  CyanScene *scene;
  double grain;
} CyanChartPainter;

/* Where a shown line is, by its index: all of its panel or row, and only its values or cells. */
CyanRect cyan_chart_panel (const CyanChart *self, guint index);
CyanRect cyan_chart_plot (const CyanChart *self, guint index);

/* The range of @lines that is in @view. */
void cyan_chart_visible (const CyanChart *self, const CyanRect *view, guint *from, guint *to);

/* A label above the values: of a mark, or of a step. */
typedef struct
{
  double at;        /* x of what it belongs to */
  gboolean is_left; /* of what it belongs to, since there is no room on the right */
  double x;         /* of its left end, inside of the picture */
  double width;
  int lane;                      /* -1: there is no room for it */
  char *text;                    /* NULL without a lane */
  const CyanEvolutionMark *mark; /* or NULL */
  const CyanStep *step;          /* or NULL: a possible one */
  guint series, column;
  double ratio;  /* of a step */
  int direction; /* of a step, see cyan_evolution_step_direction() */
} CyanFlag;

/* The labels of a line in the columns that are shown, in the order in which they get their places:
 * marks from left to right, the largest step first.  Of CyanFlag.  Gives how many rows they
 * take. */
GArray *cyan_chart_marks (const CyanChart *self, guint line, guint *n_lanes);
GArray *cyan_chart_steps (const CyanChart *self, guint line, guint *n_lanes);

/* The last measured column up to @last.  There must be one. */
guint cyan_series_newest (const CyanEvolutionSeries *series, guint last);

/* Width of a step's arrow with the space behind it. */
#define CYAN_CHART_ARROW 13.0

/* The colour of what is worse, 1; better, -1; or neither, 0. */
CyanColor cyan_chart_direction_color (const CyanTheme *theme, int direction);

/* Those of a run, of the smallest to the largest value, and of the band of a level. */
CyanColor cyan_chart_run_color (const CyanTheme *theme);
CyanColor cyan_chart_whisker_color (const CyanTheme *theme);
CyanColor cyan_chart_band_color (const CyanTheme *theme);

/* Radius of a run's dot, and the distance of columns from which on there are dots, in pixels. */
#define CYAN_CHART_DOT      2.25
#define CYAN_CHART_DOT_ROOM 5.0

/* One or more columns of a series that are drawn as one. */
typedef struct
{
  guint first, last; /* columns */
  guint n_values;
  guint first_measured, last_measured; /* if there are values */
  double low, high;                    /* of these */
  gboolean failed_build, failed_run;   /* at least one */
} CyanBin;

/* The first column of each bin that is at least @least pixels wide, then the end of the last.  Of
 * guint. */
GArray *cyan_chart_cuts (const CyanChart *self, double least);

/* The shown columns of a series, in bins at least @least pixels wide.  Of CyanBin. */
GArray *cyan_chart_bins (const CyanChart *self, const CyanEvolutionSeries *series, double least);

/* Whether outliers have a mark: not if there are too many to be told apart. */
gboolean cyan_chart_shows_outliers (const CyanChart *self, const CyanSteps *steps);

/* Whether a shown column was predicted to be slower.  The height of the row of their triangles in a
 * heat map. */
gboolean cyan_chart_has_risk (const CyanChart *self);
#define CYAN_CHART_RISK 11.0

/* The axis of values of a panel. */
typedef struct
{
  double low, high; /* at its lower and its upper edge */
  double step;      /* from tick to tick */
  double top, bottom;
} CyanValueAxis;

/* FALSE if nothing of the line is measured in the columns that are shown. */
gboolean cyan_value_axis_init (CyanValueAxis *self, const CyanChart *chart, guint index);

/* In pixels, and not outside of the axis. */
double cyan_value_axis_y (const CyanValueAxis *self, double value);

/* Appends the lines and the numbers of the ticks. */
void cyan_value_axis_paint (const CyanValueAxis *self,
                            const CyanChartPainter *painter,
                            const char *unit);

/* Appends the names of columns with their middle at @y, as many as there is room for, each with a
 * tick of @tick pixels downwards from @tick_y.  @steps, of CyanFlag, is NULL or has columns to be
 * named. */
void cyan_chart_paint_names (
    const CyanChartPainter *painter, const GArray *steps, double y, double tick_y, double tick);

/* Appends a text with its left end at @x. */
CyanItem *cyan_chart_paint_text (const CyanChartPainter *painter,
                                 const char *text,
                                 double x,
                                 double y,
                                 double size,
                                 CyanColor color,
                                 gboolean bold);

/* The same, cut to @room; nothing if there is none.  Returns its width. */
double cyan_chart_paint_cut (const CyanChartPainter *painter,
                             const char *text,
                             double x,
                             double y,
                             double room,
                             double size,
                             CyanColor color,
                             gboolean bold);

/* Appends the triangles of a line, or for CYAN_CHART_NONE of all, with their middle at @y;
 * neighbours that would touch share one.  The second appends one. */
void cyan_chart_paint_risk (const CyanChartPainter *painter, guint line, double y);
CyanItem *cyan_chart_paint_triangle (const CyanChartPainter *painter, double x, double y);

/* Appends what a picture has in @view. */
void cyan_chart_paint_panels (const CyanChartPainter *painter, const CyanRect *view);
void cyan_chart_paint_rows (const CyanChartPainter *painter, const CyanRect *view);

/* Appends the legend from (@x, @y) on in lines of at most @width pixels, and returns its height. */
double cyan_chart_paint_legend (const CyanChartPainter *painter, double x, double y, double width);

/* "xml", and where these differ among the lines its metric and machine.  Caller frees. */
char *cyan_chart_line_name (const CyanChart *self, guint line);

/* The kind of a heat map's cell. */
typedef enum
{
  CYAN_HEAT_EMPTY,
  CYAN_HEAT_FAILED,
  CYAN_HEAT_OTHER, /* of another definition than the base's */
  CYAN_HEAT_SAME,
  CYAN_HEAT_POSSIBLE, /* the newest revision, if it may be a step */
  CYAN_HEAT_CHANGED,
} CyanHeatTone;

/* Sizes of changes that have a colour each: below 5 %, 10 %, 25 %, and above. */
#define CYAN_HEAT_N_SIZES 4
extern const double cyan_heat_sizes[CYAN_HEAT_N_SIZES - 1];

/* The paint of a cell.  @direction and @size are those of a change. */
void cyan_heat_paint (
    const CyanTheme *theme, CyanHeatTone tone, int direction, guint size, CyanPaint *paint);

/* ---- a panel while it is painted ---- */

typedef struct
{
  const CyanChartPainter *painter;
  const CyanChart *chart;
  CyanScene *scene;
  const CyanTheme *theme;
  guint index, line;
  CyanRect plot;
  gboolean has_values;
  CyanValueAxis axis; /* if it has values */
} CyanPanel;

/* Pixels of a dash and of the gap after it. */
#define CYAN_PANEL_DASH 3.0

static inline double
cyan_panel_x (const CyanPanel *self, guint column)
{
  return cyan_chart_column_x (self->chart, column);
}

static inline double
cyan_panel_edge (const CyanPanel *self, guint column)
{
  return cyan_chart_edge_x (self->chart, column);
}

static inline void
cyan_item_set_spot (CyanItem *item, guint series, guint column)
{
  item->spot = (CyanSpot){ series, column };
}

/* Whether a thing at @x is too near to the last one of its kind, at *@last, which is updated. */
gboolean cyan_panel_is_crowded (const CyanPanel *self, double x, double *last);

/* Appends the values of a series, its levels and its outliers. */
void cyan_panel_paint_series (const CyanPanel *self, guint series, const GArray *bins);
