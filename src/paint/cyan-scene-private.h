/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the parts of this folder put a scene together.
 */
#pragma once

#include "cyan-color.h"
#include "cyan-font.h"
#include "cyan-hot-path.h"
#include "cyan-labels.h"
#include "cyan-scene.h"

G_BEGIN_DECLS

/* Pixels from a box down to where its edges go apart. */
#define CYAN_EDGE_DROP 14.0

/* An empty scene for a picture of @layout. */
CyanScene *cyan_scene_new (CyanLayout *layout, const CyanTheme *theme);

/* Each appends one item, which is valid until the next is appended, to be refined by the caller.
 * A rectangle has neither stroke nor hatch nor round corners. */
CyanItem *cyan_scene_add_rect (CyanScene *self,
                               CyanNode node,
                               double x,
                               double y,
                               double width,
                               double height,
                               CyanColor fill);
CyanItem *cyan_scene_add_edge (CyanScene *self,
                               CyanNode node,
                               double from_x,
                               double from_y,
                               double to_x,
                               double to_y,
                               CyanColor stroke,
                               double stroke_width);
/* @y is the middle of the line; @length its length. */
CyanItem *cyan_scene_add_text (CyanScene *self,
                               CyanNode node,
                               const char *text,
                               double x,
                               double y,
                               double size,
                               CyanColor color,
                               double length);

/* A box as it stands in tree and legend: filled, hatched, its border @stroke_width wide. */
CyanItem *cyan_scene_add_box (CyanScene *self,
                              CyanNode node,
                              const CyanRect *rect,
                              const CyanPaint *paint,
                              double stroke_width);
/* The mark of an unknown source: a ring with its middle at the point. */
void cyan_scene_add_ring (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *);

/* The mark of the culprit of a hot path: a target with its middle at the point. */
void cyan_scene_add_target (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *);
/* The mark of a fork: a dot with its middle at the point. */
void cyan_scene_add_fork (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *);

/* Whether @node has the mark of a fork: below the culprit there is nothing to tell apart. */
gboolean cyan_shows_fork (const CyanHotPath *path, CyanNode node);

/* Moves all items from number @first on. */
void cyan_scene_move (CyanScene *self, guint first, double dx, double dy);

/* The colour of edges of the hot path. */
CyanColor cyan_hot_edge (const CyanTheme *theme);

/* The colour of thick borders, whatever the fill. */
CyanColor cyan_border_of_thick (const CyanTheme *theme);

/* Border widths in pixels. */
double cyan_border_thin (const CyanTheme *theme);
double cyan_border_thick (const CyanTheme *theme);

/* FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_scene_append_tree (CyanScene *self,
                                 CyanLayout *layout,
                                 const CyanStyle *style,
                                 CyanLabels *labels,
                                 const CyanRect *view,
                                 double zoom,
                                 const CyanTick *tick,
                                 GError **error);

/* Items between two polls of a tick: each takes some ten microseconds. */
#define CYAN_ITEMS_A_TICK 64

/* cyan_scene_draw() that can be stopped.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean
cyan_scene_play (const CyanScene *self, cairo_t *cairo, const CyanTick *tick, GError **error);

/* The rows of the legend from (@x, @y) on: below each other for a @max_width of 0, else side by
 * side, in as many lines as that width asks for.  Gives the size. */
void cyan_scene_append_legend (CyanScene *self,
                               CyanLayout *layout,
                               const CyanStyle *style,
                               CyanLabels *labels,
                               double x,
                               double y,
                               double max_width,
                               double *width,
                               double *height);

/* The path of a rectangle's stroke.  Wide strokes grow outwards, so that as much is seen of a small
 * box's fill as with a thin one. */
CyanRect cyan_item_outline (const CyanItem *item, double *radius);

/* Steps of an edge's path, for cairo and SVG alike. */
typedef struct
{
  char op;         /* 'M', 'L' with one point, 'C' with three */
  double point[6]; /* x, y, ... */
} CyanPathStep;

#define CYAN_EDGE_MAX_STEPS 6

guint cyan_edge_path (const CyanItem *edge, CyanPathStep steps[CYAN_EDGE_MAX_STEPS]);

/* Whether @node has two sources of which it is not known if they differ: nothing that one side
 * lacks has, nor the synthetic root.  @changes is that of a CyanStyle. */
gboolean
cyan_node_source_unknown (const CyanComparison *comparison, const guint8 *changes, CyanNode node);

/* Numbers of @node for people, one a line, below its name.  Caller frees. */
char *cyan_node_tip (const CyanComparison *comparison, CyanNode node, CyanBasis basis);

/* What stands below the name in a box: "+9.3 %", "new, +8.6 %".  Caller frees. */
char *cyan_node_change_text (const CyanComparison *comparison, CyanNode node, CyanBasis basis);

G_END_DECLS
