/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sentences of the window about a node.
 */
#include "cyan-numbers.h"
#include "cyan-function-search.h"
#include "session-text.h"
#include "tests.h"

#include <string.h>

static CyanNode
find (CyanSession *session, const char *name)
{
  const CyanFunctionSearch search = { name, FALSE, CYAN_BASIS_SHARE };
  g_autoptr (CyanFound) found =
      cyan_function_search (cyan_session_comparison (session), &search, NULL, NULL);

  return found->nodes->len > 0 ? g_array_index (found->nodes, CyanNode, 0) : CYAN_NODE_NONE;
}

static void
assert_says (CyanSession *session, const char *name, const char *words)
{
  CyanNode node = find (session, name);
  g_autofree char *sentence = cyan_numbers_sentence (session, node);

  g_assert_cmpuint (node, !=, CYAN_NODE_NONE);
  if (strstr (sentence, words) == NULL)
    g_error ("\"%s\" does not say \"%s\"", sentence, words);
}

TEST ("/sentences/calls-and-cost")
{
  g_autoptr (CyanSession) session = session_from_text (
      "main:10*1(often:100*10 costly:100*10 rare:100*10 cheap:100*10)",
      "main:10*1(often:300*30 costly:480*10 rare:50*5 cheap:50*10)", CYAN_MATCH_CONTEXT);

  assert_says (session, "often", "Called 3 times as often; each call costs the same.");
  assert_says (session, "costly", "Called as often as before; each call costs 4.8 times as much.");
  assert_says (session, "rare", "Called 50.0 % less often; each call costs the same.");
  assert_says (session, "cheap", "Called as often as before; each call costs 50.0 % less.");
  assert_says (session, "main", "The change comes from what it calls.");
}

TEST ("/sentences/one-sided")
{
  g_autoptr (CyanSession) session = session_from_text (
      "main:10*1(same:60*1 old:30*1)", "main:10*1(same:60*1 fresh:130*1)", CYAN_MATCH_CONTEXT);

  assert_says (session, "fresh", "New: it costs 130 ns itself, 130 % of the run before.");
  assert_says (session, "old", "Gone: it cost 30 ns itself, 30.0 % of the run before.");
}

/* A new caller of what ran before has one number: its own. */
TEST ("/sentences/new-caller")
{
  g_autoptr (CyanSession) session = session_from_text (
      "main:10*1(work:90*1)", "main:10*1(wrapper:20*1(work:90*1))", CYAN_MATCH_CONTEXT);
  g_autofree char *summary = cyan_numbers_summary (session, find (session, "wrapper"));

  assert_says (
      session, "wrapper",
      "New: it costs 20 ns itself, 20.0 % of the run before. What it calls ran before, too.");
  g_assert_true (g_str_has_prefix (summary, "wrapper, new, +20.0 %, "));
}

/* Of what is below the threshold neither a direction nor a factor is told. */
TEST ("/sentences/unchanged")
{
  g_autoptr (CyanSession) session =
      session_from_text ("main:10*1(work:900*1 little:10*10)", "main:10*1(work:900*1 little:9*20)",
                         CYAN_MATCH_CONTEXT);
  g_autofree char *summary = cyan_numbers_summary (session, find (session, "little"));

  assert_says (session, "little", "The change is below 0.5 % of the run.");
  g_assert_true (g_str_has_prefix (summary, "little, hardly changed, "));
}

/* Nobody says that a function was renamed but the contexts around it. */
TEST ("/sentences/renamed")
{
  g_autoptr (CyanSession) session =
      session_from_text ("main:10*1(alpha:20*1(a:90*1 b:80*1 c:70*1))",
                         "main:10*1(beta:20*1(a:90*1 b:80*1 c:70*1))", CYAN_MATCH_CONTEXT);
  g_autofree char *words = cyan_numbers_function_words (session, find (session, "beta"));

  assert_says (session, "beta", "Probably renamed from alpha.");
  g_assert_nonnull (strstr (words, "probably renamed"));
}

TEST ("/sentences/share-only")
{
  g_autoptr (CyanSession) session =
      session_from_text ("main:0*1(shrinking:900*1 steady:100*1)",
                         "main:0*1(shrinking:100*1 steady:90*1)", CYAN_MATCH_CONTEXT);

  assert_says (session, "steady",
               "Share only: it fell by 10 ns while the rest of the run fell more.");
}

TEST ("/sentences/unknown-calls")
{
  g_autoptr (CyanSession) session =
      session_from_text ("main:0(work:100)", "main:0(work:150)", CYAN_MATCH_CONTEXT);

  assert_says (session, "work", "Rose by 50 ns (+50.0 %).");
}

TEST ("/sentences/summary")
{
  g_autoptr (CyanSession) session = session_from_text (
      "main:10*1(up:10*1 down:80*1)", "main:10*1(up:50*1 down:40*1)", CYAN_MATCH_CONTEXT);
  CyanNode up = find (session, "up");
  CyanNode down = find (session, "down");
  g_autofree char *slower = cyan_numbers_summary (session, up);
  g_autofree char *faster = cyan_numbers_summary (session, down);

  g_assert_cmpstr (slower, ==, "up, slower, +40.0 %");
  g_assert_cmpstr (faster, ==,
                   "down, faster, \xe2\x88\x92"
                   "40.0 %");
}
