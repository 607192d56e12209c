/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of a whole pprof profile: sample types, period, comments, labels, dates. */
#include "cyan-pprof.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

#include <string.h>

/* Number of stacks needed to take their common divisor as the weight of one sample.  The chance
 * that so many unrelated integers share a factor is 1 in 2^24. */
#define DIVISOR_STACKS 24

/* Characters of a label's value that are kept. */
#define VALUE_CHARS 100

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
  for (guint i = 0; i < self->stacks.n_rows; i++)
    if (cyan_pprof_stacks_row (&self->stacks, i)[column] < 0)
      return TRUE;
  return FALSE;
}

/* The last column of type "calls" without negative values, or G_MAXUINT.  Negative values mean that
 * the profile is a difference of two. */
static guint
find_calls (CyanPprofReader *self)
{
  for (guint column = self->types->len; column-- > 0;)
    if (is_text (self, type_of (self, column)->type, CYAN_PPROF_CALLS)
        && is_text (self, type_of (self, column)->unit, "count") && !has_negative (self, column))
      return column;
  return G_MAXUINT;
}

static gboolean
is_zero (const CyanPprofReader *self, guint column)
{
  for (guint i = 0; i < self->stacks.n_rows; i++)
    if (cyan_pprof_stacks_row (&self->stacks, i)[column] != 0)
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

/* Names the nearest column before the first that has values, if the first has none.  It is not
 * shown in its place: the first of another profile, to which this one is compared, may have
 * values. */
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
  g_autofree char *name = NULL;

  if (*type == '\0')
    type = NAMELESS;
  name = g_strdup (type);
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

/* The period from a column that counts samples: sum w^2 / sum w over the weights w of all
 * samples. */
static double
counted_period (CyanPprofReader *self, const CyanPprofColumns *columns)
{
  double squares = 0, sum = 0;
  guint counts = G_MAXUINT;

  for (guint column = 0; column < columns->n; column++)
    if (columns->columns[column].unit != NULL
        && strcmp (columns->columns[column].unit, "samples") == 0)
      counts = column;
  if (counts == G_MAXUINT || counts == columns->first)
    return 0;
  for (guint i = 0; i < self->stacks.n_rows; i++)
    {
      const gint64 *row = cyan_pprof_stacks_row (&self->stacks, i);
      double weight = (double) row[columns->first];

      if (row[counts] <= 0 || row[columns->first] <= 0)
        continue;
      squares += weight * weight / (double) row[counts];
      sum += weight;
    }
  return sum > 0 ? squares / sum / columns->columns[columns->first].divisor : 0;
}

/* The greatest common divisor of all values; 0 if there are too few values to rely on it. */
static double
divided_period (CyanPprofReader *self, const CyanPprofColumns *columns)
{
  guint64 divisor = 0;
  guint n = 0;

  for (guint i = 0; i < self->stacks.n_rows; i++)
    {
      gint64 value = cyan_pprof_stacks_row (&self->stacks, i)[columns->first];
      guint64 rest = (guint64) MAX (value, 0);

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

/* Sets the comments as meta data.  One such as "label KEY: VALUE" is what cyan_pprof_write() makes
 * of labels, which are not in a profile. */
static void
read_comments (CyanPprofReader *self)
{
  guint n = 0;

  for (guint i = 0; i < self->comments->len; i++)
    {
      const char *text =
          cyan_pprof_tables_text (&self->tables, g_array_index (self->comments, guint32, i));
      const char *colon = g_str_has_prefix (text, CYAN_PPROF_LABEL) ? strstr (text, ": ") : NULL;
      g_autofree char *key = colon != NULL ? g_strndup (text, (gsize) (colon - text))
                             : ++n == 1    ? g_strdup (CYAN_PPROF_COMMENT)
                                           : g_strdup_printf (CYAN_PPROF_COMMENT " %u", n);

      cyan_profile_builder_set_meta (self->builder, key, colon != NULL ? colon + 2 : text);
    }
}

static void
append_count (GString *text, guint64 n)
{
  g_string_append_printf (text, " (%" G_GUINT64_FORMAT "%s)", n, n == 1 ? " sample" : " samples");
}

static void
describe_label (CyanPprofReader *self, const CyanPprofLabel *label)
{
  CyanPprofTables *tables = &self->tables;
  g_autofree char *key =
      g_strconcat (CYAN_PPROF_LABEL, cyan_pprof_tables_text (tables, label->key), NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < label->n_values; i++)
    {
      const char *value = cyan_pprof_tables_text (tables, label->values[i].text);
      g_autofree char *shown = cyan_text_for_label (value, VALUE_CHARS);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", shown);
      append_count (text, label->values[i].n);
    }
  if (label->n_others > 0)
    {
      g_string_append (text, ", others");
      append_count (text, label->n_others);
    }
  if (label->n_numbers > 0)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? ", " : "", label->least);
      if (label->greatest != label->least)
        g_string_append_printf (text, " to %" G_GINT64_FORMAT, label->greatest);
      if (label->unit != 0)
        g_string_append_printf (text, " %s", cyan_pprof_tables_text (tables, label->unit));
      append_count (text, label->n_numbers);
    }
  cyan_profile_builder_set_meta (self->builder, key, text->str);
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
      cyan_profile_builder_set_length (self->builder, (double) self->duration);
    }
}

void
cyan_pprof_about (CyanPprofReader *self, CyanPprofColumns *columns)
{
  double period;

  read_dates (self);
  read_comments (self);
  add_metrics (self, columns);
  warn_of_zero (self, columns);
  for (guint i = 0; i < self->n_labels; i++)
    describe_label (self, &self->labels[i]);
  period = cyan_pprof_period (self->period_type.unit != 0 ? self->period : 0,
                              cyan_pprof_tables_text (&self->tables, self->period_type.type),
                              cyan_pprof_tables_text (&self->tables, self->period_type.unit),
                              columns->columns[columns->first].unit);
  if (period == 0)
    period = counted_period (self, columns);
  if (period == 0)
    period = divided_period (self, columns);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, period);
  cyan_profile_builder_set_unordered (self->builder);
}
