/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture as a display list.
 *
 * A scene is a flat list of items, back to front, in pixels.  Tests read it as text, cairo draws it
 * for the window, PNG and PDF, and the SVG writer turns it into SVG with real text.
 */
#pragma once

#include <cairo.h>

#include "cyan-evolution.h"
#include "cyan-hot-path.h"
#include "cyan-icicles.h"
#include "cyan-labels.h"
#include "cyan-layout.h"
#include "cyan-rings.h"
#include "cyan-theme.h"
#include "cyan-tick.h"

typedef enum
{
  CYAN_ITEM_RECT, /* filled, stroked and perhaps hatched; a stroke wider than 1 px grows outwards */
  CYAN_ITEM_EDGE, /* a curve from (x, y) to (x + width, y + height), vertical at both ends */
  CYAN_ITEM_TEXT, /* one line; x is its left, middle or right by align, y its baseline */
  CYAN_ITEM_POLYLINE, /* straight lines through points; closed if it is filled */
  CYAN_ITEM_MARKER,   /* a sign with its middle at (x, y) */
  CYAN_ITEM_SECTOR,   /* of a ring around (x, y); filled, stroked and perhaps hatched */
} CyanItemKind;

typedef enum
{
  CYAN_MARKER_DOT, /* hollow without a fill, like all others */
  CYAN_MARKER_CROSS,
  CYAN_MARKER_UP, /* arrows */
  CYAN_MARKER_DOWN,
  CYAN_MARKER_TRIANGLE,
  CYAN_MARKER_STAR,
} CyanMarker;

/* The series and the column of an evolution that an item of a chart belongs to.  Either may be
 * CYAN_SPOT_NONE. */
#define CYAN_SPOT_NONE G_MAXUINT

typedef struct
{
  guint series, column;
} CyanSpot;

typedef struct
{
  double x, y;
} CyanPoint;

typedef struct
{
  CyanItemKind kind;
  CyanNode node;              /* the node it belongs to, or CYAN_NODE_NONE */
  CyanSpot spot;              /* the same in the scene of an evolution */
  double x, y, width, height; /* of text, width is the length of the line and height is 0 */
  CyanColor fill;             /* of text, its colour; alpha 0: none */
  CyanColor stroke;           /* alpha 0: none */
  double stroke_width;
  double dash;   /* of a stroke: pixels of a dash and of the gap after it; 0: solid */
  double radius; /* of a rectangle's corners, of a marker; of a sector, the outer one */
  double inner;  /* radius of a sector's inner arc */
  /* Of a sector: radians clockwise from 12 o'clock.  2 pi is a whole ring. */
  double start, extent;
  /* Of a text on an arc around (x, y): the radius of its baseline, negative if it reads
   * counterclockwise; start is the angle of its point.  0: a straight text. */
  double bend;
  CyanHatch hatch;
  char *text;       /* owned; NULL except for text */
  double font_size; /* px */
  gboolean bold;
  double align; /* 0 left, 0.5 centre, 1 right */
  CyanMarker marker;
  CyanPoint *points; /* owned; of a polyline, relative to (x, y), its left upper corner */
  guint n_points;
} CyanItem;

typedef struct
{
  CyanRect bounds;
  CyanColor background; /* alpha 0: none */
  const char *font;     /* of all texts, as in CyanTheme */
  GArray *items;        /* of CyanItem */

  /* The source of an SVG's tooltips: the one or the other. */
  CyanComparison *comparison; /* owned reference, or NULL */
  CyanBasis basis;
  const CyanEvolution *evolution; /* borrowed, or NULL */
  char *title;                    /* owned; title of the exported document, or NULL */
} CyanScene;

/* How a scene is painted. */
typedef struct
{
  CyanTheme theme;
  const guint8 *changes; /* CyanChange by pair of the comparison; NULL: no sources are known */
  CyanNode selected;     /* CYAN_NODE_NONE: none */
  CyanNode hovered;
  const GArray *found;    /* of CyanNode in preorder: have a ring of their own; NULL: none */
  CyanNode start;         /* marked: where to start; CYAN_NODE_NONE: no function stands out */
  const char *start_name; /* of that function; NULL only without a start */
  const CyanHotPath
      *hot_path;      /* its edges are drawn strong, dashed below the start if it leads there;
                                * its fork is marked; may be NULL */
  CyanLabels *labels; /* the labels that the layout uses; NULL: new ones for each scene */
} CyanStyle;

/* Creates the scene of the tree, in the layout's coordinates, as far as it is in @view at @zoom
 * (see cyan_layout_visit()).  Omits text that is too small to be read at that zoom. */
CyanScene *
cyan_scene_new_tree (CyanLayout *layout, const CyanStyle *style, const CyanRect *view, double zoom);

/* A legend, with its left upper corner at (0, 0), has only rows that the theme and the data need.  It
 * is a card with the rows below each other, or a line of the colours that are shown and the scale; in
 * less room than @width the words of the colours go, then their swatches. */
typedef struct
{
  gboolean is_line;
  double width; /* of a line, in pixels */
} CyanLegendForm;

/* The legend of the tree; the bars of its scales are as long as at @zoom. */
CyanScene *cyan_scene_new_legend (CyanLayout *layout,
                                  const CyanStyle *style,
                                  double zoom,
                                  const CyanLegendForm *form);

/* The names of both sides in the title of an exported picture, and in headings. */
typedef struct
{
  const char *before_name; /* "jq 1.5"; NULL: omitted */
  const char *after_name;
} CyanTitles;

/* Creates a whole page: a title with both names and totals and the verdict in words, the tree (the
 * part in @view, or all shown nodes for NULL), the legend below.  Its corner is at (0, 0).  Fails
 * only with CYAN_ERROR_CANCELLED. */
CyanScene *cyan_scene_new_page (CyanLayout *layout,
                                const CyanStyle *style,
                                const CyanTitles *titles,
                                const CyanRect *view,
                                const CyanTick *tick,
                                GError **error);

/* ---- icicle ---- */

/* One icicle, or those of both sides beside each other, as a display list; see cyan-icicles.h for
 * what they are.
 *
 * A box is a thin bar for before above a thick bar for after, which has the colour of the
 * blueprint. What only one side has takes the whole height, and so does a box that is too narrow
 * for bars.  Its name stands in the thick bar or beside it, where there is more room.  The nodes
 * above the topmost one are plain bars, not to scale.
 *
 * Of two icicles the boxes are those of one side each, in the same colours, with the value of that
 * side after the name.  A heading above them has the names and the totals of both. */

/* Distance of rows in pixels. */
#define CYAN_ICICLE_ROW 22.0

typedef struct
{
  double width;    /* of the picture in pixels */
  gboolean flames; /* the root is at the bottom, and calls are above their callers */
} CyanIcicleLook;

/* The height of all rows in pixels, which begin at y = 0; and of the heading above the rows that
 * are drawn, 0 of one icicle. */
double cyan_icicles_height (const CyanIcicles *icicles, const CyanIcicleLook *look);
double cyan_icicles_heading (const CyanIcicles *icicles);

/* The pixels of the wider icicle. */
double cyan_icicles_room (const CyanIcicles *icicles, const CyanIcicleLook *look);

/* Where icicle @i draws @node, in whole pixels.  FALSE if it has no box of it. */
gboolean cyan_icicles_get_rect (
    const CyanIcicles *icicles, const CyanIcicleLook *look, guint i, CyanNode node, CyanRect *rect);

/* The node that is drawn at a point, or CYAN_NODE_NONE. */
CyanNode
cyan_icicles_node_at (const CyanIcicles *icicles, const CyanIcicleLook *look, double x, double y);

/* The rows that are between @y and @y + @height, with the heading over their upper end. */
CyanScene *cyan_scene_new_icicles (const CyanIcicles *icicles,
                                   const CyanIcicleLook *look,
                                   const CyanStyle *style,
                                   const CyanTitles *titles,
                                   double y,
                                   double height);

/* The legend of @form. */
CyanScene *cyan_scene_new_icicles_legend (const CyanIcicles *icicles,
                                          const CyanIcicleLook *look,
                                          const CyanStyle *style,
                                          const CyanLegendForm *form);

/* Like cyan_scene_new_page(): all rows, or for a @view those in it. */
CyanScene *cyan_scene_new_icicles_page (const CyanIcicles *icicles,
                                        const CyanIcicleLook *look,
                                        const CyanStyle *style,
                                        const CyanTitles *titles,
                                        const CyanRect *view,
                                        const CyanTick *tick,
                                        GError **error);

/* ---- ring chart ---- */

/* The ring chart as a display list; see cyan-rings.h for what it is.
 *
 * A segment of what both sides have is two bands from one start, the inner one for before, the
 * outer one, which has the colour of the blueprint, for after.  What has one bar only fills its
 * ring. With sizes by change the bands are what fell and what rose.  The middle tells the topmost
 * node, the folded trunk and the totals. */

/* Empty pixels around the outermost ring, for the marks of what goes on. */
#define CYAN_RINGS_MARGIN 8.0

/* The side of the square in which the chart of a radius is drawn, with its middle in the middle. */
double cyan_rings_side (const CyanRings *rings);

/* The segment that is drawn at a point of that square, or NULL; see cyan_rings_hit(). */
const CyanRingSegment *cyan_rings_segment_at (const CyanRings *rings, double x, double y);

/* The whole chart. */
CyanScene *cyan_scene_new_rings (const CyanRings *rings, const CyanStyle *style);

/* The legend of @form. */
CyanScene *cyan_scene_new_rings_legend (const CyanRings *rings,
                                        const CyanStyle *style,
                                        const CyanLegendForm *form);

/* Like cyan_scene_new_page(). */
CyanScene *cyan_scene_new_rings_page (const CyanRings *rings,
                                      const CyanStyle *style,
                                      const CyanTitles *titles,
                                      const CyanTick *tick,
                                      GError **error);

/* ---- any scene ---- */

void cyan_scene_free (CyanScene *self);

/* Draws the scene; the caller sets up the transformation.  Where that mirrors left and right, texts
 * and hatches are mirrored in their places only. */
void cyan_scene_draw (const CyanScene *self, cairo_t *cairo);
/* Mirrors all that is drawn from now on in a place of @width. */
void cyan_scene_mirror (cairo_t *cairo, double width);

/* Limits of a PNG: pixels a side (cairo's limit), and pixels in all. */
#define CYAN_PNG_MAX_SIDE   32767
#define CYAN_PNG_MAX_PIXELS (256u * 1024u * 1024u)

/* The contents of a file; the same scene gives the same bytes.  Fails with CYAN_ERROR_LIMIT if a
 * PNG would be too large, and with CYAN_ERROR_CANCELLED.  May be called in any thread. */
GBytes *
cyan_scene_to_png (const CyanScene *self, double zoom, const CyanTick *tick, GError **error);
GBytes *cyan_scene_to_pdf (const CyanScene *self, const CyanTick *tick, GError **error);
GBytes *cyan_scene_to_svg (const CyanScene *self, const CyanTick *tick, GError **error);
/* An element of a page in HTML, where the box of node N is a link to "#cN". */
GBytes *cyan_scene_to_inline_svg (const CyanScene *self, const CyanTick *tick, GError **error);

/* How large a PNG is: pixels for each pixel of the scene, or its width; 0 in both is two pixels for
 * each if that is within the limits, else one. */
typedef struct
{
  double zoom;
  guint width;
} CyanPngSize;

/* Parses "3" or "1.5", a zoom of 0.1 to 100, and "1920px", a width of at most CYAN_PNG_MAX_SIDE. */
gboolean cyan_png_size_parse (const char *text, CyanPngSize *size);

/* The zoom of a PNG of @self, for cyan_scene_to_png(); NULL is like 0 in both. */
double cyan_scene_png_zoom (const CyanScene *self, const CyanPngSize *size);

/* Writes @path in the format of its extension (.png, .svg, .pdf), whole or not at all.  @size is
 * for a PNG, and may be NULL.  Fails with CYAN_ERROR_UNSUPPORTED for other extensions,
 * CYAN_ERROR_IO if @path is a directory or cannot be written, CYAN_ERROR_LIMIT if a PNG would be
 * too large, and CYAN_ERROR_CANCELLED. */
gboolean cyan_scene_save (const CyanScene *self,
                          const char *path,
                          const CyanPngSize *size,
                          const CyanTick *tick,
                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanScene, cyan_scene_free)
