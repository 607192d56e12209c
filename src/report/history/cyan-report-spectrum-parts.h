/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the reports of a similarity say of a row, and of all rows.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-spectrum.h"

/* "matched", "renamed", "moved", "added": no run of the base has a value, "gone": no new one
 * has. */
const char *cyan_report_spectrum_status (const CyanSimilarity *self, const CyanSimilarityRow *row);
const char *cyan_report_spectrum_name (const CyanSimilarity *self, const CyanSimilarityRow *row);
const CyanFunction *cyan_report_spectrum_function (const CyanSimilarity *self,
                                                   const CyanSimilarityRow *row);
CyanChange cyan_report_spectrum_change (const CyanReportSpectrum *about,
                                        const CyanSimilarityRow *row);

/* Appends a sentence each: what values are, how many rows changed, what few runs mean. */
void cyan_report_spectrum_head (CyanProse *prose, const CyanReportSpectrum *about);
/* How rows are sorted. */
const char *cyan_report_spectrum_order (const CyanSimilarity *self);

/* "0.03", "0.0000", "exact", "" if it was not tested.  Caller frees. */
char *cyan_report_spectrum_q (const CyanSimilarityRow *row);
/* "900 B to 1.50 kB", or "none".  Caller frees. */
char *cyan_report_spectrum_range (const CyanSimilarity *self, const CyanSimilarityRow *row);
/* "0.58"; "" if it is not known.  Caller frees. */
char *cyan_report_spectrum_sc (const CyanSimilarityRow *row);

/* The numbers of the rows that are changed, or that are not but differ: in order, at most @most.
 * @n is how many there are without that limit.  Caller frees. */
GArray *
cyan_report_spectrum_list (const CyanSimilarity *self, gboolean changed, guint most, guint *n);
/* How many callers tell the stack of row @at of @list from those of its other rows: at least
 * @least. */
guint cyan_report_spectrum_callers (const CyanSimilarity *self,
                                    const GArray *list,
                                    guint at,
                                    guint least);
