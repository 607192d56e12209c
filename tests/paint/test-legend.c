/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend: its rows, which depend on the picture, and their space.
 */
#include "cyan-labels.h"
#include "cyan-hot-path.h"
#include "paint-fixture.h"
#include "tests.h"

#include <string.h>

/* Rows of legends. */
#define SLOWER         "slower"
#define FASTER         "faster"
#define SLOWER_CHANGED "slower (code changed / not)"
#define FASTER_CHANGED "faster (code changed / not)"
#define ADDED          "added"
#define REMOVED        "removed"
#define UNCHANGED      "no significant change"
#define NOT_SEEN       "no significant change, or not seen on one side"
#define SHARE_ONLY     "share only: the cost went the other way"
#define THICK          "has callees that are not shown"
#define PATH           "delta hot path"
#define START(name)    "start here: " name
#define FORK           "the change splits up below"
#define LINK           "calls in a row without a large change of their own"
#define SOURCE         "source unknown"
#define UNCERTAIN      "uncertain match"
#define CALLS          "calls unknown, width says nothing"

/* Checks all texts longer than a mark, except the bars of the scales and the small text at the end,
 * which explains the noise. */
static void
assert_rows (const Picture *picture, const char *const *expected)
{
  g_autoptr (CyanScene) legend =
      cyan_scene_new_legend (picture->layout, &picture->style, 1, &(CyanLegendForm){ 0 });
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *joined = g_strjoinv ("\n", (char **) expected);

  for (guint i = 0; i < legend->items->len; i++)
    {
      const CyanItem *item = &g_array_index (legend->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_TEXT || strlen (item->text) < 4
          || item->font_size < CYAN_FONT_SIZE_NAME || g_str_has_prefix (item->text, "height: ")
          || g_str_has_prefix (item->text, "width: "))
        continue;
      g_string_append_printf (found, "%s%s", found->len > 0 ? "\n" : "", item->text);
    }
  g_assert_cmpstr (found->str, ==, joined);
}

#define assert_legend(picture, ...)                                                                \
  assert_rows (picture, (const char *const[]){ __VA_ARGS__, NULL })

TEST ("/paint/legend/verdicts")
{
  Picture picture;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  assert_legend (&picture, FASTER, ADDED, UNCHANGED, SHARE_ONLY);
  /* On the absolute basis, a node with a lower share may be slower. */
  cyan_layout_set_basis (picture.layout, CYAN_BASIS_ABSOLUTE);
  assert_legend (&picture, SLOWER, FASTER, ADDED, UNCHANGED);
  picture_clear (&picture);

  picture_init (&picture, compare_golden (TRUE), &usual_scale);
  assert_legend (&picture, SLOWER, REMOVED, UNCHANGED, SHARE_ONLY);
  picture_clear (&picture);

  picture_init (&picture, compare_texts ("main:9*1(a:1*1)", "main:9*1(a:1*1)"), &usual_scale);
  assert_legend (&picture, UNCHANGED);
  picture_clear (&picture);
}

/* Which of two levels is left is not known: it is not drawn as slower, though it is. */
TEST ("/paint/legend/uncertain")
{
  Picture picture;

  picture_init (&picture,
                compare_texts ("main:50*1(f:0*1(f:0*1(x:50*1)))", "main:50*1(f:0*1(x:500*1))"),
                &usual_scale);
  assert_legend (&picture, SLOWER, REMOVED, UNCHANGED, UNCERTAIN);
  picture_clear (&picture);
  picture_init (&picture, compare_texts ("main:50*1(f:0*1(x:50*1))", "main:50*1(f:0*1(x:500*1))"),
                &usual_scale);
  assert_legend (&picture, SLOWER, UNCHANGED);
  picture_clear (&picture);
}

TEST ("/paint/legend/sources")
{
  Picture picture;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY);

  /* A new function has no source to compare with, and so no mark. */
  picture_set_change (&picture, "parse_proxy", CYAN_CHANGE_UNKNOWN);
  picture_set_change (&picture, "new_method", CYAN_CHANGE_UNKNOWN);
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY);

  picture_set_change (&picture, "parse", CYAN_CHANGE_UNKNOWN);
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY, SOURCE);
  /* Hidden nodes have no mark. */
  cyan_layout_hide_children (picture.layout, find_node (picture.comparison, "parse_proxy"));
  assert_legend (&picture, ADDED, UNCHANGED, SHARE_ONLY, THICK);
  cyan_layout_reveal (picture.layout, find_node (picture.comparison, "parse"));
  assert_legend (&picture, FASTER_CHANGED, ADDED, UNCHANGED, SHARE_ONLY, THICK, SOURCE);
  picture_clear (&picture);

  picture_init (&picture, compare_golden (TRUE), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_MODIFIED);
  assert_legend (&picture, SLOWER_CHANGED, REMOVED, UNCHANGED, SHARE_ONLY);
  picture_clear (&picture);

  /* The synthetic root above several roots has no source. */
  picture_init (&picture, compare_texts ("one:5*1 two:7*1", "one:5*1 two:7*1"), &usual_scale);
  picture_set_changes (&picture, CYAN_CHANGE_UNMODIFIED);
  picture_set_change (&picture, "(all)", CYAN_CHANGE_UNKNOWN);
  assert_legend (&picture, UNCHANGED);
  picture_clear (&picture);
}

TEST ("/paint/legend/marks")
{
  Picture picture;
  CyanHotPath *path;

  picture_init (&picture, compare_texts ("main:1(work:10)", "main:1(work:90)"), &usual_scale);
  assert_legend (&picture, SLOWER, UNCHANGED);
  /* Only widths that are calls lack them. */
  cyan_layout_set_width (picture.layout, CYAN_WIDTH_CALLS);
  assert_legend (&picture, SLOWER, UNCHANGED, CALLS);
  path = cyan_hot_path_new (picture.comparison, 1, CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  assert_legend (&picture, SLOWER, UNCHANGED, PATH, CALLS);
  picture.style.start = find_node (picture.comparison, "work");
  picture.style.start_name = "work";
  assert_legend (&picture, SLOWER, UNCHANGED, PATH, START ("work"), CALLS);
  /* The slower node is hidden now. */
  cyan_layout_open (picture.layout, CYAN_OPENING_DEPTH, 0, G_MAXUINT);
  assert_legend (&picture, UNCHANGED, THICK, PATH, CALLS);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

/* The bar before the row @text: a rectangle as long as the value is, and 1 px thick. */
static void
assert_bar (const CyanScene *legend, const char *text, double width, double height)
{
  for (guint i = 3; i < legend->items->len; i++)
    {
      const CyanItem *item = &g_array_index (legend->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_TEXT || strcmp (item->text, text) != 0)
        continue;
      /* The stops at its ends come between. */
      g_assert_cmpfloat_with_epsilon (item[-3].width, width + 1, 0.01);
      g_assert_cmpfloat_with_epsilon (item[-3].height, height + 1, 0.01);
      g_assert_cmpfloat (item[-3].x + item[-3].width, <, item->x);
      return;
    }
  g_error ("no row \"%s\"", text);
}

/* What heights and widths are, and how much a bar of each stands for. */
TEST ("/paint/legend/bars")
{
  static const struct
  {
    CyanBasis basis;
    CyanWidth width;
    const char *height_text, *width_text;
    double height_px, width_px;
  } cases[] = {
    { CYAN_BASIS_SHARE, CYAN_WIDTH_CALLS, "height: change of share \xc2\xb7 5 pp",
      "width: change of calls \xc2\xb7 10", 0.05 * 260, 23.979 },
    { CYAN_BASIS_SHARE, CYAN_WIDTH_SIZE, "height: change of share \xc2\xb7 5 pp",
      "width: the larger share \xc2\xb7 0.1 % of the run", 0.05 * 260, 23.979 },
    { CYAN_BASIS_ABSOLUTE, CYAN_WIDTH_SELF, "height: change \xc2\xb7 5 % of the run before",
      "width: change of own time \xc2\xb7 0.1 % of the run before", 0.05 * 260, 23.979 },
  };
  Picture picture;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanScene) legend = NULL;

      cyan_layout_set_basis (picture.layout, cases[i].basis);
      cyan_layout_set_width (picture.layout, cases[i].width);
      legend = cyan_scene_new_legend (picture.layout, &picture.style, 1, &(CyanLegendForm){ 0 });
      assert_bar (legend, cases[i].height_text, 0, cases[i].height_px);
      assert_bar (legend, cases[i].width_text, cases[i].width_px, 0);
      assert_tidy (legend);
    }
  picture_clear (&picture);
}

/* Bars are as the boxes are at the zoom, and no row runs into its bar. */
TEST ("/paint/legend/bars-at-zoom")
{
  CyanScale scale = usual_scale;
  Picture picture;

  scale.px_per_width = 200;
  picture_init (&picture, compare_golden (FALSE), &scale);
  for (double zoom = 1.0 / 64; zoom <= 16; zoom *= 2)
    {
      g_autoptr (CyanScene) legend =
          cyan_scene_new_legend (picture.layout, &picture.style, zoom, &(CyanLegendForm){ 0 });

      assert_tidy (legend);
      g_assert_cmpfloat (legend->bounds.width, <, 700);
      if (zoom == 1)
        assert_bar (legend, "width: change of calls \xc2\xb7 1", 138.629, 0);
      if (zoom == 16)
        assert_bar (legend, "height: change of share \xc2\xb7 0.2 pp", 0, 8.32);
    }
  picture_clear (&picture);
}

TEST ("/paint/legend/links")
{
  Picture picture;

  picture_init (
      &picture,
      compare_texts ("m:9*1(a:0*1(b:0*1(c:0*1(d:9*1))))", "m:9*1(a:0*1(b:0*1(c:0*1(d:90*1))))"),
      &usual_scale);
  assert_legend (&picture, SLOWER, UNCHANGED);
  cyan_layout_set_folds (picture.layout, TRUE);
  assert_legend (&picture, SLOWER, LINK);
  picture_clear (&picture);
}

/* The small text, line by line. */
static char *
small_words (const Picture *picture)
{
  g_autoptr (CyanScene) legend =
      cyan_scene_new_legend (picture->layout, &picture->style, 1, &(CyanLegendForm){ 0 });
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < legend->items->len; i++)
    {
      const CyanItem *item = &g_array_index (legend->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && item->font_size == CYAN_FONT_SIZE_SMALL
          && strlen (item->text) > 3)
        g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "", item->text);
    }
  return g_string_free (words, FALSE);
}

/* The matching, if it is not the default, and the noise. */
TEST ("/paint/legend/circumstances")
{
  Picture picture;
  g_autofree char *usual = NULL, *by_path = NULL;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  usual = small_words (&picture);
  g_assert_nonnull (strstr (usual, "1 exact run a side: noise cannot be estimated"));
  g_assert_null (strstr (usual, "matched"));
  picture.comparison->compared.method = CYAN_MATCH_PATH;
  by_path = small_words (&picture);
  g_assert_nonnull (strstr (by_path, "matched by exact path \xc2\xb7 1 exact run a side"));
  picture_clear (&picture);
}

/* A change that splits up above where to start. */
TEST ("/paint/legend/fork")
{
  Picture picture;
  CyanHotPath *path;

  picture_init (&picture,
                compare_texts ("main:9*1(a:10*1 b:10*1 c:10*1)", "main:9*1(a:40*1 b:39*1 c:38*1)"),
                &usual_scale);
  path = cyan_hot_path_new (picture.comparison, 1, CYAN_DIRECTION_SLOWER);
  picture.style.hot_path = path;
  picture.style.start = find_node (picture.comparison, "a");
  picture.style.start_name = "a";
  g_assert_cmpuint (path->fork, ==, 1);
  assert_legend (&picture, SLOWER, UNCHANGED, PATH, START ("a"), FORK);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

TEST ("/paint/legend/room")
{
  for (guint i = 0; i < 8; i++)
    {
      Picture picture;
      g_autoptr (CyanScene) legend = NULL;

      picture_init (&picture, compare_random (100, 7), &usual_scale);
      cyan_layout_set_width (picture.layout, CYAN_WIDTH_CALLS);
      picture.style.theme = (CyanTheme){ i & 1 ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC,
                                         (i & 2) != 0, (i & 4) != 0 };
      picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
      legend = cyan_scene_new_legend (picture.layout, &picture.style, 1, &(CyanLegendForm){ 0 });
      g_assert_cmpfloat (legend->bounds.x, ==, 0);
      g_assert_cmpfloat (legend->bounds.y, ==, 0);
      g_assert_true (has_text (legend, SOURCE));
      g_assert_true (has_text (legend, CALLS));
      assert_tidy (legend);
      picture_clear (&picture);
    }
}

/* Without a total nothing has a height, so that none is explained. */
TEST ("/paint/legend/no-total")
{
  g_autoptr (CyanScene) legend = NULL;
  Picture picture;

  picture_init (&picture, compare_texts ("a:0*1(b:0*2)", "a:0*1(b:0*3)"), &usual_scale);
  cyan_layout_set_basis (picture.layout, CYAN_BASIS_ABSOLUTE);
  legend = cyan_scene_new_legend (picture.layout, &picture.style, 1, &(CyanLegendForm){ 0 });
  for (guint i = 0; i < legend->items->len; i++)
    {
      const CyanItem *item = &g_array_index (legend->items, CyanItem, i);

      g_assert_false (item->kind == CYAN_ITEM_TEXT && g_str_has_prefix (item->text, "height:"));
    }
  assert_tidy (legend);
  picture_clear (&picture);
}
