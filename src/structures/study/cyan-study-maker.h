/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The structures that take a stream of calls, made in one way.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-hot-tree.h"
#include "cyan-stream-trees.h"
#include "cyan-study.h"

/* A hot tree with weight 1 for each call. */
typedef struct
{
  CyanTrie tree; /* when it is finished */
  CyanHotTree *hot;
  CyanBudget *budget;
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

/* @kind is one that is made of a stream.  What takes the calls of @self. */
const CyanCallTaker *cyan_stream_structure_init (CyanStreamStructure *self,
                                                 CyanStudyKind kind,
                                                 const CyanStudy *study,
                                                 double parameter);
/* After the last call.  Returns the most bytes that it took. */
guint64 cyan_stream_structure_finish (CyanStreamStructure *self,
                                      CyanStudyKind kind,
                                      const CyanStudy *study);
void cyan_stream_structure_clear (CyanStreamStructure *self, CyanStudyKind kind);
