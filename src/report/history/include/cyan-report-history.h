/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reports of what is measured over many revisions.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-calibration.h"
#include "cyan-evolution-changes.h"
#include "cyan-news.h"
#include "cyan-plan.h"
#include "cyan-prediction.h"
#include "cyan-queue.h"
#include "cyan-report.h"
#include "cyan-similarity.h"
#include "cyan-spectrum-overview.h"
#include "cyan-store.h"
#include "cyan-theme.h"
#include "cyan-tracker.h"

/* ---- a store ---- */

/* The data of cyan_report_store; all is borrowed. */
typedef struct
{
  const char *name;
  CyanStoreSizes sizes;
  const GPtrArray *series;   /* of CyanStoreSeries */
  const GPtrArray *projects; /* of CyanStoreProject */
  const GPtrArray *failures; /* by project: a GPtrArray of CyanStoreFailure */
  const GPtrArray *notes;    /* by project: a GPtrArray of CyanStoreMark */
} CyanReportStore;

/* Text: what there is in all, the series, the last failures, the notes.  Rows: one for each series;
 * JSON adds the sums, all failures and the notes. */
extern const CyanReport cyan_report_store;

/* ---- benchmarks over revisions ---- */

/* The data of both reports. */
typedef struct
{
  const CyanEvolution *evolution; /* with its steps */
  const char *store;              /* its path, for the commands that text suggests */
  gboolean names_project;         /* whether these commands must name the project */

  /* Of the text: the comparison of the two sides of the largest step, with its ranking; NULL: there
   * is no step, or its runs have no profiles. */
  const CyanReportOptions *largest;

  /* Heat map only. */
  CyanEvolutionOrder order;
  guint base; /* a column, or CYAN_EVOLUTION_NO_BASE */
} CyanReportEvolution;

/* Text: each benchmark with its steps, largest first, where they may be, and what else there is to
 * say of it; at last the command that compares the two sides of the largest step, and where to
 * start there.  Rows: one for each run, in the order of the series and of the revisions, with the
 * step at its revision; JSON adds the revisions, series, levels, steps and marks. */
extern const CyanReport cyan_report_evolution;

/* A row for each revision that changed something, that which costs most today first, with its
 * largest change and whether it was undone: as text, as pages and as rows. */
extern const CyanReport cyan_report_evolution_commits;

/* The data of cyan_report_evolution_brief. */
typedef struct
{
  CyanReportEvolution about;
  const GArray *steps;                 /* cyan_report_worse_first() */
  gboolean comparable[CYAN_BRIEF_TOP]; /* by step: whether its sides have profiles */
  guint top;                           /* for cyan_report_write_brief() */
  const char *arguments; /* of a command about the same evolution: quoted for a shell */
} CyanReportEvolutionBrief;

/* The steps of an evolution, what is worse before what is better, the largest first: of
 * CyanEvolutionStep.  Caller unrefs. */
GArray *cyan_report_worse_first (const CyanEvolution *evolution);

/* Text: the answer, the first steps with their commits, the commands that tell more.  JSON: the same;
 * docs/agents.md lists the members. */
extern const CyanReport cyan_report_evolution_brief;

/* The data of cyan_report_news. */
typedef struct
{
  const CyanNews *news;
  const char *store;      /* its path */
  gboolean names_project; /* see CyanReportEvolution */
  guint since; /* a column: all changes after it.  CYAN_EVOLUTION_NO_BASE: those that are news */
} CyanReportNews;

/* Whether a change is in the report. */
gboolean cyan_report_has_news (const CyanReportNews *about, guint change);

/* Text and Markdown: what changed at each revision, the newest first, how sure it is and what was
 * decided; nothing at all where there is no news.  Rows: one for each change. */
extern const CyanReport cyan_report_news;

/* The data of the pages of a store. */
typedef struct
{
  const CyanNews *news;
  const char *store; /* its path */
  CyanPalette palette;
  guint line;          /* of cyan_report_site_line */
  const char *made_of; /* see CyanHtmlFrame */
  /* The page that compares the sides of a step, as seen from this one; NULL: there is none. */
  const char *(*link) (const CyanEvolutionSeries *series, const CyanStep *step, gpointer data);
  gpointer link_data;
} CyanReportSite;

/* HTML: what each revision changed, and a row for each line with a small picture and a link. */
extern const CyanReport cyan_report_site_index;
/* HTML: the chart of a line, and its steps. */
extern const CyanReport cyan_report_site_line;

/* Digits that are others if the page of about->line would be another.  Caller frees. */
char *cyan_report_site_made_of (const CyanReportSite *about);
/* Whether a page that begins with the text @page is made of that; for NULL, whether it is one of
 * these pages. */
gboolean cyan_report_site_is_made_of (const char *page, const char *made_of);

/* A name that says what is in a file, and that no other @identity has: "line-parse-3f2a1bc41f2e.html".
 * Caller frees. */
char *cyan_report_site_name (const char *prefix, const char *name, GChecksum *identity);
/* That of the page of a line. */
char *cyan_report_site_file (const CyanEvolution *evolution, guint line);

/* Text: a line for each benchmark with a sign for each of the newest revisions, and the largest
 * steps.  Rows: one for each cell. */
extern const CyanReport cyan_report_heat;

/* ---- the similarity of runs; docs/similarity.md ---- */

/* The data of cyan_report_spectrum. */
typedef struct
{
  const CyanSimilarity *similarity;
  const guint8 *changes;   /* CyanChange by pair; NULL: all unknown */
  const char *names[2];    /* of the base and of the new revision, with their runs */
  const char *base;        /* how the base was found, as one line; NULL: it was given */
  const char *const *next; /* commands that tell more, NULL-terminated; text only */
  guint top;               /* maximum rows of each table of text and HTML */
  CyanPalette palette;     /* HTML only */
} CyanReportSpectrum;

/* Text: what is compared, how many rows changed and how many would by the paper's rule, and the
 * rows that changed, best rank first, then those that differ without being called changed.  Rows:
 * all of them by rank.  JSON adds what is compared, and the values of each run.  HTML: as text,
 * with a picture of each row's range. */
extern const CyanReport cyan_report_spectrum;

/* The data of cyan_report_spectrum_overview. */
typedef struct
{
  const CyanSpectrumOverview *overview;
  const char *store;       /* its path */
  const char *const *next; /* commands that tell more, NULL-terminated; text only */
  CyanPalette palette;     /* HTML only */
} CyanReportSpectrumOverview;

/* Text: a line for each revision, the runs that failed, and those of the newest revision: how they
 * ended, how long they took and their largest contexts.  Rows: one for each revision; JSON adds all
 * runs.  HTML: as text, with all runs. */
extern const CyanReport cyan_report_spectrum_overview;

/* ---- which revisions are risky, and why ---- */

typedef struct
{
  const CyanPrediction *prediction;
  const char *store; /* its path */
  gboolean evaluate; /* compare all models with the truth */
  gboolean sum_new;  /* see CyanPredictionOptions, like the next */
  gboolean skip_unknown;
} CyanReportRisk;

/* Text: the revisions that the model selects, newest first, with the functions and calls behind it;
 * what could not be predicted; how well the models did.  Rows: one for each revision and benchmark;
 * JSON adds the functions, the calls and the scores.  HTML: the same as text, with all functions.
 * cyan(1) lists the columns. */
extern const CyanReport cyan_report_risk;

/* ---- the commit at which a benchmark changed ---- */

/* The data of cyan_report_bisection. */
typedef struct
{
  const CyanBisection *bisection;
  const char *store;       /* its path */
  const char *const *next; /* commands that tell more, NULL-terminated; text and HTML */
} CyanReportBisection;

/* Text: what was found, each step with its commit and the others that it may be, and what was
 * spent. Rows: one for each revision, oldest first; JSON adds the steps and what was asked. HTML:
 * the answer, the picture, where the step may be, what was measured. */
extern const CyanReport cyan_report_bisection;

/* ---- a tracker, and its calibration ---- */

/* The data of cyan_report_track. */
typedef struct
{
  const char *store, *machine;
  const CyanTrack *track;
  const CyanPlan *plan;
  double seconds; /* that the missing runs will take; NAN: unknown */
  const GArray
      *verdicts; /* of CyanTrackerVerdict; NULL: nothing was measured, it is asked what would be */
} CyanReportTrack;

/* Text: what there is in all, a line for each benchmark, the verdicts on the newest revision.
 * Rows: one for each cell; JSON adds the sums and the verdicts. */
extern const CyanReport cyan_report_track;

/* The data of cyan_report_calibration. */
typedef struct
{
  const char *revision; /* as a person wrote it */
  const GArray *rows;   /* of CyanCalibration */
} CyanReportCalibration;

/* Text, and rows: one for each benchmark. */
extern const CyanReport cyan_report_calibration;

/* ---- who measures what ---- */

/* The data of cyan_report_queue; all is borrowed. */
typedef struct
{
  const char *store;
  const GPtrArray *rows; /* of CyanQueueRow */
  gint64 now;            /* by the clock of the store */
} CyanReportQueue;

/* Text, and rows: one for each revision that is claimed. */
extern const CyanReport cyan_report_queue;
