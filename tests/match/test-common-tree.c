/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common-tree matching: figure 3 of the PARCS paper, small cases, the best pairing of short lists
 * of children, invariants on random trees, and trees that are slow to match. */
#include "cyan-match-common.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-profile-builder.h"
#include "match-fixture.h"
#include "random-trees.h"
#include "profile-text.h"
#include "merged-text.h"
#include "tests.h"

typedef struct
{
  gboolean strict;
  gboolean unordered;
} How;

static const How relaxed = { FALSE, FALSE };
static const How strict = { TRUE, FALSE };

static CyanMatching *
match_how (CyanProfile *before, CyanProfile *after, How how)
{
  const CyanMatchOptions options = { .method = CYAN_MATCH_COMMON_TREE, .strict = how.strict };

  before->unordered = after->unordered = how.unordered;
  return match_with (before, after, &options);
}

static void
assert_tree (const char *before_text, const char *after_text, How how, const char *expected)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, NULL);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, NULL);
  g_autoptr (CyanMatching) matching = match_how (before, after, how);
  g_autoptr (CyanMergedTree) tree = merge (before, after, matching);

  ASSERT_TEXT (cyan_merged_tree_to_text (tree, before, after), expected);
  g_assert_false (matching->bounded);
}

/* Figure 3: B and C below A; after, F is called between them. */
TEST ("/common-tree/figure-3")
{
  assert_tree ("A(B(D E) C(G))", "A(B(D E) F(H) C(G))", strict,
               "=A(=B(=D =E) +F(+H) +C(+G) -C(-G))");
  assert_tree ("A(B(D E) C(G))", "A(B(D E) F(H) C(G))", relaxed, "=A(=B(=D =E) +F(+H) =C(=G))");
}

TEST ("/common-tree/strict")
{
  assert_tree ("a(b c)", "a(b c)", strict, "=a(=b =c)");
  assert_tree ("a(b c d)", "a(c d b)", strict, "=a(+c +d +b -b -c -d)");
  assert_tree ("a(b x d)", "a(b y d)", strict, "=a(=b +y -x =d)");
  assert_tree ("a(b c d)", "a(c)", strict, "=a(+c -b -c -d)");
  /* Nodes below a mismatch are not compared. */
  assert_tree ("a(x(b c))", "a(w(b c))", strict, "=a(+w(+b +c) -x(-b -c))");
}

TEST ("/common-tree/relaxed")
{
  assert_tree ("a(b c d)", "a(b d)", relaxed, "=a(=b -c =d)");
  assert_tree ("a(b(c))", "a(e(b(c)))", relaxed, "=a(+e(+b(+c)) -b(-c))");
  /* The larger subtree keeps its position; time does not matter. */
  assert_tree ("a(p q(r s t))", "a(q(r s t) p)", relaxed, "=a(-p =q(=r =s =t) +p)");
  assert_tree ("a(p:1000 q(r s t))", "a(q(r s t) p:1000)", relaxed, "=a(-p =q(=r =s =t) +p)");
  assert_tree ("a(q(r s t) p)", "a(p q(r s t))", relaxed, "=a(+p =q(=r =s =t) -p)");
  /* Two small subtrees against a large one, and three. */
  assert_tree ("a(p q r(s t))", "a(r(s t) p q)", relaxed, "=a(-p -q =r(=s =t) +p +q)");
  assert_tree ("a(p q u v r(s t))", "a(r(s t) p q u v)", relaxed,
               "=a(+r(+s +t) =p =q =u =v -r(-s -t))");
  /* In a tie the lesser name wins, in both directions. */
  assert_tree ("a(p q)", "a(q p)", relaxed, "=a(+q =p -q)");
  assert_tree ("a(q p)", "a(p q)", relaxed, "=a(-q =p +q)");
}

TEST ("/common-tree/same-name")
{
  assert_tree ("a(f f f)", "a(f f)", relaxed, "=a(=f =f -f)");
  assert_tree ("a(f(x) f(y z))", "a(f(y z))", relaxed, "=a(-f(-x) =f(=y =z))");
  assert_tree ("a(f(x) g f(y z))", "a(f(x) f(y z) g)", relaxed, "=a(=f(=x) -g =f(=y =z) +g)");
  /* A new call comes first, and line numbers have shifted. */
  assert_tree ("a(f@1(x y) f@5(u v w))", "a(f@1 f@3(x y) f@7(u v w))", relaxed,
               "=a(+f =f(=x =y) =f(=u =v =w))");
  /* Below two callers; each is matched by itself. */
  assert_tree ("a(p(f(x) f(y z)) q(f(s) f(t) f(u v)))", "a(p(f(y z)) q(f(s) f(u v)))", relaxed,
               "=a(=p(-f(-x) =f(=y =z)) =q(=f(=s) -f(-t) =f(=u =v)))");
  /* Call sites decide only between equal children. */
  assert_tree ("a(f@1 f@2)", "a(f@2)", relaxed, "=a(-f =f)");
  assert_tree ("a(f@2)", "a(f@1 f@2)", relaxed, "=a(+f =f)");
  assert_tree ("a(f@1 f@2)", "a(f@7 f@8)", relaxed, "=a(=f =f)");
  assert_tree ("a(f@1(x y) f@2)", "a(f@2(x y))", relaxed, "=a(=f(=x =y) -f)");
  /* One of the two must be unmatched. */
  assert_tree ("a(f@1(x) f@2(y))", "a(f@2(y) f@1(x))", relaxed, "=a(=f(+y -x) =f(+x -y))");
}

/* So many calls of one function that not all pairs of them are compared: the first one is gone, and
 * the others are found one place further on. */
TEST ("/common-tree/many-of-one-name")
{
  enum
  {
    N = 400
  };
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *sides[2];
  CyanNode kids[2][N] = { { 0 } };
  g_autoptr (CyanMatching) matching = NULL;

  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (GString) text = g_string_new ("a(");
      guint n = 0;

      for (guint i = side; i < N; i++)
        g_string_append (text, i == N - 1 && side == 1 ? "f(l l l l)"
                               : i % 3 == 0            ? "f(l) "
                               : i % 3 == 1            ? "f(l l) "
                                                       : "f(l l l) ");
      g_string_append_c (text, ')');
      sides[side] = cyan_profile_from_text (strings, text->str, NULL);
      for (CyanNode i = 2; i < sides[side]->n_nodes; i = sides[side]->end[i])
        kids[side][n++] = i;
    }
  matching = match_how (sides[0], sides[1], relaxed);
  g_assert_cmpuint (matching->after_of[kids[0][0]], ==, CYAN_NODE_NONE);
  for (guint i = 1; i < N; i++)
    g_assert_cmpuint (matching->after_of[kids[0][i]], ==, kids[1][i - 1]);
  cyan_profile_unref (sides[0]);
  cyan_profile_unref (sides[1]);
}

TEST ("/common-tree/unordered")
{
  How by_name = { FALSE, TRUE };
  How strict_by_name = { TRUE, TRUE };

  assert_tree ("a(p q)", "a(q p)", by_name, "=a(=p =q)");
  assert_tree ("a(p q x)", "a(y q p)", strict_by_name, "=a(+y =p =q -x)");
}

/* @before_out and @after_out: names whose nodes are cut out. */
static void
assert_excised (const char *before_text,
                const char *after_text,
                const char *out,
                gboolean is_strict,
                gboolean ordered,
                const char *expected)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = cyan_profile_from_text (strings, before_text, NULL);
  g_autoptr (CyanProfile) after = cyan_profile_from_text (strings, after_text, NULL);
  const CyanProfile *const sides[2] = { before, after };
  const CyanMatchOptions nothing = { .method = CYAN_MATCH_PATH };
  g_autoptr (CyanMatching) matching = cyan_match (sides[0], sides[1], &nothing, NULL, NULL);
  g_autofree guint32 *ranks = cyan_strings_ranks (strings);
  g_autoptr (CyanMergedTree) tree = NULL;
  CyanMatchCommonOptions options = { .strict = is_strict, .ordered = ordered };
  CyanMatchSide match_sides[2];
  guint8 *excised[2];

  memset (matching->after_of + 1, 0xff, (matching->n_before - 1) * sizeof (CyanNode));
  memset (matching->before_of + 1, 0xff, (matching->n_after - 1) * sizeof (CyanNode));
  for (guint k = 0; k < 2; k++)
    {
      excised[k] = g_new0 (guint8, sides[k]->n_nodes);
      for (CyanNode i = 1; i < sides[k]->n_nodes; i++)
        excised[k][i] = strstr (out, cyan_profile_name (sides[k], i)) != NULL;
      options.excised[k] = excised[k];
      cyan_match_side_init (&match_sides[k], sides[k], NULL, ranks);
    }
  g_assert_true (cyan_match_common_below (matching, &match_sides[0], &match_sides[1],
                                          CYAN_NODE_ROOT, CYAN_NODE_ROOT, &options, NULL, NULL));
  matching->n_pairs = 0;
  for (CyanNode i = 0; i < matching->n_before; i++)
    matching->n_pairs += matching->after_of[i] != CYAN_NODE_NONE;
  tree = merge (before, after, matching);
  ASSERT_TEXT (cyan_merged_tree_to_text (tree, sides[0], sides[1]), expected);
  for (guint k = 0; k < 2; k++)
    {
      g_free (excised[k]);
      cyan_match_side_clear (&match_sides[k]);
    }
}

TEST ("/common-tree/excised")
{
  assert_excised ("a(x(b) c)", "a(x(b) c)", "x", FALSE, TRUE, "=a(+x(+b) -x(-b) =c)");
  assert_excised ("a(x(b) c)", "a(c)", "x", TRUE, TRUE, "=a(-x(-b) =c)");
  assert_excised ("a(x y c d)", "a(c y d)", "xy", TRUE, TRUE, "=a(-x -y =c +y =d)");
  assert_excised ("a(x c)", "a(c x)", "x", FALSE, FALSE, "=a(-x =c +x)");
  /* The rest of p is smaller than q. */
  assert_excised ("a(p(x(u v w)) q(r))", "a(q(r) p(x(u v w)))", "", FALSE, TRUE,
                  "=a(+q(+r) =p(=x(=u =v =w)) -q(-r))");
  assert_excised ("a(p(x(u v w)) q(r))", "a(q(r) p(x(u v w)))", "x", FALSE, TRUE,
                  "=a(-p(-x(-u -v -w)) =q(=r) +p(+x(+u +v +w)))");
}

/* A list of children: names as letters, and sizes from 1. */
typedef struct
{
  guint n;
  guint name[6];
  guint size[6];
  guint site[6];
} List;

static CyanProfile *
list_new (CyanStrings *strings, const List *list)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint32 leaf =
      cyan_profile_builder_function (builder, cyan_strings_add (strings, "leaf", -1), 0, 0, 0, 0);

  for (guint i = 0; i < list->n; i++)
    {
      char name[2] = { (char) ('a' + list->name[i]), '\0' };
      guint32 f =
          cyan_profile_builder_function (builder, cyan_strings_add (strings, name, 1), 0, 0, 0, 0);
      CyanNode node = cyan_profile_builder_append (builder, CYAN_NODE_ROOT, f, list->site[i], NULL);

      for (guint k = 1; k < list->size[i]; k++)
        cyan_profile_builder_append (builder, node, leaf, 0, NULL);
    }
  return cyan_profile_builder_finish (builder);
}

/* The best weight of all pairings in order; among equal weights the most equal sites. */
static guint
best_by_force (const List *x, const List *y)
{
  guint best[7][7] = { { 0 } };

  for (guint i = x->n; i-- > 0;)
    for (guint j = y->n; j-- > 0;)
      {
        best[i][j] = MAX (best[i + 1][j], best[i][j + 1]);
        if (x->name[i] == y->name[j])
          best[i][j] = MAX (best[i][j], best[i + 1][j + 1] + MIN (x->size[i], y->size[j]) * 100
                                            + (x->site[i] != 0 && x->site[i] == y->site[j]));
      }
  return best[0][0];
}

static void
draw_list (List *list, guint n_names, gboolean sites, guint64 *random)
{
  list->n = random_next (random) % 7;
  for (guint i = 0; i < list->n; i++)
    {
      list->name[i] = random_next (random) % n_names;
      list->size[i] = 1 + random_next (random) % 3;
      list->site[i] = sites ? random_next (random) % 4 : 0;
    }
}

TEST ("/common-tree/best-pairing")
{
  guint64 random = 5;

  for (guint k = 0; k < 20000; k++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      guint n_names = 1 + random_next (&random) % 5;
      List lists[2];
      g_autoptr (CyanProfile) before = NULL;
      g_autoptr (CyanProfile) after = NULL;
      g_autoptr (CyanMatching) there = NULL;
      g_autoptr (CyanMatching) back = NULL;
      guint found = 0, i = 0, last = 0;

      draw_list (&lists[0], n_names, k % 2, &random);
      draw_list (&lists[1], n_names, k % 2, &random);
      before = list_new (strings, &lists[0]);
      after = list_new (strings, &lists[1]);
      there = match_how (before, after, relaxed);
      back = match_how (after, before, relaxed);
      for (CyanNode x = 1; x < before->n_nodes; x = before->end[x], i++)
        {
          CyanNode y = there->after_of[x];
          guint j = 0;

          if (y == CYAN_NODE_NONE)
            continue;
          for (CyanNode c = 1; c < y; c = after->end[c])
            j++;
          g_assert_cmpuint (j, >=, last);
          last = j + 1;
          g_assert_cmpuint (lists[0].name[i], ==, lists[1].name[j]);
          found += MIN (lists[0].size[i], lists[1].size[j]) * 100;
          found += lists[0].site[i] != 0 && lists[0].site[i] == lists[1].site[j];
        }
      g_assert_cmpuint (found, ==, best_by_force (&lists[0], &lists[1]));
      g_assert_false (there->bounded);
      g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode), back->before_of,
                       back->n_after * sizeof (CyanNode));
    }
}

/* Partners have the same name, and their parents are partners. */
static void
assert_same_paths (const CyanProfile *before,
                   const CyanProfile *after,
                   const CyanMatching *matching)
{
  for (CyanNode i = 1; i < matching->n_before; i++)
    {
      CyanNode partner = matching->after_of[i];

      if (partner == CYAN_NODE_NONE)
        continue;
      g_assert_cmpstr (cyan_profile_name (before, i), ==, cyan_profile_name (after, partner));
      g_assert_cmpuint (matching->after_of[before->parent[i]], ==, after->parent[partner]);
    }
}

/* Partners have the same order among their siblings. */
static void
assert_same_order (const CyanProfile *before,
                   const CyanProfile *after,
                   const CyanMatching *matching)
{
  g_autofree CyanNode *last = g_new0 (CyanNode, before->n_nodes);

  for (CyanNode i = 1; i < matching->n_before; i++)
    {
      CyanNode partner = matching->after_of[i];

      if (partner == CYAN_NODE_NONE)
        continue;
      g_assert_cmpuint (partner, >, last[before->parent[i]]);
      last[before->parent[i]] = partner;
    }
}

TEST ("/common-tree/random-laws")
{
  guint n_unlike = 0;

  for (guint seed = 1; seed <= 240; seed++)
    {
      RandomOptions options = { .seed = seed,
                                .n_nodes = seed % 40 == 0 ? 10000 : 100 + seed * 8,
                                .n_functions = seed % 5 == 0 ? 8 : 20 + seed,
                                .n_edits = seed % 13,
                                .shuffled = seed % 4 == 0 ? 0.3 : 0.0,
                                .call_sites = seed % 7 < 3,
                                .sampled = seed % 3 == 0 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanMatching) by_path = match (pair.before, pair.after, CYAN_MATCH_PATH);
      g_autoptr (CyanMatching) loose = match_how (pair.before, pair.after, relaxed);

      for (guint k = 0; k < 2; k++)
        {
          How how = k == 0 ? relaxed : strict;
          g_autoptr (CyanMatching) there = match_how (pair.before, pair.after, how);
          g_autoptr (CyanMatching) back = match_how (pair.after, pair.before, how);
          g_autoptr (CyanMatching) same = match_how (pair.before, pair.before, how);
          g_autoptr (CyanMergedTree) tree = merge (pair.before, pair.after, there);

          g_assert_cmpuint (tree->n_nodes, ==,
                            pair.before->n_nodes + pair.after->n_nodes - there->n_pairs);
          g_assert_cmpuint (same->n_pairs, ==, pair.before->n_nodes);
          g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode), back->before_of,
                           back->n_after * sizeof (CyanNode));
          assert_same_paths (pair.before, pair.after, there);
          assert_same_order (pair.before, pair.after, there);
          g_assert_false (there->bounded);
          /* Holds if siblings have distinct names in one order.  Otherwise sizes only estimate what
           * matches below. */
          if (options.shuffled == 0.0 && !options.call_sites)
            g_assert_cmpuint (there->n_pairs, <=, loose->n_pairs);
        }
      if (!options.call_sites)
        g_assert_cmpuint (loose->n_pairs, <=, by_path->n_pairs);
      n_unlike += loose->n_pairs < by_path->n_pairs;
      random_pair_clear (&pair);
    }
  g_assert_cmpuint (n_unlike, >, 20);
}

/* Without an order of siblings it is the same as matching by path. */
TEST ("/common-tree/unordered-is-path")
{
  for (guint seed = 1; seed <= 60; seed++)
    {
      RandomOptions options = { .seed = seed,
                                .n_nodes = 1000,
                                .n_functions = 60,
                                .n_edits = seed % 7,
                                .shuffled = 0.5,
                                .call_sites = seed % 2 };
      RandomPair pair = random_pair_new (&options);
      g_autoptr (CyanMatching) by_path = match (pair.before, pair.after, CYAN_MATCH_PATH);

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (CyanMatching) matching = match_how (pair.before, pair.after, (How){ k, TRUE });

          g_assert_cmpmem (matching->after_of, matching->n_before * sizeof (CyanNode),
                           by_path->after_of, by_path->n_before * sizeof (CyanNode));
        }
      random_pair_clear (&pair);
    }
}

/* The number of pairs; @bounded is whether the result may be worse than the best. */
static guint
run_shape (guint n, ShapeFunc shape, gboolean bounded)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = shape_new (strings, n, 0, shape);
  g_autoptr (CyanProfile) after = shape_new (strings, n, 1, shape);
  g_autoptr (CyanMatching) matching = match_how (before, after, relaxed);
  g_autoptr (CyanMatching) by_place = match_how (before, after, strict);

  g_test_message ("%u and %u pairs, %.1f steps a node", matching->n_pairs, by_place->n_pairs,
                  (double) matching->work / n);
  g_assert_cmpuint (matching->work, <=, (guint64) 50 * n);
  g_assert_cmpuint (by_place->work, <=, (guint64) 3 * n + 3);
  g_assert_cmpint (matching->bounded, ==, bounded);
  return matching->n_pairs;
}

static guint32
chain_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i - 1;
  return 0;
}

static guint32
chain_of_other_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i - 1;
  return i * 2 + side;
}

static guint32
star_turned_round (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : 0;
  return i == 0 || side == 0 ? i : n - i;
}

static guint32
star_shuffled (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : 0;
  return i == 0 || side == 0 ? i : (guint32) ((guint64) i * 7919 % 1000003);
}

static guint32
star_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : 0;
  return i > 0;
}

/* Children of one name; about every second one has a callee. */
static guint32
star_of_one_name_and_leaves (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  gboolean leaf = i > 1 && (random_next (random) >> 40) % 3 == 0;
  static guint32 last;

  *parent = i == 0 ? CYAN_NODE_NONE : leaf ? last : 0;
  if (i > 0 && !leaf)
    last = i;
  return i == 0 ? 0 : leaf ? 2 : 1;
}

/* Many such stars, each just small enough to be searched completely. */
static guint32
many_stars (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  static guint32 star, last;
  gboolean leaf;

  if (i % 400 <= 1)
    {
      *parent = i == 0 ? CYAN_NODE_NONE : 0;
      star = last = i;
      return i;
    }
  leaf = last != star && (random_next (random) >> 40) % 3 == 0;
  *parent = leaf ? last : star;
  if (!leaf)
    last = i;
  return leaf ? 2 : 1;
}

static guint32
bushy (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = i == 0 ? CYAN_NODE_NONE : (guint32) (value % i);
  return (value >> 40) % 2;
}

TEST ("/common-tree/hard-shapes")
{
  const guint n = test_size (1000000, 4);

  g_assert_cmpuint (run_shape (n, chain_of_one_name, FALSE), ==, n + 1);
  g_assert_cmpuint (run_shape (n / 3, chain_of_other_names, FALSE), ==, 1);
  g_assert_cmpuint (run_shape (n / 2, star_turned_round, FALSE), ==, 3);
  g_assert_cmpuint (run_shape (n, star_shuffled, FALSE), >, n / 1000);
  g_assert_cmpuint (run_shape (n, star_of_one_name, FALSE), ==, n + 1);
  g_assert_cmpuint (run_shape (n, star_of_one_name_and_leaves, TRUE), >, n / 10 * 6);
  g_assert_cmpuint (run_shape (n / 5 * 2, many_stars, TRUE), >, n / 5);
  g_assert_cmpuint (run_shape (n / 5, bushy, FALSE), >, 1);
}

static gboolean
stop_later (double fraction, const char *what, gpointer data)
{
  guint *left = data;

  g_assert_cmpfloat (fraction, >=, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  return (*left)-- > 0;
}

/* Cancellation is checked within a single list of children. */
TEST ("/common-tree/cancel")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = shape_new (strings, 500000, 0, star_turned_round);
  g_autoptr (CyanProfile) after = shape_new (strings, 500000, 1, star_turned_round);
  const CyanMatchOptions options = { .method = CYAN_MATCH_COMMON_TREE };

  for (guint k = 0; k < 4; k++)
    {
      guint left = k;
      CyanTick tick = CYAN_TICK_INIT (stop_later, &left);
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_match (before, after, &options, &tick, &error));
      g_assert_true (cyan_error_is_cancelled (error));
    }
}
