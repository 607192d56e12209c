/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of results share. */
#pragma once

#include "cyan-input.h"
#include "cyan-json-walk.h"
#include "cyan-results.h"

/* A kind of files. */
typedef struct
{
  const char *name;
  /* Whether a file that begins with these bytes, which may be cut anywhere, is of this kind. */
  gboolean (*recognises) (const char *head, gsize length);
  gboolean (*read) (CyanInput *input, CyanResults *results, GError **error);
} CyanResultsKind;

extern const CyanResultsKind cyan_results_csv, cyan_results_google, cyan_results_hyperfine,
    cyan_results_pytest, cyan_results_go, cyan_results_jmh, cyan_results_catch, cyan_results_dotnet,
    cyan_results_criterion, cyan_results_asv;

/* Adds a copy of @result, in the unit of the store that its unit stands for.  A rate, something a
 * time, is better if it is higher.  The run is counted.  Fails with the bare reason, to which the
 * reader adds the place. */
gboolean cyan_results_add (CyanResults *self, const CyanResultsValue *result, GError **error);
/* The same for a reader of JSON: the walk adds its place. */
gboolean cyan_results_add_walked (CyanResults *self,
                                  CyanJsonWalk *walk,
                                  const CyanResultsValue *result,
                                  GError **error);

/* ---- folders ---- */

/* Reads the results of all files below the folder @path that its tool left there, without following
 * links.  *@found is FALSE if there are none: of criterion the folders "new", of asv benchmarks.json
 * with the files of machines beside it.  Errors: those of cyan_results_read(); CYAN_ERROR_INVALID for
 * a symbolic link among them; CYAN_ERROR_LIMIT if there are too many files or folders. */
gboolean cyan_results_read_folder (
    const char *path, const CyanTick *tick, CyanResults *results, gboolean *found, GError **error);

/* Reads a benchmark of criterion from its folder "new"; from estimates.json unless @has_sample. */
gboolean cyan_results_read_criterion_folder (const char *folder,
                                             gboolean has_sample,
                                             const CyanTick *tick,
                                             CyanResults *results,
                                             GError **error);

/* What benchmarks.json says of asv's benchmarks, by name. */
GHashTable *cyan_results_read_asv_benchmarks (CyanInput *input, GError **error);
/* Reads a file of results; @known may be NULL. */
gboolean cyan_results_read_asv (CyanInput *input,
                                const GHashTable *known,
                                CyanResults *results,
                                GError **error);

/* Gives the values from the @first on what their file says once, and forgets it. */
void cyan_results_spread (CyanResults *self, guint first);

/* A copy that lives as long as @self; NULL of NULL. */
const char *cyan_results_keep (CyanResults *self, const char *text);

/* Seconds since 1970 of ISO 8601 text, in UTC if it names no zone; CYAN_RESULTS_NO_TIME if it is
 * none. */
gint64 cyan_results_parse_time (const char *text);

/* ---- units ---- */

typedef struct
{
  char *unit; /* owned */
  double factor;
  gboolean is_rate;
} CyanResultsUnit;

/* What @text, such as "us", "MiB", "ms/op" or "ops/ms", is in the units of the store.  FALSE if it
 * is not known. */
gboolean cyan_results_parse_unit (const char *text, CyanResultsUnit *unit);
