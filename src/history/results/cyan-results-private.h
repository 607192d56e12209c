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
