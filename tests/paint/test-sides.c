/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How icicles side by side are drawn. */
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>

static const CyanIcicleLook look = { .width = 724 };
static const CyanTitles titles = { "jq 1.5", "jq 1.6" };
static const CyanStyle plain = { .selected = CYAN_NODE_NONE,
                                 .hovered = CYAN_NODE_NONE,
                                 .start = CYAN_NODE_NONE };

static CyanIcicles *
sides_of (CyanComparison *comparison, CyanBasis basis)
{
  g_autoptr (CyanPartition) before = cyan_partition_new (comparison, basis, CYAN_SIZES_BEFORE);
  g_autoptr (CyanPartition) after = cyan_partition_new (comparison, basis, CYAN_SIZES_AFTER);

  return cyan_icicles_new_of_sides (before, after);
}

/* All rows below the heading. */
static CyanScene *
draw (const CyanIcicles *sides, const CyanIcicleLook *how, const CyanStyle *style)
{
  double heading = cyan_icicles_heading (sides);

  return cyan_scene_new_icicles (sides, how, style, &titles, -heading,
                                 heading + cyan_icicles_height (sides, how));
}

/* Two halves of 350 pixels: 100 before are 175 of them, 200 after are all.  A wrapper that only one
 * side has is a gap in the other; the colours are those of any picture. */
TEST ("/paint/sides/example")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:10(a:20(b:40) gone:30)", "main:10(wrapper:0(a:20(b:140)) new:30)");
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  g_autoptr (CyanScene) scene = draw (sides, &look, &plain);

  ASSERT_TEXT (cyan_scene_to_text (scene, comparison),
               "rect main 1,1 173x19 fill=#f8a5a3 stroke=#c28180/1\n"
               "text \"main\" 5,14 size=12 align=0\n"
               "text \"100 ns\" 43,14 size=11 align=0\n"
               "rect - 0,22 104x20 fill=#eaeaea stroke=none\n"
               "rect gone 106,23 51x19 fill=#c0bfbc stroke=#90908d/1\n"
               "text \"gone\" 110,36 size=12 align=0\n"
               "rect a 1,45 103x19 fill=#f8a5a3 stroke=#c28180/1\n"
               "text \"a\" 5,58 size=12 align=0\n"
               "text \"60 ns\" 20,58 size=11 align=0\n"
               "rect b 1,67 68x19 fill=#f8a5a3 stroke=#c28180/1\n"
               "text \"b\" 5,80 size=12 align=0\n"
               "text \"40 ns\" 21,80 size=11 align=0\n"
               "rect main 375,1 348x19 fill=#f8a5a3 stroke=#c28180/1\n"
               "text \"main\" 379,14 size=12 align=0\n"
               "text \"200 ns\" 417,14 size=11 align=0\n"
               "rect wrapper 375,23 278x19 fill=#f8d431 stroke=#a58d21/1\n"
               "text \"wrapper\" 379,36 size=12 align=0\n"
               "text \"160 ns\" 437,36 size=11 align=0\n"
               "rect new 655,23 51x19 fill=#f8d431 stroke=#a58d21/1\n"
               "text \"new\" 659,36 size=12 align=0\n"
               "rect a 375,45 278x19 fill=#f8a5a3 stroke=#c28180/1\n"
               "text \"a\" 379,58 size=12 align=0\n"
               "text \"160 ns\" 394,58 size=11 align=0\n"
               "rect b 375,67 243x19 fill=#f8a5a3 stroke=#c28180/1\n"
               "text \"b\" 379,80 size=12 align=0\n"
               "text \"140 ns\" 395,80 size=11 align=0\n"
               "rect - 0,-34 724x34 fill=#fbfbfb stroke=none\n"
               "text \"Before\" 0,-13 size=12 bold align=0\n"
               "text \"100 ns\" 53,-13 size=12 align=0\n"
               "text \"jq 1.5\" 102,-13 size=12 align=0\n"
               "text \"After\" 374,-13 size=12 bold align=0\n"
               "text \"200 ns\" 416,-13 size=12 align=0\n"
               "text \"jq 1.6\" 465,-13 size=12 align=0\n");
}

/* A heading names what each half is, with its total, whatever fits; the picture begins below it. */
TEST ("/paint/sides/heading")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  g_autoptr (CyanIcicles) one = icicle_of (comparison, CYAN_BASIS_ABSOLUTE);
  const CyanIcicleLook narrow = { .width = 250 };
  g_autoptr (CyanScene) scene = draw (sides, &look, &plain);
  g_autoptr (CyanScene) small = draw (sides, &narrow, &plain);
  CyanRect rect;

  g_assert_true (has_text (scene, "Before"));
  g_assert_true (has_text (scene, "942 ns"));
  g_assert_true (has_text (scene, "jq 1.5"));
  g_assert_true (has_text (scene, "After"));
  g_assert_true (has_text (scene, "1.91 \xc2\xb5s"));
  g_assert_true (has_text (scene, "jq 1.6"));
  g_assert_true (has_text (small, "Before"));
  g_assert_true (has_text (small, "After"));
  for (guint i = 0; i < small->items->len; i++)
    {
      const CyanItem *item = &g_array_index (small->items, CyanItem, i);

      /* Nothing leaves its half. */
      if (item->kind == CYAN_ITEM_TEXT)
        g_assert_true (item->x + item->width <= 113
                       || (item->x >= 137 && item->x + item->width <= 250));
    }
  g_assert_true (cyan_icicles_get_rect (sides, &look, 1, sides->of[1]->top, &rect));
  g_assert_cmpfloat (rect.y, ==, 0);
  g_assert_cmpfloat (cyan_icicles_heading (one), ==, 0);
}

/* What is at a point of a half is what is drawn there, in the same row of both. */
TEST ("/paint/sides/points")
{
  g_autoptr (CyanComparison) comparison = compare_random (600, 4);
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  guint n_both = 0, n_one = 0;

  for (guint flames = 0; flames < 2; flames++)
    for (CyanNode node = sides->of[0]->top; node < comparison->compared.n_nodes; node++)
      {
        const CyanIcicleLook how = { .width = 900, .flames = flames != 0 };
        CyanRect rect[2];
        gboolean has[2];

        for (guint i = 0; i < 2; i++)
          {
            has[i] = cyan_icicles_get_rect (sides, &how, i, node, &rect[i]);
            if (!has[i])
              continue;
            g_assert_true (i == 0 ? rect[i].x + rect[i].width <= 438 : rect[i].x >= 462);
            if (rect[i].width >= 4)
              g_assert_cmpuint (cyan_icicles_node_at (sides, &how, rect[i].x + rect[i].width / 2,
                                                      rect[i].y + rect[i].height / 2),
                                ==, node);
          }
        if (has[0] && has[1])
          g_assert_cmpfloat (rect[0].y, ==, rect[1].y);
        n_both += has[0] && has[1];
        n_one += has[0] != has[1];
      }
  g_assert_cmpuint (n_both, >, 50);
  g_assert_cmpuint (n_one, >, 10);
  /* Between the halves. */
  g_assert_cmpuint (cyan_icicles_node_at (sides, &look, 362, 5), ==, CYAN_NODE_NONE);
}

/* The side that has nothing of what is zoomed to says so. */
TEST ("/paint/sides/nothing")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:10(a:20 gone:30)", "main:10(a:20 new:30)");
  CyanNode new = find_node (comparison, "new"), main = find_node (comparison, "main");
  CyanRect rect;
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  g_autoptr (CyanScene) all = draw (sides, &look, &plain);
  g_autoptr (CyanScene) zoomed = NULL;

  g_assert_false (has_text (all, "not called in this version"));
  cyan_icicles_set_top (sides, new);
  zoomed = draw (sides, &look, &plain);
  g_assert_true (has_text (zoomed, "not called in this version"));
  g_assert_true (has_text (zoomed, "new"));
  g_assert_false (has_text (zoomed, "gone"));
  /* Its callers fill both halves. */
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (cyan_icicles_get_rect (sides, &look, i, main, &rect));
      g_assert_cmpfloat (rect.width, ==, 350);
      g_assert_cmpuint (cyan_icicles_node_at (sides, &look, rect.x + 340, rect.y + 5), ==, main);
    }
  g_assert_false (cyan_icicles_get_rect (sides, &look, 0, new, &rect));
  g_assert_cmpuint (cyan_icicles_node_at (sides, &look, 340, CYAN_ICICLE_ROW + 5), ==,
                    CYAN_NODE_NONE);
}

/* A page has both halves and a legend of what is on either. */
TEST ("/paint/sides/page")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:10(a:20(b:40) gone:130)", "main:10(wrapper:0(a:20(b:140)) new:130)");
  g_autoptr (CyanIcicles) sides = sides_of (comparison, CYAN_BASIS_ABSOLUTE);
  const CyanRect view = { 0, CYAN_ICICLE_ROW, 724, CYAN_ICICLE_ROW };
  g_autoptr (CyanScene) page =
      cyan_scene_new_icicles_page (sides, &look, &plain, &titles, NULL, NULL, NULL);
  g_autoptr (CyanScene) cut =
      cyan_scene_new_icicles_page (sides, &look, &plain, &titles, &view, NULL, NULL);

  assert_tidy (page);
  g_assert_true (has_text (page, "jq 1.5 \xe2\x86\x92 jq 1.6"));
  g_assert_true (has_text (page, "gone"));
  g_assert_true (has_text (page, "new"));
  g_assert_true (has_text (page, "added"));
  g_assert_true (has_text (page, "removed"));
  g_assert_true (has_text (page, "a call that only the other version has"));
  g_assert_false (has_text (page, "before above, after below"));
  g_assert_true (has_text (cut, "Before"));
  g_assert_true (has_text (cut, "After"));
  g_assert_false (has_text (cut, "b"));
  g_assert_cmpfloat (page->bounds.height, >, cut->bounds.height);
}

/* Values of a file may be so large that two of them have no sum: all that is drawn has a place. */
TEST ("/paint/sides/huge")
{
  g_autoptr (CyanComparison) comparison = compare_texts ("main:0(a:1 b:2)", "main:8e307(a:8e307)");

  for (guint is_one = 0; is_one < 2; is_one++)
    {
      g_autoptr (CyanIcicles) icicles = is_one ? icicle_of (comparison, CYAN_BASIS_ABSOLUTE)
                                               : sides_of (comparison, CYAN_BASIS_ABSOLUTE);
      g_autoptr (CyanScene) page =
          cyan_scene_new_icicles_page (icicles, &look, &plain, &titles, NULL, NULL, NULL);

      g_assert_true (has_text (page, "main"));
      for (guint i = 0; i < page->items->len; i++)
        {
          const CyanItem *item = &g_array_index (page->items, CyanItem, i);

          g_assert_true (isfinite (item->x) && isfinite (item->width) && item->width >= 0);
        }
    }
}
