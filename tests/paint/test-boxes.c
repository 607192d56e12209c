/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boxes: their size and position, and the meaning of their colours, borders and numbers.
 */
#include "cyan-theme.h"
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <string.h>

#define MINUS "\xe2\x88\x92"

static void
golden (Picture *picture, gboolean swapped)
{
  picture_init (picture, compare_golden (swapped), &usual_scale);
}

static void
assert_fill (const CyanScene *scene, const char *name, const char *expected)
{
  ASSERT_TEXT (fill_of (box_of (scene, name)), expected);
}

/* The line of a box in the scene's text, without its position, which depends on the font, and
 * without the colour of the border, which depends on the fill. */
static char *
line_of (const CyanScene *scene, const char *name)
{
  g_autofree char *text = cyan_scene_to_text (scene, scene->comparison);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *start = g_strdup_printf ("rect %s ", name);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], start) && strstr (lines[i], "fill=none") == NULL)
      {
        const char *size = strchr (lines[i] + strlen (start), ' ');
        char *stroke;

        g_assert_nonnull (size);
        stroke = strstr (size, "stroke=#");
        g_assert_nonnull (stroke);
        memset (stroke + strlen ("stroke=#"), '.', 6);
        return g_strdup (size + 1);
      }
  g_error ("no box of %s in\n%s", name, text);
}

static void
assert_line (const CyanScene *scene, const char *name, const char *expected)
{
  ASSERT_TEXT (line_of (scene, name), expected);
}

/* Boxes of the paper's example: |H| of 0.044, 0.367, 0.323 and 0.017 times 260 px, W of ln 2 for
 * the node below a new one and 0 for others. */
TEST ("/paint/boxes/golden")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  golden (&picture, FALSE);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  scene = picture_tree (&picture);
  assert_line (scene, "main", "5x5 fill=#ffffff stroke=#....../1");
  assert_line (scene, "build(InputSource)", "5x5 fill=#ffffff stroke=#....../1");
  assert_line (scene, "parse_proxy", "5x11 fill=#f8d431 stroke=#....../1");
  assert_line (scene, "new_method", "7x95 fill=#f8d431 stroke=#....../1");
  assert_line (scene, "parse", "5x84 fill=#9fe3bd stroke=#....../1");
  assert_line (scene, "createParser", "5x5 fill=#ffffff stroke=#....../1 hatch=share-only");
  assert_line (scene, "createContentHandler", "5x5 fill=#ffffff stroke=#....../1 hatch=share-only");
  picture_clear (&picture);
}

/* Callers are above callees, and siblings side by side. */
TEST ("/paint/boxes/positions")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *proxy, *created, *parse;

  golden (&picture, FALSE);
  scene = picture_tree (&picture);
  proxy = box_of (scene, "parse_proxy");
  created = box_of (scene, "new_method");
  parse = box_of (scene, "parse");
  g_assert_cmpfloat (proxy->y + proxy->height, <, created->y);
  g_assert_cmpfloat (created->y, ==, parse->y);
  g_assert_cmpfloat (created->x + created->width, <, parse->x);
  picture_clear (&picture);
}

/* The text form of a whole scene; other tests check parts of it. */
TEST ("/paint/boxes/text-form")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_texts ("main:5*1(leaf:5*1)", "main:5*1(leaf:5*1)"), &usual_scale);
  cyan_layout_hide_children (picture.layout, cyan_comparison_top (picture.comparison));
  scene = picture_tree (&picture);
  ASSERT_TEXT (cyan_scene_to_text (scene, picture.comparison),
               "rect main -3,1 5x5 fill=#ffffff stroke=#3b3941/2.5\n"
               "text \"main\" 9,7 size=12 align=0\n");
  picture_clear (&picture);
}

/* By palette, light and dark: modified, unmodified, unknown.  Screenshots and the documentation
 * refer to these colours. */
TEST ("/paint/boxes/fills")
{
  static const char *const slower[2][2][3] = {
    { { "#d6141e", "#f8a5a3", "#f8a5a3" }, { "#dc1f28", "#dd8f8d", "#dd8f8d" } },
    { { "#c64600", "#ffbe93", "#ffbe93" }, { "#ff7800", "#f3c39b", "#f3c39b" } },
  };
  static const char *const faster[2][2][3] = {
    { { "#177a45", "#9fe3bd", "#9fe3bd" }, { "#1b7f4a", "#86c7a2", "#86c7a2" } },
    { { "#1a5fb4", "#a6cbf5", "#a6cbf5" }, { "#62a0ea", "#b3cfef", "#b3cfef" } },
  };
  static const char *const added[2][2] = { { "#f8d431", "#e5bf2a" }, { "#f8e45c", "#e5cf4e" } };
  static const char *const neutral[2] = { "#ffffff", "#3a3a3d" };
  static const char *const removed[2] = { "#c0bfbc", "#8d8b90" };
  static const CyanChange changes[3] = { CYAN_CHANGE_MODIFIED, CYAN_CHANGE_UNMODIFIED,
                                         CYAN_CHANGE_UNKNOWN };
  Picture forth, back;

  golden (&forth, FALSE);
  golden (&back, TRUE);
  for (guint n = 0; n < 12; n++)
    {
      CyanPalette p = n % 2 == 0 ? CYAN_PALETTE_CLASSIC : CYAN_PALETTE_SAFE;
      guint dark = n / 2 % 2, i = n / 4;
      g_autoptr (CyanScene) there = NULL;
      g_autoptr (CyanScene) and_back = NULL;

      forth.style.theme = back.style.theme = (CyanTheme){ p, dark == 1, FALSE };
      picture_set_changes (&forth, changes[i]);
      picture_set_changes (&back, changes[i]);
      there = picture_tree (&forth);
      and_back = picture_tree (&back);
      assert_fill (there, "main", neutral[dark]);
      assert_fill (there, "parse", faster[p][dark][i]);
      assert_fill (there, "new_method", added[p][dark]);
      assert_fill (there, "parse_proxy", added[p][dark]);
      assert_fill (and_back, "main", neutral[dark]);
      assert_fill (and_back, "parse", slower[p][dark][i]);
      assert_fill (and_back, "createParser", neutral[dark]);
      assert_fill (and_back, "new_method", removed[dark]);
    }
  picture_clear (&forth);
  picture_clear (&back);
}

/* The change of one function does not affect others. */
TEST ("/paint/boxes/one-change")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  golden (&picture, TRUE);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  picture_set_change (&picture, "createParser", CYAN_CHANGE_MODIFIED);
  cyan_layout_set_basis (picture.layout, CYAN_BASIS_ABSOLUTE);
  scene = picture_tree (&picture);
  assert_fill (scene, "createParser", "#177a45");
  assert_fill (scene, "parse", "#f8a5a3");
  picture_clear (&picture);
}

/* The second palette also uses signs and hatches. */
TEST ("/paint/boxes/signs")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (CyanScene) swapped = NULL;

  golden (&picture, FALSE);
  picture.style.theme.palette = CYAN_PALETTE_SAFE;
  scene = picture_tree (&picture);
  g_assert_cmpstr (label_of (scene, "parse")->text, ==, MINUS " parse");
  g_assert_cmpstr (label_of (scene, "main")->text, ==, "main");
  g_assert_cmpstr (label_of (scene, "new_method")->text, ==, "new_method");
  g_assert_cmpint (box_of (scene, "new_method")->hatch, ==, CYAN_HATCH_ADDED);
  g_assert_cmpint (box_of (scene, "createParser")->hatch, ==, CYAN_HATCH_SHARE_ONLY);
  picture_clear (&picture);

  golden (&picture, TRUE);
  picture.style.theme.palette = CYAN_PALETTE_SAFE;
  swapped = picture_tree (&picture);
  g_assert_cmpstr (label_of (swapped, "parse")->text, ==, "+ parse");
  g_assert_cmpint (box_of (swapped, "new_method")->hatch, ==, CYAN_HATCH_REMOVED);
  picture_clear (&picture);
}

TEST ("/paint/boxes/borders")
{
  Picture picture;

  golden (&picture, FALSE);
  for (guint high = 0; high < 2; high++)
    {
      g_autoptr (CyanScene) all = NULL;
      g_autoptr (CyanScene) part = NULL;
      double thin = high ? 1.5 : 1;

      picture.style.theme.high_contrast = high == 1;
      cyan_layout_open (picture.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
      all = picture_tree (&picture);
      g_assert_cmpfloat (box_of (all, "main")->stroke_width, ==, thin);
      g_assert_cmpfloat (box_of (all, "parse_proxy")->stroke_width, ==, thin);
      g_assert_cmpfloat (box_of (all, "parse")->stroke_width, ==, thin);

      /* All of its children are hidden, then one of them. */
      cyan_layout_hide_children (picture.layout, find_node (picture.comparison, "parse_proxy"));
      part = picture_tree (&picture);
      g_assert_cmpfloat (box_of (part, "parse_proxy")->stroke_width, >=, thin + 1.5);
      g_assert_cmpfloat (box_of (part, "build(InputSource)")->stroke_width, ==, thin);
      g_clear_pointer (&part, cyan_scene_free);
      cyan_layout_reveal (picture.layout, find_node (picture.comparison, "parse"));
      part = picture_tree (&picture);
      g_assert_cmpfloat (box_of (part, "parse_proxy")->stroke_width, >=, thin + 1.5);
      g_assert_cmpfloat (box_of (part, "parse")->stroke_width, ==, thin);
    }
  picture_clear (&picture);
}

TEST ("/paint/boxes/second-lines")
{
  Picture picture;
  g_autoptr (CyanScene) share = NULL;
  g_autoptr (CyanScene) absolute = NULL;
  g_autoptr (CyanScene) swapped = NULL;

  golden (&picture, FALSE);
  share = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (share, "new_method")->text, ==, "new, +36.7 pp");
  g_assert_cmpstr (second_line_of (share, "parse")->text, ==, MINUS "32.3 pp");
  g_assert_cmpfloat (second_line_of (share, "parse")->y, >, label_of (share, "parse")->y);
  g_assert_cmpfloat (second_line_of (share, "parse")->x, ==, label_of (share, "parse")->x);
  /* However low a box is, its change stands beside it; what did not change says nothing. */
  g_assert_null (second_line_of (share, "main"));
  g_assert_cmpstr (second_line_of (share, "createParser")->text, ==, MINUS "1.7 pp");
  g_assert_cmpfloat (box_of (share, "createParser")->height, <, 10);

  cyan_layout_set_basis (picture.layout, CYAN_BASIS_ABSOLUTE);
  absolute = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (absolute, "new_method")->text, ==, "new, +74.2 %");
  g_assert_cmpstr (second_line_of (absolute, "createParser")->text, ==, "+40.3 %");
  picture_clear (&picture);

  golden (&picture, TRUE);
  swapped = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (swapped, "new_method")->text, ==, "gone, " MINUS "36.7 pp");
  g_assert_cmpstr (second_line_of (swapped, "parse")->text, ==, "+32.3 pp");
  picture_clear (&picture);

  picture_init (&picture, compare_golden (FALSE), &roomy_scale);
  g_clear_pointer (&share, cyan_scene_free);
  share = picture_tree (&picture);
  g_assert_cmpstr (second_line_of (share, "main")->text, ==, "0 pp");
  g_assert_true (label_of (share, "main")->bold);
  g_assert_cmpfloat (label_of (share, "main")->align, ==, 0.5);
  picture_clear (&picture);
}

/* In shares, what costs more although its share fell has no colour of its own. */
TEST ("/paint/boxes/share-only")
{
  Picture picture;

  golden (&picture, FALSE);
  for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    {
      CyanHatch hatch = basis == CYAN_BASIS_SHARE ? CYAN_HATCH_SHARE_ONLY : CYAN_HATCH_NONE;
      g_autoptr (CyanScene) scene = NULL;

      cyan_layout_set_basis (picture.layout, basis);
      scene = picture_tree (&picture);
      g_assert_cmpint (box_of (scene, "createParser")->hatch, ==, hatch);
      g_assert_cmpint (box_of (scene, "createContentHandler")->hatch, ==, hatch);
      g_assert_cmpint (box_of (scene, "parse")->hatch, ==, CYAN_HATCH_NONE);
      g_assert_cmpint (box_of (scene, "main")->hatch, ==, CYAN_HATCH_NONE);
      g_assert_cmpint (box_of (scene, "new_method")->hatch, ==, CYAN_HATCH_NONE);
    }
  picture_clear (&picture);
}

/* Callers of what a filter shows are pale; what matches has its colour, and all names can be
 * read. */
TEST ("/paint/boxes/pale")
{
  for (guint dark = 0; dark < 2; dark++)
    {
      Picture picture;
      g_autoptr (CyanFilter) filter = cyan_filter_new ();
      g_autoptr (CyanFiltered) filtered = NULL;
      g_autoptr (CyanScene) plain = NULL, scene = NULL;
      g_autofree char *leaf = NULL, *leaf_after = NULL, *caller = NULL, *caller_after = NULL;
      CyanColor ink;

      picture_init (&picture,
                    compare_texts ("main:10(a:10(leaf:100 b:50))", "main:10(a:10(leaf:300 b:50))"),
                    &roomy_scale);
      picture.style.theme.dark = dark != 0;
      plain = picture_tree (&picture);
      leaf = fill_of (box_of (plain, "leaf"));
      caller = fill_of (box_of (plain, "a"));
      cyan_filter_set (filter, CYAN_CRITERION_SIGNIFICANT, TRUE);
      filtered = cyan_filtered_new (picture.comparison, filter, CYAN_BASIS_SHARE, NULL, NULL, NULL);
      cyan_layout_set_filter (picture.layout, filtered);
      scene = picture_tree (&picture);
      leaf_after = fill_of (box_of (scene, "leaf"));
      caller_after = fill_of (box_of (scene, "a"));
      g_assert_cmpstr (leaf_after, ==, leaf);
      g_assert_cmpstr (caller_after, !=, caller);
      g_assert_false (has_text (scene, "b"));
      ink = label_of (scene, "a")->fill;
      g_assert_cmpfloat (cyan_color_contrast (ink, box_of (scene, "a")->fill), >=, 4.5);
      picture_clear (&picture);
    }
}

/* The topmost item of @node with a border that is not a text. */
static const CyanItem *
bordered (const CyanScene *scene, CyanNode node)
{
  const CyanItem *found = NULL;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->node == node && item->kind != CYAN_ITEM_TEXT && item->kind != CYAN_ITEM_EDGE
          && item->stroke.alpha > 0)
        found = item;
    }
  g_assert_nonnull (found);
  return found;
}

/* A node whose match is uncertain has a dashed border and no colour, in all pictures. */
TEST ("/paint/boxes/uncertain")
{
  Picture picture;
  g_autoptr (CyanIcicles) icicle = NULL;
  g_autoptr (CyanPartition) partition = NULL;
  g_autoptr (CyanRings) rings = NULL;
  const CyanIcicleLook look = { .width = 800 };
  CyanScene *scenes[3];
  CyanNode x;

  picture_init (&picture,
                compare_texts ("main:50*1(f:0*1(f:0*1(x:50*1)))", "main:50*1(f:0*1(x:500*1))"),
                &roomy_scale);
  x = find_node (picture.comparison, "x");
  icicle = icicle_of (picture.comparison, CYAN_BASIS_SHARE);
  partition = cyan_partition_new (picture.comparison, CYAN_BASIS_SHARE, CYAN_SIZES_ENVELOPE);
  rings = cyan_rings_new (partition);
  cyan_rings_set_radius (rings, 300);
  scenes[0] = picture_tree (&picture);
  scenes[1] = cyan_scene_new_icicles (icicle, &look, &picture.style, NULL, 0,
                                      cyan_icicles_height (icicle, &look));
  scenes[2] = cyan_scene_new_rings (rings, &picture.style);
  for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
    {
      g_autoptr (CyanScene) scene = scenes[i];
      g_autoptr (GBytes) svg = cyan_scene_to_svg (scene, NULL, NULL);
      g_autofree char *text = text_of (svg);
      const CyanItem *uncertain = bordered (scene, 2), *certain = bordered (scene, x);

      g_assert_cmpfloat (uncertain->dash, >, 0);
      g_assert_cmpfloat (certain->dash, ==, 0);
      ASSERT_TEXT (fill_of (uncertain), "#ffffff");
      ASSERT_TEXT (fill_of (certain), "#f8a5a3");
      g_assert_nonnull (strstr (text, "stroke-dasharray=\"3\""));
    }
  picture_clear (&picture);
}
