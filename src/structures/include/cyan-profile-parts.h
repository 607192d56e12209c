/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copying the nodes of one or several profiles into a builder. */
#pragma once

#include <math.h>

#include "cyan-profile-builder.h"

/* By function of @profile: the same function of @builder.  Free with g_free(). */
static inline guint32 *
cyan_profile_part_functions (const CyanProfile *profile, CyanProfileBuilder *builder)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);
  g_autofree CyanFunction *functions = cyan_profile_move_functions (profile, strings);
  guint32 *map = g_new (guint32, profile->n_functions);

  for (guint f = 0; f < profile->n_functions; f++)
    map[f] = cyan_profile_builder_add_function (builder, &functions[f]);
  return map;
}

/* A builder of another tree of the same recording, with its metrics and functions.  Sets
 * *@functions as cyan_profile_part_functions(). */
static inline CyanProfileBuilder *
cyan_profile_part_builder (const CyanProfile *profile, guint32 **functions)
{
  CyanProfileBuilder *builder = cyan_profile_builder_new (profile->strings, G_MAXUINT32 - 1);

  cyan_profile_builder_describe (builder, profile);
  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_profile_builder_metric (builder, profile->metrics[m].name, profile->metrics[m].unit);
  *functions = cyan_profile_part_functions (profile, builder);
  return builder;
}

/* The function of what was pruned. */
static inline guint32
cyan_profile_part_cold (CyanProfileBuilder *builder)
{
  CyanStr name = cyan_strings_add (cyan_profile_builder_strings (builder), CYAN_COLD_NAME, -1);

  return cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
}

/* Keeps the flat profile of @profile in @builder, which has its metrics. */
static inline void
cyan_profile_part_keep_flat (const CyanProfile *profile,
                             const guint32 *functions,
                             CyanProfileBuilder *builder)
{
  g_autoptr (CyanFlatProfile) flat = cyan_flat_profile_new (1, profile->n_metrics);

  if (cyan_profile_add_to_flat (profile, flat, functions, NULL, 1))
    cyan_profile_builder_set_flat (builder, g_steal_pointer (&flat));
}

/* Whether two profiles with the same metrics have the same totals, but for rounding. */
static inline gboolean
cyan_profile_part_keeps_totals (const CyanProfile *before, const CyanProfile *after)
{
  for (guint m = 0; m < before->n_metrics; m++)
    {
      double size = 0;

      for (CyanNode i = 0; i < before->n_nodes; i++)
        size += fabs (before->metrics[m].self[i]);
      if (fabs (before->metrics[m].total[CYAN_NODE_ROOT] - after->metrics[m].total[CYAN_NODE_ROOT])
          > 1e-9 * size)
        return FALSE;
    }
  return TRUE;
}
