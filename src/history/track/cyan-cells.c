/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a plan that is being measured: how many runs each misses, and whose turn it is. */
#include <math.h>
#include <string.h>

#include "cyan-metric-rank.h"
#include "cyan-statistics.h"
#include "cyan-track-private.h"

/* ---- new and free ---- */

/* The cells of revision i are those from [i] to [i + 1] - 1. */
static guint *
index_cells (const CyanPlan *plan)
{
  guint *first = g_new0 (guint, plan->revisions->len + 1), cell = 0;

  for (guint i = 0; i <= plan->revisions->len; i++)
    {
      while (cell < plan->cells->len && cyan_plan_cell (plan, cell)->revision < i)
        cell++;
      first[i] = cell;
    }
  return first;
}

void
cyan_cells_init (
    CyanCells *self, const CyanTrack *track, CyanPlan *plan, CyanStore *store, guint32 seed)
{
  *self = (CyanCells){ .track = track,
                       .plan = plan,
                       .store = store,
                       .first = index_cells (plan),
                       .random = g_rand_new_with_seed (seed),
                       .n_wanted = plan->n_missing };
}

void
cyan_cells_clear (CyanCells *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->random, g_rand_free);
  g_clear_pointer (&self->round, g_array_unref);
}

/* ---- what is missing ---- */

guint
cyan_cells_count_missing (const CyanCells *self, guint revision)
{
  guint n = 0;

  for (guint i = self->first[revision]; i < self->first[revision + 1]; i++)
    n += cyan_plan_cell (self->plan, i)->n_missing;
  return n;
}

GArray *
cyan_cells_list_missing (const CyanCells *self)
{
  GArray *missing = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = self->plan->revisions->len; i-- > 0;)
    if (cyan_cells_count_missing (self, i) > 0)
      g_array_append_val (missing, i);
  return missing;
}

void
cyan_cells_want (CyanCells *self, CyanPlanCell *cell, guint n_runs)
{
  g_assert (self->n_wanted >= cell->n_missing);
  self->n_wanted += n_runs - cell->n_missing;
  cell->n_missing = n_runs;
}

void
cyan_cells_drop (CyanCells *self, guint revision)
{
  for (guint i = self->first[revision]; i < self->first[revision + 1]; i++)
    cyan_cells_want (self, cyan_plan_cell (self->plan, i), 0);
}

void
cyan_cells_ask (CyanCells *self, CyanPlanCell *const *cells, guint n_cells, guint n_runs)
{
  self->is_asked = TRUE;
  for (guint i = 0; i < n_cells; i++)
    {
      cyan_cells_drop (self, cells[i]->revision);
      cyan_cells_want (self, cells[i], n_runs);
    }
  self->n_wanted = self->n_done + n_cells * n_runs;
}

void
cyan_cells_count_run (CyanCells *self, CyanPlanCell *cell, CyanRunStatus status)
{
  cell->n_ok += status == CYAN_RUN_OK;
  cell->n_failed += status != CYAN_RUN_OK && status != CYAN_RUN_LOST;
  g_assert (cell->n_missing > 0);
  cell->n_missing--;
  self->n_done++;
}

void
cyan_cells_refresh (CyanCells *self, CyanPlanCell *cell, const CyanStoreCounts *counts)
{
  guint n = counts->ok + counts->failed, n_known = cell->n_ok + cell->n_failed;
  guint n_new = MIN (cell->n_missing, n - MIN (n, n_known));

  cyan_cells_want (self, cell, cell->n_missing - n_new);
  cell->n_ok = counts->ok;
  cell->n_failed = counts->failed;
}

/* ---- turns ---- */

/* As Fisher and Yates. */
void
cyan_cells_shuffle (guint *items, guint n, GRand *random)
{
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) g_rand_int_range (random, 0, (gint32) i), item = items[i - 1];

      items[i - 1] = items[other];
      items[other] = item;
    }
}

/* Whether @cells are those of the last round, in any order. */
static gboolean
are_of_last_round (const CyanCells *self, const GArray *cells)
{
  gboolean same = self->round != NULL && self->round->len == cells->len;

  for (guint i = 0; same && i < cells->len; i++)
    {
      gboolean found = FALSE;

      for (guint j = 0; j < cells->len && !found; j++)
        found = g_array_index (cells, guint, i) == g_array_index (self->round, guint, j);
      same = found;
    }
  return same;
}

/* Sets @cells to those of the last round, the last first. */
static void
mirror_round (const CyanCells *self, GArray *cells)
{
  for (guint i = 0; i < cells->len; i++)
    g_array_index (cells, guint, i) = g_array_index (self->round, guint, cells->len - 1 - i);
}

void
cyan_cells_begin (CyanCells *self)
{
  g_clear_pointer (&self->round, g_array_unref);
}

GArray *
cyan_cells_next (CyanCells *self, const GArray *revisions)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < revisions->len; i++)
    {
      guint revision = g_array_index (revisions, guint, i);

      for (guint j = self->first[revision]; j < self->first[revision + 1]; j++)
        if (cyan_plan_cell (self->plan, j)->n_missing > 0)
          g_array_append_val (cells, j);
    }
  if (are_of_last_round (self, cells))
    {
      mirror_round (self, cells);
      cyan_cells_begin (self);
      return cells;
    }
  cyan_cells_shuffle ((guint *) cells->data, cells->len, self->random);
  cyan_cells_begin (self);
  self->round = g_array_copy (cells);
  return cells;
}

/* ---- precision ---- */

const CyanStoreCellValue *
cyan_tracker_judged_value (const CyanTrackBenchmark *benchmark, const GPtrArray *values)
{
  const CyanStoreCellValue *wall = NULL;

  for (guint i = 0; i < values->len; i++)
    {
      const CyanStoreCellValue *value = values->pdata[i];

      if (wall == NULL && strcmp (value->name, "wall") == 0)
        wall = value;
      if (benchmark->measure == NULL && !cyan_metric_is_of_command (value->name))
        return value;
    }
  return wall;
}

GPtrArray *
cyan_cells_values (const CyanCells *self, const CyanPlanCell *cell, GError **error)
{
  GPtrArray *values =
      cyan_store_read_values (self->store, cyan_plan_revision (self->plan, cell->revision)->id,
                              cell->definition, self->plan->machine_id, error);
  const CyanStoreCellValue *judged =
      values != NULL
          ? cyan_tracker_judged_value (self->track->benchmarks->pdata[cell->benchmark], values)
          : NULL;
  gint64 metric = judged != NULL ? judged->metric : CYAN_STORE_UNKNOWN;

  for (guint i = values != NULL ? values->len : 0; i-- > 0;)
    if (((const CyanStoreCellValue *) values->pdata[i])->metric != metric)
      g_ptr_array_remove_index (values, i);
  return values;
}

/* The stop looks at the width alone, never at a difference between revisions. */
static gboolean
is_precise (const GPtrArray *rows, double precision)
{
  g_autofree double *values = g_new (double, rows->len);
  double half, mean;

  if (rows->len < 2)
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    values[i] = ((const CyanStoreCellValue *) rows->pdata[i])->value;
  mean = cyan_mean (values, rows->len, &half);
  return half <= precision * fabs (mean);
}

gboolean
cyan_cells_extend (CyanCells *self, CyanPlanCell *cell, GError **error)
{
  const CyanTrack *track = self->track;
  g_autoptr (GPtrArray) values = NULL;

  if (self->is_asked || track->precision <= 0 || cell->n_missing > 0 || cell->n_ok == 0
      || cell->n_ok + cell->n_failed >= track->max_runs)
    return TRUE;
  values = cyan_cells_values (self, cell, error);
  if (values == NULL)
    return FALSE;
  if (!is_precise (values, track->precision))
    cyan_cells_want (self, cell, 1);
  return TRUE;
}
