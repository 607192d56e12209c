/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Freezes a builder into a profile: preorder, ends of subtrees, totals. */
#include <math.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-profile-private.h"

#define NONE CYAN_NODE_NONE

/* Progress through the passes over all nodes. */
typedef struct
{
  const CyanTick *tick;
  guint64 n_done; /* nodes of earlier passes */
  guint64 n_all;
} Passes;

/* Polled at each node of a pass; @n nodes of the pass are done. */
static inline gboolean
go_on (const Passes *passes, guint n, GError **error)
{
  return n % CYAN_TICK_STRIDE != 0
         || cyan_tick (passes->tick, (double) (passes->n_done + n) / (double) passes->n_all,
                       N_ ("Sorting"), error);
}

/* Renumbers the parents in preorder and returns the order: order[new] = old.  Follows links instead
 * of using a stack. */
static CyanNode *
preorder (CyanProfileBuilder *self, Passes *passes, GError **error)
{
  guint n_nodes = self->n_nodes;
  g_autofree CyanNode *order = g_new (CyanNode, n_nodes);
  g_autofree CyanNode *number = g_new (CyanNode, n_nodes);
  g_autofree CyanNode *parent = g_new (CyanNode, n_nodes);
  CyanNode at = CYAN_NODE_ROOT;
  guint n = 0;

  for (;;)
    {
      parent[n] = at != CYAN_NODE_ROOT ? number[self->parent[at]] : NONE;
      number[at] = n;
      order[n++] = at;
      if (!go_on (passes, n, error))
        return NULL;
      if (self->first_child[at] != NONE)
        {
          at = self->first_child[at];
          continue;
        }
      while (at != NONE && self->next[at] == NONE)
        at = self->parent[at];
      if (at == NONE)
        break;
      at = self->next[at];
    }
  g_assert (n == n_nodes);
  passes->n_done += n;
  g_free (self->parent);
  self->parent = g_steal_pointer (&parent);
  return g_steal_pointer (&order);
}

/* Returns @column, @n values of @size 4 or 8, in @order.  NULL, with the old column unchanged, if
 * the tick stopped the work. */
static gpointer
permute (
    gpointer column, gsize size, const CyanNode *order, guint n, Passes *passes, GError **error)
{
  g_autofree gpointer permuted = g_malloc_n (n, size);

  for (guint to = 0; to < n; to++)
    {
      if (!go_on (passes, to, error))
        return NULL;
      if (size == sizeof (guint32))
        ((guint32 *) permuted)[to] = ((const guint32 *) column)[order[to]];
      else
        ((guint64 *) permuted)[to] = ((const guint64 *) column)[order[to]];
    }
  passes->n_done += n;
  g_free (column);
  return g_steal_pointer (&permuted);
}

#define PERMUTE(column)                                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gpointer permuted = permute ((column), sizeof *(column), order, n, passes, error);             \
    if (permuted == NULL)                                                                          \
      return FALSE;                                                                                \
    (column) = permuted;                                                                           \
  }                                                                                                \
  G_STMT_END

/* Gives pieces, rests and the cells of hosts the numbers of nodes in @order. */
static void
renumber_rows (CyanProfileBuilder *self, const CyanNode *order)
{
  g_autofree CyanNode *numbers = NULL;

  if (self->pieces == NULL && self->rests == NULL && self->hosts == NULL)
    return;
  numbers = g_new (CyanNode, self->n_nodes);
  for (CyanNode i = 0; i < self->n_nodes; i++)
    numbers[order[i]] = i;
  if (self->pieces != NULL)
    cyan_pieces_renumber (self->pieces, 0, numbers, NULL, NULL, NULL);
  if (self->hosts != NULL)
    cyan_host_cells_renumber (self->hosts, numbers);
  if (self->rests != NULL)
    cyan_rests_renumber (self->rests, numbers);
}

static gboolean
renumber (CyanProfileBuilder *self, Passes *passes, GError **error)
{
  guint n = self->n_nodes;
  g_autofree CyanNode *order = preorder (self, passes, error);

  if (order == NULL)
    return FALSE;
  /* Free memory for the next steps. */
  g_clear_pointer (&self->first_child, g_free);
  g_clear_pointer (&self->next, g_free);
  PERMUTE (self->function);
  if (self->has_call_sites)
    PERMUTE (self->call_site);
  if (self->calls != NULL)
    PERMUTE (self->calls);
  if (self->missing != NULL)
    PERMUTE (self->missing);
  for (guint m = 0; m < self->metrics->len; m++)
    PERMUTE (g_array_index (self->metrics, CyanMetric, m).self);
  renumber_rows (self, order);
  return TRUE;
}

static CyanNode *
subtree_ends (const CyanNode *parent, guint n, Passes *passes, GError **error)
{
  g_autofree CyanNode *end = g_new (CyanNode, n);

  /* Touching new memory for the first time takes long, so this loop polls too. */
  for (guint i = 0; i < n; i++)
    {
      end[i] = i + 1;
      if (!go_on (passes, i, error))
        return NULL;
    }
  passes->n_done += n;
  for (guint i = n; i-- > 1;)
    {
      end[parent[i]] = MAX (end[parent[i]], end[i]);
      if (!go_on (passes, n - i, error))
        return NULL;
    }
  passes->n_done += n;
  return g_steal_pointer (&end);
}

static gboolean
roll_up (const CyanNode *parent, CyanMetric *metric, guint n, Passes *passes, GError **error)
{
  metric->self = g_renew (double, metric->self, n);
  metric->total = g_new (double, n);
  for (guint i = 0; i < n; i++)
    {
      metric->total[i] = metric->self[i];
      if (!go_on (passes, i, error))
        return FALSE;
    }
  passes->n_done += n;
  for (guint i = n; i-- > 1;)
    {
      metric->total[parent[i]] += metric->total[i];
      if (!go_on (passes, n - i, error))
        return FALSE;
    }
  passes->n_done += n;
  return TRUE;
}

/* The sum of a file's values may be too large; its reader refuses it then. */
static gboolean
has_finite_totals (const CyanProfile *profile)
{
  for (guint m = 0; m < profile->n_metrics; m++)
    if (!isfinite (profile->metrics[m].total[CYAN_NODE_ROOT]))
      return FALSE;
  return TRUE;
}

/* Moves the columns of the finished builder into a profile.  Takes @end, by node the end of its
 * subtree. */
static CyanProfile *
take_profile (CyanProfileBuilder *self, CyanNode *end)
{
  CyanProfile *profile = g_new0 (CyanProfile, 1);
  guint n = self->n_nodes;
  gint64 first, last;

  cyan_ref_count_init (&profile->refs);
  profile->strings = cyan_strings_ref (self->strings);
  profile->n_nodes = n;
  profile->parent = g_steal_pointer (&self->parent);
  profile->end = end;
  profile->function = g_renew (guint32, g_steal_pointer (&self->function), n);
  if (self->has_call_sites)
    profile->call_site = g_renew (guint32, g_steal_pointer (&self->call_site), n);
  if (self->calls != NULL)
    {
      profile->calls = g_renew (guint64, g_steal_pointer (&self->calls), n);
      profile->calls[0] = 0;
    }
  if (self->missing != NULL)
    profile->missing = g_renew (double, g_steal_pointer (&self->missing), n);
  profile->pruning = self->pruning;
  profile->flat = g_steal_pointer (&self->flat);
  profile->lines = g_steal_pointer (&self->lines);
  profile->pieces = g_steal_pointer (&self->pieces);
  if (self->hosts != NULL && cyan_host_cells_n_hosts (self->hosts) > 0)
    profile->hosts = cyan_host_cells_finish (self->hosts, n);
  if (profile->hosts != NULL && profile->pieces != NULL)
    cyan_hosts_add_pieces (profile->hosts, profile->strings, profile->pieces);
  profile->rests = g_steal_pointer (&self->rests);
  g_assert (profile->flat == NULL || profile->flat->n_metrics == self->metrics->len);

  profile->n_metrics = self->metrics->len;
  profile->metrics = (CyanMetric *) g_array_steal (self->metrics, NULL);
  profile->tree = cyan_profile_own_tree (profile);
  profile->values = cyan_profile_own_values (profile);
  profile->n_functions = self->functions->len;
  if (profile->flat != NULL)
    cyan_flat_profile_resize (profile->flat, profile->n_functions);
  profile->functions = (CyanFunction *) g_array_steal (self->functions, NULL);
  profile->n_meta = self->meta->len;
  profile->meta = (CyanMeta *) g_array_steal (self->meta, NULL);
  profile->warnings = g_ptr_array_ref (self->warnings);
  profile->recording = self->recording;
  profile->period = self->period;
  profile->length = self->length;
  if (self->length == 0 && profile->pieces != NULL
      && cyan_pieces_times (profile->pieces, &first, &last))
    profile->length = (double) (last - first);
  profile->unordered = self->unordered;
  profile->n_threads = self->n_threads;
  profile->format = self->format != NULL ? g_steal_pointer (&self->format) : g_strdup ("memory");
  self->n_nodes = 0;
  return profile;
}

CyanProfile *
cyan_profile_builder_finish (CyanProfileBuilder *self)
{
  return cyan_profile_builder_finish_tick (self, NULL, NULL);
}

CyanProfile *
cyan_profile_builder_finish_tick (CyanProfileBuilder *self, const CyanTick *tick, GError **error)
{
  guint n, n_columns;
  Passes passes = { .tick = tick };
  g_autofree CyanNode *end = NULL;
  CyanProfile *profile;

  g_assert (self->n_nodes > 0);
  if (self->metrics->len == 0)
    cyan_profile_builder_metric (self, "time", "ns");
  if (self->sink != NULL && self->sink->class->finish != NULL
      && !self->sink->class->finish (self->sink, error))
    return NULL;
  cyan_profile_builder_settle (self);
  n = self->n_nodes;
  n_columns = 2 + (guint) self->has_call_sites + (self->calls != NULL) + (self->missing != NULL)
              + self->metrics->len;
  passes.n_all = (guint64) n * ((self->in_preorder ? 0 : n_columns) + 2 + 2 * self->metrics->len);

  /* Steps that can be cancelled work on the builder's own columns, so that it can be freed at any
   * time. */
  cyan_profile_builder_forget_children (self);
  g_clear_pointer (&self->last_child, g_free);
  if (!self->in_preorder && !renumber (self, &passes, error))
    return NULL;
  g_clear_pointer (&self->first_child, g_free);
  g_clear_pointer (&self->next, g_free);
  self->parent = g_renew (CyanNode, self->parent, n);
  self->parent[0] = 0;
  end = subtree_ends (self->parent, n, &passes, error);
  if (end == NULL)
    return NULL;
  for (guint m = 0; m < self->metrics->len; m++)
    if (!roll_up (self->parent, &g_array_index (self->metrics, CyanMetric, m), n, &passes, error))
      return NULL;

  profile = take_profile (self, g_steal_pointer (&end));
  g_assert (profile->n_nodes > 0 && profile->end[CYAN_NODE_ROOT] == profile->n_nodes);
  if (CYAN_IS_CHECKED && has_finite_totals (profile))
    cyan_assert_valid (cyan_profile_check, profile);
  return profile;
}
