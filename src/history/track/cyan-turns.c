/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whose turn it is: the order of runs, and how many of them a cell gets. */
#include <math.h>
#include <string.h>

#include "cyan-statistics.h"
#include "cyan-track-private.h"

/* As Fisher and Yates. */
void
cyan_turns_shuffle (guint *items, guint n, GRand *random)
{
  for (guint i = n; i > 1; i--)
    {
      guint other = (guint) g_rand_int_range (random, 0, (gint32) i), item = items[i - 1];

      items[i - 1] = items[other];
      items[other] = item;
    }
}

GArray *
cyan_turns_next (CyanTracker *self, const GArray *revisions)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < revisions->len; i++)
    {
      guint revision = g_array_index (revisions, guint, i);

      for (guint j = self->first_cell[revision]; j < self->first_cell[revision + 1]; j++)
        {
          const CyanPlanCell *cell = self->plan->cells->pdata[j];

          if (cell->n_missing > 0)
            g_array_append_val (cells, j);
        }
    }
  cyan_turns_shuffle ((guint *) cells->data, cells->len, self->random);
  return cells;
}

/* ---- precision ---- */

static gboolean
is_of_command (const char *name)
{
  return strcmp (name, "wall") == 0 || strcmp (name, "cpu") == 0 || strcmp (name, "rss") == 0;
}

const CyanStoreCellValue *
cyan_tracker_judged_value (const CyanTrackBenchmark *benchmark, const GPtrArray *values)
{
  const CyanStoreCellValue *wall = NULL;

  for (guint i = 0; i < values->len; i++)
    {
      const CyanStoreCellValue *value = values->pdata[i];

      if (wall == NULL && strcmp (value->name, "wall") == 0)
        wall = value;
      if (benchmark->measure == NULL && !is_of_command (value->name))
        return value;
    }
  return wall;
}

GArray *
cyan_turns_values (CyanTracker *self,
                   const CyanPlanCell *cell,
                   gint64 *metric,
                   char **name,
                   char **unit,
                   GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];
  const CyanTrackBenchmark *benchmark = self->track->benchmarks->pdata[cell->benchmark];
  g_autoptr (GPtrArray) all = cyan_store_read_values (self->store, revision->id, cell->definition,
                                                      self->plan->machine_id, error);
  const CyanStoreCellValue *judged =
      all != NULL ? cyan_tracker_judged_value (benchmark, all) : NULL;
  GArray *values;

  if (all == NULL)
    return NULL;
  values = g_array_new (FALSE, FALSE, sizeof (double));
  *metric = judged != NULL ? judged->metric : CYAN_STORE_UNKNOWN;
  for (guint i = 0; i < all->len; i++)
    {
      const CyanStoreCellValue *value = all->pdata[i];

      if (value->metric == *metric)
        g_array_append_val (values, value->value);
    }
  if (name != NULL)
    *name = g_strdup (judged != NULL ? judged->name : "");
  if (unit != NULL)
    *unit = g_strdup (judged != NULL ? judged->unit : "");
  return values;
}

/* The stop looks at the width alone, never at a difference between revisions. */
static gboolean
is_precise (const GArray *values, double precision)
{
  double half, mean;

  if (values->len < 2)
    return FALSE;
  mean = cyan_mean ((const double *) values->data, values->len, &half);
  return half <= precision * fabs (mean);
}

gboolean
cyan_turns_extend (CyanTracker *self, CyanPlanCell *cell, GError **error)
{
  const CyanTrack *track = self->track;
  g_autoptr (GArray) values = NULL;
  gint64 metric;

  if (self->is_asked || track->precision <= 0 || cell->n_missing > 0 || cell->n_ok == 0
      || cell->n_ok + cell->n_failed >= track->max_runs)
    return TRUE;
  values = cyan_turns_values (self, cell, &metric, NULL, NULL, error);
  if (values == NULL)
    return FALSE;
  if (!is_precise (values, track->precision))
    {
      cell->n_missing = 1;
      self->n_wanted++;
    }
  return TRUE;
}

char *
cyan_tracker_last_line (const char *log)
{
  g_autofree char *text = g_strchomp (g_strdup (log != NULL ? log : ""));
  const char *line = strrchr (text, '\n');

  return g_strdup (line != NULL ? line + 1 : text);
}
