/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects nodes and functions of a reader in growing columns and hash tables. */
#include "cyan-profile-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-units.h"

#define NONE CYAN_NODE_NONE

/* Nodes between two checks of the budget, which other holders charge too; a power of two. */
#define BUDGET_STRIDE 1024

G_STATIC_ASSERT ((BUDGET_STRIDE & (BUDGET_STRIDE - 1)) == 0);
G_STATIC_ASSERT (CYAN_MAX_NODES < CYAN_NODE_NONE);

void
cyan_profile_clear_metric (gpointer data)
{
  CyanMetric *metric = data;

  g_free (metric->name);
  g_free (metric->unit);
  g_free (metric->self);
  g_free (metric->total);
}

static void
clear_meta (gpointer data)
{
  CyanMeta *meta = data;

  g_free (meta->key);
  g_free (meta->value);
}

CyanProfileBuilder *
cyan_profile_builder_new (CyanStrings *strings, guint max_nodes)
{
  CyanProfileBuilder *self = g_new0 (CyanProfileBuilder, 1);

  self->strings = cyan_strings_ref (strings);
  self->max_nodes = max_nodes > 0 ? max_nodes : CYAN_MAX_NODES;
  self->in_preorder = TRUE;
  self->functions = g_array_new (FALSE, FALSE, sizeof (CyanFunction));
  cyan_table_init (&self->function_table);
  cyan_table_init (&self->children);
  self->metrics = g_array_new (FALSE, TRUE, sizeof (CyanMetric));
  g_array_set_clear_func (self->metrics, cyan_profile_clear_metric);
  self->meta = g_array_new (FALSE, FALSE, sizeof (CyanMeta));
  g_array_set_clear_func (self->meta, clear_meta);
  self->warnings = g_ptr_array_new_with_free_func (g_free);

  cyan_profile_builder_function (self, cyan_strings_add (strings, CYAN_ROOT_NAME, -1),
                                 CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  cyan_profile_builder_append (self, NONE, 0, 0, NULL);
  g_assert (self->functions->len == 1 && self->n_nodes == 1);
  return self;
}

void
cyan_profile_builder_forget_children (CyanProfileBuilder *self)
{
  cyan_table_clear (&self->children);
  g_clear_pointer (&self->in_table, g_free);
}

void
cyan_profile_builder_free (CyanProfileBuilder *self)
{
  g_free (self->parent);
  g_free (self->last_child);
  g_free (self->next);
  g_free (self->first_child);
  g_free (self->function);
  g_free (self->call_site);
  g_free (self->calls);
  g_free (self->missing);
  g_clear_pointer (&self->flat, cyan_flat_profile_unref);
  g_clear_pointer (&self->lines, cyan_line_costs_unref);
  g_clear_pointer (&self->pieces, cyan_pieces_unref);
  g_clear_pointer (&self->hosts, cyan_host_cells_free);
  g_clear_pointer (&self->limbs, g_ptr_array_unref);
  g_clear_pointer (&self->rests, cyan_rests_unref);
  if (self->sink != NULL)
    self->sink->class->free (self->sink);
  cyan_profile_builder_forget_children (self);
  g_free (self->format);
  g_free (self->unit);
  g_array_unref (self->functions);
  cyan_table_clear (&self->function_table);
  g_array_unref (self->metrics);
  g_array_unref (self->meta);
  g_ptr_array_unref (self->warnings);
  cyan_strings_unref (self->strings);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

void
cyan_profile_builder_set_budget (CyanProfileBuilder *self, CyanBudget *budget)
{
  cyan_charge_move (&self->charge, budget);
}

CyanBudget *
cyan_profile_builder_budget (const CyanProfileBuilder *self)
{
  return self->charge.budget;
}

/* Bytes of a node, including those that finishing adds. */
static guint64
node_bytes (const CyanProfileBuilder *self)
{
  return 7 * sizeof (CyanNode) + (self->in_table != NULL)
         + (self->calls != NULL ? sizeof (guint64) : 0)
         + (self->missing != NULL ? sizeof (double) : 0) + self->metrics->len * 2 * sizeof (double)
         + (self->limbs != NULL ? self->limbs->len * sizeof (double) : 0);
}

CyanStrings *
cyan_profile_builder_strings (CyanProfileBuilder *self)
{
  return self->strings;
}

guint
cyan_profile_builder_n_nodes (const CyanProfileBuilder *self)
{
  return self->n_nodes;
}

guint32
cyan_profile_builder_node_function (const CyanProfileBuilder *self, CyanNode node)
{
  g_assert (node < self->n_nodes);
  return self->function[node];
}

guint
cyan_profile_builder_max_nodes (const CyanProfileBuilder *self)
{
  return self->max_nodes;
}

void
cyan_profile_builder_set_unit (CyanProfileBuilder *self, const char *unit)
{
  g_assert (self->metrics->len == 0);
  g_free (self->unit);
  self->unit = g_strdup (unit);
}

guint
cyan_profile_builder_metric (CyanProfileBuilder *self, const char *name, const char *unit)
{
  CyanMetric metric = { 0 };

  g_assert (self->n_nodes > 0);
  if (*unit == '\0' && self->unit != NULL)
    unit = self->unit;
  metric.name = g_utf8_make_valid (name != NULL ? name : cyan_unit_quantity (unit), -1);
  metric.unit = g_utf8_make_valid (unit, -1);
  metric.self = g_new0 (double, self->n_allocated);
  cyan_charge_add (&self->charge, 2 * sizeof (double) * (guint64) self->n_allocated);
  g_array_append_val (self->metrics, metric);
  return self->metrics->len - 1;
}

static inline guint32
hash_function (const CyanProfileBuilder *self, const CyanFunction *f)
{
  guint64 rest =
      cyan_table_hash (&self->function_table, (guint64) f->file << 32 | f->line, f->body_hash);

  return cyan_table_hash (&self->function_table, (guint64) f->name << 32 | f->module, rest);
}

static gboolean
is_function (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanProfileBuilder *self = owner;
  const CyanFunction *f = &g_array_index (self->functions, CyanFunction, number - 1), *g = key;

  return f->name == g->name && f->module == g->module && f->file == g->file && f->line == g->line
         && f->body_hash == g->body_hash;
}

guint32
cyan_profile_builder_function (CyanProfileBuilder *self,
                               CyanStr name,
                               CyanStr module,
                               CyanStr file,
                               guint32 line,
                               guint64 body_hash)
{
  const CyanFunction function = { name, module, file, line, body_hash, CYAN_STR_EMPTY };

  return cyan_profile_builder_add_function (self, &function);
}

static gboolean
are_in_pool (const CyanFunction *function, const CyanStrings *strings)
{
  guint n = cyan_strings_count (strings);

  return function->name < n && function->module < n && function->file < n && function->normal < n;
}

guint32
cyan_profile_builder_add_function (CyanProfileBuilder *self, const CyanFunction *function)
{
  CyanTable *table = &self->function_table;
  guint64 before = cyan_table_memory (table);
  guint32 number =
      cyan_table_find (table, hash_function (self, function), is_function, self, function);

  if (number != 0)
    return number - 1;

  g_assert (are_in_pool (function, self->strings));
  g_array_append_vals (self->functions, function, 1);
  number = self->functions->len;
  if (cyan_table_make_room (table, number))
    for (guint32 i = 1; i < number; i++)
      cyan_table_add (
          table, hash_function (self, &g_array_index (self->functions, CyanFunction, i - 1)), i);
  cyan_table_add (table, hash_function (self, function), number);
  cyan_charge_add (&self->charge, sizeof *function + cyan_table_memory (table) - before);
  return number - 1;
}

static gboolean
grow_columns (CyanProfileBuilder *self, GError **error)
{
  guint old = self->n_allocated;
  guint wanted = old == 0 ? 256 : old + old / 2;
  guint64 more;

  wanted = MAX (MIN (wanted, self->max_nodes), 1);
  more = (wanted - old) * node_bytes (self);
  if (!cyan_budget_check (self->charge.budget, more, error))
    return FALSE;
  cyan_charge_add (&self->charge, more);
  self->parent = g_renew (CyanNode, self->parent, wanted);
  self->last_child = g_renew (CyanNode, self->last_child, wanted);
  self->next = g_renew (CyanNode, self->next, wanted);
  self->first_child = g_renew (CyanNode, self->first_child, wanted);
  self->function = g_renew (guint32, self->function, wanted);
  self->call_site = g_renew (guint32, self->call_site, wanted);
  if (self->calls != NULL)
    self->calls = g_renew (guint64, self->calls, wanted);
  if (self->missing != NULL)
    {
      self->missing = g_renew (double, self->missing, wanted);
      memset (self->missing + old, 0, (wanted - old) * sizeof (double));
    }
  if (self->in_table != NULL)
    {
      self->in_table = g_renew (guint8, self->in_table, wanted);
      memset (self->in_table + old, 0, wanted - old);
    }
  for (guint m = 0; m < self->metrics->len; m++)
    {
      CyanMetric *metric = &g_array_index (self->metrics, CyanMetric, m);

      metric->self = g_renew (double, metric->self, wanted);
      memset (metric->self + old, 0, (wanted - old) * sizeof (double));
    }
  cyan_profile_builder_grow_limbs (self, wanted);
  self->n_allocated = wanted;
  return TRUE;
}

CyanNode
cyan_profile_builder_append (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error)
{
  CyanNode node = self->n_nodes;

  g_assert (parent < node || (parent == NONE && node == CYAN_NODE_ROOT));
  g_assert (function < self->functions->len);
  if (node >= self->max_nodes)
    {
      cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                      self->max_nodes);
      return NONE;
    }
  if (node == self->n_allocated
          ? !grow_columns (self, error)
          : node % BUDGET_STRIDE == 0 && !cyan_budget_check (self->charge.budget, 0, error))
    return NONE;

  self->parent[node] = parent;
  self->first_child[node] = self->last_child[node] = self->next[node] = NONE;
  self->function[node] = function;
  self->call_site[node] = call_site;
  self->has_call_sites |= call_site != 0;
  if (self->calls != NULL)
    self->calls[node] = CYAN_CALLS_UNKNOWN;
  self->n_nodes++;

  if (parent == NONE)
    return node;
  /* In preorder, the parent of the new node is the previous node or one of its ancestors, and these
   * have no next sibling yet. */
  if (self->in_preorder)
    {
      CyanNode up = node - 1;

      while (up != NONE && up > parent)
        up = self->parent[up];
      self->in_preorder = up == parent;
    }
  if (self->last_child[parent] == NONE)
    self->first_child[parent] = node;
  else
    self->next[self->last_child[parent]] = node;
  self->last_child[parent] = node;
  return node;
}

typedef struct
{
  CyanNode parent;
  guint32 function, call_site;
} Child;

static inline guint32
hash_child (const CyanProfileBuilder *self, const Child *child)
{
  return cyan_table_hash (&self->children, (guint64) child->parent << 32 | child->function,
                          child->call_site);
}

static gboolean
is_child (gconstpointer owner, guint32 node, gconstpointer key)
{
  const CyanProfileBuilder *self = owner;
  const Child *child = key;

  return self->parent[node] == child->parent && self->function[node] == child->function
         && self->call_site[node] == child->call_site;
}

/* Makes room for @node, the next one, in the table of children. */
static gboolean
make_room (CyanProfileBuilder *self, CyanNode node, GError **error)
{
  guint64 more =
      cyan_table_memory_with (&self->children, node) - cyan_table_memory (&self->children);

  if (!cyan_budget_check (self->charge.budget, more, error))
    return FALSE;
  cyan_charge_add (&self->charge, more);
  if (self->in_table == NULL)
    {
      self->in_table = g_new0 (guint8, self->n_allocated);
      cyan_charge_add (&self->charge, self->n_allocated);
    }
  if (!cyan_table_make_room (&self->children, node))
    return TRUE;
  for (CyanNode i = 1; i < node; i++)
    if (self->in_table[i])
      {
        const Child child = { self->parent[i], self->function[i], self->call_site[i] };

        cyan_table_add (&self->children, hash_child (self, &child), i);
      }
  return TRUE;
}

CyanNode
cyan_profile_builder_child (
    CyanProfileBuilder *self, CyanNode parent, guint32 function, guint32 call_site, GError **error)
{
  const Child child = { parent, function, call_site };
  guint32 hash = hash_child (self, &child);
  CyanNode node = cyan_table_find (&self->children, hash, is_child, self, &child);

  if (node != 0)
    return node;
  if ((self->in_table == NULL || !cyan_table_has_room (&self->children, self->n_nodes))
      && !make_room (self, self->n_nodes, error))
    return NONE;
  node = cyan_profile_builder_append (self, parent, function, call_site, error);
  if (node != NONE)
    {
      cyan_table_add (&self->children, hash, node);
      self->in_table[node] = TRUE;
    }
  return node;
}

void
cyan_profile_builder_add (CyanProfileBuilder *self, guint metric, CyanNode node, double value)
{
  g_assert (metric < self->metrics->len && node < self->n_nodes);
  g_array_index (self->metrics, CyanMetric, metric).self[node] += value;
}

guint64
cyan_profile_builder_calls (const CyanProfileBuilder *self, CyanNode node)
{
  g_assert (node < self->n_nodes);
  return self->calls != NULL ? self->calls[node] : CYAN_CALLS_UNKNOWN;
}

void
cyan_profile_builder_set_calls (CyanProfileBuilder *self, CyanNode node, guint64 calls)
{
  g_assert (node < self->n_nodes);
  if (self->calls != NULL)
    self->calls[node] = calls;
  else if (calls != CYAN_CALLS_UNKNOWN)
    cyan_profile_builder_add_calls (self, node, calls);
}

void
cyan_profile_builder_add_calls (CyanProfileBuilder *self, CyanNode node, guint64 calls)
{
  g_assert (node < self->n_nodes);
  if (self->calls == NULL)
    {
      self->calls = g_new (guint64, self->n_allocated);
      cyan_charge_add (&self->charge, self->n_allocated * sizeof (guint64));
      memset (self->calls, 0xff, self->n_allocated * sizeof (guint64));
    }
  if (self->calls[node] != CYAN_CALLS_UNKNOWN)
    calls = cyan_add_saturating (self->calls[node], calls);
  self->calls[node] = MIN (calls, CYAN_CALLS_UNKNOWN - 1);
}

CyanCallSink *
cyan_profile_builder_sink (CyanProfileBuilder *self)
{
  if (self->sink == NULL)
    self->sink = cyan_exact_sink_new (self);
  return self->sink;
}

void
cyan_profile_builder_set_sink (CyanProfileBuilder *self, CyanCallSink *sink)
{
  g_assert (self->sink == NULL && self->n_nodes == 1);
  g_assert (sink->builder == self);
  self->sink = sink;
}

gboolean
cyan_profile_builder_has_sink (const CyanProfileBuilder *self)
{
  return self->sink != NULL;
}

guint
cyan_profile_builder_n_metrics (const CyanProfileBuilder *self)
{
  return self->metrics->len;
}

void
cyan_profile_builder_set_missing (CyanProfileBuilder *self, CyanNode node, double missing)
{
  g_assert (node < self->n_nodes);
  g_assert (!(missing < 0));
  if (self->missing == NULL && missing == 0)
    return;
  if (self->missing == NULL)
    {
      self->missing = g_new0 (double, self->n_allocated);
      cyan_charge_add (&self->charge, self->n_allocated * sizeof (double));
    }
  self->missing[node] = missing;
}

void
cyan_profile_builder_set_flat (CyanProfileBuilder *self, CyanFlatProfile *flat)
{
  g_assert (flat == NULL || flat->n_metrics == self->metrics->len);
  g_clear_pointer (&self->flat, cyan_flat_profile_unref);
  self->flat = flat;
}

void
cyan_profile_builder_want_lines (CyanProfileBuilder *self)
{
  self->wants_lines = TRUE;
}

gboolean
cyan_profile_builder_wants_lines (const CyanProfileBuilder *self)
{
  return self->wants_lines;
}

double *
cyan_profile_builder_line (
    CyanProfileBuilder *self, CyanStr name, CyanStr file, CyanStr at, guint32 line)
{
  guint64 before = self->lines != NULL ? cyan_line_costs_memory (self->lines) : 0;
  double *values;

  if (self->lines == NULL)
    self->lines = cyan_line_costs_new (self->strings, self->metrics->len);
  values = cyan_line_costs_row (self->lines, name, file, at, line);
  cyan_charge_add (&self->charge, cyan_line_costs_memory (self->lines) - before);
  return values;
}

void
cyan_profile_builder_set_lines (CyanProfileBuilder *self, CyanLineCosts *lines)
{
  g_clear_pointer (&self->lines, cyan_line_costs_unref);
  self->lines = lines;
}

void
cyan_profile_builder_want_pieces (CyanProfileBuilder *self)
{
  g_assert (self->pieces == NULL && self->metrics->len == 0);
  self->pieces = cyan_pieces_new (self->strings, self->charge.budget);
}

CyanPieces *
cyan_profile_builder_pieces (CyanProfileBuilder *self)
{
  return self->pieces;
}

CyanHostCells *
cyan_profile_builder_hosts (CyanProfileBuilder *self)
{
  if (self->hosts == NULL)
    self->hosts = cyan_host_cells_new (self->metrics->len, self->charge.budget);
  return self->hosts;
}

void
cyan_profile_builder_copy_hosts (CyanProfileBuilder *self,
                                 const CyanProfile *profile,
                                 CyanNode node,
                                 CyanNode to)
{
  const CyanHosts *hosts = profile->hosts;
  CyanHostCells *cells;
  g_autofree double *values = NULL;
  gboolean has_calls;

  if (hosts == NULL)
    return;
  has_calls = hosts->calls != NULL && self->calls != NULL && self->calls[to] != CYAN_CALLS_UNKNOWN;
  cells = cyan_profile_builder_hosts (self);
  g_assert (hosts->n_metrics == self->metrics->len);
  /* The first node brings all hosts, in the same order, so that their numbers stay. */
  for (guint h = cyan_host_cells_n_hosts (cells); h < hosts->n_hosts; h++)
    cyan_host_cells_host (cells, hosts->names[h]);
  values = g_new (double, hosts->n_metrics);
  for (gsize i = hosts->first[node]; i < hosts->first[node + 1]; i++)
    {
      for (guint m = 0; m < hosts->n_metrics; m++)
        values[m] = hosts->self[m][i];
      cyan_host_cells_add (cells, to, hosts->host[i],
                           has_calls ? hosts->calls[i] : CYAN_CALLS_UNKNOWN, values);
    }
}

void
cyan_profile_builder_set_pruning (CyanProfileBuilder *self, const CyanPruning *pruning)
{
  g_assert (pruning->phi >= 0 && pruning->phi <= 1);
  g_assert (pruning->epsilon >= 0 && !(pruning->floor < 0));
  self->pruning = *pruning;
}
