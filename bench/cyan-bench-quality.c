/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Steps on generated trees: how well each matcher recognises known edits, and how long it takes on
 * trees that are slow to match.
 */
#include "cyan-bench.h"

#include "cyan-measure.h"
#include "cyan-merged.h"
#include "random-trees.h"
#include "search-alone.h"
#include "worst-trees.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_METHODS 3
#define LOW_F1    0.9 /* no program should be below it */

/* Sums over all pairs for one matcher. */
typedef struct
{
  double precision, recall, f1, below;
  double ms;
} Sums;

static double
part_of (guint n, guint of)
{
  return of > 0 ? (double) n / of : 1.0;
}

/* Matches, merges and checks all invariants; the time is that of matching alone. */
static CyanMatching *
match_checked (const CyanProfile *before,
               const CyanProfile *after,
               const CyanMatchOptions *options,
               double *match_ms,
               double *merge_ms)
{
  g_autoptr (CyanMatching) matching = NULL;
  g_autoptr (CyanMergedTree) tree = NULL;
  GError *error = NULL;
  double begin = cyan_measure_now (), middle;

  matching = cyan_match (before, after, options, NULL, &error);
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

/* Random programs whose edits are of @kinds, as RandomOptions has them. */
static RandomPair
make_pair (guint k, guint n_nodes, guint n_functions, guint n_edits, const char *data, guint kinds)
{
  const RandomOptions options = { .seed = 77 * k + 5,
                                  .n_nodes = n_nodes,
                                  .n_functions = n_functions,
                                  .n_edits = n_edits,
                                  .kinds = kinds,
                                  .shuffled = 0.1,
                                  .jitter = 0.05,
                                  .sampled = strcmp (data, "sampled") == 0,
                                  .call_sites = strcmp (data, "sites") == 0 };

  return random_pair_new (&options);
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
      guint n_functions = n_nodes >= 1000000 ? 3000 : n_nodes >= 100000 ? 1000 : 300;
      RandomPair pair =
          make_pair (k, n_nodes, n_functions, n_edits, data, kind < 0 ? 0 : 1u << kind);

      nodes += MAX (pair.before->n_nodes, pair.after->n_nodes) - 1;
      for (guint method = 0; method < N_METHODS; method++)
        {
          const CyanMatchOptions match = { .method = (CyanMatchMethod) method };
          double match_ms, merge_ms;
          g_autoptr (CyanMatching) matching =
              match_checked (pair.before, pair.after, &match, &match_ms, &merge_ms);
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

/* Edits between two releases.  Their program has more functions, as so many edits change a large
 * part of a small one. */
void
cyan_bench_releases (guint n_nodes, guint n_edits, const char *data, int kind, guint n_pairs)
{
  const guint kinds = kind < 0 ? RANDOM_RELEASE_EDITS : 1u << kind;
  RandomScore sum = { 0 }, least = { 1.0, 1.0, 1.0, 0, 0 };
  RandomRenameScore renames = { 0 };
  guint n_low = 0, n_stopped = 0, worst = 0;
  double ms = 0, search_ms = 0;

  for (guint k = 0; k < n_pairs; k++)
    {
      RandomPair pair =
          make_pair (k, n_nodes, CLAMP (n_nodes / 10, 30, 3000), n_edits, data, kinds);
      const CyanMatchOptions match = { 0 };
      double match_ms, merge_ms, begin;
      g_autoptr (CyanMatching) matching =
          match_checked (pair.before, pair.after, &match, &match_ms, &merge_ms);
      RandomScore score = random_pair_score (&pair, matching);
      RandomRenameScore concluded = random_pair_score_renames (&pair, matching->renames);

      sum.precision += score.precision;
      sum.recall += score.recall;
      sum.f1 += score.f1;
      worst = score.f1 < least.f1 ? k : worst;
      least.precision = MIN (least.precision, score.precision);
      least.recall = MIN (least.recall, score.recall);
      least.f1 = MIN (least.f1, score.f1);
      n_low += score.f1 < LOW_F1;
      n_stopped += matching->stopped;
      renames.n_known += concluded.n_known;
      renames.n_concluded += concluded.n_concluded;
      renames.n_right += concluded.n_right;
      ms += match_ms;
      begin = cyan_measure_now ();
      cyan_matching_free (match_search_alone (pair.before, pair.after, NULL));
      search_ms += cyan_measure_now () - begin;
      random_pair_clear (&pair);
    }
  cyan_measure_print ("pairs", n_pairs);
  cyan_measure_print ("f1", sum.f1 / n_pairs);
  cyan_measure_print ("precision", sum.precision / n_pairs);
  cyan_measure_print ("recall", sum.recall / n_pairs);
  cyan_measure_print ("least-f1", least.f1);
  cyan_measure_print ("least-precision", least.precision);
  cyan_measure_print ("least-recall", least.recall);
  cyan_measure_print ("worst-seed", 77 * worst + 5);
  cyan_measure_print ("low-pairs", n_low);
  cyan_measure_print ("stopped-pairs", n_stopped);
  cyan_measure_print ("names.precision", part_of (renames.n_right, renames.n_concluded));
  cyan_measure_print ("names.recall", part_of (renames.n_right, renames.n_known));
  cyan_measure_print ("ms", ms / n_pairs);
  cyan_measure_print ("times-all", search_ms > 0 ? ms / search_ms : 0);
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
          const CyanMatchOptions match = { .method = (CyanMatchMethod) method };
          double match_ms, merge_ms;
          g_autoptr (CyanMatching) matching =
              match_checked (before, after, &match, &match_ms, &merge_ms);

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
  if (strcmp (what, "edits") == 0 || strcmp (what, "release-edits") == 0)
    for (guint i = 0; i < (*what == 'e' ? RANDOM_N_COMMIT_EDITS : RANDOM_N_EDITS); i++)
      puts (random_edit_names[i]);
  else
    for (const WorstShape *shape = worst_shapes; shape->name != NULL; shape++)
      puts (shape->name);
}
