/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Executes a request: the entry point of the command line, the window and the tests.
 */
#pragma once

#include "cyan-opened-sources.h"
#include "cyan-request.h"
#include "cyan-source-table.h"
#include "cyan-tick.h"

/* By side: 0 is before and 1 is after.  All fields are owned. */
typedef struct
{
  CyanComparison *comparison;
  CyanOpenedSources *opened;
  CyanSourceTable *sources; /* not filled in yet */
  /* The names of the sides, such as "1.5 (5 runs)"; they may come from file names and need not be
   * UTF-8.  before is NULL if there is only one profile. */
  char *names[2];
  double ignored[2]; /* the value that was ignored, as the mean over the side's runs */
} CyanResult;

void cyan_result_free (CyanResult *self);

/* Loads all profiles that are not loaded yet, each side in its own thread, removes their idle
 * frames, opens their sources and compares them.  If both sides are the same file, it is read once.
 * @old (may be NULL) and @keep_folders are those of cyan_opened_sources_new(); a failure to open
 * sources is stored in the result and is not an error here.  @tick is called from several threads,
 * but never concurrently.  Fails like cyan_profile_load() and cyan_comparison_new_runs(), if the
 * file of renames is unreadable or invalid, and with CYAN_ERROR_LIMIT, before it starts, if the
 * comparison would exceed the memory limit of loading. */
CyanResult *cyan_pipeline_run (const CyanRequest *request,
                               const CyanOpenedSources *old,
                               gboolean keep_folders,
                               const CyanTick *tick,
                               GError **error);
/* Makes the same comparison, and keeps nothing else. */
CyanComparison *
cyan_pipeline_compare (const CyanRequest *request, const CyanTick *tick, GError **error);

/* The name of a profile in headings: the version or revision of its meta data, else the base name
 * of @path (may be NULL) without common extensions (".json.gz"), with the server of an address; NULL if there is
 * neither.  Caller
 * frees. */
char *cyan_pipeline_side_name (const CyanProfile *profile, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanResult, cyan_result_free)
