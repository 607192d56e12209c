/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures the figures of one step: `cyan-bench STEP FILE...`.
 *
 * load, match and pair are in this file; layout, frame and icicle are in cyan-bench-picture.c,
 * rings are in cyan-bench-partition.c, steps without files in cyan-bench-quality.c,
 * cyan-bench-steps.c and cyan-bench-chart.c.  `wc -l` of the files runs between the repetitions, so
 * that changing load on the machine affects both alike.
 */
#include "cyan-bench.h"

#include "cyan-measure.h"
#include "cyan-memory.h"
#include "cyan-pipeline.h"

#include <stdio.h>
#include <string.h>

static CyanProfile *
load (const char *path)
{
  const CyanLoadOptions options = { 0 };
  GError *error = NULL;
  CyanProfile *profile = cyan_profile_load (path, &options, NULL, &error);

  cyan_measure_must (error);
  return profile;
}

CyanComparison *
cyan_bench_compare (const char *before, const char *after, const CyanBenchOptions *options)
{
  g_autoptr (CyanRequest) request = cyan_request_new (before, after);
  GError *error = NULL;
  CyanComparison *comparison = cyan_pipeline_compare (request, NULL, &error);

  cyan_measure_must (error);
  return comparison;
}

static void
take_wc (const CyanBenchOptions *options, double *best)
{
  if (options->wc[0] != NULL)
    *best = MIN (*best, cyan_measure_wc (options->wc));
}

static void
print_wc (double wc)
{
  if (wc < G_MAXDOUBLE)
    cyan_measure_print ("wc", wc);
}

static void
bench_load (const char *path, const CyanBenchOptions *options)
{
  double best = G_MAXDOUBLE, wc = G_MAXDOUBLE, base = cyan_measure_resident ();
  double least = G_MAXDOUBLE;
  guint n_nodes = 1;

  for (guint i = 0; i < options->times; i++)
    {
      double begin = cyan_measure_now ();
      g_autoptr (CyanProfile) profile = load (path);

      best = MIN (best, cyan_measure_now () - begin);
      n_nodes = profile->n_nodes;
      if (i == 0)
        {
          double kept = cyan_measure_resident () - base;

          cyan_measure_print ("peak", MAX (kept, cyan_measure_peak () - base));
          cyan_measure_print ("kept", kept);
        }
      take_wc (options, &wc);
      if (options->floor)
        least = MIN (least, cyan_bench_floor (path));
    }
  cyan_measure_print ("nodes", n_nodes - 1);
  cyan_measure_print ("ms", best);
  if (options->floor)
    cyan_measure_print ("floor", least);
  print_wc (wc);
}

/* Matching and merging alone, by each matcher, then a whole comparison. */
static void
bench_match (const char *before, const char *after, const CyanBenchOptions *options)
{
  g_autoptr (CyanProfile) a = load (before);
  g_autoptr (CyanProfile) loaded = load (after);
  g_autoptr (CyanProfile) b = cyan_profile_with_functions (
      loaded, a->strings, cyan_profile_move_functions (loaded, a->strings));
  const CyanCompareOptions compare = CYAN_COMPARE_OPTIONS_INIT;
  double best_match[] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE };
  double best_merge[] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE };
  double best_compare = G_MAXDOUBLE, wc = G_MAXDOUBLE;
  GError *error = NULL;

  for (guint i = 0; i < options->times; i++)
    {
      for (guint method = 0; cyan_match_method_names[method] != NULL; method++)
        {
          const CyanMatchOptions match = { .method = (CyanMatchMethod) method };
          g_autofree char *key = g_strdup_printf ("%s-pairs", cyan_match_method_names[method]);
          double base, begin, middle;

          cyan_measure_forget_peak ();
          base = cyan_measure_resident ();
          begin = cyan_measure_now ();
          {
            g_autoptr (CyanMatching) matching = cyan_match (a, b, &match, NULL, &error);
            g_autoptr (CyanMergedTree) tree = NULL;

            cyan_measure_must (error);
            middle = cyan_measure_now ();
            tree = cyan_merged_tree_new (a, b, matching, NULL, &error);
            cyan_measure_must (error);
            best_match[method] = MIN (best_match[method], middle - begin);
            best_merge[method] = MIN (best_merge[method], cyan_measure_now () - middle);
            if (i == 0)
              cyan_measure_print (key, matching->n_pairs - 1);
            if (i == 0 && method == CYAN_MATCH_CONTEXT)
              {
                cyan_measure_print ("bounded", matching->bounded);
                cyan_measure_print ("peak", cyan_measure_peak () - base);
              }
          }
        }
      {
        double begin = cyan_measure_now ();
        g_autoptr (CyanComparison) comparison = cyan_comparison_new (a, b, &compare, NULL, &error);

        cyan_measure_must (error);
        best_compare = MIN (best_compare, cyan_measure_now () - begin);
      }
      take_wc (options, &wc);
    }
  cyan_measure_print ("nodes", MAX (a->n_nodes, b->n_nodes) - 1);
  for (guint method = 0; cyan_match_method_names[method] != NULL; method++)
    {
      g_autofree char *key = g_strdup_printf ("%s.ms", cyan_match_method_names[method]);
      g_autofree char *merge = g_strdup_printf ("%s-merge.ms", cyan_match_method_names[method]);

      cyan_measure_print (key, best_match[method]);
      cyan_measure_print (merge, best_merge[method]);
    }
  cyan_measure_print ("compare.ms", best_compare);
  print_wc (wc);
}

/* Loads and compares two files, as the window does: time, and memory at the peak and afterwards. */
static void
bench_pair (const char *before, const char *after, const CyanBenchOptions *options)
{
  double best = G_MAXDOUBLE, wc = G_MAXDOUBLE, base = cyan_measure_resident ();

  for (guint i = 0; i < options->times; i++)
    {
      double begin = cyan_measure_now ();
      g_autoptr (CyanComparison) comparison = cyan_bench_compare (before, after, options);

      best = MIN (best, cyan_measure_now () - begin);
      if (i == 0)
        {
          cyan_measure_print ("peak", cyan_measure_peak () - base);
          cyan_measure_forget_peak ();
          cyan_measure_print ("kept", cyan_measure_resident () - base);
          cyan_measure_print ("nodes", MAX (comparison->compared.side[0].profile->n_nodes,
                                            comparison->compared.side[1].profile->n_nodes)
                                           - 1);
          cyan_measure_print ("merged", comparison->compared.n_nodes - 1);
        }
      take_wc (options, &wc);
    }
  cyan_measure_print ("ms", best);
  print_wc (wc);
}

/* A whole command, such as `cyan render`. */
static void
bench_run (char **command, const CyanBenchOptions *options)
{
  CyanRun best = { G_MAXDOUBLE, 0 };
  double wc = G_MAXDOUBLE;

  for (guint i = 0; i < options->times; i++)
    {
      CyanRun run = cyan_measure_run ((const char *const *) command);

      best.ms = MIN (best.ms, run.ms);
      best.peak = MAX (best.peak, run.peak);
      take_wc (options, &wc);
    }
  cyan_measure_print ("ms", best.ms);
  cyan_measure_print ("peak", best.peak);
  print_wc (wc);
}

static int
usage (const char *reason)
{
  fprintf (
      stderr,
      "cyan-bench: %s\n"
      "usage: cyan-bench [OPTION...] load FILE\n"
      "       cyan-bench [OPTION...] match|pair|layout|frame|icicle|rings BEFORE AFTER\n"
      "       cyan-bench [OPTION...] run -- PROGRAM [ARGUMENT...]\n"
      "       cyan-bench [OPTION...] quality|releases NODES EDITS exact|sampled|sites [KIND]\n"
      "       cyan-bench [OPTION...] errors|conclusions NODES EDITS exact|sampled FUNCTIONS SEED"
      " [deeper|recursive]\n"
      "       cyan-bench [OPTION...] worst SHAPE NODES\n"
      "       cyan-bench [OPTION...] steps SERIES REVISIONS\n"
      "       cyan-bench [OPTION...] charts REVISIONS\n"
      "       cyan-bench list edits|release-edits|shapes\n",
      reason);
  return 2;
}

/* Parses a number from 1 to G_MAXINT; 0 for anything else. */
static guint
parse_count (const char *text)
{
  guint64 value = 0;

  return g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &value, NULL) ? (guint) value : 0;
}

/* Runs the steps that generate their trees.  Returns FALSE if @operands name none of them. */
static gboolean
run_made (char **operands, guint n, guint times)
{
  gboolean releases = strcmp (operands[0], "releases") == 0;
  gboolean conclusions = strcmp (operands[0], "conclusions") == 0;

  if ((releases || strcmp (operands[0], "quality") == 0) && (n == 4 || n == 5)
      && parse_count (operands[1]) > 0 && parse_count (operands[2]) > 0)
    (releases ? cyan_bench_releases : cyan_bench_quality) (
        parse_count (operands[1]), parse_count (operands[2]), operands[3],
        n == 5 ? (int) parse_count (operands[4]) - 1 : -1, times);
  else if ((conclusions || strcmp (operands[0], "errors") == 0) && (n == 6 || n == 7))
    (conclusions ? cyan_bench_conclusions : cyan_bench_errors) (
        &(RandomOptions){ .seed = parse_count (operands[5]),
                          .n_nodes = parse_count (operands[1]),
                          .n_functions = parse_count (operands[4]),
                          .n_edits = parse_count (operands[2]),
                          .kinds = RANDOM_RELEASE_EDITS,
                          .shuffled = 0.1,
                          .jitter = 0.05,
                          .sampled = strcmp (operands[3], "sampled") == 0,
                          .deeper = g_strcmp0 (operands[6], "deeper") == 0 ? 6 : 0,
                          .recursion = g_strcmp0 (operands[6], "recursive") == 0 ? 12 : 0 },
        times);
  else if (strcmp (operands[0], "worst") == 0 && n == 3 && parse_count (operands[2]) > 0)
    cyan_bench_worst (operands[1], parse_count (operands[2]), times);
  else if (strcmp (operands[0], "steps") == 0 && n == 3 && parse_count (operands[1]) > 0
           && parse_count (operands[2]) > 0)
    cyan_bench_steps (parse_count (operands[1]), parse_count (operands[2]), times);
  else if (strcmp (operands[0], "charts") == 0 && n == 2 && parse_count (operands[1]) > 0)
    cyan_bench_charts (parse_count (operands[1]), times);
  else if (strcmp (operands[0], "list") == 0 && n == 2)
    cyan_bench_list (operands[1]);
  else
    return FALSE;
  return TRUE;
}

int
main (int argc, char **argv)
{
  int times = 3, boxes = G_MAXINT;
  gboolean library = FALSE;
  g_auto (GStrv) wc = NULL;
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "times", 't', 0, G_OPTION_ARG_INT, &times,
      "Repeat and take the best, or pairs of `quality` (3)", "N" },
    { "boxes", 'b', 0, G_OPTION_ARG_INT, &boxes, "Boxes to open (all)", "N" },
    { "wc", 'w', 0, G_OPTION_ARG_FILENAME_ARRAY, &wc, "Measure `wc -l` of this too; twice at most",
      "FILE" },
    { "floor", 'f', 0, G_OPTION_ARG_NONE, &library,
      "Measure zlib on the same file too, or jansson where it is not packed", NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    { NULL },
  };
  static const char *const nothing[] = { NULL };
  static const struct
  {
    const char *name;
    void (*func) (const char *, const char *, const CyanBenchOptions *);
  } steps[] = { { "match", bench_match },        { "pair", bench_pair },
                { "layout", cyan_bench_layout }, { "frame", cyan_bench_frame },
                { "icicle", cyan_bench_icicle }, { "rings", cyan_bench_rings } };
  g_autoptr (GOptionContext) context = g_option_context_new ("STEP FILE...");
  g_autoptr (GError) error = NULL;
  CyanBenchOptions options;
  guint n;

  cyan_memory_return_large_blocks ();
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return usage (error->message);
  n = operands == NULL ? 0 : g_strv_length (operands);
  if (n < 2 || times < 1 || boxes < 1)
    return usage ("a step and its files are needed, and numbers above 0");

  options.times = (guint) times;
  options.boxes = (guint) boxes;
  options.floor = library;
  options.wc = wc == NULL ? nothing : (const char *const *) wc;
  if (strcmp (operands[0], "load") == 0 && n == 2)
    {
      bench_load (operands[1], &options);
      return 0;
    }
  if (strcmp (operands[0], "run") == 0)
    {
      bench_run (operands + 1, &options);
      return 0;
    }
  if (run_made (operands, n, options.times))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (strcmp (operands[0], steps[i].name) == 0 && n == 3)
      {
        steps[i].func (operands[1], operands[2], &options);
        return 0;
      }
  return usage ("no such step");
}
