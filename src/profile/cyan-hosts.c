/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of hosts: collected in any order, then sorted by node and host. */
#include "cyan-hosts.h"

#include "cyan-error.h"
#include "cyan-exact-sum.h"
#include "cyan-number.h"
#include "cyan-profile.h"

#include <math.h>
#include <string.h>

/* ---- hosts ---- */

CYAN_DEFINE_REF (CyanHosts, cyan_hosts)

void
cyan_hosts_unref (CyanHosts *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_strfreev (self->names);
  g_free (self->first);
  g_free (self->host);
  g_free (self->calls);
  for (guint m = 0; m < self->n_metrics; m++)
    g_free (self->self[m]);
  g_free (self->self);
  g_free (self);
}

/* A copy with the same cells, whose values are the caller's to set. */
static CyanHosts *
copy_cells (const CyanHosts *self)
{
  CyanHosts *copy = g_memdup2 (self, sizeof *self);
  gsize n = self->first[self->n_nodes];

  cyan_ref_count_init (&copy->refs);
  copy->names = g_strdupv (self->names);
  copy->first = g_memdup2 (self->first, (self->n_nodes + 1) * sizeof *self->first);
  copy->host = g_memdup2 (self->host, n * sizeof *self->host);
  copy->calls = g_memdup2 (self->calls, n * sizeof *self->calls);
  copy->self = g_new (double *, self->n_metrics);
  for (guint m = 0; m < self->n_metrics; m++)
    copy->self[m] = g_memdup2 (self->self[m], n * sizeof *self->self[m]);
  return copy;
}

CyanHosts *
cyan_hosts_without (const CyanHosts *self, const guint8 *left_out)
{
  CyanHosts *copy = copy_cells (self);

  for (guint32 i = 0; i < self->n_nodes; i++)
    for (guint m = 0; left_out[i] && m < self->n_metrics; m++)
      memset (copy->self[m] + self->first[i], 0,
              (self->first[i + 1] - self->first[i]) * sizeof (double));
  return copy;
}

CyanHosts *
cyan_hosts_scale (const CyanHosts *self, double factor)
{
  CyanHosts *copy = copy_cells (self);
  gsize n = self->first[self->n_nodes];

  for (guint m = 0; m < self->n_metrics; m++)
    for (gsize i = 0; i < n; i++)
      copy->self[m][i] *= factor;
  for (gsize i = 0; copy->calls != NULL && i < n; i++)
    if (copy->calls[i] != CYAN_CALLS_UNKNOWN)
      copy->calls[i] = (guint64) MIN (round ((double) copy->calls[i] * factor), 1.8e19);
  return copy;
}

void
cyan_hosts_add_pieces (const CyanHosts *self, CyanStrings *strings, CyanPieces *pieces)
{
  g_autofree guint32 *origin = g_new (guint32, self->n_hosts);

  for (guint h = 0; h < self->n_hosts; h++)
    origin[h] =
        cyan_pieces_origin_of (pieces, "host", cyan_strings_add (strings, self->names[h], -1));
  for (guint32 node = 0; node < self->n_nodes; node++)
    for (gsize i = self->first[node]; i < self->first[node + 1]; i++)
      {
        guint32 from = origin[self->host[i]];

        /* Also of 0, so that the host has the node. */
        for (guint m = 0; m < self->n_metrics; m++)
          if (m == 0 || self->self[m][i] != 0)
            cyan_pieces_add_timeless (pieces, node, from, m, self->self[m][i]);
        if (self->calls != NULL && self->calls[i] != CYAN_CALLS_UNKNOWN
            && cyan_hosts_is_first (self, node, i))
          cyan_pieces_add_timeless (pieces, node, from, CYAN_PIECES_CALLS, (double) self->calls[i]);
      }
}

gboolean
cyan_hosts_check (const CyanHosts *self, guint n_nodes, guint n_metrics, GError **error)
{
  if (self->n_nodes != n_nodes || self->n_metrics != n_metrics || self->n_hosts == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%u hosts are of another tree", self->n_hosts);
  for (guint h = 1; h < self->n_hosts; h++)
    if (strcmp (self->names[h - 1], self->names[h]) >= 0)
      return cyan_fail (error, CYAN_ERROR_INVALID, "host %u is not behind the one before", h);
  for (guint32 node = 0; node < n_nodes; node++)
    for (gsize i = self->first[node]; i < self->first[node + 1]; i++)
      if (self->host[i] >= self->n_hosts
          || (i > self->first[node] && self->host[i - 1] > self->host[i]))
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: a cell of host %u", node,
                          self->host[i]);
  return TRUE;
}

guint64
cyan_hosts_memory (const CyanHosts *self)
{
  guint64 cell = sizeof *self->host + (self->calls != NULL ? sizeof *self->calls : 0)
                 + self->n_metrics * sizeof (double);

  return self->first[self->n_nodes] * cell + ((guint64) self->n_nodes + 1) * sizeof *self->first;
}

/* ---- collecting cells ---- */

struct _CyanHostCells
{
  CyanCharge charge;
  guint n_metrics;
  GPtrArray *names;    /* of char *, by number */
  GHashTable *numbers; /* by name: number + 1 */
  gsize n, n_allocated;
  guint32 *node;
  guint32 *host;
  guint64 *calls;
  double **self; /* by metric */
  gboolean has_calls;
};

CyanHostCells *
cyan_host_cells_new (guint n_metrics, CyanBudget *budget)
{
  CyanHostCells *self = g_new0 (CyanHostCells, 1);

  cyan_charge_init (&self->charge, budget);
  self->n_metrics = n_metrics;
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  self->self = g_new0 (double *, n_metrics);
  return self;
}

void
cyan_host_cells_free (CyanHostCells *self)
{
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->names);
  g_free (self->node);
  g_free (self->host);
  g_free (self->calls);
  for (guint m = 0; m < self->n_metrics; m++)
    g_free (self->self[m]);
  g_free (self->self);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

guint
cyan_host_cells_n_hosts (const CyanHostCells *self)
{
  return self->names->len;
}

guint32
cyan_host_cells_host (CyanHostCells *self, const char *name)
{
  guint32 number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name));

  if (number == 0)
    {
      char *own = g_strdup (name);

      g_ptr_array_add (self->names, own);
      number = self->names->len;
      g_hash_table_insert (self->numbers, own, GUINT_TO_POINTER (number));
      cyan_charge_add (&self->charge, strlen (name) + 1 + CYAN_CHARGE_HASH_ENTRY);
    }
  return number - 1;
}

static gsize
cell_bytes (const CyanHostCells *self)
{
  return sizeof *self->node + sizeof *self->host + sizeof *self->calls
         + self->n_metrics * sizeof (double);
}

static void
make_room (CyanHostCells *self)
{
  gsize n = MAX (self->n_allocated + self->n_allocated / 2, 1024);

  cyan_charge_add (&self->charge, (n - self->n_allocated) * cell_bytes (self));
  self->node = g_renew (guint32, self->node, n);
  self->host = g_renew (guint32, self->host, n);
  self->calls = g_renew (guint64, self->calls, n);
  for (guint m = 0; m < self->n_metrics; m++)
    self->self[m] = g_renew (double, self->self[m], n);
  self->n_allocated = n;
}

void
cyan_host_cells_add (
    CyanHostCells *self, guint32 node, guint32 host, guint64 calls, const double *values)
{
  gsize i = self->n++;

  g_assert (host < self->names->len);
  if (i == self->n_allocated)
    make_room (self);
  self->node[i] = node;
  self->host[i] = host;
  self->calls[i] = calls;
  self->has_calls |= calls != CYAN_CALLS_UNKNOWN;
  for (guint m = 0; m < self->n_metrics; m++)
    self->self[m][i] = values[m];
}

const guint32 *
cyan_host_cells_hosts (const CyanHostCells *self, gsize *n)
{
  *n = self->n;
  return self->host;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Puts the names in order; the cells get the new numbers. */
static void
sort_names (CyanHostCells *self)
{
  guint n = self->names->len;
  g_autofree guint32 *rank = g_new (guint32, n);
  g_autoptr (GPtrArray) sorted = g_ptr_array_copy (self->names, NULL, NULL);

  g_ptr_array_set_free_func (sorted, NULL);
  g_ptr_array_sort (sorted, compare_names);
  for (guint i = 0; i < n; i++)
    rank[GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, sorted->pdata[i])) - 1] = i;
  for (gsize i = 0; i < self->n; i++)
    self->host[i] = rank[self->host[i]];
  memcpy (self->names->pdata, sorted->pdata, n * sizeof *sorted->pdata);
}

/* Whether cell @i is behind cell @i - 1, and not of the same node and host. */
static inline gboolean
is_behind (const CyanHostCells *self, gsize i)
{
  return self->node[i] > self->node[i - 1]
         || (self->node[i] == self->node[i - 1] && self->host[i] > self->host[i - 1]);
}

/* Stable: puts the cells @from into @to by their @keys, which are below @n_keys. */
static void
sort_by (const guint32 *keys, guint n_keys, const gsize *from, gsize *to, gsize n)
{
  g_autofree gsize *at = g_new0 (gsize, (gsize) n_keys + 1);

  for (gsize i = 0; i < n; i++)
    at[keys[i] + 1]++;
  for (guint k = 0; k < n_keys; k++)
    at[k + 1] += at[k];
  for (gsize i = 0; i < n; i++)
    to[at[keys[from[i]]]++] = from[i];
}

#define PERMUTE(Type, column)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    Type *ordered = g_new (Type, self->n);                                                         \
    for (gsize i = 0; i < self->n; i++)                                                            \
      ordered[i] = (column)[order[i]];                                                             \
    g_free (column);                                                                               \
    (column) = ordered;                                                                            \
  }                                                                                                \
  G_STMT_END

/* By node, then by host. */
static void
sort_cells (CyanHostCells *self, guint n_nodes)
{
  g_autofree gsize *order = g_new (gsize, self->n), *by_host = g_new (gsize, self->n);

  for (gsize i = 0; i < self->n; i++)
    order[i] = i;
  sort_by (self->host, self->names->len, order, by_host, self->n);
  sort_by (self->node, n_nodes, by_host, order, self->n);
  PERMUTE (guint32, self->node);
  PERMUTE (guint32, self->host);
  PERMUTE (guint64, self->calls);
  for (guint m = 0; m < self->n_metrics; m++)
    PERMUTE (double, self->self[m]);
  self->n_allocated = self->n;
}

/* The sum of the calls of the cells [@from, @end). */
static guint64
sum_calls (const CyanHostCells *self, gsize from, gsize end)
{
  guint64 sum = 0;

  for (gsize i = from; i < end; i++)
    if (self->calls[i] == CYAN_CALLS_UNKNOWN)
      return CYAN_CALLS_UNKNOWN;
    else
      sum = MIN (cyan_add_saturating (sum, self->calls[i]), CYAN_CALLS_UNKNOWN - 1);
  return sum;
}

/* Puts the sum of the values of metric @m of the cells [@from, @end) at @to, behind it what that is
 * rounded by, and behind that 0.  Returns how many these are. */
static gsize
sum_values (CyanHostCells *self, guint m, gsize from, gsize end, gsize to)
{
  double values[CYAN_EXACT_SUM_MOST], plain = 0;
  double *self_values = self->self[m];
  CyanExactSum sum = { 0 };
  gsize n;

  for (gsize i = from; i < end; i++)
    plain += self_values[i];
  for (gsize i = from; isfinite (plain) && i < end; i++)
    cyan_exact_sum_add (&sum, self_values[i]);
  n = isfinite (plain) ? cyan_exact_sum_split (&sum, values) : 0;
  g_assert (n <= end - from);
  for (gsize i = to; i < to + (end - from); i++)
    self_values[i] = i - to < n ? values[i - to] : 0;
  if (!isfinite (plain))
    self_values[to] = plain;
  return n;
}

/* Adds up the cells of one node and host, which are beside each other. */
static void
join_cells (CyanHostCells *self)
{
  gsize to = 0, end;

  for (gsize from = 0; from < self->n; from = end)
    {
      guint32 node = self->node[from], host = self->host[from];
      guint64 calls;
      gsize n = 1;

      for (end = from + 1; end < self->n && !is_behind (self, end); end++)
        ;
      calls = sum_calls (self, from, end);
      for (guint m = 0; m < self->n_metrics; m++)
        {
          gsize n_values = sum_values (self, m, from, end, to);

          n = MAX (n, n_values);
        }
      for (gsize i = to; i < to + n; i++)
        {
          self->node[i] = node;
          self->host[i] = host;
          self->calls[i] = i == to || calls == CYAN_CALLS_UNKNOWN ? calls : 0;
        }
      to += n;
    }
  self->n = to;
}

void
cyan_host_cells_choose_metrics (CyanHostCells *self, const guint *chosen, guint n)
{
  double **columns = g_new (double *, n);

  for (guint m = 0; m < n; m++)
    columns[m] = g_steal_pointer (&self->self[chosen[m]]);
  for (guint m = 0; m < self->n_metrics; m++)
    g_free (self->self[m]);
  g_free (self->self);
  self->self = columns;
  self->n_metrics = n;
}

void
cyan_host_cells_renumber (CyanHostCells *self, const guint32 *numbers)
{
  for (gsize i = 0; i < self->n; i++)
    self->node[i] = numbers[self->node[i]];
}

CyanHosts *
cyan_host_cells_finish (CyanHostCells *self, guint n_nodes)
{
  CyanHosts *hosts = g_new0 (CyanHosts, 1);
  gboolean is_sorted = TRUE;

  g_assert (self->names->len > 0);
  sort_names (self);
  for (gsize i = 1; i < self->n && is_sorted; i++)
    is_sorted = is_behind (self, i);
  if (!is_sorted)
    {
      sort_cells (self, n_nodes);
      join_cells (self);
    }

  cyan_ref_count_init (&hosts->refs);
  hosts->n_hosts = self->names->len;
  g_hash_table_remove_all (self->numbers);
  g_ptr_array_set_free_func (self->names, NULL);
  g_ptr_array_add (self->names, NULL);
  hosts->names = (char **) g_ptr_array_steal (self->names, NULL);
  hosts->n_nodes = n_nodes;
  hosts->n_metrics = self->n_metrics;
  hosts->first = g_new0 (gsize, (gsize) n_nodes + 1);
  for (gsize i = 0; i < self->n; i++)
    hosts->first[self->node[i] + 1]++;
  for (guint i = 0; i < n_nodes; i++)
    hosts->first[i + 1] += hosts->first[i];
  hosts->host = g_renew (guint32, g_steal_pointer (&self->host), self->n);
  if (self->has_calls)
    hosts->calls = g_renew (guint64, g_steal_pointer (&self->calls), self->n);
  hosts->self = g_new (double *, self->n_metrics);
  for (guint m = 0; m < self->n_metrics; m++)
    hosts->self[m] = g_renew (double, g_steal_pointer (&self->self[m]), self->n);
  self->n = self->n_allocated = 0;
  return hosts;
}
