/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison in words and rows.
 *
 * Reports are handed out piece by piece, so that a million rows need no memory.  Numbers are in
 * the C locale and read back as what they were.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* Takes the next piece of a report.  FALSE with @error set ends the report. */
typedef gboolean (*CyanReportWriteFunc) (const char *bytes,
                                         gsize length,
                                         gpointer data,
                                         GError **error);

typedef struct
{
  CyanReading reading;     /* of height and verdict */
  const guint8 *changes;   /* CyanChange by pair; NULL: all unknown */
  const char *before_name; /* of the two versions */
  const char *after_name;
  guint top;             /* rows of the text report */
  gboolean escape_cells; /* CSV: put ' before text that a spreadsheet would run, and write other
                          * control characters than blanks as for a terminal */
} CyanReportOptions;

/* The columns of CSV and the members of a JSON row, in order; NULL-terminated. */
extern const char *const cyan_report_columns[];

/* For people at a terminal: what is compared, the verdict, the delta hot path, the functions to
 * read first, and the @top nodes with the largest change.  Foreign names are made harmless. */
gboolean cyan_report_text (const CyanComparison *comparison,
                           const CyanReportOptions *options,
                           CyanReportWriteFunc write,
                           gpointer data,
                           GError **error);

/* A comment line that names the unit, a line of column names, then one row a merged node in
 * preorder.  A number that does not exist is empty.  RFC 4180. */
gboolean cyan_report_csv (const CyanComparison *comparison,
                          const CyanReportOptions *options,
                          CyanReportWriteFunc write,
                          gpointer data,
                          GError **error);

/* {"before": ..., "after": ..., "unit": ..., "verdict": ..., "nodes": [rows]}; the same names as
 * the CSV columns; a number that does not exist is null. */
gboolean cyan_report_json (const CyanComparison *comparison,
                           const CyanReportOptions *options,
                           CyanReportWriteFunc write,
                           gpointer data,
                           GError **error);

G_END_DECLS
