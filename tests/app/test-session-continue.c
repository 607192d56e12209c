/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session that goes on where the same recordings are matched anew, and two functions that are
 * said to be the same. */
#include "session-text.h"
#include "tests.h"

/* By context alpha is renamed, and what it calls is matched; by path none of that is. */
#define BEFORE "main:1(alpha:1(x:40(deep:9) y:30) old:7 rest:50)"
#define AFTER  "main:1(omega:1(x:40(deep:9) y:30) rest:50 new:90)"

static CyanNode
node (CyanSession *session, const char *name, CyanStatus status)
{
  const CyanComparison *comparison = cyan_session_comparison (session);

  for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
    if (g_str_equal (cyan_comparison_name (comparison, i), name)
        && cyan_comparison_status (comparison, i) == status)
      return i;
  g_error ("no %s is %s", name, cyan_status_names[status]);
}

/* The names of the shown nodes in preorder: "=" both sides have them, "+" added, "-" removed. */
static void
assert_shown (CyanSession *session, const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const CyanComparison *comparison = cyan_session_comparison (session);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (cyan_layout_is_shown (cyan_session_layout (session), i))
      g_string_append_printf (names, "%s%c%s", names->len > 0 ? " " : "",
                              "==+-"[cyan_comparison_status (comparison, i)],
                              cyan_comparison_name (comparison, i));
  g_assert_cmpstr (names->str, ==, expected);
}

/* All of main, and of it only alpha is open; x is selected. */
static CyanSession *
open_session (void)
{
  CyanSession *session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  CyanNode main = node (session, "main", CYAN_STATUS_MATCHED);

  cyan_session_show_children (session, main);
  cyan_session_show_children (session, node (session, "omega", CYAN_STATUS_RENAMED));
  cyan_session_select (session, node (session, "x", CYAN_STATUS_MATCHED));
  cyan_session_hide_children (session, node (session, "x", CYAN_STATUS_MATCHED));
  assert_shown (session, "=main =omega =x =y -old =rest +new");
  return session;
}

/* What is open stays open, on both sides, and is one again. */
TEST ("/app/session-continue/split")
{
  g_autoptr (CyanSession) first = open_session ();
  g_autoptr (CyanSession) split = session_from_text (BEFORE, AFTER, CYAN_MATCH_PATH);
  g_autoptr (CyanSession) last = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);

  cyan_session_set_basis (first, CYAN_BASIS_ABSOLUTE);
  g_assert_true (cyan_session_continue (split, first));
  assert_shown (split, "=main +omega +x +y -alpha -x -y -old =rest +new");
  g_assert_cmpuint (cyan_session_selected (split), ==, node (split, "x", CYAN_STATUS_ADDED));
  g_assert_cmpint (cyan_session_basis (split), ==, CYAN_BASIS_ABSOLUTE);
  g_assert_false (cyan_session_can_go_back (split));

  g_assert_true (cyan_session_continue (last, split));
  assert_shown (last, "=main =omega =x =y -old =rest +new");
  g_assert_cmpuint (cyan_session_selected (last), ==, node (last, "x", CYAN_STATUS_MATCHED));
}

/* The focus stays, too, on what after has of it. */
TEST ("/app/session-continue/focus")
{
  g_autoptr (CyanSession) first = open_session ();
  g_autoptr (CyanSession) split = session_from_text (BEFORE, AFTER, CYAN_MATCH_PATH);

  cyan_session_focus (first, node (first, "omega", CYAN_STATUS_RENAMED));
  g_assert_true (cyan_session_continue (split, first));
  g_assert_cmpuint (cyan_layout_top (cyan_session_layout (split)), ==,
                    node (split, "omega", CYAN_STATUS_ADDED));
  assert_shown (split, "+omega +x +y");
  cyan_session_unfocus (split);
  assert_shown (split, "=main +omega +x +y -alpha -x -y -old =rest +new");
}

static void
filter_one_sided (CyanSession *session, gboolean filters)
{
  g_autoptr (CyanFilter) filter = cyan_filter_copy (cyan_session_filter (session));

  cyan_filter_set (filter, CYAN_CRITERION_ONE_SIDED, filters);
  cyan_session_set_filter (session, filter);
}

/* A filter goes on, and so does what it hides. */
TEST ("/app/session-continue/filter")
{
  g_autoptr (CyanSession) first = open_session ();
  g_autoptr (CyanSession) split = session_from_text (BEFORE, AFTER, CYAN_MATCH_PATH);

  filter_one_sided (first, TRUE);
  assert_shown (first, "=main -old +new");
  g_assert_true (cyan_session_continue (split, first));
  assert_shown (split, "=main -old +new");
  filter_one_sided (split, FALSE);
  assert_shown (split, "=main +omega +x +y -alpha -x -y -old =rest +new");
}

static void
assert_two (CyanSession *session, CyanNode marked, CyanNode selected, const char *expected)
{
  const char *before, *after;
  g_autofree char *found = NULL;

  cyan_session_mark (session, marked);
  cyan_session_select (session, selected);
  if (cyan_session_get_claimed_pair (session, &before, &after))
    found = g_strdup_printf ("%s, %s", before, after);
  g_assert_cmpstr (found, ==, expected);
}

/* One function of before and one of after, in either order, that are not the same already. */
TEST ("/app/session-continue/two")
{
  g_autoptr (CyanSession) session = open_session ();
  CyanNode old = node (session, "old", CYAN_STATUS_REMOVED);
  CyanNode new = node (session, "new", CYAN_STATUS_ADDED);
  CyanNode renamed = node (session, "omega", CYAN_STATUS_RENAMED);
  CyanNode both = node (session, "rest", CYAN_STATUS_MATCHED);

  assert_two (session, old, new, "old, new");
  assert_two (session, new, old, "old, new");
  assert_two (session, old, renamed, "old, omega");
  assert_two (session, renamed, new, "alpha, new");
  assert_two (session, old, old, NULL);
  assert_two (session, old, both, NULL);
  assert_two (session, CYAN_NODE_NONE, new, NULL);
}
