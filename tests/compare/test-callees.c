/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callees of a function, before and after. */
#include "cyan-callees.h"
#include "cyan-callers.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

/* "B 40>90, E ->90" */
static void
assert_callees (CyanComparison *comparison, const char *name, const char *expected)
{
  g_autoptr (GArray) callees = cyan_callees_new (
      comparison, cyan_compared_function (&comparison->compared, find (comparison, name)));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < callees->len; i++)
    {
      const CyanCallee *callee = &g_array_index (callees, CyanCallee, i);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              cyan_comparison_name (comparison, callee->sum.node));
      for (guint side = 0; side < 2; side++)
        {
          g_string_append (text, side == 0 ? " " : ">");
          if (callee->sum.side[side].present)
            g_string_append_printf (text, "%g", callee->sum.side[side].total);
          else
            g_string_append_c (text, '-');
        }
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* The largest change comes first, and a new wrapper does not part what it wraps. */
TEST ("/callees/wrapper")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:10(A:10(B:40 C:7))", "main:10(A:10(E:5(B:90) C:7 D:2))", CYAN_MATCH_CONTEXT);

  assert_callees (comparison, "A", "E ->95, B 40>90, D ->2, C 7>7");
  assert_callees (comparison, "E", "B 40>90");
  assert_callees (comparison, "B", "");
}

/* The outermost contexts count for totals, whichever of the callers they are below. */
TEST ("/callees/recursion")
{
  const char *text = "main:1(f:1(g:10(f:1(g:5) h:3)))";
  g_autoptr (CyanComparison) comparison = compare (text, text, CYAN_MATCH_CONTEXT);

  assert_callees (comparison, "f", "g 19>19");
  assert_callees (comparison, "g", "f 6>6, h 3>3");
}
