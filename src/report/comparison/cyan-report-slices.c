/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording can be sliced by: dimensions, their values, the load over time. */
#include "cyan-report-comparison.h"

#include "cyan-report-kind.h"
#include "cyan-units.h"

/* Names are padded to at most this width. */
#define NAME_WIDTH 40
#define MAX_NAME   200

/* A value of a dimension in the list; number n of a dimension with n values is its others. */
typedef struct
{
  const CyanSliceDimension *dimension;
  CyanSliceValue value;
  gboolean is_others;
} Row;

static guint
n_rows (const CyanSliceDimension *dimension)
{
  return dimension->values->len + (dimension->n_others > 0);
}

static Row
row_of (const CyanSliceDimension *dimension, guint i)
{
  if (i < dimension->values->len)
    return (Row){ dimension, g_array_index (dimension->values, CyanSliceValue, i), FALSE };
  return (Row){ dimension, { CYAN_SLICE_OTHERS, dimension->others, 0 }, TRUE };
}

static double
whole_of (const CyanReportSlices *slices)
{
  return slices->profile->metrics[0].total[CYAN_NODE_ROOT];
}

/* ---- for people ---- */

static void
say_load (CyanProse *out, const CyanReportSlices *slices)
{
  static const char *const bars[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  char *length = cyan_value_to_text ((double) slices->survey->length, "ns");
  double most = 0;

  for (guint i = 0; i < CYAN_REPORT_LOAD; i++)
    most = MAX (most, slices->load[i]);
  cyan_prose_say (out, "\n%s  %s from the first to the last, and the load meanwhile\n  |",
                  CYAN_SLICE_TIME, cyan_prose_kept (out, length));
  for (guint i = 0; i < CYAN_REPORT_LOAD; i++)
    {
      double part = most > 0 ? MAX (slices->load[i], 0) / most : 0;

      /* What is not nothing shows. */
      cyan_prose_say (out, "%s", bars[part > 0 ? 1 + (guint) (part * 7.999) : 0]);
    }
  cyan_prose_say (out, "|\n");
}

static const char *
name_of (CyanProse *out, const Row *row)
{
  return cyan_prose_name (out, row->value.value, MAX_NAME);
}

static void
say_dimension (CyanProse *out, const CyanReportSlices *slices, const CyanSliceDimension *dimension)
{
  const char *unit = slices->profile->metrics[0].unit;
  guint n_all = dimension->values->len + dimension->n_others;
  guint n = MIN (n_rows (dimension), slices->top), width = 0;
  double whole = whole_of (slices);

  cyan_prose_say (out, "\n%s  %u %s\n", cyan_prose_name (out, dimension->key, MAX_NAME), n_all,
                  n_all == 1 ? "value" : "values");
  for (guint i = 0; i < n; i++)
    {
      const Row row = row_of (dimension, i);

      width = MAX (width, (guint) g_utf8_strlen (name_of (out, &row), -1));
    }
  width = MIN (width, NAME_WIDTH);
  for (guint i = 0; i < n; i++)
    {
      const Row row = row_of (dimension, i);
      char *total = cyan_value_to_text (row.value.total, unit);
      char *share = cyan_share_to_text (whole > 0 ? row.value.total / whole : 0);

      cyan_prose_say (out, "  %s  %7s  %s\n", cyan_prose_pad (out, name_of (out, &row), width),
                      cyan_prose_kept (out, share), cyan_prose_kept (out, total));
    }
  if (n_rows (dimension) > n)
    cyan_prose_say (out, "  and %u more\n", n_all - n);
}

static void
say_slices (CyanProse *out, gconstpointer about)
{
  const CyanReportSlices *slices = about;
  const CyanSliceSurvey *survey = slices->survey;
  const CyanMetric *metric = &slices->profile->metrics[0];
  char *total = cyan_value_to_text (whole_of (slices), metric->unit);

  cyan_prose_say (out, "%s: %s of %s\n", cyan_prose_name (out, slices->name, MAX_NAME),
                  cyan_prose_kept (out, total), cyan_prose_name (out, metric->name, MAX_NAME));
  if (!survey->has_times && survey->dimensions->len == 0)
    cyan_prose_say (out, "no threads, labels or times, so that it has no slices\n");
  if (survey->has_times)
    say_load (out, slices);
  for (guint i = 0; i < survey->dimensions->len; i++)
    say_dimension (out, slices, survey->dimensions->pdata[i]);
}

/* ---- for programs ---- */

static void
put_row (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportSlices *slices = about;
  const CyanSliceSurvey *survey = slices->survey;
  double whole = whole_of (slices);
  guint d = 0;
  Row row;

  while (i >= n_rows (survey->dimensions->pdata[d]))
    i -= n_rows (survey->dimensions->pdata[d++]);
  row = row_of (survey->dimensions->pdata[d], i);
  cyan_rows_text (rows, "key", row.dimension->key);
  cyan_rows_text (rows, "value", row.value.value);
  cyan_rows_number (rows, "total", row.value.total);
  cyan_rows_number_if (rows, "share", whole > 0, whole > 0 ? row.value.total / whole : 0);
  cyan_rows_count_if (rows, "pieces", !row.is_others, row.value.n_pieces);
}

static void
put_dimension (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanSliceDimension *dimension = ((const CyanSliceSurvey *) about)->dimensions->pdata[i];

  cyan_rows_text (rows, "key", dimension->key);
  cyan_rows_count (rows, "values", dimension->values->len + dimension->n_others);
  cyan_rows_count (rows, "others", dimension->n_others);
}

static void
put_slices (CyanRows *rows, gconstpointer about)
{
  const CyanReportSlices *slices = about;
  const CyanSliceSurvey *survey = slices->survey;
  const CyanMetric *metric = &slices->profile->metrics[0];
  guint n = 0;

  for (guint i = 0; i < survey->dimensions->len; i++)
    n += n_rows (survey->dimensions->pdata[i]);
  cyan_rows_text (rows, "file", slices->name);
  cyan_rows_text (rows, "metric", metric->name);
  cyan_rows_unit (rows, metric->unit);
  cyan_rows_number (rows, "total", whole_of (slices));
  cyan_rows_count_if (rows, "length_ns", survey->has_times, (guint64) survey->length);
  cyan_rows_open (rows, "load", CYAN_GROUP_LIST);
  for (guint i = 0; survey->has_times && i < CYAN_REPORT_LOAD; i++)
    cyan_rows_number (rows, NULL, slices->load[i]);
  cyan_rows_close (rows);
  cyan_rows_list (rows, "dimensions", CYAN_GROUP_TABLE, survey->dimensions->len, put_dimension,
                  survey);
  cyan_rows_list (rows, "slices", CYAN_GROUP_TABLE, n, put_row, slices);
}

const CyanReport cyan_report_slices = { .text = say_slices, .rows = put_slices };
