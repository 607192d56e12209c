/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tree looks like. */
#include "paint-case.h"

#include <math.h>
#include <string.h>

static CyanScene *
tree_of (PaintCase *self)
{
  return cyan_scene_new_tree (self->layout, &self->style, NULL, 1);
}

static void
assert_fill (PaintCase *self, const char *name, CyanVerdict verdict, CyanChange change)
{
  g_autoptr (CyanScene) scene = tree_of (self);
  CyanPaint paint;

  cyan_theme_paint (&self->style.theme, verdict, change, FALSE, &paint);
  g_assert_cmphex (rgb_of (box_of (self, scene, name)->fill), ==, rgb_of (paint.fill));
}

static void
test_golden (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  static const char *const still[] = { "main", "build(File)", "build(URL)", "build(InputSource)" };
  g_autoptr (CyanScene) scene = tree_of (self);
  const CyanItem *proxy = box_of (self, scene, "parse_proxy");
  const CyanItem *created = box_of (self, scene, "new_method");
  const CyanItem *parse = box_of (self, scene, "parse");
  double px = cyan_layout_scale (self->layout)->px_per_height;

  for (guint palette = 0; palette < 2; palette++)
    {
      self->style.theme.palette = palette;
      for (guint i = 0; i < G_N_ELEMENTS (still); i++)
        assert_fill (self, still[i], CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN);
      assert_fill (self, "parse_proxy", CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN);
      assert_fill (self, "new_method", CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN);
      assert_fill (self, "parse", CYAN_VERDICT_FASTER, CYAN_CHANGE_UNMODIFIED);
      assert_fill (self, "createParser", CYAN_VERDICT_FASTER, CYAN_CHANGE_UNMODIFIED);
    }
  self->style.theme.palette = CYAN_PALETTE_CLASSIC;

  /* In proportion to H; 5 px where nothing changed. */
  for (guint i = 0; i < G_N_ELEMENTS (still); i++)
    {
      g_assert_cmpfloat (box_of (self, scene, still[i])->height, ==, 5);
      g_assert_cmpfloat (box_of (self, scene, still[i])->width, ==, 5);
    }
  g_assert_cmpfloat (proxy->height, ==, round (0.044076 * px));
  g_assert_cmpfloat (created->height, ==, round (0.366929 * px));
  g_assert_cmpfloat (parse->height, ==, round (0.323378 * px));
  /* Callers above callees. */
  g_assert_cmpfloat (proxy->y + proxy->height, <, created->y);
  g_assert_cmpfloat (created->y, ==, parse->y);
  g_assert_cmpfloat (created->x + created->width, <, parse->x);
  /* createParser took longer, its share fell all the same. */
  g_assert_cmpint (box_of (self, scene, "createParser")->hatch, ==, CYAN_HATCH_SHARE_ONLY);
  g_assert_cmpint (parse->hatch, ==, CYAN_HATCH_NONE);
  g_assert_true (has_text (scene, "new, +36.7 %"));
}

static void
test_text_form (void)
{
  g_autoptr (PaintCase) self = paint_case_new ("main:5*1(leaf:5*1)", "main:5*1(leaf:5*1)");
  g_autoptr (CyanScene) scene = NULL;
  g_autofree char *text = NULL;

  cyan_layout_hide_children (self->layout, cyan_comparison_top (self->comparison));
  scene = tree_of (self);
  text = cyan_scene_to_text (scene, self->comparison);
  g_assert_cmpstr (text, ==,
                   "rect main -3,1 5x5 fill=#ffffff stroke=#3b3941/2.5\n"
                   "text \"main\" 9,7 size=11 align=0\n");
}

static void
test_colors_by_source (void)
{
  g_autoptr (PaintCase) self = paint_case_new (ALL_BEFORE, ALL_AFTER);

  for (guint i = 0; i < 4; i++)
    {
      self->style.theme.palette = i & 1;
      self->style.theme.dark = (i & 2) != 0;
      paint_case_set_change (self, "slow", CYAN_CHANGE_MODIFIED);
      paint_case_set_change (self, "quick", CYAN_CHANGE_MODIFIED);
      paint_case_set_change (self, "kept", CYAN_CHANGE_MODIFIED);
      assert_fill (self, "slow", CYAN_VERDICT_SLOWER, CYAN_CHANGE_MODIFIED);
      assert_fill (self, "quick", CYAN_VERDICT_FASTER, CYAN_CHANGE_MODIFIED);
      paint_case_set_change (self, "slow", CYAN_CHANGE_UNMODIFIED);
      paint_case_set_change (self, "quick", CYAN_CHANGE_UNKNOWN);
      assert_fill (self, "slow", CYAN_VERDICT_SLOWER, CYAN_CHANGE_UNMODIFIED);
      assert_fill (self, "quick", CYAN_VERDICT_FASTER, CYAN_CHANGE_UNMODIFIED);
      assert_fill (self, "fresh", CYAN_VERDICT_ADDED, CYAN_CHANGE_UNKNOWN);
      assert_fill (self, "old", CYAN_VERDICT_REMOVED, CYAN_CHANGE_UNKNOWN);
      assert_fill (self, "kept", CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN);
    }
}

static void
test_borders (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) open = tree_of (self);
  g_autoptr (CyanScene) closed = NULL;

  g_assert_cmpfloat (box_of (self, open, "parse_proxy")->stroke_width, ==, 1);
  g_assert_cmpfloat (box_of (self, open, "parse")->stroke_width, ==, 1);
  cyan_layout_hide_children (self->layout, paint_case_find (self, "parse_proxy"));
  closed = tree_of (self);
  g_assert_cmpfloat (box_of (self, closed, "parse_proxy")->stroke_width, ==, 2.5);
  g_assert_cmpfloat (box_of (self, closed, "main")->stroke_width, ==, 1);
  g_assert_false (has_text (closed, "new_method"));
}

static void
test_second_line (void)
{
  g_autoptr (PaintCase) self = paint_case_new (ALL_BEFORE, ALL_AFTER);
  g_autoptr (CyanScene) scene = tree_of (self);
  const CyanItem *box = box_of (self, scene, "slow");
  const CyanItem *name = text_item (scene, "slow");
  const CyanItem *change = text_item (scene, "+30.0 %");
  CyanRect room = { box->x, box->y, box->width, box->height };
  CyanRect letters;

  g_assert_nonnull (change);
  letters = letters_of (change);
  g_assert_true (rect_is_within (&letters, &room, 0));
  g_assert_cmpfloat (change->y, >, name->y + 8);
  g_assert_true (name->bold);
  g_assert_true (has_text (scene, "\xe2\x88\x92"
                                  "30.0 %"));
  g_assert_true (has_text (scene, "new, +25.0 %"));
  g_assert_true (has_text (scene, "gone, \xe2\x88\x92"
                                  "25.0 %"));

  g_clear_pointer (&scene, cyan_scene_free);
  cyan_layout_set_reading (self->layout, CYAN_READING_ABSOLUTE);
  scene = tree_of (self);
  g_assert_true (has_text (scene, "+300 ns"));
}

/* Letters stay in their room: within the box, or beside it and off everything else. */
static void
check_no_overlap (const PaintCase *self, const CyanScene *scene)
{
  g_autoptr (GArray) letters = g_array_new (FALSE, FALSE, sizeof (CyanRect));
  g_autoptr (GArray) owners = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  guint n_inside = 0, n_beside = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);
      CyanRect rect;

      if (item->kind != CYAN_ITEM_TEXT)
        continue;
      rect = letters_of (item);
      g_assert_true (rect_is_within (&rect, &scene->bounds, 0));
      for (guint j = 0; j < letters->len; j++)
        g_assert_false (rects_touch (&rect, &g_array_index (letters, CyanRect, j)));
      g_array_append_val (letters, rect);
      g_array_append_val (owners, item->node);
    }
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);
      CyanRect box = { item->x, item->y, item->width, item->height };

      if (item->kind != CYAN_ITEM_RECT || item->node == CYAN_NODE_NONE)
        continue;
      for (guint j = 0; j < letters->len; j++)
        {
          const CyanRect *rect = &g_array_index (letters, CyanRect, j);

          if (!rects_touch (rect, &box))
            continue;
          g_assert_cmpuint (g_array_index (owners, CyanNode, j), ==, item->node);
          g_assert_true (rect_is_within (rect, &box, 0));
          n_inside++;
        }
    }
  n_beside = letters->len - n_inside;
  g_test_message ("%u texts inside, %u beside", n_inside, n_beside);
  g_assert_cmpuint (n_beside, >, 0);
  g_assert_cmpuint (letters->len, >=, cyan_layout_n_shown (self->layout));
}

static void
test_labels_in_their_rooms (void)
{
  for (guint32 seed = 1; seed <= 5; seed++)
    {
      g_autofree char *before = random_tree (seed);
      g_autofree char *after = random_tree (seed + 100);
      g_autoptr (PaintCase) self = paint_case_new (before, after);
      g_autoptr (CyanScene) classic = tree_of (self);
      g_autoptr (CyanScene) safe = NULL;

      check_no_overlap (self, classic);
      self->style.theme.palette = CYAN_PALETTE_SAFE;
      safe = tree_of (self);
      check_no_overlap (self, safe);
    }
}

static void
test_edges_below_boxes (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) scene = NULL;
  gboolean box_seen = FALSE;
  guint n_edges = 0, n_strong = 0;

  self->style.hot_path = self->hot_path;
  scene = tree_of (self);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_RECT)
        box_seen = TRUE;
      if (item->kind != CYAN_ITEM_EDGE)
        continue;
      g_assert_false (box_seen);
      n_edges++;
      n_strong += item->stroke_width > 1.5;
    }
  g_assert_cmpuint (n_edges, ==, 8);
  g_assert_cmpuint (n_strong, ==, self->hot_path->nodes->len - 1);
}

/* The rectangle around a box, if there is one. */
static const CyanItem *
ring_of (const PaintCase *self, const CyanScene *scene, const char *name)
{
  CyanNode node = paint_case_find (self, name);

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_RECT && item->node == node && item->fill.alpha == 0)
        return item;
    }
  return NULL;
}

static void
test_selected_and_hovered (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *ring, *box;

  self->style.selected = paint_case_find (self, "parse");
  self->style.hovered = paint_case_find (self, "new_method");
  scene = tree_of (self);
  ring = ring_of (self, scene, "parse");
  box = box_of (self, scene, "parse");
  g_assert_nonnull (ring);
  g_assert_cmphex (rgb_of (ring->stroke), ==, rgb_of (cyan_theme_accent (&self->style.theme)));
  g_assert_cmpfloat (ring->x, <, box->x);
  g_assert_cmpfloat (ring->x + ring->width, >, box->x + box->width);
  g_assert_nonnull (ring_of (self, scene, "new_method"));
  g_assert_null (ring_of (self, scene, "main"));
}

static void
test_marks (void)
{
  g_autoptr (PaintCase) known = paint_case_new ("main:5*1(leaf:5*1)", "main:5*1(leaf:9*1)");
  g_autoptr (PaintCase) sampled = paint_case_new ("main:5(leaf:5)", "main:5(leaf:9)");
  g_autoptr (CyanScene) without = tree_of (known);
  g_autoptr (CyanScene) with = tree_of (sampled);
  g_autoptr (CyanScene) sources = NULL;

  g_assert_false (has_text (without, "?"));
  g_assert_true (has_text (with, "?"));
  g_assert_cmpfloat (box_of (sampled, with, "leaf")->width, ==, 5);

  /* Two boxes and, with one source unknown, one small ring. */
  paint_case_set_change (known, "main", CYAN_CHANGE_UNMODIFIED);
  sources = tree_of (known);
  g_assert_cmpuint (sources->items->len, ==, without->items->len + 1);
}

static void
test_far_away (void)
{
  g_autofree char *before = random_tree (3);
  g_autoptr (PaintCase) self = paint_case_new (before, before);
  CyanRect all;
  g_autoptr (CyanScene) scene = NULL;

  cyan_layout_extents (self->layout, &all);
  scene = cyan_scene_new_tree (self->layout, &self->style, &all, 0.02);
  g_assert_cmpuint (scene->items->len, >, 0);
  g_assert_cmpuint (scene->items->len, <, cyan_layout_n_shown (self->layout));
  for (guint i = 0; i < scene->items->len; i++)
    g_assert_cmpint (g_array_index (scene->items, CyanItem, i).kind, !=, CYAN_ITEM_TEXT);
}

/* A subtree too small to be seen takes the colour of what happened in it. */
static void
test_summary (void)
{
  g_autoptr (PaintCase) self = paint_case_new ("main:1*1(a:1*1(b:100*1) c:1*1(d:500*1))",
                                               "main:1*1(a:1*1(b:900*1) c:1*1(d:500*1))");
  CyanRect all;
  g_autoptr (CyanScene) scene = NULL;
  CyanPaint slower;

  cyan_layout_extents (self->layout, &all);
  scene = cyan_scene_new_tree (self->layout, &self->style, &all, 0.0001);
  cyan_theme_paint (&self->style.theme, CYAN_VERDICT_SLOWER, CYAN_CHANGE_UNKNOWN, FALSE, &slower);
  g_assert_cmpuint (scene->items->len, ==, 1);
  g_assert_cmphex (rgb_of (g_array_index (scene->items, CyanItem, 0).fill), ==,
                   rgb_of (slower.fill));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/golden", test_golden);
  g_test_add_func ("/scene/text-form", test_text_form);
  g_test_add_func ("/scene/colors-by-source", test_colors_by_source);
  g_test_add_func ("/scene/borders", test_borders);
  g_test_add_func ("/scene/second-line", test_second_line);
  g_test_add_func ("/scene/labels-in-their-rooms", test_labels_in_their_rooms);
  g_test_add_func ("/scene/edges-below-boxes", test_edges_below_boxes);
  g_test_add_func ("/scene/selected-and-hovered", test_selected_and_hovered);
  g_test_add_func ("/scene/marks", test_marks);
  g_test_add_func ("/scene/far-away", test_far_away);
  g_test_add_func ("/scene/summary", test_summary);
  return g_test_run ();
}
