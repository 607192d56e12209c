/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments, radii and hits of the ring chart. */
#include "cyan-rings-private.h"
#include "layout-trees.h"
#include "tests.h"

#include <math.h>

#define EPSILON 1e-9
/* Figure 2.4 of the thesis on calling-context structures. */
#define FIGURE "f:1(h:21 g:810(h:155))"

static CyanRings *
rings_of (CyanComparison *comparison, CyanSizes sizes, double radius)
{
  g_autoptr (CyanPartition) partition = cyan_partition_new (comparison, CYAN_BASIS_SHARE, sizes);
  CyanRings *rings = cyan_rings_new (partition);

  cyan_rings_set_radius (rings, radius);
  return rings;
}

static gboolean
is_node (const CyanRingSegment *segment)
{
  return segment->n_more == 0 && segment->n_hidden == 0;
}

/* "f 0 0.0+360.0; h 1 0.0+7.7; ...": the ring, and start and extent in degrees. */
static void
assert_segments (const CyanRings *rings, const char *expected)
{
  const CyanComparison *comparison = rings->partition->comparison;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  for (guint i = 0; i < n; i++)
    {
      char start[G_ASCII_DTOSTR_BUF_SIZE], extent[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (start, sizeof start, "%.1f", segments[i].start * 180 / G_PI);
      g_ascii_formatd (extent, sizeof extent, "%.1f", segments[i].extent * 180 / G_PI);
      g_string_append_printf (text, "%s%s %u %s+%s", i > 0 ? "; " : "",
                              cyan_comparison_name (comparison, segments[i].node), segments[i].ring,
                              start, extent);
      if (segments[i].n_more > 0)
        g_string_append_printf (text, " %u more", segments[i].n_more);
      if (segments[i].n_hidden > 0)
        g_string_append_printf (text, " %u hidden", segments[i].n_hidden);
      if (segments[i].goes_on)
        g_string_append (text, " on");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* The paper's figure, with and without the trunk: g gets 97.8 % of f. */
TEST ("/layout/rings/figure")
{
  g_autoptr (CyanComparison) comparison = compare_texts (FIGURE, FIGURE);
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_AFTER, 300);
  g_autoptr (CyanRings) equal = rings_of (comparison, CYAN_SIZES_EQUAL, 300);
  CyanNode g = find_node (comparison, "g");

  assert_segments (rings, "f 0 0.0+360.0; h 1 0.0+7.7; h 1 7.7+56.5");
  g_assert_cmpuint (rings->trunk->len, ==, 2);
  g_assert_cmpuint (cyan_rings_middle (rings), ==, g);
  g_assert_cmpuint (cyan_rings_segment_of (rings, g)->ring, ==, 0);
  cyan_rings_set_folds (rings, FALSE);
  assert_segments (rings, "f 0 0.0+360.0; h 1 0.0+7.7; g 1 7.7+352.0; h 2 7.7+56.5");
  cyan_rings_set_top (rings, g);
  assert_segments (rings, "g 0 0.0+360.0; h 1 0.0+57.8");
  g_assert_cmpuint (cyan_rings_parent_of (rings, g), ==, find_node (comparison, "f"));

  assert_segments (equal, "f 0 0.0+360.0; h 1 0.0+180.0; g 1 180.0+180.0; h 2 180.0+180.0");
}

/* Equal areas, or equal thickness; as many rings as have room. */
TEST ("/layout/rings/radii")
{
  g_autoptr (CyanComparison) comparison = compare_random (SHAPE_DEEP, 3000, 2);
  static const double radii[] = { 1, 20, 60, 150, 300, 450, 900, 3000 };
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_EQUAL, 1);

  for (guint thickness = 0; cyan_thickness_names[thickness] != NULL; thickness++)
    for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
      {
        double last = 0, first;
        guint n;

        cyan_rings_set_thickness (rings, (CyanThickness) thickness);
        cyan_rings_set_radius (rings, radii[i]);
        n = rings->n_rings;
        first = cyan_rings_radius_of (rings, 0);
        g_assert_cmpuint (n, <=, CYAN_RINGS_MAX);
        for (guint ring = 0; ring <= n; ring++)
          {
            double radius = cyan_rings_radius_of (rings, ring);

            g_assert_true (n <= 1 || ring == 0 || radius - last >= CYAN_RINGS_THICKNESS - EPSILON);
            if (thickness == CYAN_THICKNESS_AREA)
              g_assert_cmpfloat_with_epsilon ((radius * radius - last * last) / (first * first), 1,
                                              EPSILON);
            else if (ring > 0)
              g_assert_cmpfloat_with_epsilon (
                  (radius - last) / (cyan_rings_radius_of (rings, n) - first) * n, 1, EPSILON);
            else
              g_assert_cmpfloat (radius, >=, 0.2 * radii[i]);
            last = radius;
          }
        g_assert_cmpfloat_with_epsilon (last / radii[i], 1, EPSILON);
      }
}

/* Whether what is between two angles is covered by one segment of @ring. */
static gboolean
covers (const CyanRings *rings, guint ring, double start, double end)
{
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  for (guint i = 0; i < n; i++)
    if (segments[i].ring == ring && segments[i].start <= start + EPSILON
        && segments[i].start + segments[i].extent >= end - EPSILON)
      return TRUE;
  return FALSE;
}

/* All callees of what has a segment lie in the next ring, one by one or with others. */
static void
assert_whole (const CyanRings *rings)
{
  CyanPartition *partition = rings->partition;
  const CyanMergedTree *tree = partition->comparison->compared.tree;
  CyanNode top = rings->top, middle = cyan_rings_middle (rings);
  double left = cyan_partition_x_of (partition, top);
  double run = cyan_partition_width_of (partition, top);

  for (CyanNode i = top + 1; i < tree->end[top]; i++)
    {
      const CyanRingSegment *parent = cyan_rings_segment_of (rings, tree->parent[i]);
      double start = (cyan_partition_x_of (partition, i) - left) / run * 2 * G_PI;
      double width = cyan_partition_width_of (partition, i) / run * 2 * G_PI;
      gboolean in_trunk = i <= middle && tree->end[i] >= tree->end[middle];

      if (parent == NULL || width <= 0 || in_trunk)
        continue;
      if (parent->ring == rings->n_rings)
        g_assert_true (parent->ring == 0 || parent->goes_on
                       || !cyan_filtered_shows (rings->filtered, i));
      else
        g_assert_true (covers (rings, parent->ring + 1, start, start + width));
    }
}

/* Segments do not overlap, are long enough to be seen, and lie in those of their callers. */
static void
assert_ordered (const CyanRings *rings)
{
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  g_assert_cmpuint (n, <=, CYAN_RINGS_MAX_SEGMENTS);
  g_assert_cmpuint (segments[0].ring, ==, 0);
  for (guint i = 1; i < n; i++)
    {
      const CyanRingSegment *segment = &segments[i], *before = &segments[i - 1];
      double middle = (cyan_rings_radius_of (rings, segment->ring - 1)
                       + cyan_rings_radius_of (rings, segment->ring))
                      / 2;

      g_assert_cmpuint (segment->ring - before->ring, <=, 1);
      if (segment->ring == before->ring)
        g_assert_cmpfloat (segment->start, >=, before->start + before->extent - EPSILON);
      g_assert_cmpfloat (segment->start + segment->extent, <=, 2 * G_PI + EPSILON);
      if (is_node (segment))
        {
          const CyanRingSegment *parent =
              cyan_rings_segment_of (rings, cyan_rings_parent_of (rings, segment->node));

          g_assert_cmpfloat (segment->extent * middle, >=, 2 - EPSILON);
          g_assert_cmpuint (parent->ring + 1, ==, segment->ring);
          g_assert_true (parent->start <= segment->start + EPSILON
                         && segment->start + segment->extent
                                <= parent->start + parent->extent + EPSILON);
          for (guint side = 0; side < 2; side++)
            g_assert_cmpfloat (segment->bar[side], <=, segment->extent + EPSILON);
        }
    }
}

/* The middle of each segment is in it, and so is each of its nodes. */
static void
assert_hits (const CyanRings *rings)
{
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  for (guint i = 0; i < n; i++)
    {
      const CyanRingSegment *segment = &segments[i];
      double outer = cyan_rings_radius_of (rings, segment->ring);
      double inner = segment->ring > 0 ? cyan_rings_radius_of (rings, segment->ring - 1) : 0;
      double angle = segment->start + segment->extent / 2, at = (inner + outer) / 2;

      g_assert_true (cyan_rings_hit (rings, at * sin (angle), -at * cos (angle)) == segment);
      if (is_node (segment))
        g_assert_true (cyan_rings_segment_of (rings, segment->node) == segment);
    }
  g_assert_null (cyan_rings_hit (rings, rings->radius + 1, 0));
  g_assert_null (cyan_rings_hit (rings, NAN, 0));
}

/* Each key leads to a segment, and the opposite key back. */
static void
assert_keys (const CyanRings *rings)
{
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);

  for (guint i = 0; i < n; i++)
    {
      CyanNode node = segments[i].node, child, next;

      if (!is_node (&segments[i]))
        continue;
      child = cyan_rings_first_child_of (rings, node);
      if (child != CYAN_NODE_NONE)
        g_assert_cmpuint (cyan_rings_parent_of (rings, child), ==, node);
      next = cyan_rings_next_of (rings, node);
      if (next != CYAN_NODE_NONE)
        {
          g_assert_cmpuint (cyan_rings_segment_of (rings, next)->ring, ==, segments[i].ring);
          g_assert_cmpuint (cyan_rings_previous_of (rings, next), ==, node);
        }
    }
}

static void
assert_laws (const CyanRings *rings)
{
  assert_ordered (rings);
  assert_whole (rings);
  assert_hits (rings);
  assert_keys (rings);
}

TEST ("/layout/rings/laws")
{
  static const double radii[] = { 40, 200, 700 };

  for (guint shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random ((Shape) shape, 400, shape + 3);
      g_autoptr (CyanFilter) filter = cyan_filter_new ();
      g_autoptr (CyanFiltered) filtered = NULL;

      cyan_filter_set (filter, CYAN_CRITERION_ONE_SIDED, TRUE);
      filtered = cyan_filtered_new (comparison, filter, CYAN_BASIS_SHARE, NULL, NULL, NULL);
      for (guint sizes = 0; cyan_sizes_names[sizes] != NULL; sizes++)
        for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
          {
            g_autoptr (CyanRings) rings = rings_of (comparison, (CyanSizes) sizes, radii[i]);

            assert_laws (rings);
            cyan_rings_set_folds (rings, FALSE);
            cyan_rings_set_thickness (rings, CYAN_THICKNESS_EQUAL);
            assert_laws (rings);
            cyan_rings_set_filter (rings, filtered);
            assert_laws (rings);
            cyan_rings_set_top (rings, rings->partition->root + 1);
            cyan_rings_set_filter (rings, NULL);
            assert_laws (rings);
          }
    }
}

/* What the nodes of the trunk call besides each other lies around the middle, too. */
TEST ("/layout/rings/trunk")
{
  const char *text = "a:0(x:2 b:1(c:0(d:50(p:20) e:40(q:30) y:1) z:1))";
  g_autoptr (CyanComparison) comparison = compare_texts (text, text);
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_ENVELOPE, 400);

  g_assert_cmpuint (rings->trunk->len, ==, 3);
  g_assert_cmpuint (cyan_rings_middle (rings), ==, find_node (comparison, "c"));
  assert_segments (rings, "a 0 0.0+360.0; x 1 0.0+5.0; d 1 5.0+173.8; e 1 178.8+173.8; "
                          "y 1 352.6+2.5; z 1 355.0+2.5; p 2 5.0+49.7; q 2 178.8+74.5");
  g_assert_cmpuint (cyan_rings_parent_of (rings, find_node (comparison, "z")), ==,
                    find_node (comparison, "a"));
  assert_laws (rings);
}

/* Callees that are too short are one segment, however many there are. */
TEST ("/layout/rings/more")
{
  g_autoptr (GString) text = g_string_new ("main:0(a:1000000");
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanRings) rings = NULL;
  guint n;
  const CyanRingSegment *segments;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, " f%u:1", i);
  g_string_append (text, " b:1000000)");
  comparison = compare_texts (text->str, text->str);
  rings = rings_of (comparison, CYAN_SIZES_ENVELOPE, 300);
  segments = cyan_rings_segments (rings, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (segments[2].n_more, ==, 5000);
  /* With a circle that is large enough they would be too many. */
  cyan_rings_set_radius (rings, 1e9);
  assert_ordered (rings);
  g_string_truncate (text, 0);
  g_string_append (text, "main:0(");
  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, " f%u:1", i);
  g_string_append_c (text, ')');
  cyan_comparison_unref (comparison);
  cyan_rings_free (rings);
  comparison = compare_texts (text->str, text->str);
  rings = rings_of (comparison, CYAN_SIZES_ENVELOPE, 1e9);
  segments = cyan_rings_segments (rings, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (segments[1].n_more, ==, 20000);
}

/* No room, no values, no callees; a million frames. */
TEST ("/layout/rings/ends")
{
  g_autoptr (CyanComparison) nothing = compare_texts ("main:0(a:0(b:0))", "main:0(a:0)");
  g_autoptr (CyanComparison) alone = compare_texts ("main:3", "main:4");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CyanComparison) deep = NULL;
  g_autoptr (CyanRings) rings = rings_of (nothing, CYAN_SIZES_ENVELOPE, 0);
  const guint depth = 100000;
  guint n;

  cyan_rings_segments (rings, &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_null (cyan_rings_hit (rings, 0, 0));
  cyan_rings_set_radius (rings, 100);
  assert_segments (rings, "main 0 0.0+360.0");
  g_assert_cmpuint (cyan_rings_next_of (rings, rings->top), ==, CYAN_NODE_NONE);
  cyan_rings_free (rings);
  rings = rings_of (alone, CYAN_SIZES_CHANGE, 100);
  assert_segments (rings, "main 0 0.0+360.0");
  g_assert_cmpfloat (cyan_rings_radius_of (rings, 0), ==, 100);

  for (guint i = 1; i < depth; i++)
    g_string_append (text, "f:0(");
  g_string_append (text, "f:7");
  for (guint i = 1; i < depth; i++)
    g_string_append_c (text, ')');
  deep = compare_texts (text->str, text->str);
  cyan_rings_free (rings);
  rings = rings_of (deep, CYAN_SIZES_ENVELOPE, 300);
  g_assert_cmpuint (rings->trunk->len, ==, depth - 1);
  assert_segments (rings, "f 0 0.0+360.0; f 1 0.0+360.0");
  g_assert_cmpuint (cyan_rings_first_child_of (rings, rings->top), ==, deep->compared.n_nodes - 1);
  cyan_rings_set_folds (rings, FALSE);
  g_assert_cmpuint (rings->trunk->len, ==, 1);
  assert_ordered (rings);
}
