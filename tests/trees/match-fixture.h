/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests of matching: matchings and merged trees with all invariants checked, and
 * generated trees of any size. */
#pragma once

#include "cyan-match.h"
#include "cyan-merged.h"
#include "profile-text.h"
#include "merged-text.h"
#include "search-alone.h"
#include "worst-trees.h"

static inline CyanMatching *
match_with (const CyanProfile *before, const CyanProfile *after, const CyanMatchOptions *options)
{
  g_autoptr (GError) error = NULL;
  CyanMatching *matching = cyan_match (before, after, options, NULL, &error);

  g_assert_no_error (error);
  cyan_matching_check (matching, before, after, &error);
  g_assert_no_error (error);
  return matching;
}

/* By the search alone, see search-alone.h. */
static inline CyanMatching *
search_alone (const CyanProfile *before, const CyanProfile *after, const GPtrArray *claims)
{
  g_autoptr (GError) error = NULL;
  CyanMatching *matching = match_search_alone (before, after, claims);

  cyan_matching_check (matching, before, after, &error);
  g_assert_no_error (error);
  return matching;
}

static inline CyanMatching *
match (const CyanProfile *before, const CyanProfile *after, CyanMatchMethod method)
{
  const CyanMatchOptions options = { .method = method };

  return match_with (before, after, &options);
}

/* @other has the same uncertain pairs and as much doubt about renames; with @back, it is of swapped
 * sides. */
static inline void
assert_same_doubt (const CyanMatching *there, const CyanMatching *other, gboolean back)
{
  guint n_doubts[2][CYAN_MATCH_UNCERTAIN + 1] = { { 0 } };

  g_assert_cmpuint (there->uncertain->len, ==, other->uncertain->len);
  for (guint i = 0; i < there->uncertain->len; i++)
    {
      CyanMatchRival rival = g_array_index (there->uncertain, CyanMatchRival, i);
      gboolean found = FALSE;

      rival.node = back ? there->after_of[rival.node] : rival.node;
      rival.side = back && rival.rival != CYAN_NODE_NONE ? 1 - rival.side : rival.side;
      for (guint k = 0; k < other->uncertain->len && !found; k++)
        {
          const CyanMatchRival *same = &g_array_index (other->uncertain, CyanMatchRival, k);

          found =
              same->node == rival.node && same->side == rival.side && same->rival == rival.rival;
        }
      g_assert_true (found);
    }
  for (guint i = 0; i < there->renames->len; i++)
    {
      n_doubts[0][g_array_index (there->renames, CyanMatchRename, i).doubt]++;
      n_doubts[1][g_array_index (other->renames, CyanMatchRename, i).doubt]++;
    }
  g_assert_cmpmem (n_doubts[0], sizeof n_doubts[0], n_doubts[1], sizeof n_doubts[1]);
}

/* Each node occurs once. */
static inline CyanMergedTree *
merge (const CyanProfile *before, const CyanProfile *after, const CyanMatching *matching)
{
  g_autoptr (GError) error = NULL;
  CyanMergedTree *tree = cyan_merged_tree_new (before, after, matching, NULL, &error);

  g_assert_no_error (error);
  cyan_merged_tree_check (tree, before, after, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tree->n_nodes, ==, before->n_nodes + after->n_nodes - matching->n_pairs);
  return tree;
}

/* Matches two trees in text form by context.  @expected is the merged tree. */
static inline void
assert_context (const char *before_text, const char *after_text, const char *expected)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, NULL);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, NULL);
  g_autoptr (CyanMatching) matching = match (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanMergedTree) tree = merge (before, after, matching);
  g_autofree char *text = cyan_merged_tree_to_text (tree, before, after);

  g_assert_cmpstr (text, ==, expected);
}

/* As in WorstShape. */
typedef guint32 (*ShapeFunc) (guint i, guint n, guint side, guint64 *random, guint32 *parent);

static inline CyanProfile *
shape_new (CyanStrings *strings, guint n, guint side, ShapeFunc node)
{
  const WorstShape shape = { .node = node };

  return worst_tree_new (strings, &shape, n, side);
}
