/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which functions a function calls, before and after, over all its contexts.
 */
#pragma once

#include "cyan-function-sums.h"

typedef struct
{
  guint32 function;    /* as of cyan_compared_function() */
  CyanFunctionSum sum; /* over its contexts that the caller calls */
} CyanCallee;

/* The callees of @function, the largest change of the total first, as a GArray of CyanCallee; free
 * with g_array_unref().  What a new or removed wrapper calls counts for the wrapper and for the
 * function that calls the wrapper. */
GArray *cyan_callees_new (const CyanComparison *comparison, guint32 function);
