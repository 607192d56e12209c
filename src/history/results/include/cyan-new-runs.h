/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that somebody else measured, on their way into a store: with a profile, or only values. */
#pragma once

#include "cyan-git-log.h"
#include "cyan-results.h"
#include "cyan-store.h"

/* Text is borrowed but for the uid. */
typedef struct
{
  const char *revision, *benchmark, *machine;
  gint64 began;         /* or CYAN_STORE_UNKNOWN: it is stored as now */
  gint64 revision_time; /* or CYAN_STORE_UNKNOWN */
  GArray *values;   /* of CyanResultsValue, of which metric, unit, better and value count; owned */
  GPtrArray *texts; /* of char *: what else tells this run from others; owned, or NULL */
  CyanProfile *profile;    /* owned, or NULL; its metrics are values */
  CyanStoreRecord *record; /* of it */
  char *uid;               /* see cyan_new_runs_name() */
} CyanNewRun;

CyanNewRun *cyan_new_run_new (void);
void cyan_new_run_free (gpointer self);

/* What is common to all runs of a command. */
typedef struct
{
  const char *project;
  const char *parent;  /* of the only revision, or NULL */
  const char *root;    /* the repository, or NULL */
  GHashTable *commits; /* from a revision to its GPtrArray of CyanGitLogCommit, see
                        * cyan_store_put_commits(); others are names, or there with one of these */
  const char *program;
} CyanNewRuns;

/* Appends the runs of @results to @runs (of CyanNewRun): the values of one number, of a benchmark
 * and a revision, are one run.  @revision stands in where the file says none; *@unnamed is the first
 * benchmark that then has none, or NULL.  @machine (may be NULL) comes before that of the file,
 * which comes before @here.  @results must live as long. */
void cyan_new_runs_add_results (GPtrArray *runs,
                                const CyanResults *results,
                                const char *revision,
                                const char *machine,
                                const char *here,
                                const char **unnamed);

/* Gives each of @runs its uid, the same whenever the same runs are added again. */
void cyan_new_runs_name (GPtrArray *runs, const char *project);

/* Stores all @runs in one transaction, or none; nothing is written if all are there.  *@n_added is
 * how many were not. */
gboolean cyan_new_runs_store (CyanStore *store,
                              const CyanNewRuns *about,
                              const GPtrArray *runs,
                              guint *n_added,
                              GError **error);
