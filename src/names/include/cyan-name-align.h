/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One name for a function that two recorders wrote down in two ways. */
#pragma once

#include "cyan-function.h"

G_BEGIN_DECLS

/*
 * Where two recorders say different things of functions, changes the labels of what only one side
 * has, so that both sides say the same: the more telling of two labels where the place of the
 * definition, or that there is just one such function on each side, tells that they are one; else
 * what both labels say.  Where both sides write their names in one way nothing is changed.
 *
 * @functions are those of before and of after, and @labels are by function, all in one pool.
 * Returns how many functions of the second side got the label of one of the first in this way.
 */
guint cyan_name_align (const CyanFunctions functions[2], CyanStr *const labels[2]);

G_END_DECLS
