/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widths, boxes and hits of the icicle. */
#include "cyan-icicle.h"
#include "layout-trees.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>

#define WIDTH   800.0
#define EPSILON 1e-9

static void
collect_box (const CyanIcicleBox *box, gpointer data)
{
  g_array_append_vals (data, box, 1);
}

static GArray *
boxes_of (const CyanIcicle *icicle, double width, guint first_row, guint n_rows)
{
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (CyanIcicleBox));

  cyan_icicle_visit (icicle, width, first_row, n_rows, collect_box, boxes);
  return boxes;
}

/* The own value of @node on @side, in parts of the run of @basis. */
static double
own_of (const CyanComparison *comparison, CyanNode node, guint side, CyanBasis basis)
{
  const CyanCompared *compared = &comparison->compared;
  CyanNode own = cyan_compared_node (compared, side, node);
  double run = basis == CYAN_BASIS_SHARE ? compared->side[side].total
                                         : MAX (compared->side[0].total, compared->side[1].total);

  return own != CYAN_NODE_NONE ? cyan_compared_metric (compared, side)->self[own] / run : 0;
}

/* The paper's own example, with figures worked out by hand: own values before are 9, 495, 404 and
 * 34 of 942, and after 1, 699, 385, 784 and 36 of 1905. */
TEST ("/layout/icicle/example")
{
  g_autoptr (CyanComparison) comparison = compare_texts (
      "main:0(InputSource:9(parse:495 createParser:404 createContentHandler:34))",
      "main:0(InputSource:0(parse_proxy:1(new_method:699 parse:385) createParser:784 "
      "createContentHandler:36))");
  g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_ABSOLUTE);
  g_autoptr (CyanIcicle) shares = icicle_of (comparison, CYAN_BASIS_SHARE);
  CyanNode source = find_node (comparison, "InputSource");
  CyanNode parser = find_node (comparison, "createParser");
  CyanNode proxy = find_node (comparison, "parse_proxy");
  CyanIcicleBox box;

  /* By path, parse and parse of parse_proxy are two nodes. */
  g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (icicle->partition, source) * 942,
                                  9 + 495 + 784 + 36 + 1 + 699 + 385, EPSILON);
  g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (icicle->partition, parser) * 942, 784,
                                  EPSILON);
  g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (icicle->partition, parser, 0) * 942, 404,
                                  EPSILON);
  g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (icicle->partition, parser, 1) * 942, 784,
                                  EPSILON);
  g_assert_cmpfloat (cyan_partition_bar_of (icicle->partition, proxy, 0), ==, 0);
  g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (icicle->partition, proxy, 1) * 942, 1085,
                                  EPSILON);

  g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (shares->partition, parser), 404 / 942.0,
                                  EPSILON);
  g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (shares->partition, parser, 1),
                                  784 / 1905.0, EPSILON);
  g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (shares->partition, proxy), 1085 / 1905.0,
                                  EPSILON);

  /* What fills the picture is wide; what is above it stays, what is beside it goes. */
  cyan_icicle_set_top (icicle, proxy);
  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, proxy, &box));
  g_assert_cmpfloat (box.width, ==, WIDTH);
  g_assert_cmpuint (box.row, ==, 2);
  g_assert_false (box.is_above);
  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, source, &box));
  g_assert_cmpfloat (box.width, ==, WIDTH);
  g_assert_true (box.is_above);
  g_assert_false (cyan_icicle_box_of (icicle, WIDTH, parser, &box));
  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, find_node (comparison, "new_method"), &box));
  g_assert_cmpfloat_with_epsilon (box.width, WIDTH * 699 / 1085, 1e-6);
}

/* A node is as wide as all the larger own values below it, its children fill it from the left, and
 * its bars fit into it. */
TEST ("/layout/icicle/widths")
{
  for (guint basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    for (guint shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
      {
        g_autoptr (CyanComparison) comparison = compare_random ((Shape) shape, 2000, 3);
        g_autoptr (CyanIcicle) icicle = icicle_of (comparison, (CyanBasis) basis);
        const CyanMergedTree *tree = comparison->compared.tree;

        for (CyanNode i = icicle->top; i < tree->n_nodes; i++)
          {
            double width = cyan_partition_width_of (icicle->partition, i), sum = 0, children = 0;

            for (CyanNode k = i; k < tree->end[i]; k++)
              sum += MAX (own_of (comparison, k, 0, (CyanBasis) basis),
                          own_of (comparison, k, 1, (CyanBasis) basis));
            g_assert_cmpfloat_with_epsilon (width, sum, EPSILON);
            for (CyanNode child = i + 1; child < tree->end[i]; child = tree->end[child])
              children += cyan_partition_width_of (icicle->partition, child);
            g_assert_cmpfloat (children, <=, width + EPSILON);
            for (guint side = 0; side < 2; side++)
              {
                double total = 0;

                for (CyanNode k = i; k < tree->end[i]; k++)
                  total += own_of (comparison, k, side, (CyanBasis) basis);
                g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (icicle->partition, i, side),
                                                total, EPSILON);
              }
          }
      }
}

/* Before and after change places and nothing else does. */
TEST ("/layout/icicle/swapped")
{
  const char *before = "main:5(a:40(b:30) c:20 gone:9)", *after = "main:7(a:80(b:10 new:30) c:20)";
  g_autoptr (CyanComparison) comparison = compare_texts (before, after);
  g_autoptr (CyanComparison) swapped = compare_texts (after, before);
  g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (CyanIcicle) other = icicle_of (swapped, CYAN_BASIS_SHARE);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    {
      CyanNode there = find_node (swapped, cyan_comparison_name (comparison, i));

      g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (icicle->partition, i),
                                      cyan_partition_width_of (other->partition, there), EPSILON);
      for (guint side = 0; side < 2; side++)
        g_assert_cmpfloat_with_epsilon (cyan_partition_bar_of (icicle->partition, i, side),
                                        cyan_partition_bar_of (other->partition, there, 1 - side),
                                        EPSILON);
    }
}

TEST ("/layout/icicle/same")
{
  const char *text = "main:5(a:40(b:30) c:20)";
  g_autoptr (CyanComparison) comparison = compare_texts (text, text);
  g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (GArray) boxes = boxes_of (icicle, WIDTH, 0, G_MAXUINT);

  g_assert_cmpuint (boxes->len, ==, 4);
  for (guint i = 0; i < boxes->len; i++)
    {
      const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);

      g_assert_cmpfloat_with_epsilon (box->bar[0], box->width, EPSILON);
      g_assert_cmpfloat_with_epsilon (box->bar[1], box->width, EPSILON);
    }
  g_assert_cmpfloat_with_epsilon (cyan_partition_width_of (icicle->partition, icicle->top), 1,
                                  EPSILON);
}

/* Checks all that is drawn of @icicle against widths alone. */
static void
assert_boxes (CyanComparison *comparison, const CyanIcicle *icicle, double width, GRand *rand)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanNode top = icicle->top;
  g_autoptr (GArray) boxes = boxes_of (icicle, width, 0, G_MAXUINT);
  g_autofree guint8 *seen = g_new0 (guint8, tree->n_nodes);
  guint n_rows = cyan_icicle_n_rows (icicle, width);
  double scale = width / cyan_partition_width_of (icicle->partition, top);
  CyanIcicleBox last = { .row = G_MAXUINT };

  for (guint i = 0; i < boxes->len; i++)
    {
      const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);
      CyanIcicleBox one;

      /* In order, without overlaps, inside the picture. */
      if (box->row == last.row)
        g_assert_cmpfloat (box->x, >=, last.x + last.width - 1e-6);
      else
        g_assert_cmpuint (box->row, ==, last.row + 1);
      g_assert_cmpfloat (box->x, >=, -1e-6);
      g_assert_cmpfloat (box->x + box->width, <=, width + 1e-6);
      last = *box;
      g_assert_cmpuint (cyan_icicle_hit (icicle, width, box->x + box->width / 2, box->row), ==,
                        box->node);
      if (box->is_rest)
        continue;
      g_assert_cmpuint (box->row, <, n_rows);
      g_assert_false (seen[box->node]);
      seen[box->node] = TRUE;
      g_assert_true (cyan_icicle_box_of (icicle, width, box->node, &one));
      g_assert_cmpfloat (one.x, ==, box->x);
      g_assert_cmpfloat (one.width, ==, box->width);
      g_assert_cmpfloat (MAX (box->bar[0], box->bar[1]), <=, box->width + 1e-6);
      if (!box->is_above && box->node != top)
        g_assert_cmpfloat_with_epsilon (
            box->width, cyan_partition_width_of (icicle->partition, box->node) * scale, 1e-6);
    }
  for (CyanNode i = top; i < tree->end[top]; i++)
    {
      double px = cyan_partition_width_of (icicle->partition, i) * scale;

      if (px >= 1 + 1e-9)
        g_assert_true (seen[i]);
      else if (px < 1 - 1e-9)
        g_assert_false (seen[i]);
    }
  for (guint k = 0; k < 500; k++)
    {
      double x = g_rand_double_range (rand, -0.1, 1.1) * width;
      guint row = (guint) g_rand_int_range (rand, 0, (gint32) n_rows + 2);
      CyanNode expected = CYAN_NODE_NONE;

      for (guint i = 0; i < boxes->len; i++)
        {
          const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);

          if (box->row == row && x >= box->x && x < box->x + box->width)
            expected = box->node;
        }
      g_assert_cmpuint (cyan_icicle_hit (icicle, width, x, row), ==, expected);
    }
  /* A part is that part of the whole. */
  for (guint first = 0; first < n_rows; first += 7)
    {
      g_autoptr (GArray) some = boxes_of (icicle, width, first, 3);
      guint at = 0;

      for (guint i = 0; i < boxes->len; i++)
        {
          const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);

          if (box->row < first || box->row >= first + 3)
            continue;
          g_assert_cmpuint (at, <, some->len);
          g_assert_cmpuint (g_array_index (some, CyanIcicleBox, at).node, ==, box->node);
          g_assert_cmpfloat (g_array_index (some, CyanIcicleBox, at++).x, ==, box->x);
        }
      g_assert_cmpuint (at, ==, some->len);
    }
}

TEST ("/layout/icicle/boxes")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random ((Shape) shape, 3000, 9);
      g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
      CyanNode root = icicle->top;

      assert_boxes (comparison, icicle, 10, rand);
      assert_boxes (comparison, icicle, 300, rand);
      assert_boxes (comparison, icicle, 1e6, rand);
      for (guint k = 0; k < 20; k++)
        {
          CyanNode node = (CyanNode) g_rand_int_range (rand, (gint32) root,
                                                       (gint32) comparison->compared.n_nodes);

          if (cyan_partition_width_of (icicle->partition, node) <= 0)
            continue;
          cyan_icicle_set_top (icicle, node);
          assert_boxes (comparison, icicle, 300, rand);
        }
    }
}

/* Keys reach every box and no other. */
TEST ("/layout/icicle/keys")
{
  g_autoptr (CyanComparison) comparison = compare_random (SHAPE_BUSHY, 3000, 11);
  g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (GArray) boxes = boxes_of (icicle, 300, 0, G_MAXUINT);
  CyanNode last = CYAN_NODE_NONE;
  guint last_row = G_MAXUINT;

  for (guint i = 0; i < boxes->len; i++)
    {
      const CyanIcicleBox *box = &g_array_index (boxes, CyanIcicleBox, i);
      CyanIcicleBox parent;

      if (box->is_rest)
        continue;
      if (box->row > 0 && box->row == last_row)
        {
          g_assert_cmpuint (cyan_icicle_next_of (icicle, 300, last), ==, box->node);
          g_assert_cmpuint (cyan_icicle_previous_of (icicle, 300, box->node), ==, last);
        }
      else
        {
          g_assert_cmpuint (cyan_icicle_previous_of (icicle, 300, box->node), ==, CYAN_NODE_NONE);
          if (last != CYAN_NODE_NONE)
            g_assert_cmpuint (cyan_icicle_next_of (icicle, 300, last), ==, CYAN_NODE_NONE);
        }
      if (box->row > 0)
        {
          CyanNode above = cyan_icicle_parent_of (icicle, box->node);

          g_assert_true (cyan_icicle_box_of (icicle, 300, above, &parent));
          g_assert_cmpuint (parent.row, ==, box->row - 1);
          g_assert_cmpuint (cyan_icicle_first_child_of (icicle, 300, above), <=, box->node);
        }
      last = box->node;
      last_row = box->row;
    }
  g_assert_cmpuint (cyan_icicle_parent_of (icicle, icicle->top), ==, CYAN_NODE_NONE);
}

/* A session file can select the synthetic root where its only child fills the picture. */
TEST ("/layout/icicle/keys-of-root")
{
  g_autoptr (CyanComparison) comparison = compare_texts ("main:5", "main:7");
  g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);

  g_assert_cmpuint (icicle->top, !=, CYAN_NODE_ROOT);
  g_assert_cmpuint (cyan_icicle_first_child_of (icicle, WIDTH, CYAN_NODE_ROOT), ==, icicle->top);
  g_assert_cmpuint (cyan_icicle_parent_of (icicle, CYAN_NODE_ROOT), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_icicle_next_of (icicle, WIDTH, CYAN_NODE_ROOT), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_icicle_previous_of (icicle, WIDTH, CYAN_NODE_ROOT), ==, CYAN_NODE_NONE);
}

/* A run that took no time has one box and nothing to divide. */
TEST ("/layout/icicle/nothing")
{
  g_autoptr (CyanComparison) comparison = compare_texts ("main:0(a:0(b:0))", "main:0(a:0)");
  g_autoptr (CyanIcicle) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (GArray) boxes = boxes_of (icicle, WIDTH, 0, G_MAXUINT);

  g_assert_cmpuint (boxes->len, ==, 1);
  g_assert_cmpuint (cyan_icicle_n_rows (icicle, WIDTH), ==, 1);
  g_assert_cmpuint (cyan_icicle_hit (icicle, WIDTH, 5, 0), ==, icicle->top);
  g_assert_cmpuint (cyan_icicle_hit (icicle, WIDTH, 5, 1), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_icicle_hit (icicle, WIDTH, NAN, 0), ==, CYAN_NODE_NONE);
}

/* A stack of a million frames: any part of it is there at once. */
TEST ("/layout/icicle/deep")
{
  const guint depth = 1000000;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanIcicle) icicle = NULL;
  g_autoptr (GArray) boxes = NULL;
  GString *text = g_string_new (NULL);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanIcicleBox box;

  for (guint i = 1; i < depth; i++)
    g_string_append (text, "f:0(");
  g_string_append (text, "f:7");
  for (guint i = 1; i < depth; i++)
    g_string_append_c (text, ')');
  profile = MUST (cyan_profile_from_text (strings, text->str, &failure));
  g_string_free (text, TRUE);
  options.method = CYAN_MATCH_PATH;
  comparison = MUST (cyan_comparison_new (profile, profile, &options, NULL, &failure));
  icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_assert_cmpuint (cyan_icicle_n_rows (icicle, WIDTH), ==, depth);
  boxes = boxes_of (icicle, WIDTH, depth - 3, 30);
  g_assert_cmpuint (boxes->len, ==, 3);
  g_assert_cmpfloat (g_array_index (boxes, CyanIcicleBox, 2).width, ==, WIDTH);
  g_assert_cmpuint (cyan_icicle_hit (icicle, WIDTH, 5, depth - 1), ==,
                    comparison->compared.n_nodes - 1);
  cyan_icicle_set_top (icicle, comparison->compared.n_nodes - 1);
  g_assert_cmpuint (cyan_icicle_n_rows (icicle, WIDTH), ==, depth);
  g_assert_true (cyan_icicle_box_of (icicle, WIDTH, cyan_comparison_top (comparison), &box));
  g_assert_true (box.is_above);
}
