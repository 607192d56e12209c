/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of the study's structures on random streams of one to three threads. */
#include <math.h>
#include <string.h>

#include "cyan-context-ids.h"
#include "cyan-stream-trees.h"
#include "cyan-caller-forest.h"
#include "stream.h"
#include "tests.h"

#define N_TRIALS 200

typedef void (*Law) (const Stream *stream, const CyanTrie *whole);

/* Calls the test with streams and their calling-context trees. */
static void
test_law (gconstpointer data)
{
  Law law = *(const Law *) data;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      g_auto (Stream) stream = { 0 };
      g_auto (CyanCallTree) contexts = { 0 };

      stream_init (&stream);
      stream_make (&stream, 1 + trial % 3);
      stream_contexts (&stream, &contexts);
      g_assert_true (cyan_trie_check (&contexts.tree, NULL));
      law (&stream, &contexts.tree);
    }
}

/* The node of @whole for each of @tree, all of which are there. */
static guint32 *
find_all (const CyanTrie *tree, const CyanTrie *whole)
{
  guint32 *of = g_new0 (guint32, tree->n_nodes);

  for (guint32 i = 1; i < tree->n_nodes; i++)
    {
      of[i] = cyan_trie_find (whole, of[tree->parent[i]], tree->key[i]);
      g_assert_cmpuint (of[i], !=, 0);
    }
  return of;
}

/* A node a call; their paths are those of the contexts with their calls. */
static void
law_calls (const Stream *stream, const CyanTrie *whole)
{
  g_auto (CyanCallTree) calls = { 0 };
  g_autofree guint32 *of = NULL;
  g_autofree guint64 *n = g_new0 (guint64, whole->n_nodes);

  cyan_call_tree_init (&calls, CYAN_CALL_TREE_DYNAMIC);
  stream_play (stream, &cyan_call_tree_taker, &calls);
  g_assert_cmpuint (calls.tree.n_nodes, ==, cyan_call_tape_n_calls (stream->tape) + 1);
  of = find_all (&calls.tree, whole);
  for (guint32 i = 1; i < calls.tree.n_nodes; i++)
    n[of[i]]++;
  for (guint32 i = 1; i < whole->n_nodes; i++)
    g_assert_cmpuint (n[i], ==, whole->count[i]);
}

/* Merged, it is the calling-context tree, however large the blocks. */
static void
law_uptree (const Stream *stream, const CyanTrie *whole)
{
  for (guint block = 1; block < 1000; block *= 7)
    {
      g_auto (CyanUptree) uptree = { 0 };

      cyan_uptree_init (&uptree, block);
      stream_play (stream, &cyan_uptree_taker, &uptree);
      cyan_uptree_finish (&uptree);
      assert_equal_trees (whole, &uptree.merged);
    }
}

/* What takes memory is counted: a block of all calls at least with 8 bytes a call, and the tree. */
static void
law_memory (const Stream *stream, const CyanTrie *whole)
{
  guint64 n_calls = cyan_call_tape_n_calls (stream->tape), tree = cyan_trie_memory (whole);
  guint64 of_block[3];
  static const guint blocks[] = { 0, CYAN_UPTREE_BLOCK, 1 };
  g_auto (CyanSpaceSaving) saving = { 0 };
  g_auto (CyanLossyCounting) lossy = { 0 };

  for (guint i = 0; i < 3; i++)
    {
      g_auto (CyanUptree) uptree = { 0 };

      cyan_uptree_init (&uptree, blocks[i]);
      stream_play (stream, &cyan_uptree_taker, &uptree);
      cyan_uptree_finish (&uptree);
      of_block[i] = uptree.most_memory;
      g_assert_cmpuint (of_block[i], >=, cyan_trie_memory (&uptree.merged));
    }
  g_assert_cmpuint (of_block[0], ==, of_block[1]);
  g_assert_cmpuint (of_block[0], >=, n_calls * 8);

  cyan_space_saving_init (&saving, 10);
  stream_play (stream, &cyan_space_saving_taker, &saving);
  cyan_space_saving_finish (&saving, 1);
  g_assert_cmpuint (saving.most_memory, >=,
                    cyan_trie_memory (&saving.tree) + 10 * sizeof (CyanCounter));
  cyan_lossy_counting_init (&lossy, 1000);
  stream_play (stream, &cyan_lossy_counting_taker, &lossy);
  cyan_lossy_counting_finish (&lossy, 1);
  g_assert_cmpuint (lossy.most_memory, >=, tree);
}

static void
law_sampled (const Stream *stream, const CyanTrie *whole)
{
  guint64 n_calls = cyan_call_tape_n_calls (stream->tape);

  for (guint every = 1; every < 10; every++)
    {
      g_auto (CyanSampledTree) sampled = { 0 };
      g_autofree guint32 *of = NULL;
      guint64 n_samples = 0;

      cyan_sampled_tree_init (&sampled, every);
      stream_play (stream, &cyan_sampled_tree_taker, &sampled);
      of = find_all (&sampled.tree, whole);
      for (guint32 i = 1; i < sampled.tree.n_nodes; i++)
        {
          g_assert_cmpuint (sampled.tree.count[i], <=, whole->count[of[i]]);
          n_samples += sampled.tree.count[i];
        }
      g_assert_cmpuint (n_samples, ==, n_calls / every);
      if (every == 1)
        assert_equal_trees (whole, &sampled.tree);
    }
}

/* Everything without a limit; a larger limit keeps less; leaves are hot. */
static void
law_pruned (const Stream *stream, const CyanTrie *whole)
{
  CyanTrie last, pruned;

  cyan_call_tree_prune (whole, 0, &last);
  assert_equal_trees (whole, &last);
  for (guint64 limit = 1; limit < 10; limit++)
    {
      g_autofree guint32 *of = NULL;
      g_autofree gboolean *calls = NULL;

      cyan_call_tree_prune (whole, limit, &pruned);
      of = find_all (&pruned, &last);
      calls = g_new0 (gboolean, pruned.n_nodes);
      for (guint32 i = pruned.n_nodes; i-- > 1;)
        {
          calls[pruned.parent[i]] = TRUE;
          if (!calls[i])
            g_assert_cmpuint (pruned.count[i], >=, limit);
        }
      cyan_trie_clear (&last);
      last = pruned;
    }
  cyan_trie_clear (&last);
}

/* The bounds of counters, of other contexts, and of what is reported. */
static void
law_space_saving (const Stream *stream, const CyanTrie *whole)
{
  guint64 n_calls = cyan_call_tape_n_calls (stream->tape);
  const guint n_counters[] = { 1, 2, 5, 20, whole->n_nodes };

  for (guint k = 0; k < G_N_ELEMENTS (n_counters); k++)
    {
      g_auto (CyanSpaceSaving) saving = { 0 };
      g_autofree guint8 *is_monitored = g_new0 (guint8, whole->n_nodes);
      g_autofree guint32 *of = NULL;
      guint64 sum = 0, floor, limit = n_calls / n_counters[k] + 1;

      cyan_space_saving_init (&saving, n_counters[k]);
      stream_play (stream, &cyan_space_saving_taker, &saving);
      floor = cyan_space_saving_floor (&saving);
      g_assert_cmpuint (floor, <=, n_calls / n_counters[k]);
      of = find_all (&saving.tree, whole);
      for (guint32 i = 1; i < saving.tree.n_nodes; i++)
        {
          const CyanCounter *counter = stream_counter (&saving, i);

          if (counter == NULL)
            continue;
          g_assert_cmpuint (counter->node, ==, i);
          g_assert_cmpuint (counter->count - counter->error, <=, whole->count[of[i]]);
          g_assert_cmpuint (whole->count[of[i]], <=, counter->count);
          is_monitored[of[i]] = TRUE;
          sum += counter->count;
        }
      g_assert_cmpuint (sum, ==, n_calls);
      for (guint32 i = 1; i < whole->n_nodes; i++)
        if (!is_monitored[i])
          g_assert_cmpuint (whole->count[i], <=, floor);
      for (guint i = 1; i < saving.n_used; i++)
        g_assert_cmpuint (saving.counters[i - 1].count, >=, saving.counters[i].count);

      cyan_space_saving_finish (&saving, limit);
      for (guint32 i = 1; i < whole->n_nodes; i++)
        if (whole->count[i] >= limit)
          g_assert_true (is_monitored[i]);
      g_free (of);
      of = find_all (&saving.tree, whole);
      for (guint32 i = 1; i < saving.tree.n_nodes; i++)
        if (saving.tree.count[i] >= limit)
          g_assert_cmpuint (whole->count[of[i]] + n_calls / n_counters[k], >=, limit);
    }
}

/* Enough counters: the exact tree. */
static void
law_space_saving_exact (const Stream *stream, const CyanTrie *whole)
{
  g_auto (CyanSpaceSaving) saving = { 0 };

  cyan_space_saving_init (&saving, whole->n_nodes);
  stream_play (stream, &cyan_space_saving_taker, &saving);
  cyan_space_saving_finish (&saving, 0);
  assert_equal_trees (whole, &saving.tree);
}

static void
law_lossy_counting (const Stream *stream, const CyanTrie *whole)
{
  guint64 n_calls = cyan_call_tape_n_calls (stream->tape);

  for (guint m = 1; m < 200; m *= 3)
    {
      g_auto (CyanLossyCounting) lossy = { 0 };
      g_autofree guint8 *is_there = g_new0 (guint8, whole->n_nodes);
      g_autofree guint32 *of = NULL;
      guint64 limit = n_calls / m + 1;

      cyan_lossy_counting_init (&lossy, m);
      stream_play (stream, &cyan_lossy_counting_taker, &lossy);
      cyan_lossy_counting_finish (&lossy, limit);
      g_assert_true (cyan_trie_check (&lossy.tree, NULL));
      of = find_all (&lossy.tree, whole);
      for (guint32 i = 1; i < lossy.tree.n_nodes; i++)
        {
          guint64 count = lossy.tree.count[i];

          g_assert_cmpuint (count, <=, whole->count[of[i]]);
          g_assert_cmpuint (whole->count[of[i]], <=, count + lossy.bound[i]);
          is_there[of[i]] = TRUE;
        }
      for (guint32 i = 1; i < whole->n_nodes; i++)
        if (whole->count[i] >= limit)
          g_assert_true (is_there[i]);
    }
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "<1*3 <1<2*3": the paths by their text, so that equal forests have equal texts. */
static char *
forest_text (const CyanCallerForest *forest)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_strdup (""));
  for (guint i = 1; i < forest->n_nodes; i++)
    {
      g_ptr_array_add (paths, g_strdup_printf ("%s<%u", (char *) paths->pdata[forest->parent[i]],
                                               forest->key[i]));
      g_ptr_array_add (lines,
                       g_strdup_printf ("%s*%g", (char *) paths->pdata[i], forest->value[0][i]));
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The k-calling-context forest of the calls of @tree; its only value is their number. */
static CyanCallerForest *
forest_of (const CyanTrie *tree, guint k)
{
  const CyanContexts contexts = { tree->n_nodes, tree->parent, tree->key, NULL };
  g_autofree double *calls = g_new (double, tree->n_nodes);
  const double *const values[] = { calls };

  for (guint32 i = 0; i < tree->n_nodes; i++)
    calls[i] = (double) tree->count[i];
  return cyan_caller_forest_new (&contexts, k, values, 1);
}

/* It gives the forest that the tree gives. */
static void
law_slab_forest (const Stream *stream, const CyanTrie *whole)
{
  for (guint k = 0; k < 7; k++)
    {
      g_auto (CyanSlabForest) slabs = { 0 };
      g_autoptr (CyanCallerForest) expected = forest_of (whole, k);
      g_autoptr (CyanCallerForest) forest = NULL;
      g_autofree char *text = NULL, *expected_text = NULL;

      cyan_slab_forest_init (&slabs, k);
      stream_play (stream, &cyan_slab_forest_taker, &slabs);
      forest = forest_of (&slabs.tree, k);
      g_assert_cmpuint (slabs.tree.n_nodes - 1, <=, (k + 1) * (whole->n_nodes - 1));
      text = forest_text (forest);
      expected_text = forest_text (expected);
      g_assert_cmpstr (text, ==, expected_text);
    }
}

/* Equal contexts have equal numbers, others have others. */
static void
law_ids (const Stream *stream, const CyanTrie *whole)
{
  g_auto (CyanCallTree) calls = { 0 };
  g_autofree guint64 *names = g_new0 (guint64, stream->names->len);
  g_autofree guint64 *ids = NULL, *again = NULL;
  g_autofree guint32 *of = NULL;

  for (guint i = 1; i < stream->names->len; i++)
    names[i] = cyan_context_id_of_name (stream->names->pdata[i]);
  ids = cyan_context_ids (whole, names);
  g_assert_cmpuint (cyan_context_ids_distinct (ids, whole->n_nodes, 64), ==, whole->n_nodes - 1);
  cyan_call_tree_init (&calls, CYAN_CALL_TREE_DYNAMIC);
  stream_play (stream, &cyan_call_tree_taker, &calls);
  again = cyan_context_ids (&calls.tree, names);
  of = find_all (&calls.tree, whole);
  for (guint32 i = 1; i < calls.tree.n_nodes; i++)
    g_assert_cmpuint (again[i], ==, ids[of[i]]);
}

/* The whole tree stands for itself; hot ones for what is hot. */
static void
law_accuracy (const Stream *stream, const CyanTrie *whole)
{
  guint64 limit = 3;
  CyanStructureAccuracy a;
  CyanTrie pruned;

  if (whole->n_nodes == 1)
    return;
  cyan_structure_accuracy (whole, NULL, whole, limit, &a);
  g_assert_cmpfloat (a.overlap, ==, 1);
  g_assert_cmpfloat (a.coverage, ==, 1);
  g_assert_cmpfloat (a.uncovered_most, ==, 0);
  g_assert_cmpuint (a.hot + a.callers, ==, whole->n_nodes - 1);
  g_assert_cmpfloat (a.error_most + a.shortfall_most, ==, 0);
  cyan_call_tree_prune (whole, limit, &pruned);
  cyan_structure_accuracy (&pruned, NULL, whole, limit, &a);
  g_assert_cmpuint (a.not_hot + a.missed, ==, 0);
  g_assert_cmpfloat (a.error_most, ==, 0);
  g_assert_cmpfloat (a.shortfall_most, >=, a.shortfall_mean);
  g_assert_true (isnan (a.tau) || a.tau > a.uncovered_most);
  cyan_trie_clear (&pruned);
}

/* A number is the same in all runs and releases. */
TEST ("/structures/study-laws/id")
{
  g_assert_cmpuint (cyan_context_id_of_name ("main"), ==, G_GUINT64_CONSTANT (0xd0e2f4e86303bb30));
}

/* Numbers with few bits coincide. */
TEST ("/structures/study-laws/distinct")
{
  static const guint64 ids[] = { 0, 5, 3, 5, 1, 3, G_GUINT64_CONSTANT (1) << 40, 7, 5 };

  g_assert_cmpuint (cyan_context_ids_distinct (ids, 9, 64), ==, 5);
  g_assert_cmpuint (cyan_context_ids_distinct (ids, 9, 3), ==, 5);
  g_assert_cmpuint (cyan_context_ids_distinct (ids, 9, 2), ==, 3);
  g_assert_cmpuint (cyan_context_ids_distinct (ids, 9, 1), ==, 2);
  g_assert_cmpuint (cyan_context_ids_distinct (ids, 1, 64), ==, 0);
}

/* A chain of a million calls, as of a recursion without end. */
TEST ("/structures/study-laws/deep")
{
  g_auto (Stream) stream = { 0 };
  g_auto (CyanCallTree) contexts = { 0 };
  g_auto (CyanSpaceSaving) saving = { 0 };
  g_auto (CyanLossyCounting) lossy = { 0 };
  g_autofree char *text = NULL;
  CyanStructureStatistics statistics;

  stream_init (&stream);
  for (guint i = 0; i < 1000000; i++)
    stream_enter (&stream, 0, "f");
  stream_contexts (&stream, &contexts);
  cyan_structure_statistics (&contexts.tree, &statistics);
  g_assert_cmpuint (statistics.depth, ==, 1000000);
  cyan_space_saving_init (&saving, 10);
  stream_play (&stream, &cyan_space_saving_taker, &saving);
  cyan_space_saving_finish (&saving, 1);
  cyan_lossy_counting_init (&lossy, 250000);
  stream_play (&stream, &cyan_lossy_counting_taker, &lossy);
  cyan_lossy_counting_finish (&lossy, 200);
  g_assert_cmpuint (lossy.tree.n_nodes, ==, 1);
}

TESTS ()
{
  static const struct
  {
    const char *path;
    Law law;
  } laws[] = {
    { "/structures/study-laws/calls", law_calls },
    { "/structures/study-laws/uptree", law_uptree },
    { "/structures/study-laws/memory", law_memory },
    { "/structures/study-laws/sampled", law_sampled },
    { "/structures/study-laws/pruned", law_pruned },
    { "/structures/study-laws/space-saving", law_space_saving },
    { "/structures/study-laws/space-saving-exact", law_space_saving_exact },
    { "/structures/study-laws/lossy-counting", law_lossy_counting },
    { "/structures/study-laws/slab-forest", law_slab_forest },
    { "/structures/study-laws/ids", law_ids },
    { "/structures/study-laws/accuracy", law_accuracy },
  };

  for (guint i = 0; i < G_N_ELEMENTS (laws); i++)
    g_test_add_data_func (laws[i].path, &laws[i].law, test_law);
}
