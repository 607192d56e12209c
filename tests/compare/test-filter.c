/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What filters leave of a comparison. */
#include "cyan-filter.h"
#include "comparison-fixture.h"
#include "random-trees.h"
#include "tests.h"

#define N_PAIRS 12

static CyanFiltered *
apply (const CyanComparison *comparison, const CyanFilter *filter, const guint8 *changes)
{
  return cyan_filtered_new (comparison, filter, CYAN_BASIS_SHARE, changes, NULL, NULL);
}

/* The names of what is shown in preorder, in brackets what does not match. */
static void
assert_left (const CyanComparison *comparison, const CyanFiltered *filtered, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (cyan_filtered_shows (filtered, i))
      g_string_append_printf (text, cyan_filtered_matches (filtered, i) ? "%s%s" : "%s(%s)",
                              text->len > 0 ? " " : "", cyan_comparison_name (comparison, i));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
assert_one (const CyanComparison *comparison,
            CyanCriterion criterion,
            const guint8 *changes,
            const char *expected)
{
  g_autoptr (CyanFilter) filter = cyan_filter_new ();
  g_autoptr (CyanFiltered) filtered = NULL;

  cyan_filter_set (filter, criterion, TRUE);
  filtered = apply (comparison, filter, changes);
  assert_left (comparison, filtered, expected);
}

/* What one asks for is shown with its callers, which do not match. */
TEST ("/filter/criteria")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1*1(same:50*1(leaf:5*1) slow:10*1 often:20*3 gone:4*1)",
               "main:1*1(same:50*1(leaf:5*1) slow:30*1 often:20*9 fresh:4*1)", CYAN_MATCH_PATH);
  g_autofree guint8 *changes = g_new0 (guint8, comparison->compared.pairs->n);

  changes[comparison->compared.pairs->of_node[find (comparison, "leaf")]] = CYAN_CHANGE_MODIFIED;
  changes[comparison->compared.pairs->of_node[find (comparison, "slow")]] = CYAN_CHANGE_UNMODIFIED;
  assert_one (comparison, CYAN_CRITERION_MODIFIED, changes, "(main) (same) leaf");
  assert_one (comparison, CYAN_CRITERION_MODIFIED, NULL, "");
  assert_one (comparison, CYAN_CRITERION_ONE_SIDED, changes, "(main) fresh gone");
  assert_one (comparison, CYAN_CRITERION_SIGNIFICANT, changes, "(main) slow fresh gone");
}

/* Calls alone are a change; what is the same in equal runs is none. */
TEST ("/filter/changed")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1*1(same:50*1 often:20*3 slow:10*1 fast:20*1)",
               "main:1*1(same:50*1 often:20*9 slow:20*1 fast:10*1)", CYAN_MATCH_PATH);

  assert_one (comparison, CYAN_CRITERION_CHANGED, NULL, "(main) often slow fast");
}

/* What sampling may have missed is neither added nor removed. */
TEST ("/filter/unseen")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1000(a:900 rare:1)", "main:1000(a:900(b:300))", CYAN_MATCH_PATH);
  gboolean missed = cyan_compared_is_unseen (&comparison->compared, find (comparison, "rare"));

  assert_one (comparison, CYAN_CRITERION_ONE_SIDED, NULL,
              missed ? "(main) (a) b" : "(main) (a) b rare");
}

TEST ("/filter/share")
{
  g_autoptr (CyanComparison) comparison =
      compare ("main:1(a:49(b:10) c:40)", "main:1(a:9(b:10) c:40 d:40)", CYAN_MATCH_PATH);
  g_autoptr (CyanFilter) filter = cyan_filter_new ();
  g_autoptr (CyanFiltered) filtered = NULL;

  cyan_filter_set_share (filter, 0.3);
  filtered = apply (comparison, filter, NULL);
  assert_left (comparison, filtered, "main a c d");
  g_assert_cmpuint (filtered->n_hidden_by[CYAN_CRITERION_SHARE], ==, 1);
}

static CyanProfile *
placed_profile (double slow)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  static const char *const names[] = { "main", "parse", "slow" };
  static const char *const modules[] = { "app", "libjson.so", "libc.so" };
  static const char *const files[] = { "main.c", "json.c", "" };
  CyanNode node = CYAN_NODE_ROOT;

  cyan_profile_builder_metric (builder, "time", "ns");
  for (guint i = 0; i < 3; i++)
    {
      guint32 function =
          cyan_profile_builder_function (builder, cyan_strings_add (strings, names[i], -1),
                                         cyan_strings_add (strings, modules[i], -1),
                                         cyan_strings_add (strings, files[i], -1), 1, 0);

      node = cyan_profile_builder_append (builder, node, function, 0, NULL);
      cyan_profile_builder_add (builder, 0, node, i == 2 ? slow : 10);
    }
  return cyan_profile_builder_finish (builder);
}

/* The module that changed most is the first that one may choose. */
TEST ("/filter/places")
{
  g_autoptr (CyanProfile) before = placed_profile (20);
  g_autoptr (CyanProfile) after = placed_profile (60);
  g_autoptr (CyanComparison) comparison = compare_profiles (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (GArray) places = cyan_places_new (comparison, NULL, NULL);
  const CyanPlace *first = &g_array_index (places, CyanPlace, 0);
  g_autoptr (CyanFilter) filter = cyan_filter_new ();
  g_autoptr (CyanFiltered) module = NULL;
  g_autoptr (CyanFiltered) file = NULL;

  g_assert_cmpuint (places->len, ==, 5);
  g_assert_cmpstr (cyan_comparison_string (comparison, first->name), ==, "libc.so");
  g_assert_false (first->is_file);
  assert_near (first->change, 1); /* of the run before */

  cyan_filter_set_place (filter, "libjson.so", FALSE);
  module = apply (comparison, filter, NULL);
  assert_left (comparison, module, "(main) parse");
  cyan_filter_set_place (filter, "main.c", TRUE);
  file = apply (comparison, filter, NULL);
  assert_left (comparison, file, "main");
  cyan_filter_set_place (filter, NULL, FALSE);
  g_assert_cmpuint (filter->criteria, ==, 0);
}

/* ---- laws ---- */

/* The module and the file of a function changed as the function did. */
TEST ("/filter/places-change")
{
  g_autoptr (CyanProfile) before = placed_profile (20);
  g_autoptr (CyanProfile) after = placed_profile (20);
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (GArray) places = NULL;

  /* "parse", and what is above it. */
  after->metrics[0].self[2] += 60;
  for (CyanNode i = 0; i <= 2; i++)
    after->metrics[0].total[i] += 60;
  comparison = compare_profiles (before, after, CYAN_MATCH_CONTEXT);
  places = cyan_places_new (comparison, NULL, NULL);
  for (guint i = 0; i < places->len; i++)
    {
      const CyanPlace *place = &g_array_index (places, CyanPlace, i);
      const char *name = cyan_comparison_string (comparison, place->name);

      assert_near (place->change, strstr (name, "json") != NULL ? 1.5 : 0);
    }
}

/* One of all sets of criteria; places do not occur in random trees. */
static CyanFilter *
filter_of (guint criteria)
{
  CyanFilter *filter = cyan_filter_new ();

  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if (i != CYAN_CRITERION_SHARE && i != CYAN_CRITERION_PLACE)
      cyan_filter_set (filter, (CyanCriterion) i, (criteria >> i & 1) != 0);
  if ((criteria >> CYAN_CRITERION_SHARE & 1) != 0)
    cyan_filter_set_share (filter, 0.02);
  return filter;
}

/* What is shown is what matches and what is above it, and all counts say so. */
static void
assert_connected (const CyanComparison *comparison, const CyanFiltered *filtered)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  guint n = comparison->compared.n_nodes, n_matches = 0, n_shown = 0;
  g_autofree guint8 *above = g_new0 (guint8, n);

  for (CyanNode i = 1; i < n; i++)
    {
      gboolean below = FALSE;

      for (CyanNode up = i;
           cyan_filtered_matches (filtered, i) && up != CYAN_NODE_ROOT && !above[up];
           up = tree->parent[up])
        above[up] = above[CYAN_NODE_ROOT] = TRUE;
      for (CyanNode up = i; !below && up != CYAN_NODE_ROOT; up = tree->parent[up])
        below = cyan_filtered_matches (filtered, up);
      g_assert_cmpint (cyan_filtered_is_below_match (filtered, i), ==, below);
      g_assert_false (cyan_filtered_is_exception (filtered, i));
    }
  for (CyanNode i = 0; i < n; i++)
    g_assert_cmpint (cyan_filtered_shows (filtered, i), ==, above[i]);
  for (CyanNode i = 1; i < n; i++)
    {
      n_matches += cyan_filtered_matches (filtered, i) ? 1 : 0;
      n_shown += above[i];
    }
  g_assert_cmpuint (filtered->n_matches, ==, n_matches);
  g_assert_cmpuint (filtered->n_shown, ==, n_shown);
}

/* Together, filters leave what each of them leaves to the other. */
static void
assert_together (const CyanComparison *comparison, const guint8 *changes, guint a, guint b)
{
  g_autoptr (CyanFilter) one = filter_of (a);
  g_autoptr (CyanFilter) other = filter_of (b);
  g_autoptr (CyanFilter) both = filter_of (a | b);
  g_autoptr (CyanFiltered) by_one = apply (comparison, one, changes);
  g_autoptr (CyanFiltered) by_other = apply (comparison, other, changes);
  g_autoptr (CyanFiltered) by_both = apply (comparison, both, changes);

  assert_connected (comparison, by_both);
  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    g_assert_cmpint (cyan_filtered_matches (by_both, i), ==,
                     cyan_filtered_matches (by_one, i) && cyan_filtered_matches (by_other, i));
  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    {
      g_autoptr (CyanFilter) alone = filter_of ((a | b) & 1u << i);
      g_autoptr (CyanFiltered) by_it = apply (comparison, alone, changes);

      g_assert_cmpuint (by_both->n_hidden_by[i], ==,
                        alone->criteria == 0 ? 0
                                             : comparison->compared.n_nodes - 1 - by_it->n_shown);
    }
}

/* An exception is shown with its callers, and nothing else is. */
static void
assert_exception (const CyanComparison *comparison, const CyanFiltered *filtered, CyanNode node)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  g_autoptr (CyanFiltered) with = cyan_filtered_with (filtered, comparison, node);
  guint n_shown = 0;

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    {
      gboolean on_way = i <= node && node < tree->end[i];

      g_assert_cmpint (cyan_filtered_shows (with, i), ==,
                       on_way || cyan_filtered_shows (filtered, i));
      g_assert_cmpint (cyan_filtered_is_exception (with, i), ==,
                       on_way && !cyan_filtered_shows (filtered, i));
      g_assert_cmpint (cyan_filtered_matches (with, i), ==, cyan_filtered_matches (filtered, i));
      n_shown += cyan_filtered_shows (with, i);
    }
  g_assert_cmpuint (with->n_shown, ==, n_shown);
}

TEST ("/filter/laws")
{
  guint64 random = 11;

  for (guint i = 0; i < N_PAIRS; i++)
    {
      const RandomOptions options = { .seed = i + 1,
                                      .n_nodes = 300,
                                      .n_functions = 40,
                                      .n_edits = 5,
                                      .jitter = i % 2 == 0 ? 0 : 0.1,
                                      .sampled = i % 3 == 0 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanComparison) comparison =
          compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autofree guint8 *changes = g_new0 (guint8, comparison->compared.pairs->n);
      g_autoptr (CyanFilter) none = cyan_filter_new ();
      g_autoptr (CyanFiltered) all = apply (comparison, none, changes);

      for (guint k = 0; k < comparison->compared.pairs->n; k++)
        changes[k] = (guint8) (random_next (&random) % (CYAN_CHANGE_MODIFIED + 1));
      g_assert_cmpuint (all->n_shown, ==, comparison->compared.n_nodes - 1);
      g_assert_cmpuint (all->n_matches, ==, comparison->compared.n_nodes - 1);
      for (guint a = 0; a < 1u << CYAN_N_CRITERIA; a += 3)
        assert_together (comparison, changes, a, (guint) random_next (&random) & 63);
      for (guint k = 0; k < 20; k++)
        {
          g_autoptr (CyanFilter) filter = filter_of ((guint) random_next (&random) & 63);
          g_autoptr (CyanFiltered) filtered = apply (comparison, filter, changes);

          assert_exception (
              comparison, filtered,
              1 + (CyanNode) (random_next (&random) % (comparison->compared.n_nodes - 1)));
        }
      random_pair_clear (&pair);
    }
}

TEST ("/filter/equal")
{
  g_autoptr (CyanFilter) one = cyan_filter_new ();
  g_autoptr (CyanFilter) other = NULL;

  cyan_filter_set (one, CYAN_CRITERION_MODIFIED, TRUE);
  cyan_filter_set_place (one, "jv.c", TRUE);
  other = cyan_filter_copy (one);
  g_assert_true (cyan_filter_equal (one, other));
  cyan_filter_set_place (other, "jv.c", FALSE);
  g_assert_false (cyan_filter_equal (one, other));
  cyan_filter_set_place (other, "jv.c", TRUE);
  cyan_filter_set_share (other, 0.01);
  g_assert_false (cyan_filter_equal (one, other));
  cyan_filter_set_share (one, 0.02);
  g_assert_false (cyan_filter_equal (one, other));
  cyan_filter_set_share (one, 0.01);
  g_assert_true (cyan_filter_equal (one, other));
  cyan_filter_set_share (one, 0);
  cyan_filter_set_share (other, 0);
  g_assert_true (cyan_filter_equal (one, other));
}
