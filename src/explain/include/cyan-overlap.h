/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How similar the weights of two trees are (PARCS: Mostafa and Krintz, UCSB TR 2008-19, section
 * 3.4).
 *
 *   pweight (n) = the weight of n / the sum of the weights of all nodes of its tree
 *   overlap     = sum over matched pairs of min (pweight before, pweight after), 0...1
 *
 * The iterative adjustment finds the pairs that cause the difference.  It takes the pairs by
 * decreasing difference of their pweights and raises the weight of the lighter node to
 *
 *   w = p s / (1 - p), with p the larger pweight and s the weight of all other nodes of its tree.
 *
 * In the adjusted tree the pweight of this node is p, and all other pweights are smaller than
 * before.  A step never lowers the overlap: with q the smaller pweight, the pair gains p - q, and
 * all other pairs together lose (p - q) / (1 - q) of at most 1 - q.
 */
#pragma once

#include "cyan-comparison.h"

typedef enum
{
  CYAN_WEIGHT_SELF,
  CYAN_WEIGHT_TOTAL,
  CYAN_WEIGHT_CALLS, /* unknown calls weigh nothing */
} CyanWeight;

/* "self", "total", "calls"; NULL-terminated. */
extern const char *const cyan_weight_names[];

/* Limit of the steps of an adjustment.  Each step takes one sweep over all pairs. */
#define CYAN_OVERLAP_MAX_STEPS 1000

/* The weights of two trees: pair by pair, and one sum for the nodes without a partner. */
typedef struct
{
  guint n_pairs;
  CyanNode *node;    /* by pair, in the merged tree */
  double *weight[2]; /* by pair, at least 0 */
  double rest[2];    /* the sum over the nodes without a partner, at least 0 */
} CyanWeights;

/* A pair that was adjusted. */
typedef struct
{
  guint32 pair;      /* index into the weights */
  CyanNode node;     /* in the merged tree */
  double pweight[2]; /* before the first step */
  guint side;        /* the side whose weight was raised */
  double weight;     /* the new weight, in the unit of that side */
  double overlap;    /* after this step */
} CyanOverlapStep;

typedef struct
{
  double overlap;  /* 0...1; 1 if both trees weigh nothing, 0 if one does */
  gboolean capped; /* CYAN_OVERLAP_MAX_STEPS were not enough */
  guint n_steps;
  CyanOverlapStep *steps;
} CyanOverlap;

/* Collects the weights of the matched nodes of a comparison and of the rest of its trees, without
 * the synthetic roots.  Negative weights, which only difference profiles have, count as 0.  NULL
 * with CYAN_ERROR_MISMATCH if @weight is CYAN_WEIGHT_CALLS and a side does not know its calls. */
CyanWeights *cyan_weights_new (const CyanComparison *comparison, CyanWeight weight, GError **error);
void cyan_weights_free (CyanWeights *self);

/* Computes the overlap without an adjustment, 0...1. */
double cyan_weights_overlap (const CyanWeights *self);

/* Adjusts pairs until the overlap is at least @threshold (0...1; a value above 1 is never reached),
 * @n_nodes pairs were adjusted, or no pair differs any more.  Skips a pair whose larger pweight is
 * 1, since no such w exists for it.  NULL only with CYAN_ERROR_CANCELLED.  Free with
 * cyan_overlap_free(). */
CyanOverlap *cyan_overlap_new (const CyanWeights *weights,
                               double threshold,
                               guint n_nodes,
                               const CyanTick *tick,
                               GError **error);
void cyan_overlap_free (CyanOverlap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWeights, cyan_weights_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanOverlap, cyan_overlap_free)
