/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the summary of a call tree that Visual Studio's profiler writes (VSPerfReport
 * /summary:CallTree): a row for each node, whose first cell is its level.
 *
 *   Level,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,...
 *   0,"Raytracer.exe",0,100.00,0.00,...
 *   1,"Trace(int32)","2,893,824",54.37,4.21,...
 *
 * It comes from instrumented programs, where calls are counted and times are shares, or from
 * samples.
 */
#include "cyan-format-entry.h"

#include "cyan-cells.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-lines.h"
#include "cyan-listing.h"
#include "cyan-number.h"

#include <string.h>

#define HEADER "Level,Function Name,"

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanListing listing;
  GPtrArray *cells;
  int value, calls, module;
  gboolean has_header;
} Reader;

static gboolean
read_header (Reader *self, char *line, GError **error)
{
  static const struct
  {
    const char *column, *metric, *unit;
  } values[] = {
    { "Exclusive Samples", "samples", "samples" },
    { "Elapsed Exclusive Time %", "elapsed time", "%" },
    { "Application Exclusive Time %", "application time", "%" },
  };

  cyan_cells_split (line, ',', self->cells);
  self->calls = cyan_cells_find (self->cells, "Number of Calls");
  self->module = cyan_cells_find (self->cells, "Module Name");
  self->value = -1;
  for (guint i = 0; i < G_N_ELEMENTS (values) && self->value < 0; i++)
    {
      self->value = cyan_cells_find (self->cells, values[i].column);
      if (self->value >= 0)
        cyan_profile_builder_metric (self->builder, values[i].metric, values[i].unit);
    }
  cyan_profile_builder_set_recording (
      self->builder, self->calls >= 0 ? CYAN_RECORDING_EXACT : CYAN_RECORDING_SAMPLED, 0);
  return self->value >= 0
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                       _ ("there is no column of exclusive times or samples"));
}

/* The number in the cell, without the commas between its digits. */
static gboolean
read_count (Reader *self, int column, guint64 *count)
{
  char *text = cyan_cells_get (self->cells, column), *to = text;

  for (const char *at = text; *at != '\0'; at++)
    if (*at != ',')
      *to++ = *at;
  *to = '\0';
  return cyan_parse_uint64 (text, strlen (text), count);
}

static gboolean
read_row (Reader *self, char *line, GError **error)
{
  const char *text, *module;
  guint64 level, calls = 0;
  guint32 function;
  double value;

  cyan_cells_split (line, ',', self->cells);
  if (!read_count (self, 0, &level) || level > G_MAXINT32)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the level is not a number"));
  if (self->calls >= 0 && !read_count (self, self->calls, &calls))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the calls are not a number"));
  text = cyan_cells_get (self->cells, self->value);
  if (!cyan_parse_double (text, strlen (text), &value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number"), text);
  text = cyan_cells_get (self->cells, 1);
  module = cyan_cells_get (self->cells, self->module);
  function = cyan_profile_builder_function (
      self->builder, cyan_strings_add (self->strings, text, -1),
      cyan_strings_add (self->strings, module, -1), CYAN_STR_EMPTY, 0, 0);
  if (!cyan_listing_add (&self->listing, (guint) level, function, 0, 0, error))
    return FALSE;
  cyan_profile_builder_add (self->builder, 0, cyan_listing_node (&self->listing), value);
  if (calls > 0)
    cyan_profile_builder_add_calls (self->builder, cyan_listing_node (&self->listing), calls);
  return TRUE;
}

static gboolean
read_line (gpointer data, char *line, gsize length, GError **error)
{
  Reader *self = data;

  if (length == 0)
    return TRUE;
  if (self->has_header)
    return read_row (self, line, error);
  self->has_header = TRUE;
  return read_header (self, line, error);
}

static gboolean
vsprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_profile_builder_strings (builder) };
  gboolean ok;

  cyan_listing_init (&self.listing, builder);
  self.cells = g_ptr_array_new ();
  cyan_profile_builder_set_unordered (builder);
  ok = cyan_lines_read (input, read_line, &self, error);
  g_ptr_array_unref (self.cells);
  cyan_listing_clear (&self.listing);
  return ok;
}

static int
vsprof_sniff (const char *head, gsize length)
{
  gsize mark = length >= 3 && memcmp (head, "\357\273\277", 3) == 0 ? 3 : 0;

  return length - mark >= strlen (HEADER) && memcmp (head + mark, HEADER, strlen (HEADER)) == 0 ? 95
                                                                                                : 0;
}

const CyanFormat cyan_format_vsprof = {
  .name = "vsprof",
  .label = "call tree of Visual Studio",
  .sniff = vsprof_sniff,
  .read = vsprof_read,
};
