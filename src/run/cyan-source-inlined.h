/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that changed and that no profile has.  Private to this layer. */
#pragma once

#include "cyan-ranking.h"
#include "cyan-source-table.h"

G_BEGIN_DECLS

/* By function whose cost changed most: the nearest function of the same file that it calls in the sources,
 * directly or through others, that was modified, and that no profile has.  Only in languages whose
 * compilers inline.  A GPtrArray of CyanInlined; NULL only with CYAN_ERROR_CANCELLED. */
GPtrArray *cyan_source_inlined_new (CyanSourceTable *table,
                                    const CyanComparison *comparison,
                                    const CyanTick *tick,
                                    GError **error);

/* Finds the text of a function on @side; *@text is NULL if there is none, or none that is certain.  FALSE
 * only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_find_known (const CyanSourceTable *table,
                                 guint side,
                                 const CyanFunctionQuery *query,
                                 CyanFunctionText **text,
                                 const CyanTick *tick,
                                 GError **error);

G_END_DECLS
