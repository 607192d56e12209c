/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Programs that work on answers: a few at a time, the others wait in a queue.
 *
 * Private to this room.
 */
#pragma once

#include <glib.h>

/* What a program is to do. */
typedef struct
{
  char **arguments; /* owned; of this program, from its own name on */
  char *folder;     /* owned; where it starts; NULL: here */
  gboolean is_free; /* it may open anything, and takes as long as it wants */
} CyanServeCommand;

void cyan_serve_command_clear (CyanServeCommand *self);

/* What became of it. */
typedef struct
{
  gboolean ok;
  GString *out;    /* the beginning of its output */
  gboolean is_cut; /* there was more */
  char *error;     /* if it is not ok: one line */
} CyanServeOutcome;

/* Called once for each job, but not for one that was cancelled. */
typedef void (*CyanServeDone) (const CyanServeOutcome *outcome, gpointer job, gpointer data);

typedef struct _CyanServeJobs CyanServeJobs;

/* @rules: see CyanChildLimits.  @scratch: the folder for their temporary files.  @job_free is called
 * for each job at its end, whatever that is. */
CyanServeJobs *cyan_serve_jobs_new (guint seconds,
                                    int rules,
                                    const char *scratch,
                                    CyanServeDone done,
                                    GDestroyNotify job_free,
                                    gpointer data);
/* Kills those that run. */
void cyan_serve_jobs_free (CyanServeJobs *self);

/* The jobs that run or wait. */
guint cyan_serve_jobs_n (const CyanServeJobs *self);
gboolean cyan_serve_jobs_have (const CyanServeJobs *self, const char *key);

/* Takes @command, and @job, which @key names.  FALSE if too many wait; then @job is the caller's. */
gboolean
cyan_serve_jobs_add (CyanServeJobs *self, const char *key, CyanServeCommand *command, gpointer job);
/* Ends the job @key without a call of @done, but with one of @job_free; nothing if there is none. */
void cyan_serve_jobs_cancel (CyanServeJobs *self, const char *key);

/* Appends a GPollFD for each pipe to wait for; returns the milliseconds after which to look in any
 * case, -1: any. */
int cyan_serve_jobs_wait_for (const CyanServeJobs *self, GArray *fds);
/* Reads what there is, ends what has ended or is late, and, if @may_start, starts what waits. */
void cyan_serve_jobs_look (CyanServeJobs *self, gboolean may_start);
