/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From two files to one comparison: what the command line, the window and the tests all call.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-format.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* What to compare and how.  Strings are the caller's. */
typedef struct
{
  const char *before; /* a path, or "-" for standard input on one of the two */
  const char *after;  /* NULL: there is only one, which is shown as a plain tree */
  CyanLoadOptions load;
  CyanCompareOptions compare;
} CyanPipelineOptions;

#define CYAN_PIPELINE_OPTIONS_INIT                                                                 \
  {                                                                                                \
    NULL, NULL, { 0 }, CYAN_COMPARE_OPTIONS_INIT                                                   \
  }

/* Loads both profiles, each in a thread of its own, and compares them.  Two equal paths are read
 * once.  @tick is called from several threads, never from two at a time.  Fails as
 * cyan_profile_load() and cyan_comparison_new() do. */
CyanComparison *
cyan_pipeline_run (const CyanPipelineOptions *options, const CyanTick *tick, GError **error);

/* What to call a profile in headings: its meta data's version or revision, else the base name of
 * @path without what all such files have in common (".json.gz").  Caller frees. */
char *cyan_pipeline_side_name (const CyanProfile *profile, const char *path);

G_END_DECLS
