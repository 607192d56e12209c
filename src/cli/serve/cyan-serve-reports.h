/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reports of comparisons that were asked for, as resources: the newest of them.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-serve-jobs.h"
#include "cyan-serve-message.h"

typedef struct
{
  GPtrArray *reports; /* owned; the oldest first */
  guint n;            /* that there have ever been */
} CyanServeReports;

void cyan_serve_reports_init (CyanServeReports *self);
void cyan_serve_reports_clear (CyanServeReports *self);

/* Takes what is owned by @command, which makes the report.  FALSE if there is one of the same. */
gboolean
cyan_serve_reports_add (CyanServeReports *self, CyanServeCommand *command, const char *title);
/* Appends the array "resources". */
void cyan_serve_reports_list (const CyanServeReports *self, CyanJsonWriter *out);
/* A copy of the command for the one that is called @uri; FALSE: there is none. */
gboolean
cyan_serve_reports_find (const CyanServeReports *self, const char *uri, CyanServeCommand *command);
