/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals by host, context by context, and functions whose shares stand out on a host. */
#include "cyan-host-spread.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-statistics.h"
#include "cyan-units.h"

/* ---- contexts ---- */

/* Of the totals @all of a node, by host; sorts @copy. */
static CyanHostSpread
spread_of (const double *all, double *copy, guint n_hosts, guint n)
{
  CyanHostSpread spread = { .n = n, .least = all[0], .largest = all[0] };
  guint n_zero = 0;

  for (guint h = 0; h < n_hosts; h++)
    {
      spread.least = MIN (spread.least, all[h]);
      if (all[h] > spread.largest)
        {
          spread.largest = all[h];
          spread.host = h;
        }
      n_zero += all[h] == 0;
    }
  /* Most contexts of a fleet are on few of its hosts. */
  if (spread.least < 0 || n_zero * 2 <= n_hosts)
    {
      memcpy (copy, all, n_hosts * sizeof *copy);
      spread.median = cyan_median (copy, n_hosts);
    }
  return spread;
}

static void
free_sums (double **sums, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (sums[i]);
  g_free (sums);
}

CyanHostSpread *
cyan_host_spreads_new (const CyanHosts *hosts,
                       const CyanProfile *tree,
                       guint metric,
                       const CyanTick *tick,
                       GError **error)
{
  guint n = tree->n_nodes, n_hosts = hosts->n_hosts;
  CyanHostSpread *spreads = g_new (CyanHostSpread, n);
  g_autofree double *copy = g_new (double, n_hosts);
  /* By node, by host: what its callees add to its total; only of nodes whose callees are begun. */
  double **sums = g_new0 (double *, n);
  gboolean ok = TRUE;

  g_assert (hosts->n_nodes == n);
  for (CyanNode i = n; ok && i-- > 0;)
    {
      g_autofree double *all = g_steal_pointer (&sums[i]);
      guint n_have = 0;

      if (all == NULL)
        all = g_new0 (double, n_hosts);
      for (gsize k = hosts->first[i]; k < hosts->first[i + 1]; k++)
        {
          all[hosts->host[k]] += hosts->self[metric][k];
          n_have += cyan_hosts_is_first (hosts, i, k) ? 1 : 0;
        }
      spreads[i] = spread_of (all, copy, n_hosts, i == CYAN_NODE_ROOT ? n_hosts : n_have);
      if (i == CYAN_NODE_ROOT)
        break;
      if (sums[tree->parent[i]] == NULL)
        sums[tree->parent[i]] = g_steal_pointer (&all);
      else
        for (guint h = 0; h < n_hosts; h++)
          sums[tree->parent[i]][h] += all[h];
      ok = cyan_tick_step (tick, n - i, n, N_ ("Comparing hosts"), error);
    }
  free_sums (sums, n);
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

typedef struct
{
  const CyanHosts *hosts;
  double *wholes; /* by host */
  double p;       /* of one test */
  double *own;    /* of the function in hand, by host; 0 in between */
  double *shares;
  double *copy;
} Search;

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

/* Whether the function whose own values are in hand stands out. */
static gboolean
find_outlier (Search *self, CyanHostOutlier *outlier)
{
  guint n = self->hosts->n_hosts, n_out = 0;
  double low, high, median, most = 0;

  for (guint h = 0; h < n; h++)
    {
      self->shares[h] = self->wholes[h] > 0 ? self->own[h] / self->wholes[h] : 0;
      most = MAX (most, self->shares[h]);
    }
  if (most < LEAST_EXCESS)
    return FALSE;
  cyan_robust_range (self->shares, n, self->p, &low, &high);
  memcpy (self->copy, self->shares, n * sizeof *self->copy);
  median = cyan_median (self->copy, n);
  high = MAX (high, median + MAX (LEAST_EXCESS, LEAST_OF_MEDIAN * median));
  for (guint h = 0; h < n; h++)
    if (self->shares[h] > high)
      {
        if (n_out == 0 || self->shares[h] - median > outlier->excess)
          {
            outlier->host = h;
            outlier->excess = self->shares[h] - median;
          }
        n_out++;
      }
  if (n_out == 0 || n_out > MAX (n / CYAN_HOST_RARE, 1))
    return FALSE;
  outlier->n_more = n_out - 1;
  outlier->value = self->own[outlier->host];
  memcpy (self->copy, self->own, n * sizeof *self->copy);
  outlier->median = cyan_median (self->copy, n);
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
  g_autofree double *wholes = g_new0 (double, n), *own = g_new0 (double, n);
  g_autofree double *shares = g_new (double, n), *copy = g_new (double, n);
  g_autofree guint *first = NULL;
  g_autofree CyanNode *order = order_by_function (tree, &first);
  Search self = { hosts, wholes, OUTLIER_P / n / tree->n_functions, own, shares, copy };

  g_assert (hosts->n_nodes == tree->n_nodes);
  for (gsize k = 0; k < hosts->first[hosts->n_nodes]; k++)
    wholes[hosts->host[k]] += hosts->self[metric][k];
  for (guint32 f = 1; f < tree->n_functions && n > 1; f++)
    {
      CyanHostOutlier outlier = { .function = f };

      if (f == cold)
        continue;
      memset (own, 0, n * sizeof *own);
      for (guint i = first[f]; i < first[f + 1]; i++)
        for (gsize k = hosts->first[order[i]]; k < hosts->first[order[i] + 1]; k++)
          own[hosts->host[k]] += hosts->self[metric][k];
      if (find_outlier (&self, &outlier))
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
