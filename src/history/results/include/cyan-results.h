/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values that other benchmark tools wrote to files: numbers without profiles.
 *
 * The table of kinds is in cyan-results.c; docs/results.md says what each keeps.
 */
#pragma once

#include "cyan-tick.h"

/* Unknown times; the same as in a store. */
#define CYAN_RESULTS_NO_TIME G_MININT64

/* One measured value.  Text is valid UTF-8. */
typedef struct
{
  const char *revision;  /* NULL: the file does not say it */
  const char *machine;   /* likewise */
  const char *benchmark; /* with its parameters, as the tool prints it; not empty */
  const char *metric;    /* not empty */
  const char *unit;      /* as of CyanMetric: "ns", "bytes", "count", "items/s", "" */
  int better;            /* -1: lower is better; 1: higher is; 0: the file does not say it */
  double value;          /* finite */
  guint run;             /* of the same benchmark and revision in this file, from 0 */
  gint64 time;           /* when it was measured; seconds since 1970, UTC */
  gint64 revision_time;  /* when the revision was made, likewise */
} CyanResultsValue;

/* What a file has.  The values own nothing. */
typedef struct
{
  GArray *values; /* of CyanResultsValue, at least one */
  guint n_failed; /* measurements of which the file only says that they failed */

  /* Private. */
  GStringChunk *strings;
  GHashTable *counts;
  CyanResultsValue common; /* what the file says once, of all its values */
} CyanResults;

/* Reads @path if one of the kinds recognises its first bytes, or if it is a folder of criterion or
 * asv; otherwise *@results is NULL, and nothing was read.  Errors: CYAN_ERROR_IO; CYAN_ERROR_INVALID
 * if it is damaged, has no value, one that is not finite, an unknown unit, or a symbolic link in the
 * folder; CYAN_ERROR_LIMIT if the folder is too large. */
gboolean
cyan_results_read (const char *path, const CyanTick *tick, CyanResults **results, GError **error);
void cyan_results_free (CyanResults *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanResults, cyan_results_free)
