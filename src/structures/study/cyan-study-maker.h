/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The structures that take a stream of calls, made in one way.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-call-tree.h"
#include "cyan-hot-tree.h"
#include "cyan-lossy-counting.h"
#include "cyan-sampled-tree.h"
#include "cyan-slab-forest.h"
#include "cyan-space-saving.h"
#include "cyan-study.h"
#include "cyan-uptree.h"

/* A hot tree with weight 1 for each call. */
typedef struct
{
  CyanTrie tree; /* when it is finished */
  CyanHotTree *hot;
  CyanBudget *budget;
  double phi;
  double *rest; /* by node, when it is finished: what was pruned below it */
} CyanHotCounts;

/* Begins with its tree in each case. */
typedef union
{
  CyanTrie tree;
  CyanCallTree calls;
  CyanUptree uptree;
  CyanSampledTree sampled;
  CyanSpaceSaving saving;
  CyanLossyCounting lossy;
  CyanHotCounts hot;
  CyanSlabForest slabs;
} CyanStreamStructure;

typedef struct
{
  const CyanCallTaker *taker;
  void (*init) (CyanStreamStructure *self, const CyanStudy *study, double parameter);
  void (*finish) (CyanStreamStructure *self, const CyanStudy *study); /* or NULL */
  guint64 (*memory) (const CyanStreamStructure *self);                /* NULL: of its tree */
  void (*clear) (CyanStreamStructure *self);
} CyanStreamMaker;

/* NULL if @kind is not made of a stream. */
const CyanStreamMaker *cyan_stream_maker (CyanStudyKind kind);
