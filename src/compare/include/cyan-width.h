/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the width of a box says.
 *
 * The paper's width is the change of calls (VISSOFT 2013, section III).  Sampled recordings know no
 * calls, so a width can also say how large a node is, or how much its own time changed.  All three
 * are ln (n + 1), where n is a difference of calls, or a part of the run in units of 0.01 %.
 */
#pragma once

#include "cyan-comparison.h"

typedef enum
{
  CYAN_WIDTH_CALLS, /* as cyan_comparison_width() */
  CYAN_WIDTH_SIZE,  /* the larger of the two shares */
  CYAN_WIDTH_SELF,  /* the change of the node's own time */
} CyanWidth;

/* "calls", "size", "self"; NULL-terminated. */
extern const char *const cyan_width_names[];

/* The change of calls where both sides know calls, else the size. */
CyanWidth cyan_width_default (const CyanComparison *comparison);

/* W of @node, at least 0; 0 where calls are asked for and not known.  @basis tells whether the
 * change of own time is one of shares or of absolute values, as a fraction of
 * cyan_compared_run(). */
double
cyan_width_of (const CyanComparison *comparison, CyanNode node, CyanWidth width, CyanBasis basis);

/* W for @n calls, or for a part of the run, 0...1. */
double cyan_width_of_calls (double n);
double cyan_width_of_part (double part);
