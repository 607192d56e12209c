/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals by host, context by context, and functions whose shares stand out on a host. */
#include "cyan-host-spread.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-statistics.h"
#include "cyan-units.h"

/* What each host has of something; most have nothing of most. */
typedef struct
{
  guint n_hosts;
  double *value;  /* by host; 0 of those that are not in the list */
  guint8 *listed; /* by host */
  guint32 *hosts; /* the list, in any order */
  guint n;
  double *copy;
} Values;

static void
values_init (Values *self, guint n_hosts)
{
  *self = (Values){ .n_hosts = n_hosts };
  self->value = g_new0 (double, n_hosts);
  self->listed = g_new0 (guint8, n_hosts);
  self->hosts = g_new (guint32, n_hosts);
  self->copy = g_new (double, n_hosts);
}

static void
values_clear (Values *self)
{
  g_free (self->value);
  g_free (self->listed);
  g_free (self->hosts);
  g_free (self->copy);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, values_clear)

static void
values_empty (Values *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      self->value[self->hosts[i]] = 0;
      self->listed[self->hosts[i]] = FALSE;
    }
  self->n = 0;
}

static void
values_add (Values *self, guint32 host, double value)
{
  if (!self->listed[host])
    self->hosts[self->n++] = host;
  self->listed[host] = TRUE;
  self->value[host] += value;
}

static void
values_add_cells (Values *self, const CyanHosts *hosts, CyanNode node, guint metric)
{
  for (gsize i = hosts->first[node]; i < hosts->first[node + 1]; i++)
    values_add (self, hosts->host[i], hosts->self[metric][i]);
}

static double
share_of (double value, double whole)
{
  return whole > 0 ? value / whole : 0;
}

/* The median over all hosts of what each has, divided by @wholes if they are not NULL. */
static double
values_median (Values *self, const double *wholes)
{
  guint n_positive = 0;

  for (guint i = 0; i < self->n; i++)
    {
      guint32 host = self->hosts[i];

      self->copy[i] =
          wholes == NULL ? self->value[host] : share_of (self->value[host], wholes[host]);
      n_positive += self->copy[i] != 0 ? 1 : 0;
    }
  /* Sorting all would take long if there are many hosts and each context is on few. */
  if (n_positive * 2 < self->n_hosts)
    return 0;
  memset (self->copy + self->n, 0, (self->n_hosts - self->n) * sizeof *self->copy);
  return cyan_median (self->copy, self->n_hosts);
}

/* ---- contexts ---- */

static CyanHostSpread
spread_of (Values *totals, guint n)
{
  CyanHostSpread spread = { .n = n, .median = values_median (totals, NULL) };
  gboolean is_first = totals->n == totals->n_hosts;

  /* Those that are not in the list have 0. */
  for (guint i = 0; i < totals->n; i++)
    {
      guint32 host = totals->hosts[i];
      double total = totals->value[host];

      spread.least = is_first ? total : MIN (spread.least, total);
      if (is_first || total > spread.largest || (total == spread.largest && host < spread.host))
        {
          spread.largest = total;
          spread.host = host;
        }
      is_first = FALSE;
    }
  return spread;
}

/* What a host has of the callees of a node. */
typedef struct
{
  guint32 host;
  double total;
} Below;

static void
free_below (GArray **below, guint n)
{
  for (guint i = 0; i < n; i++)
    g_clear_pointer (&below[i], g_array_unref);
  g_free (below);
}

/* Adds what is in @totals to what the caller's callees have. */
static void
pass_up (const Values *totals, GArray **below)
{
  if (*below == NULL)
    *below = g_array_sized_new (FALSE, FALSE, sizeof (Below), totals->n);
  for (guint i = 0; i < totals->n; i++)
    {
      const Below row = { totals->hosts[i], totals->value[totals->hosts[i]] };

      g_array_append_val (*below, row);
    }
}

static guint
count_hosts (const CyanHosts *hosts, CyanNode node)
{
  guint n = 0;

  for (gsize i = hosts->first[node]; i < hosts->first[node + 1]; i++)
    n += cyan_hosts_is_first (hosts, node, i) ? 1 : 0;
  return n;
}

CyanHostSpread *
cyan_host_spreads_new (const CyanHosts *hosts,
                       const CyanProfile *tree,
                       guint metric,
                       const CyanTick *tick,
                       GError **error)
{
  guint n = tree->n_nodes;
  CyanHostSpread *spreads = g_new (CyanHostSpread, n);
  GArray **below = g_new0 (GArray *, n); /* of Below, by node; only while its callees are added */
  g_auto (Values) totals = { 0 };
  gboolean ok = TRUE;

  g_assert (hosts->n_nodes == n);
  values_init (&totals, hosts->n_hosts);
  for (CyanNode i = n; ok && i-- > 0;)
    {
      values_empty (&totals);
      values_add_cells (&totals, hosts, i, metric);
      for (guint k = 0; below[i] != NULL && k < below[i]->len; k++)
        {
          const Below *row = &g_array_index (below[i], Below, k);

          values_add (&totals, row->host, row->total);
        }
      g_clear_pointer (&below[i], g_array_unref);
      spreads[i] =
          spread_of (&totals, i == CYAN_NODE_ROOT ? hosts->n_hosts : count_hosts (hosts, i));
      if (i > CYAN_NODE_ROOT)
        pass_up (&totals, &below[tree->parent[i]]);
      ok = cyan_tick_step (tick, n - i, n, N_ ("Comparing hosts"), error);
    }
  free_below (below, n);
  if (!ok)
    g_clear_pointer (&spreads, g_free);
  return spreads;
}

/* ---- functions ---- */

/* What is beyond the range of the other shares once in so many profiles. */
#define OUTLIER_P 0.01
/* An excess has to be at least so much of the host, and of the median. */
#define LEAST_EXCESS    0.01
#define LEAST_OF_MEDIAN 0.5

/* Nodes by function: those of function f are order[first[f]] up to first[f + 1].  Caller frees both. */
static CyanNode *
order_by_function (const CyanProfile *tree, guint **first)
{
  CyanNode *order = g_new (CyanNode, tree->n_nodes);
  guint *at = g_new0 (guint, tree->n_functions + 2);

  for (CyanNode i = 0; i < tree->n_nodes; i++)
    at[tree->function[i] + 2]++;
  for (guint f = 0; f < tree->n_functions; f++)
    at[f + 2] += at[f + 1];
  for (CyanNode i = 0; i < tree->n_nodes; i++)
    order[at[tree->function[i] + 1]++] = i;
  *first = at;
  return order;
}

/* The share above which a host stands out.  @own: of a function, by host. */
static double
find_limit (Values *own, const double *wholes, double median, double p)
{
  double high = median + MAX (LEAST_EXCESS, LEAST_OF_MEDIAN * median), low, range;

  if (median == 0)
    return high; /* most have nothing: their shares do not scatter */
  for (guint h = 0; h < own->n_hosts; h++)
    own->copy[h] = share_of (own->value[h], wholes[h]);
  cyan_robust_range (own->copy, own->n_hosts, p, &low, &range);
  return MAX (high, range);
}

/* Whether the function with these @own values stands out. */
static gboolean
find_outlier (Values *own, const double *wholes, double p, CyanHostOutlier *outlier)
{
  double most = 0, median, limit;
  guint n_out = 0;

  for (guint i = 0; i < own->n; i++)
    most = MAX (most, share_of (own->value[own->hosts[i]], wholes[own->hosts[i]]));
  if (most < LEAST_EXCESS)
    return FALSE;
  median = values_median (own, wholes);
  limit = find_limit (own, wholes, median, p);
  for (guint i = 0; i < own->n; i++)
    {
      guint32 host = own->hosts[i];
      double excess = share_of (own->value[host], wholes[host]) - median;

      if (!(median + excess > limit))
        continue;
      if (n_out == 0 || excess > outlier->excess
          || (excess == outlier->excess && host < outlier->host))
        {
          outlier->host = host;
          outlier->excess = excess;
        }
      n_out++;
    }
  if (n_out == 0 || n_out > MAX (own->n_hosts / CYAN_HOST_RARE, 1))
    return FALSE;
  outlier->n_more = n_out - 1;
  outlier->value = own->value[outlier->host];
  outlier->median = values_median (own, NULL);
  return TRUE;
}

static int
compare_excess (gconstpointer a, gconstpointer b)
{
  const CyanHostOutlier *x = a, *y = b;

  if (x->excess != y->excess)
    return x->excess > y->excess ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

GArray *
cyan_host_outliers_new (const CyanHosts *hosts, const CyanProfile *tree, guint metric)
{
  GArray *outliers = g_array_new (FALSE, FALSE, sizeof (CyanHostOutlier));
  guint n = hosts->n_hosts;
  guint32 cold = cyan_profile_cold_function (tree);
  g_autofree double *wholes = g_new0 (double, n);
  g_autofree guint *first = NULL;
  g_autofree CyanNode *order = order_by_function (tree, &first);
  g_auto (Values) own = { 0 };

  g_assert (hosts->n_nodes == tree->n_nodes);
  values_init (&own, n);
  for (gsize k = 0; k < hosts->first[hosts->n_nodes]; k++)
    wholes[hosts->host[k]] += hosts->self[metric][k];
  for (guint32 f = 1; f < tree->n_functions && n > 1; f++)
    {
      CyanHostOutlier outlier = { .function = f };

      if (f == cold)
        continue;
      values_empty (&own);
      for (guint i = first[f]; i < first[f + 1]; i++)
        values_add_cells (&own, hosts, order[i], metric);
      if (find_outlier (&own, wholes, OUTLIER_P / n / tree->n_functions, &outlier))
        g_array_append_val (outliers, outlier);
    }
  g_array_sort (outliers, compare_excess);
  return outliers;
}

char *
cyan_host_outlier_text (const CyanHostOutlier *self,
                        const CyanHosts *hosts,
                        const CyanProfile *tree,
                        guint metric)
{
  const char *unit = tree->metrics[metric].unit;
  const CyanFunction *function = &tree->functions[self->function];
  g_autofree char *value = cyan_value_to_text (self->value, unit);
  g_autofree char *median = cyan_value_to_text (self->median, unit);
  g_autofree char *more = NULL;
  const char *name = cyan_strings_get (tree->strings, function->name);

  if (self->n_more > 0)
    /* Translators: behind the name of a host */
    more =
        g_strdup_printf (ngettext (" and %'u more", " and %'u more", self->n_more), self->n_more);
  /* Translators: a function, what it costs on a host, and in the median of all hosts */
  return g_strdup_printf (_ ("%s: %s on %s%s, %s in the median of %'u hosts"), name, value,
                          hosts->names[self->host], more != NULL ? more : "", median,
                          hosts->n_hosts);
}
