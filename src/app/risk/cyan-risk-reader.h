/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicts in a thread which revisions of a history are slower. */
#pragma once

#include "cyan-history-store.h"
#include "cyan-prediction-read.h"

G_BEGIN_DECLS

/* Of all benchmarks of @history that have its chosen metric on its chosen machine, from the sources
 * in the project's repository. */
void cyan_risk_read_async (CyanHistoryStore *store,
                           CyanHistory *history,
                           GCancellable *cancellable,
                           CyanProgressFunc progress,
                           gpointer progress_data,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
/* The caller owns the result. */
CyanPrediction *cyan_risk_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
