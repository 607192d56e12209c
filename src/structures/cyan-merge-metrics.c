/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-merge-metrics.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

#define NONE CYAN_MERGE_NO_METRIC

typedef struct
{
  char *name;
  char *unit;
  guint at; /* its number in the tree; NONE: a part lacks it */
} Metric;

/* The unit of a metric, and who said so first. */
typedef struct
{
  char *unit;
  char *part;
} Unit;

static void
clear_metric (gpointer data)
{
  Metric *metric = data;

  g_free (metric->name);
  g_free (metric->unit);
}

static void
free_unit (gpointer data)
{
  Unit *unit = data;

  g_free (unit->unit);
  g_free (unit->part);
  g_free (unit);
}

void
cyan_merge_metrics_init (CyanMergeMetrics *self)
{
  self->units = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_unit);
}

void
cyan_merge_metrics_clear (CyanMergeMetrics *self)
{
  g_clear_pointer (&self->first, g_array_unref);
  g_hash_table_unref (self->units);
  g_free (self->pruned);
  g_free (self->pruned_by);
}

static Metric *
metric_at (const CyanMergeMetrics *self, guint i)
{
  return &g_array_index (self->first, Metric, i);
}

/* Fails if a metric has another unit than in an earlier part, also if not all have it. */
static gboolean
check_units (CyanMergeMetrics *self, const CyanProfile *part, const char *name, GError **error)
{
  for (guint m = 0; m < part->n_metrics; m++)
    {
      const CyanMetric *metric = &part->metrics[m];
      Unit *unit = g_hash_table_lookup (self->units, metric->name);

      if (unit == NULL)
        {
          unit = g_new (Unit, 1);
          *unit = (Unit){ g_strdup (metric->unit), g_strdup (name) };
          g_hash_table_insert (self->units, g_strdup (metric->name), unit);
        }
      if (strcmp (unit->unit, metric->unit) != 0)
        return cyan_fail (error, CYAN_ERROR_MISMATCH,
                          _ ("%s: metric \"%s\" is in %s, that of %s in %s"), name, metric->name,
                          cyan_unit_label (metric->unit), unit->part, cyan_unit_label (unit->unit));
    }
  return TRUE;
}

static void
begin (CyanMergeMetrics *self, const CyanProfile *part)
{
  self->first = g_array_new (FALSE, FALSE, sizeof (Metric));
  g_array_set_clear_func (self->first, clear_metric);
  for (guint m = 0; m < part->n_metrics; m++)
    {
      const Metric metric = { g_strdup (part->metrics[m].name), g_strdup (part->metrics[m].unit),
                              m };

      g_array_append_val (self->first, metric);
    }
}

/* The number of metric @name in @part, which is @likely; NONE if there is none. */
static guint
find (const CyanProfile *part, const char *name, guint likely)
{
  guint at;

  if (likely < part->n_metrics && strcmp (part->metrics[likely].name, name) == 0)
    return likely;
  return cyan_profile_find_metric (part, name, &at) ? at : NONE;
}

/* Drops what @part lacks; returns how many are left. */
static guint
keep_common (CyanMergeMetrics *self, const CyanProfile *part)
{
  guint n = 0;

  self->differ |= part->n_metrics != self->first->len;
  for (guint i = 0; i < self->first->len; i++)
    {
      guint at = find (part, metric_at (self, i)->name, i);

      self->differ |= at != i;
      if (at == NONE)
        metric_at (self, i)->at = NONE;
      n += metric_at (self, i)->at != NONE;
    }
  self->differ_0 |= find (part, metric_at (self, 0)->name, 0) != 0;
  return n;
}

/* ---- order ---- */

/* By the numbers in the first part: what all share in the first place stays there, then times come
 * before others. */
static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanMergeMetrics *self = data;
  guint i = *(const guint *) a, j = *(const guint *) b;
  const Metric *left = metric_at (self, i), *right = metric_at (self, j);
  gboolean left_is_time = cyan_unit_is_time (left->unit);
  gboolean right_is_time = cyan_unit_is_time (right->unit);

  if (!self->differ_0 && (i == 0 || j == 0))
    return i < j ? -1 : i > j;
  if (left_is_time != right_is_time)
    return left_is_time ? -1 : 1;
  return strcmp (left->name, right->name);
}

/* The metrics that all have, by their numbers in the first part. */
static GArray *
order (const CyanMergeMetrics *self)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->first->len; i++)
    if (metric_at (self, i)->at != NONE)
      g_array_append_val (numbers, i);
  if (self->differ)
    g_array_sort_with_data (numbers, compare, (gpointer) self);
  return numbers;
}

guint *
cyan_merge_metrics_order (const CyanMergeMetrics *self, guint *n)
{
  g_autoptr (GArray) numbers = order (self);
  guint *ordered = g_new (guint, numbers->len);

  for (guint i = 0; i < numbers->len; i++)
    ordered[i] = metric_at (self, g_array_index (numbers, guint, i))->at;
  *n = numbers->len;
  return ordered;
}

void
cyan_merge_metrics_choose (CyanMergeMetrics *self, const guint *chosen, guint n)
{
  for (guint i = 0; i < self->first->len; i++)
    {
      Metric *metric = metric_at (self, i);
      guint before = metric->at;

      metric->at = NONE;
      for (guint m = 0; m < n && before != NONE; m++)
        if (chosen[m] == before)
          metric->at = m;
    }
}

/* Fails if what is pruned was pruned by a metric that is not the first of all. */
static gboolean
check_pruned (CyanMergeMetrics *self, const CyanProfile *part, const char *name, GError **error)
{
  g_autoptr (GArray) numbers = order (self);
  const char *first = metric_at (self, g_array_index (numbers, guint, 0))->name;

  if (self->pruned == NULL)
    {
      self->pruned = g_strdup (name);
      self->pruned_by = g_strdup (part->metrics[0].name);
    }
  if (part->pruning.phi > 0 && strcmp (part->metrics[0].name, first) != 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("%s: it was pruned by %s, which is not the first metric of all"), name,
                      part->metrics[0].name);
  return strcmp (self->pruned_by, first) == 0
         || cyan_fail (error, CYAN_ERROR_MISMATCH,
                       _ ("%s: it was pruned by %s, which is not the first metric of all"),
                       self->pruned, self->pruned_by);
}

gboolean
cyan_merge_metrics_add (CyanMergeMetrics *self,
                        const CyanProfile *part,
                        const char *name,
                        gboolean prunes,
                        gboolean *same_first,
                        GError **error)
{
  if (!check_units (self, part, name, error))
    return FALSE;
  if (self->first == NULL)
    begin (self, part);
  if (keep_common (self, part) == 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("%s: none of its metrics is in all profiles before it"), name);
  *same_first = !self->differ_0;
  return (!prunes && self->pruned == NULL && part->pruning.phi == 0)
         || check_pruned (self, part, name, error);
}

guint *
cyan_merge_metrics_of (const CyanMergeMetrics *self, const CyanProfile *part)
{
  guint *metrics = g_new (guint, self->first->len);

  memset (metrics, 0xff, self->first->len * sizeof *metrics);
  for (guint i = 0; i < self->first->len; i++)
    if (metric_at (self, i)->at != NONE)
      metrics[metric_at (self, i)->at] = find (part, metric_at (self, i)->name, i);
  return metrics;
}
