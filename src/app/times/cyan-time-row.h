/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The load of one recording over time, and the range that is selected in it.
 *
 *   range-changed (gboolean both)   another one is selected, or none; of both sides, if @both
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-profile.h"

#define CYAN_TYPE_TIME_ROW (cyan_time_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanTimeRow, cyan_time_row, CYAN, TIME_ROW, GtkWidget)

/* @name is the side.  */
void cyan_time_row_set_name (CyanTimeRow *self, const char *name);
/* NULL, or one without times: nothing.  TRUE if it has times. */
gboolean cyan_time_row_set_profile (CyanTimeRow *self, CyanProfile *profile);
/* Shares of the recording; FALSE: no range is selected. */
gboolean cyan_time_row_get_range (CyanTimeRow *self, double *from, double *to);
/* Emits nothing; no range if @from is not below @to. */
void cyan_time_row_set_range (CyanTimeRow *self, double from, double to);
/* Length of the recording, ns; 0 without times. */
double cyan_time_row_get_length (CyanTimeRow *self);
