/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The delta hot path. */
#include "cyan-hot-path.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

static char *
path_text (const CyanComparison *self, CyanNode start, CyanDirection direction)
{
  g_autoptr (CyanHotPath) path =
      cyan_hot_path_new_to_start (self, cyan_comparison_top (self), start, direction);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < path->nodes->len; i++)
    {
      CyanNode node = g_array_index (path->nodes, CyanNode, i);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ">" : "", cyan_comparison_name (self, node),
                              node == path->goal ? "!" : "", node == path->fork ? "<" : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_path (const char *before, const char *after, CyanDirection direction, const char *expected)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);

  ASSERT_TEXT (path_text (self, CYAN_NODE_NONE, direction), expected);
}

/* The changes of A's two children cancel out; the largest difference of totals would lead to B. */
TEST ("/hot-path/cancellation")
{
  assert_path ("root:0(A:0(a:100 b:200) B:10)", "root:0(A:0(a:200 b:100) B:20)",
               CYAN_DIRECTION_SLOWER, "root>A>a!");
  assert_path ("root:0(A:0(a:100 b:200) B:10)", "root:0(A:0(a:200 b:100) B:20)",
               CYAN_DIRECTION_FASTER, "root>A>b!");
}

/* Thirty nodes with a change of one each do not outweigh a leaf with fifty. */
TEST ("/hot-path/length")
{
  GString *before = g_string_new ("root:0(leaf:10 ");
  GString *after = g_string_new ("root:0(leaf:60 ");

  for (guint i = 0; i < 30; i++)
    {
      g_string_append_printf (before, "n%u:10(", i);
      g_string_append_printf (after, "n%u:11(", i);
    }
  for (guint i = 0; i < 30; i++)
    {
      g_string_append_c (before, ')');
      g_string_append_c (after, ')');
    }
  g_string_append_c (before, ')');
  g_string_append_c (after, ')');
  assert_path (before->str, after->str, CYAN_DIRECTION_SLOWER, "root>leaf!");
  g_string_free (before, TRUE);
  g_string_free (after, TRUE);
}

TEST ("/hot-path/marks")
{
  /* The goal is not always the end of the path. */
  assert_path ("a:0(b:0(c:10(d:1)))", "a:0(b:0(c:60(d:6)))", CYAN_DIRECTION_SLOWER, "a>b>c!<>d");
  /* Three children with equal deltas: the first is taken, and the fork is above it. */
  assert_path ("a:0(b:0(c:1 d:1 e:1))", "a:0(b:0(c:5 d:5 e:5))", CYAN_DIRECTION_SLOWER, "a>b<>c!");
  /* Nothing below changed. */
  assert_path ("a:0(b:0(c:10))", "a:0(b:7(c:10))", CYAN_DIRECTION_SLOWER, "a>b!");
  assert_path ("a:0(b:3)", "a:0(b:3)", CYAN_DIRECTION_SLOWER, "a");
}

TEST ("/hot-path/ties")
{
  /* Equal deltas: the larger difference of totals, then the larger total, then sibling order. */
  assert_path ("r:0(a:0(x:5 y:9) b:0(x:5))", "r:0(a:0(x:9 y:7) b:0(x:9))", CYAN_DIRECTION_SLOWER,
               "r>b>x!");
  assert_path ("r:0(a:5 b:6)", "r:0(a:9 b:10)", CYAN_DIRECTION_SLOWER, "r>b!");
  assert_path ("r:0(b:5 a:5)", "r:0(b:9 a:9)", CYAN_DIRECTION_SLOWER, "r>b!");
}

/* A wrapper counts its own cost, not that of what it wraps. */
TEST ("/hot-path/wrapper")
{
  g_autoptr (CyanComparison) self = compare (
      "main:0(work:100 other:10)", "main:0(wrap:1(work:100) other:30)", CYAN_MATCH_CONTEXT);

  ASSERT_TEXT (path_text (self, CYAN_NODE_NONE, CYAN_DIRECTION_SLOWER), "main>other!");
}

/* A chain of a million nodes, without recursion. */
TEST ("/hot-path/deep")
{
  const guint depth = 1000000;
  CyanProfile *sides[2];
  g_autoptr (CyanComparison) self = NULL;
  g_autoptr (CyanHotPath) path = NULL;

  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      guint32 functions[2];
      CyanNode node = CYAN_NODE_ROOT;

      cyan_profile_builder_metric (builder, "time", "ns");
      for (guint f = 0; f < 2; f++)
        functions[f] = cyan_profile_builder_function (
            builder, cyan_strings_add (strings, f == 0 ? "ping" : "pong", -1), CYAN_STR_EMPTY,
            CYAN_STR_EMPTY, 0, 0);
      for (guint i = 0; i < depth; i++)
        {
          node = cyan_profile_builder_append (builder, node, functions[i % 2], 0, NULL);
          cyan_profile_builder_add (builder, 0, node, 1);
        }
      cyan_profile_builder_add (builder, 0, node, s * 1000);
      sides[s] = cyan_profile_builder_finish (builder);
    }
  self = compare_profiles (sides[0], sides[1], CYAN_MATCH_CONTEXT);
  g_assert_cmpuint (self->compared.n_nodes, ==, depth + 1);
  path = cyan_hot_path_new (self, cyan_comparison_top (self), CYAN_DIRECTION_SLOWER);
  g_assert_cmpuint (path->nodes->len, ==, depth);
  g_assert_cmpuint (path->goal, ==, depth);
  cyan_profile_unref (sides[0]);
  cyan_profile_unref (sides[1]);
}

static double
own_change (const CyanComparison *self, const CyanHotPath *path)
{
  return cyan_compared_self_difference (&self->compared, path->goal);
}

/* The goals of the hottest paths with their own changes: "a:50 b:30". */
static char *
goals (const CyanComparison *self, guint n)
{
  g_autoptr (GPtrArray) paths =
      cyan_hot_paths_new (self, CYAN_NODE_ROOT, CYAN_NODE_NONE, CYAN_DIRECTION_SLOWER, n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++)
    {
      const CyanHotPath *path = g_ptr_array_index (paths, i);

      if (path->goal != CYAN_NODE_NONE)
        g_string_append_printf (text, "%s%s:%g", i > 0 ? " " : "",
                                cyan_comparison_name (self, path->goal), own_change (self, path));
    }
  return g_string_free (text, FALSE);
}

static void
assert_goals (const char *before, const char *after, guint n, const char *expected)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);

  ASSERT_TEXT (goals (self, n), expected);
}

TEST ("/hot-path/next")
{
  const char *before = "root:0(A:0(a:10 b:10) B:0(c:10(d:10)) e:10)";
  const char *after = "root:0(A:0(a:60 b:40) B:0(c:12(d:35)) e:5)";

  assert_goals (before, after, 1, "a:50");
  assert_goals (before, after, 3, "a:50 b:30 d:25");
  /* There are at most four, and nodes that became faster are not among them. */
  assert_goals (before, after, 9, "a:50 b:30 d:25 c:2");
  assert_goals (before, before, 9, "");
  /* What stands above all functions is none to mend; a function is, even if it calls all others. */
  assert_goals ("'(root)':0(a:10 b:10)", "'(root)':5(a:60 b:40)", 9, "a:50 b:30");
  assert_goals ("main:0(a:10 b:10)", "main:5(a:60 b:40)", 9, "a:50 b:30 main:5");
  /* A goal in the middle of a path leaves those below it for later paths. */
  assert_goals ("r:0(m:10(x:10))", "r:0(m:60(x:15))", 5, "m:50 x:5");
}

/* The path to a node that one is told to start at goes on below it along the largest delta; it
 * comes first, the hot path second, and each goal is there once. */
TEST ("/hot-path/start")
{
  g_autoptr (CyanComparison) self =
      compare ("root:0(A:0(a:10 b:10) B:0(c:10(d:10 e:10)))",
               "root:0(A:0(a:60 b:40) B:0(c:12(d:15 e:35)))", CYAN_MATCH_PATH);
  CyanNode top = cyan_comparison_top (self), c = find (self, "c");
  g_autofree char *hottest = path_text (self, CYAN_NODE_NONE, CYAN_DIRECTION_SLOWER);
  g_autofree char *led = path_text (self, c, CYAN_DIRECTION_SLOWER);
  g_autofree char *other_way = path_text (self, c, CYAN_DIRECTION_FASTER);
  g_autoptr (GPtrArray) paths = cyan_hot_paths_new (self, top, c, CYAN_DIRECTION_SLOWER, 3);
  g_autoptr (CyanHotPath) beside =
      cyan_hot_path_new_to_start (self, find (self, "A"), c, CYAN_DIRECTION_SLOWER);
  static const char *const expected[] = { "c", "a", "b" };

  g_assert_cmpstr (hottest, ==, "root>A>a!");
  g_assert_cmpstr (led, ==, "root<>B>c!>e");
  g_assert_cmpstr (other_way, ==, "root");
  g_assert_cmpuint (paths->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < paths->len; i++)
    g_assert_cmpstr (
        cyan_comparison_name (self, ((CyanHotPath *) g_ptr_array_index (paths, i))->goal), ==,
        expected[i]);
  /* A path that does not come by is the hot path. */
  g_assert_cmpstr (cyan_comparison_name (self, beside->goal), ==, "a");
}

/* The own changes of all goals add up to the delta of the whole, the largest first. */
TEST ("/hot-path/next-sum")
{
  g_autoptr (CyanComparison) self = compare ("r:1(a:1(b:1 c:1) d:1(e:1(f:1)))",
                                             "r:2(a:4(b:2 c:9) d:3(e:1(f:6)))", CYAN_MATCH_PATH);
  g_autoptr (GPtrArray) paths =
      cyan_hot_paths_new (self, CYAN_NODE_ROOT, CYAN_NODE_NONE, CYAN_DIRECTION_SLOWER, 100);
  double sum = 0, last = G_MAXDOUBLE;

  for (guint i = 0; i < paths->len; i++)
    {
      const CyanHotPath *path = g_ptr_array_index (paths, i);

      if (i > 1)
        g_assert_cmpfloat (own_change (self, path), <=, last);
      last = own_change (self, path);
      sum += last;
    }
  g_assert_cmpuint (paths->len, >, 2);
  assert_near (sum, self->slower_delta[CYAN_NODE_ROOT]);
}

/* The paper's words taken literally: A's children cancel out, so the path leads to B. */
TEST ("/hot-path/largest-delta")
{
  g_autoptr (CyanComparison) self =
      compare ("root:0(A:0(a:100 b:200) B:10(c:0 d:5))", "root:0(A:0(a:200 b:100) B:20(c:3 d:1))",
               CYAN_MATCH_PATH);
  g_autoptr (CyanHotPath) path =
      cyan_hot_path_new_largest_delta (self, cyan_comparison_top (self), CYAN_BASIS_ABSOLUTE);
  static const char *const expected[] = { "root", "B", "d" };

  g_assert_cmpuint (path->nodes->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < path->nodes->len; i++)
    g_assert_cmpstr (cyan_comparison_name (self, g_array_index (path->nodes, CyanNode, i)), ==,
                     expected[i]);
}

static gboolean
is_on (const CyanHotPath *path, CyanNode node)
{
  for (guint i = 0; i < path->nodes->len; i++)
    if (g_array_index (path->nodes, CyanNode, i) == node)
      return TRUE;
  return FALSE;
}

/* Whatever one is told to start at: the first path leads there from the topmost node, call by call;
 * the list has at most as many paths as asked for, and one for each goal. */
TEST ("/hot-path/start-laws")
{
  for (guint seed = 1; seed <= 20; seed++)
    {
      const RandomOptions options = {
        .seed = seed, .n_nodes = 300, .n_functions = 30, .n_edits = 4, .jitter = 0.3
      };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) self =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      const CyanMergedTree *tree = self->compared.tree;
      CyanDirection way = cyan_comparison_direction (self);

      for (guint n = 1; n <= 5; n++)
        for (CyanNode start = 1; start < self->compared.n_nodes; start += 7)
          {
            g_autoptr (GPtrArray) paths = cyan_hot_paths_new (self, CYAN_NODE_ROOT, start, way, n);
            const CyanHotPath *first = g_ptr_array_index (paths, 0);

            g_assert_cmpuint (first->goal, ==, start);
            g_assert_true (is_on (first, start));
            g_assert_cmpuint (g_array_index (first->nodes, CyanNode, 0), ==, CYAN_NODE_ROOT);
            for (guint i = 1; i < first->nodes->len; i++)
              g_assert_cmpuint (tree->parent[g_array_index (first->nodes, CyanNode, i)], ==,
                                g_array_index (first->nodes, CyanNode, i - 1));
            g_assert_cmpuint (paths->len, <=, n);
            for (guint i = 0; i < paths->len; i++)
              for (guint k = 0; k < i; k++)
                g_assert_cmpuint (((CyanHotPath *) g_ptr_array_index (paths, k))->goal, !=,
                                  ((CyanHotPath *) g_ptr_array_index (paths, i))->goal);
          }
      random_pair_clear (&pair);
    }
}
