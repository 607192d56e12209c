/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The revisions of a branch. */
#pragma once

#include "cyan-store.h"

/* Of CyanStoreRevision, oldest first: the first parents of @tip, see CyanEvolutionQuery.  They are
 * borrowed from @revisions, all of the project.
 *
 * Revisions may be missing in between, if only some of a branch were stored: a chain goes on with
 * the next lower known depth.  *@is_unordered: no revision has a parent; then these are all of
 * them, by depth and as they were added. */
GPtrArray *cyan_evolution_find_columns (CyanStore *store,
                                        gint64 project,
                                        const GPtrArray *revisions,
                                        const char *tip,
                                        gboolean *is_unordered,
                                        GError **error);

/* Whether @revision is a work tree, which is a column only if it is asked for as the tip. */
gboolean cyan_evolution_is_dirty (const CyanStoreRevision *revision);
