/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the nodes that match a text.
 *
 * A thread finds all of them at once, so that going from one to the next is fast.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* The nodes whose name, as shown, as recorded or before it was renamed, contains @text without
 * regard to case: a GArray of CyanNode in preorder, without the root.  NULL only with
 * CYAN_ERROR_CANCELLED. */
GArray *cyan_search (const CyanComparison *comparison,
                     const char *text,
                     const CyanTick *tick,
                     GError **error);

/* The same in a thread. */
void cyan_search_async (CyanComparison *comparison,
                        const char *text,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data);
GArray *cyan_search_finish (GAsyncResult *result, GError **error);

/* The first of @found after @from (CYAN_NODE_NONE: the first of all), cyclic; with @backwards the
 * last before it.  CYAN_NODE_NONE if @found is empty. */
CyanNode cyan_search_step (const GArray *found, CyanNode from, gboolean backwards);

G_END_DECLS
