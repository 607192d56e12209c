/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of the partition: golden examples, and laws on random trees. */
#include "cyan-partition.h"
#include "layout-trees.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>

#define EPSILON 1e-9
/* Of a golden angle in degrees. */
#define EXACT 1e-4

/* Figure 2.4 of the thesis on calling-context structures: f 1, h 21, g 810 with h 155. */
#define FIGURE "f:1(h:21 g:810(h:155))"

/* Degrees of a node in the whole circle. */
static double
degrees (const CyanPartition *partition, double part)
{
  return 360 * part / cyan_partition_width_of (partition, partition->root);
}

/* Of @node without its callees. */
static double
own_degrees (const CyanPartition *partition, CyanNode node)
{
  const CyanNode *end = partition->comparison->compared.tree->end;
  double own = cyan_partition_width_of (partition, node);

  for (CyanNode child = node + 1; child < end[node]; child = end[child])
    own -= cyan_partition_width_of (partition, child);
  return degrees (partition, own);
}

static void
assert_degrees (const CyanPartition *partition, CyanNode node, double expected)
{
  g_assert_cmpfloat_with_epsilon (degrees (partition, cyan_partition_width_of (partition, node)),
                                  expected, EXACT);
}

TEST ("/layout/partition/figure")
{
  g_autoptr (CyanComparison) comparison = compare_texts (FIGURE, FIGURE);
  g_autoptr (CyanPartition) equal =
      cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_EQUAL);
  g_autoptr (CyanPartition) total =
      cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_AFTER);
  CyanNode f = find_node (comparison, "f"), g = find_node (comparison, "g");
  CyanNode h = find_node (comparison, "h"), below = g + 1;

  g_assert_cmpstr (cyan_comparison_name (comparison, below), ==, "h");
  assert_degrees (equal, f, 360);
  assert_degrees (equal, h, 180);
  assert_degrees (equal, g, 180);
  assert_degrees (equal, below, 180);

  assert_degrees (total, g, 351.9757);
  assert_degrees (total, h, 7.6596);
  assert_degrees (total, below, 56.5350);
  g_assert_cmpfloat_with_epsilon (own_degrees (total, f), 0.3647, EXACT);
  g_assert_cmpfloat_with_epsilon (own_degrees (total, g), 295.4407, EXACT);
  g_assert_cmpfloat_with_epsilon (degrees (total, cyan_partition_x_of (total, g)), 7.6596, EXACT);
}

/* The XML example of the blueprint paper: own values before and after. */
static const struct
{
  const char *name;
  double own[2];
} xml[] = {
  { "InputSource", { 9, 0 } },      { "parse_proxy", { 0, 1 } },
  { "new_method", { 0, 699 } },     { "parse", { 495, 385 } },
  { "createParser", { 404, 784 } }, { "createContentHandler", { 34, 36 } },
};

static CyanComparison *
compare_xml (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = NULL;
  g_autoptr (CyanProfile) after = NULL;
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison;

  before = MUST (cyan_profile_from_text (
      strings, "main:0(InputSource:9(parse:495 createParser:404 createContentHandler:34))",
      &failure));
  after = MUST (cyan_profile_from_text (
      strings,
      "main:0(InputSource:0(parse_proxy:1(new_method:699 parse:385) createParser:784 "
      "createContentHandler:36))",
      &failure));
  comparison = MUST (cyan_comparison_new (before, after, &options, NULL, &failure));
  return comparison;
}

TEST ("/layout/partition/xml")
{
  g_autoptr (CyanComparison) comparison = compare_xml ();
  g_autoptr (CyanPartition) envelope =
      cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_ENVELOPE);
  g_autoptr (CyanPartition) change =
      cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_CHANGE);
  CyanNode root = envelope->root;
  double larger = cyan_partition_width_of (envelope, root);
  double changed = cyan_partition_width_of (change, root);

  g_assert_cmpfloat_with_epsilon (larger, 1.367454, 1e-6);
  g_assert_cmpfloat_with_epsilon (changed, 0.734908, 1e-6);
  for (guint i = 0; i < G_N_ELEMENTS (xml); i++)
    {
      CyanNode node = find_node (comparison, xml[i].name);
      double share[2] = { xml[i].own[0] / 942, xml[i].own[1] / 1905 };

      g_assert_cmpfloat_with_epsilon (own_degrees (envelope, node),
                                      360 * MAX (share[0], share[1]) / larger, EXACT);
      g_assert_cmpfloat_with_epsilon (own_degrees (change, node),
                                      360 * fabs (share[1] - share[0]) / changed, EXACT);
    }

  /* The figures themselves, as they are printed. */
  g_assert_cmpfloat_with_epsilon (
      degrees (envelope, cyan_partition_bar_of (envelope, find_node (comparison, "parse"), 0)),
      138.34, 0.005);
  g_assert_cmpfloat_with_epsilon (
      degrees (envelope, cyan_partition_bar_of (envelope, find_node (comparison, "parse"), 1)),
      53.21, 0.005);
  g_assert_cmpfloat_with_epsilon (
      degrees (change, cyan_partition_bar_of (change, find_node (comparison, "new_method"), 1)),
      179.74, 0.005);
  g_assert_cmpfloat_with_epsilon (
      degrees (change, cyan_partition_bar_of (change, find_node (comparison, "parse"), 0)), 158.41,
      0.005);
  g_assert_cmpfloat (cyan_partition_bar_of (change, find_node (comparison, "parse"), 1), ==, 0);
}

/* Nodes lie in their callers, in the order of the tree, and have room for their bars. */
static void
assert_nested (const CyanPartition *partition)
{
  const CyanMergedTree *tree = partition->comparison->compared.tree;
  CyanNode root = partition->root;

  g_assert_cmpfloat (cyan_partition_x_of (partition, root), ==, 0);
  for (CyanNode i = root; i < tree->end[root]; i++)
    {
      double x = cyan_partition_x_of (partition, i);
      double end = x + cyan_partition_width_of (partition, i), at = x;

      for (CyanNode child = i + 1; child < tree->end[i]; child = tree->end[child])
        {
          g_assert_cmpfloat_with_epsilon (cyan_partition_x_of (partition, child), at, EPSILON);
          at += cyan_partition_width_of (partition, child);
        }
      g_assert_cmpfloat (at, <=, end + EPSILON);
      for (guint side = 0; side < 2; side++)
        {
          double bar = cyan_partition_bar_of (partition, i, side);

          g_assert_cmpfloat (bar, >=, 0);
          g_assert_cmpfloat (bar, <=, end - x + EPSILON);
        }
    }
}

/* The own value of @node on @side, in parts of the run of @basis. */
static double
own_of (const CyanComparison *comparison, CyanNode node, guint side, CyanBasis basis)
{
  const CyanCompared *compared = &comparison->compared;
  CyanNode own = cyan_compared_node (compared, side, node);
  double run = compared->side[basis == CYAN_BASIS_SHARE ? side : 0].total;

  return own != CYAN_NODE_NONE ? cyan_compared_metric (compared, side)->self[own] / run : 0;
}

/* What each size is, by its definition. */
static double
own_size (const CyanComparison *comparison, CyanNode node, CyanSizes sizes, CyanBasis basis)
{
  double before = own_of (comparison, node, 0, basis);
  double after = own_of (comparison, node, 1, basis);

  switch (sizes)
    {
    case CYAN_SIZES_ENVELOPE:
      return MAX (before, after);
    case CYAN_SIZES_CHANGE:
      return fabs (after - before);
    case CYAN_SIZES_BEFORE:
      return before;
    case CYAN_SIZES_AFTER:
      return after;
    case CYAN_SIZES_EQUAL:
      break;
    }
  g_assert_not_reached ();
}

static void
assert_sizes (const CyanPartition *partition)
{
  const CyanComparison *comparison = partition->comparison;
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanSizes sizes = partition->sizes;

  if (sizes == CYAN_SIZES_EQUAL)
    return;
  for (CyanNode i = partition->root; i < tree->n_nodes; i++)
    {
      double sum = 0;

      for (CyanNode k = i; k < tree->end[i]; k++)
        sum += own_size (comparison, k, sizes, partition->basis);
      /* Noise is left out of changes. */
      if (sizes != CYAN_SIZES_CHANGE || cyan_noise_counts_all (&comparison->noise))
        g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (partition, i), sum, 1e-7);
      if (sizes == CYAN_SIZES_CHANGE)
        g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (partition, i, 0)
                                            + cyan_partition_bar_of (partition, i, 1),
                                        cyan_partition_width_of (partition, i), EPSILON);
    }
}

TEST ("/layout/partition/laws")
{
  for (guint shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random ((Shape) shape, 700, shape + 5);

      for (guint basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
        for (guint sizes = 0; cyan_sizes_names[sizes] != NULL; sizes++)
          {
            g_autoptr (CyanPartition) partition =
                cyan_partition_new (comparison, (CyanBasis) basis, (CyanSizes) sizes);

            assert_nested (partition);
            assert_sizes (partition);
          }
    }
}

/* The sizes of before are those of after, and so are their bars.  Absolute ones are parts of the
 * run before, which is another one. */
TEST ("/layout/partition/swapped")
{
  static const CyanSizes swapped_sizes[] = { CYAN_SIZES_ENVELOPE, CYAN_SIZES_CHANGE,
                                             CYAN_SIZES_AFTER, CYAN_SIZES_BEFORE,
                                             CYAN_SIZES_EQUAL };
  const char *before = "main:5(a:40(b:30) c:20 gone:9)", *after = "main:7(a:80(b:10 new:30) c:20)";
  g_autoptr (CyanComparison) comparison = compare_texts (before, after);
  g_autoptr (CyanComparison) other = compare_texts (after, before);

  for (guint basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    for (guint sizes = CYAN_SIZES_ENVELOPE; sizes <= CYAN_SIZES_AFTER; sizes++)
      {
        g_autoptr (CyanPartition) one =
            cyan_partition_new (comparison, (CyanBasis) basis, (CyanSizes) sizes);
        g_autoptr (CyanPartition) two =
            cyan_partition_new (other, (CyanBasis) basis, swapped_sizes[sizes]);

        double scale = basis == CYAN_BASIS_ABSOLUTE
                           ? other->compared.side[0].total / comparison->compared.side[0].total
                           : 1;

        for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
          {
            CyanNode there = find_node (other, cyan_comparison_name (comparison, i));

            g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (one, i),
                                            cyan_partition_width_of (two, there) * scale, EPSILON);
            for (guint side = 0; side < 2; side++)
              g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (one, i, side),
                                              cyan_partition_bar_of (two, there, 1 - side) * scale,
                                              EPSILON);
          }
      }
}

/* A change that chance may explain has no room; with absolute values sizes are what the hot path
 * follows. */
TEST ("/layout/partition/noise")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before =
      MUST (cyan_profile_from_text (strings, "main:0(a:1000 b:1000 c:5000)", &failure));
  g_autoptr (CyanProfile) after =
      MUST (cyan_profile_from_text (strings, "main:0(a:1010 b:3000 c:5000)", &failure));
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison = NULL;

  before->recording = after->recording = CYAN_RECORDING_SAMPLED;
  options.sample_period = 10;
  comparison = MUST (cyan_comparison_new (before, after, &options, NULL, &failure));
  for (guint basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    {
      g_autoptr (CyanPartition) partition =
          cyan_partition_new (comparison, (CyanBasis) basis, CYAN_SIZES_CHANGE);

      g_assert_cmpfloat (cyan_partition_bar_of (partition, find_node (comparison, "a"), 1), ==, 0);
      g_assert_cmpfloat (cyan_partition_bar_of (partition, find_node (comparison, "b"), 1), >, 0.1);
      assert_nested (partition);
      if (basis == CYAN_BASIS_ABSOLUTE)
        for (CyanNode i = partition->root; i < comparison->compared.n_nodes; i++)
          g_assert_cmpfloat_with_epsilon (
              cyan_partition_width_of (partition, i) * 7000,
              (double) comparison->slower_delta[i] + comparison->faster_delta[i], 1e-3);
    }
}

/* A single profile has one total. */
TEST ("/layout/partition/single")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = MUST (cyan_profile_from_text (strings, FIGURE, &failure));
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison =
      MUST (cyan_comparison_new_single (profile, &options, NULL, &failure));

  for (guint sizes = CYAN_SIZES_ENVELOPE; sizes <= CYAN_SIZES_AFTER; sizes++)
    {
      g_autoptr (CyanPartition) partition =
          cyan_partition_new (comparison, CYAN_BASIS_SHARE, (CyanSizes) sizes);

      g_assert_cmpuint (partition->sizes, ==, CYAN_SIZES_AFTER);
      assert_degrees (partition, find_node (comparison, "g"), 351.9757);
      assert_nested (partition);
    }
}

/* Pieces from the left; each node is in one of them. */
typedef struct
{
  const CyanPartition *partition;
  double x, least;
  guint place; /* of the next piece */
} Pieces;

static void
check_piece (const CyanPiece *piece, gpointer data)
{
  Pieces *pieces = data;
  guint n = MAX (piece->n_more, 1);

  g_assert_cmpuint (piece->node, ==, cyan_partition_at (pieces->partition, pieces->place));
  g_assert_cmpfloat_with_epsilon (piece->x, pieces->x, EPSILON);
  for (guint i = 0; i < n; i++)
    {
      CyanNode node = cyan_partition_at (pieces->partition, pieces->place + i);

      g_assert_true ((cyan_partition_width_of (pieces->partition, node) < pieces->least)
                     == (piece->n_more > 0));
    }
  pieces->x += piece->width;
  pieces->place += n;
}

TEST ("/layout/partition/pieces")
{
  g_autoptr (CyanComparison) comparison = compare_random (SHAPE_WIDE, 3000, 4);
  g_autoptr (CyanPartition) partition =
      cyan_partition_new (comparison, CYAN_BASIS_SHARE, CYAN_SIZES_ENVELOPE);

  for (CyanNode i = partition->root; i < comparison->compared.n_nodes; i++)
    {
      Pieces pieces = { .partition = partition, .x = cyan_partition_x_of (partition, i) };
      guint from, to;

      cyan_partition_children (partition, i, &from, &to);
      pieces.place = from;
      pieces.least = cyan_partition_width_of (partition, i) / 200;
      cyan_partition_visit (partition, NULL, from, to, pieces.least, check_piece, &pieces);
      if (pieces.least > 0)
        g_assert_cmpuint (pieces.place, ==, to);
    }
}

TEST ("/layout/partition/names")
{
  CyanSizes sizes;

  for (guint i = 0; cyan_sizes_names[i] != NULL; i++)
    {
      g_assert_true (cyan_sizes_parse (cyan_sizes_names[i], &sizes));
      g_assert_cmpuint (sizes, ==, i);
    }
  g_assert_false (cyan_sizes_parse ("", &sizes));
  g_assert_false (cyan_sizes_parse ("Equal", &sizes));
}
