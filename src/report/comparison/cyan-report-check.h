/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences that the reports of a check share.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-comparison.h"

/* Appends all sentences: "Passed: before to after took 10.6 ms instead of 6.15 ms, ...". */
void cyan_prose_check (CyanProse *self, const CyanReportCheck *check);

/* The function or the path of the failed entry. */
const char *
cyan_prose_failed (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry);
