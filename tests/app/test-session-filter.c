/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filter of a session: what is shown, what is selected, and the way back. */
#include "cyan-function-search.h"
#include "session-text.h"
#include "tests.h"

#include <string.h>

#define BEFORE "main:1(a:10(b:10) c:10(d:10) e:20)"
#define AFTER  "main:1(a:10(b:10) c:10(d:10 new:30) e:20)"

static CyanNode
node (CyanSession *session, const char *name)
{
  const CyanComparison *comparison = cyan_session_comparison (session);

  for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
    if (strcmp (cyan_comparison_name (comparison, i), name) == 0)
      return i;
  g_error ("no node \"%s\"", name);
}

/* The names of the shown nodes in preorder. */
static void
assert_shown (CyanSession *session, const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const CyanComparison *comparison = cyan_session_comparison (session);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (cyan_layout_is_shown (cyan_session_layout (session), i))
      g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                              cyan_comparison_name (comparison, i));
  g_assert_cmpstr (names->str, ==, expected);
}

static void
assert_selected (CyanSession *session, const char *expected)
{
  g_assert_cmpstr (
      cyan_comparison_name (cyan_session_comparison (session), cyan_session_selected (session)), ==,
      expected);
}

static void
set (CyanSession *session, CyanCriterion criterion, gboolean has)
{
  g_autoptr (CyanFilter) filter = cyan_filter_copy (cyan_session_filter (session));

  cyan_filter_set (filter, criterion, has);
  cyan_session_set_filter (session, filter);
}

static void
count (gpointer session, GParamSpec *spec, guint *n)
{
  ++*n;
}

TEST ("/session-filter/shown")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  guint n_filter = 0, n_filtered = 0;

  g_signal_connect (session, "notify::filter", G_CALLBACK (count), &n_filter);
  g_signal_connect (session, "notify::filtered", G_CALLBACK (count), &n_filtered);
  cyan_session_show_descendants (session, node (session, "main"));
  cyan_session_select (session, node (session, "d"));
  assert_shown (session, "main a b c d new e");

  /* What matches and its callers; the nearest caller of the selected node. */
  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  assert_shown (session, "main c new");
  assert_selected (session, "c");
  g_assert_cmpuint (cyan_session_filtered (session)->n_hidden_by[CYAN_CRITERION_ONE_SIDED], ==, 4);
  g_assert_cmpuint (n_filter, ==, 1);
  g_assert_cmpuint (n_filtered, ==, 1);

  /* Everything is again as it was. */
  set (session, CYAN_CRITERION_ONE_SIDED, FALSE);
  assert_shown (session, "main a b c d new e");
  g_assert_null (cyan_session_filtered (session));
  cyan_session_go_back (session);
  assert_shown (session, "main c new");
  g_assert_true (cyan_filter_has (cyan_session_filter (session), CYAN_CRITERION_ONE_SIDED));
  cyan_session_go_back (session);
  assert_shown (session, "main a b c d new e");
  assert_selected (session, "d");
  g_assert_cmpuint (cyan_session_filter (session)->criteria, ==, 0);
  cyan_session_go_forward (session);
  assert_shown (session, "main c new");
}

/* A filter opens what it is about, however little was shown. */
TEST ("/session-filter/opens")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);

  cyan_session_hide_children (session, node (session, "main"));
  assert_shown (session, "main");
  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  assert_shown (session, "main c new");
  set (session, CYAN_CRITERION_ONE_SIDED, FALSE);
  assert_shown (session, "main c new");
}

/* What one goes to is shown, whatever the filter says; the filter stays. */
TEST ("/session-filter/exception")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);

  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  cyan_session_jump (session, node (session, "b"));
  assert_shown (session, "main a b c new");
  assert_selected (session, "b");
  g_assert_true (cyan_filtered_is_exception (cyan_session_filtered (session), node (session, "b")));
  g_assert_cmpuint (
      cyan_layout_n_hidden_children (cyan_session_layout (session), node (session, "main")), ==, 0);
  cyan_session_go_back (session);
  assert_shown (session, "main c new");
  g_assert_false (
      cyan_filtered_is_exception (cyan_session_filtered (session), node (session, "b")));
}

/* The same files opened again are filtered likewise. */
TEST ("/session-filter/resume")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanSession) again = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);

  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  cyan_session_resume (again, session, FALSE);
  assert_shown (again, "main c new");
  g_assert_false (cyan_session_can_go_back (again));
  set (again, CYAN_CRITERION_ONE_SIDED, FALSE);
  g_assert_null (cyan_session_filtered (again));
}

/* Below what is focused there may be nothing left. */
TEST ("/session-filter/focus")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);

  cyan_session_show_descendants (session, node (session, "main"));
  cyan_session_focus (session, node (session, "a"));
  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  g_assert_false (cyan_session_is_focused (session));
  assert_shown (session, "main c new");
  cyan_session_go_back (session);
  g_assert_true (cyan_session_is_focused (session));
  assert_shown (session, "a b");
}

/* The search looks at what the filter leaves, and tells how much it hides. */
TEST ("/session-filter/search")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  CyanFunctionSearch search = { .text = "^(new|b|e|main)$", .is_regex = TRUE };
  g_autoptr (CyanFound) found = NULL;

  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  search.filtered = cyan_session_filtered (session);
  found = cyan_function_search (cyan_session_comparison (session), &search, NULL, NULL);
  g_assert_cmpuint (found->contexts->len, ==, 2);
  g_assert_cmpuint (found->n_hidden, ==, 2);
}

/* More than is looked through at once: a thread does it, and the newest filter counts. */
TEST ("/session-filter/large")
{
  g_autoptr (GString) text = g_string_new ("main:1(");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (CyanSession) session = NULL;

  for (guint i = 0; i < 60000; i++)
    g_string_append_printf (text, "f%u:10 ", i);
  before = g_strconcat (text->str, ")", NULL);
  after = g_strconcat (text->str, "new:100000)", NULL);
  session = session_from_text (before, after, CYAN_MATCH_CONTEXT);
  set (session, CYAN_CRITERION_SIGNIFICANT, TRUE);
  g_assert_true (cyan_session_is_filtering (session));
  set (session, CYAN_CRITERION_ONE_SIDED, TRUE);
  set (session, CYAN_CRITERION_SIGNIFICANT, FALSE);
  while (cyan_session_is_filtering (session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (cyan_session_filtered (session)->n_matches, ==, 1);
  assert_shown (session, "main new");
  set (session, CYAN_CRITERION_ONE_SIDED, FALSE);
  g_assert_false (cyan_session_is_filtering (session));
}
