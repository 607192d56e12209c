/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes the segments of the ring chart, ring by ring, from the callees of what has a segment in the
 * ring before.
 */
#include "cyan-assert.h"
#include "cyan-rings-private.h"

#include <math.h>

/* A node of the trunk passes at least that to the next one. */
#define TRUNK 0.95
/* Pixels of the middle of an arc, at least; more where there would be too many segments. */
#define LEAST_ARC 2.0
/* With rings of equal thickness the middle has words, too. */
#define MIDDLE 0.2
/* Any width at all. */
#define NO_WIDTH G_MINDOUBLE

/* ---- the trunk ---- */

/* The callee that gets nearly all of @node and calls others, or CYAN_NODE_NONE. */
static CyanNode
heir_of (const CyanRings *self, CyanNode node)
{
  double least = cyan_partition_width_of (self->partition, node) * TRUNK;
  guint from, to, at;
  CyanNode heir;

  cyan_partition_children (self->partition, node, &from, &to);
  at = least > 0 ? cyan_partition_next (self->partition, self->filtered, from, to, least) : to;
  if (at == to)
    return CYAN_NODE_NONE;
  heir = cyan_partition_at (self->partition, at);
  return cyan_rings_tree (self)->end[heir] > heir + 1 ? heir : CYAN_NODE_NONE;
}

static void
find_trunk (CyanRings *self)
{
  g_array_set_size (self->trunk, 0);
  for (CyanNode node = self->top; node != CYAN_NODE_NONE;
       node = self->folds ? heir_of (self, node) : CYAN_NODE_NONE)
    g_array_append_val (self->trunk, node);
}

/* ---- segments ---- */

/* The state of filling a ring. */
typedef struct
{
  CyanRings *self;
  guint ring;
  double left;  /* of the topmost node */
  double scale; /* radians of the whole run */
  double least; /* radians of an arc, at least */
} Adding;

/* Whether both are callees that are too short, with less than an arc between them. */
static gboolean
continues (const Adding *adding, const CyanRingSegment *last, const CyanRingSegment *segment)
{
  double gap = segment->start - last->start - last->extent;

  return last->ring == segment->ring && last->n_more > 0 && segment->n_more > 0
         && gap < adding->least && MIN (last->extent, segment->extent) < adding->least;
}

static void
add_piece (const CyanPiece *piece, gpointer data)
{
  const Adding *adding = data;
  CyanRings *self = adding->self;
  CyanRingSegment *last = cyan_rings_at (self, self->segments->len - 1);
  CyanRingSegment segment = {
    .node = piece->node,
    .ring = adding->ring,
    .start = (piece->x - adding->left) * adding->scale,
    .extent = piece->width * adding->scale,
    .n_more = piece->n_more,
    .n_hidden = piece->n_hidden,
  };

  if (!(segment.extent > 0))
    return;
  if (continues (adding, last, &segment))
    {
      last->extent = segment.start + segment.extent - last->start;
      last->n_more += segment.n_more;
      return;
    }
  if (cyan_ring_is_node (&segment))
    for (guint side = 0; side < 2; side++)
      segment.bar[side] =
          cyan_partition_bar_of (self->partition, piece->node, side) * adding->scale;
  g_array_append_val (self->segments, segment);
}

static void
add_places (const Adding *adding, guint from, guint to)
{
  const CyanRings *self = adding->self;

  cyan_partition_visit (self->partition, self->filtered, from, to, adding->least / adding->scale,
                        add_piece, (gpointer) adding);
}

static void
add_children (const Adding *adding, CyanNode node)
{
  guint from, to;

  cyan_partition_children (adding->self->partition, node, &from, &to);
  add_places (adding, from, to);
}

/* The other callees of the trunk's nodes lie on both sides of the callees of its last node. */
static void
add_around_trunk (const Adding *adding)
{
  const CyanRings *self = adding->self;
  guint n = self->trunk->len, from, to;

  for (guint i = 0; i + 1 < n; i++)
    {
      cyan_partition_children (self->partition, cyan_rings_trunk (self, i), &from, &to);
      add_places (adding, from,
                  cyan_partition_place_of (self->partition, cyan_rings_trunk (self, i + 1)));
    }
  add_children (adding, cyan_rings_middle (self));
  for (guint i = n - 1; i-- > 0;)
    {
      cyan_partition_children (self->partition, cyan_rings_trunk (self, i), &from, &to);
      add_places (adding,
                  cyan_partition_place_of (self->partition, cyan_rings_trunk (self, i + 1)) + 1,
                  to);
    }
}

static void
add_ring (const Adding *adding)
{
  const CyanRings *self = adding->self;
  guint to = self->segments->len;

  if (adding->ring == 1)
    add_around_trunk (adding);
  else
    for (guint i = self->first[adding->ring - 1]; i < to; i++)
      if (cyan_ring_is_node (cyan_rings_at (self, i)))
        add_children (adding, cyan_rings_at (self, i)->node);
}

static void
add_middle (CyanRings *self, double scale)
{
  const CyanRingSegment middle = {
    .node = self->top,
    .extent = 2 * G_PI,
    .bar = { cyan_partition_bar_of (self->partition, self->top, 0) * scale,
             cyan_partition_bar_of (self->partition, self->top, 1) * scale },
  };

  g_array_append_val (self->segments, middle);
}

/* Makes the segments with arcs of at least @arc pixels; FALSE if there are too many. */
static gboolean
add_rings (CyanRings *self, double arc)
{
  double run = cyan_partition_width_of (self->partition, self->top);
  Adding adding = { .self = self,
                    .left = cyan_partition_x_of (self->partition, self->top),
                    .scale = run > 0 ? 2 * G_PI / run : 0 };

  g_array_set_size (self->segments, 0);
  add_middle (self, adding.scale);
  self->first[0] = 0;
  for (guint ring = 1; ring <= self->n_rings; ring++)
    {
      double inner = cyan_rings_radius_of (self, ring - 1);
      double outer = cyan_rings_radius_of (self, ring);

      self->first[ring] = self->segments->len;
      adding.ring = ring;
      adding.least = 2 * arc / (inner + outer);
      if (run > 0)
        add_ring (&adding);
      if (self->segments->len > CYAN_RINGS_MAX_SEGMENTS)
        return FALSE;
    }
  self->first[self->n_rings + 1] = self->segments->len;
  return TRUE;
}

/* r_k of @n rings, in parts of R. */
static double
radius_of (const CyanRings *self, guint ring, guint n)
{
  double middle = MAX (MIDDLE, 1 / (n + 1.0));

  if (self->thickness == CYAN_THICKNESS_AREA || n == 0)
    return sqrt ((ring + 1.0) / (n + 1.0));
  return middle + (1 - middle) * ring / n;
}

double
cyan_rings_radius_of (const CyanRings *self, guint ring)
{
  g_assert (ring <= self->n_rings);
  return self->radius * radius_of (self, ring, self->n_rings);
}

/* The rings for which there is room; the last is the thinnest. */
static guint
most_rings (const CyanRings *self)
{
  guint n = CYAN_RINGS_MAX;

  while (n > 1 && self->radius * (1 - radius_of (self, n - 1, n)) < CYAN_RINGS_THICKNESS)
    n--;
  return n;
}

/* Radians by which segments may overlap, since lengths are rounded. */
#define ROUNDING 1e-9

/* Whether segments are ring by ring, each clockwise without an overlap and by ascending nodes, with
 * bars that are no longer than they are. */
static gboolean
are_in_order (const CyanRings *self)
{
  for (guint i = 0; i < self->segments->len; i++)
    {
      const CyanRingSegment *segment = cyan_rings_at (self, i), *before = segment - 1;

      if (segment->ring > self->n_rings || segment->start < -ROUNDING
          || segment->start + segment->extent > 2 * G_PI + ROUNDING
          || MAX (segment->bar[0], segment->bar[1]) > segment->extent + ROUNDING)
        return FALSE;
      if (i > 0
          && (segment->ring < before->ring
              || (segment->ring == before->ring
                  && (segment->start < before->start + before->extent - ROUNDING
                      || segment->node <= before->node))))
        return FALSE;
    }
  return TRUE;
}

void
cyan_rings_update (CyanRings *self)
{
  const CyanRingSegment *last;

  find_trunk (self);
  g_array_set_size (self->segments, 0);
  self->n_rings = 0;
  if (!(self->radius > 0))
    return;
  self->n_rings = most_rings (self);
  for (;;)
    {
      for (double arc = LEAST_ARC; !add_rings (self, arc); arc *= 2)
        ;
      last = cyan_rings_at (self, self->segments->len - 1);
      if (last->ring == self->n_rings)
        break;
      self->n_rings = last->ring;
    }
  for (guint i = self->first[self->n_rings]; i < self->segments->len; i++)
    {
      CyanRingSegment *segment = cyan_rings_at (self, i);
      guint from, to;

      if (!cyan_ring_is_node (segment) || segment->ring == 0)
        continue;
      cyan_partition_children (self->partition, segment->node, &from, &to);
      segment->goes_on =
          cyan_partition_next (self->partition, self->filtered, from, to, NO_WIDTH) < to;
    }
  g_assert (self->n_rings <= CYAN_RINGS_MAX);
  g_assert (self->segments->len <= CYAN_RINGS_MAX_SEGMENTS);
  cyan_assert_slow (are_in_order (self));
}
