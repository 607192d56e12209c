/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees inferred from call graphs: shares of callers, recursion, and that the tree keeps all sums
 * of the graph, whatever the graph is.
 */
#include "cyan-call-graph.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

typedef struct
{
  CyanStrings *strings;
  CyanProfileBuilder *builder;
  CyanCallGraph *graph;
} Fixture;

static void
begin (Fixture *self, guint n_metrics)
{
  self->strings = cyan_strings_new ();
  self->builder = cyan_profile_builder_new (self->strings, 0);
  for (guint m = 0; m < n_metrics; m++)
    cyan_profile_builder_metric (self->builder, m == 0 ? "Ir" : "Dr", "count");
  self->graph = cyan_call_graph_new (n_metrics, NULL);
}

static guint
vertex (Fixture *self, const char *name, double cost)
{
  guint v = cyan_call_graph_add_vertex (self->graph);

  cyan_call_graph_set_function (
      self->graph, v,
      cyan_profile_builder_function (self->builder, cyan_strings_add (self->strings, name, -1),
                                     CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0));
  cyan_call_graph_self (self->graph, v)[0] += cost;
  return v;
}

static void
arc (Fixture *self, guint caller, guint callee, guint64 calls, double inclusive)
{
  cyan_call_graph_add_arc (self->graph, caller, callee, 0, calls)[0] += inclusive;
}

static CyanProfile *
end (Fixture *self)
{
  CyanProfile *profile;

  MUST (cyan_call_graph_unfold (self->graph, self->builder, NULL, &failure));
  profile = cyan_profile_builder_finish (self->builder);
  MUST (cyan_profile_check (profile, &failure));
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_INFERRED);
  g_assert_true (g_str_has_prefix (g_ptr_array_index (profile->warnings, 0),
                                   "the tree was inferred from a call graph"));
  cyan_profile_builder_free (self->builder);
  cyan_call_graph_free (self->graph);
  cyan_strings_unref (self->strings);
  return profile;
}

static void
assert_text (CyanProfile *profile, const char *expected)
{
  ASSERT_TEXT (cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_NAMES | CYAN_PROFILE_TEXT_SELF
                                                  | CYAN_PROFILE_TEXT_CALLS),
               expected);
  cyan_profile_unref (profile);
}

/* A callee directly below its caller costs what the arc says; its own callees get their share of
 * that. */
TEST ("/call-graph/shares")
{
  Fixture f;
  guint top, a, b, shared, leaf;

  begin (&f, 1);
  top = vertex (&f, "main", 10);
  a = vertex (&f, "a", 5);
  b = vertex (&f, "b", 5);
  shared = vertex (&f, "shared", 40);
  leaf = vertex (&f, "leaf", 80);
  arc (&f, top, a, 1, 35);
  arc (&f, top, b, 2, 95);
  arc (&f, a, shared, 3, 30);
  arc (&f, b, shared, 9, 90);
  arc (&f, shared, leaf, 24, 80);
  assert_text (end (&f), "main:10(a:5*1(shared:10*3(leaf:20*6)) b:5*2(shared:30*9(leaf:60*18)))");
}

/* A function on the path is not unfolded below itself; its calls are counted above. */
TEST ("/call-graph/recursion")
{
  Fixture f;
  guint top, fib, even, odd;

  begin (&f, 1);
  top = vertex (&f, "main", 1);
  fib = vertex (&f, "fib", 99);
  arc (&f, top, fib, 1, 99);
  arc (&f, fib, fib, 40, 500);
  assert_text (end (&f), "main:1(fib:99*41)");

  begin (&f, 1);
  top = vertex (&f, "main", 0);
  even = vertex (&f, "even", 60);
  odd = vertex (&f, "odd", 40);
  arc (&f, top, even, 1, 100);
  arc (&f, even, odd, 10, 300);
  arc (&f, odd, even, 9, 260);
  assert_text (end (&f), "main:0(even:60*10(odd:40*10))");
}

/* A component may cost more than its known callers account for: it is also a child of the root. */
TEST ("/call-graph/outside")
{
  Fixture f;
  guint top, work;

  begin (&f, 1);
  top = vertex (&f, "main", 10);
  work = vertex (&f, "work", 100);
  arc (&f, top, work, 1, 25);
  assert_text (end (&f), "main:10(work:25*1) work:75");

  begin (&f, 1);
  vertex (&f, "lonely", 3);
  top = vertex (&f, "round", 4);
  work = vertex (&f, "about", 5);
  arc (&f, top, work, 1, 9);
  arc (&f, work, top, 1, 1);
  assert_text (end (&f), "lonely:3 round:4*1(about:5*1)");
}

/* Each metric is distributed by its own costs. */
TEST ("/call-graph/metrics")
{
  Fixture f;
  guint top, a, b, shared;
  g_autoptr (CyanProfile) profile = NULL;

  begin (&f, 2);
  top = vertex (&f, "main", 0);
  a = vertex (&f, "a", 0);
  b = vertex (&f, "b", 0);
  shared = vertex (&f, "shared", 100);
  cyan_call_graph_self (f.graph, shared)[1] = 10;
  arc (&f, top, a, 1, 75);
  arc (&f, top, b, 1, 25);
  cyan_call_graph_add_arc (f.graph, top, b, 0, 0)[1] += 10;
  arc (&f, a, shared, 1, 75);
  arc (&f, b, shared, 1, 25);
  cyan_call_graph_add_arc (f.graph, b, shared, 0, 0)[1] += 10;
  profile = end (&f);
  /* main, a, shared, b, shared */
  g_assert_cmpfloat (profile->metrics[0].total[2], ==, 75);
  g_assert_cmpfloat (profile->metrics[1].total[2], ==, 0);
  g_assert_cmpfloat (profile->metrics[0].total[4], ==, 25);
  g_assert_cmpfloat (profile->metrics[1].total[4], ==, 10);
}

/* For any graph: the total, and the self cost and calls of each vertex, stay the same. */
TEST ("/call-graph/conserved")
{
  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (round);
      guint n = (guint) g_rand_int_range (random, 1, 40);
      guint n_arcs = (guint) g_rand_int_range (random, 0, (gint32) (3 * n));
      gboolean acyclic = round % 3 == 0, whole = round % 2 == 0;
      g_autofree double *costs = g_new0 (double, n);
      g_autofree double *found = g_new0 (double, n + 1);
      g_autofree guint64 *calls = g_new0 (guint64, n);
      g_autofree guint64 *called = g_new0 (guint64, n + 1);
      g_autoptr (CyanProfile) profile = NULL;
      double total = 0;
      Fixture f;

      begin (&f, 1);
      for (guint v = 0; v < n; v++)
        {
          g_autofree char *name = g_strdup_printf ("f%u", v);

          costs[v] = round % 5 == 4 && v % 2 == 1 ? 0 : g_rand_double_range (random, 0, 1000);
          if (whole)
            costs[v] = floor (costs[v]);
          total += costs[v];
          vertex (&f, name, costs[v]);
        }
      for (guint i = 0; i < n_arcs; i++)
        {
          guint from = (guint) g_rand_int_range (random, 0, (gint32) n);
          guint to = (guint) g_rand_int_range (random, 0, (gint32) n);
          guint64 times = (guint64) g_rand_int_range (random, 0, 100);

          if (acyclic && from >= to)
            continue;
          calls[to] += times;
          arc (&f, from, to, times, g_rand_double_range (random, 0, 1000));
        }
      profile = end (&f);

      for (guint i = 1; i < profile->n_nodes; i++)
        {
          g_assert_cmpfloat (profile->metrics[0].self[i], >=, 0);
          found[profile->function[i]] += profile->metrics[0].self[i];
          if (cyan_profile_calls (profile, i) != CYAN_CALLS_UNKNOWN)
            called[profile->function[i]] += cyan_profile_calls (profile, i);
          /* No function is below itself. */
          for (CyanNode up = profile->parent[i]; up != CYAN_NODE_ROOT; up = profile->parent[up])
            g_assert_cmpuint (profile->function[up], !=, profile->function[i]);
        }
      g_assert_cmpfloat_with_epsilon (profile->metrics[0].total[0], total, 1e-9 * (total + 1));
      for (guint v = 0; v < n; v++)
        {
          g_assert_cmpfloat_with_epsilon (found[v + 1], costs[v], 1e-9 * (costs[v] + 1));
          g_assert_cmpuint (called[v + 1], ==, calls[v]);
        }
    }
}

/* Each of 40 levels doubles the number of contexts. */
TEST ("/call-graph/exponential")
{
  Fixture f;
  guint above[2] = { 0, 0 };
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *last = NULL;
  double kept = 0;

  begin (&f, 1);
  above[0] = above[1] = vertex (&f, "main", 0);
  for (guint level = 0; level < 40; level++)
    {
      guint pair[2] = { vertex (&f, "left", 1), vertex (&f, "right", 1) };
      double rest = (80 - 2 * level) / (level == 0 ? 2.0 : 4.0);

      for (guint from = 0; from < (level == 0 ? 1 : 2); from++)
        for (guint to = 0; to < 2; to++)
          arc (&f, above[from], pair[to], 1, rest);
      memcpy (above, pair, sizeof pair);
    }
  profile = end (&f);
  g_assert_cmpuint (profile->n_nodes, <, 300000);
  for (guint i = 1; i < profile->n_nodes; i++)
    kept += profile->metrics[0].self[i];
  g_assert_cmpfloat_with_epsilon (kept, 80, 1e-6);
  last = g_strdup (g_ptr_array_index (profile->warnings, profile->warnings->len - 1));
  g_assert_true (g_str_has_prefix (last, "only the "));
  g_assert_nonnull (strstr (last, "of the total lies in others"));
}

/* Every function of a deep chain has a node; a call from the last to the first does not change the
 * chain. */
TEST ("/call-graph/deep")
{
  for (guint closed = 0; closed < 2; closed++)
    {
      const guint depth = 100000;
      g_autoptr (CyanProfile) profile = NULL;
      guint up = 0;
      Fixture f;

      begin (&f, 1);
      for (guint level = 0; level < depth; level++)
        {
          g_autofree char *name = g_strdup_printf ("f%u", level);
          guint v = vertex (&f, name, 1);

          if (level > 0)
            arc (&f, up, v, 1, depth - level);
          up = v;
        }
      if (closed)
        arc (&f, up, 0, 1, 0);
      profile = end (&f);
      g_assert_cmpuint (profile->n_nodes, ==, depth + 1);
      g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
      g_assert_cmpfloat (profile->metrics[0].total[0], ==, depth);
    }
}
