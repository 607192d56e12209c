/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text form of a merged tree. */
#pragma once

#include "cyan-merged.h"

/* "=main(=parse(=lex +scan) -eval ~old>new)"; = matched, ~ renamed, + added, - removed.
 * Omits the synthetic root.  Caller frees. */
char *cyan_merged_tree_to_text (const CyanMergedTree *self,
                                const CyanProfile *before,
                                const CyanProfile *after);
