/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Profiles that are pruned when they are there, and parts that are put together: the bounds against
 * exact trees of random streams.
 */
#include <string.h>

#include "cyan-error.h"
#include "cyan-hot-profile.h"
#include "cyan-merge.h"
#include "cyan-run-parts.h"
#include "cyan-hot-sink.h"
#include "hot-bounds.h"
#include "profile-of.h"
#include "profile-text.h"
#include "tests.h"

/* ---- profiles ---- */

/* A stream of calls of two threads, the same for the same @seed.  Exact if @phi is 0. */
static CyanProfile *
record (guint32 seed, double phi)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  const CyanHotLimits limits = { phi, phi / 2 };
  guint depth[2] = { 0 };
  guint32 functions[9];
  CyanProfile *profile;

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_metric (builder, "written", "bytes");
  for (guint f = 0; f < G_N_ELEMENTS (functions); f++)
    {
      const char name[] = { (char) ('a' + f), '\0' };

      functions[f] = cyan_profile_builder_function (builder, cyan_strings_add (strings, name, 1),
                                                    CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
    }
  if (phi > 0)
    cyan_profile_builder_set_sink (builder, cyan_hot_sink_new (builder, &limits));
  for (guint i = 0; i < 600; i++)
    {
      CyanCallSink *sink = cyan_profile_builder_sink (builder);
      guint thread = (guint) g_rand_int_range (random, 0, 2);
      guint32 function = functions[(guint) (9 * g_rand_double (random) * g_rand_double (random))];

      if (depth[thread] > 6 || (depth[thread] > 0 && g_rand_int_range (random, 0, 5) < 2))
        {
          cyan_call_sink_leave (sink, thread);
          depth[thread]--;
          continue;
        }
      g_assert_true (cyan_call_sink_enter (sink, thread, function, 0, 1, NULL));
      depth[thread]++;
      cyan_call_sink_add (sink, thread, 0, g_rand_int_range (random, 0, 10));
      cyan_call_sink_add (sink, thread, 1, g_rand_double (random));
    }
  profile = cyan_profile_builder_finish (builder);
  g_assert_true (cyan_profile_check (profile, NULL));
  return profile;
}

static CyanProfile *
prune (const CyanProfile *profile, double phi)
{
  CyanProfile *pruned = MUST (cyan_hot_profile_new (profile, phi, NULL, NULL, &failure));

  g_assert_true (cyan_profile_check (pruned, NULL));
  return pruned;
}

static CyanProfile *
merge (const CyanProfile *a, const CyanProfile *b)
{
  const CyanProfile *parts[] = { a, b };
  const char *names[] = { "a", "b" };
  CyanProfile *whole = MUST (cyan_profiles_merge (parts, names, 2, 0, NULL, NULL, &failure));

  g_assert_true (cyan_profile_check (whole, NULL));
  return whole;
}

/* ---- pruning ---- */

TEST ("/structures/hot-profile/prune/example")
{
  g_autoptr (CyanProfile) profile =
      profile_of ("main:10*1(a:60*3(b:5*2 c:1*1(d:2*1)) e:4*1 f:18*2)");
  g_autoptr (CyanProfile) pruned = prune (profile, 0.1);

  ASSERT_TEXT (cyan_profile_to_text (pruned, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS),
               "main:10*1(a:60*3('(cold)':8) f:18*2 '(cold)':4)");
  g_assert_cmpfloat (pruned->pruning.phi, ==, 0.1);
  g_assert_cmpfloat (pruned->pruning.floor, ==, 5);
  g_assert_cmpfloat (pruned->pruning.epsilon, ==, 0);
  g_assert_null (pruned->missing);
}

/* Where no function has much, one node has it all. */
TEST ("/hot-profile/prune/all")
{
  g_autoptr (CyanProfile) profile = profile_of ("a:1*1 b:1*1(c:1*1) d:1*1");
  g_autoptr (CyanProfile) pruned = prune (profile, 0.9);

  ASSERT_TEXT (cyan_profile_to_text (pruned, CYAN_PROFILE_TEXT_SELF), "'(cold)':4");
}

/* What is in no function is none that was pruned. */
TEST ("/hot-profile/prune/root")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint time = cyan_profile_builder_metric (builder, "time", "ns");
  guint32 f = cyan_profile_builder_function (builder, cyan_strings_add (strings, "f", 1),
                                             CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  g_autoptr (CyanProfile) profile = NULL, pruned = NULL;

  cyan_profile_builder_add (builder, time, CYAN_NODE_ROOT, 5);
  cyan_profile_builder_add (builder, time,
                            cyan_profile_builder_child (builder, CYAN_NODE_ROOT, f, 0, NULL), 1);
  profile = cyan_profile_builder_finish (builder);
  pruned = prune (profile, 0.9);
  g_assert_cmpfloat (pruned->metrics[time].self[CYAN_NODE_ROOT], ==, 5);
  g_assert_cmpfloat (pruned->metrics[time].total[CYAN_NODE_ROOT], ==, 6);
}

/* A context that was pruned and came again is behind its siblings: then their order says
 * nothing. */
TEST ("/hot-profile/order")
{
  for (guint32 seed = 0; seed < 10; seed++)
    {
      g_autoptr (CyanProfile) exact = record (seed, 0), whole = record (seed, 2e-4);
      g_autoptr (CyanProfile) hot = record (seed, 0.1);

      g_assert_false (exact->unordered);
      g_assert_false (whole->unordered);
      g_assert_true (hot->unordered);
    }
}

TEST ("/structures/hot-profile/prune/random")
{
  static const double phis[] = { 0.9, 0.2, 0.05, 0.01, 1e-6 };

  for (guint32 seed = 0; seed < 40; seed++)
    {
      double phi = phis[seed % G_N_ELEMENTS (phis)];
      g_autoptr (CyanProfile) exact = record (seed, 0);
      g_autoptr (CyanProfile) hot = prune (exact, phi), again = prune (hot, phi);
      g_autofree char *text = cyan_profile_to_text (hot, CYAN_PROFILE_TEXT_SELF);
      g_autofree char *text_again = cyan_profile_to_text (again, CYAN_PROFILE_TEXT_SELF);
      double whole = exact->metrics[0].total[CYAN_NODE_ROOT];

      hot_bounds_assert (hot, exact);
      for (CyanNode i = 1; i < hot->n_nodes; i++)
        g_assert_true (hot_bounds_is_cold (hot, i) || hot->metrics[0].total[i] >= phi * whole);
      g_assert_cmpstr (text, ==, text_again);
      g_assert_cmpfloat (hot->pruning.floor, ==, again->pruning.floor);
    }
}

/* Pruning further what was pruned before: the bounds hold, and what was cold stays so. */
TEST ("/structures/hot-profile/prune/further")
{
  for (guint32 seed = 0; seed < 40; seed++)
    {
      g_autoptr (CyanProfile) exact = record (seed, 0), hot = record (seed, 0.02);
      g_autoptr (CyanProfile) hotter = prune (hot, 0.1);

      hot_bounds_assert (hot, exact);
      hot_bounds_assert (hotter, exact);
      g_assert_cmpfloat (hotter->pruning.epsilon, ==, hot->pruning.epsilon);
      g_assert_cmpuint (hotter->n_nodes, <, hot->n_nodes);
    }
}

TEST ("/structures/hot-profile/prune/negative")
{
  g_autoptr (CyanProfile) profile = profile_of ("main:10(a:-3)");

  MUST_FAIL (CYAN_ERROR_INVALID, "*", cyan_hot_profile_new (profile, 0.1, NULL, NULL, &failure));
}

/* ---- merging ---- */

TEST ("/structures/hot-profile/merge/example")
{
  g_autoptr (CyanProfile) a = profile_of ("main:10*1(a:6*3(b:5*2) c:1*1)");
  g_autoptr (CyanProfile) b = profile_of ("main:1*1(c:2*2 a:3*1(d:4*1)) exit:1");
  g_autoptr (CyanProfile) whole = merge (a, b);

  ASSERT_TEXT (cyan_profile_to_text (whole, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS),
               "exit:1 main:11*2(a:9*4(b:5*2 d:4*1) c:3*3)");
  g_assert_cmpfloat (whole->pruning.phi, ==, 0);
  g_assert_null (whole->missing);
}

/* Nobody asked a part whose floor is 5 for what it does not have. */
TEST ("/structures/hot-profile/merge/floors")
{
  g_autoptr (CyanProfile) a = profile_of ("main:10(a:60(b:5) c:21 d:4)");
  g_autoptr (CyanProfile) b = profile_of ("main:10(a:40 d:50)");
  g_autoptr (CyanProfile) hot = prune (a, 0.1), whole = merge (hot, b);

  ASSERT_TEXT (cyan_profile_to_text (whole, CYAN_PROFILE_TEXT_SELF),
               "main:20('(cold)':4 a:100('(cold)':5) c:21 d:50)");
  g_assert_cmpfloat (whole->pruning.floor, ==, 5);
  for (CyanNode i = 1; i < whole->n_nodes; i++)
    g_assert_cmpfloat (cyan_profile_missing (whole, i), ==,
                       strcmp (cyan_profile_name (whole, i), "d") == 0 ? 5 : 0);
}

static void
assert_same (const CyanProfile *a, const CyanProfile *b)
{
  g_autofree CyanNode *in_b = hot_bounds_contexts (a, b);

  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  for (CyanNode i = 0; i < a->n_nodes; i++)
    {
      g_assert_cmpuint (in_b[i], !=, CYAN_NODE_NONE);
      for (guint m = 0; m < 2; m++)
        g_assert_cmpfloat_with_epsilon (a->metrics[m].total[i], b->metrics[m].total[in_b[i]],
                                        HOT_BOUNDS_ROUNDING);
      g_assert_cmpfloat (cyan_profile_missing (a, i), ==, cyan_profile_missing (b, in_b[i]));
      g_assert_cmpuint (cyan_profile_calls (a, i), ==, cyan_profile_calls (b, in_b[i]));
    }
  g_assert_cmpfloat (a->pruning.floor, ==, b->pruning.floor);
  g_assert_cmpfloat (a->pruning.phi, ==, b->pruning.phi);
}

/* What is pruned is still known by function. */
static void
assert_flat (const CyanProfile *pruned, const CyanProfile *exact)
{
  for (guint m = 0; m < exact->n_metrics; m++)
    {
      g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

      for (guint f = 0; f < pruned->n_functions; f++)
        g_hash_table_insert (
            known, (gpointer) cyan_strings_get (pruned->strings, pruned->functions[f].name),
            &pruned->flat->self[m][f]);
      for (guint f = 1; f < exact->n_functions; f++)
        {
          const char *name = cyan_strings_get (exact->strings, exact->functions[f].name);
          const double *found = g_hash_table_lookup (known, name);
          double sum = 0;

          for (CyanNode i = 1; i < exact->n_nodes; i++)
            sum += exact->function[i] == f ? exact->metrics[m].self[i] : 0;
          g_assert_cmpfloat_with_epsilon (found != NULL ? *found : 0, sum, 1e-9 * (1 + sum));
        }
    }
}

/* Exact and pruned parts in all mixtures: the bounds hold for the whole, in either order. */
TEST ("/structures/hot-profile/merge/random")
{
  static const double phis[] = { 0, 0.02, 0.1 };

  for (guint32 seed = 0; seed < 54; seed++)
    {
      g_autoptr (CyanProfile) exact_a = record (seed, 0), exact_b = record (seed + 100, 0);
      g_autoptr (CyanProfile) a = record (seed, phis[seed % 3]);
      g_autoptr (CyanProfile) b = record (seed + 100, phis[seed / 3 % 3]);
      g_autoptr (CyanProfile) exact = merge (exact_a, exact_b);
      g_autoptr (CyanProfile) whole = merge (a, b), reverse = merge (b, a);

      hot_bounds_assert (whole, exact);
      assert_same (whole, reverse);
      g_assert_true ((whole->flat != NULL) == (whole->pruning.phi > 0));
      if (whole->flat != NULL)
        assert_flat (whole, exact);
    }
}

/* Many parts, pruned again and again while they are added, in groups: the bounds hold for the whole,
 * and there are few nodes all the time. */
TEST ("/structures/hot-profile/merge/bounded")
{
  const CyanHotLimits hot = { 0.05, 0 };
  const double epsilon = cyan_merge_part_limits (&hot).phi;

  for (guint32 seed = 0; seed < 12; seed++)
    {
      g_autoptr (CyanMerge) exact_merge = cyan_merge_new (0, NULL, NULL);
      g_autoptr (CyanMerge) merge = cyan_merge_new (seed % 3 == 0 ? 2000 : 0, &hot, NULL);
      g_autoptr (CyanProfile) exact = NULL, whole = NULL;
      double total;

      for (guint32 i = 0; i < 40; i++)
        {
          g_autoptr (CyanProfile) exact_part = record (1000 * seed + i, 0);
          g_autoptr (CyanProfile) part = record (1000 * seed + i, i % 5 == 0   ? 0
                                                                  : i % 5 == 1 ? hot.phi
                                                                               : epsilon);

          MUST (cyan_merge_add (exact_merge, exact_part, "part", NULL, &failure));
          if (i % 8 == 7)
            {
              g_autoptr (CyanMerge) group = cyan_merge_new (0, &hot, NULL);
              g_autoptr (CyanProfile) merged = NULL;

              MUST (cyan_merge_add (group, part, "part", NULL, &failure));
              merged = MUST (cyan_merge_finish (group, NULL, &failure));
              MUST (cyan_merge_add (merge, merged, "group", NULL, &failure));
            }
          else
            MUST (cyan_merge_add (merge, part, "part", NULL, &failure));
        }
      exact = MUST (cyan_merge_finish (exact_merge, NULL, &failure));
      whole = MUST (cyan_merge_finish (merge, NULL, &failure));
      g_assert_true (cyan_profile_check (whole, NULL));
      hot_bounds_assert (whole, exact);
      assert_flat (whole, exact);
      total = exact->metrics[0].total[CYAN_NODE_ROOT];
      g_assert_cmpfloat (whole->pruning.phi, ==, hot.phi);
      g_assert_cmpfloat (whole->pruning.floor, <=, hot.phi * total);
      g_assert_cmpuint (whole->n_nodes, <, exact->n_nodes / 10);
    }
}

TEST ("/structures/hot-profile/merge/errors")
{
  g_autoptr (CyanProfile) a = record (1, 0), b = record (2, 0);
  const CyanProfile *parts[] = { a, b };
  const char *names[] = { "one", "two" };
  g_autoptr (GError) error = NULL;

  g_free (b->metrics[1].unit);
  b->metrics[1].unit = g_strdup ("ms");
  g_assert_null (cyan_profiles_merge (parts, names, 2, 0, NULL, NULL, &error));
  g_assert_cmpstr (error->message, ==, "two: metric \"written\" is in ms, that of one in bytes");
  g_clear_error (&error);

  for (guint m = 0; m < 2; m++)
    memset (b->metrics[m].name, '#', strlen (b->metrics[m].name));
  g_assert_null (cyan_profiles_merge (parts, names, 2, 0, NULL, NULL, &error));
  g_assert_cmpstr (error->message, ==, "two: none of its metrics is in all profiles before it");
  g_clear_error (&error);

  parts[1] = a;
  MUST_FAIL (CYAN_ERROR_LIMIT, "*", cyan_profiles_merge (parts, names, 2, 5, NULL, NULL, &failure));
}
