/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legend and page. */
#include "paint-case.h"

#include <string.h>

static gboolean
says (const CyanScene *scene, const char *part)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && strstr (item->text, part) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_legend_rows (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  g_autoptr (CyanScene) legend = cyan_scene_new_legend (self->layout, &self->style);
  g_autoptr (CyanScene) more = NULL;

  g_assert_true (says (legend, "faster"));
  g_assert_true (says (legend, "added"));
  g_assert_true (says (legend, "no significant change"));
  g_assert_true (says (legend, "share only"));
  g_assert_true (says (legend, "height: change of share"));
  g_assert_false (says (legend, "slower"));
  g_assert_false (says (legend, "removed"));
  g_assert_false (says (legend, "unknown"));
  g_assert_false (says (legend, "not shown"));
  g_assert_false (says (legend, "hot path"));
  g_assert_false (says (legend, "code changed"));

  cyan_layout_hide_children (self->layout, paint_case_find (self, "main"));
  cyan_layout_set_reading (self->layout, CYAN_READING_ABSOLUTE);
  paint_case_set_change (self, "parse", CYAN_CHANGE_MODIFIED);
  self->style.hot_path = self->hot_path;
  more = cyan_scene_new_legend (self->layout, &self->style);
  g_assert_true (says (more, "not shown"));
  g_assert_true (says (more, "hot path"));
  g_assert_true (says (more, "source unknown"));
  g_assert_true (says (more, "faster (code changed / not)"));
  g_assert_true (says (more, "height: absolute change"));
}

static void
test_legend_of_samples (void)
{
  g_autoptr (PaintCase) self = paint_case_new ("main:5(leaf:5)", "main:5(leaf:9)");
  g_autoptr (CyanScene) legend = cyan_scene_new_legend (self->layout, &self->style);

  g_assert_true (says (legend, "calls unknown"));
  g_assert_true (says (legend, "slower"));
}

static void
assert_all_inside (const CyanScene *scene)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);
      CyanRect rect = { item->x, item->y, item->width, item->height };

      if (item->kind == CYAN_ITEM_TEXT)
        rect = letters_of (item);
      if (item->kind == CYAN_ITEM_EDGE)
        rect = (CyanRect){ MIN (item->x, item->x + item->width), item->y, ABS (item->width),
                           item->height };
      g_assert_true (rect_is_within (&rect, &scene->bounds, 0));
    }
}

static void
test_page (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  CyanTitles titles = { "XML 1.0", "XML 1.1" };
  g_autoptr (CyanScene) page = cyan_scene_new_page (self->layout, &self->style, &titles, NULL);
  const CyanItem *title = text_item (page, "XML 1.0 \xe2\x86\x92 XML 1.1");

  g_assert_nonnull (title);
  g_assert_true (title->bold);
  g_assert_true (says (page, "942 ns"));
  g_assert_true (says (page, "1.91 \xc2\xb5s"));
  g_assert_true (says (page, "+102 %"));
  g_assert_true (says (page, "9 of 9 calling contexts"));
  g_assert_true (says (page, "createContentHandler"));
  g_assert_true (says (page, "added"));
  g_assert_cmpfloat (page->bounds.x, ==, 0);
  g_assert_cmpfloat (page->bounds.y, ==, 0);
  g_assert_cmpfloat (title->y, <, box_of (self, page, "main")->y);
  assert_all_inside (page);
}

/* The page is as wide as its title asks for. */
static void
test_long_title (void)
{
  g_autoptr (PaintCase) self = paint_case_new ("main:5*1", "main:6*1");
  g_autofree char *name = g_strnfill (5000, 'W');
  CyanTitles titles = { name, name };
  CyanTitles none = { NULL, NULL };
  g_autoptr (CyanScene) page = cyan_scene_new_page (self->layout, &self->style, &titles, NULL);
  g_autoptr (CyanScene) plain = cyan_scene_new_page (self->layout, &self->style, &none, NULL);

  assert_all_inside (page);
  assert_all_inside (plain);
  g_assert_cmpfloat (page->bounds.width, >, plain->bounds.width);
  g_assert_cmpfloat (page->bounds.width, <, 6000);
  g_assert_true (says (plain, "Performance evolution blueprint"));
}

/* Of a view only what lies in it is left to be seen. */
static void
test_view (void)
{
  g_autoptr (PaintCase) self = paint_case_new (GOLDEN_BEFORE, GOLDEN_AFTER);
  CyanRect view = { -40, 10, 300, 90 };
  g_autoptr (CyanScene) page = cyan_scene_new_page (self->layout, &self->style, NULL, &view);
  g_autoptr (CyanScene) whole = cyan_scene_new_page (self->layout, &self->style, NULL, NULL);

  g_assert_cmpfloat (page->bounds.height, <, whole->bounds.height);
  g_assert_true (says (page, "build(URL)"));
  g_assert_false (says (page, "new_method"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/legend/rows", test_legend_rows);
  g_test_add_func ("/legend/samples", test_legend_of_samples);
  g_test_add_func ("/page/whole", test_page);
  g_test_add_func ("/page/long-title", test_long_title);
  g_test_add_func ("/page/view", test_view);
  return g_test_run ();
}
