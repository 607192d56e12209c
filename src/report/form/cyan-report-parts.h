/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows that several reports have.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-rows.h"

/* Writes the comment above a table: the unit, and a note about inferred trees. */
void cyan_report_put_unit (CyanRows *rows, const CyanComparison *comparison, const char *unit);
/* Writes "runs": the total of each run of a side. */
void cyan_report_put_runs (CyanRows *rows, const CyanComparison *comparison, guint side);

/* The source change of a node's function. */
CyanChange cyan_report_change (const CyanReportOptions *options, CyanNode node);
