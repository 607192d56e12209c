/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether the newest revision is a step.
 *
 * It is alone, so its level cannot be told from noise by the revisions after it.  More runs of it
 * and of the one before it, in turns, can tell.
 */
#include <math.h>

#include "cyan-statistics.h"
#include "cyan-steps.h"
#include "cyan-track-private.h"

/* The values of one benchmark, by its measured revisions. */
typedef struct
{
  GArray *cells;  /* guint: of the plan, oldest first */
  GArray *begin;  /* of CyanSeries */
  GArray *values; /* double */
  gint64 metric;
  char *name, *unit;
} Series;

static void
series_free (Series *self)
{
  g_array_unref (self->cells);
  g_array_unref (self->begin);
  g_array_unref (self->values);
  g_free (self->name);
  g_free (self->unit);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Series, series_free)

static gboolean
add_cell (CyanTracker *self, Series *series, guint number, GError **error)
{
  const CyanPlanCell *cell = self->plan->cells->pdata[number];
  g_autoptr (GPtrArray) values = cyan_tracker_cell_values (self, cell, error);
  const CyanStoreCellValue *first;

  if (values == NULL || values->len == 0)
    return values != NULL;
  first = values->pdata[0];
  if (series->cells->len > 0 && first->metric != series->metric)
    return TRUE;
  if (series->cells->len == 0)
    {
      series->metric = first->metric;
      series->name = g_strdup (first->name);
      series->unit = g_strdup (first->unit);
    }
  g_array_append_val (series->cells, number);
  for (guint i = 0; i < values->len; i++)
    g_array_append_val (series->values, ((const CyanStoreCellValue *) values->pdata[i])->value);
  g_array_append_val (series->begin, series->values->len);
  return TRUE;
}

/* The measured revisions that are comparable with the cell @newest, up to it. */
static Series *
read_series (CyanTracker *self, guint newest, GError **error)
{
  const CyanPlanCell *last = self->plan->cells->pdata[newest];
  g_autoptr (Series) series = g_new0 (Series, 1);
  guint none = 0;

  series->cells = g_array_new (FALSE, FALSE, sizeof (guint));
  series->begin = g_array_new (FALSE, FALSE, sizeof (guint));
  series->values = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (series->begin, none);
  for (guint i = 0; i <= newest; i++)
    {
      const CyanPlanCell *cell = self->plan->cells->pdata[i];

      if (cell->benchmark == last->benchmark && cell->definition == last->definition
          && cell->n_ok > 0 && !add_cell (self, series, i, error))
        return NULL;
    }
  return g_steal_pointer (&series);
}

/* ---- two revisions ---- */

/* Whether all values of a revision are the same. */
static gboolean
is_constant (const double *values, guint n)
{
  for (guint i = 1; i < n; i++)
    if (values[i] != values[0])
      return FALSE;
  return TRUE;
}

/* Compares the last two revisions of @series.  FALSE if they have too few values for it. */
static gboolean
compare_last (const Series *series, CyanTest *test)
{
  guint n = series->cells->len;
  const guint *begin = (const guint *) series->begin->data;
  const double *values = (const double *) series->values->data;
  CyanFamily family = { .n_tests = 1 };
  gboolean constant = TRUE;

  for (guint side = 0; side < 2; side++)
    {
      guint revision = n - 2 + side;

      family.n_runs[side] = begin[revision + 1] - begin[revision];
      family.y[side] = g_new (double, family.n_runs[side]);
      constant &= is_constant (values + begin[revision], family.n_runs[side]);
      for (guint i = 0; i < family.n_runs[side]; i++)
        family.y[side][i] = log (values[begin[revision] + i]);
    }
  *test = (CyanTest){ .p = 1 };
  if (constant)
    {
      test->difference = family.y[1][0] - family.y[0][0];
      test->p = test->difference == 0;
    }
  else if (family.n_runs[0] >= 2 && family.n_runs[1] >= 2)
    cyan_moderated_t (&family, 0, 0, test, NULL);
  g_free (family.y[0]);
  g_free (family.y[1]);
  return constant || (family.n_runs[0] >= 2 && family.n_runs[1] >= 2);
}

static gboolean
is_positive (const GArray *values)
{
  for (guint i = 0; i < values->len; i++)
    if (!(g_array_index (values, double, i) > 0))
      return FALSE;
  return TRUE;
}

/* ---- the verdict ---- */

static void
verdict_clear (gpointer data)
{
  CyanTrackerVerdict *self = data;

  g_free (self->metric);
  g_free (self->unit);
}

static const CyanGitLogCommit *
commit_of (const CyanTracker *self, guint number)
{
  const CyanPlanCell *cell = self->plan->cells->pdata[number];
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];

  return revision->commit;
}

/* With enough revisions the series tells what its noise is; with few the two last ones do. */
static gboolean
judge (CyanTracker *self, const Series *series, CyanTrackerVerdict *verdict, GError **error)
{
  guint n = series->cells->len;
  const guint *cells = (const guint *) series->cells->data;
  const CyanSeries values = { n, (const guint *) series->begin->data,
                              (const double *) series->values->data };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanSteps) steps = cyan_steps_new (&values, &options, error);
  CyanTest test;

  if (steps == NULL)
    return FALSE;
  verdict->metric = g_strdup (series->name);
  verdict->unit = g_strdup (series->unit);
  verdict->commit = commit_of (self, cells[n - 1]);
  verdict->before = commit_of (self, cells[n - 2]);
  verdict->low = verdict->high = NAN;
  if (!compare_last (series, &test))
    test.p = 1;
  else
    {
      verdict->low = exp (test.difference - test.half);
      verdict->high = exp (test.difference + test.half);
    }
  verdict->ratio = exp (test.difference);
  verdict->possible = steps->tested ? steps->possible != 0 : test.p <= CYAN_ALPHA;
  if (steps->tested && steps->possible != 0)
    verdict->ratio = steps->possible;
  g_assert (!(verdict->low > verdict->high) && verdict->commit != verdict->before);
  verdict->confirmed =
      verdict->possible && test.p <= CYAN_ALPHA && (test.difference > 0) == (verdict->ratio > 1);
  return TRUE;
}

/* Adds the verdict on the newest revision's cell @newest, if it can be judged, and the cells to run
 * again to @again. */
static gboolean
look_at (CyanTracker *self, guint newest, GArray *verdicts, GArray *again, GError **error)
{
  const CyanPlanCell *cell = self->plan->cells->pdata[newest];
  g_autoptr (Series) series = read_series (self, newest, error);
  CyanTrackerVerdict verdict = { .benchmark = self->track->benchmarks->pdata[cell->benchmark] };
  guint n;

  if (series == NULL)
    return FALSE;
  n = series->cells->len;
  if (n < 2 || g_array_index (series->cells, guint, n - 1) != newest
      || !is_positive (series->values))
    return TRUE;
  if (!judge (self, series, &verdict, error))
    return FALSE;
  g_array_append_val (verdicts, verdict);
  if (verdict.possible)
    g_array_append_vals (again, (const guint *) series->cells->data + n - 2, 2);
  return TRUE;
}

static GArray *
judge_all (CyanTracker *self, GArray *again, GError **error)
{
  guint newest = self->plan->revisions->len - 1;
  GArray *verdicts = g_array_new (FALSE, FALSE, sizeof (CyanTrackerVerdict));

  g_array_set_clear_func (verdicts, verdict_clear);
  for (guint i = self->cells.first[newest]; i < self->cells.first[newest + 1]; i++)
    if (!look_at (self, i, verdicts, again, error))
      {
        g_array_unref (verdicts);
        return NULL;
      }
  return verdicts;
}

/* ---- more runs ---- */

/* Asks for as many runs again of the cells @again that have not had them.  Returns their
 * revisions. */
static GArray *
ask_again (CyanTracker *self, const GArray *again)
{
  GArray *revisions = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < again->len; i++)
    {
      CyanPlanCell *cell = self->plan->cells->pdata[g_array_index (again, guint, i)];
      gboolean is_there = FALSE;

      if (cell->n_missing > 0 || cell->n_ok >= 2 * self->track->min_runs)
        continue;
      cyan_cells_want (&self->cells, cell, 2 * self->track->min_runs - cell->n_ok);
      for (guint j = 0; j < revisions->len; j++)
        is_there |= g_array_index (revisions, guint, j) == cell->revision;
      if (!is_there)
        g_array_append_val (revisions, cell->revision);
    }
  return revisions;
}

GArray *
cyan_tracker_confirm (CyanTracker *self, const CyanTick *tick, GError **error)
{
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) verdicts = judge_all (self, again, error);
  g_autoptr (GArray) revisions = NULL;

  if (verdicts == NULL)
    return NULL;
  self->tick = tick;
  self->thread = g_thread_self ();
  revisions = ask_again (self, again);
  if (!cyan_tracker_claim_missing (self, revisions, error))
    return NULL;
  if (revisions->len == 0)
    return cyan_tracker_release (self, error) ? g_steal_pointer (&verdicts) : NULL;
  cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_CONFIRMS });
  if (!cyan_tracker_measure (self, revisions, error) || !cyan_tracker_release (self, error))
    return NULL;
  return judge_all (self, again, error);
}
