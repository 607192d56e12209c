/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-sided nodes that sampling may have missed on the other side. */
#pragma once

#include "cyan-compared.h"

G_BEGIN_DECLS

/* By node: whether chance or an inferred tree may explain that a side lacks it; see
 * docs/blueprint.md, "Not seen is not removed".  Uses the tree, totals and pairs of @compared.
 * Chance explains a node if its probability is above @alpha, 0...1.  Free with g_free(). */
guint8 *
cyan_unseen_find (const CyanCompared *compared, const CyanRuns *const runs[2], double alpha);

/* ln of the chance that the other side missed one unit of the total of @side; 0 if it is not known
 * or not sampled. */
double cyan_unseen_log_miss (const CyanCompared *compared, guint side);

G_END_DECLS
