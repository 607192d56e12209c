/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles by host, of parts and their hosts. */
#pragma once

#include "cyan-merge.h"

/* The merge of @n @parts; part i is of @hosts[i]. */
static inline CyanProfile *
fleet_merge (CyanProfile *const *parts, const char *const *hosts, guint n)
{
  g_autoptr (CyanMerge) merge = cyan_merge_new (0, NULL, NULL);
  g_autoptr (GError) error = NULL;
  CyanProfile *whole;

  cyan_merge_keep_hosts (merge);
  for (guint i = 0; i < n; i++)
    {
      cyan_merge_set_host (merge, hosts[i]);
      cyan_merge_add (merge, parts[i], hosts[i], NULL, &error);
      g_assert_no_error (error);
    }
  whole = cyan_merge_finish (merge, NULL, &error);
  g_assert_no_error (error);
  cyan_profile_check (whole, &error);
  g_assert_no_error (error);
  g_assert_nonnull (whole->hosts);
  return whole;
}

/* What host @h has, "main:1*1 a:2", in preorder.  Caller frees. */
static inline char *
fleet_text (const CyanProfile *profile, guint h)
{
  const CyanHosts *hosts = profile->hosts;
  GString *text = g_string_new (hosts->names[h]);

  for (CyanNode i = 0; i < profile->n_nodes; i++)
    for (gsize k = hosts->first[i]; k < hosts->first[i + 1]; k++)
      if (hosts->host[k] == h)
        {
          g_string_append_printf (text, " %s:%g", cyan_profile_name (profile, i),
                                  hosts->self[0][k]);
          if (hosts->calls != NULL && hosts->calls[k] != CYAN_CALLS_UNKNOWN)
            g_string_append_printf (text, "*%" G_GUINT64_FORMAT, hosts->calls[k]);
        }
  return g_string_free (text, FALSE);
}

/* Checks that the cells of each node add up to its own values. */
static inline void
fleet_assert_sums (const CyanProfile *profile)
{
  const CyanHosts *hosts = profile->hosts;

  for (CyanNode i = 0; i < profile->n_nodes; i++)
    for (guint m = 0; m < profile->n_metrics; m++)
      {
        double sum = 0;

        for (gsize k = hosts->first[i]; k < hosts->first[i + 1]; k++)
          sum += hosts->self[m][k];
        g_assert_cmpfloat_with_epsilon (sum, profile->metrics[m].self[i], 1e-6);
      }
}
