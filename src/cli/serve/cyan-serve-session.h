/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is said and asked: the methods of the protocol, in front of the tools and the reports.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-serve-jobs.h"
#include "cyan-serve-reports.h"
#include "cyan-serve-roots.h"
#include "cyan-serve-stream.h"
#include "cyan-serve.h"

typedef struct
{
  const CyanServeOptions *options;
  CyanServeRoots roots;
  CyanServeStream stream;
  CyanServeReports reports;
  CyanServeJobs *jobs;
  const char *revision; /* of the protocol; NULL before "initialize" */
} CyanServeSession;

/* A CyanServeLine, a CyanServeDone, and what frees a job; @data is the session. */
void cyan_serve_session_take (const char *line, gsize length, gpointer data);
void cyan_serve_session_answer (const CyanServeOutcome *outcome, gpointer job, gpointer data);
void cyan_serve_session_reply_free (gpointer job);
