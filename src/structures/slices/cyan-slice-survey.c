/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording can be sliced by: its dimensions, their values, its load over time. */
#include "cyan-slice-private.h"

#include <math.h>
#include <string.h>

static const char no_value[] = CYAN_SLICE_NO_VALUE;

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const CyanSliceValue *x = a, *y = b;

  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return strcmp (x->value, y->value);
}

GArray *
cyan_slice_totals (const CyanProfile *profile, guint32 dimension, guint metric)
{
  const CyanPieces *pieces = profile->pieces;
  GArray *totals = g_array_new (FALSE, TRUE, sizeof (CyanSliceValue));
  g_autoptr (GHashTable) rows = g_hash_table_new (NULL, NULL);
  guint n_origins = cyan_pieces_n_origins (pieces), n_used = 0;
  g_autofree guint *row = g_new (guint, n_origins);

  for (guint32 i = 0; i < n_origins; i++)
    {
      CyanStr name = cyan_pieces_value_str (pieces, i, dimension);
      gpointer found, key = GUINT_TO_POINTER (name);

      if (!g_hash_table_lookup_extended (rows, key, NULL, &found))
        {
          CyanSliceValue value = { .value = name != CYAN_STR_EMPTY
                                                ? cyan_strings_get (profile->strings, name)
                                                : no_value };

          found = GUINT_TO_POINTER (totals->len);
          g_hash_table_insert (rows, key, found);
          g_array_append_val (totals, value);
        }
      row[i] = GPOINTER_TO_UINT (found);
    }
  for (guint i = 0, n = cyan_pieces_n (pieces); i < n; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (pieces, i);
      CyanSliceValue *value = &g_array_index (totals, CyanSliceValue, row[piece.origin]);

      value->n_pieces++;
      if (piece.metric == metric)
        value->total += piece.value;
    }
  for (guint i = 0; i < totals->len; i++)
    if (g_array_index (totals, CyanSliceValue, i).n_pieces > 0)
      g_array_index (totals, CyanSliceValue, n_used++) = g_array_index (totals, CyanSliceValue, i);
  g_array_set_size (totals, n_used);
  g_array_sort (totals, compare_values);
  return totals;
}

static void
free_dimension (gpointer data)
{
  CyanSliceDimension *dimension = data;

  g_array_unref (dimension->values);
  g_free (dimension);
}

CyanSliceSurvey *
cyan_slice_survey_new (const CyanProfile *profile, guint metric)
{
  const CyanPieces *pieces = profile->pieces;
  CyanSliceSurvey *self = g_new0 (CyanSliceSurvey, 1);
  gint64 end;

  self->dimensions = g_ptr_array_new_with_free_func (free_dimension);
  for (guint32 d = 0; d < cyan_pieces_n_dimensions (pieces); d++)
    {
      g_autoptr (GArray) values = cyan_slice_totals (profile, d, metric);
      CyanSliceDimension *dimension;

      if (values->len == 0
          || (values->len == 1 && g_array_index (values, CyanSliceValue, 0).value == no_value))
        continue;
      dimension = g_new0 (CyanSliceDimension, 1);
      dimension->key = cyan_pieces_dimension_key (pieces, d);
      dimension->values = g_steal_pointer (&values);
      for (guint i = CYAN_SLICE_MAX_VALUES; i < dimension->values->len; i++, dimension->n_others++)
        dimension->others += g_array_index (dimension->values, CyanSliceValue, i).total;
      g_array_set_size (dimension->values, dimension->values->len - dimension->n_others);
      g_ptr_array_add (self->dimensions, dimension);
    }
  self->has_times = cyan_pieces_times (pieces, &self->begin, &end);
  self->length = self->has_times ? end - self->begin : 0;
  return self;
}

void
cyan_slice_survey_free (CyanSliceSurvey *self)
{
  g_ptr_array_unref (self->dimensions);
  g_free (self);
}

double
cyan_slice_part (const CyanPieceRow *piece, gint64 from, gint64 to)
{
  gint64 begin = MAX (piece->begin, from), end = MIN (piece->end, to);
  double length = (double) (piece->end - piece->begin);

  if (piece->metric == CYAN_PIECES_CALLS || piece->begin >= piece->end)
    return piece->begin >= from && piece->begin < to ? piece->value : 0;
  if (begin >= end)
    return 0;
  if (begin == piece->begin && end == piece->end)
    return piece->value;
  /* Whole nanoseconds stay whole. */
  if (piece->value == length)
    return (double) (end - begin);
  /* As a difference of two sums, so that the parts add up to the whole. */
  return piece->value * ((double) (end - piece->begin) / length)
         - piece->value * ((double) (begin - piece->begin) / length);
}

/* The group of each origin: the threads with the largest totals, then the others.  Caller frees. */
static guint *
group_threads (const CyanProfile *profile, guint metric, guint n_groups, const char **names)
{
  const CyanPieces *pieces = profile->pieces;
  guint n = cyan_pieces_n_origins (pieces);
  guint *groups = g_new (guint, n);
  g_autoptr (GArray) totals = NULL;
  guint32 d = 0;

  for (guint g = 0; g < n_groups; g++)
    names[g] = NULL;
  for (guint i = 0; i < n; i++)
    groups[i] = n_groups - 1;
  while (d < cyan_pieces_n_dimensions (pieces)
         && !g_str_equal (cyan_pieces_dimension_key (pieces, d), "thread"))
    d++;
  if (d == cyan_pieces_n_dimensions (pieces))
    return groups;
  totals = cyan_slice_totals (profile, d, metric);
  for (guint g = 0; g + 1 < MIN (n_groups, totals->len + 1); g++)
    {
      const char *name = g_array_index (totals, CyanSliceValue, g).value;

      names[g] = name;
      for (guint i = 0; i < n; i++)
        {
          const char *value = cyan_pieces_value (pieces, i, d);

          if (*value == '\0' ? name == no_value : g_str_equal (value, name))
            groups[i] = g;
        }
    }
  return groups;
}

void
cyan_slice_load_of_threads (const CyanProfile *profile,
                            guint metric,
                            guint n,
                            guint n_groups,
                            double *load,
                            const char **names)
{
  const CyanPieces *pieces = profile->pieces;
  g_autofree guint *groups = group_threads (profile, metric, n_groups, names);
  gint64 begin, end;
  double width;

  memset (load, 0, n_groups * n * sizeof *load);
  if (!cyan_pieces_times (pieces, &begin, &end))
    return;
  width = (double) (end - begin) / n;
  for (guint i = 0, n_pieces = cyan_pieces_n (pieces); i < n_pieces; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (pieces, i);
      guint first = (guint) ((double) (piece.begin - begin) / width);
      guint last = (guint) ((double) (MAX (piece.end, piece.begin + 1) - 1 - begin) / width);
      double *of_group = load + groups[piece.origin] * n;

      if (piece.metric != metric)
        continue;
      for (guint bin = MIN (first, n - 1); bin <= MIN (last, n - 1); bin++)
        of_group[bin] +=
            cyan_slice_part (&piece, begin + (gint64) ceil (bin * width),
                             bin == n - 1 ? end : begin + (gint64) ceil ((bin + 1) * width));
    }
}

void
cyan_slice_load (const CyanProfile *profile, guint metric, guint n, double *load)
{
  const char *none;

  cyan_slice_load_of_threads (profile, metric, n, 1, load, &none);
}
