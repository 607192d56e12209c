/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which nodes a search finds, and stepping from one to the next. */
#include "cyan-error.h"
#include "cyan-search.h"
#include "tests.h"

static CyanComparison *
compare (const char *before_text, const char *after_text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, &error);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, &error);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison = cyan_comparison_new (before, after, &options, NULL, &error);

  g_assert_no_error (error);
  return comparison;
}

/* Checks the names of the nodes found, in preorder; those of after where both exist. */
static void
assert_finds (const CyanComparison *comparison, const char *text, const char *expected)
{
  g_autoptr (GArray) found = cyan_search (comparison, text, NULL, NULL);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            cyan_comparison_name (comparison, g_array_index (found, CyanNode, i)));
  g_assert_cmpstr (names->str, ==, expected);
}

static void
test_names (void)
{
  g_autoptr (CyanComparison) comparison = compare ("main:1(Parse:2(lex:5 gone:3) read:4)",
                                                   "main:1(Parse:2(lex:5 \xc3\x84rger:3) read:4)");

  assert_finds (comparison, "parse", "Parse");
  assert_finds (comparison, "E", "Parse lex \xc3\x84rger gone read");
  assert_finds (comparison, "\xc3\xa4RG", "\xc3\x84rger");
  assert_finds (comparison, "gone", "gone");
  assert_finds (comparison, "(all)", "");
  assert_finds (comparison, "no such", "");
}

/* Finds names as recorded, and both names of a renamed function. */
static void
test_other_names (void)
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1(alpha:1(x:9000 y:8000) rest:10000 f<int>:7)",
               "main:1(omega:1(x:9000 y:8000) rest:10000 f<int>:7)");

  assert_finds (comparison, "alph", "omega");
  assert_finds (comparison, "omeg", "omega");
  assert_finds (comparison, "<int",
                cyan_comparison_name (comparison, comparison->compared.n_nodes - 1));
}

static void
test_steps (void)
{
  const CyanNode nodes[] = { 2, 5, 6 };
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanNode));

  g_assert_cmpuint (cyan_search_step (found, 3, FALSE), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_search_step (found, 3, TRUE), ==, CYAN_NODE_NONE);
  g_array_append_vals (found, nodes, G_N_ELEMENTS (nodes));
  g_assert_cmpuint (cyan_search_step (found, CYAN_NODE_NONE, FALSE), ==, 2);
  g_assert_cmpuint (cyan_search_step (found, CYAN_NODE_NONE, TRUE), ==, 6);
  g_assert_cmpuint (cyan_search_step (found, 2, FALSE), ==, 5);
  g_assert_cmpuint (cyan_search_step (found, 3, FALSE), ==, 5);
  g_assert_cmpuint (cyan_search_step (found, 6, FALSE), ==, 2);
  g_assert_cmpuint (cyan_search_step (found, 9, FALSE), ==, 2);
  g_assert_cmpuint (cyan_search_step (found, 5, TRUE), ==, 2);
  g_assert_cmpuint (cyan_search_step (found, 4, TRUE), ==, 2);
  g_assert_cmpuint (cyan_search_step (found, 2, TRUE), ==, 6);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

static void
test_stopped (void)
{
  g_autoptr (CyanComparison) comparison = compare ("main:1", "main:1");
  const CyanTick tick = CYAN_TICK_INIT (stop, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_search (comparison, "main", &tick, &error));
  g_assert_error (error, CYAN_ERROR, (int) CYAN_ERROR_CANCELLED);
}

TESTS ("search")
{
  g_test_add_func ("/search/names", test_names);
  g_test_add_func ("/search/other-names", test_other_names);
  g_test_add_func ("/search/steps", test_steps);
  g_test_add_func ("/search/stopped", test_stopped);
}
