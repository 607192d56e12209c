/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A year of a team's CI, and what `cyan history news` would have told:
 * cyan-bench-year [SEED [BENCHMARKS]].
 *
 * 200 benchmarks on one machine, 1,500 commits, three runs of each.  40 steps of 3 to 20 %, one for
 * five benchmarks, half of them up.  Runs scatter by 2 %, commits by 0.5 %, 5 % of the runs are slow.  A neighbour makes all
 * that is measured 30 % slower for one to four commits, eight times a year.  A tenth of the
 * benchmarks drifts by 10 %.  The machine changes three times: each benchmark then takes up to 10 %
 * more or less.  News are asked for after every fifth commit.
 */
#include <glib.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cyan-evolution-commits.h"

#define N_SERIES  200 /* at most */
#define N_COMMITS 1500
#define N_RUNS    3
#define N_STEPS   (N_SERIES / 5)
#define N_BURSTS  8
#define N_CHANGES 3
#define EVERY     5
#define IN_TIME   10 /* commits */

#define RUN_NOISE    0.02
#define COMMIT_NOISE 0.005
#define BURST        0.3
#define MOST_BURST   4
#define DRIFT        0.1
#define MACHINE      0.1

typedef struct
{
  guint series, at;
  double size; /* log of the ratio */
  guint seen;  /* the commit after which it was told; 0: not */
} Step;

typedef struct
{
  guint n_series, n_steps;
  Step steps[N_STEPS];
  guint changed[N_CHANGES];
  double *values[N_SERIES];
  guint begin[N_COMMITS + 1];
  guint8 cells[N_COMMITS];
  CyanEvolutionColumn columns[N_COMMITS];
  GArray *told; /* Told */
  guint n_alarms, n_false, n_hits, n_broken;
} Year;

typedef struct
{
  const char *benchmark;
  int direction;
  guint column;
} Told;

/* ---- the year ---- */

static gboolean
is_alone (const Year *self, guint n, guint series, guint at)
{
  for (guint i = 0; i < n; i++)
    if (self->steps[i].series == series && ABS ((int) self->steps[i].at - (int) at) < 50)
      return FALSE;
  return TRUE;
}

static void
plant_steps (Year *self, gsl_rng *rng)
{
  for (guint i = 0; i < self->n_steps;)
    {
      Step step = { (guint) gsl_rng_uniform_int (rng, self->n_series),
                    40 + (guint) gsl_rng_uniform_int (rng, N_COMMITS - 80),
                    log1p (gsl_ran_flat (rng, 0.03, 0.2)) * (i % 2 == 0 ? 1 : -1), 0 };

      if (is_alone (self, i, step.series, step.at))
        self->steps[i++] = step;
    }
  for (guint i = 0; i < N_CHANGES; i++)
    self->changed[i] = (i + 1) * N_COMMITS / (N_CHANGES + 1);
}

static void
fill_series (Year *self, guint series, const double *burst, gsl_rng *rng)
{
  double level = 0, drift = series % 10 == 0 ? DRIFT / N_COMMITS : 0;

  self->values[series] = g_new (double, N_COMMITS *N_RUNS);
  for (guint i = 0; i < N_COMMITS; i++)
    {
      double commit = gsl_ran_gaussian (rng, COMMIT_NOISE);

      level += drift;
      for (guint k = 0; k < self->n_steps; k++)
        if (self->steps[k].series == series && self->steps[k].at == i)
          level += self->steps[k].size;
      for (guint k = 0; k < N_CHANGES; k++)
        if (self->changed[k] == i)
          level += gsl_ran_flat (rng, -MACHINE, MACHINE);
      for (guint r = 0; r < N_RUNS; r++)
        {
          double run = gsl_ran_gaussian (rng, RUN_NOISE);

          if (gsl_rng_uniform (rng) < 0.05)
            run += fabs (gsl_ran_gaussian (rng, 5 * RUN_NOISE));
          self->values[series][i * N_RUNS + r] = exp (level + burst[i] + commit + run);
        }
    }
}

static void
year_init (Year *self, guint n_series, gsl_rng *rng)
{
  g_autofree double *burst = g_new0 (double, N_COMMITS + MOST_BURST);

  *self = (Year){ .n_series = n_series,
                  .n_steps = n_series / 5,
                  .told = g_array_new (FALSE, FALSE, sizeof (Told)) };
  plant_steps (self, rng);
  for (guint i = 0; i < N_BURSTS; i++)
    {
      guint at = (guint) gsl_rng_uniform_int (rng, N_COMMITS);
      guint n = 1 + (guint) gsl_rng_uniform_int (rng, MOST_BURST);

      for (guint k = 0; k < n; k++)
        burst[at + k] = log1p (BURST);
    }
  for (guint i = 0; i < N_COMMITS; i++)
    {
      self->begin[i] = i * N_RUNS;
      self->cells[i] = CYAN_CELL_MEASURED;
      self->columns[i] =
          (CyanEvolutionColumn){ .oid = (char *) "", .name = (char *) "", .depth = i };
    }
  self->begin[N_COMMITS] = N_COMMITS * N_RUNS;
  for (guint i = 0; i < n_series; i++)
    fill_series (self, i, burst, rng);
}

static void
year_clear (Year *self)
{
  for (guint i = 0; i < self->n_series; i++)
    g_free (self->values[i]);
  g_array_unref (self->told);
}

/* ---- what is told ---- */

/* The first @n commits.  All but the steps is borrowed. */
static CyanEvolution *
evolution_until (Year *self, guint n, char *const *names)
{
  CyanEvolution *evolution = g_new0 (CyanEvolution, 1);

  evolution->columns = self->columns;
  evolution->n_columns = n;
  evolution->n_series = evolution->n_lines = self->n_series;
  evolution->series = g_new0 (CyanEvolutionSeries, self->n_series);
  for (guint i = 0; i < self->n_series; i++)
    evolution->series[i] = (CyanEvolutionSeries){ .line = i,
                                                  .benchmark = names[i],
                                                  .definition = (char *) "",
                                                  .machine = (char *) "box",
                                                  .metric = (char *) "wall",
                                                  .unit = (char *) "s",
                                                  .better = -1,
                                                  .begin = self->begin,
                                                  .values = self->values[i],
                                                  .cells = self->cells };
  evolution->marks = g_new0 (CyanEvolutionMark, N_CHANGES);
  for (guint i = 0; i < N_CHANGES && self->changed[i] < n; i++)
    evolution->marks[evolution->n_marks++] = (CyanEvolutionMark){ .kind = CYAN_MARK_ENVIRONMENT,
                                                                  .column = self->changed[i],
                                                                  .line = -1,
                                                                  .machine = (char *) "box",
                                                                  .text = (char *) "kernel",
                                                                  .before = i,
                                                                  .after = i + 1 };
  return evolution;
}

static void
evolution_drop (CyanEvolution *self)
{
  for (guint i = 0; i < self->n_series; i++)
    {
      g_clear_pointer (&self->series[i].steps, cyan_steps_free);
      g_free (self->series[i].breaks);
    }
  g_free (self->series);
  g_free (self->marks);
  g_free (self);
}

static gboolean
was_told (const Year *self, const CyanEvolutionChanges *changes, const CyanEvolutionChange *change)
{
  for (guint i = 0; i < self->told->len; i++)
    {
      const Told *told = &g_array_index (self->told, Told, i);

      if (told->benchmark == change->benchmark && told->direction == change->direction
          && cyan_evolution_change_may_be_at (changes, change, told->column))
        return TRUE;
    }
  return FALSE;
}

/* An alarm is right if it is of a step, in its direction, that is in its set or beside it. */
static void
judge (Year *self,
       const CyanEvolutionChanges *changes,
       const CyanEvolutionChange *change,
       guint now)
{
  guint series = cyan_evolution_change_step (changes, change, 0)->series;

  self->n_alarms++;
  for (guint i = 0; i < self->n_steps; i++)
    {
      Step *step = &self->steps[i];

      if (step->series != series || (step->size > 0) != (change->direction > 0) || step->seen > 0
          || ABS ((int) step->at - (int) change->column) > IN_TIME)
        continue;
      step->seen = now;
      self->n_hits += cyan_evolution_change_may_be_at (changes, change, step->at);
      return;
    }
  self->n_false++;
}

static void
look (Year *self, guint n, char *const *names)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  CyanEvolution *evolution = evolution_until (self, n, names);
  CyanEvolutionChanges *changes;
  gboolean ok = cyan_evolution_find_steps (evolution, &options, NULL);

  g_assert (ok);
  changes = cyan_evolution_list_changes (evolution);
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanEvolutionChange *change = &g_array_index (changes->changes, CyanEvolutionChange, i);
      const Told told = { change->benchmark, change->direction, change->column };

      if (!change->is_settled || was_told (self, changes, change))
        continue;
      g_array_append_val (self->told, told);
      if (change->direction == 0)
        self->n_broken++;
      else
        judge (self, changes, change, n);
    }
  cyan_evolution_changes_free (changes);
  evolution_drop (evolution);
}

int
main (int argc, char **argv)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  guint n_series = argc > 2 ? (guint) strtoul (argv[2], NULL, 10) : N_SERIES;
  guint n_seen = 0, n_in_time = 0;
  char *names[N_SERIES];
  gint64 start = g_get_monotonic_time ();
  Year year;

  if (n_series < 5 || n_series > N_SERIES)
    return EXIT_FAILURE;
  gsl_rng_set (rng, argc > 1 ? strtoul (argv[1], NULL, 10) : 1);
  year_init (&year, n_series, rng);
  for (guint i = 0; i < n_series; i++)
    names[i] = g_strdup_printf ("b%u", i);
  for (guint n = 2 * EVERY; n <= N_COMMITS; n += EVERY)
    look (&year, n, names);
  for (guint i = 0; i < year.n_steps; i++)
    {
      n_seen += year.steps[i].seen > 0;
      n_in_time += year.steps[i].seen > 0 && year.steps[i].seen <= year.steps[i].at + IN_TIME + 1;
    }
  printf (
      "A year of news: %u alarms, %u of them false; of %u steps %u told, %u within %d commits, %u "
      "in the set; %u steps where the machine changed; %.1f s\n",
      year.n_alarms, year.n_false, year.n_steps, n_seen, n_in_time, IN_TIME, year.n_hits,
      year.n_broken, (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  for (guint i = 0; i < n_series; i++)
    g_free (names[i]);
  year_clear (&year);
  gsl_rng_free (rng);
  return EXIT_SUCCESS;
}
