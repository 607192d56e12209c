/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SPECTRAPERF's similarity of a value over the runs of two revisions, on plain numbers (section 4
 * of the paper, see docs/similarity.md).
 *
 * The runs of the base give a range; what is outside of it in the new runs is a difference.
 */
#pragma once

#include <glib.h>

/* How the range is made of the base's values. */
typedef enum
{
  CYAN_RANGE_MIN_MAX, /* the paper's: the least and the largest one, both included */
  CYAN_RANGE_SD       /* the mean, and so many standard deviations to both sides */
} CyanRangeKind;

typedef struct
{
  CyanRangeKind kind;
  double deviations; /* of CYAN_RANGE_SD; above 0 */
} CyanRangeRule;

/* The values of one row.  A run without the row has no value: it is NAN. */
typedef struct
{
  guint n[2]; /* runs of the base and of the new revision, at least 1 each */
  const double *values[2];
} CyanSpectrumValues;

typedef struct
{
  guint present[2];   /* runs with a value */
  gboolean has_range; /* present[0] > 0 */
  double low, high;   /* the range; NAN without one */
  guint inside;       /* new runs with a value in the range */
  double similarity;  /* SC, 0...1: Ochiai's coefficient, sqrt (inside / present[1]); NAN if no new
                      * run has a value */
  double impact;  /* the mean signed distance from the range, of the new runs outside of it; without
                      * a range the mean value; minus the mean value of the base if no new run has
                      * one; 0 if none is outside */
  double chance;  /* that a row without a change has an SC at most as low, for values without ties
                      * (docs/similarity.md has the formula); NAN if a side has no value, if the
                      * base has fewer than 2, for other rules than CYAN_RANGE_MIN_MAX, and if exact
                      * */
  gboolean exact; /* on each side all runs have the same value, or none has one; the base, or
                   * without it the new side, has at least 2: any difference is real */
} CyanSpectrum;

void
cyan_spectrum_find (const CyanSpectrumValues *values, CyanRangeRule rule, CyanSpectrum *spectrum);

/* The probability that exactly @inside of @n_new values lie between the least and the largest of
 * @n_base, at least 2, if all are of one continuous distribution. */
double cyan_spectrum_chance (guint n_base, guint n_new, guint inside);
