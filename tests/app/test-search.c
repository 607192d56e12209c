/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which nodes a search finds, and stepping from one to the next. */
#include "cyan-error.h"
#include "cyan-function-search.h"
#include "profile-text.h"
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

static CyanFound *
search_as (const CyanComparison *comparison, const char *text, gboolean is_regex)
{
  const CyanFunctionSearch search = { text, is_regex, CYAN_BASIS_SHARE };
  g_autoptr (GError) error = NULL;
  CyanFound *found = cyan_function_search (comparison, &search, NULL, &error);

  g_assert_no_error (error);
  return found;
}

/* The names of @nodes; those of after where both exist.  Caller frees. */
static char *
names_of (const CyanComparison *comparison, const GArray *nodes)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < nodes->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "",
                            cyan_comparison_name (comparison, g_array_index (nodes, CyanNode, i)));
  return g_string_free (names, FALSE);
}

/* Checks the names of the nodes found, in preorder. */
static void
assert_finds (const CyanComparison *comparison, const char *text, const char *expected)
{
  g_autoptr (CyanFound) found = search_as (comparison, text, FALSE);
  g_autofree char *names = names_of (comparison, found->nodes);

  g_assert_cmpstr (names, ==, expected);
  g_assert_cmpuint (found->contexts->len, ==, found->nodes->len);
}

TEST ("/search/names")
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
TEST ("/search/other-names")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1(alpha:1(x:9000 y:8000) rest:10000 f<int>:7)",
               "main:1(omega:1(x:9000 y:8000) rest:10000 f<int>:7)");

  assert_finds (comparison, "alph", "omega");
  assert_finds (comparison, "omeg", "omega");
  assert_finds (comparison, "<int",
                cyan_comparison_name (comparison, comparison->compared.n_nodes - 1));
}

/* "name contexts change", each change in hundredths of the run. */
static void
assert_lists (const CyanComparison *comparison,
              const char *text,
              gboolean is_regex,
              const char *expected)
{
  g_autoptr (CyanFound) found = search_as (comparison, text, is_regex);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < found->functions->len; i++)
    {
      const CyanFoundFunction *function = &g_array_index (found->functions, CyanFoundFunction, i);
      CyanNode node = g_array_index (found->contexts, CyanNode, function->first);

      g_string_append_printf (list, "%s%s %u %.0f", i > 0 ? ", " : "",
                              cyan_comparison_name (comparison, node), function->n_contexts,
                              function->change * 100);
      g_assert_cmpint (cyan_found_function_of (found, node), ==, (int) i);
    }
  g_assert_cmpstr (list->str, ==, expected);
}

/* Functions are listed by the sum over their contexts, whatever its sign. */
TEST ("/search/functions")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:0(a:0(find_one:10 find_two:20) b:0(find_one:10) rest:60)",
               "main:0(a:0(find_one:15 find_two:5) b:0(find_one:14) rest:66)");

  assert_lists (comparison, "find", FALSE, "find_two 1 -15, find_one 2 9");
  assert_lists (comparison, "fO", FALSE, "find_one 2 9");
  assert_lists (comparison, "^.$", TRUE, "a 1 -10, b 1 4");
  assert_lists (comparison, "nothing", FALSE, "");
}

/* What a function calls in a recursion counts once. */
TEST ("/search/recursion")
{
  g_autoptr (CyanComparison) comparison = compare ("main:0(walk:10(walk:10(leaf:10)) rest:70)",
                                                   "main:0(walk:10(walk:10(leaf:30)) rest:50)");

  assert_lists (comparison, "walk", FALSE, "walk 2 20");
}

TEST ("/search/steps")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:0(a:0(find_one:10 find_two:20) b:0(find_one:10) rest:60)",
               "main:0(a:0(find_one:12 find_two:5) b:0(find_one:17) rest:66)");
  g_autoptr (CyanFound) found = search_as (comparison, "find", FALSE);
  g_autoptr (CyanFound) none = search_as (comparison, "nothing", FALSE);
  g_autofree char *names = names_of (comparison, found->contexts);
  const CyanNode *at = &g_array_index (found->contexts, CyanNode, 0);

  g_assert_cmpstr (names, ==, "find_two find_one find_one");
  /* That below b changed more. */
  g_assert_cmpuint (at[1], >, at[2]);
  g_assert_cmpuint (cyan_found_step (found, CYAN_NODE_NONE, FALSE), ==, at[0]);
  g_assert_cmpuint (cyan_found_step (found, CYAN_NODE_NONE, TRUE), ==, at[2]);
  /* Not one of them. */
  g_assert_cmpuint (cyan_found_step (found, 1, FALSE), ==, at[0]);
  g_assert_cmpint (cyan_found_function_of (found, 1), ==, -1);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (cyan_found_step (found, at[i], FALSE), ==, at[(i + 1) % 3]);
      g_assert_cmpuint (cyan_found_step (found, at[(i + 1) % 3], TRUE), ==, at[i]);
    }
  g_assert_cmpuint (cyan_found_step (none, 1, FALSE), ==, CYAN_NODE_NONE);
  g_assert_cmpuint (cyan_found_step (none, 1, TRUE), ==, CYAN_NODE_NONE);
}

TEST ("/search/bad-regex")
{
  static const struct
  {
    const char *text;
    CyanError code;
  } bad[] = { { "main(", CYAN_ERROR_INVALID }, { "(a|aa)+$", CYAN_ERROR_LIMIT } };
  g_autoptr (CyanComparison) comparison = compare (
      "main:1", "main:1(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!:1)");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const CyanFunctionSearch search = { bad[i].text, TRUE, CYAN_BASIS_SHARE };
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_function_search (comparison, &search, NULL, &error));
      g_assert_error (error, CYAN_ERROR, (int) bad[i].code);
    }
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

TEST ("/search/stopped")
{
  g_autoptr (CyanComparison) comparison = compare ("main:1", "main:1");
  const CyanTick tick = CYAN_TICK_INIT (stop, NULL);
  const CyanFunctionSearch search = { "main", FALSE, CYAN_BASIS_SHARE };
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_function_search (comparison, &search, &tick, &error));
  g_assert_error (error, CYAN_ERROR, (int) CYAN_ERROR_CANCELLED);
}
