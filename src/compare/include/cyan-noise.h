/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Noise: which differences chance may explain.
 *
 * With several runs a side, noise is the variance between runs; with one sampled run a side, it is
 * the sampling error; with one exact run a side, it is how much functions differ that are called
 * equally often, or unknown if these are too few.
 */
#pragma once

#include "cyan-compared.h"

/**
 * CyanNoiseKind:
 * @CYAN_NOISE_UNKNOWN: a side has one exact run, and too few functions are called equally often
 * @CYAN_NOISE_SAMPLING: one run a side, at least one sampled: the sampling error alone
 * @CYAN_NOISE_NULL: a side has one exact run: the spread of functions that are called equally often
 * @CYAN_NOISE_RUNS: several runs on both sides: the variance between runs
 */
typedef enum
{
  CYAN_NOISE_UNKNOWN,
  CYAN_NOISE_SAMPLING,
  CYAN_NOISE_NULL,
  CYAN_NOISE_RUNS,
} CyanNoiseKind;

/* How much a node or function changed, and how significant that is. */
typedef struct
{
  guint32 number; /* of the node or the function */
  float ratio;    /* after / before; infinite if before is 0 */
  float low;      /* the 95 % interval of the ratio */
  float high;
  float q; /* false discovery rate among all changes at least as significant, 0...1 */
} CyanEstimate;

/* Estimates by ascending number; values too small for a test have none. */
typedef struct
{
  guint n;
  CyanEstimate *at;
} CyanEstimates;

/* All estimates of a comparison.  Self values are tested as shares if only the noise of sampling is
 * known, or if the units differ, else as absolute values. */
typedef struct
{
  CyanNoiseKind kind;
  double alpha;            /* accepted false discovery rate, 0...1 */
  CyanEstimates totals[2]; /* by CyanBasis: of nodes' totals */
  CyanEstimates selves;    /* of nodes' self values */
  CyanEstimates functions; /* of functions' self values, summed over their contexts */
  /* Of CYAN_NOISE_NULL: */
  guint n_null;  /* functions that the spread was estimated from */
  double common; /* after / before of all of them: the speed of the machine; 1 if not of a time */
  double spread; /* 95 % of those that take 1 % of the run differ by at most this part */
} CyanNoise;

/* Clear @self even if this fails.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_noise_init (CyanNoise *self,
                          const CyanCompared *compared,
                          const CyanRuns *const runs[2],
                          double alpha,
                          const CyanTick *tick,
                          GError **error);
void cyan_noise_clear (CyanNoise *self);

/* Whether every difference counts: noise is unknown, or functions with equal calls cost exactly the
 * same, as instructions do. */
gboolean cyan_noise_counts_all (const CyanNoise *self);

/* The estimate of a node, or of a function, or NULL if it was not tested. */
const CyanEstimate *cyan_estimates_find (const CyanEstimates *self, guint32 number);

/* How much the self value of a node changed in @direction, as an absolute value, which is in the
 * unit of differences, or as a share; at least 0.  If noise is known, it is 0 for changes that are
 * not significant or too small for a test.  The two ends of a move are compared with each other: a
 * rise counts at the added end, a fall at the removed end. */
double cyan_noise_gain_in (const CyanNoise *self,
                           const CyanCompared *compared,
                           CyanNode node,
                           CyanBasis unit,
                           CyanDirection direction);

/* How much the total of a node changed in @direction; at least 0.  It is 0 if the change is not
 * significant, and if noise is unknown, unless a tree was pruned.  It catches a change that is
 * spread so thinly below a node that no single self value changed significantly, or that was
 * pruned. */
double cyan_noise_total_gain_in (const CyanNoise *self,
                                 const CyanCompared *compared,
                                 CyanNode node,
                                 CyanBasis unit,
                                 CyanDirection direction);

/* The same as absolute values. */
static inline double
cyan_noise_gain (const CyanNoise *self,
                 const CyanCompared *compared,
                 CyanNode node,
                 CyanDirection direction)
{
  return cyan_noise_gain_in (self, compared, node, CYAN_BASIS_ABSOLUTE, direction);
}

static inline double
cyan_noise_total_gain (const CyanNoise *self,
                       const CyanCompared *compared,
                       CyanNode node,
                       CyanDirection direction)
{
  return cyan_noise_total_gain_in (self, compared, node, CYAN_BASIS_ABSOLUTE, direction);
}

/* Tests the total of the run: a t-test on the logs of the runs' totals, with pooled variance, or of
 * their pairs if these are known; q is its p.  If the sides were measured apart, the interval and p
 * are not below those that visits expect.  FALSE without several runs a side. */
gboolean
cyan_noise_test_total (const CyanNoise *self, const CyanCompared *compared, CyanEstimate *estimate);
/* Whether the total of the run changed significantly; TRUE if that is not tested. */
gboolean cyan_noise_total_changed (const CyanNoise *self, const CyanCompared *compared);

/* Whether the self value of a function, summed over its contexts, changed significantly; TRUE if
 * noise is unknown. */
gboolean
cyan_noise_function_changed (const CyanNoise *self, const CyanCompared *compared, guint32 function);

/* One phrase for people, such as "5 and 5 runs".  Caller frees. */
char *cyan_noise_text (const CyanNoise *self, const CyanCompared *compared);
