/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart: the partition in polar form (calling-context ring charts, Moret et al., VISSOFT
 * 2009).
 *
 * The topmost node is a disc in the middle, which is ring 0; callees lie around their caller.  An
 * angle is an interval of the partition, clockwise from 12 o'clock.
 *
 * Rings of equal area: ring k ends at r_k = R sqrt ((k + 1) / (K + 1)), so that equal values have
 * equal areas in all rings.  With constant thickness, ring 12 has 8 times the area of ring 1.
 *
 * The trunk, the nodes from the topmost one on that pass at least 95 % to one callee, is folded
 * into the middle: what any of its nodes calls lies around it.  So nothing is lost but rings that
 * would show nearly the same circle again.
 *
 * Nothing is dropped.  Callees side by side whose arcs are shorter than 2 px, or hidden by the
 * filter, are one segment; what the outermost ring calls is marked.  Where there would be too many
 * segments, arcs must be longer.
 *
 * The segments are made once for each radius, topmost node and filter; all queries take logarithmic
 * time in their number.  Lengths are in pixels, angles in radians.
 */
#pragma once

#include "cyan-partition.h"

/* Rings around the middle, at most; pixels between the circles, at least, where there is room. */
#define CYAN_RINGS_MAX       24
#define CYAN_RINGS_THICKNESS 12.0
/* Segments, at most. */
#define CYAN_RINGS_MAX_SEGMENTS 10000

typedef enum
{
  CYAN_THICKNESS_AREA,  /* rings of equal area */
  CYAN_THICKNESS_EQUAL, /* rings of equal thickness; the middle is a fifth of R, at least */
} CyanThickness;

/* "area", "equal", NULL. */
extern const char *const cyan_thickness_names[];

typedef struct
{
  CyanNode node;
  guint ring;           /* 0: the middle, which is a whole disc */
  double start, extent; /* clockwise from 12 o'clock; 0...2 pi */
  double bar[2];        /* before and after, from the start on; at most the extent */
  /* No segment of @node, but of so many nodes side by side from it on whose arcs are too short. */
  guint n_more;
  /* No segment of @node, but of nodes side by side from it on that the filter hides; they and what
   * is below them are as many contexts. */
  guint n_hidden;
  gboolean goes_on; /* it has callees for which there is no ring */
} CyanRingSegment;

/* All is read only. */
typedef struct
{
  CyanPartition *partition; /* owned */
  CyanFiltered *filtered;   /* owned; NULL: everything is shown */
  CyanNode top;             /* the root of the partition at first */
  double radius;            /* R, of the outermost circle; finite and at least 0 */
  CyanThickness thickness;
  gboolean folds;
  GArray *trunk;    /* of CyanNode, at least the topmost one */
  GArray *segments; /* of CyanRingSegment */
  guint n_rings;
  guint first[CYAN_RINGS_MAX + 2]; /* by ring: its first segment; and the end of the last ring */
} CyanRings;

/* References @partition.  The radius is 0 at first. */
CyanRings *cyan_rings_new (CyanPartition *partition);
void cyan_rings_free (CyanRings *self);

void cyan_rings_set_top (CyanRings *self, CyanNode node);

/* References @filtered; NULL: everything is shown. */
void cyan_rings_set_filter (CyanRings *self, CyanFiltered *filtered);

void cyan_rings_set_radius (CyanRings *self, double radius);

void cyan_rings_set_thickness (CyanRings *self, CyanThickness thickness);

/* Whether the trunk is folded; TRUE at first. */
void cyan_rings_set_folds (CyanRings *self, gboolean folds);

/* The last node of the trunk. */
CyanNode cyan_rings_middle (const CyanRings *self);
/* The @i-th node of the trunk, from the topmost one on. */
CyanNode cyan_rings_trunk (const CyanRings *self, guint i);

/* r_k of the circle around @ring, 0 ... K. */
double cyan_rings_radius_of (const CyanRings *self, guint ring);

/* Ring by ring from the middle on, each clockwise; valid until the next change. */
const CyanRingSegment *cyan_rings_segments (const CyanRings *self, guint *n_segments);

/* The segment at a point, relative to the middle, y downwards; NULL if there is none. */
const CyanRingSegment *cyan_rings_hit (const CyanRings *self, double x, double y);
/* The segment of @node itself: the middle for all nodes of the trunk, NULL if there is none. */
const CyanRingSegment *cyan_rings_segment_of (const CyanRings *self, CyanNode node);

/* Neighbours among nodes that have a segment of their own, for keys; CYAN_NODE_NONE if there is
 * none.  The parent of the middle is above the topmost node.  Those at the sides are in the same
 * ring, whose last is followed by its first. */
CyanNode cyan_rings_parent_of (const CyanRings *self, CyanNode node);
CyanNode cyan_rings_first_child_of (const CyanRings *self, CyanNode node);
CyanNode cyan_rings_next_of (const CyanRings *self, CyanNode node);
CyanNode cyan_rings_previous_of (const CyanRings *self, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRings, cyan_rings_free)
