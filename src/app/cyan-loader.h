/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads and compares in a thread.
 */
#pragma once

#include "cyan-session.h"

G_BEGIN_DECLS

/* What to open.  All strings are owned; sources may be NULL.  Without @after there is one profile
 * only, which is shown as a plain tree. */
typedef struct
{
  char *before;
  char *after;
  char *source_before;
  char *source_after;
  CyanMatchMethod match;
} CyanRequest;

CyanRequest *cyan_request_new (const char *before,
                               const char *after,
                               const char *source_before,
                               const char *source_after,
                               CyanMatchMethod match);
CyanRequest *cyan_request_copy (const CyanRequest *self);
/* A copy with before and after exchanged. */
CyanRequest *cyan_request_swapped (const CyanRequest *self);
void cyan_request_free (CyanRequest *self);

/* Called in the main loop, at most once an iteration; @what is a present participle. */
typedef void (*CyanProgressFunc) (double fraction, const char *what, gpointer data);

/* @progress is not called any more once @cancellable is cancelled or @callback was called. */
void cyan_load_async (const CyanRequest *request,
                      GCancellable *cancellable,
                      CyanProgressFunc progress,
                      gpointer progress_data,
                      GAsyncReadyCallback callback,
                      gpointer user_data);
CyanSession *cyan_load_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRequest, cyan_request_free)

G_END_DECLS
