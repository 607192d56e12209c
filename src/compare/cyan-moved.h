/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Subtrees that went to another parent.
 *
 * A matching cannot hold them (I3), so they stay removed here and added there, and are linked.  A
 * link joins two nodes of one name whose subtrees have half of their nodes or of their weight in
 * common by path; less than three nodes are linked only where the name leaves no choice.  What has
 * the same path below a link is linked too.  Each node is in one link at most.  Private to this
 * layer.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* Fills self->moves and self->moves_by_added from the merged tree, not_seen and the totals.  FALSE
 * only with CYAN_ERROR_CANCELLED. */
gboolean cyan_moved_find (CyanComparison *self, const CyanTick *tick, GError **error);

G_END_DECLS
