/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of matching with everything that may be known beside the trees, on random programs: what a
 * person says about functions holds, and swapped sides give the mirror image. */
#include "cyan-name-claims.h"
#include "match-fixture.h"
#include "random-trees.h"
#include "profile-text.h"
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

/* Claims of all four kinds about functions that nothing was said about yet: some that the edits
 * made true, some that are false. */
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
  assert_same_doubt (there, back, TRUE);
  g_assert_cmpuint (there->joins->len, ==, back->joins->len);
  for (guint i = 0; i < there->joins->len; i++)
    {
      const CyanMatchJoin *join = &g_array_index (there->joins, CyanMatchJoin, i);
      gboolean found = FALSE;

      for (guint k = 0; k < back->joins->len && !found; k++)
        {
          const CyanMatchJoin *other = &g_array_index (back->joins, CyanMatchJoin, k);

          found =
              other->side != join->side && other->node == join->node && other->into == join->into;
        }
      g_assert_true (found);
    }
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

/* With @alone, by the search alone. */
static CyanMatching *
match_claimed (const CyanProfile *before,
               const CyanProfile *after,
               const GPtrArray *claims,
               gboolean alone)
{
  const CyanMatchOptions options = { .claims = claims };

  return alone ? search_alone (before, after, claims) : match_with (before, after, &options);
}

TEST ("/match-laws/claims")
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed);
      guint64 random = seed;
      g_autoptr (GPtrArray) claims = draw_claims (&pair, &random);
      g_autoptr (GPtrArray) turned = turn_claims (claims);

      for (guint alone = 0; alone < 2; alone++)
        {
          g_autoptr (CyanMatching) there = match_claimed (pair.before, pair.after, claims, alone);
          g_autoptr (CyanMatching) back = match_claimed (pair.after, pair.before, turned, alone);
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
        cyan_match_evidence_add_rename (evidence, turned ? g : f, turned ? f : g, likeness);
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
TEST ("/match-laws/evidence")
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

TEST ("/match-laws/mirrored")
{
  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      RandomPair pair = draw_pair (seed);

      for (guint alone = 0; alone < 2; alone++)
        {
          g_autoptr (CyanMatching) there = match_claimed (pair.before, pair.after, NULL, alone);
          g_autoptr (CyanMatching) back = match_claimed (pair.after, pair.before, NULL, alone);

          assert_mirrored (there, back);
        }
      random_pair_clear (&pair);
    }
}

/* @self with another name for each function, as @format makes it of its own and a number. */
static CyanProfile *
give_names (const CyanProfile *self, const char *before, const char *after, guint32 hash)
{
  CyanFunction *functions = cyan_profile_move_functions (self, self->strings);

  for (guint f = 1; f < self->n_functions; f++)
    {
      const char *name = cyan_strings_get (self->strings, functions[f].name);
      g_autofree char *digits = g_strdup_printf ("%07x", (f * 0x9e3779b1u ^ hash) >> 4);
      g_autofree char *end = hash != 0 ? g_strconcat (after, "1", digits, NULL) : g_strdup (after);
      g_autofree char *fresh = g_strconcat (before, name, end, NULL);

      functions[f].name = functions[f].normal = cyan_strings_add (self->strings, fresh, -1);
    }
  return cyan_profile_with_functions (self, self->strings, functions);
}

/* A program is the same one if all its names have another prefix, another suffix, or the hash of
 * another build, even where functions may be missing by chance. */
TEST ("/match-laws/whole-program-renamed")
{
  static const struct
  {
    const char *prefix[2], *suffix[2];
    guint32 hash[2]; /* 0: none */
  } forms[] = {
    { { "", "" }, { "::h", "::h" }, { 0x1234567, 0x89abcde } },
    { { "", "" }, { "::", "::" }, { 0x1234567, 0x89abcde } },
    { { "", "" }, { "::h", "::" }, { 0x1234567, 0x89abcde } },
    { { "old_", "new_" }, { "", "" }, { 0, 0 } },
    { { "", "pkg/" }, { "", "" }, { 0, 0 } },
    { { "", "" }, { "", "_v2" }, { 0, 0 } },
  };

  for (guint seed = 1; seed <= N_SEEDS / 4; seed++)
    for (guint k = 0; k < G_N_ELEMENTS (forms); k++)
      {
        RandomPair pair = draw_pair (seed);
        CyanProfile *sides[2];
        g_autoptr (CyanMatching) matching = NULL;

        for (guint side = 0; side < 2; side++)
          {
            sides[side] = give_names (pair.before, forms[k].prefix[side], forms[k].suffix[side],
                                      forms[k].hash[side]);
            sides[side]->recording = seed % 2 == 0 ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT;
          }
        matching = match (sides[0], sides[1], CYAN_MATCH_CONTEXT);
        for (CyanNode i = 0; i < matching->n_before; i++)
          g_assert_cmpuint (matching->after_of[i], ==, i);
        cyan_profile_unref (sides[0]);
        cyan_profile_unref (sides[1]);
        random_pair_clear (&pair);
      }
}

/* Names that end like a hash and have none, rules that too few functions show, and a module whose
 * functions went to two others. */
TEST ("/match-laws/name-rules")
{
  assert_context ("a(p(ash_add) q(ash_one) r(ash_six) s(ash_sub) t(ash_ten) u(ash_two))",
                  "a(p(elm_add) q(oak_one) r(elm_six) s(oak_sub) t(elm_ten) u(oak_two))",
                  "=a(=p(~ash_add>elm_add) =q(~ash_one>oak_one) =r(~ash_six>elm_six) "
                  "=s(~ash_sub>oak_sub) =t(~ash_ten>elm_ten) =u(~ash_two>oak_two))");
  assert_context ("a(u('parse::h0123456789abcdef'))", "a(u('parse::hidden'))",
                  "=a(=u(+parse::hidden -parse::h0123456789abcdef))");
  assert_context ("a(u('parse::h01234'))", "a(u('parse::h98765'))",
                  "=a(=u(+parse::h98765 -parse::h01234))");
  assert_context ("a(u(old_one) v(old_two) w(old_three))", "a(u(new_one) v(new_two) w(new_three))",
                  "=a(=u(~old_one>new_one) =v(~old_two>new_two) =w(~old_three>new_three))");
  assert_context ("a(u(old_one) v(old_two))", "a(u(new_one) v(new_two))",
                  "=a(=u(+new_one -old_one) =v(+new_two -old_two))");
}

/* What is light and has callees is found among many heavy functions that have none. */
TEST ("/match-laws/many-leaves")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *sides[2];
  g_autoptr (CyanMatching) matching = NULL;

  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (GString) text =
          g_string_new (side == 0 ? "a(x:1(b:2 c:2 d:2)" : "a(w:1(b:2 c:2 e:2)");

      for (guint i = 0; i < 40; i++)
        g_string_append_printf (text, " %c%u:90", side == 0 ? 'l' : 'm', i);
      g_string_append_c (text, ')');
      sides[side] = cyan_profile_from_text (strings, text->str, NULL);
    }
  matching = search_alone (sides[0], sides[1], NULL);
  for (CyanNode i = 0; i < 5; i++)
    g_assert_cmpuint (matching->after_of[i], ==, i);
  g_assert_cmpuint (matching->n_pairs, ==, 5);
  cyan_profile_unref (sides[0]);
  cyan_profile_unref (sides[1]);
}

#define MANY 600

/* A program that calls MANY functions whose callees are grouped otherwise in the other version:
 * there, @light callees of each are called by the one before.  Each version has its own names for
 * them. */
static CyanProfile *
grouped (CyanStrings *strings, guint side, gboolean backward)
{
  g_autoptr (GString) text = g_string_new ("a(");

  for (guint i = 0; i < MANY; i++)
    {
      guint at = backward ? MANY - 1 - i : i;

      g_string_append_printf (text, "%s%c%u:0(p%u:50(u:9 v%u:9) q%u:2)", i > 0 ? " " : "",
                              side == 0 ? 'x' : 'w', at * 7919, at, at % 7,
                              side == 0 ? at : (at + 1) % MANY);
    }
  g_string_append_c (text, ')');
  return cyan_profile_from_text (strings, text->str, NULL);
}

/* More overlaps than can be compared one by one: each function stays with the one of the other
 * version that took most of its callees. */
TEST ("/match-laws/many-overlaps")
{
  for (guint backward = 0; backward < 2; backward++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfile) before = grouped (strings, 0, FALSE);
      g_autoptr (CyanProfile) after = grouped (strings, 1, (gboolean) backward);
      g_autoptr (CyanMatching) there = match (before, after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanMatching) back = match (after, before, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanMergedTree) tree = merge (before, after, there);

      assert_mirrored (there, back);
      for (CyanNode a = 1; a < before->n_nodes; a++)
        if (cyan_profile_name (before, a)[0] == 'p')
          {
            g_assert_cmpuint (there->after_of[a], !=, CYAN_NODE_NONE);
            g_assert_cmpstr (cyan_profile_name (before, a), ==,
                             cyan_profile_name (after, there->after_of[a]));
          }
    }
}

/* Many calls of one function, of which a part in the middle is gone: each call that is left has a
 * partner with as many callees, though not all pairs are compared. */
TEST ("/match-laws/middle-gone")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanMatching) matching = NULL;
  CyanProfile *sides[2];

  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (GString) text = g_string_new ("a(");

      for (guint i = 0; i < 400; i++)
        if (side == 0 || i < 100 || i >= 250)
          g_string_append (text, i * i * 7919 % 11 < 4   ? "f(l) "
                                 : i * i * 7919 % 11 < 8 ? "f(l l) "
                                                         : "f(l l l) ");
      g_string_append (text, "g)");
      sides[side] = cyan_profile_from_text (strings, text->str, NULL);
    }
  matching = match (sides[0], sides[1], CYAN_MATCH_COMMON_TREE);
  for (CyanNode b = 2; b < sides[1]->n_nodes; b = sides[1]->end[b])
    {
      CyanNode a = matching->before_of[b];

      g_assert_cmpuint (a, !=, CYAN_NODE_NONE);
      g_assert_cmpuint (sides[0]->end[a] - a, ==, sides[1]->end[b] - b);
    }
  cyan_profile_unref (sides[0]);
  cyan_profile_unref (sides[1]);
}
