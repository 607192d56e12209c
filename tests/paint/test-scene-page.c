/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole pages and legends: what stands on them, and that nothing of it is cut or covered.
 */
#include "paint-fixture.h"

#include <string.h>

/* Rows of legends. */
#define SLOWER         "slower"
#define FASTER         "faster"
#define SLOWER_CHANGED "slower (code changed / not)"
#define FASTER_CHANGED "faster (code changed / not)"
#define ADDED          "added"
#define REMOVED        "removed"
#define UNCHANGED      "no significant change"
#define NOT_SEEN       "no significant change, or not seen by chance"
#define SHARE_ONLY     "share only: absolute went the other way"
#define THICK          "has callees that are not shown"
#define PATH           "delta hot path"
#define SOURCE         "source unknown"
#define CALLS          "calls unknown, width says nothing"

/* All texts longer than a mark but for the last, which names the axes. */
static void
assert_rows (const Picture *picture, const char *const *expected)
{
  g_autoptr (CyanScene) legend = cyan_scene_new_legend (picture->layout, &picture->style);
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *joined = g_strjoinv ("\n", (char **) expected);

  for (guint i = 0; i < legend->items->len; i++)
    {
      const CyanItem *item = &g_array_index (legend->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_TEXT || strlen (item->text) < 4
          || g_str_has_prefix (item->text, "height: "))
        continue;
      g_string_append_printf (found, "%s%s", found->len > 0 ? "\n" : "", item->text);
    }
  g_assert_cmpstr (found->str, ==, joined);
}

#define assert_legend(picture, ...)                                                                \
  assert_rows (picture, (const char *const[]){ __VA_ARGS__, NULL })

static void
test_legend_verdicts (void)
{
  Picture picture;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  assert_legend (&picture, FASTER, ADDED, UNCHANGED, SHARE_ONLY);
  /* Read absolutely, what fell by share rose. */
  cyan_layout_set_reading (picture.layout, CYAN_READING_ABSOLUTE);
  assert_legend (&picture, SLOWER, FASTER, ADDED, UNCHANGED, SHARE_ONLY);
  picture_clear (&picture);

  picture_init (&picture, compare_golden (TRUE), &usual_scale);
  assert_legend (&picture, SLOWER, REMOVED, UNCHANGED, SHARE_ONLY);
  picture_clear (&picture);

  picture_init (&picture, compare_texts ("main:9*1(a:1*1)", "main:9*1(a:1*1)"), &usual_scale);
  assert_legend (&picture, UNCHANGED);
  picture_clear (&picture);
}

static void
test_legend_sources (void)
{
  Picture picture;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY);

  /* What is new has no source to compare with and carries no mark. */
  picture_set_change (&picture, "parse_proxy", CYAN_CHANGE_UNKNOWN);
  picture_set_change (&picture, "new_method", CYAN_CHANGE_UNKNOWN);
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY);

  picture_set_change (&picture, "parse", CYAN_CHANGE_UNKNOWN);
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY, SOURCE);
  /* What is not shown carries none. */
  cyan_layout_hide_children (picture.layout, find_node (picture.comparison, "parse_proxy"));
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY, THICK);
  cyan_layout_reveal (picture.layout, find_node (picture.comparison, "parse"));
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY, THICK, SOURCE);
  picture_clear (&picture);

  picture_init (&picture, compare_golden (TRUE), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_MODIFIED);
  assert_legend (&picture, SLOWER_CHANGED, REMOVED, UNCHANGED, SHARE_ONLY);
  picture_clear (&picture);

  /* Several roots: what stands above them has no source. */
  picture_init (&picture, compare_texts ("one:5*1 two:7*1", "one:5*1 two:7*1"), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  picture_set_change (&picture, "(all)", CYAN_CHANGE_UNKNOWN);
  assert_legend (&picture, UNCHANGED);
  picture_clear (&picture);
}

static void
test_legend_marks (void)
{
  Picture picture;
  CyanHotPath *path;

  picture_init (&picture, compare_texts ("main:1(work:10)", "main:1(work:90)"), &usual_scale);
  assert_legend (&picture, SLOWER, UNCHANGED, CALLS);
  path = cyan_hot_path_new (picture.comparison, 1, CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  assert_legend (&picture, SLOWER, UNCHANGED, PATH, CALLS);
  cyan_layout_open (picture.layout, CYAN_OPENING_DEPTH, 0, G_MAXUINT);
  assert_legend (&picture, SLOWER, UNCHANGED, THICK, PATH, CALLS);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

/* A wall of the same things: the law of both forms of the legend. */
static void
assert_tidy (const CyanScene *scene)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;

  for (guint i = 0; i < scene->items->len; i++)
    {
      CyanRect text = rect_of (&items[i]);

      if (items[i].kind != CYAN_ITEM_TEXT)
        continue;
      g_assert_cmpfloat (text.x, >=, scene->bounds.x);
      g_assert_cmpfloat (text.y, >=, scene->bounds.y);
      g_assert_cmpfloat (text.x + text.width, <=, scene->bounds.x + scene->bounds.width);
      g_assert_cmpfloat (text.y + text.height, <=, scene->bounds.y + scene->bounds.height);
      for (guint j = i + 1; j < scene->items->len; j++)
        {
          CyanRect other = rect_of (&items[j]);

          if (items[j].kind != CYAN_ITEM_EDGE)
            g_assert_false (overlap (&text, &other));
        }
    }
}

static void
test_legend_room (void)
{
  for (guint i = 0; i < 8; i++)
    {
      Picture picture;
      g_autoptr (CyanScene) legend = NULL;

      picture_init (&picture, compare_random (100, 7), &usual_scale);
      picture.style.theme = (CyanTheme){ i & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC,
                                         (i & 2) != 0, (i & 4) != 0 };
      picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
      legend = cyan_scene_new_legend (picture.layout, &picture.style);
      g_assert_cmpfloat (legend->bounds.x, ==, 0);
      g_assert_cmpfloat (legend->bounds.y, ==, 0);
      g_assert_true (has_text (legend, SOURCE));
      g_assert_true (has_text (legend, CALLS));
      assert_tidy (legend);
      picture_clear (&picture);
    }
}

/* ---- pages ---- */

static CyanScene *
page_of (const Picture *picture, const char *before, const char *after, const CyanRect *view)
{
  CyanTitles titles = { before, after };

  return cyan_scene_new_page (picture->layout, &picture->style, &titles, view);
}

static void
test_page_texts (void)
{
  Picture picture;
  g_autoptr (CyanScene) page = NULL;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  page = page_of (&picture, "jq 1.5", "jq 1.6", NULL);
  g_assert_cmpstr (page->title, ==, "jq 1.5 \xe2\x86\x92 jq 1.6");
  g_assert_true (has_text (page, "jq 1.5 \xe2\x86\x92 jq 1.6"));
  g_assert_true (has_text (page, "942 ns to 1.9 \xc2\xb5s, +102 %")
                 || has_text (page, "942 ns to 1.91 \xc2\xb5s, +102 %")
                 || has_text (page, "942 ns to 1.90 \xc2\xb5s, +102 %"));
  g_assert_true (has_text (page, "9 of 9 calling contexts shown \xc2\xb7 changes below 0.5 % of "
                                 "the run are not coloured"));
  g_assert_true (has_text (page, FASTER));
  g_assert_true (has_text (page, "createContentHandler"));
  assert_tidy (page);
  g_clear_pointer (&page, cyan_scene_free);

  cyan_layout_set_top (picture.layout, find_node (picture.comparison, "parse_proxy"));
  page = page_of (&picture, NULL, "only", NULL);
  g_assert_cmpstr (page->title, ==, "only");
  g_assert_true (has_text (page, "3 of 9 calling contexts shown, those below parse_proxy \xc2\xb7 "
                                 "changes below 0.5 % of the run are not coloured"));
  g_assert_false (has_text (page, "main"));
  g_clear_pointer (&page, cyan_scene_free);

  page = cyan_scene_new_page (picture.layout, &picture.style, NULL, NULL);
  g_assert_cmpstr (page->title, ==, "Performance evolution blueprint");
  picture_clear (&picture);
}

static void
test_page_room (void)
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

/* Titles are as hostile as names are. */
static void
test_page_titles (void)
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

/* Whether paper is drawn over @text after it. */
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

/* A page of a view has paper over what the view cuts, and only there. */
static void
test_page_view (void)
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
      /* The page begins with the tree. */
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-page/legend-verdicts", test_legend_verdicts);
  g_test_add_func ("/scene-page/legend-sources", test_legend_sources);
  g_test_add_func ("/scene-page/legend-marks", test_legend_marks);
  g_test_add_func ("/scene-page/legend-room", test_legend_room);
  g_test_add_func ("/scene-page/page-texts", test_page_texts);
  g_test_add_func ("/scene-page/page-room", test_page_room);
  g_test_add_func ("/scene-page/page-titles", test_page_titles);
  g_test_add_func ("/scene-page/page-view", test_page_view);
  return g_test_run ();
}
