/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heights, widths, verdicts, bases and warnings, on small trees. */
#include "comparison-fixture.h"

#include "cyan-error.h"
#include "cyan-width.h"
#include "tests.h"

#define XML_BEFORE                                                                                 \
  "main:0*1('build(File)':0*1('build(URL)':0*1('build(InputSource)':9*1("                          \
  "parse:495*1 createParser:404*1 createContentHandler:34*1))))"
#define XML_AFTER                                                                                  \
  "main:0*1('build(File)':0*1('build(URL)':0*1('build(InputSource)':0*1("                          \
  "parse_proxy:1*1(new_method:699*1 parse:385*1) createParser:784*1 createContentHandler:36*1))))"

/* The parsing example of section II of the paper. */
TEST ("/comparison/xml-example")
{
  static const struct
  {
    const char *name;
    CyanStatus status;
    CyanVerdict verdict;
    double height;
  } expected[] = {
    { "main", CYAN_STATUS_MATCHED, CYAN_VERDICT_UNCHANGED, 0 },
    { "build(File)", CYAN_STATUS_MATCHED, CYAN_VERDICT_UNCHANGED, 0 },
    { "build(URL)", CYAN_STATUS_MATCHED, CYAN_VERDICT_UNCHANGED, 0 },
    { "build(InputSource)", CYAN_STATUS_MATCHED, CYAN_VERDICT_UNCHANGED, 0 },
    { "parse_proxy", CYAN_STATUS_ADDED, CYAN_VERDICT_ADDED, 0.044076 },
    { "new_method", CYAN_STATUS_ADDED, CYAN_VERDICT_ADDED, 0.366929 },
    { "parse", CYAN_STATUS_MATCHED, CYAN_VERDICT_FASTER, -0.323378 },
    /* Their cost rose. */
    { "createParser", CYAN_STATUS_MATCHED, CYAN_VERDICT_UNCHANGED, -0.017326 },
    { "createContentHandler", CYAN_STATUS_MATCHED, CYAN_VERDICT_UNCHANGED, -0.017196 },
  };
  g_autoptr (CyanComparison) self = compare (XML_BEFORE, XML_AFTER, CYAN_MATCH_CONTEXT);
  g_autofree char *text = cyan_comparison_verdict_text (self);
  CyanSide before, after;

  g_assert_cmpuint (self->compared.n_nodes, ==, 1 + G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      CyanNode node = find (self, expected[i].name);

      g_assert_cmpint (cyan_comparison_status (self, node), ==, expected[i].status);
      g_assert_cmpint (cyan_comparison_verdict (self, node, CYAN_BASIS_SHARE), ==,
                       expected[i].verdict);
      g_assert_cmpfloat_with_epsilon (share_height (self, expected[i].name), expected[i].height,
                                      1e-6);
    }
  g_assert_cmpuint (self->compared.tree->parent[find (self, "parse")], ==,
                    find (self, "parse_proxy"));
  g_assert_cmpuint (cyan_comparison_top (self), ==, find (self, "main"));
  g_assert_cmpstr (text, ==, "942 ns to 1.91 µs, +102 %");
  cyan_comparison_sides (self, find (self, "parse"), &before, &after);
  g_assert_true (before.present && after.present);
  g_assert_cmpuint (after.calls, ==, 1);
  g_assert_cmpfloat (before.total, ==, 495);
  g_assert_cmpfloat (after.self, ==, 385);
  assert_near (before.share, 495.0 / 942);
  g_assert_cmpuint (self->warnings->len, ==, 0);
}

#define FIGURE_5_BEFORE "A:20*1(B:30*2 C:40*3 D:10*4)"
#define FIGURE_5_AFTER  "A:20*1(E:30*9(B:60*2 C:40*3) D:10*4(F:40*8))"

/* The two trees of figure 5: E is added above B and C, F is an added leaf.  The totals are 100 and
 * 200. */
TEST ("/comparison/figure-5")
{
  g_autoptr (CyanComparison) mirror = compare (FIGURE_5_AFTER, FIGURE_5_BEFORE, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) self = compare (FIGURE_5_BEFORE, FIGURE_5_AFTER, CYAN_MATCH_CONTEXT);

  g_assert_cmpint (cyan_comparison_status (self, find (self, "E")), ==, CYAN_STATUS_ADDED);
  g_assert_cmpint (cyan_comparison_status (self, find (self, "B")), ==, CYAN_STATUS_MATCHED);
  assert_near (share_height (self, "E"), 130.0 / 200 - (0.3 + 0.4));
  assert_near (share_height (self, "F"), 40.0 / 200);
  assert_near (share_height (self, "B"), 0.3 - 0.3);
  assert_width (self, "E", log (1 + 9 - 1));
  assert_width (self, "F", log (1 + 8 - 4));
  assert_width (self, "B", 0);

  g_assert_cmpint (cyan_comparison_status (mirror, find (mirror, "E")), ==, CYAN_STATUS_REMOVED);
  assert_near (share_height (mirror, "E"), 130.0 / 200 - (0.3 + 0.4));
  assert_near (share_height (mirror, "F"), 40.0 / 200);
  assert_width (mirror, "E", log (1 + 9 - 1));
}

/* The cost before of the children of an added node passes up through a chain of added nodes. */
TEST ("/comparison/chain-of-added")
{
  g_autoptr (CyanComparison) self =
      compare ("A:0*1(B:100*5)", "A:0*1(X:0*7(Y:0*9(B:100*5)))", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) mirror =
      compare ("A:0*1(X:0*7(Y:0*9(B:100*5)))", "A:0*1(B:100*5)", CYAN_MATCH_CONTEXT);

  g_assert_cmpint (cyan_comparison_status (self, find (self, "B")), ==, CYAN_STATUS_MATCHED);
  assert_near (share_height (self, "X"), 0);
  assert_near (share_height (self, "Y"), 0);
  g_assert_cmpint (cyan_comparison_verdict (self, find (self, "Y"), CYAN_BASIS_SHARE), ==,
                   CYAN_VERDICT_ADDED);
  assert_width (self, "X", log (1 + 7 - 1)); /* its parent ran once before */
  assert_width (self, "Y", log (1 + 9));     /* its parent did not */

  g_assert_cmpint (cyan_comparison_status (mirror, find (mirror, "X")), ==, CYAN_STATUS_REMOVED);
  assert_near (share_height (mirror, "Y"), 0);
  assert_width (mirror, "X", log (1 + 7 - 1));
  assert_width (mirror, "Y", log (1 + 9));
}

TEST ("/comparison/width")
{
  g_autoptr (CyanComparison) self =
      compare ("A:1*1(up:1*10 down:1*11 same:1*7 one:1*3)",
               "A:1*1(up:1*110 down:1*1 same:1*7 one:1*2)", CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) unknown =
      compare ("A:1*1(B:1*1 R:1*2)", "A:1(B:1 N:1)", CYAN_MATCH_PATH);
  double width;

  assert_width (self, "up", log (101));
  assert_width (self, "down", log (11));
  assert_width (self, "same", 0);
  assert_width (self, "one", log (2)); /* minus infinity with the formula as printed in the paper */
  assert_width (self, "(all)", 0);
  g_assert_true (self->compared.has_calls);

  g_assert_false (unknown->compared.has_calls);
  g_assert_true (warns (unknown, "calls are known only before"));
  for (CyanNode i = 1; i < unknown->compared.n_nodes; i++)
    {
      g_assert_false (cyan_comparison_width (unknown, i, &width));
      g_assert_cmpfloat (width, ==, 0);
    }
}

TEST ("/comparison/threshold")
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  static const struct
  {
    double threshold;
    CyanVerdict b, c;
  } cases[] = {
    { 0.05, CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_UNCHANGED },
    { 0.005, CYAN_VERDICT_SLOWER, CYAN_VERDICT_FASTER },
    { 0, CYAN_VERDICT_SLOWER, CYAN_VERDICT_FASTER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) before = profile ("A:0(B:50 C:50 gone:0)");
      g_autoptr (CyanProfile) after = profile ("A:0(B:51 C:49 new:0)");
      g_autoptr (CyanComparison) self = NULL;

      options.threshold = cases[i].threshold;
      options.method = CYAN_MATCH_PATH;
      self = cyan_comparison_new (before, after, &options, NULL, NULL);
      g_assert_cmpint (cyan_comparison_verdict (self, find (self, "A"), CYAN_BASIS_SHARE), ==,
                       CYAN_VERDICT_UNCHANGED);
      g_assert_cmpint (cyan_comparison_verdict (self, find (self, "B"), CYAN_BASIS_SHARE), ==,
                       cases[i].b);
      g_assert_cmpint (cyan_comparison_verdict (self, find (self, "C"), CYAN_BASIS_ABSOLUTE), ==,
                       cases[i].c);
      /* In exact recordings a new function is new, whatever it costs. */
      g_assert_cmpint (cyan_comparison_verdict (self, find (self, "new"), CYAN_BASIS_SHARE), ==,
                       CYAN_VERDICT_ADDED);
      g_assert_cmpint (cyan_comparison_verdict (self, find (self, "gone"), CYAN_BASIS_SHARE), ==,
                       CYAN_VERDICT_REMOVED);
    }
}

/* A height equal to the threshold counts as a change. */
TEST ("/comparison/threshold-reached")
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) before = profile ("A:0(B:50 C:50)");
  g_autoptr (CyanProfile) after = profile ("A:0(B:75 C:25)");
  g_autoptr (CyanComparison) self = NULL;

  options.threshold = 0.25;
  self = cyan_comparison_new (before, after, &options, NULL, NULL);
  g_assert_cmpint (cyan_comparison_verdict (self, find (self, "B"), CYAN_BASIS_SHARE), ==,
                   CYAN_VERDICT_SLOWER);
  g_assert_cmpint (cyan_comparison_verdict (self, find (self, "C"), CYAN_BASIS_SHARE), ==,
                   CYAN_VERDICT_FASTER);
}

TEST ("/comparison/direction")
{
  g_autoptr (CyanComparison) equal = compare ("A:1000", "A:1000", CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) hardly = compare ("A:1000", "A:998", CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) faster = compare ("A:1000", "A:990", CYAN_MATCH_PATH);

  g_assert_cmpint (cyan_comparison_direction (equal), ==, CYAN_DIRECTION_SLOWER);
  g_assert_cmpint (cyan_comparison_direction (hardly), ==, CYAN_DIRECTION_SLOWER);
  g_assert_cmpint (cyan_comparison_direction (faster), ==, CYAN_DIRECTION_FASTER);
}

/* C becomes faster, so B's share rises although its time falls. */
TEST ("/comparison/share-only")
{
  g_autoptr (CyanComparison) self =
      compare ("A:0(B:400 C:600 D:0)", "A:0(B:390 C:110 D:1)", CYAN_MATCH_PATH);
  CyanNode b = find (self, "B"), c = find (self, "C"), a = find (self, "A");

  assert_near (share_height (self, "B"), 390.0 / 501 - 0.4);
  g_assert_cmpint (cyan_comparison_verdict (self, b, CYAN_BASIS_SHARE), ==, CYAN_VERDICT_UNCHANGED);
  g_assert_cmpint (cyan_comparison_verdict (self, b, CYAN_BASIS_ABSOLUTE), ==, CYAN_VERDICT_FASTER);
  assert_near (cyan_comparison_height (self, b, CYAN_BASIS_ABSOLUTE), -0.01);
  g_assert_true (cyan_comparison_share_only (self, b, CYAN_BASIS_SHARE));
  g_assert_false (cyan_comparison_share_only (self, b, CYAN_BASIS_ABSOLUTE));
  g_assert_false (cyan_comparison_share_only (self, c, CYAN_BASIS_SHARE));
  g_assert_false (cyan_comparison_share_only (self, a, CYAN_BASIS_SHARE)); /* 100 % on both */
  g_assert_cmpint (cyan_comparison_direction (self), ==, CYAN_DIRECTION_FASTER);
}

static CyanProfile *
two_metrics (const char *first, const char *unit, double b)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanNode node = CYAN_NODE_ROOT;

  cyan_profile_builder_metric (builder, first, unit);
  cyan_profile_builder_metric (builder, "written", "bytes");
  for (const char *name = "AB"; *name != '\0'; name++)
    {
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, name, 1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

      node = cyan_profile_builder_child (builder, node, function, 0, NULL);
      cyan_profile_builder_add (builder, 0, node, *name == 'B' ? b : 10);
      cyan_profile_builder_add (builder, 1, node, 2 * b);
    }
  cyan_profile_builder_warn (builder, "two lines were skipped");
  return cyan_profile_builder_finish (builder);
}

TEST ("/comparison/units")
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) before = two_metrics ("time", "ms", 30);
  g_autoptr (CyanProfile) after = two_metrics ("cpu", "samples", 90);
  g_autoptr (CyanComparison) self = cyan_comparison_new (before, after, &options, NULL, NULL);
  g_autofree char *text = cyan_comparison_verdict_text (self);
  CyanNode b = find (self, "B");

  g_assert_false (self->compared.same_unit);
  g_assert_true (warns (self, "before: ms, after: samples"));
  g_assert_true (warns (self, "before: two lines were skipped"));
  g_assert_true (warns (self, "after: two lines were skipped"));
  assert_near (share_height (self, "B"), 0.9 - 0.75);
  g_assert_cmpfloat (cyan_comparison_height (self, b, CYAN_BASIS_ABSOLUTE), ==, 0);
  g_assert_false (cyan_comparison_share_only (self, b, CYAN_BASIS_SHARE));
  g_assert_cmpstr (text, ==, "40 ms to 100 samples");
  assert_near (self->slower_delta[CYAN_NODE_ROOT], 0.15); /* as a share */
}

static CyanBasis
auto_basis (double before, double after, const char *unit_before, const char *unit_after)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) a = two_metrics ("cost", unit_before, before);
  g_autoptr (CyanProfile) b = two_metrics ("cost", unit_after, after);
  g_autoptr (CyanComparison) self = cyan_comparison_new (a, b, &options, NULL, NULL);

  return cyan_comparison_basis_auto (self);
}

/* What a run costs is compared absolutely, how many samples were taken is not. */
TEST ("/comparison/basis-auto")
{
  static const char *const costs[] = { "ns", "s", "bytes", "count", "cycles" };
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) profile = two_metrics ("time", "ms", 30);
  g_autoptr (CyanComparison) single = cyan_comparison_new_single (profile, &options, NULL, NULL);
  g_autoptr (CyanComparison) none = compare ("A:0(B:0)", "A:1(B:3)", CYAN_MATCH_CONTEXT);
  g_autofree char *height =
      cyan_comparison_height_text (none, find (none, "B"), CYAN_BASIS_ABSOLUTE);

  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    g_assert_cmpint (auto_basis (30, 90, costs[i], costs[i]), ==, CYAN_BASIS_ABSOLUTE);
  g_assert_cmpint (auto_basis (30, 90, "samples", "samples"), ==, CYAN_BASIS_SHARE);
  g_assert_cmpint (auto_basis (30, 90, "", ""), ==, CYAN_BASIS_SHARE);
  g_assert_cmpint (auto_basis (30, 90, "ms", "samples"), ==, CYAN_BASIS_SHARE);
  /* Without a cost before, or where costs cancel out, there is no percentage. */
  g_assert_cmpint (auto_basis (30, -9, "ms", "ms"), ==, CYAN_BASIS_SHARE);
  g_assert_cmpint (cyan_comparison_basis_auto (none), ==, CYAN_BASIS_SHARE);
  g_assert_cmpint (cyan_comparison_basis_auto (single), ==, CYAN_BASIS_SHARE);
  g_assert_cmpstr (height, ==, "+3 ns");
}

TEST ("/comparison/metric-by-name")
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanProfile) before = two_metrics ("time", "ms", 30);
  g_autoptr (CyanProfile) after = two_metrics ("cpu", "samples", 90);
  g_autoptr (CyanComparison) self = NULL;
  g_autoptr (CyanComparison) none = NULL;
  g_autoptr (GError) error = NULL;

  options.metric = "written";
  self = cyan_comparison_new (before, after, &options, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (self->compared.same_unit);
  g_assert_cmpstr (cyan_comparison_unit (self), ==, "bytes");
  g_assert_cmpfloat (self->compared.side[1].total, ==, 360);

  options.metric = "time";
  none = cyan_comparison_new (before, after, &options, NULL, &error);
  g_assert_null (none);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_MISMATCH);
  g_assert_cmpstr (error->message, ==, "after: there is no metric \"time\"");
}

static void
assert_all_finite (const CyanComparison *self)
{
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    {
      CyanSide before, after;

      cyan_comparison_sides (self, i, &before, &after);
      g_assert_true (isfinite (before.share) && isfinite (after.share));
      g_assert_true (isfinite (cyan_comparison_height (self, i, CYAN_BASIS_SHARE)));
      g_assert_true (isfinite (cyan_comparison_height (self, i, CYAN_BASIS_ABSOLUTE)));
      g_assert_true (isfinite (self->slower_delta[i]) && isfinite (self->faster_delta[i]));
    }
}

TEST ("/comparison/zero-totals")
{
  g_autoptr (CyanComparison) none = compare ("A:0(B:0)", "A:0(B:0)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) one = compare ("A:0(B:0)", "A:1(B:3)", CYAN_MATCH_CONTEXT);
  g_autofree char *text = cyan_comparison_verdict_text (one);

  assert_all_finite (none);
  assert_all_finite (one);
  g_assert_true (warns (none, "before: the total is 0"));
  g_assert_true (warns (none, "after: the total is 0"));
  g_assert_false (warns (one, "after: the total is 0"));
  assert_near (share_height (one, "B"), 0.75);
  g_assert_cmpstr (text, ==, "0 ns to 4 ns, new");
}

TEST ("/comparison/one-side-empty")
{
  g_autoptr (CyanComparison) self = compare ("", "A:1*1(B:3*2)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) both = compare ("", "", CYAN_MATCH_CONTEXT);

  assert_all_finite (self);
  g_assert_true (warns (self, "before: the recording is empty"));
  g_assert_false (warns (self, "no function"));
  g_assert_true (self->compared.has_calls);
  g_assert_cmpint (cyan_comparison_verdict (self, find (self, "B"), CYAN_BASIS_SHARE), ==,
                   CYAN_VERDICT_ADDED);
  assert_near (share_height (self, "B"), 0.75);
  assert_width (self, "A", log (2));

  assert_all_finite (both);
  g_assert_cmpuint (both->compared.n_nodes, ==, 1);
  g_assert_cmpuint (cyan_comparison_top (both), ==, CYAN_NODE_ROOT);
}

TEST ("/comparison/same-profile-twice")
{
  g_autoptr (CyanProfile) both = profile (XML_AFTER);
  g_autoptr (CyanComparison) self = compare_profiles (both, both, CYAN_MATCH_CONTEXT);

  g_assert_true (warns (self, "same recording"));
  g_assert_cmpuint (self->compared.n_nodes, ==, both->n_nodes);
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    g_assert_cmpint (cyan_comparison_verdict (self, i, CYAN_BASIS_SHARE), ==,
                     CYAN_VERDICT_UNCHANGED);
}

TEST ("/comparison/warnings")
{
  g_autoptr (CyanComparison) strangers = compare ("A:1(B:1)", "X:1(Y:1)", CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) apart = compare ("A:1(B:1)", "A:10(B:10)", CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) near = compare ("A:1(B:1)", "A:9(B:10)", CYAN_MATCH_PATH);

  g_assert_true (warns (strangers, "no function of one recording is in the other"));
  g_assert_false (warns (apart, "no function"));
  g_assert_true (warns (apart, "far apart (2 ns and 20 ns)"));
  g_assert_cmpuint (near->warnings->len, ==, 0);
}

/* An added and a removed context refer to both versions of their function. */
TEST ("/comparison/function-pairs")
{
  g_autoptr (CyanComparison) self =
      compare ("A(B(moved) C dropped)", "A(B C(moved) fresh)", CYAN_MATCH_PATH);
  const CyanFunctionPair *went =
      &self->compared.pairs->at[self->compared.pairs->of_node[find (self, "moved")]];
  const CyanFunctionPair *fresh =
      &self->compared.pairs->at[self->compared.pairs->of_node[find (self, "fresh")]];
  const CyanFunctionPair *dropped =
      &self->compared.pairs->at[self->compared.pairs->of_node[find (self, "dropped")]];

  g_assert_cmpuint (self->compared.pairs->of_node[CYAN_NODE_ROOT], ==, 0);
  g_assert_cmpuint (self->compared.pairs->n, ==, 7);
  g_assert_cmpuint (went->before, !=, G_MAXUINT32);
  g_assert_cmpuint (went->after, !=, G_MAXUINT32);
  g_assert_cmpuint (fresh->before, ==, G_MAXUINT32);
  g_assert_cmpuint (dropped->after, ==, G_MAXUINT32);
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    g_assert_cmpuint (self->compared.pairs->of_node[i], <, self->compared.pairs->n);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  int *left = data;

  return (*left)-- > 0;
}

TEST ("/comparison/cancel")
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;

  for (int left = 0; left < 3; left++)
    {
      g_autoptr (CyanProfile) before = profile (XML_BEFORE);
      g_autoptr (CyanProfile) after = profile (XML_AFTER);
      g_autoptr (GError) error = NULL;
      int polls = left;
      CyanTick tick = CYAN_TICK_INIT (stop, &polls);

      g_assert_null (cyan_comparison_new (before, after, &options, &tick, &error));
      g_assert_true (cyan_error_is_cancelled (error));
    }
}

/* In a difference of two profiles a context can have less than nothing; no box is narrower than
 * that. */
TEST ("/comparison/negative-width")
{
  g_autoptr (CyanComparison) self =
      compare ("a:10(b:-4 c:2)", "a:10(b:-4 c:2)", CYAN_MATCH_CONTEXT);

  g_assert_cmpfloat (cyan_width_of (self, find (self, "b"), CYAN_WIDTH_SIZE, CYAN_BASIS_SHARE), ==,
                     0);
  g_assert_cmpfloat (cyan_width_of (self, find (self, "c"), CYAN_WIDTH_SIZE, CYAN_BASIS_SHARE), >,
                     0);
}
