/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a legend, shared by the files that say what a picture shows.
 */
#pragma once

#include "cyan-scene-private.h"

/* Maximum characters of the name of a function; of the value of a bar, whose unit is foreign text;
 * and of any other words. */
#define CYAN_LEGEND_NAME_CHARS  40
#define CYAN_LEGEND_VALUE_CHARS 40
#define CYAN_LEGEND_WORDS_CHARS 240

typedef enum
{
  CYAN_LEGEND_NONE,
  CYAN_LEGEND_PAIR, /* two swatches: source modified, source unmodified */
  CYAN_LEGEND_THICK,
  CYAN_LEGEND_RING,
  CYAN_LEGEND_CALLS,
  CYAN_LEGEND_PATH,
  CYAN_LEGEND_START,
  CYAN_LEGEND_FORK,
  CYAN_LEGEND_LINK,
  CYAN_LEGEND_BARS,  /* of an icicle */
  CYAN_LEGEND_ABOVE, /* of an icicle */
  CYAN_LEGEND_REST,
  CYAN_LEGEND_LACKING, /* of an icicle of one side */
  CYAN_LEGEND_GAP,     /* of an icicle or a ring chart */
  CYAN_LEGEND_BANDS,   /* of a ring chart */
  CYAN_LEGEND_MORE,    /* of a ring chart */
  CYAN_LEGEND_GOES_ON, /* of a ring chart */
  CYAN_LEGEND_CIRCLE,  /* of a ring chart */
  CYAN_LEGEND_HEIGHT,  /* bars of the scales */
  CYAN_LEGEND_WIDTH,
} CyanLegendMark;

typedef struct
{
  CyanLegendMark mark;
  CyanPaint first, second;
  double px; /* of a bar */
  char *text;
  char *brief; /* its words on a line; NULL: a line leaves it out */
} CyanLegendRow;

/* The features of boxes and segments, whatever the picture is. */
typedef struct
{
  CyanNode start; /* as in a CyanStyle */
  gboolean verdicts[CYAN_VERDICT_REMOVED + 1];
  gboolean share_only, unseen, doubtful, has_start;
} CyanLegendFound;

/* Adds what @node has.  FALSE if it does not match the filter. */
gboolean cyan_legend_look (CyanLegendFound *self,
                           const CyanComparison *comparison,
                           CyanBasis basis,
                           const CyanFiltered *filtered,
                           CyanNode node);

/* A new list without rows. */
GArray *cyan_legend_rows_none (void);
/* A new list that begins with the colours of boxes. */
GArray *cyan_legend_rows_new (const CyanComparison *comparison,
                              const CyanStyle *style,
                              const CyanLegendFound *found);
CyanLegendRow *cyan_legend_add (GArray *rows, CyanLegendMark mark, const char *text);
/* A bar of a scale, @px pixels long, which stands for @value. */
void cyan_legend_add_bar (
    GArray *rows, CyanLegendMark mark, const char *text, double px, const char *value);
void cyan_legend_add_start (GArray *rows, const CyanStyle *style);
/* The run in the unit of a bar's round numbers: 1 for parts of the run; for values that are no
 * percentage of the run before, the run in their unit. */
double cyan_legend_run (const CyanComparison *comparison, CyanBasis basis);
/* @value of those: "2 % of the run before", "12 kB"; of shares "2 % of the run", or, if they are
 * differences, "2 pp".  A round one has the digits that it has.  Caller frees. */
char *cyan_legend_value_text (const CyanComparison *comparison,
                              CyanBasis basis,
                              gboolean is_difference,
                              gboolean is_round,
                              double value);
/* The bars of a tree's scales; the one of heights is on the line. */
void cyan_legend_add_scales (GArray *rows, CyanLayout *layout, double zoom);
/* @contexts, the words about what is shown, and the least change that has a colour.  Caller
 * frees. */
char *cyan_legend_details (const CyanComparison *comparison, CyanBasis basis, const char *contexts);
/* Explains the nodes that a filter shows although they do not match. */
void cyan_legend_add_pale (GArray *rows, const CyanStyle *style);

/* ---- whole legends, and pages with one ---- */

/* The rows of a legend, opaque to others than cyan-scene-legend.c.  Free with g_array_unref().  The
 * bars of the tree's scales are as long as at @zoom. */
GArray *cyan_legend_rows_of_tree (CyanLayout *layout, const CyanStyle *style, double zoom);
GArray *cyan_legend_rows_of_icicles (const CyanIcicles *icicles,
                                     const CyanIcicleLook *look,
                                     const CyanStyle *style);
GArray *cyan_legend_rows_of_rings (const CyanRings *rings, const CyanStyle *style);

/* "120 calling contexts, those below process · ...".  Caller frees. */
char *cyan_partition_details (const CyanPartition *partition, CyanNode top);

/* The swatch of a row, and its text @text_at further right, with the middle of the line at @y; @length
 * is that of the text. */
void cyan_painter_append_legend_row (
    CyanPainter *self, const CyanLegendRow *row, double x, double y, double text_at, double length);
/* The brief rows from left to right, as much of them as there is in @width pixels: the words of
 * colours go first, then the colours.  Gives the size. */
void cyan_painter_append_legend_line (
    CyanPainter *self, const GArray *rows, double max_width, double *width, double *height);
/* The legend as a scene.  Frees @self and @rows. */
CyanScene *cyan_legend_to_scene (CyanPainter *self, GArray *rows, const CyanLegendForm *form);
/* The width of the swatches of a row. */
double cyan_legend_swatches_width (const CyanLegendRow *row);

/* The rows from (@x, @y) on: below each other for a @max_width of 0, else side by side, in as many
 * lines as that width asks for.  Gives the size. */
void cyan_painter_append_legend (CyanPainter *self,
                                 const GArray *rows,
                                 const CyanPoint *at,
                                 double max_width,
                                 double *width,
                                 double *height);
