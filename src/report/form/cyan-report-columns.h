/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of contexts in reports.  Private to this layer. */
#pragma once

#include "cyan-columns.h"
#include "cyan-prose.h"
#include "cyan-rows.h"

/* Appends a cell for each up to CYAN_N_COLUMNS: "-" of what is not there, "?" of what is not
 * known. */
void cyan_prose_columns (CyanProse *self,
                         guint width,
                         const CyanColumnRow *row,
                         const CyanColumn *columns);
/* Writes those of the table of the report, which follow each other. */
void cyan_rows_columns (CyanRows *self, const CyanColumnRow *row);
