/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Immutable calling-context trees: memory management, queries, invariants. */
#include "cyan-profile-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"

CYAN_DEFINE_REF (CyanProfile, cyan_profile)

void
cyan_profile_unref (CyanProfile *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;

  for (guint m = 0; m < self->n_metrics; m++)
    {
      g_free (self->metrics[m].name);
      g_free (self->metrics[m].unit);
    }
  for (guint i = 0; i < self->n_meta; i++)
    {
      g_free (self->meta[i].key);
      g_free (self->meta[i].value);
    }
  cyan_columns_unref (self->tree);
  cyan_columns_unref (self->values);
  g_clear_pointer (&self->flat, cyan_flat_profile_unref);
  g_clear_pointer (&self->lines, cyan_line_costs_unref);
  g_clear_pointer (&self->pieces, cyan_pieces_unref);
  g_clear_pointer (&self->hosts, cyan_hosts_unref);
  g_clear_pointer (&self->rests, cyan_rests_unref);
  g_free (self->metrics);
  g_free (self->meta);
  g_free (self->functions);
  g_free (self->format);
  g_ptr_array_unref (self->warnings);
  cyan_strings_unref (self->strings);
  g_free (self);
}

const char *
cyan_profile_name (const CyanProfile *self, CyanNode node)
{
  g_assert (node < self->n_nodes);
  return cyan_strings_get (self->strings, cyan_profile_function (self, node)->name);
}

gboolean
cyan_profile_has_calls (const CyanProfile *self)
{
  return self->calls != NULL;
}

const char *
cyan_profile_get_meta (const CyanProfile *self, const char *key)
{
  for (guint i = 0; i < self->n_meta; i++)
    if (strcmp (self->meta[i].key, key) == 0)
      return self->meta[i].value;
  return NULL;
}

gboolean
cyan_profile_find_metric (const CyanProfile *self, const char *name, guint *metric)
{
  for (guint m = 0; m < self->n_metrics; m++)
    if (strcmp (self->metrics[m].name, name) == 0)
      {
        *metric = m;
        return TRUE;
      }
  return FALSE;
}

guint
cyan_profile_depth (const CyanProfile *self)
{
  g_autofree guint32 *depth = g_new (guint32, self->n_nodes);
  guint deepest = 0;

  depth[0] = 0;
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      depth[i] = depth[self->parent[i]] + 1;
      deepest = MAX (deepest, depth[i]);
    }
  g_assert (deepest < self->n_nodes);
  return deepest;
}

guint
cyan_profile_n_leaves (const CyanProfile *self)
{
  guint leaves = 0;

  for (CyanNode i = 1; i < self->n_nodes; i++)
    leaves += self->end[i] == i + 1;
  g_assert (leaves < self->n_nodes && (leaves > 0) == (self->n_nodes > 1));
  return leaves;
}

typedef struct
{
  CyanStr name, module, file;
} FunctionKey;

static guint
function_key_hash (gconstpointer key)
{
  const FunctionKey *k = key;

  return (k->name * 31 + k->module) * 31 + k->file;
}

static gboolean
function_key_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (FunctionKey)) == 0;
}

guint
cyan_profile_n_functions (const CyanProfile *self)
{
  g_autoptr (GHashTable) seen =
      g_hash_table_new_full (function_key_hash, function_key_equal, g_free, NULL);
  g_autofree guint8 *used = g_new0 (guint8, self->n_functions);

  for (CyanNode i = 1; i < self->n_nodes; i++)
    used[self->function[i]] = 1;
  for (guint f = 0; f < self->n_functions; f++)
    if (used[f])
      {
        const CyanFunction *function = &self->functions[f];
        FunctionKey key = { function->name, function->module, function->file };

        g_hash_table_add (seen, g_memdup2 (&key, sizeof key));
      }
  return g_hash_table_size (seen);
}

guint32
cyan_profile_cold_function (const CyanProfile *self)
{
  for (guint32 f = 1; f < self->n_functions; f++)
    {
      const CyanFunction *function = &self->functions[f];

      if (function->module == CYAN_STR_EMPTY && function->file == CYAN_STR_EMPTY
          && strcmp (cyan_strings_get (self->strings, function->name), CYAN_COLD_NAME) == 0)
        return f;
    }
  return 0;
}

guint64
cyan_profile_memory (const CyanProfile *self)
{
  guint64 node = 3 * sizeof (guint32) + self->n_metrics * 2 * sizeof (double);

  if (self->call_site != NULL)
    node += sizeof *self->call_site;
  if (self->calls != NULL)
    node += sizeof *self->calls;
  if (self->missing != NULL)
    node += sizeof *self->missing;
  return self->n_nodes * node + self->n_functions * sizeof (CyanFunction)
         + (self->lines != NULL ? cyan_line_costs_memory (self->lines) : 0)
         + (self->pieces != NULL ? cyan_pieces_memory (self->pieces) : 0)
         + (self->hosts != NULL ? cyan_hosts_memory (self->hosts) : 0)
         + (self->rests != NULL ? self->rests->n * sizeof (CyanRest) : 0);
}

static gboolean
check_structure (const CyanProfile *self, GError **error)
{
  g_autofree CyanNode *next = NULL; /* by node: expected start of its next child */

  if (self->n_nodes == 0 || self->end[0] != self->n_nodes)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the root does not span all %u nodes",
                      self->n_nodes);

  next = g_new (CyanNode, self->n_nodes);
  next[0] = 1;
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode up = self->parent[i];

      if (up >= i || self->end[i] <= i || self->end[i] > self->end[up])
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: parent %u, end %u", i, up,
                          self->end[i]);
      if (next[up] != i)
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: not where its siblings end", i);
      next[up] = self->end[i];
      next[i] = i + 1;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (next[i] != self->end[i])
      return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: its children end at %u, not %u", i,
                        next[i], self->end[i]);
  return TRUE;
}

static gboolean
check_metric (const CyanProfile *self, const CyanMetric *metric, GError **error)
{
  g_autofree double *sum = g_new0 (double, self->n_nodes);
  g_autofree double *size = g_new0 (double, self->n_nodes); /* what is added up, without signs */

  for (CyanNode i = self->n_nodes; i-- > 0;)
    {
      double expected = metric->self[i] + sum[i];

      size[i] += fabs (metric->self[i]);
      if (!isfinite (metric->self[i]) || !isfinite (metric->total[i]))
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: %s is not finite", i, metric->name);
      if (fabs (expected - metric->total[i]) > 1e-9 * size[i])
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: total %s %g, not %g", i,
                          metric->name, metric->total[i], expected);
      if (i > 0)
        {
          sum[self->parent[i]] += metric->total[i];
          size[self->parent[i]] += fabs (metric->total[i]);
        }
    }
  return TRUE;
}

static gboolean
check_functions (const CyanProfile *self, GError **error)
{
  guint n_strings = cyan_strings_count (self->strings);

  if (self->n_functions == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "no function");
  for (guint f = 0; f < self->n_functions; f++)
    {
      const CyanFunction *function = &self->functions[f];

      if (function->name >= n_strings || function->module >= n_strings
          || function->file >= n_strings || function->normal >= n_strings)
        return cyan_fail (error, CYAN_ERROR_INVALID, "function %u: a name outside the pool", f);
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (self->function[i] >= self->n_functions)
      return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: function %u of %u", i,
                        self->function[i], self->n_functions);
  if (strcmp (cyan_profile_name (self, CYAN_NODE_ROOT), CYAN_ROOT_NAME) != 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the root is not " CYAN_ROOT_NAME);
  if (self->flat != NULL
      && (self->flat->n_functions != self->n_functions || self->flat->n_metrics != self->n_metrics))
    return cyan_fail (error, CYAN_ERROR_INVALID, "the flat profile is of another tree");
  return TRUE;
}

static gboolean
check_recording (const CyanProfile *self, GError **error)
{
  const CyanPruning *pruning = &self->pruning;

  if (self->recording > CYAN_RECORDING_INFERRED || self->format == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "it is not said how this was recorded");
  if (!(self->period >= 0 && isfinite (self->period)))
    return cyan_fail (error, CYAN_ERROR_INVALID, "the period is %g", self->period);
  if (!(pruning->phi >= 0 && pruning->phi <= 1 && pruning->epsilon >= 0 && pruning->floor >= 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, "pruned at %g with %g, below %g", pruning->phi,
                      pruning->epsilon, pruning->floor);
  return TRUE;
}

static gboolean
check_rests (const CyanProfile *self, GError **error)
{
  for (guint i = 0; self->rests != NULL && i < self->rests->n; i++)
    {
      const CyanRest *rest = &self->rests->rows[i];

      if (rest->node >= self->n_nodes || rest->metric >= self->n_metrics || rest->value == 0
          || self->metrics[rest->metric].self[rest->node] == 0)
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: a rest %g of metric %u", rest->node,
                          rest->value, rest->metric);
    }
  return TRUE;
}

gboolean
cyan_profile_check (const CyanProfile *self, GError **error)
{
  if (!check_structure (self, error) || !check_functions (self, error)
      || !check_recording (self, error))
    return FALSE;
  if (self->calls != NULL && self->calls[CYAN_NODE_ROOT] != 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the root is called");
  for (CyanNode i = 0; self->missing != NULL && i < self->n_nodes; i++)
    if (!(self->missing[i] >= 0 && isfinite (self->missing[i])))
      return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: %g is missing", i, self->missing[i]);
  if (self->n_metrics == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "no metric");
  for (guint m = 0; m < self->n_metrics; m++)
    if (!check_metric (self, &self->metrics[m], error))
      return FALSE;
  if (!check_rests (self, error))
    return FALSE;
  return (self->pieces == NULL
          || cyan_pieces_check (self->pieces, self->n_nodes, self->n_metrics, error))
         && (self->hosts == NULL
             || cyan_hosts_check (self->hosts, self->n_nodes, self->n_metrics, error));
}

/* ---- the flat profile ---- */

static void
add_flat (CyanFlatProfile *self,
          const CyanFlatProfile *flat,
          const guint32 *functions,
          const guint *metrics,
          double weight)
{
  for (guint f = 0; f < flat->n_functions; f++)
    {
      guint32 to = functions[f];

      for (guint m = 0; m < self->n_metrics; m++)
        self->self[m][to] += weight * flat->self[metrics != NULL ? metrics[m] : m][f];
      self->calls[to] += weight * flat->calls[f];
    }
}

static void
add_nodes (CyanFlatProfile *self,
           const CyanProfile *profile,
           const guint32 *functions,
           const guint *metrics,
           double weight)
{
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 to = functions[profile->function[i]];
      guint64 calls = cyan_profile_calls (profile, i);

      for (guint m = 0; m < self->n_metrics; m++)
        self->self[m][to] += weight * profile->metrics[metrics != NULL ? metrics[m] : m].self[i];
      self->calls[to] += calls != CYAN_CALLS_UNKNOWN ? weight * (double) calls : NAN;
    }
}

gboolean
cyan_profile_add_to_flat (const CyanProfile *profile,
                          CyanFlatProfile *self,
                          const guint32 *functions,
                          const guint *metrics,
                          double weight)
{
  guint n_functions = self->n_functions;

  g_assert (metrics != NULL || self->n_metrics <= profile->n_metrics);
  if (profile->flat == NULL && profile->pruning.phi > 0)
    return FALSE;
  for (guint f = 0; f < profile->n_functions; f++)
    n_functions = MAX (n_functions, functions[f] + 1);
  cyan_flat_profile_resize (self, n_functions);
  if (profile->flat != NULL)
    add_flat (self, profile->flat, functions, metrics, weight);
  else
    add_nodes (self, profile, functions, metrics, weight);
  return TRUE;
}
