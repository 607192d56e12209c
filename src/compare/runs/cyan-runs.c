/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merges the runs of one side.
 *
 * The builder makes the common tree.  It renumbers its nodes at the end, so the values that are
 * kept here are put into preorder in the same way, from the recorded parents.
 */
#include "cyan-runs.h"
#include "cyan-run-notes.h"
#include "cyan-sample-period.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"

/* The calls of a node, summed over all runs. */
typedef struct
{
  guint64 sum;
  gboolean known;
  gboolean unknown; /* a run has the node but does not know its calls */
} Calls;

typedef struct
{
  CyanProfile *const *profiles;
  guint n_profiles;
  const char *side;
  const char *name; /* of the metric; NULL: the first */
  CyanCharge charge;
  GArray *metrics;  /* of guint: metrics of the first run that all runs have */
  guint *metric_of; /* by run, by kept metric: its index in that run */
  guint compared;   /* index among the kept metrics */
  gboolean has_calls;

  CyanProfileBuilder *builder;
  GArray *parent;     /* of CyanNode, by node of the builder */
  GArray *calls;      /* of Calls, by node of the builder */
  gboolean is_pruned; /* a run is */
  GArray *missing; /* of double, by node of the builder: the sum over the runs that have the node,
                       * each less its floor */
  CyanFlatProfile *flat; /* of pruned runs; NULL if a run has none */
  /* By run, by node of the builder; shorter for the earlier runs. */
  float **self;
  float **run_calls; /* of NULL if no run knows its calls */
  guint *n_nodes;    /* by run: how many nodes its columns have */
} Merge;

static gboolean
same_metric (const CyanMetric *a, const CyanMetric *b)
{
  return strcmp (a->name, b->name) == 0 && strcmp (a->unit, b->unit) == 0;
}

/* All runs must have the compared metric.  Of the other metrics, those that all runs have are kept.
 */
static gboolean
find_metrics (Merge *self, GError **error)
{
  const CyanProfile *first = self->profiles[0];
  guint compared = 0;

  if (self->name != NULL && !cyan_profile_find_metric (first, self->name, &compared))
    return self->n_profiles == 1
               ? cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s: there is no metric \"%s\""),
                            self->side, self->name)
               : cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s, run 1: there is no metric \"%s\""),
                            self->side, self->name);

  self->metric_of = g_new (guint, (gsize) self->n_profiles * first->n_metrics);
  for (guint m = 0; m < first->n_metrics; m++)
    {
      guint kept = self->metrics->len;
      guint r;

      for (r = 0; r < self->n_profiles; r++)
        {
          const CyanProfile *run = self->profiles[r];
          guint *at = &self->metric_of[(gsize) r * first->n_metrics + kept];
          gboolean found = cyan_profile_find_metric (run, first->metrics[m].name, at);

          if (m == compared && !found)
            return cyan_fail (error, CYAN_ERROR_MISMATCH,
                              _ ("%s, run %u: there is no metric \"%s\""), self->side, r + 1,
                              first->metrics[m].name);
          if (m == compared && !same_metric (&run->metrics[*at], &first->metrics[m]))
            return cyan_fail (error, CYAN_ERROR_MISMATCH,
                              _ ("%s, run %u: metric \"%s\" is in %s, that of run 1 in %s"),
                              self->side, r + 1, first->metrics[m].name,
                              cyan_unit_label (run->metrics[*at].unit),
                              cyan_unit_label (first->metrics[m].unit));
          if (!found || !same_metric (&run->metrics[*at], &first->metrics[m]))
            break;
        }
      if (r < self->n_profiles)
        continue;
      if (m == compared)
        self->compared = kept;
      g_array_append_val (self->metrics, m);
    }
  return TRUE;
}

static guint
metric_of (const Merge *self, guint run, guint kept)
{
  return self->metric_of[(gsize) run * self->profiles[0]->n_metrics + kept];
}

static gboolean
check_recordings (const Merge *self, GError **error)
{
  gboolean sampled = self->profiles[0]->recording == CYAN_RECORDING_SAMPLED;

  for (guint r = 1; r < self->n_profiles; r++)
    if ((self->profiles[r]->recording == CYAN_RECORDING_SAMPLED) != sampled)
      return cyan_fail (error, CYAN_ERROR_MISMATCH,
                        sampled ? _ ("%s, run %u: it is not sampled, and run 1 is")
                                : _ ("%s, run %u: it is sampled, and run 1 is not"),
                        self->side, r + 1);
  return TRUE;
}

static void
add_values (Merge *self, guint run, CyanNode from, CyanNode to)
{
  const CyanProfile *profile = self->profiles[run];
  double value;

  for (guint m = 0; m < self->metrics->len; m++)
    {
      value = profile->metrics[metric_of (self, run, m)].self[from];
      if (value != 0)
        cyan_profile_builder_add (self->builder, m, to, value / self->n_profiles);
    }
  if (self->is_pruned)
    g_array_index (self->missing, double, to) +=
        cyan_profile_missing (profile, from) - profile->pruning.floor;
  value = profile->metrics[metric_of (self, run, self->compared)].self[from];
  self->self[run][to] = cyan_single ((double) self->self[run][to] + value);

  if (self->has_calls && from != CYAN_NODE_ROOT)
    {
      Calls *calls = &g_array_index (self->calls, Calls, to);
      guint64 n = cyan_profile_calls (profile, from);

      self->run_calls[run][to] += n != CYAN_CALLS_UNKNOWN ? (float) n : NAN;
      calls->known |= n != CYAN_CALLS_UNKNOWN;
      calls->unknown |= n == CYAN_CALLS_UNKNOWN;
      if (n != CYAN_CALLS_UNKNOWN)
        calls->sum =
            calls->sum > CYAN_CALLS_UNKNOWN - 1 - n ? CYAN_CALLS_UNKNOWN - 1 : calls->sum + n;
    }
}

/* Charges @bytes to the budget.  FALSE if they do not fit. */
static gboolean
reserve (Merge *self, guint64 bytes, GError **error)
{
  if (!cyan_budget_check (self->charge.budget, bytes, error))
    return FALSE;
  cyan_charge_add (&self->charge, bytes);
  return TRUE;
}

/* The costs of lines of the mean; NULL unless all runs know them. */
static CyanLineCosts *
mean_lines (const Merge *self)
{
  CyanLineCosts *lines =
      cyan_line_costs_new (cyan_profile_builder_strings (self->builder), self->metrics->len);
  g_autofree guint *metrics = g_new (guint, MAX (self->metrics->len, 1));

  for (guint r = 0; r < self->n_profiles; r++)
    {
      if (self->profiles[r]->lines == NULL)
        {
          cyan_line_costs_unref (lines);
          return NULL;
        }
      for (guint m = 0; m < self->metrics->len; m++)
        metrics[m] = metric_of (self, r, m);
      cyan_line_costs_add (lines, self->profiles[r]->lines, metrics, 1.0 / self->n_profiles);
    }
  return lines;
}

/* Adds the flat profile of a run to that of the mean. */
static void
add_flat (Merge *self, guint run, const guint32 *functions)
{
  g_autofree guint *metrics = g_new (guint, self->metrics->len);

  for (guint m = 0; m < self->metrics->len; m++)
    metrics[m] = metric_of (self, run, m);
  if (!cyan_profile_add_to_flat (self->profiles[run], self->flat, functions, metrics,
                                 1.0 / self->n_profiles))
    g_clear_pointer (&self->flat, cyan_flat_profile_unref);
}

static gboolean
add_nodes (Merge *self, guint run, const CyanTick *tick, GError **error)
{
  const CyanProfile *profile = self->profiles[run];
  g_autofree guint32 *functions = cyan_profile_part_functions (profile, self->builder);
  g_autofree CyanNode *node_of = g_new (CyanNode, profile->n_nodes);

  if (self->flat != NULL)
    add_flat (self, run, functions);
  node_of[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  add_values (self, run, CYAN_NODE_ROOT, CYAN_NODE_ROOT);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = node_of[profile->parent[i]];

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (run + (double) i / profile->n_nodes) / self->n_profiles,
                         N_ ("Adding runs"), error))
        return FALSE;
      node_of[i] = cyan_profile_builder_child (self->builder, up, functions[profile->function[i]],
                                               cyan_profile_call_site (profile, i), error);
      if (node_of[i] == CYAN_NODE_NONE)
        return FALSE;
      if (node_of[i] == self->parent->len)
        {
          cyan_charge_append (&self->charge, self->parent, up);
          if (self->has_calls)
            {
              g_array_set_size (self->calls, self->parent->len);
              cyan_charge_add (&self->charge, sizeof (Calls));
            }
          if (self->is_pruned)
            {
              g_array_set_size (self->missing, self->parent->len);
              cyan_charge_add (&self->charge, sizeof (double));
            }
        }
      add_values (self, run, i, node_of[i]);
    }
  return TRUE;
}

/* The bytes of a run's values at one node. */
static gsize
node_bytes (const Merge *self)
{
  return (self->has_calls ? 2 : 1) * sizeof (float);
}

static gboolean
add_run (Merge *self, guint run, const CyanTick *tick, GError **error)
{
  const CyanProfile *profile = self->profiles[run];
  guint64 most = (guint64) cyan_profile_builder_n_nodes (self->builder) + profile->n_nodes;
  guint64 maps = profile->n_nodes * sizeof (CyanNode) + profile->n_functions * sizeof (guint32);
  guint n;

  if (!reserve (self, most * node_bytes (self) + maps, error))
    return FALSE;
  self->self[run] = g_new0 (float, most);
  if (self->has_calls)
    self->run_calls[run] = g_new0 (float, most);
  if (!add_nodes (self, run, tick, error))
    return FALSE;
  self->n_nodes[run] = n = self->parent->len;
  self->self[run] = g_renew (float, self->self[run], n);
  if (self->has_calls)
    self->run_calls[run] = g_renew (float, self->run_calls[run], n);
  cyan_charge_drop (&self->charge, (most - n) * node_bytes (self) + maps);
  return TRUE;
}

/* By node of the builder: its number in the finished profile. */
static CyanNode *
preorder (const Merge *self)
{
  guint n = self->parent->len;
  const CyanNode *parent = (const CyanNode *) (gconstpointer) self->parent->data;
  CyanNode *order = g_new (CyanNode, n);
  g_autofree guint *size = g_new (guint, n);
  g_autofree CyanNode *next = g_new (CyanNode, n); /* where the next child is placed */

  for (guint i = 0; i < n; i++)
    size[i] = 1;
  for (guint i = n; i-- > 1;)
    size[parent[i]] += size[i];
  order[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  next[CYAN_NODE_ROOT] = 1;
  for (guint i = 1; i < n; i++)
    {
      order[i] = next[parent[i]];
      next[i] = order[i] + 1;
      next[parent[i]] += size[i];
    }
  return order;
}

/* Puts a column of @n nodes of the builder into preorder, with 0 for the nodes of later runs. */
static void
reorder (const Merge *self, const CyanNode *order, float **column, guint n)
{
  float *ordered = g_new0 (float, self->parent->len);

  for (guint i = 0; i < n; i++)
    ordered[order[i]] = (*column)[i];
  g_free (*column);
  *column = ordered;
}

static gboolean
reorder_runs (Merge *self, GError **error)
{
  g_autofree CyanNode *order = NULL;
  guint64 n = self->parent->len;

  /* All columns of the tree's length, one of them twice, and the arrays of the sort. */
  if (!reserve (self,
                n * (self->n_profiles * node_bytes (self) + sizeof (float) + 3 * sizeof (guint32)),
                error))
    return FALSE;
  order = preorder (self);
  for (guint r = 0; r < self->n_profiles; r++)
    {
      reorder (self, order, &self->self[r], self->n_nodes[r]);
      if (self->has_calls)
        reorder (self, order, &self->run_calls[r], self->n_nodes[r]);
    }
  return TRUE;
}

static void
add_calls (Merge *self)
{
  for (guint i = 1; i < self->calls->len; i++)
    {
      const Calls *calls = &g_array_index (self->calls, Calls, i);
      guint64 mean = calls->sum / self->n_profiles;

      /* Rounded to the nearest number, but a node with any calls has at least one. */
      if (calls->sum % self->n_profiles * 2 >= self->n_profiles || (mean == 0 && calls->sum > 0))
        mean++;
      if (calls->known && !calls->unknown)
        cyan_profile_builder_add_calls (self->builder, i, mean);
    }
}

/* Sets what is missing of the mean.  If metric 0 of the mean did not decide what was pruned of
 * every run, nothing is known. */
static void
set_missing (Merge *self)
{
  CyanPruning pruning = { 0 };
  gboolean is_bounded = TRUE;

  for (guint r = 0; r < self->n_profiles; r++)
    {
      const CyanPruning *of_run = &self->profiles[r]->pruning;

      is_bounded &= metric_of (self, r, 0) == 0;
      pruning.phi = MAX (pruning.phi, of_run->phi);
      pruning.epsilon = MAX (pruning.epsilon, of_run->epsilon);
      pruning.floor += of_run->floor / self->n_profiles;
    }
  /* A run that lacks a context may have pruned as much of it as its floor. */
  for (guint i = 1; i < self->missing->len; i++)
    {
      double missing = pruning.floor + g_array_index (self->missing, double, i) / self->n_profiles;

      cyan_profile_builder_set_missing (self->builder, i,
                                        is_bounded ? MAX (missing, 0.0) : G_MAXDOUBLE);
    }
  if (!is_bounded)
    pruning.floor = G_MAXDOUBLE;
  cyan_profile_builder_set_pruning (self->builder, &pruning);
}

/* The sample period of a run; 0 if it has to be guessed. */
static double
period_of (const CyanProfile *run)
{
  double period = cyan_sample_period (run, 0);

  if (isfinite (run->period) && run->period > 0)
    return run->period;
  return cyan_may_be_samples (run->metrics[0].unit) && period == 1 ? 1 : 0;
}

/* Copies the recorder, period and warnings of the runs to the mean. */
static void
describe (Merge *self)
{
  const CyanProfile *first = self->profiles[0];
  CyanRecording recording = first->recording;
  guint n_threads = 0;
  double period = 0, length = 0;

  for (guint r = 0; r < self->n_profiles; r++)
    {
      const CyanProfile *run = self->profiles[r];

      if (run->recording == CYAN_RECORDING_INFERRED)
        recording = CYAN_RECORDING_INFERRED;
      n_threads = MAX (n_threads, run->n_threads);
      length = run->length > 0 && length >= 0 ? length + run->length / self->n_profiles : -1;
      if (run->unordered)
        cyan_profile_builder_set_unordered (self->builder);
      /* The period of a mean, which is known only if that of every run is. */
      if (period_of (run) > 0 && period >= 0)
        period += period_of (run) / self->n_profiles / self->n_profiles;
      else
        period = -1;
    }
  cyan_run_notes_copy (self->builder, self->profiles, self->n_profiles);
  if (recording != CYAN_RECORDING_SAMPLED || g_array_index (self->metrics, guint, 0) != 0)
    period = 0;
  cyan_profile_builder_set_recording (self->builder, recording, MAX (period, 0.0));
  cyan_profile_builder_set_length (self->builder, MAX (length, 0.0));
  cyan_profile_builder_set_threads (self->builder, n_threads);
  cyan_profile_builder_set_format (self->builder, first->format);
  for (guint i = 0; i < first->n_meta; i++)
    cyan_profile_builder_set_meta (self->builder, first->meta[i].key, first->meta[i].value);
}

static CyanProfile *
merge_runs (Merge *self, const CyanTick *tick, GError **error)
{
  const CyanProfile *first = self->profiles[0];
  const CyanNode none = CYAN_NODE_NONE;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();

  for (guint r = 0; r < self->n_profiles; r++)
    {
      self->has_calls |= cyan_profile_has_calls (self->profiles[r]);
      self->is_pruned |= self->profiles[r]->pruning.phi > 0;
    }
  if (self->is_pruned)
    self->flat = cyan_flat_profile_new (1, self->metrics->len);
  cyan_strings_set_budget (strings, self->charge.budget);
  /* The reader of each run has checked the limit of nodes; the merged tree only has the budget. */
  self->builder = cyan_profile_builder_new (strings, G_MAXUINT32 - 1);
  cyan_profile_builder_set_budget (self->builder, self->charge.budget);
  for (guint m = 0; m < self->metrics->len; m++)
    {
      const CyanMetric *metric = &first->metrics[g_array_index (self->metrics, guint, m)];

      cyan_profile_builder_metric (self->builder, metric->name, metric->unit);
    }
  g_array_append_val (self->parent, none);
  g_array_set_size (self->calls, 1);
  g_array_set_size (self->missing, 1);
  for (guint r = 0; r < self->n_profiles; r++)
    if (!add_run (self, r, tick, error))
      {
        if (error != NULL && !cyan_error_is_cancelled (*error))
          g_prefix_error (error, _ ("%s, run %u: "), self->side, r + 1);
        return NULL;
      }
  add_calls (self);
  if (self->is_pruned)
    set_missing (self);
  cyan_profile_builder_set_flat (self->builder, g_steal_pointer (&self->flat));
  cyan_profile_builder_set_lines (self->builder, mean_lines (self));
  describe (self);
  if (!reorder_runs (self, error))
    {
      g_prefix_error (error, "%s: ", self->side);
      return NULL;
    }
  cyan_strings_set_budget (strings, NULL);
  return cyan_profile_builder_finish (self->builder);
}

static void
merge_init (Merge *self,
            CyanProfile *const *profiles,
            guint n_profiles,
            const char *metric,
            const char *side,
            CyanBudget *budget)
{
  *self = (Merge){ .profiles = profiles, .n_profiles = n_profiles, .side = side, .name = metric };
  self->metrics = g_array_new (FALSE, FALSE, sizeof (guint));
  self->parent = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->calls = g_array_new (FALSE, TRUE, sizeof (Calls));
  self->missing = g_array_new (FALSE, TRUE, sizeof (double));
  self->self = g_new0 (float *, n_profiles);
  self->run_calls = g_new0 (float *, n_profiles);
  self->n_nodes = g_new0 (guint, n_profiles);
  cyan_charge_init (&self->charge, budget);
}

static void
free_columns (float **columns, guint n)
{
  for (guint r = 0; columns != NULL && r < n; r++)
    g_free (columns[r]);
  g_free (columns);
}

static void
merge_clear (Merge *self)
{
  g_array_unref (self->metrics);
  g_array_unref (self->parent);
  g_array_unref (self->calls);
  g_array_unref (self->missing);
  g_clear_pointer (&self->flat, cyan_flat_profile_unref);
  g_free (self->metric_of);
  g_clear_pointer (&self->builder, cyan_profile_builder_free);
  free_columns (self->self, self->n_profiles);
  free_columns (self->run_calls, self->n_profiles);
  g_free (self->n_nodes);
  cyan_charge_clear (&self->charge);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Merge, merge_clear)

CyanRuns *
cyan_runs_new (CyanProfile *const *profiles,
               guint n_profiles,
               const char *metric,
               const char *side,
               CyanBudget *budget,
               const CyanTick *tick,
               GError **error)
{
  g_auto (Merge) merge = { 0 };
  CyanRuns *self;
  CyanProfile *mean;

  g_assert (n_profiles > 0);
  merge_init (&merge, profiles, n_profiles, metric, _ (side), budget);
  if (!find_metrics (&merge, error) || !check_recordings (&merge, error))
    return NULL;
  mean = n_profiles == 1 ? cyan_profile_ref (profiles[0]) : merge_runs (&merge, tick, error);
  if (mean == NULL)
    return NULL;

  self = g_new0 (CyanRuns, 1);
  cyan_ref_count_init (&self->refs);
  self->mean = mean;
  self->metric = merge.compared;
  self->n_runs = n_profiles;
  self->totals = g_new (double, n_profiles);
  for (guint r = 0; r < n_profiles; r++)
    self->totals[r] =
        profiles[r]->metrics[metric_of (&merge, r, merge.compared)].total[CYAN_NODE_ROOT];
  if (n_profiles == 1 && mean->hosts != NULL)
    self->hosts = cyan_hosts_ref (mean->hosts);
  if (n_profiles > 1)
    self->self = g_steal_pointer (&merge.self);
  if (n_profiles > 1 && merge.has_calls)
    self->calls = g_steal_pointer (&merge.run_calls);
  g_assert (self->metric < mean->n_metrics);
  g_assert ((self->n_runs == 1) == (self->self == NULL));
  return self;
}

CYAN_DEFINE_REF (CyanRuns, cyan_runs)

void
cyan_runs_unref (CyanRuns *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  free_columns (self->self, self->n_runs);
  free_columns (self->calls, self->n_runs);
  g_free (self->totals);
  g_clear_pointer (&self->hosts, cyan_hosts_unref);
  cyan_profile_unref (self->mean);
  g_free (self);
}
