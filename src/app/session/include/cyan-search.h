/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The nodes that a text finds.
 *
 * All of them are found at once, in a thread; going from one to the next is then a matter of a
 * look-up.
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

/* The first of @found after @from (CYAN_NODE_NONE: the first of all), cyclic; @backwards: the last
 * before.  CYAN_NODE_NONE if nothing was found. */
CyanNode cyan_search_step (const GArray *found, CyanNode from, gboolean backwards);

G_END_DECLS
