/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a similarity report: their values by run, what the spectrum says, and their ranks.
 *
 * Each node of a side belongs to one row.  So the values of a run are found in one sweep over its
 * side's tree, whether rows are contexts or functions.
 */
#include "cyan-similarity.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-noise-private.h"
#include "cyan-number.h"
#include "cyan-units.h"

#define NONE G_MAXUINT32

const char *const cyan_similarity_by_names[] = { "stack", "function", NULL };
const char *const cyan_similarity_value_names[] = { "per-call", "per-run", NULL };
const char *const cyan_similarity_rank_names[] = { "total", "paper", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_similarity_by_names) == CYAN_SIMILARITY_FUNCTION + 2);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_similarity_value_names) == CYAN_SIMILARITY_PER_RUN + 2);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_similarity_rank_names) == CYAN_SIMILARITY_RANK_PAPER + 2);

/* The values of all runs.  By side; [row * n_runs + run], where a row is numbered by
 * CyanSimilarityRow.at. */
typedef struct
{
  guint n_runs[2];
  double *own[2];   /* self values; NAN in a run without the row */
  double *calls[2]; /* at least 1, as values are divided by them; NAN in a run without the row */
} CyanSimilarityRuns;

/* The two nodes of a row are those of a merged node; of a context that moved, those of the two ends
 * of the move, and the row is at its added end. */
static CyanNode
row_node (const CyanCompared *compared, CyanNode node)
{
  CyanNode to = CYAN_NODE_NONE;

  if (compared->tree->after[node] == CYAN_NODE_NONE)
    to = cyan_moves_to (compared->moves, node);
  return to != CYAN_NODE_NONE ? to : node;
}

static gboolean
has_value (const CyanCompared *compared, CyanNode node)
{
  return cyan_compared_self (compared, 0, node) != 0 || cyan_compared_self (compared, 1, node) != 0;
}

/* Makes the rows that have a value other than 0 in some run.  Sets row_of[side][node] for each node
 * of a side's tree; NONE if its row was left out. */
static void
make_rows (CyanSimilarity *self, guint32 *const row_of[2])
{
  const CyanCompared *compared = &self->comparison->compared;
  gboolean by_function = self->options.by == CYAN_SIMILARITY_FUNCTION;
  guint n_keys = by_function ? compared->pairs->n_functions : compared->n_nodes;
  g_autofree guint32 *row_of_key = cyan_new_numbers (n_keys);
  g_autofree double *most = g_new0 (double, MAX (n_keys, 1));
  g_autoptr (GArray) rows = g_array_new (FALSE, TRUE, sizeof (CyanSimilarityRow));

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      guint32 key = by_function ? cyan_compared_function (compared, i) : row_node (compared, i);

      if (row_of_key[key] == NONE && has_value (compared, i))
        {
          row_of_key[key] = rows->len;
          g_array_set_size (rows, rows->len + 1);
        }
    }
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      guint32 key = by_function ? cyan_compared_function (compared, i) : row_node (compared, i);
      double change = fabs (cyan_compared_self_difference (compared, i));
      CyanSimilarityRow *row;

      for (guint side = 0; side < 2; side++)
        {
          CyanNode own = cyan_compared_node (compared, side, i);

          if (own != CYAN_NODE_NONE)
            row_of[side][own] = row_of_key[key];
        }
      if (row_of_key[key] == NONE)
        continue;
      row = &g_array_index (rows, CyanSimilarityRow, row_of_key[key]);
      row->at = row_of_key[key];
      if (row->node == CYAN_NODE_ROOT || (by_function && change > most[key]))
        {
          most[key] = change;
          row->node = by_function ? i : key;
          row->number = by_function ? compared->pairs->of_node[i] : row->node;
        }
    }
  self->n_rows = rows->len;
  self->rows = (CyanSimilarityRow *) (gpointer) g_array_free (g_steal_pointer (&rows), FALSE);
}

/* By node of the side's tree, up to n_nodes: how many nodes before it have a value in the run.  So
 * a context ran if a node of its subtree has one. */
static void
count_values (const CyanRuns *runs, guint run, guint32 *n_before)
{
  n_before[0] = 0;
  for (CyanNode i = 0; i < runs->mean->n_nodes; i++)
    n_before[i + 1] = n_before[i] + (runs->self == NULL || runs->self[run][i] != 0);
}

/* The calls of a node in a run; NAN if unknown.  In single precision, as with several runs. */
static double
calls_of (const CyanRuns *runs, guint run, CyanNode node)
{
  guint64 calls;

  if (runs->n_runs > 1)
    return runs->calls != NULL ? (double) runs->calls[run][node] : NAN;
  calls = cyan_profile_calls (runs->mean, node);
  return calls != CYAN_CALLS_UNKNOWN ? (double) (float) calls : NAN;
}

static double
self_of (const CyanRuns *runs, guint run, CyanNode node)
{
  return runs->self != NULL ? (double) runs->self[run][node]
                            : (double) cyan_single (runs->mean->metrics[runs->metric].self[node]);
}

/* Adds up one run, by row: self values, NAN if the row did not run, and calls. */
static void
add_run (const CyanSimilarity *self,
         guint side,
         guint run,
         const guint32 *row_of,
         CyanSimilarityRuns *all)
{
  const CyanRuns *runs = self->comparison->runs[side];
  const CyanProfile *tree = runs->mean;
  gsize stride = runs->n_runs;
  double *own = all->own[side] + run, *calls = all->calls[side] + run;
  g_autofree guint32 *n_before = g_new (guint32, (gsize) tree->n_nodes + 1);

  for (guint i = 0; i < self->n_rows; i++)
    {
      own[i * stride] = NAN;
      calls[i * stride] = 0;
    }
  count_values (runs, run, n_before);
  for (CyanNode i = 1; i < tree->n_nodes; i++)
    {
      guint32 row = row_of[i];
      double n = calls_of (runs, run, i);

      if (row == NONE || !(n > 0 || n_before[tree->end[i]] > n_before[i]))
        continue;
      calls[row * stride] += n;
      if (isnan (own[row * stride]))
        own[row * stride] = 0;
      own[row * stride] += self_of (runs, run, i);
    }
}

/* Whether calls are known in each run that has the row. */
static gboolean
knows_calls (const CyanSimilarityRuns *all, guint row)
{
  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < all->n_runs[side]; r++)
      if (isnan (all->calls[side][(gsize) row * all->n_runs[side] + r]))
        return FALSE;
  return TRUE;
}

/* Collects self values and calls by row and run, and makes the values of them. */
static gboolean
collect (CyanSimilarity *self,
         guint32 *const row_of[2],
         CyanSimilarityRuns *all,
         const CyanTick *tick,
         GError **error)
{
  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < all->n_runs[side]; r++)
      {
        if (!cyan_tick (tick, (side + (double) r / all->n_runs[side]) / 2, N_ ("Comparing"), error))
          return FALSE;
        add_run (self, side, r, row_of[side], all);
      }
  for (guint i = 0; i < self->n_rows; i++)
    {
      gboolean per_call = self->options.value == CYAN_SIMILARITY_PER_CALL && knows_calls (all, i);

      for (guint side = 0; side < 2; side++)
        for (guint r = 0; r < all->n_runs[side]; r++)
          {
            gsize at = (gsize) i * all->n_runs[side] + r;
            double *n = &all->calls[side][at];

            *n = isnan (all->own[side][at]) ? NAN : per_call ? MAX (*n, 1) : 1;
            self->values[side][at] = all->own[side][at] / *n;
          }
    }
  return TRUE;
}

/* The mean of the values that are known; NAN if none is.  Of equal values it is exactly theirs, so
 * that equal rows of 2 and of 7 runs do not differ by rounding. */
static double
mean_of (const double *values, guint n)
{
  double mean = 0;
  guint known = 0;

  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      mean += (values[i] - mean) / ++known;
  return known > 0 ? mean : NAN;
}

/* A row of which a side has no value counts by the calls of the other. */
static double
fewer_calls (const CyanSimilarityRow *row)
{
  return row->calls[0] > 0 && row->calls[1] > 0 ? MIN (row->calls[0], row->calls[1])
                                                : MAX (row->calls[0], row->calls[1]);
}

static void
describe_row (CyanSimilarity *self, const CyanSimilarityRuns *all, CyanSimilarityRow *row)
{
  CyanSpectrumValues values;

  for (guint side = 0; side < 2; side++)
    {
      guint n = all->n_runs[side];
      gsize at = (gsize) row->at * n;

      values.n[side] = n;
      values.values[side] = self->values[side] + at;
      row->mean[side] = mean_of (self->values[side] + at, n);
      row->calls[side] = mean_of (all->calls[side] + at, n);
      if (isnan (row->calls[side]))
        row->calls[side] = 0;
    }
  cyan_spectrum_find (&values, self->options.range, &row->spectrum);
  row->gone = row->spectrum.present[1] == 0;
  row->total_impact = row->spectrum.impact * fewer_calls (row);
  row->q = NAN;
}

/* The report's own counts: what the paper's rule says, and what chance says of that. */
static void
count_below (CyanSimilarity *self, const CyanSimilarityRow *row)
{
  const CyanSpectrum *spectrum = &row->spectrum;

  if (!spectrum->has_range || spectrum->present[1] == 0)
    return;
  self->n_below += spectrum->inside < spectrum->present[1];
  if (!isnan (spectrum->chance))
    self->expected +=
        1 - cyan_spectrum_chance (spectrum->present[0], spectrum->present[1], spectrum->present[1]);
}

/* ---- which rows changed ----
 *
 * A moderated t-test of the logs of their values over the runs.  A run without the row counts as 0
 * there, so that a row which is new in each run or gone from each is tested like any other.  The
 * tests are those of a comparison: the same offset keeps the log of 0 finite, the same values are
 * too small for a test, and a run's drift is taken out.
 *
 * Few runs of few samples may agree by luck and then look steadier than samples can be.  So if both
 * sides are sampled, the p of a row is at least that of sampling alone. */

/* The mean self value over all runs, those without the row included. */
static double
mean_own (const CyanSimilarityRuns *all, guint side, guint row)
{
  const double *own = all->own[side] + (gsize) row * all->n_runs[side];
  double sum = 0;

  for (guint r = 0; r < all->n_runs[side]; r++)
    sum += isnan (own[r]) ? 0 : own[r];
  return sum / all->n_runs[side];
}

/* The calls of a side; of one without the row, for which any number would do, those of the
 * other. */
static double
side_calls (const CyanSimilarityRow *row, guint side)
{
  return row->calls[side] > 0 ? row->calls[side] : row->calls[1 - side];
}

/* Logs of values per call, times the calls that the two sides have in the mean: variances depend on
 * how much a row has in all, and are shrunk towards those of rows of about the same y. */
static void
take_logs (const CyanSimilarityRuns *all,
           const CyanSimilarityRow *row,
           double offset,
           CyanFamily *family,
           guint test)
{
  double usual = 0.5 * (log (side_calls (row, 0)) + log (side_calls (row, 1)));

  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < all->n_runs[side]; r++)
      {
        gsize at = (gsize) row->at * all->n_runs[side] + r;
        double own = all->own[side][at];
        double calls = isnan (own) ? side_calls (row, side) : all->calls[side][at];

        family->y[side][(gsize) test * all->n_runs[side] + r] =
            log ((own > 0 ? own : 0) + offset) - log (calls) + usual;
      }
}

/* The p of a row if its runs differed by their samples only: that of two Poisson counts. */
static double
sampling_p (const CyanSimilarity *self, const CyanSimilarityRow *row, const double own[2])
{
  const CyanComparedSide *sides = self->comparison->compared.side;
  CyanCounts counts;
  CyanTest test;

  for (guint side = 0; side < 2; side++)
    {
      if (!(sides[side].period > 0))
        return 0;
      counts.count[side] = MAX (own[side], 0.0) / sides[side].period;
      counts.whole[side] = side_calls (row, side) / sides[side].period;
    }
  cyan_test_rates (&counts, FALSE, 0, CYAN_NOISE_BAND, &test);
  return test.p;
}

/* Whether values that are equal in all runs are no accident: at least half of the rows in both are
 * like that.  Small times and few samples are equal by chance, but rarely so many. */
static gboolean
is_exact (const CyanSimilarity *self)
{
  guint n = 0, n_exact = 0;

  for (guint i = 0; i < self->n_rows; i++)
    {
      const CyanSpectrum *spectrum = &self->rows[i].spectrum;

      if (spectrum->present[0] == 0 || spectrum->present[1] == 0)
        continue;
      n++;
      if (spectrum->exact)
        n_exact++;
    }
  return 2 * n_exact >= n;
}

/* Rows that are exact need no test, and would make the others look steadier than they are. */
static void
test_rows (CyanSimilarity *self, const CyanSimilarityRuns *all, gboolean exact)
{
  const CyanCompared *compared = &self->comparison->compared;
  double offsets[2], offset;
  CyanFamily family = { 0, { all->n_runs[0], all->n_runs[1] }, { NULL, NULL } };
  g_autofree guint *row_of_test = g_new (guint, MAX (self->n_rows, 1));
  g_autofree double *size = g_new (double, MAX (self->n_rows, 1));
  g_autofree double *least = g_new (double, MAX (self->n_rows, 1));
  g_autofree CyanTest *tests = NULL;

  cyan_noise_offsets (compared, offsets);
  offset = MAX (offsets[0], offsets[1]);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const CyanSimilarityRow *row = &self->rows[i];
      const double own[2] = { mean_own (all, 0, row->at), mean_own (all, 1, row->at) };

      if ((exact && row->spectrum.exact) || !cyan_noise_is_large (compared, own[0], own[1]))
        continue;
      size[family.n_tests] = 0.5 * (own[0] + own[1]) / offset;
      least[family.n_tests] = sampling_p (self, row, own);
      row_of_test[family.n_tests++] = i;
    }
  tests = g_new (CyanTest, MAX (family.n_tests, 1));
  for (guint side = 0; side < 2; side++)
    family.y[side] = g_new (double, MAX ((gsize) family.n_tests * all->n_runs[side], 1));
  for (guint t = 0; t < family.n_tests; t++)
    take_logs (all, &self->rows[row_of_test[t]], offset, &family, t);
  cyan_noise_test_family (&family, size, 0, tests);
  for (guint t = 0; t < family.n_tests; t++)
    tests[t].p = MAX (tests[t].p, least[t]);
  cyan_adjust_p_values (tests, family.n_tests);
  for (guint t = 0; t < family.n_tests; t++)
    {
      CyanSimilarityRow *row = &self->rows[row_of_test[t]];

      row->q = tests[t].q;
      row->changed = row->q <= self->options.alpha;
    }
  for (guint side = 0; side < 2; side++)
    g_free (family.y[side]);
}

static gboolean
test_all (CyanSimilarity *self, const CyanSimilarityRuns *all, const CyanTick *tick, GError **error)
{
  gboolean exact = is_exact (self);

  if (!cyan_tick (tick, 0, N_ ("Comparing"), error))
    return FALSE;
  if (all->n_runs[0] > 1 && all->n_runs[1] > 1)
    test_rows (self, all, exact);
  if (exact)
    for (guint i = 0; i < self->n_rows; i++)
      {
        CyanSimilarityRow *row = &self->rows[i];

        row->changed |= row->spectrum.exact
                        && (row->spectrum.present[0] == 0 || row->spectrum.present[1] == 0
                            || row->mean[0] != row->mean[1]);
      }
  return TRUE;
}

/* Whether the value of a call and that of the run changed in opposite directions. */
static gboolean
is_against (const CyanSimilarity *self, const CyanSimilarityRuns *all, const CyanSimilarityRow *row)
{
  gboolean counts = self->n_runs[0] > 1 && self->n_runs[1] > 1
                        ? row->changed
                        : row->spectrum.inside < row->spectrum.present[1];
  double mean[2];

  if (!counts || row->gone || !row->spectrum.has_range)
    return FALSE;
  for (guint side = 0; side < 2; side++)
    mean[side] =
        mean_of (all->own[side] + (gsize) row->at * self->n_runs[side], self->n_runs[side]);
  return row->spectrum.impact * (mean[1] - mean[0]) < 0;
}

/* ---- ranks ---- */

static int
descending (double a, double b)
{
  return (a < b) - (a > b);
}

/* The ties are the authors': calls, then the impact of one call. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanSimilarityRow *x = a, *y = b;
  const CyanSimilarityOptions *options = data;
  /* No run of a row that is gone is similar. */
  double similarity[2] = { x->gone ? 0 : x->spectrum.similarity,
                           y->gone ? 0 : y->spectrum.similarity };
  double impact[2] = { x->spectrum.impact * x->calls[!x->gone],
                       y->spectrum.impact * y->calls[!y->gone] };
  int order;

  if (options->rank == CYAN_SIMILARITY_RANK_PAPER)
    {
      order = descending (similarity[1], similarity[0]);
      if (order == 0)
        order = descending (impact[0], impact[1]);
    }
  else
    {
      order = descending (fabs (x->total_impact), fabs (y->total_impact));
      if (order == 0)
        order = descending (similarity[1], similarity[0]);
    }
  if (order == 0)
    order = descending (x->calls[1], y->calls[1]);
  if (order == 0)
    order = descending (fabs (x->spectrum.impact), fabs (y->spectrum.impact));
  return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

/* ---- the report ---- */

static gboolean
fill (CyanSimilarity *self, CyanSimilarityRuns *all, const CyanTick *tick, GError **error)
{
  const CyanTick runs = cyan_tick_slice (tick, 0, 0.7);
  const CyanTick tests = cyan_tick_slice (tick, 0.7, 1);
  g_autofree guint32 *before = g_new (guint32, self->comparison->runs[0]->mean->n_nodes);
  g_autofree guint32 *after = g_new (guint32, self->comparison->runs[1]->mean->n_nodes);
  guint32 *const row_of[2] = { before, after };

  make_rows (self, row_of);
  for (guint side = 0; side < 2; side++)
    {
      gsize n = MAX ((gsize) self->n_rows * self->n_runs[side], 1);

      all->n_runs[side] = self->n_runs[side];
      all->own[side] = g_new (double, n);
      all->calls[side] = g_new (double, n);
      self->values[side] = g_new (double, n);
    }
  if (!collect (self, row_of, all, &runs, error))
    return FALSE;
  for (guint i = 0; i < self->n_rows; i++)
    {
      describe_row (self, all, &self->rows[i]);
      count_below (self, &self->rows[i]);
    }
  if (!test_all (self, all, &tests, error))
    return FALSE;
  for (guint i = 0; i < self->n_rows; i++)
    {
      if (self->rows[i].changed)
        self->n_changed++;
      if (is_against (self, all, &self->rows[i]))
        self->n_against++;
    }
  return TRUE;
}

static void
clear_runs (CyanSimilarityRuns *all)
{
  for (guint side = 0; side < 2; side++)
    {
      g_free (all->own[side]);
      g_free (all->calls[side]);
    }
}

CyanSimilarity *
cyan_similarity_new (CyanComparison *comparison,
                     const CyanSimilarityOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  g_autoptr (CyanSimilarity) self = NULL;
  CyanSimilarityRuns all = { 0 };
  gboolean ok;

  g_assert (options->alpha >= 0 && options->alpha <= 1);
  if (!compared->same_unit)
    return cyan_fail_null (error, CYAN_ERROR_MISMATCH,
                           _ ("the metric \"%s\" is in %s before and in %s after"),
                           cyan_compared_metric (compared, 0)->name,
                           cyan_unit_label (cyan_compared_metric (compared, 0)->unit),
                           cyan_unit_label (cyan_compared_metric (compared, 1)->unit));
  self = g_new0 (CyanSimilarity, 1);
  self->comparison = cyan_comparison_ref (comparison);
  self->options = *options;
  self->has_calls = compared->has_calls;
  if (!self->has_calls)
    self->options.value = CYAN_SIMILARITY_PER_RUN;
  for (guint side = 0; side < 2; side++)
    self->n_runs[side] = comparison->runs[side]->n_runs;
  ok = fill (self, &all, tick, error);
  clear_runs (&all);
  if (!ok)
    return NULL;
  g_qsort_with_data (self->rows, (int) self->n_rows, sizeof *self->rows, compare_rows,
                     &self->options);
  g_assert (self->expected >= 0 && self->expected <= self->n_rows);
  return g_steal_pointer (&self);
}

void
cyan_similarity_free (CyanSimilarity *self)
{
  cyan_comparison_unref (self->comparison);
  g_free (self->rows);
  for (guint side = 0; side < 2; side++)
    g_free (self->values[side]);
  g_free (self);
}

void
cyan_similarity_values (const CyanSimilarity *self,
                        const CyanSimilarityRow *row,
                        guint side,
                        double *values)
{
  g_assert (side < G_N_ELEMENTS (self->values));
  g_assert (row->at < self->n_rows);
  guint n = self->n_runs[side];

  memcpy (values, self->values[side] + (gsize) row->at * n, n * sizeof *values);
}

CyanNode
cyan_similarity_node (const CyanSimilarity *self G_GNUC_UNUSED, const CyanSimilarityRow *row)
{
  return row->node;
}
