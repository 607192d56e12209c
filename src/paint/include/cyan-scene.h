/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The picture as a display list.
 *
 * A scene is a flat list of things to draw, back to front, in pixels.  Tests read it as text,
 * cairo plays it for the window, PNG and PDF, and the SVG writer turns it into SVG with real text.
 */
#pragma once

#include <cairo.h>

#include "cyan-hot-path.h"
#include "cyan-layout.h"
#include "cyan-theme.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_ITEM_RECT, /* filled and stroked, hatched on demand; what a stroke has above 1 px goes
                   * outwards */
  CYAN_ITEM_EDGE, /* a curve from (x, y) to (x + width, y + height), leaving and arriving upright */
  CYAN_ITEM_TEXT, /* one line; (x, y) is the left end (middle, right by align) of its baseline */
} CyanItemKind;

typedef struct
{
  CyanItemKind kind;
  CyanNode node;              /* the node it belongs to, or CYAN_NODE_NONE */
  double x, y, width, height; /* of text, width is the length of the line, height is 0 */
  CyanColor fill;             /* of text: its colour; alpha 0: none */
  CyanColor stroke;           /* alpha 0: none */
  double stroke_width;
  double dash;   /* of an edge: pixels of a dash and of the gap after it; 0: drawn through */
  double radius; /* of a rectangle's corners */
  CyanHatch hatch;
  char *text;       /* owned; NULL but for text */
  double font_size; /* px */
  gboolean bold;
  double align; /* 0 left, 0.5 middle, 1 right */
} CyanItem;

typedef struct
{
  CyanRect bounds;
  CyanColor background; /* alpha 0: none */
  GArray *items;        /* of CyanItem */

  CyanComparison *comparison; /* owned reference; what the SVG writer says of a box */
  CyanBasis basis;
  char *title; /* owned; of the document that the scene is written to, or NULL */
} CyanScene;

/* Text sizes of the blueprint's labels, by Pango; cached by name.  Its cyan_labels_measure() is the
 * CyanMeasureFunc of a layout. */
typedef struct _CyanLabels CyanLabels;
CyanLabels *cyan_labels_new (CyanComparison *comparison);
void cyan_labels_free (CyanLabels *self);
void cyan_labels_measure (CyanNode node, double *width, double *height, gpointer labels);

/* What is painted how. */
typedef struct
{
  CyanTheme theme;
  const guint8 *changes; /* CyanChange by pair of the comparison; NULL: no sources were given */
  CyanNode selected;     /* CYAN_NODE_NONE: none */
  CyanNode hovered;
  const CyanHotPath *hot_path; /* its edges are drawn strong, dashed below the culprit, and culprit
                                * and fork are marked; may be NULL */
  CyanLabels *labels;          /* those that the layout measures by; NULL: made for each scene */
} CyanStyle;

/* The tree, in the layout's coordinates, as far as it is seen in @view at @zoom (see
 * cyan_layout_visit()); text too small to be read at that zoom is left out. */
CyanScene *
cyan_scene_new_tree (CyanLayout *layout, const CyanStyle *style, const CyanRect *view, double zoom);

/* The legend, with its left upper corner at (0, 0): only rows that the theme and the data need
 * (unknown sources, unknown calls, share only, sampled and not seen). */
CyanScene *cyan_scene_new_legend (CyanLayout *layout, const CyanStyle *style);

/* What stands on an exported picture besides the tree. */
typedef struct
{
  const char *before_name; /* "jq 1.5"; NULL: left out */
  const char *after_name;
} CyanTitles;

/* A whole page: title with both names and totals and the verdict in words, the tree (the part in
 * @view, or all that is shown for NULL), the legend below.  Its corner is at (0, 0).  Fails only
 * with CYAN_ERROR_CANCELLED. */
CyanScene *cyan_scene_new_page (CyanLayout *layout,
                                const CyanStyle *style,
                                const CyanTitles *titles,
                                const CyanRect *view,
                                const CyanTick *tick,
                                GError **error);

void cyan_scene_free (CyanScene *self);

/* One line an item, for tests:
 *   rect NODE-NAME x,y wxh fill=#rrggbb stroke=#rrggbb/2 [hatch=added]
 *   edge NODE-NAME x,y -> x,y stroke=#rrggbb/1 [dashed]
 *   text "..." x,y size=11 [bold] align=0
 * with coordinates rounded to whole pixels, "-" for no node and "none" for no
 * colour.  Caller frees. */
char *cyan_scene_to_text (const CyanScene *self, const CyanComparison *comparison);

/* Plays the scene; the caller has set up the transformation. */
void cyan_scene_draw (const CyanScene *self, cairo_t *cairo);

/* Pixels a side that a PNG may have (cairo's limit), and pixels in all. */
#define CYAN_PNG_MAX_SIDE   32767
#define CYAN_PNG_MAX_PIXELS (256u * 1024u * 1024u)

/* Whole files in memory; the same scene gives the same bytes.  CYAN_ERROR_LIMIT if a PNG would be
 * too large, CYAN_ERROR_CANCELLED.  A scene may be written in any thread. */
GBytes *
cyan_scene_to_png (const CyanScene *self, double zoom, const CyanTick *tick, GError **error);
GBytes *cyan_scene_to_pdf (const CyanScene *self, const CyanTick *tick, GError **error);
GBytes *cyan_scene_to_svg (const CyanScene *self, const CyanTick *tick, GError **error);

/* Writes @path in the form its extension names (.png, .svg, .pdf), whole or not at all.  A PNG
 * has two pixels for one of the scene where that keeps within the limits, else one.
 * CYAN_ERROR_UNSUPPORTED for any other extension, CYAN_ERROR_IO for a directory and for what
 * cannot be written, CYAN_ERROR_CANCELLED. */
gboolean
cyan_scene_save (const CyanScene *self, const char *path, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanScene, cyan_scene_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanLabels, cyan_labels_free)

G_END_DECLS
