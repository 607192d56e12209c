/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values with their units, as text for people. */
#include "cyan-units.h"

#include "cyan-i18n.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#define MINUS "\xe2\x88\x92"
#define TIMES "\xc3\x97"

#define NO_BREAK_SPACE "\xc2\xa0"

/* The least probability whose digits are said. */
#define LEAST_PROBABILITY 0.0001

static const struct
{
  const char *name;
  double seconds;
} time_units[] = { { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 }, { "s", 1.0 } };

static const char *const time_labels[] = { "ns", "\xc2\xb5s", "ms", "s" };

static int
find_time_unit (const char *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (time_units); i++)
    if (strcmp (unit, time_units[i].name) == 0)
      return (int) i;
  return -1;
}

gboolean
cyan_unit_is_time (const char *unit)
{
  return find_time_unit (unit) >= 0;
}

const char *const cyan_unit_names[] = { "ns", "us", "ms", "s", "samples", "bytes", "count", NULL };

const char *
cyan_unit_find (const char *unit)
{
  for (guint i = 0; cyan_unit_names[i] != NULL; i++)
    if (strcmp (cyan_unit_names[i], unit) == 0)
      return cyan_unit_names[i];
  return NULL;
}

const char *
cyan_unit_label (const char *unit)
{
  return *unit != '\0' ? unit : _ ("an unknown unit");
}

const char *
cyan_unit_quantity (const char *unit)
{
  if (cyan_unit_is_time (unit))
    return "time";
  return strcmp (unit, "samples") == 0 || strcmp (unit, "bytes") == 0 ? unit : "value";
}

static void
append_unit (GString *text, const char *unit)
{
  const char *locale = setlocale (LC_NUMERIC, NULL);
  gboolean for_files = locale[0] == 'C' && (locale[1] == '\0' || locale[1] == '.');

  g_string_append (text, for_files ? " " : NO_BREAK_SPACE);
  g_string_append (text, unit);
}

/* Three significant digits of a magnitude below a million, without an exponent. */
static void
append_digits (GString *text, double magnitude)
{
  int decimals = magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;

  if (magnitude == floor (magnitude) && magnitude < 1000)
    decimals = 0;
  /* Four digits are read without a separator. */
  g_string_append_printf (text, magnitude < 9999.5 ? "%.*f" : "%'.*f", decimals, magnitude);
}

/* The unit in which a magnitude is shown. */
typedef struct
{
  double size;       /* in the unit of the magnitude */
  const char *label; /* or of its prefix, in front of the unit */
  gboolean is_prefix;
} Scale;

static Scale
scale_of (double magnitude, const char *unit)
{
  static const char *const si[] = { "", "k", "M", "G", "T" };
  static const char *const binary[] = { "B", "KiB", "MiB", "GiB", "TiB" };
  int time_unit = find_time_unit (unit);
  guint step = 0;
  double size = 1;

  if (time_unit >= 0)
    {
      double seconds = magnitude * time_units[time_unit].seconds;
      guint fit = 3;

      while (fit > 0 && seconds < 0.9995 * time_units[fit].seconds)
        fit--;
      if (magnitude == 0)
        fit = (guint) time_unit;
      return (Scale){ time_units[fit].seconds / time_units[time_unit].seconds, time_labels[fit],
                      FALSE };
    }
  if (strcmp (unit, "bytes") == 0)
    {
      for (; magnitude / size >= 1023.5 && step + 1 < G_N_ELEMENTS (binary); step++)
        size *= 1024;
      return (Scale){ size, binary[step], FALSE };
    }
  for (; magnitude / size >= 999.5 && step + 1 < G_N_ELEMENTS (si); step++)
    size *= 1000;
  return (Scale){ size, si[step], TRUE };
}

static void
append_label (GString *text, const Scale *scale, const char *unit)
{
  if (*scale->label != '\0')
    append_unit (text, scale->label);
  if (!scale->is_prefix)
    return;
  if (strcmp (unit, "samples") == 0)
    append_unit (text, _ ("samples"));
  else if (*unit != '\0' && strcmp (unit, "count") != 0)
    append_unit (text, unit);
}

static void
append_scaled (GString *text, double magnitude, const char *unit)
{
  Scale scale = scale_of (magnitude, unit);

  append_digits (text, magnitude / scale.size);
  append_label (text, &scale, unit);
}

double
cyan_unit_shown_size (double value, const char *unit)
{
  return scale_of (fabs (value), unit).size;
}

char *
cyan_tick_to_text (double value, double step, double largest, const char *unit)
{
  Scale scale = scale_of (fabs (largest), unit);
  double decimals = ceil (-log10 (step / scale.size) - 1e-9);
  GString *text = g_string_new (value < 0 ? MINUS : NULL);

  g_assert (step >= 0 && scale.size > 0);
  g_string_append_printf (text, "%'.*f", (int) CLAMP (decimals, 0, 12), fabs (value) / scale.size);
  append_label (text, &scale, unit);
  return g_string_free (text, FALSE);
}

static char *
to_text (double value, const char *unit, gboolean with_plus)
{
  GString *text = g_string_new (NULL);

  if (value < 0)
    g_string_append (text, MINUS);
  else if (value > 0 && with_plus)
    g_string_append_c (text, '+');
  append_scaled (text, fabs (value), unit);
  return g_string_free (text, FALSE);
}

char *
cyan_value_to_text (double value, const char *unit)
{
  return to_text (value, unit, FALSE);
}

char *
cyan_difference_to_text (double value, const char *unit)
{
  return to_text (value, unit, TRUE);
}

static char *
hundredths_to_text (double share, gboolean with_plus, const char *unit)
{
  double percent = fabs (share) * 100;
  gboolean is_zero = percent < 0.005;
  int decimals = percent >= 99.95 || is_zero ? 0 : percent >= 0.095 ? 1 : 2;
  GString *text = g_string_new (NULL);

  if (share < 0 && !is_zero)
    g_string_append (text, MINUS);
  else if (with_plus && !is_zero)
    g_string_append_c (text, '+');
  g_string_append_printf (text, "%'.*f", decimals, percent);
  append_unit (text, unit);
  return g_string_free (text, FALSE);
}

char *
cyan_share_to_text (double share)
{
  return hundredths_to_text (share, FALSE, "%");
}

static char *
round_hundredths_to_text (double share, const char *unit)
{
  double percent = share * 100;
  double decimals = percent > 0 ? ceil (-log10 (percent) - 1e-9) : 0;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%'.*f", (int) CLAMP (decimals, 0, 12), percent);
  append_unit (text, unit);
  return g_string_free (text, FALSE);
}

char *
cyan_round_share_to_text (double share)
{
  return round_hundredths_to_text (share, "%");
}

char *
cyan_points_to_text (double share)
{
  /* Translators: percentage points, in short */
  return hundredths_to_text (share, FALSE, _ ("pp"));
}

char *
cyan_round_points_to_text (double share)
{
  return round_hundredths_to_text (share, _ ("pp"));
}

char *
cyan_share_difference_to_text (double share)
{
  return hundredths_to_text (share, TRUE, _ ("pp"));
}

char *
cyan_relative_change_to_text (double change)
{
  return hundredths_to_text (change, TRUE, "%");
}

char *
cyan_change_to_text (double before, double after)
{
  if (before == after)
    return hundredths_to_text (0, FALSE, "%");
  if (before == 0)
    return g_strdup (_ ("new"));
  if (after / before >= 10)
    {
      GString *text = g_string_new (TIMES);

      append_scaled (text, after / before, "count");
      return g_string_free (text, FALSE);
    }
  return cyan_relative_change_to_text ((after - before) / fabs (before));
}

char *
cyan_ratio_to_text (double ratio, double low, double high)
{
  g_autofree char *change = cyan_change_to_text (1, ratio);
  g_autofree char *least = NULL, *most = NULL;

  if (!(low < high))
    return g_steal_pointer (&change);
  least = cyan_change_to_text (1, low);
  most = cyan_change_to_text (1, high);
  /* Translators: a change, and from where to where it may be. */
  return g_strdup_printf (_ ("%s (%s to %s)"), change, least, most);
}

char *
cyan_period_to_text (double seconds)
{
  const double minute = 60, hour = 60 * minute, day = 24 * hour;
  double unit = seconds < 2 * minute ? 1
                : seconds < 2 * hour ? minute
                : seconds < 2 * day  ? hour
                                     : day;
  guint n = (guint) CLAMP (seconds / unit, 2, 1e9);

  g_assert (seconds >= 0);
  if (unit == day)
    return g_strdup_printf (ngettext ("%'u day", "%'u days", n), n);
  if (unit == hour)
    return g_strdup_printf (ngettext ("%'u hour", "%'u hours", n), n);
  if (unit == minute)
    return g_strdup_printf (ngettext ("%'u minute", "%'u minutes", n), n);
  return g_strdup_printf (ngettext ("%'u second", "%'u seconds", n), n);
}

char *
cyan_probability_to_text (double probability)
{
  g_assert (!(probability < 0 || probability > 1));
  if (isnan (probability))
    return g_strdup ("");
  return probability < LEAST_PROBABILITY ? g_strdup_printf ("< %.4f", LEAST_PROBABILITY)
                                         : g_strdup_printf ("%.2g", probability);
}

char *
cyan_probability_to_words (const char *name, double probability)
{
  g_autofree char *text = cyan_probability_to_text (probability);

  return g_strdup_printf (probability < LEAST_PROBABILITY ? "%s %s" : "%s = %s", name, text);
}
