/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole pages: their content, and that nothing is cut or covered.
 */
#include "paint-fixture.h"
#include "tests.h"

#include <string.h>

static CyanScene *
page_of (const Picture *picture, const char *before, const char *after, const CyanRect *view)
{
  CyanTitles titles = { before, after };

  return cyan_scene_new_page (picture->layout, &picture->style, &titles, view, NULL, NULL);
}

TEST ("/paint/page/texts")
{
  Picture picture;
  g_autoptr (CyanScene) page = NULL;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  page = page_of (&picture, "jq 1.5", "jq 1.6", NULL);
  g_assert_cmpstr (page->title, ==, "jq 1.5 \xe2\x86\x92 jq 1.6");
  g_assert_true (
      has_text (page, "942 ns to 1.91 \xc2\xb5s, +102 % \xc2\xb7 no function stands out"));
  g_assert_true (has_text (page,
                           "9 of 9 calling contexts shown \xc2\xb7 changes below 0.5 pp are not "
                           "coloured"));
  g_assert_true (has_text (page, "faster"));
  g_assert_true (has_text (page, "createContentHandler"));
  assert_tidy (page);
  g_clear_pointer (&page, cyan_scene_free);

  cyan_layout_set_top (picture.layout, find_node (picture.comparison, "parse_proxy"));
  page = page_of (&picture, NULL, "only", NULL);
  g_assert_cmpstr (page->title, ==, "only");
  g_assert_true (has_text (page, "3 of 9 calling contexts shown, those below parse_proxy \xc2\xb7 "
                                 "changes below 0.5 pp are not coloured"));
  g_assert_false (has_text (page, "main"));
  g_clear_pointer (&page, cyan_scene_free);

  page = cyan_scene_new_page (picture.layout, &picture.style, NULL, NULL, NULL, NULL);
  g_assert_cmpstr (page->title, ==, "Performance evolution blueprint");
  picture_clear (&picture);
}

/* The head names where to start, or says that no function stands out; that of two equal runs says
 * nothing of a change. */
TEST ("/paint/page/start")
{
  Picture picture;
  g_autoptr (CyanScene) page = NULL;

  picture_init (&picture, compare_texts ("main:20*1(a:10*1 b:10*1)", "main:20*1(a:20*1 b:20*1)"),
                &usual_scale);
  page = page_of (&picture, "1", "2", NULL);
  g_assert_true (has_text (page, "40 ns to 60 ns, +50.0 % \xc2\xb7 no function stands out"));
  g_clear_pointer (&page, cyan_scene_free);
  picture.style.start = find_node (picture.comparison, "b");
  picture.style.start_name = "b";
  page = page_of (&picture, "1", "2", NULL);
  g_assert_true (has_text (page, "40 ns to 60 ns, +50.0 % \xc2\xb7 start here: b"));
  picture_clear (&picture);
  g_clear_pointer (&page, cyan_scene_free);

  picture_init (&picture, compare_texts ("main:20*1(a:10*1)", "main:20*1(a:10*1)"), &usual_scale);
  page = page_of (&picture, "1", "1", NULL);
  g_assert_true (has_text (page, "30 ns to 30 ns, 0 % \xc2\xb7 no function stands out"));
  picture_clear (&picture);
}

/* An inferred tree is marked as such. */
TEST ("/paint/page/inferred")
{
  static const CyanRecording exact = CYAN_RECORDING_EXACT, inferred = CYAN_RECORDING_INFERRED;
  static const struct
  {
    CyanRecording before, after;
    const char *text;
  } cases[] = {
    { exact, inferred, "The tree after is inferred from a call graph" },
    { inferred, exact, "The tree before is inferred from a call graph" },
    { inferred, inferred, "Both trees are inferred from a call graph" },
    { exact, exact, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Picture picture;
      g_autoptr (CyanScene) page = NULL;
      const CyanItem *note = NULL;

      picture_init (&picture, compare_golden (FALSE), &usual_scale);
      picture.comparison->compared.side[0].profile->recording = cases[i].before;
      picture.comparison->compared.side[1].profile->recording = cases[i].after;
      page = page_of (&picture, "jq 1.5", "jq 1.6", NULL);
      for (guint k = 0; k < page->items->len; k++)
        {
          const CyanItem *item = &g_array_index (page->items, CyanItem, k);

          if (item->kind == CYAN_ITEM_TEXT && strstr (item->text, "inferred") != NULL)
            note = item;
        }
      g_assert_cmpint (note != NULL, ==, cases[i].text != NULL);
      if (note != NULL)
        {
          g_assert_true (g_str_has_prefix (note->text, cases[i].text));
          g_assert_cmpfloat (note->y, <, box_of (page, "main")->y);
        }
      assert_tidy (page);
      g_clear_pointer (&page, cyan_scene_free);
      picture_clear (&picture);
    }
}

/* The title is above the tree in bold letters, and the page is wide enough for it. */
TEST ("/paint/page/title")
{
  g_autofree char *name = g_strnfill (5000, 'W');
  Picture picture;
  g_autoptr (CyanScene) wide = NULL;
  g_autoptr (CyanScene) page = NULL;
  const CyanItem *title = NULL;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  page = page_of (&picture, "jq 1.5", "jq 1.6", NULL);
  for (guint i = 0; title == NULL && i < page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (page->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && strcmp (item->text, page->title) == 0)
        title = item;
    }
  g_assert_nonnull (title);
  g_assert_true (title->bold);
  g_assert_cmpfloat (title->y, <, box_of (page, "main")->y);
  wide = page_of (&picture, name, name, NULL);
  g_assert_cmpfloat (wide->bounds.width, >, page->bounds.width);
  g_assert_cmpfloat (wide->bounds.width, <, 6000);
  assert_tidy (wide);
  picture_clear (&picture);
}

TEST ("/paint/page/room")
{
  static const guint sizes[] = { 2, 5, 30, 300 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (gboolean safe = FALSE; safe <= TRUE; safe++)
      {
        Picture picture;
        g_autoptr (CyanScene) page = NULL;
        guint n_boxes = 0;

        picture_init (&picture, compare_random (sizes[i], 9 + i), &usual_scale);
        picture.style.theme.palette = safe ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC;
        picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
        page = page_of (&picture, "before", "after", NULL);
        assert_tidy (page);
        for (guint j = 0; j < page->items->len; j++)
          {
            const CyanItem *item = &g_array_index (page->items, CyanItem, j);
            CyanRect rect = rect_of (item);

            if (!is_box (item))
              continue;
            n_boxes++;
            g_assert_cmpfloat (rect.x, >=, 0);
            g_assert_cmpfloat (rect.y, >=, 0);
            g_assert_cmpfloat (rect.x + rect.width, <=, page->bounds.width);
            g_assert_cmpfloat (rect.y + rect.height, <=, page->bounds.height);
          }
        g_assert_cmpuint (n_boxes, ==, cyan_layout_n_shown (picture.layout));
        picture_clear (&picture);
      }
}

/* Titles may be as hostile as names. */
TEST ("/paint/page/hostile-titles")
{
  g_autofree char *endless = endless_name ();
  Picture picture;
  g_autoptr (CyanScene) page = NULL;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  page = page_of (&picture, endless, "two\nlines\xe2\x80\xae", NULL);
  g_assert_cmpuint (strlen (page->title), <, 200);
  g_assert_null (strchr (page->title, '\n'));
  g_assert_null (strstr (page->title, "\xe2\x80\xae"));
  assert_tidy (page);
  picture_clear (&picture);
}

/* Whether a background is drawn over @text after it. */
static gboolean
is_covered (const CyanScene *page, guint text)
{
  CyanRect rect = rect_of (&g_array_index (page->items, CyanItem, text));

  for (guint i = text + 1; i < page->items->len; i++)
    {
      const CyanItem *item = &g_array_index (page->items, CyanItem, i);
      CyanRect paper = rect_of (item);

      if (item->kind == CYAN_ITEM_RECT && item->node == CYAN_NODE_NONE && item->stroke.alpha == 0
          && item->radius == 0 && overlap (&paper, &rect))
        return TRUE;
    }
  return FALSE;
}

/* A page of a view has a background over what the view cuts, and only there. */
TEST ("/paint/page/view")
{
  CyanRect view;
  Picture picture;
  g_autoptr (CyanScene) page = NULL;
  g_autoptr (CyanScene) tree = NULL;
  guint n_cut = 0, n_whole = 0;

  picture_init (&picture, compare_random (300, 8), &usual_scale);
  cyan_layout_extents (picture.layout, &view);
  view = (CyanRect){ view.x + view.width / 3, view.y + 40, 400, 200 };
  tree = cyan_scene_new_tree (picture.layout, &picture.style, &view, 1);
  page = page_of (&picture, "before", "after", &view);
  g_assert_cmpfloat (page->bounds.width, <, 1000);
  g_assert_cmpfloat (page->bounds.height, <, 500);
  g_assert_cmpuint (page->items->len, >, tree->items->len);
  for (guint i = 0; i < page->items->len; i++)
    {
      const CyanItem *text = &g_array_index (page->items, CyanItem, i);
      CyanRect here = rect_of (text), there;

      if (text->kind != CYAN_ITEM_TEXT || !overlap (&here, &page->bounds))
        continue;
      if (text->node == CYAN_NODE_NONE)
        {
          /* Titles and the legend. */
          g_assert_false (is_covered (page, i));
          continue;
        }
      /* The tree starts at the origin of the page. */
      there = rect_of (&g_array_index (tree->items, CyanItem, i));
      if (there.x > view.x + 1 && there.x + there.width < view.x + view.width - 1
          && there.y > view.y + 1 && there.y + there.height < view.y + view.height - 1)
        {
          g_assert_false (is_covered (page, i));
          n_whole++;
        }
      else if (there.x < view.x - 1 || there.x + there.width > view.x + view.width + 1
               || there.y < view.y - 1 || there.y + there.height > view.y + view.height + 1)
        {
          g_assert_true (is_covered (page, i));
          n_cut++;
        }
    }
  g_assert_cmpuint (n_cut, >, 0);
  g_assert_cmpuint (n_whole, >, 0);
  picture_clear (&picture);
}
