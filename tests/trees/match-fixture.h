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
