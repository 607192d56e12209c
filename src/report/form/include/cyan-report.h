/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports: their forms, and how they are written.
 *
 * A report defines its contents once: a page for people and rows for programs.  A form writes them;
 * a new form needs an entry in the table of forms and a writer.  Reports are written piece by
 * piece, so that a million rows need no memory.  Numbers are in the C locale and read back as the
 * same values.
 */
#pragma once

#include "cyan-commits.h"
#include "cyan-comparison.h"
#include "cyan-edits.h"
#include "cyan-hot-path.h"
#include "cyan-ranking.h"

typedef enum
{
  CYAN_REPORT_FORM_TEXT, /* for a terminal: control characters of names are escaped */
  CYAN_REPORT_FORM_CSV, /* RFC 4180: a comment line, a line of column names, then rows; missing values are
                   * empty */
  CYAN_REPORT_FORM_JSON,     /* the same names, and more; missing values are null */
  CYAN_REPORT_FORM_MARKDOWN, /* for a pull request: untrusted text is inside HTML blocks as code, where
                       * neither Markdown nor @mentions are interpreted */
  CYAN_REPORT_FORM_HTML, /* one file for a browser, also without a network and without scripts */
} CyanReportForm;

/* Takes the next piece of a report.  FALSE with @error set ends the report. */
typedef gboolean (*CyanReportWriteFunc) (const char *bytes,
                                         gsize length,
                                         gpointer data,
                                         GError **error);

/* A report; each command has one. */
typedef struct _CyanReport CyanReport;

/* Where the value of a column is, and how it is shown. */
typedef enum
{
  CYAN_FIELD_OWN,     /* the function of the row writes it */
  CYAN_FIELD_CONTEXT, /* a CyanColumn before, and that after */
  CYAN_FIELD_COUNT,   /* guint */
  CYAN_FIELD_COUNT_64,
  CYAN_FIELD_BYTES,  /* guint64 */
  CYAN_FIELD_NUMBER, /* double; unknown if not finite */
  CYAN_FIELD_SHARE,  /* double; unknown if negative, or not finite */
} CyanFieldType;

/* A column of the rows of a report, in CSV, in JSON, in the manual page and in tables for people;
 * or several that follow each other. */
typedef struct
{
  const char *names; /* "file,line" */
  const char *about; /* for the manual page; NULL: that of the next one is about both */
  CyanFieldType type;
  gsize at;          /* offset in the struct of the row; a CyanColumn */
  const char *title; /* for people; NULL: behind the value of the column before */
  guint section;     /* of several tables for people, by the report */
  gboolean optional; /* the last one, which is not always there */
} CyanField;

/* The columns of its table, up to one without names; NULL: it has no table. */
const CyanField *cyan_report_columns (const CyanReport *self);
/* Their names, in order.  Free with g_strfreev(). */
GStrv cyan_field_names (const CyanField *columns, gboolean with_optional);

/* The names of its forms, with @comma between them and @or before the last.  Caller frees. */
char *cyan_report_forms (const CyanReport *self, const char *comma, const char * or);
/* Finds the form @name; NULL is text.  The error lists the forms of the report. */
gboolean cyan_report_find_form (const CyanReport *self,
                                const char *name,
                                CyanReportForm *form,
                                GError **error);

/* Writes the report of @about, whose type depends on the report.  CSV: unless @raw_cells, text that
 * a spreadsheet would run as a formula gets a ' in front, and control characters other than blanks
 * are escaped as for a terminal. */
gboolean cyan_report_write (const CyanReport *self,
                            gconstpointer about,
                            CyanReportForm form,
                            gboolean raw_cells,
                            CyanReportWriteFunc write,
                            gpointer data,
                            GError **error);

/* Bytes of a brief answer, also of one that `cyan serve` puts as a string into JSON, and entries of its
 * list, at most. */
#define CYAN_BRIEF_MAX 16000
#define CYAN_BRIEF_TOP 8
/* Of these, for what the server writes around it. */
#define CYAN_BRIEF_FRAME 200

/* cyan_report_write() in so many bytes.  *@top, which @about has, becomes the number of entries: the
 * longer they are, the fewer. */
gboolean cyan_report_write_brief (const CyanReport *self,
                                  gconstpointer about,
                                  guint *top,
                                  CyanReportForm form,
                                  CyanReportWriteFunc write,
                                  gpointer data,
                                  GError **error);

/* See cyan-report-page.h. */
typedef struct _CyanReportPage CyanReportPage;

/* Sets *@file, which the caller frees, and *@line to where the source of a pair's function is, of
 * after if that has it.  FALSE if it is not known. */
typedef gboolean (*CyanReportLocationFunc) (guint32 pair, char **file, guint *line, gpointer data);

/* The comparison to report, and how to report it. */
typedef struct
{
  const CyanComparison *comparison;
  const CyanRanking *ranking; /* of it; NULL for a single profile, and where none is shown */
  const CyanCommits *commits; /* of the first functions of the ranking; NULL: not known */
  CyanBasis basis;            /* of heights and verdicts */
  const guint8 *changes;      /* CyanChange by pair; NULL: all unknown */
  const guint8 *presence;     /* CyanPresence by pair; NULL: all unknown */
  CyanEditSources edits;      /* what the sources say about edits */
  /* Called for functions whose file is not in a profile; NULL: no sources. */
  CyanReportLocationFunc location;
  gpointer location_data;
  const char *before_name; /* names of the two versions */
  const char *after_name;
  guint top; /* maximum rows of the text report */
  CyanHotPathKind hot_path;
  const CyanReportPage *page; /* what HTML shows besides; NULL in other forms */
} CyanReportOptions;
