/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matching after the edits of a release: its laws on random programs, and an example of each kind
 * of edit. */
#include "cyan-name-claims.h"
#include "match-fixture.h"
#include "random-trees.h"
#include "profile-text.h"
#include "merged-text.h"
#include "tests.h"

/* Small programs after many edits of all kinds. */
static RandomOptions
release_options (guint seed)
{
  return (RandomOptions){ .seed = 1009 * seed,
                          .n_nodes = 300 + seed * 53 % 1700,
                          .n_functions = 30 + seed * 7 % 150,
                          .n_edits = 5 + seed * 11 % 56,
                          .kinds = RANDOM_RELEASE_EDITS,
                          .shuffled = seed % 4 == 0 ? 0.1 : 0.0,
                          .jitter = 0.05,
                          .sampled = seed % 3 == 0,
                          .call_sites = seed % 5 == 0 };
}

static const CyanMatchRename *
rename_at (const CyanMatching *matching, guint i)
{
  return &g_array_index (matching->renames, CyanMatchRename, i);
}

/* The two matchings are the same; with @back, of swapped sides.  Their profiles may have different
 * pools. */
static void
assert_same (const CyanMatching *there,
             const CyanMatching *other,
             gboolean back,
             const CyanStrings *strings,
             const CyanStrings *other_strings)
{
  g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode),
                   back ? other->before_of : other->after_of,
                   (back ? other->n_after : other->n_before) * sizeof (CyanNode));
  g_assert_cmpuint (there->renames->len, ==, other->renames->len);
  assert_same_doubt (there, other, back);
  for (guint i = 0; i < there->renames->len; i++)
    {
      const CyanMatchRename *rename = rename_at (there, i);
      gboolean found = FALSE;

      for (guint k = 0; k < other->renames->len; k++)
        {
          const CyanMatchRename *same = rename_at (other, k);

          found |=
              g_str_equal (cyan_strings_get (strings, rename->before),
                           cyan_strings_get (other_strings, back ? same->after : same->before))
              && g_str_equal (cyan_strings_get (strings, rename->after),
                              cyan_strings_get (other_strings, back ? same->before : same->after));
        }
      g_assert_true (found);
    }
}

/* A merged tree can be built, swapped sides give the mirror image, and the order of names in the
 * pool makes no difference. */
TEST ("/match-releases/laws")
{
  for (guint seed = 1; seed <= 40; seed++)
    {
      RandomOptions options = release_options (seed);
      RandomPair pair = random_pair_new (&options), other;
      g_autoptr (CyanMatching) there = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanMatching) back = match (pair.after, pair.before, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanMatching) again = NULL;
      g_autoptr (CyanMergedTree) tree = merge (pair.before, pair.after, there);
      const CyanStrings *strings = pair.before->strings;

      options.backward_pool = TRUE;
      other = random_pair_new (&options);
      again = match (other.before, other.after, CYAN_MATCH_CONTEXT);
      assert_same (there, back, TRUE, strings, strings);
      assert_same (there, again, FALSE, strings, other.before->strings);
      random_pair_clear (&pair);
      random_pair_clear (&other);
    }
}

/* A program matches itself, and nothing was renamed. */
TEST ("/match-releases/identity")
{
  for (guint seed = 1; seed <= 20; seed++)
    {
      RandomOptions options = release_options (seed);
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanMatching) same = match (pair.after, pair.after, CYAN_MATCH_CONTEXT);

      g_assert_cmpuint (same->n_pairs, ==, pair.after->n_nodes);
      for (CyanNode i = 0; i < pair.after->n_nodes; i++)
        g_assert_cmpuint (same->after_of[i], ==, i);
      g_assert_cmpuint (same->renames->len, ==, 0);
      g_assert_cmpuint (same->uncertain->len, ==, 0);
      g_assert_false (same->stopped);
      random_pair_clear (&pair);
    }
}

/* Each name is in one rename at most, and one that is concluded is gone, or new. */
TEST ("/match-releases/renames")
{
  guint n_known = 0, n_concluded = 0, n_right = 0;

  for (guint seed = 1; seed <= 40; seed++)
    {
      RandomOptions options = release_options (seed);
      RandomPair pair;
      g_autoptr (CyanMatching) matching = NULL;
      RandomRenameScore score;

      options.n_edits = 5 + seed % 10;
      pair = random_pair_new (&options);
      matching = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      score = random_pair_score_renames (&pair, matching->renames);
      for (guint i = 0; i < matching->renames->len; i++)
        for (guint k = 0; k < i; k++)
          {
            g_assert_cmpuint (rename_at (matching, i)->before, !=, rename_at (matching, k)->before);
            g_assert_cmpuint (rename_at (matching, i)->after, !=, rename_at (matching, k)->after);
          }
      n_known += score.n_known;
      n_concluded += score.n_concluded;
      n_right += score.n_right;
      random_pair_clear (&pair);
    }
  g_test_message ("%u renamed, %u concluded, %u right", n_known, n_concluded, n_right);
}

/* The same profile with its strings in @strings, and with other names for @percent of its
 * functions.
 * */
static CyanProfile *
give_other_names (const CyanProfile *profile, CyanStrings *strings, guint percent)
{
  CyanFunction *functions = cyan_profile_move_functions (profile, strings);

  for (guint f = 1; f < profile->n_functions; f++)
    if (f * 7919 % 100 < percent)
      {
        g_autofree char *name = g_strdup_printf ("%08x", f * 0x9e3779b1u);

        functions[f].name = functions[f].normal = cyan_strings_add (strings, name, -1);
      }
  return cyan_profile_with_functions (profile, strings, functions);
}

/* Unrelated programs have few pairs, whatever part of their names is equal: no more than the search
 * finds that concludes nothing about functions. */
TEST ("/match-releases/unrelated")
{
  static const guint percent[] = { 0, 50, 90, 100 };

  for (guint c = 0; c < G_N_ELEMENTS (percent); c++)
    {
      guint n_pairs = 0, n_alone = 0;

      for (guint seed = 1; seed <= 12; seed++)
        {
          RandomOptions options = { .seed = 2 * seed, .n_nodes = 500, .n_functions = 60 };
          RandomPair one = random_pair_new (&options), other;
          g_autoptr (CyanProfile) after = NULL;
          g_autoptr (CyanMatching) matching = NULL;
          g_autoptr (CyanMatching) alone = NULL;

          options.seed++;
          other = random_pair_new (&options);
          after = give_other_names (other.before, one.before->strings, percent[c]);
          matching = match (one.before, after, CYAN_MATCH_CONTEXT);
          alone = search_alone (one.before, after, NULL);
          n_pairs += matching->n_pairs;
          n_alone += alone->n_pairs;
          random_pair_clear (&one);
          random_pair_clear (&other);
        }
      g_test_message ("%u %%: %u pairs, %u by the search alone", percent[c], n_pairs, n_alone);
      g_assert_cmpuint (n_pairs, <=, n_alone);
    }
}

/* Conclusions about functions are no harm after few edits, and a gain after many. */
TEST ("/match-releases/gain")
{
  static const struct
  {
    guint n_edits;
    double least; /* of the difference of the means of F1 */
  } cases[] = { { 5, 0.0 }, { 40, 0.05 } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      double gain = 0.0;

      for (guint seed = 1; seed <= 12; seed++)
        {
          RandomOptions options = { .seed = seed, .n_nodes = 2000, .n_functions = 200 };
          RandomPair pair;
          g_autoptr (CyanMatching) matching = NULL;
          g_autoptr (CyanMatching) alone = NULL;

          options.n_edits = cases[c].n_edits;
          options.kinds = RANDOM_RELEASE_EDITS;
          options.jitter = 0.05;
          pair = random_pair_new (&options);
          matching = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
          alone = search_alone (pair.before, pair.after, NULL);
          gain += random_pair_score (&pair, matching).f1 - random_pair_score (&pair, alone).f1;
          random_pair_clear (&pair);
        }
      g_test_message ("%u edits: F1 %+.3f", cases[c].n_edits, gain / 12);
      g_assert_cmpfloat (gain / 12, >=, cases[c].least);
    }
}

/* Calls from several sites stay apart, though a new wrapper elsewhere makes the search look through
 * functions, which brings them together. */
TEST ("/match-releases/call-sites")
{
  assert_context ("a(f@8:10(x:10) f@16:11(x:30) k(c))", "a(f@8:11(x:28) f@19:10(x:11) w(k(c)))",
                  "=a(=f(=x) =f(=x) +w(=k(=c)))");
}

/* A function was inlined into itself: the levels that are left are matched by what they call. */
TEST ("/match-releases/recursion")
{
  assert_context ("a(f(k(m) f(x(b c d) f(k(m) f(x(b c d))))))",
                  "a(f(k(m) x(b c d) f(k(m) x(b c d))))",
                  "=a(=f(=k(=m) -f(=x(=b =c =d) =f(=k(=m) -f(=x(=b =c =d))))))");
}

/* The names of the pairs that are uncertain, in preorder of before. */
static void
assert_uncertain (const char *before_text, const char *after_text, const char *expected)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, NULL);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, NULL);
  g_autoptr (CyanMatching) matching = match (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (GString) names = g_string_new (NULL);
  CyanNode last = CYAN_NODE_ROOT;

  for (guint i = 0; i < matching->uncertain->len; i++)
    {
      CyanNode node = g_array_index (matching->uncertain, CyanMatchRival, i).node;

      if (node != last)
        g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                                cyan_profile_name (before, node));
      last = node;
    }
  g_assert_cmpstr (names->str, ==, expected);
}

/* Another answer explains a pair as well, unless something decides. */
TEST ("/match-releases/uncertain")
{
  /* Which level of a recursion is gone; or it is the one that did something by itself. */
  assert_uncertain ("a(f:0(f:0(x:100)))", "a(f:0(x:100))", "f");
  assert_uncertain ("a(f:80(f:0(x:20)))", "a(f:80(x:20))", "");
  assert_uncertain ("a(f:0(x:100))", "a(f:0(f:0(f:0(x:100))))", "f");
  /* Which of two calls is left: they take as long, or not, or call something else. */
  assert_uncertain ("a(p:0(x:10) q:0(x:10) k:50)", "a(x:10 k:50)", "x");
  assert_uncertain ("a(p:0(x:10) q:0(x:30) k:50)", "a(x:30 k:50)", "");
  assert_uncertain ("a(p:0(x:10(y:20)) q:0(x:10(z:20)) k:50)", "a(x:10(y:20) k:50)", "");
  /* A new name in one context, whose function takes far longer; in two, as long as before. */
  assert_uncertain ("a(p(f:1(b:9 c:9)))", "a(p(g:100(b:9 c:9)))", "f");
  assert_uncertain ("a(p(f:10(b:9 c:9)) q(f:10(b:9)))", "a(p(g:10(b:9 c:9)) q(g:10(b:9)))", "");
  /* What is equal is certain, even if it is there twice. */
  assert_uncertain ("a(x:5 x:5 f(f(f(x:5))))", "a(x:5 x:5 f(f(f(x:5))))", "");
}

/* One edit each. */
TEST ("/match-releases/kinds")
{
  /* Wrapped by a new function in one place, and everywhere. */
  assert_context ("a(p(x(b c)) q(x(b c)))", "a(p(w(x(b c))) q(x(b c)))",
                  "=a(=p(+w(=x(=b =c))) =q(=x(=b =c)))");
  assert_context ("a(p(x(b c)) q(x(b c)))", "a(p(w(x(b c))) q(w(x(b c))))",
                  "=a(=p(+w(=x(=b =c))) =q(+w(=x(=b =c))))");
  /* Inlined everywhere, and into one of its callers. */
  assert_context ("a(p(f(b c)) q(f(b c)))", "a(p(b c) q(b c))", "=a(=p(-f(=b =c)) =q(-f(=b =c)))");
  assert_context ("a(p(f(b c)) q(f(b c)))", "a(p(b c) q(f(b c)))",
                  "=a(=p(-f(=b =c)) =q(=f(=b =c)))");
  /* Split: it calls its new part, or its caller does. */
  assert_context ("a(f(b c d) k)", "a(f(b part(c d)) k)", "=a(=f(=b +part(=c =d)) =k)");
  assert_context ("a(f(b:9 c:9 d:9) k)", "a(f(b:9) part(c:9 d:9) k)",
                  "=a(-f(+f(=b) +part(=c =d)) =k)");
  /* All functions of a module have another prefix, or another hash. */
  assert_context ("main(m_a(m_b(u v) m_c(m_d(w) x)) y)", "main(n_a(n_b(u v) n_c(n_d(w) x)) y)",
                  "=main(~m_a>n_a(~m_b>n_b(=u =v) ~m_c>n_c(~m_d>n_d(=w) =x)) =y)");
  assert_context ("a(k m_send(m_text(m_user:90(m_view:80) p:1)))",
                  "a(k n_send(n_text(n_user:90(n_view:80) p:1)))",
                  "=a(=k ~m_send>n_send(~m_text>n_text(~m_user>n_user(~m_view>n_view) =p)))");
  assert_context ("a(p(f_h1a(g_h22(u) h_h3c(v w))) q(f_h1a(g_h22(u))))",
                  "a(p(f_h9a(g_h88(u) h_h7c(v w))) q(f_h9a(g_h88(u))))",
                  "=a(=p(~f_h1a>f_h9a(~g_h22>g_h88(=u) ~h_h3c>h_h7c(=v =w))) "
                  "=q(~f_h1a>f_h9a(~g_h22>g_h88(=u))))");
  /* A leaf, which also got a wrapper; a function with callees, at two of its callers. */
  assert_context ("a(p(x) q(x) r(x))", "a(p(w(y)) q(w(y)) r(w(y)))",
                  "=a(=p(+w(~x>y)) =q(+w(~x>y)) =r(+w(~x>y)))");
  assert_context ("a(p(x(b c)) q(x(d)) r(x(e f)))", "a(p(w(y(b c))) q(w(y(d))) r(y(e f)))",
                  "=a(=p(+w(~x>y(=b =c))) =q(+w(~x>y(=d))) =r(~x>y(=e =f)))");
  /* Another function that existed before took its place. */
  assert_context ("a(p(f(b c)) q(g(d)))", "a(p(g(b c)) q(g(d)))",
                  "=a(=p(-f(+g(=b =c))) =q(=g(=d)))");
  /* The recursive call got a wrapper. */
  assert_context ("a(f(x f(y f(z))))", "a(f(x w(f(y w(f(z))))))",
                  "=a(=f(=x +w(=f(=y +w(=f(=z))))))");
}

static void
assert_with (const char *before_text,
             const char *after_text,
             const GPtrArray *claims,
             const CyanMatchEvidence *evidence,
             const char *expected)
{
  const CyanMatchOptions options = { .claims = claims, .evidence = evidence };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, NULL);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, NULL);
  g_autoptr (CyanMatching) matching = match_with (before, after, &options);
  g_autoptr (CyanMergedTree) tree = merge (before, after, matching);

  ASSERT_TEXT (cyan_merged_tree_to_text (tree, before, after), expected);
}

static void
assert_claim (const char *before_text,
              const char *after_text,
              const CyanNameClaim *claim,
              const char *expected)
{
  g_autoptr (GPtrArray) claims = cyan_name_claims_new ();

  cyan_name_claims_add (claims, claim->before, claim->after, claim->same);
  assert_with (before_text, after_text, claims, NULL, expected);
}

/* What a person says holds. */
TEST ("/match-releases/claims")
{
  const char *renamed[] = { "a(x(b c d) k(x(b c d)))", "a(y(b c d) k(y(b c d)))" };
  CyanNameClaim claim = { (char *) "x", (char *) "y", TRUE };

  assert_claim ("a(p(x) q)", "a(p(y) q)", &claim, "=a(=p(~x>y) =q)");
  claim.same = FALSE;
  assert_claim (renamed[0], renamed[1], &claim, "=a(-x(+y(=b =c =d)) =k(-x(+y(=b =c =d))))");
  claim = (CyanNameClaim){ NULL, (char *) "w", FALSE };
  assert_claim ("a(p(x(b)) q(x(b)))", "a(p(w(x(b))) q(w(x(b))))", &claim,
                "=a(=p(+w(+x(+b)) -x(-b)) =q(+w(+x(+b)) -x(-b)))");
  claim = (CyanNameClaim){ (char *) "w", NULL, FALSE };
  assert_claim ("a(p(w(x(b))) q(w(x(b))))", "a(p(x(b)) q(x(b)))", &claim,
                "=a(=p(+x(+b) -w(-x(-b))) =q(+x(+b) -w(-x(-b))))");
}

/* What the sources say is evidence: alike bodies are enough; a function that is defined in both
 * versions was not renamed. */
TEST ("/match-releases/evidence")
{
  g_autoptr (CyanMatchEvidence) likely = cyan_match_evidence_new ();
  g_autoptr (CyanMatchEvidence) defined = cyan_match_evidence_new ();

  cyan_match_evidence_add_rename (likely, "x", "y", 0.9);
  assert_with ("a(p(x(b)))", "a(p(y(c)))", NULL, NULL, "=a(=p(+y(+c) -x(-b)))");
  assert_with ("a(p(x(b)))", "a(p(y(c)))", NULL, likely, "=a(=p(~x>y(+c -b)))");
  cyan_match_evidence_add_defined (defined, 0, "x");
  assert_with ("a(x(b c d) k(x(b c d)))", "a(y(b c d) k(y(b c d)))", NULL, defined,
               "=a(-x(+y(=b =c =d)) =k(-x(+y(=b =c =d))))");
}
