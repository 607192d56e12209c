/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Folded recursion: examples, and laws on the trees of random streams of calls.
 */
#include <string.h>

#include "cyan-hot-sink.h"
#include "cyan-recursion.h"
#include "random-trees.h"
#include "profile-of.h"
#include "profile-text.h"
#include "tests.h"

#define N_FUNCTIONS 7

static CyanProfile *
fold (CyanProfile *profile)
{
  CyanProfile *folded = MUST (cyan_profile_fold_recursion (profile, NULL, &failure));

  MUST (cyan_profile_check (folded, &failure));
  return folded;
}

TEST ("/recursion/examples")
{
  static const char *const examples[][2] = {
    { "a:1*1(b:1*1(a:1*1(b:1*1(c:1*1))))", "a:2*2(b:2*2(c:1*1))" },
    { "f:5*1(f:3*1(f:2*4))", "f:10*6" },
    { "a:1*1(b:2*2(a:3*3(d:4*4) d:5*5) d:6*6)", "a:4*4(b:2*2(d:5*5) d:10*10)" },
    /* Calls return to where they were. */
    { "a:1*1(b:1*1(c:1*1(a:1*1(x:1*1(c:1*1(y:1*1))) b:1*1 z:1*1)))",
      "a:2*2(b:2*2(c:1*1(z:1*1)) x:1*1(c:1*1(y:1*1)))" },
    /* Two threads have two paths. */
    { "a:1*1(b:1*1) b:1*1(a:1*1)", "a:1*1(b:1*1) b:1*1(a:1*1)" },
    { "a:1*1(b:1*1@1 b:1*1@2(a:1*1@9))", "a:2*2(b:1*1@1 b:1*1@2)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autoptr (CyanProfile) profile = profile_of (examples[i][0]);
      g_autoptr (CyanProfile) folded = fold (profile);

      ASSERT_TEXT (cyan_profile_to_text (folded, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS
                                                     | CYAN_PROFILE_TEXT_CALL_SITE),
                   examples[i][1]);
    }
}

/* What is in no function stays there, and nothing is lost. */
TEST ("/recursion/root")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint time = cyan_profile_builder_metric (builder, "time", "ns");
  guint32 f = cyan_profile_builder_function (builder, cyan_strings_add (strings, "f", 1),
                                             CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  CyanNode outer = cyan_profile_builder_child (builder, CYAN_NODE_ROOT, f, 0, NULL);
  CyanNode inner = cyan_profile_builder_child (builder, outer, f, 0, NULL);
  g_autoptr (CyanProfile) profile = NULL, folded = NULL;

  cyan_profile_builder_add (builder, time, CYAN_NODE_ROOT, 5);
  cyan_profile_builder_add (builder, time, outer, 2);
  cyan_profile_builder_add (builder, time, inner, 1);
  profile = cyan_profile_builder_finish (builder);
  folded = fold (profile);
  g_assert_cmpuint (folded->n_nodes, ==, 2);
  g_assert_cmpfloat (folded->metrics[time].self[CYAN_NODE_ROOT], ==, 5);
  g_assert_cmpfloat (folded->metrics[time].total[CYAN_NODE_ROOT], ==, 8);
  g_assert_cmpfloat (folded->metrics[time].self[1], ==, 3);
}

/* One can see that a profile was folded, and by how much. */
TEST ("/recursion/note")
{
  g_autoptr (CyanProfile) plain = profile_of ("a(b(c) b)");
  g_autoptr (CyanProfile) recursive = profile_of ("a(a(a b))");
  g_autoptr (CyanProfile) same = fold (plain);
  g_autoptr (CyanProfile) folded = fold (recursive);

  g_assert_true (same == plain);
  g_assert_cmpuint (folded->warnings->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (folded->warnings, 0), ==,
                   "recursion is folded: 2 of 4 nodes are left");
}

/* ---- random streams ---- */

/* Makes a random stream of calls of two threads with two metrics; the same for the same seed. */
static void
write_stream (CyanProfileBuilder *builder, guint64 seed)
{
  guint64 state = seed;
  guint depth[2] = { 0, 0 };
  CyanCallSink *sink;

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_metric (builder, "size", "bytes");
  sink = cyan_profile_builder_sink (builder);
  for (guint i = 0; i < 1500; i++)
    {
      guint thread = random_next (&state) >> 20 & 1;
      guint64 random = random_next (&state) >> 20;
      char name[2] = { (char) ('a' + random % N_FUNCTIONS), '\0' };
      CyanStr id = cyan_strings_add (cyan_profile_builder_strings (builder), name, 1);

      if (depth[thread] > 0 && random / N_FUNCTIONS % 5 < (depth[thread] > 8 ? 4 : 2))
        {
          cyan_call_sink_leave (sink, thread);
          depth[thread]--;
          continue;
        }
      g_assert_true (cyan_call_sink_enter (
          sink, thread, cyan_profile_builder_function (builder, id, 0, 0, 0, 0), 0, 1, NULL));
      depth[thread]++;
      cyan_call_sink_add (sink, thread, 0, (double) (random / 64 % 100 / (1 + random % 7)));
      cyan_call_sink_add (sink, thread, 1, 1);
    }
}

static CyanProfile *
random_profile (guint64 seed, const CyanHotLimits *limits)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);

  if (limits != NULL)
    cyan_profile_builder_set_sink (builder, cyan_hot_sink_new (builder, limits));
  write_stream (builder, seed);
  return cyan_profile_builder_finish (builder);
}

/* The path of @node, folded by the definition if @folds, such as "abd". */
static char *
path_of (const CyanProfile *profile, CyanNode node, gboolean folds)
{
  g_autoptr (GString) path = g_string_new (NULL);
  GString *folded = g_string_new (NULL);

  for (; node != CYAN_NODE_ROOT; node = profile->parent[node])
    g_string_prepend_c (path, cyan_profile_name (profile, node)[0]);
  for (const char *c = path->str; *c != '\0'; c++)
    {
      const char *there = folds ? strchr (folded->str, *c) : NULL;

      if (there != NULL)
        g_string_truncate (folded, (gsize) (there - folded->str) + 1);
      else
        g_string_append_c (folded, *c);
    }
  return g_string_free (folded, FALSE);
}

/* Own values of @metric, or calls for G_MAXUINT, by path.  Values of double. */
static GHashTable *
by_path (const CyanProfile *profile, guint metric, gboolean folds)
{
  GHashTable *sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      char *path = path_of (profile, i, folds);
      double *sum = g_hash_table_lookup (sums, path);

      if (sum == NULL)
        {
          sum = g_new0 (double, 1);
          g_hash_table_insert (sums, g_strdup (path), sum);
        }
      *sum += metric == G_MAXUINT ? (double) cyan_profile_calls (profile, i)
                                  : profile->metrics[metric].self[i];
      g_free (path);
    }
  return sums;
}

static void
assert_equal_sums (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer path, sum;

  g_assert_cmpuint (g_hash_table_size (a), ==, g_hash_table_size (b));
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &path, &sum))
    {
      const double *other = g_hash_table_lookup (b, path);

      g_assert_nonnull (other);
      g_assert_cmpfloat (*(double *) sum, ==, *other);
    }
}

/* Each context is where the definition says, with all that it had, and once. */
TEST ("/recursion/definition")
{
  static const guint metrics[] = { 0, 1, G_MAXUINT };

  for (guint64 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (CyanProfile) profile = random_profile (seed, NULL);
      g_autoptr (CyanProfile) folded = fold (profile);
      g_autoptr (CyanProfile) again = fold (folded);

      g_assert_cmpuint (folded->n_nodes, <, profile->n_nodes);
      g_assert_cmpuint (cyan_profile_depth (folded), <=, N_FUNCTIONS);
      g_assert_true (again == folded);
      for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
        {
          g_autoptr (GHashTable) expected = by_path (profile, metrics[i], TRUE);
          g_autoptr (GHashTable) found = by_path (folded, metrics[i], FALSE);

          g_assert_cmpuint (g_hash_table_size (found), ==, folded->n_nodes - 1);
          assert_equal_sums (expected, found);
        }
    }
}

/* ---- pruned trees ---- */

/* Totals of metric 0 by path.  Values of double. */
static GHashTable *
totals_by_path (const CyanProfile *profile)
{
  GHashTable *totals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    g_hash_table_insert (totals, path_of (profile, i, FALSE),
                         g_memdup2 (&profile->metrics[0].total[i], sizeof (double)));
  return totals;
}

/* The true total of each folded context is in its interval, or at most the floor. */
static void
assert_bounds (const CyanProfile *hot, const CyanProfile *exact)
{
  g_autoptr (GHashTable) truth = totals_by_path (exact);
  double cold = 0;
  GHashTableIter iter;
  gpointer path, total;

  for (CyanNode i = 1; i < hot->n_nodes; i++)
    {
      g_autofree char *key = path_of (hot, i, FALSE);
      const double *expected = g_hash_table_lookup (truth, key);

      if (strcmp (cyan_profile_name (hot, i), CYAN_COLD_NAME) == 0)
        {
          cold += hot->metrics[0].self[i];
          g_assert_cmpfloat (cyan_profile_missing (hot, i), ==, 0);
          continue;
        }
      g_assert_nonnull (expected);
      g_assert_cmpfloat (hot->metrics[0].total[i], <=, *expected);
      g_assert_cmpfloat (hot->metrics[0].total[i] + cyan_profile_missing (hot, i), >=, *expected);
      g_hash_table_remove (truth, key);
    }
  g_assert_cmpfloat (cold, >, 0);
  g_hash_table_iter_init (&iter, truth);
  while (g_hash_table_iter_next (&iter, &path, &total))
    g_assert_cmpfloat (*(double *) total, <=, hot->pruning.floor);
}

TEST ("/recursion/pruned")
{
  const CyanHotLimits limits = { 0.02, 0.01 };

  for (guint64 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (CyanProfile) profile = random_profile (seed, NULL);
      g_autoptr (CyanProfile) hot = random_profile (seed, &limits);
      g_autoptr (CyanProfile) exact = fold (profile);
      g_autoptr (CyanProfile) folded = fold (hot);
      g_autoptr (CyanProfile) again = fold (folded);

      g_assert_cmpfloat (folded->metrics[0].total[0], ==, profile->metrics[0].total[0]);
      assert_bounds (folded, exact);
      assert_bounds (again, exact);
      g_assert_cmpuint (again->n_nodes, ==, folded->n_nodes);
      g_assert_cmpuint (again->warnings->len, ==, folded->warnings->len);
    }
}

/* Two functions that call each other a million deep, and each level calls a third: linear. */
TEST ("/recursion/deep")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL, folded = NULL;
  CyanNode at = CYAN_NODE_ROOT;
  guint32 functions[3];
  gint64 start = test_cpu_time ();

  for (guint i = 0; i < 3; i++)
    functions[i] = cyan_profile_builder_function (builder, cyan_strings_add (strings, &"abc"[i], 1),
                                                  0, 0, 0, 0);
  for (guint i = 0; i < 1000000; i++)
    {
      at = cyan_profile_builder_append (builder, at, functions[i % 2], 0, NULL);
      cyan_profile_builder_add_calls (
          builder, cyan_profile_builder_append (builder, at, functions[2], 0, NULL), 1);
    }
  profile = cyan_profile_builder_finish (builder);
  folded = fold (profile);
  ASSERT_TEXT (cyan_profile_to_text (folded, CYAN_PROFILE_TEXT_CALLS), "a(c*500000 b(c*500000))");
  g_assert_cmpint (test_cpu_time () - start, <, 20 * G_USEC_PER_SEC);
}
