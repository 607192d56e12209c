/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of a comparison, as text and as rows.
 *
 * A report defines its contents once: a page for people and rows for programs.  A form writes them;
 * a new form needs an entry in the table of forms and a writer.  Reports are written piece by
 * piece, so that a million rows need no memory.  Numbers are in the C locale and read back as the
 * same values.
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
  CYAN_FORM_TEXT, /* for a terminal: control characters of names are escaped */
  CYAN_FORM_CSV,  /* RFC 4180: a comment line, a line of column names, then rows; missing values are
                   * empty */
  CYAN_FORM_JSON, /* the same names, and more; missing values are null */
  CYAN_FORM_MARKDOWN, /* for a pull request: untrusted text is inside HTML blocks as code, where
                       * neither Markdown nor @mentions are interpreted */
  CYAN_FORM_HTML,     /* one file for a browser, also without a network and without scripts */
} CyanForm;

/* Takes the next piece of a report.  FALSE with @error set ends the report. */
typedef gboolean (*CyanReportWriteFunc) (const char *bytes,
                                         gsize length,
                                         gpointer data,
                                         GError **error);

/* A report; each command has one. */
typedef struct _CyanReport CyanReport;

/* Finds the form @name; NULL is text.  The error lists the forms of the report. */
gboolean
cyan_report_find_form (const CyanReport *self, const char *name, CyanForm *form, GError **error);

/* Writes the report of @about, whose type depends on the report.  CSV: unless @raw_cells, text that
 * a spreadsheet would run as a formula gets a ' in front, and control characters other than blanks
 * are escaped as for a terminal. */
gboolean cyan_report_write (const CyanReport *self,
                            gconstpointer about,
                            CyanForm form,
                            gboolean raw_cells,
                            CyanReportWriteFunc write,
                            gpointer data,
                            GError **error);

/* See cyan-report-page.h. */
typedef struct _CyanReportPage CyanReportPage;

/* The comparison to report, and how to report it. */
typedef struct
{
  const CyanComparison *comparison;
  CyanBasis basis;         /* of heights and verdicts */
  const guint8 *changes;   /* CyanChange by pair; NULL: all unknown */
  const char *before_name; /* names of the two versions */
  const char *after_name;
  guint top; /* maximum rows of the text report */
  CyanHotPathKind hot_path;
  const CyanReportPage *page; /* what HTML shows besides; NULL in other forms */
} CyanReportOptions;

/* About CyanReportOptions.  Text: what is compared, the verdict, the noise, the delta hot path and
 * the next ones, the functions to read first, and the @top nodes with the largest change.  Rows:
 * one for each merged node in preorder; the comment names the unit.  HTML: the picture, the causes
 * with their sources, and the contexts and functions that matter; docs/html-report.md. */
extern const CyanReport cyan_report_compare;

/* The columns of CSV and the members of a JSON row, in order; NULL-terminated. */
extern const char *const cyan_report_columns[];

/* The result of a gate, and what else the report shows. */
typedef struct
{
  CyanReportOptions options;
  const CyanGateOptions *gate;
  const CyanGateResult *result;
  const char *no_sources; /* advice to the reader how to give those of both versions; NULL if they
                           * were given */
  const char *picture;    /* Markdown: the file name of the picture beside the page; NULL: none */
} CyanReportCheck;

/* About CyanReportCheck.  Text: one paragraph that explains why the check passed or failed, and the
 * @top failed functions and nodes if there is more than one.  JSON: that paragraph, its numbers and
 * the @top failures; docs/ci.md lists the members. */
extern const CyanReport cyan_report_check;

/* About CyanReportCheck, in Markdown: a heading, the paragraph, the picture, tables of failures and
 * suspects. */
extern const CyanReport cyan_report_check_page;

/* The source location of a pair's function, of after if it has the function: "src/index.c:29"; NULL
 * if unknown.  Caller frees. */
typedef char *(*CyanReportLocationFunc) (guint32 pair, gpointer data);

/* The explanations of a comparison. */
typedef struct
{
  CyanReportOptions options;
  const CyanParcs *parcs;
  const CyanExplanations *explanations;
  CyanWeight weight;          /* the weight of the overlap */
  const CyanOverlap *overlap; /* with its adjustments */
  double threshold;           /* the requested overlap; above 1: none was requested */
  const char *threshold_from; /* its origin in words; NULL: none was requested */

  /* Called for functions whose file is not in a profile; may be NULL. */
  CyanReportLocationFunc location;
  gpointer location_data;
} CyanReportExplain;

/* About CyanReportExplain.  Text: what happened, the @top explanations with where, why and what to
 * read first, the counts of PARCS' tables and the overlap.  Rows: one for each explanation, all of
 * them, by rank; JSON adds every difference, the counts, the overlap and its steps.
 * docs/explain.md lists the columns and members. */
extern const CyanReport cyan_report_explain;

/* About a CyanProfile: its contents. */
extern const CyanReport cyan_report_profile;

G_END_DECLS
