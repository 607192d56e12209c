/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files that build a scene.
 */
#pragma once

#include "cyan-hot-path.h"
#include "cyan-labels.h"
#include "cyan-scene.h"

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
/* Puts a text along an arc around @middle, at @radius in the middle of the line, and with its own
 * middle at @angle; the top of its letters is always up. */
void cyan_item_bend (CyanItem *item, const CyanPoint *middle, double radius, double angle);

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

/* The change of the source of @node's function, if known.  @changes is that of a CyanStyle. */
CyanChange
cyan_node_change (const CyanComparison *comparison, const guint8 *changes, CyanNode node);

/* The colour of edges of the hot path. */
CyanColor cyan_hot_edge (const CyanTheme *theme);

/* The colour of thick borders; the same for all fills. */
CyanColor cyan_border_of_thick (const CyanTheme *theme);

/* Border widths in pixels. */
double cyan_border_thin (const CyanTheme *theme);
double cyan_border_thick (const CyanTheme *theme);

/* Items drawn between two polls of a tick; each takes about ten microseconds. */
#define CYAN_ITEMS_A_TICK 64

/* ---- what paints the nodes of a comparison ---- */

/* Paints are made when they are first used: colours take longer to find than a narrow box to
 * draw. */
typedef struct
{
  CyanScene *scene;
  const CyanStyle *style;
  const CyanTheme *theme; /* of the style */
  CyanLabels *labels;     /* of the style, or new ones */
  const CyanFiltered *filtered;
  /* By verdict, change, whether only the share changed, and whether the node matches the filter. */
  CyanPaint of[CYAN_VERDICT_REMOVED + 1][CYAN_CHANGE_MODIFIED + 1][2][2];
  CyanPaint doubtful[2]; /* by whether the node matches the filter */
} CyanPainter;

/* Begins a scene. */
CyanPainter *cyan_painter_new (CyanComparison *comparison, CyanBasis basis, const CyanStyle *style);
/* Returns the scene, which the caller owns. */
CyanScene *cyan_painter_free (CyanPainter *self);

const CyanPaint *cyan_painter_paint (CyanPainter *self, CyanNode node);
/* Of what fell (@side 0) or rose (1) at or below @node, with sizes by change. */
const CyanPaint *cyan_painter_paint_change (CyanPainter *self, CyanNode node, guint side);
CyanVerdict cyan_verdict_of_change (const CyanComparison *comparison, CyanNode node, guint side);

/* Pixels of @text. */
double cyan_painter_width (CyanPainter *self, const char *text, double size, gboolean bold);

/* Appends pictures: the tree as far as it is in @view, the rows of icicles between @y and
 * @y + @height, the whole ring chart.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_painter_append_tree (CyanPainter *self,
                                   CyanLayout *layout,
                                   const CyanRect *view,
                                   double zoom,
                                   const CyanTick *tick,
                                   GError **error);
gboolean cyan_painter_append_icicles (CyanPainter *self,
                                      const CyanIcicles *icicles,
                                      const CyanIcicleLook *look,
                                      const CyanTitles *titles,
                                      double y,
                                      double height,
                                      const CyanTick *tick,
                                      GError **error);
gboolean cyan_painter_append_rings (CyanPainter *self,
                                    const CyanRings *rings,
                                    const CyanTick *tick,
                                    GError **error);

/* Plain parts of an icicle and of a ring chart. */
typedef enum
{
  CYAN_TONE_BESIDE, /* of a box, beside its bars */
  CYAN_TONE_ABOVE,  /* a node above the topmost one */
  CYAN_TONE_REST,   /* callees too narrow to be drawn */
  CYAN_TONE_BEFORE, /* the bar for before */
} CyanTone;

CyanColor cyan_icicle_tone (const CyanTheme *theme, CyanTone tone);

/* Whether @nodes, of CyanNode in preorder, have @node; NULL is empty. */
gboolean cyan_nodes_have (const GArray *nodes, CyanNode node);

/* Whether both sides have the source of @node but it is unknown whether they differ.  FALSE for
 * one-sided nodes and for the synthetic root.  @changes is that of a CyanStyle. */
gboolean
cyan_node_source_unknown (const CyanComparison *comparison, const guint8 *changes, CyanNode node);

/* The text below the name in a box: "+9.3 %", "new, +8.6 %".  Caller frees. */
char *cyan_node_change_text (const CyanComparison *comparison, CyanNode node, CyanBasis basis);

/* ---- icicle ---- */

/* One icicle of a picture, and where it is. */
typedef struct
{
  const CyanIcicle *icicle;
  double x, width;
  double room;  /* which the nodes above the topmost one fill */
  guint n_rows; /* of the picture */
  gboolean flames;
} CyanIciclePlace;

CyanIciclePlace
cyan_icicles_place (const CyanIcicles *icicles, const CyanIcicleLook *look, guint i);
/* The upper side of @row. */
double cyan_icicle_row_y (const CyanIciclePlace *place, guint row);
/* Where @box is drawn, in whole pixels. */
CyanRect cyan_icicle_rect (const CyanIciclePlace *place, const CyanIcicleBox *box);
/* The node that is drawn at a point, or CYAN_NODE_NONE. */
CyanNode cyan_icicle_node_at (const CyanIciclePlace *place, double x, double y);
/* Appends its rows between @y and @y + @height.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_painter_append_icicle (CyanPainter *self,
                                     const CyanIciclePlace *place,
                                     double y,
                                     double height,
                                     const CyanTick *tick,
                                     GError **error);

/* ---- ring chart ---- */

/* Pixels between two rings, and between two segments; and between a text and its border. */
#define CYAN_BAND_GAP   1.0
#define CYAN_BAND_INNER 4.0

typedef struct
{
  CyanPainter *in;
  const CyanRings *rings;
  CyanPoint middle;
  CyanSizes sizes;
} CyanRingsPainter;

/* A part of a ring. */
typedef struct
{
  double inner, outer, start, extent;
} CyanBand;

CyanItem *
cyan_rings_add_band (CyanRingsPainter *self, CyanNode node, const CyanBand *band, CyanColor fill);
/* In @whole an inner band for before or what fell, an outer band for after or what rose. */
void cyan_rings_paint_bands (CyanRingsPainter *self,
                             const CyanRingSegment *segment,
                             const CyanBand *whole);

/* A segment of a ring. */
void cyan_rings_paint_segment (CyanRingsPainter *self, const CyanRingSegment *segment);
/* The mark of what the search found. */
void cyan_rings_paint_found (CyanRingsPainter *self, const CyanRingSegment *segment);
