/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the icicle is drawn. */
#include "cyan-theme.h"
#include "cyan-scene.h"
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <string.h>

static const CyanIcicleLook look = { .width = 720 };

static CyanStyle
plain_style (void)
{
  return (
      CyanStyle){ .selected = CYAN_NODE_NONE, .hovered = CYAN_NODE_NONE, .start = CYAN_NODE_NONE };
}

static CyanScene *
draw (const CyanIcicles *icicle, const CyanIcicleLook *how, const CyanStyle *style)
{
  return cyan_scene_new_icicles (icicle, how, style, NULL, 0, cyan_icicles_height (icicle, how));
}

static void
assert_text (const CyanScene *scene, const char *expected)
{
  ASSERT_TEXT (cyan_scene_to_text (scene, scene->comparison), expected);
}

/* The rectangles of a node, from left to right and from above. */
static char *
rects_of (const CyanScene *scene, const char *name)
{
  g_autofree char *text = cyan_scene_to_text (scene, scene->comparison);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *start = g_strdup_printf ("rect %s ", name);
  GString *rects = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], start))
      g_string_append_printf (rects, "%s%s", rects->len > 0 ? "; " : "", lines[i] + strlen (start));
  return g_string_free (rects, FALSE);
}

static void
assert_rects (const CyanScene *scene, const char *name, const char *expected)
{
  ASSERT_TEXT (rects_of (scene, name), expected);
}

/* The paper's example.  720 pixels are 1.367 of a run, so that parse, 52.5 % before and 20.2 %
 * after, has bars of 277 and 106. */
TEST ("/paint/icicle/example")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = draw (icicle, &look, &style);

  assert_text (
      scene,
      "rect main 0,0 719x20 fill=#eaeaea stroke=none\n"
      "rect main 0,0 526x4 fill=#9b9a9e stroke=none\n"
      "rect main 1,6 525x14 fill=#ffffff stroke=#909090/1\n"
      "text \"main\" 5,17 size=12 align=0\n"
      "text \"0 pp\" 43,16 size=11 align=0\n"
      "rect build(File) 0,22 719x20 fill=#eaeaea stroke=none\n"
      "rect build(File) 0,22 526x4 fill=#9b9a9e stroke=none\n"
      "rect build(File) 1,28 525x14 fill=#ffffff stroke=#909090/1\n"
      "text \"build(File)\" 5,39 size=12 align=0\n"
      "text \"0 pp\" 72,38 size=11 align=0\n"
      "rect build(URL) 0,44 719x20 fill=#eaeaea stroke=none\n"
      "rect build(URL) 0,44 526x4 fill=#9b9a9e stroke=none\n"
      "rect build(URL) 1,50 525x14 fill=#ffffff stroke=#909090/1\n"
      "text \"build(URL)\" 5,61 size=12 align=0\n"
      "text \"0 pp\" 76,60 size=11 align=0\n"
      "rect build(InputSource) 0,66 719x20 fill=#eaeaea stroke=none\n"
      "rect build(InputSource) 0,66 526x4 fill=#9b9a9e stroke=none\n"
      "rect build(InputSource) 1,72 525x14 fill=#ffffff stroke=#909090/1\n"
      "text \"build(InputSource)\" 5,83 size=12 align=0\n"
      "text \"0 pp\" 124,82 size=11 align=0\n"
      "rect parse_proxy 0,88 469x20 fill=#eaeaea stroke=none\n"
      "rect parse_proxy 0,88 276x4 fill=#9b9a9e stroke=none\n"
      "rect parse_proxy 1,94 298x14 fill=#f8d431 stroke=#a58d21/1\n"
      "text \"parse_proxy\" 5,105 size=12 align=0\n"
      "text \"new, +4.4 pp\" 86,104 size=11 align=0\n"
      "rect createParser 470,88 225x4 fill=#9b9a9e stroke=none\n"
      "rect createParser 471,94 215x14 fill=#ffffff stroke=#909090/1 hatch=share-only\n"
      "rect - 472,94 82x13 fill=#ffffff stroke=none\n"
      "text \"createParser\" 475,105 size=12 align=0\n"
      "rect - 556,94 50x13 fill=#ffffff stroke=none\n"
      "text \"\342\210\2221.7 pp\" 559,104 size=11 align=0\n"
      "rect createContentHandler 696,88 18x4 fill=#9b9a9e stroke=none\n"
      "rect createContentHandler 697,94 8x14 fill=#ffffff stroke=#909090/1 hatch=share-only\n"
      "rect new_method 1,111 191x19 fill=#f8d431 stroke=#a58d21/1\n"
      "text \"new_method\" 5,124 size=12 align=0\n"
      "text \"new, +36.7 pp\" 90,124 size=11 align=0\n"
      "rect parse 193,110 276x4 fill=#9b9a9e stroke=none\n"
      "rect parse 194,116 104x14 fill=#9fe3bd stroke=#6a977e/1\n"
      "text \"parse\" 304,127 size=12 align=0\n"
      "text \"\342\210\22232.3 pp\" 346,126 size=11 align=0\n");
}

/* Before and after change places: boxes keep their widths, and colours are those of the
 * opposite. */
TEST ("/paint/icicle/swapped")
{
  const char *const texts[] = { "main:1(a:500(b:100) c:200 gone:99)",
                                "main:1(a:200(b:100) c:599 new:0)" };
  g_autoptr (CyanComparison) comparison = compare_texts (texts[0], texts[1]);
  g_autoptr (CyanComparison) swapped = compare_texts (texts[1], texts[0]);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (CyanIcicles) other = icicle_of (swapped, CYAN_BASIS_SHARE);
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = draw (icicle, &look, &style);
  g_autoptr (CyanScene) mirror = draw (other, &look, &style);

  assert_rects (scene, "a",
                "0,22 332x4 fill=#9b9a9e stroke=none; "
                "1,28 164x14 fill=#9fe3bd stroke=#6a977e/1");
  assert_rects (mirror, "a",
                "0,22 165x4 fill=#9b9a9e stroke=none; "
                "1,28 331x14 fill=#f8a5a3 stroke=#c28180/1");
  assert_rects (scene, "c",
                "333,22 110x4 fill=#9b9a9e stroke=none; "
                "334,28 330x14 fill=#f8a5a3 stroke=#c28180/1");
  assert_rects (mirror, "c",
                "333,22 331x4 fill=#9b9a9e stroke=none; "
                "334,28 109x14 fill=#9fe3bd stroke=#6a977e/1");
  assert_rects (scene, "gone", "666,23 52x19 fill=#c0bfbc stroke=#90908d/1");
  assert_rects (mirror, "gone", "666,23 52x19 fill=#f8d431 stroke=#a58d21/1");
}

/* Nothing is coloured, and both bars of every box are as long as the box. */
TEST ("/paint/icicle/same")
{
  const char *text = "main:1(a:500(b:100) c:200)";
  g_autoptr (CyanComparison) comparison = compare_texts (text, text);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = draw (icicle, &look, &style);

  assert_text (scene, "rect main 0,0 719x4 fill=#9b9a9e stroke=none\n"
                      "rect main 1,6 718x14 fill=#ffffff stroke=#909090/1\n"
                      "text \"main\" 5,17 size=12 align=0\n"
                      "text \"0 pp\" 43,16 size=11 align=0\n"
                      "rect a 0,22 538x4 fill=#9b9a9e stroke=none\n"
                      "rect a 1,28 537x14 fill=#ffffff stroke=#909090/1\n"
                      "text \"a\" 5,39 size=12 align=0\n"
                      "text \"0 pp\" 20,38 size=11 align=0\n"
                      "rect c 539,22 179x4 fill=#9b9a9e stroke=none\n"
                      "rect c 540,28 178x14 fill=#ffffff stroke=#909090/1\n"
                      "text \"c\" 544,39 size=12 align=0\n"
                      "text \"0 pp\" 559,38 size=11 align=0\n"
                      "rect b 0,44 89x4 fill=#9b9a9e stroke=none\n"
                      "rect b 1,50 88x14 fill=#ffffff stroke=#909090/1\n"
                      "text \"b\" 5,61 size=12 align=0\n"
                      "text \"0 pp\" 21,60 size=11 align=0\n");
}

/* The root is at the bottom; nothing else changes. */
TEST ("/paint/icicle/directions")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:1(a:500(b:200) c:299)", "main:1(a:500(b:200) c:299)");
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  const CyanIcicleLook ways[] = {
    { .width = 720 },
    { .width = 720, .flames = TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
      {
        CyanRect plain, rect;

        g_assert_true (cyan_icicles_get_rect (icicle, &ways[0], 0, node, &plain));
        g_assert_true (cyan_icicles_get_rect (icicle, &ways[i], 0, node, &rect));
        g_assert_cmpfloat (rect.y, ==, ways[i].flames ? 2 * CYAN_ICICLE_ROW - plain.y : plain.y);
        g_assert_cmpfloat (rect.x, ==, plain.x);
        g_assert_cmpfloat (rect.width, ==, plain.width);
        g_assert_cmpuint (cyan_icicles_node_at (icicle, &ways[i], rect.x + rect.width / 2,
                                                rect.y + rect.height / 2),
                          ==, node);
        /* Between the rows. */
        g_assert_cmpuint (
            cyan_icicles_node_at (icicle, &ways[i], rect.x + rect.width / 2, rect.y + 21), ==,
            CYAN_NODE_NONE);
      }
  g_assert_cmpuint (cyan_icicles_node_at (icicle, &ways[0], 5, -5), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_icicles_node_at (icicle, &ways[0], 5, 3 * CYAN_ICICLE_ROW), ==,
                    CYAN_NODE_NONE);
}

/* What is hidden leaves a frame of its width that tells how much it is; what only leads to a match
 * is pale. */
TEST ("/paint/icicle/filter")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:1(a:400(b:100) c:499)", "main:1(a:400(b:100) c:399(new:100))");
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (CyanFilter) filter = cyan_filter_new ();
  g_autoptr (CyanFiltered) filtered = NULL;
  const CyanStyle style = plain_style ();
  g_autoptr (CyanScene) all = draw (icicle, &look, &style);
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (CyanScene) legend = NULL;
  g_autofree char *before = rects_of (all, "c");
  g_autofree char *after = NULL;

  g_assert_false (has_text (all, "hidden"));
  cyan_filter_set (filter, CYAN_CRITERION_ONE_SIDED, TRUE);
  filtered = cyan_filtered_new (comparison, filter, CYAN_BASIS_SHARE, NULL, NULL, NULL);
  cyan_icicles_set_filter (icicle, filtered);
  scene = draw (icicle, &look, &style);
  g_assert_true (has_text (scene, "2 hidden"));
  g_assert_true (has_text (scene, "new"));
  g_assert_false (has_text (scene, "a"));
  after = rects_of (scene, "c");
  g_assert_cmpstr (after, !=, before);
  legend = cyan_scene_new_icicles_legend (icicle, &look, &style, &(CyanLegendForm){ 0 });
  g_assert_true (has_text (legend, "hidden by the filter"));
  g_assert_true (has_text (legend, "pale: leads to what the filter shows"));
  assert_tidy (legend);
}

/* No name leaves its box or runs into another, whatever it is called. */
TEST ("/paint/icicle/names")
{
  g_autoptr (CyanComparison) comparison = compare_random (600, 3);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  const CyanIcicleLook wide = { .width = 900 };
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = NULL;
  guint n_texts = 0;

  style.theme.palette = CYAN_PALETTE_SAFE;
  scene = draw (icicle, &wide, &style);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);
      CyanRect rect, text;

      if (item->kind != CYAN_ITEM_TEXT)
        continue;
      g_assert_true (cyan_icicles_get_rect (icicle, &wide, 0, item->node, &rect));
      text = rect_of (item);
      g_assert_cmpfloat (text.x, >=, rect.x);
      g_assert_cmpfloat (text.x + text.width, <=, rect.x + rect.width);
      g_assert_cmpfloat (text.y, >=, rect.y);
      g_assert_cmpfloat (text.y + text.height, <=, rect.y + rect.height);
      for (guint m = 0; m < i; m++)
        {
          const CyanItem *earlier = &g_array_index (scene->items, CyanItem, m);
          CyanRect there = rect_of (earlier);

          g_assert_false (earlier->kind == CYAN_ITEM_TEXT && overlap (&text, &there));
        }
      n_texts++;
    }
  g_assert_cmpuint (n_texts, >, 50);
}

/* Signs and hatches say in the safe palette what colours say. */
TEST ("/paint/icicle/safe")
{
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:1(a:500 c:200 gone:299)", "main:1(a:200 c:500 new:299)");
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = NULL;
  g_autofree char *gone = NULL, *new = NULL;

  style.theme.palette = CYAN_PALETTE_SAFE;
  scene = draw (icicle, &look, &style);
  gone = rects_of (scene, "gone");
  new = rects_of (scene, "new");
  g_assert_nonnull (strstr (gone, "hatch=removed"));
  g_assert_nonnull (strstr (new, "hatch=added"));
  g_assert_true (has_text (scene, "+ c"));
  g_assert_true (has_text (scene, "\xe2\x88\x92 a"));
}

/* What fills the picture has its callers above it, and the legend tells. */
TEST ("/paint/icicle/zoomed")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = NULL, legend = NULL;

  cyan_icicles_set_top (icicle, find_node (comparison, "parse_proxy"));
  scene = draw (icicle, &look, &style);
  assert_rects (scene, "main", "1,1 718x19 fill=#dbdbdc stroke=#9b9a9e/1");
  assert_rects (scene, "parse_proxy",
                "0,88 719x20 fill=#eaeaea stroke=none; "
                "0,88 423x4 fill=#9b9a9e stroke=none; "
                "1,94 457x14 fill=#f8d431 stroke=#a58d21/1");
  assert_rects (scene, "createParser", "");
  legend = cyan_scene_new_icicles_legend (icicle, &look, &style, &(CyanLegendForm){ 0 });
  assert_tidy (legend);
  g_assert_true (has_text (legend, "callers, not to scale"));
  g_assert_true (has_text (legend, "before above, after below"));
  g_assert_true (has_text (legend, "width: sum of the larger own shares · 2 % of the run"));
}

/* A part of the picture has the rows that are in it, and a page has all, or that part. */
TEST ("/paint/icicle/parts")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  CyanStyle style = plain_style ();
  const CyanTitles titles = { "jq 1.5", "jq 1.6" };
  const CyanRect view = { 0, 2 * CYAN_ICICLE_ROW, 720, CYAN_ICICLE_ROW };
  g_autoptr (CyanScene) part =
      cyan_scene_new_icicles (icicle, &look, &style, NULL, view.y + 1, view.height - 2);
  g_autoptr (CyanScene) page =
      cyan_scene_new_icicles_page (icicle, &look, &style, &titles, NULL, NULL, NULL);
  g_autoptr (CyanScene) cut =
      cyan_scene_new_icicles_page (icicle, &look, &style, &titles, &view, NULL, NULL);

  g_assert_true (has_text (part, "build(URL)"));
  g_assert_false (has_text (part, "main"));
  g_assert_false (has_text (part, "parse_proxy"));
  g_assert_true (has_text (page, "jq 1.5 \xe2\x86\x92 jq 1.6"));
  g_assert_true (has_text (page, "main"));
  g_assert_true (has_text (page, "new_method"));
  g_assert_true (has_text (cut, "build(URL)"));
  g_assert_false (has_text (cut, "new_method"));
  g_assert_cmpfloat (page->bounds.height - cut->bounds.height, ==,
                     cyan_icicles_height (icicle, &look) - view.height);
}

/* What was found has a ring in its box. */
TEST ("/paint/icicle/found")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanIcicles) icicle = icicle_of (comparison, CYAN_BASIS_SHARE);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanNode node = find_node (comparison, "parse");
  CyanStyle style = plain_style ();
  CyanColor color = cyan_theme_match (&style.theme);
  g_autoptr (CyanScene) plain = draw (icicle, &look, &style);
  g_autoptr (CyanScene) marked = NULL;
  const CyanItem *ring = NULL;
  CyanRect rect;

  g_array_append_val (found, node);
  style.found = found;
  marked = draw (icicle, &look, &style);
  g_assert_cmpuint (marked->items->len, ==, plain->items->len + 1);
  for (guint i = 0; i < marked->items->len; i++)
    {
      const CyanItem *item = &g_array_index (marked->items, CyanItem, i);

      if (memcmp (&item->stroke, &color, sizeof color) == 0)
        ring = item;
    }
  g_assert_nonnull (ring);
  g_assert_cmpuint (ring->node, ==, node);
  g_assert_true (cyan_icicles_get_rect (icicle, &look, 0, node, &rect));
  g_assert_cmpfloat (ring->x - ring->stroke_width, >=, rect.x);
  g_assert_cmpfloat (ring->x + ring->width + ring->stroke_width, <=, rect.x + rect.width);
}
