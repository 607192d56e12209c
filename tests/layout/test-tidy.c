/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions of boxes: the rules of a tidy tree, on random trees with boxes of random sizes. */
#include "layout-trees.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* Gives boxes of about 5 to 300 px for |H| and W of random trees. */
static const CyanScale big_scale = { 20000, 12, 5, 5, 14, 30 };
static const CyanScale fixed_scale = { 0, 0, 10, 10, 4, 20 };

#define NEAR 1e-6
#define GRID 0.016 /* sizes are rounded up to 1/64 px */

static CyanLayout *
open_all (CyanComparison *comparison, const CyanScale *scale)
{
  CyanLayout *layout =
      cyan_layout_new (comparison, scale, CYAN_BASIS_SHARE, measure_by_number, NULL);

  g_assert_true (cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT));
  return layout;
}

static gboolean
are_apart (const CyanRect *a, const CyanRect *b, double dx, double dy)
{
  return a->x + a->width + dx <= b->x + NEAR || b->x + b->width + dx <= a->x + NEAR
         || a->y + a->height + dy <= b->y + NEAR || b->y + b->height + dy <= a->y + NEAR;
}

static double
anchor (const CyanPlaced *placed)
{
  return placed->box.x + placed->box.width / 2;
}

static void
assert_family (CyanLayout *layout, const CyanPlaced *parent)
{
  const CyanScale *scale = cyan_layout_scale (layout);
  CyanRect room = room_of (parent);
  CyanPlaced child, first;
  double last = -INFINITY;
  CyanNode node = cyan_layout_first_child_of (layout, parent->node);

  if (node == CYAN_NODE_NONE)
    return;
  g_assert_true (cyan_layout_position_of (layout, node, &first));
  for (; node != CYAN_NODE_NONE; node = cyan_layout_next_of (layout, node))
    {
      CyanRect below;

      g_assert_true (cyan_layout_position_of (layout, node, &child));
      below = room_of (&child);
      g_assert_cmpfloat_with_epsilon (below.y, room.y + room.height + scale->level_gap, GRID);
      g_assert_cmpfloat (below.y, >=, room.y + room.height + scale->level_gap - NEAR);
      g_assert_cmpfloat (anchor (&child), >, last);
      last = anchor (&child);
      g_assert_true (child.has_edge);
      g_assert_cmpfloat_with_epsilon (child.edge_x, anchor (parent), NEAR);
      g_assert_cmpfloat_with_epsilon (child.edge_y, parent->box.y + parent->box.height, NEAR);
    }
  g_assert_cmpfloat_with_epsilon (anchor (parent), (anchor (&first) + anchor (&child)) / 2, NEAR);
}

static void
assert_tidy (CyanLayout *layout)
{
  const CyanScale *scale = cyan_layout_scale (layout);
  g_autoptr (GArray) all = all_placed (layout);
  g_autofree CyanRect *room = g_new (CyanRect, all->len);
  double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
  CyanRect extents;

  g_assert_cmpuint (all->len, ==, cyan_layout_n_shown (layout));
  for (guint i = 0; i < all->len; i++)
    {
      const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);

      room[i] = room_of (placed);
      left = MIN (left, room[i].x);
      top = MIN (top, room[i].y);
      right = MAX (right, room[i].x + room[i].width);
      bottom = MAX (bottom, room[i].y + room[i].height);
      g_assert_false (placed->is_summary);
      g_assert_cmpfloat (placed->box.width, >=, scale->min_width);
      g_assert_cmpfloat (placed->box.height, >=, scale->min_height);
      assert_family (layout, placed);
    }
  /* No boxes overlap, and gaps are at least those of siblings and levels. */
  for (guint i = 0; i < all->len; i++)
    for (guint j = i + 1; j < all->len; j++)
      g_assert_true (are_apart (&room[i], &room[j], scale->sibling_gap, scale->level_gap));

  cyan_layout_extents (layout, &extents);
  g_assert_cmpfloat_with_epsilon (extents.x, left, NEAR);
  g_assert_cmpfloat_with_epsilon (extents.y, top, NEAR);
  g_assert_cmpfloat_with_epsilon (extents.x + extents.width, right, NEAR);
  g_assert_cmpfloat_with_epsilon (extents.y + extents.height, bottom, GRID);
  g_assert_cmpfloat (extents.y + extents.height, >=, bottom - NEAR);
  g_assert_cmpfloat_with_epsilon (anchor (&g_array_index (all, CyanPlaced, 0)), 0, NEAR);
  g_assert_cmpfloat_with_epsilon (g_array_index (all, CyanPlaced, 0).box.y, 0, NEAR);
}

TEST ("/layout/tidy/random")
{
  for (guint32 seed = 1; seed <= 6; seed++)
    for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
      {
        g_autoptr (CyanComparison) comparison =
            compare_random (shape, seed == 1 ? 2000 : 100 * seed, seed);
        g_autoptr (CyanLayout) layout = open_all (comparison, &big_scale);

        assert_tidy (layout);
        cyan_layout_set_basis (layout, CYAN_BASIS_ABSOLUTE);
        assert_tidy (layout);
        cyan_layout_set_scale (layout, &fixed_scale);
        assert_tidy (layout);
      }
}

static void
assert_same (CyanLayout *a, CyanLayout *b)
{
  g_autoptr (GArray) x = all_placed (a);
  g_autoptr (GArray) y = all_placed (b);
  CyanRect p, q;

  g_assert_cmpuint (x->len, ==, y->len);
  for (guint i = 0; i < x->len; i++)
    {
      const CyanPlaced *left = &g_array_index (x, CyanPlaced, i);
      const CyanPlaced *right = &g_array_index (y, CyanPlaced, i);

      g_assert_cmpuint (left->node, ==, right->node);
      g_assert_cmpmem (&left->box, sizeof (CyanRect), &right->box, sizeof (CyanRect));
      g_assert_cmpmem (&left->label, sizeof (CyanRect), &right->label, sizeof (CyanRect));
      g_assert_cmpuint (left->n_hidden_children, ==, right->n_hidden_children);
    }
  cyan_layout_extents (a, &p);
  cyan_layout_extents (b, &q);
  g_assert_cmpmem (&p, sizeof p, &q, sizeof q);
}

/* Opening and closing gives exactly the same as a new layout. */
TEST ("/layout/tidy/toggles")
{
  for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (shape, 1500, 77);
      g_autoptr (CyanLayout) layout = open_all (comparison, &big_scale);
      g_autoptr (GRand) rand = g_rand_new_with_seed (78);

      for (guint i = 0; i < 500; i++)
        {
          CyanNode node =
              (CyanNode) g_rand_int_range (rand, 1, (gint32) comparison->compared.n_nodes);

          if (!cyan_layout_is_shown (layout, node))
            cyan_layout_reveal (layout, node);
          else if (cyan_layout_first_child_of (layout, node) != CYAN_NODE_NONE)
            cyan_layout_hide_children (layout, node);
          else if (g_rand_boolean (rand))
            cyan_layout_show_children (layout, node);
          else
            cyan_layout_show_descendants (layout, node, 200);
          if (i % 50 == 0)
            assert_tidy (layout);
          if (i % 5 == 0)
            {
              g_autoptr (CyanShownNodes) saved = cyan_layout_save (layout);
              g_autoptr (CyanLayout) fresh = cyan_layout_new (
                  comparison, &big_scale, CYAN_BASIS_SHARE, measure_by_number, NULL);

              cyan_layout_restore (fresh, saved);
              assert_same (layout, fresh);
            }
        }
      g_assert_cmpuint (cyan_layout_n_shown (layout), >, 20);
    }
}

static void
assert_box (CyanLayout *layout, const char *name, double x, double y, double width, double height)
{
  CyanPlaced placed;

  g_assert_true (
      cyan_layout_position_of (layout, find_node (cyan_layout_comparison (layout), name), &placed));
  g_assert_cmpfloat_with_epsilon (placed.box.x, x, GRID);
  g_assert_cmpfloat_with_epsilon (placed.box.y, y, GRID);
  g_assert_cmpfloat_with_epsilon (placed.box.width, width, GRID);
  g_assert_cmpfloat_with_epsilon (placed.box.height, height, GRID);
}

/* Sizes follow H and W, and are at least those of the scale. */
TEST ("/layout/tidy/sizes")
{
  CyanScale scale = { 100, 10, 5, 5, 10, 20 };
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:0*1(a:25*1 b:75*1)", "main:0*1(a:75*1 b:25*4)");
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
  double width = 10 * log (4);
  double apart = 2.5 + 10 + width / 2;

  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  assert_tidy (layout);
  assert_box (layout, "main", -2.5, 0, 5, 5);
  assert_box (layout, "a", -apart / 2 - 2.5, 25, 5, 50);
  assert_box (layout, "b", apart / 2 - width / 2, 25, width, 50);
}

static void
measure_wide (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer data)
{
  *width = 40;
  *height = 15;
}

TEST ("/layout/tidy/labels")
{
  CyanScale scale = { 100, 10, 5, 5, 10, 20 };
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:0*1(a:25*1 b:75*1)", "main:0*1(a:75*1 b:25*100000)");
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, measure_wide, NULL);
  CyanPlaced placed;

  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  assert_tidy (layout);
  /* Beside the box with a gap of 4 px, and taller than it. */
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "main"), &placed));
  g_assert_false (placed.label_inside);
  g_assert_cmpfloat (placed.label.x, ==, placed.box.x + placed.box.width + 4);
  g_assert_cmpfloat (placed.label.y, ==, -5);
  g_assert_false (placed.has_edge);
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "a"), &placed));
  g_assert_false (placed.label_inside);
  g_assert_cmpfloat (placed.box.y, ==, 10 + 20);
  /* Inside, centred, with a line for the change below the name. */
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "b"), &placed));
  g_assert_true (placed.label_inside);
  g_assert_cmpfloat_with_epsilon (placed.label.x + 20, anchor (&placed), NEAR);
  g_assert_cmpfloat_with_epsilon (placed.label.y + (15 + 14) / 2.0,
                                  placed.box.y + placed.box.height / 2, NEAR);
}

TEST ("/layout/tidy/unknown-calls")
{
  CyanScale scale = CYAN_SCALE_INIT;
  g_autoptr (CyanComparison) comparison = compare_texts ("main(a)", "main(a)");
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);

  cyan_layout_set_width (layout, CYAN_WIDTH_CALLS);
  cyan_layout_show_children (layout, cyan_layout_top (layout));
  assert_box (layout, "a", -10, 45, 20, 15);
}

/* A layout with one level per row would be wider: the low branch on the right ends above the wide
 * bottom of the tall one. */
TEST ("/layout/tidy/not-layered")
{
  CyanScale scale = { 100, 0, 5, 5, 10, 20 };
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:0(low:0(x:0) tall:0(y:0(l:0 m:0 r:0)) z:100)",
                     "main:0(low:0(x:0) tall:0(y:100(l:0 m:0 r:0)) z:0)");
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
  CyanPlaced low, tall;

  cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  assert_tidy (layout);
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "x"), &low));
  g_assert_true (cyan_layout_position_of (layout, find_node (comparison, "l"), &tall));
  /* l is below x and further left than the right side of x. */
  g_assert_cmpfloat (tall.box.x, <, low.box.x + low.box.width);
  g_assert_cmpfloat (tall.box.y, >, low.box.y + low.box.height);
}

TEST ("/layout/tidy/chain")
{
  enum
  {
    N = 1000000
  };
  GString *text = g_string_new (NULL);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanLayout) layout = NULL;
  CyanPlaced placed;
  CyanRect extents;

  for (guint i = 0; i < N; i++)
    g_string_append (text, i == N - 1 ? "f" : "f(");
  for (guint i = 0; i < N - 1; i++)
    g_string_append_c (text, ')');
  comparison = compare_texts (text->str, text->str);
  g_string_free (text, TRUE);
  layout = cyan_layout_new (comparison, &fixed_scale, CYAN_BASIS_SHARE, NULL, NULL);
  g_assert_true (cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT));
  g_assert_cmpuint (cyan_layout_n_shown (layout), ==, N);
  cyan_layout_extents (layout, &extents);
  g_assert_cmpfloat (extents.height, ==, N * 30.0 - 20);
  g_assert_cmpfloat (extents.width, ==, 10);
  g_assert_true (cyan_layout_position_of (layout, comparison->compared.n_nodes - 1, &placed));
  g_assert_cmpfloat (placed.box.y, ==, (N - 1) * 30.0);
  g_assert_cmpuint (cyan_layout_hit (layout, 0, placed.box.y + 1, 0), ==,
                    comparison->compared.n_nodes - 1);
  cyan_layout_hide_children (layout, 500000);
  cyan_layout_extents (layout, &extents);
  g_assert_cmpfloat (extents.height, ==, 500000 * 30.0 - 20);
  cyan_layout_show_descendants (layout, 500000, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_n_shown (layout), ==, N);
}

TEST ("/layout/tidy/star")
{
  enum
  {
    N = 100000
  };
  GString *text = g_string_new ("main(");
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanLayout) layout = NULL;
  CyanPlaced placed;
  CyanRect extents;

  for (guint i = 0; i < N; i++)
    g_string_append_printf (text, "f%u ", i);
  g_string_append_c (text, ')');
  comparison = compare_texts (text->str, text->str);
  g_string_free (text, TRUE);
  layout = cyan_layout_new (comparison, &fixed_scale, CYAN_BASIS_SHARE, NULL, NULL);
  g_assert_true (cyan_layout_open (layout, CYAN_OPENING_DEPTH, 1, G_MAXUINT));
  cyan_layout_extents (layout, &extents);
  g_assert_cmpfloat (extents.width, ==, N * 14.0 - 4);
  g_assert_cmpfloat (extents.x, ==, -extents.width / 2);
  for (CyanNode node = 2; node < comparison->compared.n_nodes; node += 997)
    {
      g_assert_true (cyan_layout_position_of (layout, node, &placed));
      g_assert_cmpfloat (placed.box.x, ==, extents.x + (node - 2) * 14.0);
      g_assert_cmpuint (cyan_layout_hit (layout, placed.box.x + 1, placed.box.y + 1, 0), ==, node);
    }
}
