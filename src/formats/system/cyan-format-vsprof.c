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

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-listing.h"
#include "cyan-number.h"

#include <string.h>

#define HEADER "Level,Function Name,"

typedef struct
{
  CyanListing listing;
  int value, calls, module;
} Reader;

static gboolean
read_header (CyanListing *listing, char *line, GError **error)
{
  static const struct
  {
    const char *column, *metric, *unit;
  } values[] = {
    { "Exclusive Samples", "samples", "samples" },
    { "Elapsed Exclusive Time %", "elapsed time", "%" },
    { "Application Exclusive Time %", "application time", "%" },
  };

  Reader *self = (Reader *) listing;

  listing->has_header = TRUE;
  self->calls = cyan_listing_find (listing, "Number of Calls");
  self->module = cyan_listing_find (listing, "Module Name");
  self->value = -1;
  for (guint i = 0; i < G_N_ELEMENTS (values) && self->value < 0; i++)
    {
      self->value = cyan_listing_find (listing, values[i].column);
      if (self->value >= 0)
        cyan_profile_builder_metric (listing->builder, values[i].metric, values[i].unit);
    }
  cyan_profile_builder_set_recording (
      listing->builder, self->calls >= 0 ? CYAN_RECORDING_EXACT : CYAN_RECORDING_SAMPLED, 0);
  return self->value >= 0
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                       _ ("there is no column of exclusive times or samples"));
}

/* The number in the cell, without the commas between its digits. */
static gboolean
read_count (const CyanListing *listing, int column, guint64 *count)
{
  char *text = cyan_listing_cell (listing, column), *to = text;

  for (const char *at = text; *at != '\0'; at++)
    if (*at != ',')
      *to++ = *at;
  *to = '\0';
  return cyan_parse_uint64 (text, strlen (text), count);
}

static gboolean
read_row (CyanListing *listing, char *line, GError **error)
{
  const Reader *self = (const Reader *) listing;
  const char *text;
  guint64 level, calls = 0;
  guint32 function;
  double value;

  if (!read_count (listing, 0, &level) || level > G_MAXINT32)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the level is not a number"));
  if (self->calls >= 0 && !read_count (listing, self->calls, &calls))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the calls are not a number"));
  text = cyan_listing_cell (listing, self->value);
  if (!cyan_listing_number (text, strlen (text), &value, error))
    return FALSE;
  function = cyan_profile_builder_function (listing->builder, cyan_listing_str (listing, 1),
                                            cyan_listing_str (listing, self->module),
                                            CYAN_STR_EMPTY, 0, 0);
  if (!cyan_listing_add (listing, (guint) level, function, 0, 0, error))
    return FALSE;
  cyan_profile_builder_add (listing->builder, 0, cyan_listing_node (listing), value);
  if (calls > 0)
    cyan_profile_builder_add_calls (listing->builder, cyan_listing_node (listing), calls);
  return TRUE;
}

static gboolean
vsprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { read_header, read_row };
  Reader self = { .listing = { .delimiter = ',' } };

  return cyan_listing_read (&self.listing, &form, input, builder, error);
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
