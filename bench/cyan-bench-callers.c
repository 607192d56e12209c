/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Callers in a comparison of two random trees, as ratios to one sweep over the merged tree.
 *
 *   cyan-bench-callers [NODES [FUNCTIONS [DEPTH]]]
 */
#include <stdio.h>
#include <stdlib.h>

#include "cyan-callers.h"
#include "cyan-measure.h"
#include "cyan-sequences.h"
#include "random-trees.h"

#define N_TIMES 5

typedef struct
{
  CyanComparison *comparison;
  guint32 function; /* with the most contexts */
  guint contexts;
  guint depth;
  guint entries;
} Subject;

typedef void (*Step) (Subject *self);

static double sink;

static void
sweep (Subject *self)
{
  CyanSide side[2];

  for (CyanNode i = 1; i < self->comparison->compared.n_nodes; i++)
    {
      cyan_comparison_sides (self->comparison, i, &side[0], &side[1]);
      sink += side[1].total - side[0].total;
    }
}

static void
sum_functions (Subject *self)
{
  g_free (cyan_function_sums_new (self->comparison, NULL, NULL));
}

static void
find_callers (Subject *self)
{
  g_autoptr (CyanCallers) callers = cyan_callers_new (self->comparison, self->function);

  cyan_callers_open_all (callers, self->depth, NULL, NULL);
  self->entries = cyan_callers_n (callers);
}

static void
rank_sequences (Subject *self)
{
  g_ptr_array_unref (cyan_sequences_new (self->comparison, self->depth + 1, 10, NULL, NULL));
}

/* The least of several times, in milliseconds, and the most memory that it takes, in bytes. */
static double
measure (Step step, Subject *self, double *memory)
{
  double least = G_MAXDOUBLE, resident;

  cyan_measure_forget_peak ();
  resident = cyan_measure_resident ();
  for (guint i = 0; i < N_TIMES; i++)
    {
      double start = cyan_measure_computed ();

      step (self);
      least = MIN (least, cyan_measure_computed () - start);
    }
  *memory = cyan_measure_peak () - resident;
  return least;
}

static void
choose_function (Subject *self)
{
  g_autofree CyanFunctionSum *sums = cyan_function_sums_new (self->comparison, NULL, NULL);

  for (guint32 i = 0; i < self->comparison->compared.pairs->n_functions; i++)
    if (sums[i].n_contexts > self->contexts)
      {
        self->function = i;
        self->contexts = sums[i].n_contexts;
      }
}

static CyanComparison *
compare (const RandomOptions *random)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  RandomPair pair = random_pair_new (random);
  GError *error = NULL;
  CyanComparison *comparison =
      cyan_comparison_new (pair.before, pair.after, &options, NULL, &error);

  cyan_measure_must (error);
  random_pair_clear (&pair);
  return comparison;
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    Step step;
  } steps[] = {
    { "sweep", sweep },
    { "functions", sum_functions },
    { "callers", find_callers },
    { "sequences", rank_sequences },
  };
  const RandomOptions random = { .seed = 1,
                                 .n_nodes = (guint) atoi (argc > 1 ? argv[1] : "1000000"),
                                 .n_functions = (guint) atoi (argc > 2 ? argv[2] : "3000"),
                                 .n_edits = 20,
                                 .calls = TRUE };
  g_autoptr (CyanComparison) comparison = compare (&random);
  Subject subject = { .comparison = comparison, .depth = (guint) atoi (argc > 3 ? argv[3] : "3") };
  double sweep_ms = 0;

  choose_function (&subject);
  printf ("%-10s %9s %8s %9s\n", "step", "ms", "sweeps", "MiB");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      double memory, ms = measure (steps[i].step, &subject, &memory);

      sweep_ms = i == 0 ? ms : sweep_ms;
      printf ("%-10s %9.2f %8.2f %9.1f\n", steps[i].name, ms, ms / sweep_ms, memory / 1048576);
    }
  printf ("%u nodes, %u contexts of the function, %u entries\n", comparison->compared.n_nodes,
          subject.contexts, subject.entries);
  return sink == G_MAXDOUBLE;
}
