/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up the totals of the parts in a callgrind file and compares them with its costs. */
#include "cyan-callgrind-parts.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

/* Relative error allowed for totals that a tool computed in floating point. */
#define TOTALS_TOLERANCE 1e-9

void
cyan_callgrind_parts_init (CyanCallgrindParts *self)
{
  memset (self, 0, sizeof *self);
  self->threads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
cyan_callgrind_parts_clear (CyanCallgrindParts *self)
{
  g_free (self->number);
  g_free (self->thread);
  g_hash_table_unref (self->threads);
}

/* Adds the totals of the part that ends. */
static void
finish_part (CyanCallgrindParts *self)
{
  if (self->part_has_totals)
    {
      for (guint e = 0; e < CYAN_CALLGRIND_MAX_EVENTS; e++)
        self->totals[e] += self->part_totals[e];
      self->has_totals = TRUE;
    }
  else if (self->has_costs)
    self->lacks_totals = TRUE;
  self->part_has_totals = self->has_costs = FALSE;
}

void
cyan_callgrind_parts_begin (CyanCallgrindParts *self, const char *number)
{
  if (self->number == NULL && !self->has_costs && !self->has_totals)
    self->number = g_strdup (number);
  finish_part (self);
}

void
cyan_callgrind_parts_thread (CyanCallgrindParts *self, const char *thread)
{
  if (self->thread == NULL)
    self->thread = g_strdup (thread);
  g_hash_table_add (self->threads, g_strdup (thread));
}

void
cyan_callgrind_parts_totals (CyanCallgrindParts *self, const double *totals, gboolean final)
{
  memcpy (self->part_totals, totals, sizeof self->part_totals);
  self->part_has_totals = TRUE;
  self->at_totals = final;
  if (final)
    finish_part (self);
}

static gboolean
is_by (const char *creator, const char *name)
{
  return g_ascii_strncasecmp (creator, name, strlen (name)) == 0;
}

static void
describe_part (const CyanCallgrindParts *self, const char *creator, CyanProfileBuilder *builder)
{
  gboolean is_thread = g_hash_table_size (self->threads) == 1;
  gboolean is_part;
  g_autofree char *part = NULL, *valid = NULL;

  if (self->number == NULL || !is_by (creator, "callgrind"))
    return;
  is_part = strcmp (self->number, "1") != 0 || self->dumped_early;
  if (!is_part && !is_thread)
    return;
  part = is_thread ? g_strdup_printf ("%s, thread %s", self->number, self->thread)
                   : g_strdup (self->number);
  valid = g_utf8_make_valid (part, -1);
  cyan_profile_builder_set_meta (builder, "part", valid);
  cyan_profile_builder_warn (builder, "%s", is_part ? _ (CYAN_NOTE_PART) : _ (CYAN_NOTE_THREAD));
}

static void
warn_of_totals (const CyanCallgrindParts *self,
                const CyanCallgrindEvents *events,
                CyanProfileBuilder *builder)
{
  for (guint e = 0; e < events->n_listed; e++)
    if (fabs (self->totals[e] - self->sums[e]) > TOTALS_TOLERANCE * self->totals[e] + 0.5)
      {
        const CyanCallgrindEvent *event = &g_array_index (events->events, CyanCallgrindEvent, e);
        g_autofree char *total = cyan_double_to_text (self->totals[e]);
        g_autofree char *sum = cyan_double_to_text (self->sums[e]);

        cyan_profile_builder_warn (
            builder,
            _ ("the file's total of %s is %s, but its costs sum up to %s: it may have been cut"),
            event->text, total, sum);
      }
}

void
cyan_callgrind_parts_finish (CyanCallgrindParts *self,
                             const CyanCallgrindEvents *events,
                             const char *creator,
                             gboolean cut_line,
                             CyanProfileBuilder *builder)
{
  finish_part (self);
  cyan_profile_builder_set_threads (builder, g_hash_table_size (self->threads));
  describe_part (self, creator, builder);
  if (!self->has_totals || self->lacks_totals)
    cyan_profile_builder_warn (
        builder, "%s",
        self->has_totals
            ? _ ("there are no totals at its end: nothing tells whether the file was cut")
            : _ ("there are no totals: nothing tells whether the file was cut"));
  else if (cut_line && !self->at_totals)
    cyan_profile_builder_warn (builder,
                               _ ("the last line has no line break: the file may have been cut"));
  /* Xdebug's summary is not the sum of the costs: it includes Xdebug's own work and the peak of
   * memory. */
  if (self->has_totals && !self->lacks_totals && !is_by (creator, "xdebug"))
    warn_of_totals (self, events, builder);
}
