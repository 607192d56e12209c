/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Similarity reports of recordings: how often they call a row changed where nothing changed, and
 * how long they take.
 *
 *   cyan-bench-similarity N [--runs K] [--function] [--per-run] RUN...
 *     takes K runs of one revision (default all) by chance, N times, and compares their halves
 *   cyan-bench-similarity top [--function] [--per-run] BEFORE... -- AFTER...
 *     prints the first rows
 *   cyan-bench-similarity time BEFORE... -- AFTER...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-format.h"
#include "cyan-measure.h"
#include "cyan-similarity.h"

#define N_TIMES 7

static GPtrArray *
load (char **paths, guint n)
{
  GPtrArray *profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  const CyanLoadOptions options = { 0 };
  GError *error = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (profiles, cyan_profile_load (paths[i], &options, NULL, &error));
      cyan_measure_must (error);
    }
  return profiles;
}

static CyanComparison *
compare (const gpointer *before, guint n_before, const gpointer *after, guint n_after)
{
  const CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  const gpointer *const profiles[2] = { before, after };
  const guint n[2] = { n_before, n_after };
  CyanRuns *runs[2];
  CyanComparison *comparison;
  GError *error = NULL;

  for (guint side = 0; side < 2; side++)
    {
      runs[side] = cyan_runs_new ((CyanProfile *const *) profiles[side], n[side], NULL, "runs",
                                  NULL, NULL, &error);
      cyan_measure_must (error);
    }
  comparison = cyan_comparison_new_runs (runs[0], runs[1], &options, NULL, &error);
  cyan_measure_must (error);
  cyan_runs_unref (runs[0]);
  cyan_runs_unref (runs[1]);
  return comparison;
}

static CyanSimilarity *
similarity (CyanComparison *comparison, const CyanSimilarityOptions *options)
{
  GError *error = NULL;
  CyanSimilarity *self = cyan_similarity_new (comparison, options, NULL, &error);

  cyan_measure_must (error);
  return self;
}

/* Names each row that is called changed, on standard error. */
static void
name_changed (const CyanSimilarity *self, guint split)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->rows[i].changed)
      {
        const CyanSimilarityRow *row = &self->rows[i];

        fprintf (stderr, "split %u: %s, q %.4f, %g to %g in %u and %u runs%s\n", split,
                 cyan_comparison_name (self->comparison, row->node), row->q, row->mean[0],
                 row->mean[1], row->spectrum.present[0], row->spectrum.present[1],
                 row->spectrum.exact ? ", exact" : "");
      }
}

static void
splits (guint n_splits, guint n_runs, const CyanSimilarityOptions *options, GPtrArray *runs)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20241122);
  guint half = n_runs / 2;
  double rows = 0, below = 0, expected = 0, tested = 0, n_false = 0, n_paper = 0;

  for (guint s = 0; s < n_splits; s++)
    {
      g_autoptr (CyanComparison) comparison = NULL;
      g_autoptr (CyanSimilarity) self = NULL;

      for (guint i = runs->len; i > 1; i--)
        {
          guint other = (guint) g_rand_int_range (rand, 0, (gint) i);
          gpointer run = runs->pdata[i - 1];

          runs->pdata[i - 1] = runs->pdata[other];
          runs->pdata[other] = run;
        }
      comparison = compare (runs->pdata, half, runs->pdata + half, n_runs - half);
      self = similarity (comparison, options);
      n_false += self->n_changed > 0;
      n_paper += self->n_below > 0;
      rows += (double) self->n_rows / n_splits;
      below += (double) self->n_below / n_splits;
      expected += self->expected / n_splits;
      for (guint i = 0; i < self->n_rows; i++)
        tested += !isnan (self->rows[i].q) / (double) n_splits;
      name_changed (self, s);
    }
  cyan_measure_print ("runs", n_runs);
  cyan_measure_print ("rows", rows);
  cyan_measure_print ("tested", tested);
  cyan_measure_print ("below", below);
  cyan_measure_print ("expected", expected);
  cyan_measure_print ("splits", n_splits);
  cyan_measure_print ("false.paper", n_paper);
  cyan_measure_print ("false.changed", n_false);
}

static void
print_top (GPtrArray *before, GPtrArray *after, const CyanSimilarityOptions *options)
{
  g_autoptr (CyanComparison) comparison =
      compare (before->pdata, before->len, after->pdata, after->len);
  g_autoptr (CyanSimilarity) self = similarity (comparison, options);

  printf ("rows %u, below %u, expected %.1f, changed %u\n", self->n_rows, self->n_below,
          self->expected, self->n_changed);
  for (guint i = 0; i < MIN (self->n_rows, 8); i++)
    {
      const CyanSimilarityRow *row = &self->rows[i];

      printf ("%u %s %s SC %.2f total %.4g calls %g to %g q %.3g%s\n", i + 1,
              cyan_comparison_name (comparison, row->node),
              cyan_status_names[cyan_comparison_status (comparison, row->node)],
              row->spectrum.similarity, row->total_impact, row->calls[0], row->calls[1], row->q,
              row->changed ? " changed" : "");
    }
}

static void
take_time (GPtrArray *before, GPtrArray *after)
{
  double best[3] = { INFINITY, INFINITY, INFINITY };

  for (guint t = 0; t < N_TIMES; t++)
    {
      double begin = cyan_measure_computed (), middle;
      g_autoptr (CyanComparison) comparison =
          compare (before->pdata, before->len, after->pdata, after->len);

      middle = cyan_measure_computed ();
      best[0] = MIN (best[0], middle - begin);
      for (CyanSimilarityBy by = CYAN_SIMILARITY_STACK; by <= CYAN_SIMILARITY_FUNCTION; by++)
        {
          const CyanSimilarityOptions options = { .by = by, .alpha = 0.05 };
          g_autoptr (CyanSimilarity) self = NULL;

          begin = cyan_measure_computed ();
          self = similarity (comparison, &options);
          best[1 + by] = MIN (best[1 + by], cyan_measure_computed () - begin);
        }
      if (t == 0)
        cyan_measure_print ("nodes", comparison->compared.n_nodes);
    }
  cyan_measure_print ("compare.ms", best[0]);
  cyan_measure_print ("stack.ms", best[1]);
  cyan_measure_print ("function.ms", best[2]);
}

static int
usage (void)
{
  fputs ("usage: cyan-bench-similarity N [--runs K] [--function] [--per-run] RUN...\n"
         "       cyan-bench-similarity top [--function] [--per-run] BEFORE... -- AFTER...\n"
         "       cyan-bench-similarity time BEFORE... -- AFTER...\n",
         stderr);
  return 2;
}

int
main (int argc, char **argv)
{
  CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  char **first = argv + 2, **end = argv + argc, **middle;
  guint n_runs = G_MAXUINT;

  for (; first < end; first++)
    if (strcmp (*first, "--function") == 0)
      options.by = CYAN_SIMILARITY_FUNCTION;
    else if (strcmp (*first, "--per-run") == 0)
      options.value = CYAN_SIMILARITY_PER_RUN;
    else if (strcmp (*first, "--runs") == 0 && first + 1 < end)
      n_runs = (guint) strtoul (*++first, NULL, 10);
    else
      break;
  middle = first;
  while (middle < end && strcmp (*middle, "--") != 0)
    middle++;
  if (middle <= first || (g_ascii_isdigit (argv[1][0]) ? middle < end : middle + 1 >= end))
    return usage ();

  before = load (first, (guint) (middle - first));
  if (middle == end)
    splits ((guint) strtoul (argv[1], NULL, 10), MIN (n_runs, before->len), &options, before);
  else
    {
      after = load (middle + 1, (guint) (end - middle - 1));
      if (strcmp (argv[1], "top") == 0)
        print_top (before, after, &options);
      else
        take_time (before, after);
    }
  return 0;
}
