/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests for change, on plain numbers.
 *
 * Differences are natural logs of the ratio after / before.  The null hypothesis is that the ratio
 * lies in a band around 1 with the half width @band in logs: smaller changes are no change, however
 * significant they are.  Finite input gives finite results, which are always the same.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double difference; /* log of the ratio */
  double half;       /* half width of its 95 % interval, in logs */
  double p;          /* 0...1: how often noise alone is as far outside of the band */
  double q;          /* see cyan_adjust_p_values() */
} CyanTest;

/* Measurements of one family of tests, as logs: y[side][test * n_runs[side] + run]. */
typedef struct
{
  guint n_tests;
  guint n_runs[2]; /* before and after, at least 2 each */
  double *y[2];
} CyanFamily;

/* What the variances of all tests say together. */
typedef struct
{
  double prior_df;       /* d0: how many degrees of freedom they lend to each; may be infinite */
  double prior_variance; /* s0^2 of the first test */
} CyanModeration;

/* The x with trigamma (x) = @y, for @y > 0; Newton's method as in the appendix of Smyth, "Linear
 * models and empirical Bayes methods", 2004. */
double cyan_trigamma_inverse (double y);

/* The moderated t-test (Smyth 2004) of a difference of means against a band (TREAT, McCarthy and
 * Smyth 2009).  The variance of each test is drawn towards those of @window tests of about its
 * mean, or of all tests for 0.  @n_tests results in @tests, q left 0; @moderation may be NULL. */
void cyan_moderated_t (const CyanFamily *family,
                       double band,
                       guint window,
                       CyanTest *tests,
                       CyanModeration *moderation);

/* Takes out what a whole run was faster or slower than the others of its side: the median over all
 * tests, weighted by @weight.  Means of sides stay.  Returns the half width of the 95 % interval of
 * what such drift adds to all differences alike; 0, with nothing done, for fewer than 10 tests. */
double cyan_take_out_drift (CyanFamily *family, const double *weight);

/* Benjamini and Hochberg 1995: sets q of each test, the share of wrong ones among all tests whose p
 * is at most its own. */
void cyan_adjust_p_values (CyanTest *tests, guint n_tests);

/* Two counts of events and what they are parts of, before and after. */
typedef struct
{
  double count[2]; /* at least 0 */
  double whole[2]; /* more than 0; time that passed, or events in all */
} CyanCounts;

/* Tests whether the rates count / whole differ: the signed root of the likelihood ratio of two
 * Poisson counts given their sum, with half an event taken off, its variance raised for an extra
 * scatter of each rate of @scatter in logs.  If @parts, counts are parts of whole: what is all of
 * it cannot scatter. */
void cyan_test_rates (
    const CyanCounts *counts, gboolean parts, double scatter, double band, CyanTest *test);

/* How much rates scatter from run to run beyond counting, as the standard deviation of a log: that
 * with which the median of the squared differences of @n pairs of counts is what chance makes it.
 * The differences are taken from their median, so that it does not matter what whole is.  Pairs
 * with a count below 20 do not tell; where few do, the result is drawn towards 0.05, and it is at
 * most 0.1: more looks like change. */
double cyan_scatter (const CyanCounts *counts, guint n);

G_END_DECLS
