/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The merged tree, for the matcher by path and for given matchings. */
#include "cyan-error.h"
#include "match-fixture.h"
#include "profile-text.h"
#include "merged-text.h"
#include "tests.h"

#include <string.h>

typedef struct
{
  CyanProfile *before;
  CyanProfile *after;
} Pair;

static Pair
pair_new (const char *before, const char *after)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  Pair pair;

  pair.before = MUST (cyan_profile_from_text (strings, before, &failure));
  pair.after = MUST (cyan_profile_from_text (strings, after, &failure));
  return pair;
}

static void
pair_clear (Pair *pair)
{
  cyan_profile_unref (pair->before);
  cyan_profile_unref (pair->after);
}

static void
assert_path (const char *before, const char *after, const char *expected)
{
  Pair pair = pair_new (before, after);
  g_autoptr (CyanMatching) matching = match (pair.before, pair.after, CYAN_MATCH_PATH);
  g_autoptr (CyanMergedTree) tree = merge (pair.before, pair.after, matching);

  ASSERT_TEXT (cyan_merged_tree_to_text (tree, pair.before, pair.after), expected);
  pair_clear (&pair);
}

/* The @nth node with that name. */
static CyanNode
find (const CyanProfile *profile, char name)
{
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (cyan_profile_name (profile, i)[0] == name)
      return i;
  g_assert_not_reached ();
}

/* @pairs has two characters per pair: the name before and the name after. */
static CyanMatching *
matching_new (const Pair *pair, const char *pairs)
{
  CyanMatching *matching = g_new0 (CyanMatching, 1);

  matching->n_before = pair->before->n_nodes;
  matching->n_after = pair->after->n_nodes;
  matching->after_of = g_new (CyanNode, matching->n_before);
  matching->before_of = g_new (CyanNode, matching->n_after);
  memset (matching->after_of, 0xff, matching->n_before * sizeof (CyanNode));
  memset (matching->before_of, 0xff, matching->n_after * sizeof (CyanNode));
  matching->after_of[0] = matching->before_of[0] = CYAN_NODE_ROOT;
  matching->n_pairs = 1;
  for (const char *p = pairs; *p != '\0'; p += 2)
    {
      CyanNode a = find (pair->before, p[0]);
      CyanNode b = find (pair->after, p[1]);

      matching->after_of[a] = b;
      matching->before_of[b] = a;
      matching->n_pairs++;
    }
  return matching;
}

/* @expected NULL: the matching cannot be merged. */
static void
assert_by_hand (const char *before, const char *after, const char *pairs, const char *expected)
{
  Pair pair = pair_new (before, after);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanMatching) matching = matching_new (&pair, pairs);
  g_autoptr (CyanMergedTree) tree = NULL;

  tree = cyan_merged_tree_new (pair.before, pair.after, matching, NULL, &error);
  if (expected == NULL)
    {
      g_assert_null (tree);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
    }
  else
    {
      g_assert_no_error (error);
      g_assert_true (cyan_matching_check (matching, pair.before, pair.after, &error));
      g_assert_true (cyan_merged_tree_check (tree, pair.before, pair.after, &error));
      ASSERT_TEXT (cyan_merged_tree_to_text (tree, pair.before, pair.after), expected);
    }
  pair_clear (&pair);
}

TEST ("/merged/path")
{
  assert_path ("a", "a", "=a");
  assert_path ("a", "b", "+b -a");
  assert_path ("a(b(c))", "a(e(b(c)))", "=a(+e(+b(+c)) -b(-c))");
  assert_path ("a(b(c d) e)", "a(b(d f) g(e))", "=a(=b(-c =d +f) +g(+e) -e)");
  assert_path ("r(r(r))", "r(r(r(r)))", "=r(=r(=r(+r)))");
  assert_path ("a b", "b a", "=a =b");
}

TEST ("/merged/sibling-order")
{
  assert_path ("a(p q)", "a(x p y q z)", "=a(+x =p +y =q +z)");
  assert_path ("a(p q)", "a(q y p)", "=a(=p =q +y)");
  assert_path ("a(p q)", "a(p x y q)", "=a(=p +x +y =q)");
  assert_path ("a(m n p)", "a(x y p)", "=a(+x +y -m -n =p)");
  assert_path ("p", "x p(y) z", "+x =p(+y) +z");
}

TEST ("/merged/same-name")
{
  assert_path ("a(f f f)", "a(f f)", "=a(=f =f -f)");
  assert_path ("a(f@1(x) f@2(y))", "a(f@2(y) f@1(x))", "=a(=f(=x) =f(=y))");
  assert_path ("a(f@1(x) f@2(y))", "a(f@2(y))", "=a(-f(-x) =f(=y))");
  assert_path ("a(f@1(x) f@2(y) f@3(z))", "a(f@9(u) f@3(z) f@8)", "=a(=f(+u -x) =f(-y) =f(=z))");
  assert_path ("a(f@5(x) f@5(y))", "a(f@5(y) f@5(x) g)", "=a(=f(+y -x) =f(+x -y) +g)");
  assert_path ("a(f(x) f(y))", "a(f@7(x) f@8(y))", "=a(=f(=x) =f(=y))");
}

TEST ("/merged/wrappers")
{
  assert_by_hand ("a(b(c))", "a(e(b(c)))", "aabbcc", "=a(+e(=b(=c)))");
  assert_by_hand ("a(e(b(c)))", "a(b(c))", "aabbcc", "=a(-e(=b(=c)))");
  assert_by_hand ("a(b)", "a(e(f(g(b))))", "aabb", "=a(+e(+f(+g(=b))))");
  assert_by_hand ("a(x(y(b)))", "a(v(w(b)))", "aabb", "=a(-x(-y(+v(+w(=b)))))");
  assert_by_hand ("a(x(b c))", "a(w(b c))", "aabbcc", "=a(-x(+w(=b =c)))");
  assert_by_hand ("a(x(b c))", "a(w(b) c)", "aabbcc", "=a(-x(+w(=b) =c))");
  assert_by_hand ("a(x(b) c)", "a(w(b c))", "aabbcc", "=a(+w(-x(=b) =c))");
  assert_by_hand ("a(x(p q) r)", "a(p w(q) r)", "aappqqrr", "=a(-x(=p +w(=q)) =r)");
  assert_by_hand ("a(b c d)", "a(b e(c d))", "aabbccdd", "=a(=b +e(=c =d))");
  assert_by_hand ("a(c b d)", "a(b e(w c) d)", "aabbccdd", "=a(=b +e(+w =c) =d)");
  assert_by_hand ("a(x(b) c)", "a(b w c)", "aabbcc", "=a(-x(=b) +w =c)");
  assert_by_hand ("a(x(p q))", "a(w(p q) y z)", "aappqq", "=a(-x(+w(=p =q)) +y +z)");
  assert_by_hand ("a(x(b))", "a(y(b))", "aaxybb", "=a(~x>y(=b))");
  assert_by_hand ("a(x(y(p q(r)) s))", "a(v(p) w(q(r)) s)", "aappqqrrss",
                  "=a(-x(-y(+v(=p) +w(=q(=r))) =s))");
}

TEST ("/merged/not-drawable")
{
  /* x contains p and q, w contains q and r. */
  assert_by_hand ("a(x(p q) r)", "a(p w(q r))", "aappqqrr", NULL);
  assert_by_hand ("a(x(p q) r)", "a(p w(q r))", "aappqq", "=a(-x(=p +w(=q +r)) -r)");
  /* b is below c on one side only. */
  assert_by_hand ("a(b(c))", "a(c(b))", "aabbcc", NULL);
  assert_by_hand ("a(b c)", "a(c(b))", "aabbcc", NULL);
}

/* The check of the merged tree finds errors. */
TEST ("/merged/check")
{
  Pair pair = pair_new ("a(b c(d))", "a(b c(e))");
  g_autoptr (CyanMatching) matching = matching_new (&pair, "aabbcc");
  g_autoptr (CyanMergedTree) tree =
      cyan_merged_tree_new (pair.before, pair.after, matching, NULL, NULL);
  CyanNode saved;

  g_assert_true (cyan_merged_tree_check (tree, pair.before, pair.after, NULL));
  saved = tree->before[2];
  tree->before[2] = CYAN_NODE_NONE;
  g_assert_false (cyan_merged_tree_check (tree, pair.before, pair.after, NULL));
  tree->before[2] = saved;
  saved = tree->parent[4];
  tree->parent[4] = 2;
  g_assert_false (cyan_merged_tree_check (tree, pair.before, pair.after, NULL));
  tree->parent[4] = saved;
  saved = tree->end[2];
  tree->end[2]++;
  g_assert_false (cyan_merged_tree_check (tree, pair.before, pair.after, NULL));
  tree->end[2] = saved;
  g_assert_true (cyan_merged_tree_check (tree, pair.before, pair.after, NULL));
  pair_clear (&pair);
}

static gboolean
stop_later (double fraction, const char *what, gpointer data)
{
  guint *left = data;

  return (*left)-- > 0;
}

static guint32
chain (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i - 1;
  return i % 9;
}

TEST ("/merged/cancel")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) self = shape_new (strings, 3 * CYAN_TICK_STRIDE, 0, chain);
  g_autoptr (CyanMatching) matching = match (self, self, CYAN_MATCH_PATH);

  /* At once, and half way. */
  for (guint k = 0; k < 3; k++)
    {
      guint left = k;
      CyanTick tick = CYAN_TICK_INIT (stop_later, &left);
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_merged_tree_new (self, self, matching, &tick, &error));
      g_assert_true (cyan_error_is_cancelled (error));
    }
}
