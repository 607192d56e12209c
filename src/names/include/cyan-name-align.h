/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aligns the names of a function that two recorders write differently. */
#pragma once

#include "cyan-function.h"

/*
 * Changes labels that only one side has, so that one function has the same label on both sides.  If
 * the place of the definition, or the fact that there is only one such function on each side,
 * proves that two labels are one function, both get the more detailed label.  Otherwise both get
 * the part that the two labels have in common.  Changes nothing if both sides write names in the
 * same style.
 *
 * @functions are those of before and of after, and @labels are by function; all are in one pool.
 * Returns the number of functions of after that got the label of one of before.
 */
guint cyan_name_align (const CyanFunctions functions[2], CyanStr *const labels[2]);
