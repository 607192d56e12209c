/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a store in threads for the similarity of a revision and for the overview of all.
 */
#pragma once

#include "cyan-history-store.h"
#include "cyan-similarity.h"
#include "cyan-spectrum-overview.h"

/* A revision and its base.  All is owned. */
typedef struct
{
  CyanRequest *request; /* of all runs of both, for a blueprint */
  CyanSimilarity *similarity;
  guint before, after; /* columns of the history; before: CYAN_HISTORY_NONE if it is no column */
  gboolean is_chosen;  /* somebody chose the base; else it is the nearest first parent that will
                          * do */
  guint n_passed;      /* then the revisions between */
  GPtrArray *notes;    /* lines for people, of char * */
} CyanSimilarityFound;

void cyan_similarity_found_free (CyanSimilarityFound *self);

typedef struct
{
  guint line;          /* of the history */
  guint before, after; /* its columns; before: CYAN_HISTORY_NONE for the nearest first parent with
                        * enough runs */
  CyanSimilarityOptions options;
} CyanSimilarityWanted;

/* Compares the runs of both columns.  @old, which may be NULL, has the runs of the same columns:
 * then nothing is read.  The result is a CyanSimilarityFound. */
void cyan_similarity_read_async (CyanHistoryStore *store,
                                 CyanHistory *history,
                                 const CyanSimilarityWanted *wanted,
                                 const CyanSimilarityFound *old,
                                 const CyanTaskCaller *caller);

/* Compares each revision of @line with its base; @column: only that revision, unless it is
 * CYAN_HISTORY_NONE.  The result is a CyanSpectrumOverview. */
void cyan_spectrum_overview_read_async (CyanHistoryStore *store,
                                        CyanHistory *history,
                                        guint line,
                                        guint column,
                                        const CyanTaskCaller *caller);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSimilarityFound, cyan_similarity_found_free)
