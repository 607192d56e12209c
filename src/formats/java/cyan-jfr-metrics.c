/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of values by node, in the order in which the builder gets them. */
#include "cyan-jfr.h"

#include "cyan-i18n.h"

#include <string.h>

/* Maximum number of types of events that have columns by the names of their types. */
#define MAX_OTHERS 48

typedef struct
{
  const char *name, *unit;
  guint rank;
  GArray *values; /* of double by node; empty: no event */
  double sum;
  guint number;   /* in the order in which columns were added */
  guint moved_to; /* the number of the column that has its values; G_MAXUINT: it has them */
  guint32 metric; /* of the builder; CYAN_PIECES_NONE: none */
} CyanJfrColumn;

/* The columns of a type. */
typedef struct
{
  const char *name;
  guint count, weight, bytes, time;
} CyanJfrOther;

void
cyan_jfr_metrics_init (CyanJfrMetrics *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  *self = (CyanJfrMetrics){
    .builder = builder,
    .pieces = cyan_profile_builder_pieces (builder),
    .scratch = scratch,
    .columns = cyan_scratch_array (scratch, sizeof (CyanJfrColumn)),
    .others = cyan_scratch_array (scratch, sizeof (CyanJfrOther)),
  };
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
}

static CyanJfrColumn *
column_at (const CyanJfrMetrics *self, guint number)
{
  return &g_array_index (self->columns, CyanJfrColumn, number);
}

guint
cyan_jfr_metrics_column (CyanJfrMetrics *self, const char *name, const char *unit, guint rank)
{
  CyanJfrColumn column = { .name = name,
                           .unit = unit,
                           .rank = rank,
                           .values = cyan_scratch_array (self->scratch, sizeof (double)),
                           .number = self->columns->len,
                           .moved_to = G_MAXUINT,
                           .metric = CYAN_PIECES_NONE };

  g_array_append_val (self->columns, column);
  return self->columns->len - 1;
}

static void
add (CyanJfrMetrics *self, guint number, CyanNode node, double value)
{
  CyanJfrColumn *column = column_at (self, number);

  if (node >= column->values->len)
    {
      cyan_charge_add (&self->charge, (node + 1 - column->values->len) * sizeof (double));
      g_array_set_size (column->values, node + 1);
    }
  g_array_index (column->values, double, node) += value;
  column->sum += value;
}

void
cyan_jfr_metrics_add (CyanJfrMetrics *self, guint number, CyanNode node, double value)
{
  const CyanPieceRow piece = { node, self->origin, number, value, self->begin, self->end };

  add (self, number, node, value);
  if (self->pieces != NULL)
    cyan_pieces_add (self->pieces, &piece);
}

void
cyan_jfr_metrics_move (CyanJfrMetrics *self, guint from, guint to)
{
  GArray *values = column_at (self, from)->values;

  for (guint i = 0; i < values->len; i++)
    add (self, to, i, g_array_index (values, double, i));
  g_array_set_size (values, 0);
  column_at (self, from)->moved_to = to;
}

/* Samples of what runs come before all other events of their recorder. */
static guint
rank_of (const char *name)
{
  return g_str_has_suffix (name, ".ExecutionSample") ? CYAN_JFR_RANK_RUNNING
         : g_str_has_suffix (name, ".MethodSample")  ? CYAN_JFR_RANK_RUNNING + 1
         : g_str_has_suffix (name, "Sample")         ? CYAN_JFR_RANK_OTHER
                                                     : CYAN_JFR_RANK_OTHER + 1;
}

static guint
add_column (CyanJfrMetrics *self, const char *type, const char *what, const char *unit)
{
  char *name = g_strconcat (type, what, NULL);

  cyan_scratch_own (self->scratch, name, g_free);
  return cyan_jfr_metrics_column (self, name, unit, rank_of (type));
}

guint
cyan_jfr_metrics_other (CyanJfrMetrics *self, const char *name)
{
  CyanJfrOther other;

  for (guint i = 0; i < self->others->len; i++)
    if (strcmp (g_array_index (self->others, CyanJfrOther, i).name, name) == 0)
      return i;
  if (self->others->len == MAX_OTHERS)
    return G_MAXUINT;
  other.count =
      add_column (self, name, "", rank_of (name) < CYAN_JFR_RANK_VALUES ? "samples" : "count");
  other.weight = add_column (self, name, " weight", "count");
  other.bytes = add_column (self, name, " bytes", "bytes");
  other.time = add_column (self, name, " time", "ns");
  other.name = column_at (self, other.count)->name;
  g_array_append_val (self->others, other);
  return self->others->len - 1;
}

void
cyan_jfr_metrics_add_other (CyanJfrMetrics *self,
                            guint number,
                            CyanNode node,
                            const CyanJfrMeasure *measure)
{
  const CyanJfrOther *other = &g_array_index (self->others, CyanJfrOther, number);

  gint64 end = self->end;

  /* Only its time is as long as the event. */
  self->end = self->begin;
  cyan_jfr_metrics_add (self, other->count, node, 1);
  cyan_jfr_metrics_add (self, other->weight, node, measure->weight);
  if (measure->bytes > 0)
    cyan_jfr_metrics_add (self, other->bytes, node, measure->bytes);
  self->end = end;
  if (measure->time > 0)
    cyan_jfr_metrics_add (self, other->time, node, measure->time);
}

static int
by_rank (gconstpointer a, gconstpointer b)
{
  const CyanJfrColumn *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->rank < CYAN_JFR_RANK_OTHER ? 0 : strcmp (x->name, y->name);
}

/* Gives the pieces the metrics of their columns. */
static void
finish_pieces (CyanJfrMetrics *self)
{
  g_autofree guint32 *metrics = g_new (guint32, self->columns->len);

  for (guint i = 0; i < self->columns->len; i++)
    metrics[column_at (self, i)->number] = column_at (self, i)->metric;
  for (guint i = 0; i < self->columns->len; i++)
    if (column_at (self, i)->moved_to != G_MAXUINT)
      metrics[column_at (self, i)->number] = metrics[column_at (self, i)->moved_to];
  cyan_pieces_renumber (self->pieces, 0, NULL, NULL, metrics, NULL);
}

guint
cyan_jfr_metrics_finish (CyanJfrMetrics *self)
{
  guint first = G_MAXUINT;

  /* A weight of 1 each says nothing. */
  for (guint i = 0; i < self->others->len; i++)
    {
      const CyanJfrOther *other = &g_array_index (self->others, CyanJfrOther, i);

      if (column_at (self, other->weight)->sum == column_at (self, other->count)->sum)
        g_array_set_size (column_at (self, other->weight)->values, 0);
    }
  g_array_sort (self->columns, by_rank);
  for (guint i = 0; i < self->columns->len; i++)
    {
      CyanJfrColumn *column = column_at (self, i);
      guint metric;

      if (column->values->len == 0)
        continue;
      first = MIN (first, column->rank);
      metric = cyan_profile_builder_metric (self->builder, column->name, column->unit);
      column->metric = metric;
      for (CyanNode node = 0; node < column->values->len; node++)
        if (g_array_index (column->values, double, node) != 0)
          cyan_profile_builder_add (self->builder, metric, node,
                                    g_array_index (column->values, double, node));
    }
  if (self->pieces != NULL)
    finish_pieces (self);
  cyan_profile_builder_warn_n (
      self->builder, self->n_skipped,
      "%'" PRIu64 " event was left out, because the file has too many types of events with stacks",
      "%'" PRIu64
      " events were left out, because the file has too many types of events with stacks",
      self->n_skipped);
  return first;
}
