/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of `cyan callers`. */
#pragma once

#include "cyan-callers.h"
#include "cyan-report.h"
#include "cyan-sequences.h"

typedef struct
{
  CyanReportOptions options; /* its top: callers of each function, or sequences, in the text */
  CyanCallers *callers;      /* made down to the depth that is shown */
  const char *chosen; /* why this function: "the first to start with"; NULL: it was asked for */
} CyanReportCallers;

/* About CyanReportCallers.  Text: the sentence, and the callers as an indented tree.  Rows: one for
 * each entry, callers after what they call; docs/structures.md lists the columns. */
extern const CyanReport cyan_report_callers;

typedef struct
{
  CyanReportOptions options;
  GPtrArray *sequences; /* of CyanSequence */
} CyanReportSequences;

/* About CyanReportSequences: one line or row for each. */
extern const CyanReport cyan_report_sequences;
