/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Edges: what they connect, what covers them, and the hot path among them.
 */
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* Each edge goes from the parent's box to the child's. */
TEST ("/paint/edges/edges")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_random (300, 4), &usual_scale);
  scene = picture_tree (&picture);
  for (CyanNode node = 2; node < picture.comparison->compared.n_nodes; node++)
    {
      const char *name = cyan_comparison_name (picture.comparison, node);
      CyanNode above = cyan_layout_parent_of (picture.layout, node);
      const CyanItem *edge = edge_to (scene, name), *box = box_of (scene, name);
      const CyanItem *parent = box_of (scene, cyan_comparison_name (picture.comparison, above));

      g_assert_cmpfloat (edge->x, >=, parent->x - 1);
      g_assert_cmpfloat (edge->x, <=, parent->x + parent->width + 1);
      g_assert_cmpfloat (fabs (edge->y - (parent->y + parent->height)), <=, 2);
      g_assert_cmpfloat (edge->x + edge->width, >=, box->x);
      g_assert_cmpfloat (edge->x + edge->width, <=, box->x + box->width);
      g_assert_cmpfloat (fabs (edge->y + edge->height - box->y), <=, 1);
    }
  picture_clear (&picture);
}

/* Solid down to where to start, and dashed below. */
TEST ("/paint/edges/start")
{
  Picture picture;
  CyanHotPath *path;
  g_autoptr (CyanScene) scene = NULL;
  g_autofree char *text = NULL;

  picture_init (
      &picture,
      compare_texts ("main:9*1(work:10*1(below:10*1))", "main:9*1(work:90*1(below:20*1))"),
      &usual_scale);
  path = cyan_hot_path_new (picture.comparison, 1, CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  picture.style.start = find_node (picture.comparison, "work");
  scene = picture_tree (&picture);
  g_assert_cmpfloat (edge_to (scene, "work")->dash, ==, 0);
  g_assert_cmpfloat (edge_to (scene, "below")->dash, >, 0);
  text = cyan_scene_to_text (scene, picture.comparison);
  g_assert_nonnull (strstr (text, " dashed\n"));
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

/* Where no function stands out, or the path leads elsewhere, it is solid to its end; only where to
 * start has a mark. */
TEST ("/paint/edges/no-start")
{
  Picture picture;
  CyanHotPath *path;
  g_autoptr (CyanScene) marked = NULL;
  g_autoptr (CyanScene) plain = NULL;
  g_autoptr (CyanScene) elsewhere = NULL;

  picture_init (&picture,
                compare_texts ("main:9*1(work:10*1(below:10*1) other:9*1)",
                               "main:9*1(work:90*1(below:20*1) other:9*1)"),
                &usual_scale);
  path = cyan_hot_path_new (picture.comparison, 1, CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  picture.style.start = find_node (picture.comparison, "work");
  marked = picture_tree (&picture);
  picture.style.start = CYAN_NODE_NONE;
  plain = picture_tree (&picture);
  picture.style.start = find_node (picture.comparison, "other");
  elsewhere = picture_tree (&picture);
  /* A target is a ring and a dot. */
  g_assert_cmpuint (plain->items->len, ==, marked->items->len - 2);
  g_assert_cmpuint (elsewhere->items->len, ==, marked->items->len);
  g_assert_cmpfloat (edge_to (plain, "below")->dash, ==, 0);
  g_assert_cmpfloat (edge_to (elsewhere, "below")->dash, ==, 0);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

TEST ("/paint/edges/hot-path")
{
  Picture picture;
  CyanHotPath *path;
  g_autoptr (CyanScene) scene = NULL;
  gboolean has_strong = FALSE;

  picture_init (&picture, compare_golden (TRUE), &usual_scale);
  path = cyan_hot_path_new (picture.comparison, cyan_comparison_top (picture.comparison),
                            CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  scene = picture_tree (&picture);
  g_assert_cmpuint (path->nodes->len, >, 3);
  for (guint i = 1; i < path->nodes->len; i++)
    {
      const char *name =
          cyan_comparison_name (picture.comparison, g_array_index (path->nodes, CyanNode, i));

      g_assert_cmpfloat (edge_to (scene, name)->stroke_width, ==, 2);
    }
  g_assert_cmpfloat (edge_to (scene, "createContentHandler")->stroke_width, ==, 1);
  g_assert_cmpfloat (edge_to (scene, "new_method")->stroke_width, ==, 1);
  g_assert_null (edge_to (scene, "main"));
  /* Strong edges are above other edges, boxes above all edges. */
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_EDGE)
        {
          g_assert_false (has_strong && item->stroke_width == 1);
          g_assert_true (i == 0 || item[-1].kind == CYAN_ITEM_EDGE);
          has_strong = item->stroke_width == 2;
        }
    }
  g_assert_true (has_strong);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}
