/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions whose self values changed most. */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* A function whose self value explains a part of the difference. */
typedef struct
{
  guint32 pair;
  guint32 function;
  CyanNode node; /* the context in which it changed most */
  double change; /* of self values over all contexts, positive in the given direction */
  double share;  /* of the sum of all positive changes, 0...1 */
} CyanSuspect;

/* At most @n functions whose self values changed most in @direction, the largest change first.
 * Free with g_array_unref(). */
GArray *cyan_suspects_new (const CyanComparison *comparison, CyanDirection direction, guint n);

G_END_DECLS
