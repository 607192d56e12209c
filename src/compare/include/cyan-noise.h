/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What chance may explain.
 *
 * With several runs a side, what differs from run to run; with one sampled run a side, the dice of
 * sampling.  One exact run says nothing of noise.
 */
#pragma once

#include "cyan-compared.h"

G_BEGIN_DECLS

/**
 * CyanNoiseKind:
 * @CYAN_NOISE_UNKNOWN: one exact run on a side: noise cannot be told
 * @CYAN_NOISE_SAMPLING: one sampled run on a side: what the dice of sampling do, and nothing else
 * @CYAN_NOISE_RUNS: several runs on both sides: what differs from run to run
 */
typedef enum
{
  CYAN_NOISE_UNKNOWN,
  CYAN_NOISE_SAMPLING,
  CYAN_NOISE_RUNS,
} CyanNoiseKind;

/* How much a node changed, and whether that is more than noise. */
typedef struct
{
  guint32 number; /* of the node, or of the function */
  float ratio;    /* after in parts of before; infinite if before is 0 */
  float low;      /* the 95 % interval of the ratio */
  float high;
  float q; /* the share of wrong ones among all that changed as surely as this one, 0...1 */
} CyanEstimate;

/* Estimates of what was tested, by ascending number: what is too small for a test is not there. */
typedef struct
{
  guint n;
  CyanEstimate *at;
} CyanEstimates;

/* What is known of noise.  Own values are judged as absolute values if there are several runs, as
 * shares if there is one. */
typedef struct
{
  CyanNoiseKind kind;
  double alpha;            /* share of wrong verdicts among those that call a node changed, 0...1 */
  CyanEstimates totals[2]; /* by CyanBasis: of nodes' totals */
  CyanEstimates selves;    /* of nodes' own values */
  CyanEstimates functions; /* of functions' own values, summed over all of their contexts */
} CyanNoise;

/* Fills @self, which is to be cleared even if this fails.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_noise_init (CyanNoise *self,
                          const CyanCompared *compared,
                          const CyanRuns *const runs[2],
                          double alpha,
                          const CyanTick *tick,
                          GError **error);
void cyan_noise_clear (CyanNoise *self);

/* The estimate of a node, or of a function, or NULL if it was not tested. */
const CyanEstimate *cyan_estimates_find (const CyanEstimates *self, guint32 number);

/* How much a node itself changed in @direction; 0 where noise may explain it, or where it is too
 * small for a test though noise is known.  One end of a move is compared with the other: what came
 * along unchanged is no change, what got slower counts at the added end, and what got faster at the
 * removed one.  At least 0. */
double cyan_noise_gain (const CyanNoise *self,
                        const CyanCompared *compared,
                        CyanNode node,
                        CyanDirection direction);

/* How much the total of a node, all below it included, changed in @direction if that is more than
 * noise; 0 if it is not, or if noise is unknown.  Where a change is spread so thinly below a node
 * that no single one of those is significant, this is what is left of it.  At least 0. */
double cyan_noise_total_gain (const CyanNoise *self,
                              const CyanCompared *compared,
                              CyanNode node,
                              CyanDirection direction);

/* Whether the own values of a function, summed over its contexts, changed by more than noise; TRUE
 * if noise is unknown. */
gboolean
cyan_noise_function_changed (const CyanNoise *self, const CyanCompared *compared, guint32 function);

/* In plain words what is known of noise: "1 exact run a side: noise cannot be told", "5 and 5
 * runs", ....  Caller frees. */
char *cyan_noise_text (const CyanNoise *self, const CyanCompared *compared);

G_END_DECLS
