/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each line of a function costs by itself. */
#include "cyan-line-costs.h"

#include "cyan-table.h"

#include <string.h>

typedef struct
{
  CyanStr name; /* of the function */
  CyanStr file; /* where it is defined */
  CyanStr at;   /* the file of the line */
  guint32 line;
} Row;

struct _CyanLineCosts
{
  CyanRefCount refs;
  CyanStrings *strings; /* owned reference */
  guint n_metrics;
  GArray *rows;    /* of Row; row 0 is unused */
  GArray *values;  /* of double, n_metrics a row */
  CyanTable table; /* rows by their content */
};

CyanLineCosts *
cyan_line_costs_new (CyanStrings *strings, guint n_metrics)
{
  CyanLineCosts *self = g_new0 (CyanLineCosts, 1);

  cyan_ref_count_init (&self->refs);
  self->strings = cyan_strings_ref (strings);
  self->n_metrics = n_metrics;
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  self->values = g_array_new (FALSE, TRUE, sizeof (double));
  g_array_set_size (self->rows, 1);
  g_array_set_size (self->values, n_metrics);
  cyan_table_init (&self->table);
  return self;
}

CYAN_DEFINE_REF (CyanLineCosts, cyan_line_costs)

void
cyan_line_costs_unref (CyanLineCosts *self)
{
  if (self == NULL || !cyan_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->rows);
  g_array_unref (self->values);
  cyan_table_clear (&self->table);
  cyan_strings_unref (self->strings);
  g_free (self);
}

static guint32
hash_of (const CyanLineCosts *self, const Row *row)
{
  return cyan_table_hash (&self->table, (guint64) row->name << 32 | row->file,
                          (guint64) row->at << 32 | row->line);
}

static gboolean
is_row (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanLineCosts *self = owner;

  return memcmp (&g_array_index (self->rows, Row, number), key, sizeof (Row)) == 0;
}

static double *
values_of (const CyanLineCosts *self, guint32 row)
{
  return &g_array_index (self->values, double, (gsize) row * self->n_metrics);
}

double *
cyan_line_costs_row (CyanLineCosts *self, CyanStr name, CyanStr file, CyanStr at, guint32 line)
{
  const Row row = { name, file, at, line };
  guint32 number = cyan_table_find (&self->table, hash_of (self, &row), is_row, self, &row);

  if (number != 0)
    return values_of (self, number);
  number = self->rows->len;
  g_array_append_val (self->rows, row);
  g_array_set_size (self->values, self->rows->len * self->n_metrics);
  if (cyan_table_make_room (&self->table, number))
    for (guint32 i = 1; i < number; i++)
      cyan_table_add (&self->table, hash_of (self, &g_array_index (self->rows, Row, i)), i);
  cyan_table_add (&self->table, hash_of (self, &row), number);
  return values_of (self, number);
}

void
cyan_line_costs_add (CyanLineCosts *self,
                     const CyanLineCosts *other,
                     const guint *metrics,
                     double weight)
{
  g_autofree CyanStr *map =
      self->strings != other->strings ? cyan_strings_absorb (self->strings, other->strings) : NULL;

  for (guint32 i = 1; i < other->rows->len; i++)
    {
      const Row *row = &g_array_index (other->rows, Row, i);
      double *values =
          map == NULL
              ? cyan_line_costs_row (self, row->name, row->file, row->at, row->line)
              : cyan_line_costs_row (self, map[row->name], map[row->file], map[row->at], row->line);

      for (guint m = 0; m < self->n_metrics; m++)
        if (metrics[m] != G_MAXUINT)
          values[m] += weight * values_of (other, i)[metrics[m]];
    }
}

GArray *
cyan_line_costs_of (const CyanLineCosts *self, const char *name, const char *file, guint metric)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (CyanLineCost));

  g_assert (metric < self->n_metrics);
  for (guint32 i = 1; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const CyanLineCost line = { cyan_strings_get (self->strings, row->at), row->line,
                                  values_of (self, i)[metric] };

      if (line.value != 0 && strcmp (cyan_strings_get (self->strings, row->name), name) == 0
          && strcmp (cyan_strings_get (self->strings, row->file), file) == 0)
        g_array_append_val (lines, line);
    }
  return lines;
}

guint64
cyan_line_costs_memory (const CyanLineCosts *self)
{
  return cyan_table_memory (&self->table)
         + (guint64) self->rows->len * (sizeof (Row) + self->n_metrics * sizeof (double));
}
