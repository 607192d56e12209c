/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of a comparison, of a profile and of two versions of the sources. */
#pragma once

#include "cyan-callees.h"
#include "cyan-callers.h"
#include "cyan-edits.h"
#include "cyan-function-changes.h"
#include "cyan-function-text.h"
#include "cyan-gate.h"
#include "cyan-overlap.h"
#include "cyan-parcs-causes.h"
#include "cyan-ranking.h"
#include "cyan-report.h"
#include "cyan-sequences.h"
#include "cyan-slice.h"

/* About CyanReportOptions.  Text: what is compared, the verdict, the noise, where to start, the
 * delta hot path, and the @top nodes with the largest change.  Rows: one for each merged node in
 * preorder; the comment names the unit.  HTML: the picture, where to start with the sources, and
 * the contexts and functions that matter; docs/html-report.md. */
extern const CyanReport cyan_report_compare;

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
 * of where to start. */
extern const CyanReport cyan_report_check_page;

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
  gboolean after_compare;     /* text: what cyan_report_compare says is left out */
} CyanReportExplain;

/* About CyanReportExplain.  Text: the @top functions to start with, each with where it is, why and
 * what to read, the counts of PARCS' tables and the overlap.  Rows: one for each function to start
 * with, all of them, by rank, and the rest; JSON adds PARCS' explanations, every difference, the
 * counts, the overlap and its steps.  docs/explain.md lists the columns and members. */
extern const CyanReport cyan_report_explain;

/* Sets @texts to the function of a pair before and after, each NULL if it was not found.  The
 * caller unrefs them. */
typedef void (*CyanReportTextsFunc) (guint32 pair, CyanFunctionText *texts[2], gpointer data);

/* The brief answer of a comparison. */
typedef struct
{
  CyanReportOptions options; /* its top is for cyan_report_write_brief() */
  CyanReportTextsFunc texts; /* NULL: no sources */
  gpointer texts_data;
  const char *arguments; /* of a command that compares the same: quoted for a shell */
} CyanReportBrief;

/* About CyanReportBrief.  Text: what changed, where to start, the changed lines of the first two
 * causes, and commands that tell more.  JSON: the same; docs/agents.md lists the members. */
extern const CyanReport cyan_report_brief;

/* The edits of a comparison. */
typedef struct
{
  CyanReportOptions options;
  const CyanEdits *edits;
} CyanReportEdits;

/* About CyanReportEdits.  Text: a sentence for each of the first @top of each kind, and how to
 * refuse them.  Rows: all of them.  docs/explain.md lists the columns. */
extern const CyanReport cyan_report_edits;

/* About CyanReportOptions with commits.  Text: the @top commits with their functions, and what no
 * commit explains.  Rows: all commits.  docs/explain.md lists the columns. */
extern const CyanReport cyan_report_commits;

typedef struct
{
  CyanReportOptions options; /* its top: callers of each function, or sequences, in the text */
  CyanCallers *callers;      /* made down to the depth that is shown */
  const char *chosen; /* why this function: "the first to start with"; NULL: it was asked for */
} CyanReportCallers;

/* About CyanReportCallers.  Text: the sentence, and the callers as an indented tree.  Rows: one for
 * each entry, callers after what they call; docs/structures.md lists the columns. */
extern const CyanReport cyan_report_callers;

/* The brief answer about a function. */
typedef struct
{
  CyanReportOptions options; /* its top is for cyan_report_write_brief() */
  CyanCallers *callers;      /* made down to the first callers */
  const GArray *callees;     /* of CyanCallee */
  const char *chosen;        /* see CyanReportCallers */
  CyanReportTextsFunc texts; /* NULL: no sources */
  gpointer texts_data;
  const char *arguments; /* of a command about the same function: quoted for a shell */
} CyanReportFunction;

/* About CyanReportFunction.  Text: its numbers, who calls it, what it calls, and what changed in its
 * source.  JSON: the same; docs/agents.md lists the members. */
extern const CyanReport cyan_report_function;

typedef struct
{
  CyanReportOptions options;
  GPtrArray *sequences; /* of CyanSequence */
} CyanReportSequences;

/* About CyanReportSequences: one line or row for each. */
extern const CyanReport cyan_report_sequences;

/* The functions that changed between two source locations. */
typedef struct
{
  const CyanFunctionChanges *changes;
  const char *before_name; /* names of the locations */
  const char *after_name;
} CyanReportFunctions;

/* About CyanReportFunctions: one line or row for each. */
extern const CyanReport cyan_report_functions;

/* About a CyanProfile: its contents. */
extern const CyanReport cyan_report_profile;

/* Parts of a recording over time whose load is reported. */
#define CYAN_REPORT_LOAD 60

/* What a recording can be sliced by. */
typedef struct
{
  const char *name; /* of the file */
  const CyanProfile *profile;
  const CyanSliceSurvey *survey;
  double load[CYAN_REPORT_LOAD]; /* of metric 0, if there are times */
  guint top;                     /* text: values of a dimension at most */
} CyanReportSlices;

/* About CyanReportSlices.  Text: the load over time, and the @top values of each dimension.  Rows: one
 * for each value; JSON adds the load and the dimensions. */
extern const CyanReport cyan_report_slices;
