/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A single recording without another one.
 */
#include "paint-fixture.h"
#include "tests.h"

static void
single (Picture *picture)
{
  picture_init (picture, compare_single ("main:0*1(work:600*9(leaf:300*50) rest:100*1)"),
                &roomy_scale);
}

/* Nothing is a change: all boxes are neutral in every state and show their share of the run. */
TEST ("/paint/single/boxes")
{
  static const struct
  {
    const char *name, *share;
  } nodes[] = {
    { "main", "100 %" }, { "work", "90.0 %" }, { "leaf", "30.0 %" }, { "rest", "10.0 %" }
  };
  Picture picture;

  single (&picture);
  for (CyanBasis basis = CYAN_BASIS_SHARE; basis <= CYAN_BASIS_ABSOLUTE; basis++)
    for (CyanPalette p = CYAN_PALETTE_CLASSIC; p <= CYAN_PALETTE_SAFE; p++)
      {
        g_autoptr (CyanScene) scene = NULL;

        picture.style.theme.palette = p;
        cyan_layout_set_basis (picture.layout, basis);
        scene = picture_tree (&picture);
        for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
          {
            const CyanItem *box = box_of (scene, nodes[i].name);

            ASSERT_TEXT (fill_of (box), "#ffffff");
            g_assert_cmpint (box->hatch, ==, CYAN_HATCH_NONE);
            g_assert_cmpstr (label_of (scene, nodes[i].name)->text, ==, nodes[i].name);
            g_assert_cmpstr (second_line_of (scene, nodes[i].name)->text, ==, nodes[i].share);
          }
      }
  picture_clear (&picture);
}

/* Heights are shares. */
TEST ("/paint/single/heights")
{
  CyanScale scale = { 600, 10, 5, 5, 14, 30 };
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  picture_init (&picture, compare_single ("main:0*1(work:600*9(leaf:300*50) rest:100*1)"), &scale);
  scene = picture_tree (&picture);
  g_assert_cmpfloat (box_of (scene, "main")->height, ==, 600);
  g_assert_cmpfloat (box_of (scene, "work")->height, ==, 540);
  g_assert_cmpfloat (box_of (scene, "leaf")->height, ==, 180);
  picture_clear (&picture);
}

TEST ("/paint/single/legend")
{
  Picture picture;
  CyanHotPath *path;
  g_autoptr (CyanScene) legend = NULL;

  single (&picture);
  cyan_layout_set_scale (picture.layout, &usual_scale);
  path = cyan_hot_path_new (picture.comparison, cyan_comparison_top (picture.comparison),
                            cyan_comparison_direction (picture.comparison));
  picture.style.hot_path = path;
  legend = cyan_scene_new_legend (picture.layout, &picture.style, 1, &(CyanLegendForm){ 0 });
  g_assert_true (has_text (legend, "heaviest path"));
  g_assert_false (has_text (legend, "delta hot path"));
  g_assert_false (has_text (legend, "no significant change"));
  g_assert_true (has_text (legend, "height: share \xc2\xb7 5 % of the run"));
  g_assert_true (has_text (legend, "width: calls \xc2\xb7 10"));
  g_clear_pointer (&legend, cyan_scene_free);
  cyan_layout_set_width (picture.layout, CYAN_WIDTH_SIZE);
  legend = cyan_scene_new_legend (picture.layout, &picture.style, 1, &(CyanLegendForm){ 0 });
  g_assert_true (has_text (legend, "width: share \xc2\xb7 0.1 % of the run"));
  g_clear_pointer (&legend, cyan_scene_free);
  cyan_layout_set_width (picture.layout, CYAN_WIDTH_SELF);
  legend = cyan_scene_new_legend (picture.layout, &picture.style, 1, &(CyanLegendForm){ 0 });
  g_assert_true (has_text (legend, "width: own share \xc2\xb7 0.1 % of the run"));
  assert_tidy (legend);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

/* The page and its tooltips do not mention changes. */
TEST ("/paint/single/page")
{
  Picture picture;
  g_autoptr (CyanScene) page = NULL;
  g_autoptr (GBytes) svg = NULL;
  const char *text;
  gsize length;

  single (&picture);
  page = cyan_scene_new_page (picture.layout, &picture.style, &(CyanTitles){ NULL, "v1" }, NULL,
                              NULL, NULL);
  g_assert_true (has_text (page, "v1"));
  svg = cyan_scene_to_svg (page, NULL, NULL);
  text = g_bytes_get_data (svg, &length);
  g_assert_nonnull (g_strstr_len (text, (gssize) length, "\nshare "));
  g_assert_null (g_strstr_len (text, (gssize) length, "not coloured"));
  g_assert_null (g_strstr_len (text, (gssize) length, "unchanged"));
  g_assert_null (g_strstr_len (text, (gssize) length, "\xe2\x86\x92"));
  picture_clear (&picture);
}
