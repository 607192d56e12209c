/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What makes a gate fail: the total, nodes, functions; and what never does. */
#include "cyan-gate.h"

#include "comparison-fixture.h"
#include "cyan-error.h"
#include "profile-text.h"
#include "cyan-units.h"
#include "tests.h"

static CyanGateResult *
decide (const CyanComparison *comparison, CyanGateOptions options, const char *function)
{
  const char *const patterns[] = { function, NULL };
  g_autoptr (CyanNameFilter) filter = NULL;
  CyanGateResult *result;

  if (function != NULL)
    {
      filter = MUST (cyan_name_filter_new ("--function", patterns, FALSE, &failure));
    }
  options.functions = filter;
  result = MUST (cyan_gate_decide (comparison, &options, &failure));
  g_assert_cmpint (result->passed, ==, result->failures->len == 0);
  return result;
}

static const CyanGateEntry *
failure (const CyanGateResult *result, guint i)
{
  g_assert_cmpuint (i, <, result->failures->len);
  return &g_array_index (result->failures, CyanGateEntry, i);
}

/* The failures in order: "total main/node parse/function". */
static char *
failures_text (const CyanComparison *comparison, const CyanGateResult *result)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < result->failures->len; i++)
    {
      const CyanGateEntry *entry = failure (result, i);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", cyan_gate_kind_names[entry->kind]);
      if (entry->kind != CYAN_GATE_TOTAL)
        g_string_append_printf (text, ":%s", cyan_comparison_name (comparison, entry->node));
    }
  return g_string_free (text, FALSE);
}

static void
assert_gate (const char *before,
             const char *after,
             CyanGateOptions options,
             const char *function,
             const char *expected)
{
  g_autoptr (CyanComparison) comparison = compare (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanGateResult) result = decide (comparison, options, function);

  ASSERT_TEXT (failures_text (comparison, result), expected);
}

#define TOTAL(share)    ((CyanGateOptions){ .limit = (share), .total = TRUE })
#define ANY_NODE(share) ((CyanGateOptions){ .limit = (share), .any_node = TRUE })
#define NAMED(share)    ((CyanGateOptions){ .limit = (share) })

TEST ("/gate/total")
{
  assert_gate ("main:50(a:50)", "main:50(a:55)", TOTAL (0.05), NULL, "");
  assert_gate ("main:50(a:50)", "main:50(a:56)", TOTAL (0.05), NULL, "total");
  assert_gate ("main:50(a:50)", "main:50(a:51)", TOTAL (0), NULL, "total");
  assert_gate ("main:50(a:50)", "main:50(a:49)", TOTAL (0), NULL, "");
  /* A slowdown that is compensated elsewhere. */
  assert_gate ("main:50(a:50)", "main:10(a:90)", TOTAL (0), NULL, "");
}

/* The limit is a part of the whole run, not of the node. */
TEST ("/gate/any-node")
{
  assert_gate ("main:50(a:50)", "main:10(a:90)", ANY_NODE (0.3), NULL, "node:a");
  assert_gate ("main:98(a:2)", "main:98(a:6)", ANY_NODE (0.05), NULL, "");
  assert_gate ("main:90(a:10(b:0))", "main:70(a:10(b:30))", ANY_NODE (0.05), NULL,
               "total node:b node:a node:main");
}

/* Failures without another failure below come first, in descending order of change. */
TEST ("/gate/order")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:0(a:10(b:10) c:10)", "main:0(a:10(b:30) c:60)", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanGateResult) result = decide (comparison, ANY_NODE (0.1), NULL);

  ASSERT_TEXT (failures_text (comparison, result), "total node:c node:b node:main node:a");
  g_assert_true (failure (result, 2)->innermost);
  g_assert_false (failure (result, 3)->innermost);
  assert_near (failure (result, 1)->before, 10);
  assert_near (failure (result, 1)->after, 60);
  assert_near (result->allowed, 3);
}

/* A wrapper is compared with what it wraps. */
TEST ("/gate/wrapper")
{
  assert_gate ("main:10(a:10(b:80))", "main:10(wrapper:1(a:10(b:80)))", ANY_NODE (0.05), NULL, "");
  assert_gate ("main:10(a:10(b:80))", "main:10(wrapper:20(a:10(b:80)))", ANY_NODE (0.05), NULL,
               "total node:wrapper node:main");
  assert_gate ("main:10(a:90)", "main:10(a:90 new:20)", ANY_NODE (0.05), NULL,
               "total node:new node:main");
  /* Removed functions do not fail. */
  assert_gate ("main:10(a:90)", "main:10", ANY_NODE (0), NULL, "");
}

/* All contexts of a function are added up. */
TEST ("/gate/function-contexts")
{
  const char *before = "main:80(a:0(f:5) b:0(f:5) c:10)";
  const char *after = "main:72(a:0(f:9) b:0(f:9) c:10)";

  assert_gate (before, after, NAMED (0.05), "^f$", "function:f");
  assert_gate (before, after, ANY_NODE (0.05), NULL, "");
  assert_gate (before, after, NAMED (0.08), "^f$", "");
  assert_gate (before, after, NAMED (0), "^c$", "");
  assert_gate (before, after, NAMED (0), "^[abc]$", "function:a function:b");
  assert_gate (before, after, ANY_NODE (0.05), "^f$", "function:f");
}

/* A recursive call is already part of the outermost context. */
TEST ("/gate/recursion")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:10(f:10(g:10(f:20)))", "main:10(f:10(g:10(f:60)))", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanGateResult) result = decide (comparison, NAMED (0.5), "^f$");

  assert_near (failure (result, 0)->before, 40);
  assert_near (failure (result, 0)->after, 80);
  g_assert_cmpuint (failure (result, 0)->node, ==, find (comparison, "f"));
  assert_gate ("main:10(f:10(g:10(f:20)))", "main:10(f:10(g:10(f:60)))", NAMED (0.9), "^f$", "");
}

/* A function that moved to another caller costs the same. */
TEST ("/gate/moved-function")
{
  assert_gate ("main:10(a:10(f:50) b:30)", "main:10(a:10 b:30(f:50))", NAMED (0), "^f$", "");
}

TEST ("/gate/name-of-either-side")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:10(gone:20 a:70)", "main:10(fresh:40 a:70)", CYAN_MATCH_PATH);
  g_autoptr (CyanGateResult) gone = decide (comparison, NAMED (0), "^gone$");
  g_autoptr (CyanGateResult) fresh = decide (comparison, NAMED (0.3), "^fresh$");

  g_assert_true (gone->passed);
  g_assert_cmpuint (gone->n_functions, ==, 1);
  assert_near (failure (fresh, 0)->before, 0);
  assert_near (failure (fresh, 0)->after, 40);
}

/* Rounding errors of sums in another order are no change, even at a limit of 0. */
TEST ("/gate/rounding")
{
  assert_gate ("main:0.1(a:0.2 b:0.3)", "main:0.3(a:0.2 b:0.1)", TOTAL (0), NULL, "");
}

static void
assert_error (const char *before,
              const char *after,
              const char *function,
              double left_out,
              int code,
              const char *message)
{
  g_autoptr (CyanComparison) comparison = compare (before, after, CYAN_MATCH_CONTEXT);
  const char *const patterns[] = { function, NULL };
  g_autoptr (CyanNameFilter) filter = NULL;
  g_autoptr (GError) error = NULL;
  CyanGateOptions options = { .total = TRUE, .left_out = { left_out, left_out } };

  if (function != NULL)
    options.functions = filter = cyan_name_filter_new ("--function", patterns, FALSE, NULL);
  g_assert_null (cyan_gate_decide (comparison, &options, &error));
  g_assert_error (error, CYAN_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
}

/* A gate that checks nothing is an error. */
TEST ("/gate/nothing")
{
  assert_error ("main:0(a:0)", "main:1", NULL, 0, CYAN_ERROR_INVALID,
                "before: the total is not above 0, so nothing was measured");
  assert_error ("main:1", "", NULL, 0, CYAN_ERROR_INVALID,
                "after: the total is not above 0, so nothing was measured");
  assert_error ("main:1", "main:1", "mian", 0, CYAN_ERROR_INVALID,
                "--function: no function is called \"mian\"");
  /* The synthetic root is not a function. */
  assert_error ("main:1", "main:1", "all", 0, CYAN_ERROR_INVALID,
                "--function: no function is called \"all\"");
}

/* If everything is left out, nothing can become slower. */
TEST ("/gate/all-left-out")
{
  CyanGateOptions options = ANY_NODE (0);

  options.left_out[0] = options.left_out[1] = 10;
  assert_gate ("main:0(a:0)", "main:0(a:0)", options, "a", "");
}

static CyanComparison *
compare_units (const char *before_unit, const char *after_unit)
{
  g_autoptr (CyanProfile) a = profile ("main:1(a:2)");
  g_autoptr (CyanProfile) b = profile ("main:1(a:2)");

  g_free (a->metrics[0].unit);
  a->metrics[0].unit = g_strdup (before_unit);
  g_free (b->metrics[0].unit);
  b->metrics[0].unit = g_strdup (after_unit);
  return compare_profiles (a, b, CYAN_MATCH_CONTEXT);
}

TEST ("/gate/units")
{
  g_autoptr (CyanComparison) comparison = compare_units ("ns", "samples");
  g_autoptr (CyanComparison) same = compare_units ("samples", "samples");
  g_autoptr (CyanGateResult) result = decide (same, TOTAL (0), NULL);
  CyanGateOptions options = TOTAL (0.05);

  MUST_FAIL (CYAN_ERROR_MISMATCH,
             "before is in ns and after in samples: no limit can be held against that",
             cyan_gate_decide (comparison, &options, &failure));
  g_assert_true (result->passed);
}

/* ---- several runs ---- */

/* Runs with main, a and b at @main, @a and @b, multiplied by the factor of each run. */
static CyanRuns *
runs (CyanStrings *strings,
      const double *factors,
      guint n,
      double main,
      double a,
      double b,
      const char *side)
{
  g_autoptr (GPtrArray) profiles =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  CyanRuns *self;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text =
          g_strdup_printf ("main:%.0f(a:%.0f b:%.0f)", 1000 * main * factors[i],
                           1000 * a * factors[(i + 1) % n], 1000 * b * factors[(i + 2) % n]);

      g_ptr_array_add (profiles, MUST (cyan_profile_from_text (strings, text, &failure)));
    }
  self = MUST (
      cyan_runs_new ((CyanProfile *const *) profiles->pdata, n, NULL, side, NULL, NULL, &failure));
  return self;
}

static const double noisy[] = { 0.97, 1.04, 1.0, 0.95, 1.05 };
static const double other[] = { 1.06, 0.99, 1.02, 1.05, 0.96 };

static CyanComparison *
compare_runs (const double *after_factors, guint n, double after_main, double after_a)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanRuns) before = runs (strings, noisy, n, 100, 200, 300, "before");
  g_autoptr (CyanRuns) after = runs (strings, after_factors, n, after_main, after_a, 300, "after");
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *self = MUST (cyan_comparison_new_runs (before, after, &options, NULL, &failure));

  return self;
}

/* The sentence about the total has the interval of its test. */
static void
assert_head (const CyanComparison *comparison, const CyanEstimate *estimate, const char *before)
{
  g_autofree char *text = cyan_comparison_verdict_text (comparison);
  g_autofree char *low = cyan_change_to_text (1, estimate->low);
  g_autofree char *high = cyan_change_to_text (1, estimate->high);
  g_autofree char *end = g_strdup_printf ("%s%s to %s)", before, low, high);

  if (!g_str_has_suffix (text, end))
    g_error ("%s, without %s", text, end);
}

/* Slower by 1.4 % on average, with runs that scatter by 4 %. */
TEST ("/gate/noise-passes")
{
  g_autoptr (CyanComparison) comparison = compare_runs (other, 5, 100, 200);
  g_autoptr (CyanGateResult) total = decide (comparison, TOTAL (0), NULL);
  g_autoptr (CyanGateResult) others = decide (comparison, ANY_NODE (0), ".");

  g_assert_cmpfloat (total->total.after, >, total->total.before);
  g_assert_true (total->passed);
  g_assert_true (total->by_chance);
  g_assert_true (total->total.has_estimate);
  g_assert_cmpfloat (total->total.estimate.q, >, 0.05);
  g_assert_cmpfloat (total->total.estimate.low, <, 1);
  assert_head (comparison, &total->total.estimate, ", within noise (");
  g_assert_true (others->passed);
  g_assert_cmpuint (others->n_by_chance, >, 0);
}

TEST ("/gate/change-fails")
{
  g_autoptr (CyanComparison) comparison = compare_runs (other, 5, 100, 500);
  g_autoptr (CyanGateResult) total = decide (comparison, TOTAL (0.05), NULL);
  g_autoptr (CyanGateResult) high = decide (comparison, TOTAL (1), NULL);
  g_autoptr (CyanGateResult) function = decide (comparison, NAMED (0.05), "^a$");
  g_autoptr (CyanGateResult) any = decide (comparison, ANY_NODE (0.05), NULL);
  g_autofree char *any_text = failures_text (comparison, any);
  g_autoptr (CyanGateResult) unchanged = decide (comparison, NAMED (0), "^b$");

  g_assert_false (total->passed);
  g_assert_cmpfloat (total->total.estimate.q, <, 0.001);
  g_assert_cmpfloat (total->total.estimate.low, >, 1.3);
  g_assert_cmpfloat (total->total.estimate.high, <, 1.7);
  assert_head (comparison, &total->total.estimate, " % (");
  g_assert_true (high->passed);
  g_assert_false (high->by_chance);
  g_assert_cmpuint (function->failures->len, ==, 1);
  g_assert_cmpstr (any_text, ==, "total node:a node:main");
  g_assert_true (unchanged->passed);
}

/* A function that fails is shown where it grew most. */
TEST ("/gate/function-context")
{
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (CyanComparison) comparison =
          compare ("main:80(a:0(f:5) b:0(f:5) c:10)",
                   k == 0 ? "main:60(a:0(f:15) b:0(f:6) c:10)" : "main:60(a:0(f:6) b:0(f:15) c:10)",
                   CYAN_MATCH_CONTEXT);
      g_autoptr (CyanGateResult) result = decide (comparison, NAMED (0.05), "^f$");
      CyanNode caller = comparison->compared.tree->parent[failure (result, 0)->node];

      g_assert_cmpstr (cyan_comparison_name (comparison, caller), ==, k == 0 ? "a" : "b");
    }
}

static CyanProfile *
sampled (const char *text)
{
  CyanProfile *self = profile (text);

  self->recording = CYAN_RECORDING_SAMPLED;
  self->period = 1;
  return self;
}

/* Of one sampled run a side, only contexts whose share rose by more than chance fail. */
TEST ("/gate/sampled")
{
  static const struct
  {
    const char *after, *failures;
  } cases[] = {
    { "main:2000(a:6000 b:2000)", "" },
    { "main:2000(a:9000 b:2000)", "total node:a" },
    { "main:5000(a:3000 b:2000)", "" },
    { "main:2000(a:5000 b:3000)", "node:b" },
  };
  g_autoptr (CyanProfile) before = sampled ("main:2000(a:6000 b:2000)");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) after = sampled (cases[i].after);
      g_autoptr (CyanComparison) comparison = compare_profiles (before, after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanGateResult) result = decide (comparison, ANY_NODE (0.05), NULL);

      ASSERT_TEXT (failures_text (comparison, result), cases[i].failures);
    }
}

/* The share of a fell, and its value hardly rose. */
TEST ("/gate/sampled-share")
{
  g_autoptr (CyanProfile) before = sampled ("main:2000(a:6000 b:2000)");
  g_autoptr (CyanProfile) after = sampled ("main:2000(a:6040 b:12000)");
  g_autoptr (CyanComparison) comparison = compare_profiles (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanGateResult) result = decide (comparison, ANY_NODE (0), NULL);

  ASSERT_TEXT (failures_text (comparison, result), "total node:b node:main");
}

/* Compared with R's t.test (log (after), log (before), var.equal = TRUE) on the totals of the
 * runs. */
TEST ("/gate/reference")
{
  static const double before_factors[] = { 1.00, 1.02, 0.99 },
                      after_factors[] = { 1.05, 1.03, 1.10 };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanRuns) before = runs (strings, before_factors, 3, 1000, 0, 0, "before");
  g_autoptr (CyanRuns) after = runs (strings, after_factors, 3, 1000, 0, 0, "after");
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison =
      cyan_comparison_new_runs (before, after, &options, NULL, NULL);
  g_autoptr (CyanGateResult) result = decide (comparison, TOTAL (0), NULL);
  const CyanEstimate *estimate = &result->total.estimate;

  g_assert_cmpfloat_with_epsilon (estimate->ratio, 1.0561557, 1e-6);
  g_assert_cmpfloat_with_epsilon (estimate->low, 0.9952373, 1e-6);
  g_assert_cmpfloat_with_epsilon (estimate->high, 1.1208028, 1e-6);
  g_assert_cmpfloat_with_epsilon (estimate->q, 0.06308205, 1e-6);
}

TEST ("/gate/exact-counts")
{
  static const double same[] = { 1, 1, 1 };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanRuns) before = runs (strings, same, 3, 100, 0, 0, "before");
  g_autoptr (CyanRuns) after = runs (strings, same, 3, 101, 0, 0, "after");
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (CyanComparison) comparison =
      cyan_comparison_new_runs (before, after, &options, NULL, NULL);
  g_autoptr (CyanComparison) equal =
      cyan_comparison_new_runs (before, before, &options, NULL, NULL);
  g_autoptr (CyanGateResult) slower = decide (comparison, TOTAL (0), NULL);
  g_autoptr (CyanGateResult) passed = decide (equal, TOTAL (0), NULL);

  g_assert_false (slower->passed);
  g_assert_true (passed->passed);
  g_assert_cmpfloat (passed->total.estimate.q, ==, 1);
}

/* ---- names ---- */

TEST ("/gate/filter")
{
  const char *const patterns[] = { "^a", "b$", NULL };
  g_autoptr (CyanNameFilter) filter =
      MUST (cyan_name_filter_new ("--ignore", patterns, FALSE, &failure));
  guint pattern;

  g_assert_true (cyan_name_filter_find (filter, "ab", 0, &pattern, NULL));
  g_assert_cmpuint (pattern, ==, 0);
  g_assert_true (cyan_name_filter_find (filter, "ab", 1, &pattern, NULL));
  g_assert_cmpuint (pattern, ==, 1);
  g_assert_true (cyan_name_filter_find (filter, "ba", 0, &pattern, NULL));
  g_assert_cmpuint (pattern, ==, 2);
}

TEST ("/gate/catastrophe")
{
  const char *const patterns[] = { "^(\\w+\\s?)*$", NULL };
  g_autoptr (CyanNameFilter) filter = cyan_name_filter_new ("--ignore", patterns, FALSE, NULL);
  g_autofree char *name = g_strnfill (200, 'a');
  g_autoptr (GError) error = NULL;
  gint64 start = test_cpu_time ();
  guint pattern;

  name[199] = '!';
  g_assert_false (cyan_name_filter_find (filter, name, 0, &pattern, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "--ignore: \"^(\\w+\\s?)*$\" takes too long on a name");
  g_assert_cmpint (test_cpu_time () - start, <, 5 * G_TIME_SPAN_SECOND);
}
