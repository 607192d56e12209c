/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps on generated trees: how well each matcher recognises known edits, and how long it takes on
 * trees that are slow to match.
 */
#include "cyan-bench.h"

#include "cyan-measure.h"
#include "cyan-merged.h"
#include "random-trees.h"
#include "worst-trees.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_METHODS 3

/* Sums over all pairs for one matcher. */
typedef struct
{
  double precision, recall, f1, below;
  double ms;
} Sums;

/* Matches, merges and checks all invariants; the time is that of matching alone. */
static CyanMatching *
match_checked (const CyanProfile *before,
               const CyanProfile *after,
               CyanMatchMethod method,
               double *match_ms,
               double *merge_ms)
{
  const CyanMatchOptions options = { .method = method };
  g_autoptr (CyanMatching) matching = NULL;
  g_autoptr (CyanMergedTree) tree = NULL;
  GError *error = NULL;
  double begin = cyan_measure_now (), middle;

  matching = cyan_match (before, after, &options, NULL, &error);
  cyan_measure_must (error);
  middle = cyan_measure_now ();
  tree = cyan_merged_tree_new (before, after, matching, NULL, &error);
  cyan_measure_must (error);
  *match_ms = middle - begin;
  *merge_ms = cyan_measure_now () - middle;
  cyan_matching_check (matching, before, after, &error);
  cyan_measure_must (error);
  cyan_merged_tree_check (tree, before, after, &error);
  cyan_measure_must (error);
  if (tree->n_nodes != before->n_nodes + after->n_nodes - matching->n_pairs)
    {
      fputs ("cyan-bench: the merged tree has lost nodes\n", stderr);
      exit (2);
    }
  return g_steal_pointer (&matching);
}

static void
print_figure (guint method, const char *key, double value)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", cyan_match_method_names[method], key);

  cyan_measure_print (name, value);
}

void
cyan_bench_quality (guint n_nodes, guint n_edits, const char *data, int kind, guint n_pairs)
{
  Sums sums[N_METHODS] = { { 0 } };
  double n_below = 0, nodes = 0;

  for (guint k = 0; k < n_pairs; k++)
    {
      RandomOptions options = { .seed = 77 * k + 5,
                                .n_nodes = n_nodes,
                                .n_functions = n_nodes >= 1000000  ? 3000
                                               : n_nodes >= 100000 ? 1000
                                                                   : 300,
                                .n_edits = n_edits,
                                .kinds = kind < 0 ? 0 : 1u << kind,
                                .shuffled = 0.1,
                                .jitter = 0.05,
                                .sampled = strcmp (data, "sampled") == 0,
                                .call_sites = strcmp (data, "sites") == 0 };
      RandomPair pair = random_pair_new (&options);

      nodes += MAX (pair.before->n_nodes, pair.after->n_nodes) - 1;
      for (guint method = 0; method < N_METHODS; method++)
        {
          double match_ms, merge_ms;
          g_autoptr (CyanMatching) matching = match_checked (
              pair.before, pair.after, (CyanMatchMethod) method, &match_ms, &merge_ms);
          RandomScore score = random_pair_score (&pair, matching);
          Sums *sum = &sums[method];

          sum->precision += score.precision;
          sum->recall += score.recall;
          sum->f1 += score.f1;
          sum->below += score.n_below > 0 ? score.below : 0;
          sum->ms += match_ms;
          n_below += method == 0 && score.n_below > 0;
        }
      random_pair_clear (&pair);
    }
  cyan_measure_print ("pairs", n_pairs);
  cyan_measure_print ("nodes", nodes / n_pairs);
  for (guint method = 0; method < N_METHODS; method++)
    {
      print_figure (method, "precision", sums[method].precision / n_pairs);
      print_figure (method, "recall", sums[method].recall / n_pairs);
      print_figure (method, "f1", sums[method].f1 / n_pairs);
      print_figure (method, "below", n_below > 0 ? sums[method].below / n_below : 0);
      print_figure (method, "ms", sums[method].ms / n_pairs);
    }
}

void
cyan_bench_worst (const char *name, guint n_nodes, guint times)
{
  const WorstShape *shape = worst_shapes;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = NULL;
  g_autoptr (CyanProfile) after = NULL;

  while (shape->name != NULL && strcmp (shape->name, name) != 0)
    shape++;
  if (shape->name == NULL)
    {
      fprintf (stderr, "cyan-bench: no such shape\n");
      exit (2);
    }
  before = worst_tree_new (strings, shape, n_nodes, 0);
  after = worst_tree_new (strings, shape, n_nodes, 1);
  for (guint method = 0; method < N_METHODS; method++)
    {
      double best_match = G_MAXDOUBLE, best_merge = G_MAXDOUBLE;

      for (guint i = 0; i < times; i++)
        {
          double match_ms, merge_ms;
          g_autoptr (CyanMatching) matching =
              match_checked (before, after, (CyanMatchMethod) method, &match_ms, &merge_ms);

          best_match = MIN (best_match, match_ms);
          best_merge = MIN (best_merge, merge_ms);
          if (i > 0)
            continue;
          print_figure (method, "pairs", matching->n_pairs - 1);
          print_figure (method, "work", (double) matching->work / n_nodes);
          print_figure (method, "bounded", matching->bounded);
        }
      print_figure (method, "ms", best_match);
      print_figure (method, "merge-ms", best_merge);
    }
}

void
cyan_bench_list (const char *what)
{
  if (strcmp (what, "edits") == 0)
    for (guint i = 0; random_edit_names[i] != NULL; i++)
      puts (random_edit_names[i]);
  else
    for (const WorstShape *shape = worst_shapes; shape->name != NULL; shape++)
      puts (shape->name);
}
