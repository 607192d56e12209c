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
#include "cyan-labels.h"
#include "cyan-layout.h"
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

/* What an item of a chart belongs to: a series and a column of an evolution.  Either may be
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
  double dash;   /* of a line: pixels of a dash and of the gap after it; 0: solid */
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
  GArray *items;        /* of CyanItem */

  /* What the tooltips of an SVG are read from: the one or the other. */
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

/* The legend, with its left upper corner at (0, 0): only rows that the theme and the data need
 * (unknown sources, unknown calls, share only, sampled and not seen). */
CyanScene *cyan_scene_new_legend (CyanLayout *layout, const CyanStyle *style, double zoom);

/* What an exported picture shows besides the tree. */
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
