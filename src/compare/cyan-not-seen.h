/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes that one side lacks, and may merely not have been hit there. */
#pragma once

#include "cyan-compared.h"

G_BEGIN_DECLS

/* By node, whether chance, or a guess of the reader, may explain that a side lacks it; see
 * docs/blueprint.md, "Not seen is not removed".  The tree, totals and pairs are there.  @alpha is
 * the chance that counts as none, 0...1.  Free with g_free(). */
guint8 *
cyan_not_seen_find (const CyanCompared *compared, const CyanRuns *const runs[2], double alpha);

G_END_DECLS
