/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the reports of a check: its sentences, and the culprit.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-prose.h"
#include "cyan-report-comparison.h"

G_BEGIN_DECLS

/* The function that caused the failure. */
typedef struct
{
  CyanNode node;
  double own;   /* increase of its self value */
  double share; /* as a fraction of all that became slower, 0...1 */
  CyanChange change;
  CyanNode modified_caller; /* the nearest caller whose source was modified, or CYAN_NODE_NONE */
} CyanCulprit;

/* FALSE if no function stands out. */
gboolean cyan_report_find_culprit (const CyanReportOptions *options,
                                   const CyanGateEntry *entry,
                                   CyanCulprit *culprit);

/* Appends all sentences: "Passed: before to after took 10.6 ms instead of 6.15 ms, ...". */
void cyan_prose_check (CyanProse *self, const CyanReportCheck *check);

/* The function or the path of the failed entry. */
const char *
cyan_prose_failed (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry);

G_END_DECLS
