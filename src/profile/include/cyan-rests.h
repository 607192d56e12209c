/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the own values of a merged profile lack of their exact sums.
 *
 * Such a value is the double nearest to its sum; its rests are the other values of
 * cyan_exact_sum_split().  Most values are whole numbers and have none.
 */
#pragma once

#include <glib.h>

#include "cyan-sync.h"

typedef struct
{
  guint32 node;
  guint32 metric;
  double value;
} CyanRest;

typedef struct
{
  CyanRefCount refs;
  guint n;
  CyanRest *rows; /* by node, then metric, then size */
} CyanRests;

/* Takes ownership of @rows, in any order. */
CyanRests *cyan_rests_new (CyanRest *rows, guint n);
/* Gives the rows new numbers of nodes; while it has one reference. */
void cyan_rests_renumber (CyanRests *self, const guint32 *nodes);
CyanRests *cyan_rests_ref (CyanRests *self);
void cyan_rests_unref (CyanRests *self);
