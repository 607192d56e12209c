/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Recursion folded, after Ammons, Ball and Larus (PLDI 1997).
 *
 * A call of a function that is on the path already belongs to that earlier call: a(b(a(c))) is
 * a*2(b*1 c*1).  Calls and own values add up, so that every sum is kept and no path is longer than
 * there are functions.  Which turn of a recursion had a value is lost.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-tick.h"

/*
 * @profile with its recursion folded, and with a warning that says so.  Functions are equal if they
 * have the same number.  Returns @profile with a new reference if there is nothing to fold.  O(n).
 *
 * What was pruned (CYAN_COLD_NAME) may belong to any function on its path, so it is moved below the
 * outermost one, and all below that may lack it: bounds stay sound, but become wide.
 *
 * NULL with CYAN_ERROR_CANCELLED if @tick stops the work.
 */
CyanProfile *
cyan_profile_fold_recursion (CyanProfile *profile, const CyanTick *tick, GError **error);
