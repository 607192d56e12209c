/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a function was cut out of another, or merged into it. */
#pragma once

#include "cyan-function-text.h"

/* How much of the body of @part is in @whole and not in @rest, which is the same function in the
 * other version: 0 nothing, 1 all of it.  Counted are pairs of adjacent tokens; a body of fewer than
 * 14 tokens says nothing, and gives 0. */
double cyan_function_text_contained (const CyanFunctionText *part,
                                     const CyanFunctionText *whole,
                                     const CyanFunctionText *rest);
