/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of the similarity of runs: of two revisions, and of each revision with its base.
 * docs/similarity.md explains them.
 */
#pragma once

#include "cyan-report.h"
#include "cyan-similarity.h"
#include "cyan-spectrum-overview.h"
#include "cyan-theme.h"

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
