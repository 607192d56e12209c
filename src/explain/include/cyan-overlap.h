/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How alike the weights of two trees are (PARCS: Mostafa and Krintz, UCSB TR 2008-19, section 3.4).
 *
 *   pweight (n) = the weight of n / the sum of the weights of all nodes of its tree
 *   overlap     = sum over matched pairs of min (pweight before, pweight after), 0...1
 *
 * The iterative adjustment says which pairs make the difference: by decreasing difference of their
 * pweights, the lighter node of a pair gets the weight w = p s / (1 - p), p the larger pweight and
 * s what all other nodes of its tree weigh.  In the adjusted tree its pweight then is p, and that
 * of every other node is smaller than before.  A step never lowers the overlap: the pair gains p
 * less its smaller pweight q, and all others together lose (p - q) / (1 - q) of at most 1 - q.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_WEIGHT_SELF,
  CYAN_WEIGHT_TOTAL,
  CYAN_WEIGHT_CALLS, /* unknown calls weigh nothing */
} CyanWeight;

/* "self", "total", "calls"; NULL-terminated. */
extern const char *const cyan_weight_names[];

/* Steps of an adjustment; each takes one sweep over all pairs. */
#define CYAN_OVERLAP_MAX_STEPS 1000

/* Trees as what they weigh: pair by pair, and what has no partner. */
typedef struct
{
  guint n_pairs;
  CyanNode *node;    /* by pair, in the merged tree */
  double *weight[2]; /* by pair, at least 0 */
  double rest[2];    /* of all nodes without a partner, at least 0 */
} CyanWeights;

/* A pair that was adjusted. */
typedef struct
{
  guint32 pair;      /* index into the weights */
  CyanNode node;     /* in the merged tree */
  double pweight[2]; /* before the first step */
  guint side;        /* whose weight was raised */
  double weight;     /* to this, in the side's unit */
  double overlap;    /* after this step */
} CyanOverlapStep;

typedef struct
{
  double overlap;  /* 0...1; 1 if both trees weigh nothing, 0 if one does */
  gboolean capped; /* CYAN_OVERLAP_MAX_STEPS were not enough */
  guint n_steps;
  CyanOverlapStep *steps;
} CyanOverlap;

/* The matched nodes of a comparison, and the rest of its trees; the synthetic roots are no part of
 * it.  Weights below 0, which only profiles that are differences have, count as 0.  NULL with
 * CYAN_ERROR_MISMATCH if @weight is calls and they are not known on both sides. */
CyanWeights *cyan_weights_new (const CyanComparison *comparison, CyanWeight weight, GError **error);
void cyan_weights_free (CyanWeights *self);

/* The overlap alone. */
double cyan_weights_overlap (const CyanWeights *self);

/* Adjusts until the overlap is at least @threshold (0...1; above 1: never), or @n_nodes pairs were
 * adjusted, or no pair differs any more.  A pair whose larger pweight is 1 has no such w and is
 * passed over.  NULL only with CYAN_ERROR_CANCELLED.  Free with cyan_overlap_free(). */
CyanOverlap *cyan_overlap_new (const CyanWeights *weights,
                               double threshold,
                               guint n_nodes,
                               const CyanTick *tick,
                               GError **error);
void cyan_overlap_free (CyanOverlap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWeights, cyan_weights_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOverlap, cyan_overlap_free)

G_END_DECLS
