/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Short sequences of calls, over all contexts that end with them, and how their own cost changed:
 * one level of the differential k-calling-context forest.
 */
#pragma once

#include "cyan-comparison.h"

/* A caller that one side lacks is skipped, as in cyan-callers.h. */
typedef struct
{
  guint32 n;          /* of functions, at least 1; fewer than asked for at the top of the tree */
  guint32 *functions; /* owned; the outermost caller first */
  double calls[2];    /* before and after; NaN if unknown */
  double self[2];     /* sums of self values, in the units of the sides */
} CyanSequence;

/* The @top sequences of @length functions, at least 1, whose self values differ most, the largest
 * difference first; of a single profile, those with the largest self values.  Of CyanSequence; free
 * with g_ptr_array_unref().  NULL only with CYAN_ERROR_CANCELLED. */
GPtrArray *cyan_sequences_new (const CyanComparison *comparison,
                               guint length,
                               guint top,
                               const CyanTick *tick,
                               GError **error);
