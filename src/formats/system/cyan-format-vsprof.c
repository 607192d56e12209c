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
#include "cyan-line.h"
#include "cyan-listing.h"

#include <string.h>

#define HEADER "Level,Function Name,"

/* The columns of calls and modules, and those that have values: the first is read. */
static const char *const columns[] = { "Number of Calls",
                                       "Module Name",
                                       "Exclusive Samples",
                                       "Elapsed Exclusive Time %",
                                       "Application Exclusive Time %",
                                       "Inclusive Samples",
                                       "Elapsed Inclusive Time %",
                                       "Application Inclusive Time %",
                                       NULL };

enum
{
  CALLS,
  MODULE,
  FIRST_VALUE,
  FIRST_TOTAL = FIRST_VALUE + 3,
};

typedef struct
{
  CyanListing listing;
  gboolean in_percent; /* values are shares, rounded to two decimals */
} Reader;

static gboolean
read_header (CyanListing *self, char *line, GError **error)
{
  static const char *const metrics[][2] = { { "samples", "samples" },
                                            { "elapsed time", "%" },
                                            { "application time", "%" } };
  int *value = &self->column[FIRST_VALUE], *total = &self->column[FIRST_TOTAL];
  guint first = 0;

  while (first < G_N_ELEMENTS (metrics) && value[first] < 0)
    first++;
  if (first == G_N_ELEMENTS (metrics))
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("there is no column of exclusive times or samples"));
  *value = value[first];
  *total = total[first];
  ((Reader *) self)->in_percent = first > 0;
  cyan_profile_builder_metric (self->builder, metrics[first][0], metrics[first][1]);
  cyan_profile_builder_set_recording (
      self->builder, self->column[CALLS] >= 0 ? CYAN_RECORDING_EXACT : CYAN_RECORDING_SAMPLED, 0);
  self->has_header = TRUE;
  return TRUE;
}

/* The number in the cell, without the commas between its digits. */
static gboolean
read_count (CyanListing *listing, int column, guint64 *count)
{
  g_auto (GStrv) parts = g_strsplit (cyan_listing_cell (listing, column), ",", -1);
  g_autofree char *digits = g_strjoinv (NULL, parts);

  return cyan_parse_uint64 (digits, strlen (digits), count);
}

static gboolean
read_row (CyanListing *self, char *line, GError **error)
{
  guint64 level, calls = 0;
  guint32 function;
  double value, total = 0;

  if (!read_count (self, 0, &level) || level > G_MAXINT32)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the level is not a number"));
  if (self->column[CALLS] >= 0 && !read_count (self, self->column[CALLS], &calls))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the calls are not a number"));
  if (!cyan_listing_value (self, self->column[FIRST_VALUE], &value, error)
      || (self->column[FIRST_TOTAL] >= 0
          && !cyan_listing_value (self, self->column[FIRST_TOTAL], &total, error)))
    return FALSE;
  function = cyan_profile_builder_function (self->builder, cyan_listing_str (self, 1),
                                            cyan_listing_str (self, self->column[MODULE]),
                                            CYAN_STR_EMPTY, 0, 0);
  if (!cyan_listing_add (self, (guint) level, function, 0, 0, error))
    return FALSE;
  if (self->column[FIRST_TOTAL] >= 0)
    cyan_listing_claim (self, total, value, ((const Reader *) self)->in_percent ? 0.01 : 0);
  cyan_profile_builder_add (self->builder, 0, cyan_listing_node (self), value);
  if (calls > 0)
    cyan_profile_builder_add_calls (self->builder, cyan_listing_node (self), calls);
  return TRUE;
}

static void
end (CyanListing *self)
{
  cyan_listing_warn_short (self);
  if (((const Reader *) self)->in_percent && self->column[FIRST_TOTAL] >= 0 && self->claimed < 99)
    cyan_profile_builder_warn (self->builder,
                               _ ("the first lines have %.1f %% of the time: others are missing"),
                               self->claimed);
}

static gboolean
vsprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { read_header, read_row, columns, .end = end };
  Reader self = { .listing = { .delimiter = ',' } };

  return cyan_listing_read (&self.listing, &form, input, builder, error);
}

static int
vsprof_sniff (const char *head, gsize length)
{
  gsize mark = cyan_bytes_begin (head, length, "\357\273\277") ? 3 : 0;

  return cyan_bytes_begin (head + mark, length - mark, HEADER) ? 95 : 0;
}

const CyanFormat cyan_format_vsprof = {
  .name = "vsprof",
  .label = "call tree of Visual Studio",
  .sniff = vsprof_sniff,
  .read = vsprof_read,
};
