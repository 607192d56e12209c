/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two recordings can be compared, and the warnings about it. */
#include "comparison-fixture.h"
#include "tests.h"

/* A sampled profile with the roots in @names, such as "a b c". */
static CyanProfile *
sampled (const char *names, double value, double period, guint n_threads)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_auto (GStrv) parts = g_strsplit (names, " ", -1);

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, period);
  cyan_profile_builder_set_threads (builder, n_threads);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, parts[i], -1), 0, 0, 0, 0);

      cyan_profile_builder_add (
          builder, 0, cyan_profile_builder_append (builder, CYAN_NODE_ROOT, function, 0, NULL),
          value);
    }
  return cyan_profile_builder_finish (builder);
}

/* Recorders that write one name in two ways, of one function or of two. */
TEST ("/comparability/aligned")
{
  g_autoptr (CyanComparison) none =
      compare ("'pkg.tree:<module>':9('pkg.tree:Tree.walk':5)",
               "'pkg.tree:<module>':9('pkg.tree:Tree.walk':5)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) one =
      compare ("'pkg.tree:<module>':9('pkg.tree:Tree.walk':5)",
               "'pkg.tree:<module>':9('pkg.tree:walk':5)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) two =
      compare ("'pkg.tree:<module>':9('pkg.tree:Tree.walk':5 'pkg.tree:Tree.add':5)",
               "'pkg.tree:<module>':9('pkg.tree:walk':5 'pkg.tree:add':5)", CYAN_MATCH_CONTEXT);

  g_assert_false (warns (none, "write names in different ways"));
  g_assert_true (warns (one, "write names in different ways: 1 function is compared"));
  g_assert_true (warns (two, "write names in different ways: 2 functions are compared"));
}

TEST ("/comparability/nothing-to-say")
{
  g_autoptr (CyanComparison) exact = compare ("a:5(b:3)", "a:7(b:9 c:1)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanProfile) before = sampled ("a b", 1000, 100, 1);
  g_autoptr (CyanProfile) after = sampled ("a b", 1500, 101, 1);
  g_autoptr (CyanComparison) both = compare_profiles (before, after, CYAN_MATCH_CONTEXT);

  g_assert_cmpuint (exact->warnings->len, ==, 0);
  g_assert_cmpuint (both->warnings->len, ==, 0);
}

TEST ("/comparability/totals")
{
  g_autoptr (CyanComparison) near = compare ("a:10", "a:99", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) far = compare ("a:10", "a:100", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) shrunk = compare ("a:1000", "a:10", CYAN_MATCH_CONTEXT);

  g_assert_false (warns (near, "far apart"));
  g_assert_true (warns (far, "the totals are far apart (10 ns and 100 ns)"));
  g_assert_true (warns (shrunk, "far apart"));
}

TEST ("/comparability/sampling")
{
  g_autoptr (CyanProfile) fine = sampled ("a b", 1000, 100, 1);
  g_autoptr (CyanProfile) coarse = sampled ("a b", 1000, 200, 1);
  g_autoptr (CyanProfile) exact = profile ("a:1000 b:1000");
  g_autoptr (CyanComparison) periods = compare_profiles (fine, coarse, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) kinds = NULL;
  g_autoptr (CyanProfile) again = sampled ("a b", 1000, 100, 1);

  g_assert_true (warns (periods, "the sampling periods differ (100 ns and 200 ns)"));
  kinds = compare_profiles (again, exact, CYAN_MATCH_CONTEXT);
  g_assert_true (warns (kinds, "only the recording before is sampled"));
}

TEST ("/comparability/functions")
{
  g_autoptr (CyanComparison) none = compare ("a:5(b:3)", "x:7(y:9)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) few = compare (
      "m:1(a:1 b:1 c:1 d:1 e:1 f:1 g:1 h:1 i:1 j:1 k:1 l:1 n:1 o:1 p:1 q:1 r:1 s:1 t:1 u:1)",
      "m:1(A:1 B:1 C:1 D:1 E:1 F:1 G:1 H:1 I:1 J:1 K:1 L:1 N:1 O:1 P:1 Q:1 R:1 S:1 T:1 U:1)",
      CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) some =
      compare ("m:1(a:1 b:1 c:1)", "m:1(a:1 x:1 y:1)", CYAN_MATCH_PATH);

  g_assert_true (warns (none, "no function of one recording is in the other"));
  g_assert_true (warns (few, "hardly any function is in both recordings (1 of 21)"));
  g_assert_false (warns (some, "function"));
}

TEST ("/comparability/threads")
{
  g_autoptr (CyanProfile) one = sampled ("a b", 1000, 100, 1);
  g_autoptr (CyanProfile) four = sampled ("a b", 1000, 100, 4);
  g_autoptr (CyanComparison) self = compare_profiles (one, four, CYAN_MATCH_CONTEXT);

  g_assert_true (warns (self, "after: 4 threads: the total is the sum of their times"));
  g_assert_false (warns (self, "before: 1 thread"));
}

TEST ("/comparability/order")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) before = profile ("a:1");
  g_autoptr (CyanProfile) after = NULL;
  g_autoptr (CyanComparison) common = NULL;
  g_autoptr (CyanComparison) context = NULL;

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_set_unordered (builder);
  cyan_profile_builder_add (
      builder, 0,
      cyan_profile_builder_append (
          builder, CYAN_NODE_ROOT,
          cyan_profile_builder_function (builder, cyan_strings_add (strings, "a", -1), 0, 0, 0, 0),
          0, NULL),
      1);
  after = cyan_profile_builder_finish (builder);
  common = compare_profiles (before, after, CYAN_MATCH_COMMON_TREE);
  g_assert_true (warns (common, "the order of calls was not recorded"));
  context = compare_profiles (before, after, CYAN_MATCH_CONTEXT);
  g_assert_false (warns (context, "order"));
}

/* A program of @n functions that cost from 10 up, each @factor times as much; the first one costs
 * @first times as much on top. */
static CyanProfile *
scaled (guint n, double factor, double first)
{
  g_autoptr (GString) text = g_string_new ("main:1(");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "f%u:%g ", i, (10 + i) * factor * (i == 0 ? first : 1));
  g_string_truncate (text, text->len - 1);
  g_string_append_c (text, ')');
  return profile (text->str);
}

static gboolean
says_factor (guint n, double factor, double first)
{
  g_autoptr (CyanProfile) before = scaled (n, 1, 1);
  g_autoptr (CyanProfile) after = scaled (n, factor, first);
  g_autoptr (CyanComparison) self = compare_profiles (before, after, CYAN_MATCH_CONTEXT);
  g_autofree char *words =
      g_strdup_printf ("most functions cost %.2f times what they did: if only the machine", factor);

  g_assert_cmpint (warns (self, "most functions cost"), ==, warns (self, words));
  return warns (self, words);
}

/* Only one factor of most functions is named, whichever direction it has; a program with one slow
 * function, or with few, has none. */
TEST ("/comparability/factor")
{
  g_assert_true (says_factor (20, 1.31, 1));
  g_assert_true (says_factor (20, 0.5, 1));
  g_assert_true (says_factor (20, 1.31, 2));
  g_assert_false (says_factor (20, 1, 1));
  g_assert_false (says_factor (20, 1.05, 1));
  g_assert_false (says_factor (20, 1, 50));
  g_assert_false (says_factor (20, 1.31, 20));
  g_assert_false (says_factor (5, 1.31, 1));
}

/* Samples do not tell a cost, and what runs of one side do, is none between the sides. */
TEST ("/comparability/no-factor")
{
  g_autoptr (CyanProfile) whole = scaled (20, 1, 1);
  g_autoptr (CyanProfile) slow = scaled (20, 1.5, 1);
  g_autoptr (CyanRuns) before =
      cyan_runs_new ((CyanProfile *[]){ whole, slow }, 2, NULL, "a side", NULL, NULL, NULL);
  g_autoptr (CyanRuns) after = cyan_runs_new (&slow, 1, NULL, "a side", NULL, NULL, NULL);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) runs = cyan_comparison_new_runs (before, after, &options, NULL, NULL);
  g_autoptr (CyanComparison) samples = NULL;

  g_assert_false (warns (runs, "most functions cost"));
  for (guint i = 0; i < 2; i++)
    {
      CyanMetric *metric = &(i == 0 ? whole : slow)->metrics[0];

      g_free (metric->unit);
      metric->unit = g_strdup ("samples");
    }
  samples = compare_profiles (whole, slow, CYAN_MATCH_CONTEXT);
  g_assert_false (warns (samples, "most functions cost"));
}
