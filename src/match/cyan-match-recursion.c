/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds functions whose recursion is deeper on one side. */
#include "cyan-match-release.h"

#define LEAST_CHANGE 0.2 /* of the sum of the recursive calls on both sides */

/* Counts recursive calls by name, through functions that are looked through. */
static guint *
count_recursive (const CyanMatchFunctions *functions, guint n_names)
{
  const CyanProfile *profile = functions->profile;
  g_autofree guint32 *kept = g_new (guint32, profile->n_nodes); /* by node: the nearest kept name */
  guint *count = g_new0 (guint, n_names);

  kept[CYAN_NODE_ROOT] = functions->name[profile->function[CYAN_NODE_ROOT]];
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 f = profile->function[i], above = kept[profile->parent[i]];

      kept[i] = functions->is_skipped[f] ? above : functions->name[f];
      count[above] += !functions->is_skipped[f] && kept[i] == above;
    }
  return count;
}

GArray *
cyan_match_uneven_recursions (const CyanMatchFunctions *functions, guint n_names)
{
  g_autofree guint *before = count_recursive (&functions[0], n_names);
  g_autofree guint *after = count_recursive (&functions[1], n_names);
  GArray *names = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 name = 0; name < n_names; name++)
    {
      guint most = MAX (before[name], after[name]), least = MIN (before[name], after[name]);

      if (most - least > LEAST_CHANGE * ((double) most + least))
        g_array_append_val (names, name);
    }
  return names;
}
