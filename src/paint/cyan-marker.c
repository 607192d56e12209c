/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outlines of markers, for cairo and SVG. */
#include "cyan-scene-private.h"

#include <math.h>

/* Of a star, the radius of its inner corners. */
#define WAIST 0.42

/* Half the width of an arrow's shaft, and where its head begins, for a radius of 1. */
#define SHAFT 0.3
#define HEAD  -0.05

static guint
outline (const CyanPoint *points, guint n, CyanPoint *corners)
{
  for (guint i = 0; i < n; i++)
    corners[i] = points[i];
  return n;
}

static guint
star (CyanPoint *corners)
{
  for (guint i = 0; i < 10; i++)
    {
      double radius = i % 2 == 0 ? 1 : WAIST, turn = i * G_PI / 5;

      corners[i] = (CyanPoint){ radius * sin (turn), -radius * cos (turn) };
    }
  return 10;
}

/* The corners around (0, 0) for a radius of 1; none of a dot. */
static guint
unit_corners (CyanMarker marker, CyanPoint corners[CYAN_MARKER_MAX_CORNERS])
{
  static const CyanPoint cross[] = {
    { -0.85, -0.85 }, { 0.85, 0.85 }, { -0.85, 0.85 }, { 0.85, -0.85 }
  };
  static const CyanPoint up[] = { { 0, -1 },     { 0.85, HEAD },   { SHAFT, HEAD }, { SHAFT, 1 },
                                  { -SHAFT, 1 }, { -SHAFT, HEAD }, { -0.85, HEAD } };
  static const CyanPoint triangle[] = { { 0, -0.9 }, { 0.95, 0.75 }, { -0.95, 0.75 } };

  switch (marker)
    {
    case CYAN_MARKER_CROSS:
      return outline (cross, G_N_ELEMENTS (cross), corners);
    case CYAN_MARKER_UP:
    case CYAN_MARKER_DOWN:
      return outline (up, G_N_ELEMENTS (up), corners);
    case CYAN_MARKER_TRIANGLE:
      return outline (triangle, G_N_ELEMENTS (triangle), corners);
    case CYAN_MARKER_STAR:
      return star (corners);
    case CYAN_MARKER_DOT:
    default:
      return 0;
    }
}

guint
cyan_marker_corners (const CyanItem *item, CyanPoint corners[CYAN_MARKER_MAX_CORNERS])
{
  guint n = unit_corners (item->marker, corners);
  double down = item->marker == CYAN_MARKER_DOWN ? -1 : 1;

  for (guint i = 0; i < n; i++)
    corners[i] = (CyanPoint){ item->x + item->radius * corners[i].x,
                              item->y + item->radius * down * corners[i].y };
  return n;
}

gboolean
cyan_marker_is_open (CyanMarker marker)
{
  return marker == CYAN_MARKER_CROSS;
}
