/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds up contexts, in preorder, that end with the same function or with the same sequence of
 * calls. */
#pragma once

#include "cyan-function-sums.h"

typedef struct
{
  double most;     /* the largest difference so far */
  CyanNode end[2]; /* by side: where the subtree of its last outermost context ends */
} CyanSumming;

static inline void
cyan_function_sum_init (CyanFunctionSum *self)
{
  *self = (CyanFunctionSum){ .node = CYAN_NODE_NONE };
}

/* Adds @context; @at is what becomes the node of the sum if no other context differs more. */
void cyan_function_sum_add (CyanFunctionSum *self,
                            CyanSumming *summing,
                            const CyanComparison *comparison,
                            CyanNode context,
                            CyanNode at);
/* When all are added. */
void cyan_function_sum_finish (CyanFunctionSum *self);
