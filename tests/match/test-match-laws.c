/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of matching with everything that may be known beside the trees, on random programs: what a
 * person says about functions holds, and swapped sides give the mirror image. */
#include "cyan-name-claims.h"
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

#define N_SEEDS  60
#define N_CLAIMS 12

static RandomPair
draw_pair (guint seed)
{
  const RandomOptions options = { .seed = 7919 * seed,
                                  .n_nodes = 120 + seed * 37 % 400,
                                  .n_functions = 12 + seed * 11 % 50,
                                  .n_edits = 1 + seed % 9,
                                  .kinds = RANDOM_RELEASE_EDITS,
                                  .sampled = seed % 4 == 0,
                                  .calls = seed % 3 == 0,
                                  .call_sites = seed % 5 == 0 };

  return random_pair_new (&options);
}

/* The name of a function that is called. */
static const char *
draw_name (const CyanProfile *profile, guint64 *random)
{
  return cyan_profile_name (profile, 1 + random_next (random) % (profile->n_nodes - 1));
}

/* Claims of all four kinds about functions that nothing was said about yet: some that the edits made
 * true, some that are false. */
static GPtrArray *
draw_claims (const RandomPair *pair, guint64 *random)
{
  g_autoptr (GHashTable) said = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *claims = cyan_name_claims_new ();

  for (guint i = 0; i < N_CLAIMS; i++)
    {
      guint kind = random_next (random) % 4;
      const char *f = draw_name (pair->before, random), *g = draw_name (pair->after, random);

      if (i < pair->renamed->len && kind < 2)
        {
          const RandomRename *rename = &g_array_index (pair->renamed, RandomRename, i);

          f = cyan_strings_get (pair->before->strings, rename->before);
          g = cyan_strings_get (pair->after->strings, rename->after);
        }
      if (g_str_equal (f, g) || g_hash_table_contains (said, f) || g_hash_table_contains (said, g))
        continue;
      g_hash_table_add (said, (gpointer) f);
      g_hash_table_add (said, (gpointer) g);
      cyan_name_claims_add (claims, kind == 2 ? NULL : f, kind == 3 ? NULL : g, kind == 0);
    }
  return claims;
}

/* The claims that say the same when the sides are swapped. */
static GPtrArray *
turn_claims (const GPtrArray *claims)
{
  GPtrArray *turned = cyan_name_claims_new ();

  for (guint i = 0; i < claims->len; i++)
    {
      const CyanNameClaim *claim = g_ptr_array_index (claims, i);

      cyan_name_claims_add (turned, claim->after, claim->before, claim->same);
    }
  return turned;
}

static void
assert_mirrored (const CyanMatching *there, const CyanMatching *back)
{
  g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode), back->before_of,
                   back->n_after * sizeof (CyanNode));
  g_assert_cmpuint (there->renames->len, ==, back->renames->len);
}

/* Whether a function that is not looked through is among the unmatched nodes right above @node. */
static gboolean
is_hidden (const CyanProfile *profile, const CyanNode *partner, CyanNode node, const char *closed)
{
  for (node = profile->parent[node]; partner[node] == CYAN_NODE_NONE; node = profile->parent[node])
    if (g_str_equal (cyan_profile_name (profile, node), closed))
      return TRUE;
  return FALSE;
}

static void
check_claim (const RandomPair *pair, const CyanMatching *matching, const CyanNameClaim *claim)
{
  for (CyanNode a = 1; a < matching->n_before; a++)
    {
      CyanNode b = matching->after_of[a];
      const char *f = cyan_profile_name (pair->before, a), *g;
      gboolean is_old, is_new;

      if (b == CYAN_NODE_NONE)
        continue;
      g = cyan_profile_name (pair->after, b);
      is_old = g_strcmp0 (f, claim->before) == 0;
      is_new = g_strcmp0 (g, claim->after) == 0;
      if (claim->same)
        g_assert_true (is_old == is_new);
      else if (claim->before != NULL && claim->after != NULL)
        g_assert_false (is_old && is_new);
      else if (claim->before != NULL)
        g_assert_false (is_hidden (pair->before, matching->after_of, a, claim->before));
      else
        g_assert_false (is_hidden (pair->after, matching->before_of, b, claim->after));
    }
}

static void
test_claims (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed);
      guint64 random = seed;
      g_autoptr (GPtrArray) claims = draw_claims (&pair, &random);
      g_autoptr (GPtrArray) turned = turn_claims (claims);

      for (guint effort = CYAN_MATCH_FULL; effort <= CYAN_MATCH_SEARCH; effort++)
        {
          const CyanMatchOptions options = { .claims = claims, .effort = (CyanMatchEffort) effort };
          const CyanMatchOptions swapped = { .claims = turned, .effort = (CyanMatchEffort) effort };
          g_autoptr (CyanMatching) there = match_with (pair.before, pair.after, &options);
          g_autoptr (CyanMatching) back = match_with (pair.after, pair.before, &swapped);
          g_autoptr (CyanMergedTree) tree = merge (pair.before, pair.after, there);

          for (guint i = 0; i < claims->len; i++)
            check_claim (&pair, there, g_ptr_array_index (claims, i));
          assert_mirrored (there, back);
        }
      random_pair_clear (&pair);
    }
}

/* What the sources say of some functions; with @turned, of swapped sides. */
static CyanMatchEvidence *
draw_evidence (const RandomPair *pair, guint64 random, gboolean turned)
{
  CyanMatchEvidence *evidence = cyan_match_evidence_new ();

  for (guint i = 0; i < pair->renamed->len; i++)
    {
      const RandomRename *rename = &g_array_index (pair->renamed, RandomRename, i);
      const char *f = cyan_strings_get (pair->before->strings, rename->before);
      const char *g = cyan_strings_get (pair->after->strings, rename->after);
      double likeness = 0.3 + random_next (&random) % 8 / 10.0;

      if (random_next (&random) % 2 == 0)
        cyan_match_evidence_add_likely (evidence, turned ? g : f, turned ? f : g, likeness);
    }
  for (guint i = 0; i < 4; i++)
    for (guint side = 0; side < 2; side++)
      cyan_match_evidence_add_defined (evidence, side ^ turned,
                                       draw_name (side == 0 ? pair->before : pair->after, &random));
  return evidence;
}

/* Whether the sources of @side define a function with @name. */
static gboolean
is_defined (const CyanMatchEvidence *evidence, guint side, const char *name)
{
  for (guint i = 0; i < evidence->defined[side]->len; i++)
    if (g_str_equal (g_ptr_array_index (evidence->defined[side], i), name))
      return TRUE;
  return FALSE;
}

/* A function that the sources define in both versions was not renamed. */
static void
test_evidence (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed);
      g_autoptr (CyanMatchEvidence) evidence = draw_evidence (&pair, seed, FALSE);
      g_autoptr (CyanMatchEvidence) turned = draw_evidence (&pair, seed, TRUE);
      const CyanMatchOptions options = { .evidence = evidence }, swapped = { .evidence = turned };
      g_autoptr (CyanMatching) there = match_with (pair.before, pair.after, &options);
      g_autoptr (CyanMatching) back = match_with (pair.after, pair.before, &swapped);

      for (CyanNode a = 1; a < there->n_before; a++)
        {
          CyanNode b = there->after_of[a];
          const char *f = cyan_profile_name (pair.before, a), *g;

          if (b == CYAN_NODE_NONE)
            continue;
          g = cyan_profile_name (pair.after, b);
          g_assert_true (g_str_equal (f, g)
                         || (!is_defined (evidence, 0, f) && !is_defined (evidence, 1, g)));
        }
      assert_mirrored (there, back);
      random_pair_clear (&pair);
    }
}

/* Whatever the effort. */
static void
test_efforts (void)
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed);

      for (guint effort = CYAN_MATCH_FULL; effort <= CYAN_MATCH_SEARCH; effort++)
        {
          const CyanMatchOptions options = { .effort = (CyanMatchEffort) effort };
          g_autoptr (CyanMatching) there = match_with (pair.before, pair.after, &options);
          g_autoptr (CyanMatching) back = match_with (pair.after, pair.before, &options);

          assert_mirrored (there, back);
        }
      random_pair_clear (&pair);
    }
}

TESTS ("match-laws")
{
  g_test_add_func ("/match-laws/claims", test_claims);
  g_test_add_func ("/match-laws/evidence", test_evidence);
  g_test_add_func ("/match-laws/efforts", test_efforts);
}
