/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds functions by name, and the nodes of each.
 *
 * A thread finds all of them at once, so that going from one to the next is fast.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-comparison.h"
#include "cyan-filter.h"

/* A function that was found. */
typedef struct
{
  guint first; /* its contexts are contexts[first...first + n_contexts - 1], at least one */
  guint n_contexts;
  /* The change of its CyanFunctionSum, as a fraction of the run; of a single recording, its share.
   */
  double change;
} CyanFoundFunction;

/* The result of a search; immutable. */
typedef struct
{
  CyanRefCount refs;
  GArray *nodes;     /* of CyanNode, in preorder, without the root */
  GArray *functions; /* of CyanFoundFunction, the largest change first */
  GArray *contexts;  /* of CyanNode: those of each function in turn, the largest change first */
  guint n_hidden;    /* contexts that match and that the filter hides; in none of these */
} CyanFound;

CyanFound *cyan_found_ref (CyanFound *self);
void cyan_found_unref (CyanFound *self);

/* A search for the nodes with a name, as shown, as recorded or before it was renamed, that matches
 * @text, see cyan_name_query_new(), and that @filtered shows.  Changes are those of @basis. */
typedef struct
{
  const char *text;
  gboolean is_regex;
  CyanBasis basis;
  const CyanFiltered *filtered; /* NULL: everything */
} CyanFunctionSearch;

/* Fails with the errors of cyan_name_query_new() and cyan_name_query_match(), and with
 * CYAN_ERROR_CANCELLED. */
CyanFound *cyan_function_search (const CyanComparison *comparison,
                                 const CyanFunctionSearch *search,
                                 const CyanTick *tick,
                                 GError **error);

/* The same in a thread. */
void cyan_function_search_async (CyanComparison *comparison,
                                 const CyanFunctionSearch *search,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
CyanFound *cyan_function_search_finish (GAsyncResult *result, GError **error);

gboolean cyan_found_has (const CyanFound *self, CyanNode node);
/* The index of the function that has the context @node, or -1. */
int cyan_found_function_of (const CyanFound *self, CyanNode node);
/* The context after @from, cyclic; with @backwards the one before it.  The first or the last one if
 * @from is none of them.  CYAN_NODE_NONE if there are none. */
CyanNode cyan_found_step (const CyanFound *self, CyanNode from, gboolean backwards);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFound, cyan_found_unref)
