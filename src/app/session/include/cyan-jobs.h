/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What runs for one owner while the main loop does: at most one job of each kind.
 *
 *   changed ()    a job has begun or ended, or takes so long that it is to be shown
 *   progress ()   the one that is shown went on
 */
#pragma once

#include "cyan-task.h"

#define CYAN_TYPE_JOBS (cyan_jobs_get_type ())
G_DECLARE_FINAL_TYPE (CyanJobs, cyan_jobs, CYAN, JOBS, GObject)

/* Milliseconds after which a job is shown. */
#define CYAN_JOBS_DELAY 500

typedef enum
{
  CYAN_JOB_LOAD,   /* a newer one takes its place, and nobody waits for one that was cancelled */
  CYAN_JOB_EXPORT, /* it cleans up behind itself, and the application waits for that */
  CYAN_JOB_SAVE,   /* likewise; it goes on without its owner */
  CYAN_JOB_PRINT,
  CYAN_N_JOBS
} CyanJobKind;

/* What people read of a job.  All is borrowed. */
typedef struct
{
  CyanJobKind kind;
  const char *title;
  const char *what; /* a present participle, or NULL */
  double fraction;  /* 0 to 1 */
  gboolean is_long; /* it is to be shown */
} CyanJobProgress;

/* Knows @owner, a GObject, as long as it exists. */
CyanJobs *cyan_jobs_new (gpointer owner);

/* Who waits for a task of @kind from now on; @done is to call cyan_jobs_end() with its data, once.
 * @name is kept for it; it may be NULL, as @title if the job is never shown. */
CyanTaskCaller cyan_jobs_begin (CyanJobs *self,
                                CyanJobKind kind,
                                const char *title,
                                const char *name,
                                GAsyncReadyCallback done);
/* The @name, until cyan_jobs_end(). */
const char *cyan_jobs_name (gpointer job);
/* Returns the owner, which the caller unrefs; NULL if it no longer exists, or if the job was a load
 * that was cancelled or overtaken. */
gpointer cyan_jobs_end (gpointer job, GAsyncResult *result);

/* The same of what is no task. */
void cyan_jobs_hold (CyanJobs *self, CyanJobKind kind);
void cyan_jobs_release (CyanJobs *self, CyanJobKind kind);

/* That of the job under way, or NULL.  Borrowed. */
GCancellable *cyan_jobs_get (CyanJobs *self, CyanJobKind kind);
/* Any other kind than a load goes on until it has cleaned up. */
void cyan_jobs_cancel (CyanJobs *self, CyanJobKind kind);
/* The first job that takes long, else the first one with a title; FALSE if there is none. */
gboolean cyan_jobs_get_progress (CyanJobs *self, CyanJobProgress *progress);
