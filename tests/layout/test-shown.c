/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shown nodes: showing and hiding, the openings, the top, saving. */
#include "layout-trees.h"
#include "tests.h"

#include <math.h>
#include <string.h>

static const CyanScale scale = CYAN_SCALE_INIT;

typedef struct
{
  CyanComparison *comparison;
  CyanLayout *layout;
} Fixture;

static Fixture
fixture (const char *before, const char *after)
{
  Fixture f;

  f.comparison = compare_texts (before, after);
  f.layout = cyan_layout_new (f.comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
  return f;
}

static void
fixture_clear (Fixture *f)
{
  cyan_layout_free (f->layout);
  cyan_comparison_unref (f->comparison);
}

static CyanNode
at (const Fixture *f, const char *name)
{
  return find_node (f->comparison, name);
}

#define TREE "main(a(c(e f) d) b(g(h)))"

TEST ("/layout/shown/children")
{
  Fixture f = fixture (TREE, TREE);

  assert_shown (f.layout, "main");
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "main")), ==, 2);
  cyan_layout_show_children (f.layout, at (&f, "main"));
  assert_shown (f.layout, "main(a b)");
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "main")), ==, 0);
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "c")), ==, 2);
  /* No node is shown without its parent. */
  cyan_layout_show_children (f.layout, at (&f, "c"));
  assert_shown (f.layout, "main(a b)");
  cyan_layout_reveal (f.layout, at (&f, "f"));
  assert_shown (f.layout, "main(a(c(f)) b)");
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "a")), ==, 1);
  g_assert_cmpuint (cyan_layout_n_hidden_children (f.layout, at (&f, "c")), ==, 1);
  cyan_layout_show_children (f.layout, at (&f, "c"));
  cyan_layout_show_children (f.layout, at (&f, "a"));
  assert_shown (f.layout, "main(a(c(e f) d) b)");
  g_assert_cmpuint (cyan_layout_n_shown (f.layout), ==, 7);
  cyan_layout_hide_children (f.layout, at (&f, "a"));
  assert_shown (f.layout, "main(a b)");
  g_assert_false (cyan_layout_is_shown (f.layout, at (&f, "e")));
  /* Nodes that were open below are not reopened. */
  cyan_layout_show_children (f.layout, at (&f, "a"));
  assert_shown (f.layout, "main(a(c d) b)");
  fixture_clear (&f);
}

TEST ("/layout/shown/descendants")
{
  Fixture f = fixture (TREE, TREE);

  cyan_layout_show_children (f.layout, at (&f, "main"));
  g_assert_true (cyan_layout_show_descendants (f.layout, at (&f, "b"), 3));
  assert_shown (f.layout, "main(a b(g(h)))");
  g_assert_false (cyan_layout_show_descendants (f.layout, at (&f, "a"), 4));
  assert_shown (f.layout, "main(a(c(e) d) b(g(h)))");
  g_assert_true (cyan_layout_show_descendants (f.layout, at (&f, "main"), 9));
  assert_shown (f.layout, TREE);
  /* Those that are shown already keep their places. */
  cyan_layout_hide_children (f.layout, at (&f, "main"));
  cyan_layout_reveal (f.layout, at (&f, "f"));
  cyan_layout_reveal (f.layout, at (&f, "h"));
  assert_shown (f.layout, "main(a(c(f)) b(g(h)))");
  g_assert_true (cyan_layout_show_descendants (f.layout, at (&f, "main"), G_MAXUINT));
  assert_shown (f.layout, TREE);
  fixture_clear (&f);
}

TEST ("/layout/shown/limit")
{
  Fixture f = fixture (TREE, TREE);

  g_assert_false (cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, 5));
  assert_shown (f.layout, "main(a(c d) b)");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, 9));
  assert_shown (f.layout, TREE);
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_DEPTH, 0, 9));
  assert_shown (f.layout, "main");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_DEPTH, 2, 9));
  assert_shown (f.layout, "main(a(c d) b(g))");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_DEPTH, 99, 9));
  assert_shown (f.layout, TREE);
  fixture_clear (&f);
}

TEST ("/layout/shown/neighbours")
{
  Fixture f = fixture (TREE, TREE);

  cyan_layout_open (f.layout, CYAN_OPENING_DEPTH, 2, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_parent_of (f.layout, at (&f, "main")), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_layout_parent_of (f.layout, at (&f, "d")), ==, at (&f, "a"));
  g_assert_cmpuint (cyan_layout_first_child_of (f.layout, at (&f, "main")), ==, at (&f, "a"));
  g_assert_cmpuint (cyan_layout_first_child_of (f.layout, at (&f, "c")), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_layout_next_of (f.layout, at (&f, "c")), ==, at (&f, "d"));
  g_assert_cmpuint (cyan_layout_next_of (f.layout, at (&f, "d")), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_layout_previous_of (f.layout, at (&f, "d")), ==, at (&f, "c"));
  g_assert_cmpuint (cyan_layout_previous_of (f.layout, at (&f, "a")), ==, CYAN_NODE_NONE);
  /* Hidden nodes have no neighbours. */
  g_assert_cmpuint (cyan_layout_parent_of (f.layout, at (&f, "e")), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_layout_next_of (f.layout, CYAN_NODE_NONE), ==, CYAN_NODE_NONE);
  fixture_clear (&f);
}

TEST ("/layout/shown/focus")
{
  Fixture f = fixture (TREE, TREE);
  CyanPlaced placed;

  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  cyan_layout_hide_children (f.layout, at (&f, "c"));
  cyan_layout_set_top (f.layout, at (&f, "a"));
  g_assert_cmpuint (cyan_layout_top (f.layout), ==, at (&f, "a"));
  assert_shown (f.layout, "a(c d)");
  g_assert_cmpuint (cyan_layout_n_shown (f.layout), ==, 3);
  g_assert_false (cyan_layout_is_shown (f.layout, at (&f, "main")));
  g_assert_true (cyan_layout_position_of (f.layout, at (&f, "a"), &placed));
  g_assert_false (placed.has_edge);
  g_assert_cmpfloat (placed.box.x + placed.box.width / 2, ==, 0);
  g_assert_cmpfloat (placed.box.y, ==, 0);
  g_assert_false (cyan_layout_position_of (f.layout, at (&f, "b"), &placed));
  /* Openings stay below the top. */
  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  assert_shown (f.layout, "a(c(e f) d)");
  /* A top elsewhere in the tree. */
  cyan_layout_set_top (f.layout, at (&f, "g"));
  assert_shown (f.layout, "g");
  cyan_layout_show_children (f.layout, at (&f, "g"));
  /* With a top further up, shown nodes stay shown. */
  cyan_layout_set_top (f.layout, at (&f, "main"));
  assert_shown (f.layout, "main(b(g(h)))");
  /* Revealing a node outside of the top restores the old top. */
  cyan_layout_set_top (f.layout, at (&f, "g"));
  cyan_layout_reveal (f.layout, at (&f, "d"));
  assert_shown (f.layout, "main(a(d) b(g(h)))");
  cyan_layout_set_top (f.layout, at (&f, "h"));
  cyan_layout_set_top (f.layout, at (&f, "main"));
  assert_shown (f.layout, "main(b(g(h)))");
  fixture_clear (&f);
}

TEST ("/layout/shown/several-roots")
{
  Fixture f = fixture ("one(a) two(b)", "one(a) two(b)");

  assert_shown (f.layout, CYAN_ROOT_NAME);
  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  assert_shown (f.layout, CYAN_ROOT_NAME "(one(a) two(b))");
  cyan_layout_set_top (f.layout, at (&f, "two"));
  cyan_layout_reveal (f.layout, at (&f, "one"));
  assert_shown (f.layout, CYAN_ROOT_NAME "(one two(b))");
  fixture_clear (&f);
}

TEST ("/layout/shown/save")
{
  Fixture f = fixture (TREE, TREE);
  Fixture other = fixture ("main(a)", "main(a)");
  g_autoptr (CyanShownNodes) all = NULL;
  g_autoptr (CyanShownNodes) focused = NULL;

  cyan_layout_reveal (f.layout, at (&f, "f"));
  all = cyan_layout_save (f.layout);
  cyan_layout_set_top (f.layout, at (&f, "g"));
  focused = cyan_layout_save (f.layout);
  cyan_layout_restore (f.layout, all);
  assert_shown (f.layout, "main(a(c(f)))");
  cyan_layout_open (f.layout, CYAN_OPENING_ALL, 0, G_MAXUINT);
  cyan_layout_restore (f.layout, focused);
  assert_shown (f.layout, "g");
  cyan_layout_restore (f.layout, all);
  assert_shown (f.layout, "main(a(c(f)))");
  /* What is not of this comparison is ignored. */
  cyan_layout_restore (other.layout, all);
  assert_shown (other.layout, "main");
  fixture_clear (&f);
  fixture_clear (&other);
}

TEST ("/layout/shown/hot-path")
{
  Fixture f = fixture ("main:10(hot:10(deep:20(leaf:100) calm:10) faster:200 same:100(x:1 y:1))",
                       "main:10(hot:10(deep:20(leaf:400) calm:10) faster:100 same:100(x:1 y:1))");

  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_HOT_PATH, 0, G_MAXUINT));
  /* The shares of same and calm fell only because the run grew. */
  assert_shown (f.layout, "main(hot(deep(leaf)) faster)");
  g_assert_false (cyan_layout_open (f.layout, CYAN_OPENING_HOT_PATH, 0, 4));
  assert_shown (f.layout, "main(hot(deep(leaf)))");
  g_assert_false (cyan_layout_open (f.layout, CYAN_OPENING_HOT_PATH, 0, 2));
  assert_shown (f.layout, "main(hot)");
  cyan_layout_open (f.layout, CYAN_OPENING_DEPTH, 0, G_MAXUINT);
  show_hot_path (f.layout, at (&f, "main"), CYAN_DIRECTION_FASTER);
  assert_shown (f.layout, "main(hot(deep(leaf)) faster)");
  /* Starting at a hidden node. */
  cyan_layout_open (f.layout, CYAN_OPENING_DEPTH, 0, G_MAXUINT);
  show_hot_path (f.layout, at (&f, "deep"), CYAN_DIRECTION_SLOWER);
  assert_shown (f.layout, "main(hot(deep(leaf)))");
  fixture_clear (&f);
}

TEST ("/layout/shown/hot-path-siblings")
{
  GString *before = g_string_new ("main:0(");
  GString *after = g_string_new ("main:0(");
  Fixture f;

  for (int i = 0; i < 60; i++)
    {
      g_string_append_printf (before, "f%d:100 ", i);
      g_string_append_printf (after, "f%d:%d ", i, i % 2 == 0 ? 100 + 10 * i : 100);
    }
  g_string_append_c (before, ')');
  g_string_append_c (after, ')');
  f = fixture (before->str, after->str);
  cyan_layout_open (f.layout, CYAN_OPENING_HOT_PATH, 0, G_MAXUINT);
  /* The path goes to f58; the 24 nodes with the largest changes are around it. f8 is above the
   * threshold, too. */
  assert_shown (f.layout,
                "main(f10 f12 f14 f16 f18 f20 f22 f24 f26 f28 f30 f32 f34 f36 f38 f40 f42 "
                "f44 f46 f48 f50 f52 f54 f56 f58)");
  fixture_clear (&f);
  g_string_free (before, TRUE);
  g_string_free (after, TRUE);
}

TEST ("/layout/shown/largest")
{
  Fixture f = fixture ("main:512(a:64(b:64(c:128) d:64) e:128(f:64))",
                       "main:512(a:64(b:64(c:64) d:128) e:64(f:128))");

  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 0, G_MAXUINT));
  assert_shown (f.layout, "main");
  /* b, c, d and f have the same change, 64; earlier ones win.  The total of e is unchanged. */
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 2, G_MAXUINT));
  assert_shown (f.layout, "main(a(b(c)))");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 3, G_MAXUINT));
  assert_shown (f.layout, "main(a(b(c) d))");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 4, G_MAXUINT));
  assert_shown (f.layout, "main(a(b(c) d) e(f))");
  g_assert_true (cyan_layout_open (f.layout, CYAN_OPENING_TOP, G_MAXUINT, G_MAXUINT));
  g_assert_cmpuint (cyan_layout_n_shown (f.layout), ==, 7);
  /* One node too many is too many. */
  g_assert_false (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 3, 4));
  assert_shown (f.layout, "main(a(b(c)))");
  g_assert_false (cyan_layout_open (f.layout, CYAN_OPENING_TOP, 4, 5));
  assert_shown (f.layout, "main(a(b(c) d))");
  fixture_clear (&f);
}

/* More candidates than are sorted in one batch. */
TEST ("/layout/shown/largest-of-many")
{
  g_autoptr (CyanComparison) comparison = compare_random (SHAPE_BUSHY, 20000, 5);
  g_autoptr (CyanLayout) layout =
      cyan_layout_new (comparison, &scale, CYAN_BASIS_SHARE, NULL, NULL);
  double least = 0;

  cyan_layout_open (layout, CYAN_OPENING_TOP, 50, G_MAXUINT);
  g_assert_cmpuint (cyan_layout_n_shown (layout), >=, 50);
  for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
    if (!cyan_layout_is_shown (layout, i))
      least = MAX (least, fabs (cyan_comparison_height (comparison, i, CYAN_BASIS_SHARE)));
  {
    guint n_larger = 0;

    for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
      n_larger += fabs (cyan_comparison_height (comparison, i, CYAN_BASIS_SHARE)) > least;
    g_assert_cmpuint (n_larger, >=, 50);
  }
}

TEST ("/layout/shown/parse")
{
  CyanOpening opening;
  guint n;

  g_assert_true (cyan_opening_parse ("hot-path", &opening, &n));
  g_assert_cmpint (opening, ==, CYAN_OPENING_HOT_PATH);
  g_assert_true (cyan_opening_parse ("all", &opening, &n));
  g_assert_cmpint (opening, ==, CYAN_OPENING_ALL);
  g_assert_true (cyan_opening_parse ("top:30", &opening, &n));
  g_assert_cmpint (opening, ==, CYAN_OPENING_TOP);
  g_assert_cmpuint (n, ==, 30);
  g_assert_true (cyan_opening_parse ("depth:4", &opening, &n));
  g_assert_cmpint (opening, ==, CYAN_OPENING_DEPTH);
  g_assert_cmpuint (n, ==, 4);
  for (const char *const *text =
           (const char *const[]){ "", "top", "top:", "top:-1", "top:1x", "depth: 3", "all:1", "ALL",
                                  "depth:99999999999", "width:3", "hot-path:2", NULL };
       *text != NULL; text++)
    g_assert_false (cyan_opening_parse (*text, &opening, &n));
}
