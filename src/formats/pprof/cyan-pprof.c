/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Units, dates and durations in pprof's form and in ours. */
#include "cyan-pprof.h"

#include "cyan-number.h"

#include <string.h>

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

static const struct
{
  const char *ours;
  double ns;
  const char *theirs[5]; /* the first is what we write */
} time_units[] = {
  { "ns", 1, { "nanoseconds", "nanosecond", "ns" } },
  { "us", 1e3, { "microseconds", "microsecond", "us" } },
  { "ms", 1e6, { "milliseconds", "millisecond", "ms" } },
  { "s", 1e9, { "seconds", "second", "sec", "s" } },
};

static gboolean
is_samples (const char *name)
{
  return strcmp (name, "samples") == 0 || strcmp (name, "sample") == 0;
}

double
cyan_pprof_unit_ns (const char *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (strcmp (unit, time_units[i].ours) == 0)
      return time_units[i].ns;
  return 0;
}

char *
cyan_pprof_unit_read (const char *type, const char *unit, double *divisor)
{
  *divisor = 1;
  if (g_str_has_prefix (unit, "1/1"))
    {
      gsize zeros = strspn (unit + 3, "0");

      if (zeros >= 1 && zeros <= 6 && unit[3 + zeros] == ' ')
        {
          while (zeros-- > 0)
            *divisor *= 10;
          unit = strchr (unit, ' ') + 1;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    for (const char *const *theirs = time_units[i].theirs; *theirs != NULL; theirs++)
      if (strcmp (unit, *theirs) == 0)
        return g_strdup (time_units[i].ours);
  if (strcmp (unit, "byte") == 0)
    return g_strdup ("bytes");
  if (strcmp (unit, "count") == 0 && is_samples (type))
    return g_strdup ("samples");
  return g_strdup (unit);
}

char *
cyan_pprof_unit_write (const char *name, const char *unit, guint multiplier)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (strcmp (unit, time_units[i].ours) == 0)
      unit = time_units[i].theirs[0];
  if (strcmp (unit, "samples") == 0 && is_samples (name))
    unit = "count";
  return multiplier > 1 ? g_strdup_printf ("1/%u %s", multiplier, unit) : g_strdup (unit);
}

double
cyan_pprof_period (gint64 period, const char *type, const char *of, const char *unit)
{
  double divisor;
  g_autofree char *ours = cyan_pprof_unit_read (type, of, &divisor);
  double from = cyan_pprof_unit_ns (ours), to = cyan_pprof_unit_ns (unit);

  if (period <= 0)
    return 0;
  if (from > 0 && to > 0)
    return (double) period / divisor * from / to;
  return strcmp (ours, unit) == 0 ? (double) period / divisor : 0;
}

/* Appends the decimals of a second without trailing zeros. */
static void
append_decimals (GString *text, guint ns)
{
  if (ns == 0)
    return;
  g_string_append_printf (text, ".%09u", ns);
  while (text->str[text->len - 1] == '0')
    g_string_truncate (text, text->len - 1);
}

char *
cyan_pprof_time_to_text (gint64 ns)
{
  gint64 seconds = ns / NS_PER_S - (ns % NS_PER_S < 0);
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (seconds);
  g_autofree char *whole = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");
  GString *text = g_string_new (whole);

  append_decimals (text, (guint) (ns - seconds * NS_PER_S));
  g_string_append_c (text, 'Z');
  return g_string_free (text, FALSE);
}

gboolean
cyan_pprof_time_from_text (const char *text, gint64 *ns)
{
  gsize length = strlen (text);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *again = NULL;
  const char *point;
  gint64 part = 0, seconds;

  if (length < 20 || length > 30 || text[length - 1] != 'Z')
    return FALSE;
  whole = g_strndup (text, 19);
  date = g_date_time_new_from_iso8601 (whole, utc);
  if (date == NULL)
    return FALSE;
  seconds = g_date_time_to_unix (date);
  if (seconds > G_MAXINT64 / NS_PER_S - 1 || seconds < G_MININT64 / NS_PER_S + 1)
    return FALSE;
  point = text + 19;
  if (*point == '.')
    for (gint64 unit = NS_PER_S / 10; g_ascii_isdigit (*++point); unit /= 10)
      part += (*point - '0') * unit;
  *ns = seconds * NS_PER_S + part;
  again = cyan_pprof_time_to_text (*ns);
  return strcmp (again, text) == 0;
}

char *
cyan_pprof_duration_to_text (gint64 ns)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%" G_GINT64_FORMAT, ns / NS_PER_S);
  append_decimals (text, (guint) (ns % NS_PER_S));
  g_string_append (text, " s");
  return g_string_free (text, FALSE);
}

gboolean
cyan_pprof_duration_from_text (const char *text, gint64 *ns)
{
  g_autofree char *again = NULL;
  guint64 seconds = 0;
  gint64 part = 0;
  gsize digits = strspn (text, "0123456789");
  const char *point = text + digits;

  if (!cyan_parse_uint64 (text, digits, &seconds) || seconds >= G_MAXINT64 / NS_PER_S)
    return FALSE;
  if (*point == '.')
    for (gint64 unit = NS_PER_S / 10; g_ascii_isdigit (*++point); unit /= 10)
      part += (*point - '0') * unit;
  *ns = (gint64) seconds * NS_PER_S + part;
  again = cyan_pprof_duration_to_text (*ns);
  return *ns > 0 && strcmp (again, text) == 0;
}
