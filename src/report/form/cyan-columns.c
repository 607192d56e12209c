/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-columns.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-report-kind.h"
#include "cyan-units.h"

#define COLUMN(name, id, title, single, kind, side, chars, shown)                                  \
  [CYAN_COLUMN_##name] = { id, title, single, CYAN_COLUMN_IS_##kind, side, chars, shown }

#define FIRST  CYAN_COLUMN_SHOWN
#define BOTH   CYAN_COLUMN_SHOWN_OF_CALLERS
#define SINGLE CYAN_COLUMN_SHOWN_OF_SINGLE_CALLERS

const CyanColumnInfo cyan_columns[CYAN_N_COLUMNS] = {
  COLUMN (NAME, "name", N_ ("Function"), N_ ("Function"), TEXT, 0, 28, FIRST | BOTH | SINGLE),
  COLUMN (CHANGE, "change", N_ ("Change"), NULL, PART, 0, 9, FIRST),
  COLUMN (STATUS, "status", N_ ("Status"), NULL, TEXT, 0, 9, FIRST),
  COLUMN (SOURCE, "source", N_ ("Source"), NULL, TEXT, 0, 10, FIRST),
  COLUMN (SHARE_BEFORE, "before_share", N_ ("Share before"), NULL, SHARE, 0, 8, FIRST),
  COLUMN (SHARE_AFTER, "after_share", N_ ("Share after"), N_ ("Share"), SHARE, 1, 8, FIRST),
  COLUMN (TOTAL_BEFORE, "before_total", N_ ("Total before"), NULL, VALUE, 0, 10, 0),
  COLUMN (TOTAL_AFTER, "after_total", N_ ("Total after"), N_ ("Total"), VALUE, 1, 10, SINGLE),
  COLUMN (DIFFERENCE, "total_difference", N_ ("Difference"), NULL, DIFFERENCE, 0, 10, FIRST | BOTH),
  COLUMN (SELF_BEFORE, "before_self", N_ ("Self before"), NULL, VALUE, 0, 10, 0),
  COLUMN (SELF_AFTER, "after_self", N_ ("Self after"), N_ ("Self"), VALUE, 1, 10, 0),
  COLUMN (SELF_DIFFERENCE, "self_difference", N_ ("Self difference"), NULL, DIFFERENCE, 0, 10, 0),
  COLUMN (CALLS_BEFORE, "before_calls", N_ ("Calls before"), NULL, CALLS, 0, 10, BOTH),
  COLUMN (CALLS_AFTER,
          "after_calls",
          N_ ("Calls after"),
          N_ ("Calls"),
          CALLS,
          1,
          10,
          FIRST | BOTH | SINGLE),
  COLUMN (PER_CALL_BEFORE, "before_per_call", N_ ("Per call before"), NULL, VALUE, 0, 9, 0),
  COLUMN (PER_CALL_AFTER, "after_per_call", N_ ("Per call after"), N_ ("Per call"), VALUE, 1, 9, 0),
  COLUMN (HOSTS_BEFORE, "before_hosts", N_ ("Hosts before"), NULL, CALLS, 0, 6, 0),
  COLUMN (HOSTS_AFTER, "after_hosts", N_ ("Hosts after"), N_ ("Hosts"), CALLS, 1, 6, 0),
  COLUMN (LEAST_BEFORE, "before_host_least", N_ ("Host least before"), NULL, VALUE, 0, 9, 0),
  COLUMN (
      LEAST_AFTER, "after_host_least", N_ ("Host least after"), N_ ("Host least"), VALUE, 1, 9, 0),
  COLUMN (MEDIAN_BEFORE, "before_host_median", N_ ("Host median before"), NULL, VALUE, 0, 9, 0),
  COLUMN (MEDIAN_AFTER,
          "after_host_median",
          N_ ("Host median after"),
          N_ ("Host median"),
          VALUE,
          1,
          9,
          FIRST),
  COLUMN (LARGEST_BEFORE, "before_host_largest", N_ ("Host largest before"), NULL, VALUE, 0, 9, 0),
  COLUMN (LARGEST_AFTER,
          "after_host_largest",
          N_ ("Host largest after"),
          N_ ("Host largest"),
          VALUE,
          1,
          9,
          FIRST),
  COLUMN (Q, "q", N_ ("q"), NULL, PROBABILITY, 0, 8, FIRST),
};

/* Of a column from the number of hosts on. */
static double
host_number (CyanColumn column, const CyanHostSpread *spread)
{
  const double numbers[] = { spread->n, spread->least, spread->median, spread->largest };

  return spread->n > 0 ? numbers[(column - CYAN_COLUMN_HOSTS_BEFORE) / 2] : NAN;
}

double
cyan_column_number (CyanColumn column, const CyanColumnRow *row)
{
  const CyanCompared *compared = &row->comparison->compared;
  const CyanSide *side = &row->side[cyan_columns[column].side];
  gboolean knows_calls = side->present && side->calls != CYAN_CALLS_UNKNOWN;

  if (column >= CYAN_COLUMN_HOSTS_BEFORE && column <= CYAN_COLUMN_LARGEST_AFTER)
    return host_number (column, &side->spread);
  switch (column)
    {
    case CYAN_COLUMN_SHARE_BEFORE:
    case CYAN_COLUMN_SHARE_AFTER:
      return side->present ? side->share : NAN;
    case CYAN_COLUMN_CHANGE:
      return cyan_compared_change (compared, row->total, row->basis);
    case CYAN_COLUMN_TOTAL_BEFORE:
    case CYAN_COLUMN_TOTAL_AFTER:
      return side->present ? side->total : NAN;
    case CYAN_COLUMN_DIFFERENCE:
      return compared->same_unit ? row->total[1] - row->total[0] : NAN;
    case CYAN_COLUMN_SELF_BEFORE:
    case CYAN_COLUMN_SELF_AFTER:
      return side->present ? side->self : NAN;
    case CYAN_COLUMN_SELF_DIFFERENCE:
      return compared->same_unit ? row->side[1].self - row->side[0].self : NAN;
    case CYAN_COLUMN_CALLS_BEFORE:
    case CYAN_COLUMN_CALLS_AFTER:
      return knows_calls ? (double) side->calls : NAN;
    case CYAN_COLUMN_PER_CALL_BEFORE:
    case CYAN_COLUMN_PER_CALL_AFTER:
      return knows_calls && side->calls > 0 ? side->total / (double) side->calls : NAN;
    case CYAN_COLUMN_Q:
      return row->q;
    default:
      return NAN;
    }
}

char *
cyan_column_text (CyanColumn column, const CyanColumnRow *row)
{
  const CyanCompared *compared = &row->comparison->compared;
  double number = cyan_column_number (column, row);

  if (isnan (number))
    return NULL;
  switch (cyan_columns[column].kind)
    {
    case CYAN_COLUMN_IS_SHARE:
      return cyan_share_to_text (number);
    case CYAN_COLUMN_IS_PART:
      return cyan_comparison_part_text (row->comparison, number, row->basis);
    case CYAN_COLUMN_IS_DIFFERENCE:
      return cyan_difference_to_text (number, cyan_compared_metric (compared, 0)->unit);
    case CYAN_COLUMN_IS_CALLS:
      return cyan_value_to_text (number, "count");
    case CYAN_COLUMN_IS_PROBABILITY:
      return cyan_probability_to_text (number);
    case CYAN_COLUMN_IS_VALUE:
    case CYAN_COLUMN_IS_TEXT:
    default:
      return cyan_value_to_text (number,
                                 cyan_compared_metric (compared, cyan_columns[column].side)->unit);
    }
}

const char *
cyan_change_word (CyanChange change)
{
  switch (change)
    {
    case CYAN_CHANGE_MODIFIED:
      return _ ("modified");
    case CYAN_CHANGE_REFORMATTED:
      return _ ("reformatted");
    case CYAN_CHANGE_UNMODIFIED:
      return _ ("unmodified");
    case CYAN_CHANGE_UNKNOWN:
    default:
      return "";
    }
}

void
cyan_prose_columns (CyanProse *self,
                    guint width,
                    const CyanColumnRow *row,
                    const CyanColumn *columns)
{
  for (; *columns < CYAN_N_COLUMNS; columns++)
    {
      const CyanSide *side = &row->side[cyan_columns[*columns].side];
      char *text = cyan_column_text (*columns, row);

      cyan_prose_cell (self, width, text != NULL ? text : g_strdup (side->present ? "?" : "-"));
    }
}

void
cyan_rows_columns (CyanRows *self, const CyanColumnRow *row)
{
  for (const CyanField *field = self->columns; field->names != NULL; field++)
    for (guint side = 0; field->type == CYAN_FIELD_CONTEXT && side < 2; side++)
      {
        CyanColumn column = (CyanColumn) (field->at + side);
        const char *id = cyan_columns[column].id;
        double number = cyan_column_number (column, row);

        if (cyan_columns[column].kind == CYAN_COLUMN_IS_CALLS)
          cyan_rows_count_if (self, id, !isnan (number), row->side[side].calls);
        else
          cyan_rows_number (self, id, number);
      }
}
