/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of a bisection: the commit at which a benchmark changed, and what is known of the
 * others.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-report.h"

/* The data of cyan_report_bisection. */
typedef struct
{
  const CyanBisection *bisection;
  const char *store;       /* its path */
  const char *const *next; /* commands that tell more, NULL-terminated; text and HTML */
} CyanReportBisection;

/* Text: what was found, each step with its commit and the others that it may be, and what was
 * spent. Rows: one for each revision, oldest first; JSON adds the steps and what was asked. HTML:
 * the answer, the picture, where the step may be, what was measured. */
extern const CyanReport cyan_report_bisection;
