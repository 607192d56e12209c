/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The study's structures on its own examples, to the digit. */
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-stream-trees.h"
#include "cyan-profile-builder.h"
#include "cyan-structure-metrics.h"
#include "stream.h"
#include "profile-text.h"
#include "trie-text.h"
#include "tests.h"

/* Table 4.6. */
#define TABLE_4_6 "M( A( B( count ) C ) A( B( count ) C ) B( D ) B( D ) )"

static const char *
name_of (guint32 key, gpointer data)
{
  return ((const Stream *) data)->names->pdata[key];
}

static void
assert_statistics (const CyanTrie *tree,
                   guint nodes,
                   guint leaves,
                   guint64 most_calls,
                   guint degree,
                   double mean_degree,
                   guint depth)
{
  CyanStructureStatistics s;

  cyan_structure_statistics (tree, &s);
  g_assert_cmpuint (s.nodes, ==, nodes);
  g_assert_cmpuint (s.leaves, ==, leaves);
  g_assert_cmpuint (s.most_calls, ==, most_calls);
  g_assert_cmpuint (s.degree, ==, degree);
  g_assert_cmpfloat_with_epsilon (s.mean_degree, mean_degree, 1e-9);
  g_assert_cmpuint (s.depth, ==, depth);
  g_assert_cmpuint (s.threads, ==, 1);
}

/* The trees of table 4.6: of calls, of contexts, upwards, of samples. */
TEST ("/structures/study/trees")
{
  g_auto (Stream) stream = { 0 };
  g_auto (CyanCallTree) calls = { 0 }, contexts = { 0 };
  g_auto (CyanUptree) uptree = { 0 };
  g_auto (CyanSampledTree) sampled = { 0 };

  stream_init (&stream);
  stream_read (&stream, TABLE_4_6);
  cyan_call_tree_init (&calls, CYAN_CALL_TREE_DYNAMIC);
  stream_play (&stream, &cyan_call_tree_taker, &calls);
  assert_tree (&stream, &calls.tree, '*', "M(A(B(count) C) A(B(count) C) B(D) B(D))");
  assert_statistics (&calls.tree, 14, 6, 1, 4, 1.625, 4);

  stream_contexts (&stream, &contexts);
  assert_tree (&stream, &contexts.tree, '*', "M*1(A*2(B*2(count*2) C*2) B*2(D*2))");
  assert_statistics (&contexts.tree, 8, 3, 2, 2, 1.4, 4);

  /* Blocks of three calls, so that calls are open when some are merged. */
  cyan_uptree_init (&uptree, 3);
  stream_play (&stream, &cyan_uptree_taker, &uptree);
  cyan_uptree_finish (&uptree);
  ASSERT_TEXT (cyan_trie_to_uptree_text (&uptree.merged, name_of, &stream),
               "1:M^0*1 2:A^1*2 3:B^2*2 4:count^3*2 5:C^2*2 6:B^1*2 7:D^6*2");

  cyan_sampled_tree_init (&sampled, 4);
  stream_play (&stream, &cyan_sampled_tree_taker, &sampled);
  assert_tree (&stream, &sampled.tree, '#', "M(A(B(count#2)) B#1)");
}

/* Four counters: "count (2,0) M>A>C (3,1) M>B (4,2) M>B>D (4,2)". */
TEST ("/structures/study/space-saving")
{
  static const struct
  {
    const char *name;
    guint64 count, error;
  } expected[] = { { "count", 2, 0 }, { "C", 3, 1 }, { "B", 4, 2 }, { "D", 4, 2 } };
  g_auto (Stream) stream = { 0 };
  g_auto (CyanSpaceSaving) saving = { 0 };
  guint n_found = 0;

  stream_init (&stream);
  stream_read (&stream, TABLE_4_6);
  cyan_space_saving_init (&saving, 4);
  stream_play (&stream, &cyan_space_saving_taker, &saving);
  for (guint32 i = 1; i < saving.tree.n_nodes; i++)
    {
      const CyanCounter *counter = stream_counter (&saving, i);
      const char *name = name_of (saving.tree.key[i], &stream);

      for (guint k = 0; counter != NULL && k < G_N_ELEMENTS (expected); k++)
        if (strcmp (name, expected[k].name) == 0)
          {
            g_assert_cmpuint (counter->count, ==, expected[k].count);
            g_assert_cmpuint (counter->error, ==, expected[k].error);
            n_found++;
          }
    }
  g_assert_cmpuint (n_found, ==, 4);
  g_assert_cmpuint (cyan_space_saving_floor (&saving), ==, 2);
  /* The counters of M, M > A and M > A > B were taken over; they stay as callers. */
  cyan_space_saving_finish (&saving, 0);
  assert_tree (&stream, &saving.tree, '*', "M(A(B(count*2) C*3) B*4(D*4))");
}

/* The program of figure 1.3. */
static guint figure_g (Stream *stream, guint n);

static guint
figure_h (Stream *stream, guint n)
{
  stream_read (stream, "i");
  return n - 1;
}

static guint
figure_call (Stream *stream, const char *name, guint (*function) (Stream *, guint), guint n)
{
  guint result;

  stream_enter (stream, 0, name);
  result = function (stream, n);
  cyan_call_tape_leave (stream->tape, 0);
  return result;
}

static guint
figure_g (Stream *stream, guint n)
{
  return n % 2 == 0 ? figure_call (stream, "h", figure_h, n / 2)
                    : figure_call (stream, "g", figure_g, n + 1);
}

static guint
figure_f (Stream *stream, guint n)
{
  return figure_call (stream, "h", figure_h, figure_call (stream, "g", figure_g, n));
}

TEST ("/structures/study/figure-1.3")
{
  g_auto (Stream) stream = { 0 };
  g_auto (CyanCallTree) calls = { 0 }, contexts = { 0 };

  stream_init (&stream);
  stream_enter (&stream, 0, "main");
  for (guint j = 0; j < 20; j++)
    {
      figure_call (&stream, "f", figure_f, j);
      figure_call (&stream, "g", figure_g, j);
      for (guint k = 1; k < j / 2; k++)
        figure_call (&stream, "h", figure_h, k);
    }
  cyan_call_tree_init (&calls, CYAN_CALL_TREE_DYNAMIC);
  stream_play (&stream, &cyan_call_tree_taker, &calls);
  g_assert_cmpuint (calls.tree.n_nodes, ==, 346);
  stream_contexts (&stream, &contexts);
  g_assert_cmpuint (contexts.tree.n_nodes, ==, 19);
  assert_tree (&stream, &contexts.tree, '*',
               "main*1(f*20(g*20(h*10(i*10) g*10(h*10(i*10))) h*20(i*20)) "
               "g*20(h*10(i*10) g*10(h*10(i*10))) h*72(i*72))");
}

/* Figure 2.1: what calls hot contexts stays, cold or not. */
TEST ("/structures/study/figure-2.1")
{
  static const struct
  {
    const char *name;
    guint32 parent;
    guint64 count;
  } nodes[] = { { "M", 0, 1 },  { "A", 1, 50 }, { "C", 2, 5 },  { "D", 3, 50 },
                { "G", 4, 5 },  { "N", 5, 50 }, { "E", 2, 50 }, { "B", 1, 25 },
                { "E", 8, 20 }, { "F", 9, 5 },  { "F", 8, 25 } };
  g_auto (Stream) stream = { 0 };
  CyanTrie tree, pruned;

  stream_init (&stream);
  cyan_trie_init (&tree, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    tree.count[cyan_trie_child (&tree, nodes[i].parent, stream_function (&stream, nodes[i].name))] =
        nodes[i].count;
  cyan_call_tree_prune (&tree, 29, &pruned);
  assert_tree (&stream, &pruned, '*', "M*1(A*50(C*5(D*50(G*5(N*50))) E*50))");
  cyan_trie_clear (&pruned);
  cyan_trie_clear (&tree);
}

/* Figure 3.2 and its metrics. */
TEST ("/structures/study/metrics")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = MUST (cyan_profile_from_text (
      strings,
      "j.JavaApplication3.main*1(j.JavaApplication3.check*1(j.B.c*1(j.B.a*1 j.C.d*1(j.B.a*1)) "
      "j.B.a*1 j.B.n*1 j.F.mm*1 j.JK.L.l*1))",
      &failure));
  g_autoptr (CyanClasses) classes = NULL;
  CyanMetricTargets targets;
  CyanStructureMetrics m;
  CyanTrie tree;
  g_autofree guint32 *of = NULL;

  classes = cyan_classes_new (profile);
  cyan_trie_init (&tree, TRUE);
  of = g_new0 (guint32, profile->n_nodes);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    of[i] = cyan_trie_child (&tree, of[profile->parent[i]], profile->function[i]);
  targets = cyan_metric_targets (&tree, classes);
  g_assert_cmpstr (classes->class_names->pdata[targets.class], ==, "j.B");
  g_assert_cmpstr (classes->package_names->pdata[targets.package], ==, "j");
  g_assert_cmpstr (cyan_strings_get (strings, profile->functions[targets.method].name), ==,
                   "j.B.a");
  cyan_structure_metrics (&tree, classes, &targets, &m);
  g_assert_cmpuint (m.packages, ==, 2);
  g_assert_cmpuint (m.classes, ==, 5);
  g_assert_cmpuint (m.methods, ==, 8);
  g_assert_cmpuint (m.class_methods, ==, 3);
  g_assert_cmpuint (m.method_contexts, ==, 3);
  g_assert_cmpuint (m.threads, ==, 1);
  /* B calls C's d; JavaApplication3 and C call B. */
  g_assert_cmpuint (m.class.efferent, ==, 1);
  g_assert_cmpuint (m.class.afferent, ==, 2);
  g_assert_cmpuint (m.class_members, ==, 1);
  g_assert_cmpuint (m.package.efferent, ==, 1);
  g_assert_cmpuint (m.package.afferent, ==, 0);
  g_assert_cmpuint (m.method.efferent, ==, 0);
  g_assert_cmpuint (m.method.afferent, ==, 3);
  cyan_trie_clear (&tree);
}

/* What a name does not tell is the module and the file. */
TEST ("/structures/study/names")
{
  static const struct
  {
    const char *name, *package, *class;
  } cases[] = {
    { "a.b.C.run", "a.b", "a.b.C" },
    { "ns::Tree::insert(std::string const&)", "ns", "ns::Tree" },
    { "Tree::insert", "lib", "Tree" },
    { "Map<a::B, c::D>::find", "lib", "Map<a::B, c::D>" },
    { "(anonymous namespace)::f(a::B) const", "lib", "(anonymous namespace)" },
    { "read (lib/a.b.py:12)", "lib", "x.c" },
    { "parse.part.0", "lib", "x.c" },
    { "main", "lib", "x.c" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      g_autoptr (CyanProfile) profile = NULL;
      g_autoptr (CyanClasses) classes = NULL;
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, cases[i].name, -1),
          cyan_strings_add (strings, "lib", -1), cyan_strings_add (strings, "x.c", -1), 0, 0);

      cyan_profile_builder_metric (builder, "time", "ns");
      cyan_profile_builder_append (builder, CYAN_NODE_ROOT, function, 0, NULL);
      profile = cyan_profile_builder_finish (builder);
      classes = cyan_classes_new (profile);
      g_assert_cmpstr (classes->package_names->pdata[classes->package[1]], ==, cases[i].package);
      g_assert_cmpstr (classes->class_names->pdata[classes->class[1]], ==, cases[i].class);
    }
}

TEST ("/structures/study/limit")
{
  g_autoptr (CyanCallTape) tape = cyan_call_tape_new (2);

  g_assert_true (cyan_call_tape_enter (tape, 0, 1, NULL));
  g_assert_true (cyan_call_tape_enter (tape, 0, 1, NULL));
  MUST_FAIL (CYAN_ERROR_LIMIT, "more than 2 calls", cyan_call_tape_enter (tape, 0, 1, &failure));
}

/* ---- accuracy, as the header defines it ---- */

/* Random contexts with random calls. */
static void
make_contexts (CyanTrie *whole, GRand *random)
{
  cyan_trie_init (whole, TRUE);
  for (gint i = g_rand_int_range (random, 1, 20); i > 0; i--)
    {
      guint32 node = cyan_trie_child (whole, g_rand_int_range (random, 0, (gint32) whole->n_nodes),
                                      g_rand_int_range (random, 1, 4));

      whole->count[node] += (guint64) g_rand_int_range (random, 1, 9);
    }
}

/* Some of them, with counts that may be wrong.  Sets the node of each context of @whole, 0 if it
 * lacks. */
static void
make_estimate (CyanTrie *tree, const CyanTrie *whole, guint32 *node_of, GRand *random)
{
  gint share = g_rand_int_range (random, 0, 5);

  cyan_trie_init (tree, TRUE);
  node_of[0] = 0;
  for (guint32 i = 1; i < whole->n_nodes; i++)
    {
      guint32 up = whole->parent[i];

      node_of[i] = 0;
      if ((up != 0 && node_of[up] == 0) || g_rand_int_range (random, 0, 4) >= share)
        continue;
      node_of[i] = cyan_trie_child (tree, node_of[up], whole->key[i]);
      tree->count[node_of[i]] = whole->count[i] + (guint64) g_rand_int_range (random, 0, 3);
    }
}

static double
total_of (const CyanTrie *tree, guint32 node)
{
  double total = (double) tree->count[node];

  for (guint32 i = node + 1; i < tree->n_nodes; i++)
    for (guint32 up = tree->parent[i]; up != 0; up = tree->parent[up])
      if (up == node)
        total += (double) tree->count[i];
  return total;
}

static void
assert_coverage (const CyanTrie *whole, const guint32 *node_of, const CyanStructureAccuracy *a)
{
  double all = 0, inside = 0, most = 0, wanted = 0, covered = 0, tau = INFINITY;
  double outside_most = 0, outside = 0, n_outside = 0;

  for (guint32 i = 1; i < whole->n_nodes; i++)
    most = MAX (most, (double) whole->count[i]);
  for (guint32 i = 1; i < whole->n_nodes; i++)
    {
      double w = (double) whole->count[i];
      gboolean all_in = TRUE;

      all += w;
      inside += node_of[i] != 0 ? w : 0;
      wanted += w >= CYAN_COVERAGE_TAU * most;
      covered += w >= CYAN_COVERAGE_TAU * most && node_of[i] != 0;
      outside += node_of[i] == 0 ? w : 0;
      n_outside += node_of[i] == 0;
      outside_most = MAX (outside_most, node_of[i] == 0 ? w : 0);
      for (guint32 k = 1; k < whole->n_nodes; k++)
        all_in = all_in && (whole->count[k] < whole->count[i] || node_of[k] != 0);
      tau = all_in ? MIN (tau, w) : tau;
    }
  g_assert_cmpfloat (a->overlap, ==, inside / all);
  g_assert_cmpfloat (a->coverage, ==, covered / wanted);
  g_assert_true (isinf (tau) ? isnan (a->tau) : a->tau == tau / most);
  g_assert_cmpfloat (a->uncovered_most, ==, outside_most / most);
  g_assert_cmpfloat_with_epsilon (a->uncovered_mean, n_outside > 0 ? outside / n_outside / most : 0,
                                  1e-12);
}

static void
assert_hot (const CyanTrie *tree,
            const CyanTrie *whole,
            const guint32 *node_of,
            guint64 limit,
            const CyanStructureAccuracy *a)
{
  guint hot = 0, callers = 0, not_hot = 0, missed = 0;
  double errors = 0, n_errors = 0, lacking = 0, n_totals = 0;

  for (guint32 i = 1; i < tree->n_nodes; i++)
    *(tree->count[i] >= limit ? &hot : &callers) += 1;
  for (guint32 i = 1; i < whole->n_nodes; i++)
    {
      guint64 w = whole->count[i], count = node_of[i] != 0 ? tree->count[node_of[i]] : 0;
      double total = total_of (whole, i), found = node_of[i] != 0 ? total_of (tree, node_of[i]) : 0;

      not_hot += w < limit && count >= limit;
      missed += w >= limit && count < limit;
      if (w >= limit && node_of[i] != 0)
        {
          errors += fabs ((double) w - (double) count) / (double) w;
          n_errors++;
        }
      if (total >= (double) limit)
        {
          lacking += MAX (0, (total - found) / total);
          n_totals++;
        }
    }
  g_assert_cmpuint (a->hot, ==, hot);
  g_assert_cmpuint (a->callers, ==, callers);
  g_assert_cmpuint (a->not_hot, ==, not_hot);
  g_assert_cmpuint (a->missed, ==, missed);
  g_assert_cmpfloat_with_epsilon (a->error_mean, n_errors > 0 ? errors / n_errors : 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (a->shortfall_mean, n_totals > 0 ? lacking / n_totals : 0, 1e-12);
}

TEST ("/structures/study/accuracy")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint turn = 0; turn < 2000; turn++)
    {
      guint64 limit = (guint64) g_rand_int_range (random, 1, 12);
      guint32 node_of[21];
      CyanStructureAccuracy accuracy;
      CyanTrie whole, tree;

      make_contexts (&whole, random);
      make_estimate (&tree, &whole, node_of, random);
      cyan_structure_accuracy (&tree, NULL, &whole, limit, &accuracy);
      assert_coverage (&whole, node_of, &accuracy);
      assert_hot (&tree, &whole, node_of, limit, &accuracy);
      cyan_trie_clear (&tree);
      cyan_trie_clear (&whole);
    }
}

/* A program that calls nothing has a root and no figure that is not a number. */
TEST ("/structures/study/nothing")
{
  CyanStructureStatistics s;
  CyanTrie tree;

  cyan_trie_init (&tree, TRUE);
  cyan_structure_statistics (&tree, &s);
  g_assert_cmpuint (s.nodes, ==, 1);
  g_assert_cmpuint (s.depth + s.threads + s.functions + s.degree, ==, 0);
  g_assert_cmpfloat (s.mean_degree, ==, 0);
  cyan_trie_clear (&tree);
}

typedef struct
{
  guint32 next, n_open;
} Replay;

static void
replay_enter (gpointer data, guint thread, guint32 function)
{
  Replay *replay = data;

  g_assert_cmpuint (thread, ==, 0);
  g_assert_cmpuint (function, ==, replay->next++ % 1000);
  replay->n_open++;
}

static void
replay_leave (gpointer data, guint thread)
{
  ((Replay *) data)->n_open--;
}

/* A tape plays all that it was given, however much that is. */
TEST ("/structures/study/long-tape")
{
  static const CyanCallTaker taker = { replay_enter, replay_leave };
  const guint32 n = 2600000;
  g_autoptr (CyanCallTape) tape = cyan_call_tape_new (0);
  Replay replay = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      g_assert_true (cyan_call_tape_enter (tape, 0, i % 1000, NULL));
      if (i % 10 != 0)
        cyan_call_tape_leave (tape, 0);
    }
  g_assert_true (cyan_call_tape_play (tape, &taker, &replay, NULL, NULL));
  g_assert_cmpuint (replay.next, ==, n);
  g_assert_cmpuint (replay.n_open, ==, n / 10);
}
