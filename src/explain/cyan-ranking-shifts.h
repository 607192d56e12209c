/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Code that only moved: a function cut up, merged, inlined or renamed.  Private to this layer.
 *
 * What a node costs that one side lacks may have been taken from its nearest caller that both sides have,
 * or from nodes below that caller that the other side lacks; a lambda, from another of its caller, which has
 * the same name.  Over all contexts of that caller, as much as was lost and gained cancels out.  If hardly
 * anything is left, code moved, and what is left belongs to nobody; else what is left belongs to those that
 * gained or lost more.
 */
#pragma once

#include "cyan-ranking.h"

typedef struct _CyanShifts CyanShifts;

/* Finds the shifts of @comparison, which it borrows.  Functions for which @kinds has a bit of @ignored
 * take no part.  NULL only with CYAN_ERROR_CANCELLED. */
CyanShifts *cyan_shifts_new (const CyanComparison *comparison,
                             const guint8 *kinds,
                             guint8 ignored,
                             const CyanTick *tick,
                             GError **error);
void cyan_shifts_free (CyanShifts *self);

/* Takes out of the self values of @node, before and after, what moved.  FALSE if what is left is no proof
 * of a change: something moved, and the caller's total did not change significantly. */
gboolean cyan_shifts_take_out (const CyanShifts *self, CyanNode node, double value[2]);

/* The shifts, the largest first; g_free() the result. */
CyanShift *cyan_shifts_list (const CyanShifts *self, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanShifts, cyan_shifts_free)
