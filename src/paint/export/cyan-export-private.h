/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What cairo and SVG draw: the geometry of items.
 */
#pragma once

#include "cyan-scene-private.h"

/* ---- hatches ---- */

/* Vertical lines, turned by an angle. */
typedef struct
{
  double degrees; /* clockwise */
  double step;    /* distance of two lines in pixels */
  double width;
} CyanHatchForm;

static inline const CyanHatchForm *
cyan_hatch_form (CyanHatch hatch)
{
  static const CyanHatchForm forms[] = {
    [CYAN_HATCH_NONE] = { 0, 1, 0 },  [CYAN_HATCH_SHARE_ONLY] = { 45, 5, 1.2 },
    [CYAN_HATCH_ADDED] = { 0, 5, 1 }, [CYAN_HATCH_REMOVED] = { -45, 5, 1 },
    [CYAN_HATCH_MORE] = { 45, 3, 1 },
  };

  return &forms[hatch];
}

/* ---- items ---- */

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

/* The tooltip of what @item belongs to, or NULL.  Caller frees. */
char *cyan_item_tip (const CyanScene *self, const CyanItem *item);

/* cyan_scene_draw() with cancellation.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean
cyan_scene_play (const CyanScene *self, cairo_t *cairo, const CyanTick *tick, GError **error);
