/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matching: small cases, invariants on random trees, recordings, and trees that are slow to
 * match. */
#include "cct-tsv.h"
#include "cyan-error.h"
#include "cyan-profile-builder.h"
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

#include <string.h>

TEST ("/match/same-paths")
{
  assert_context ("a(b(c) d)", "a(b(c) d)", "=a(=b(=c) =d)");
  assert_context ("a(b c)", "a(c d)", "=a(-b =c +d)");
  assert_context ("a", "b", "+b -a");
  assert_context ("a(b(c(d)))", "x(y(z))", "+x(+y(+z)) -a(-b(-c(-d)))");
  assert_context ("a(f@1(x) f@2(y))", "a(f@2(y) f@1(x))", "=a(=f(=x) =f(=y))");
  assert_context ("a(f(x) f(y))", "a(f@7(x) f@8(y))", "=a(=f(=x) =f(=y))");
}

/* A root with one child for each line, all with the same name. */
static CyanProfile *
lambdas (CyanStrings *strings, const guint32 *lines, guint n, const char *file)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanStr name = cyan_strings_add (strings, "(anonymous)", -1);
  CyanStr place = cyan_strings_add (strings, file, -1);

  cyan_profile_builder_metric (builder, "time", "ns");
  for (guint i = 0; i < n; i++)
    {
      guint32 function =
          cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, place, lines[i], 0);

      cyan_profile_builder_add (
          builder, 0, cyan_profile_builder_append (builder, CYAN_NODE_ROOT, function, 0, NULL), 1);
    }
  return cyan_profile_builder_finish (builder);
}

/* Children of one name without call sites are matched by the line of their definition, then in
 * order. */
TEST ("/match/same-name")
{
  static const guint32 three[] = { 10, 20, 30 }, two[] = { 20, 31 };

  for (guint method = 0; method < 3; method++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfile) before = lambdas (strings, three, 3, "a.js");
      g_autoptr (CyanProfile) after = lambdas (strings, two, 2, "a.js");
      g_autoptr (CyanMatching) matching = match (before, after, (CyanMatchMethod) method);

      /* The common tree keeps the order of siblings, and is as large as possible. */
      if (method != CYAN_MATCH_COMMON_TREE)
        g_assert_cmpuint (matching->after_of[2], ==, 1);
      g_assert_cmpuint (matching->n_pairs, ==, 3);
    }
}

TEST ("/match/wrappers")
{
  assert_context ("a(b(c))", "a(e(b(c)))", "=a(+e(=b(=c)))");
  assert_context ("a(e(b(c)))", "a(b(c))", "=a(-e(=b(=c)))");
  assert_context ("a(b)", "a(e(f(g(b))))", "=a(+e(+f(+g(=b))))");
  assert_context ("a(e(f(g(b))))", "a(b)", "=a(-e(-f(-g(=b))))");
  assert_context ("a(b c d)", "a(e(b c d))", "=a(+e(=b =c =d))");
  assert_context ("a(b c d)", "a(e(b) f(c) d)", "=a(+e(=b) +f(=c) =d)");
  assert_context ("a(b(c(d)))", "a(e(b(f(c(g(d))))))", "=a(+e(=b(+f(=c(+g(=d))))))");
  assert_context ("a(b(x(c)))", "a(e(b(c)))", "=a(+e(=b(-x(=c))))");
  assert_context ("a(b(c))", "e(a(b(c)))", "+e(=a(=b(=c)))");
}

/* Wrappers on both sides at the same position. */
TEST ("/match/nested-gaps")
{
  assert_context ("a(x(p q) r)", "a(p w(q) r)", "=a(-x(=p +w(=q)) =r)");
  assert_context ("a(p w(q) r)", "a(x(p q) r)", "=a(+x(=p -w(=q)) =r)");
  assert_context ("a(x(p w(q)))", "a(p y(q))", "=a(-x(=p ~w>y(=q)))");
  assert_context ("a(b(s(m n)) x(p:9 q(t u)) r)", "a(b(s(m n)) p:9 w(q(t u)) r)",
                  "=a(=b(=s(=m =n)) -x(=p +w(=q(=t =u))) =r)");
}

TEST ("/match/renamed")
{
  assert_context ("a(x(b c))", "a(w(b c))", "=a(~x>w(=b =c))");
  assert_context ("a(x(b))", "a(y(z(b)))", "=a(~x>y(+z(=b)))");
  assert_context ("a(x(b c) d)", "a(d w(c b))", "=a(~x>w(=b =c) =d)");
  /* Without callees, the rename is known from the other context. */
  assert_context ("a(x(b c) k(x))", "a(w(b c) k(w))", "=a(~x>w(=b =c) =k(~x>w))");
  /* A single leaf cannot be recognised as renamed. */
  assert_context ("a(x)", "a(w)", "=a(+w -x)");
  /* A name that is still in use was not renamed but replaced, and its callees are matched. */
  assert_context ("a(x(b c d)) k(x)", "a(w(b c d)) k(x)", "=a(-x(+w(=b =c =d))) =k(=x)");
}

TEST ("/match/recursion")
{
  assert_context ("a(r(f r(f r(f b))))", "a(r(f r(f b)))", "=a(=r(=f =r(=f -r(-f =b))))");
  assert_context ("a(r(f r(f b)))", "a(r(f r(f r(f b))))", "=a(=r(=f =r(=f +r(+f =b))))");
  /* The outer level is unmatched, because of its weight; by name it would be the inner one. */
  assert_context ("a(r(k:50 r(k:1)))", "a(e(r(k:50 r(k:1))))", "=a(+e(=r(=k =r(=k))))");
  assert_context ("a(r:1(r:1(k:60(m:9) r:30(s:20))))", "a(r:1(k:60(m:9) r:30(s:20)))",
                  "=a(=r(-r(=k(=m) =r(=s))))");
}

TEST ("/match/weight-decides")
{
  assert_context ("a(b:100)", "a(e(b:100) b:2)", "=a(+e(=b) +b)");
  assert_context ("a(b:100)", "a(e(b:2) b:100)", "=a(+e(+b) =b)");
  /* A wrapper with the name of an existing function. */
  assert_context ("a(b(c:50) k(m))", "a(k(b(c:50)) k@2(m))", "=a(+k(=b(=c)) =k(=m))");
  /* The callees of x moved to a new function next to it. */
  assert_context ("a(x(p:50 q:40 r:30))", "a(w(p:50 q:40 r:30) x(s:2))",
                  "=a(-x(+w(=p =q =r)) +x(+s))");
}

/* Section II of the blueprint paper. */
TEST ("/match/golden")
{
  assert_context ("main:0('build(File)':0('build(URL)':0('build(InputSource)':9(parse:495 "
                  "createParser:404 createContentHandler:34))))",
                  "main:0('build(File)':0('build(URL)':0('build(InputSource)':0(parse_proxy:1("
                  "new_method:699 parse:385) createParser:784 createContentHandler:36))))",
                  "=main(=build(File)(=build(URL)(=build(InputSource)(+parse_proxy(+new_method "
                  "=parse) =createParser =createContentHandler))))");
}

/* Each method on each pair: a merged tree can be built, swapped sides give the mirror image, and a
 * tree matches itself. */
TEST ("/match/random-laws")
{
  for (guint seed = 1; seed <= 120; seed++)
    {
      RandomOptions options = { .seed = seed,
                                .n_nodes = 100 + seed * 16,
                                .n_functions = seed % 5 == 0 ? 3 : 20 + seed,
                                .n_edits = seed % 13,
                                .sampled = seed % 3 == 0 };
      RandomPair pair = random_pair_new (&options);

      for (guint method = 0; cyan_match_method_names[method] != NULL; method++)
        {
          g_autoptr (CyanMatching) there =
              match (pair.before, pair.after, (CyanMatchMethod) method);
          g_autoptr (CyanMatching) back = match (pair.after, pair.before, (CyanMatchMethod) method);
          g_autoptr (CyanMatching) same =
              match (pair.before, pair.before, (CyanMatchMethod) method);
          g_autoptr (CyanMergedTree) tree = merge (pair.before, pair.after, there);
          g_autoptr (CyanMergedTree) back_tree = merge (pair.after, pair.before, back);

          g_assert_cmpuint (same->n_pairs, ==, pair.before->n_nodes);
          for (CyanNode i = 0; i < pair.before->n_nodes; i++)
            g_assert_cmpuint (same->after_of[i], ==, i);
          if (method != CYAN_MATCH_COMMON_TREE)
            g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode), back->before_of,
                             back->n_after * sizeof (CyanNode));
        }
      random_pair_clear (&pair);
    }
}

/* If partners have different names, neither name occurs on the other side. */
TEST ("/match/renamed-are-unique")
{
  RandomOptions options = { .seed = 11, .n_nodes = 2000, .n_functions = 80, .n_edits = 12 };
  RandomPair pair = random_pair_new (&options);
  g_autoptr (CyanMatching) matching = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
  GHashTable *names[2];
  guint n_renamed = 0;

  for (guint k = 0; k < 2; k++)
    {
      const CyanProfile *profile = k == 0 ? pair.before : pair.after;

      names[k] = g_hash_table_new (NULL, NULL);
      for (CyanNode i = 0; i < profile->n_nodes; i++)
        g_hash_table_add (names[k], (gpointer) cyan_profile_name (profile, i));
    }
  for (CyanNode i = 0; i < matching->n_before; i++)
    {
      CyanNode partner = matching->after_of[i];
      const char *old_name = cyan_profile_name (pair.before, i);
      const char *new_name;

      if (partner == CYAN_NODE_NONE)
        continue;
      new_name = cyan_profile_name (pair.after, partner);
      if (old_name == new_name)
        continue;
      n_renamed++;
      g_assert_false (g_hash_table_contains (names[1], old_name));
      g_assert_false (g_hash_table_contains (names[0], new_name));
    }
  g_assert_cmpuint (n_renamed, >, 0);
  g_hash_table_unref (names[0]);
  g_hash_table_unref (names[1]);
  random_pair_clear (&pair);
}

TEST ("/match/load-order")
{
  for (guint seed = 1; seed <= 20; seed++)
    {
      RandomOptions options = { .seed = seed * 1000,
                                .n_nodes = 1500,
                                .n_functions = 60,
                                .n_edits = 8,
                                .sampled = seed % 2 == 0 };
      RandomPair pair = random_pair_new (&options);
      RandomPair other;
      g_autoptr (CyanMatching) matching = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      g_autoptr (CyanMatching) again = NULL;

      options.backward_pool = TRUE;
      other = random_pair_new (&options);
      again = match (other.before, other.after, CYAN_MATCH_CONTEXT);
      g_assert_cmpmem (matching->after_of, matching->n_before * sizeof (CyanNode), again->after_of,
                       again->n_before * sizeof (CyanNode));
      random_pair_clear (&pair);
      random_pair_clear (&other);
    }
}

typedef struct
{
  CyanProfile *before;
  CyanProfile *after;
  CyanMatching *path;
  CyanMatching *context;
} Recording;

static Recording
recording_new (const char *name)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  CyanProfile *sides[2];
  Recording recording;

  for (guint k = 0; k < 2; k++)
    {
      g_autofree char *base = g_strdup_printf ("%s-%c.cct.tsv.gz", name, k == 0 ? 'a' : 'b');
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", base, NULL);

      sides[k] = cct_tsv_read (strings, path);
    }
  recording.before = sides[0];
  recording.after = sides[1];
  recording.path = match (sides[0], sides[1], CYAN_MATCH_PATH);
  recording.context = match (sides[0], sides[1], CYAN_MATCH_CONTEXT);
  cyan_merged_tree_free (merge (sides[0], sides[1], recording.context));
  return recording;
}

static void
recording_clear (Recording *recording)
{
  cyan_profile_unref (recording->before);
  cyan_profile_unref (recording->after);
  cyan_matching_free (recording->path);
  cyan_matching_free (recording->context);
}

/* cmark: 508 contexts on both sides, 7 only before, none added. */
TEST ("/match/cmark")
{
  Recording cmark = recording_new ("cmark");

  g_assert_cmpuint (cmark.before->n_nodes, ==, 516);
  g_assert_cmpuint (cmark.after->n_nodes, ==, 509);
  g_assert_cmpuint (cmark.context->n_pairs, ==, 509);
  g_assert_cmpmem (cmark.context->after_of, 516 * 4, cmark.path->after_of, 516 * 4);
  recording_clear (&cmark);
}

/* lua: luaD_precall was inserted below luaD_call; 239 paths are the same. */
TEST ("/match/lua")
{
  Recording lua = recording_new ("lua");
  guint n_precall = 0, n_recognised = 0;

  g_assert_cmpuint (lua.path->n_pairs, ==, 240);
  g_assert_cmpuint (lua.context->n_pairs, >, 13000);
  g_assert_false (lua.context->bounded);
  for (CyanNode i = 1; i < lua.after->n_nodes; i++)
    {
      gboolean matched_below = FALSE;

      if (!g_str_equal (cyan_profile_name (lua.after, i), "luaD_precall"))
        continue;
      g_assert_cmpuint (lua.context->before_of[i], ==, CYAN_NODE_NONE);
      for (CyanNode k = i + 1; k < lua.after->end[i]; k = lua.after->end[k])
        matched_below |= lua.context->before_of[k] != CYAN_NODE_NONE;
      n_precall += lua.after->end[i] > i + 1;
      n_recognised += matched_below;
    }
  g_test_message ("luaD_precall: %u of %u recognised", n_recognised, n_precall);
  g_assert_cmpuint (n_recognised, >=, n_precall * 3 / 4);
  recording_clear (&lua);
}

/* Matches and merges two trees of @n nodes; the number of steps is limited. */
static guint
run_shape (guint n, ShapeFunc shape)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = shape_new (strings, n, 0, shape);
  g_autoptr (CyanProfile) after = shape_new (strings, n, 1, shape);
  g_autoptr (CyanMatching) matching = match (before, after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanMergedTree) tree = merge (before, after, matching);

  g_test_message ("%u pairs, %.1f steps a node", matching->n_pairs, (double) matching->work / n);
  g_assert_cmpuint (matching->work, <=, (guint64) 140 * n);
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
chain_of_fifty_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i - 1;
  return random_next (random) % 50;
}

static guint32
star (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : 0;
  return i * (side + 1);
}

static guint32
star_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : 0;
  return i > 0;
}

/* Wrappers that contain two children each; every second wrapper has another name. */
static guint32
star_of_wrappers (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i % 3 == 1 ? 0 : i - (i + 2) % 3;
  return i % 3 == 1 && side == 1 && i % 2 == 1 ? i + 10000000 : i;
}

static guint32
bushy (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = i == 0 ? CYAN_NODE_NONE : (guint32) (value % i);
  return (value >> 40) % 2;
}

static guint32
bushy_unrelated (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = i == 0 ? CYAN_NODE_NONE : (guint32) (value % i);
  return i == 0 ? 0 : (value >> 40) % 200;
}

static guint32
all_renamed (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : (i - 1) / 3;
  return i % 500 + side * 1000;
}

/* Many wrappers on one side and one large unmatched subtree on the other. */
static guint32
many_wrappers_one_leftover (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint m = 5000;

  if (i == 0)
    {
      *parent = CYAN_NODE_NONE;
      return 0;
    }
  if (i <= m * 2)
    {
      *parent = side == 0 && i % 2 == 0 ? i - 1 : 0;
      return side == 1 && i % 2 == 1 ? 20000 + i : i;
    }
  *parent = i == m * 2 + 1 ? 0 : m * 2 + 1 + (i - m * 2 - 2) / 2;
  return 50000 + i % 1000 + side * (i == m * 2 + 1);
}

TEST ("/match/hard-shapes")
{
  g_assert_cmpuint (run_shape (1000000, chain_of_one_name), ==, 1000001);
  g_assert_cmpuint (run_shape (300000, chain_of_other_names), ==, 1);
  g_assert_cmpuint (run_shape (300000, chain_of_fifty_names), >, 1);
  g_assert_cmpuint (run_shape (200000, star), >, 100000);
  g_assert_cmpuint (run_shape (200000, star_of_one_name), ==, 200001);
  g_assert_cmpuint (run_shape (60000, star_of_wrappers), >, 30000);
  g_assert_cmpuint (run_shape (200000, bushy), >, 1);
  g_assert_cmpuint (run_shape (200000, bushy_unrelated), >, 1);
  g_assert_cmpuint (run_shape (200000, all_renamed), ==, 1);
  g_assert_cmpuint (run_shape (200000, many_wrappers_one_leftover), >, 190000);
}

/* The search alone is enough for these. */
TEST ("/match/few-edits-of-many-nodes")
{
  const RandomOptions options = { .seed = 390,
                                  .n_nodes = 300000,
                                  .n_functions = 3000,
                                  .n_edits = 5,
                                  .kinds = RANDOM_RELEASE_EDITS,
                                  .shuffled = 0.1,
                                  .jitter = 0.05 };
  RandomPair pair = random_pair_new (&options);
  g_autoptr (CyanMatching) there = match (pair.before, pair.after, CYAN_MATCH_CONTEXT);
  g_autoptr (CyanMatching) back = match (pair.after, pair.before, CYAN_MATCH_CONTEXT);
  RandomScore score = random_pair_score (&pair, there);
  RandomRenameScore renames = random_pair_score_renames (&pair, there->renames);

  g_assert_cmpfloat (score.f1, >=, 0.999);
  g_assert_cmpuint (renames.n_right, ==, renames.n_known);
  g_assert_cmpuint (renames.n_concluded, ==, renames.n_right);
  g_assert_cmpmem (there->after_of, there->n_before * sizeof (CyanNode), back->before_of,
                   back->n_after * sizeof (CyanNode));
  random_pair_clear (&pair);
}

/* Runs with zero weight, and negative weights. */
TEST ("/match/odd-weights")
{
  assert_context ("a:0(b:0(c:0))", "a:0(e:0(b:0(c:0)))", "=a(+e(=b(=c)))");
  assert_context ("a:-5(b:-9(c:3))", "a:1(e:1(b:1(c:-1)))", "=a(+e(=b(=c)))");
}

static gboolean
stop_later (double fraction, const char *what, gpointer data)
{
  guint *left = data;

  g_assert_cmpfloat (fraction, >=, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  return (*left)-- > 0;
}

TEST ("/match/cancel")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = shape_new (strings, 100000, 0, chain_of_one_name);
  g_autoptr (CyanProfile) after = shape_new (strings, 100000, 1, chain_of_one_name);

  for (guint k = 0; k < 9; k++)
    {
      const CyanMatchOptions options = { .method = (CyanMatchMethod) (k % 3) };
      guint left = k / 3;
      CyanTick tick = CYAN_TICK_INIT (stop_later, &left);
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_match (before, after, &options, &tick, &error));
      g_assert_true (cyan_error_is_cancelled (error));
    }
}
