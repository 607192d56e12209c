/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From two files to one comparison: what the command line, the window and the tests all call.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-format.h"
#include "cyan-name-filter.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* What to compare and how.  Strings are the caller's. */
typedef struct
{
  /* Paths of the runs of each version, NULL-terminated; "-" is standard input, once at most. */
  const char *const *before;
  const char *const *after; /* NULL: there is one recording only, which is shown as a plain tree */
  CyanLoadOptions load;
  CyanCompareOptions compare;   /* its names are the pipeline's own, of the next two */
  gboolean raw_names;           /* no built-in rules */
  const char *rename_file;      /* see docs/names.md; may be NULL */
  const CyanNameFilter *ignore; /* functions whose time, with all that they call, is left out of all
                                 * runs; NULL: none */
  double *ignored; /* [2] by side: the mean over its runs of what that took; NULL unless ignore */
} CyanPipelineOptions;

#define CYAN_PIPELINE_OPTIONS_INIT                                                                 \
  {                                                                                                \
    .compare = CYAN_COMPARE_OPTIONS_INIT                                                           \
  }

/* Loads all profiles, those of one side in one thread, leaves their idle frames out and compares
 * them. If both sides are one and the same path it is read once.  @tick is called from several
 * threads, never from two at a time.  Fails as cyan_profile_load() and cyan_comparison_new_runs()
 * do, if the file of renames is unreadable or wrong, and with CYAN_ERROR_LIMIT, before it begins,
 * if comparing would take more memory than the limit of loading. */
CyanComparison *
cyan_pipeline_run (const CyanPipelineOptions *options, const CyanTick *tick, GError **error);

/* The same name with the number of runs behind it if there are several: "1.5 (5 runs)".  Caller
 * frees. */
char *cyan_pipeline_runs_name (const CyanComparison *comparison, guint side, const char *path);

/* What to call a profile in headings: its meta data's version or revision, else the base name of
 * @path without what all such files have in common (".json.gz").  Caller frees. */
char *cyan_pipeline_side_name (const CyanProfile *profile, const char *path);

G_END_DECLS
