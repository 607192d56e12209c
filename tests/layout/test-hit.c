/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is visible in a view and what is under the pointer, compared with testing every box. */
#include "layout-trees.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static const CyanScale big_scale = { 20000, 12, 5, 5, 14, 30 };

static CyanLayout *
open_all (CyanComparison *comparison)
{
  CyanLayout *layout =
      cyan_layout_new (comparison, &big_scale, CYAN_BASIS_SHARE, measure_by_number, NULL);

  g_assert_true (cyan_layout_open (layout, CYAN_OPENING_ALL, 0, G_MAXUINT));
  return layout;
}

static double
middle_x (const CyanRect *rect)
{
  return rect->x + rect->width / 2;
}

static double
middle_y (const CyanRect *rect)
{
  return rect->y + rect->height / 2;
}

static gboolean
holds (const CyanRect *rect, double x, double y)
{
  return x >= rect->x && x <= rect->x + rect->width && y >= rect->y && y <= rect->y + rect->height;
}

static gboolean
touch (const CyanRect *a, const CyanRect *b)
{
  return a->x <= b->x + b->width && b->x <= a->x + a->width && a->y <= b->y + b->height
         && b->y <= a->y + a->height;
}

static void
assert_same (const CyanPlaced *a, const CyanPlaced *b)
{
  g_assert_cmpmem (&a->box, sizeof a->box, &b->box, sizeof b->box);
  g_assert_cmpmem (&a->label, sizeof a->label, &b->label, sizeof b->label);
  g_assert_cmpfloat (a->edge_x, ==, b->edge_x);
  g_assert_cmpfloat (a->edge_y, ==, b->edge_y);
  g_assert_cmpint (a->has_edge, ==, b->has_edge);
  g_assert_cmpint (a->label_inside, ==, b->label_inside);
  g_assert_cmpint (a->is_summary, ==, b->is_summary);
}

TEST ("/layout/hit/hit")
{
  for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (shape, 2000, 11);
      g_autoptr (CyanLayout) layout = open_all (comparison);
      g_autoptr (GArray) all = all_placed (layout);
      g_autoptr (GRand) rand = g_rand_new_with_seed (12);
      guint n_hits = 0;
      CyanRect extents;

      for (guint i = 0; i < all->len; i++)
        {
          const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);
          CyanPlaced alone;

          g_assert_cmpuint (
              cyan_layout_hit (layout, middle_x (&placed->box), middle_y (&placed->box), 0), ==,
              placed->node);
          if (placed->label.width > 0)
            g_assert_cmpuint (
                cyan_layout_hit (layout, middle_x (&placed->label), middle_y (&placed->label), 0),
                ==, placed->node);
          /* Just above a box, only the tolerance reaches it. */
          g_assert_cmpuint (cyan_layout_hit (layout, middle_x (&placed->box), placed->box.y - 2, 3),
                            ==, placed->node);
          g_assert_cmpuint (cyan_layout_hit (layout, middle_x (&placed->box), placed->box.y - 2, 1),
                            ==, CYAN_NODE_NONE);
          g_assert_true (cyan_layout_position_of (layout, placed->node, &alone));
          assert_same (&alone, placed);
        }

      cyan_layout_extents (layout, &extents);
      for (guint k = 0; k < 3000; k++)
        {
          double x = extents.x + g_rand_double_range (rand, -0.1, 1.1) * extents.width;
          double y = extents.y + g_rand_double_range (rand, -0.1, 1.1) * extents.height;
          CyanNode expected = CYAN_NODE_NONE;

          for (guint i = 0; i < all->len; i++)
            {
              const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);

              if (holds (&placed->box, x, y)
                  || (placed->label.width > 0 && holds (&placed->label, x, y)))
                expected = placed->node;
            }
          g_assert_cmpuint (cyan_layout_hit (layout, x, y, 0), ==, expected);
          n_hits += expected != CYAN_NODE_NONE;
        }
      g_assert_cmpuint (n_hits, >, 9);
      g_assert_cmpuint (cyan_layout_hit (layout, extents.x - 10, extents.y, 0), ==, CYAN_NODE_NONE);
      g_assert_cmpuint (cyan_layout_hit (layout, 0, extents.y + extents.height + 9, 5), ==,
                        CYAN_NODE_NONE);
      g_assert_cmpuint (cyan_layout_hit (layout, NAN, 0, 5), ==, CYAN_NODE_NONE);
    }
}

static gboolean
edge_touches (const CyanPlaced *placed, const CyanRect *view)
{
  double x = middle_x (&placed->box);
  CyanRect edge = { MIN (x, placed->edge_x), placed->edge_y, fabs (x - placed->edge_x),
                    placed->box.y - placed->edge_y };

  return placed->has_edge && touch (&edge, view);
}

/* At zoom 1 nothing is too small.  A view gives everything that it touches, in preorder. */
TEST ("/layout/hit/views")
{
  for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (shape, 2000, 21);
      g_autoptr (CyanLayout) layout = open_all (comparison);
      g_autoptr (GArray) all = all_placed (layout);
      g_autoptr (GRand) rand = g_rand_new_with_seed (22);
      guint n_seen = 0;

      for (guint k = 0; k < 300; k++)
        {
          guint about = (guint) g_rand_int_range (rand, 0, (gint32) all->len);
          const CyanRect *box = &g_array_index (all, CyanPlaced, about).box;
          CyanRect view = { box->x - g_rand_double_range (rand, -200, 1500),
                            box->y - g_rand_double_range (rand, -200, 1000),
                            g_rand_double_range (rand, 1, 4000),
                            g_rand_double_range (rand, 1, 4000) };
          g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (CyanPlaced));
          guint next = 0;

          cyan_layout_visit (layout, &view, 1, collect_placed, seen);
          for (guint i = 0; i < all->len; i++)
            {
              const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);
              CyanRect room = room_of (placed);
              gboolean given =
                  next < seen->len && g_array_index (seen, CyanPlaced, next).node == placed->node;

              if (touch (&room, &view))
                g_assert_true (given);
              else if (shape != SHAPE_WIDE)
                g_assert_cmpint (given, ==, edge_touches (placed, &view));
              else if (given)
                g_assert_true (edge_touches (placed, &view));
              if (given)
                {
                  assert_same (&g_array_index (seen, CyanPlaced, next), placed);
                  next++;
                }
            }
          g_assert_cmpuint (next, ==, seen->len);
          n_seen += seen->len;
        }
      g_assert_cmpuint (n_seen, >, 1000);
    }
}

/* At a small zoom something is drawn within 1.5 pixels of every box. */
TEST ("/layout/hit/summaries")
{
  for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (shape, 3000, 31);
      g_autoptr (CyanLayout) layout = open_all (comparison);
      g_autoptr (GArray) all = all_placed (layout);
      guint n_seen = 0;
      CyanRect extents;

      cyan_layout_extents (layout, &extents);
      for (double zoom = 1; zoom > 1e-6; zoom /= 2)
        {
          g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (CyanPlaced));
          g_autofree guint8 *given = g_malloc0 (comparison->compared.n_nodes);

          cyan_layout_visit (layout, &extents, zoom, collect_placed, seen);
          n_seen = seen->len;
          if (zoom == 1)
            g_assert_cmpuint (n_seen, ==, all->len);
          for (guint i = 0; i < seen->len; i++)
            {
              CyanPlaced *placed = &g_array_index (seen, CyanPlaced, i);
              CyanRect *box = &placed->box;

              g_assert_false (given[placed->node]);
              given[placed->node] = TRUE;
              if (placed->is_summary)
                g_assert_true (MIN (box->width, box->height) * zoom < 1.5 + 1e-9);
              else
                *box = room_of (placed);
              box->x -= 1.5 / zoom;
              box->y -= 1.5 / zoom;
              box->width += 3 / zoom;
              box->height += 3 / zoom;
            }
          for (guint i = 0; i < all->len; i++)
            {
              const CyanPlaced *placed = &g_array_index (all, CyanPlaced, i);
              gboolean covered = given[placed->node];

              for (guint k = 0; k < seen->len && !covered; k++)
                covered = touch (&g_array_index (seen, CyanPlaced, k).box, &placed->box);
              g_assert_true (covered);
            }
        }
      g_assert_cmpuint (n_seen, ==, 1);
    }
}

/* A frame has few items, however much is open. */
TEST ("/layout/hit/bounded")
{
  for (Shape shape = SHAPE_BUSHY; shape <= SHAPE_WIDE; shape++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (shape, 100000, 41);
      g_autoptr (CyanLayout) layout = open_all (comparison);
      CyanRect extents;

      cyan_layout_extents (layout, &extents);
      for (double fit = 1; fit < 3000; fit *= 2)
        {
          /* A window of 1600 x 1000 in which the whole picture fits, zoomed out by another @fit. */
          double zoom = fit * MIN (1600 / extents.width, 1000 / extents.height);
          CyanRect view = { -800 / zoom, extents.y + extents.height / 2 - 500 / zoom, 1600 / zoom,
                            1000 / zoom };
          g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (CyanPlaced));

          cyan_layout_visit (layout, &view, zoom, collect_placed, seen);
          g_assert_cmpuint (seen->len, <, 10000);
        }
    }
}
