/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a revision in a thread: builds and measures until it is found.
 *
 * Until the callback is called the application lives on, even without a window: the thread stops
 * what runs and removes its folders.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-task.h"

/* The parameters of a bisection.  All is owned. */
typedef struct
{
  char *store;      /* its location */
  char *definition; /* the path of the definition file */
  char *benchmark, *metric;
  char *good, *bad; /* revisions */
  char *agreed; /* the commands that a person has seen and agreed to, as of an outlook; or NULL */
} CyanBisectorRequest;

CyanBisectorRequest *cyan_bisector_request_copy (const CyanBisectorRequest *self);
void cyan_bisector_request_free (CyanBisectorRequest *self);

/* The commands, and an estimate of the cost.  Free with cyan_job_free(). */
typedef struct
{
  char *build, *run, *measure; /* commands; NULL: none */
  char *commands;              /* all of them as one text */
  guint n_revisions;           /* with both ends */
  guint n_builds, n_runs;      /* about */
  guint budget;                /* runs at most */
  double seconds;              /* about; NAN: the store has no run yet */
} CyanBisectorOutlook;

/* Looks, and runs nothing.  The result is a CyanBisectorOutlook. */
void cyan_bisector_look_async (const CyanBisectorRequest *request, const CyanTaskCaller *caller);

/* Called in the main loop with what is known, before each visit. */
typedef void (*CyanBisectorFunc) (const CyanBisection *state, gpointer data);

/* Fails with CYAN_ERROR_MISMATCH if the definition file has other commands than were agreed to, before
 * any runs.  @show gets the data of the progress, which tells what is done in between.  It is not called after
 * the task was cancelled or has finished. */
void cyan_bisector_async (const CyanBisectorRequest *request,
                          CyanBisectorFunc show,
                          const CyanTaskCaller *caller);
/* The caller owns the result. */
CyanBisection *cyan_bisector_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanBisectorRequest, cyan_bisector_request_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanBisectorOutlook, cyan_job_free)
