/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether what is made of an input stays within its budget of memory.
 *
 * The builder counts what it holds itself, to the byte and the same everywhere.  What readers hold
 * besides, and what else the process took since, shows in the memory of the process.
 */
#include "cyan-input-private.h"

#include "cyan-memory.h"

void
cyan_input_set_budget (CyanInput *self,
                       const CyanProfileBuilder *builder,
                       guint64 limit,
                       guint64 base)
{
  self->builder = builder;
  self->memory_limit = limit;
  self->memory_base = base;
}

gboolean
cyan_input_check_budget (CyanInput *self, GError **error)
{
  /* What it begins with is not counted. */
  guint64 more = MAX (self->capacity, 2 * CYAN_INPUT_BLOCK) - 2 * CYAN_INPUT_BLOCK;
  g_autoptr (GError) reason = NULL;

  if (self->builder == NULL || self->memory_limit == 0)
    return TRUE;
  if (cyan_memory_resident () > self->memory_limit + self->memory_base)
    more = G_MAXUINT64;
  return cyan_profile_builder_check_memory (self->builder, more, &reason)
         || cyan_input_fail_file (self, error, CYAN_ERROR_LIMIT, "%s", reason->message);
}
