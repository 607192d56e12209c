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
  guint before, after;   /* columns of the history; before: CYAN_HISTORY_NONE if it is no column */
  gboolean is_chosen;    /* somebody chose the base; else it is the nearest first parent that will
                          * do */
  guint n_passed;        /* then the revisions between */
  gboolean has_few_runs; /* and whether there was none with enough runs */
  GPtrArray *notes;      /* lines for people, of char * */
} CyanSimilarityFound;

void cyan_similarity_found_free (CyanSimilarityFound *self);

/* Compares the runs of @line at the column @after with those at @before; CYAN_HISTORY_NONE: at the
 * nearest first parent with enough runs.  @old, which may be NULL, has the runs of the same
 * columns: then nothing is read. */
void cyan_similarity_read_async (CyanHistoryStore *store,
                                 CyanHistory *history,
                                 guint line,
                                 guint before,
                                 guint after,
                                 const CyanSimilarityOptions *options,
                                 const CyanSimilarityFound *old,
                                 GCancellable *cancellable,
                                 CyanProgressFunc progress,
                                 gpointer progress_data,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* The caller owns the result. */
CyanSimilarityFound *cyan_similarity_read_finish (GAsyncResult *result, GError **error);

/* Compares each revision of @line with its base; @column: only that revision, unless it is
 * CYAN_HISTORY_NONE. */
void cyan_spectrum_overview_read_async (CyanHistoryStore *store,
                                        CyanHistory *history,
                                        guint line,
                                        guint column,
                                        GCancellable *cancellable,
                                        CyanProgressFunc progress,
                                        gpointer progress_data,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* The caller owns the result. */
CyanSpectrumOverview *cyan_spectrum_overview_read_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSimilarityFound, cyan_similarity_found_free)
