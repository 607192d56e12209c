/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups runs into visits, and tells how much visits differ. */
#include "cyan-visits.h"

#include <math.h>

#include "cyan-statistics.h"

/* ---- visits ---- */

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const CyanVisitRun *x = a, *y = b;

  if (x->environment != y->environment)
    return (x->environment > y->environment) - (x->environment < y->environment);
  if (x->began != y->began)
    return (x->began > y->began) - (x->began < y->began);
  return (x->run > y->run) - (x->run < y->run);
}

/* Each once, by session and time. */
static GArray *
list_by_time (GPtrArray *const *rows, guint n_revisions)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (CyanVisitRun));
  g_autoptr (GHashTable) known = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < n_revisions; i++)
    for (guint j = 0; rows[i] != NULL && j < rows[i]->len; j++)
      {
        CyanStoreCellValue *row = rows[i]->pdata[j];
        const CyanVisitRun run = { .run = row->run,
                                   .environment = row->environment,
                                   .began = row->began,
                                   .timed = isfinite (row->seconds),
                                   .revision = i,
                                   .value = row->value };

        if (g_hash_table_add (known, &row->run))
          g_array_append_val (all, run);
      }
  g_array_sort (all, compare_times);
  return all;
}

static const CyanVisitRun *
run_at (const GArray *all, guint i)
{
  return &g_array_index (all, CyanVisitRun, i);
}

/* Seconds from the begin of the run before run @i to that of @i; infinite in another session. */
static double
pause_before (const GArray *all, guint i)
{
  const CyanVisitRun *a = run_at (all, i - 1), *b = run_at (all, i);

  return a->environment == b->environment ? (double) b->began - (double) a->began : INFINITY;
}

/* Runs follow each other within a visit: the next begins this many times later than usual, and so
 * many seconds, at most. */
#define LONG_PAUSES  3.0
#define LONG_SECONDS 60.0

static double
longest_pause (const GArray *all)
{
  g_autofree double *pauses = g_new (double, all->len + 1);
  guint n = 0;

  for (guint i = 1; i < all->len; i++)
    if (isfinite (pause_before (all, i)))
      pauses[n++] = pause_before (all, i);
  return LONG_SECONDS + (n > 0 ? LONG_PAUSES * cyan_median (pauses, n) : 0);
}

/* The revisions of a visit: each has a run in each turn. */
typedef struct
{
  GHashTable *revisions; /* turns, by revision */
  guint n_turns;         /* that are begun */
  guint n_ran;           /* revisions that have had this one */
} Turns;

/* Whether a run of @revision goes on with the visit. */
static gboolean
take_turn (Turns *self, guint revision)
{
  gpointer key = GUINT_TO_POINTER (revision + 1), n;
  gboolean is_there = g_hash_table_lookup_extended (self->revisions, key, NULL, &n);
  gboolean is_whole = self->n_ran == g_hash_table_size (self->revisions);

  if (self->n_turns > 1 && !is_there)
    return FALSE;
  if (is_there && GPOINTER_TO_UINT (n) == self->n_turns)
    {
      if (!is_whole)
        return FALSE;
      self->n_turns++;
      self->n_ran = 0;
    }
  self->n_ran++;
  g_hash_table_insert (self->revisions, key, GUINT_TO_POINTER (self->n_turns));
  return TRUE;
}

GArray *
cyan_visits_list_runs (GPtrArray *const *rows, guint n_revisions)
{
  GArray *all = list_by_time (rows, n_revisions);
  g_autoptr (GHashTable) revisions = g_hash_table_new (NULL, NULL);
  double longest = longest_pause (all);
  Turns turns = { .revisions = revisions };
  guint visit = 0;

  for (guint i = 0; i < all->len; i++)
    {
      CyanVisitRun *run = &g_array_index (all, CyanVisitRun, i);

      if (i == 0 || pause_before (all, i) > longest || !take_turn (&turns, run->revision))
        {
          visit += i > 0;
          g_hash_table_remove_all (revisions);
          turns.n_turns = 1;
          turns.n_ran = 0;
          take_turn (&turns, run->revision);
        }
      run->visit = visit;
    }
  return all;
}

/* ---- the runs of a revision in a visit ---- */

typedef struct
{
  guint revision, visit;
  guint n;
  double mean;    /* of the logs of the values */
  double squares; /* of what these differ from it by */
} Cell;

static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const Cell *x = a, *y = b;

  if (x->revision != y->revision)
    return x->revision < y->revision ? -1 : 1;
  return (x->visit > y->visit) - (x->visit < y->visit);
}

/* Of Cell, by revision and visit.  Runs without a value above 0 or without a time are left out. */
static GArray *
list_cells (const GArray *runs)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    {
      const CyanVisitRun *run = run_at (runs, i);
      const Cell cell = { run->revision, run->visit, 1, log (run->value), 0 };

      if (run->timed && isfinite (cell.mean))
        g_array_append_val (cells, cell);
    }
  g_array_sort (cells, compare_cells);
  for (guint i = 0; i < cells->len; i++)
    {
      const Cell one = g_array_index (cells, Cell, i);
      Cell *last = n > 0 ? &g_array_index (cells, Cell, n - 1) : NULL;

      if (last == NULL || compare_cells (last, &one) != 0)
        g_array_index (cells, Cell, n++) = one;
      else
        {
          double off = one.mean - last->mean;

          /* As Welford. */
          last->mean += off / ++last->n;
          last->squares += off * (one.mean - last->mean);
        }
    }
  g_array_set_size (cells, n);
  return cells;
}

/* ---- how much visits differ ---- */

/* Fewer degrees of freedom tell nothing. */
#define LEAST_DF 2.0
/* The median of the absolute value of a standard normal variable. */
#define MEDIAN_NORMAL 0.6744897501960817
/* Degrees of freedom of a median of squares, for each value: its efficiency (Rousseeuw and Croux,
 * Alternatives to the median absolute deviation, 1993). */
#define MEDIAN_DF 0.37

/* The means of the runs of a visit. */
typedef struct
{
  double variance; /* between visits, with that of the runs in it */
  double df;
} Spread;

static guint
count_visits (const GArray *cells)
{
  g_autoptr (GHashTable) visits = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < cells->len; i++)
    g_hash_table_add (visits, GUINT_TO_POINTER (g_array_index (cells, Cell, i).visit));
  return g_hash_table_size (visits);
}

/* By the revisions that several visits have. */
static Spread
spread_of_revisions (const GArray *cells)
{
  g_autoptr (GArray) several = g_array_new (FALSE, FALSE, sizeof (Cell));
  Spread spread = { 0, 0 };
  double squares = 0;

  for (guint i = 0, end; i < cells->len; i = end)
    {
      const Cell *first = &g_array_index (cells, Cell, i);
      double mean = 0;

      for (end = i;
           end < cells->len && g_array_index (cells, Cell, end).revision == first->revision; end++)
        mean += g_array_index (cells, Cell, end).mean;
      mean /= end - i;
      if (end - i < 2)
        continue;
      for (guint j = i; j < end; j++)
        {
          double off = g_array_index (cells, Cell, j).mean - mean;

          squares += off * off;
        }
      g_array_append_vals (several, first, end - i);
      spread.df += end - i - 1;
    }
  if (spread.df > 0)
    spread.variance = squares / spread.df;
  /* Two revisions that share their visits tell of these once. */
  spread.df = MIN (spread.df, MAX (count_visits (several), 1) - 1);
  return spread;
}

/* By neighbours that no visit has both.  A few of them differ since their code does. */
static Spread
spread_of_neighbours (const GArray *cells)
{
  g_autofree double *sizes = g_new (double, cells->len + 1);
  guint n = 0;
  double median;

  for (guint i = 1; i < cells->len; i++)
    {
      const Cell *a = &g_array_index (cells, Cell, i - 1), *b = a + 1;

      if (a->revision != b->revision && a->visit != b->visit)
        sizes[n++] = fabs (b->mean - a->mean);
    }
  if (n == 0)
    return (Spread){ 0, 0 };
  median = cyan_median (sizes, n) / MEDIAN_NORMAL;
  return (Spread){ median * median / 2, MEDIAN_DF * MIN (n, count_visits (cells) - 1) };
}

/* The variance of the runs of one revision in one visit, and *@n of them in the mean of a visit
 * (harmonic). */
static double
variance_within (const GArray *cells, double *n)
{
  double squares = 0, df = 0, inverse = 0;

  for (guint i = 0; i < cells->len; i++)
    {
      const Cell *cell = &g_array_index (cells, Cell, i);

      squares += cell->squares;
      df += cell->n - 1;
      inverse += 1.0 / cell->n;
    }
  *n = cells->len / inverse;
  return df > 0 ? squares / df : 0;
}

/* ---- two sides ---- */

/* The sides are apart if this is above it: the sum over all visits of the squared difference of the
 * parts of both sides' runs, by which the variance of visits counts.  A run that failed is less. */
#define LEAST_APART 0.1

/* By visit: how many runs of each side it has. */
typedef struct
{
  guint n_all[2];
  GArray *counts; /* of guint[2] */
} Sides;

static guint *
counts_of (const Sides *sides, guint visit)
{
  return &g_array_index (sides->counts, guint, 2 * visit);
}

static double
part_apart (const Sides *sides)
{
  double sum = 0;

  for (guint visit = 0; 2 * visit < sides->counts->len; visit++)
    {
      const guint *n = counts_of (sides, visit);
      double off = (double) n[0] / sides->n_all[0] - (double) n[1] / sides->n_all[1];

      sum += off * off;
    }
  return sum;
}

static gboolean
share_a_visit (const Sides *sides)
{
  for (guint visit = 0; 2 * visit < sides->counts->len; visit++)
    if (counts_of (sides, visit)[0] > 0 && counts_of (sides, visit)[1] > 0)
      return TRUE;
  return FALSE;
}

/* The least time between two runs of @ours, which are of both sides; at least a second. */
static double
gap_between (const GArray *ours)
{
  double gap = INFINITY;

  for (guint i = 0; i < ours->len; i++)
    for (guint j = 0; j < i; j++)
      if (run_at (ours, i)->revision != run_at (ours, j)->revision)
        gap = MIN (gap, fabs ((double) run_at (ours, i)->began - (double) run_at (ours, j)->began));
  return MAX (1, gap);
}

/* How often a run of the one side and a run of the other follow each other in a visit, or 0 if any
 * run is left over. */
static guint
count_pairs (const GArray *ours)
{
  for (guint i = 0; i + 1 < ours->len; i += 2)
    if (run_at (ours, i)->revision == run_at (ours, i + 1)->revision
        || run_at (ours, i)->visit != run_at (ours, i + 1)->visit)
      return 0;
  return ours->len % 2 == 0 ? ours->len / 2 : 0;
}

/* Sets the variance of a difference of the means of both sides that nothing but the time made: that
 * of the visits as often as it counts, and what is left of that of the runs. */
static void
estimate (CyanVisits *self, const GArray *runs, const Sides *sides, double part)
{
  g_autoptr (GArray) cells = list_cells (runs);
  Spread spread = spread_of_revisions (cells);
  double n, within = variance_within (cells, &n);

  if (spread.df < LEAST_DF)
    spread = spread_of_neighbours (cells);
  if (spread.df < LEAST_DF)
    return;
  self->variance = part * spread.variance
                   + MAX (0, within * (1.0 / sides->n_all[0] + 1.0 / sides->n_all[1] - part / n));
  self->df = spread.df;
}

static guint
count_all_visits (const GArray *runs)
{
  return runs->len > 0 ? run_at (runs, runs->len - 1)->visit + 1 : 0;
}

CyanVisits
cyan_visits_compare (const GArray *runs, guint before, guint after)
{
  g_autoptr (GArray) ours = g_array_new (FALSE, FALSE, sizeof (CyanVisitRun));
  g_autoptr (GArray) counts = g_array_new (FALSE, TRUE, sizeof (guint));
  Sides sides = { { 0, 0 }, counts };
  CyanVisits visits = { .apart = FALSE };
  double part;

  g_array_set_size (counts, 2 * count_all_visits (runs));
  for (guint i = 0; i < runs->len; i++)
    {
      const CyanVisitRun *run = run_at (runs, i);
      guint side = run->revision == after;

      if (run->revision != before && run->revision != after)
        continue;
      if (!run->timed)
        return visits;
      g_array_append_vals (ours, run, 1);
      counts_of (&sides, run->visit)[side]++;
      sides.n_all[side]++;
    }
  if (sides.n_all[0] == 0 || sides.n_all[1] == 0)
    return visits;
  part = part_apart (&sides);
  visits.apart = part > LEAST_APART;
  if (!visits.apart)
    {
      visits.n_pairs = count_pairs (ours);
      return visits;
    }
  visits.gap = share_a_visit (&sides) ? 0 : gap_between (ours);
  estimate (&visits, runs, &sides, part);
  return visits;
}
