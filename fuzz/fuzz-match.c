/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two small trees: the matching of every method can be merged, and all invariants hold,
 * whatever a person and the sources say about functions. */
#include "cyan-comparison.h"
#include "cyan-hot-path.h"
#include "fuzz.h"

#include <math.h>

static CyanMatching *
match_checked (CyanProfile *before, CyanProfile *after, const CyanMatchOptions *options)
{
  const char *method = cyan_match_method_names[options->method];
  g_autoptr (GError) error = NULL;
  CyanMatching *matching = cyan_match (before, after, options, NULL, &error);
  CyanMergedTree *tree;

  FUZZ_CHECK (matching != NULL && error == NULL);
  if (!cyan_matching_check (matching, before, after, &error))
    fuzz_fail (G_STRLOC, "%s: %s", method, error->message);
  tree = cyan_merged_tree_new (before, after, matching, NULL, &error);
  FUZZ_CHECK (tree != NULL);
  if (!cyan_merged_tree_check (tree, before, after, &error))
    fuzz_fail (G_STRLOC, "%s: %s", method, error->message);
  FUZZ_CHECK (tree->n_nodes == before->n_nodes + after->n_nodes - matching->n_pairs);
  cyan_merged_tree_free (tree);
  return matching;
}

static void
check_method (CyanProfile *before, CyanProfile *after, CyanMatchMethod method, gboolean strict)
{
  const CyanMatchOptions options = { .method = method, .strict = strict };
  g_autoptr (CyanMatching) matching = match_checked (before, after, &options);

  /* Every node of a tree matches itself, unless siblings of one name may be exchanged. */
  if (before == after && !before->unordered && !matching->bounded)
    FUZZ_CHECK (matching->n_pairs == before->n_nodes);
}

/* One of the names of fuzz_tree(). */
static const char *
take_name (FuzzBytes *bytes, char name[2])
{
  name[0] = (char) ('a' + fuzz_byte (bytes) % 16);
  name[1] = '\0';
  return name;
}

/* Claims about functions, and what their sources say, from the bytes that are left. */
static void
check_claims (CyanProfile *before, CyanProfile *after, FuzzBytes *bytes)
{
  g_autoptr (GPtrArray) claims = cyan_name_claims_new ();
  g_autoptr (CyanMatchEvidence) evidence = cyan_match_evidence_new ();
  const CyanMatchOptions options = { .claims = claims, .evidence = evidence };
  char names[2][2];

  while (bytes->left > 0)
    {
      guint what = fuzz_byte (bytes) % 6;
      const char *a = take_name (bytes, names[0]), *b = take_name (bytes, names[1]);

      if (what < 2)
        cyan_name_claims_add (claims, a, b, what == 0);
      else if (what < 4)
        cyan_name_claims_add (claims, what == 2 ? a : NULL, what == 3 ? b : NULL, FALSE);
      else if (what == 4)
        cyan_match_evidence_add_rename (evidence, a, b, fuzz_byte (bytes) / 255.0);
      else
        cyan_match_evidence_add_defined (evidence, fuzz_byte (bytes) % 2, a);
    }
  cyan_matching_free (match_checked (before, after, &options));
}

static void
check_comparison (CyanProfile *before, CyanProfile *after)
{
  const CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanComparison) comparison =
      cyan_comparison_new (before, after, &options, NULL, &error);
  g_autoptr (CyanHotPath) path = NULL;

  if (comparison == NULL)
    {
      fuzz_check_error (error);
      return;
    }
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    {
      double width;
      g_autofree char *text = cyan_comparison_height_text (comparison, node, CYAN_BASIS_SHARE);

      FUZZ_CHECK (g_utf8_validate (text, -1, NULL));
      FUZZ_CHECK (!isnan (cyan_comparison_height (comparison, node, CYAN_BASIS_SHARE)));
      FUZZ_CHECK (!isnan (cyan_comparison_height (comparison, node, CYAN_BASIS_ABSOLUTE)));
      cyan_comparison_width (comparison, node, &width);
      FUZZ_CHECK (isfinite (width) && width >= 0);
      FUZZ_CHECK (comparison->slower_delta[node] >= 0 && comparison->faster_delta[node] >= 0);
    }
  path = cyan_hot_path_new (comparison, CYAN_NODE_ROOT, cyan_comparison_direction (comparison));
  FUZZ_CHECK (path->nodes->len >= 1);
  for (guint i = 0; i < comparison->compared.moves->n; i++)
    {
      const CyanMove *move = &comparison->compared.moves->by_removed[i];

      FUZZ_CHECK (cyan_comparison_moved_to (comparison, move->removed) == move->added);
      FUZZ_CHECK (cyan_comparison_moved_from (comparison, move->added) == move->removed);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzBytes bytes = { data, size };
  /* The last byte chooses what is done, because one thing per input is faster. */
  guint which = size > 0 ? data[size - 1] % 5 : 0;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = fuzz_tree (strings, &bytes, FUZZ_NAMES_FEW);
  g_autoptr (CyanProfile) after = fuzz_tree (strings, &bytes, FUZZ_NAMES_FEW);

  fuzz_check_profile (before);
  if (which == 3)
    check_method (before, after, CYAN_MATCH_COMMON_TREE, TRUE);
  else if (which == 4)
    check_comparison (before, after);
  else
    {
      g_assert (cyan_match_method_names[which] != NULL);
      check_method (before, after, (CyanMatchMethod) which, FALSE);
      check_method (after, before, (CyanMatchMethod) which, FALSE);
      check_method (before, before, (CyanMatchMethod) which, FALSE);
      if (which == CYAN_MATCH_CONTEXT)
        check_claims (before, after, &bytes);
    }
  return 0;
}
