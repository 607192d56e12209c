/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is common to copying the nodes of a profile, or of several, into a builder. */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

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

/* The function of what was pruned. */
static inline guint32
cyan_profile_part_cold (CyanProfileBuilder *builder)
{
  CyanStr name = cyan_strings_add (cyan_profile_builder_strings (builder), CYAN_COLD_NAME, -1);

  return cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
}

G_END_DECLS
