/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison in words and rows.
 *
 * A report says what it has to say once: a page for people and rows for programs.  A form writes
 * it; another one takes a row in the table of forms and a writer.  Reports are handed out piece by
 * piece, so that a million rows need no memory.  Numbers are in the C locale and read back as what
 * they were.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-gate.h"
#include "cyan-hot-path.h"
#include "cyan-overlap.h"
#include "cyan-parcs-causes.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_FORM_TEXT, /* for a terminal: foreign names are made harmless */
  CYAN_FORM_CSV,  /* RFC 4180: a comment line, one of column names, then rows; what does not exist
                   * is empty */
  CYAN_FORM_JSON, /* the same names, and more; what does not exist is null */
  CYAN_FORM_MARKDOWN, /* for a pull request: foreign text stands in HTML blocks as code, where
                       * neither Markdown nor @mentions mean anything */
} CyanForm;

/* Takes the next piece of a report.  FALSE with @error set ends the report. */
typedef gboolean (*CyanReportWriteFunc) (const char *bytes,
                                         gsize length,
                                         gpointer data,
                                         GError **error);

/* A report, of which there is one a command. */
typedef struct _CyanReport CyanReport;

/* The form called @name, NULL for text.  Fails with those that the report has. */
gboolean
cyan_report_find_form (const CyanReport *self, const char *name, CyanForm *form, GError **error);

/* Writes what the report has to say of @about, whose type is that of the report.  CSV: unless
 * @raw_cells, text that a spreadsheet would run gets a ' in front, and other control characters
 * than blanks are written as for a terminal. */
gboolean cyan_report_write (const CyanReport *self,
                            gconstpointer about,
                            CyanForm form,
                            gboolean raw_cells,
                            CyanReportWriteFunc write,
                            gpointer data,
                            GError **error);

/* What is compared, and how it is told. */
typedef struct
{
  const CyanComparison *comparison;
  CyanBasis basis;         /* of height and verdict */
  const guint8 *changes;   /* CyanChange by pair; NULL: all unknown */
  const char *before_name; /* of the two versions */
  const char *after_name;
  guint top; /* rows of the text report */
  CyanHotPathKind hot_path;
} CyanReportOptions;

/* About CyanReportOptions.  Text: what is compared, the verdict, what is known of noise, the delta
 * hot path and the next ones, the functions to read first, and the @top nodes with the largest
 * change.  Rows: one a merged node in preorder; the comment names the unit. */
extern const CyanReport cyan_report_compare;

/* The columns of CSV and the members of a JSON row, in order; NULL-terminated. */
extern const char *const cyan_report_columns[];

/* What a gate said, and what is told besides. */
typedef struct
{
  CyanReportOptions options;
  const CyanGateOptions *gate;
  const CyanGateResult *result;
  gboolean sources;    /* whether sources were given for both versions */
  const char *picture; /* Markdown: the file name of the picture beside it; NULL: none */
} CyanReportCheck;

/* About CyanReportCheck.  Text: one paragraph that says why it passed or failed, and the @top
 * functions and nodes that failed if there is more than one.  JSON: that paragraph, its numbers and
 * the @top failures; docs/ci.md has the members. */
extern const CyanReport cyan_report_check;

/* About CyanReportCheck, in Markdown: a heading, the paragraph, the picture, tables of failures and
 * suspects. */
extern const CyanReport cyan_report_check_page;

/* Where the source of a pair's function is, after if it is there: "src/index.c:29"; NULL if that is
 * not known.  Caller frees. */
typedef char *(*CyanReportLocationFunc) (guint32 pair, gpointer data);

/* What explains a comparison. */
typedef struct
{
  CyanReportOptions options;
  const CyanParcs *parcs;
  const CyanExplanations *explanations;
  CyanWeight weight;          /* of the overlap */
  const CyanOverlap *overlap; /* and what was adjusted in it */
  double threshold;           /* the overlap that was asked for; above 1: none was */
  const char *threshold_from; /* where it comes from, in words; NULL: none was asked for */

  /* Asked for functions that a recording has no file of; may be NULL. */
  CyanReportLocationFunc location;
  gpointer location_data;
} CyanReportExplain;

/* About CyanReportExplain.  Text: what happened, the @top explanations with where, why and what to
 * read first, the counts of PARCS' tables and the overlap.  Rows: one an explanation, all of them,
 * by rank; JSON adds every difference, the counts, the overlap and its steps.  docs/explain.md has
 * the columns and members. */
extern const CyanReport cyan_report_explain;

/* About a CyanProfile: what it holds. */
extern const CyanReport cyan_report_profile;

G_END_DECLS
