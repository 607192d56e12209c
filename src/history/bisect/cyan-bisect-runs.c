/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When the runs of a store were measured, and which of their metrics shows a difference best. */
#include <math.h>
#include <string.h>

#include "cyan-bisect-private.h"
#include "cyan-i18n.h"
#include "cyan-metric-rank.h"
#include "cyan-visits.h"

struct _CyanBisectRuns
{
  GHashTable *occasions; /* by run: CyanSearchOccasion */
  guint n_visits;
};

CyanBisectRuns *
cyan_bisect_runs_new (void)
{
  CyanBisectRuns *self = g_new0 (CyanBisectRuns, 1);

  self->occasions = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  return self;
}

void
cyan_bisect_runs_free (CyanBisectRuns *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->occasions);
  g_free (self);
}

static gboolean
is_known (const CyanBisectRuns *self, gint64 run)
{
  return g_hash_table_contains (self->occasions, &run);
}

static void
set_occasion (CyanBisectRuns *self, gint64 run, guint visit, guint build)
{
  CyanSearchOccasion occasion = { visit, build };

  g_hash_table_insert (self->occasions, g_memdup2 (&run, sizeof run),
                       g_memdup2 (&occasion, sizeof occasion));
}

void
cyan_bisect_runs_begin_visit (CyanBisectRuns *self)
{
  self->n_visits++;
}

void
cyan_bisect_runs_add (CyanBisectRuns *self, const GPtrArray *rows, guint build)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const CyanStoreCellValue *row = rows->pdata[i];

      if (!is_known (self, row->run))
        set_occasion (self, row->run, self->n_visits, build);
    }
}

const CyanSearchOccasion *
cyan_bisect_runs_find (const CyanBisectRuns *self, gint64 run)
{
  return g_hash_table_lookup (self->occasions, &run);
}

void
cyan_bisect_runs_add_stored (CyanBisectRuns *self, GPtrArray *const *rows, guint n_revisions)
{
  g_autoptr (GArray) all = cyan_visits_list_runs (rows, n_revisions);
  guint n_before = self->n_visits;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanVisitRun *run = &g_array_index (all, CyanVisitRun, i);

      self->n_visits = n_before + 1 + run->visit;
      set_occasion (self, run->run, self->n_visits, 0);
    }
}

/* ---- the metric ---- */

/* Standard errors by which a metric shows a difference, how much more clearly another one must show
 * it, and how much of it. */
#define SHOWN  4.0
#define FACTOR 1.25
#define PART   0.5

/* The difference of the ends in a metric: a natural logarithm, with its standard error; infinite:
 * too few values are known. */
typedef struct
{
  double log_ratio;
  double error;
} Difference;

static double
clarity (Difference self)
{
  return fabs (self.log_ratio) / self.error;
}

static gboolean
is_shown (Difference self)
{
  return clarity (self) >= SHOWN;
}

/* Whether @other shows what @judged is about, and better.  A metric that scatters more is never
 * better: a neighbour on the machine moves processor and wall times of the ends, too. */
static gboolean
is_clearer (Difference other, Difference judged)
{
  return other.error < judged.error && is_shown (other)
         && clarity (other) >= FACTOR * clarity (judged)
         && (!is_shown (judged) || other.log_ratio / judged.log_ratio >= PART);
}

/* Adds the values of @metric; FALSE if one is not above 0. */
static gboolean
add_values (const CyanBisectRuns *self,
            CyanSearch *search,
            guint revision,
            const GPtrArray *rows,
            gint64 metric)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const CyanStoreCellValue *row = rows->pdata[i];

      if (row->metric != metric)
        continue;
      if (!(row->value > 0 && isfinite (row->value)))
        return FALSE;
      cyan_search_add (search, revision, cyan_bisect_runs_find (self, row->run), &row->value, 1,
                       FALSE);
    }
  return TRUE;
}

static Difference
difference_in (const CyanBisectRuns *self,
               GPtrArray *const ends[2],
               gint64 metric,
               double build_scatter)
{
  CyanSearchOptions options = CYAN_SEARCH_OPTIONS_INIT;
  g_autoptr (CyanSearch) search = NULL;
  const CyanRatio *ratio;

  options.build_scatter = build_scatter;
  search = cyan_search_new (&options);
  for (guint end = 0; end < 2; end++)
    if (!add_values (self, search, end, ends[end], metric))
      return (Difference){ .error = INFINITY };
  ratio = &cyan_search_ask (search)->ends;
  if (!isfinite (ratio->ratio))
    return (Difference){ .error = INFINITY };
  return (Difference){ .log_ratio = log (ratio->ratio),
                       .error = log (ratio->high / ratio->low) / (2 * 1.96) };
}

const CyanStoreCellValue *
cyan_bisect_runs_choose (const CyanBisectRuns *self,
                         GPtrArray *const ends[2],
                         const CyanStoreCellValue *judged,
                         double build_scatter,
                         char **reason)
{
  const CyanStoreCellValue *best = judged, *noisier = NULL;
  const Difference of_judged = difference_in (self, ends, judged->metric, build_scatter);
  Difference of_best = of_judged, of_noisier = { .error = INFINITY };
  gint64 before = CYAN_STORE_UNKNOWN;

  *reason = NULL;
  if (!cyan_metric_is_work (judged->name))
    return judged;
  for (guint i = 0; i < ends[0]->len; i++)
    {
      const CyanStoreCellValue *row = ends[0]->pdata[i];
      Difference here;

      if (row->metric == before || row->metric == judged->metric
          || !cyan_metric_is_work (row->name))
        continue;
      before = row->metric;
      here = difference_in (self, ends, row->metric, build_scatter);
      if (is_clearer (here, of_judged) && (best == judged || clarity (here) > clarity (of_best)))
        {
          best = row;
          of_best = here;
        }
      else if (is_shown (here) && clarity (here) > clarity (of_noisier))
        {
          noisier = row;
          of_noisier = here;
        }
    }
  if (best != judged)
    *reason = g_strdup_printf (
        /* Translators: a metric; numbers; another metric */
        _ ("The metric is %s: the ends differ by %.0f of its standard errors, and by %.0f of those "
           "of %s."),
        best->name, clarity (of_best), clarity (of_judged), judged->name);
  else if (noisier != NULL && !is_shown (of_judged))
    *reason = g_strdup_printf (
        /* Translators: a metric; a number; metrics */
        _ ("The metric is %s.  The ends differ by %.0f standard errors of %s, which scatters more: "
           "--metric %s searches for that."),
        judged->name, clarity (of_noisier), noisier->name, noisier->name);
  else if (before != CYAN_STORE_UNKNOWN && is_shown (of_judged))
    *reason = g_strdup_printf (
        /* Translators: a metric; a number */
        _ ("The metric is %s: the ends differ by %.0f of its standard errors, and no other metric "
           "shows it more clearly."),
        best->name, clarity (of_judged));
  return best;
}
