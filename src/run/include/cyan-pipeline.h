/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From a request to what is known of it: what the command line, the window and the tests all call.
 */
#pragma once

#include "cyan-opened-sources.h"
#include "cyan-request.h"
#include "cyan-source-table.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* By side: 0 is before and 1 is after.  Everything is owned. */
typedef struct
{
  CyanComparison *comparison;
  CyanOpenedSources *opened;
  CyanSourceTable *sources; /* nothing is filled in yet */
  /* What to call them: "1.5 (5 runs)"; as files are called, which need not be UTF-8; NULL before if
   * there is one profile only. */
  char *names[2];
  double ignored[2]; /* the mean over its runs of what was ignored */
} CyanResult;

void cyan_result_free (CyanResult *self);

/* Loads all profiles that are not loaded yet, those of one side in one thread, leaves their idle
 * frames out, compares them and opens their sources.  If both sides are one and the same it is read
 * once.  @old (may be NULL) and @keep_folders are as of cyan_opened_sources_new(); an error with
 * sources is in the result and no error.  @tick is called from several threads, never from two at a
 * time.  Fails as cyan_profile_load() and cyan_comparison_new_runs() do, if the file of renames is
 * unreadable or wrong, and with CYAN_ERROR_LIMIT, before it begins, if comparing would take more
 * memory than the limit of loading. */
CyanResult *cyan_pipeline_run (const CyanRequest *request,
                               const CyanOpenedSources *old,
                               gboolean keep_folders,
                               const CyanTick *tick,
                               GError **error);
/* The comparison alone; sources are not looked at. */
CyanComparison *
cyan_pipeline_compare (const CyanRequest *request, const CyanTick *tick, GError **error);

/* What to call a profile in headings: its meta data's version or revision, else the base name of
 * @path (may be NULL) without what all such files have in common (".json.gz"); NULL if there is
 * nothing to call it.  Caller frees. */
char *cyan_pipeline_side_name (const CyanProfile *profile, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanResult, cyan_result_free)

G_END_DECLS
