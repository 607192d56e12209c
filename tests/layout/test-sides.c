/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Icicles side by side: one of each side, at one scale. */
#include "cyan-icicles.h"
#include "layout-trees.h"
#include "profile-text.h"
#include "tests.h"

#define ROOM    700.0
#define EPSILON 1e-6

static CyanIcicles *
sides_of (CyanComparison *comparison, CyanBasis basis)
{
  g_autoptr (CyanPartition) before = cyan_partition_new (comparison, basis, CYAN_SIZES_BEFORE);
  g_autoptr (CyanPartition) after = cyan_partition_new (comparison, basis, CYAN_SIZES_AFTER);

  return cyan_icicles_new_of_sides (before, after);
}

/* The box of the node with that name in icicle @i.  FALSE if there is none. */
static gboolean
get_box (const CyanIcicles *sides, guint i, const char *name, CyanIcicleBox *box)
{
  return cyan_icicle_box_of (sides->of[i], cyan_icicles_width (sides, i, ROOM),
                             find_node (sides->of[i]->partition->comparison, name), box);
}

static void
assert_box (const CyanIcicles *sides, guint i, const char *name, double x, double width, guint row)
{
  CyanIcicleBox box;

  g_assert_true (get_box (sides, i, name, &box));
  g_assert_cmpfloat_with_epsilon (box.x, x, EPSILON);
  g_assert_cmpfloat_with_epsilon (box.width, width, EPSILON);
  g_assert_cmpuint (box.row, ==, row);
}

/* 100 before and 200 after: a unit is 3.5 pixels on both sides. */
TEST ("/layout/sides/example")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:10(a:40(b:20) gone:30)", "main:20(a:60(b:80) new:40)");
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  g_autoptr (CyanIcicles) shares = sides_of (comparison, CYAN_BASIS_SHARE);
  CyanIcicleBox box;

  g_assert_cmpuint (sides->n, ==, 2);
  g_assert_cmpfloat_with_epsilon (cyan_icicles_width (sides, 0, ROOM), 350, EPSILON);
  g_assert_cmpfloat_with_epsilon (cyan_icicles_width (sides, 1, ROOM), 700, EPSILON);
  assert_box (sides, 0, "main", 0, 350, 0);
  assert_box (sides, 0, "a", 0, 210, 1);
  assert_box (sides, 0, "b", 0, 70, 2);
  assert_box (sides, 0, "gone", 210, 105, 1);
  assert_box (sides, 1, "main", 0, 700, 0);
  assert_box (sides, 1, "a", 0, 490, 1);
  assert_box (sides, 1, "b", 0, 280, 2);
  assert_box (sides, 1, "new", 490, 140, 1);
  g_assert_false (get_box (sides, 0, "new", &box));
  g_assert_false (get_box (sides, 1, "gone", &box));

  /* Shares have a scale of their own: both runs are whole. */
  assert_box (shares, 0, "a", 0, 420, 1);
  assert_box (shares, 1, "a", 0, 490, 1);

  /* Both show the same node, at one scale. */
  cyan_icicles_set_top (sides, find_node (comparison, "a"));
  assert_box (sides, 0, "a", 0, 300, 1);
  assert_box (sides, 1, "a", 0, 700, 1);
  assert_box (sides, 1, "b", 0, 400, 2);
  g_assert_false (get_box (sides, 1, "new", &box));
  cyan_icicles_set_top (sides, find_node (comparison, "new"));
  g_assert_cmpfloat (cyan_icicles_width (sides, 0, ROOM), ==, 0);
  assert_box (sides, 1, "new", 0, 700, 1);
}

typedef struct
{
  const CyanComparison *comparison;
  const CyanIcicles *sides;
  guint i;
  guint n_boxes, n_lacking;
} Visit;

static void
check_box (const CyanIcicleBox *box, gpointer data)
{
  Visit *visit = data;
  const CyanIcicle *icicle = visit->sides->of[visit->i];
  const CyanCompared *compared = &visit->comparison->compared;
  double width = cyan_icicles_width (visit->sides, visit->i, ROOM),
         middle = box->x + box->width / 2;
  CyanIcicleBox one;

  g_assert_cmpfloat (box->x, >=, -EPSILON);
  g_assert_cmpfloat (box->x + box->width, <=, width + EPSILON);
  if (box->is_rest)
    return;
  /* A box stands for a node of this side, and only what lacks one is a gap. */
  g_assert_true (box->is_lacking
                 == (cyan_compared_node (compared, visit->i, box->node) == CYAN_NODE_NONE));
  g_assert_true (cyan_icicle_box_of (icicle, width, box->node, &one) == !box->is_lacking);
  g_assert_cmpuint (cyan_icicle_hit (icicle, width, middle, box->row), ==,
                    box->is_lacking ? CYAN_NODE_NONE : box->node);
  visit->n_boxes += !box->is_lacking;
  visit->n_lacking += box->is_lacking;
}

/* Each side has its own boxes and those of nobody else, as wide as its values, in rows that are
 * those of the tree. */
TEST ("/layout/sides/laws")
{
  guint n_boxes[2] = { 0, 0 };

  for (guint shape = SHAPE_BUSHY; shape <= SHAPE_ROWS; shape++)
    for (guint basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
      {
        g_autoptr (CyanComparison) comparison = compare_random ((Shape) shape, 2000, 5);
        g_autoptr (CyanIcicles) sides = sides_of (comparison, (CyanBasis) basis);
        const CyanMergedTree *tree = comparison->compared.tree;
        /* Pixels of a unit, which are the same on both sides unless each has its own run. */
        double unit[2];

        for (guint i = 0; i < 2; i++)
          {
            const CyanPartition *partition = sides->of[i]->partition;
            Visit visit = { .comparison = comparison, .sides = sides, .i = i };

            unit[i] = cyan_icicles_width (sides, i, ROOM) / comparison->compared.side[i].total;
            for (CyanNode node = partition->root; node < tree->n_nodes; node++)
              {
                double children = 0;

                for (CyanNode child = node + 1; child < tree->end[node]; child = tree->end[child])
                  children += cyan_partition_width_of (partition, child);
                g_assert_cmpfloat (children, <=,
                                   cyan_partition_width_of (partition, node) + EPSILON);
                g_assert_cmpuint (cyan_partition_row_of (partition, node), ==,
                                  cyan_partition_row_of (sides->of[1 - i]->partition, node));
              }
            cyan_icicle_visit (sides->of[i], cyan_icicles_width (sides, i, ROOM), 0, G_MAXUINT,
                               check_box, &visit);
            n_boxes[i] += visit.n_boxes;
          }
        if (basis == CYAN_BASIS_ABSOLUTE)
          g_assert_cmpfloat_with_epsilon (unit[0] / unit[1], 1, EPSILON);
        g_assert_cmpfloat_with_epsilon (
            MAX (cyan_icicles_width (sides, 0, ROOM), cyan_icicles_width (sides, 1, ROOM)), ROOM,
            EPSILON);
      }
  g_assert_cmpuint (n_boxes[0], >, 200);
  g_assert_cmpuint (n_boxes[1], >, 200);
}

/* Where a call was put between two others, these are in the same rows on both sides; the side
 * without it has a gap, which is no node. */
TEST ("/layout/sides/wrapper")
{
  g_autoptr (CyanComparison) comparison =
      compare_contexts ("main:10(a:20(b:70))", "main:10(wrapper:0(a:20(b:70)))");
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  Visit visit = { .comparison = comparison, .sides = sides };
  CyanIcicleBox box;

  assert_box (sides, 0, "a", 0, 630, 2);
  assert_box (sides, 1, "a", 0, 630, 2);
  assert_box (sides, 1, "wrapper", 0, 630, 1);
  g_assert_false (get_box (sides, 0, "wrapper", &box));
  g_assert_cmpuint (cyan_icicle_hit (sides->of[0], ROOM, 5, 1), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_icicle_hit (sides->of[0], ROOM, 5, 2), ==, find_node (comparison, "a"));
  cyan_icicle_visit (sides->of[0], ROOM, 0, G_MAXUINT, check_box, &visit);
  g_assert_cmpuint (visit.n_boxes, ==, 3);
  g_assert_cmpuint (visit.n_lacking, ==, 1);

  /* Keys pass through it. */
  g_assert_cmpuint (cyan_icicles_parent_of (sides, find_node (comparison, "a")), ==,
                    find_node (comparison, "wrapper"));
  g_assert_cmpuint (cyan_icicles_first_child_of (sides, ROOM, find_node (comparison, "main")), ==,
                    find_node (comparison, "wrapper"));
}

/* Two equal halves. */
TEST ("/layout/sides/same")
{
  const char *text = "main:5(a:40(b:30) c:20)";
  g_autoptr (CyanComparison) comparison = compare_texts (text, text);
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);

  for (CyanNode node = sides->of[0]->top; node < comparison->compared.n_nodes; node++)
    {
      CyanIcicleBox box[2];

      for (guint i = 0; i < 2; i++)
        g_assert_true (
            cyan_icicle_box_of (sides->of[i], cyan_icicles_width (sides, i, ROOM), node, &box[i]));
      g_assert_cmpfloat (box[0].x, ==, box[1].x);
      g_assert_cmpfloat (box[0].width, ==, box[1].width);
      g_assert_cmpuint (box[0].row, ==, box[1].row);
    }
}

/* Before is where after was, and the reverse. */
TEST ("/layout/sides/swapped")
{
  const char *before = "main:5(a:40(b:30) c:20 gone:9)", *after = "main:7(a:80(b:10 new:30) c:20)";
  g_autoptr (CyanComparison) comparison = compare_texts (before, after);
  g_autoptr (CyanComparison) swapped = compare_texts (after, before);

  for (guint basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    {
      g_autoptr (CyanIcicles) sides = sides_of (comparison, (CyanBasis) basis);
      g_autoptr (CyanIcicles) other = sides_of (swapped, (CyanBasis) basis);

      for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
        for (guint i = 0; i < 2; i++)
          {
            const char *name = cyan_comparison_name (comparison, node);
            CyanIcicleBox box;

            if (get_box (sides, i, name, &box))
              assert_box (other, 1 - i, name, box.x, box.width, box.row);
            else
              g_assert_false (get_box (other, 1 - i, name, &box));
          }
    }
}

/* A single profile has one side. */
TEST ("/layout/sides/single")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile =
      MUST (cyan_profile_from_text (strings, "main:10(a:40)", &failure));
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison =
      MUST (cyan_comparison_new_single (profile, &options, NULL, &failure));
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);

  g_assert_cmpuint (sides->n, ==, 1);
  assert_box (sides, 0, "main", 0, ROOM, 0);
  assert_box (sides, 0, "a", 0, ROOM * 0.8, 1);
}

/* Arrows lead to what either side has, in the order of the tree, and back. */
TEST ("/layout/sides/keys")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:10(a:40 gone:30 c:20)", "main:10(a:40 new:30 c:20)");
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  CyanNode main = find_node (comparison, "main"), at, last = CYAN_NODE_NONE;
  guint n = 0;

  g_assert_cmpuint (cyan_icicles_parent_of (sides, main), ==, CYAN_NODE_NONE);
  for (at = cyan_icicles_first_child_of (sides, ROOM, main); at != CYAN_NODE_NONE;
       at = cyan_icicles_next_of (sides, ROOM, at))
    {
      g_assert_cmpuint (cyan_icicles_previous_of (sides, ROOM, at), ==, last);
      g_assert_cmpuint (cyan_icicles_parent_of (sides, at), ==, main);
      last = at;
      n++;
    }
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (cyan_icicles_first_child_of (sides, ROOM, last), ==, CYAN_NODE_NONE);
}
