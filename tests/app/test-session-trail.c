/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way back of a session: each step is undone in its order. */
#include "session-text.h"
#include "tests.h"

#define BEFORE "main:1(a:10(b:10) c:10(d:10) e:20)"
#define AFTER  "main:1(a:10(b:10) c:10(d:10 new:30) e:20)"

/* Jumps to @n nodes in another order each time; the array has what was selected before each of them,
 * and at the end. */
static GArray *
jump_about (CyanSession *session, guint n)
{
  guint n_nodes = cyan_session_comparison (session)->compared.n_nodes;
  GArray *selected = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanNode node = cyan_session_selected (session);

  g_array_append_val (selected, node);
  while (selected->len <= n)
    {
      CyanNode next = (CyanNode) g_test_rand_int_range (1, (gint32) n_nodes);

      if (next == node)
        continue;
      node = next;
      cyan_session_jump (session, node);
      g_array_append_val (selected, node);
    }
  return selected;
}

TEST ("/session-trail/order")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  g_autoptr (GArray) selected = jump_about (session, 20);

  for (guint i = selected->len - 1; i-- > 0;)
    {
      g_assert_true (cyan_session_go_back (session));
      g_assert_cmpuint (cyan_session_selected (session), ==, g_array_index (selected, CyanNode, i));
      g_assert_true (
          cyan_layout_is_shown (cyan_session_layout (session), cyan_session_selected (session)));
    }
  g_assert_false (cyan_session_can_go_back (session));
  g_assert_false (cyan_session_go_back (session));
  for (guint i = 1; i < selected->len; i++)
    {
      g_assert_true (cyan_session_go_forward (session));
      g_assert_cmpuint (cyan_session_selected (session), ==, g_array_index (selected, CyanNode, i));
    }
  g_assert_false (cyan_session_can_go_forward (session));
  g_assert_false (cyan_session_go_forward (session));
}

/* There is no way forward from another step. */
TEST ("/session-trail/branch")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  g_autoptr (GArray) selected = jump_about (session, 5);

  cyan_session_go_back (session);
  cyan_session_go_back (session);
  g_assert_true (cyan_session_can_go_forward (session));
  cyan_session_jump (session, g_array_index (selected, CyanNode, 4));
  g_assert_false (cyan_session_can_go_forward (session));
  g_assert_true (cyan_session_go_back (session));
  g_assert_cmpuint (cyan_session_selected (session), ==, g_array_index (selected, CyanNode, 3));
}

/* As with an arrow key that is held. */
TEST ("/session-trail/held-key")
{
  g_autoptr (CyanSession) session = session_from_text (BEFORE, AFTER, CYAN_MATCH_CONTEXT);
  CyanNode first = cyan_session_selected (session);

  for (CyanNode node = 1; node < cyan_session_comparison (session)->compared.n_nodes; node++)
    cyan_session_select (session, node);
  g_assert_true (cyan_session_go_back (session));
  g_assert_cmpuint (cyan_session_selected (session), ==, first);
  g_assert_false (cyan_session_can_go_back (session));
}
