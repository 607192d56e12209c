/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Statistical tests for a change, on plain numbers.
 *
 * Differences are natural logs of the ratio after / before.  The null hypothesis is that the ratio
 * is in a band around 1, whose half width in logs is @band: smaller changes do not count, however
 * significant they are.  Finite input gives finite and reproducible results.
 */
#pragma once

#include <glib.h>

/* Unless another is asked for: the largest p or q of a difference that counts as a change. */
#define CYAN_ALPHA 0.05

typedef struct
{
  double difference; /* log of the ratio */
  double half;       /* half width of its 95 % interval, in logs */
  double p;          /* 0...1: probability that noise alone is this far outside of the band */
  double q;          /* see cyan_adjust_p_values() */
} CyanTest;

/* Measurements of one family of tests, as logs: y[side][test * n_runs[side] + run]. */
typedef struct
{
  guint n_tests;
  guint n_runs[2]; /* before and after, at least 2 each */
  double *y[2];
} CyanFamily;

/* The distribution of the variances, estimated from all tests. */
typedef struct
{
  double prior_df;       /* d0: the degrees of freedom added to each test; may be infinite */
  double prior_variance; /* s0^2 of the first test */
} CyanModeration;

/* The median of @n >= 1 values, which are sorted by this. */
double cyan_median (double *values, guint n);

/* The mean of @n values, at least 2, and the half width of its 95 % interval. */
double cyan_mean (const double *values, guint n, double *half);

/* Where another value of the kind of these @n, at least 2, lies with the probability 1 - @p, if they
 * scatter like a normal distribution and a few do not: their median and the deviation that their
 * median absolute deviation tells, which has 0.37 as many degrees of freedom as a variance. */
void cyan_robust_range (const double *values, guint n, double p, double *low, double *high);

/* The scatter of groups of @n_each values, at least 2 of each: standard deviations within and
 * between groups, by the analysis of variance of one random effect.  @values is by group. */
void cyan_group_scatter (
    const double *values, guint n_groups, guint n_each, double *within, double *between);

/* Inverts the trigamma function: the x with trigamma (x) = @y, for @y > 0.  Newton's method as in
 * the appendix of Smyth, "Linear models and empirical Bayes methods", 2004. */
double cyan_trigamma_inverse (double y);

/* The moderated t-test (Smyth 2004) of a difference of means against a band (TREAT, McCarthy and
 * Smyth 2009).  Shrinks the variance of each test towards those of @window tests with about the
 * same mean, or of all tests if @window is 0.  Writes @n_tests results to @tests, with q left 0.
 * @moderation may be NULL. */
void cyan_moderated_t (const CyanFamily *family,
                       double band,
                       guint window,
                       CyanTest *tests,
                       CyanModeration *moderation);

/* Removes the drift of each run, by which it was faster or slower than the others of its side: the
 * median over all tests, weighted by @weight.  The means of the sides stay.  Returns the half width
 * of the 95 % interval that drift adds to every difference.  Does nothing and returns 0 for fewer
 * than 10 tests. */
double cyan_take_out_drift (CyanFamily *family, const double *weight);

/* Benjamini and Hochberg 1995: sets q of each test, the expected fraction of false positives among
 * all tests whose p is at most its own. */
void cyan_adjust_p_values (CyanTest *tests, guint n_tests);

/* Two counts of events and their exposures, before and after. */
typedef struct
{
  double count[2]; /* at least 0 */
  double whole[2]; /* above 0: the time, or the number of all events */
} CyanCounts;

/* Tests whether the rates count / whole differ.  Uses the signed root of the likelihood ratio of
 * two Poisson counts given their sum, with a continuity correction of half an event.  The variance
 * is increased for an extra scatter of each rate, whose standard deviation in logs is @scatter.  If
 * @parts, counts are parts of whole, and a count that is nearly all of it scatters less. */
void cyan_test_rates (
    const CyanCounts *counts, gboolean parts, double scatter, double band, CyanTest *test);

/* The scatter of rates between runs beyond counting error, as the standard deviation of a log.
 * With the result, the median of the squared differences of @n pairs of counts is the one expected
 * by chance.  Differences are centred at their median, so the scale of whole does not matter.
 * Ignores pairs with a count below 20; with few pairs left, the result is shrunk towards 0.05.  It
 * is at most 0.1, since more looks like a change. */
double cyan_scatter (const CyanCounts *counts, guint n);

/* A value and how much it counts, at least 0. */
typedef struct
{
  double value;
  double weight;
} CyanWeighted;

/* The weighted median of @n >= 1 values, which are sorted by this: the first at or below which half
 * of the weight is. */
double cyan_weighted_median (CyanWeighted *values, guint n);
