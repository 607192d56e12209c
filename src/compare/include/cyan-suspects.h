/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that changed most by themselves. */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* A function that explains a part of the difference by what it does itself. */
typedef struct
{
  guint32 pair;
  guint32 function;
  CyanNode node; /* the context in which it changed most */
  double change; /* of self values over all contexts, positive in the direction asked for */
  double share;  /* of the sum of all positive changes, 0...1 */
} CyanSuspect;

/* The functions that changed most by themselves, largest first, at most @n; free with
 * g_array_unref(). */
GArray *cyan_suspects_new (const CyanComparison *comparison, CyanDirection direction, guint n);

G_END_DECLS
