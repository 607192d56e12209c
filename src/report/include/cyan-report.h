/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison in words and rows.
 *
 * Reports are handed out piece by piece, so that a million rows need no memory.  Numbers are in
 * the C locale and read back as what they were.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-gate.h"
#include "cyan-overlap.h"
#include "cyan-parcs-causes.h"

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
  guint top; /* rows of the text report */
  CyanHotPathKind hot_path;
  gboolean escape_cells; /* CSV: put ' before text that a spreadsheet would run, and write other
                          * control characters than blanks as for a terminal */
} CyanReportOptions;

/* The columns of CSV and the members of a JSON row, in order; NULL-terminated. */
extern const char *const cyan_report_columns[];

/* For people at a terminal: what is compared, the verdict, what is known of noise, the delta hot
 * path and the next ones, the functions to read first, and the @top nodes with the largest change.
 * Foreign names are made harmless. */
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
 * the CSV columns; a number that does not exist is null; moved_to and moved_from are nodes. */
gboolean cyan_report_json (const CyanComparison *comparison,
                           const CyanReportOptions *options,
                           CyanReportWriteFunc write,
                           gpointer data,
                           GError **error);

/* What a gate said, and what is told besides. */
typedef struct
{
  const CyanGateOptions *gate;
  const CyanGateResult *result;
  gboolean sources;    /* whether sources were given for both versions */
  const char *picture; /* markdown: the file name of the picture beside it; NULL: none */
} CyanReportCheck;

/* For people at a terminal: one paragraph that says why it passed or failed, and the @top functions
 * and nodes that failed if there is more than one. */
gboolean cyan_report_check_text (const CyanComparison *comparison,
                                 const CyanReportOptions *options,
                                 const CyanReportCheck *check,
                                 CyanReportWriteFunc write,
                                 gpointer data,
                                 GError **error);

/* One object with that paragraph and its numbers, and the @top failures; docs/ci.md has the
 * members. A number that does not exist is null. */
gboolean cyan_report_check_json (const CyanComparison *comparison,
                                 const CyanReportOptions *options,
                                 const CyanReportCheck *check,
                                 CyanReportWriteFunc write,
                                 gpointer data,
                                 GError **error);

/* For a pull request: a heading, the paragraph, the picture, tables of failures and suspects.
 * Foreign text stands in HTML blocks as code, where neither markdown nor @mentions mean anything.
 */
gboolean cyan_report_check_markdown (const CyanComparison *comparison,
                                     const CyanReportOptions *options,
                                     const CyanReportCheck *check,
                                     CyanReportWriteFunc write,
                                     gpointer data,
                                     GError **error);

/* Where the source of a pair's function is, after if it is there: "src/index.c:29"; NULL if that is
 * not known.  Caller frees. */
typedef char *(*CyanReportPlaceFunc) (guint32 pair, gpointer data);

/* What explains a comparison. */
typedef struct
{
  const CyanParcs *parcs;
  const CyanExplanations *explanations;
  CyanWeight weight;          /* of the overlap */
  const CyanOverlap *overlap; /* and what was adjusted in it */
  double threshold;           /* the overlap that was asked for; above 1: none was */
  const char *threshold_from; /* where it comes from, in words; NULL: none was asked for */
  CyanReportPlaceFunc place;  /* asked for functions that a recording has no file of; may be NULL */
  gpointer place_data;
} CyanReportExplain;

/* For people at a terminal: what happened, the @top explanations with where, why and what to read
 * first, the counts of PARCS' tables and the overlap.  Foreign names are made harmless. */
gboolean cyan_report_explain_text (const CyanComparison *comparison,
                                   const CyanReportOptions *options,
                                   const CyanReportExplain *explain,
                                   CyanReportWriteFunc write,
                                   gpointer data,
                                   GError **error);

/* One row an explanation, all of them, by rank; docs/explain.md has the columns. */
gboolean cyan_report_explain_csv (const CyanComparison *comparison,
                                  const CyanReportOptions *options,
                                  const CyanReportExplain *explain,
                                  CyanReportWriteFunc write,
                                  gpointer data,
                                  GError **error);

/* The same, with every difference, the counts, the overlap and its steps; docs/explain.md has the
 * members.  A number that does not exist is null. */
gboolean cyan_report_explain_json (const CyanComparison *comparison,
                                   const CyanReportOptions *options,
                                   const CyanReportExplain *explain,
                                   CyanReportWriteFunc write,
                                   gpointer data,
                                   GError **error);

G_END_DECLS
