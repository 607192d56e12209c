/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to slices. */
#pragma once

#include "cyan-slice.h"

/* One end of a range of times. */
typedef enum
{
  CYAN_SLICE_END_OPEN,
  CYAN_SLICE_END_NS,
  CYAN_SLICE_END_SHARE,
} CyanSliceEndKind;

typedef struct
{
  CyanSliceEndKind kind;
  double value; /* ns, or a share of the recording */
} CyanSliceEnd;

typedef struct
{
  gboolean is_negated;
  char *key;
  char *pattern;        /* of times: the range as text */
  CyanSliceEnd from, to; /* of times */
} CyanSliceCondition;

struct _CyanSlice
{
  char *text;
  GArray *conditions; /* of CyanSliceCondition, at least 1 */
};

static inline gboolean
cyan_slice_is_time (const CyanSliceCondition *condition)
{
  return g_str_equal (condition->key, CYAN_SLICE_TIME);
}

/* The part of @piece in [@from, @to), as a value. */
double cyan_slice_part (const CyanPieceRow *piece, gint64 from, gint64 to);

/* By origin: the value of @dimension as a number of the strings, of all origins. */
CyanStr *cyan_slice_values (const CyanPieces *pieces, guint32 dimension);

/* Of CyanSliceValue by number of string: the values of @dimension, the largest first, all of them. */
GArray *cyan_slice_totals (const CyanProfile *profile, guint32 dimension, guint metric);
