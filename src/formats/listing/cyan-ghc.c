/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cost centres of GHC: their functions and metrics. */
#include "cyan-ghc.h"

#include "cyan-number.h"

#include <string.h>

void
cyan_ghc_add_metrics (CyanGhc *self)
{
  gboolean bytes_first = self->total_ticks == 0 && self->total_bytes > 0;

  if (self->has_metrics)
    return;
  self->has_metrics = TRUE;
  if (bytes_first)
    self->bytes = cyan_profile_builder_metric (self->builder, "alloc", "bytes");
  self->ticks = cyan_profile_builder_metric (self->builder, "ticks", "samples");
  if (!bytes_first)
    self->bytes = cyan_profile_builder_metric (self->builder, "alloc", "bytes");
}

/* Finds the first line in "FILE:(10,1)-(13,16)", "FILE:4:22-41" or "FILE:(4,2)".  Returns the
 * length of FILE; 0: there is none, as in "<built-in>". */
static gsize
split_place (const char *place, guint32 *line)
{
  for (const char *at = strchr (place, ':'); at != NULL; at = strchr (at + 1, ':'))
    {
      const char *number = at + 1 + (at[1] == '(');
      gsize digits = strspn (number, "0123456789");
      guint64 value;

      if (digits > 0 && strchr (":,", number[digits]) != NULL
          && cyan_parse_uint64 (number, digits, &value) && value <= G_MAXINT32)
        {
          *line = (guint32) value;
          return (gsize) (at - place);
        }
    }
  return 0;
}

guint32
cyan_ghc_function (CyanGhc *self, CyanStr label, CyanStr module, const char *place)
{
  guint32 line = 0;
  gsize length = *place != '<' ? split_place (place, &line) : 0;

  return cyan_profile_builder_function (
      self->builder, label, module,
      length > 0 ? cyan_strings_add (self->strings, place, (gssize) length) : CYAN_STR_EMPTY, line,
      0);
}

void
cyan_ghc_add (CyanGhc *self, CyanNode node, guint64 entries, double ticks, double bytes)
{
  if (entries > 0)
    cyan_profile_builder_add_calls (self->builder, node, entries);
  cyan_profile_builder_add (self->builder, self->ticks, node, ticks);
  cyan_profile_builder_add (self->builder, self->bytes, node, bytes);
}

void
cyan_ghc_finish (CyanGhc *self)
{
  g_autofree char *tick = cyan_double_to_text (self->tick);

  cyan_profile_builder_set_recording (
      self->builder, self->ticks == 0 ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT,
      self->ticks == 0 ? 1 : 0);
  cyan_profile_builder_set_unordered (self->builder);
  if (self->tick > 0)
    cyan_profile_builder_set_meta (self->builder, "us of a tick", tick);
}
