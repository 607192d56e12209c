/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the lines of a snippet cost by themselves, where the recording has lines.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-snippet.h"

typedef struct
{
  guint n_lines;
  double *values;   /* by line of the snippet, in unit */
  guint dearest;    /* the line that costs most */
  gboolean has_any; /* a line costs anything */
  double own;       /* what the function costs by itself, inlined code and all contexts included */
  const char *unit; /* owned by the comparison */
} CyanSourceCosts;

/* The costs on @side of the function of @pair; @is_inlined: @snippet is that of another function,
 * which was inlined into it.  NULL if no line of it is known to cost anything. */
CyanSourceCosts *cyan_source_costs_new (const CyanComparison *comparison,
                                        guint32 pair,
                                        guint side,
                                        gboolean is_inlined,
                                        const CyanSnippet *snippet);
void cyan_source_costs_free (CyanSourceCosts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceCosts, cyan_source_costs_free)
