/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the call tree that is copied from Apple's Instruments (Edit > Deep Copy): a table with tabs
 * between its cells, in whose last cell a blank before the function is a level.
 *
 *   Weight     Self Weight     Symbol Names
 *   4.93 s  100.0%     0 s        start
 *   2.45 s  49.6%      846.00 ms   delta()
 *
 * Values are rounded and have their unit.  Some tables have "-" for all own values, only totals; in
 * others it is for those that are 0.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-system.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-listing.h"

#include <math.h>
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

enum
{
  OWN,
  OWN_MS,
  SYMBOL,
  SYMBOLS,
  FILE_PATH,
};

static const char *const columns[] = { "Self Weight",  "Self (ms)",   "Symbol Name",
                                       "Symbol Names", "Source Path", NULL };

typedef struct
{
  CyanListing listing;
  int own, symbol;     /* columns */
  gboolean own_is_ms;  /* it has no unit */
  gboolean own_counts; /* some row has a value in it; else the totals of the first column count */
  GArray *owns;        /* of Own: the values of that column */
  double share;        /* of the first rows, in percent */
  gsize indent;        /* of the first row */
  const char *unit;    /* of the metric; NULL before the first row */
} Reader;

typedef struct
{
  CyanNode node;
  double value;
} Own;

/* What may be missing in a number, half of its last digit. */
static double
slack_of (const char *digits, gsize length)
{
  const char *dot = memchr (digits, '.', length);

  return 0.5 * pow (10, dot != NULL ? -(double) (digits + length - dot - 1) : 0);
}

/* Reads "4.93 s  100.0%" and the like; adds to *@slack how far it is rounded. */
static gboolean
read_value (const char *text, double *value, double *slack, const Unit **unit)
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
        if (*value == 0) /* what is not 0 has a smaller unit */
          return TRUE;
        *value *= units[i].factor;
        *slack += slack_of (text, (gsize) (end - text)) * units[i].factor;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_header (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;

  self->own_is_ms = listing->column[OWN] < 0 && listing->column[OWN_MS] >= 0;
  self->own = listing->column[self->own_is_ms ? OWN_MS : OWN];
  self->symbol = listing->column[listing->column[SYMBOL] >= 0 ? SYMBOL : SYMBOLS];
  listing->has_header = self->symbol >= 0;
  return TRUE;
}

/* Reads the total and own value of a row, "-" as 0.  All have units of one kind. */
static gboolean
read_values (Reader *self, double *total, double *own, double *slack, GError **error)
{
  const Unit *unit = NULL, *own_unit = NULL;
  const char *text = cyan_listing_cell (&self->listing, 0);
  const char *own_text = cyan_listing_cell (&self->listing, self->own);
  gboolean has_own = self->own >= 0 && strcmp (own_text, "-") != 0;

  *own = *slack = 0;
  if (!read_value (text, total, slack, &unit))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number with a unit"), text);
  if (self->unit == NULL)
    {
      self->unit = unit->unit;
      cyan_profile_builder_metric (self->listing.builder, unit->metric, unit->unit);
    }
  self->own_counts |= has_own;
  if (has_own && self->own_is_ms)
    {
      if (!cyan_listing_number (own_text, strlen (own_text), own, error))
        return FALSE;
      *own *= 1e6;
      *slack += 1e6 * slack_of (own_text, strlen (own_text));
    }
  else if (has_own && !read_value (own_text, own, slack, &own_unit))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not a number with a unit"),
                      own_text);
  if (strcmp (unit->unit, self->unit) != 0
      || (own_unit != NULL && strcmp (own_unit->unit, self->unit) != 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the unit differs from that of other rows"));
  return TRUE;
}

/* The percentage at the end of "4.93 s  100.0%"; 0 if there is none. */
static double
share_of (const char *text)
{
  gsize length = strlen (text), begin;
  double share;

  if (length == 0 || text[length - 1] != '%')
    return 0;
  for (begin = length - 1; begin > 0 && strchr ("0123456789.", text[begin - 1]) != NULL; begin--)
    ;
  return cyan_parse_double (text + begin, length - 1 - begin, &share) ? share : 0;
}

static gboolean
read_row (CyanListing *listing, char *line, GError **error)
{
  Reader *self = (Reader *) listing;
  gboolean is_first = self->unit == NULL;
  double total, slack;
  Own own;
  guint32 function;
  char *name;
  gsize indent;

  if (!read_values (self, &total, &own.value, &slack, error))
    return FALSE;
  name = cyan_listing_cell (listing, self->symbol);
  indent = strspn (name, " ");
  if (is_first)
    self->indent = indent;
  indent = indent > self->indent ? indent - self->indent : 0;
  if (indent == 0)
    self->share += share_of (cyan_listing_cell (listing, 0));
  function = cyan_profile_builder_function (
      self->listing.builder,
      indent == 0 ? cyan_process_name (self->listing.strings, name)
                  : cyan_frame_name (self->listing.strings, name, strlen (name)),
      CYAN_STR_EMPTY, cyan_listing_str (listing, listing->column[FILE_PATH]), 0, 0);
  if (!cyan_listing_add (listing, (guint) MIN (indent, G_MAXINT32), function, 0, total, error))
    return FALSE;
  cyan_listing_claim (listing, total, own.value, slack);
  own.node = cyan_listing_node (listing);
  if (own.value != 0)
    cyan_charge_append (&listing->charge, self->owns, own);
  return TRUE;
}

/* Own values count where the table has any. */
static void
end (CyanListing *listing)
{
  Reader *self = (Reader *) listing;
  GArray *owns = self->owns;

  if (self->share > 0 && self->share < 99)
    cyan_profile_builder_warn (listing->builder,
                               _ ("the first lines have %.1f %% of the recording: others were not "
                                  "copied, or are missing"),
                               self->share);
  if (!self->own_counts)
    {
      /* Tables without that column are of allocations, which only leaves make. */
      if (self->own < 0 && listing->open->len > 0
          && cyan_listing_leave (listing, listing->open->len - 1, NULL))
        cyan_listing_warn_short (listing);
      else if (self->unit != NULL)
        cyan_profile_builder_warn (listing->builder,
                                   _ ("the table has no own values, so nothing tells whether lines "
                                      "behind line %" PRIu64 " are missing"),
                                   cyan_input_line_number (listing->input));
      return;
    }
  cyan_listing_warn_short (listing);
  cyan_listing_drop (listing);
  for (guint i = 0; i < owns->len; i++)
    cyan_profile_builder_add (listing->builder, 0, g_array_index (owns, Own, i).node,
                              g_array_index (owns, Own, i).value);
}

static gboolean
instruments_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanListingForm form = { read_header, read_row, columns, .end = end };
  g_autoptr (GArray) owns = g_array_new (FALSE, FALSE, sizeof (Own));
  Reader self = { .listing = { .delimiter = '\t' }, .owns = owns };

  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  return cyan_listing_read (&self.listing, &form, input, builder, error);
}

static int
instruments_sniff (const char *head, gsize length)
{
  static const char *const first[] = { "Weight\t", "Running Time\t", "Bytes Used\t" };
  const char *stop = memchr (head, '\n', MIN (length, 1000));
  gsize n = stop != NULL ? (gsize) (stop - head) : 0;

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    if (cyan_bytes_begin (head, n, first[i]))
      return cyan_bytes_have (head, n, "\tSymbol Name") ? 95 : 0;
  return 0;
}

const CyanFormat cyan_format_instruments = {
  .name = "instruments",
  .label = "call tree copied from Instruments",
  .sniff = instruments_sniff,
  .read = instruments_read,
};
