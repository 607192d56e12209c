/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the call tree that is copied from Apple's Instruments (Edit > Deep Copy): a table with tabs
 * between its cells, in whose last cell a blank before the function is a level.
 *
 *   Weight     Self Weight     Symbol Names
 *   4.93 s  100.0%     0 s        start
 *   2.45 s  49.6%      846.00 ms   delta()
 *
 * Values are rounded and have their unit.  Some tables have no own values, only totals.
 */
#include "cyan-format-entry.h"

#include "cyan-cells.h"
#include "cyan-error.h"
#include "cyan-frame-name.h"
#include "cyan-i18n.h"
#include "cyan-lines.h"
#include "cyan-listing.h"
#include "cyan-number.h"

#include <string.h>

typedef struct
{
  const char *name; /* after the number */
  double factor;
  const char *metric, *unit; /* of the metric */
} Unit;

static const Unit units[] = {
  { "ns", 1, NULL, "ns" },
  { "\302\265s", 1e3, NULL, "ns" }, /* micro sign */
  { "us", 1e3, NULL, "ns" },
  { "ms", 1e6, NULL, "ns" },
  { "s", 1e9, NULL, "ns" },
  { "min", 60e9, NULL, "ns" },
  { "h", 3600e9, NULL, "ns" },
  { "Bytes", 1, NULL, "bytes" },
  { "B", 1, NULL, "bytes" },
  { "KB", 1024, NULL, "bytes" },
  { "KiB", 1024, NULL, "bytes" },
  { "MB", 1024 * 1024, NULL, "bytes" },
  { "MiB", 1024 * 1024, NULL, "bytes" },
  { "GB", 1024.0 * 1024 * 1024, NULL, "bytes" },
  { "GiB", 1024.0 * 1024 * 1024, NULL, "bytes" },
  { "cycles", 1, "cycles", "count" },
  { "c", 1, "cycles", "count" },
  { "kc", 1e3, "cycles", "count" },
  { "Kc", 1e3, "cycles", "count" },
  { "Mc", 1e6, "cycles", "count" },
  { "Gc", 1e9, "cycles", "count" },
};

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanListing listing;
  GPtrArray *cells;
  int own, symbol, file;
  gboolean own_is_ms;  /* it has no unit */
  gboolean own_counts; /* it has values; else the totals of the first column count */
  gsize indent;        /* of the first row */
  const char *unit;    /* of the metric; NULL before the first row */
} Reader;

/* Reads "4.93 s  100.0%" and the like. */
static gboolean
read_value (const char *text, double *value, const Unit **unit)
{
  const char *end, *name;

  text += strspn (text, " ");
  end = text + strspn (text, "0123456789.");
  if (!cyan_parse_double (text, (gsize) (end - text), value))
    return FALSE;
  name = end + strspn (end, " ");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_has_prefix (name, units[i].name)
        && (name[strlen (units[i].name)] == '\0' || name[strlen (units[i].name)] == ' '))
      {
        *unit = &units[i];
        *value *= units[i].factor;
        return TRUE;
      }
  return FALSE;
}

static void
read_header (Reader *self, char *line)
{
  cyan_cells_split (line, '\t', self->cells);
  self->own = cyan_cells_find (self->cells, "Self Weight");
  if (self->own < 0)
    {
      self->own = cyan_cells_find (self->cells, "Self (ms)");
      self->own_is_ms = self->own >= 0;
    }
  self->symbol = cyan_cells_find (self->cells, "Symbol Name");
  if (self->symbol < 0)
    self->symbol = cyan_cells_find (self->cells, "Symbol Names");
  self->file = cyan_cells_find (self->cells, "Source Path");
}

/* Reads the total and own value of a row.  All have units of one kind. */
static gboolean
read_values (Reader *self, double *total, double *own, GError **error)
{
  const Unit *unit = NULL, *own_unit = NULL;
  const char *text = cyan_cells_get (self->cells, 0);
  const char *own_text = cyan_cells_get (self->cells, self->own);

  if (!read_value (text, total, &unit))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number with a unit"), text);
  if (self->unit == NULL)
    {
      self->unit = unit->unit;
      cyan_profile_builder_metric (self->builder, unit->metric, unit->unit);
      self->own_counts = self->own >= 0 && strcmp (own_text, "-") != 0;
    }
  *own = 0;
  if (self->own_counts && self->own_is_ms)
    {
      if (!cyan_parse_double (own_text, strlen (own_text), own))
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number"), own_text);
      *own *= 1e6;
    }
  else if (self->own_counts && !read_value (own_text, own, &own_unit))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number with a unit"),
                      own_text);
  if (strcmp (unit->unit, self->unit) != 0
      || (own_unit != NULL && strcmp (own_unit->unit, self->unit) != 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the unit differs from that of other rows"));
  return TRUE;
}

static gboolean
read_row (Reader *self, char *line, GError **error)
{
  gboolean is_first = self->unit == NULL;
  double total, own;
  guint32 function;
  char *name;
  gsize indent;

  cyan_cells_split (line, '\t', self->cells);
  if (!read_values (self, &total, &own, error))
    return FALSE;
  name = cyan_cells_get (self->cells, self->symbol);
  indent = strspn (name, " ");
  if (is_first)
    self->indent = indent;
  indent = indent > self->indent ? indent - self->indent : 0;
  function = cyan_profile_builder_function (
      self->builder,
      indent == 0 ? cyan_process_name (self->strings, name)
                  : cyan_frame_name (self->strings, name, strlen (name)),
      CYAN_STR_EMPTY,
      cyan_strings_add (self->strings, cyan_cells_get (self->cells, self->file), -1), 0, 0);
  if (!cyan_listing_add (&self->listing, (guint) MIN (indent, G_MAXINT32), function, 0,
                         self->own_counts ? 0 : total, error))
    return FALSE;
  if (own != 0)
    cyan_profile_builder_add (self->builder, 0, cyan_listing_node (&self->listing), own);
  return TRUE;
}

static gboolean
read_line (gpointer data, char *line, gsize length, GError **error)
{
  Reader *self = data;

  if (self->symbol >= 0)
    return length == 0 || read_row (self, line, error);
  read_header (self, line);
  return TRUE;
}

static gboolean
read_lines (Reader *self, GError **error)
{
  g_autoptr (GError) reason = NULL;

  self->symbol = -1;
  if (!cyan_lines_read (self->input, read_line, self, error))
    return FALSE;
  return cyan_listing_finish (&self->listing, &reason)
         || cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
}

static gboolean
instruments_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_profile_builder_strings (builder) };
  gboolean ok;

  cyan_listing_init (&self.listing, builder);
  self.cells = g_ptr_array_new ();
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  ok = read_lines (&self, error);
  g_ptr_array_unref (self.cells);
  cyan_listing_clear (&self.listing);
  return ok;
}

static int
instruments_sniff (const char *head, gsize length)
{
  static const char *const first[] = { "Weight\t", "Running Time\t", "Bytes Used\t" };
  static const char symbol[] = "\tSymbol Name";
  const char *stop = memchr (head, '\n', MIN (length, 1000));

  for (guint i = 0; stop != NULL && i < G_N_ELEMENTS (first); i++)
    if ((gsize) (stop - head) >= strlen (first[i])
        && memcmp (head, first[i], strlen (first[i])) == 0)
      return memmem (head, (gsize) (stop - head), symbol, strlen (symbol)) != NULL ? 95 : 0;
  return 0;
}

const CyanFormat cyan_format_instruments = {
  .name = "instruments",
  .label = "call tree copied from Instruments",
  .sniff = instruments_sniff,
  .read = instruments_read,
};
