/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each report is: its pages for people and its rows for programs, and what several have.
 *
 * Private to this layer.  The type of @about depends on the report.
 */
#pragma once

#include "cyan-columns.h"
#include "cyan-prose.h"
#include "cyan-rows.h"

/* A report has the forms for which it has a function; of rows also CSV, if they have a table. */
struct _CyanReport
{
  void (*text) (CyanProse *prose, gconstpointer about);
  void (*markdown) (CyanProse *prose, gconstpointer about);
  void (*html) (CyanProse *prose, gconstpointer about);
  void (*rows) (CyanRows *rows, gconstpointer about); /* what is in the only group */
  CyanGroup group;
  const CyanField *columns; /* up to one without a name; NULL: it has no table */
};

/* "1.0 to 2.0: 942 ms to 1.91 s, +102 %", with names of at most @chars characters; a single profile
 * has one name. */
void cyan_report_say_verdict (CyanProse *prose, const CyanReportOptions *options, guint chars);

/* Writes the name of a node's function as @name, and its "module", "file" and "line". */
void cyan_report_put_function (CyanRows *rows,
                               const char *name,
                               const CyanComparison *comparison,
                               CyanNode node);
/* Writes the comment above a table: the unit, and a note about inferred trees. */
void cyan_report_put_unit (CyanRows *rows, const CyanComparison *comparison, const char *unit);
/* Writes "runs": the total of each run of a side. */
void cyan_report_put_runs (CyanRows *rows, const CyanComparison *comparison, guint side);

/* Of totals, in the unit of differences. */
double cyan_report_total_change (const CyanComparison *comparison, const CyanSide side[2]);

/* The source change of a node's function. */
CyanChange cyan_report_change (const CyanReportOptions *options, CyanNode node);

/* ---- columns of contexts ---- */

/* Appends a cell for each up to CYAN_N_COLUMNS: "-" of what is not there, "?" of what is not
 * known. */
void cyan_prose_columns (CyanProse *self,
                         guint width,
                         const CyanColumnRow *row,
                         const CyanColumn *columns);
/* Writes those of the table of the report, which follow each other. */
void cyan_rows_columns (CyanRows *self, const CyanColumnRow *row);
