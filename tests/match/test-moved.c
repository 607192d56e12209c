/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links of moved subtrees: small cases, invariants and quality on random trees, and trees that are
 * slow to search. */
#include "cct-tsv.h"
#include "comparison-fixture.h"
#include "cyan-error.h"
#include "match-fixture.h"
#include "random-trees.h"
#include "tests.h"

static void
append_path (GString *text, const CyanComparison *self, CyanNode node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (; node != CYAN_NODE_ROOT; node = self->compared.tree->parent[node])
    g_ptr_array_insert (names, 0, (gpointer) cyan_comparison_name (self, node));
  g_ptr_array_add (names, NULL);
  for (guint i = 0; names->pdata[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "/" : "", (const char *) names->pdata[i]);
}

/* All moves as text: "a/b > a/c/b, (a/b/x > a/c/b/x)"; brackets mark nodes that moved with
 * another. */
static char *
moves_to_text (const CyanComparison *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->compared.moves->n; i++)
    {
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              self->compared.moves->by_removed[i].top ? "" : "(");
      append_path (text, self, self->compared.moves->by_removed[i].removed);
      g_string_append (text, " > ");
      append_path (text, self, self->compared.moves->by_removed[i].added);
      g_string_append (text, self->compared.moves->by_removed[i].top ? "" : ")");
    }
  return g_string_free (text, FALSE);
}

static void
assert_moves (const char *before, const char *after, const char *expected)
{
  g_autoptr (CyanComparison) self = compare (before, after, CYAN_MATCH_COMMON_TREE);

  ASSERT_TEXT (moves_to_text (self), expected);
}

TEST ("/moved/by-hand")
{
  assert_moves ("a(b(x y) g)", "a(g(b(x y)))", "a/b > a/g/b, (a/b/x > a/g/b/x), (a/b/y > a/g/b/y)");
  assert_moves ("a(g(b(x y)) k)", "a(g b(x y) k)",
                "a/g/b > a/b, (a/g/b/x > a/b/x), (a/g/b/y > a/b/y)");
  assert_moves ("a(p(b(x y)) q(k))", "a(p q(k b(x y)))",
                "a/p/b > a/q/b, (a/p/b/x > a/q/b/x), (a/p/b/y > a/q/b/y)");
  /* A move over a long distance. */
  assert_moves ("m(a(c(d(b(x y) e))) p(q(r(s))))", "m(a(c(d(e))) p(q(r(s(b(x y))))))",
                "m/a/c/d/b > m/p/q/r/s/b, (m/a/c/d/b/x > m/p/q/r/s/b/x), "
                "(m/a/c/d/b/y > m/p/q/r/s/b/y)");
  assert_moves ("a(b c)", "a(b c)", "");
  assert_moves ("a(b(x y))", "c(d(u v))", "");
}

/* Leaves and nodes with one callee are linked only if their name is unique. */
TEST ("/moved/small")
{
  assert_moves ("a(b g)", "a(g(b))", "a/b > a/g/b");
  assert_moves ("a(p(b(x)) q)", "a(p q(b(x)))", "a/p/b > a/q/b, (a/p/b/x > a/q/b/x)");
  assert_moves ("a(p(m) q(m) r s)", "a(p q r(m) s(m))", "");
  assert_moves ("a(p(m) q(m) r s)", "a(p q r(m) s)", "");
  /* Names that are unique near the move are unique enough. */
  assert_moves ("w(x(u(a(p(m) q))) y(v(a(p(m) q))))", "w(x(u(a(p q(m)))) y(v(a(p q(m)))))",
                "w/x/u/a/p/m > w/x/u/a/q/m, w/y/v/a/p/m > w/y/v/a/q/m");
}

/* An additional callee, a missing one or another cost does not matter. */
TEST ("/moved/alike")
{
  assert_moves ("a(p(b(x y z w)) q)", "a(p q(b(x z w v)))",
                "a/p/b > a/q/b, (a/p/b/x > a/q/b/x), (a/p/b/z > a/q/b/z), (a/p/b/w > a/q/b/w)");
  assert_moves ("a(p(b:1(x:100 y z)) q)", "a(p q(b:9(x:900 u v w)))",
                "a/p/b > a/q/b, (a/p/b/x > a/q/b/x)");
  assert_moves ("a(p(b(x y z)) q)", "a(p q(b(u v w)))", "");
}

/* The topmost link includes the nodes below it that are below it on both sides. */
TEST ("/moved/nested")
{
  assert_moves ("a(p(w(b(x y) c)) q)", "a(p q(w(b(x y) c)))",
                "a/p/w > a/q/w, (a/p/w/b > a/q/w/b), (a/p/w/b/x > a/q/w/b/x), "
                "(a/p/w/b/y > a/q/w/b/y), (a/p/w/c > a/q/w/c)");
  /* w is gone, and b moved without it. */
  assert_moves ("a(p(w:1(b:50(x:50 y:50) c:70 d:80)) q)", "a(p q(b:50(x:50 y:50)))",
                "a/p/w/b > a/q/b, (a/p/w/b/x > a/q/b/x), (a/p/w/b/y > a/q/b/y)");
}

TEST ("/moved/several")
{
  /* Each is linked to the nearest one, whatever its cost. */
  assert_moves ("m(x(p(f:10(k:5 l:5)) q) y(p(f:20(k:5 l:5)) q))",
                "m(x(p q(f:20(k:5 l:5))) y(p q(f:10(k:5 l:5))))",
                "m/x/p/f > m/x/q/f, (m/x/p/f/k > m/x/q/f/k), (m/x/p/f/l > m/x/q/f/l), "
                "m/y/p/f > m/y/q/f, (m/y/p/f/k > m/y/q/f/k), (m/y/p/f/l > m/y/q/f/l)");
  /* The similar one is linked. */
  assert_moves ("a(p(f(k l m)) q r(f(u v w)) s)", "a(p q(f(u v w)) r s(f(k l m)))",
                "a/p/f > a/s/f, (a/p/f/k > a/s/f/k), (a/p/f/l > a/s/f/l), (a/p/f/m > a/s/f/m), "
                "a/r/f > a/q/f, (a/r/f/u > a/q/f/u), (a/r/f/v > a/q/f/v), (a/r/f/w > a/q/f/w)");
}

/* With matching by path, a wrapper moves everything below; by context, nothing.  If order counts,
 * an inserted call moves its siblings. */
TEST ("/moved/other-methods")
{
  g_autoptr (CyanComparison) by_path = compare ("a(b(c d))", "a(e(b(c d)))", CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) by_context = compare ("a(b(c d))", "a(e(b(c d)))", CYAN_MATCH_CONTEXT);
  g_autoptr (CyanComparison) moved =
      compare ("m(a(c(b(x y z) e)) p(q))", "m(a(c(e)) p(q(b(x y z))))", CYAN_MATCH_CONTEXT);

  ASSERT_TEXT (moves_to_text (by_path), "a/b > a/e/b, (a/b/c > a/e/b/c), (a/b/d > a/e/b/d)");
  g_assert_cmpuint (by_context->compared.moves->n, ==, 0);
  ASSERT_TEXT (moves_to_text (moved),
               "m/a/c/b > m/p/q/b, (m/a/c/b/x > m/p/q/b/x), (m/a/c/b/y > m/p/q/b/y), "
               "(m/a/c/b/z > m/p/q/b/z)");
  assert_moves ("a(b(c d h) e(f g))", "a(e(f g) b(c d h))",
                "a/e > a/e, (a/e/f > a/e/f), (a/e/g > a/e/g)");
}

static CyanNode
find_below (const CyanComparison *self, CyanNode node, const char *name)
{
  for (CyanNode i = node + 1; i < self->compared.tree->end[node]; i++)
    if (g_str_has_suffix (cyan_comparison_name (self, i), name))
      return i;
  g_assert_not_reached ();
}

/* lark: ForestVisitor.visit moved below ForestToParseTree.visit.  Its subtree lacks a few callees
 * and takes a hundredth of the time. */
TEST ("/moved/lark")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *before_path =
      g_test_build_filename (G_TEST_DIST, "data", "lark-visit-a.cct.tsv.gz", NULL);
  g_autofree char *after_path =
      g_test_build_filename (G_TEST_DIST, "data", "lark-visit-b.cct.tsv.gz", NULL);
  g_autoptr (CyanProfile) before = cct_tsv_read (strings, before_path);
  g_autoptr (CyanProfile) after = cct_tsv_read (strings, after_path);
  g_autoptr (CyanComparison) self = compare_profiles (before, after, CYAN_MATCH_PATH);
  CyanNode new_caller = find_below (self, CYAN_NODE_ROOT, "ForestToParseTree.visit");
  guint n_found = 0;

  g_assert_cmpuint (self->compared.moves->n, >, 80);
  for (guint i = 0; i < self->compared.moves->n; i++)
    {
      CyanNode removed = self->compared.moves->by_removed[i].removed;
      CyanNode caller = self->compared.tree->parent[removed];

      if (!g_str_has_suffix (cyan_comparison_name (self, removed), "ForestVisitor.visit")
          || !g_str_has_suffix (cyan_comparison_name (self, caller), "ForestTransformer.transform"))
        continue;
      n_found++;
      g_assert_true (self->compared.moves->by_removed[i].top);
      g_assert_cmpuint (self->compared.moves->by_removed[i].added, ==,
                        find_below (self, new_caller, "ForestVisitor.visit"));
    }
  g_assert_cmpuint (n_found, ==, 1);
}

/* Checks all invariants of links. */
static void
check_moves (const CyanComparison *self)
{
  g_autofree CyanNode *to = g_new0 (CyanNode, self->compared.n_nodes);
  g_autofree guint8 *is_target = g_new0 (guint8, self->compared.n_nodes);
  const CyanMergedTree *tree = self->compared.tree;

  for (guint i = 0; i < self->compared.moves->n; i++)
    {
      const CyanMove *move = &self->compared.moves->by_removed[i];

      g_assert_cmpuint (tree->after[move->removed], ==, CYAN_NODE_NONE);
      g_assert_cmpuint (tree->before[move->added], ==, CYAN_NODE_NONE);
      g_assert_false (cyan_compared_is_unseen (&self->compared, move->removed)
                      || cyan_compared_is_unseen (&self->compared, move->added));
      g_assert_cmpuint (
          self->compared.side[0]
              .label[self->compared.side[0].profile->function[tree->before[move->removed]]],
          ==,
          self->compared.side[1]
              .label[self->compared.side[1].profile->function[tree->after[move->added]]]);
      g_assert_false (is_target[move->added]);
      is_target[move->added] = TRUE;
      to[move->removed] = move->added;
      if (i > 0)
        {
          g_assert_cmpuint (self->compared.moves->by_removed[i - 1].removed, <, move->removed);
          g_assert_cmpuint (self->compared.moves->by_added[i - 1].added, <,
                            self->compared.moves->by_added[i].added);
        }
    }
  for (guint i = 0; i < self->compared.moves->n; i++)
    {
      const CyanMove *move = &self->compared.moves->by_added[i];
      CyanNode x = tree->before[move->removed], y = tree->after[move->added];
      CyanNode x_up = self->compared.side[0].profile->parent[x],
               y_up = self->compared.side[1].profile->parent[y];

      g_assert_cmpuint (to[move->removed], ==, move->added);
      if (!move->top)
        {
          gboolean found = FALSE;

          for (guint k = 0; k < self->compared.moves->n; k++)
            found |= tree->before[self->compared.moves->by_removed[k].removed] == x_up
                     && tree->after[self->compared.moves->by_removed[k].added] == y_up;
          g_assert_true (found);
          continue;
        }
      /* Otherwise it moved with its caller. */
      for (guint k = 0; k < self->compared.moves->n; k++)
        g_assert_false (tree->before[self->compared.moves->by_removed[k].removed] == x_up
                        && tree->after[self->compared.moves->by_removed[k].added] == y_up);
    }
}

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* The links as pairs of nodes of before and after, in order; @swapped exchanges the two. */
static GArray *
moves_of (const CyanComparison *self, gboolean swapped)
{
  GArray *moves = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < self->compared.moves->n; i++)
    {
      guint64 x = self->compared.tree->before[self->compared.moves->by_removed[i].removed];
      guint64 y = self->compared.tree->after[self->compared.moves->by_removed[i].added];
      guint64 key = swapped ? y << 32 | x : x << 32 | y;

      g_array_append_val (moves, key);
    }
  g_array_sort (moves, compare_keys);
  return moves;
}

static void
assert_same_moves (const CyanComparison *a, const CyanComparison *b, gboolean swapped)
{
  g_autoptr (GArray) xs = moves_of (a, FALSE);
  g_autoptr (GArray) ys = moves_of (b, swapped);

  g_assert_cmpmem (xs->data, xs->len * sizeof (guint64), ys->data, ys->len * sizeof (guint64));
}

TEST ("/moved/random-laws")
{
  guint n_links = 0;

  for (guint seed = 1; seed <= 100; seed++)
    {
      RandomOptions options = { .seed = seed,
                                .n_nodes = 200 + seed * 10,
                                .n_functions = 30 + seed,
                                .n_edits = 1 + seed % 7,
                                .kinds = seed % 2 ? 1u << RANDOM_EDIT_MOVE : 0,
                                .call_sites = seed % 3 == 0,
                                .jitter = seed % 5 == 0 ? 0.2 : 0,
                                .sampled = seed % 4 == 0 };
      RandomPair pair = random_pair_new (&options);
      RandomPair other;

      options.backward_pool = TRUE;
      other = random_pair_new (&options);
      for (guint method = 0; cyan_match_method_names[method] != NULL; method++)
        {
          g_autoptr (CyanComparison) there =
              compare_profiles (pair.before, pair.after, (CyanMatchMethod) method);
          g_autoptr (CyanComparison) back =
              compare_profiles (pair.after, pair.before, (CyanMatchMethod) method);
          g_autoptr (CyanComparison) again =
              compare_profiles (other.before, other.after, (CyanMatchMethod) method);
          g_autoptr (CyanComparison) same =
              compare_profiles (pair.before, pair.before, (CyanMatchMethod) method);

          check_moves (there);
          assert_same_moves (there, again, FALSE);
          assert_same_moves (there, back, TRUE);
          g_assert_cmpuint (same->compared.moves->n, ==, 0);
          n_links += there->compared.moves->n;
        }
      random_pair_clear (&pair);
      random_pair_clear (&other);
    }
  g_assert_cmpuint (n_links, >, 1000);
}

typedef struct
{
  double precision; /* the part of links between nodes with known origin that is correct */
  double recall;    /* the part of moved nodes, removed here and added there, that is linked so */
  double heavy_recall; /* the same by weight */
} Quality;

static Quality
measure (RandomOptions options, guint n)
{
  double n_links = 0, n_right = 0, n_known = 0, n_found = 0, weight = 0, found_weight = 0;

  for (guint k = 0; k < n; k++)
    {
      RandomPair pair;
      g_autoptr (CyanComparison) self = NULL;
      g_autofree CyanNode *to = NULL;
      g_autofree guint8 *real = NULL;

      options.seed = 31 * k + 7;
      pair = random_pair_new (&options);
      self = compare_profiles (pair.before, pair.after, CYAN_MATCH_CONTEXT);
      to = g_new0 (CyanNode, pair.before->n_nodes);
      real = g_new0 (guint8, pair.after->n_nodes);
      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        if (self->compared.tree->before[i] == CYAN_NODE_NONE
            && !cyan_compared_is_unseen (&self->compared, i))
          real[self->compared.tree->after[i]] = TRUE;
      for (guint i = 0; i < self->compared.moves->n; i++)
        {
          CyanNode x = self->compared.tree->before[self->compared.moves->by_removed[i].removed];
          CyanNode y = self->compared.tree->after[self->compared.moves->by_removed[i].added];

          to[x] = y;
          n_links++;
          n_right += pair.destination[x] == y;
        }
      for (CyanNode i = 0; i < self->compared.n_nodes; i++)
        {
          CyanNode x = self->compared.tree->before[i];
          double value;

          if (x == CYAN_NODE_NONE || self->compared.tree->after[i] != CYAN_NODE_NONE
              || cyan_compared_is_unseen (&self->compared, i) || !pair.moved[x]
              || pair.destination[x] == CYAN_NODE_NONE || !real[pair.destination[x]])
            continue;
          value = self->compared.side[0].profile->metrics[0].self[x] / self->compared.side[0].total;
          n_known++;
          weight += value;
          n_found += to[x] == pair.destination[x];
          found_weight += to[x] == pair.destination[x] ? value : 0;
        }
      random_pair_clear (&pair);
    }
  g_test_message ("%g links, %g right; %g moved, %g found", n_links, n_right, n_known, n_found);
  return (Quality){ n_right / n_links, n_found / n_known, found_weight / weight };
}

TEST ("/moved/quality")
{
  RandomOptions options = {
    .n_nodes = 10000, .n_functions = 300, .n_edits = 3, .kinds = 1u << RANDOM_EDIT_MOVE
  };
  Quality exact, mixed, sampled;

  exact = measure (options, 40);
  options.kinds = 0;
  options.n_edits = 10;
  options.jitter = 0.05;
  mixed = measure (options, 40);
  options.sampled = TRUE;
  sampled = measure (options, 40);
  g_test_message ("precision, recall, recall by weight: moves only %.3f %.3f %.3f, all edits %.3f "
                  "%.3f %.3f, sampled %.3f %.3f %.3f",
                  exact.precision, exact.recall, exact.heavy_recall, mixed.precision, mixed.recall,
                  mixed.heavy_recall, sampled.precision, sampled.recall, sampled.heavy_recall);
  g_assert_cmpfloat (exact.precision, >=, 0.97);
  g_assert_cmpfloat (exact.recall, >=, 0.90);
  g_assert_cmpfloat (mixed.precision, >=, 0.85);
  g_assert_cmpfloat (mixed.recall, >=, 0.70);
  g_assert_cmpfloat (sampled.precision, >=, 0.75);
  g_assert_cmpfloat (sampled.recall, >=, 0.70);
}

static gboolean
count (double fraction, const char *what, gpointer data)
{
  *(guint *) data += strstr (what, "moved") != NULL;
  return TRUE;
}

/* Matches two trees of @n nodes, and checks that the steps per node are few. */
static guint
run_shape (guint n, ShapeFunc shape)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = shape_new (strings, n, 0, shape);
  g_autoptr (CyanProfile) after = shape_new (strings, n, 1, shape);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  guint n_ticks = 0;
  CyanTick tick = CYAN_TICK_INIT (count, &n_ticks);
  g_autoptr (CyanComparison) self = NULL;

  options.method = CYAN_MATCH_PATH;
  self = cyan_comparison_new (before, after, &options, &tick, NULL);
  g_test_message ("%u links, %.1f steps a node", self->compared.moves->n,
                  (double) n_ticks * CYAN_TICK_STRIDE / n);
  g_assert_cmpuint (n_ticks, <=, (guint64) 100 * n / CYAN_TICK_STRIDE);
  return self->compared.moves->n;
}

/* The roots have different names, so nothing is matched by path. */
static guint32
chain_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i - 1;
  return i == 0 ? 1 + side : 0;
}

static guint32
chain_turned_round (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i - 1;
  return side == 0 ? i : 200000 - i;
}

static guint32
star_of_one_name (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : 0;
  return i == 0 ? 1 + side : 0;
}

/* Children of one name with three callees each, two of which have the same name. */
static guint32
star_of_triples (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  *parent = i == 0 ? CYAN_NODE_NONE : i % 4 == 1 ? 0 : i - (i + 3) % 4;
  return i == 0 ? 100 + side : i % 4 == 0 ? 10 + side : i % 4;
}

static guint32
bushy (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = i == 0 ? CYAN_NODE_NONE : (guint32) (value % i);
  return i == 0 ? 1000 + side : (value >> 40) % 200;
}

/* As many names as nodes, all on one side only. */
static guint32
bushy_of_many_names (guint i, guint n, guint side, guint64 *random, guint32 *parent)
{
  guint64 value = random_next (random);

  *parent = i == 0 ? CYAN_NODE_NONE : (guint32) (value % i);
  return i == 0 ? 1000000 + side : i;
}

TEST ("/moved/hard-shapes")
{
  const guint n = test_size (1000000, 4);

  g_assert_cmpuint (run_shape (n / 2, chain_of_one_name), ==, n / 2 - 1);
  run_shape (n / 5, chain_turned_round);
  g_assert_cmpuint (run_shape (n, star_of_one_name), ==, 0);
  g_assert_cmpuint (run_shape (n, star_of_triples), >, 100);
  g_assert_cmpuint (run_shape (n / 2, bushy), >, 0);
  run_shape (n / 5, bushy_of_many_names);
}

static gboolean
stop_there (double fraction, const char *what, gpointer data)
{
  guint *left = data;

  g_assert_cmpfloat (fraction, >=, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  return strstr (what, "moved") == NULL || (*left)-- > 0;
}

TEST ("/moved/cancel")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = shape_new (strings, 100000, 0, bushy);
  g_autoptr (CyanProfile) after = shape_new (strings, 100000, 1, bushy);

  for (guint k = 0; k < 3; k++)
    {
      CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
      guint left = k;
      CyanTick tick = CYAN_TICK_INIT (stop_there, &left);
      g_autoptr (GError) error = NULL;

      options.method = CYAN_MATCH_PATH;
      g_assert_null (cyan_comparison_new (before, after, &options, &tick, &error));
      g_assert_true (cyan_error_is_cancelled (error));
    }
}

/* The checker finds links that are not sorted, lead one way only, or join what is on both sides. */
TEST ("/moved/check")
{
  g_autoptr (CyanComparison) self = compare ("a(b(x y) g)", "a(g(b(x y)))", CYAN_MATCH_COMMON_TREE);
  const CyanMergedTree *tree = self->compared.tree;
  CyanMoves *moves = self->compared.moves;
  CyanMove first = moves->by_removed[0];

  g_assert_cmpuint (moves->n, ==, 3);
  g_assert_true (cyan_moves_check (moves, tree, NULL));
  moves->by_removed[0] = moves->by_removed[1];
  moves->by_removed[1] = first;
  g_assert_false (cyan_moves_check (moves, tree, NULL));
  moves->by_removed[1] = moves->by_removed[0];
  moves->by_removed[0] = first;
  moves->by_removed[2].added = moves->by_removed[1].added;
  g_assert_false (cyan_moves_check (moves, tree, NULL));
  moves->by_removed[2].added = CYAN_NODE_ROOT;
  g_assert_false (cyan_moves_check (moves, tree, NULL));
}
