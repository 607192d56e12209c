/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units as benchmark tools write them. */
#include "cyan-results-private.h"

#include <string.h>

/* A unit of the store and what is counted in it.  "" is a number without a unit. */
static const struct
{
  const char *text, *unit;
  double factor;
} units[] = {
  { "", "", 1 },
  { "ps", "ns", 1e-3 },
  { "ns", "ns", 1 },
  { "us", "ns", 1e3 },
  { "\302\265s", "ns", 1e3 }, /* the micro sign, and the Greek letter */
  { "\316\274s", "ns", 1e3 },
  { "ms", "ns", 1e6 },
  { "s", "ns", 1e9 },
  { "sec", "ns", 1e9 },
  { "min", "ns", 60e9 },
  { "hr", "ns", 3600e9 },
  { "bytes", "bytes", 1 },
  { "B", "bytes", 1 },
  { "kB", "bytes", 1e3 },
  { "KB", "bytes", 1e3 },
  { "MB", "bytes", 1e6 },
  { "GB", "bytes", 1e9 },
  { "KiB", "bytes", 1024 },
  { "MiB", "bytes", 1024.0 * 1024 },
  { "GiB", "bytes", 1024.0 * 1024 * 1024 },
  { "count", "count", 1 },
  { "counts", "count", 1 },
  { "allocs", "count", 1 },
  { "samples", "samples", 1 },
};

static int
find (const char *text, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].text) == length && memcmp (units[i].text, text, length) == 0)
      return (int) i;
  return -1;
}

/* Anything may be counted a time: requests, pages. */
static void
set_rate (CyanResultsUnit *unit, const char *text, gsize length, double seconds)
{
  int counted = length > 0 ? find (text, length) : -1;
  g_autofree char *name = counted >= 0 ? g_strdup (units[counted].unit) : g_strndup (text, length);

  *unit = (CyanResultsUnit){ .unit = g_strconcat (name, "/s", NULL),
                             .factor = (counted >= 0 ? units[counted].factor : 1) / seconds,
                             .is_rate = TRUE };
}

gboolean
cyan_results_parse_unit (const char *text, CyanResultsUnit *unit)
{
  const char *slash = strrchr (text, '/');
  gsize length = slash != NULL ? (gsize) (slash - text) : strlen (text);
  int known = find (text, length), a = slash != NULL ? find (slash + 1, strlen (slash + 1)) : -1;

  if (slash != NULL && length > 0 && a >= 0 && strcmp (units[a].unit, "ns") == 0)
    {
      set_rate (unit, text, length, units[a].factor * 1e-9);
      return TRUE;
    }
  /* An operation is what all these values are of. */
  if (known < 0 || (slash != NULL && (length == 0 || strcmp (slash, "/op") != 0)))
    return FALSE;
  *unit = (CyanResultsUnit){ .unit = g_strdup (units[known].unit), .factor = units[known].factor };
  return TRUE;
}
