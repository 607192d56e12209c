/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sentences of an explanation, for all pages that show causes.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-comparison.h"

G_BEGIN_DECLS

/* Smaller fractions of all changes are only counted. */
#define CYAN_EXPLANATION_NOTABLE 0.01

/* "find_entry is called more often" */
void cyan_prose_cause (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation);
/* "+5.56 ms, 43 % of the difference" */
void cyan_prose_cause_size (CyanProse *out,
                            const CyanParcs *parcs,
                            const CyanExplanations *list,
                            const CyanExplanation *explanation);
/* The callers of @node on its side, from the top. */
void cyan_prose_cause_path (CyanProse *out, const CyanParcs *parcs, CyanNode node);
/* "its source is the same, that of report, which calls it, changed", and the calls if known. */
void cyan_prose_cause_reason (CyanProse *out,
                              const CyanParcs *parcs,
                              const CyanExplanation *explanation);
/* "report (src/report.c:12), then print_all": what to read, which is known. */
void cyan_prose_cause_read (CyanProse *out,
                            const CyanReportExplain *explain,
                            const CyanExplanation *explanation);

G_END_DECLS
