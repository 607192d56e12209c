/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shape of a tree of calls or contexts, and how well a small one stands for the whole.
 */
#pragma once

#include "cyan-trie.h"

/* As in the study's tables 4.1 to 4.5: the root counts as a node, and its children for the
 * degree. */
typedef struct
{
  guint nodes;
  guint leaves;
  guint64 most_calls; /* of a node; 1 without counts */
  guint degree;       /* most children of a node */
  double mean_degree; /* children of the nodes that have some */
  guint depth;        /* levels below the root */
  guint threads;      /* distinct functions directly below the root */
  guint functions;
  guint64 calls; /* of all nodes */
} CyanStructureStatistics;

void cyan_structure_statistics (const CyanTrie *tree, CyanStructureStatistics *statistics);

/* Nodes with at least this part of the most calls of a node shall be covered. */
#define CYAN_COVERAGE_TAU 0.01

/* After D'Elia, Demetrescu and Finocchi (PLDI 2011).  w: the calls of a context; a hot one has at
 * least a limit.  Shares are in 0...1. */
typedef struct
{
  double overlap;  /* the share of calls whose contexts are in the tree */
  double coverage; /* the share in the tree of the contexts with w >= CYAN_COVERAGE_TAU w_max */
  double tau;      /* the least share of w_max from which on all contexts are in the tree */
  double uncovered_most, uncovered_mean; /* w / w_max of those outside */
  guint hot, callers;                    /* nodes: hot ones, others */
  guint not_hot;                         /* said to be hot, but not: false positives */
  guint missed;                          /* hot, but not said to be: false negatives */
  double error_most, error_mean;         /* |w - its count| / w of hot contexts in the tree */
  /* The missing share of the totals, calls with all callees', that reach the limit. */
  double shortfall_most, shortfall_mean;
} CyanStructureAccuracy;

/* @tree has contexts of @whole only; its counts estimate those.  @rest, by node, is what it knows
 * of callees that are not in it; NULL: nothing.  @limit is at least 1. */
void cyan_structure_accuracy (const CyanTrie *tree,
                              const double *rest,
                              const CyanTrie *whole,
                              guint64 limit,
                              CyanStructureAccuracy *accuracy);
