/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links and names: what a row of calls looks like, and what stands below a name.
 */
#include "paint-fixture.h"
#include "tests.h"

#include "cyan-labels.h"

#include <string.h>

#define TO " \xe2\x80\xba "

static void
folded (Picture *picture, const char *before, const char *after)
{
  picture_init (picture, compare_texts (before, after), &usual_scale);
  cyan_layout_set_folds (picture->layout, TRUE);
}

/* What stands in the link whose first node is called @name: on one line, in the size of names. */
static void
assert_link (const CyanScene *scene, const char *name, const char *text, const char *fill)
{
  const CyanItem *box = box_of (scene, name), *words = label_of (scene, name);
  CyanRect inner = rect_of (words);

  g_assert_cmpstr (words->text, ==, text);
  ASSERT_TEXT (fill_of (box), fill);
  g_assert_cmpint (box->hatch, ==, CYAN_HATCH_NONE);
  g_assert_cmpfloat (box->radius, ==, box->height / 2);
  g_assert_cmpfloat (inner.x, >, box->x);
  g_assert_cmpfloat (inner.x + inner.width, <, box->x + box->width);
  g_assert_cmpfloat (inner.y, >, box->y);
  g_assert_cmpfloat (inner.y + inner.height, <, box->y + box->height);
  g_assert_null (second_line_of (scene, name));
}

/* A row has the colour of no change, even if what it leads to is slower. */
TEST ("/paint/links/matched")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  folded (&picture, "m:9*1(a:0*1(b:0*1(c:0*1(d:0*1(slow:9*1 same:9*1)))))",
          "m:9*1(a:0*1(b:0*1(c:0*1(d:0*1(slow:90*1 same:9*1)))))");
  scene = picture_tree (&picture);
  assert_link (scene, "m", "m" TO "3 more" TO "d", "#ffffff");
  g_assert_nonnull (label_of (scene, "slow"));
  g_assert_cmpfloat (edge_to (scene, "slow")->y, >=, box_of (scene, "m")->y);
  picture_clear (&picture);
}

/* A row of long names is cut, and of one call it has the name. */
TEST ("/paint/links/names")
{
  g_autofree char *long_name = g_strnfill (60, 'w');
  g_autofree char *before =
      g_strdup_printf ("m:9*1(%s:0*1(%sz:0*1(slow:9*1 b:1*1(c:9*1))))", long_name, long_name);
  g_autofree char *after =
      g_strdup_printf ("m:99*1(%s:0*1(%sz:0*1(slow:10*1 b:1*1(c:990*1))))", long_name, long_name);
  Picture picture;
  const CyanItem *words;
  g_autoptr (CyanScene) scene = NULL;

  folded (&picture, before, after);
  scene = picture_tree (&picture);
  assert_link (scene, "b", "b", "#ffffff");
  words = label_of (scene, long_name);
  g_assert_nonnull (strstr (words->text, "\xe2\x80\xa6"));
  g_assert_true (g_str_has_suffix (words->text, "\xe2\x80\xa6"));
  g_assert_cmpfloat (words->width, <=, CYAN_LABEL_MAX_WIDTH);
  picture_clear (&picture);
}

/* Rows that only one run has look like what came or went. */
TEST ("/paint/links/one-sided")
{
  const char *with = "m:90*1(a:0*1(b:0*1(c:0*1(d:0*1(l:9*1)))) e:9*1)", *without = "m:90*1(e:9*1)";
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  folded (&picture, with, without);
  scene = picture_tree (&picture);
  assert_link (scene, "b", "b" TO "c" TO "d", "#c0bfbc");
  picture_clear (&picture);
  g_clear_pointer (&scene, cyan_scene_free);
  folded (&picture, without, with);
  scene = picture_tree (&picture);
  assert_link (scene, "b", "b" TO "c" TO "d", "#f8d431");
  /* Where it begins is a box. */
  g_assert_true (g_str_has_prefix (second_line_of (scene, "a")->text, "new, "));
  picture_clear (&picture);
}

/* A row of matched calls that goes on with removed ones is two links. */
TEST ("/paint/links/statuses")
{
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;

  folded (&picture, "m:90*1(a:0*1(b:0*1(c:0*1(d:0*1(e:0*1(f:0*1(g:0*1(h:9*1))))))))",
          "m:90*1(a:0*1(b:0*1(c:0*1)))");
  scene = picture_tree (&picture);
  assert_link (scene, "m", "m" TO "2 more" TO "c", "#ffffff");
  assert_link (scene, "e", "e" TO "f" TO "g", "#c0bfbc");
  picture_clear (&picture);
}

static guint
count_rings (const CyanScene *scene, CyanNode node)
{
  guint n = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      n += item->kind == CYAN_ITEM_RECT && item->node == node && item->fill.alpha <= 0;
    }
  return n;
}

/* Who selects a node of a row sees where it is. */
TEST ("/paint/links/selected")
{
  Picture picture;
  CyanNode a;
  g_autoptr (CyanScene) plain = NULL;
  g_autoptr (CyanScene) selected = NULL;

  folded (&picture, "m:9*1(a:0*1(b:0*1(c:0*1(d:9*1))))", "m:9*1(a:0*1(b:0*1(c:0*1(d:9*1))))");
  a = find_node (picture.comparison, "a");
  plain = picture_tree (&picture);
  picture.style.selected = find_node (picture.comparison, "b");
  selected = picture_tree (&picture);
  g_assert_cmpuint (count_rings (selected, a), >, count_rings (plain, a));
  picture_clear (&picture);
}

/* So does who searches one. */
TEST ("/paint/links/found")
{
  Picture picture;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanNode a, b;
  g_autoptr (CyanScene) plain = NULL;
  g_autoptr (CyanScene) marked = NULL;

  folded (&picture, "m:9*1(a:0*1(b:0*1(c:0*1(d:9*1))))", "m:9*1(a:0*1(b:0*1(c:0*1(d:9*1))))");
  a = find_node (picture.comparison, "a");
  b = find_node (picture.comparison, "b");
  g_array_append_val (found, b);
  plain = picture_tree (&picture);
  picture.style.found = found;
  marked = picture_tree (&picture);
  g_assert_cmpuint (count_rings (marked, a), ==, count_rings (plain, a) + 1);
  picture_clear (&picture);
}

/* The path to its goal folds, the goal does not, and its edge is that of the path. */
TEST ("/paint/links/goal")
{
  Picture picture;
  CyanHotPath *path;
  g_autoptr (CyanScene) scene = NULL;

  folded (&picture, "m:500*1(a:0*1(b:0*1(c:0*1(k:1000*1(d:0*1(e:0*1(f:0*1(l:500*1))))))))",
          "m:500*1(a:0*1(b:0*1(c:0*1(k:1009*1(d:0*1(e:0*1(f:0*1(l:500*1))))))))");
  cyan_layout_open (picture.layout, CYAN_OPENING_HOT_PATH, 0, G_MAXUINT);
  cyan_layout_show_descendants (picture.layout, find_node (picture.comparison, "k"), G_MAXUINT);
  path = cyan_hot_path_new (picture.comparison, 1, CYAN_DIRECTION_SLOWER);
  g_assert_cmpuint (path->goal, ==, find_node (picture.comparison, "k"));
  picture.style.hot_path = path;
  scene = picture_tree (&picture);
  assert_link (scene, "a", "a" TO "b" TO "c", "#ffffff");
  assert_link (scene, "d", "d" TO "e" TO "f", "#ffffff");
  g_assert_nonnull (label_of (scene, "k"));
  g_assert_cmpfloat (edge_to (scene, "k")->stroke_width, ==, 2);
  cyan_hot_path_free (path);
  picture_clear (&picture);
}

/* The name is large, where it belongs is small below it, cut from its unimportant end. */
TEST ("/paint/links/scopes")
{
  static const char *const names[] = {
    "lark.parsers.earley_forest.ForestVisitor.visit",
    "std::vector<int, std::allocator<int> >::push_back(int const&)",
    "jv_copy",
    NULL,
  };
  CyanScale wide = { 0, 0, 300, 300, 14, 30 };
  Picture picture;
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *second;

  picture_init (&picture, compare_names (names), &wide);
  scene = picture_tree (&picture);
  g_assert_cmpstr (label_of (scene, names[0])->text, ==, "ForestVisitor.visit");
  second = second_line_of (scene, names[0]);
  g_assert_true (g_str_has_suffix (second->text, "  lark.parsers.earley_forest"));
  g_assert_cmpfloat (second->y, >, label_of (scene, names[0])->y);
  g_assert_nonnull (strstr (label_of (scene, names[1])->text, "push_back"));
  g_assert_null (strstr (second_line_of (scene, names[2])->text, "  "));
  picture_clear (&picture);

  wide.min_width = wide.min_height = 130;
  g_clear_pointer (&scene, cyan_scene_free);
  picture_init (&picture, compare_names (names), &wide);
  scene = picture_tree (&picture);
  second = second_line_of (scene, names[0]);
  g_assert_true (g_str_has_suffix (second->text, "  earley_forest"));
  g_assert_null (strstr (second->text, "lark"));
  g_assert_cmpfloat (second->width, <, box_of (scene, names[0])->width);
  picture_clear (&picture);
}

/* Widths that are no calls need none. */
TEST ("/paint/links/questions")
{
  Picture picture;

  picture_init (&picture, compare_texts ("m:9*1(a:9)", "m:9*1(a:9)"), &usual_scale);
  for (CyanWidth width = CYAN_WIDTH_CALLS; width <= CYAN_WIDTH_SELF; width++)
    {
      g_autoptr (CyanScene) scene = NULL;

      cyan_layout_set_width (picture.layout, width);
      scene = picture_tree (&picture);
      g_assert_cmpint (question_of (scene, "a") != NULL, ==, width == CYAN_WIDTH_CALLS);
      g_assert_null (question_of (scene, "m"));
    }
  picture_clear (&picture);
}
