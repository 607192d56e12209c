/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The delta hot path. */
#include "cyan-hot-path.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

static char *
path_text (const CyanComparison *self, CyanDirection direction)
{
  g_autoptr (CyanHotPath) path = cyan_hot_path_new (self, cyan_comparison_top (self), direction);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < path->nodes->len; i++)
    {
      CyanNode node = g_array_index (path->nodes, CyanNode, i);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? ">" : "", cyan_comparison_name (self, node),
                              node == path->culprit ? "!" : "", node == path->fork ? "<" : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_path (const char *before, const char *after, CyanDirection direction, const char *expected)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);
  g_autofree char *text = path_text (self, direction);

  g_assert_cmpstr (text, ==, expected);
}

/* The changes of A's two children cancel out; the largest difference of totals would lead to B. */
static void
test_cancellation (void)
{
  assert_path ("root:0(A:0(a:100 b:200) B:10)", "root:0(A:0(a:200 b:100) B:20)",
               CYAN_DIRECTION_SLOWER, "root>A>a!");
  assert_path ("root:0(A:0(a:100 b:200) B:10)", "root:0(A:0(a:200 b:100) B:20)",
               CYAN_DIRECTION_FASTER, "root>A>b!");
}

/* Thirty nodes with a change of one each do not outweigh a leaf with fifty. */
static void
test_length (void)
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

static void
test_marks (void)
{
  /* The culprit is not always the end of the path. */
  assert_path ("a:0(b:0(c:10(d:1)))", "a:0(b:0(c:60(d:6)))", CYAN_DIRECTION_SLOWER, "a>b>c!<>d");
  /* Three children with equal deltas: the first is taken, and the fork is above it. */
  assert_path ("a:0(b:0(c:1 d:1 e:1))", "a:0(b:0(c:5 d:5 e:5))", CYAN_DIRECTION_SLOWER, "a>b<>c!");
  /* Nothing below changed. */
  assert_path ("a:0(b:0(c:10))", "a:0(b:7(c:10))", CYAN_DIRECTION_SLOWER, "a>b!");
  assert_path ("a:0(b:3)", "a:0(b:3)", CYAN_DIRECTION_SLOWER, "a");
}

static void
test_ties (void)
{
  /* Equal deltas: the larger difference of totals, then the larger total, then sibling order. */
  assert_path ("r:0(a:0(x:5 y:9) b:0(x:5))", "r:0(a:0(x:9 y:7) b:0(x:9))", CYAN_DIRECTION_SLOWER,
               "r>b>x!");
  assert_path ("r:0(a:5 b:6)", "r:0(a:9 b:10)", CYAN_DIRECTION_SLOWER, "r>b!");
  assert_path ("r:0(b:5 a:5)", "r:0(b:9 a:9)", CYAN_DIRECTION_SLOWER, "r>b!");
}

/* A wrapper counts its own cost, not that of what it wraps. */
static void
test_wrapper (void)
{
  g_autoptr (CyanComparison) self = compare (
      "main:0(work:100 other:10)", "main:0(wrap:1(work:100) other:30)", CYAN_MATCH_CONTEXT);
  g_autofree char *text = path_text (self, CYAN_DIRECTION_SLOWER);

  g_assert_cmpstr (text, ==, "main>other!");
}

/* A chain of a million nodes, without recursion. */
static void
test_deep (void)
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
  g_assert_cmpuint (path->culprit, ==, depth);
  cyan_profile_unref (sides[0]);
  cyan_profile_unref (sides[1]);
}

/* The culprits of the hottest paths with their deltas: "a:50 b:30". */
static char *
culprits (const CyanComparison *self, guint n)
{
  g_autoptr (GPtrArray) paths = cyan_hot_paths_new (self, CYAN_NODE_ROOT, CYAN_DIRECTION_SLOWER, n);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++)
    {
      const CyanHotPath *path = g_ptr_array_index (paths, i);

      if (path->culprit != CYAN_NODE_NONE)
        g_string_append_printf (text, "%s%s:%g", i > 0 ? " " : "",
                                cyan_comparison_name (self, path->culprit), path->self_delta);
    }
  return g_string_free (text, FALSE);
}

static void
assert_culprits (const char *before, const char *after, guint n, const char *expected)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);
  g_autofree char *text = culprits (self, n);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_next_paths (void)
{
  const char *before = "root:0(A:0(a:10 b:10) B:0(c:10(d:10)) e:10)";
  const char *after = "root:0(A:0(a:60 b:40) B:0(c:12(d:35)) e:5)";

  assert_culprits (before, after, 1, "a:50");
  assert_culprits (before, after, 3, "a:50 b:30 d:25");
  /* There are at most four, and nodes that became faster are not among them. */
  assert_culprits (before, after, 9, "a:50 b:30 d:25 c:2");
  assert_culprits (before, before, 9, "");
  /* What stands above all functions is none to mend; a function is, even if it calls all others. */
  assert_culprits ("'(root)':0(a:10 b:10)", "'(root)':5(a:60 b:40)", 9, "a:50 b:30");
  assert_culprits ("main:0(a:10 b:10)", "main:5(a:60 b:40)", 9, "a:50 b:30 main:5");
  /* A culprit in the middle of a path leaves those below it for later paths. */
  assert_culprits ("r:0(m:10(x:10))", "r:0(m:60(x:15))", 5, "m:50 x:5");
}

/* A recursion spreads one function over many contexts, none of which explains much: then a picture
 * leads to the function, in its largest context. */
static void
test_shown_of_recursion (void)
{
  const char *before =
      "main:0(f:9(f:9(f:9(f:9(f:9(f:9(f:9(f:9(f:9(f:9(f:9(f:9(g:9)))))))))))) h:9)";
  const char *after = "main:0(f:9(f:10(f:10(f:10(f:10(f:12(f:10(f:10(f:10(f:10(f:10(f:10(g:9)))))))"
                      "))))) h:10)";
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);
  CyanNode top = cyan_comparison_top (self);
  g_autoptr (CyanHotPath) hottest = cyan_hot_path_new (self, top, CYAN_DIRECTION_SLOWER);
  g_autoptr (CyanHotPath) shown = cyan_hot_path_new_shown (self, top, CYAN_DIRECTION_SLOWER);
  g_autoptr (GPtrArray) paths = cyan_hot_paths_new_shown (self, top, CYAN_DIRECTION_SLOWER, 3);

  g_assert_false (cyan_hot_path_blames (hottest));
  g_assert_true (cyan_hot_path_blames (shown));
  g_assert_cmpstr (cyan_comparison_name (self, shown->culprit), ==, "f");
  /* main is 1. */
  g_assert_cmpuint (shown->culprit, ==, 7);
  g_assert_cmpuint (shown->n_contexts, ==, 12);
  assert_near (shown->share, 13.0 / 14);
  assert_near (shown->self_delta, 13);
  g_assert_null (cyan_hot_path_nobody_text (shown));
  /* It is the first, and there once. */
  g_assert_cmpuint (paths->len, ==, 3);
  for (guint i = 0; i < paths->len; i++)
    g_assert_cmpint (((CyanHotPath *) g_ptr_array_index (paths, i))->culprit == 7, ==, i == 0);
}

static void
assert_nobody (const char *before, const char *after, CyanDirection direction, const char *expected)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_PATH);
  g_autoptr (CyanHotPath) path =
      cyan_hot_path_new_shown (self, cyan_comparison_top (self), direction);
  g_autofree char *text = cyan_hot_path_nobody_text (path);

  g_assert_cmpstr (text, ==, expected);
}

/* A tenth of the slowdown is enough to be blamed, less is not. */
static void
test_blame (void)
{
  const char *before = "r:1(a:1 b:1 c:1 d:1 e:1 f:1 g:1 h:1 i:1 j:1 k:1 l:1)";

  assert_nobody (before, "r:1(a:3 b:2 c:2 d:2 e:2 f:2 g:2 h:2 i:2 j:2 k:2 l:2)",
                 CYAN_DIRECTION_SLOWER, NULL);
  assert_nobody (before, "r:1(a:2 b:2 c:2 d:2 e:2 f:2 g:2 h:2 i:2 j:2 k:2 l:2)",
                 CYAN_DIRECTION_SLOWER, "no function stands out, the largest own change is 8.3 %");
  assert_nobody (before, before, CYAN_DIRECTION_SLOWER, "no significant slowdown");
  assert_nobody (before, before, CYAN_DIRECTION_FASTER, "no significant speedup");
}

/* The shares of all paths add up to one. */
static void
test_next_paths_shares (void)
{
  g_autoptr (CyanComparison) self = compare ("r:1(a:1(b:1 c:1) d:1(e:1(f:1)))",
                                             "r:2(a:4(b:2 c:9) d:3(e:1(f:6)))", CYAN_MATCH_PATH);
  g_autoptr (GPtrArray) paths =
      cyan_hot_paths_new (self, CYAN_NODE_ROOT, CYAN_DIRECTION_SLOWER, 100);
  double sum = 0, last = 1;

  for (guint i = 0; i < paths->len; i++)
    {
      const CyanHotPath *path = g_ptr_array_index (paths, i);

      if (i > 1)
        g_assert_cmpfloat (path->share, <=, last);
      last = path->share;
      sum += path->share;
    }
  assert_near (sum, 1);
}

/* The paper's words taken literally: A's children cancel out, so the path leads to B. */
static void
test_largest_delta (void)
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

/* The list begins with the path that is shown at first; it has at most as many as asked for, and one for
 * each culprit. */
static void
test_shown_paths (void)
{
  for (guint seed = 1; seed <= 20; seed++)
    {
      const RandomOptions options = {
        .seed = seed, .n_nodes = 300, .n_functions = 30, .n_edits = 4, .jitter = 0.3
      };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) self =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);

      for (guint n = 1; n <= 5; n++)
        for (CyanDirection way = CYAN_DIRECTION_SLOWER; way <= CYAN_DIRECTION_FASTER; way++)
          {
            g_autoptr (GPtrArray) paths = cyan_hot_paths_new_shown (self, CYAN_NODE_ROOT, way, n);
            g_autoptr (CyanHotPath) first = cyan_hot_path_new_shown (self, CYAN_NODE_ROOT, way);

            g_assert_cmpuint (paths->len, >, 0);
            g_assert_cmpuint (paths->len, <=, n);
            for (guint i = 0; i < paths->len; i++)
              {
                const CyanHotPath *path = g_ptr_array_index (paths, i);

                if (i == 0)
                  g_assert_cmpuint (path->culprit, ==, first->culprit);
                for (guint k = 0; k < i; k++)
                  g_assert_cmpuint (((CyanHotPath *) g_ptr_array_index (paths, k))->culprit, !=,
                                    path->culprit);
              }
          }
      random_pair_clear (&pair);
    }
}

TESTS ("hot-path")
{
  g_test_add_func ("/hot-path/shown-paths", test_shown_paths);
  g_test_add_func ("/hot-path/cancellation", test_cancellation);
  g_test_add_func ("/hot-path/length", test_length);
  g_test_add_func ("/hot-path/marks", test_marks);
  g_test_add_func ("/hot-path/ties", test_ties);
  g_test_add_func ("/hot-path/wrapper", test_wrapper);
  g_test_add_func ("/hot-path/next", test_next_paths);
  g_test_add_func ("/hot-path/next-shares", test_next_paths_shares);
  g_test_add_func ("/hot-path/shown-of-recursion", test_shown_of_recursion);
  g_test_add_func ("/hot-path/blame", test_blame);
  g_test_add_func ("/hot-path/largest-delta", test_largest_delta);
  g_test_add_func ("/hot-path/deep", test_deep);
}
