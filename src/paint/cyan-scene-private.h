/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that build a scene.
 */
#pragma once

#include "cyan-color.h"
#include "cyan-font.h"
#include "cyan-hot-path.h"
#include "cyan-labels.h"
#include "cyan-scene-icicle.h"
#include "cyan-scene-rings.h"

/* Pixels from a box down to the point where its edges separate. */
#define CYAN_EDGE_DROP 14.0

/* Creates an empty scene for a picture of @comparison, or for one of @evolution. */
CyanScene *cyan_scene_new (CyanComparison *comparison, CyanBasis basis, const CyanTheme *theme);
CyanScene *cyan_scene_new_of_evolution (const CyanEvolution *evolution, const CyanTheme *theme);

/* Each appends one item, which the caller may change; the pointer is valid until the next item is
 * appended.  A rectangle has neither stroke nor hatch nor round corners. */
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
/* @y is the vertical middle of the line; @length is its width in pixels. */
CyanItem *cyan_scene_add_text (CyanScene *self,
                               CyanNode node,
                               const char *text,
                               double x,
                               double y,
                               double size,
                               CyanColor color,
                               double length);

/* A line through @points, without a fill; neither have a spot. */
CyanItem *cyan_scene_add_polyline (CyanScene *self,
                                   const CyanPoint *points,
                                   guint n_points,
                                   CyanColor stroke,
                                   double stroke_width);
CyanItem *cyan_scene_add_marker (
    CyanScene *self, CyanMarker marker, double x, double y, double radius, CyanColor fill);

/* A part of the ring from @inner to @outer around (@x, @y), without stroke and hatch; angles are
 * clockwise from 12 o'clock. */
CyanItem *cyan_scene_add_sector (CyanScene *self,
                                 CyanNode node,
                                 const CyanPoint *middle,
                                 double inner,
                                 double outer,
                                 double start,
                                 double extent,
                                 CyanColor fill);
/* A text along an arc around @middle, at @radius in the middle of the line, and with its own middle
 * at @angle; the top of its letters is always up. */
CyanItem *cyan_scene_add_arc_text (CyanScene *self,
                                   CyanNode node,
                                   const char *text,
                                   const CyanPoint *middle,
                                   double radius,
                                   double angle,
                                   double size,
                                   CyanColor color,
                                   double length);

/* Appends a box of the tree or the legend: filled, hatched, with a border of @stroke_width. */
CyanItem *cyan_scene_add_box (CyanScene *self,
                              CyanNode node,
                              const CyanRect *rect,
                              const CyanPaint *paint,
                              double stroke_width);
/* Appends the mark of an unknown source: a ring around the point. */
void cyan_scene_add_ring (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *);

/* Appends the mark of where to start: a target around the point. */
void cyan_scene_add_target (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *);
/* Appends the mark of a fork: a dot on the point. */
void cyan_scene_add_fork (CyanScene *self, CyanNode node, double x, double y, const CyanTheme *);

/* "start here: NAME"; NULL if @start is CYAN_NODE_NONE.  Caller frees. */
char *cyan_scene_start_text (const CyanStyle *style);

/* Whether @node has the mark of a fork.  Nodes below its goal have none. */
gboolean cyan_shows_fork (const CyanHotPath *path, CyanNode node);

/* Moves all items from index @first on. */
void cyan_scene_move (CyanScene *self, guint first, double dx, double dy);

/* Appends a plain plate below a text in a hatched box; @x is the middle of the text. */
void
cyan_scene_add_plate (CyanScene *self, const CyanPaint *paint, double x, double y, double length);

/* What is known of the source of @node's function.  @changes is that of a CyanStyle. */
CyanChange
cyan_node_change (const CyanComparison *comparison, const guint8 *changes, CyanNode node);

/* The colour of edges of the hot path. */
CyanColor cyan_hot_edge (const CyanTheme *theme);

/* The colour of thick borders; the same for all fills. */
CyanColor cyan_border_of_thick (const CyanTheme *theme);

/* Border widths in pixels. */
double cyan_border_thin (const CyanTheme *theme);
double cyan_border_thick (const CyanTheme *theme);

/* Appends the tree.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_scene_append_tree (CyanScene *self,
                                 CyanLayout *layout,
                                 const CyanStyle *style,
                                 CyanLabels *labels,
                                 const CyanRect *view,
                                 double zoom,
                                 const CyanTick *tick,
                                 GError **error);

/* Items drawn between two polls of a tick; each takes about ten microseconds. */
#define CYAN_ITEMS_A_TICK 64

/* cyan_scene_draw() with cancellation.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean
cyan_scene_play (const CyanScene *self, cairo_t *cairo, const CyanTick *tick, GError **error);

/* Paints by what they depend on, made when they are first used: colours take longer to find than a
 * narrow box to draw. */
typedef struct
{
  const CyanFiltered *filtered;
  /* By verdict, change, whether only the share changed, and whether the node matches the filter. */
  CyanPaint of[CYAN_VERDICT_REMOVED + 1][CYAN_CHANGE_MODIFIED + 1][2][2];
} CyanPaints;

const CyanPaint *cyan_paints_of_node (CyanPaints *self,
                                      const CyanScene *scene,
                                      const CyanStyle *style,
                                      CyanNode node);
/* Of what fell (@side 0) or rose (1) at or below @node, with sizes by change. */
const CyanPaint *cyan_paints_of_change (
    CyanPaints *self, const CyanScene *scene, const CyanStyle *style, CyanNode node, guint side);
CyanVerdict cyan_verdict_of_change (const CyanComparison *comparison, CyanNode node, guint side);

/* Plain parts of an icicle and of a ring chart. */
typedef enum
{
  CYAN_TONE_BESIDE, /* of a box, beside its bars */
  CYAN_TONE_ABOVE,  /* a node above the topmost one */
  CYAN_TONE_REST,   /* callees too narrow to be drawn */
  CYAN_TONE_BEFORE, /* the bar for before */
} CyanTone;

CyanColor cyan_icicle_tone (const CyanTheme *theme, CyanTone tone);

/* The rows of a legend, opaque to others than cyan-scene-legend.c.  Free with g_array_unref().  The
 * bars of the tree's scales are as long as at @zoom. */
GArray *cyan_legend_rows_of_tree (CyanLayout *layout, const CyanStyle *style, double zoom);
GArray *cyan_legend_rows_of_icicle (const CyanIcicle *icicle,
                                    const CyanIcicleLook *look,
                                    const CyanStyle *style);
GArray *cyan_legend_rows_of_rings (const CyanRings *rings, const CyanStyle *style);

/* "120 calling contexts, those below process · ...".  Caller frees. */
char *cyan_partition_details (const CyanPartition *partition, CyanNode top);

/* The rows from (@x, @y) on: below each other for a @max_width of 0, else side by side, in as many
 * lines as that width asks for.  Gives the size. */
void cyan_scene_append_legend (CyanScene *self,
                               const GArray *rows,
                               const CyanStyle *style,
                               CyanLabels *labels,
                               double x,
                               double y,
                               double max_width,
                               double *width,
                               double *height);

/* A page without its title: what it shows of which comparison. */
typedef struct
{
  CyanComparison *comparison;
  CyanBasis basis;
  CyanRect extents;    /* of the picture */
  gboolean is_cut;     /* there is more of it around the extents */
  const char *details; /* a line below the verdict */
  const GArray *rows;  /* of the legend */
  /* Appends the picture.  FALSE only with CYAN_ERROR_CANCELLED. */
  gboolean (*append) (CyanScene *scene,
                      CyanLabels *labels,
                      gconstpointer data,
                      const CyanTick *tick,
                      GError **error);
  gconstpointer data;
} CyanPage;

/* See cyan_scene_new_page(). */
CyanScene *cyan_page_to_scene (const CyanPage *self,
                               const CyanStyle *style,
                               const CyanTitles *titles,
                               const CyanTick *tick,
                               GError **error);

/* The path of a rectangle's stroke.  Wide strokes grow outwards, so that the visible fill of a
 * small box is the same as with a thin stroke. */
CyanRect cyan_item_outline (const CyanItem *item, double *radius);

/* The corners of a marker: of its closed outline, or for an open one the ends of its strokes, two
 * and two.  A dot has none. */
#define CYAN_MARKER_MAX_CORNERS 10

guint cyan_marker_corners (const CyanItem *item, CyanPoint corners[CYAN_MARKER_MAX_CORNERS]);
gboolean cyan_marker_is_open (CyanMarker marker);

/* A step of an edge's path, for cairo and SVG. */
typedef struct
{
  char op;         /* 'M', 'L' with one point, 'C' with three */
  double point[6]; /* x, y, ... */
} CyanPathStep;

#define CYAN_EDGE_MAX_STEPS 6

guint cyan_edge_path (const CyanItem *edge, CyanPathStep steps[CYAN_EDGE_MAX_STEPS]);

/* Whether @nodes, of CyanNode in preorder, have @node at index @first or later; NULL is empty. */
gboolean cyan_nodes_have (const GArray *nodes, guint first, CyanNode node);

/* Whether both sides have the source of @node but it is unknown whether they differ.  FALSE for
 * one-sided nodes and for the synthetic root.  @changes is that of a CyanStyle. */
gboolean
cyan_node_source_unknown (const CyanComparison *comparison, const guint8 *changes, CyanNode node);

/* The tooltip of what @item belongs to, or NULL.  Caller frees. */
char *cyan_item_tip (const CyanScene *self, const CyanItem *item);

/* The text below the name in a box: "+9.3 %", "new, +8.6 %".  Caller frees. */
char *cyan_node_change_text (const CyanComparison *comparison, CyanNode node, CyanBasis basis);
