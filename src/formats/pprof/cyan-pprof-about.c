/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of a whole pprof profile: sample types, period, comments, labels, dates. */
#include "cyan-format-pprof.h"

#include "cyan-i18n.h"

#include <math.h>
#include <string.h>

/* Number of stacks needed to take their common divisor as the weight of one sample.  The chance
 * that so many unrelated integers share a factor is 1 in 2^24. */
#define DIVISOR_STACKS 24

/* The metric of a sample type without a name. */
#define NAMELESS "value"

static const CyanPprofValueType *
type_of (const CyanPprofReader *self, guint column)
{
  return &g_array_index (self->types, CyanPprofValueType, column);
}

static gboolean
is_text (CyanPprofReader *self, guint32 index, const char *text)
{
  return strcmp (cyan_pprof_tables_text (&self->tables, index), text) == 0;
}

static gboolean
has_negative (const CyanPprofReader *self, guint column)
{
  const gint64 *values = (const gint64 *) self->stacks.rows->data;

  for (guint i = 0; i < self->stacks.n_rows; i++)
    if (values[(gsize) i * self->stacks.width + column] < 0)
      return TRUE;
  return FALSE;
}

/* The last column of type "calls" without negative values, or G_MAXUINT.  Negative values mean that
 * the profile is a difference of two. */
static guint
find_calls (CyanPprofReader *self)
{
  for (guint column = self->extensions.no_calls ? 0 : self->types->len; column-- > 0;)
    if (is_text (self, type_of (self, column)->type, CYAN_PPROF_CALLS)
        && is_text (self, type_of (self, column)->unit, "count") && !has_negative (self, column))
      return column;
  return G_MAXUINT;
}

static gboolean
is_zero (const CyanPprofReader *self, guint column)
{
  const gint64 *values = (const gint64 *) self->stacks.rows->data;

  for (guint i = 0; i < self->stacks.n_rows; i++)
    if (values[(gsize) i * self->stacks.width + column] != 0)
      return FALSE;
  return TRUE;
}

/* The column to show first: as in pprof, the default sample type, or else the last. */
static guint
find_first (CyanPprofReader *self, guint calls)
{
  guint n = self->types->len;

  if (self->default_type != 0)
    {
      const char *wanted = cyan_pprof_tables_text (&self->tables, self->default_type);

      for (guint column = 0; column < n; column++)
        if ((column != calls || n == 1) && is_text (self, type_of (self, column)->type, wanted))
          return column;
    }
  return n > 1 && calls == n - 1 ? n - 2 : n - 1;
}

/* Names the nearest column before the first that has values, if the first has none.  It is not shown
 * in its place: the first of another profile, to which this one is compared, may have values. */
static void
warn_of_zero (CyanPprofReader *self, const CyanPprofColumns *columns)
{
  guint n = columns->n;

  for (guint i = 0; i < n; i++)
    {
      guint column = (columns->first + n - i) % n;

      if (column == columns->calls || is_zero (self, column))
        continue;
      if (i > 0)
        cyan_profile_builder_warn (self->builder, _ ("%s is 0 everywhere; %s has values"),
                                   columns->columns[columns->first].name,
                                   columns->columns[column].name);
      return;
    }
}

static gboolean
is_taken (const CyanPprofColumns *columns, const char *name)
{
  for (guint i = 0; i < columns->n; i++)
    if (columns->columns[i].name != NULL && strcmp (columns->columns[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

static void
add_metric (CyanPprofReader *self, CyanPprofColumns *columns, guint column)
{
  CyanPprofColumn *entry = &columns->columns[column];
  const char *type = cyan_pprof_tables_text (&self->tables, type_of (self, column)->type);
  const char *unit = cyan_pprof_tables_text (&self->tables, type_of (self, column)->unit);
  const CyanPprofUnit *told = &self->extensions.units[column];
  g_autofree char *name = NULL;

  if (*type == '\0')
    type = NAMELESS;
  name = g_strdup (type);
  if (told->unit != NULL)
    {
      entry->unit = g_utf8_make_valid (told->unit, -1);
      entry->divisor = told->divisor;
    }
  else
    entry->unit = cyan_pprof_unit_read (type, unit, &entry->divisor);
  for (guint n = 2; is_taken (columns, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s %u", type, n);
    }
  entry->name = g_steal_pointer (&name);
  entry->metric = cyan_profile_builder_metric (self->builder, entry->name, entry->unit);
}

static void
add_metrics (CyanPprofReader *self, CyanPprofColumns *columns)
{
  *columns = (CyanPprofColumns){ .n = self->types->len };
  columns->calls = find_calls (self);
  columns->first = find_first (self, columns->calls);
  add_metric (self, columns, columns->first);
  for (guint column = 0; column < columns->n; column++)
    if (column == columns->calls && column != columns->first)
      columns->columns[column].metric = G_MAXUINT;
    else if (column != columns->first)
      add_metric (self, columns, column);
}

void
cyan_pprof_columns_clear (CyanPprofColumns *columns)
{
  for (guint i = 0; i < columns->n; i++)
    {
      g_free (columns->columns[i].name);
      g_free (columns->columns[i].unit);
    }
}

/* The period as written in the file, in the unit of metric 0; 0 if it measures something else. */
static double
written_period (CyanPprofReader *self, const CyanPprofColumns *columns)
{
  const char *type = cyan_pprof_tables_text (&self->tables, self->period_type.type);
  const char *unit = cyan_pprof_tables_text (&self->tables, self->period_type.unit);
  const CyanPprofColumn *first = &columns->columns[columns->first];
  double divisor, period, ns[2];
  g_autofree char *ours = cyan_pprof_unit_read (type, unit, &divisor);

  if (self->period <= 0 || self->period_type.unit == 0)
    return 0;
  period = (double) self->period / divisor;
  ns[0] = cyan_pprof_unit_ns (ours);
  ns[1] = cyan_pprof_unit_ns (first->unit);
  if (ns[0] > 0 && ns[1] > 0)
    return period * ns[0] / ns[1];
  return strcmp (ours, first->unit) == 0 ? period : 0;
}

/* The period from a column that counts samples: sum w^2 / sum w over the weights w of all
 * samples. */
static double
counted_period (CyanPprofReader *self, const CyanPprofColumns *columns)
{
  const gint64 *row = (const gint64 *) self->stacks.rows->data;
  double squares = 0, sum = 0;
  guint counts = G_MAXUINT;

  for (guint column = 0; column < columns->n; column++)
    if (columns->columns[column].unit != NULL
        && strcmp (columns->columns[column].unit, "samples") == 0)
      counts = column;
  if (counts == G_MAXUINT || counts == columns->first)
    return 0;
  for (guint i = 0; i < self->stacks.n_rows; i++, row += self->stacks.width)
    if (row[counts] > 0 && row[columns->first] > 0)
      {
        double weight = (double) row[columns->first];

        squares += weight * weight / (double) row[counts];
        sum += weight;
      }
  return sum > 0 ? squares / sum / columns->columns[columns->first].divisor : 0;
}

/* The greatest common divisor of all values; 0 if there are too few values to rely on it. */
static double
divided_period (CyanPprofReader *self, const CyanPprofColumns *columns)
{
  const gint64 *row = (const gint64 *) self->stacks.rows->data;
  guint64 divisor = 0;
  guint n = 0;

  for (guint i = 0; i < self->stacks.n_rows; i++, row += self->stacks.width)
    {
      guint64 rest = row[columns->first] > 0 ? (guint64) row[columns->first] : 0;

      n += rest > 0;
      while (rest > 0)
        {
          guint64 next = divisor % rest;

          divisor = rest;
          rest = next;
        }
    }
  return n >= DIVISOR_STACKS && divisor > 1
             ? (double) divisor / columns->columns[columns->first].divisor
             : 0;
}

static void
read_comments (CyanPprofReader *self)
{
  guint n_others = 0;

  for (guint i = 0; i < self->comments->len; i++)
    {
      guint32 index = g_array_index (self->comments, guint32, i);
      const char *text = cyan_pprof_tables_text (&self->tables, index);

      if (!cyan_pprof_extensions_parse (&self->extensions, text, self->builder))
        {
          g_autofree char *key = cyan_pprof_comment_key (++n_others);

          cyan_profile_builder_set_meta (self->builder, key, text);
        }
    }
}

static void
read_dates (CyanPprofReader *self)
{
  if (self->time != 0)
    {
      g_autofree char *text = cyan_pprof_time_to_text (self->time);

      cyan_profile_builder_set_meta (self->builder, "recorded", text);
    }
  if (self->duration > 0)
    {
      g_autofree char *text = cyan_pprof_duration_to_text (self->duration);

      cyan_profile_builder_set_meta (self->builder, "duration", text);
    }
}

void
cyan_pprof_about (CyanPprofReader *self, CyanPprofColumns *columns)
{
  const CyanPprofExtensions *extensions = &self->extensions;
  gboolean sampled;
  double period;

  read_dates (self);
  read_comments (self);
  add_metrics (self, columns);
  warn_of_zero (self, columns);
  cyan_pprof_labels_finish (&self->labels, &self->tables,
                            columns->calls != G_MAXUINT ? CYAN_PPROF_CALLS : NULL, self->builder);
  sampled = extensions->recording == CYAN_RECORDING_SAMPLED;
  period = extensions->period;
  if (isnan (period))
    {
      period = written_period (self, columns);
      if (sampled && period == 0)
        period = counted_period (self, columns);
      if (sampled && period == 0)
        period = divided_period (self, columns);
    }
  cyan_profile_builder_set_recording (self->builder, extensions->recording, period);
  if (!extensions->ordered)
    cyan_profile_builder_set_unordered (self->builder);
  if (extensions->n_threads != 0)
    cyan_profile_builder_set_threads (self->builder, extensions->n_threads);
}
