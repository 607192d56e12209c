/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart: the partition in polar form.
 *
 * Segments are made ring by ring, from the callees of what has a segment in the ring before.  In a
 * ring both angles and nodes ascend, so both are found by bisection.
 */
#include "cyan-rings.h"

#include <math.h>

/* A node of the trunk passes at least that to the next one. */
#define TRUNK 0.95
/* Pixels of the middle of an arc, at least; more where there would be too many segments. */
#define LEAST_ARC 2.0
/* With rings of equal thickness the middle has words, too. */
#define MIDDLE 0.2
/* Any width at all. */
#define NO_WIDTH G_MINDOUBLE

const char *const cyan_thickness_names[] = { "area", "equal", NULL };

struct _CyanRings
{
  CyanPartition *partition; /* owned */
  CyanFiltered *filtered;   /* owned; NULL: everything is shown */
  CyanNode top;
  double radius;
  CyanThickness thickness;
  gboolean folds;

  GArray *trunk;    /* of CyanNode, from the topmost one on */
  GArray *segments; /* of CyanRingSegment */
  guint n_rings;
  guint first[CYAN_RINGS_MAX + 2]; /* by ring: its first segment; and the end of the last ring */
};

static const CyanMergedTree *
tree_of (const CyanRings *self)
{
  return cyan_partition_comparison (self->partition)->compared.tree;
}

static CyanRingSegment *
segment_at (const CyanRings *self, guint i)
{
  return &g_array_index (self->segments, CyanRingSegment, i);
}

static gboolean
is_node (const CyanRingSegment *segment)
{
  return segment->n_more == 0 && segment->n_hidden == 0;
}

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
  return tree_of (self)->end[heir] > heir + 1 ? heir : CYAN_NODE_NONE;
}

static void
find_trunk (CyanRings *self)
{
  g_array_set_size (self->trunk, 0);
  for (CyanNode node = self->top; node != CYAN_NODE_NONE;
       node = self->folds ? heir_of (self, node) : CYAN_NODE_NONE)
    g_array_append_val (self->trunk, node);
}

/* The last node of the trunk at or above @node. */
static CyanNode
branch_of (const CyanRings *self, CyanNode node)
{
  guint low = 0, high = self->trunk->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      CyanNode there = cyan_rings_trunk (self, middle);

      if (there <= node && node < tree_of (self)->end[there])
        low = middle;
      else
        high = middle;
    }
  return cyan_rings_trunk (self, low);
}

/* ---- segments ---- */

/* What is added to a ring. */
typedef struct
{
  CyanRings *self;
  guint ring;
  double left;  /* of the topmost node */
  double scale; /* radians of the whole run */
  double least; /* radians of an arc, at least */
} Adding;

/* Whether what is too short in @segment continues that in @last: together they would be short still,
 * or they touch. */
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
  CyanRingSegment *last = segment_at (self, self->segments->len - 1);
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
  if (is_node (&segment))
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

/* What the nodes of the trunk call besides each other lies left and right of what the last calls. */
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
      if (is_node (segment_at (self, i)))
        add_children (adding, segment_at (self, i)->node);
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

/* The rings for which there is room; the last is the thinnest. */
static guint
most_rings (const CyanRings *self)
{
  guint n = CYAN_RINGS_MAX;

  while (n > 1 && self->radius * (1 - radius_of (self, n - 1, n)) < CYAN_RINGS_THICKNESS)
    n--;
  return n;
}

/* Makes all segments for as many rings as there is room for, or fewer if they are empty. */
static void
update (CyanRings *self)
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
      last = segment_at (self, self->segments->len - 1);
      if (last->ring == self->n_rings)
        break;
      self->n_rings = last->ring;
    }
  for (guint i = self->first[self->n_rings]; i < self->segments->len; i++)
    {
      CyanRingSegment *segment = segment_at (self, i);
      guint from, to;

      if (!is_node (segment) || segment->ring == 0)
        continue;
      cyan_partition_children (self->partition, segment->node, &from, &to);
      segment->goes_on =
          cyan_partition_next (self->partition, self->filtered, from, to, NO_WIDTH) < to;
    }
}

/* ---- object ---- */

CyanRings *
cyan_rings_new (CyanPartition *partition)
{
  CyanRings *self = g_new0 (CyanRings, 1);

  self->partition = cyan_partition_ref (partition);
  self->folds = TRUE;
  self->trunk = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->segments = g_array_new (FALSE, FALSE, sizeof (CyanRingSegment));
  self->top = cyan_partition_root (partition);
  update (self);
  return self;
}

void
cyan_rings_free (CyanRings *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->trunk);
  g_array_unref (self->segments);
  cyan_filtered_unref (self->filtered);
  cyan_partition_unref (self->partition);
  g_free (self);
}

CyanPartition *
cyan_rings_partition (const CyanRings *self)
{
  return self->partition;
}

CyanNode
cyan_rings_top (const CyanRings *self)
{
  return self->top;
}

void
cyan_rings_set_top (CyanRings *self, CyanNode node)
{
  /* The synthetic root may be above the root of the picture. */
  node = MAX (node, cyan_partition_root (self->partition));
  if (node == self->top)
    return;
  self->top = node;
  update (self);
}

const CyanFiltered *
cyan_rings_filter (const CyanRings *self)
{
  return self->filtered;
}

void
cyan_rings_set_filter (CyanRings *self, CyanFiltered *filtered)
{
  if (filtered == self->filtered)
    return;
  if (filtered != NULL)
    cyan_filtered_ref (filtered);
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered;
  update (self);
}

double
cyan_rings_radius (const CyanRings *self)
{
  return self->radius;
}

void
cyan_rings_set_radius (CyanRings *self, double radius)
{
  if (radius == self->radius)
    return;
  self->radius = radius;
  update (self);
}

CyanThickness
cyan_rings_thickness (const CyanRings *self)
{
  return self->thickness;
}

void
cyan_rings_set_thickness (CyanRings *self, CyanThickness thickness)
{
  if (thickness == self->thickness)
    return;
  self->thickness = thickness;
  update (self);
}

gboolean
cyan_rings_folds (const CyanRings *self)
{
  return self->folds;
}

void
cyan_rings_set_folds (CyanRings *self, gboolean folds)
{
  if (folds == self->folds)
    return;
  self->folds = folds;
  update (self);
}

CyanNode
cyan_rings_middle (const CyanRings *self)
{
  return cyan_rings_trunk (self, self->trunk->len - 1);
}

guint
cyan_rings_n_trunk (const CyanRings *self)
{
  return self->trunk->len;
}

CyanNode
cyan_rings_trunk (const CyanRings *self, guint i)
{
  return g_array_index (self->trunk, CyanNode, i);
}

guint
cyan_rings_n_rings (const CyanRings *self)
{
  return self->n_rings;
}

double
cyan_rings_radius_of (const CyanRings *self, guint ring)
{
  return self->radius * radius_of (self, ring, self->n_rings);
}

const CyanRingSegment *
cyan_rings_segments (const CyanRings *self, guint *n_segments)
{
  *n_segments = self->segments->len;
  return (const CyanRingSegment *) (gconstpointer) self->segments->data;
}

/* ---- queries ---- */

const CyanRingSegment *
cyan_rings_hit (const CyanRings *self, double x, double y)
{
  double distance = hypot (x, y);
  /* From 12 o'clock on, clockwise. */
  double angle = atan2 (x, -y);
  const CyanRingSegment *segment;
  guint ring = 0, low, high;

  if (self->segments->len == 0 || !(distance < self->radius))
    return NULL;
  if (angle < 0)
    angle += 2 * G_PI;
  while (ring < self->n_rings && distance >= cyan_rings_radius_of (self, ring))
    ring++;
  /* Past the last segment that begins there or before. */
  for (low = self->first[ring], high = self->first[ring + 1]; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (segment_at (self, middle)->start <= angle)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->first[ring])
    return NULL;
  segment = segment_at (self, low - 1);
  return angle < segment->start + segment->extent ? segment : NULL;
}

/* The index of the segment of @node itself; FALSE if there is none. */
static gboolean
find_segment (const CyanRings *self, CyanNode node, guint *index)
{
  CyanNode branch;
  guint ring, low, high;

  if (self->segments->len == 0 || node < self->top || node >= tree_of (self)->end[self->top])
    return FALSE;
  branch = branch_of (self, node);
  ring = cyan_partition_row_of (self->partition, node)
         - cyan_partition_row_of (self->partition, branch);
  if (ring > self->n_rings)
    return FALSE;
  if (ring == 0)
    node = self->top;
  for (low = self->first[ring], high = self->first[ring + 1]; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (segment_at (self, middle)->node < node)
        low = middle + 1;
      else
        high = middle;
    }
  *index = low;
  return low < self->first[ring + 1] && segment_at (self, low)->node == node
         && is_node (segment_at (self, low));
}

const CyanRingSegment *
cyan_rings_segment_of (const CyanRings *self, CyanNode node)
{
  guint index;

  return find_segment (self, node, &index) ? segment_at (self, index) : NULL;
}

/* ---- keys ---- */

CyanNode
cyan_rings_parent_of (const CyanRings *self, CyanNode node)
{
  const CyanRingSegment *parent;

  if (node <= cyan_partition_root (self->partition))
    return CYAN_NODE_NONE;
  if (node == self->top)
    return tree_of (self)->parent[node];
  parent = cyan_rings_segment_of (self, tree_of (self)->parent[node]);
  return parent != NULL ? parent->node : CYAN_NODE_NONE;
}

CyanNode
cyan_rings_first_child_of (const CyanRings *self, CyanNode node)
{
  guint index, ring;

  if (!find_segment (self, node, &index))
    return CYAN_NODE_NONE;
  node = segment_at (self, index)->node;
  ring = segment_at (self, index)->ring + 1;
  if (ring > self->n_rings)
    return CYAN_NODE_NONE;
  for (guint i = self->first[ring]; i < self->first[ring + 1]; i++)
    {
      const CyanRingSegment *segment = segment_at (self, i);

      if (segment->node >= tree_of (self)->end[node])
        break;
      if (segment->node > node && is_node (segment))
        return segment->node;
    }
  return CYAN_NODE_NONE;
}

/* The node @step segments clockwise, or more where there is none. */
static CyanNode
beside (const CyanRings *self, CyanNode node, guint step)
{
  guint index, from, n;

  if (!find_segment (self, node, &index))
    return CYAN_NODE_NONE;
  from = self->first[segment_at (self, index)->ring];
  n = self->first[segment_at (self, index)->ring + 1] - from;
  for (guint i = step % n; i != 0; i = (i + step) % n)
    {
      const CyanRingSegment *segment = segment_at (self, from + (index - from + i) % n);

      if (is_node (segment))
        return segment->node;
    }
  return CYAN_NODE_NONE;
}

CyanNode
cyan_rings_next_of (const CyanRings *self, CyanNode node)
{
  return beside (self, node, 1);
}

CyanNode
cyan_rings_previous_of (const CyanRings *self, CyanNode node)
{
  const CyanRingSegment *segment = cyan_rings_segment_of (self, node);

  if (segment == NULL)
    return CYAN_NODE_NONE;
  return beside (self, node, self->first[segment->ring + 1] - self->first[segment->ring] - 1);
}
