/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The columns of contexts, functions and callers, for all that shows them: texts, CSV, JSON and
 * the window's table, which has all of them.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-change.h"

/* What has two sides is before, and then after. */
typedef enum
{
  CYAN_COLUMN_NAME,
  CYAN_COLUMN_CHANGE,
  CYAN_COLUMN_STATUS,
  CYAN_COLUMN_SOURCE,
  CYAN_COLUMN_SHARE_BEFORE,
  CYAN_COLUMN_SHARE_AFTER,
  CYAN_COLUMN_TOTAL_BEFORE,
  CYAN_COLUMN_TOTAL_AFTER,
  CYAN_COLUMN_DIFFERENCE,
  CYAN_COLUMN_SELF_BEFORE,
  CYAN_COLUMN_SELF_AFTER,
  CYAN_COLUMN_SELF_DIFFERENCE,
  CYAN_COLUMN_CALLS_BEFORE,
  CYAN_COLUMN_CALLS_AFTER,
  CYAN_COLUMN_PER_CALL_BEFORE,
  CYAN_COLUMN_PER_CALL_AFTER,
  CYAN_COLUMN_HOSTS_BEFORE, /* see CyanHostSpread; of contexts only */
  CYAN_COLUMN_HOSTS_AFTER,
  CYAN_COLUMN_LEAST_BEFORE,
  CYAN_COLUMN_LEAST_AFTER,
  CYAN_COLUMN_MEDIAN_BEFORE,
  CYAN_COLUMN_MEDIAN_AFTER,
  CYAN_COLUMN_LARGEST_BEFORE,
  CYAN_COLUMN_LARGEST_AFTER,
  CYAN_COLUMN_Q,
  CYAN_N_COLUMNS, /* as an order: that of the calls */
} CyanColumn;

/* The kind of a column's number. */
typedef enum
{
  CYAN_COLUMN_IS_TEXT,
  CYAN_COLUMN_IS_SHARE,
  CYAN_COLUMN_IS_PART, /* of the run, or of what it was, by the basis */
  CYAN_COLUMN_IS_VALUE,
  CYAN_COLUMN_IS_DIFFERENCE, /* of values */
  CYAN_COLUMN_IS_CALLS,
  CYAN_COLUMN_IS_PROBABILITY,
} CyanColumnKind;

typedef enum
{
  CYAN_COLUMN_SHOWN = 1,                   /* of contexts and of functions */
  CYAN_COLUMN_SHOWN_OF_CALLERS = 2,        /* of a comparison */
  CYAN_COLUMN_SHOWN_OF_SINGLE_CALLERS = 4, /* of a profile */
} CyanColumnShown;

typedef struct
{
  const char *id;    /* for programs, and in copied rows */
  const char *title; /* marked by N_() */
  const char
      *single_title; /* with a single profile, marked by N_(); NULL: there is no such column */
  CyanColumnKind kind;
  guint side;  /* 0 before, 1 after; of what has one */
  guint chars; /* room for that many characters */
  guint shown; /* CyanColumnShown: where the window shows it unless one hides it */
} CyanColumnInfo;

extern const CyanColumnInfo cyan_columns[CYAN_N_COLUMNS];

/* The source of a row's numbers. */
typedef struct
{
  const CyanComparison *comparison;
  CyanBasis basis;
  CyanSide side[2];
  double total[2]; /* of a context, those of pictures */
  double q;        /* NAN: unknown */
} CyanColumnRow;

/* NAN if it is unknown, or if there is nothing to compare; also of columns of texts. */
double cyan_column_number (CyanColumn column, const CyanColumnRow *row);
/* That for people, in their locale, or NULL.  Caller frees. */
char *cyan_column_text (CyanColumn column, const CyanColumnRow *row);
/* Of the source of a function, for people; "" if nothing is known. */
const char *cyan_change_word (CyanChange change);
