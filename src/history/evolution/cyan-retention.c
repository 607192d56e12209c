/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and applies a rule for what a store keeps. */
#include "cyan-retention.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#define DAY        (24 * 60 * 60)
#define MAX_NUMBER 100000

static const struct
{
  const char *name;
  const char *format; /* of a time: the same for all times of one unit */
} units[] = {
  { "day", "%Y-%m-%d" },
  { "week", "%G-%V" },
  { "month", "%Y-%m" },
  { "year", "%Y" },
};

/* What is kept of an age. */
typedef struct
{
  gint64 end; /* seconds: from the end of the tier before it */
  guint n;    /* of each unit; 0: all */
  guint unit;
} Tier;

struct _CyanRetention
{
  guint newest;
  GArray *tiers; /* of Tier, the youngest first */
};

void
cyan_retention_free (CyanRetention *self)
{
  g_array_unref (self->tiers);
  g_free (self);
}

guint
cyan_retention_newest (const CyanRetention *self)
{
  return self->newest;
}

gboolean
cyan_retention_keeps_all (const CyanRetention *self)
{
  const Tier *first = &g_array_index (self->tiers, Tier, 0);

  return self->tiers->len > 0 && first->n == 0 && first->end == G_MAXINT64;
}

/* ---- reading ---- */

static gboolean
read_number (const char *word, gsize length, guint64 *number)
{
  return cyan_parse_uint64 (word, length, number) && *number <= MAX_NUMBER;
}

/* "90d" in seconds. */
static gboolean
read_period (const char *word, gint64 *seconds)
{
  static const struct
  {
    char letter;
    gint64 days;
  } letters[] = { { 'd', 1 }, { 'w', 7 }, { 'y', 365 } };
  gsize length = strlen (word);
  guint64 number;

  if (length < 2 || !read_number (word, length - 1, &number) || number == 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (word[length - 1] == letters[i].letter)
      {
        *seconds = (gint64) number * letters[i].days * DAY;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_unit (const char *word, guint *unit)
{
  for (*unit = 0; *unit < G_N_ELEMENTS (units); ++*unit)
    if (strcmp (word, units[*unit].name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
add_tier (CyanRetention *self, gint64 seconds, guint n, guint unit)
{
  gint64 begin = 0;
  Tier tier = { .end = G_MAXINT64, .n = n, .unit = unit };

  if (self->tiers->len > 0)
    begin = g_array_index (self->tiers, Tier, self->tiers->len - 1).end;
  if (begin == G_MAXINT64 || (n == 0 && self->tiers->len > 0))
    return FALSE;
  if (seconds != G_MAXINT64)
    tier.end = begin + seconds;
  g_array_append_val (self->tiers, tier);
  return TRUE;
}

/* "1 per day", "1 per week for 2y"; without "then". */
static gboolean
read_tier (CyanRetention *self, char *const *words, guint n_words)
{
  gint64 seconds = G_MAXINT64;
  guint64 n;
  guint unit;

  return (n_words == 3 || (n_words == 5 && strcmp (words[3], "for") == 0))
         && read_number (words[0], strlen (words[0]), &n) && n > 0 && strcmp (words[1], "per") == 0
         && read_unit (words[2], &unit) && (n_words == 3 || read_period (words[4], &seconds))
         && add_tier (self, seconds, (guint) n, unit);
}

static gboolean
read_newest (CyanRetention *self, const char *word)
{
  guint64 n;

  if (self->newest != 0 || self->tiers->len > 0 || !read_number (word, strlen (word), &n))
    return FALSE;
  self->newest = (guint) n;
  return TRUE;
}

static gboolean
read_part (CyanRetention *self, char *const *words, guint n, gboolean is_last)
{
  gint64 seconds;

  if (n == 1 && strcmp (words[0], "all") == 0)
    return add_tier (self, G_MAXINT64, 0, 0);
  if (n == 1 || (n == 2 && strcmp (words[1], "newest") == 0))
    return read_newest (self, words[0]);
  if (n == 2 && strcmp (words[1], "all") == 0)
    return read_period (words[0], &seconds) && add_tier (self, seconds, 0, 0);
  if (n == 3 && strcmp (words[0], "steps") == 0)
    return is_last && strcmp (words[1], "for") == 0 && strcmp (words[2], "ever") == 0;
  if (strcmp (words[0], "then") == 0)
    return read_tier (self, words + 1, n - 1);
  return read_tier (self, words, n);
}

/* The words of @part, without empty ones. */
static GStrv
split_words (const char *part)
{
  g_auto (GStrv) words = g_strsplit (part, " ", -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_strv_builder_add (builder, words[i]);
  return g_strv_builder_end (builder);
}

CyanRetention *
cyan_retention_parse (const char *text, GError **error)
{
  g_autoptr (CyanRetention) self = g_new0 (CyanRetention, 1);
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  gboolean ok = strlen (text) <= CYAN_RETENTION_MAX && *parts != NULL;

  self->tiers = g_array_new (FALSE, FALSE, sizeof (Tier));
  for (guint i = 0; ok && parts[i] != NULL; i++)
    {
      g_auto (GStrv) words = split_words (parts[i]);
      guint n = g_strv_length (words);

      ok = n > 0 && read_part (self, words, n, parts[i + 1] == NULL);
    }
  if (ok)
    return g_steal_pointer (&self);
  return cyan_fail_null (error, CYAN_ERROR_INVALID,
                         _ ("“%s” is not like “90d all, then 1 per day, steps for ever”"), text);
}

/* ---- applying ---- */

gboolean
cyan_retention_take (
    const CyanRetention *self, GHashTable *counts, const char *series, gint64 age, gint64 when)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *unit = NULL, *key = NULL;
  const Tier *tier = NULL;
  guint number = 0, n;

  while (number < self->tiers->len && age > g_array_index (self->tiers, Tier, number).end)
    number++;
  if (number == self->tiers->len)
    return FALSE;
  tier = &g_array_index (self->tiers, Tier, number);
  if (tier->n == 0)
    return TRUE;
  time = g_date_time_new_from_unix_utc (when);
  /* Of no calendar. */
  if (time == NULL)
    return TRUE;
  unit = g_date_time_format (time, units[tier->unit].format);
  key = g_strdup_printf ("%u %s %s", number, unit, series);
  n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));
  if (n >= tier->n)
    return FALSE;
  g_hash_table_insert (counts, g_steal_pointer (&key), GUINT_TO_POINTER (n + 1));
  return TRUE;
}
