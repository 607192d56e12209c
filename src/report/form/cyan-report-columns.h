/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns in reports: lists of them end with CYAN_N_COLUMNS.  Private to this layer. */
#pragma once

#include "cyan-columns.h"
#include "cyan-prose.h"
#include "cyan-rows.h"

/* Appends a cell for each: "-" of what is not there, "?" of what is not known. */
void cyan_prose_columns (CyanProse *self,
                         guint width,
                         const CyanColumnRow *row,
                         const CyanColumn *columns);
void cyan_rows_columns (CyanRows *self, const CyanColumnRow *row, const CyanColumn *columns);
