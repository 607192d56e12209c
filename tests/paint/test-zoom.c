/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simplified drawing at small zoom and in partial views.
 */
#include "paint-fixture.h"
#include "tests.h"

TEST ("/paint/zoom/zoom-out")
{
  static const double zooms[] = { 4, 1, 0.8, 0.65, 0.6, 0.56, 0.55, 0.54, 0.4, 0.1, 0.01 };
  CyanRect view = { -5000, -5000, 10000, 10000 };
  Picture picture;
  guint last = G_MAXUINT;

  picture_init (&picture, compare_random (200, 5), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autoptr (CyanScene) scene =
          cyan_scene_new_tree (picture.layout, &picture.style, &view, zooms[i]);
      guint n_texts = 0;

      for (guint j = 0; j < scene->items->len; j++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, j);

          if (item->kind != CYAN_ITEM_TEXT)
            continue;
          n_texts++;
          g_assert_cmpfloat (item->font_size * zooms[i], >=, 6);
        }
      g_assert_cmpuint (n_texts, <=, last);
      g_assert_cmpuint (scene->items->len, >, 0);
      last = n_texts;
    }
  g_assert_cmpuint (last, ==, 0);
  picture_clear (&picture);
}

/* At a small zoom, a subtree of boxes is drawn as one. */
TEST ("/paint/zoom/far-away")
{
  CyanRect all;
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_random (300, 3), &usual_scale);
  cyan_layout_extents (picture.layout, &all);
  scene = cyan_scene_new_tree (picture.layout, &picture.style, &all, 0.005);
  g_assert_cmpuint (scene->items->len, >, 0);
  g_assert_cmpuint (scene->items->len, <, cyan_layout_n_shown (picture.layout));
  picture_clear (&picture);
}

/* A subtree too small to be seen has the colour of its changes. */
TEST ("/paint/zoom/summary")
{
  CyanRect all;
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture,
                compare_texts ("main:1*1(a:1*1(b:100*1) c:1*1(d:500*1))",
                               "main:1*1(a:1*1(b:900*1) c:1*1(d:500*1))"),
                &usual_scale);
  cyan_layout_extents (picture.layout, &all);
  scene = cyan_scene_new_tree (picture.layout, &picture.style, &all, 0.0001);
  g_assert_cmpuint (scene->items->len, ==, 1);
  ASSERT_TEXT (fill_of (&g_array_index (scene->items, CyanItem, 0)), "#f8a5a3");
  picture_clear (&picture);
}

/* At the edge of a view, everything has the same position as in the whole picture. */
TEST ("/paint/zoom/view")
{
  Picture picture;
  g_autoptr (CyanScene) all = NULL;
  guint n_boxes = 0;

  picture_init (&picture, compare_random (300, 6), &usual_scale);
  all = picture_tree (&picture);
  {
    CyanRect view = { all->bounds.x + all->bounds.width / 3, all->bounds.y, 300, 200 };
    g_autoptr (CyanScene) part = cyan_scene_new_tree (picture.layout, &picture.style, &view, 1);

    g_assert_cmpmem (&part->bounds, sizeof view, &view, sizeof view);
    g_assert_cmpuint (part->items->len, <, all->items->len / 2);
    for (guint i = 0; i < part->items->len; i++)
      {
        const CyanItem *item = &g_array_index (part->items, CyanItem, i);
        const CyanItem *same;

        if (!is_box (item))
          continue;
        n_boxes++;
        same = box_of (all, cyan_comparison_name (picture.comparison, item->node));
        g_assert_cmpfloat (item->x, ==, same->x);
        g_assert_cmpfloat (item->y, ==, same->y);
      }
    g_assert_cmpuint (n_boxes, >, 0);
  }
  picture_clear (&picture);
}
