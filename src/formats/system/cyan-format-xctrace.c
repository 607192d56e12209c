/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the XML that Apple's `xctrace export` writes of a table with stacks, such as that of the
 * Time Profiler: a row for each sample, with its process, weight and backtrace.
 *
 *   <row><process id="4" fmt="tool (4711)"/><weight id="9">1000000</weight>
 *     <backtrace id="10"><frame id="11" name="main"><binary id="12" name="tool"/>
 *       <source line="7"><path id="13">/src/tool.c</path></source></frame></backtrace></row>
 *   <row><process ref="4"/><weight ref="9"/><backtrace ref="10"/></row>
 *
 * What was written before is referred to by its id.  Frames are listed from the leaf on.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-markup.h"
#include "cyan-xctrace.h"

#include <string.h>

static gboolean
finish (CyanXctrace *self, CyanInput *input, GError **error)
{
  if (self->n_samples == 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: no row has a stack; export the table of the schema time-profile"),
                      cyan_input_name (input));
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      self->sum > 0 ? self->sum_of_squares / self->sum : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, self->n_threads);
  cyan_profile_builder_warn_n (self->builder, self->n_empty,
                               "%'" PRIu64 " sample without a stack was left out",
                               "%'" PRIu64 " samples without a stack were left out", self->n_empty);
  cyan_profile_builder_warn_n (self->builder, self->n_other,
                               "%'" PRIu64 " sample has another kind of weight and was left out",
                               "%'" PRIu64 " samples have another kind of weight and were left out",
                               self->n_other);
  return TRUE;
}

static gboolean
xctrace_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  CyanXctrace self = { 0 };
  gboolean ok;

  cyan_xctrace_init (&self, builder);
  ok = cyan_markup_read (&cyan_xctrace_parser, &self, &self.silence, input, error)
       && finish (&self, input, error);
  cyan_xctrace_clear (&self);
  return ok;
}

static int
xctrace_sniff (const char *head, gsize length)
{
  static const char root[] = "<trace-query-result";

  return length > 0 && head[0] == '<' && memmem (head, MIN (length, 1000), root, strlen (root)) ? 98
                                                                                                : 0;
}

const CyanFormat cyan_format_xctrace = {
  .name = "xctrace",
  .label = "export of xctrace",
  .sniff = xctrace_sniff,
  .read = xctrace_read,
};
