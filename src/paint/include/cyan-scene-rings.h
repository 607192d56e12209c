/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart as a display list; see cyan-rings.h for what it is.
 *
 * A segment of what both sides have is two bands from one start, the inner one for before, the
 * outer one, which has the colour of the blueprint, for after.  What has one bar only fills its ring.
 * With sizes by change the bands are what fell and what rose.  The middle tells the topmost node,
 * the folded trunk and the totals.
 */
#pragma once

#include "cyan-rings.h"
#include "cyan-scene.h"

/* Empty pixels around the outermost ring, for the marks of what goes on. */
#define CYAN_RINGS_MARGIN 8.0

/* The side of the square in which the chart of a radius is drawn, with its middle in the middle. */
double cyan_rings_side (const CyanRings *rings);

/* The segment that is drawn at a point of that square, or NULL; see cyan_rings_hit(). */
const CyanRingSegment *cyan_rings_segment_at (const CyanRings *rings, double x, double y);

/* The whole chart. */
CyanScene *cyan_scene_new_rings (const CyanRings *rings, const CyanStyle *style);

/* The legend in lines of at most @width pixels; 0: below each other. */
CyanScene *
cyan_scene_new_rings_legend (const CyanRings *rings, const CyanStyle *style, double width);

/* Like cyan_scene_new_page(). */
CyanScene *cyan_scene_new_rings_page (const CyanRings *rings,
                                      const CyanStyle *style,
                                      const CyanTitles *titles,
                                      const CyanTick *tick,
                                      GError **error);
